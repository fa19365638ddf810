//! A process's end of all its links.

use crate::gate::{Gate, LEAVE, LEFT, News};
use crate::lane::{Channel, Lane};
use crate::route::{Detour, OwnFrame, Route, context_of};
use crate::switch::Farewell;
use crate::traffic::Traffic;
use crate::{DescriptorTable, HandlerTable, Policy, PollInterval, Schedule};
use ferry_method::{
    Armed, Attributes, Header, Landing, Method, MethodError, Now, PeerId, Scope, StreamKey,
    WaitSource,
};
use ferry_wire::ContextId;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// Where the tables of peers are found (the launcher's key-value space).
pub trait Directory: Send {
    /// The published table of `peer`, or why there is none.
    fn lookup(&mut self, peer: PeerId) -> Result<Vec<u8>, String>;
}

/// What went wrong on a link.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LinkError {
    /// The directory has no table of the peer.
    #[error("cannot find out how to reach rank {peer}: {why}")]
    NoTable {
        /// Whom.
        peer: PeerId,
        /// What the directory said.
        why: String,
    },
    /// No method of the two has an applicable one in common.
    #[error("no method reaches rank {peer}: {why}")]
    NoMethod {
        /// Whom.
        peer: PeerId,
        /// Each method with the reason against it.
        why: String,
    },
    /// A method that was asked for does not reach the peer.
    #[error("method {method} does not reach rank {peer}: {why}; there are {others}")]
    NotApplicable {
        /// Whom.
        peer: PeerId,
        /// What was asked for.
        method: String,
        /// Why not.
        why: String,
        /// Methods that do reach it.
        others: String,
    },
    /// The chosen method failed.
    #[error(transparent)]
    Method(#[from] MethodError),
}

/// A method, when it has its turn, and what went through it.
pub(crate) struct Slot {
    pub(crate) method: Box<dyn Method>,
    pub(crate) schedule: Schedule,
    /// A method within the process is polled only while it holds what this process sent itself.
    pub(crate) quiet: bool,
    pub(crate) own: bool,
    /// By peer.
    pub(crate) traffic: Vec<Traffic>,
}

impl Slot {
    pub(crate) fn traffic_of(&self, peer: PeerId) -> Traffic {
        self.traffic.get(peer.0 as usize).copied().unwrap_or_default()
    }
}

/// A process's end of all its links.
pub struct Context {
    pub(crate) me: PeerId,
    pub(crate) slots: Vec<Slot>,
    pub(crate) routes: Vec<Route>,
    pub(crate) detours: HashMap<PeerId, Detour>,
    /// For each peer with a chosen method: the reasons against those tried before.
    pub(crate) reasons: HashMap<PeerId, String>,
    /// Tables of the peers talked to.
    pub(crate) tables: HashMap<PeerId, Arc<DescriptorTable>>,
    pub(crate) attached: HashSet<(u8, PeerId)>,
    pub(crate) policy: Policy,
    pub(crate) directory: Box<dyn Directory>,
    pub(crate) local_attributes: Vec<Attributes>,
    pub(crate) news: News,
    /// Which methods hold a frame on a stream, in order.
    held: HashMap<(PeerId, StreamKey), VecDeque<usize>>,
    pub(crate) switching: bool,
    pub(crate) next_switch: u64,
    pub(crate) farewells: Vec<Farewell>,
    /// Peers with frames of the link layer's own to be sent.
    telling: Vec<PeerId>,
    /// Frames that asked for a handler of the link layer that it does not have.
    pub(crate) unknown: u64,
}

