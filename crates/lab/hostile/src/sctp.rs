//! Two SCTP endpoints with an association between them, in virtual time.

use bytes::Bytes;
use ferry_sctp_core::Now;
use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::endpoint::{AssociationId, Endpoint, EndpointConfig, Remote};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

/// A datagram on its way to an end.
pub(crate) struct Datagram {
    pub(crate) to: usize,
    pub(crate) from: SocketAddr,
    pub(crate) bytes: Bytes,
}

/// Both ends.
pub(crate) struct HostilePair {
    pub(crate) now: Now,
    pub(crate) ends: [Endpoint; 2],
    pub(crate) ids: [AssociationId; 2],
    /// What was sent and has not arrived; whoever plays the network decides what becomes of it.
    pub(crate) travelling: Vec<Datagram>,
}

/// The address of an end.
pub(crate) fn address(end: usize) -> SocketAddr {
    SocketAddr::new(IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1 + end as u8)), 5000 + end as u16)
}

impl HostilePair {
    /// Two ends with an association.
    pub(crate) fn connected(config: &AssociationConfig) -> Self {
        let end = |n: usize| {
            let config = EndpointConfig {
                port: address(n).port(),
                accepts: true,
                most_associations: 8,
                association: config.clone(),
            };
            Endpoint::new(config, [n as u8 + 1; 32])
        };
        let mut ends = [end(0), end(1)];
        let now = Duration::from_millis(1);
        let remote = Remote { addresses: vec![address(1)], port: address(1).port() };
        let id = ends[0].connect(now, &remote).expect("nothing is in the way");
        let mut pair = Self { now, ends, ids: [id; 2], travelling: Vec::new() };
        while !pair.ends[0].is_established(id) {
            pair.collect();
            assert!(!pair.travelling.is_empty(), "the handshake ends");
            pair.deliver_all();
        }
        pair.ids[1] = pair.ends[1].associations().next().expect("the other end stands as well");
        pair
    }

    /// Fetches what both ends send.
    pub(crate) fn collect(&mut self) {
        let mut out = Vec::new();
        for end in 0..2 {
            let mut batches = 0;
            while let Some(transmit) = self.ends[end].poll_transmit(self.now, &mut out, 16) {
                batches += 1;
                assert!(batches < 10_000, "sending ends");
                assert_eq!(transmit.len, out.len());
                if transmit.to == address(1 - end) {
                    let parts = out.chunks(transmit.segment);
                    self.travelling.extend(parts.map(|part| Datagram {
                        to: 1 - end,
                        from: address(end),
                        bytes: Bytes::copy_from_slice(part),
                    }));
                }
                out.clear();
            }
        }
    }

    /// Everything arrives.
    pub(crate) fn deliver_all(&mut self) {
        for Datagram { to, from, bytes } in std::mem::take(&mut self.travelling) {
            self.ends[to].handle(self.now, bytes, from, None);
        }
    }

    /// Goes to the next timer of either end, at most so far; what is due is handled.
    pub(crate) fn advance(&mut self, most: Duration) {
        let until = self.now + most;
        let due = self.ends.iter_mut().filter_map(Endpoint::next_due).min();
        self.now = due.unwrap_or(until).clamp(self.now, until);
        for end in &mut self.ends {
            end.on_timer(self.now);
        }
        self.collect();
    }
}
