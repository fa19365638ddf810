//! Which frame is for whom.

use crate::batch::{self, LONGEST_BATCH};
use crate::described::LONGEST;
use crate::frames::{
    BATCH, COMPLETE, DATATYPE, DONE, FLUSH, GET, LOCK, NUDGE, OPERATION, PIECE, POST, PUT, REFUSED,
    SHORT, SWAP, UNLOCK, UPDATE, Words, asked_by,
};
use crate::one_sided::{OneSided, WindowRank};
use crate::operation::{UpdateHead, receiver_of};
use crate::origin::SMALL_UPDATE;
use crate::window::TargetLock;
use ferry_method::Landing;
use ferry_transfer::{Outcome, Transfer, TransferFault};
use ferry_wire::{HandlerId, Header, PeerId};

/// Frames that access a window, and what follows them: none of these passes a lock that their sender waits
/// for.
fn waits_for_lock(handler: HandlerId) -> bool {
    matches!(handler, PUT | UPDATE | GET | OPERATION | PIECE | SWAP | UNLOCK | FLUSH)
}

impl OneSided {
    /// A frame has come, whole.
    pub fn frame(
        &mut self,
        transfer: &mut Transfer,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
    ) {
        if self.take_frame(transfer, peer, header, payload).is_none() {
            self.nonsense += 1;
        }
    }

    /// Where bytes go that begin to come.
    pub fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        let waits = waits_for_lock(header.handler)
            && self.at(peer, header).is_some_and(|at| self.is_parked(at));
        let most = match header.handler {
            PUT if !waits => match self.place_of(header, len) {
                Some(memory) => return Landing::Memory(memory.write(0, len)),
                None => len.min(LONGEST),
            },
            PUT | UPDATE | PIECE if waits => LONGEST,
            UPDATE => UpdateHead::LEN + SMALL_UPDATE,
            PIECE => self.longest_piece(peer, header),
            DATATYPE => LONGEST,
            BATCH => LONGEST_BATCH,
            _ => SHORT,
        };
        if len <= most {
            return Landing::Heap(vec![0; len]);
        }
        self.nonsense += 1;
        Landing::Discard
    }

    /// They have come.
    pub fn finish(
        &mut self,
        transfer: &mut Transfer,
        peer: PeerId,
        header: &Header,
        landing: Landing,
    ) {
        match landing {
            Landing::Heap(bytes) => return self.frame(transfer, peer, header, &bytes),
            // It was too long to be read for nothing.
            Landing::Discard if header.handler == PUT && self.at(peer, header).is_some() => {
                Self::refuse(transfer, peer, header, None);
            }
            _ => {}
        }
        Self::answer(transfer, peer, header);
    }

    /// A frame is done with: says so if it has asked.
    fn answer(transfer: &mut Transfer, peer: PeerId, header: &Header) {
        if let Some(number) = asked_by(header) {
            Self::say_done(transfer, peer, number, header.words[1] as u32);
        }
    }

    fn longest_piece(&mut self, peer: PeerId, header: &Header) -> usize {
        let at = self.at(peer, header);
        let window = at.and_then(|at| Some((self.windows.get_mut(&at.window)?, at.rank)));
        let open = window.and_then(|(window, rank)| window.member(rank).origin.open.as_ref());
        open.map_or(LONGEST, |operation| operation.buffer.len())
    }

    /// The window that a frame is about, and its sender's rank there.
    fn at(&self, peer: PeerId, header: &Header) -> Option<WindowRank> {
        let window = u32::try_from(header.words[1]).ok()?;
        let rank = self.windows.get(&window)?.rank_of(peer)?;
        Some(WindowRank { window, rank })
    }

    fn take_frame(
        &mut self,
        transfer: &mut Transfer,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
    ) -> Option<()> {
        let first = header.words[0];
        match header.handler {
            DATATYPE => return self.heard.entry(peer).or_default().hear(first, payload),
            NUDGE => {
                self.news += 1;
                return Some(());
            }
            BATCH => return self.take_batch(transfer, peer, payload),
            _ => {}
        }
        let at = self.at(peer, header)?;
        if waits_for_lock(header.handler) && self.is_parked(at) {
            return self.park(at, header, payload);
        }
        self.take_in(transfer, (peer, at), header, payload)?;
        Self::answer(transfer, peer, header);
        Some(())
    }

    /// A frame about a window, which waits for no lock any more.
    fn take_in(
        &mut self,
        transfer: &mut Transfer,
        (peer, at): (PeerId, WindowRank),
        header: &Header,
        payload: &[u8],
    ) -> Option<()> {
        let first = header.words[0];
        match header.handler {
            PUT => self.put_here(transfer, peer, header, payload),
            UPDATE => self.update_here(transfer, peer, header, payload),
            GET => self.get_here(transfer, peer, header, payload),
            SWAP => self.swap_here(transfer, peer, header, payload),
            OPERATION => self.begin_operation(transfer, (peer, at), header, payload),
            PIECE => self.piece_here(transfer, (peer, at), header, payload),
            LOCK => self.lock_for(at, first),
            UNLOCK => {
                self.unlock_for(transfer, at)?;
                Self::say_done(transfer, peer, first, at.window);
                Some(())
            }
            FLUSH => {
                Self::say_done(transfer, peer, first, at.window);
                Some(())
            }
            _ => self.take_news(transfer, at, header, payload),
        }
    }

    /// Frames that travelled as one.
    fn take_batch(
        &mut self,
        transfer: &mut Transfer,
        peer: PeerId,
        mut batch: &[u8],
    ) -> Option<()> {
        while !batch.is_empty() {
            let (header, payload, rest) = batch::next(batch)?;
            self.frame(transfer, peer, &header, payload);
            batch = rest;
        }
        Some(())
    }

    /// What a target says to this process.
    fn take_news(
        &mut self,
        transfer: &mut Transfer,
        at: WindowRank,
        header: &Header,
        payload: &[u8],
    ) -> Option<()> {
        self.news += 1;
        let member = self.windows.get_mut(&at.window)?.member(at.rank);
        let (first, target) = (header.words[0], &mut member.target);
        match header.handler {
            DONE if first <= target.asked => {
                target.answered = target.answered.max(first);
                if let TargetLock::Asked { after, .. } = target.lock
                    && first > after
                {
                    target.lock = TargetLock::Held;
                }
            }
            POST => target.posted = target.posted.checked_add(1)?,
            COMPLETE => member.origin.completed = member.origin.completed.checked_add(1)?,
            REFUSED => {
                let code = i32::try_from(first).ok()?;
                target.refused.get_or_insert(code);
                let receiver = receiver_of(Words(payload).take()?);
                if let Some(receiver) = receiver.filter(|id| target.requests.contains(id)) {
                    let why = "the target refused an access outside of its window".into();
                    let fault = TransferFault::Refused { code, why };
                    transfer.fail(receiver, fault, Outcome::sent());
                }
            }
            _ => return None,
        }
        Some(())
    }
}
