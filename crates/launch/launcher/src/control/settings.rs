//! Settings of the socket and of its associations.

use super::ControlStream;
use super::address;
use super::seal::ControlKey;
use ferry_sctp::SocketOptions;
use ferry_sctp_core::association::AuthenticationConfig;
use ferry_sctp_core::streams::Scheduler;
use ferry_sctp_core::wire::{ChunkType, HmacId};
use std::time::Duration;

/// Bytes of a lane that may be under way.
const LANE_BUFFER: usize = 256 << 10;
/// How often an idle peer is asked for a sign of life.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// Longest time between two attempts to reach somebody who does not answer.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Proof by both ends that they have the key, of every chunk that may be proved (RFC 4895 §3.2).
pub(super) fn authentication(key: &ControlKey) -> AuthenticationConfig {
    let chunks = vec![
        ChunkType::Data,
        ChunkType::IData,
        ChunkType::Sack,
        ChunkType::Heartbeat,
        ChunkType::HeartbeatAck,
        ChunkType::Abort,
        ChunkType::Shutdown,
        ChunkType::ShutdownAck,
        ChunkType::Error,
        ChunkType::CookieEcho,
        ChunkType::CookieAck,
        ChunkType::ReConfig,
        ChunkType::ForwardTsn,
    ];
    let algorithms = vec![HmacId::SHA256];
    AuthenticationConfig { key_id: 1, key: key.for_handshake(), chunks, algorithms }
}

/// A socket with a lane in each stream, whose peers may be silent for `timeout`.
pub(super) fn options(timeout: Duration) -> Result<SocketOptions, String> {
    let seed = ControlKey::random().map_err(|e| format!("no random numbers: {e}"))?;
    let mut options = SocketOptions::new(*seed.bytes());
    let association = &mut options.association;
    association.outbound_streams = ControlStream::ALL.len() as u16;
    association.inbound_streams = ControlStream::ALL.len() as u16;
    association.send_buffer = ControlStream::ALL.len() * LANE_BUFFER;
    association.stream_buffer = Some(LANE_BUFFER);
    association.scheduler = Scheduler::Priority;
    association.re_configuration = false;
    association.partial_reliability = false;
    // Silence is counted in time, not in attempts, which other paths of the same peer would use up.
    association.max_retrans = u32::MAX;
    association.max_init_retransmits = u32::MAX;
    let pause = LONGEST_PAUSE.min(timeout / 4);
    association.paths.rto.max = pause;
    association.paths.rto.initial = association.paths.rto.initial.min(pause);
    association.paths.heartbeat.interval = HEARTBEAT.min(timeout / 4);
    let addresses = address::published();
    if addresses.len() > 1 {
        association.addresses = addresses;
    }
    Ok(options)
}
