//! What others ask of this process: each request finds its place, or none.

use crate::data::OutgoingData;
use crate::handle::PortalsHandle;
use crate::memory::DescriptorMemory;
use crate::outgoing_queue::PROMPT;
use crate::process::{PortalsProcess, Requester};
use crate::three::deed::{Replying, Storing};
use crate::three::descriptor::DescriptorOptions;
use crate::three::event::EventKind;
use crate::three::head::{AnswerHead, AnswerKind, RequestHead, RequestKind};
use crate::three::interface::PortalsInterface;
use crate::three::outgoing::{OutgoingOperation, SendingEnd};
use ferry_sys::WriteRegion;

/// Replies of up to so many bytes are copies.
const COPIED: u64 = PROMPT as u64;

/// What an operation does at a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OperationStep {
    Put,
    Get,
    GetPut,
    Reply,
    Send,
    /// It has no beginning and no end of its own.
    Ack,
}

impl OperationStep {
    pub(crate) fn start(self) -> Option<EventKind> {
        Some(match self {
            OperationStep::Put => EventKind::PutStart,
            OperationStep::Get => EventKind::GetStart,
            OperationStep::GetPut => EventKind::GetPutStart,
            OperationStep::Reply => EventKind::ReplyStart,
            OperationStep::Send => EventKind::SendStart,
            OperationStep::Ack => return None,
        })
    }

    pub(crate) fn end(self) -> EventKind {
        match self {
            OperationStep::Put => EventKind::PutEnd,
            OperationStep::Get => EventKind::GetEnd,
            OperationStep::GetPut => EventKind::GetPutEnd,
            OperationStep::Reply => EventKind::ReplyEnd,
            OperationStep::Send => EventKind::SendEnd,
            OperationStep::Ack => EventKind::Ack,
        }
    }
}

/// An operation under way at a descriptor, and what its events say.
#[derive(Clone, Debug)]
pub(crate) struct OperationCourse {
    pub(crate) step: OperationStep,
    pub(crate) by: Requester,
    pub(crate) pt_index: u32,
    pub(crate) match_bits: u64,
    pub(crate) rlength: u64,
    pub(crate) mlength: u64,
    pub(crate) offset: u64,
    pub(crate) hdr_data: u64,
    pub(crate) link: u32,
    pub(crate) events: Option<PortalsHandle>,
}

/// Bytes that come into a descriptor's memory. They are put where [`Arrival::region`] says or given to
/// [`Arrival::write`]; then [`PortalsInterface::finish`] is told.
#[derive(Debug)]
pub struct Arrival {
    pub(crate) descriptor: PortalsHandle,
    pub(crate) course: OperationCourse,
    /// How many come.
    pub(crate) bytes: u64,
    /// As it was when they began to come: the descriptor may be another by now.
    pub(crate) memory: DescriptorMemory,
    /// What is answered then, to whom.
    pub(crate) answer: Option<(PortalsProcess, AnswerHead)>,
}

impl Arrival {
    /// How many bytes come, of which those behind [`Arrival::wanted`] are cut.
    pub fn len(&self) -> u64 {
        self.bytes
    }

    /// Whether none come.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many are wanted.
    pub fn wanted(&self) -> u64 {
        self.course.mlength
    }

    /// Where `len` bytes go that are at `start` of those that come, if all are wanted and lie in one piece.
    pub fn region(&self, start: u64, len: u64) -> Option<WriteRegion> {
        let end = start.checked_add(len)?;
        if end > self.course.mlength {
            return None;
        }
        self.memory.region(self.course.offset + start, len)
    }

    /// Puts bytes in place that are at `start` of those that come, as far as they are wanted.
    pub fn write(&self, start: u64, bytes: &[u8]) {
        let wanted = self.course.mlength.saturating_sub(start).min(bytes.len() as u64);
        self.memory.write(self.course.offset + start, &bytes[..wanted as usize]);
    }
}

/// What becomes of a request.
#[derive(Debug)]
pub enum RequestOutcome {
    /// It has found no place: its bytes are thrown away.
    Dropped,
    /// Its bytes come.
    Arrives(Arrival),
    /// The reply is among what is to be sent.
    Replied,
}

