//! Chunks that were sent and that the peer has not acknowledged for good (RFC 9260 §6.1, §6.3).

use std::collections::VecDeque;

use crate::Now;
use crate::path::{self, PathId};
use crate::serial::Tsn;
use crate::streams::{Fragment, MessageKey};

/// Where a chunk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flight {
    /// Under way.
    Flying,
    /// To be sent again.
    Lost(path::Cause),
    /// A gap block told that it came; the peer may still take that back (RFC 9260 §6.2.1 D iii).
    Arrived,
    /// Given up (RFC 3758).
    Abandoned,
}

/// A chunk that was sent.
#[derive(Debug)]
pub(super) struct SentChunk {
    pub(super) message: MessageKey,
    pub(super) fragment: Fragment,
    pub(super) flight: Flight,
    pub(super) path: PathId,
    pub(super) sent_at: Now,
    /// How often it was sent again.
    pub(super) again: u16,
    /// Missing reports since it was last sent.
    pub(super) misses: u8,
    /// The SACK being looked at acknowledges it for the first time.
    pub(super) fresh: bool,
    /// The SACK being looked at speaks of it.
    pub(super) seen: bool,
}

impl SentChunk {
    /// A fragment that leaves for the first time.
    pub(super) fn new(message: MessageKey, fragment: Fragment, path: PathId, now: Now) -> Self {
        Self {
            message,
            fragment,
            flight: Flight::Flying,
            path,
            sent_at: now,
            again: 0,
            misses: 0,
            fresh: false,
            seen: false,
        }
    }

    /// Bytes that it counts in windows: those of its payload.
    pub(super) fn bytes(&self) -> u32 {
        self.fragment.payload.len() as u32
    }
}

/// The chunks between the peer's cumulative acknowledgement and the last number given.
#[derive(Debug)]
pub(super) struct OutstandingChunks {
    chunks: VecDeque<SentChunk>,
    /// The last number that the peer acknowledged with all before it.
    acked: Tsn,
    /// Payload of the chunks that fly.
    flying: u64,
    lost: usize,
    abandoned: usize,
    arrived: usize,
    /// No chunk before this place is lost.
    lost_from: usize,
}

impl OutstandingChunks {
    pub(super) fn new(initial: Tsn) -> Self {
        Self {
            chunks: VecDeque::new(),
            acked: initial.previous(),
            flying: 0,
            lost: 0,
            abandoned: 0,
            arrived: 0,
            lost_from: 0,
        }
    }

    /// The peer's cumulative acknowledgement.
    pub(super) const fn acked(&self) -> Tsn {
        self.acked
    }

    /// The last number given.
    pub(super) fn last(&self) -> Tsn {
        self.acked.plus(self.chunks.len() as u32)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.chunks.len()
    }

    /// Payload under way, on all paths.
    pub(super) const fn flying(&self) -> u64 {
        self.flying
    }

    pub(super) const fn lost(&self) -> usize {
        self.lost
    }

    /// Chunks that gap blocks told of.
    pub(super) const fn arrived(&self) -> usize {
        self.arrived
    }

    pub(super) fn tsn(&self, place: usize) -> Tsn {
        self.acked.plus(place as u32 + 1)
    }

    pub(super) fn get(&self, place: usize) -> Option<&SentChunk> {
        self.chunks.get(place)
    }

    pub(super) fn get_mut(&mut self, place: usize) -> Option<&mut SentChunk> {
        self.chunks.get_mut(place)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &SentChunk> {
        self.chunks.iter()
    }

    /// A new chunk, which gets the next number.
    pub(super) fn push(&mut self, sent: SentChunk) -> Tsn {
        self.count(sent.flight, u64::from(sent.bytes()));
        self.chunks.push_back(sent);
        self.last()
    }

    /// Changes where a chunk is, and keeps the counts; tells where it was.
    pub(super) fn set(&mut self, place: usize, to: Flight) -> Option<Flight> {
        let chunk = self.chunks.get_mut(place)?;
        let from = std::mem::replace(&mut chunk.flight, to);
        let bytes = u64::from(chunk.bytes());
        self.uncount(from, bytes);
        self.count(to, bytes);
        if matches!(to, Flight::Lost(_)) {
            self.lost_from = self.lost_from.min(place);
        }
        Some(from)
    }

    fn count(&mut self, flight: Flight, bytes: u64) {
        match flight {
            Flight::Flying => self.flying += bytes,
            Flight::Lost(_) => self.lost += 1,
            Flight::Abandoned => self.abandoned += 1,
            Flight::Arrived => self.arrived += 1,
        }
    }

    fn uncount(&mut self, flight: Flight, bytes: u64) {
        match flight {
            Flight::Flying => self.flying -= bytes,
            Flight::Lost(_) => self.lost -= 1,
            Flight::Abandoned => self.abandoned -= 1,
            Flight::Arrived => self.arrived -= 1,
        }
    }

    /// The first chunk to be sent again, from `place` on.
    pub(super) fn next_lost(&mut self, place: usize) -> Option<usize> {
        if self.lost == 0 {
            return None;
        }
        let from = self.lost_from.max(place);
        let lost = |chunk: &SentChunk| matches!(chunk.flight, Flight::Lost(_));
        let found = (from..self.chunks.len()).find(|&n| self.chunks.get(n).is_some_and(lost));
        if place <= self.lost_from {
            self.lost_from = found.unwrap_or(0);
        }
        found
    }

    /// Lets go of the first chunk: the peer's cumulative acknowledgement passed it.
    pub(super) fn pop(&mut self) -> Option<SentChunk> {
        let chunk = self.chunks.pop_front()?;
        self.acked = self.acked.next();
        self.lost_from = self.lost_from.saturating_sub(1);
        self.uncount(chunk.flight, u64::from(chunk.bytes()));
        Some(chunk)
    }

    /// How far the acknowledgement would come if the peer gave up all that is abandoned (RFC 3758 §3.5
    /// C1): the last of the chunks at the front that are abandoned or have arrived.
    pub(super) fn forward_point(&self) -> Tsn {
        if self.abandoned == 0 {
            return self.acked;
        }
        let settled = |c: &&SentChunk| matches!(c.flight, Flight::Abandoned | Flight::Arrived);
        let run = self.chunks.iter().take_while(settled).count();
        // Chunks that arrived behind the last abandoned one need no forward.
        let given_up = |n: &usize| self.chunks[*n].flight == Flight::Abandoned;
        let last = (0..run).rev().find(given_up);
        last.map_or(self.acked, |place| self.tsn(place))
    }

    /// The last chunk that a gap block told of.
    pub(super) fn last_arrived(&self) -> Option<usize> {
        if self.arrived == 0 {
            return None;
        }
        self.chunks.iter().rposition(|chunk| chunk.flight == Flight::Arrived)
    }

    /// The last chunk under way.
    pub(super) fn last_flying(&self) -> Option<usize> {
        self.chunks.iter().rposition(|chunk| chunk.flight == Flight::Flying)
    }
}
