//! What requests of this process come to. Results skip matching: only those that a request waits for change
//! anything.

use crate::four::counter::CounterValue;
use crate::four::descriptor::MdListeners;
use crate::four::event::{NiEvent, NiEventKind, NiFail};
use crate::four::head::ResultHead;
use crate::four::initiate::{AwaitedResult, ReplyCourse, SendCourse};
use crate::four::interface::{NetworkInterface, NiRegister};
use crate::four::options::MdOptions;
use crate::four::target::{Delivery, DeliveryEnd};
use crate::handle::PortalsHandle;
use crate::process::PortalsProcess;
use crate::version::IncomingBytes;

/// What is told of an operation at its initiator.
struct InitiatorNews {
    /// Which option of the descriptor counts it, and which hides its event.
    counts: u32,
    hides: u32,
    fail: NiFail,
    /// Bytes that are counted.
    bytes: u64,
}

impl NetworkInterface {
    /// A result has come, with the bytes of a reply behind it: what they go to, if they are wanted.
    pub(crate) fn result_came(
        &mut self,
        from: PortalsProcess,
        result: &ResultHead,
    ) -> IncomingBytes<Delivery> {
        let total = if result.is_reply { result.length } else { 0 };
        let interface = result.interface;
        let Some(awaited) = self.settle(from, result) else {
            return IncomingBytes { interface, total, place: None };
        };
        if !awaited.is_reply {
            self.result_told_late(awaited, result);
            return IncomingBytes { interface, total, place: None };
        }
        let memory = self.descriptors.get(awaited.descriptor).map(|of| of.spec.memory.clone());
        let place = memory.map(|memory| Delivery {
            memory,
            offset: awaited.offset,
            wanted: result.length,
            end: DeliveryEnd::Reply(ReplyCourse { awaited, result: *result }),
        });
        IncomingBytes { interface, total, place }
    }

    /// A reply has come, with all its bytes.
    #[inline(always)]
    pub(crate) fn reply_came(&mut self, from: PortalsProcess, result: &ResultHead, bytes: &[u8]) {
        let Some(awaited) = self.settle(from, result) else { return };
        let Some(bound) = self.descriptors.get_mut(awaited.descriptor) else { return };
        bound.spec.memory.write(awaited.offset, bytes);
        bound.pending -= 1;
        let listeners = bound.listeners();
        self.result_told(listeners, awaited, result);
    }

    /// The request that waits for a result, which does so no longer.
    #[inline(always)]
    fn settle(&mut self, from: PortalsProcess, result: &ResultHead) -> Option<AwaitedResult> {
        let waits = |request: &AwaitedResult| {
            request.process == from
                && request.is_reply == result.is_reply
                && result.length <= request.length
        };
        let awaited = self.awaited.take_if(result.token, waits);
        if awaited.is_none() {
            self.registers[NiRegister::DropCount as usize] += 1;
        }
        awaited
    }

    /// What was asked for is in place, or will never come.
    pub(crate) fn end_reply(&mut self, course: &ReplyCourse, has_failed: bool) {
        let mut result = course.result;
        if has_failed {
            (result.fail, result.length) = (NiFail::Undeliverable, 0);
        }
        self.result_told_late(course.awaited, &result);
    }

    /// Tells what a request has come to, and lets its descriptor go, where there is time.
    #[inline(never)]
    fn result_told_late(&mut self, awaited: AwaitedResult, result: &ResultHead) {
        let Some(bound) = self.descriptors.get_mut(awaited.descriptor) else { return };
        bound.pending -= 1;
        let listeners = bound.listeners();
        self.result_told(listeners, awaited, result);
    }

    /// Tells what a request has come to. In line, as all that it calls: what is handed on in memory, stored in parts and
    /// read as a whole, is slow to come.
    #[inline(always)]
    fn result_told(&mut self, listeners: MdListeners, awaited: AwaitedResult, result: &ResultHead) {
        let (kind, counts) = match awaited.is_reply {
            true => (NiEventKind::Reply, MdOptions::CT_REPLY),
            false => (NiEventKind::Ack, MdOptions::CT_ACK),
        };
        let event = || NiEvent {
            list: result.list,
            fail: result.fail,
            mlength: result.length,
            rlength: awaited.length,
            remote_offset: result.offset,
            ..NiEvent::of(kind, 0, awaited.user_ptr)
        };
        // What was sent in full is told in full.
        let hides = if awaited.is_full { MdOptions::SUCCESS_DISABLE } else { u32::MAX };
        let (fail, bytes) = (result.fail, result.length);
        let news = InitiatorNews { counts, hides, fail, bytes };
        self.tell_initiator(listeners, news, event);
        if !self.ready.is_empty() {
            self.start_ready();
        }
    }

    /// Something of this process's is out, or never will be.
    #[inline]
    pub(crate) fn sent_out(&mut self, course: &SendCourse, has_failed: bool) {
        self.tell_sent(course, has_failed);
        self.let_go(course.descriptor);
    }

    /// The same of what did not hold its descriptor.
    #[inline]
    pub(crate) fn tell_sent(&mut self, course: &SendCourse, has_failed: bool) {
        let fail = if has_failed { NiFail::Undeliverable } else { NiFail::Ok };
        let news = InitiatorNews {
            counts: MdOptions::CT_SEND,
            hides: MdOptions::SUCCESS_DISABLE | MdOptions::SEND_DISABLE,
            fail,
            bytes: course.length,
        };
        let event = || NiEvent {
            fail,
            mlength: course.length,
            rlength: course.length,
            ..NiEvent::of(NiEventKind::Send, 0, course.user_ptr)
        };
        let Some(bound) = self.descriptors.get(course.descriptor) else { return };
        let listeners = bound.listeners();
        self.tell_initiator(listeners, news, event);
    }

    #[inline(always)]
    fn tell_initiator(
        &mut self,
        MdListeners { options, events: queue, counter }: MdListeners,
        news: InitiatorNews,
        event: impl FnOnce() -> NiEvent,
    ) {
        let counter = counter.filter(|_| options.has(news.counts));
        let is_ok = news.fail == NiFail::Ok;
        // Failures show, unless such an event is never wanted.
        let always = news.hides & !MdOptions::SUCCESS_DISABLE;
        let is_hidden =
            news.hides == u32::MAX || options.has(if is_ok { news.hides } else { always });
        if !is_hidden {
            self.post(queue, event);
        }
        if counter.is_some() {
            let bytes = options.has(MdOptions::CT_BYTES).then_some(news.bytes);
            self.count(counter, bytes, news.fail);
        }
    }

    /// Counts an operation, or the bytes of one that went well; then starts what has waited for that.
    pub(crate) fn count(
        &mut self,
        counter: Option<PortalsHandle>,
        bytes: Option<u64>,
        fail: NiFail,
    ) {
        let Some(counter) = counter else { return };
        let more = match fail {
            NiFail::Ok => CounterValue { success: bytes.unwrap_or(1), failure: 0 },
            _ => CounterValue { success: 0, failure: 1 },
        };
        self.bump(counter, |counted| counted.add(more));
    }

    /// A process is gone: what it was asked comes to nothing.
    pub(crate) fn lose(&mut self, process: PortalsProcess) {
        let lost = self.awaited.give_up(|request| request.process == process);
        for awaited in lost {
            let result = ResultHead {
                is_reply: awaited.is_reply,
                interface: self.kind.number(),
                fail: NiFail::Undeliverable,
                list: Default::default(),
                token: 0,
                offset: 0,
                length: 0,
            };
            self.result_told_late(awaited, &result);
        }
    }
}