impl PortalsInterface {
    /// A put or a get has come, with the bytes of a put behind it.
    pub fn begin(&mut self, from: Requester, head: &RequestHead) -> RequestOutcome {
        let operation = match head.kind {
            RequestKind::Put => (DescriptorOptions::OP_PUT, OperationStep::Put),
            RequestKind::Get => (DescriptorOptions::OP_GET, OperationStep::Get),
            // Its bytes are needed before there is an answer.
            RequestKind::GetPut => return self.refuse(from, head),
        };
        let Some((descriptor, course)) = self.translate(from, head, operation) else {
            return self.refuse(from, head);
        };
        match head.kind {
            RequestKind::Put => {
                RequestOutcome::Arrives(self.arrival(descriptor, course, head, from))
            }
            RequestKind::Get | RequestKind::GetPut => {
                let memory = &self.descriptors.get(descriptor).map(|state| &state.spec.memory);
                let lent = memory.map(|memory| memory.read(course.offset, course.mlength));
                let data = OutgoingData::Lent(lent.unwrap_or_default());
                self.reply(from, head, descriptor, course, data);
                RequestOutcome::Replied
            }
        }
    }

    /// An exchange has come, with all its bytes.
    pub fn exchange(&mut self, from: Requester, head: &RequestHead, bytes: &[u8]) {
        let both = DescriptorOptions::OP_PUT | DescriptorOptions::OP_GET;
        let is_sound = head.kind == RequestKind::GetPut
            && head.length == bytes.len() as u64
            && bytes.len() <= self.limits.max_getput_md;
        let found = match is_sound {
            true => self.translate(from, head, (both, OperationStep::GetPut)),
            false => None,
        };
        let Some((descriptor, course)) = found else {
            self.refuse(from, head);
            return;
        };
        let arrival = self.arrival(descriptor, course, head, from);
        let course = arrival.course.clone();
        let before = arrival.memory.copied(course.offset, course.mlength);
        arrival.write(0, bytes);
        self.reply(from, head, descriptor, course, OutgoingData::Own(before));
    }

    /// A put has come, with all its bytes.
    #[inline(always)]
    pub fn deliver(&mut self, from: Requester, head: &RequestHead, bytes: &[u8]) {
        let put = (DescriptorOptions::OP_PUT, OperationStep::Put);
        let found = match head.length == bytes.len() as u64 {
            true => self.find(from, head, put),
            false => None,
        };
        let Some((descriptor, course)) = found else {
            // Of copies, so that the originals need not be in memory.
            let (from, head) = (from, *head);
            self.refuse(from, &head);
            return;
        };
        if head.token != 0 {
            // It leaves when the bytes are in place.
            let answer = self.ack_of(descriptor, head, (course.offset, course.mlength));
            self.acknowledge(from.process, answer);
        }
        let (bytes, offset) = (&bytes[..course.mlength as usize], course.offset);
        self.pass(descriptor, &course, Storing { bytes, offset, advances: true });
    }

    /// A get has come. What is little is copied, and then it is over here before its reply has left.
    #[inline(always)]
    pub fn serve(&mut self, from: Requester, head: &RequestHead) {
        if head.length > COPIED {
            let (from, head) = (from, *head);
            self.begin(from, &head);
            return;
        }
        let get = (DescriptorOptions::OP_GET, OperationStep::Get);
        let Some((descriptor, course)) = self.find(from, head, get) else {
            let (from, head) = (from, *head);
            self.refuse(from, &head);
            return;
        };
        let answer = self.answer_to(head, AnswerKind::Reply, course.offset, course.mlength);
        self.pass(descriptor, &course, Replying { to: from.process, answer });
    }

    /// All bytes that come are in place, or will never come.
    pub fn finish(&mut self, arrival: Arrival, has_failed: bool) {
        let Arrival { descriptor, course, answer, .. } = arrival;
        if let Some((to, head)) = answer.filter(|_| !has_failed) {
            self.acknowledge(to, head);
        }
        self.end(descriptor, &course, has_failed);
    }

    /// The steps of address translation; then an operation has begun at the descriptor that was found.
    fn translate(
        &mut self,
        from: Requester,
        head: &RequestHead,
        of: (u32, OperationStep),
    ) -> Option<(PortalsHandle, OperationCourse)> {
        let (descriptor, course) = self.find(from, head, of)?;
        self.descriptors.get_mut(descriptor)?.advance(course.mlength);
        Some((descriptor, self.start(descriptor, course)))
    }

