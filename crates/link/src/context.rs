//! A process's end of all its links.

use crate::choices::Choices;
use crate::forward::{FORWARD, FORWARD_CREDIT, FORWARD_LOST, Forwarder};
use crate::gate::{Gate, LEAVE, LEFT, News};
use crate::lane::Lane;
use crate::route::{Detour, OwnFrame, Route, context_of};
use crate::switch::Farewell;
use crate::traffic::{Flow, Traffic};
use crate::waiter::Waiter;
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
    /// A rule asks for something that the link cannot do.
    #[error("{origin}: the rule cannot be kept for rank {peer}: {why}")]
    Rule {
        /// Where the rule was written.
        origin: String,
        /// Whom it concerns.
        peer: PeerId,
        /// What the method said.
        why: MethodError,
    },
    /// The chosen method failed.
    #[error(transparent)]
    Method(#[from] MethodError),
}

/// A method, when it has its turn, and what went through it.
pub(crate) struct Slot {
    /// Ends before the method does.
    pub(crate) waiter: Option<Waiter>,
    pub(crate) method: Box<dyn Method>,
    pub(crate) schedule: Schedule,
    /// A method within the process is polled only while it holds what this process sent itself; one with a
    /// waiter, while it holds what this process sent.
    pub(crate) quiet: bool,
    pub(crate) own: bool,
    /// By peer.
    pub(crate) flows: Vec<Flow>,
}

impl Slot {
    #[inline]
    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        let before = *done;
        self.quiet = false;
        let sent = self.method.send(peer, header, payload, done);
        let flow = &mut self.flows[peer.0 as usize];
        match sent {
            Ok(taken) => flow.note(header, payload.len(), (before, *done), taken),
            Err(_) => flow.give_up(header, before),
        }
        Ok(sent?)
    }

    pub(crate) fn traffic_of(&self, peer: PeerId) -> Traffic {
        self.flows.get(peer.0 as usize).map(|flow| flow.traffic).unwrap_or_default()
    }
}

/// A method that carries everything of a kind to a peer.
#[derive(Clone, Copy, Debug)]
pub struct Straight(usize);

