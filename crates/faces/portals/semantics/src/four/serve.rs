//! What others ask of this process: each request is done, or its initiator told why not.

use crate::data::OutgoingData;
use crate::four::atomic::{self, AtomicDatatype, AtomicOperation, OperandUse};
use crate::four::entry::NiEntry;
use crate::four::event::{EntryList, NiEvent, NiEventKind, NiFail};
use crate::four::head::{OperationHead, OperationKind, ResultHead};
use crate::four::interface::{NetworkInterface, NiRegister};
use crate::four::limits::NiLimits;
use crate::four::name::NiProcess;
use crate::four::options::EntryOptions;
use crate::four::outgoing::{NiDeparture, NiHead, NiOutgoing};
use crate::four::queue::FullEventQueue;
use crate::four::target::{Delivery, DeliveryEnd, TargetCourse};
use crate::four::translate::SearchedLists;
use crate::handle::PortalsHandle;
use crate::memory::DescriptorMemory;
use crate::process::PortalsProcess;
use crate::version::IncomingBytes;

/// Bytes of the operand that comes before a swap's.
pub(crate) fn operand_len(kind: OperationKind) -> usize {
    match kind {
        OperationKind::Swap(operation, datatype) if operation.operand() == OperandUse::OneItem => {
            datatype.size()
        }
        _ => 0,
    }
}

impl NiEntry {
    /// What is told of a request that leaves it as it is.
    #[inline(always)]
    fn passing(
        &self,
        kind: NiEventKind,
        head: &OperationHead,
        (initiator, mlength): (NiProcess, u64),
    ) -> NiEvent {
        NiEvent {
            kind,
            list: EntryList::Priority,
            fail: NiFail::Ok,
            operation: 0,
            datatype: 0,
            initiator,
            uid: head.uid,
            pt_index: head.pt_index,
            start: self.spec.memory.address(head.offset),
            user_ptr: self.user_ptr,
            hdr_data: head.hdr_data,
            match_bits: head.match_bits,
            rlength: head.length,
            mlength,
            remote_offset: head.offset,
        }
    }

    /// The counter of such requests, and the bytes that it counts, if it does not count the requests.
    #[inline]
    fn counts(&self, mlength: u64) -> Option<(PortalsHandle, Option<u64>)> {
        let options = self.spec.options;
        let counter = self.spec.counter.filter(|_| options.has(EntryOptions::CT_COMM))?;
        Some((counter, options.has(EntryOptions::CT_BYTES).then_some(mlength)))
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
        let is_put = head.kind == OperationKind::Put;
        let total = if is_put { head.length } else { payload.len() as u64 };
        let place = match self.accept(from, head) {
            Ok(course) if is_put => Some(self.delivery(from, head, course)),
            Ok(course) => {
                match head.kind {
                    OperationKind::Get => self.serve(from, head, course),
                    _ => self.change(from, head, payload, course),
                }
                None
            }
            Err(why) => {
                self.refuse(from, head, why);
                None
            }
        };
        Some(IncomingBytes { interface: head.interface, total, place })
    }

    /// A put has come, with all its bytes.
    #[inline(always)]
    pub(crate) fn deliver(&mut self, from: PortalsProcess, head: &OperationHead, bytes: &[u8]) {
        if !self.pass(from, head, bytes) {
            self.deliver_elsewhere(from, head, bytes);
        }
    }

    /// The same of one that an entry takes otherwise than as most do, or none.
    #[inline(never)]
    fn deliver_elsewhere(&mut self, from: PortalsProcess, head: &OperationHead, bytes: &[u8]) {
        let (found, source) = match self.admit(from, head) {
            Ok(found) => found,
            Err(why) => return self.refuse(from, head, why),
        };
        let course = self.begin_at(found, (from, source), head);
        if let Some(entry) = self.entries.get(course.entry) {
            entry.spec.memory.write(course.offset, &bytes[..course.event.mlength as usize]);
        }
        self.end_put(course, (from, head.token), false);
    }

