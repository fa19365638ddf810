//! The state of MPI's messages from one process to another.

use crate::arrivals::{Arrival, Arrivals, MissedArrivals};
use crate::awaited::Awaited;
use crate::backlog::Backlog;
use crate::expected::{Expected, Expects};
use crate::held::{HeldBack, HeldErrand};
use crate::kept::{Filled, Filling, Held, Kept};
use crate::notice::Notice;
use crate::order::Sequence;
use crate::streams::DirectStreams;
use ferry_link::{Face, Links};
use ferry_matching::{Matcher, PostId};
use ferry_transfer::{Design, Limits, Outcome, RequestId, Streams, Transfer, TransferFault};
use ferry_wire::{ContextId, KeyMap, PeerId, StreamKey};
use std::collections::{HashMap, HashSet};

/// The state of MPI's messages from one process to another.
pub struct TwoSided {
    /// How their bytes follow; of all faces of the process.
    pub transfer: Transfer,
    pub(crate) matcher: Matcher<RequestId, Kept>,
    /// A receive that has no name.
    pub(crate) awaited: Awaited,
    /// So many receives more are posted at once.
    pub(crate) awaited_in_vain: u32,
    /// Of what type the elements of its message are to be.
    pub(crate) awaited_type: Option<&'static dyn Expects>,
    /// Of what type those of other receives' are, by their slots; some have ended.
    pub(crate) expected: Vec<Option<Expected>>,
    /// Where the receive of each slot was posted last.
    pub(crate) posts: Vec<Option<PostId>>,
    /// Messages that matched probes took.
    pub(crate) probed: HashMap<RequestId, Held>,
    /// Long messages that fill memory of Ferry's.
    pub(crate) fillings: Vec<Filling>,
    pub(crate) correspondents: Vec<Option<Box<Correspondent>>>,
    /// Peers whose held sends may go on.
    pub(crate) released: Vec<(PeerId, Release)>,
    /// Answers and questions that need to know the method.
    pub(crate) errands: Vec<HeldErrand>,
    /// What decides whose a message is.
    pub(crate) matching: Matching,
    /// What waits at the streams of the direct design.
    pub(crate) streams: DirectStreams,
    /// Streams in front of which a message is in the way of receives.
    pub(crate) obstacles: Vec<(PeerId, StreamKey)>,
    /// So many messages went straight into their streams since what has come was looked at.
    pub(crate) straight: u32,
    /// What matched probes took and stands before messages that are looked for.
    pub(crate) in_the_way: Vec<RequestId>,
    /// Heads of collectives are in the matcher, or were.
    pub(crate) has_listed_collectives: bool,
    /// For so many messages more heads are of interest as soon as they come.
    pub(crate) curiosity: u32,
    /// Messages that have overtaken others.
    pub(crate) early: usize,
    /// A receive with any tag was posted when the last message was placed.
    pub(crate) had_untagged: bool,
    /// The direct design, peers that are lost, and peers that hold messages back: reasons for a receive to
    /// look closer.
    pub(crate) alerts: usize,
    /// Messages that peers hold back and have offered.
    pub(crate) parked: usize,
    /// How often peers have said that they hold messages back.
    pub(crate) heard: u64,
    /// Contexts in which nobody receives any more.
    pub(crate) abandoned: HashSet<ContextId>,
    /// What has come for whoever looks after process failures.
    pub(crate) notices: Vec<Notice>,
    /// What has arrived.
    pub(crate) arrivals: Arrivals,
}

/// What is out of the ordinary between this process and a peer.
#[derive(Default)]
pub(crate) struct Correspondent {
    /// Sends that wait for envelope credit or a change of method.
    pub(crate) held: Option<Box<HeldBack>>,
    /// What the peer holds back.
    pub(crate) backlog: Option<Box<Backlog>>,
    /// Offered messages that were taken; some may have been sent before their senders knew.
    pub(crate) taken: u64,
    /// The numbers of messages, where they have some.
    pub(crate) sequences: KeyMap<ContextId, Sequence>,
}

/// What decides whose a message is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Matching {
    /// The matcher.
    Plain,
    /// The same, but a message is for receives only that have room for all of it.
    BySize,
    /// What waits at its stream, before the matcher.
    Direct,
}

/// Why held sends may go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Release {
    /// The receiver gave credit back.
    Credit,
    /// The method was being changed.
    Change,
}

impl Face for TwoSided {
    #[inline]
    fn flush(&mut self, links: &mut Links) -> usize {
        if self.has_output() || links.is_switching() { self.flush_all(links) } else { 0 }
    }

