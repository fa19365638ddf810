//! The order of messages that took several streams (MPI-5.0 §3.5).
//!
//! Two messages of one sender and context that a receive with any tag could take must be taken in the
//! order in which they were sent. Each carries its number. One that comes before its predecessors is
//! early: a receive that names its tag may have it at once, since messages of one tag share a stream;
//! a receive with any tag gets it only when all before it have come.

use crate::kept::Kept;
use crate::streams::ListReason;
use crate::two_sided::{Correspondent, Matching, TwoSided};
use ferry_matching::{Envelope, KeptId};
use ferry_transfer::RequestId;
use ferry_wire::{ContextId, PeerId};
use std::collections::BTreeMap;

/// The numbers of one peer's messages in one context.
#[derive(Default)]
pub(crate) struct Sequence {
    /// Number of the next message to be sent.
    sent: u64,
    /// All messages before this one have come.
    next: u64,
    /// Early ones that a receive has, or that stay in their streams: bit n is that of message `next + n`.
    passed: u64,
    /// Early ones: kept, or far from the next and taken by a receive already.
    early: BTreeMap<u64, Option<KeptId>>,
}

impl Sequence {
    /// Number of the next message to be sent.
    #[inline]
    pub(crate) fn to_send(&self) -> u64 {
        self.sent
    }

    /// It was sent.
    #[inline]
    pub(crate) fn note_sent(&mut self) {
        self.sent += 1;
    }

    /// Whether a message can be noted by [`Sequence::pass`].
    #[inline]
    pub(crate) fn may_pass(&self, number: u64) -> bool {
        let ahead = number.wrapping_sub(self.next);
        ahead < 64 && self.passed >> ahead & 1 == 0
    }

    /// A message has come that nobody keeps.
    #[inline]
    pub(crate) fn pass(&mut self, number: u64) {
        self.passed |= 1 << number.wrapping_sub(self.next);
        let run = self.passed.trailing_ones();
        self.next += u64::from(run);
        self.passed = self.passed.checked_shr(run).unwrap_or(0);
    }

    /// A message that has passed is kept now: whether others have to come before it.
    fn recede(&mut self, number: u64) -> bool {
        let Some(ahead) = number.checked_sub(self.next).filter(|ahead| *ahead < 64) else {
            return false;
        };
        self.passed &= !(1 << ahead);
        true
    }

    /// Whether a message has come before those before it.
    fn has(&self, number: u64) -> bool {
        let ahead = number.wrapping_sub(self.next);
        ahead < 64 && self.passed >> ahead & 1 != 0 || self.early.contains_key(&number)
    }
}

/// How a message stands to the order of its context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OrderIn {
    /// It carries no number: its method keeps the order.
    Unnumbered,
    /// It is the next.
    InOrder,
    /// Others have to come first.
    Early(u64),
}

impl Correspondent {
    /// The number of the next message to be sent in a context.
    pub(crate) fn next_number(&mut self, context: ContextId) -> u64 {
        let sequence = self.sequences.entry(context).or_default();
        sequence.note_sent();
        sequence.sent - 1
    }
}

impl TwoSided {
    /// How a message with this number stands; `None`: it is one that no honest peer sends.
    pub(crate) fn place(&mut self, envelope: &Envelope, number: Option<u64>) -> Option<OrderIn> {
        self.had_untagged = self.early != 0 && self.matcher.has_untagged();
        let Some(number) = number else { return Some(OrderIn::Unnumbered) };
        let sequence = self.with(PeerId(envelope.source)).sequences.entry(envelope.context);
        let sequence = sequence.or_default();
        match number {
            n if n == sequence.next => Some(OrderIn::InOrder),
            n if n > sequence.next && !sequence.has(n) => Some(OrderIn::Early(n)),
            _ => None,
        }
    }

    /// The receive that a message matches.
    #[inline]
    pub(crate) fn meet(
        &mut self,
        envelope: &Envelope,
        len: u64,
        place: OrderIn,
    ) -> Option<RequestId> {
        let met = match place {
            _ if self.matching != Matching::Plain => self.meet_closely(envelope, len, place),
            OrderIn::Early(_) => self.matcher.arrive_early(envelope),
            _ => self.matcher.arrive(envelope),
        };
        if met.is_some() {
            self.arrivals.meet(envelope, len);
        }
        met
    }

    #[inline(never)]
    fn meet_closely(&mut self, envelope: &Envelope, len: u64, place: OrderIn) -> Option<RequestId> {
        if self.matching == Matching::Direct
            && let Some(request) = self.arrive_at_stream(envelope)
        {
            return Some(request);
        }
        match place {
            OrderIn::Early(_) => self.matcher.arrive_early(envelope),
            _ if self.matching == Matching::BySize => {
                let has_room = |request: &RequestId| self.transfer.has_room(*request, len);
                self.matcher.arrive_where(envelope, has_room)
            }
            _ => self.matcher.arrive(envelope),
        }
    }

