//! What the end played by hand offers, and configurations for the one that is tested.

use std::time::Duration;

use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::congestion::{self, Algorithm};
use ferry_sctp_core::endpoint::EndpointConfig;
use ferry_sctp_core::path::{FailureSettings, HeartbeatSettings, PathSettings, PmtuSettings};
use ferry_sctp_core::wire::chunk::Init;
use ferry_sctp_core::wire::{ChunkType, List, Parameter, Parameters, RawTlv};

use super::script::{PEER_TAG, PEER_TSN, WINDOW};
use super::sim::address;

/// The parameter of windows by stream.
const STREAM_WINDOW: u16 = 0x9F57;

/// What the end played by hand offers in the handshake.
#[derive(Clone, Debug)]
pub struct Peer {
    pub window: u32,
    pub outbound: u16,
    pub inbound: u16,
    pub addresses: usize,
    /// Chunks of extensions that it says to understand.
    pub extensions: Vec<ChunkType>,
    pub partial_reliability: bool,
    pub zero_checksum: Option<u32>,
    /// Bytes that each of its streams may be sent at first.
    pub stream_window: Option<u32>,
    /// How long each of its answers takes.
    pub trip: Duration,
}

impl Default for Peer {
    fn default() -> Self {
        Self {
            window: WINDOW,
            outbound: 10,
            inbound: 10,
            addresses: 1,
            extensions: Vec::new(),
            partial_reliability: false,
            zero_checksum: None,
            stream_window: None,
            trip: Duration::from_millis(2),
        }
    }
}

impl Peer {
    pub fn init<R>(&self, cookie: Option<&[u8]>, then: impl FnOnce(Init<'_>) -> R) -> R {
        let mut parameters = Vec::new();
        if self.addresses > 1 {
            parameters
                .extend((0..self.addresses).map(|path| Parameter::Address(address(1, path).ip())));
        }
        if let Some(cookie) = cookie {
            parameters.push(Parameter::StateCookie(cookie));
        }
        if self.partial_reliability {
            parameters.push(Parameter::ForwardTsnSupported);
        }
        if let Some(method) = self.zero_checksum {
            parameters.push(Parameter::ZeroChecksumAcceptable(method));
        }
        let window = self.stream_window.map(u32::to_be_bytes);
        if let Some(value) = &window {
            parameters.push(Parameter::Unknown(RawTlv { kind: STREAM_WINDOW, value, bytes: &[] }));
        }
        if !self.extensions.is_empty() {
            parameters.push(Parameter::SupportedExtensions(List::of(&self.extensions)));
        }
        then(Init {
            initiate_tag: PEER_TAG,
            receiver_window: self.window,
            outbound_streams: self.outbound,
            inbound_streams: self.inbound,
            initial_tsn: PEER_TSN,
            parameters: Parameters::of(&parameters),
        })
    }
}

/// A configuration without what acts on its own (heartbeats, MTU probes, tail probes, paths in doubt) and
/// with RFC 9260's own chunks and congestion control.
pub fn plain() -> AssociationConfig {
    AssociationConfig {
        interleaving: false,
        early_recovery: false,
        patience: Duration::ZERO,
        paths: PathSettings {
            heartbeat: HeartbeatSettings { enabled: false, ..HeartbeatSettings::default() },
            pmtu: PmtuSettings { enabled: false, ..PmtuSettings::default() },
            failure: FailureSettings { potentially_failed: None, ..FailureSettings::default() },
            algorithm: Algorithm::Standard,
            pacing: false,
            congestion: congestion::CongestionSettings {
                slow_start_limit: 1,
                ..Default::default()
            },
            ..PathSettings::default()
        },
        ..AssociationConfig::default()
    }
}

/// An endpoint with this configuration that accepts.
pub fn endpoint(association: AssociationConfig) -> EndpointConfig {
    EndpointConfig { port: 5000, accepts: true, most_associations: 16, association }
}
