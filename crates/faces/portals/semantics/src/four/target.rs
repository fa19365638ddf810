//! What others ask of this process: each request finds its place, or is told why not.

use crate::data::OutgoingData;
use crate::four::atomic::{self, AtomicDatatype, AtomicOperation, OperandUse};
use crate::four::event::{EntryList, NiEvent, NiEventKind, NiFail};
use crate::four::head::{OperationHead, OperationKind, ResultHead};
use crate::four::initiate::ReplyCourse;
use crate::four::interface::{NetworkInterface, NiRegister};
use crate::four::limits::NiLimits;
use crate::four::options::EntryOptions;
use crate::four::outgoing::{NiDeparture, NiHead, NiOutgoing};
use crate::four::portal::PortalState;
use crate::handle::PortalsHandle;
use crate::memory::DescriptorMemory;
use crate::process::PortalsProcess;
use crate::version::{ArrivalPlace, IncomingBytes};
use ferry_sys::WriteRegion;

/// An operation of another process under way at an entry.
#[derive(Debug)]
pub(crate) struct TargetCourse {
    pub(crate) entry: PortalsHandle,
    /// The unexpected header that tells of it.
    pub(crate) header: Option<u64>,
    /// What its end will tell; an event of its own is promised for it.
    pub(crate) event: NiEvent,
    /// Where in the entry.
    pub(crate) offset: u64,
}

/// Bytes that come into memory of this process.
#[derive(Debug)]
pub struct Delivery {
    pub(crate) memory: DescriptorMemory,
    pub(crate) offset: u64,
    pub(crate) wanted: u64,
    pub(crate) end: DeliveryEnd,
}

/// Whose end their coming is.
#[derive(Debug)]
pub(crate) enum DeliveryEnd {
    /// That of a put of another process, which may want to know.
    Put(TargetCourse, PortalsProcess, u64),
    /// That of what this process asked for.
    Reply(ReplyCourse),
}

impl ArrivalPlace for Delivery {
    fn wanted(&self) -> u64 {
        self.wanted
    }

    fn region(&self, start: u64, len: u64) -> Option<WriteRegion> {
        let end = start.checked_add(len)?;
        if end > self.wanted {
            return None;
        }
        self.memory.region(self.offset + start, len)
    }

    fn write(&self, start: u64, bytes: &[u8]) {
        let wanted = self.wanted.saturating_sub(start).min(bytes.len() as u64);
        self.memory.write(self.offset + start, &bytes[..wanted as usize]);
    }
}

/// What a request of a kind is called, and what its entry must allow.
fn needs(kind: OperationKind) -> (NiEventKind, u32) {
    let both = EntryOptions::OP_PUT | EntryOptions::OP_GET;
    match kind {
        OperationKind::Put => (NiEventKind::Put, EntryOptions::OP_PUT),
        OperationKind::Get => (NiEventKind::Get, EntryOptions::OP_GET),
        OperationKind::Atomic(..) => (NiEventKind::Atomic, EntryOptions::OP_PUT),
        OperationKind::Fetch(..) | OperationKind::Swap(..) => (NiEventKind::FetchAtomic, both),
    }
}

/// Bytes of the operand that comes before a swap's.
pub(crate) fn operand_len(kind: OperationKind) -> usize {
    match kind {
        OperationKind::Swap(operation, datatype) if operation.operand() == OperandUse::OneItem => {
            datatype.size()
        }
        _ => 0,
    }
}

