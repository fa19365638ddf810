//! All that a process has of Portals on one network interface.

use crate::handle::{ObjectKind, PortalsHandle};
use crate::objects::Objects;
use crate::outgoing_queue::OutgoingQueue;
use crate::process::{PortalsProcess, Requester};
use crate::succession::Succession;
use crate::three::accept::OperationCourse;
use crate::three::access::AccessEntry;
use crate::three::deed::Deed;
use crate::three::descriptor::{DescriptorOptions, DescriptorSpec, MemoryDescriptor};
use crate::three::entries::MatchEntry;
use crate::three::error::PortalsError;
use crate::three::event::{Event, EventKind};
use crate::three::event_queue::EventQueue;
use crate::three::limits::InterfaceLimits;
use crate::three::outgoing::{AfterSending, OutgoingOperation, SendingEnd};
use crate::three::outstanding::Outstanding;
use crate::three::registers::{Registers, StatusRegister};
use crate::tokens::TokenTable;
use ferry_matching::MatchList;

/// An interface.
pub struct PortalsInterface {
    pub(crate) number: u8,
    generation: u32,
    pub(crate) me: Requester,
    pub(crate) limits: InterfaceLimits,
    pub(crate) entries: Objects<MatchEntry>,
    pub(crate) descriptors: Objects<MemoryDescriptor>,
    pub(crate) queues: Objects<EventQueue>,
    /// The match lists, by portal; of handles of their entries.
    pub(crate) portals: Vec<MatchList<PortalsHandle>>,
    /// Nobody gets in by an entry that was not set.
    pub(crate) access: Vec<Option<AccessEntry>>,
    pub(crate) registers: Registers,
    /// Requests that wait for an answer, by token.
    pub(crate) outstanding: TokenTable<Outstanding>,
    pub(crate) outgoing: OutgoingQueue<OutgoingOperation>,
    links: u32,
    posted: u64,
}

impl PortalsInterface {
    /// PortalsInterface number `number` of this process.
    pub fn new(number: u8, me: Requester, limits: InterfaceLimits) -> Self {
        let mut access = vec![None; limits.max_ac_index + 1];
        access[0] = Some(AccessEntry::of_user(me.uid));
        PortalsInterface {
            number,
            generation: 0,
            me,
            entries: Objects::new(ObjectKind::MatchEntry.of(number), limits.max_mes),
            descriptors: Objects::new(ObjectKind::Descriptor.of(number), limits.max_mds),
            queues: Objects::new(ObjectKind::EventQueue.of(number), limits.max_eqs),
            portals: (0..=limits.max_pt_index).map(|_| MatchList::default()).collect(),
            access,
            limits,
            registers: Registers::default(),
            outstanding: TokenTable::default(),
            outgoing: OutgoingQueue::default(),
            links: 0,
            posted: 0,
        }
    }

    /// The same in place of those that were closed.
    pub(crate) fn following(mut self, before: Succession) -> Self {
        self.generation = before.interfaces;
        self.entries.follow(before.objects);
        self.descriptors.follow(before.objects);
        self.queues.follow(before.objects);
        self.outstanding.follow(before.tokens);
        self
    }

    /// What it leaves to the next in its place.
    pub(crate) fn succession(&self) -> Succession {
        let objects = [
            self.entries.next_generation(),
            self.descriptors.next_generation(),
            self.queues.next_generation(),
        ];
        Succession::of(self.generation, objects, self.outstanding.last_generation())
    }

    /// Its name.
    pub fn handle(&self) -> PortalsHandle {
        PortalsHandle::new(ObjectKind::Interface, self.number, 0, self.generation)
    }

    /// Whether a handle names it or an object of it.
    pub fn names(&self, handle: PortalsHandle) -> bool {
        match handle.kind() {
            ObjectKind::Interface => self.handle() == handle,
            ObjectKind::MatchEntry => self.entries.get(handle).is_some(),
            ObjectKind::Descriptor => self.descriptors.get(handle).is_some(),
            ObjectKind::EventQueue => self.queues.get(handle).is_some(),
        }
    }

    /// Whose it is.
    pub fn owner(&self) -> Requester {
        self.me
    }

    /// What was granted.
    pub fn limits(&self) -> InterfaceLimits {
        self.limits
    }