    /// Keeps a message that met no receive.
    #[inline]
    pub(crate) fn keep(&mut self, envelope: Envelope, kept: Kept, place: OrderIn) -> KeptId {
        self.arrivals.come_early(&envelope, kept.len);
        // What stays in front of a stream came before.
        self.list_heads(match envelope.context.is_collective() {
            true => ListReason::All,
            false => ListReason::Look,
        });
        self.keep_listed(envelope, kept, place)
    }

    /// The same where no heads are left that wildcards have not looked at.
    pub(crate) fn keep_listed(&mut self, envelope: Envelope, kept: Kept, place: OrderIn) -> KeptId {
        match place {
            OrderIn::Early(number) => {
                let id = self.matcher.keep_early(envelope, kept);
                self.note_early(&envelope, number, Some(id));
                id
            }
            _ => self.matcher.keep(envelope, kept),
        }
    }

    /// To be called when a message has met its receive or is kept: others may follow it now.
    #[inline]
    pub(crate) fn placed(&mut self, envelope: &Envelope, place: OrderIn) {
        match place {
            OrderIn::Unnumbered => {}
            OrderIn::InOrder => self.follow(envelope),
            OrderIn::Early(number) => self.note_early(envelope, number, None),
        }
        if self.had_untagged && self.early != 0 && self.matcher.posted() != 0 {
            self.look_for_early();
        }
        if self.parked != 0 && self.matcher.posted() != 0 {
            self.look_at_parked();
        }
    }

    fn note_early(&mut self, envelope: &Envelope, number: u64, id: Option<KeptId>) {
        let sequences = &mut self.with(PeerId(envelope.source)).sequences;
        let sequence = sequences.entry(envelope.context).or_default();
        if id.is_none() && !sequence.early.contains_key(&number) && sequence.may_pass(number) {
            return sequence.pass(number);
        }
        // Kept first, then placed: the first note stays.
        if let std::collections::btree_map::Entry::Vacant(vacant) = sequence.early.entry(number) {
            vacant.insert(id);
            self.early += 1;
        }
    }

    /// The next message has come; early ones may be next now.
    fn follow(&mut self, envelope: &Envelope) {
        let (peer, context) = (PeerId(envelope.source), envelope.context);
        let Some(sequence) = self.with(peer).sequences.get_mut(&context) else { return };
        sequence.pass(sequence.next);
        if self.early == 0 {
            return;
        }
        loop {
            let Some(sequence) = self.with(peer).sequences.get_mut(&context) else { return };
            let next = sequence.next;
            let Some(found) = sequence.early.remove(&next) else { return };
            sequence.pass(next);
            self.early -= 1;
            if let Some(id) = found {
                self.promote(id);
            }
        }
    }

    /// An early message is early no more.
    fn promote(&mut self, id: KeptId) {
        let Some(envelope) = self.matcher.envelope(id).copied() else { return };
        match self.matcher.arrive(&envelope) {
            Some(request) => self.take_kept(id, request),
            None => self.matcher.promote(id),
        }
    }

    /// Receives that name their tag may have got a claim to early messages, since one with any tag
    /// that was posted before them is gone.
    #[cold]
    #[inline(never)]
    pub(crate) fn look_for_early(&mut self) {
        let sequences = self.all_about().flat_map(|(_, about)| about.sequences.values());
        let early: Vec<KeptId> =
            sequences.flat_map(|sequence| sequence.early.values().flatten().copied()).collect();
        for id in early {
            let Some(envelope) = self.matcher.envelope(id).copied() else { continue };
            if let Some(request) = self.matcher.arrive_early(&envelope) {
                self.take_kept(id, request);
            }
        }
    }

    /// A message in front of its stream is kept from now on: whether others have to come before it.
    pub(crate) fn recede(&mut self, peer: PeerId, context: ContextId, number: u64) -> bool {
        self.with(peer).sequences.entry(context).or_default().recede(number)
    }

    /// A communicator has ended; nothing of its context is under way.
    pub fn forget_context(&mut self, context: ContextId) {
        self.list_heads(ListReason::All);
        if self.alerts != 0 {
            self.forget_backlog(context);
        }
        for peer in self.extraordinary() {
            if let Some(sequence) = self.with(peer).sequences.remove(&context) {
                self.early -= sequence.early.len();
            }
        }
    }

    /// What a lost peer sent before it will not come: what it sent after is not early any more.
    pub(crate) fn close_ranks(&mut self, peer: PeerId) {
        let Some(about) = self.about(peer) else { return };
        let sequences = std::mem::take(&mut about.sequences);
        for sequence in sequences.into_values() {
            self.early -= sequence.early.len();
            for id in sequence.early.into_values().flatten() {
                self.promote(id);
            }
        }
    }
}
