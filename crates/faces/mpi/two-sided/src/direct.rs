//! The direct design: a receive that names source and tag goes to its stream and takes the message from
//! there; wildcards and probes alone look at the heads of all streams.
//!
//! What is in front of a stream without a receive stays there ([`StreamHead`]). A receive that finds its stream
//! empty waits at it, unless one with a wildcard was posted before it and accepts the same messages: then both
//! are in the matcher, which knows their order. So whatever waits at a stream was posted before all in the
//! matcher that accept the same message, and is asked first. Heads are moved to the matcher when a wildcard or
//! a probe looks, and at once for a while after; each is later than all that is there.

use crate::eager::{number_of, sender_of, word_of};
use crate::kept::{Filled, Filling, Held, Kept, KeptBody};
use crate::order::OrderIn;
use crate::streams::{ListReason, StreamHead, StreamMeeting};
use crate::two_sided::{Matching, TwoSided};
use ferry_link::Links;
use ferry_matching::{Envelope, Selector};
use ferry_method::Landing;
use ferry_transfer::{ArrivalKey, RequestId, Whole, stream_of};
use ferry_wire::{ContextId, Header, PeerId, StreamKey};

/// Heads that receives without wildcards take from the matcher before new ones are left at their streams.
const CURIOSITY: u32 = 16;

/// How far a receive may read at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamReach {
    /// Not at all: others would have to hear of what is found.
    Nothing,
    /// What is in front of its stream.
    Front,
    /// Its stream.
    Stream,
}

impl TwoSided {
    /// Posts a receive for which nothing is in the matcher, where more has to be looked at than that.
    #[cold]
    #[inline(never)]
    pub(crate) fn recv_closely(&mut self, selector: Selector, request: RequestId) {
        match self.matching {
            Matching::Direct => drop(self.recv_direct(selector, request)),
            Matching::Plain | Matching::BySize => self.post_with_backlog(selector, request),
        }
    }

    /// The same for a caller that has the links, who may read at once as far as `reach` says.
    #[cold]
    #[inline(never)]
    pub(crate) fn recv_through_closely(
        &mut self,
        links: &mut Links,
        selector: Selector,
        request: RequestId,
        reach: StreamReach,
    ) {
        let owed = self.transfer.has_output();
        let waits_at = match self.matching {
            Matching::Direct => self.recv_direct(selector, request),
            Matching::Plain | Matching::BySize => return self.post_with_backlog(selector, request),
        };
        match reach {
            StreamReach::Nothing => {}
            _ if self.transfer.has_resumes() => {
                self.transfer.set_owing(owed);
                self.resume_all(links);
            }
            StreamReach::Stream => {
                if let Some((peer, stream)) = waits_at {
                    links.fetch(peer, stream, self);
                }
            }
            StreamReach::Front => {}
        }
    }

    /// Lets messages come that receives have taken from the front of their streams. Returns how many.
    pub(crate) fn resume_all(&mut self, links: &mut Links) -> usize {
        let mut resumed = 0;
        while let Some((peer, stream)) = self.transfer.resume_next(links) {
            links.fetch(peer, stream, self);
            resumed += 1;
        }
        resumed
    }

    /// Where the receive waits, if at a stream.
    #[inline]
    fn recv_direct(
        &mut self,
        selector: Selector,
        request: RequestId,
    ) -> Option<(PeerId, StreamKey)> {
        if !self.probed.is_empty() {
            self.clear_probed(&selector);
        }
        if let (Some(source), Some(tag)) = (selector.source, selector.tag)
            && let Some(stream) = stream_of(selector.context, tag)
        {
            let name = (PeerId(source), stream);
            return self.recv_at(name, (selector.context, tag), request).then_some(name);
        }
        if selector.source.is_none() || selector.tag.is_none() {
            self.look();
            if let Some(id) = self.find(&selector) {
                self.take_kept(id, request);
                return None;
            }
        }
        self.post_with_backlog(selector, request);
        None
    }

    /// The same for one that names source and tag. Returns whether it waits at its stream.
    #[inline]
    fn recv_at(
        &mut self,
        (peer, stream): (PeerId, StreamKey),
        (context, tag): (ContextId, i32),
        request: RequestId,
    ) -> bool {
        if let Some(head) = self.streams.take(peer, stream, tag) {
            let suits = head.word == 0 || self.suits(request, peer, tag, (head.word, head.len));
            let (len, taker) = (head.len as usize, suits.then_some(request));
            self.transfer.resume((peer, head.arrival), taker, head.sender, len);
            return false;
        }
        let envelope = Envelope { context, source: peer.0, tag };
        // Some peer is lost or holds messages back, or others were posted before that accept the same.
        let is_plain = self.alerts == 1 && self.parked == 0;
        if !is_plain || self.matcher.posted() != 0 && self.matcher.is_claimed(&envelope) {
            self.post_with_backlog(Selector::from(&envelope), request);
            self.note_obstacle(peer, stream, context);
            return false;
        }
        let is_behind = self.streams.wait((peer, stream), (context, tag), request);
        if is_behind || self.has_listed_collectives {
            self.note_obstacle(peer, stream, context);
        }
        true
    }