impl Context {
    /// A context of process `me` of `size` with these methods.
    pub fn new(
        me: PeerId,
        size: u32,
        methods: Vec<Box<dyn Method>>,
        policy: Policy,
        intervals: &[(String, PollInterval)],
        directory: Box<dyn Directory>,
    ) -> Self {
        let cheapest = methods
            .iter()
            .filter(|m| m.attributes().scope != Scope::Process)
            .map(|m| m.attributes().poll_cost)
            .min()
            .unwrap_or(Duration::from_nanos(1));
        let slot = |method: Box<dyn Method>| {
            let setting = intervals.iter().find(|(name, _)| name == method.name());
            let setting = setting.map_or(PollInterval::Adaptive, |(_, i)| *i);
            let schedule = Schedule::new(setting, method.attributes().poll_cost, cheapest);
            let own = method.attributes().scope == Scope::Process;
            let traffic = vec![Traffic::default(); size as usize];
            Slot { method, schedule, quiet: own, own, traffic }
        };
        let slots: Vec<Slot> = methods.into_iter().map(slot).collect();
        Context {
            me,
            local_attributes: slots.iter().map(|s| s.method.attributes().clone()).collect(),
            slots,
            routes: vec![Route::NONE; size as usize],
            detours: HashMap::new(),
            reasons: HashMap::new(),
            tables: HashMap::new(),
            attached: HashSet::new(),
            policy,
            directory,
            news: News::default(),
            held: HashMap::new(),
            switching: false,
            next_switch: 0,
            farewells: Vec::new(),
            telling: Vec::new(),
            unknown: 0,
        }
    }

    /// What this process publishes.
    pub fn table(&self) -> DescriptorTable {
        DescriptorTable::new(self.slots.iter().map(|s| s.method.descriptor()).collect())
    }

    /// What the method chosen for a kind of traffic to `peer` can do.
    #[inline]
    pub fn attributes(
        &mut self,
        peer: PeerId,
        lane: Lane,
        context: ContextId,
    ) -> Result<&Attributes, LinkError> {
        let mut index = self.choose(peer, lane)?;
        if self.routes[peer.0 as usize].has_detour {
            index = self.way_round(peer, lane, context);
        }
        Ok(&self.local_attributes[index])
    }

    /// The method of a frame to a peer with a detour.
    #[cold]
    fn way_round(&mut self, peer: PeerId, lane: Lane, context: ContextId) -> usize {
        let common = self.routes[peer.0 as usize].ways[lane as usize];
        let detour = self.detour(peer);
        let own = detour.branch(context).filter(|_| lane != Lane::Control);
        own.map_or(common, |branch| branch.way) as usize
    }

    /// Sends a remote service request; see [`Method::send`]. Frames of a context keep their order
    /// within a lane and stream.
    #[inline]
    pub fn send(
        &mut self,
        peer: PeerId,
        lane: Lane,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        let index = self.choose(peer, lane)?;
        let route = &mut self.routes[peer.0 as usize];
        if route.has_detour {
            return self.send_round(peer, lane, header, payload, done);
        }
        let before = *done;
        let slot = &mut self.slots[index];
        slot.quiet = false;
        let taken = slot.method.send(peer, header, payload, done)?;
        if taken {
            slot.traffic[peer.0 as usize].sent.add(payload.len());
        }
        if !taken || before != 0 {
            route.note(lane, before, *done, taken);
        }
        Ok(taken)
    }

    /// Sends where something is out of the ordinary.
    #[cold]
    #[inline(never)]
    fn send_round(
        &mut self,
        peer: PeerId,
        lane: Lane,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        let (context, before) = (context_of(header), *done);
        let common = self.routes[peer.0 as usize].ways[lane as usize];
        let detour = self.detour(peer);
        let channel = detour.channel(lane, context);
        if before == 0 && detour.switches.iter().any(|switch| switch.channel == channel) {
            return Ok(false);
        }
        // What was begun before its context had a channel of its own ends as it began.
        let begun_common = |halfway: u16| before != 0 && halfway == 0;
        let own = match channel {
            Channel::Context(_) => {
                detour.branch(context).filter(|b| !begun_common(b.halfway)).map(|b| b.way)
            }
            Channel::Lane(_) => None,
        };
        let way = own.unwrap_or(common);
        if before == 0 && !self.tell_all(peer, Some(way))? {
            return Ok(false);
        }
        let slot = &mut self.slots[way as usize];
        slot.quiet = false;
        let taken = slot.method.send(peer, header, payload, done)?;
        if taken {
            slot.traffic[peer.0 as usize].sent.add(payload.len());
        }
        match self.detours.get_mut(&peer).and_then(|d| d.branch(context)).filter(|_| own.is_some())
        {
            Some(branch) if taken => branch.halfway -= u16::from(before != 0),
            Some(branch) => branch.halfway += u16::from(before == 0 && *done != 0),
            None => self.routes[peer.0 as usize].note(lane, before, *done, taken),
        }
        Ok(taken)
    }

