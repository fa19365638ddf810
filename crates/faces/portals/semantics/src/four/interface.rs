//! All that a process has of Portals 4 on one network interface.

use crate::four::counter::NiCounter;
use crate::four::descriptor::BoundDescriptor;
use crate::four::entry::NiEntry;
use crate::four::error::NiError;
use crate::four::event::NiEvent;
use crate::four::initiate::AwaitedResult;
use crate::four::limits::NiLimits;
use crate::four::name::{NiKind, NiObject, NiProcess, RankMap};
use crate::four::outgoing::NiOutgoing;
use crate::four::portal::Portal;
use crate::four::queue::FullEventQueue;
use crate::four::triggered::TriggeredOperation;
use crate::handle::PortalsHandle;
use crate::objects::Objects;
use crate::outgoing_queue::OutgoingQueue;
use crate::process::{PortalsProcess, ProcessPattern};
use crate::succession::Succession;
use crate::tokens::TokenTable;
use std::collections::VecDeque;

/// What an interface counts; the numbers are those of `portals4.h`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NiRegister {
    /// Messages that found no place.
    DropCount = 0,
    /// Messages whose user may not.
    PermissionViolations = 1,
    /// Messages that ask for what their entry does not allow.
    OperationViolations = 2,
}

/// An interface.
pub struct NetworkInterface {
    pub(crate) kind: NiKind,
    generation: u32,
    pub(crate) me: PortalsProcess,
    pub(crate) uid: u32,
    pub(crate) limits: NiLimits,
    pub(crate) map: RankMap,
    pub(crate) entries: Objects<NiEntry>,
    pub(crate) descriptors: Objects<BoundDescriptor>,
    pub(crate) queues: Objects<FullEventQueue>,
    pub(crate) counters: Objects<NiCounter>,
    pub(crate) portals: Vec<Option<Box<Portal>>>,
    pub(crate) registers: [u64; 3],
    /// Unexpected headers of all portals.
    pub(crate) headers: usize,
    /// Requests that wait for a result, by token.
    pub(crate) awaited: TokenTable<AwaitedResult>,
    pub(crate) outgoing: OutgoingQueue<NiOutgoing>,
    /// Triggered operations that wait for their counters.
    pub(crate) triggered: usize,
    /// Those that are to be started, in this order.
    pub(crate) ready: VecDeque<TriggeredOperation>,
    pub(crate) is_starting: bool,
    /// How often it was opened and not closed.
    pub(crate) users: u32,
    pub(crate) bundles: u32,
    pub(crate) news: u64,
}

impl NetworkInterface {
    /// The interface of a kind for a process and its user; in a job of these processes if it names them by rank.
    pub(crate) fn new(
        kind: NiKind,
        (me, uid): (PortalsProcess, u32),
        map: RankMap,
        limits: NiLimits,
    ) -> Self {
        let entry = match kind.is_matching() {
            true => NiObject::MatchEntry,
            false => NiObject::ListEntry,
        };
        NetworkInterface {
            kind,
            generation: 0,
            me,
            uid,
            map,
            entries: Objects::new(entry.of(kind), limits.max_entries),
            descriptors: Objects::new(NiObject::Descriptor.of(kind), limits.max_mds),
            queues: Objects::new(NiObject::EventQueue.of(kind), limits.max_eqs),
            counters: Objects::new(NiObject::Counter.of(kind), limits.max_cts),
            portals: (0..=limits.max_pt_index).map(|_| None).collect(),
            limits,
            registers: [0; 3],
            headers: 0,
            awaited: TokenTable::default(),
            outgoing: OutgoingQueue::default(),
            triggered: 0,
            ready: VecDeque::new(),
            is_starting: false,
            users: 1,
            bundles: 0,
            news: 0,
        }
    }

    /// The same in place of those that were closed.
    pub(crate) fn following(mut self, before: Succession) -> Self {
        self.generation = before.interfaces;
        self.entries.follow(before.objects);
        self.descriptors.follow(before.objects);
        self.queues.follow(before.objects);
        self.counters.follow(before.objects);
        self.awaited.follow(before.tokens);
        self
    }

    /// What it leaves to the next in its place.
    pub(crate) fn succession(&self) -> Succession {
        let objects = [
            self.entries.next_generation(),
            self.descriptors.next_generation(),
            self.queues.next_generation(),
            self.counters.next_generation(),
        ];
        Succession::of(self.generation, objects, self.awaited.last_generation())
    }

    /// Its name: the same in all processes that open their interfaces in the same order.
    pub fn handle(&self) -> PortalsHandle {
        PortalsHandle::of(NiObject::Interface.of(self.kind), 0, self.generation)
    }

    /// Whether a handle names it or an object of it.
    pub fn names(&self, handle: PortalsHandle) -> bool {
        match NiObject::named(handle) {
            Some((NiObject::Interface, _)) => self.handle() == handle,
            Some((NiObject::EventQueue, _)) => self.queues.get(handle).is_some(),
            Some((NiObject::Counter, _)) => self.counters.get(handle).is_some(),
            Some((NiObject::Descriptor, _)) => self.descriptors.get(handle).is_some(),
            Some((NiObject::ListEntry | NiObject::MatchEntry, _)) => {
                self.entries.get(handle).is_some()
            }
            None => false,
        }
    }

    /// Its kind.
    pub fn kind(&self) -> NiKind {
        self.kind
    }

    /// What was granted.
    pub fn limits(&self) -> NiLimits {
        self.limits
    }

    /// Its process and that's user.
    pub fn owner(&self) -> (PortalsProcess, u32) {
        (self.me, self.uid)
    }