    /// A message in front of a stream may be in the way of a receive: an earlier operation of that
    /// communicator has failed here and left it.
    #[cold]
    pub(crate) fn note_obstacle(&mut self, peer: PeerId, stream: StreamKey, context: ContextId) {
        if context.is_collective() {
            self.transfer.owe();
            self.obstacles.push((peer, stream));
        }
    }

    /// Whether a receive waits for what comes on a stream.
    fn is_awaited(&self, peer: PeerId, stream: StreamKey) -> bool {
        let mut is_awaited = self.streams.has_receives(peer, stream);
        self.matcher.for_each_posted(|selector, _| {
            let of = selector.tag.and_then(|tag| stream_of(selector.context, tag));
            is_awaited |= selector.source == Some(peer.0) && of == Some(stream);
        });
        is_awaited
    }

    /// The receive that waits at the stream of a message.
    #[inline]
    pub(crate) fn arrive_at_stream(&mut self, envelope: &Envelope) -> Option<RequestId> {
        let stream = stream_of(envelope.context, envelope.tag)?;
        self.streams.arrive(PeerId(envelope.source), stream, envelope.tag)
    }

    /// Whether nothing but what waits at its stream decides whose a message is.
    #[inline]
    fn is_direct_now(&self, header: &Header) -> bool {
        self.matching == Matching::Direct
            && self.early == 0
            && self.parked == 0
            && self.matcher.posted() == 0
            && self.fillings.is_empty()
            && stream_of(header.context(), header.tag()) == Some(header.stream_key())
    }

    /// Notes that a message has come that nobody keeps, by its number. False: more has to be done than that.
    #[inline]
    fn pass(&mut self, peer: PeerId, context: ContextId, number: Option<u64>) -> bool {
        let Some(number) = number else { return true };
        let about = self.correspondents[peer.0 as usize].get_or_insert_default();
        let sequence = match about.sequences.get_mut(&context) {
            Some(sequence) => sequence,
            None => about.sequences.entry(context).or_default(),
        };
        let may_pass = sequence.may_pass(number);
        if may_pass {
            sequence.pass(number);
        }
        may_pass
    }

    /// A message is at hand that may be held in its stream. True: a receive has waited for it.
    #[inline]
    pub(crate) fn take_direct(&mut self, peer: PeerId, header: &Header, payload: &[u8]) -> bool {
        if self.streams.waiting() == 0 || !self.is_direct_now(header) {
            return false;
        }
        let (tag, stream) = (header.tag(), header.stream_key());
        let Some(request) = self.streams.arrive(peer, stream, tag) else { return false };
        if !self.pass(peer, header.context(), number_of(header)) {
            self.streams.put_back((peer, stream), (header.context(), tag), request);
            return false;
        }
        let envelope = Envelope { context: header.context(), source: peer.0, tag };
        self.arrivals.meet(&envelope, payload.len() as u64);
        self.transfer.acknowledge(peer, sender_of(header));
        let said = (word_of(header), payload.len() as u64);
        if said.0 == 0 || self.suits(request, peer, tag, said) {
            self.transfer.deliver(request, peer, tag, payload);
        }
        true
    }

    /// A message begins that may be held in its stream. `None`: more has to be known than what waits there.
    #[inline]
    pub(crate) fn begin_direct(
        &mut self,
        peer: PeerId,
        header: &Header,
        len: usize,
    ) -> Option<Landing> {
        if !self.is_direct_now(header) {
            return None;
        }
        let (context, tag, stream) = (header.context(), header.tag(), header.stream_key());
        let (number, sender) = (number_of(header), sender_of(header));
        let (arrival, word) = (ArrivalKey::of(header), word_of(header));
        let head = StreamHead { arrival, context, tag, len: len as u64, number, sender, word };
        let may_stay = self.curiosity == 0 || context.is_collective();
        match self.streams.meet((peer, stream), head, may_stay) {
            StreamMeeting::Receive(request) => {
                if !self.pass(peer, context, number) {
                    self.streams.put_back((peer, stream), (context, tag), request);
                    return None;
                }
                self.arrivals.meet(&Envelope { context, source: peer.0, tag }, len as u64);
                Some(self.begin_met(peer, header, Whole { request, sender, len }))
            }
            StreamMeeting::Stays => {
                if !self.pass(peer, context, number) {
                    self.streams.take(peer, stream, tag);
                    return None;
                }
                self.arrivals.come_early(&Envelope { context, source: peer.0, tag }, len as u64);
                if self.is_abandoned(context, sender) {
                    self.streams.take(peer, stream, tag);
                    self.transfer.resume((peer, arrival), None, None, len);
                }
                Some(Landing::Hold)
            }
            StreamMeeting::Neither => None,
        }
    }

    /// A wildcard or a probe looks at the heads.
    pub(crate) fn look(&mut self) {
        self.curiosity = CURIOSITY;
        self.list_heads(ListReason::Look);
    }

