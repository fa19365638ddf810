//! One-copy: messages that are read from their senders' memory.

use crate::frames::{CTS, READ, control};
use crate::outgoing::{Body, BulkJob, QueuedFrame};
use crate::request::RequestId;
use crate::send::SendCourse;
use crate::transfer::Transfer;
use ferry_link::{Links, TrafficClass};
use ferry_wire::PeerId;
use smallvec::SmallVec;

/// A message to be read from its sender's memory.
pub(crate) struct Pull {
    pub(crate) peer: PeerId,
    pub(crate) request: RequestId,
    pub(crate) sender: RequestId,
    pub(crate) address: u64,
    pub(crate) len: u64,
    pub(crate) reason: PullReason,
}

/// Why a message is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PullReason {
    /// It gains by it, if its method says so.
    Gain,
    /// Its sender computes, and has said so.
    SenderComputes,
}

impl Transfer {
    /// Whether the method would rather read it. Long messages go both ways while the last that was announced waits.
    fn is_better_read(&self, pull: &Pull, link: &mut Links) -> bool {
        let both_ways = self.announced.is_some_and(|latest| self.sending(latest).is_some());
        link.is_better_read(pull.peer, pull.len as usize, both_ways)
    }

    /// Reads the messages that are to be read, where they can be; the others are asked for. Where reading
    /// fails, so are all from then on.
    pub(crate) fn pull_all(&mut self, link: &mut Links) {
        for pull in std::mem::take(&mut self.pulls) {
            let tries = self.remote_reads
                && match pull.reason {
                    PullReason::Gain => self.is_better_read(&pull, link),
                    PullReason::SenderComputes => link.can_read(pull.peer),
                };
            let Some(region) = self.region_of(pull.request) else { continue };
            if tries && link.read_remote(pull.peer, pull.address, region).is_ok() {
                self.tally.read += pull.len;
                self.let_go(pull.peer, pull.sender);
                self.received(pull.request, pull.len);
                continue;
            }
            self.remote_reads &= !tries;
            self.control(pull.peer, control(CTS, pull.sender, pull.request.0));
        }
    }

    /// Tells the receiver of a cleared message, whose sender computes, to read it: who copies for a program that
    /// computes has no core of its own. False: it cannot be read.
    pub(crate) fn lend(&mut self, peer: PeerId, job: &BulkJob, link: &mut Links) -> bool {
        if !self.remote_reads || !link.can_read(peer) {
            return false;
        }
        let Some(send) = self.sending_mut(job.request) else { return false };
        let Some(address) = send.data.address() else { return false };
        send.course = SendCourse::Lent;
        let header = control(READ, RequestId(job.receiver), address);
        let body = Body::Short(SmallVec::from_slice(&job.request.0.to_le_bytes()));
        let class = TrafficClass::Message;
        self.enqueue(peer, QueuedFrame { header, class, body, done: 0, completes: None });
        true
    }
}
