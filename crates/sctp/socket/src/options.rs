//! What can be asked of a socket.

use crate::mtu;
use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::endpoint::EndpointConfig;
use std::net::IpAddr;

/// Packets that the system takes at once. Acknowledgements come by the train as well, so that bounds made
/// for single packets would keep the window from being used.
const TRAIN: u32 = 44;

/// What SCTP's packets travel in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TransportKind {
    /// In UDP datagrams (RFC 6951), which needs no privilege, passes every network and has the system's
    /// segmentation offload. The SCTP port is the UDP port.
    #[default]
    Udp,
    /// Directly in IP packets of protocol 132, which needs `CAP_NET_RAW`. A kernel with an SCTP of its
    /// own would answer the same packets; do not use both.
    Raw,
}

/// Options of a socket; the defaults take any free UDP port of all addresses.
#[derive(Clone, Debug)]
pub struct SocketOptions {
    /// What packets travel in.
    pub transport: TransportKind,
    /// The addresses to use. Empty for all of this host, IPv6 and IPv4 where there are both.
    pub addresses: Vec<IpAddr>,
    /// Whether all of this host is several addresses of a family, loopback apart: what leaves then has to name
    /// the one by which a peer knows this end.
    pub several_addresses: bool,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Whether peers may begin associations.
    pub accepts: bool,
    /// Associations at a time.
    pub most_associations: usize,
    /// Settings of associations; windows begin with ten packets, and
    /// bursts and slow start go by trains of them. The MTU and the bytes of it that headers below SCTP take are filled in, and
    /// with several `addresses` the own ones told to peers.
    pub association: AssociationConfig,
    /// The longest IP packet that paths are asked for; `None` for what this host's interfaces carry.
    pub mtu: Option<u16>,
    /// Secret randomness, new for each socket: cookies and tags are made of it.
    pub seed: [u8; 32],
    /// Bytes that the system is asked to hold of what arrived and was not taken; it may give less.
    pub receive_buffer: usize,
    /// The same for what has not left yet.
    pub send_buffer: usize,
}

impl SocketOptions {
    /// The defaults, with `seed` for the secret.
    #[must_use]
    pub fn new(seed: [u8; 32]) -> Self {
        let mut association = AssociationConfig::default();
        association.paths.max_burst = 16 * TRAIN;
        association.paths.congestion.slow_start_limit = 2 * TRAIN;
        // As TCP begins (RFC 6928).
        association.paths.congestion.initial_segments = Some(10);
        Self {
            transport: TransportKind::default(),
            addresses: Vec::new(),
            several_addresses: true,
            port: 0,
            accepts: true,
            most_associations: 1 << 16,
            association,
            mtu: None,
            seed,
            receive_buffer: 4 << 20,
            send_buffer: 4 << 20,
        }
    }

    /// The endpoint's settings for a socket with this port and these addresses, whose packets have
    /// `overhead` bytes of headers below SCTP.
    pub(crate) fn endpoint(
        &self,
        port: u16,
        addresses: &[IpAddr],
        overhead: u16,
    ) -> EndpointConfig {
        let mut association = self.association.clone();
        association.paths.pmtu.overhead = overhead;
        association.paths.pmtu.max = self.mtu.unwrap_or_else(|| mtu::largest(addresses));
        if association.addresses.is_empty() && self.addresses.len() > 1 {
            association.addresses.clone_from(&self.addresses);
        }
        EndpointConfig {
            port,
            accepts: self.accepts,
            most_associations: self.most_associations,
            association,
        }
    }
}
