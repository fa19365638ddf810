//! Sends that wait at their own end: for envelope credit, or for a change of method.
//!
//! Whoever has no envelope credit left holds its messages back, and all that follow in their contexts.
//! Credit lets them go in the order of sending, as requests to send. So that nothing waits for a receive
//! that waits for it, the receiver is told of contexts with held messages, and asks for what its receives
//! and probes want (see [`crate::backlog`]): it is offered the first message that fits, which may overtake
//! others. Each held message has a number in its context, so that receives with any tag keep the order.

use crate::frames::{ANY_TAG, ASK, HELD, NONE_HELD, OFFER, SKIP, TAKE};
use crate::two_sided::{Release, TwoSided};
use ferry_link::{Links, TrafficClass};
use ferry_matching::{Envelope, KeptId, Matcher, Selector};
use ferry_transfer::{Announcement, Body, QueuedFrame, RequestId, SendCourse, SendWish, control};
use ferry_wire::{ContextId, Header, PeerId};
use std::collections::{HashMap, HashSet, VecDeque};

/// A send that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HeldSend {
    at: KeptId,
    /// Its number in the order of its context.
    pub(crate) number: u64,
    /// The receiver has heard of it, and may have taken it.
    pub(crate) offered: bool,
}

/// The sends to one peer that wait, at least one.
#[derive(Default)]
pub(crate) struct HeldBack {
    /// By context and tag, found as the receiver would find them.
    by_tag: Matcher<(), RequestId>,
    waiting: HashMap<RequestId, HeldSend>,
    /// In the order of sending, with some that wait no longer.
    order: VecDeque<KeptId>,
    /// Contexts of which the receiver knows that messages are held; it has not asked in vain since.
    told: HashSet<ContextId>,
}

impl HeldBack {
    /// How many sends wait.
    pub(crate) fn count(&self) -> usize {
        self.waiting.len()
    }

    fn push(&mut self, context: ContextId, tag: i32, request: RequestId, number: u64) {
        let at = self.by_tag.keep(Envelope { context, source: 0, tag }, request);
        self.order.push_back(at);
        self.waiting.insert(request, HeldSend { at, number, offered: false });
    }

    /// The first message of a context that has this tag, if one is named.
    fn find(&mut self, context: ContextId, tag: Option<i32>) -> Option<RequestId> {
        let id = self.by_tag.find(&Selector { context, source: Some(0), tag })?;
        self.by_tag.kept_mut(id).copied()
    }

    /// The message that has waited longest.
    fn first(&mut self) -> Option<RequestId> {
        while let Some(id) = self.order.front() {
            if let Some(request) = self.by_tag.kept_mut(*id) {
                return Some(*request);
            }
            self.order.pop_front();
        }
        None
    }

    /// All, in the order of sending.
    fn all(&mut self) -> Vec<RequestId> {
        let HeldBack { by_tag, order, .. } = self;
        order.iter().filter_map(|id| by_tag.kept_mut(*id).copied()).collect()
    }

    fn remove(&mut self, request: RequestId) {
        let Some(waiting) = self.waiting.remove(&request) else { return };
        self.by_tag.take_kept(waiting.at);
        if self.order.len() > 2 * self.by_tag.kept() + 64 {
            let by_tag = &self.by_tag;
            self.order.retain(|id| by_tag.envelope(*id).is_some());
        }
    }
}

/// What waits for a flush, since it needs to know the method.
#[derive(Clone, Copy, Debug)]
pub(crate) enum HeldErrand {
    /// The peer asked for the first held message of a context that has this tag, if one is named.
    Offer { peer: PeerId, context: ContextId, tag: Option<i32> },
    /// A send is taken back unless it has matched.
    Withdraw { request: RequestId },
}

impl TwoSided {
    fn held_for(&mut self, to: PeerId) -> Option<&mut HeldBack> {
        self.about(to)?.held.as_deref_mut()
    }

