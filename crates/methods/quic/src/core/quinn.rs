//! How quinn-proto words what the core asks of it.

use super::adaptive::AdaptiveConfig;
use super::session::Transmit;
use bytes::BytesMut;
use ferry_method::Quality;
use quinn_proto::congestion::{BbrConfig, ControllerFactory};
use quinn_proto::{Connection, DatagramEvent, EcnCodepoint, Endpoint, EndpointConfig};
use quinn_proto::{ServerConfig, TransportConfig};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) fn endpoint(
    config: Arc<EndpointConfig>,
    server: Arc<ServerConfig>,
    may_probe: bool,
) -> Endpoint {
    Endpoint::new(config, Some(server), may_probe, None)
}

pub(super) fn handle(
    endpoint: &mut Endpoint,
    now: Instant,
    (from, to): (SocketAddr, Option<IpAddr>),
    ecn: Option<EcnCodepoint>,
    datagram: BytesMut,
    out: &mut Vec<u8>,
) -> Option<DatagramEvent> {
    endpoint.handle(now, from, to, ecn, datagram, out)
}

pub(super) fn transmit(
    connection: &mut Connection,
    now: Instant,
    most: usize,
    out: &mut Vec<u8>,
) -> Option<Transmit> {
    connection.poll_transmit(now, most.max(1), out).map(Transmit::from)
}

pub(super) fn remote(connection: &Connection) -> SocketAddr {
    connection.remote_address()
}

pub(super) fn round_trip(connection: &Connection) -> Option<Duration> {
    Some(connection.rtt())
}

pub(super) fn describe(connection: &Connection) -> String {
    let path = connection.stats().path;
    format!(
        "rtt {:?}, window {} bytes, {} of {} packets lost, datagrams of {} bytes",
        path.rtt, path.cwnd, path.lost_packets, path.sent_packets, path.current_mtu
    )
}

pub(super) fn quality(connection: &Connection) -> Option<Quality> {
    let path = connection.stats().path;
    let (sent, lost) = (path.sent_packets, path.lost_packets);
    // The shortest round trip is not told, so that a queue cannot be seen.
    Some(Quality { round_trip: path.rtt, sent, lost, ..Quality::default() })
}

pub(super) fn bbr(window: u64) -> Arc<dyn ControllerFactory + Send + Sync> {
    let mut config = BbrConfig::default();
    config.initial_window(window);
    Arc::new(config)
}

pub(super) fn adaptive(window: u64) -> Arc<dyn ControllerFactory + Send + Sync> {
    Arc::new(AdaptiveConfig::new(window))
}

/// There is one path at a time.
pub(super) fn allow_paths(_: &mut TransportConfig) {}