    /// A status register.
    pub fn status(&self, register: StatusRegister) -> u64 {
        let counted = &self.registers;
        match register {
            StatusRegister::DropCount => counted.drop_count,
            StatusRegister::DropLength => counted.drop_length,
            StatusRegister::RecvCount => counted.recv_count,
            StatusRegister::RecvLength => counted.recv_length,
            StatusRegister::SendCount => counted.send_count,
            StatusRegister::SendLength => counted.send_length,
            StatusRegister::MesCurrent => self.entries.len() as u64,
            StatusRegister::MdsCurrent => self.descriptors.len() as u64,
            StatusRegister::EqsCurrent => self.queues.len() as u64,
        }
    }

    /// Says who may use which portal by an access entry.
    ///
    /// # Errors
    /// When there is no such entry or portal.
    pub fn set_access(&mut self, index: u32, entry: AccessEntry) -> Result<(), PortalsError> {
        if entry.pt_index.is_some_and(|index| index as usize >= self.portals.len()) {
            return Err(PortalsError::PtIndexInvalid);
        }
        let place = self.access.get_mut(index as usize).ok_or(PortalsError::AcIndexInvalid)?;
        *place = Some(entry);
        Ok(())
    }

    /// Makes an event queue for so many events that were not read.
    ///
    /// # Errors
    /// When there are as many as there can be.
    pub fn eq_alloc(&mut self, count: usize) -> Result<PortalsHandle, PortalsError> {
        self.queues.insert(EventQueue::new(count)).ok_or(PortalsError::NoSpace)
    }

    /// Gives an event queue up; what would come there later is not told.
    ///
    /// # Errors
    /// When there is no such queue.
    pub fn eq_free(&mut self, queue: PortalsHandle) -> Result<(), PortalsError> {
        self.queues.remove(queue).map(drop).ok_or(PortalsError::EqInvalid)
    }

    /// Takes the oldest event, and whether others before it were lost.
    ///
    /// # Errors
    /// When there is no such queue, or nothing in it.
    pub fn eq_get(&mut self, queue: PortalsHandle) -> Result<(Event, bool), PortalsError> {
        self.eq_read(queue, |event, has_lost| (*event, has_lost))
    }

    /// The same with what `read` makes of both, without a copy.
    ///
    /// # Errors
    /// As [`PortalsInterface::eq_get`].
    #[inline(always)]
    pub fn eq_read<T>(
        &mut self,
        queue: PortalsHandle,
        read: impl FnOnce(&Event, bool) -> T,
    ) -> Result<T, PortalsError> {
        let queue = self.queues.get_mut(queue).ok_or(PortalsError::EqInvalid)?;
        queue.take(read).ok_or(PortalsError::EqEmpty)
    }

    /// The next thing to be sent; those to one process in this order.
    pub fn next_outgoing(&mut self) -> Option<OutgoingOperation> {
        self.outgoing.take()
    }

    /// Whether there is something to be sent.
    #[inline]
    pub fn has_outgoing(&self) -> bool {
        !self.outgoing.is_empty()
    }

    /// All of what was to be sent is out, or never will be.
    pub fn sent(&mut self, after: AfterSending, has_failed: bool) {
        if let Some(SendingEnd { descriptor, course }) = after.0 {
            self.end(descriptor, &course, has_failed);
        }
    }

    /// Begins an operation at a descriptor.
    pub(crate) fn start(
        &mut self,
        descriptor: PortalsHandle,
        mut course: OperationCourse,
    ) -> OperationCourse {
        self.links = self.links.wrapping_add(1);
        course.link = self.links;
        if let Some(state) = self.descriptors.get_mut(descriptor) {
            state.consume();
            state.pending += 1;
            course.events = state.spec.events;
        }
        if let Some(queue) = course.events.and_then(|events| self.queues.get_mut(events)) {
            queue.promised += 1;
        }
        if let Some(kind) = course.step.start() {
            self.post(descriptor, &course, kind, false);
        }
        course
    }

