//! The state of all point-to-point transfers of a process.

use crate::arrive::acknowledge;
use crate::frames::{CREDIT, FIN, control};
use crate::held::Errand;
use crate::limits::Limits;
use crate::outgoing::{Outgoing, Pull, Release, Resume};
use crate::peer::Peer;
use crate::request::{Fault, Kept, KeptBody, Label, Outcome, RequestId, Requests, State};
use crate::streams::{DEFAULT_POOL, Design, Spread, Streams};
use ferry_matching::Matcher;
use ferry_wire::PeerId;
use std::sync::Arc;

/// A message that a probe found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probed {
    /// Its sender.
    pub source: PeerId,
    /// Its tag.
    pub tag: i32,
    /// Its length.
    pub bytes: u64,
}

/// The state of all point-to-point transfers of a process.
pub struct Engine {
    pub(crate) matcher: Matcher<RequestId, Kept>,
    pub(crate) requests: Requests,
    pub(crate) peers: Vec<Option<Box<Peer>>>,
    pub(crate) busy: Vec<PeerId>,
    /// Something of the following four waits for a flush.
    pub(crate) owes: bool,
    pub(crate) pulls: Vec<Pull>,
    /// Messages to be read from their streams.
    pub(crate) resumes: Vec<Resume>,
    /// Peers whose held sends may go on.
    pub(crate) released: Vec<(PeerId, Release)>,
    /// Answers and questions that need to know the method.
    pub(crate) errands: Vec<Errand>,
    pub(crate) limits: Limits,
    pub(crate) remote_reads: bool,
    pub(crate) spread: Spread,
    /// Messages that have overtaken others.
    pub(crate) early: usize,
    /// A receive with any tag was posted when the last message was placed.
    pub(crate) had_untagged: bool,
    /// Peers that are lost, and peers that hold messages back: reasons for a receive to look closer.
    pub(crate) alerts: usize,
    /// Messages that peers hold back and have offered.
    pub(crate) parked: usize,
    /// How often peers have said that they hold messages back.
    pub(crate) heard: u64,
    /// Frames that named nothing this process knows.
    pub(crate) nonsense: u64,
    completed: u64,
    failed: u64,
}

impl Engine {
    /// An engine for a job of `size` processes. `remote_reads`: one-copy transfers may be tried.
    pub fn new(size: u32, limits: Limits, remote_reads: bool) -> Self {
        Engine {
            matcher: Matcher::new(),
            requests: Requests::default(),
            peers: (0..size).map(|_| None).collect(),
            busy: Vec::new(),
            owes: false,
            pulls: Vec::new(),
            resumes: Vec::new(),
            released: Vec::new(),
            errands: Vec::new(),
            limits,
            remote_reads,
            spread: Spread { streams: Streams::Pool(DEFAULT_POOL), design: Design::Engine },
            early: 0,
            had_untagged: false,
            alerts: 0,
            parked: 0,
            heard: 0,
            nonsense: 0,
            completed: 0,
            failed: 0,
        }
    }

    /// Chooses the design, and how messages are spread over the streams of methods that have several.
    pub fn with_design(mut self, design: Design, streams: Streams) -> Self {
        self.spread = Spread { streams, design };
        self
    }

    /// What is known of a peer. Methods deliver only frames of peers of the job.
    #[inline]
    pub(crate) fn peer(&mut self, peer: PeerId) -> &mut Peer {
        let limits = self.limits;
        self.peers[peer.0 as usize].get_or_insert_with(|| Box::new(Peer::new(limits)))
    }

    /// Whether an operation is complete; one that does not exist is.
    #[inline]
    pub fn is_done(&self, request: RequestId) -> bool {
        self.requests.get(request).is_none_or(|r| matches!(r.state, State::Done))
    }

    /// Whether this names an operation.
    pub fn exists(&self, request: RequestId) -> bool {
        self.requests.get(request).is_some_and(|r| !matches!(r.state, State::Free))
    }

    /// The operation in slot `index`, for handles that carry no generation.
    pub fn request_at(&self, index: u32) -> Option<RequestId> {
        self.requests.at(index)
    }

    /// What the caller kept with an operation.
    pub fn label(&self, request: RequestId) -> Option<Label> {
        self.requests.get(request).map(|r| r.label)
    }

    /// What the caller kept with each operation, and whether it is complete.
    pub fn labels(&self) -> impl Iterator<Item = (Label, bool)> {
        self.requests.all().map(|r| (r.label, matches!(r.state, State::Done)))
    }

