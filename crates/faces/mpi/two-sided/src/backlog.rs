//! What a receiver knows of messages that peers hold back, and how it gets those that it wants.
//!
//! A peer without envelope credit says for which contexts it holds messages. For those the receiver asks, one question a
//! context at a time: for each receive in the order of posting, and for probes. The answer is an offer, or that nothing
//! held is wanted. An offer that a receive may have is taken like a request to send; it needs no credit, since nothing of it
//! is kept. One that no receive takes is *parked*, as a few are, for probes and receives to come.

use crate::frames::{ANY_TAG, ASK, TAKE, envelope};
use crate::kept::{Kept, KeptBody};
use crate::order::OrderIn;
use crate::probe::Probed;
use crate::two_sided::TwoSided;
use ferry_matching::{Envelope, Selector};
use ferry_transfer::{Announced, Announcement, Label, RequestId, control};
use ferry_wire::{ContextId, Header, PeerId};
use std::collections::{HashMap, VecDeque};

/// Offers parked for each peer.
const PARKED: usize = 64;
/// Questions remembered for each context that were answered in vain.
const DENIED: usize = 64;

/// A message that waits at its sender and could be had.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldOffer {
    context: ContextId,
    number: u64,
    tag: i32,
    len: u64,
    sender: RequestId,
    word: u64,
    address: Option<u64>,
}

/// Something to ask for: the tag of a receive or of a probe, and the receive.
#[derive(Clone, Copy, Debug)]
struct Want {
    tag: Option<i32>,
    request: Option<RequestId>,
}

/// The questions about one context.
#[derive(Default)]
struct Asking {
    /// In the order of posting.
    wants: VecDeque<Want>,
    /// The question under way.
    asked: Option<Option<i32>>,
    /// Answered in vain since the peer last said that it holds something new.
    denied: VecDeque<Option<i32>>,
}

/// What is known of messages that a peer holds back.
#[derive(Default)]
pub(crate) struct Backlog {
    contexts: HashMap<ContextId, Asking>,
    parked: VecDeque<HeldOffer>,
}

impl HeldOffer {
    fn envelope(&self, peer: PeerId) -> Envelope {
        Envelope { context: self.context, source: peer.0, tag: self.tag }
    }
}

impl TwoSided {
    fn backlog_of(&mut self, peer: PeerId) -> Option<&mut Backlog> {
        self.about(peer)?.backlog.as_deref_mut()
    }

    fn asking(&mut self, peer: PeerId, context: ContextId) -> Option<&mut Asking> {
        self.backlog_of(peer)?.contexts.get_mut(&context)
    }

    /// Posts a receive while some peers hold messages back, or are lost.
    #[cold]
    #[inline(never)]
    pub(crate) fn post_with_backlog(&mut self, selector: Selector, request: RequestId) {
        if self.is_from_lost(&selector, request) {
            return;
        }
        if let Some((peer, offer)) = self.find_parked(&selector) {
            self.accept(peer, &offer);
            return self.clear_offer(request, peer, &offer);
        }
        self.post(selector, request);
        self.want(&selector, Some(request));
    }

    /// The parked offer that a receive or probe may have. For one with any tag the offer must be the
    /// next in the order of sending; for others it must be none that a posted receive waits for.
    fn find_parked(&mut self, selector: &Selector) -> Option<(PeerId, HeldOffer)> {
        if self.parked == 0 {
            return None;
        }
        for peer in self.sources(selector) {
            let Some(backlog) = self.backlog_of(peer) else { continue };
            let mut offers: Vec<HeldOffer> = backlog.parked.iter().copied().collect();
            offers.retain(|offer| selector.accepts(&offer.envelope(peer)));
            offers.sort_by_key(|offer| offer.number);
            for offer in offers {
                let envelope = offer.envelope(peer);
                match self.place(&envelope, Some(offer.number)) {
                    None => self.unpark(peer, offer.context, offer.number),
                    Some(OrderIn::Early(_)) if selector.tag.is_none() => {}
                    Some(OrderIn::Early(_)) if self.matcher.is_claimed(&envelope) => {}
                    Some(_) => return Some((peer, offer)),
                }
            }
        }
        None
    }