    /// Ends one; a descriptor that is spent goes with the last.
    pub(crate) fn end(
        &mut self,
        descriptor: PortalsHandle,
        course: &OperationCourse,
        has_failed: bool,
    ) {
        self.post(descriptor, course, course.step.end(), has_failed);
        if let Some(queue) = course.events.and_then(|events| self.queues.get_mut(events)) {
            queue.promised -= 1;
        }
        let Some(state) = self.descriptors.get_mut(descriptor) else { return };
        state.pending -= 1;
        if state.is_over() && !has_failed {
            self.post(descriptor, course, EventKind::Unlink, false);
            self.remove_descriptor(descriptor);
        }
    }

    /// Tells of an event at a descriptor, if it is to be told.
    pub(crate) fn post(
        &mut self,
        descriptor: PortalsHandle,
        course: &OperationCourse,
        kind: EventKind,
        has_failed: bool,
    ) {
        let Some(state) = self.descriptors.get(descriptor) else { return };
        let Some(queue) = course.events.and_then(|events| self.queues.get_mut(events)) else {
            return;
        };
        if !is_told(kind, state.spec.options) {
            return;
        }
        self.posted += 1;
        let of = (descriptor, &state.spec);
        queue.post(event_of(of, course, (kind, course.link), has_failed));
    }

    /// Begins an operation at a descriptor and ends it: nothing of it is left to be done but this deed.
    #[inline(always)]
    pub(crate) fn pass(
        &mut self,
        descriptor: PortalsHandle,
        course: &OperationCourse,
        deed: impl Deed,
    ) {
        self.links = self.links.wrapping_add(1);
        let link = self.links;
        let Some(state) = self.descriptors.get_mut(descriptor) else { return };
        deed.be_done(state, &mut self.outgoing);
        state.consume();
        let events = state.spec.events;
        if let Some(queue) = events.and_then(|events| self.queues.get_mut(events)) {
            let (of, options) = ((descriptor, &state.spec), state.spec.options);
            if let Some(kind) = course.step.start().filter(|kind| is_told(*kind, options)) {
                self.posted += 1;
                queue.post(event_of(of, course, (kind, link), false));
            }
            let kind = course.step.end();
            if is_told(kind, options) {
                self.posted += 1;
                queue.post(event_of(of, course, (kind, link), false));
            }
        }
        if state.is_over() {
            self.unlink_spent(descriptor, OperationCourse { link, events, ..course.clone() });
        }
    }

    /// A descriptor was spent by an operation, and goes.
    #[cold]
    #[inline(never)]
    fn unlink_spent(&mut self, descriptor: PortalsHandle, course: OperationCourse) {
        self.post(descriptor, &course, EventKind::Unlink, false);
        self.remove_descriptor(descriptor);
    }

    /// Grows with every event.
    pub(crate) fn posted(&self) -> u64 {
        self.posted
    }

    /// Takes a process of this interface for one that answers.
    pub(crate) fn requester(&self, process: PortalsProcess) -> Requester {
        Requester { process, ..self.me }
    }
}

/// The event of this number that tells of an operation at a descriptor, by a link to the others of the same.
#[inline(always)]
fn event_of(
    (descriptor, spec): (PortalsHandle, &DescriptorSpec),
    course: &OperationCourse,
    (kind, link): (EventKind, u32),
    has_failed: bool,
) -> impl FnOnce(u32) -> Event {
    move |sequence| Event {
        kind,
        initiator: course.by.process,
        uid: course.by.uid,
        jid: course.by.jid,
        pt_index: course.pt_index,
        match_bits: course.match_bits,
        rlength: course.rlength,
        mlength: course.mlength,
        offset: course.offset,
        descriptor,
        spec: spec.terms(),
        hdr_data: course.hdr_data,
        link,
        has_failed,
        sequence,
    }
}

/// Whether a program wants to be told of such an event.
#[inline(always)]
fn is_told(kind: EventKind, options: DescriptorOptions) -> bool {
    let no_starts = options.has(DescriptorOptions::EVENT_START_DISABLE);
    let no_ends = options.has(DescriptorOptions::EVENT_END_DISABLE);
    match kind {
        EventKind::GetStart
        | EventKind::PutStart
        | EventKind::GetPutStart
        | EventKind::ReplyStart
        | EventKind::SendStart => !no_starts,
        EventKind::GetEnd
        | EventKind::PutEnd
        | EventKind::GetPutEnd
        | EventKind::ReplyEnd
        | EventKind::SendEnd => !no_ends,
        EventKind::Ack | EventKind::Unlink => !(no_starts && no_ends),
    }
}
