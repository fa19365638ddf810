//! Where an IP packet wants to go.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

const IGMP: u8 = 2;

/// Where a packet wants to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Destination {
    /// To this address.
    One(IpAddr),
    /// To a group or to all.
    Many,
    /// To routers, who do not exist here, or nothing that can be read.
    Nobody,
}

/// Reads the destination of a packet as a TUN device gives it.
pub(crate) fn destination(packet: &[u8]) -> Destination {
    match packet.first().map(|first| first >> 4) {
        Some(4) => v4(packet),
        Some(6) => v6(packet),
        _ => Destination::Nobody,
    }
}

fn bytes<const N: usize>(packet: &[u8], at: usize) -> Option<[u8; N]> {
    packet.get(at..at + N)?.try_into().ok()
}

fn v4(packet: &[u8]) -> Destination {
    let (Some(to), Some([protocol])) = (bytes::<4>(packet, 16), bytes::<1>(packet, 9)) else {
        return Destination::Nobody;
    };
    let to = Ipv4Addr::from(to);
    match to {
        _ if protocol == IGMP => Destination::Nobody,
        _ if to.is_multicast() || to.is_broadcast() || to.octets()[2..] == [255, 255] => {
            Destination::Many
        }
        _ => Destination::One(to.into()),
    }
}

fn v6(packet: &[u8]) -> Destination {
    let Some(to) = bytes::<16>(packet, 24).map(Ipv6Addr::from) else {
        return Destination::Nobody;
    };
    // All routers, and routers that listen to reports of memberships.
    match to.segments() {
        [0xff02, 0, 0, 0, 0, 0, 0, 0x02 | 0x16] => Destination::Nobody,
        [0xff00..=0xffff, ..] => Destination::Many,
        _ => Destination::One(to.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet4(to: [u8; 4], protocol: u8) -> Vec<u8> {
        let mut packet = vec![0; 20];
        (packet[0], packet[9]) = (0x45, protocol);
        packet[16..].copy_from_slice(&to);
        packet
    }

    #[test]
    fn to_one_many_and_nobody() {
        let one = Destination::One("10.100.0.2".parse().expect("an address"));
        assert_eq!(destination(&packet4([10, 100, 0, 2], 17)), one);
        assert_eq!(destination(&packet4([239, 1, 1, 1], 17)), Destination::Many);
        assert_eq!(destination(&packet4([10, 100, 255, 255], 17)), Destination::Many);
        assert_eq!(destination(&packet4([224, 0, 0, 22], IGMP)), Destination::Nobody);
    }

    #[test]
    fn whatever_comes_is_read_or_not() {
        let full = packet4([10, 100, 0, 2], 17);
        for length in 0..20 {
            assert_eq!(destination(&full[..length]), Destination::Nobody);
        }
        let mut six = vec![0x60; 40];
        assert!(matches!(destination(&six), Destination::One(_)));
        six[24] = 0xff;
        assert_eq!(destination(&six), Destination::Many);
        assert_eq!(destination(&six[..39]), Destination::Nobody);
    }
}
