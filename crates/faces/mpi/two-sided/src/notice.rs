//! What libraries tell each other of process failures, and what these make of operations.

use crate::frames::NOTICE;
use crate::streams::StreamHead;
use crate::two_sided::TwoSided;
use ferry_link::TrafficClass;
use ferry_transfer::{Body, Outcome, QueuedFrame, RequestId, TransferFault};
use ferry_wire::{ContextId, Header, PeerId};

/// Word of a peer's library. It is no message of the program's: nothing matches it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Who says it.
    pub from: PeerId,
    /// What it is about.
    pub words: [u64; 2],
    /// What is said.
    pub text: Vec<u8>,
}

impl TwoSided {
    pub(crate) fn notice(&mut self, from: PeerId, header: &Header, payload: &[u8]) {
        if payload.len() > self.longest_notice() {
            return self.transfer.count_nonsense();
        }
        self.notices.push(Notice { from, words: header.words, text: payload.to_vec() });
        self.transfer.stir();
    }

    /// Some words, and what can be said of each process four times.
    pub(crate) fn longest_notice(&self) -> usize {
        256 + 16 * self.transfer.size()
    }

    /// Says something to a peer, in order with all that is said so. What goes to one that is lost is dropped.
    pub fn send_notice(&mut self, to: PeerId, words: [u64; 2], text: Vec<u8>) {
        let header = Header { words, ..Header::new(NOTICE) };
        let frame = QueuedFrame {
            body: Body::Packed(text),
            ..QueuedFrame::bare(header, TrafficClass::Control)
        };
        self.transfer.enqueue(to, frame);
    }

    /// What has come.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Ends every receive of some contexts that nothing has matched, and throws away messages for them that nobody
    /// waits for. No receive will want what comes in them from now on: it does not stay in its stream.
    pub fn revoke(&mut self, contexts: &[ContextId], fault: &TransferFault) {
        self.abandoned.extend(contexts);
        let is_of = |context: ContextId| contexts.contains(&context);
        let mut ended = self.matcher.cancel_where(|selector, _| is_of(selector.context));
        ended.extend(self.streams.take_receives(is_of));
        ended
            .into_iter()
            .for_each(|request| self.transfer.fail(request, fault.clone(), Outcome::sent()));
        self.drop_messages(contexts);
    }

    /// Throws away the messages of some contexts that nobody waits for. What somebody waits for goes when its sender
    /// takes it back.
    pub fn drop_messages(&mut self, contexts: &[ContextId]) {
        let kept = self.matcher.take_where(|envelope, kept| {
            contexts.contains(&envelope.context) && kept.sender.is_none() && !kept.is_arriving()
        });
        kept.into_iter().for_each(|(envelope, kept)| self.refuse(PeerId(envelope.source), kept));
        let is_of = |head: &StreamHead| contexts.contains(&head.context) && head.sender.is_none();
        for (peer, head) in self.streams.take_heads_where(is_of) {
            self.transfer.resume((peer, head.arrival), None, None, head.len as usize);
        }
    }

    /// Whether a message is thrown away that would stay in its stream.
    #[inline]
    pub(crate) fn is_abandoned(&self, context: ContextId, sender: Option<u64>) -> bool {
        !self.abandoned.is_empty() && sender.is_none() && self.abandoned.contains(&context)
    }

    /// Nobody waits for a send any more, nor need its receiver keep it: it is taken back. What has matched goes on from
    /// a copy.
    pub fn take_back(&mut self, request: RequestId) {
        self.cancel(request);
        self.give_up(request);
    }

    /// Ends a receive that nothing has matched. False: something has, or it is none.
    pub fn fail_receive(&mut self, request: RequestId, fault: TransferFault) -> bool {
        let ended = self.transfer.is_receive(request) && self.unpost(request);
        if ended {
            self.transfer.fail(request, fault, Outcome::sent());
        }
        ended
    }
}