    /// How a send waits, if it does.
    pub(crate) fn held_back(&mut self, to: PeerId, request: RequestId) -> Option<HeldSend> {
        self.held_for(to)?.waiting.get(&request).copied()
    }

    /// Whether messages of a context are held back.
    #[inline]
    pub(crate) fn holds(&mut self, to: PeerId, context: ContextId) -> bool {
        self.held_for(to).is_some_and(|held| held.find(context, None).is_some())
    }

    /// Holds a send back.
    pub(crate) fn hold(&mut self, request: RequestId) {
        let Some(send) = self.transfer.sending(request) else { return };
        let (to, context, tag) = (send.to, send.context, send.tag);
        let about = self.with(to);
        let number = about.next_number(context);
        about.held.get_or_insert_default().push(context, tag, request, number);
        self.transfer.set_blocked(to, true);
    }

    /// A send is held back no longer.
    pub(crate) fn unhold(&mut self, to: PeerId, request: RequestId) {
        let Some(held) = self.held_for(to) else { return };
        held.remove(request);
        if held.waiting.is_empty() {
            self.with(to).held = None;
            self.transfer.set_blocked(to, false);
        }
    }

    /// A send that was offered is settled between the two: those behind it may go on.
    pub(crate) fn left_held(&mut self, to: PeerId, request: RequestId) {
        let withdrawn = self.transfer.sending_mut(request).and_then(|send| {
            std::mem::replace(&mut send.withdrawing, false).then_some(send.context)
        });
        self.unhold(to, request);
        if let Some(context) = withdrawn {
            self.transfer.owe();
            self.released.push((to, Release::Credit));
            if self.holds(to, context) {
                self.tell_held(to, context);
            }
        }
    }

    /// Tells the receiver that messages of a context wait for credit, unless it knows.
    pub(crate) fn tell_held(&mut self, to: PeerId, context: ContextId) {
        if self.held_for(to).is_some_and(|held| held.told.insert(context)) {
            self.transfer.control(to, control(HELD, RequestId(context.0.into()), 0));
        }
    }

    /// Lets sends go on that were held back.
    pub(crate) fn release_all(&mut self, link: &mut Links) {
        for (peer, release) in std::mem::take(&mut self.released) {
            if link.is_changing(peer) {
                self.released.push((peer, Release::Change));
            } else if release == Release::Credit {
                self.launch_for_credit(link, peer);
            } else {
                self.launch_after_change(link, peer);
            }
        }
    }

    pub(crate) fn run_errands(&mut self, link: &mut Links) {
        for errand in std::mem::take(&mut self.errands) {
            match errand {
                HeldErrand::Offer { peer, context, tag } => self.answer(peer, context, tag, link),
                HeldErrand::Withdraw { request } => self.ask_back(request, link),
            }
        }
    }

    /// The receiver gave credit back: what has waited longest goes first, and asks first, since the
    /// receiver is behind already.
    fn launch_for_credit(&mut self, link: &mut Links, to: PeerId) {
        while let Some(request) = self.held_for(to).and_then(HeldBack::first) {
            if !self.launch_held(link, request, SendWish::Announce) {
                return;
            }
        }
    }

    /// A change of method has ended: all go on for which there is credit.
    fn launch_after_change(&mut self, link: &mut Links, to: PeerId) {
        let all = self.held_for(to).map(HeldBack::all).unwrap_or_default();
        let mut without_credit = Vec::new();
        for request in all {
            let Some(context) = self.transfer.sending(request).map(|send| send.context) else {
                continue;
            };
            if !without_credit.contains(&context)
                && !self.launch_held(link, request, SendWish::Best)
            {
                without_credit.push(context);
            }
        }
        without_credit.into_iter().for_each(|context| self.tell_held(to, context));
    }

    /// Launches a held send; false if there is no credit for it, or it may be taken back.
    fn launch_held(&mut self, link: &mut Links, request: RequestId, wish: SendWish) -> bool {
        let Some(send) = self.transfer.sending(request) else { return true };
        let to = send.to;
        let launched = !send.withdrawing && self.launch(link, request, wish);
        if launched {
            self.unhold(to, request);
        }
        launched
    }

