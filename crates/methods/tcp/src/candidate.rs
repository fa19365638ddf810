//! In which order a peer's addresses are tried.

use crate::address::Address;
use crate::descriptor::Contact;
use std::net::{IpAddr, SocketAddr, SocketAddrV6};

/// Whether two ends are on one host.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nearness {
    Here,
    Elsewhere,
    Unknown,
}

/// Whether the hosts of two ends, as their identities name them, are known to be one.
pub fn is_same_host(a: &str, b: &str) -> bool {
    !a.is_empty() && a == b
}

/// Where a process is.
#[derive(Clone, Debug)]
pub struct Whereabouts {
    /// What it publishes.
    pub contact: Contact,
    /// All its addresses that may be used.
    pub own: Vec<Address>,
    /// Whether its sockets reach IPv6.
    pub has_v6: bool,
}

impl Whereabouts {
    /// The addresses at which it can call a contact, best first.
    ///
    /// # Errors
    /// Why there is none.
    pub fn ways_to(&self, remote: &Contact) -> Result<Vec<SocketAddr>, String> {
        if *remote == self.contact {
            return Err("it is this process itself".to_owned());
        }
        let found = self.order(remote);
        if found.is_empty() {
            let theirs: Vec<String> = remote.addresses.iter().map(|a| a.ip.to_string()).collect();
            return Err(format!("none of its addresses ({}) leads there", theirs.join(", ")));
        }
        Ok(found)
    }

    /// The addresses at which a contact may be reached from this host, best first.
    pub fn order(&self, remote: &Contact) -> Vec<SocketAddr> {
        order(remote, &self.contact.host, &self.own, self.has_v6)
    }

    /// The addresses it publishes, best first.
    pub fn addresses(&self) -> Vec<IpAddr> {
        self.contact.addresses.iter().map(|address| address.ip).collect()
    }
}

/// The socket addresses at which `remote` may be reached from this host, best first: within the host
/// loopback, across hosts first those in a network of this host's; loopback never leaves the host. An end
/// that does not know its host may be here or elsewhere: all its addresses are tried, those last that
/// are the own ones too if it is elsewhere. Whoever answers there must prove who it is.
fn order(remote: &Contact, host: &str, own: &[Address], has_v6: bool) -> Vec<SocketAddr> {
    let nearness = match (remote.host.is_empty() || host.is_empty(), remote.host == host) {
        (true, _) => Nearness::Unknown,
        (false, true) => Nearness::Here,
        (false, false) => Nearness::Elsewhere,
    };
    let mut ranked: Vec<(u8, SocketAddr)> = Vec::new();
    for address in &remote.addresses {
        let is_mine = own.iter().any(|mine| mine.ip == address.ip);
        let leads_home = is_mine || address.is_loopback();
        if (leads_home && nearness == Nearness::Elsewhere) || (address.ip.is_ipv6() && !has_v6) {
            continue;
        }
        let near = own.iter().any(|mine| mine.network_contains(address.ip));
        let rank = match (address.is_loopback(), nearness) {
            (true, Nearness::Here) => 0,
            (true, _) => 4,
            (false, Nearness::Unknown) if is_mine => 3,
            (false, _) => 2 - u8::from(near),
        };
        ranked.extend(socket_addresses(address, remote.port, own).map(|a| (rank, a)));
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, address)| address).collect()
}

/// The address with the port; a link-local one once for every interface that could lead to it.
fn socket_addresses(
    address: &Address,
    port: u16,
    own: &[Address],
) -> impl Iterator<Item = SocketAddr> {
    let mut scopes: Vec<u32> = match address.needs_scope() {
        true => own.iter().filter(|a| a.needs_scope()).map(|a| a.interface).collect(),
        false => vec![0],
    };
    scopes.dedup();
    let ip = address.ip;
    scopes.into_iter().take(4).map(move |scope| match ip {
        IpAddr::V4(_) => SocketAddr::new(ip, port),
        IpAddr::V6(ip) => SocketAddrV6::new(ip, port, 0, scope).into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        let (ip, prefix) = text.split_once('/').unwrap();
        Address { interface: 3, ..Address::new(ip.parse().unwrap(), prefix.parse().unwrap()) }
    }

    fn ordered(remote: &[&str], host: &str, own: &[&str], has_v6: bool) -> Vec<String> {
        let remote = Contact {
            host: "there".into(),
            port: 9,
            addresses: remote.iter().map(|a| address(a)).collect(),
        };
        let own: Vec<Address> = own.iter().map(|a| address(a)).collect();
        order(&remote, host, &own, has_v6).iter().map(ToString::to_string).collect()
    }

    const REMOTE: [&str; 4] = ["172.16.0.5/16", "10.0.0.5/24", "fd00::5/64", "127.0.0.1/8"];

    #[test]
    fn the_same_subnet_comes_first_and_loopback_stays_at_home() {
        let own = ["10.0.0.6/24", "127.0.0.1/8"];
        assert_eq!(
            ordered(&REMOTE, "here", &own, true),
            ["10.0.0.5:9", "172.16.0.5:9", "[fd00::5]:9"]
        );
        assert_eq!(ordered(&REMOTE, "here", &own, false), ["10.0.0.5:9", "172.16.0.5:9"]);
    }

    #[test]
    fn loopback_comes_first_within_the_host() {
        assert_eq!(ordered(&REMOTE, "there", &["10.0.0.5/24"], true)[0], "127.0.0.1:9");
    }

    #[test]
    fn an_address_that_is_also_mine_is_not_the_others() {
        let own = ["172.16.0.5/16", "10.0.0.6/24"];
        assert_eq!(ordered(&REMOTE, "here", &own, false), ["10.0.0.5:9"]);
    }

    #[test]
    fn an_end_that_does_not_know_its_host_tries_all_and_home_last() {
        let own = ["172.16.0.5/16", "10.0.0.6/24", "127.0.0.1/8"];
        let all = ["10.0.0.5:9", "172.16.0.5:9", "127.0.0.1:9"];
        assert_eq!(ordered(&REMOTE, "", &own, false), all);
    }

    #[test]
    fn link_local_addresses_get_a_scope_or_are_left_out() {
        assert_eq!(ordered(&["fe80::5/64"], "here", &["fe80::6/64"], true), ["[fe80::5%3]:9"]);
        assert!(ordered(&["fe80::5/64"], "here", &["fd00::6/64"], true).is_empty());
    }
}