    /// The steps of address translation. The bytes of the descriptor that was found are to be taken
    /// ([`MemoryDescriptor::advance`](crate::three::descriptor::MemoryDescriptor::advance)).
    #[inline(always)]
    fn find(
        &mut self,
        from: Requester,
        head: &RequestHead,
        (operations, step): (u32, OperationStep),
    ) -> Option<(PortalsHandle, OperationCourse)> {
        let list = self.portals.get(head.pt_index as usize)?;
        let access = self.access.get(head.ac_index as usize)?.as_ref()?;
        if !access.admits(&from, head.pt_index) {
            return None;
        }
        let (bits, source) = (head.match_bits, from.process.bits());
        let place = (operations, head.offset, head.length);
        let recent = list.recent(bits, source).and_then(|entry| self.accepting(*entry, place));
        let (descriptor, (offset, mlength)) = match recent {
            Some(found) => found,
            None => self.search(head.pt_index, (bits, source), place)?,
        };
        let course = OperationCourse {
            step,
            by: from,
            pt_index: head.pt_index,
            match_bits: head.match_bits,
            rlength: head.length,
            mlength,
            offset,
            hdr_data: head.hdr_data,
            link: 0,
            events: None,
        };
        self.registers.receive(mlength);
        Some((descriptor, course))
    }

    /// The descriptor of an entry, if it allows these operations at this offset with so many bytes; then where in it they
    /// go, and how many.
    #[inline(always)]
    fn accepting(
        &self,
        entry: PortalsHandle,
        (operations, offset, length): (u32, u64, u64),
    ) -> Option<(PortalsHandle, (u64, u64))> {
        let descriptor = self.entries.get(entry)?.descriptor?;
        let state = self.descriptors.get(descriptor)?;
        Some((descriptor, state.accepts(operations, offset, length)?))
    }

    /// The first entry that takes what comes. Out of line: most requests are like the one before.
    #[inline(never)]
    fn search(
        &self,
        pt_index: u32,
        (bits, source): (u64, u64),
        place: (u32, u64, u64),
    ) -> Option<(PortalsHandle, (u64, u64))> {
        let list = self.portals.get(pt_index as usize)?;
        let found = list.find_map(bits, source, |entry| self.accepting(*entry, place));
        found.map(|(_, found)| found)
    }

    fn arrival(
        &self,
        descriptor: PortalsHandle,
        course: OperationCourse,
        head: &RequestHead,
        from: Requester,
    ) -> Arrival {
        let answer = self.ack_of(descriptor, head, (course.offset, course.mlength));
        let state = self.descriptors.get(descriptor);
        Arrival {
            descriptor,
            memory: state.map_or(DescriptorMemory::Whole(ferry_sys::Arena::empty()), |state| {
                state.spec.memory.clone()
            }),
            bytes: course.rlength,
            course,
            answer: (head.token != 0).then_some((from.process, answer)),
        }
    }

    /// What is answered to a put that moves so many bytes to an offset in a descriptor.
    #[inline(always)]
    fn ack_of(
        &self,
        descriptor: PortalsHandle,
        head: &RequestHead,
        (offset, length): (u64, u64),
    ) -> AnswerHead {
        let state = self.descriptors.get(descriptor);
        let is_silent =
            state.is_some_and(|state| state.spec.options.has(DescriptorOptions::ACK_DISABLE));
        let kind = if is_silent { AnswerKind::Nothing } else { AnswerKind::Ack };
        self.answer_to(head, kind, offset, length)
    }

    #[inline]
    fn answer_to(
        &self,
        head: &RequestHead,
        kind: AnswerKind,
        offset: u64,
        length: u64,
    ) -> AnswerHead {
        AnswerHead { kind, interface: head.interface, token: head.token, offset, length }
    }

    fn acknowledge(&mut self, to: PortalsProcess, head: AnswerHead) {
        if self.outgoing.answer(to, head, 0).is_none() {
            self.send_answer(to, head, OutgoingData::nothing(), None);
        }
    }

    /// Drops a request. Who asked is told, so that it keeps nothing for the answer; its program is not.
    fn refuse(&mut self, from: Requester, head: &RequestHead) -> RequestOutcome {
        self.registers.drop(head.length);
        if head.token != 0 {
            self.acknowledge(from.process, head.refusal());
        }
        RequestOutcome::Dropped
    }

    fn reply(
        &mut self,
        from: Requester,
        head: &RequestHead,
        descriptor: PortalsHandle,
        course: OperationCourse,
        data: OutgoingData,
    ) {
        let answer = self.answer_to(head, AnswerKind::Reply, course.offset, course.mlength);
        self.send_answer(from.process, answer, data, Some(SendingEnd { descriptor, course }));
    }

    fn send_answer(
        &mut self,
        to: PortalsProcess,
        head: AnswerHead,
        data: OutgoingData,
        departure: Option<SendingEnd>,
    ) {
        self.outgoing.push(OutgoingOperation::answer(to, head, data, departure));
    }
}
