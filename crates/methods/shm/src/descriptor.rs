//! What a process publishes about its inbox.

use crate::layout::Geometry;
use ferry_method::{Descriptor, MethodError};
use ferry_wire::{Reader, Short, Writer};

pub(crate) const NAME: &str = "shm";

/// Where the inbox is and how to know it is the right one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) pid: u32,
    /// The launcher's number for its node.
    pub(crate) node: Option<u32>,
    /// Where it has left its descriptors; 0: nowhere.
    pub(crate) board: u64,
    pub(crate) inbox_fd: i32,
    pub(crate) fifo_fd: i32,
    pub(crate) token: [u64; 2],
    pub(crate) geometry: Geometry,
    /// Its kernel and network.
    pub(crate) host: String,
    /// What others must have alike to find its descriptors in `/proc`.
    pub(crate) place: String,
}

impl Address {
    pub(crate) fn to_descriptor(&self) -> Descriptor {
        let names = [&self.host, &self.place].map(|name| &name.as_bytes()[..name.len().min(90)]);
        let len: usize = names.iter().map(|name| 2 + name.len()).sum();
        let mut bytes = vec![0; 4 * 7 + 8 * 3 + len];
        let mut w = Writer::new(&mut bytes);
        let node = self.node.unwrap_or(NO_NODE);
        for number in [self.pid, node, self.inbox_fd as u32, self.fifo_fd as u32] {
            w.u32(number);
        }
        for number in [self.board, self.token[0], self.token[1]] {
            w.u64(number);
        }
        for number in [self.geometry.capacity, self.geometry.cells, self.geometry.bulk] {
            w.u32(number as u32);
        }
        for name in names {
            w.u16(name.len() as u16);
            w.bytes(name);
        }
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
        let (pid, node) = (r.u32()?, r.u32()?);
        let (inbox_fd, fifo_fd) = (r.u32()? as i32, r.u32()? as i32);
        let (board, token) = (r.u64()?, [r.u64()?, r.u64()?]);
        let (capacity, cells, bulk) = (r.u32()? as usize, r.u32()? as usize, r.u32()? as usize);
        let host = String::from_utf8_lossy(r.string()?).into_owned();
        let place = String::from_utf8_lossy(r.string()?).into_owned();
        if !r.rest().is_empty() {
            return Err(Short);
        }
        let geometry = Geometry { capacity, cells, bulk };
        let node = Some(node).filter(|node| *node != NO_NODE);
        Ok(Address { pid, node, board, inbox_fd, fifo_fd, token, geometry, host, place })
    }

    /// How this process can open the inbox of another, which can open this one's in the same way; or why
    /// it cannot.
    pub(crate) fn way_to(&self, other: &Address) -> Result<DescriptorWay, String> {
        let same_node = self.node.is_some() && self.node == other.node;
        if other.host != self.host && !same_node {
            return Err("it is on another host".into());
        }
        if !self.place.is_empty() && self.place == other.place {
            return Ok(DescriptorWay::Proc);
        }
        if self.board != 0 && self.board == other.board {
            return Ok(DescriptorWay::Board);
        }
        Err(self.difference(other))
    }

    /// In which words of their places two processes differ.
    fn difference(&self, other: &Address) -> String {
        if self.place.is_empty() || other.place.is_empty() {
            return "one of the two cannot be found in /proc by others".into();
        }
        let pairs = self.place.split('/').zip(other.place.split('/'));
        let differing = PLACE_WORDS.iter().zip(pairs).filter(|(_, (mine, theirs))| mine != theirs);
        let names: Vec<&str> = differing.map(|(name, _)| *name).collect();
        format!("it has another {}", names.join(" and another "))
    }
}

/// Stands for no node.
const NO_NODE: u32 = u32::MAX;

/// What the words of a place are.
const PLACE_WORDS: [&str; 4] = ["kernel", "process namespace", "user namespace", "user"];

/// How two processes find each other's descriptors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DescriptorWay {
    /// By number, through `/proc`.
    Proc,
    /// With the launcher.
    Board,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_address_survives_its_descriptor() {
        for node in [None, Some(9)] {
            let address = Address { node, ..address("here", "k/1/2/0") };
            assert_eq!(Address::parse(&address.to_descriptor()).unwrap(), address);
        }
    }

    fn address(host: &str, place: &str) -> Address {
        Address {
            pid: 2,
            node: None,
            board: 0,
            inbox_fd: 3,
            fifo_fd: 4,
            token: [5, 6],
            geometry: Geometry { capacity: 8, cells: 256, bulk: 65536 },
            host: host.into(),
            place: place.into(),
        }
    }

    #[test]
    fn the_way_is_the_same_from_both_ends_or_there_is_none() {
        let plain = address("k/net1", "k/1/1/0");
        let at = |node, board, host: &str, place: &str| Address {
            node: Some(node),
            board,
            ..address(host, place)
        };
        let cases = [
            (plain.clone(), plain.clone(), Ok(DescriptorWay::Proc)),
            (plain.clone(), address("k/net2", "k/1/1/0"), Err("another host")),
            (at(1, 0, "k/net1", "k/1/1/0"), at(1, 0, "k/net2", "k/1/1/0"), Ok(DescriptorWay::Proc)),
            (at(1, 0, "k/net1", "k/1/1/0"), at(2, 0, "k/net2", "k/1/1/0"), Err("another host")),
            (
                at(1, 5, "k/net1", "k/1/1/0"),
                at(1, 5, "k/net2", "k/2/3/7"),
                Ok(DescriptorWay::Board),
            ),
            (at(1, 5, "k/net1", "k/1/1/0"), at(1, 5, "", ""), Ok(DescriptorWay::Board)),
            (at(1, 5, "k/net1", "k/1/1/0"), at(2, 6, "k/net1", "k/1/1/9"), Err("another user")),
            (
                plain.clone(),
                address("k/net1", "k/2/3/0"),
                Err("process namespace and another user n"),
            ),
            (plain.clone(), address("k/net1", ""), Err("cannot be found in /proc")),
        ];
        for (a, b, expected) in cases {
            for way in [a.way_to(&b), b.way_to(&a)] {
                match expected {
                    Ok(expected) => assert_eq!(way, Ok(expected), "{a:?} {b:?}"),
                    Err(why) => assert!(way.clone().unwrap_err().contains(why), "{way:?}"),
                }
            }
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = Address::parse(&Descriptor { method: NAME.into(), bytes });
        }
    }
}
