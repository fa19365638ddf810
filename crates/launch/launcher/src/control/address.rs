//! Addresses by which a host may be reached, and the order in which to try them.

use super::MOST_ADDRESSES;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// An address of an interface of this host with the length of its network's prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct InterfaceAddress {
    ip: IpAddr,
    prefix: u8,
}

impl InterfaceAddress {
    fn shares_network(self, ip: IpAddr) -> bool {
        let (a, b, width) = match (self.ip, ip) {
            (IpAddr::V4(a), IpAddr::V4(b)) => (a.to_bits().into(), b.to_bits().into(), 32),
            (IpAddr::V6(a), IpAddr::V6(b)) => (a.to_bits(), b.to_bits(), 128),
            _ => return false,
        };
        let difference: u128 = a ^ b;
        difference.checked_shr(width - u32::from(self.prefix).min(width)).unwrap_or(0) == 0
    }
}

/// The addresses of this host's interfaces, except those that mean something else elsewhere.
pub(super) fn own() -> Vec<InterfaceAddress> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let address = |interface: &if_addrs::Interface| InterfaceAddress {
        ip: interface.ip(),
        prefix: match &interface.addr {
            if_addrs::IfAddr::V4(v4) => v4.prefixlen,
            if_addrs::IfAddr::V6(v6) => v6.prefixlen,
        },
    };
    interfaces.iter().map(address).filter(|own| is_global(own.ip)).collect()
}

/// The addresses that are told to a peer beside the one that it sees.
pub(super) fn published() -> Vec<IpAddr> {
    own().iter().map(|own| own.ip).take(MOST_ADDRESSES).collect()
}

/// Not of the host alone, nor of one cable alone.
fn is_global(ip: IpAddr) -> bool {
    let of_a_cable = matches!(ip, IpAddr::V6(v6) if v6.is_unicast_link_local());
    !(ip.is_loopback() || ip.is_unspecified() || ip.is_multicast() || of_a_cable)
}

/// Where this host, on which a launch command has started a proxy, may be reached: `ssh`, the value of
/// `SSH_CONNECTION`, tells by which address it was.
pub(super) fn reachable(ssh: Option<&str>) -> Vec<IpAddr> {
    let called = ssh.and_then(|value| value.split(' ').nth(2)?.parse().ok());
    merge(called, own().iter().map(|own| own.ip))
}

fn merge(called: Option<IpAddr>, own: impl Iterator<Item = IpAddr>) -> Vec<IpAddr> {
    let mut found: Vec<IpAddr> = Vec::new();
    for ip in called.into_iter().chain(own) {
        if !found.contains(&ip) && found.len() < MOST_ADDRESSES {
            found.push(ip);
        }
    }
    if found.is_empty() {
        // A host without a network: whoever calls is on it too.
        found = vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
    }
    found
}

/// Puts another host's addresses in the order in which they are tried: first those in networks that this
/// host is in, last those that this host has itself, which another host has only by accident; among equals
/// as the other host has them.
pub(super) fn order(addresses: &[IpAddr], own: &[InterfaceAddress]) -> Vec<IpAddr> {
    let mut ordered: Vec<IpAddr> = addresses.iter().take(MOST_ADDRESSES).copied().collect();
    ordered.sort_by_key(|ip| match ip {
        ip if own.iter().any(|own| own.ip == *ip) => 2,
        ip if own.iter().any(|own| own.shares_network(*ip)) => 0,
        _ => 1,
    });
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn own(text: &str, prefix: u8) -> InterfaceAddress {
        InterfaceAddress { ip: ip(text), prefix }
    }

    #[test]
    fn the_address_that_ssh_used_comes_first_and_once() {
        let found = merge(Some(ip("10.0.0.2")), [ip("192.0.2.1"), ip("10.0.0.2")].into_iter());
        assert_eq!(found, [ip("10.0.0.2"), ip("192.0.2.1")]);
        assert_eq!(merge(None, std::iter::empty()).len(), 2);
        let many = (0..100).map(|n| IpAddr::from([10, 0, 0, n]));
        assert_eq!(merge(None, many).len(), MOST_ADDRESSES);
        assert_eq!(reachable(Some("10.9.8.7 5 10.9.8.6 22"))[0], ip("10.9.8.6"));
        assert!(!reachable(Some("nonsense")).is_empty());
    }

    #[test]
    fn shared_networks_first_and_own_addresses_last() {
        let here = [own("10.1.0.1", 16), own("172.17.0.1", 16), own("fd00::1", 64)];
        let there = ["172.17.0.1", "192.0.2.5", "fd00::2", "10.1.9.9"].map(ip);
        let expected = ["fd00::2", "10.1.9.9", "192.0.2.5", "172.17.0.1"].map(ip);
        assert_eq!(order(&there, &here), expected);
    }

    #[test]
    fn networks() {
        assert!(own("10.0.0.1", 0).shares_network(ip("192.0.2.1")));
        assert!(own("10.0.0.1", 31).shares_network(ip("10.0.0.0")));
        assert!(!own("10.0.0.1", 32).shares_network(ip("10.0.0.0")));
        assert!(!own("10.0.0.1", 8).shares_network(ip("fd00::1")));
        assert!(!is_global(ip("fe80::1")) && !is_global(ip("127.0.0.1")) && is_global(ip("::2")));
    }
}
