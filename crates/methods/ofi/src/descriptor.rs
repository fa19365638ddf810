//! What a process publishes: which provider it speaks by, on which host it is, and its address there.
//!
//! ```text
//! 0  version   1  format   5  protocol   9  host   17  provider (16-bit length before)  address (likewise)
//! ```

use crate::NAME;
use ferry_method::{Descriptor, MethodError};
use ferry_wire::{Reader, Writer};
use sha2::{Digest, Sha256};

const VERSION: u8 = 1;
/// No descriptor is longer.
const LONGEST: usize = 256;
/// Bytes beside the provider's name and the address.
const FIXED: usize = 21;

/// Where a process is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Whereabouts {
    /// How addresses are written, and by which protocol the provider speaks.
    pub(crate) format: u32,
    pub(crate) protocol: u32,
    /// What tells hosts apart; `None`: not known.
    pub(crate) host: Option<u64>,
    pub(crate) provider: String,
    pub(crate) address: Vec<u8>,
}

/// What tells a host apart by its name.
pub(crate) fn host_of(name: &str) -> Option<u64> {
    if name.is_empty() {
        return None;
    }
    let digest = Sha256::digest(name.as_bytes());
    let first = digest.first_chunk().map(|first| u64::from_le_bytes(*first));
    // Zero stands for a host that is not known.
    first.map(|host| host.max(1))
}

impl Whereabouts {
    /// As others are told.
    ///
    /// # Errors
    /// When the provider's addresses are too long.
    pub(crate) fn encode(&self) -> Result<Descriptor, String> {
        let len = FIXED + self.provider.len() + self.address.len();
        if len > LONGEST {
            return Err(format!("its address has {} bytes, which is too long", self.address.len()));
        }
        let mut bytes = vec![0; len];
        let mut w = Writer::new(&mut bytes);
        w.u8(VERSION);
        w.u32(self.format);
        w.u32(self.protocol);
        w.u64(self.host.unwrap_or(0));
        for text in [self.provider.as_bytes(), &self.address] {
            w.u16(text.len() as u16);
            w.bytes(text);
        }
        Ok(Descriptor { method: NAME.to_owned(), bytes })
    }

    /// What a descriptor says.
    ///
    /// # Errors
    /// When it is none of this method's.
    pub(crate) fn decode(descriptor: &Descriptor) -> Result<Whereabouts, MethodError> {
        let bad = |why: &str| MethodError::BadDescriptor { method: NAME, why: why.to_owned() };
        if descriptor.method != NAME {
            return Err(bad("it belongs to another method"));
        }
        if descriptor.bytes.len() > LONGEST {
            return Err(bad("longer than 256 bytes"));
        }
        Self::read(&mut Reader::new(&descriptor.bytes)).ok_or_else(|| bad("it makes no sense"))
    }

    fn read(r: &mut Reader<'_>) -> Option<Self> {
        if r.u8().ok()? != VERSION {
            return None;
        }
        let (format, protocol) = (r.u32().ok()?, r.u32().ok()?);
        let host = Some(r.u64().ok()?).filter(|host| *host != 0);
        let provider = std::str::from_utf8(r.string().ok()?).ok()?.to_owned();
        let address = r.string().ok()?.to_vec();
        r.rest().is_empty().then_some(Whereabouts { format, protocol, host, provider, address })
    }

    /// Whether endpoints of both may talk to each other, whatever their addresses; if not, why.
    pub(crate) fn suits(&self, other: &Whereabouts) -> Result<(), String> {
        let of = |w: &Whereabouts| (w.format, w.protocol);
        if self.provider == other.provider && of(self) == of(other) {
            return Ok(());
        }
        let (there, here) = (&other.provider, &self.provider);
        Err(format!("it is reached by the provider '{there}', this process by '{here}'"))
    }

    /// Whether both are known to be on one host.
    pub(crate) fn shares_host(&self, other: &Whereabouts) -> bool {
        self.host.is_some() && self.host == other.host
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn here() -> Whereabouts {
        Whereabouts {
            format: 2,
            protocol: 11,
            host: host_of("node"),
            provider: "tcp;ofi_rxm".to_owned(),
            address: vec![2, 0, 0x12, 0x34, 10, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
        }
    }

    #[test]
    fn what_is_published_is_understood() {
        let descriptor = here().encode().unwrap();
        assert_eq!(Whereabouts::decode(&descriptor).unwrap(), here());
        let unknown = Whereabouts { host: host_of(""), ..here() };
        let read = Whereabouts::decode(&unknown.encode().unwrap()).unwrap();
        assert!(read == unknown && !read.shares_host(&unknown) && here().shares_host(&here()));
        let long = Whereabouts { address: vec![1; 250], ..here() };
        assert!(long.encode().is_err());
    }

    #[test]
    fn another_provider_or_protocol_does_not_suit() {
        assert_eq!(here().suits(&here()), Ok(()));
        let other = Whereabouts { provider: "net".to_owned(), ..here() };
        assert!(here().suits(&other).unwrap_err().contains("'net'"));
        assert!(here().suits(&Whereabouts { protocol: 12, ..here() }).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = Whereabouts::decode(&Descriptor { method: NAME.to_owned(), bytes });
        }
    }
}
