//! Messages that came before their receives.

use crate::two_sided::TwoSided;
use ferry_matching::KeptId;
use ferry_transfer::{Announced, ArrivalKey, RequestId};
use ferry_wire::PeerId;
use smallvec::SmallVec;

/// A message that came before its receive.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) len: u64,
    pub(crate) body: KeptBody,
    /// The sender's request, where it waits for an acknowledgement or for clearance.
    pub(crate) sender: Option<u64>,
    /// What it says of the type of its elements.
    pub(crate) word: u64,
}

#[derive(Debug)]
pub(crate) enum KeptBody {
    Whole(SmallVec<[u8; 48]>),
    /// A long eager message whose payload is arriving.
    Filling,
    /// The data is still at the sender; its address where it may be read remotely.
    AtSender {
        address: Option<u64>,
    },
    /// The same, of a message that its sender held back: it needed no credit.
    Offered {
        address: Option<u64>,
    },
    /// The data waits in its stream (direct design).
    InStream(ArrivalKey),
    /// It is being read from its stream, whose method its sender leaves.
    Reading,
    /// It was.
    Read(Vec<u8>),
}

impl Kept {
    /// Its length if its data came with it.
    pub(crate) fn eager_len(&self) -> Option<usize> {
        match self.body {
            KeptBody::AtSender { .. } | KeptBody::Offered { .. } => None,
            KeptBody::InStream(_) | KeptBody::Reading | KeptBody::Read(_) => None,
            KeptBody::Whole(_) | KeptBody::Filling => Some(self.len as usize),
        }
    }

    /// All of it is here.
    pub(crate) fn is_here(&self) -> bool {
        matches!(self.body, KeptBody::Whole(_) | KeptBody::Read(_))
    }

    /// Its bytes are arriving.
    pub(crate) fn is_arriving(&self) -> bool {
        matches!(self.body, KeptBody::Filling | KeptBody::Reading)
    }
}

impl KeptBody {
    /// Its sender needed no credit.
    pub(crate) fn is_free(&self) -> bool {
        let is_direct =
            matches!(self, KeptBody::InStream(_) | KeptBody::Reading | KeptBody::Read(_));
        is_direct || matches!(self, KeptBody::Offered { .. })
    }
}

/// A message that a matched probe took.
pub(crate) struct Held {
    pub(crate) kept: Kept,
    pub(crate) peer: PeerId,
    pub(crate) tag: i32,
}

impl Held {
    /// How it arrives, if it is still in its stream.
    pub(crate) fn arrival(&self) -> Option<&ArrivalKey> {
        match &self.kept.body {
            KeptBody::InStream(arrival) => Some(arrival),
            _ => None,
        }
    }
}

/// A long message that fills memory of Ferry's.
pub(crate) struct Filling {
    pub(crate) peer: PeerId,
    pub(crate) arrival: ArrivalKey,
    pub(crate) sender: Option<u64>,
    pub(crate) word: u64,
    pub(crate) of: Filled,
}

/// Whose it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Filled {
    /// It is kept; a receive may claim it while it fills.
    Kept(KeptId),
    /// A receive or a matched probe has claimed it.
    Claimed(RequestId),
}

impl TwoSided {
    /// A long message begins to fill memory of Ferry's.
    pub(crate) fn begin_filling(&mut self, filling: Filling) {
        self.end_filling(filling.peer, filling.arrival);
        self.transfer.supersede(filling.peer, filling.arrival);
        self.fillings.push(filling);
    }

    /// The message that arrives like this, which has come or is superseded.
    pub(crate) fn end_filling(&mut self, peer: PeerId, arrival: ArrivalKey) -> Option<Filling> {
        if self.fillings.is_empty() {
            return None;
        }
        let is_it = |filling: &Filling| (filling.peer, filling.arrival) == (peer, arrival);
        let at = self.fillings.iter().position(is_it)?;
        Some(self.fillings.swap_remove(at))
    }

    /// Delivers a kept message to a receive.
    pub(crate) fn give(&mut self, request: RequestId, peer: PeerId, tag: i32, kept: Kept) {
        if kept.word != 0 && !self.suits(request, peer, tag, (kept.word, kept.len)) {
            return self.refuse(peer, kept);
        }
        let eager_len = kept.eager_len();
        if !kept.body.is_free() {
            self.transfer.unkeep(peer, eager_len);
        }
        match kept.body {
            KeptBody::Whole(bytes) => {
                self.transfer.consume(peer, Some(bytes.len()));
                self.transfer.acknowledge(peer, kept.sender);
                self.transfer.deliver(request, peer, tag, &bytes);
            }
            KeptBody::AtSender { address } => {
                self.transfer.consume(peer, None);
                self.clear(request, peer, tag, (kept.sender, kept.len, address));
            }
            KeptBody::Offered { address } => {
                self.clear(request, peer, tag, (kept.sender, kept.len, address));
            }
            KeptBody::InStream(arrival) => {
                self.look_away();
                let len = kept.len as usize;
                self.transfer.resume((peer, arrival), Some(request), kept.sender, len);
            }
            KeptBody::Read(bytes) => {
                self.transfer.acknowledge(peer, kept.sender);
                self.transfer.deliver(request, peer, tag, &bytes);
            }
            KeptBody::Filling | KeptBody::Reading => {}
        }
    }

    fn clear(
        &mut self,
        request: RequestId,
        peer: PeerId,
        tag: i32,
        (sender, len, address): (Option<u64>, u64, Option<u64>),
    ) {
        let sender = RequestId(sender.unwrap_or(u64::MAX));
        self.transfer.clear(request, Announced { peer, tag, sender, len, address });
    }

    /// Lets the sender of a message go that nobody receives.
    pub(crate) fn refuse(&mut self, peer: PeerId, kept: Kept) {
        let eager_len = kept.eager_len();
        if !kept.body.is_free() {
            self.transfer.unkeep(peer, eager_len);
            self.transfer.consume(peer, eager_len);
        }
        match (kept.body, kept.sender) {
            (KeptBody::AtSender { .. } | KeptBody::Offered { .. }, Some(sender)) => {
                self.transfer.let_go(peer, RequestId(sender));
            }
            (KeptBody::InStream(arrival), sender) => {
                self.transfer.resume((peer, arrival), None, sender, kept.len as usize);
            }
            (_, sender) => self.transfer.acknowledge(peer, sender),
        }
    }

    /// Messages of a lost peer whose data will never come match no more: a receive that took one
    /// would wait for ever.
    pub(crate) fn forget_undeliverable(&mut self, peer: PeerId) {
        let is_gone = |source: u32, kept: &Kept| source == peer.0 && !kept.is_here();
        let gone = self.matcher.take_where(|envelope, kept| is_gone(envelope.source, kept));
        for (_, kept) in gone {
            if !kept.body.is_free() {
                self.transfer.unkeep(peer, kept.eager_len());
            }
        }
    }
}