/// A process's end of all its links.
pub struct Context {
    pub(crate) me: PeerId,
    pub(crate) slots: Vec<Slot>,
    pub(crate) routes: Vec<Route>,
    pub(crate) detours: HashMap<PeerId, Detour>,
    /// For each method that was chosen for a peer: why.
    pub(crate) reasons: HashMap<(PeerId, u8), String>,
    /// Tables of the peers talked to.
    pub(crate) tables: HashMap<PeerId, Arc<DescriptorTable>>,
    pub(crate) attached: HashSet<(u8, PeerId)>,
    pub(crate) policy: Policy,
    pub(crate) choices: Choices,
    pub(crate) directory: Box<dyn Directory>,
    pub(crate) local_attributes: Vec<Attributes>,
    pub(crate) news: News,
    /// Which methods hold a frame on a stream, in order.
    held: HashMap<(PeerId, StreamKey), VecDeque<usize>>,
    pub(crate) switching: bool,
    /// Changes wait for the agreement of whoever queues frames.
    pub(crate) asks: bool,
    pub(crate) next_switch: u64,
    /// Polls that were measured.
    pub(crate) chances: u32,
    pub(crate) farewells: Vec<Farewell>,
    /// Peers with frames of the link layer's own to be sent.
    telling: Vec<PeerId>,
    /// Frames that asked for a handler of the link layer that it does not have.
    pub(crate) unknown: u64,
    pub(crate) forwarder: Forwarder,
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
            let flows = vec![Flow::default(); size as usize];
            Slot { method, schedule, waiter: None, quiet: own, own, flows }
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
            choices: Choices::of(&policy),
            policy,
            directory,
            news: News::default(),
            held: HashMap::new(),
            switching: false,
            asks: false,
            next_switch: 0,
            chances: 0,
            farewells: Vec::new(),
            telling: Vec::new(),
            unknown: 0,
            forwarder: Forwarder::default(),
        }
    }

    /// What this process publishes.
    pub fn table(&self) -> DescriptorTable {
        let descriptors = self.slots.iter().map(|s| s.method.descriptor()).collect();
        DescriptorTable::new(descriptors).with_facts(self.choices.facts.clone())
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
            if let Some(profile) = self.profile(peer) {
                return Ok(profile);
            }
        }
        Ok(&self.local_attributes[index])
    }

    /// The method of a kind of traffic to `peer`, with what it can do, if nothing about the peer is out
    /// of the ordinary: for [`Context::send_straight`].
    #[inline]
    pub fn straight(
        &mut self,
        peer: PeerId,
        lane: Lane,
    ) -> Result<Option<(Straight, &Attributes)>, LinkError> {
        let index = self.choose(peer, lane)?;
        if self.routes[peer.0 as usize].has_detour {
            return Ok(None);
        }
        Ok(Some((Straight(index), &self.local_attributes[index])))
    }

    /// [`Context::send`] by a method that [`Context::straight`] has just given.
    #[inline]
    pub fn send_straight(
        &mut self,
        method: Straight,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        self.slots[method.0].send(peer, header, payload, done)
    }

    /// The method of a frame to a peer with a detour.
    #[cold]
    fn way_round(&mut self, peer: PeerId, lane: Lane, context: ContextId) -> usize {
        let common = self.routes[peer.0 as usize].ways;
        self.detour(peer).way(common, lane, context).1 as usize
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
        if self.routes[peer.0 as usize].has_detour {
            return self.send_round(peer, lane, header, payload, done);
        }
        self.slots[index].send(peer, header, payload, done)
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
        if let Some(relay) = self.relay_of(peer) {
            return self.send_through(peer, relay, header, payload, done);
        }
        let common = self.routes[peer.0 as usize].ways;
        let detour = self.detour(peer);
        let (strand, way) = detour.way(common, lane, context_of(header));
        // What was begun ends as it began: until then its strand keeps its method.
        if *done == 0 && (detour.holds_back(strand, way) || !self.tell_all(peer, Some(way))?) {
            return Ok(false);
        }
        self.slots[way as usize].send(peer, header, payload, done)
    }

    /// What is out of the ordinary about a peer, from now on at least this.
    pub(crate) fn detour(&mut self, peer: PeerId) -> &mut Detour {
        self.routes[peer.0 as usize].has_detour = true;
        self.news.stirred = true;
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
        if header.handler == LEFT
            && let Some(relay) = self.relay_of(peer)
        {
            return self.tell_through(peer, relay, &header);
        }
        self.detour(peer).own.push_back(OwnFrame { slot, header, payload, done: 0 });
        if !self.telling.contains(&peer) {
            self.telling.push(peer);
        }
    }

    /// Sends waiting frames of the link layer's own; whether none is left (for `way`, if given).
    pub(crate) fn tell_all(&mut self, peer: PeerId, way: Option<u8>) -> Result<bool, LinkError> {
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

    /// Whether a frame that bars the link layer's own frames is partly sent.
    fn is_mid_frame(&self, peer: PeerId, slot: u8) -> bool {
        let Some(flow) = self.slots[slot as usize].flows.get(peer.0 as usize) else { return false };
        let one_stream = self.local_attributes[slot as usize].streams == 1;
        flow.halfway_on_first || one_stream && flow.halfway != 0
    }

    /// From which size on messages of a peer are better read from its memory, where a method in use
    /// can do that.
    pub fn reads_from(&mut self, peer: PeerId) -> Option<usize> {
        self.choose(peer, Lane::Message).ok()?;
        self.local_attributes[self.reader(peer)?].remote_read_from
    }

    fn reader(&self, peer: PeerId) -> Option<usize> {
        if self.relay_of(peer).is_some() {
            return None;
        }
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
                let slot = &mut self.slots[index];
                // What was held is read by a poll.
                slot.schedule.hurry();
                let is_wanted = !matches!(landing, Landing::Discard);
                slot.method.resume(peer, stream, landing)?;
                slot.flows[peer.0 as usize].arriving += u16::from(is_wanted);
                Ok(())
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
        self.poll_with(now, table, state, lost, None)
    }

    /// The same, and measures by `clock` what polls that find nothing cost. To be called now and then, in
    /// place of [`Context::poll`]: the intervals of methods follow from it.
    pub fn poll_timed<S>(
        &mut self,
        table: &HandlerTable<S>,
        state: &mut S,
        lost: fn(&mut S, PeerId, MethodError),
        clock: &dyn Fn() -> Now,
    ) -> usize {
        self.prepare_measuring();
        let found = self.poll_with(clock(), table, state, lost, Some(clock));
        self.compare_costs();
        found
    }

    #[inline(always)]
    fn poll_with<S>(
        &mut self,
        now: Now,
        table: &HandlerTable<S>,
        state: &mut S,
        lost: fn(&mut S, PeerId, MethodError),
        clock: Option<&dyn Fn() -> Now>,
    ) -> usize {
        let mut bound = table.bind(state, lost);
        let mut found = 0;
        if self.choices.tell(now) {
            self.apply_late_rules();
        }
        for (index, slot) in self.slots.iter_mut().enumerate() {
            if slot.is_due(now) {
                let began = clock.map(|clock| clock());
                let flows = &mut slot.flows;
                let news = &mut self.news;
                let can_hold = self.local_attributes[index].stream_flow_control;
                let mut gate = Gate { handlers: &mut bound, slot: index, flows, news, can_hold };
                let n = slot.method.poll(now, &mut gate);
                if let (0, Some(clock), Some(began)) = (n, clock, began) {
                    slot.schedule.measure(clock().saturating_sub(began));
                }
                slot.after_poll(n, now);
                found += n;
            }
        }
        if self.news.stirred {
            found += self.deliver_forwarded(&mut bound);
            found += self.look_after_links();
            self.report_gone(&mut bound);
            self.news.stirred = !self.is_calm();
        }
        found
    }

    /// Nothing concerns the link layer itself.
    fn is_calm(&self) -> bool {
        self.news.is_empty()
            && !self.switching
            && self.farewells.is_empty()
            && self.telling.is_empty()
            && self.forwarder.is_calm()
    }

    /// Does what the link layer owes by itself. Returns how much moved.
    #[cold]
    #[inline(never)]
    fn look_after_links(&mut self) -> usize {
        let lost = std::mem::take(&mut self.news.lost);
        for peer in lost.iter().map(|(peer, _)| *peer) {
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
        for (slot, peer, header, payload) in frames {
            match header.handler {
                LEAVE => self.take_leave(peer, slot, &header),
                LEFT => self.take_left(peer, &header),
                FORWARD => self.relay_piece(slot, peer, &header, payload),
                FORWARD_CREDIT => self.take_forward_credit(peer, &header),
                FORWARD_LOST => self.take_forward_lost(peer, &header, &payload),
                _ => self.unknown += 1,
            }
        }
        for (peer, why) in lost {
            self.lose_neighbour(peer, &why);
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
        moved + self.pump_all()
    }

    /// Every method has its turn at the next poll.
    pub fn hurry(&mut self) {
        self.slots.iter_mut().for_each(Slot::hurry);
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
            match self.slots[index].arm(by_bell) {
                Armed::Ready(ticket) => tickets.push(ticket),
                Armed::Busy => {
                    self.slots[..=index].iter_mut().for_each(Slot::disarm);
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
        self.slots.iter_mut().for_each(Slot::disarm);
        self.hurry();
    }

    /// Whether accepted output still waits inside a method.
    pub fn has_pending_output(&self) -> bool {
        !self.telling.is_empty()
            || self.forwarder.has_output()
            || self.slots.iter().any(|slot| slot.method.has_pending_output())
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
            let (flows, news) = (&mut slot.flows, &mut self.news);
            let can_hold = self.local_attributes[index].stream_flow_control;
            let mut gate = Gate { handlers: &mut bound, slot: index, flows, news, can_hold };
            closed &= slot.method.close(now, &mut gate);
        }
        closed
    }
}