    /// Its process as it names it itself.
    pub fn own_name(&self) -> NiProcess {
        self.name_of(self.me)
    }

    /// A status register.
    pub fn status(&self, register: NiRegister) -> u64 {
        self.registers[register as usize]
    }

    /// Says which process has which rank from now on.
    ///
    /// # Errors
    /// When it does not name processes by rank, or no process is named.
    pub fn set_map(&mut self, processes: Vec<PortalsProcess>) -> Result<(), NiError> {
        if !self.kind.is_logical() || processes.is_empty() {
            return Err(NiError::ArgInvalid);
        }
        self.map = RankMap::new(processes);
        Ok(())
    }

    /// Which process has which rank.
    ///
    /// # Errors
    /// When it does not name processes by rank.
    pub fn map(&self) -> Result<&RankMap, NiError> {
        if self.kind.is_logical() { Ok(&self.map) } else { Err(NiError::ArgInvalid) }
    }

    /// A process as programs name it here.
    #[inline]
    pub(crate) fn name_of(&self, process: PortalsProcess) -> NiProcess {
        match self.kind.is_logical() {
            true => NiProcess::rank(self.map.rank(process).unwrap_or(NiProcess::ANY_RANK)),
            false => NiProcess::physical(process),
        }
    }

    /// The process of a name that is no pattern.
    #[inline]
    pub(crate) fn process_of(&self, name: NiProcess) -> Result<PortalsProcess, NiError> {
        let [first, second] = name.0;
        if self.kind.is_logical() {
            return self.map.process(first).ok_or(NiError::ArgInvalid);
        }
        let is_pattern = first == NiProcess::ANY_PART || second == NiProcess::ANY_PART;
        if is_pattern {
            return Err(NiError::ArgInvalid);
        }
        Ok(PortalsProcess { nid: first, pid: second })
    }

    /// Who sent something, as entries match it; `None`: nobody who has a name here.
    #[inline]
    pub(crate) fn source(&self, process: PortalsProcess) -> Option<u64> {
        self.kind.source(&self.map, process)
    }

    /// The sources that an entry accepts, and which of their bits do not count.
    pub(crate) fn source_pattern(&self, name: NiProcess) -> (u64, u64) {
        let [first, second] = name.0;
        if self.kind.is_logical() {
            let ignored = if first == NiProcess::ANY_RANK { !0 } else { 0 };
            return (u64::from(first), ignored);
        }
        let part = |part: u32| (part != NiProcess::ANY_PART).then_some(part);
        ProcessPattern { nid: part(first), pid: part(second) }.bits()
    }

    /// Makes an event queue for so many events that were not read.
    ///
    /// # Errors
    /// When there are as many as there can be.
    pub fn eq_alloc(&mut self, count: usize) -> Result<PortalsHandle, NiError> {
        self.queues.insert(FullEventQueue::new(count)).ok_or(NiError::NoSpace)
    }

    /// Gives an event queue up; what would come there later is not told.
    ///
    /// # Errors
    /// When there is no such queue.
    pub fn eq_free(&mut self, queue: PortalsHandle) -> Result<(), NiError> {
        self.queues.remove(queue).map(drop).ok_or(NiError::ArgInvalid)
    }

    /// Takes the oldest event, and whether others before it were lost.
    ///
    /// # Errors
    /// When there is no such queue, or nothing in it.
    pub fn eq_get(&mut self, queue: PortalsHandle) -> Result<(NiEvent, bool), NiError> {
        self.eq_read(queue, |event, has_lost| (*event, has_lost))
    }

    /// The same with what `read` makes of both, without a copy.
    ///
    /// # Errors
    /// As [`NetworkInterface::eq_get`].
    #[inline]
    pub fn eq_read<T>(
        &mut self,
        queue: PortalsHandle,
        read: impl FnOnce(&NiEvent, bool) -> T,
    ) -> Result<T, NiError> {
        let queue = self.queues.get_mut(queue).ok_or(NiError::ArgInvalid)?;
        queue.take(read).ok_or(NiError::EqEmpty)
    }

    /// Tells of an event at its portal.
    pub(crate) fn post_at(&mut self, event: NiEvent, is_told: bool) {
        if !is_told {
            return;
        }
        let queue = self.portal(event.pt_index).and_then(|portal| portal.events);
        self.post(queue, || event);
    }

    /// Tells of an event, which is made where it is kept.
    #[inline(always)]
    pub(crate) fn post(&mut self, queue: Option<PortalsHandle>, event: impl FnOnce() -> NiEvent) {
        if let Some(queue) = queue.and_then(|queue| self.queues.get_mut(queue)) {
            queue.post(event);
            self.news += 1;
        }
    }

    /// Operations of this process may be held back from now on, until as many ends.
    pub fn start_bundle(&mut self) {
        self.bundles += 1;
    }

    /// Ends a bundle.
    ///
    /// # Errors
    /// When none was begun.
    pub fn end_bundle(&mut self) -> Result<(), NiError> {
        self.bundles = self.bundles.checked_sub(1).ok_or(NiError::ArgInvalid)?;
        Ok(())
    }

    /// Whether what is to be sent may wait for more.
    pub fn is_bundling(&self) -> bool {
        self.bundles > 0
    }

    /// Whether another request may wait for its result.
    pub fn may_await_more(&self) -> bool {
        self.awaited.has_room()
    }

    /// Whether requests wait for their results.
    pub fn awaits_results(&self) -> bool {
        !self.awaited.is_empty()
    }
}
