//! What one thread at a time changes: links, endpoints, what has arrived, who sleeps.

use crate::endpoint::HandlerTable;
use crate::fault::{Fault, FaultKind};
use crate::home::Home;
use crate::inbox::{ArrivedRequest, Inbox, InboxNotice};
use crate::{NexusError, world::World};
use ferry_method::{PeerId, WaitSource};
use ferry_runtime::{Runtime, WaitSettings};
use ferry_sys::Clock;
use std::collections::{HashMap, HashSet, VecDeque};

/// The number of the root endpoint.
pub(crate) const ROOT: u64 = 0;
/// Bytes and number of requests that wait for the root endpoint to be opened.
const EARLY: (usize, usize) = (16 << 20, 4096);
/// Faults that are kept while nobody asks for them.
const KEPT_FAULTS: usize = 64;

/// A process by way of one of this process's sets of links.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct At {
    pub(crate) world: u32,
    pub(crate) peer: PeerId,
}

/// An endpoint.
struct EndpointSeat {
    id: u64,
    /// `None` while the thread that runs one of its handlers has it.
    table: Option<Box<HandlerTable>>,
}

/// The state.
pub(crate) struct NexusState {
    /// The job's links first, then those of attachments; numbers are not used again.
    pub(crate) worlds: Vec<Option<World>>,
    /// Where processes of other jobs are.
    pub(crate) attached: HashMap<Home, At>,
    /// Worlds whose other process is gone; they go once what came from it has been handled.
    retiring: Vec<u32>,
    pub(crate) inbox: Inbox,
    /// By the low half of their numbers; the root endpoint first.
    endpoints: Vec<Option<EndpointSeat>>,
    /// A thread runs non-threaded handlers: one at a time does.
    pub(crate) dispatching: bool,
    /// Requests for the root endpoint from before it was opened.
    early: VecDeque<ArrivedRequest>,
    pub(crate) faults: VecDeque<Fault>,
    pub(crate) runtime: Runtime,
    pub(crate) finished: bool,
    /// Requests that ran.
    pub(crate) served: u64,
    channels: Channels,
    /// Endpoints that are bound to groups, by the groups' numbers.
    pub(crate) groups: HashMap<u64, Vec<u64>>,
    /// Processes below this one that have come to the end, with all below them.
    pub(crate) ended: HashSet<PeerId>,
    /// All processes of the job have.
    pub(crate) all_ended: bool,
}

/// Numbers of startpoints' own channels.
#[derive(Default)]
struct Channels {
    next: u32,
    free: Vec<u32>,
}

impl NexusState {
    pub(crate) fn new(
        job: World,
        most: usize,
        clock: Clock,
        settings: WaitSettings,
    ) -> Result<Self, NexusError> {
        let runtime = Runtime::new(job.link.wait_sources(), clock, settings);
        let runtime = runtime.map_err(|e| NexusError::start("preparing to wait", e))?;
        Ok(NexusState {
            worlds: vec![Some(job)],
            attached: HashMap::new(),
            retiring: Vec::new(),
            inbox: Inbox::new(most),
            endpoints: vec![None],
            dispatching: false,
            early: VecDeque::new(),
            faults: VecDeque::new(),
            runtime,
            finished: false,
            served: 0,
            channels: Channels::default(),
            groups: HashMap::new(),
            ended: HashSet::new(),
            all_ended: false,
        })
    }

    /// Polls all links; what comes is in the inbox. Returns how much moved. `take`: whether arrivals
    /// are wanted now.
    #[inline]
    pub(crate) fn poll(&mut self, take: bool) -> usize {
        let is_measured = self.runtime.pace.poll();
        let mut moved = 0;
        for (number, world) in self.worlds.iter_mut().enumerate() {
            let Some(world) = world else { continue };
            if take {
                self.inbox.world = number as u32;
                moved += self.runtime.poll(&mut world.link, &mut self.inbox, is_measured);
            }
            if world.waiting != 0 {
                moved += world.flush(number as u32, &mut self.inbox);
            }
        }
        if !self.inbox.news.is_empty() {
            self.take_news();
        }
        if !self.retiring.is_empty() && self.inbox.arrived.is_empty() {
            self.retire_worlds();
        }
        moved
    }

