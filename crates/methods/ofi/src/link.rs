//! A link whose ends have proven themselves: numbers, order, and the window.
//!
//! Packets of data take room of a window, each as much as it has bytes and [`LEAST`] at least. The receiver tells
//! with every packet of its own how much it has taken out of the buffers, and by one more packet where that is a
//! quarter of the window and it has nothing else to say. So a peer that does not look has a window of unread packets
//! at most, and packets without data may be sent at any time.

use crate::incoming::IncomingPackets;
use crate::packet::{PREFIX, PacketKind, Prefix};
use crate::proof::Nonce;
use ferry_method::{Now, PeerId};
use ferry_session::{Nonsense, nonsense};
use std::collections::HashMap;
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
    /// Packets that overtook others.
    early: HashMap<u32, Vec<u8>>,
    /// The frame that is coming in.
    pub(crate) incoming: Option<IncomingPackets>,
    /// When something came last.
    heard: Now,
    /// When the peer is asked for a sign of life.
    ask_at: Now,
    /// This end has said goodbye.
    pub(crate) has_parted: bool,
}

/// What is to be done with a packet.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// It is the next.
    Next,
    /// It has overtaken others, and is kept until they are here.
    Kept,
}

fn cost(len: usize) -> u32 {
    // A packet fits in a buffer.
    (len as u32).max(LEAST)
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
            incoming: None,
            heard: now,
            ask_at: now + SILENCE,
            has_parted: false,
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
        let ahead = prefix.number.wrapping_sub(self.next_in);
        if ahead == 0 {
            return Ok(Place::Next);
        }
        // More than that are never under way, and none comes twice.
        if ahead > self.window / LEAST + BARE || self.early.contains_key(&prefix.number) {
            return nonsense(format!("packet {} where {} is next", prefix.number, self.next_in));
        }
        self.early.insert(prefix.number, packet.to_vec());
        Ok(Place::Kept)
    }

    /// The next packet is being taken.
    pub(crate) fn take(&mut self, prefix: &Prefix, len: usize) -> Result<(), Nonsense> {
        self.next_in = self.next_in.wrapping_add(1);
        if prefix.kind.is_data() {
            self.consumed = self.consumed.wrapping_add(cost(len));
        }
        let news = prefix.consumed.wrapping_sub(self.acknowledged);
        if news > self.unacknowledged() {
            return nonsense("it says to have consumed what was never sent");
        }
        self.acknowledged = prefix.consumed;
        Ok(())
    }

    /// The packet that is next now, if it came early.
    pub(crate) fn next_early(&mut self) -> Option<Vec<u8>> {
        if self.early.is_empty() { None } else { self.early.remove(&self.next_in) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SMALL: u32 = 4096;

    fn link() -> Link {
        let nonce = Nonce::new().expect("randomness");
        Link::new((nonce, nonce), (1, 2), SMALL, Now::ZERO)
    }

    fn packet(kind: PacketKind, number: u32, consumed: u32) -> Prefix {
        Prefix { kind, from: PeerId(1), token: 2, number, consumed }
    }

    #[test]
    fn the_window_fills_and_is_emptied_by_what_the_peer_says() {
        let mut link = link();
        let mut sent = 0;
        while link.has_room(1000) {
            link.note_sent(PacketKind::Frame, 1000);
            sent += 1;
        }
        assert_eq!((sent, link.unacknowledged()), (4, 4000));
        link.note_sent(PacketKind::Credit, PREFIX);
        assert_eq!(link.unacknowledged(), 4000, "no data");
        link.take(&packet(PacketKind::Credit, 0, 2000), PREFIX).unwrap();
        assert!(link.has_room(2000) && !link.has_room(2097));
        assert!(link.take(&packet(PacketKind::Credit, 1, 4001), PREFIX).is_err());
    }

    #[test]
    fn a_packet_longer_than_the_window_goes_alone() {
        let mut link = link();
        assert!(link.has_room(10_000));
        link.note_sent(PacketKind::Frame, 10_000);
        assert!(!link.has_room(1));
    }

    #[test]
    fn the_silent_are_asked_ever_more_rarely() {
        let mut link = link();
        let mut asked = Vec::new();
        for second in 0..1000 {
            if link.asks(Duration::from_secs(second)) {
                asked.push(second);
            }
        }
        assert_eq!(asked, [5, 10, 20, 40, 80, 160, 320, 620, 920]);
        link.note_heard(Duration::from_secs(1000));
        assert!(!link.asks(Duration::from_secs(1004)) && link.asks(Duration::from_secs(1005)));
    }

    #[test]
    fn counts_begin_anew() {
        let mut link = link();
        (link.sent, link.acknowledged, link.next_in) = (u32::MAX - 100, u32::MAX - 100, u32::MAX);
        link.note_sent(PacketKind::Frame, 1000);
        assert_eq!(link.unacknowledged(), 1000);
        link.take(&packet(PacketKind::Credit, u32::MAX, link.sent), PREFIX).unwrap();
        assert_eq!((link.unacknowledged(), link.next_in), (0, 0));
    }

    #[test]
    fn a_quarter_of_the_window_is_worth_a_packet() {
        let mut link = link();
        for number in 0..3 {
            link.take(&packet(PacketKind::Rest, number, 0), 300).unwrap();
            assert!(!link.owes_credit());
        }
        link.take(&packet(PacketKind::Rest, 3, 0), 300).unwrap();
        assert!(link.owes_credit());
        link.note_sent(PacketKind::Frame, 10);
        assert!(!link.owes_credit(), "every packet tells");
    }

    #[test]
    fn what_comes_twice_or_from_nowhere_makes_no_sense() {
        let mut link = link();
        let far = packet(PacketKind::Frame, SMALL, 0);
        assert!(link.place(&far, &[]).is_err());
        let early = packet(PacketKind::Frame, 1, 0);
        assert_eq!(link.place(&early, &[]), Ok(Place::Kept));
        assert!(link.place(&early, &[]).is_err());
        assert!(link.place(&packet(PacketKind::Frame, u32::MAX, 0), &[]).is_err(), "an old one");
    }

    proptest! {
        #[test]
        fn packets_are_taken_in_their_order_whatever_overtook(
            order in Just((0..60u32).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let (mut link, mut taken) = (link(), Vec::new());
            for number in order {
                let prefix = packet(PacketKind::Frame, number, 0);
                let bytes = prefix.encode();
                if link.place(&prefix, &bytes).unwrap() == Place::Kept {
                    continue;
                }
                let mut next = Some(bytes.to_vec());
                while let Some(bytes) = next {
                    let (prefix, _) = Prefix::decode(&bytes).unwrap();
                    link.take(&prefix, bytes.len()).unwrap();
                    taken.push(prefix.number);
                    next = link.next_early();
                }
            }
            prop_assert!(taken.into_iter().eq(0..60));
        }
    }
}
