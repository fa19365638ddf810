//! What rules may ask about a process.

use ferry_wire::{Reader, Short, Writer};
use std::net::IpAddr;

/// Where a process runs, as it publishes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Facts {
    /// The host's name; at most 255 bytes are published.
    pub host: String,
    /// The host's addresses; at most [`Facts::MOST_ADDRESSES`] are published.
    pub addresses: Vec<IpAddr>,
}

impl Facts {
    /// Addresses of one process at most.
    pub const MOST_ADDRESSES: usize = 32;

    fn published(&self) -> (&[u8], &[IpAddr]) {
        let addresses = &self.addresses[..self.addresses.len().min(Self::MOST_ADDRESSES)];
        let most = self.host.len().min(255);
        let cut = (0..=most).rfind(|at| self.host.is_char_boundary(*at)).unwrap_or(0);
        (&self.host.as_bytes()[..cut], addresses)
    }

    pub(crate) fn encoded_len(&self) -> usize {
        let (host, addresses) = self.published();
        let bytes = |address: &IpAddr| if address.is_ipv4() { 5 } else { 17 };
        2 + host.len() + 1 + addresses.iter().map(bytes).sum::<usize>()
    }

    pub(crate) fn encode(&self, w: &mut Writer<'_>) {
        let (host, addresses) = self.published();
        w.u16(host.len() as u16);
        w.bytes(host);
        w.u8(addresses.len() as u8);
        for address in addresses {
            match address {
                IpAddr::V4(ip) => {
                    w.u8(4);
                    w.bytes(&ip.octets());
                }
                IpAddr::V6(ip) => {
                    w.u8(6);
                    w.bytes(&ip.octets());
                }
            }
        }
    }

    /// `Ok(None)`: the bytes make no sense.
    pub(crate) fn decode(r: &mut Reader<'_>) -> Result<Option<Self>, Short> {
        let host = r.string()?;
        let count = r.u8()? as usize;
        let Ok(host) = std::str::from_utf8(host) else { return Ok(None) };
        if host.len() > 255 || count > Self::MOST_ADDRESSES {
            return Ok(None);
        }
        let mut addresses = Vec::new();
        for _ in 0..count {
            let kind = r.u8()?;
            let bytes = r.bytes(if kind == 4 { 4 } else { 16 })?;
            addresses.push(match (kind, <[u8; 4]>::try_from(bytes), <[u8; 16]>::try_from(bytes)) {
                (4, Ok(octets), _) => IpAddr::from(octets),
                (6, _, Ok(octets)) => IpAddr::from(octets),
                _ => return Ok(None),
            });
        }
        Ok(Some(Facts { host: host.into(), addresses }))
    }
}
