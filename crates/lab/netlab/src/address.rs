//! Which addresses hosts have.
//!
//! In the `i`th network the `h`th host of all, in cluster `c`, has 10.(100+i).c.(h+1)/16 and
//! fd00:fe:(i+1):c::(h+1)/48. Hosts have the same last number everywhere, and rules can tell the
//! inside of a cluster from the rest by its /24 or /64.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A device's addresses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Addresses {
    pub(crate) v4: Ipv4Addr,
    pub(crate) v6: Ipv6Addr,
}

impl Addresses {
    /// Limits are those that the scenario has been checked for: 16 networks, 200 clusters and hosts.
    pub(crate) fn of(network: usize, cluster: usize, host: usize) -> Self {
        let [network, cluster, host] = [network, cluster, host].map(|index| index as u16);
        let byte = |number: u16| number as u8;
        Self {
            v4: Ipv4Addr::new(10, byte(100 + network), byte(cluster), byte(host + 1)),
            v6: Ipv6Addr::new(0xfd00, 0xfe, network + 1, cluster, 0, 0, 0, host + 1),
        }
    }

    pub(crate) fn all(self) -> [IpAddr; 2] {
        [self.v4.into(), self.v6.into()]
    }
}
