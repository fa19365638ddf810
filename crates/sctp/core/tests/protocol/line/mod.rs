//! Two endpoints joined by a perfect line.
#![allow(dead_code, reason = "each test uses its part")]

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use bytes::Bytes;
use ferry_sctp_core::association::AssociationEvent;
use ferry_sctp_core::endpoint::{AssociationId, Endpoint, EndpointConfig, Remote};
use ferry_sctp_core::streams::Read;
use ferry_sctp_core::wire::StreamId;

pub(crate) struct Pair {
    pub(crate) now: Duration,
    pub(crate) ends: [Endpoint; 2],
    pub(crate) events: [VecDeque<(AssociationId, AssociationEvent)>; 2],
}

pub(crate) fn address(n: usize) -> SocketAddr {
    SocketAddr::from(([10, 0, 0, n as u8 + 1], 5000 + n as u16))
}

impl Pair {
    pub(crate) fn new(configure: impl Fn(&mut EndpointConfig)) -> Self {
        let end = |n: u8| {
            let mut config = EndpointConfig::new(5000 + u16::from(n));
            configure(&mut config);
            Endpoint::new(config, [n; 32])
        };
        Self { now: Duration::ZERO, ends: [end(0), end(1)], events: Default::default() }
    }

    /// Carries packets until nobody has any; tells how many.
    pub(crate) fn carry(&mut self) -> usize {
        let mut carried = 0;
        loop {
            let before = carried;
            for n in 0..2 {
                let mut out = Vec::new();
                while let Some(transmit) = self.ends[n].poll_transmit(self.now, &mut out, 64) {
                    assert_eq!(transmit.len, out.len());
                    for packet in out.chunks(transmit.segment) {
                        let datagram = Bytes::copy_from_slice(packet);
                        assert_eq!(transmit.to, address(1 - n));
                        self.ends[1 - n].handle(self.now, datagram, address(n), None);
                        carried += 1;
                    }
                    out.clear();
                }
            }
            for n in 0..2 {
                while let Some(event) = self.ends[n].poll_event() {
                    self.events[n].push_back(event);
                }
            }
            if carried == before {
                return carried;
            }
        }
    }

    pub(crate) fn wait(&mut self) {
        let due = self.ends.iter_mut().filter_map(Endpoint::next_due).min();
        self.now = self.now.max(due.expect("something is due"));
        let now = self.now;
        self.ends.iter_mut().for_each(|end| end.on_timer(now));
    }

    pub(crate) fn up(&mut self) -> (AssociationId, AssociationId) {
        let remote = Remote { addresses: vec![address(1)], port: 5001 };
        let a = self.ends[0].connect(self.now, &remote).expect("it can begin");
        self.carry();
        let b = self.ends[1].associations().next().expect("it was accepted");
        for n in 0..2 {
            let up = self.events[n].pop_front().map(|(_, event)| event);
            assert!(matches!(up, Some(AssociationEvent::Up { .. })), "{n}: {up:?}");
        }
        (a, b)
    }

    /// Reads what there is into `whole`; tells the stream once a message is complete.
    pub(crate) fn read(
        &mut self,
        n: usize,
        id: AssociationId,
        whole: &mut Vec<u8>,
    ) -> Option<StreamId> {
        loop {
            match self.ends[n].receive_from(id, usize::MAX)? {
                Read::Piece(piece) => {
                    whole.extend_from_slice(&piece.payload);
                    if piece.last {
                        return Some(piece.stream);
                    }
                }
                Read::Aborted { .. } => panic!("nothing was given up"),
            }
        }
    }

    /// The packets that an end has to send, instead of carrying them.
    pub(crate) fn take(&mut self, n: usize) -> Vec<Bytes> {
        let (mut out, mut packets) = (Vec::new(), Vec::new());
        while let Some(transmit) = self.ends[n].poll_transmit(self.now, &mut out, 64) {
            packets.extend(out.chunks(transmit.segment).map(Bytes::copy_from_slice));
            out.clear();
        }
        packets
    }

    /// Hands one of them to an end.
    pub(crate) fn give(&mut self, n: usize, packet: Bytes) {
        self.ends[n].handle(self.now, packet, address(1 - n), None);
    }
}