    /// The peers that a selector may mean.
    fn sources(&self, selector: &Selector) -> Vec<PeerId> {
        match selector.source {
            Some(source) => vec![PeerId(source)],
            None => {
                let holding = self.all_about().filter(|(_, about)| about.backlog.is_some());
                holding.map(|(peer, _)| peer).collect()
            }
        }
    }

    /// Looks for an offer (see [`TwoSided::probe`]), and asks for one if there is none.
    #[cold]
    pub(crate) fn probe_backlog(&mut self, selector: &Selector) -> Option<Probed> {
        match self.find_parked(selector) {
            Some((source, offer)) => Some(Probed { source, tag: offer.tag, bytes: offer.len }),
            None => {
                self.want(selector, None);
                None
            }
        }
    }

    /// The same for a matched probe, which takes the message.
    #[cold]
    pub(crate) fn probe_backlog_matched(
        &mut self,
        selector: &Selector,
        label: Label,
    ) -> Option<(RequestId, Probed)> {
        let probed = self.probe_backlog(selector)?;
        let (peer, offer) = self.find_parked(selector)?;
        self.accept(peer, &offer);
        let HeldOffer { len, sender, word, address, .. } = offer;
        let (body, sender) = (KeptBody::Offered { address }, Some(sender.0));
        let kept = Kept { len, body, sender, word };
        let request = self.transfer.receive_untold(label);
        self.remember_probed(request, &offer.envelope(peer), kept);
        Some((request, probed))
    }

    /// Takes a message that was offered: from here on it is one that its sender asked to send.
    fn accept(&mut self, peer: PeerId, offer: &HeldOffer) {
        self.unpark(peer, offer.context, offer.number);
        self.with(peer).taken += 1;
        self.transfer.control(peer, control(TAKE, offer.sender, 0));
        let envelope = offer.envelope(peer);
        if let Some(place) = self.place(&envelope, Some(offer.number)) {
            // It may be a receive with any tag that has just gone.
            self.had_untagged = true;
            self.placed(&envelope, place);
        }
    }

    fn clear_offer(&mut self, request: RequestId, peer: PeerId, offer: &HeldOffer) {
        let HeldOffer { tag, len, sender, word, address, .. } = *offer;
        self.clear_suitable(request, Announced { peer, tag, sender, len, address }, word);
    }

    /// Remembers an offer that nobody takes yet.
    fn park(&mut self, peer: PeerId, offer: HeldOffer) {
        self.unpark(peer, offer.context, offer.number);
        let Some(backlog) = self.backlog_of(peer) else { return };
        let dropped = if backlog.parked.len() < PARKED { None } else { backlog.parked.pop_front() };
        backlog.parked.push_back(offer);
        self.parked += usize::from(dropped.is_none());
        if let Some(dropped) = dropped {
            self.look_for_wants(peer, dropped.context);
        }
    }

    pub(crate) fn unpark(&mut self, peer: PeerId, context: ContextId, number: u64) {
        let Some(backlog) = self.backlog_of(peer) else { return };
        let before = backlog.parked.len();
        backlog.parked.retain(|offer| (offer.context, offer.number) != (context, number));
        let gone = before - backlog.parked.len();
        self.parked -= gone;
        self.close_backlog(peer);
    }

