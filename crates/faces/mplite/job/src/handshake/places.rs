//! Which lines of a configuration are for this host.

use crate::config_file::ConfigFile;
use std::collections::HashMap;
use std::net::{IpAddr, ToSocketAddrs};

/// The name of this host, up to its first dot.
pub fn host_name() -> String {
    let names = rustix::system::uname();
    let name = names.nodename().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}

/// Whether a name or an address is this host's.
pub(crate) fn is_here(name: &str) -> bool {
    let first = |name: &str| name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let address: Option<IpAddr> = name.parse().ok();
    if address.is_none() && (name == "localhost" || first(name) == first(&host_name())) {
        return true;
    }
    let found = match address {
        Some(address) => vec![address],
        None => (name, 0).to_socket_addrs().map_or(vec![], |all| all.map(|a| a.ip()).collect()),
    };
    let own = if_addrs::get_if_addrs().unwrap_or_default();
    found.iter().any(|address| own.iter().any(|interface| interface.ip() == *address))
}

/// The processes that this host's lines are of.
pub(super) fn own_processes(config: &ConfigFile) -> Vec<u32> {
    let mut known: HashMap<&str, bool> = HashMap::new();
    let lines = (0..).zip(&config.processes);
    let own =
        lines.filter(|(_, line)| *known.entry(line.host()).or_insert_with(|| is_here(line.host())));
    own.map(|(rank, _)| rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_host_has_names_and_addresses() {
        assert!(is_here("localhost") && is_here("127.0.0.1") && is_here(&host_name()));
        // An address for documentation, which no host has.
        assert!(!is_here("192.0.2.1"));
    }
}
