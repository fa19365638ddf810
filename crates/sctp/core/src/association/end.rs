//! How an association ends: in order (RFC 9260 §9.2), or at once (§9.1).

use super::{Association, AssociationEvent, AssociationState, Loss};
use crate::Now;
use crate::path::PathId;
use crate::serial::Tsn;
use crate::wire::{Cause, ChunkType};

/// T5-shutdown-guard in multiples of the largest retransmission timeout (RFC 9260 §9.2).
const GUARD: u32 = 5;

impl Association {
    /// The user wants to end once everything has arrived.
    pub(crate) fn shutdown(&mut self, now: Now) {
        match self.state {
            AssociationState::Established => {
                self.state = AssociationState::ShutdownPending;
                self.settle(now);
            }
            AssociationState::CookieWait | AssociationState::CookieEchoed => self.abort(now, b""),
            _ => {}
        }
    }

    /// The user wants to end now (RFC 9260 §9.1).
    pub(crate) fn abort(&mut self, now: Now, reason: &[u8]) {
        let value = super::begin::encoded(Cause::UserInitiatedAbort(reason));
        self.abort_with(now, value, Loss::Aborted);
    }

    pub(super) fn abort_with(&mut self, _now: Now, value: Vec<u8>, loss: Loss) {
        if self.state == AssociationState::Closed {
            return;
        }
        let known = self.peer_tag != crate::wire::VerificationTag::ZERO;
        self.close(AssociationEvent::Lost(loss));
        if known {
            self.queue(ChunkType::Abort, value, None);
        }
    }

    /// Nothing is sent any more but what is queued from now on.
    pub(super) fn close(&mut self, last: AssociationEvent) {
        if self.state == AssociationState::Closed {
            return;
        }
        self.state = AssociationState::Closed;
        self.control.clear();
        self.questions.clear();
        self.handshake = super::Handshake::default();
        self.ending = super::ShutdownState::default();
        self.paths.stop_t3();
        self.tell(last);
    }

    /// Moves on when all that was accepted has arrived (RFC 9260 §9.2).
    pub(super) fn settle_end(&mut self, now: Now) {
        let settled = self.transfer.as_ref().is_none_or(super::transfer::Transfer::is_settled);
        if !settled {
            return;
        }
        match self.state {
            AssociationState::ShutdownPending => {
                self.enter_ending(now, AssociationState::ShutdownSent)
            }
            AssociationState::ShutdownReceived => {
                self.enter_ending(now, AssociationState::ShutdownAckSent)
            }
            _ => {}
        }
    }

    fn enter_ending(&mut self, now: Now, state: AssociationState) {
        self.state = state;
        self.questions.clear();
        self.ending.send = true;
        let most = self.config.paths.rto.max.saturating_mul(GUARD);
        self.ending.guard.get_or_insert(now.saturating_add(most));
    }

    /// SHUTDOWN came.
    pub(super) fn on_shutdown(&mut self, now: Now, cumulative: Tsn, from: PathId) {
        if !self.state.is_up() {
            return;
        }
        self.acknowledged(now, cumulative, None, from);
        self.ending.path = Some(from);
        match self.state {
            AssociationState::Established | AssociationState::ShutdownPending => {
                self.state = AssociationState::ShutdownReceived;
                self.tell(AssociationEvent::PeerShutsDown);
            }
            // Both ends want to end: each answers the other's wish.
            AssociationState::ShutdownSent => {
                self.enter_ending(now, AssociationState::ShutdownAckSent)
            }
            AssociationState::ShutdownAckSent => self.ending.send = true,
            _ => {}
        }
    }

    /// Where SHUTDOWN and SHUTDOWN-ACK go (RFC 9260 §6.4).
    pub(super) fn ending_path(&self) -> PathId {
        let path = self.ending.path.filter(|path| self.paths.get(*path).is_some());
        path.unwrap_or_else(|| self.paths.data_path())
    }

    /// SHUTDOWN or SHUTDOWN-ACK is to be sent once more.
    pub(crate) const fn repeat_ending(&mut self) {
        self.ending.send = true;
    }

    pub(super) fn on_shutdown_ack(&mut self) {
        if matches!(self.state, AssociationState::ShutdownSent | AssociationState::ShutdownAckSent)
        {
            self.close(AssociationEvent::Closed);
            self.queue(ChunkType::ShutdownComplete, Vec::new(), None);
        }
    }

    pub(super) fn on_shutdown_complete(&mut self) {
        if self.state == AssociationState::ShutdownAckSent {
            self.close(AssociationEvent::Closed);
        }
    }

    /// The association failed: nobody answers (RFC 9260 §8.1).
    pub(super) fn give_up(&mut self, now: Now, loss: Loss) {
        let value = super::begin::encoded(Cause::UserInitiatedAbort(b"too many retransmissions"));
        self.abort_with(now, value, loss);
    }
}
