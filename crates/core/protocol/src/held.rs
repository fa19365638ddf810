//! Sends that wait at their own end: for envelope credit, or for a change of method.
//!
//! Whoever has no envelope credit left holds its messages back, and all that follow in their contexts.
//! Credit lets them go in the order of sending, as requests to send. So that nothing waits for a receive
//! that waits for it, the receiver is told of contexts with held messages, and asks for what its receives
//! and probes want (see [`crate::backlog`]): it is offered the first message that fits, which may overtake
//! others. Each held message has a number in its context, so that receives with any tag keep the order.

use crate::engine::Engine;
use crate::frames::{ANY_TAG, ASK, HELD, NONE_HELD, OFFER, RtsBody, SKIP, TAKE, control};
use crate::outgoing::{Body, Outgoing, Release};
use crate::request::{RequestId, Send, Stage, State};
use ferry_link::{Context, Lane};
use ferry_matching::{Envelope, KeptId, Matcher, Selector};
use ferry_wire::{ContextId, Header, PeerId};
use std::collections::{HashSet, VecDeque};

/// The sends to one peer that wait, at least one.
pub(crate) struct Held {
    /// By context and tag, found as the receiver would find them.
    waiting: Matcher<(), RequestId>,
    /// In the order of sending, with some that wait no longer.
    order: VecDeque<KeptId>,
    /// Contexts of which the receiver knows that messages are held; it has not asked in vain since.
    told: HashSet<ContextId>,
}

impl Held {
    pub(crate) fn new() -> Self {
        Held { waiting: Matcher::new(), order: VecDeque::new(), told: HashSet::new() }
    }

    fn push(&mut self, context: ContextId, tag: i32, request: RequestId) -> KeptId {
        let at = self.waiting.keep(Envelope { context, source: 0, tag }, request);
        self.order.push_back(at);
        at
    }

    /// The first message of a context that has this tag, if one is named.
    fn find(&mut self, context: ContextId, tag: Option<i32>) -> Option<RequestId> {
        let id = self.waiting.find(&Selector { context, source: Some(0), tag })?;
        self.waiting.kept_mut(id).copied()
    }

    pub(crate) fn holds(&mut self, context: ContextId) -> bool {
        self.find(context, None).is_some()
    }

    /// The message that has waited longest.
    fn first(&mut self) -> Option<RequestId> {
        while let Some(id) = self.order.front() {
            if let Some(request) = self.waiting.kept_mut(*id) {
                return Some(*request);
            }
            self.order.pop_front();
        }
        None
    }

    /// All, in the order of sending.
    fn all(&mut self) -> Vec<RequestId> {
        let Held { waiting, order, .. } = self;
        order.iter().filter_map(|id| waiting.kept_mut(*id).copied()).collect()
    }

    fn remove(&mut self, at: KeptId) {
        self.waiting.take_kept(at);
        if self.order.len() > 2 * self.waiting.kept() + 64 {
            let waiting = &self.waiting;
            self.order.retain(|id| waiting.envelope(*id).is_some());
        }
    }
}

/// What waits for a flush, since it needs to know the method.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Errand {
    /// The peer asked for the first held message of a context that has this tag, if one is named.
    Offer { peer: PeerId, context: ContextId, tag: Option<i32> },
    /// A send is taken back unless it has matched.
    Withdraw { request: RequestId },
}

impl Engine {
    /// Whether sends to a peer wait for credit or for a change of method.
    pub fn holds_any(&self, to: PeerId) -> bool {
        self.peers.get(to.0 as usize).and_then(Option::as_ref).is_some_and(|p| p.held.is_some())
    }

    /// Whether messages of a context are held back.
    pub(crate) fn holds(&mut self, to: PeerId, context: ContextId) -> bool {
        self.peer(to).held.as_mut().is_some_and(|held| held.holds(context))
    }

    /// Holds a send back.
    pub(crate) fn hold(&mut self, request: RequestId) {
        let Some(State::Send(send)) = self.requests.get(request).map(|r| &r.state) else { return };
        let (to, context, tag) = (send.to, send.context, send.tag);
        let peer = self.peer(to);
        let number = peer.next_number(context);
        let at = peer.held.get_or_insert_with(|| Box::new(Held::new())).push(context, tag, request);
        self.set_stage(request, Stage::Held { at, number, offered: false });
    }

    /// A send is held back no longer.
    pub(crate) fn unhold(&mut self, to: PeerId, at: KeptId) {
        let peer = self.peer(to);
        let Some(held) = &mut peer.held else { return };
        held.remove(at);
        if held.waiting.kept() == 0 {
            peer.held = None;
        }
    }

    /// A send that was offered is settled between the two: those behind it may go on.
    pub(crate) fn left_held(&mut self, to: PeerId, request: RequestId, at: KeptId) {
        let withdrawn = match self.requests.get_mut(request).map(|r| &mut r.state) {
            Some(State::Send(send)) => {
                std::mem::replace(&mut send.withdrawing, false).then_some(send.context)
            }
            _ => None,
        };
        self.unhold(to, at);
        if let Some(context) = withdrawn {
            self.owes = true;
            self.released.push((to, Release::Credit));
            if self.holds(to, context) {
                self.tell_held(to, context);
            }
        }
    }

    pub(crate) fn set_stage(&mut self, request: RequestId, stage: Stage) {
        if let Some(State::Send(send)) = self.requests.get_mut(request).map(|r| &mut r.state) {
            send.stage = stage;
        }
    }

    /// Tells the receiver that messages of a context wait for credit, unless it knows.
    pub(crate) fn tell_held(&mut self, to: PeerId, context: ContextId) {
        let news = self.peer(to).held.as_mut().is_some_and(|held| held.told.insert(context));
        if news {
            let header = control(HELD, RequestId(context.0.into()), 0);
            self.enqueue(to, Outgoing::control(header));
        }
    }

