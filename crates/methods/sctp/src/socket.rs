//! The socket and the settings of its associations, from the options.

use crate::MAX_FRAME;
use crate::options::{Auth, SctpOptions, Spreading, Transport};
use crate::secret::{SctpSecret, random};
use ferry_config::Ports;
use ferry_method::{Identity, MethodError};
use ferry_method_tcp::net::{Address, carried, may_be_known_by_several, none_free, ports_of_rank};
use ferry_sctp::{Socket, SocketError, SocketOptions, TransportKind};
use ferry_sctp_core::association::{AssociationConfig, AuthenticationConfig};
use ferry_sctp_core::path::PmtuSettings;
use ferry_sctp_core::streams::Scheduler;
use ferry_sctp_core::wire::{ChunkType, HmacId};
use ferry_session::ANSWER;
use ferry_wire::HEADER_LEN;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The loopback interface's largest IP packet.
const LOOPBACK: u16 = u16::MAX;
/// Bytes of a long message that are handed on before all of it is there.
const PARTIAL_DELIVERY: usize = 32 << 10;
/// Identifier, among those without an owner, of what both ends agree to trust in a checksum's place.
const NO_CHECKSUM: u32 = 0x4652_5900;
/// Identifier of the key derived from the job's secret (RFC 4895 §3.1).
const KEY: u16 = 1;
/// Packets that may leave before the first answer, as of any TCP and QUIC (RFC 6928, RFC 9002 §7.2); RFC
/// 9260 has four.
const FIRST_WINDOW: u32 = 10;
/// Packets that one report may tell of, since peers report a train of them at once: the window grows by as many
/// while it is not known to be too large, as that of TCP does.
const FULL_TRAIN: u32 = 64;
/// Packets that one report tells of where they come one by one: as over QUIC, and as many as a kernel puts
/// together for TCP; on short ways, where no loss is waited for long. What a sender waits for it marks (RFC 7053).
const ACKNOWLEDGED: u32 = 8;
/// Retransmissions of a handshake's packets after which it is begun anew, until the peer counts as
/// unreachable: an answer that somebody changed on the way would spoil it for good.
const TRIES: u32 = 4;
/// Flow control by stream, as the association's chunks call it.
const STREAM_LIMITS: ChunkType = ChunkType(0x9e);
/// Associations beyond one for each peer: strangers, and those of two ends that call each other.
const SPARE_ASSOCIATIONS: usize = 256;

/// Takes a port as the options ask: of the only chosen address if there is but one, otherwise of all.
pub(crate) fn open(
    identity: &Identity,
    job: &SctpSecret,
    options: &SctpOptions,
    own: &[Address],
) -> Result<(Socket, AssociationConfig), MethodError> {
    let config = association(job, options, own);
    let mut settings =
        SocketOptions::new(random().map_err(|e| MethodError::system("asking for randomness", e))?);
    settings.transport = match options.transport {
        Transport::Udp => TransportKind::Udp,
        Transport::Raw => TransportKind::Raw,
        Transport::Kernel => return Err(no_kernel()),
    };
    settings.most_associations = 2 * identity.size as usize + SPARE_ASSOCIATIONS;
    settings.mtu = options.mtu;
    settings.several_addresses = may_be_known_by_several();
    settings.association = config.clone();
    let socket = match own {
        [only] if !options.interfaces.is_empty() && !only.needs_scope() => {
            bind(&mut settings, options, vec![only.ip])
        }
        _ if settings.transport == TransportKind::Raw => bind(&mut settings, options, Vec::new()),
        _ => match bind(&mut settings, options, vec![Ipv6Addr::UNSPECIFIED.into()]) {
            Err(MethodError::System { .. }) => {
                bind(&mut settings, options, vec![Ipv4Addr::UNSPECIFIED.into()])
            }
            other => other,
        },
    }?;
    for descriptor in socket.descriptors() {
        // Where they cannot be left out they only cost time.
        let _ = ferry_sys::leave_out_udp_times(descriptor);
        if !settings.several_addresses {
            let _ = ferry_sys::leave_out_udp_destinations(descriptor);
        }
    }
    Ok((socket, config))
}

fn no_kernel() -> MethodError {
    MethodError::Configuration {
        parameter: "sctp.transport",
        why: "the kernel's own SCTP is served by `kernel::KernelSctp`, not by Ferry's stack; for that \
              take udp, which needs nothing of the kernel, or raw"
            .to_owned(),
    }
}

