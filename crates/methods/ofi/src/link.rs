//! A link whose ends have proven themselves: numbers, order, and the window.
//!
//! Packets of data take room of a window, each as much as it has bytes and [`LEAST`] at least. The receiver tells
//! with every packet of its own how much it has taken out of the buffers, and by one more packet where that is a
//! quarter of the window and it has nothing else to say. So a peer that does not look has a window of unread packets
//! at most, and packets without data may be sent at any time. Whoever sends more than it was told there is room for
//! is no peer of this version's, and is believed no longer.

use crate::incoming::IncomingPackets;
use crate::packet::{PREFIX, PacketKind, Prefix};
use crate::proof::Nonce;
use crate::reading::{self, Reading};
use ferry_method::{MethodError, Now, PeerId};
use ferry_session::{Nonsense, nonsense};
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

/// Bytes of packets that may be under way or unread.
pub(crate) const WINDOW: u32 = 1 << 20;
/// What a short packet counts: buffers and completions cost something too.
const LEAST: u32 = 256;
/// Packets without data that may be under way besides.
const BARE: u32 = 64;

/// After so much silence a peer is asked for a sign of life. It need not answer, as it may compute; but most
/// providers learn only from a send that nobody is there any more.
const SILENCE: Duration = Duration::from_secs(5);
/// How rarely it is asked at last.
const RAREST: Duration = Duration::from_secs(300);

/// What both ends use.
pub(crate) struct Link {
    pub(crate) mine: Nonce,
    pub(crate) theirs: Nonce,
    /// Tokens of packets to the peer and from it.
    tokens: (u64, u64),
    window: u32,
    next_out: u32,
    /// What was sent in all, and how much of it the peer has consumed; both begin anew after 2³².
    sent: u32,
    acknowledged: u32,
    next_in: u32,
    /// What has come in all, and how much of it the peer was told.
    consumed: u32,
    told: u32,
    /// Packets that overtook others, and what they take of the window together.
    early: HashMap<u32, EarlyPacket>,
    early_cost: u32,
    /// The frame that is coming in, and pieces of it that are to be read.
    pub(crate) incoming: Option<IncomingPackets>,
    pub(crate) reading: Reading,
    /// The peer reads what is laid ready for it.
    pub(crate) is_reader: bool,
    /// Pieces that lie ready for it: what had been sent in all with each, and its place.
    ready: VecDeque<(u32, usize)>,
    /// When something came last.
    heard: Now,
    /// When the peer is asked for a sign of life.
    ask_at: Now,
    /// This end has said goodbye.
    pub(crate) has_parted: bool,
    /// Why the link is to be lost, as soon as no read is under way.
    pub(crate) broken: Option<PutOff>,
}

/// A loss that must wait for reads.
pub(crate) struct PutOff {
    pub(crate) why: MethodError,
    pub(crate) since: Now,
}

/// A packet that waits for others.
struct EarlyPacket {
    kind: PacketKind,
    cost: u32,
    bytes: Vec<u8>,
}

/// What is to be done with a packet.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// It is the next.
    Next,
    /// It has overtaken others, or must wait for a read, and is kept until then.
    Kept,
}

/// What a packet, or a piece to be read, of so many bytes takes of the window.
pub(crate) fn cost(len: usize) -> u32 {
    // A packet fits in a buffer, and a piece is told in 32 bits.
    (len as u32).max(LEAST)
}

/// How many bytes come by a packet.
fn brought(kind: PacketKind, packet: &[u8]) -> Result<usize, Nonsense> {
    match kind {
        PacketKind::Ready => Ok(reading::decode(&packet[PREFIX..])?.len as usize),
        _ => Ok(packet.len()),
    }
}

impl Link {
    pub(crate) fn new(
        (mine, theirs): (Nonce, Nonce),
        tokens: (u64, u64),
        window: u32,
        now: Now,
    ) -> Self {
        Link {
            mine,
            theirs,
            tokens,
            window,
            next_out: 0,
            sent: 0,
            acknowledged: 0,
            next_in: 0,
            consumed: 0,
            told: 0,
            early: HashMap::new(),
            early_cost: 0,
            incoming: None,
            reading: Reading::default(),
            is_reader: false,
            ready: VecDeque::new(),
            heard: now,
            ask_at: now + SILENCE,
            has_parted: false,
            broken: None,
        }
    }

    /// Whether a packet of data of this length may be sent now. One always may where nothing is under way.
    pub(crate) fn has_room(&self, len: usize) -> bool {
        let under_way = self.unacknowledged();
        under_way == 0 || under_way.saturating_add(cost(len)) <= self.window
    }

    /// How much of what was sent the peer has not said to have consumed.
    pub(crate) fn unacknowledged(&self) -> u32 {
        self.sent.wrapping_sub(self.acknowledged)
    }

    /// The beginning of the next packet.
    pub(crate) fn prefix(&self, kind: PacketKind, from: PeerId) -> [u8; PREFIX] {
        let (token, number, consumed) = (self.tokens.0, self.next_out, self.consumed);
        Prefix { kind, from, token, number, consumed }.encode()
    }