    /// How a complete operation ended, without forgetting it.
    pub fn outcome(&self, request: RequestId) -> Option<&Outcome> {
        let slot = self.requests.get(request)?;
        matches!(slot.state, State::Done).then_some(&slot.outcome)
    }

    /// Takes the outcome of a complete operation and forgets it.
    #[inline]
    pub fn take(&mut self, request: RequestId) -> Option<(Outcome, Label)> {
        let slot = self.requests.get_mut(request)?;
        if !matches!(slot.state, State::Done) {
            return None;
        }
        let outcome = std::mem::replace(&mut slot.outcome, Outcome::sent());
        let label = slot.label;
        self.requests.remove(request);
        Some((outcome, label))
    }

    /// Names something that is made of several transfers and is complete when [`Engine::end`] says so.
    pub fn begin(&mut self, label: Label) -> RequestId {
        self.requests.insert(State::Compound, label)
    }

    /// Ends what [`Engine::begin`] began.
    pub fn end(&mut self, request: RequestId, fault: Option<Fault>) {
        match fault {
            None => self.finish(request, Outcome::sent()),
            Some(fault) => self.fail(request, fault, Outcome::sent()),
        }
    }

    /// Nobody will ask for this operation again (`MPI_Request_free`).
    pub fn detach(&mut self, request: RequestId) {
        let Some(slot) = self.requests.get_mut(request) else { return };
        if matches!(slot.state, State::Done) {
            self.requests.remove(request);
        } else {
            slot.detached = true;
        }
    }

    /// Ends an operation.
    #[inline]
    pub(crate) fn finish(&mut self, request: RequestId, outcome: Outcome) {
        let Some(slot) = self.requests.get_mut(request) else { return };
        slot.state = State::Done;
        slot.outcome = outcome;
        self.completed += 1;
        if slot.detached {
            self.requests.remove(request);
        }
    }

    /// Ends an operation that went wrong.
    #[cold]
    pub(crate) fn fail(&mut self, request: RequestId, fault: Fault, outcome: Outcome) {
        self.failed += 1;
        self.finish(request, Outcome { fault: Some(Box::new(fault)), ..outcome });
    }

    /// How many operations have failed since the start: while it stays the same, those that were looked
    /// at have not.
    #[inline]
    pub fn failures(&self) -> u64 {
        self.failed
    }

    /// Whether an operation is complete and has failed.
    pub fn has_failed(&self, request: RequestId) -> bool {
        self.outcome(request).is_some_and(|outcome| outcome.fault.is_some())
    }

    /// What the caller kept with operations that failed since their peer is lost and that nobody has
    /// asked for yet, and why they failed.
    pub fn unnoticed_losses(&self) -> impl Iterator<Item = (Label, &Fault)> {
        let done = self.requests.all().filter(|r| matches!(r.state, State::Done));
        done.filter_map(|r| match r.outcome.fault.as_deref() {
            Some(fault @ Fault::Lost { .. }) => Some((r.label, fault)),
            _ => None,
        })
    }

    /// Whether data are under way: a send that is not complete, or a receive that has matched.
    pub fn is_transferring(&self) -> bool {
        if self.peers.iter().flatten().any(|peer| !peer.incoming.is_empty()) {
            return true;
        }
        self.requests.all().any(|request| match &request.state {
            State::Send(_) => true,
            State::Recv(recv) => recv.missing != 0,
            State::Free | State::Compound | State::Done => false,
        })
    }

    /// Peers that something may still be said to: those talked to, and those whose messages a posted
    /// receive would take.
    pub fn correspondents(&self) -> Vec<PeerId> {
        let mut all = false;
        let mut named = vec![false; self.peers.len()];
        self.matcher.for_each_posted(|selector, _| match selector.source {
            None => all = true,
            Some(source) => named[source as usize] = true,
        });
        let known = |index: usize| all || named[index] || self.peers[index].is_some();
        (0..self.peers.len()).filter(|i| known(*i)).map(|i| PeerId(i as u32)).collect()
    }

    /// Lets the sender of a message go that nobody receives.
    pub(crate) fn refuse(&mut self, peer: PeerId, kept: Kept) {
        let eager_len = kept.eager_len();
        if !kept.body.is_free() {
            self.peer(peer).unkeep(eager_len);
            self.consume(peer, eager_len);
        }
        match (kept.body, kept.sender) {
            (KeptBody::AtSender { .. }, Some(sender)) => {
                self.enqueue(peer, Outgoing::control(control(FIN, RequestId(sender), 0)));
            }
            (KeptBody::InStream(arrival), sender) => {
                let (request, len) = (RequestId(u64::MAX), kept.len as usize);
                self.owes = true;
                self.resumes.push(Resume { peer, arrival, request, sender, len });
            }
            (_, sender) => acknowledge(self, peer, sender),
        }
    }

