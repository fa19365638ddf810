//! Messages that flow one way, checked as they arrive.

use std::collections::BTreeMap;

use bytes::Bytes;
use ferry_sctp_core::Now;
use ferry_sctp_core::endpoint::AssociationId;
use ferry_sctp_core::streams::{MessageOptions, Read};
use ferry_sctp_core::wire::{PayloadProtocol, StreamId};

use super::pattern::Pattern;
use super::sim::Sim;

/// `count` messages of `size` bytes, in turn over `streams` streams.
pub struct Flow {
    pub from: (usize, AssociationId),
    pub to: (usize, AssociationId),
    pub streams: u16,
    pub size: usize,
    pub count: u32,
    /// Time between two messages; nothing sends as fast as the buffer takes.
    pub pace: Now,
    pub sent: u32,
    begun: Now,
    /// When each message was handed over.
    pub handed: Vec<Now>,
    /// When each message had been read whole, in the order of arrival.
    pub arrived: Vec<(Now, u32)>,
    next: BTreeMap<u16, u32>,
    partial: BTreeMap<u16, (u32, usize)>,
}

impl Flow {
    pub fn new(
        from: (usize, AssociationId),
        to: (usize, AssociationId),
        streams: u16,
        size: usize,
        count: u32,
    ) -> Self {
        Self {
            from,
            to,
            streams,
            size,
            count,
            pace: Now::ZERO,
            sent: 0,
            begun: Now::ZERO,
            handed: Vec::new(),
            arrived: Vec::new(),
            next: BTreeMap::new(),
            partial: BTreeMap::new(),
        }
    }

    pub fn is_done(&self) -> bool {
        self.arrived.len() == self.count as usize
    }

    fn give(&mut self, sim: &mut Sim) {
        let now = sim.now;
        let (host, id) = self.from;
        while self.sent < self.count && self.begun + self.pace * self.sent <= now {
            let stream = StreamId((self.sent % u32::from(self.streams)) as u16);
            let options = MessageOptions {
                protocol: PayloadProtocol(self.sent),
                ..MessageOptions::default()
            };
            if sim.end(host).free(id, stream) < self.size {
                break;
            }
            let bytes = Bytes::from(Pattern(u64::from(self.sent)).bytes(0, self.size));
            let taken = sim.end(host).send(now, id, stream, options, bytes.into(), true);
            assert_eq!(taken.expect("there is room").bytes, self.size);
            self.handed.push(now);
            self.sent += 1;
        }
        sim.flush(host);
    }

    fn take(&mut self, sim: &mut Sim) {
        let (host, id) = self.to;
        while let Some(read) = sim.end(host).receive_from(id, usize::MAX) {
            let Read::Piece(piece) = read else { panic!("nothing may be given up: {read:?}") };
            let stream = piece.stream.0;
            let begun = (piece.protocol.0, 0);
            let (message, offset) = self.partial.remove(&stream).unwrap_or(begun);
            assert_eq!(piece.first, offset == 0);
            assert!(Pattern(u64::from(message)).matches(offset, &piece.payload));
            let offset = offset + piece.payload.len();
            if piece.last {
                assert_eq!(offset, self.size);
                let next = self.next.entry(stream).or_insert(u32::from(stream));
                assert_eq!(message, *next, "in order, none left out, none twice");
                *next += u32::from(self.streams);
                self.arrived.push((sim.now, message));
            } else {
                self.partial.insert(stream, (message, offset));
            }
        }
        sim.flush(host);
    }

    /// Runs until all has arrived; false if it has not until then.
    pub fn run(&mut self, sim: &mut Sim, until: Now) -> bool {
        self.begun = sim.now;
        loop {
            self.give(sim);
            self.take(sim);
            if self.is_done() {
                return true;
            }
            let due = self.begun + self.pace * self.sent;
            let waits = self.sent < self.count && due > sim.now;
            let most = if waits { due.min(until) } else { until };
            if !sim.step(most) && sim.now >= until {
                return false;
            }
        }
    }

    /// The longest time that passed between two arrivals.
    pub fn longest_pause(&self) -> Now {
        self.arrived.windows(2).map(|pair| pair[1].0 - pair[0].0).max().unwrap_or_default()
    }

    /// How long each message took.
    pub fn latencies(&self) -> Vec<Now> {
        self.arrived.iter().map(|(at, message)| *at - self.handed[*message as usize]).collect()
    }
}