    /// That packet, of `len` bytes, is taken.
    pub(crate) fn note_sent(&mut self, kind: PacketKind, len: usize) {
        self.next_out = self.next_out.wrapping_add(1);
        self.told = self.consumed;
        if kind.is_data() {
            self.sent = self.sent.wrapping_add(cost(len));
        }
    }

    /// What that packet told of lies at a place.
    pub(crate) fn note_laid_ready(&mut self, place: usize) {
        self.ready.push_back((self.sent, place));
    }

    /// A place that the peer has done with. Places of a link that is lost are never used again: the peer may still be
    /// reading there.
    pub(crate) fn next_free_place(&mut self) -> Option<usize> {
        let (sent_then, place) = *self.ready.front()?;
        let is_consumed = self.sent.wrapping_sub(sent_then) >= self.unacknowledged();
        if is_consumed {
            self.ready.pop_front();
        }
        is_consumed.then_some(place)
    }

    /// Whether the peer should be told how much was consumed, though there is nothing else to say.
    pub(crate) fn owes_credit(&self) -> bool {
        self.consumed.wrapping_sub(self.told) >= self.window / 4
    }

    /// Something has come from the peer.
    pub(crate) fn note_heard(&mut self, now: Now) {
        (self.heard, self.ask_at) = (now, now + SILENCE);
    }

    /// Whether the peer is to be asked for a sign of life now; it is asked ever more rarely.
    pub(crate) fn asks(&mut self, now: Now) -> bool {
        let is_due = now >= self.ask_at;
        if is_due {
            self.ask_at = now + now.saturating_sub(self.heard).min(RAREST);
        }
        is_due
    }

    /// Whether a packet is the peer's.
    pub(crate) fn is_genuine(&self, prefix: &Prefix) -> bool {
        prefix.token == self.tokens.1
    }

    /// Where a genuine packet has its place in the order; it is kept if need be.
    pub(crate) fn place(&mut self, prefix: &Prefix, packet: &[u8]) -> Result<Place, Nonsense> {
        let cost = self.fit(prefix.kind, brought(prefix.kind, packet)?)?;
        let ahead = prefix.number.wrapping_sub(self.next_in);
        if ahead == 0 && self.may_take(prefix.kind) {
            return Ok(Place::Next);
        }
        // More than that are never under way, and none comes twice.
        if ahead > self.window / LEAST + BARE || self.early.contains_key(&prefix.number) {
            return nonsense(format!("packet {} where {} is next", prefix.number, self.next_in));
        }
        self.early_cost += cost;
        let bytes = packet.to_vec();
        self.early.insert(prefix.number, EarlyPacket { kind: prefix.kind, cost, bytes });
        Ok(Place::Kept)
    }

    /// Whether a packet may be taken now: what is being read must be there before what comes after.
    fn may_take(&self, kind: PacketKind) -> bool {
        self.reading.is_empty() || kind == PacketKind::Ready
    }

    /// What a packet takes of the window, if there is so much. The peer has heard no later word of this end's than
    /// `told`, so that all that came since is still under way to its knowledge.
    fn fit(&self, kind: PacketKind, len: usize) -> Result<u32, Nonsense> {
        if !kind.is_data() {
            let is_bare = len == PREFIX;
            return if is_bare {
                Ok(0)
            } else {
                nonsense(format!("{len} bytes that mean nothing"))
            };
        }
        let kept = self.early_cost.saturating_add(self.reading.cost());
        let under_way = self.consumed.wrapping_sub(self.told).saturating_add(kept);
        if under_way == 0 || under_way.saturating_add(cost(len)) <= self.window {
            return Ok(cost(len));
        }
        nonsense(format!("{len} bytes more where {under_way} of {} are under way", self.window))
    }

    /// The next packet is being taken.
    pub(crate) fn take(&mut self, prefix: &Prefix, len: usize) -> Result<(), Nonsense> {
        self.next_in = self.next_in.wrapping_add(1);
        if prefix.kind.is_data() && prefix.kind != PacketKind::Ready {
            self.note_consumed(cost(len));
        }
        let news = prefix.consumed.wrapping_sub(self.acknowledged);
        if news > self.unacknowledged() {
            return nonsense("it says to have consumed what was never sent");
        }
        self.acknowledged = prefix.consumed;
        Ok(())
    }

    /// A piece was read; how many bytes are consumed by that.
    pub(crate) fn finish_read(&mut self, number: u32) -> u64 {
        let cost = self.reading.finish(number);
        self.note_consumed(cost);
        cost.into()
    }

    /// So much more of the window is consumed.
    pub(crate) fn note_consumed(&mut self, cost: u32) {
        self.consumed = self.consumed.wrapping_add(cost);
    }

    /// The packet that is next now, if it came early.
    pub(crate) fn next_early(&mut self) -> Option<Vec<u8>> {
        if self.early.is_empty() || !self.may_take(self.early.get(&self.next_in)?.kind) {
            return None;
        }
        let packet = self.early.remove(&self.next_in)?;
        self.early_cost -= packet.cost;
        Some(packet.bytes)
    }
}

#[cfg(test)]
mod tests;