    /// Parked offers may have become the next in order, or lost the receive that waited for them.
    #[cold]
    #[inline(never)]
    pub(crate) fn look_at_parked(&mut self) {
        for peer in self.extraordinary() {
            let Some(backlog) = self.backlog_of(peer) else { continue };
            let mut offers: Vec<HeldOffer> = backlog.parked.iter().copied().collect();
            offers.sort_by_key(|offer| offer.number);
            for offer in offers {
                let envelope = offer.envelope(peer);
                match self.place(&envelope, Some(offer.number)) {
                    None => self.unpark(peer, offer.context, offer.number),
                    Some(place) => {
                        if let Some(request) = self.meet(&envelope, offer.len, place) {
                            self.accept(peer, &offer);
                            self.clear_offer(request, peer, &offer);
                        }
                    }
                }
            }
        }
    }

    /// Asks those that hold messages back for one that fits.
    fn want(&mut self, selector: &Selector, request: Option<RequestId>) {
        let tag = selector.tag;
        for peer in self.sources(selector) {
            let Some(asking) = self.asking(peer, selector.context) else { continue };
            let asked = asking.asked == Some(tag)
                || asking.wants.iter().any(|want| want.request.is_none() && want.tag == tag);
            if asking.denied.contains(&tag) || request.is_none() && asked {
                continue;
            }
            asking.wants.push_back(Want { tag, request });
            self.ask_next(peer, selector.context);
        }
    }

    /// Asks the next question, if none is under way.
    fn ask_next(&mut self, peer: PeerId, context: ContextId) {
        loop {
            let Some(asking) = self.asking(peer, context) else { return };
            if asking.asked.is_some() {
                return;
            }
            let Some(Want { tag, request }) = asking.wants.front().copied() else { return };
            let denied = asking.denied.contains(&tag);
            let waits = request.is_none_or(|request| self.is_posted(request));
            let Some(asking) = self.asking(peer, context) else { return };
            if denied || !waits {
                asking.wants.pop_front();
                continue;
            }
            asking.asked = Some(tag);
            if request.is_none() {
                asking.wants.pop_front();
            }
            let word = tag.map_or(ANY_TAG, |tag| u64::from(tag.cast_unsigned()));
            let header = control(ASK, RequestId(context.0.into()), word);
            return self.transfer.control(peer, header);
        }
    }

    /// The receive that asked gets the offer later, when all messages before it have come.
    fn drop_question(&mut self, peer: PeerId, context: ContextId, tag: Option<i32>) {
        if let Some(asking) = self.asking(peer, context)
            && asking.wants.front().is_some_and(|want| want.tag == tag)
        {
            asking.wants.pop_front();
        }
    }

    /// Begins to ask anew for all posted receives.
    fn look_for_wants(&mut self, peer: PeerId, context: ContextId) {
        let want = |(request, tag)| Want { tag: Some(tag), request: Some(request) };
        let at_streams = self.streams.receives_from(peer, context).into_iter();
        let mut wants: VecDeque<Want> = at_streams.map(want).collect();
        self.matcher.for_each_posted(|selector, request| {
            if selector.context == context && selector.source.is_none_or(|s| s == peer.0) {
                wants.push_back(Want { tag: selector.tag, request: Some(*request) });
            }
        });
        let Some(asking) = self.asking(peer, context) else { return };
        asking.wants = wants;
        asking.denied.clear();
        self.ask_next(peer, context);
    }

    /// Forgets what a peer held back, if nothing is left to know.
    fn close_backlog(&mut self, peer: PeerId) {
        let Some(about) = self.about(peer) else { return };
        let empty = |backlog: &Backlog| backlog.contexts.is_empty() && backlog.parked.is_empty();
        if about.backlog.as_deref().is_some_and(empty) {
            about.backlog = None;
            self.alerts -= 1;
        }
    }

    /// A peer is lost, with what it held back.
    pub(crate) fn drop_backlog(&mut self, peer: PeerId) {
        if let Some(backlog) = self.about(peer).and_then(|about| about.backlog.take()) {
            self.parked -= backlog.parked.len();
            self.alerts -= 1;
        }
    }

