//! Addresses of this host, and which of them belong to the method.

use ferry_method::MethodError;
use socket2::SockAddr;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;

/// An address as it is meant: IPv4 through a dual-stack listener is shown as what it is.
pub(crate) fn canonical(address: io::Result<SockAddr>) -> Option<SocketAddr> {
    let address = address.ok().and_then(|a| a.as_socket())?;
    Some(match address.ip().to_canonical() {
        IpAddr::V4(ip) => SocketAddr::new(ip.into(), address.port()),
        IpAddr::V6(_) => address,
    })
}

/// An address with the length of its network's prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    /// The address itself.
    pub ip: IpAddr,
    /// Bits that name the network.
    pub prefix: u8,
    /// Index of the interface on this host; 0 for addresses of others.
    pub interface: u32,
}

impl Address {
    /// An address of another host.
    pub fn new(ip: IpAddr, prefix: u8) -> Self {
        Address { ip, prefix, interface: 0 }
    }

    /// Whether it leads nowhere but to the own host.
    pub fn is_loopback(&self) -> bool {
        self.ip.is_loopback()
    }

    /// An IPv6 address that means something only together with an interface (RFC 4291 §2.5.6).
    pub fn needs_scope(&self) -> bool {
        matches!(self.ip, IpAddr::V6(ip) if ip.is_unicast_link_local())
    }

    /// Whether `other` is in this address's network.
    pub fn network_contains(&self, other: IpAddr) -> bool {
        match (self.ip, other) {
            (IpAddr::V4(a), IpAddr::V4(b)) => {
                same_prefix(a.to_bits().into(), b.to_bits().into(), 32, self.prefix)
            }
            (IpAddr::V6(a), IpAddr::V6(b)) => {
                same_prefix(a.to_bits(), b.to_bits(), 128, self.prefix)
            }
            _ => false,
        }
    }

    /// Order of publication: IPv4, global IPv6, addresses that need a scope, loopback.
    fn order(&self) -> u8 {
        match (self.is_loopback(), self.needs_scope(), self.ip) {
            (true, ..) => 3,
            (_, true, _) => 2,
            (.., IpAddr::V6(_)) => 1,
            (.., IpAddr::V4(_)) => 0,
        }
    }
}

fn same_prefix(a: u128, b: u128, width: u32, prefix: u8) -> bool {
    let ignored = width.saturating_sub(prefix.into());
    (a ^ b).checked_shr(ignored).unwrap_or(0) == 0
}

/// The addresses of this host that one of `choices` names (all, if there are none), in order of
/// publication. Hosts differ, so a choice may name none as long as another does.
pub fn own(choices: &[String]) -> Result<Vec<Address>, MethodError> {
    let interfaces = if_addrs::get_if_addrs()
        .map_err(|e| MethodError::system("listing the network interfaces", e))?;
    let choices: Vec<InterfaceChoice<'_>> =
        choices.iter().map(|text| InterfaceChoice::parse(text)).collect();
    let mut found: Vec<Address> = interfaces
        .iter()
        .map(|i| (i.name.as_str(), from_interface(i)))
        .filter(|(name, a)| choices.is_empty() || choices.iter().any(|c| c.admits(name, a)))
        .map(|(_, address)| address)
        .filter(|a| !a.ip.is_unspecified() && !a.ip.is_multicast())
        .collect();
    if found.is_empty() {
        return match choices.is_empty() {
            true => Ok(loopback()),
            false => Err(nothing_matches(&choices, &interfaces)),
        };
    }
    found.sort_by_key(Address::order);
    Ok(found)
}

fn from_interface(i: &if_addrs::Interface) -> Address {
    let prefix = match &i.addr {
        if_addrs::IfAddr::V4(a) => a.prefixlen,
        if_addrs::IfAddr::V6(a) => a.prefixlen,
    };
    Address { ip: i.ip(), prefix, interface: i.index.unwrap_or(0) }
}

fn loopback() -> Vec<Address> {
    vec![Address::new(Ipv4Addr::LOCALHOST.into(), 8), Address::new(Ipv6Addr::LOCALHOST.into(), 128)]
}

/// What the parameter `interface` names.
enum InterfaceChoice<'a> {
    Network(Address),
    Name(&'a str),
}

impl<'a> InterfaceChoice<'a> {
    fn parse(text: &'a str) -> Self {
        let (ip, prefix) = text.split_once('/').unwrap_or((text, ""));
        let Ok(ip) = ip.parse::<IpAddr>() else { return InterfaceChoice::Name(text) };
        let width = if ip.is_ipv4() { 32 } else { 128 };
        match prefix.parse::<u8>() {
            Ok(prefix) if prefix <= width => InterfaceChoice::Network(Address::new(ip, prefix)),
            _ if prefix.is_empty() => InterfaceChoice::Network(Address::new(ip, width)),
            _ => InterfaceChoice::Name(text),
        }
    }

    fn admits(&self, name: &str, address: &Address) -> bool {
        match self {
            InterfaceChoice::Network(network) => network.network_contains(address.ip),
            InterfaceChoice::Name(wanted) => *wanted == name,
        }
    }