    /// The links of a world.
    #[inline]
    pub(crate) fn world(&mut self, number: u32) -> Result<&mut World, NexusError> {
        match self.worlds.get_mut(number as usize) {
            Some(Some(world)) => Ok(world),
            _ => Err(NexusError::Gone {
                who: "the attached process".into(),
                why: "the attachment has ended".into(),
            }),
        }
    }

    /// Who is there.
    pub(crate) fn home_of(&self, at: At) -> Option<Home> {
        let world = self.worlds.get(at.world as usize)?.as_ref()?;
        Some(world.home_of(at.peer))
    }

    /// Which world and peer a process is, if there is a link.
    pub(crate) fn find(&self, home: Home) -> Option<At> {
        let job = self.worlds[0].as_ref()?;
        if job.own.job == home.job && home.rank.0 < job.size() {
            return Some(At { world: 0, peer: home.rank });
        }
        self.attached.get(&home).copied()
    }

    /// Adds the links of an attachment.
    pub(crate) fn add_world(&mut self, world: World, other: PeerId) -> Result<u32, NexusError> {
        let number = self.worlds.len() as u32;
        self.attached.insert(world.home_of(other), At { world: number, peer: other });
        self.worlds.push(Some(world));
        self.renew_sleeper()?;
        Ok(number)
    }

    /// Takes the links of an attachment away.
    pub(crate) fn remove_world(&mut self, number: u32) -> Option<World> {
        let world = self.worlds.get_mut(number as usize)?.take()?;
        self.attached.retain(|_, at| at.world != number);
        self.inbox.forget(number);
        // Without descriptors for a new one the old one is still good: it wakes too often at worst.
        let _ = self.renew_sleeper();
        Some(world)
    }

    fn renew_sleeper(&mut self) -> Result<(), NexusError> {
        let worlds = self.worlds.iter().flatten();
        let sources: Vec<WaitSource> = worlds.flat_map(|w| w.link.wait_sources()).collect();
        self.runtime.renew(sources).map_err(|e| NexusError::start("preparing to wait", e))
    }

    /// Opens an endpoint; its number.
    pub(crate) fn open_endpoint(
        &mut self,
        table: Box<HandlerTable>,
        root: bool,
    ) -> Result<u64, NexusError> {
        if root {
            if self.endpoints[0].is_some() {
                let why = "this process has its root endpoint already; open another with open()";
                return Err(NexusError::Usage(why.into()));
            }
            self.endpoints[0] = Some(EndpointSeat { id: ROOT, table: Some(table) });
            let early = std::mem::take(&mut self.early);
            early.into_iter().rev().for_each(|arrival| self.inbox.arrived.push_front(arrival));
            self.call_sleepers();
            return Ok(ROOT);
        }
        let free = self.endpoints.iter().skip(1).position(Option::is_none);
        let index = free.map_or(self.endpoints.len(), |at| at + 1);
        // The other half tells an endpoint from those that had its place before.
        let mut bytes = [0; 4];
        getrandom::fill(&mut bytes).map_err(|e| NexusError::start("asking for randomness", e))?;
        let id = u64::from(u32::from_le_bytes(bytes)) << 32 | index as u64;
        if index == self.endpoints.len() {
            self.endpoints.push(None);
        }
        self.endpoints[index] = Some(EndpointSeat { id, table: Some(table) });
        Ok(id)
    }

    /// Takes an endpoint away. Its handlers, unless one of them runs: then they go when that is over.
    pub(crate) fn close_endpoint(&mut self, id: u64) -> Option<Box<HandlerTable>> {
        self.seat(id)?;
        self.endpoints[id as u32 as usize].take()?.table
    }

    /// Takes all endpoints away.
    pub(crate) fn take_endpoints(&mut self) -> Vec<HandlerTable> {
        let endpoints = self.endpoints.iter_mut().filter_map(Option::take);
        endpoints.filter_map(|seat| seat.table.map(|table| *table)).collect()
    }

    #[inline]
    fn seat(&mut self, id: u64) -> Option<&mut EndpointSeat> {
        self.endpoints.get_mut(id as u32 as usize)?.as_mut().filter(|seat| seat.id == id)
    }

    /// Whether there is this endpoint.
    pub(crate) fn has_endpoint(&mut self, id: u64) -> bool {
        self.seat(id).is_some()
    }

    /// The handlers of an endpoint, for the one thread that runs them.
    #[inline]
    pub(crate) fn take_table(&mut self, id: u64) -> Option<Box<HandlerTable>> {
        self.seat(id)?.table.take()
    }

