//! SCTP, as configured.

use super::{Opening, is_direct};
use ferry_config::Config;
use ferry_method::{Method, MethodError};
use ferry_method_sctp::kernel::{self, KernelSctp};
use ferry_method_sctp::{
    Auth, Congestion, DEFAULT_EACH, SctpMethod, SctpOptions, Spreading, Transport,
};

pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Method>, MethodError> {
    let mut options = sctp_options(opening.config, opening.neighbours.local_rank);
    options.clock = Some(opening.clock);
    let identity = opening.identity.clone();
    if options.transport == Transport::Kernel {
        match kernel::probe() {
            Ok(()) => return Ok(Box::new(KernelSctp::new(identity, options)?)),
            Err(why) => options.transport = instead(&why, opening.neighbours.local_rank),
        }
    }
    Ok(Box::new(SctpMethod::new(identity, options)?))
}

/// What is used where the kernel has no SCTP. One process of each host says so.
fn instead(why: &str, local_rank: u32) -> Transport {
    if local_rank == 0 {
        ferry_sys::tell(&format!(
            "ferry: sctp.transport = kernel: {why}; Ferry's own SCTP over UDP is used instead"
        ));
    }
    Transport::Udp
}

/// Options of SCTP. `local_rank`: the process's place among those of its host.
pub fn sctp_options(config: &Config, local_rank: u32) -> SctpOptions {
    let defaults = SctpOptions::default();
    let size = |name: &str, default: usize| -> usize {
        config.auto_size(name).map_or(default, |n| usize::try_from(n).unwrap_or(usize::MAX))
    };
    let window = |name: &str, default: u32| -> u32 {
        config.auto_size(name).map_or(default, |n| u32::try_from(n).unwrap_or(u32::MAX)).max(1)
    };
    SctpOptions {
        interfaces: config.list("sctp.interface").to_vec(),
        ports: config.ports("sctp.ports"),
        connect_timeout: config
            .auto_duration("sctp.connect_timeout")
            .unwrap_or(defaults.connect_timeout),
        eager_limit: size("sctp.eager_limit", defaults.eager_limit),
        fragment: size("sctp.fragment", defaults.fragment),
        streams: spreading(config),
        stream_window: window("sctp.stream_window", defaults.stream_window),
        receive_window: window("sctp.receive_window", defaults.receive_window),
        send_buffer: size("sctp.send_buffer", defaults.send_buffer).max(1),
        rto_min: config.auto_duration("sctp.rto_min"),
        rto_initial: config.auto_duration("sctp.rto_initial"),
        heartbeat: config.auto_duration("sctp.heartbeat"),
        congestion: match config.text("sctp.congestion") {
            "standard" => Congestion::Standard,
            "cubic" => Congestion::Cubic,
            "bbr" => Congestion::Bbr,
            _ => Congestion::Adaptive,
        },
        multipath: config.flag("sctp.multipath"),
        mtu: config.auto_number("sctp.mtu").map(|n| u16::try_from(n).unwrap_or(u16::MAX)),
        auth: match config.text("sctp.auth") {
            "all" => Auth::All,
            "none" => Auth::None,
            _ => Auth::Handshake,
        },
        checksum: config.auto_flag("sctp.checksum"),
        transport: match config.text("sctp.transport") {
            "raw" => Transport::Raw,
            "kernel" => Transport::Kernel,
            _ => Transport::Udp,
        },
        local_rank,
        ..defaults
    }
}

/// Streams are what point-to-point asks for; the direct design takes one for each context and tag.
fn spreading(config: &Config) -> Spreading {
    let each = || {
        let streams = config.auto_number("sctp.max_streams");
        streams.map_or(DEFAULT_EACH, |n| n.clamp(1, u64::from(u16::MAX - 1)) as u16)
    };
    match config.auto_text("p2p.streams") {
        _ if is_direct(config) => Spreading::Each(each()),
        Some("one") => Spreading::One,
        Some("each") => Spreading::Each(each()),
        _ => Spreading::Pool(config.number("p2p.pool").clamp(1, 4096) as u16),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&'static str, &'static str)]) -> Spreading {
        spreading(&Config::with(pairs.iter().copied()).expect("parameters that there are"))
    }

    #[test]
    fn streams_follow_the_design_of_point_to_point() {
        assert_eq!(of(&[]), Spreading::Pool(10));
        assert_eq!(of(&[("p2p.pool", "4")]), Spreading::Pool(4));
        assert_eq!(of(&[("p2p.streams", "one")]), Spreading::One);
        assert_eq!(of(&[("p2p.streams", "each")]), Spreading::Each(DEFAULT_EACH));
        assert_eq!(of(&[("p2p", "direct")]), Spreading::Each(DEFAULT_EACH));
        assert_eq!(of(&[("p2p", "direct"), ("p2p.streams", "one")]), Spreading::Each(DEFAULT_EACH));
        assert_eq!(of(&[("p2p.streams", "each"), ("sctp.max_streams", "7")]), Spreading::Each(7));
    }
}