    /// What is out of the ordinary about a peer, from now on at least this.
    pub(crate) fn detour(&mut self, peer: PeerId) -> &mut Detour {
        self.routes[peer.0 as usize].has_detour = true;
        self.detours.entry(peer).or_default()
    }

    /// Forgets a detour that leads nowhere.
    pub(crate) fn settle_detour(&mut self, peer: PeerId) {
        if self.detours.get(&peer).is_some_and(Detour::is_empty) {
            self.detours.remove(&peer);
            self.routes[peer.0 as usize].has_detour = false;
        }
    }

    /// Sends a frame of the link layer's own by the method in `slot`, soon.
    pub(crate) fn tell(&mut self, peer: PeerId, slot: u8, header: Header, payload: Vec<u8>) {
        self.detour(peer).own.push_back(OwnFrame { slot, header, payload, done: 0 });
        if !self.telling.contains(&peer) {
            self.telling.push(peer);
        }
    }

    /// Sends waiting frames of the link layer's own; whether none is left (for `way`, if given).
    fn tell_all(&mut self, peer: PeerId, way: Option<u8>) -> Result<bool, LinkError> {
        while let Some(mut frame) = self.detour(peer).own.pop_front() {
            let begun = frame.done != 0;
            let blocked = !begun && self.is_mid_frame(peer, frame.slot);
            let method = &mut self.slots[frame.slot as usize].method;
            if blocked || !method.send(peer, &frame.header, &frame.payload, &mut frame.done)? {
                self.detour(peer).own.push_front(frame);
                break;
            }
        }
        let own = &self.detour(peer).own;
        Ok(!own.iter().any(|frame| way.is_none_or(|way| frame.slot == way)))
    }

    /// Whether a frame on the stream of the link layer's own frames is partly sent.
    fn is_mid_frame(&mut self, peer: PeerId, slot: u8) -> bool {
        let route = self.routes[peer.0 as usize];
        let one_stream = self.local_attributes[slot as usize].streams == 1;
        let lanes = Lane::ALL.into_iter().filter(|lane| one_stream || *lane == Lane::Control);
        let common = lanes
            .map(|lane| lane as usize)
            .any(|lane| route.ways[lane] == slot && route.halfway[lane] != 0);
        let branches = &self.detour(peer).contexts;
        common || one_stream && branches.iter().any(|b| b.way == slot && b.halfway != 0)
    }

    /// From which size on messages of a peer are better read from its memory, where a method in use
    /// can do that.
    pub fn reads_from(&mut self, peer: PeerId) -> Option<usize> {
        self.choose(peer, Lane::Message).ok()?;
        self.local_attributes[self.reader(peer)?].remote_read_from
    }

    fn reader(&self, peer: PeerId) -> Option<usize> {
        let ways = self.routes.get(peer.0 as usize)?.ways;
        let index = *ways.iter().find(|way| {
            let attributes = self.local_attributes.get(**way as usize);
            attributes.is_some_and(|a| a.remote_read_from.is_some())
        })?;
        Some(index as usize)
    }

    /// See [`Method::read_remote`].
    pub fn read_remote(
        &mut self,
        peer: PeerId,
        address: u64,
        into: &mut [u8],
    ) -> Result<(), LinkError> {
        let none = MethodError::UnknownPeer(peer, "remote read");
        let index = self.reader(peer).ok_or(none)?;
        Ok(self.slots[index].method.read_remote(peer, address, into)?)
    }

    /// Says where the frame goes that a handler held on a stream ([`Landing::Hold`]); the earliest, if
    /// several methods hold one.
    pub fn resume(
        &mut self,
        peer: PeerId,
        stream: StreamKey,
        landing: Landing,
    ) -> Result<(), LinkError> {
        let holders = self.held.get_mut(&(peer, stream));
        let holder = holders.and_then(VecDeque::pop_front);
        if self.held.get(&(peer, stream)).is_some_and(VecDeque::is_empty) {
            self.held.remove(&(peer, stream));
        }
        match holder {
            Some(index) => {
                // What was held is read by a poll.
                self.slots[index].schedule.hurry();
                Ok(self.slots[index].method.resume(peer, stream, landing)?)
            }
            None => Err(MethodError::Lost {
                peer,
                method: "link",
                why: "nothing is held on that stream".into(),
            }
            .into()),
        }
    }

