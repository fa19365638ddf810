//! Datagrams, as configured.

use super::Opening;
use ferry_method::{Method, MethodError};
use ferry_method_udp::{UdpMethod, UdpOptions};

pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Method>, MethodError> {
    let config = opening.config;
    let defaults = UdpOptions::default();
    let options = UdpOptions {
        interfaces: config.list("udp.interface").to_vec(),
        ports: config.ports("udp.ports"),
        max_frame: config.auto_size("udp.max_frame").map_or(defaults.max_frame, |n| n as usize),
        multicast_interface: config.auto_text("udp.multicast_interface").map(str::to_owned),
        multicast_ttl: config.number("udp.multicast_ttl") as u32,
        multicast_loopback: config.flag("udp.multicast_loopback"),
        local_rank: opening.neighbours.local_rank,
        ..defaults
    };
    Ok(Box::new(UdpMethod::new(opening.identity.clone(), options)?))
}