impl NetworkInterface {
    /// A request has come, with its bytes if they are few. `None`: it is none that this version makes.
    pub(crate) fn request(
        &mut self,
        from: PortalsProcess,
        head: &OperationHead,
        payload: &[u8],
    ) -> Option<IncomingBytes<Delivery>> {
        if let Some(of) = head.kind.atomic() {
            self.check_atomic(head, of, payload)?;
        }
        let found = self.accept(from, head);
        let interface = head.interface;
        let (total, place) = match (head.kind, found) {
            (OperationKind::Put, Ok(course)) => {
                (head.length, Some(self.delivery(from, head, course)))
            }
            (OperationKind::Put, Err(why)) => {
                self.refuse(from, head, why);
                (head.length, None)
            }
            (_, Err(why)) => {
                self.refuse(from, head, why);
                (payload.len() as u64, None)
            }
            (OperationKind::Get, Ok(course)) => {
                self.serve(from, head, course);
                (0, None)
            }
            (kind, Ok(course)) => {
                self.change(from, (head, kind), payload, course);
                (payload.len() as u64, None)
            }
        };
        Some(IncomingBytes { interface, total, place })
    }

    /// Whether an atomic operation is one that this version makes.
    fn check_atomic(
        &self,
        head: &OperationHead,
        (operation, datatype): (AtomicOperation, AtomicDatatype),
        payload: &[u8],
    ) -> Option<()> {
        let operand = operand_len(head.kind);
        let size = datatype.size() as u64;
        let most = if operand > 0 { size } else { NiLimits::MOST.max_atomic_size };
        let is_swap = operation.operand() != OperandUse::NoSwap;
        let is_sound = operation.is_on(datatype)
            && is_swap == matches!(head.kind, OperationKind::Swap(..))
            && head.length <= most
            && head.length.is_multiple_of(size)
            && payload.len() as u64 == head.length + operand as u64;
        is_sound.then_some(())
    }

    /// The steps of translation; then the entry that was found has an operation under way.
    fn accept(
        &mut self,
        from: PortalsProcess,
        head: &OperationHead,
    ) -> Result<TargetCourse, NiFail> {
        let source = self.source(from).ok_or(NiFail::Dropped)?;
        let portal = self.portal(head.pt_index).ok_or(NiFail::Dropped)?;
        if portal.state != PortalState::Enabled {
            return Err(NiFail::PtDisabled);
        }
        let has_flow_control = portal.has_flow_control();
        let Some((handle, list)) = self.find_entry(source, head) else {
            return Err(self.no_match(head.pt_index, has_flow_control));
        };
        self.check_permission(handle, head)?;
        if has_flow_control && !self.has_room_for(handle, list, head) {
            let entry = self.entries.get(handle);
            let is_quiet =
                entry.is_some_and(|entry| entry.spec.options.has(EntryOptions::FLOWCTRL_DISABLE));
            self.stop_portal(head.pt_index, is_quiet);
            return Err(NiFail::PtDisabled);
        }
        Ok(self.begin_at((handle, list), (from, source), head))
    }

    /// The first entry that accepts a request: of the priority list, or of the other unless there would be
    /// one header too many.
    fn find_entry(&self, source: u64, head: &OperationHead) -> Option<(PortalsHandle, EntryList)> {
        let portal = self.portal(head.pt_index)?;
        let fits = |handle: &PortalsHandle| {
            let entry = self.entries.get(*handle)?;
            entry.fits(head.offset, head.length).then_some(*handle)
        };
        if let Some((_, found)) = portal.priority.find_map(head.match_bits, source, fits) {
            return Some((found, EntryList::Priority));
        }
        let (_, found) = portal.overflow.find_map(head.match_bits, source, fits)?;
        let keeps_none =
            self.entries.get(found)?.spec.options.has(EntryOptions::UNEXPECTED_HDR_DISABLE);
        let has_room = keeps_none || self.headers < self.limits.max_unexpected_headers;
        has_room.then_some((found, EntryList::Overflow))
    }

    fn no_match(&mut self, index: u32, has_flow_control: bool) -> NiFail {
        if !has_flow_control {
            return NiFail::Dropped;
        }
        self.stop_portal(index, false);
        NiFail::PtDisabled
    }

    /// Whether an entry allows a request: the first that matches decides.
    fn check_permission(&self, handle: PortalsHandle, head: &OperationHead) -> Result<(), NiFail> {
        let entry = self.entries.get(handle).ok_or(NiFail::Dropped)?;
        if entry.spec.uid.is_some_and(|uid| uid != head.uid) {
            return Err(NiFail::PermViolation);
        }
        let (_, operations) = needs(head.kind);
        match entry.spec.options.0 & operations == operations {
            true => Ok(()),
            false => Err(NiFail::OpViolation),
        }
    }

