//! QUIC, as configured.

use super::{Opening, is_direct};
use ferry_config::Config;
use ferry_method::{Method, MethodError};
use ferry_method_quic::{Congestion, QuicMethod, QuicOptions};

pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Method>, MethodError> {
    let mut options = quic_options(opening.config, opening.neighbours.local_rank);
    options.clock = Some(opening.clock);
    Ok(Box::new(QuicMethod::new(opening.identity.clone(), options)?))
}

/// Options of QUIC. `local_rank`: the process's place among those of its host.
pub fn quic_options(config: &Config, local_rank: u32) -> QuicOptions {
    let defaults = QuicOptions::default();
    let size = |name: &str, default: u64| config.auto_size(name).unwrap_or(default);
    let receive_window = size("quic.receive_window", defaults.receive_window);
    // Only the direct design leaves streams unread.
    let stream = if is_direct(config) { defaults.stream_window } else { receive_window };
    QuicOptions {
        interfaces: config.list("quic.interface").to_vec(),
        ports: config.ports("quic.ports"),
        connect_timeout: config
            .auto_duration("quic.connect_timeout")
            .unwrap_or(defaults.connect_timeout),
        eager_limit: size("quic.eager_limit", defaults.eager_limit as u64) as usize,
        fragment: size("quic.fragment", defaults.fragment as u64) as usize,
        congestion: match config.text("quic.congestion") {
            "bbr" => Congestion::Bbr,
            "newreno" => Congestion::NewReno,
            "cubic" => Congestion::Cubic,
            _ => Congestion::Adaptive,
        },
        keepalive: config.auto_duration("quic.keepalive").or(defaults.keepalive),
        idle_timeout: config.auto_duration("quic.idle_timeout").or(defaults.idle_timeout),
        send_window: size("quic.send_window", defaults.send_window),
        far_send_window: size("quic.send_window", defaults.far_send_window),
        receive_window,
        stream_window: size("quic.stream_window", stream),
        max_streams: size("quic.max_streams", defaults.max_streams.into()) as u32,
        max_datagram: config.auto_number("quic.max_datagram").map(|n| n as u16),
        local_rank,
        ..defaults
    }
}
