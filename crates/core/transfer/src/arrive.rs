//! What frames of transfers do.

use crate::frames::{ACK, CREDIT, CTS, DATA, FIN, READ};
use crate::outgoing::BulkJob;
use crate::request::RequestId;
use crate::send::{Announcing, SendCourse};
use crate::transfer::Transfer;
use ferry_method::Landing;
use ferry_wire::{Header, PeerId};

impl Transfer {
    /// A frame of a transfer, whole.
    #[inline]
    pub fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        match header.handler {
            DATA => self.data(peer, header, payload),
            CTS => self.cleared(peer, header),
            ACK | FIN => self.acknowledged(peer, header),
            CREDIT => self.credit(peer, header),
            READ => self.read(peer, header, payload),
            _ => self.nonsense += 1,
        }
    }

    /// A frame of a transfer begins.
    pub fn begin_frame(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        match header.handler {
            DATA => self.begin_data(peer, header, len),
            // A method may deliver any frame in pieces, even one without payload.
            CTS | ACK | FIN | CREDIT if len == 0 => Landing::Heap(Vec::new()),
            READ if len == 8 => Landing::Heap(vec![0; len]),
            _ => {
                self.nonsense += 1;
                Landing::Discard
            }
        }
    }

    /// All of a begun frame has come.
    pub fn finish_frame(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        match header.handler {
            DATA => self.finish_data(peer, header, landing),
            _ => {
                if let Landing::Heap(bytes) = landing {
                    self.frame(peer, header, &bytes);
                }
            }
        }
    }

    /// The receiver wants the data of a message.
    fn cleared(&mut self, peer: PeerId, header: &Header) {
        let request = RequestId(header.words[0]);
        match self.sending_mut(request) {
            Some(send)
                if send.to == peer
                    && matches!(send.course, SendCourse::Asked | SendCourse::Lent) =>
            {
                let may_be_read = send.course == SendCourse::Asked;
                send.course = SendCourse::Cleared;
                let by_choice = send.choice == Announcing::Is;
                let job = BulkJob { request, receiver: header.words[1], offset: 0, may_be_read };
                let peer_state = self.peer(peer);
                peer_state.bulk.push_back(job);
                if by_choice {
                    peer_state.reader.has_asked();
                }
                self.mark_busy(peer);
            }
            _ => self.nonsense += 1,
        }
    }

    /// The receiver has what it needs of a message.
    fn acknowledged(&mut self, peer: PeerId, header: &Header) {
        let request = RequestId(header.words[0]);
        let waits = match self.sending(request) {
            Some(send) if send.to == peer => match send.course {
                SendCourse::Asked | SendCourse::Lent => true,
                SendCourse::Whole => send.synchronous,
                SendCourse::New | SendCourse::Cleared => false,
            },
            _ => false,
        };
        // A frame begun must be ended, from data that stays.
        if !waits || self.is_halfway(peer, request) {
            self.nonsense += 1;
            return;
        }
        if self.sending(request).is_some_and(|send| send.choice == Announcing::Is) {
            self.peer(peer).reader.has_read();
        }
        self.complete_send(request);
    }
}