    /// The receiver gave credit back: what has waited longest goes first, and asks first, since the
    /// receiver is behind already.
    pub(crate) fn launch_for_credit(&mut self, link: &mut Context, to: PeerId) {
        while let Some(request) = self.peer(to).held.as_mut().and_then(|held| held.first()) {
            if !self.launch_held(link, request, true) {
                return;
            }
        }
    }

    /// A change of method has ended: all go on for which there is credit.
    pub(crate) fn launch_after_change(&mut self, link: &mut Context, to: PeerId) {
        let all = self.peer(to).held.as_mut().map(|held| held.all()).unwrap_or_default();
        let mut without_credit = Vec::new();
        for request in all {
            let Some(State::Send(send)) = self.requests.get(request).map(|r| &r.state) else {
                continue;
            };
            let context = send.context;
            if !without_credit.contains(&context) && !self.launch_held(link, request, false) {
                without_credit.push(context);
            }
        }
        without_credit.into_iter().for_each(|context| self.tell_held(to, context));
    }

    /// Launches a held send; false if there is no credit for it, or it may be taken back.
    fn launch_held(&mut self, link: &mut Context, request: RequestId, ask: bool) -> bool {
        let Some(State::Send(send)) = self.requests.get(request).map(|r| &r.state) else {
            return true;
        };
        let (to, stage) = (send.to, send.stage);
        let launched = !send.withdrawing && self.launch(link, request, ask);
        if let Stage::Held { at, .. } = stage
            && launched
        {
            self.unhold(to, at);
        }
        launched
    }

    /// Answers a question: with an offer, or with none.
    pub(crate) fn answer(
        &mut self,
        peer: PeerId,
        context: ContextId,
        tag: Option<i32>,
        link: &mut Context,
    ) {
        let held = self.peer(peer).held.as_mut();
        let found = held.and_then(|held| held.find(context, tag));
        match found.and_then(|request| Some((request, self.requests.get_mut(request)?))) {
            Some((request, slot)) => match &mut slot.state {
                // What may be taken back is settled first; the receiver hears of it then.
                State::Send(Send {
                    withdrawing: false,
                    stage: Stage::Held { offered, .. },
                    ..
                }) => {
                    *offered = true;
                    self.offer(request, link);
                }
                _ => self.deny(peer, context),
            },
            None => self.deny(peer, context),
        }
    }

    /// Offers a message in its own stream: others of its tag that were sent before come first.
    fn offer(&mut self, request: RequestId, link: &mut Context) {
        let Some(State::Send(send)) = self.requests.get(request).map(|r| &r.state) else { return };
        let Stage::Held { number, .. } = send.stage else { return };
        let (to, context, len, address) =
            (send.to, send.context, send.data.len(), send.data.address());
        let attributes = match link.attributes(to, Lane::Message, context) {
            Ok(attributes) => attributes,
            Err(why) => return self.lose(to, &why.to_string()),
        };
        let readable = attributes.remote_read_from.is_some_and(|from| len >= from);
        let mut header = self.spread.header(attributes, context, send.tag);
        header.handler = OFFER;
        header.flags = header.flags & !Header::HOLDABLE | Header::SEQUENCED;
        header.words = [request.0, len as u64];
        let body = Body::Short(RtsBody::encode(Some(number), address.filter(|_| readable)));
        self.enqueue(to, Outgoing { header, body, done: 0, completes: None });
    }

    /// Tells the receiver that no held message is what it asked for. It hears of the next.
    fn deny(&mut self, peer: PeerId, context: ContextId) {
        let mut others = false;
        if let Some(held) = &mut self.peer(peer).held {
            held.told.remove(&context);
            others = held.holds(context);
        }
        let header = control(NONE_HELD, RequestId(context.0.into()), others.into());
        self.enqueue(peer, Outgoing::control(header));
    }

    /// Tells the receiver not to wait for a message's number.
    pub(crate) fn skip(&mut self, to: PeerId, context: ContextId, number: u64) {
        let header = control(SKIP, RequestId(context.0.into()), number);
        self.enqueue(to, Outgoing::control(header));
    }
}

/// [`ASK`]: the receiver wants something that is held.
pub(crate) fn ask(engine: &mut Engine, peer: PeerId, header: &Header, _: &[u8]) {
    let tag = (header.words[1] != ANY_TAG).then_some(header.words[1] as u32 as i32);
    let context = ContextId(header.words[0] as u32);
    debug_assert_eq!(header.handler, ASK);
    if !engine.holds(peer, context) {
        return engine.deny(peer, context);
    }
    // One question for each context at a time.
    let same = |errand: &Errand| matches!(errand, Errand::Offer { peer: p, context: c, .. } if (*p, *c) == (peer, context));
    if engine.errands.iter().any(same) {
        engine.nonsense += 1;
        return;
    }
    engine.owes = true;
    engine.errands.push(Errand::Offer { peer, context, tag });
}

/// [`TAKE`]: the receiver has taken what it was offered. It may have been sent meanwhile.
pub(crate) fn take(engine: &mut Engine, peer: PeerId, header: &Header, _: &[u8]) {
    let request = RequestId(header.words[0]);
    debug_assert_eq!(header.handler, TAKE);
    let send = match engine.requests.get_mut(request).map(|r| &mut r.state) {
        Some(State::Send(send)) if send.to == peer => send,
        _ => {
            engine.nonsense += 1;
            return;
        }
    };
    match send.stage {
        Stage::Held { at, offered: true, .. } => {
            send.stage = Stage::Asked;
            engine.left_held(peer, request, at);
        }
        Stage::Asked => {}
        _ => engine.nonsense += 1,
    }
}
