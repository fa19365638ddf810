//! What a process publishes: host, port and addresses, in at most 256 bytes.

use crate::NAME;
use crate::address::Address;
use ferry_method::{Descriptor, MethodError};
use ferry_wire::Reader;
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

const LAYOUT: u8 = 1;
const MAX_LEN: usize = 256;
const MAX_HOST: usize = 48;
/// Room kept for the two loopback addresses, which are added last.
const LOOPBACK_ROOM: usize = 24;

/// Where a process listens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contact {
    /// What names the host; equal to another's exactly if both are on one host.
    pub host: String,
    /// The port there.
    pub port: u16,
    /// The addresses, best first.
    pub addresses: Vec<Address>,
}

/// The name under which a host is published: itself if short, otherwise its digest.
pub fn host_key(host: &str) -> String {
    if host.len() <= MAX_HOST {
        return host.to_owned();
    }
    Sha256::digest(host).iter().take(16).fold("#".to_owned(), |s, b| s + &format!("{b:02x}"))
}

impl Contact {
    /// The descriptor that says so.
    pub fn encode(&self) -> Descriptor {
        let mut bytes = vec![LAYOUT];
        bytes.extend(self.port.to_le_bytes());
        bytes.extend((self.host.len() as u16).to_le_bytes());
        bytes.extend(self.host.as_bytes());
        for address in &self.addresses {
            let reserve = if address.is_loopback() { 0 } else { LOOPBACK_ROOM };
            let width = if address.ip.is_ipv4() { 4 } else { 16 };
            if bytes.len() + 2 + width + reserve > MAX_LEN {
                continue;
            }
            bytes.extend([width as u8, address.prefix]);
            match address.ip {
                IpAddr::V4(ip) => bytes.extend(ip.octets()),
                IpAddr::V6(ip) => bytes.extend(ip.octets()),
            }
        }
        Descriptor { method: NAME.to_owned(), bytes }
    }

    /// Reads a descriptor of this method.
    pub fn decode(descriptor: &Descriptor) -> Result<Self, MethodError> {
        let bad = |why: &str| MethodError::BadDescriptor { method: NAME, why: why.to_owned() };
        if descriptor.method != NAME {
            return Err(bad("it belongs to another method"));
        }
        if descriptor.bytes.len() > MAX_LEN {
            return Err(bad("longer than 256 bytes"));
        }
        let mut r = Reader::new(&descriptor.bytes);
        if r.u8().map_err(|_| bad("empty"))? != LAYOUT {
            return Err(bad("its layout is that of another version of Ferry"));
        }
        let short = |_| bad("it ends too early");
        let port = r.u16().map_err(short)?;
        let host = std::str::from_utf8(r.string().map_err(short)?)
            .map_err(|_| bad("the host is not UTF-8"))?
            .to_owned();
        if port == 0 || host.len() > MAX_HOST {
            return Err(bad("no process listens like that"));
        }
        let mut addresses = Vec::new();
        while !r.rest().is_empty() {
            addresses.push(read_address(&mut r).ok_or_else(|| bad("an address is malformed"))?);
        }
        Ok(Contact { host, port, addresses })
    }
}

fn read_address(r: &mut Reader<'_>) -> Option<Address> {
    let (width, prefix) = (r.u8().ok()?, r.u8().ok()?);
    let ip: IpAddr = match width {
        4 => Ipv4Addr::from(<[u8; 4]>::try_from(r.bytes(4).ok()?).ok()?).into(),
        16 => Ipv6Addr::from(<[u8; 16]>::try_from(r.bytes(16).ok()?).ok()?).into(),
        _ => return None,
    };
    let plausible = prefix <= width * 8 && !ip.is_multicast() && !ip.is_unspecified();
    plausible.then(|| Address::new(ip, prefix))
}

/// The port on which the owner of a TCP descriptor listens.
pub fn listening_port(descriptor: &Descriptor) -> Result<u16, MethodError> {
    Contact::decode(descriptor).map(|contact| contact.port)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn contact() -> Contact {
        let a = |ip: &str, prefix| Address::new(ip.parse().unwrap(), prefix);
        Contact {
            host: "node7".into(),
            port: 4711,
            addresses: vec![a("10.0.0.7", 24), a("fd00::7", 64), a("127.0.0.1", 8), a("::1", 128)],
        }
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        assert_eq!(Contact::decode(&contact().encode()).unwrap(), contact());
    }

    #[test]
    fn many_addresses_are_cut_but_loopback_stays() {
        let mut many = contact();
        many.host = "h".repeat(MAX_HOST);
        let v6 = |i: u16| Address::new(Ipv6Addr::new(0xfd00, 0, 0, 0, 0, 0, 0, i).into(), 64);
        many.addresses.splice(0..0, (1..50).map(v6));
        let encoded = many.encode();
        assert!(encoded.bytes.len() <= MAX_LEN);
        let decoded = Contact::decode(&encoded).unwrap();
        assert_eq!(decoded.addresses.iter().filter(|a| a.is_loopback()).count(), 2);
    }

    #[test]
    fn long_host_names_become_distinct_digests() {
        let (a, b) = (host_key(&"a".repeat(99)), host_key(&"b".repeat(99)));
        assert!(a != b && a.len() <= MAX_HOST && b.len() <= MAX_HOST);
        assert_eq!(host_key("node"), "node");
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = Contact::decode(&Descriptor { method: NAME.into(), bytes });
        }

        #[test]
        fn damaged_descriptors_are_survived(at in 0usize..60, to: u8, cut in 0usize..60) {
            let mut d = contact().encode();
            let at = at % d.bytes.len();
            d.bytes[at] = to;
            d.bytes.truncate(cut);
            let _ = Contact::decode(&d);
        }
    }
}