    pub(crate) fn outcome_is_clean(&self, request: RequestId) -> bool {
        self.outcome(request).is_some_and(|o| o.fault.is_none())
    }

    /// Operations completed since the start and news of held messages, and messages that no receive has
    /// matched yet; a change tells other threads to look.
    pub fn news(&self) -> (u64, usize) {
        (self.completed + self.heard, self.matcher.kept() + self.parked)
    }

    /// What the budgets count of the unexpected messages kept for `peer`.
    pub fn kept_of(&self, peer: PeerId) -> Limits {
        let none = Limits { bytes: 0, envelopes: 0 };
        let entry = self.peers.get(peer.0 as usize).and_then(Option::as_ref);
        entry.map_or(none, |entry| entry.kept)
    }

    /// Payload bytes of unexpected messages kept for all peers, as the budgets count them.
    pub fn kept_bytes(&self) -> u64 {
        self.peers.iter().flatten().map(|peer| u64::from(peer.kept.bytes)).sum()
    }

    /// Frames that named nothing this process knows, or that no honest peer sends.
    pub fn nonsense(&self) -> u64 {
        self.nonsense
    }

    /// Unexpected messages kept, and receives posted.
    pub fn depths(&self) -> (usize, usize) {
        (self.matcher.kept(), self.matcher.posted())
    }

    /// Notes that a message of `peer` is no longer kept, and gives credit back in batches.
    #[inline]
    pub(crate) fn consume(&mut self, peer: PeerId, eager_len: Option<usize>) {
        let limits = self.limits;
        if self.peer(peer).consume(eager_len, &limits) {
            self.give_credit_back(peer);
        }
    }

    #[cold]
    #[inline(never)]
    fn give_credit_back(&mut self, peer: PeerId) {
        let consumed =
            std::mem::replace(&mut self.peer(peer).consumed, Limits { bytes: 0, envelopes: 0 });
        let header = control(CREDIT, RequestId(consumed.bytes.into()), consumed.envelopes.into());
        self.enqueue(peer, Outgoing::control(header));
    }

    /// Messages of a lost peer whose data will never come match no more: a receive that took one
    /// would wait for ever.
    fn forget_undeliverable(&mut self, peer: PeerId) {
        let gone = self.matcher.take_where(|envelope, kept| {
            let is_here = matches!(kept.body, KeptBody::Whole(_) | KeptBody::Read(_));
            envelope.source == peer.0 && !is_here
        });
        for (_, kept) in gone {
            if !kept.body.is_free() {
                self.peer(peer).unkeep(kept.eager_len());
            }
        }
    }

    /// Why nothing more will come from a peer that is gone.
    pub fn loss(&self, peer: PeerId) -> Option<Fault> {
        let entry = self.peers.get(peer.0 as usize)?.as_ref()?;
        entry.lost.clone().map(|why| Fault::Lost { peer, why })
    }

    /// A peer is gone: everything that waits for it fails.
    pub fn lose(&mut self, peer: PeerId, why: &str) {
        let why: Arc<str> = why.into();
        self.drop_backlog(peer);
        let entry = self.peer(peer);
        let is_new = entry.lost.is_none();
        entry.lost.get_or_insert_with(|| why.clone());
        entry.queue.clear();
        entry.streams.clear();
        entry.bulk.clear();
        entry.held = None;
        let filling = entry.filling();
        entry.incoming.clear();
        self.alerts += usize::from(is_new);
        let (gone, resumes) = std::mem::take(&mut self.resumes)
            .into_iter()
            .partition::<Vec<_>, _>(|resume| resume.peer == peer);
        self.resumes = resumes;
        self.released.retain(|(of, _)| *of != peer);
        let unread = gone.iter().map(|resume| resume.request);
        self.forget_undeliverable(peer);
        self.close_ranks(peer);
        let failed = self.matcher.cancel_where(|s, _| s.source == Some(peer.0));
        let concerned = self.requests.ids().into_iter().filter(|id| {
            self.requests.get(*id).is_some_and(|r| match &r.state {
                State::Send(send) => send.to == peer,
                State::Recv(recv) => recv.missing != 0 && r.source == peer,
                _ => false,
            })
        });
        let all = failed.iter().copied().chain(concerned).chain(filling);
        let all: Vec<RequestId> = all.chain(unread).collect();
        for request in all {
            let fault = Fault::Lost { peer, why: why.clone() };
            self.fail(request, fault, Outcome { source: peer, ..Outcome::sent() });
        }
    }
}