    /// Whether the portal's queue has room for the events of a request at an entry.
    fn has_room_for(&self, handle: PortalsHandle, list: EntryList, head: &OperationHead) -> bool {
        let Some(portal) = self.portal(head.pt_index) else { return false };
        let Some(queue) = portal.events.and_then(|queue| self.queues.get(queue)) else {
            return true;
        };
        let Some(entry) = self.entries.get(handle) else { return false };
        let tells = |kind| usize::from(entry.tells(kind, NiFail::Ok));
        let (kind, _) = needs(head.kind);
        let ends = match list {
            EntryList::Priority => 1,
            EntryList::Overflow => 2,
        };
        let may_end = entry.spec.options.has(EntryOptions::USE_ONCE | EntryOptions::MANAGE_LOCAL);
        let ends = if may_end { ends * tells(NiEventKind::AutoUnlink) } else { 0 };
        queue.has_room(tells(kind) + ends)
    }

    /// Begins a request at the entry that was found.
    fn begin_at(
        &mut self,
        (handle, list): (PortalsHandle, EntryList),
        (from, source): (PortalsProcess, u64),
        head: &OperationHead,
    ) -> TargetCourse {
        let (kind, _) = needs(head.kind);
        let atomic = head.kind.atomic();
        let initiator = self.name_of(from);
        let mut event = NiEvent {
            list,
            operation: atomic.map_or(0, |(operation, _)| operation as u8),
            datatype: atomic.map_or(0, |(_, datatype)| datatype as u8),
            initiator,
            uid: head.uid,
            hdr_data: head.hdr_data,
            match_bits: head.match_bits,
            rlength: head.length,
            remote_offset: head.offset,
            ..NiEvent::of(kind, head.pt_index, 0)
        };
        let (mut offset, mut is_used_up, mut keeps) = (0, false, false);
        if let Some(entry) = self.entries.get_mut(handle) {
            offset = entry.offset(head.offset);
            let room = entry.room(offset, head.length);
            let item = atomic.map_or(1, |(_, datatype)| datatype.size() as u64);
            event.mlength = room - room % item;
            event.user_ptr = entry.user_ptr;
            event.start = entry.spec.memory.address(offset);
            is_used_up = entry.advance(event.mlength);
            entry.pending += 1;
            keeps = list == EntryList::Overflow
                && !entry.spec.options.has(EntryOptions::UNEXPECTED_HDR_DISABLE);
            entry.headers += u32::from(keeps);
        }
        self.headers += usize::from(keeps);
        let mut header = None;
        let mut queue = None;
        if let Some(portal) = self.portal_mut(head.pt_index) {
            portal.in_flight += 1;
            header = keeps.then(|| portal.unexpected.push(handle, source, event));
            queue = portal.events;
        }
        if let Some(queue) = queue.and_then(|queue| self.queues.get_mut(queue)) {
            queue.promised += 1;
        }
        if is_used_up {
            self.use_up(handle);
        }
        TargetCourse { entry: handle, header, event, offset }
    }

    fn delivery(
        &self,
        from: PortalsProcess,
        head: &OperationHead,
        course: TargetCourse,
    ) -> Delivery {
        let memory = self.entries.get(course.entry).map(|entry| entry.spec.memory.clone());
        Delivery {
            memory: memory.unwrap_or(DescriptorMemory::Whole(ferry_sys::Arena::empty())),
            offset: course.offset,
            wanted: course.event.mlength,
            end: DeliveryEnd::Put(course, from, head.token),
        }
    }