    #[inline]
    fn has_output(&self) -> bool {
        self.transfer.has_output()
    }

    /// Operations completed since the start and news of held messages, and messages that no receive has
    /// matched yet.
    fn news(&self) -> (u64, usize) {
        let unmatched = self.matcher.kept() + self.streams.heads() + self.parked;
        (self.transfer.completed() + self.heard, unmatched)
    }
}

impl TwoSided {
    /// For a job of `size` processes. `remote_reads`: one-copy transfers may be tried.
    pub fn new(size: u32, limits: Limits, remote_reads: bool) -> Self {
        TwoSided {
            transfer: Transfer::new(size, limits, remote_reads),
            matcher: Matcher::new(),
            awaited: Awaited::default(),
            awaited_in_vain: 0,
            awaited_type: None,
            expected: Vec::new(),
            posts: Vec::new(),
            probed: HashMap::new(),
            fillings: Vec::new(),
            correspondents: (0..size).map(|_| None).collect(),
            released: Vec::new(),
            errands: Vec::new(),
            matching: Matching::Plain,
            streams: DirectStreams::default(),
            obstacles: Vec::new(),
            straight: 0,
            in_the_way: Vec::new(),
            has_listed_collectives: false,
            curiosity: 0,
            early: 0,
            had_untagged: false,
            alerts: 0,
            parked: 0,
            heard: 0,
            abandoned: HashSet::new(),
            notices: Vec::new(),
            arrivals: Arrivals::default(),
        }
    }

    /// Processes of worlds met later join those known so far: `size` in all.
    pub fn admit(&mut self, size: u32) {
        self.transfer.admit(size);
        self.correspondents.resize_with(size as usize, || None);
    }

    /// Chooses the design, and how messages are spread over the streams of methods that have several.
    pub fn with_design(mut self, design: Design, streams: Streams) -> Self {
        self.transfer = self.transfer.with_design(design, streams);
        if design == Design::Direct {
            self.matching = Matching::Direct;
            self.alerts += 1;
            self.awaited_in_vain = 1;
        }
        self
    }

    /// From now on a message that is longer than a receive's room does not match it, and waits for one that
    /// has room (as in MP_Lite). For one stream to each peer: no message may overtake another.
    pub fn matching_by_size(mut self) -> Self {
        self.matching = Matching::BySize;
        self
    }

    /// What is out of the ordinary with a peer, to be noted.
    pub(crate) fn with(&mut self, peer: PeerId) -> &mut Correspondent {
        self.correspondents[peer.0 as usize].get_or_insert_default()
    }

    /// What is out of the ordinary with a peer, if anything was.
    #[inline]
    pub(crate) fn about(&mut self, peer: PeerId) -> Option<&mut Correspondent> {
        self.correspondents.get_mut(peer.0 as usize)?.as_deref_mut()
    }

    /// All that is out of the ordinary, by peer.
    pub(crate) fn all_about(&self) -> impl Iterator<Item = (PeerId, &Correspondent)> {
        let all = self.correspondents.iter().enumerate();
        all.filter_map(|(index, of)| Some((PeerId(index as u32), of.as_deref()?)))
    }

    /// Peers of which something is out of the ordinary.
    pub(crate) fn extraordinary(&self) -> Vec<PeerId> {
        self.all_about().map(|(peer, _)| peer).collect()
    }

    /// Whether sends to a peer wait for credit or for a change of method.
    #[inline]
    pub fn holds_any(&self, to: PeerId) -> bool {
        let about = self.correspondents.get(to.0 as usize).and_then(Option::as_ref);
        about.is_some_and(|about| about.held.is_some())
    }

    #[inline(never)]
    fn flush_all(&mut self, link: &mut Links) -> usize {
        let credited = self.transfer.take_credited();
        self.released.extend(credited.into_iter().map(|peer| (peer, Release::Credit)));
        self.release_all(link);
        self.run_errands(link);
        let mut taken = if self.transfer.has_resumes() { self.resume_all(link) } else { 0 };
        if !self.obstacles.is_empty() || !self.in_the_way.is_empty() {
            taken += self.clear_obstacles(link);
        }
        taken += self.transfer.flush(link);
        if !self.released.is_empty() || !self.errands.is_empty() {
            self.transfer.owe();
        }
        if link.is_switching() {
            self.transfer.agree_to_changes(link);
            for peer in link.leaving() {
                taken += self.read_held(peer, link);
            }
        }
        for peer in self.transfer.take_lost() {
            self.part_from(peer, true);
        }
        taken
    }

