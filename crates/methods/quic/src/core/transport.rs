//! The options, in the core's own words.

use super::{dialect, proto};
use crate::options::{Congestion, QuicOptions};
use proto::congestion::{ControllerFactory, CubicConfig, NewRenoConfig};
use proto::{AckFrequencyConfig, IdleTimeout, MtuDiscoveryConfig, TransportConfig, VarInt};
use std::sync::Arc;
use std::time::Duration;

/// Streams a peer may open before it is seen how many it needs: each costs memory from the start.
pub(super) const FIRST_STREAMS: u32 = 256;
/// The datagram that every path must carry (RFC 9000 §14).
pub(crate) const SMALLEST: u16 = 1200;
/// Headers of IPv6 and UDP.
const HEADERS: u16 = 48;
/// Smaller than the internet's: most paths of a job are short.
const FIRST_RTT: Duration = Duration::from_millis(50);

/// How far apart the two ends are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Distance {
    /// On one host: the loopback's large datagrams go through.
    Host,
    /// Anywhere else: what the path carries is found out.
    Network,
}

pub(super) fn varint(n: u64) -> VarInt {
    VarInt::from_u64(n).unwrap_or(VarInt::MAX)
}

fn controller(choice: Congestion, datagram: u16) -> Arc<dyn ControllerFactory + Send + Sync> {
    // Ten datagrams, as RFC 9002 §7.2 says, whatever their size.
    let window = 10 * u64::from(datagram.max(1452));
    match choice {
        Congestion::Cubic => {
            let mut config = CubicConfig::default();
            config.initial_window(window);
            Arc::new(config)
        }
        Congestion::Bbr => dialect::bbr(window),
        Congestion::Adaptive => dialect::adaptive(window),
        Congestion::NewReno => {
            let mut config = NewRenoConfig::default();
            config.initial_window(window);
            Arc::new(config)
        }
    }
}

/// The parameters of a connection over a path of this kind whose interface carries `carried` bytes.
pub(super) fn parameters(
    options: &QuicOptions,
    distance: Distance,
    carried: u16,
) -> Arc<TransportConfig> {
    let largest = carried.saturating_sub(HEADERS).max(SMALLEST);
    let largest = options.max_datagram.map_or(largest, |asked| asked.clamp(SMALLEST, largest));
    let mut config = TransportConfig::default();
    let mut discovery = MtuDiscoveryConfig::default();
    discovery.upper_bound(largest);
    let first = if distance == Distance::Host { largest } else { SMALLEST };
    // A few large datagrams fill the window, so they are acknowledged as RFC 9000 §13.2.2 says; of
    // small ones many come at once.
    let unacknowledged = if distance == Distance::Host { 1 } else { 8 };
    let mut acknowledge = AckFrequencyConfig::default();
    acknowledge
        .ack_eliciting_threshold(VarInt::from_u32(unacknowledged))
        .max_ack_delay(Some(Duration::from_millis(5)));
    config
        .max_concurrent_bidi_streams(VarInt::from_u32(0))
        .max_concurrent_uni_streams(VarInt::from_u32(FIRST_STREAMS.min(options.max_streams)))
        .max_idle_timeout(options.idle_timeout.and_then(|t| IdleTimeout::try_from(t).ok()))
        .stream_receive_window(varint(options.stream_window))
        .receive_window(varint(options.receive_window))
        .send_window(options.send_window)
        .initial_rtt(FIRST_RTT)
        .initial_mtu(first)
        .mtu_discovery_config((first < largest).then_some(discovery))
        .ack_frequency_config(Some(acknowledge))
        .congestion_controller_factory(controller(options.congestion, first))
        .datagram_receive_buffer_size(None);
    dialect::allow_paths(&mut config);
    Arc::new(config)
}