    /// Polls the methods whose turn it is; arrivals run the handlers. Returns the number of frames.
    #[inline]
    pub fn poll<S>(
        &mut self,
        now: Now,
        table: &HandlerTable<S>,
        state: &mut S,
        lost: fn(&mut S, PeerId, MethodError),
    ) -> usize {
        let mut bound = table.bind(state, lost);
        let mut found = 0;
        for (index, slot) in self.slots.iter_mut().enumerate() {
            if !slot.quiet && slot.schedule.due() {
                let traffic = &mut slot.traffic;
                let news = &mut self.news;
                let mut gate = Gate { handlers: &mut bound, slot: index, traffic, news };
                let n = slot.method.poll(now, &mut gate);
                slot.schedule.learn(n);
                slot.quiet = slot.own && n == 0;
                found += n;
            }
        }
        if !self.is_calm() {
            found += self.look_after_links();
        }
        found
    }

    /// Nothing concerns the link layer itself.
    #[inline]
    fn is_calm(&self) -> bool {
        self.news.is_empty()
            && !self.switching
            && self.farewells.is_empty()
            && self.telling.is_empty()
    }

    /// Does what the link layer owes by itself. Returns how much moved.
    #[cold]
    #[inline(never)]
    fn look_after_links(&mut self) -> usize {
        for peer in std::mem::take(&mut self.news.lost) {
            self.forget_switches(peer);
            self.held.retain(|(of, _), _| *of != peer);
            self.detour(peer).own.clear();
            self.settle_detour(peer);
        }
        for (slot, peer, stream) in std::mem::take(&mut self.news.held) {
            self.held.entry((peer, stream)).or_default().push_back(slot);
        }
        let frames = std::mem::take(&mut self.news.frames);
        let mut moved = frames.len();
        for (slot, peer, header, _payload) in frames {
            match header.handler {
                LEAVE => self.take_leave(peer, slot, &header),
                LEFT => self.take_left(peer, &header),
                _ => self.unknown += 1,
            }
        }
        moved += self.advance_switches() + self.answer_farewells();
        let telling = std::mem::take(&mut self.telling);
        for peer in telling {
            // A method that fails says so by itself.
            if matches!(self.tell_all(peer, None), Ok(false)) {
                self.telling.push(peer);
            }
            self.settle_detour(peer);
        }
        moved
    }

    /// Every method has its turn at the next poll.
    pub fn hurry(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.schedule.hurry());
    }

    /// What can be waited on, for all methods.
    pub fn wait_sources(&self) -> Vec<WaitSource> {
        self.slots.iter().map(|slot| slot.method.wait_source()).collect()
    }

    /// Arms all methods for sleep; see [`Method::arm`]. With several, the tickets are in the order of
    /// [`Context::wait_sources`]; `None`: something has come, do not sleep.
    pub fn arm(&mut self, by_bell: bool) -> Option<Vec<u32>> {
        let mut tickets = Vec::with_capacity(self.slots.len());
        for index in 0..self.slots.len() {
            match self.slots[index].method.arm(by_bell) {
                Armed::Ready(ticket) => tickets.push(ticket),
                Armed::Busy => {
                    self.slots[..=index].iter_mut().for_each(|slot| slot.method.disarm());
                    // What has come may be with a method that is polled seldom.
                    self.hurry();
                    return None;
                }
            }
        }
        Some(tickets)
    }

    /// Undoes `arm`; every method has its turn at the next poll.
    pub fn disarm(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.method.disarm());
        self.hurry();
    }

    /// Whether accepted output still waits inside a method.
    pub fn has_pending_output(&self) -> bool {
        !self.telling.is_empty() || self.slots.iter().any(|slot| slot.method.has_pending_output())
    }

    /// Ends all links orderly; true once nothing remains to be sent.
    pub fn close<S>(
        &mut self,
        now: Now,
        table: &HandlerTable<S>,
        state: &mut S,
        lost: fn(&mut S, PeerId, MethodError),
    ) -> bool {
        let mut bound = table.bind(state, lost);
        let mut closed = true;
        for (index, slot) in self.slots.iter_mut().enumerate() {
            let (traffic, news) = (&mut slot.traffic, &mut self.news);
            let mut gate = Gate { handlers: &mut bound, slot: index, traffic, news };
            closed &= slot.method.close(now, &mut gate);
        }
        closed
    }
}