    fn describe(&self) -> String {
        match self {
            InterfaceChoice::Network(network) => {
                format!("network {}/{}", network.ip, network.prefix)
            }
            InterfaceChoice::Name(name) => format!("interface name {name}"),
        }
    }
}

fn nothing_matches(
    choices: &[InterfaceChoice<'_>],
    interfaces: &[if_addrs::Interface],
) -> MethodError {
    let wanted: Vec<String> = choices.iter().map(InterfaceChoice::describe).collect();
    let wanted = wanted.join(" or the ");
    let there: Vec<String> = interfaces.iter().map(|i| format!("{} {}", i.name, i.ip())).collect();
    MethodError::Configuration {
        parameter: "tcp.interface",
        why: format!("nothing on this host has the {wanted}; there is {}", there.join(", ")),
    }
}

/// Whether peers may know this host by several addresses of a family, so that answers have to leave from the one
/// that was called. An address of a single link is answered from that link's.
pub fn may_be_known_by_several() -> bool {
    own(&[]).map_or(true, |all| has_several_of_a_family(&all))
}

fn has_several_of_a_family(own: &[Address]) -> bool {
    let outside = || own.iter().filter(|a| !a.is_loopback() && !a.needs_scope());
    let of_v4 = outside().filter(|a| a.ip.is_ipv4()).count();
    of_v4 > 1 || outside().count() - of_v4 > 1
}

/// Bytes of the largest IP packet that one of the interfaces with these addresses carries.
pub fn carried(own: &[Address]) -> u16 {
    let number = |path: &Path, file: &str| -> Option<u32> {
        std::fs::read_to_string(path.join(file)).ok()?.trim().parse().ok()
    };
    let interfaces = std::fs::read_dir("/sys/class/net").into_iter().flatten().flatten();
    let largest = interfaces.filter_map(|entry| {
        let index = number(&entry.path(), "ifindex")?;
        let is_own = own.iter().any(|a| a.interface == index && !a.is_loopback());
        number(&entry.path(), "mtu").filter(|_| is_own)
    });
    u16::try_from(largest.max().unwrap_or(1500)).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(ip: &str, prefix: u8) -> Address {
        Address::new(ip.parse().unwrap(), prefix)
    }

    #[test]
    fn networks_contain_their_addresses() {
        assert!(address("10.1.2.3", 8).network_contains("10.9.9.9".parse().unwrap()));
        assert!(!address("10.1.2.3", 16).network_contains("10.9.9.9".parse().unwrap()));
        assert!(address("10.1.2.3", 0).network_contains("1.1.1.1".parse().unwrap()));
        assert!(!address("10.1.2.3", 32).network_contains("10.1.2.2".parse().unwrap()));
        assert!(address("fd00::1", 64).network_contains("fd00::2".parse().unwrap()));
        assert!(!address("fd00::1", 64).network_contains("fd01::2".parse().unwrap()));
        assert!(address("::1", 0).network_contains("ff::".parse().unwrap()));
        assert!(!address("::1", 0).network_contains("10.0.0.1".parse().unwrap()));
    }

    #[test]
    fn an_address_of_each_family_is_not_several() {
        let [loopback, v4, v6, link] =
            [("127.0.0.1", 8), ("10.0.0.1", 24), ("fd00::1", 64), ("fe80::1", 64)]
                .map(|(ip, prefix)| address(ip, prefix));
        assert!(!has_several_of_a_family(&[loopback, v4, v6, link]));
        assert!(has_several_of_a_family(&[v4, v6, address("10.0.1.1", 24)]));
        assert!(has_several_of_a_family(&[v6, address("fd01::1", 64)]));
    }

    #[test]
    fn an_interface_is_chosen_by_name_address_or_network() {
        for choice in ["lo", "127.0.0.1", "127.0.0.0/8"] {
            let found = own(&[choice.into()]).unwrap();
            assert!(!found.is_empty() && found.iter().all(Address::is_loopback), "{choice}");
        }
    }

    #[test]
    fn of_several_choices_any_lets_an_address_through() {
        let all = own(&[]).unwrap();
        let each: Vec<String> = all.iter().map(|a| a.ip.to_string()).collect();
        assert_eq!(own(&each).unwrap().len(), all.len());
        let one = own(&["nosuch0".into(), "127.0.0.1".into()]).unwrap();
        assert!(!one.is_empty() && one.iter().all(Address::is_loopback));
        let error = own(&["nosuch0".into(), "nosuch1".into()]).unwrap_err().to_string();
        assert!(error.contains("nosuch0") && error.contains("nosuch1"), "{error}");
    }

    #[test]
    fn a_choice_that_matches_nothing_says_what_there_is() {
        for choice in ["nosuch0", "192.0.2.77/32", "10.0.0.0/99"] {
            let error = own(&[choice.into()]).unwrap_err().to_string();
            assert!(error.contains("tcp.interface") && error.contains("127.0.0.1"), "{error}");
        }
    }

    #[test]
    fn loopback_comes_last() {
        let found = own(&[]).unwrap();
        let first = found.iter().position(Address::is_loopback).unwrap_or(found.len());
        assert!(found[first..].iter().all(Address::is_loopback));
    }
}
