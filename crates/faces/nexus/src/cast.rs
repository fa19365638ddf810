//! Requests to several processes by one datagram, made reliable: numbers, what is kept, what is missing.
//!
//! The sender numbers the requests of a stream and keeps each until all have it. Who gets them hands them on in
//! order, says now and then how far it has come, and at once when it sees a gap. What is missing comes again
//! over the link to that process, which loses nothing. When nobody says anything for a while the sender asks,
//! as the last request may be what was lost.

use crate::Buffer;
use crate::inbox::{ArrivedRequest, Inbox};
use ferry_method::{Now, PeerId};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::SocketAddr;
use std::time::Duration;

/// Requests that are kept before a sender waits.
const WINDOW: usize = 256;
/// Requests that came before others, of one stream.
const MOST_EARLY: usize = 2 * WINDOW;
/// Streams of one sender.
const MOST_STREAMS: usize = 64;
/// Requests after which a receiver says how far it has come.
const EACH: u32 = 16;
/// Silence after which a sender asks.
const PATIENCE: Duration = Duration::from_millis(20);

/// A process that a stream goes to.
pub(crate) struct CastTarget {
    pub(crate) peer: PeerId,
    /// Whether it gets what is sent to the group; `None`: it has not said.
    pub(crate) joined: Option<bool>,
    /// The first request that it lacks.
    has: u64,
}

/// A request that is kept.
pub(crate) struct KeptCast {
    pub(crate) handler: u32,
    pub(crate) bytes: Vec<u8>,
}

/// A stream, at its sender.
pub(crate) struct CastSender {
    pub(crate) address: SocketAddr,
    pub(crate) targets: Vec<CastTarget>,
    next: u64,
    kept: VecDeque<KeptCast>,
    /// When something was last heard, or asked.
    heard: Now,
}

impl CastSender {
    pub(crate) fn new(address: SocketAddr, peers: &[PeerId]) -> Self {
        let target = |peer: &PeerId| CastTarget { peer: *peer, joined: None, has: 0 };
        let targets = peers.iter().map(target).collect();
        CastSender { address, targets, next: 0, kept: VecDeque::new(), heard: Now::ZERO }
    }

    /// Keeps a request; its number.
    pub(crate) fn push(&mut self, request: KeptCast, now: Now) -> u64 {
        if self.kept.is_empty() {
            self.heard = now;
        }
        self.kept.push_back(request);
        self.next += 1;
        self.settle();
        self.next - 1
    }

    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    pub(crate) fn is_full(&self) -> bool {
        self.kept.len() >= WINDOW
    }

    pub(crate) fn is_settled(&self) -> bool {
        self.kept.is_empty()
    }

    /// The first that a target lacks.
    pub(crate) fn lacked_by(&self, target: &CastTarget) -> u64 {
        target.has.max(self.first())
    }

    fn first(&self) -> u64 {
        self.next - self.kept.len() as u64
    }

    /// The kept request of a number.
    pub(crate) fn request(&self, number: u64) -> Option<&KeptCast> {
        self.kept.get(usize::try_from(number.checked_sub(self.first())?).ok()?)
    }

    /// A target says what it has; whether that can be.
    pub(crate) fn has(&mut self, peer: PeerId, has: u64, now: Now) -> bool {
        let next = self.next;
        let Some(target) = self.targets.iter_mut().find(|target| target.peer == peer) else {
            return false;
        };
        if has > next {
            return false;
        }
        target.has = target.has.max(has);
        self.heard = now;
        self.settle();
        true
    }

    /// A target is gone, or is none any more.
    pub(crate) fn forget(&mut self, peer: PeerId) {
        self.targets.retain(|target| target.peer != peer);
        self.settle();
    }

    /// Forgets what all have.
    fn settle(&mut self) {
        let all = self.targets.iter().map(|target| target.has).min().unwrap_or(self.next);
        let count = all.saturating_sub(self.first()) as usize;
        self.kept.drain(..count.min(self.kept.len()));
    }

    /// Those that lack something and have to be asked, as nothing was heard for long.
    pub(crate) fn unheard(&mut self, now: Now) -> Vec<PeerId> {
        if self.kept.is_empty() || now.saturating_sub(self.heard) < PATIENCE {
            return Vec::new();
        }
        self.heard = now;
        let lacking = self.targets.iter().filter(|target| target.has < self.next);
        lacking.map(|target| target.peer).collect()
    }
}

