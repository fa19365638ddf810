//! What one thread at a time changes: links, endpoints, what has arrived, who sleeps.

use crate::NexusError;
use crate::cast::Casts;
use crate::endpoint::HandlerTable;
use crate::face::NexusFace;
use crate::fault::{Fault, FaultKind};
use crate::home::Home;
use crate::inbox::{ArrivedRequest, Inbox, InboxNotice};
use crate::world::{Attachment, Worlds};
use ferry_link::{Context, DescriptorTable, Faces, Links};
use ferry_method::PeerId;
use ferry_runtime::{Runtime, WaitSettings};
use ferry_sys::Clock;
use ferry_wire::Share;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

/// The number of the root endpoint.
pub(crate) const ROOT: u64 = 0;
/// Bytes and number of requests that wait for the root endpoint to be opened.
const EARLY: (usize, usize) = (16 << 20, 4096);
/// Faults that are kept while nobody asks for them.
const KEPT_FAULTS: usize = 64;

/// An endpoint.
struct EndpointSeat {
    id: u64,
    /// `None` while the thread that runs one of its handlers has it.
    table: Option<Box<HandlerTable>>,
}

/// The state.
pub(crate) struct NexusState {
    pub(crate) runtime: Runtime<NexusFace>,
    /// Where processes of other jobs are.
    pub(crate) attached: HashMap<Home, PeerId>,
    /// Attached processes that are gone; their links go once what came from them has been handled.
    retiring: Vec<PeerId>,
    /// By the low half of their numbers; the root endpoint first.
    endpoints: Vec<Option<EndpointSeat>>,
    /// A thread runs non-threaded handlers: one at a time does.
    pub(crate) dispatching: bool,
    /// Requests for the root endpoint from before it was opened.
    early: VecDeque<Box<ArrivedRequest>>,
    pub(crate) faults: VecDeque<Fault>,
    pub(crate) finished: bool,
    /// What others should know of its methods, where it is not what was published.
    pub(crate) table: Option<Arc<DescriptorTable>>,
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
        links: Context,
        own: Home,
        most: usize,
        clock: Clock,
        settings: WaitSettings,
    ) -> Result<Self, NexusError> {
        let (inbox, worlds) = (Inbox::new(most), Worlds::new(links.size(), own));
        let face = NexusFace { inbox, worlds, casts: Casts::default() };
        let face = Faces::new(face, &[Share::NEXUS]);
        let runtime = Runtime::new(Links::new(links), face, clock, settings);
        let runtime = runtime.map_err(|e| NexusError::start("preparing to wait", e))?;
        Ok(NexusState {
            runtime,
            attached: HashMap::new(),
            retiring: Vec::new(),
            endpoints: vec![None],
            dispatching: false,
            early: VecDeque::new(),
            faults: VecDeque::new(),
            finished: false,
            table: None,
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
        let moved = if take { self.runtime.progress() } else { self.runtime.send_only() };
        let inbox = &self.runtime.face.inbox;
        let (is_told, is_handled) = (!inbox.news.is_empty(), inbox.arrived.is_empty());
        if is_told {
            self.take_news();
        }
        if !self.runtime.face.casts.sending.is_empty() {
            self.tend_casts();
        }
        if !self.retiring.is_empty() && is_handled {
            self.retire_worlds();
        }
        moved
    }

    /// Who is there.
    #[inline]
    pub(crate) fn home_of(&self, peer: PeerId) -> Option<Home> {
        self.runtime.face.worlds.home_of(peer)
    }

    /// The number of a process, if there is a link.
    pub(crate) fn find(&self, home: Home) -> Option<PeerId> {
        self.runtime.face.worlds.in_job(home).or_else(|| self.attached.get(&home).copied())
    }

    /// Adds the links of an attachment. Returns the number of its first process here.
    pub(crate) fn add_world(&mut self, attachment: Attachment) -> Result<PeerId, NexusError> {
        let Attachment { link, me, others } = attachment;
        let numbers = self.runtime.meet(link);
        let numbers = numbers.map_err(|e| NexusError::start("preparing to wait", e))?;
        let first = PeerId(numbers.start);
        self.runtime.face.worlds.add(numbers, me, &others);
        let others = others.into_iter().map(|(at, home)| (home, PeerId(first.0 + at.0)));
        self.attached.extend(others);
        Ok(first)
    }

    /// Takes the links of the attachment that a process is of away, to be closed.
    pub(crate) fn remove_world(&mut self, peer: PeerId) -> Option<Context> {
        let (numbers, links) = self.runtime.part(peer)?;
        self.runtime.face.worlds.remove(peer);
        self.forget_ways(|at| numbers.contains(&at.0));
        Some(links)
    }

    /// Processes are no longer reached by these numbers, but by others if they were met twice.
    fn forget_ways(&mut self, are_gone: impl Fn(PeerId) -> bool) {
        let worlds = &self.runtime.face.worlds;
        self.attached.retain(|home, at| {
            let other = if are_gone(*at) { worlds.attached_to(*home) } else { Some(*at) };
            *at = other.unwrap_or(*at);
            other.is_some()
        });
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
            early
                .into_iter()
                .rev()
                .for_each(|arrival| self.runtime.face.inbox.arrived.push_front(arrival));
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
    pub(crate) fn cast(&mut self, arrival: &ArrivedRequest) {
        let Some(endpoints) = self.groups.get(&arrival.endpoint) else {
            self.runtime.face.inbox.refused += 1;
            return;
        };
        for endpoint in endpoints.iter().rev() {
            let one = ArrivedRequest { endpoint: *endpoint, cast: false, ..arrival.clone() };
            self.runtime.face.inbox.arrived.push_front(Box::new(one));
        }
    }

    /// A request for the root endpoint came before that was opened.
    pub(crate) fn keep_early(&mut self, arrival: Box<ArrivedRequest>) -> bool {
        let held: usize = self.early.iter().map(|early| early.buffer.len()).sum();
        let room = self.early.len() < EARLY.1 && held + arrival.buffer.len() <= EARLY.0;
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
        for news in std::mem::take(&mut self.runtime.face.inbox.news) {
            match news {
                InboxNotice::Lost(at, why) => self.lost(at, &why),
                InboxNotice::Bye(at, well) => self.bye(at, well),
                InboxNotice::End(at, all) if self.runtime.face.worlds.is_of_job(at) => {
                    self.ended.insert(at);
                    self.all_ended |= all;
                    self.call_sleepers();
                }
                InboxNotice::Cast(at, header, bytes) => self.take_cast(at, &header, bytes),
                InboxNotice::End(..) => self.runtime.face.inbox.refused += 1,
                InboxNotice::Nonsense(at, why) => {
                    // Whoever was cut off goes on in vain.
                    let Some(home) = self.home_of(at) else { continue };
                    self.fault(Fault::new(FaultKind::BadProtocol, Some(home), why));
                    // A process of this job may have a bug; one of another job has no business here.
                    if !self.runtime.face.worlds.is_of_job(at) {
                        self.cut_off(at);
                    }
                }
            }
        }
    }

    fn lost(&mut self, at: PeerId, error: &ferry_method::MethodError) {
        let Some(home) = self.home_of(at) else { return };
        // Whoever said good-bye may go.
        if self.runtime.face.worlds.lose(at, &error.to_string()) {
            self.fault(Fault::of_method(home, error));
        }
        self.forget_casts(at);
        self.retire(at);
    }

    fn bye(&mut self, at: PeerId, well: bool) {
        let Some(home) = self.home_of(at) else { return };
        let why = if well { "it ended its links" } else { "it ended its links after a failure" };
        let kind = match well {
            true => FaultKind::ShutdownNormally,
            false => FaultKind::ShutdownAbnormally,
        };
        if self.runtime.face.worlds.lose(at, why) {
            self.fault(Fault::new(kind, Some(home), why));
        }
        self.forget_casts(at);
        self.retire(at);
    }

    /// A process of an attachment is gone. With the last one the links go, unless others say something to each other
    /// by way of this process.
    fn retire(&mut self, peer: PeerId) {
        if self.runtime.face.worlds.is_of_job(peer) {
            return;
        }
        self.forget_ways(|at| at == peer);
        let is_last = self.runtime.face.worlds.company(peer).is_empty();
        if is_last && !self.runtime.links.relays_in_world_of(peer) {
            self.retiring.push(peer);
        }
    }

    /// A process of an attachment has sent what makes no sense: it is not listened to any more.
    fn cut_off(&mut self, peer: PeerId) {
        let worlds = &mut self.runtime.face.worlds;
        worlds.lose(peer, "it was cut off for what it sent");
        worlds.disown(peer);
        let is_last = worlds.company(peer).is_empty();
        self.forget_casts(peer);
        self.forget_ways(|at| at == peer);
        if is_last && !self.runtime.links.relays_in_world_of(peer) {
            self.remove_world(peer);
        }
    }

    /// This process takes no more part in an attachment that it relays in.
    pub(crate) fn withdraw_from(&mut self, company: &[PeerId]) {
        for peer in company {
            self.runtime.face.worlds.lose(*peer, "this process has ended the attachment");
            self.forget_casts(*peer);
        }
        self.forget_ways(|at| company.contains(&at));
    }

    #[cold]
    fn retire_worlds(&mut self) {
        for peer in std::mem::take(&mut self.retiring) {
            self.remove_world(peer);
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
        self.runtime.call_sleepers();
    }

    /// Whether something waits to be sent.
    pub(crate) fn has_output(&self) -> bool {
        self.runtime.face.has_output() || self.runtime.links.has_pending_output()
    }
}
