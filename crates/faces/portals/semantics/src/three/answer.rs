//! Answers to what this process asked. They skip access control and matching: only those to a request that
//! waits for one change anything.

use crate::handle::PortalsHandle;
use crate::process::PortalsProcess;
use crate::three::accept::{Arrival, OperationCourse, OperationStep};
use crate::three::deed::Storing;
use crate::three::head::{AnswerHead, AnswerKind};
use crate::three::interface::PortalsInterface;
use crate::three::outstanding::Outstanding;

impl PortalsInterface {
    /// An answer has come, with the bytes of a reply behind it: what they go to, if they are wanted.
    pub fn answer(&mut self, from: PortalsProcess, head: &AnswerHead) -> Option<Arrival> {
        let request = self.settle(from, head)?;
        match head.kind {
            AnswerKind::Nothing => self.awaits_less(request.descriptor),
            AnswerKind::Ack => {
                self.awaits_less(request.descriptor);
                self.acknowledged(&request, head);
            }
            AnswerKind::Reply => return self.replied(&request, head),
        }
        None
    }

    /// A reply has come, with all its bytes.
    #[inline]
    pub fn answer_whole(&mut self, from: PortalsProcess, head: &AnswerHead, bytes: &[u8]) {
        let Some(request) = self.settle(from, head) else { return };
        let Some(course) = self.reply_course(&request, head) else { return };
        let bytes = &bytes[..bytes.len().min(course.mlength as usize)];
        let storing = Storing { bytes, offset: course.offset, advances: false };
        self.pass(request.descriptor, &course, storing);
    }

    /// The request that waits for an answer, which does so no longer; nor does its descriptor, of which that is to be said.
    #[inline(always)]
    fn settle(&mut self, from: PortalsProcess, head: &AnswerHead) -> Option<Outstanding> {
        let waits = |request: &Outstanding| {
            request.process == from
                && (head.kind == AnswerKind::Nothing || request.kind == head.kind)
                && head.length <= request.part.length
        };
        let request = self.outstanding.take_if(head.token, waits);
        if request.is_none() {
            self.registers.drop(head.length);
        }
        request
    }

    #[inline(always)]
    fn course(
        &self,
        step: OperationStep,
        request: &Outstanding,
        head: &AnswerHead,
    ) -> OperationCourse {
        OperationCourse {
            step,
            by: self.requester(request.process),
            pt_index: request.pt_index,
            match_bits: request.match_bits,
            rlength: request.part.length,
            mlength: head.length,
            offset: head.offset,
            hdr_data: 0,
            link: 0,
            events: None,
        }
    }

    /// A put has found its place. A descriptor that is spent hears nothing of it.
    fn acknowledged(&mut self, request: &Outstanding, head: &AnswerHead) {
        let course = self.course(OperationStep::Ack, request, head);
        let state = self.descriptors.get(request.descriptor);
        if !state.is_some_and(|state| state.is_active()) {
            self.registers.drop(0);
            return;
        }
        self.pass(request.descriptor, &course, ());
    }

    /// What a reply does, for which its descriptor waits no longer. A descriptor takes replies whatever it allows others.
    #[inline(always)]
    fn reply_course(
        &mut self,
        request: &Outstanding,
        head: &AnswerHead,
    ) -> Option<OperationCourse> {
        let state = self.descriptors.get_mut(request.descriptor)?;
        state.awaited -= 1;
        let len = state.spec.memory.len();
        let mut course = self.course(OperationStep::Reply, request, head);
        course.offset = request.part.offset;
        // It may be shorter by now.
        course.mlength = head.length.min(len.saturating_sub(course.offset));
        self.registers.receive(course.mlength);
        Some(course)
    }

    /// What was asked for comes.
    fn replied(&mut self, request: &Outstanding, head: &AnswerHead) -> Option<Arrival> {
        let course = self.reply_course(request, head)?;
        let memory = self.descriptors.get(request.descriptor)?.spec.memory.clone();
        let course = self.start(request.descriptor, course);
        let (descriptor, bytes) = (request.descriptor, head.length);
        Some(Arrival { descriptor, course, bytes, memory, answer: None })
    }

    fn awaits_less(&mut self, descriptor: PortalsHandle) {
        if let Some(state) = self.descriptors.get_mut(descriptor) {
            state.awaited -= 1;
        }
    }

    /// Whether another request may wait for its answer.
    pub fn may_await_more(&self) -> bool {
        self.outstanding.has_room()
    }

    /// Whether any request waits for its answer.
    pub fn awaits_answers(&self) -> bool {
        !self.outstanding.is_empty()
    }

    /// Whether one of this descriptor's does.
    pub fn awaits(&self, descriptor: PortalsHandle) -> bool {
        self.descriptors.get(descriptor).is_some_and(|state| state.awaited > 0)
    }

    /// A process is gone: it answers nothing.
    pub fn lost(&mut self, process: PortalsProcess) {
        let given_up = self.outstanding.give_up(|request| request.process == process);
        given_up.into_iter().for_each(|request| self.awaits_less(request.descriptor));
    }
}