/// What a receiver has to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CastReply {
    Nothing,
    /// So far it has all.
    Has(u64),
    /// So far it has all, and what follows is missing.
    Lacks(u64),
}

/// A stream, where it arrives.
pub(crate) struct CastReceiver {
    pub(crate) address: SocketAddr,
    pub(crate) endpoints: Vec<u64>,
    next: u64,
    early: BTreeMap<u64, KeptCast>,
    /// Requests of which nothing was said.
    unsaid: u32,
    /// The gap that was told of begins here.
    told: Option<u64>,
}

impl CastReceiver {
    fn new(address: SocketAddr) -> Self {
        let (endpoints, early) = (Vec::new(), BTreeMap::new());
        CastReceiver { address, endpoints, next: 0, early, unsaid: 0, told: None }
    }

    /// Takes a request; what can be handed on now goes to `out` in order.
    pub(crate) fn take(
        &mut self,
        number: u64,
        request: KeptCast,
        out: &mut Vec<KeptCast>,
    ) -> CastReply {
        if number < self.next || self.early.contains_key(&number) {
            return CastReply::Nothing;
        }
        if number - self.next >= MOST_EARLY as u64 {
            return CastReply::Lacks(self.next);
        }
        self.early.insert(number, request);
        while let Some(request) = self.early.remove(&self.next) {
            out.push(request);
            self.next += 1;
            self.unsaid += 1;
        }
        if !self.early.is_empty() && self.told != Some(self.next) {
            self.told = Some(self.next);
            return CastReply::Lacks(self.next);
        }
        if self.unsaid >= EACH {
            self.unsaid = 0;
            return CastReply::Has(self.next);
        }
        CastReply::Nothing
    }

    /// The sender asks, having sent so many.
    pub(crate) fn answer(&mut self, sent: u64) -> CastReply {
        self.unsaid = 0;
        if self.next < sent { CastReply::Lacks(self.next) } else { CastReply::Has(self.next) }
    }
}

/// All streams of a process.
#[derive(Default)]
pub(crate) struct Casts {
    pub(crate) sending: HashMap<u32, CastSender>,
    pub(crate) receiving: HashMap<(PeerId, u32), CastReceiver>,
    pub(crate) last: u32,
}

impl Casts {
    /// Whether something is kept that not all have.
    #[inline]
    pub(crate) fn has_output(&self) -> bool {
        !self.sending.is_empty() && self.sending.values().any(|stream| !stream.is_settled())
    }

    /// One more endpoint for a stream; `None`: there are too many streams, or it is to another address.
    pub(crate) fn join(
        &mut self,
        (peer, stream): (PeerId, u32),
        address: SocketAddr,
        endpoint: u64,
    ) -> Option<()> {
        let of_peer = self.receiving.keys().filter(|(of, _)| *of == peer).count();
        let is_new = !self.receiving.contains_key(&(peer, stream));
        if is_new && of_peer >= MOST_STREAMS {
            return None;
        }
        let receiver =
            self.receiving.entry((peer, stream)).or_insert_with(|| CastReceiver::new(address));
        let is_sound = receiver.address == address
            && receiver.next == 0
            && receiver.endpoints.len() < MOST_STREAMS;
        is_sound.then(|| receiver.endpoints.push(endpoint))
    }

    /// A request has come; it, and those that waited for it, are in the inbox.
    pub(crate) fn take(
        &mut self,
        (peer, stream): (PeerId, u32),
        number: u64,
        request: KeptCast,
        inbox: &mut Inbox,
    ) -> Option<CastReply> {
        let receiver = self.receiving.get_mut(&(peer, stream))?;
        let mut out = Vec::new();
        let reply = receiver.take(number, request, &mut out);
        for KeptCast { handler, bytes } in out {
            let all = receiver.endpoints.iter().map(|endpoint| ArrivedRequest {
                from: peer,
                endpoint: *endpoint,
                handler,
                buffer: Buffer::received(bytes.clone()),
                ..ArrivedRequest::default()
            });
            inbox.arrived.extend(all.map(Box::new));
        }
        Some(reply)
    }