    /// Sends what a get asks for. Little is copied at once, so that what the same process writes next does
    /// not overtake it.
    fn serve(&mut self, from: PortalsProcess, head: &OperationHead, course: TargetCourse) {
        let (offset, length) = (course.offset, course.event.mlength);
        let data = self.entries.get(course.entry).map(|entry| match length {
            0..=NiLimits::WAR_ORDERED => {
                OutgoingData::Own(entry.spec.memory.copied(offset, length))
            }
            _ => OutgoingData::Lent(entry.spec.memory.read(offset, length)),
        });
        let result = self.result(head, &course, true);
        let data = data.unwrap_or(OutgoingData::nothing());
        self.send_result(from, result, data, NiDeparture::Served(course));
    }

    /// Does an atomic operation, and tells what was there if that is asked for.
    fn change(
        &mut self,
        from: PortalsProcess,
        (head, kind): (&OperationHead, OperationKind),
        payload: &[u8],
        course: TargetCourse,
    ) {
        let (offset, length) = (course.offset, course.event.mlength);
        let (operand, data) = payload.split_at(operand_len(kind));
        let mut before = None;
        if let (Some(entry), Some(of)) = (self.entries.get(course.entry), kind.atomic()) {
            let memory = &entry.spec.memory;
            let old = memory.copied(offset, length);
            let mut new = old.clone();
            atomic::apply(of, operand, &data[..length as usize], &mut new);
            memory.write(offset, &new);
            before = Some(old);
        }
        let is_reply = !matches!(kind, OperationKind::Atomic(..));
        let result = self.result(head, &course, is_reply);
        self.end_at_target(course, NiFail::Ok);
        if head.token != 0 {
            let data =
                before.filter(|_| is_reply).map_or(OutgoingData::nothing(), OutgoingData::Own);
            self.send_result(from, result, data, NiDeparture::Nothing);
        }
    }

    fn result(&self, head: &OperationHead, course: &TargetCourse, is_reply: bool) -> ResultHead {
        ResultHead {
            is_reply,
            interface: head.interface,
            fail: NiFail::Ok,
            list: course.event.list,
            token: head.token,
            offset: course.offset,
            length: course.event.mlength,
        }
    }

    /// Tells who asked why a request has found no place.
    fn refuse(&mut self, from: PortalsProcess, head: &OperationHead, why: NiFail) {
        let register = match why {
            NiFail::Dropped => Some(NiRegister::DropCount),
            NiFail::PermViolation => Some(NiRegister::PermissionViolations),
            NiFail::OpViolation => Some(NiRegister::OperationViolations),
            _ => None,
        };
        if let Some(register) = register {
            self.registers[register as usize] += 1;
        }
        if head.token != 0 {
            let result = refusal(head, why);
            self.send_result(from, result, OutgoingData::nothing(), NiDeparture::Nothing);
        }
    }

    fn send_result(
        &mut self,
        to: PortalsProcess,
        result: ResultHead,
        data: OutgoingData,
        after: NiDeparture,
    ) {
        self.outgoing.push_back(NiOutgoing { to, head: NiHead::Result(result), data, after });
    }

    /// All bytes of a put are in place, or will never come.
    pub(crate) fn end_put(
        &mut self,
        course: TargetCourse,
        (from, token): (PortalsProcess, u64),
        has_failed: bool,
    ) {
        let interface = self.kind.number();
        let result = ResultHead {
            is_reply: false,
            interface,
            fail: NiFail::Ok,
            list: course.event.list,
            token,
            offset: course.offset,
            length: course.event.mlength,
        };
        let fail = if has_failed { NiFail::Undeliverable } else { NiFail::Ok };
        self.end_at_target(course, fail);
        if token != 0 && !has_failed {
            self.send_result(from, result, OutgoingData::nothing(), NiDeparture::Nothing);
        }
    }
}

/// What a request comes to that has found no place.
pub(crate) fn refusal(head: &OperationHead, why: NiFail) -> ResultHead {
    ResultHead {
        is_reply: !matches!(head.kind, OperationKind::Put | OperationKind::Atomic(..)),
        interface: head.interface,
        fail: why,
        list: EntryList::Priority,
        token: head.token,
        offset: 0,
        length: 0,
    }
}