    /// Whether data are under way: a send that is not complete, or a receive that has matched.
    pub fn is_transferring(&self) -> bool {
        !self.fillings.is_empty() || self.transfer.is_transferring()
    }

    /// Unexpected messages kept, and receives posted.
    pub fn depths(&self) -> (usize, usize) {
        let kept = self.matcher.kept() + self.streams.heads();
        let awaited = usize::from(self.awaited.is_waiting());
        (kept, self.matcher.posted() + self.streams.waiting() + awaited)
    }

    /// Messages that have arrived since the start: those that a receive had waited for, and the others.
    pub fn arrived(&self) -> (u64, u64) {
        (self.arrivals.expected, self.arrivals.unexpected)
    }

    /// The most unexpected messages that were kept at a time since this was asked.
    pub fn take_most_kept(&mut self) -> usize {
        self.matcher.take_most_kept()
    }

    /// Sends that wait here until their receivers have room for them.
    pub fn held_sends(&self) -> usize {
        self.all_about().filter_map(|(_, about)| about.held.as_ref()).map(|held| held.count()).sum()
    }

    /// Whether messages that arrive are noted from now on, for [`TwoSided::take_arrivals`].
    pub fn note_arrivals(&mut self, are_wanted: bool) {
        self.arrivals.want(are_wanted);
    }

    /// Whether some are noted.
    pub fn has_arrivals(&self) -> bool {
        self.arrivals.has_news()
    }

    /// Messages noted since this was asked, and how many there were beside them.
    pub fn take_arrivals(&mut self) -> (Vec<Arrival>, MissedArrivals) {
        self.arrivals.take()
    }

    /// Peers that something may still be said to: those talked to, and those whose messages a posted
    /// receive would take.
    pub fn correspondents(&self) -> Vec<PeerId> {
        let size = self.transfer.size();
        let mut all = false;
        let mut named = vec![false; size];
        self.matcher.for_each_posted(|selector, _| match selector.source {
            None => all = true,
            Some(source) => named[source as usize] = true,
        });
        self.streams.awaited().for_each(|peer| named[peer.0 as usize] = true);
        let peers = (0..size).map(|index| (PeerId(index as u32), named[index]));
        let known = peers.filter(|(peer, named)| all || *named || self.transfer.knows(*peer));
        known.map(|(peer, _)| peer).collect()
    }

    /// Whether an operation under way ends only by what a peer does: a receive that names it, or a send to it.
    pub fn depends_on(&self, peer: PeerId) -> bool {
        let mut depends = self.streams.awaited().any(|awaited| awaited == peer);
        self.matcher.for_each_posted(|selector, _| depends |= selector.source == Some(peer.0));
        depends || self.transfer.is_sending_to(peer)
    }

    /// Whether messages of a peer wait in its streams, where they would be gone with it.
    pub fn leaves_unread(&self, peer: PeerId) -> bool {
        let mut leaves = self.streams.has_head_of(peer);
        self.matcher.for_each_kept(|envelope, kept| {
            leaves |= envelope.source == peer.0 && !kept.is_here();
        });
        leaves
    }

    /// A peer is gone: everything that waits for it fails.
    pub fn lose(&mut self, peer: PeerId, why: &str) {
        let is_new = self.transfer.lose(peer, why);
        self.part_from(peer, is_new);
    }

    fn part_from(&mut self, peer: PeerId, is_new: bool) {
        self.drop_backlog(peer);
        if let Some(about) = self.about(peer) {
            about.held = None;
        }
        self.alerts += usize::from(is_new);
        self.released.retain(|(of, _)| *of != peer);
        let mut ended = Vec::new();
        self.fillings.retain(|filling| {
            if let Filled::Claimed(request) = filling.of
                && filling.peer == peer
            {
                ended.push(request);
            }
            filling.peer != peer
        });
        ended.extend(self.streams.lose(peer));
        self.forget_undeliverable(peer);
        self.close_ranks(peer);
        ended.extend(self.matcher.cancel_where(|s, _| s.source == Some(peer.0)));
        let Some(TransferFault::Lost { why, .. }) = self.transfer.loss(peer) else { return };
        ended.into_iter().for_each(|request| self.transfer.fail_for_loss(request, peer, &why));
    }

    /// Ends an operation that was taken back.
    pub(crate) fn end_cancelled(&mut self, request: RequestId) {
        self.transfer.finish(request, Outcome { cancelled: true, ..Outcome::sent() });
    }
}
