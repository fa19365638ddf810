//! How noq-proto, the fork with several paths, words what the core asks of it.

use super::session::Transmit;
use bytes::BytesMut;
use ferry_method::Quality;
use noq_proto::congestion::{Bbr3Config, ControllerFactory};
use noq_proto::{Connection, DatagramEvent, EcnCodepoint, Endpoint, EndpointConfig};
use noq_proto::{FourTuple, PathId, ServerConfig, TransportConfig};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Paths of a connection that the peer may open at a time.
const PATHS: u32 = 8;

pub(super) fn endpoint(
    config: Arc<EndpointConfig>,
    server: Arc<ServerConfig>,
    may_probe: bool,
) -> Endpoint {
    Endpoint::new(config, Some(server), may_probe)
}

pub(super) fn handle(
    endpoint: &mut Endpoint,
    now: Instant,
    (from, to): (SocketAddr, Option<IpAddr>),
    ecn: Option<EcnCodepoint>,
    datagram: BytesMut,
    out: &mut Vec<u8>,
) -> Option<DatagramEvent> {
    endpoint.handle(now, FourTuple::new(from, to), ecn, datagram, out)
}

pub(super) fn transmit(
    connection: &mut Connection,
    now: Instant,
    most: usize,
    out: &mut Vec<u8>,
) -> Option<Transmit> {
    let most = NonZeroUsize::new(most).unwrap_or(NonZeroUsize::MIN);
    connection.poll_transmit(now, most, out).map(Transmit::from)
}

/// The remote end of the first path that is open.
pub(super) fn remote(connection: &Connection) -> SocketAddr {
    let first = connection.paths().into_iter().find_map(|id| connection.network_path(id).ok());
    first.map_or_else(|| SocketAddr::from(([0, 0, 0, 0], 0)), |path| path.remote())
}

/// That of the first path that is open.
pub(super) fn round_trip(connection: &Connection) -> Option<Duration> {
    connection.paths().into_iter().find_map(|id| connection.rtt(id))
}

pub(super) fn describe(connection: &Connection) -> String {
    let each = connection.paths().into_iter().map(|id: PathId| {
        let rtt = connection.rtt(id).unwrap_or_default();
        let window = connection.congestion_state(id).map_or(0, |state| state.window());
        format!("rtt {rtt:?}, window {window} bytes")
    });
    let each = each.collect::<Vec<_>>().join("; ");
    format!("{each}, datagrams of {} bytes, loss not known", connection.current_mtu())
}

/// Lost packets are not told.
pub(super) fn quality(_: &Connection) -> Option<Quality> {
    None
}

pub(super) fn bbr(window: u64) -> Arc<dyn ControllerFactory + Send + Sync> {
    let mut config = Bbr3Config::default();
    config.initial_window(window);
    Arc::new(config)
}

/// Its BBR makes the difference by itself: it gives way to losses from 2 % of the packets on.
pub(super) fn adaptive(window: u64) -> Arc<dyn ControllerFactory + Send + Sync> {
    bbr(window)
}

pub(super) fn allow_paths(config: &mut TransportConfig) {
    config.max_concurrent_multipath_paths(PATHS);
}
