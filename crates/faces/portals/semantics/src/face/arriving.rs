//! What comes from other processes. Its bytes go straight to their place where that is one piece.

use super::{LONGEST_PIECE, PortalsState};
use crate::process::Requester;
use crate::three::{AnswerHead, Arrival, HeadError, RequestHead, RequestKind, RequestOutcome};
use ferry_method::{Header, Landing, PeerId};

/// Bytes that come behind a head.
pub(super) struct Arriving {
    interface: u8,
    /// Where they go; `None`: nobody wants them.
    arrival: Option<Arrival>,
    /// How many are to come, have begun to, and have come.
    total: u64,
    begun: u64,
    come: u64,
}

impl PortalsState {
    /// A head has come, with its bytes if they are few.
    pub(super) fn headed(&mut self, peer: PeerId, _: &Header, head: &[u8], payload: &[u8]) {
        if self.arriving.contains_key(&peer) {
            // The bytes behind the last one are not all there.
            self.nonsense += 1;
            self.break_arrival(peer);
        }
        if self.take_head(peer, head, payload).is_err() {
            self.nonsense += 1;
        }
    }

    fn take_head(&mut self, peer: PeerId, head: &[u8], payload: &[u8]) -> Result<(), HeadError> {
        let process = self.names.name(peer).ok_or(HeadError)?;
        let (number, total, arrival) = match RequestHead::decode(head) {
            Ok(head) => {
                let by = Requester { process, uid: head.uid, jid: head.jid };
                let interface = self.interfaces.get_mut(head.interface).ok_or(HeadError)?;
                if head.kind == RequestKind::GetPut {
                    interface.exchange(by, &head, payload);
                    return Ok(());
                }
                let outcome = interface.begin(by, &head);
                let is_put = head.kind == RequestKind::Put;
                let arrival = match outcome {
                    RequestOutcome::Arrives(arrival) => Some(arrival),
                    RequestOutcome::Dropped | RequestOutcome::Replied => None,
                };
                (head.interface, if is_put { head.length } else { 0 }, arrival)
            }
            Err(HeadError) => {
                let head = AnswerHead::decode(head)?;
                let interface = self.interfaces.get_mut(head.interface).ok_or(HeadError)?;
                let bytes = if head.has_bytes() { head.length } else { 0 };
                (head.interface, bytes, interface.answer(process, &head))
            }
        };
        let arriving = Arriving { interface: number, arrival, total, begun: 0, come: 0 };
        self.arriving.insert(peer, arriving);
        match payload.len() as u64 {
            0 => self.settle_arrival(peer),
            len if len == total => self.put_in_place(peer, 0, payload),
            _ => {
                self.break_arrival(peer);
                return Err(HeadError);
            }
        }
        Ok(())
    }

    /// Bytes behind a head, all at hand.
    pub(super) fn data(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        if self.expects(peer, header, payload.len()) {
            self.put_in_place(peer, header.words[0], payload);
        }
    }

    /// Bytes behind a head begin to come.
    pub(super) fn begin_data(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        if !self.expects(peer, header, len) {
            return Landing::Discard;
        }
        let Some(arriving) = self.arriving.get_mut(&peer) else { return Landing::Discard };
        let start = header.words[0];
        let wanted = arriving.arrival.as_ref().filter(|arrival| start < arrival.wanted());
        let Some(arrival) = wanted else {
            // There is no word of their end.
            arriving.come += len as u64;
            self.settle_arrival(peer);
            return Landing::Discard;
        };
        match arrival.region(start, len as u64) {
            Some(region) => Landing::Memory(region),
            None => Landing::Heap(vec![0; len]),
        }
    }

    /// They have come.
    pub(super) fn finish_data(&mut self, peer: PeerId, header: &Header, mut landing: Landing) {
        if let Landing::Discard = landing {
            // Some methods say so of what nobody wanted, and some do not: it was counted.
            return;
        }
        let Some(arriving) = self.arriving.get_mut(&peer) else { return };
        let start = header.words[0];
        let len = arriving.begun - start;
        if let (Landing::Heap(bytes), Some(arrival)) = (&mut landing, &arriving.arrival) {
            arrival.write(start, bytes);
        }
        arriving.come += len;
        self.settle_arrival(peer);
    }

    /// Whether these bytes are the next behind a head; then they have begun.
    fn expects(&mut self, peer: PeerId, header: &Header, len: usize) -> bool {
        let next = |arriving: &&mut Arriving| {
            arriving.begun == header.words[0]
                && len <= LONGEST_PIECE
                && len as u64 <= arriving.total - arriving.begun
        };
        match self.arriving.get_mut(&peer).filter(next) {
            Some(arriving) => {
                arriving.begun += len as u64;
                true
            }
            None => {
                self.nonsense += 1;
                self.break_arrival(peer);
                false
            }
        }
    }

    fn put_in_place(&mut self, peer: PeerId, start: u64, bytes: &[u8]) {
        let Some(arriving) = self.arriving.get_mut(&peer) else { return };
        if let Some(arrival) = &arriving.arrival {
            arrival.write(start, bytes);
        }
        arriving.come += bytes.len() as u64;
        self.settle_arrival(peer);
    }

    /// Ends what comes from a process if all of it is there.
    fn settle_arrival(&mut self, peer: PeerId) {
        let is_whole = |arriving: &Arriving| arriving.come == arriving.total;
        if self.arriving.get(&peer).is_some_and(is_whole) {
            self.end_arrival(peer, false);
        }
    }

    /// What comes from a process never ends.
    pub(super) fn break_arrival(&mut self, peer: PeerId) {
        self.end_arrival(peer, true);
    }

    fn end_arrival(&mut self, peer: PeerId, has_failed: bool) {
        let Some(Arriving { interface, arrival, .. }) = self.arriving.remove(&peer) else { return };
        if let (Some(interface), Some(arrival)) = (self.interfaces.get_mut(interface), arrival) {
            interface.finish(arrival, has_failed);
        }
    }
}
