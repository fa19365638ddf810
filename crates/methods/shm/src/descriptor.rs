//! What a process publishes about its inbox.

use crate::layout::Geometry;
use ferry_method::{Descriptor, MethodError};
use ferry_wire::{Reader, Short, Writer};

pub(crate) const NAME: &str = "shm";

/// Where the inbox is and how to know it is the right one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) uid: u32,
    pub(crate) pid: u32,
    pub(crate) inbox_fd: i32,
    pub(crate) fifo_fd: i32,
    pub(crate) token: [u64; 2],
    pub(crate) geometry: Geometry,
    pub(crate) host: String,
}

impl Address {
    pub(crate) fn to_descriptor(&self) -> Descriptor {
        let host = &self.host.as_bytes()[..self.host.len().min(180)];
        let mut bytes = vec![0; 4 * 7 + 16 + 2 + host.len()];
        let mut w = Writer::new(&mut bytes);
        for number in [self.uid, self.pid, self.inbox_fd as u32, self.fifo_fd as u32] {
            w.u32(number);
        }
        w.u64(self.token[0]);
        w.u64(self.token[1]);
        for number in [self.geometry.capacity, self.geometry.cells, self.geometry.bulk] {
            w.u32(number as u32);
        }
        w.u16(host.len() as u16);
        w.bytes(host);
        Descriptor { method: NAME.into(), bytes }
    }

    pub(crate) fn parse(descriptor: &Descriptor) -> Result<Self, MethodError> {
        let bad = |why: &str| MethodError::BadDescriptor { method: NAME, why: why.into() };
        let address = Self::read(&mut Reader::new(&descriptor.bytes))
            .map_err(|_| bad("it has the wrong length"))?;
        let g = &address.geometry;
        let sane = (1..=1 << 16).contains(&g.capacity)
            && g.cells.is_power_of_two()
            && (2..=1 << 16).contains(&g.cells)
            && g.bulk.is_multiple_of(64)
            && (4096..=1 << 28).contains(&g.bulk);
        if sane { Ok(address) } else { Err(bad("impossible sizes")) }
    }

    fn read(r: &mut Reader<'_>) -> Result<Self, Short> {
        let (uid, pid) = (r.u32()?, r.u32()?);
        let (inbox_fd, fifo_fd) = (r.u32()? as i32, r.u32()? as i32);
        let token = [r.u64()?, r.u64()?];
        let (capacity, cells, bulk) = (r.u32()? as usize, r.u32()? as usize, r.u32()? as usize);
        let host = String::from_utf8_lossy(r.string()?).into_owned();
        if !r.rest().is_empty() {
            return Err(Short);
        }
        let geometry = Geometry { capacity, cells, bulk };
        Ok(Address { uid, pid, inbox_fd, fifo_fd, token, geometry, host })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_address_survives_its_descriptor() {
        let geometry = Geometry { capacity: 8, cells: 256, bulk: 65536 };
        let address = Address {
            uid: 1,
            pid: 2,
            inbox_fd: 3,
            fifo_fd: 4,
            token: [5, 6],
            geometry,
            host: "here".into(),
        };
        assert_eq!(Address::parse(&address.to_descriptor()).unwrap(), address);
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = Address::parse(&Descriptor { method: NAME.into(), bytes });
        }
    }
}
