//! TCP, as configured.

use super::Opening;
use ferry_config::Config;
use ferry_method::{Method, MethodError};
use ferry_method_tcp::{TcpMethod, TcpOptions, Transport};

pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Method>, MethodError> {
    open_as(opening, Transport::Tcp)
}

pub(super) fn open_multipath(opening: &Opening<'_>) -> Result<Box<dyn Method>, MethodError> {
    open_as(opening, Transport::Multipath)
}

fn open_as(opening: &Opening<'_>, transport: Transport) -> Result<Box<dyn Method>, MethodError> {
    let options = tcp_options(opening.config, opening.neighbours.local_rank);
    let options = TcpOptions { transport, ..options };
    Ok(Box::new(TcpMethod::new(opening.identity.clone(), options)?))
}

/// Options of TCP. `local_rank`: the process's place among those of its host.
pub fn tcp_options(config: &Config, local_rank: u32) -> TcpOptions {
    let mut options = TcpOptions {
        interfaces: config.list("tcp.interface").to_vec(),
        ports: config.ports("tcp.ports"),
        connect_timeout: config.duration("tcp.connect_timeout"),
        replay: config.flag("tcp.replay"),
        replay_buffer: config.size("tcp.replay_buffer") as usize,
        reconnect_timeout: config.duration("tcp.reconnect_timeout"),
        stripes: config.auto_number("tcp.stripes").map(|n| n as usize),
        keepalive: config.duration("tcp.keepalive"),
        user_timeout: config.auto_duration("tcp.user_timeout"),
        rto_min: config.duration("tcp.rto_min"),
        congestion: config.auto_text("tcp.congestion").map(str::to_owned),
        local_rank,
        ..TcpOptions::default()
    };
    let size = |name: &str| config.auto_size(name).map(|v| v as usize);
    options.eager_limit = size("tcp.eager_limit").unwrap_or(options.eager_limit);
    options.fragment = size("tcp.fragment").unwrap_or(options.fragment);
    options.send_buffer = size("tcp.send_buffer");
    options.recv_buffer = size("tcp.recv_buffer");
    options
}