    /// A context has ended.
    pub(crate) fn forget_backlog(&mut self, context: ContextId) {
        for peer in self.extraordinary() {
            let Some(backlog) = self.backlog_of(peer) else { continue };
            backlog.contexts.remove(&context);
            let before = backlog.parked.len();
            backlog.parked.retain(|offer| offer.context != context);
            self.parked -= before - backlog.parked.len();
            self.close_backlog(peer);
        }
    }

    /// [`HELD`](crate::frames::HELD): a peer holds messages of a context back, some of them since it last
    /// said so.
    pub(crate) fn held(&mut self, peer: PeerId, header: &Header, _: &[u8]) {
        let context = ContextId(header.words[0] as u32);
        let most = self.transfer.limits().envelopes as usize;
        let is_lost = self.transfer.loss(peer).is_some();
        let about = self.with(peer);
        let opened = about.backlog.is_none() && !is_lost;
        if opened {
            about.backlog = Some(Box::default());
        }
        let Some(backlog) = &mut about.backlog else { return };
        // More contexts than messages that it could have sent in them.
        if backlog.contexts.len() > most && !backlog.contexts.contains_key(&context) {
            self.transfer.count_nonsense();
        } else {
            backlog.contexts.entry(context).or_default();
        }
        self.alerts += usize::from(opened);
        self.heard += 1;
        self.look_for_wants(peer, context);
    }

    /// The question about a context is answered: what was asked for.
    fn answered(&mut self, peer: PeerId, context: ContextId) -> Option<Option<i32>> {
        self.asking(peer, context)?.asked.take()
    }

    /// [`OFFER`](crate::frames::OFFER): a held message that fits what was asked for.
    pub(crate) fn offered(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        let envelope = envelope(peer, header);
        let [sender, len] = header.words;
        let announced = Announcement::decode(header, payload);
        let Announcement { number: Some(number), word, address } = announced else {
            return self.transfer.count_nonsense();
        };
        let context = envelope.context;
        let Some(asked) = self.answered(peer, context) else {
            return self.transfer.count_nonsense();
        };
        let sender = RequestId(sender);
        let offer = HeldOffer { context, number, tag: envelope.tag, len, sender, word, address };
        match self.place(&envelope, Some(number)) {
            // It was sent in the meantime.
            None => {}
            Some(place) => match self.meet(&envelope, len, place) {
                Some(request) => {
                    self.accept(peer, &offer);
                    self.clear_offer(request, peer, &offer);
                }
                None => {
                    self.drop_question(peer, context, asked);
                    self.park(peer, offer);
                }
            },
        }
        self.ask_next(peer, context);
    }

    /// [`NONE_HELD`](crate::frames::NONE_HELD): nothing that is held fits what was asked for.
    pub(crate) fn none_held(&mut self, peer: PeerId, header: &Header, _: &[u8]) {
        let context = ContextId(header.words[0] as u32);
        let Some(tag) = self.answered(peer, context) else {
            return self.transfer.count_nonsense();
        };
        let Some(backlog) = self.backlog_of(peer) else { return };
        if header.words[1] == 0 {
            backlog.contexts.remove(&context);
            return self.close_backlog(peer);
        }
        let Some(asking) = backlog.contexts.get_mut(&context) else { return };
        asking.wants.retain(|want| want.tag != tag);
        if asking.denied.len() == DENIED {
            asking.denied.pop_front();
        }
        asking.denied.push_back(tag);
        self.ask_next(peer, context);
    }

    /// [`SKIP`](crate::frames::SKIP): a message that had a number was taken back.
    pub(crate) fn skipped(&mut self, peer: PeerId, header: &Header, _: &[u8]) {
        let [context, number] = header.words;
        let envelope = Envelope { context: ContextId(context as u32), source: peer.0, tag: 0 };
        self.unpark(peer, envelope.context, number);
        match self.place(&envelope, Some(number)) {
            Some(place) => self.placed(&envelope, place),
            None => self.transfer.count_nonsense(),
        }
    }
}
