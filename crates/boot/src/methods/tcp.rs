//! TCP, as configured.

use super::Opening;
use ferry_config::Config;
use ferry_method::{Method, MethodError};
use ferry_method_tcp::{TcpMethod, TcpOptions};

pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Method>, MethodError> {
    let options = tcp_options(opening.config, opening.neighbours.local_rank);
    Ok(Box::new(TcpMethod::new(opening.identity.clone(), options)?))
}

/// Options of TCP. `local_rank`: the process's place among those of its host.
pub fn tcp_options(config: &Config, local_rank: u32) -> TcpOptions {
    let mut options = TcpOptions {
        interfaces: config.list("tcp.interface").to_vec(),
        port_range: config.ports("tcp.port_range"),
        connect_timeout: config.duration("tcp.connect_timeout"),
        local_rank,
        ..TcpOptions::default()
    };
    options.port = u16::try_from(config.number("tcp.port")).ok().filter(|port| *port != 0);
    let size = |name: &str| config.auto_size(name).map(|v| v as usize);
    options.eager_limit = size("tcp.eager_limit").unwrap_or(options.eager_limit);
    options.fragment = size("tcp.fragment").unwrap_or(options.fragment);
    options.send_buffer = size("tcp.send_buffer");
    options.recv_buffer = size("tcp.recv_buffer");
    options
}
