//! The state of all transfers of a process, of whatever face.

use crate::direct::Resume;
use crate::limits::Limits;
use crate::one_copy::Pull;
use crate::peer::{ArrivalKey, ArrivingFrame, TransferPeer};
use crate::request::{Outcome, RequestId, RequestState, TransferFault, TransferRecords};
use crate::spread::{DEFAULT_POOL, Design, Spread, Streams};
use crate::tally::TransferTally;
use ferry_link::Links;
use ferry_wire::PeerId;
use std::collections::VecDeque;
use std::sync::Arc;

/// The state of all transfers of a process.
pub struct Transfer {
    pub(crate) requests: TransferRecords,
    pub(crate) peers: Vec<Option<Box<TransferPeer>>>,
    pub(crate) busy: Vec<PeerId>,
    /// Something waits for a flush, here or at a face.
    pub(crate) owes: bool,
    pub(crate) pulls: Vec<Pull>,
    /// The send that was announced last; it may be over.
    pub(crate) announced: Option<RequestId>,
    /// Messages to be read from their streams.
    pub(crate) resumes: VecDeque<Resume>,
    /// Peers that gave credit back, for the faces.
    pub(crate) credited: Vec<PeerId>,
    /// Peers that were found lost while frames went out, for the faces.
    lost: Vec<PeerId>,
    /// See [`Transfer::is_stirred`].
    stirred: bool,
    pub(crate) limits: Limits,
    pub(crate) remote_reads: bool,
    pub(crate) spread: Spread,
    /// Frames that named nothing this process knows.
    pub(crate) nonsense: u64,
    pub(crate) completed: u64,
    pub(crate) failed: u64,
    pub(crate) tally: TransferTally,
}

impl Transfer {
    /// For a job of `size` processes. `remote_reads`: one-copy transfers may be tried.
    pub fn new(size: u32, limits: Limits, remote_reads: bool) -> Self {
        Transfer {
            requests: TransferRecords::default(),
            peers: (0..size).map(|_| None).collect(),
            busy: Vec::new(),
            owes: false,
            pulls: Vec::new(),
            announced: None,
            resumes: VecDeque::new(),
            credited: Vec::new(),
            lost: Vec::new(),
            stirred: false,
            limits,
            remote_reads,
            spread: Spread { streams: Streams::Pool(DEFAULT_POOL), design: Design::Engine },
            nonsense: 0,
            completed: 0,
            failed: 0,
            tally: TransferTally::default(),
        }
    }

    /// Chooses the design, and how messages are spread over the streams of methods that have several.
    pub fn with_design(mut self, design: Design, streams: Streams) -> Self {
        self.spread = Spread { streams, design };
        self
    }

    /// Processes there may be transfers with.
    pub fn size(&self) -> usize {
        self.peers.len()
    }

    /// Processes of worlds met later join those known so far: `size` in all.
    pub fn admit(&mut self, size: u32) {
        self.peers.resize_with(size as usize, || None);
    }

    /// What is known of a peer. Methods deliver only frames of peers of their world.
    #[inline(always)]
    pub(crate) fn peer(&mut self, peer: PeerId) -> &mut TransferPeer {
        match &mut self.peers[peer.0 as usize] {
            Some(known) => known,
            unknown => begin_with(unknown, self.limits),
        }
    }

    pub(crate) fn known(&self, peer: PeerId) -> Option<&TransferPeer> {
        self.peers.get(peer.0 as usize)?.as_deref()
    }

    /// Whether a peer was ever talked to.
    pub fn knows(&self, peer: PeerId) -> bool {
        self.known(peer).is_some()
    }

    /// Whether the method of a peer is being changed and nothing waits for receives of that peer (direct
    /// design): messages that those receives may wait for go on by the old method.
    pub fn must_await_change(&mut self, link: &mut Links, peer: PeerId) -> bool {
        link.must_await_method(peer) && !self.peer(peer).waits_for_receives()
    }

    /// Whether part of a frame with the data of `request` is sent already.
    pub fn is_halfway(&self, peer: PeerId, request: RequestId) -> bool {
        self.known(peer).is_some_and(|entry| entry.is_halfway(request))
    }

    pub(crate) fn begin_incoming(
        &mut self,
        peer: PeerId,
        key: ArrivalKey,
        incoming: ArrivingFrame,
    ) {
        self.peer(peer).begin_incoming(key, incoming);
    }