    /// Gives the handlers back; they are returned where the endpoint has gone meanwhile.
    #[inline]
    pub(crate) fn put_table(
        &mut self,
        id: u64,
        table: Box<HandlerTable>,
    ) -> Option<Box<HandlerTable>> {
        match self.seat(id) {
            Some(seat) => seat.table.replace(table),
            None => Some(table),
        }
    }

    /// A request to a group is one to each of its endpoints here.
    pub(crate) fn cast(&mut self, arrival: ArrivedRequest) {
        let Some(endpoints) = self.groups.get(&arrival.endpoint) else {
            self.inbox.refused += 1;
            return;
        };
        for endpoint in endpoints.iter().rev() {
            let one = ArrivedRequest { endpoint: *endpoint, cast: false, ..arrival.clone() };
            self.inbox.arrived.push_front(one);
        }
    }

    /// A request for the root endpoint came before that was opened.
    pub(crate) fn keep_early(&mut self, arrival: ArrivedRequest) -> bool {
        let held: usize = self.early.iter().map(ArrivedRequest::weight).sum();
        let room = self.early.len() < EARLY.1 && held + arrival.weight() <= EARLY.0;
        if room {
            self.early.push_back(arrival);
        }
        room
    }

    /// Notes a fault.
    pub(crate) fn fault(&mut self, fault: Fault) {
        if self.faults.len() == KEPT_FAULTS {
            self.faults.pop_front();
        }
        self.faults.push_back(fault);
    }

    #[cold]
    fn take_news(&mut self) {
        for news in std::mem::take(&mut self.inbox.news) {
            match news {
                InboxNotice::Lost(at, why) => self.lost(at, &why),
                InboxNotice::Bye(at, well) => self.bye(at, well),
                InboxNotice::End(at, all) if at.world == 0 => {
                    self.ended.insert(at.peer);
                    self.all_ended |= all;
                    self.call_sleepers();
                }
                InboxNotice::End(..) => self.inbox.refused += 1,
                InboxNotice::Nonsense(at, why) => {
                    let peer = self.home_of(at);
                    self.fault(Fault::new(FaultKind::BadProtocol, peer, why));
                    // A process of this job may have a bug; one of another job has no business here.
                    if at.world != 0 {
                        self.remove_world(at.world);
                    }
                }
            }
        }
    }

    fn lost(&mut self, at: At, error: &ferry_method::MethodError) {
        let Ok(world) = self.world(at.world) else { return };
        let home = world.home_of(at.peer);
        // Whoever said good-bye may go.
        if world.lose(at.peer, &error.to_string()) {
            self.fault(Fault::of_method(home, error));
        }
        self.retire(at.world);
    }

    fn bye(&mut self, at: At, well: bool) {
        let Ok(world) = self.world(at.world) else { return };
        let home = world.home_of(at.peer);
        let why = if well { "it ended its links" } else { "it ended its links after a failure" };
        let kind = match well {
            true => FaultKind::ShutdownNormally,
            false => FaultKind::ShutdownAbnormally,
        };
        if world.lose(at.peer, why) {
            self.fault(Fault::new(kind, Some(home), why));
        }
        self.retire(at.world);
    }

    /// The other process of an attachment is gone.
    fn retire(&mut self, world: u32) {
        if world != 0 {
            self.attached.retain(|_, at| at.world != world);
            self.retiring.push(world);
        }
    }

    #[cold]
    fn retire_worlds(&mut self) {
        for world in std::mem::take(&mut self.retiring) {
            self.remove_world(world);
        }
    }

    /// A number for a startpoint's own channel.
    pub(crate) fn take_channel(&mut self) -> u32 {
        self.channels.free.pop().unwrap_or_else(|| {
            self.channels.next += 1;
            self.channels.next
        })
    }

    pub(crate) fn give_channel_back(&mut self, channel: u32) {
        self.channels.free.push(channel);
    }

    /// Something has come about that a sleeper may be waiting for.
    #[inline]
    pub(crate) fn call_sleepers(&self) {
        if self.runtime.watch.has_sleepers() {
            self.runtime.watch.call();
        }
    }

    /// Whether something waits to be sent.
    pub(crate) fn has_output(&self) -> bool {
        self.worlds.iter().flatten().any(|w| w.waiting != 0 || w.link.has_pending_output())
    }
}
