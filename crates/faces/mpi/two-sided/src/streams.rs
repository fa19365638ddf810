//! The streams of the direct design: in front of each a message that nobody has asked for, or the receives
//! that wait for one.

use ferry_transfer::{ArrivalKey, RequestId};
use ferry_wire::{ContextId, KeyMap, PeerId, StreamKey};
use std::collections::VecDeque;

/// Streams without head and receive that are remembered, since they are likely to be used again.
const IDLE: usize = 256;

/// A message in front of its stream, of which only the head was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StreamHead {
    pub(crate) arrival: ArrivalKey,
    pub(crate) context: ContextId,
    pub(crate) tag: i32,
    pub(crate) len: u64,
    /// Its number in the order of its context.
    pub(crate) number: Option<u64>,
    /// The sender's request, if it waits for the match.
    pub(crate) sender: Option<u64>,
    /// What it says of the type of its elements.
    pub(crate) word: u64,
}

/// A receive that waits at its stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct StreamReceive {
    request: RequestId,
    /// Streams of collectives carry several tags.
    tag: i32,
    context: ContextId,
}

/// What is at a stream: never both a head and a receive of its tag.
#[derive(Default)]
struct DirectStream {
    head: Option<StreamHead>,
    receives: VecDeque<StreamReceive>,
}

/// Why heads leave their streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ListReason {
    /// A wildcard or a probe looks, of which collectives have none.
    Look,
    /// Whatever is there is of interest.
    All,
}

/// What becomes of a message that comes to the front of its stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StreamMeeting {
    /// A receive has waited for it.
    Receive(RequestId),
    /// It stays where it is.
    Stays,
    /// It may not, and no receive has waited for it.
    Neither,
}

impl DirectStream {
    #[inline]
    fn arrive(&mut self, tag: i32) -> Option<RequestId> {
        if self.receives.front()?.tag == tag {
            return self.receives.pop_front().map(|receive| receive.request);
        }
        let at = self.receives.iter().position(|receive| receive.tag == tag)?;
        self.receives.remove(at).map(|receive| receive.request)
    }

    #[inline]
    fn is_idle(&self) -> bool {
        self.head.is_none() && self.receives.is_empty()
    }
}

/// Which stream: of whom, and its key.
type StreamName = (PeerId, StreamKey);

/// All streams on which something waits, and some others.
#[derive(Default)]
pub(crate) struct DirectStreams {
    streams: KeyMap<StreamName, DirectStream>,
    /// Heads that neither wildcard nor probe has looked at.
    heads: usize,
    /// Receives that wait.
    waiting: usize,
}

impl DirectStreams {
    /// Heads that neither wildcard nor probe has looked at.
    #[inline]
    pub(crate) fn heads(&self) -> usize {
        self.heads
    }

    /// Receives that wait.
    #[inline]
    pub(crate) fn waiting(&self) -> usize {
        self.waiting
    }

    /// The receive that waits longest at a stream for a message of this tag, which has come.
    #[inline]
    pub(crate) fn arrive(
        &mut self,
        peer: PeerId,
        stream: StreamKey,
        tag: i32,
    ) -> Option<RequestId> {
        if self.waiting == 0 {
            return None;
        }
        let request = self.streams.get_mut(&(peer, stream))?.arrive(tag)?;
        self.waiting -= 1;
        Some(request)
    }

    /// The same for a message that may stay in front of its stream, if `may_stay`.
    #[inline]
    pub(crate) fn meet(
        &mut self,
        (peer, key): StreamName,
        head: StreamHead,
        may_stay: bool,
    ) -> StreamMeeting {
        let stream = match self.streams.get_mut(&(peer, key)) {
            Some(stream) => stream,
            None if !may_stay => return StreamMeeting::Neither,
            None => self.open((peer, key)),
        };
        if let Some(request) = stream.arrive(head.tag) {
            self.waiting -= 1;
            return StreamMeeting::Receive(request);
        }
        // Another may be in front by the method that the link leaves, or in the way of a receive.
        if !may_stay || !stream.is_idle() {
            return StreamMeeting::Neither;
        }
        stream.head = Some(head);
        self.heads += 1;
        StreamMeeting::Stays
    }

    /// Begins to remember a stream. Memory follows what waits, not what was ever used.
    #[cold]
    #[inline(never)]
    fn open(&mut self, name: StreamName) -> &mut DirectStream {
        if self.streams.len() > 2 * (self.heads + self.waiting) + IDLE {
            self.streams.retain(|_, stream| !stream.is_idle());
        }
        self.streams.entry(name).or_default()
    }

    /// Takes the message in front of a stream, if it has this tag; otherwise a receive may wait there.
    #[inline]
    pub(crate) fn take(&mut self, peer: PeerId, stream: StreamKey, tag: i32) -> Option<StreamHead> {
        if self.heads == 0 {
            return None;
        }
        let stream = self.streams.get_mut(&(peer, stream))?;
        let head = stream.head.take_if(|head| head.tag == tag)?;
        self.heads -= 1;
        Some(head)
    }

