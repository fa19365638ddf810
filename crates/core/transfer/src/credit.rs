//! Credit: what peers can make this process keep for them is bounded.

use crate::frames::{CREDIT, control};
use crate::limits::Limits;
use crate::request::RequestId;
use crate::transfer::Transfer;
use ferry_wire::{Header, PeerId};

impl Transfer {
    /// Notes that a message of `peer` is no longer kept, or never was, and gives credit back in batches.
    /// `eager_len`: its length, if its data came with it.
    #[inline]
    pub fn consume(&mut self, peer: PeerId, eager_len: Option<usize>) {
        let limits = self.limits;
        if self.peer(peer).consume(eager_len, &limits) {
            self.give_credit_back(peer);
        }
    }

    /// The same for a message that came with its data; one that could have been held took no credit.
    #[inline]
    pub fn consume_whole(&mut self, peer: PeerId, header: &Header, len: usize) {
        if header.flags & Header::HOLDABLE == 0 {
            self.consume(peer, Some(len));
        }
    }

    #[cold]
    #[inline(never)]
    fn give_credit_back(&mut self, peer: PeerId) {
        let consumed = std::mem::replace(&mut self.peer(peer).consumed, Limits::NONE);
        let header = control(CREDIT, RequestId(consumed.bytes.into()), consumed.envelopes.into());
        self.control(peer, header);
    }

    /// Whether a peer has credit for what it sent, which is kept from now on; a liar's frame is thrown away.
    pub fn keep(&mut self, peer: PeerId, eager_len: Option<usize>) -> bool {
        let limits = self.limits;
        let may = self.peer(peer).keep(eager_len, &limits);
        self.nonsense += u64::from(!may);
        if may {
            self.tally.kept += eager_len.unwrap_or(0) as u64;
        }
        may
    }

    /// Notes that a kept message is kept no longer.
    pub fn unkeep(&mut self, peer: PeerId, eager_len: Option<usize>) {
        self.peer(peer).unkeep(eager_len);
    }

    /// Takes credit back for a message that was never sent.
    pub fn return_credit(&mut self, peer: PeerId, eager_len: Option<usize>) {
        self.peer(peer).return_credit(eager_len);
    }

    pub(crate) fn credit(&mut self, peer: PeerId, header: &Header) {
        let limits = self.limits;
        let credit = &mut self.peer(peer).credit;
        let add =
            |have: u32, more: u64, most: u32| u64::from(have).saturating_add(more).min(most.into());
        credit.bytes = add(credit.bytes, header.words[0], limits.bytes) as u32;
        credit.envelopes = add(credit.envelopes, header.words[1], limits.envelopes) as u32;
        self.credited.push(peer);
        self.owes = true;
    }

    /// Peers that have given credit back since this was asked: what waited for it may go on.
    pub fn take_credited(&mut self) -> Vec<PeerId> {
        std::mem::take(&mut self.credited)
    }

    /// The budget of each peer.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// What the budgets count of the unexpected messages kept for `peer`.
    pub fn kept_of(&self, peer: PeerId) -> Limits {
        self.known(peer).map_or(Limits::NONE, |entry| entry.kept)
    }

    /// Payload bytes of unexpected messages kept for all peers, as the budgets count them.
    pub fn kept_bytes(&self) -> u64 {
        self.peers.iter().flatten().map(|peer| u64::from(peer.kept.bytes)).sum()
    }
}