    pub(crate) fn end_incoming(&mut self, peer: PeerId, key: ArrivalKey) -> Option<ArrivingFrame> {
        self.peer(peer).end_incoming(key)
    }

    /// A frame begins that takes the place of what was arriving like it, and that no receive gets.
    pub fn supersede(&mut self, peer: PeerId, key: ArrivalKey) {
        self.end_incoming(peer, key);
    }

    /// Counts a frame that named nothing this process knows, or that no honest peer sends.
    #[inline]
    pub fn count_nonsense(&mut self) {
        self.nonsense += 1;
    }

    /// How many there were.
    pub fn nonsense(&self) -> u64 {
        self.nonsense
    }

    /// Why nothing more will come from a peer that is gone.
    pub fn loss(&self, peer: PeerId) -> Option<TransferFault> {
        let why = self.known(peer)?.lost.clone()?;
        Some(TransferFault::Lost { peer, why })
    }

    /// What was done since the start.
    pub fn tally(&self) -> TransferTally {
        self.tally
    }

    /// Whether a face holds back what goes to a peer: then nothing new may go at once.
    pub fn set_blocked(&mut self, peer: PeerId, is_blocked: bool) {
        let entry = self.peer(peer);
        entry.blocked = is_blocked || entry.lost.is_some();
    }

    /// A peer is found to be gone here, which the faces have to hear.
    pub(crate) fn mourn(&mut self, peer: PeerId, why: &str) {
        if self.lose(peer, why) {
            self.lost.push(peer);
        }
    }

    /// Peers that were found to be gone since this was asked.
    pub fn take_lost(&mut self) -> Vec<PeerId> {
        std::mem::take(&mut self.lost)
    }

    /// Whether a peer was lost, or a face has something for whoever holds it, since [`Transfer::calm`].
    #[inline]
    pub fn is_stirred(&self) -> bool {
        self.stirred
    }

    /// A face has something for whoever holds it.
    pub fn stir(&mut self) {
        self.stirred = true;
    }

    /// Whoever holds the faces looks after what there is.
    pub fn calm(&mut self) {
        self.stirred = false;
    }

    /// All peers that are gone.
    pub fn all_lost(&self) -> impl Iterator<Item = PeerId> {
        let peers = self.peers.iter().enumerate();
        peers
            .filter(|(_, peer)| peer.as_ref().is_some_and(|peer| peer.lost.is_some()))
            .map(|(index, _)| PeerId(index as u32))
    }

    /// A peer is gone: all transfers with it fail. False: that was known.
    pub fn lose(&mut self, peer: PeerId, why: &str) -> bool {
        let entry = self.peer(peer);
        let is_new = entry.lost.is_none();
        self.stirred |= is_new;
        let entry = self.peer(peer);
        let why: Arc<str> = entry.lost.get_or_insert_with(|| why.into()).clone();
        entry.blocked = true;
        entry.queue.clear();
        entry.streams.clear();
        entry.bulk.clear();
        let mut ended: Vec<RequestId> = entry.filling().collect();
        entry.incoming.clear();
        let is_gone = |resume: &Resume| resume.peer() == peer;
        ended.extend(self.resumes.iter().filter(|r| is_gone(r)).filter_map(Resume::request));
        self.resumes.retain(|resume| !is_gone(resume));
        ended.extend(self.requests.of(|request| match &request.state {
            RequestState::Send(send) => send.to == peer,
            RequestState::Recv(recv) => recv.is_filling() && request.source == peer,
            _ => false,
        }));
        ended.into_iter().for_each(|request| self.fail_for_loss(request, peer, &why));
        is_new
    }

    /// An operation ends since its peer is gone.
    pub fn fail_for_loss(&mut self, request: RequestId, peer: PeerId, why: &Arc<str>) {
        let fault = TransferFault::Lost { peer, why: why.clone() };
        self.fail(request, fault, Outcome { source: peer, ..Outcome::sent() });
    }
}

/// The first that is heard of a peer.
#[cold]
#[inline(never)]
fn begin_with(peer: &mut Option<Box<TransferPeer>>, limits: Limits) -> &mut TransferPeer {
    peer.insert(Box::new(TransferPeer::new(limits)))
}