    /// A put comes to an entry of the priority list that allows it and that it leaves as it is: it begins and ends,
    /// and nothing is left to be done. False: it comes to no such one, and nothing was done.
    #[inline(always)]
    fn pass(&mut self, from: PortalsProcess, head: &OperationHead, bytes: &[u8]) -> bool {
        let NetworkInterface { kind, map, portals, entries, queues, .. } = self;
        let lists = SearchedLists { kind: *kind, map, portals, entries };
        let Some((portal, entry, initiator)) = lists.open_entry(EntryOptions::OP_PUT, from, head)
        else {
            return false;
        };
        let mlength = entry.room(head.offset, head.length);
        entry.spec.memory.write(head.offset, &bytes[..mlength as usize]);
        let counts = entry.counts(mlength);
        let queue = portal.events.filter(|_| entry.tells(NiEventKind::Put, NiFail::Ok));
        let queue = queue.and_then(|queue| queues.get_mut(queue));
        if let Some(event) = queue.and_then(FullEventQueue::place) {
            *event = entry.passing(NiEventKind::Put, head, (initiator, mlength));
            self.news += 1;
        }
        if let Some((counter, counted)) = counts {
            self.count(Some(counter), counted, NiFail::Ok);
        }
        if head.token != 0 {
            self.acknowledge((from, head.token), (EntryList::Priority, head.offset, mlength));
        }
        true
    }

    /// A get comes to such an entry and asks for little: that is copied, and then it is over here before its reply has
    /// left. False: it comes to none, and nothing was done.
    #[inline(always)]
    pub(crate) fn pass_out(&mut self, from: PortalsProcess, head: &OperationHead) -> bool {
        let NetworkInterface { kind, map, portals, entries, queues, .. } = self;
        let lists = SearchedLists { kind: *kind, map, portals, entries };
        let Some((portal, entry, initiator)) = lists.open_entry(EntryOptions::OP_GET, from, head)
        else {
            return false;
        };
        let mlength = entry.room(head.offset, head.length);
        if mlength > NiLimits::WAR_ORDERED || head.kind != OperationKind::Get {
            return false;
        }
        let queue = portal.events.filter(|_| entry.tells(NiEventKind::Get, NiFail::Ok));
        let counts = entry.counts(mlength);
        let queue = queue.and_then(|queue| queues.get_mut(queue));
        if let Some(event) = queue.and_then(FullEventQueue::place) {
            *event = entry.passing(NiEventKind::Get, head, (initiator, mlength));
            self.news += 1;
        }
        let result = ResultHead {
            is_reply: true,
            interface: head.interface,
            fail: NiFail::Ok,
            list: EntryList::Priority,
            token: head.token,
            offset: head.offset,
            length: mlength,
        };
        let memory = &entry.spec.memory;
        match self.outgoing.answer(from, result, mlength as usize) {
            Some(place) => memory.read_into(head.offset, place),
            None => {
                let data = OutgoingData::Own(memory.copied(head.offset, mlength));
                let (head, after) = (NiHead::Result(result), NiDeparture::Nothing);
                self.outgoing.push(NiOutgoing { to: from, head, data, after });
            }
        }
        if let Some((counter, counted)) = counts {
            self.count(Some(counter), counted, NiFail::Ok);
        }
        true
    }

    /// Tells who has put so many bytes at an offset that they are there.
    fn acknowledge(
        &mut self,
        (to, token): (PortalsProcess, u64),
        (list, offset, length): (EntryList, u64, u64),
    ) {
        let (interface, fail) = (self.kind.number(), NiFail::Ok);
        let result = ResultHead { is_reply: false, interface, fail, list, token, offset, length };
        if self.outgoing.answer(to, result, 0).is_none() {
            self.send_result(to, result, OutgoingData::nothing(), NiDeparture::Nothing);
        }
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
        head: &OperationHead,
        payload: &[u8],
        course: TargetCourse,
    ) {
        let (offset, length) = (course.offset, course.event.mlength);
        let (operand, data) = payload.split_at(operand_len(head.kind));
        let mut before = None;
        if let (Some(entry), Some(of)) = (self.entries.get(course.entry), head.kind.atomic()) {
            let memory = &entry.spec.memory;
            let old = memory.copied(offset, length);
            let mut new = old.clone();
            atomic::apply(of, operand, &data[..length as usize], &mut new);
            memory.write(offset, &new);
            before = Some(old);
        }
        let is_reply = !matches!(head.kind, OperationKind::Atomic(..));
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
        self.outgoing.push(NiOutgoing { to, head: NiHead::Result(result), data, after });
    }

    /// All bytes of a put are in place, or will never come.
    #[inline]
    pub(crate) fn end_put(
        &mut self,
        course: TargetCourse,
        (from, token): (PortalsProcess, u64),
        has_failed: bool,
    ) {
        let place = (course.event.list, course.offset, course.event.mlength);
        let fail = if has_failed { NiFail::Undeliverable } else { NiFail::Ok };
        self.end_at_target(course, fail);
        if token != 0 && !has_failed {
            self.acknowledge((from, token), place);
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