    /// Answers a question: with an offer, or with none.
    fn answer(&mut self, peer: PeerId, context: ContextId, tag: Option<i32>, link: &mut Links) {
        let found = self.held_for(peer).and_then(|held| held.find(context, tag));
        // What may be taken back is settled first; the receiver hears of it then.
        let found = found.filter(|request| {
            self.transfer.sending(*request).is_some_and(|send| !send.withdrawing)
        });
        match found {
            Some(request) => self.offer(peer, request, link),
            None => self.deny(peer, context),
        }
    }

    /// Offers a message in its own stream: others of its tag that were sent before come first.
    fn offer(&mut self, to: PeerId, request: RequestId, link: &mut Links) {
        let waiting = self.held_for(to).and_then(|held| held.waiting.get_mut(&request));
        let Some(HeldSend { number, offered, .. }) = waiting else { return };
        *offered = true;
        let number = *number;
        let sending = self.transfer.sending(request);
        let (len, word) = sending.map_or((0, 0), |send| (send.bytes(), send.word));
        match self.transfer.head(link, request, OFFER) {
            Ok(None) => {}
            Ok(Some((mut header, address))) => {
                header.flags |= Header::SEQUENCED | if word == 0 { 0 } else { Header::TYPED };
                header.words = [request.0, len as u64];
                let body = Announcement { number: Some(number), word, address }.encode();
                let bare = QueuedFrame::bare(header, TrafficClass::Message);
                self.transfer.enqueue(to, QueuedFrame { body: Body::Short(body), ..bare });
            }
            Err(why) => self.lose(to, &why.to_string()),
        }
    }

    /// Tells the receiver that no held message is what it asked for. It hears of the next.
    fn deny(&mut self, peer: PeerId, context: ContextId) {
        let mut others = false;
        if let Some(held) = self.held_for(peer) {
            held.told.remove(&context);
            others = held.find(context, None).is_some();
        }
        let header = control(NONE_HELD, RequestId(context.0.into()), others.into());
        self.transfer.control(peer, header);
    }

    /// Tells the receiver not to wait for a message's number.
    pub(crate) fn skip(&mut self, to: PeerId, context: ContextId, number: u64) {
        self.transfer.control(to, control(SKIP, RequestId(context.0.into()), number));
    }

    /// [`ASK`]: the receiver wants something that is held.
    pub(crate) fn ask(&mut self, peer: PeerId, header: &Header, _: &[u8]) {
        let tag = (header.words[1] != ANY_TAG).then_some(header.words[1] as u32 as i32);
        let context = ContextId(header.words[0] as u32);
        debug_assert_eq!(header.handler, ASK);
        if !self.holds(peer, context) {
            return self.deny(peer, context);
        }
        // One question for each context at a time.
        let same = |errand: &HeldErrand| matches!(errand, HeldErrand::Offer { peer: p, context: c, .. } if (*p, *c) == (peer, context));
        if self.errands.iter().any(same) {
            return self.transfer.count_nonsense();
        }
        self.transfer.owe();
        self.errands.push(HeldErrand::Offer { peer, context, tag });
    }

    /// [`TAKE`]: the receiver has taken what it was offered. It may have been sent meanwhile.
    pub(crate) fn taken(&mut self, peer: PeerId, header: &Header, _: &[u8]) {
        let request = RequestId(header.words[0]);
        debug_assert_eq!(header.handler, TAKE);
        let course = match self.transfer.sending(request) {
            Some(send) if send.to == peer => send.course,
            _ => return self.transfer.count_nonsense(),
        };
        match (course, self.held_back(peer, request)) {
            (SendCourse::New, Some(HeldSend { offered: true, .. })) => {
                if let Some(send) = self.transfer.sending_mut(request) {
                    send.course = SendCourse::Asked;
                }
                self.left_held(peer, request);
            }
            (SendCourse::Asked, _) => {}
            _ => self.transfer.count_nonsense(),
        }
    }
}