    /// A process is gone.
    pub(crate) fn forget(&mut self, peer: PeerId) {
        self.sending.values_mut().for_each(|stream| stream.forget(peer));
        self.receiving.retain(|(of, _), _| *of != peer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn address() -> SocketAddr {
        "239.1.1.1:5000".parse().unwrap()
    }

    fn request(number: u64) -> KeptCast {
        KeptCast { handler: 3, bytes: number.to_le_bytes().to_vec() }
    }

    /// A sender and two receivers, between whom datagrams are lost, doubled and overtaken.
    struct Room {
        sender: CastSender,
        receivers: [CastReceiver; 2],
        heard: [Vec<u64>; 2],
        /// Datagrams under way to each.
        flying: [Vec<u64>; 2],
    }

    impl Room {
        fn new() -> Self {
            let sender = CastSender::new(address(), &[PeerId(0), PeerId(1)]);
            let receivers = [0, 1].map(|_| CastReceiver::new(address()));
            Room { sender, receivers, heard: Default::default(), flying: Default::default() }
        }

        fn arrive(&mut self, at: usize, number: u64) {
            let mut out = Vec::new();
            let reply = self.receivers[at].take(number, request(number), &mut out);
            let numbers = out.iter().map(|r| u64::from_le_bytes(r.bytes[..].try_into().unwrap()));
            self.heard[at].extend(numbers);
            self.reply(at, reply);
        }

        /// Replies and repetitions lose nothing.
        fn reply(&mut self, at: usize, reply: CastReply) {
            let (has, lacks) = match reply {
                CastReply::Nothing => return,
                CastReply::Has(has) => (has, false),
                CastReply::Lacks(has) => (has, true),
            };
            assert!(self.sender.has(PeerId(at as u32), has, Now::ZERO));
            let again: Vec<u64> =
                if lacks { (has..self.sender.next()).collect() } else { Vec::new() };
            again.into_iter().for_each(|number| self.arrive(at, number));
        }
    }

    proptest! {
        #[test]
        fn all_have_all_in_order(
            fates in prop::collection::vec((0u8..4, 0u8..4, any::<bool>()), 1..200)
        ) {
            let mut room = Room::new();
            let count = fates.len() as u64;
            for (a, b, swap) in fates {
                let number = room.sender.push(request(0), Now::ZERO);
                for (at, fate) in [a, b].into_iter().enumerate() {
                    // Lost, once, twice, or later.
                    let copies = [0, 1, 2, 1][fate as usize];
                    let place = if swap { 0 } else { room.flying[at].len() };
                    (0..copies).for_each(|_| room.flying[at].insert(place, number));
                    if fate != 3 {
                        let arriving = std::mem::take(&mut room.flying[at]);
                        arriving.into_iter().for_each(|number| room.arrive(at, number));
                    }
                }
            }
            for at in 0..2 {
                let reply = room.receivers[at].answer(room.sender.next());
                room.reply(at, reply);
                let reply = room.receivers[at].answer(room.sender.next());
                room.reply(at, reply);
                prop_assert_eq!(&room.heard[at], &(0..count).collect::<Vec<_>>());
            }
            prop_assert!(room.sender.is_settled());
        }
    }

    #[test]
    fn silence_is_asked_about_and_the_gone_are_not_waited_for() {
        let mut sender = CastSender::new(address(), &[PeerId(1), PeerId(2)]);
        assert!(sender.unheard(Now::from_secs(9)).is_empty());
        sender.push(request(0), Now::from_secs(9));
        assert!(sender.unheard(Now::from_secs(9)).is_empty());
        assert_eq!(sender.unheard(Now::from_secs(10)), [PeerId(1), PeerId(2)]);
        assert!(sender.has(PeerId(1), 1, Now::from_secs(10)));
        assert_eq!(sender.unheard(Now::from_secs(11)), [PeerId(2)]);
        sender.forget(PeerId(2));
        assert!(sender.is_settled());
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut sender = CastSender::new(address(), &[PeerId(1)]);
        sender.push(request(0), Now::ZERO);
        assert!(!sender.has(PeerId(1), 2, Now::ZERO), "more than was sent");
        assert!(!sender.has(PeerId(7), 1, Now::ZERO), "nobody's");
        let mut receiver = CastReceiver::new(address());
        let mut out = Vec::new();
        let far = receiver.take(u64::MAX, request(0), &mut out);
        assert_eq!(far, CastReply::Lacks(0));
        assert!(out.is_empty() && receiver.early.is_empty());
        let mut casts = Casts::default();
        for stream in 0..MOST_STREAMS as u32 {
            assert!(casts.join((PeerId(1), stream), address(), 1).is_some());
        }
        assert!(casts.join((PeerId(1), 1000), address(), 1).is_none());
        assert!(casts.join((PeerId(1), 1), "239.1.1.2:5000".parse().unwrap(), 1).is_none());
    }
}