    /// A receive that knows its source and tag took a head from the matcher.
    pub(crate) fn look_away(&mut self) {
        self.curiosity = self.curiosity.saturating_sub(1);
    }

    /// Moves heads into the matcher.
    #[inline]
    pub(crate) fn list_heads(&mut self, reason: ListReason) {
        if self.streams.heads() != 0 {
            self.list(reason);
        }
    }

    #[inline(never)]
    fn list(&mut self, reason: ListReason) {
        for (peer, head) in self.streams.take_heads(reason) {
            self.has_listed_collectives |= head.context.is_collective();
            let StreamHead { arrival, context, tag, len, number, sender, word } = head;
            let envelope = Envelope { context, source: peer.0, tag };
            let place = match number.filter(|number| self.recede(peer, context, *number)) {
                Some(number) => OrderIn::Early(number),
                None => OrderIn::Unnumbered,
            };
            self.keep_listed(
                envelope,
                Kept { len, body: KeptBody::InStream(arrival), sender, word },
                place,
            );
        }
    }

    /// Reads messages that stand before what a receive waits for, without a receive that wants them.
    pub(crate) fn clear_obstacles(&mut self, link: &mut Links) -> usize {
        let in_the_way = std::mem::take(&mut self.in_the_way);
        let mut read = self.read_taken(in_the_way, link);
        for (peer, stream) in std::mem::take(&mut self.obstacles) {
            if self.is_awaited(peer, stream) {
                self.list_heads(ListReason::All);
                read += self.read_where(peer, link, |arrival| arrival.is_of(stream));
            }
        }
        let is_left = |envelope: &Envelope, kept: &Kept| {
            envelope.context.is_collective() && matches!(kept.body, KeptBody::InStream(_))
        };
        self.has_listed_collectives = !self.matcher.kept_where(is_left).is_empty();
        read
    }

    /// Whoever leaves a method waits until all that it sent by it has come, so held messages are read
    /// without a receive that wants them. Returns how many.
    pub(crate) fn read_held(&mut self, peer: PeerId, link: &mut Links) -> usize {
        self.list_heads(ListReason::All);
        self.read_where(peer, link, |_| true) + self.read_probed(peer, link)
    }

    fn read_where(
        &mut self,
        peer: PeerId,
        link: &mut Links,
        is_meant: impl Fn(&ArrivalKey) -> bool,
    ) -> usize {
        let held = self.matcher.kept_where(|envelope, kept| {
            let in_stream = matches!(&kept.body, KeptBody::InStream(at) if is_meant(at));
            envelope.source == peer.0 && in_stream
        });
        let count = held.len();
        for id in held {
            let Some(kept) = self.matcher.kept_mut(id) else { continue };
            let (len, sender, word) = (kept.len, kept.sender, kept.word);
            let body = std::mem::replace(&mut kept.body, KeptBody::Reading);
            self.read_in(peer, Kept { len, body, sender, word }, Filled::Kept(id), link);
        }
        count
    }

    /// The same for messages that matched probes took.
    fn read_probed(&mut self, peer: PeerId, link: &mut Links) -> usize {
        let is_of = |held: &Held| held.peer == peer && held.arrival().is_some();
        let probed: Vec<RequestId> =
            self.probed.iter().filter(|(_, held)| is_of(held)).map(|(id, _)| *id).collect();
        self.read_taken(probed, link)
    }

    /// What a matched probe took and nobody has received stands before whatever follows on its stream: where
    /// that may be looked for, it is read soon.
    pub(crate) fn clear_probed(&mut self, selector: &Selector) {
        if self.probed.is_empty() {
            return;
        }
        let is_before = |held: &Held| {
            held.arrival().is_some_and(|arrival| {
                let (context, source) = (arrival.context(), held.peer.0);
                selector.accepts(&Envelope { context, source, tag: held.tag })
            })
        };
        let before = self.probed.iter().filter(|(_, held)| is_before(held)).map(|(id, _)| *id);
        self.in_the_way.extend(before);
        self.transfer.owe();
    }

    /// Reads messages that matched probes took.
    pub(crate) fn read_taken(&mut self, taken: Vec<RequestId>, link: &mut Links) -> usize {
        let mut read = 0;
        for request in taken {
            if self.probed.get(&request).is_some_and(|held| held.arrival().is_some())
                && let Some(held) = self.probed.remove(&request)
            {
                self.read_in(held.peer, held.kept, Filled::Claimed(request), link);
                read += 1;
            }
        }
        read
    }

    /// Reads a held message into memory of Ferry's.
    fn read_in(&mut self, peer: PeerId, kept: Kept, of: Filled, link: &mut Links) {
        let Kept { len, body, sender, word } = kept;
        let KeptBody::InStream(arrival) = body else { return };
        self.begin_filling(Filling { peer, arrival, sender, word, of });
        let landing = Landing::Heap(vec![0; len as usize]);
        self.transfer.resume_into(link, (peer, arrival), landing);
    }
}