fn bind(
    settings: &mut SocketOptions,
    options: &SctpOptions,
    addresses: Vec<IpAddr>,
) -> Result<Socket, MethodError> {
    const PARAMETER: &str = "sctp.ports";
    let ports = ports_of_rank(&options.ports, options.local_rank, PARAMETER)?;
    settings.addresses = addresses;
    let mut last = String::new();
    for &port in &ports {
        settings.port = port;
        match Socket::bind(settings) {
            Ok(socket) => return Ok(socket),
            Err(e @ SocketError::Port { .. }) if options.ports != Ports::Any => {
                last = e.to_string()
            }
            Err(e) => return Err(refused(e)),
        }
    }
    Err(none_free(&ports, PARAMETER, &last))
}

fn refused(e: SocketError) -> MethodError {
    match e {
        SocketError::NotPermitted { .. } => {
            MethodError::Configuration { parameter: "sctp.transport", why: e.to_string() }
        }
        SocketError::Configuration { parameter: _, ref why } => {
            MethodError::Configuration { parameter: "sctp.interface", why: why.clone() }
        }
        other => {
            MethodError::system("opening the SCTP socket", io::Error::other(other.to_string()))
        }
    }
}

/// What an association is to be like.
fn association(job: &SctpSecret, options: &SctpOptions, own: &[Address]) -> AssociationConfig {
    let mut config = AssociationConfig::default();
    let streams = options.streams.streams();
    config.outbound_streams = streams;
    config.inbound_streams = streams;
    config.send_buffer = options.send_buffer;
    config.receive_window = options.receive_window;
    config.stream_window =
        matches!(options.streams, Spreading::Each(_)).then_some(options.stream_window);
    config.within_stream_window = true;
    config.answer_delay = ANSWER;
    config.sack_every = ACKNOWLEDGED;
    let narrowest = config.stream_window.unwrap_or(u32::MAX).min(options.receive_window);
    config.partial_delivery = PARTIAL_DELIVERY.min(narrowest as usize / 4).max(1);
    config.largest_message = Some((MAX_FRAME + HEADER_LEN) as u64);
    // What is short passes what is long.
    config.scheduler = Scheduler::FairMessages;
    config.interleaving = true;
    // Nothing is ever given up, and streams are used again without being reset.
    config.partial_reliability = false;
    config.re_configuration = false;
    config.authentication = authentication(job, options.auth);
    // Who calls decides.
    config.zero_checksum = (options.checksum != Some(true)).then_some(NO_CHECKSUM);
    let paths = &mut config.paths;
    paths.algorithm = options.congestion;
    paths.congestion.initial_segments = Some(FIRST_WINDOW);
    paths.congestion.slow_start_limit = FULL_TRAIN;
    paths.multipath = options.multipath;
    if let Some(rto) = options.rto_min {
        paths.rto.min = rto;
        paths.rto.max = paths.rto.max.max(rto);
    }
    if let Some(rto) = options.rto_initial {
        paths.rto.initial = rto;
        paths.rto.max = paths.rto.max.max(rto);
    }
    if let Some(interval) = options.heartbeat {
        paths.heartbeat.enabled = !interval.is_zero();
        paths.heartbeat.interval = interval;
    }
    // A process that computes answers nothing: silence is no sign of death.
    config.max_retrans = u32::MAX;
    let outside = own.iter().filter(|a| !a.is_loopback() && !a.needs_scope());
    let outside: Vec<IpAddr> = outside.map(|a| a.ip).collect();
    if outside.len() > 1 {
        config.addresses = outside;
    }
    config
}

/// What is demanded behind AUTH (RFC 4895); INIT, INIT-ACK and SHUTDOWN-COMPLETE never may be.
fn authentication(job: &SctpSecret, auth: Auth) -> Option<AuthenticationConfig> {
    let mut chunks = vec![
        ChunkType::CookieEcho,
        ChunkType::CookieAck,
        ChunkType::Shutdown,
        ChunkType::ShutdownAck,
        ChunkType::Abort,
        ChunkType::ReConfig,
    ];
    match auth {
        Auth::None => return None,
        Auth::Handshake => {}
        Auth::All => chunks.extend([
            ChunkType::Data,
            ChunkType::IData,
            ChunkType::Sack,
            ChunkType::Heartbeat,
            ChunkType::HeartbeatAck,
            STREAM_LIMITS,
        ]),
    }
    let key = job.association_key();
    Some(AuthenticationConfig {
        key_id: KEY,
        key,
        chunks,
        algorithms: vec![HmacId::SHA256, HmacId::SHA1],
    })
}