    /// A receive waits at a stream from now on. Returns whether a message of another tag is in front.
    #[inline]
    pub(crate) fn wait(
        &mut self,
        (peer, stream): StreamName,
        (context, tag): (ContextId, i32),
        request: RequestId,
    ) -> bool {
        self.waiting += 1;
        let stream = match self.streams.get_mut(&(peer, stream)) {
            Some(stream) => stream,
            None => self.open((peer, stream)),
        };
        stream.receives.push_back(StreamReceive { request, tag, context });
        stream.head.is_some()
    }

    /// What [`DirectStreams::arrive`] gave waits again, before all others.
    #[cold]
    pub(crate) fn put_back(
        &mut self,
        name: StreamName,
        (context, tag): (ContextId, i32),
        request: RequestId,
    ) {
        self.waiting += 1;
        let receives = &mut self.open(name).receives;
        receives.push_front(StreamReceive { request, tag, context });
    }

    /// Whether a receive waits at a stream.
    pub(crate) fn waits(&self, request: RequestId) -> bool {
        let mut receives = self.streams.values().flat_map(|stream| &stream.receives);
        self.waiting != 0 && receives.any(|receive| receive.request == request)
    }

    /// Whether receives wait at a stream.
    pub(crate) fn has_receives(&self, peer: PeerId, stream: StreamKey) -> bool {
        self.streams.get(&(peer, stream)).is_some_and(|stream| !stream.receives.is_empty())
    }

    /// Takes heads; those of a sender and context in the order of their numbers.
    pub(crate) fn take_heads(&mut self, reason: ListReason) -> Vec<(PeerId, StreamHead)> {
        let is_meant =
            |head: &StreamHead| reason == ListReason::All || !head.context.is_collective();
        let mut heads = self.take_heads_where(is_meant);
        heads.sort_unstable_by_key(|(peer, head)| (*peer, head.context, head.number, head.tag));
        heads
    }

    /// Takes those heads that are meant, in no order.
    pub(crate) fn take_heads_where(
        &mut self,
        is_meant: impl Fn(&StreamHead) -> bool,
    ) -> Vec<(PeerId, StreamHead)> {
        let mut heads: Vec<(PeerId, StreamHead)> = Vec::with_capacity(self.heads);
        for ((peer, _), stream) in &mut self.streams {
            heads.extend(stream.head.take_if(|head| is_meant(head)).map(|head| (*peer, head)));
        }
        self.heads -= heads.len();
        heads
    }

    /// Takes a receive back that waits. False: it does not.
    pub(crate) fn remove(&mut self, request: RequestId) -> bool {
        for stream in self.streams.values_mut() {
            if let Some(at) = stream.receives.iter().position(|r| r.request == request) {
                stream.receives.remove(at);
                self.waiting -= 1;
                return true;
            }
        }
        false
    }

    /// The receives that wait for a peer in a context, with their tags.
    pub(crate) fn receives_from(&self, peer: PeerId, context: ContextId) -> Vec<(RequestId, i32)> {
        let of_peer = self.streams.iter().filter(|((of, _), _)| *of == peer);
        let receives = of_peer.flat_map(|(_, stream)| &stream.receives);
        let meant = receives.filter(|receive| receive.context == context);
        meant.map(|receive| (receive.request, receive.tag)).collect()
    }

    /// Takes all receives of some contexts back.
    pub(crate) fn take_receives(&mut self, is_of: impl Fn(ContextId) -> bool) -> Vec<RequestId> {
        let mut taken = Vec::new();
        for stream in self.streams.values_mut() {
            stream.receives.retain(|receive| {
                let is_meant = is_of(receive.context);
                taken.extend(is_meant.then_some(receive.request));
                !is_meant
            });
        }
        self.waiting -= taken.len();
        taken
    }

    /// A peer is lost, with all its streams. Returns the receives that wait for it.
    pub(crate) fn lose(&mut self, peer: PeerId) -> Vec<RequestId> {
        let mut ended = Vec::new();
        let DirectStreams { streams, heads, waiting } = self;
        streams.retain(|(of, _), stream| {
            if *of == peer {
                *heads -= usize::from(stream.head.is_some());
                *waiting -= stream.receives.len();
                ended.extend(stream.receives.iter().map(|receive| receive.request));
            }
            *of != peer
        });
        ended
    }

    /// Whether the head of one of a peer's streams is known.
    pub(crate) fn has_head_of(&self, peer: PeerId) -> bool {
        self.streams.iter().any(|((of, _), stream)| *of == peer && stream.head.is_some())
    }

    /// The peers that receives wait for.
    pub(crate) fn awaited(&self) -> impl Iterator<Item = PeerId> {
        let awaited = self.streams.iter().filter(|(_, stream)| !stream.receives.is_empty());
        awaited.map(|((peer, _), _)| *peer)
    }
}
