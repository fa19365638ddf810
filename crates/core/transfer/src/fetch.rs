//! Data that their receiver asks for and no message announces, as in one-sided access: the receiver makes a
//! place for them and says so in a frame of its face's; whoever has them serves them.

use crate::buffer::{RecvSpace, SendData};
use crate::frames::{DATA, control};
use crate::outgoing::{Body, BulkJob, QueuedFrame};
use crate::recv::Recv;
use crate::request::{Label, Outcome, RequestId, RequestState, TransferFault};
use crate::send::{Announcing, Send, SendCourse};
use crate::transfer::Transfer;
use ferry_link::TrafficClass;
use ferry_wire::{ContextId, PeerId};

/// How much a peer may be served at a time: what it asks for beyond that is not kept.
const MOST_SERVED: usize = 10_000;

impl Transfer {
    /// A receive that `peer` fills once it is asked to. It has failed already where the peer is lost.
    pub fn fetch(&mut self, peer: PeerId, space: RecvSpace, label: Label) -> RequestId {
        let total = space.len() as u64;
        let recv = Recv::Fragments { space, total, missing: total };
        let request = self.requests.insert(RequestState::Recv(recv), label);
        if let Some(slot) = self.requests.get_mut(request) {
            slot.source = peer;
        }
        if let Some(why) = self.peer(peer).lost.clone() {
            let fault = TransferFault::Lost { peer, why };
            self.fail(request, fault, Outcome { source: peer, ..Outcome::sent() });
        } else if total == 0 {
            self.finish(request, Outcome { source: peer, ..Outcome::sent() });
        }
        request
    }

    /// A peer gets the data that it has made `receiver` for, straight from where they are. False: it is
    /// served too much already, or lost.
    pub fn serve(&mut self, peer: PeerId, data: SendData, receiver: RequestId) -> bool {
        let entry = self.peer(peer);
        if entry.lost.is_some() || entry.bulk.len() >= MOST_SERVED || data.is_empty() {
            return false;
        }
        let send = Send {
            data,
            to: peer,
            context: ContextId(0),
            tag: 0,
            synchronous: false,
            choice: Announcing::AsItMust,
            word: 0,
            course: SendCourse::Cleared,
            withdrawing: false,
        };
        let request = self.requests.insert(RequestState::Send(send), Label::default());
        self.detach(request);
        let job = BulkJob { request, receiver: receiver.0, offset: 0, may_be_read: false };
        self.peer(peer).bulk.push_back(job);
        self.mark_busy(peer);
        true
    }

    /// A peer gets a part of what it has made `receiver` for, `position` bytes from its beginning on.
    pub fn answer(&mut self, peer: PeerId, receiver: RequestId, position: u64, bytes: Vec<u8>) {
        let (header, class) = (control(DATA, receiver, position), TrafficClass::Message);
        let body = Body::Packed(bytes);
        self.enqueue(peer, QueuedFrame { header, class, body, done: 0, completes: None });
    }
}