/// The settings for calling a peer: how often it is asked in one handshake, and what the way there carries.
/// `first`: the best of its addresses.
pub(crate) fn calling(
    config: &AssociationConfig,
    options: &SctpOptions,
    own: &[Address],
    (is_here, first): (bool, IpAddr),
    has_v6: bool,
) -> AssociationConfig {
    let mut config = config.clone();
    let ip = if has_v6 { 40 } else { 20 };
    let overhead = ip + if options.transport == Transport::Udp { 8 } else { 0 };
    let pmtu = config.paths.pmtu;
    let usable = |mtu: u16| mtu.max(pmtu.min.max(576));
    config.paths.pmtu = if is_here {
        let mtu = usable(options.mtu.unwrap_or(LOOPBACK));
        // All of the host's own ways carry that much; there is nothing to search for.
        PmtuSettings { enabled: false, base: mtu, max: mtu, overhead, ..pmtu }
    } else {
        let max = usable(options.mtu.unwrap_or_else(|| carried(own)));
        PmtuSettings { base: pmtu.base.min(max), max, overhead, ..pmtu }
    };
    if options.checksum.unwrap_or(!is_here) {
        config.zero_checksum = None;
    }
    config.max_init_retransmits = TRIES;
    if first.is_loopback() {
        config.addresses.clear();
    }
    config
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_method::{JobId, PeerId};

    fn job() -> SctpSecret {
        SctpSecret::of(&Identity {
            job: JobId(7),
            me: PeerId(0),
            size: 2,
            secret: [1; 32],
            host: "here".into(),
        })
    }

    fn of(options: &SctpOptions) -> AssociationConfig {
        association(&job(), options, &[Address::new([10, 0, 0, 1].into(), 24)])
    }

    #[test]
    fn windows_by_stream_are_for_streams_of_their_own() {
        let each = SctpOptions { streams: Spreading::Each(7), ..SctpOptions::default() };
        assert_eq!(of(&each).stream_window, Some(each.stream_window));
        assert_eq!(of(&each).outbound_streams, 8);
        assert_eq!(of(&SctpOptions::default()).stream_window, None);
        assert_eq!(of(&SctpOptions::default()).outbound_streams, 11);
    }

    #[test]
    fn what_must_prove_itself_follows_the_option() {
        let chunks = |auth| {
            let options = SctpOptions { auth, ..SctpOptions::default() };
            of(&options).authentication.map(|a| a.chunks)
        };
        assert_eq!(chunks(Auth::None), None);
        let handshake = chunks(Auth::Handshake).unwrap();
        assert!(
            handshake.contains(&ChunkType::CookieEcho) && !handshake.contains(&ChunkType::IData)
        );
        assert!(chunks(Auth::All).unwrap().contains(&ChunkType::IData));
    }

    #[test]
    fn a_host_of_one_address_tells_none() {
        let two = [[10, 0, 0, 1], [10, 0, 1, 1]].map(|ip| Address::new(ip.into(), 24));
        assert!(of(&SctpOptions::default()).addresses.is_empty());
        assert_eq!(association(&job(), &SctpOptions::default(), &two).addresses.len(), 2);
    }

    #[test]
    fn within_a_host_there_is_nothing_to_search_for() {
        const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let options = SctpOptions::default();
        let own = [Address::new([10, 0, 0, 1].into(), 24)];
        let config = of(&options);
        let here = calling(&config, &options, &own, (true, LOCAL), true);
        assert_eq!((here.paths.pmtu.enabled, here.paths.pmtu.base), (false, u16::MAX));
        let small = SctpOptions { mtu: Some(1400), ..options.clone() };
        let there = calling(&config, &small, &own, (false, own[0].ip), false);
        assert!(there.paths.pmtu.enabled && there.paths.pmtu.max == 1400);
        assert_eq!(there.paths.pmtu.overhead, 28);
    }

    #[test]
    fn the_kernels_sockets_are_declined_with_what_serves_instead() {
        let error = no_kernel().to_string();
        assert!(error.contains("sctp.transport") && error.contains("udp"), "{error}");
    }
}
