//! Addresses of two families in one socket, and which own address suits a peer's.

use std::net::{IpAddr, SocketAddr, SocketAddrV6};

/// An address as the endpoint knows it: IPv4 is IPv4, also where it arrived at an IPv6 socket.
pub(crate) fn plain(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V6(v6) => match v6.ip().to_ipv4_mapped() {
            Some(v4) => SocketAddr::new(v4.into(), v6.port()),
            None => address,
        },
        SocketAddr::V4(_) => address,
    }
}

/// An address as a socket of a family knows it.
pub(crate) fn of_family(address: SocketAddr, v6: bool) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if v6 => SocketAddrV6::new(ip.to_ipv6_mapped(), address.port(), 0, 0).into(),
        _ => address,
    }
}

/// How many leading bits two addresses have in common; `None` if their families differ.
pub(crate) fn common_bits(a: IpAddr, b: IpAddr) -> Option<u32> {
    match (a, b) {
        (IpAddr::V4(a), IpAddr::V4(b)) => Some((a.to_bits() ^ b.to_bits()).leading_zeros()),
        (IpAddr::V6(a), IpAddr::V6(b)) => Some((a.to_bits() ^ b.to_bits()).leading_zeros()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mapped_addresses_go_both_ways() {
        let v4: SocketAddr = "10.1.2.3:4".parse().unwrap();
        let mapped: SocketAddr = "[::ffff:10.1.2.3]:4".parse().unwrap();
        let v6: SocketAddr = "[fe80::1%3]:4".parse().unwrap();
        assert_eq!(of_family(v4, true), mapped);
        assert_eq!(of_family(v4, false), v4);
        assert_eq!(of_family(v6, true), v6);
        assert_eq!(plain(mapped), v4);
        assert_eq!(plain(v6), v6);
    }

    #[test]
    fn neighbours_have_more_in_common() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        assert_eq!(common_bits(ip("10.0.1.1"), ip("10.0.1.2")), Some(30));
        assert_eq!(common_bits(ip("10.0.1.1"), ip("10.0.2.2")), Some(22));
        assert_eq!(common_bits(ip("10.0.1.1"), ip("::1")), None);
    }
}
