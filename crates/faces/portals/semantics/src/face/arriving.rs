//! What comes from other processes. Its bytes go straight to their place where that is one piece.

use super::{LONGEST_PIECE, PortalsLinks, SHORT};
use crate::version::{ArrivalPlace, HeadError, IncomingBytes, PortalsVersion};
use ferry_method::{Header, Landing, PeerId};

/// Bytes that come behind a head.
pub(super) struct Arriving<P> {
    interface: u8,
    /// Where they go; `None`: nobody wants them.
    arrival: Option<P>,
    /// How many are to come, have begun to, and have come.
    total: u64,
    begun: u64,
    come: u64,
    /// A method writes those that have begun where they go.
    is_landing: bool,
}

/// What comes from each process whose bytes are not all there.
pub(super) struct Arrivals<P> {
    /// By number.
    of_peer: Vec<Option<Box<Arriving<P>>>>,
    count: usize,
}

impl<P> Default for Arrivals<P> {
    fn default() -> Self {
        Arrivals { of_peer: Vec::new(), count: 0 }
    }
}

impl<P> Arrivals<P> {
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// An interface is closed: nobody wants what comes for it. Returns where that went.
    pub(super) fn detach(&mut self, interface: u8) -> Vec<P> {
        let of_interface = self.of_peer.iter_mut().flatten().filter(|of| of.interface == interface);
        of_interface.filter_map(|of| of.arrival.take()).collect()
    }

    /// Whether a method still writes where nobody wants it any more.
    pub(super) fn land_unwanted(&self) -> bool {
        self.of_peer.iter().flatten().any(|of| of.is_landing && of.arrival.is_none())
    }

    /// The links are closed: nothing comes any more.
    pub(super) fn clear(&mut self) {
        *self = Arrivals::default();
    }

    fn has(&self, peer: PeerId) -> bool {
        self.count != 0 && self.of_peer.get(peer.0 as usize).is_some_and(Option::is_some)
    }

    fn get_mut(&mut self, peer: PeerId) -> Option<&mut Arriving<P>> {
        self.of_peer.get_mut(peer.0 as usize)?.as_deref_mut()
    }

    /// Nothing may come from this process yet.
    fn insert(&mut self, peer: PeerId, arriving: Arriving<P>) {
        let index = peer.0 as usize;
        if self.of_peer.len() <= index {
            self.of_peer.resize_with(index + 1, || None);
        }
        self.count += 1;
        self.of_peer[index] = Some(Box::new(arriving));
    }

    fn remove(&mut self, peer: PeerId) -> Option<Arriving<P>> {
        let arriving = self.of_peer.get_mut(peer.0 as usize)?.take()?;
        self.count -= 1;
        Some(*arriving)
    }
}

impl<V: PortalsVersion> PortalsLinks<V> {
    /// A head has come, with its bytes if they are few.
    #[inline]
    pub(super) fn headed(&mut self, peer: PeerId, head: &[u8], payload: &[u8]) {
        let is_alone = self.arriving.is_empty();
        let process = self.names.name(peer).filter(|_| is_alone);
        if !process.is_some_and(|process| self.interfaces.whole(process, head, payload)) {
            self.headed_in_parts(peer, head, payload);
        }
    }

    /// A request or an answer has come of which the header says all.
    #[inline(always)]
    pub(super) fn brief(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        if !self.arriving.is_empty() && self.arriving.has(peer) {
            // The bytes behind the last one are not all there.
            self.nonsense += 1;
            self.break_arrival(peer);
        }
        let of = (header.bits as u32, header.words);
        let Some(process) = self.names.name(peer).filter(|_| payload.len() <= SHORT) else {
            self.nonsense += 1;
            return;
        };
        self.nonsense += u64::from(self.interfaces.brief(process, of, payload).is_err());
    }

    /// The same of one whose bytes may be others than these.
    fn headed_in_parts(&mut self, peer: PeerId, head: &[u8], payload: &[u8]) {
        if self.arriving.has(peer) {
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
        let IncomingBytes { interface: number, total, place: arrival } =
            self.interfaces.head(process, head, payload)?;
        let is_whole = payload.len() as u64 == total;
        if !is_whole && payload.is_empty() {
            let (begun, come, is_landing) = (0, 0, false);
            let arriving = Arriving { interface: number, arrival, total, begun, come, is_landing };
            self.arriving.insert(peer, arriving);
            return Ok(());
        }
        if let Some(arrival) = arrival {
            if is_whole {
                arrival.write(0, payload);
            }
            self.end_arrival(number, arrival, !is_whole);
        }
        if is_whole { Ok(()) } else { Err(HeadError) }
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
        let Some(arriving) = self.arriving.get_mut(peer) else { return Landing::Discard };
        let start = header.words[0];
        let wanted = arriving.arrival.as_ref().filter(|arrival| start < arrival.wanted());
        let Some(arrival) = wanted else {
            // There is no word of their end.
            arriving.come += len as u64;
            self.settle_arrival(peer);
            return Landing::Discard;
        };
        let region = arrival.region(start, len as u64);
        arriving.is_landing = region.is_some();
        region.map_or_else(|| Landing::Heap(vec![0; len]), Landing::Memory)
    }

    /// They have come.
    pub(super) fn finish_data(&mut self, peer: PeerId, header: &Header, mut landing: Landing) {
        if let Landing::Discard = landing {
            // Some methods say so of what nobody wanted, and some do not: it was counted.
            return;
        }
        let Some(arriving) = self.arriving.get_mut(peer) else { return };
        let start = header.words[0];
        let len = arriving.begun - start;
        if let (Landing::Heap(bytes), Some(arrival)) = (&mut landing, &arriving.arrival) {
            arrival.write(start, bytes);
        }
        arriving.come += len;
        arriving.is_landing = false;
        self.settle_arrival(peer);
    }

    /// Whether these bytes are the next behind a head; then they have begun.
    fn expects(&mut self, peer: PeerId, header: &Header, len: usize) -> bool {
        let next = |arriving: &&mut Arriving<V::Place>| {
            arriving.begun == header.words[0]
                && len <= LONGEST_PIECE
                && len as u64 <= arriving.total - arriving.begun
        };
        match self.arriving.get_mut(peer).filter(next) {
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
        let Some(arriving) = self.arriving.get_mut(peer) else { return };
        if let Some(arrival) = &arriving.arrival {
            arrival.write(start, bytes);
        }
        arriving.come += bytes.len() as u64;
        self.settle_arrival(peer);
    }

    /// Ends what comes from a process if all of it is there.
    fn settle_arrival(&mut self, peer: PeerId) {
        let is_whole = |arriving: &Arriving<V::Place>| arriving.come == arriving.total;
        if self.arriving.get_mut(peer).is_some_and(|arriving| is_whole(arriving)) {
            self.stop_arrival(peer, false);
        }
    }

    /// What comes from a process never ends.
    pub(super) fn break_arrival(&mut self, peer: PeerId) {
        self.stop_arrival(peer, true);
    }

    fn stop_arrival(&mut self, peer: PeerId, has_failed: bool) {
        let Some(Arriving { interface, arrival, .. }) = self.arriving.remove(peer) else { return };
        if let Some(arrival) = arrival {
            self.end_arrival(interface, arrival, has_failed);
        }
    }

    fn end_arrival(&mut self, interface: u8, arrival: V::Place, has_failed: bool) {
        self.interfaces.finish(interface, arrival, has_failed);
    }
}
