//! How long a packet may be at most: what the host's interfaces carry.

use std::net::IpAddr;
use std::path::Path;

/// Where Linux tells of its interfaces.
const INTERFACES: &str = "/sys/class/net";
/// What Ethernet carries.
const ETHERNET: u16 = 1500;

/// The longest IP packet that an interface takes from one of these addresses: a path may carry less, which
/// the search for its MTU finds out, at no cost where its own interface says so at once.
pub(crate) fn largest(addresses: &[IpAddr]) -> u16 {
    if addresses.iter().any(|address| address.is_unspecified() || address.is_loopback()) {
        return u16::MAX;
    }
    let Ok(interfaces) = Path::new(INTERFACES).read_dir() else { return ETHERNET };
    let outside = interfaces.flatten().filter(|interface| interface.file_name() != "lo");
    outside
        .filter_map(|interface| std::fs::read_to_string(interface.path().join("mtu")).ok())
        .filter_map(|mtu| mtu.trim().parse::<u32>().ok())
        .max()
        .map_or(ETHERNET, |mtu| mtu.min(u16::MAX.into()) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_on_this_host_may_be_as_long_as_ip_allows() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        assert_eq!(largest(&[ip("127.0.0.2")]), u16::MAX);
        assert_eq!(largest(&[ip("::")]), u16::MAX);
        assert!(largest(&[ip("192.0.2.1")]) > 0);
    }
}
