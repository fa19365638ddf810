//! The interfaces of a process.

use crate::data::OutgoingData;
use crate::face::SHORT;
use crate::handle::PortalsHandle;
use crate::process::{PortalsProcess, Requester};
use crate::refusals::Refusals;
use crate::succession::Succession;
use crate::three::accept::{Arrival, RequestOutcome};
use crate::three::head::{AnswerHead, RequestHead, RequestKind};
use crate::three::interface::PortalsInterface;
use crate::three::outgoing::{AfterSending, OutgoingHead, OutgoingOperation};
use crate::version::{
    ArrivalPlace, BriefHead, FrameHead, HeadError, IncomingBytes, OutgoingFrames, PortalsVersion,
};
use ferry_sys::WriteRegion;

/// The interfaces of a process, by number.
#[derive(Default)]
pub struct Interfaces {
    open: [Option<Box<PortalsInterface>>; PortalsHandle::INTERFACES],
    /// None is open from this number on.
    end: usize,
    /// What those leave that were closed.
    closed: [Succession; PortalsHandle::INTERFACES],
    /// What those are told who ask something of an interface that there is not.
    refusals: Refusals<AnswerHead>,
}

impl Interfaces {
    /// Adds one; of two of the same number the first stays.
    pub fn open(&mut self, interface: PortalsInterface) -> &mut PortalsInterface {
        let number = usize::from(interface.number);
        self.end = self.end.max(number + 1);
        let before = self.closed[number];
        self.open[number].get_or_insert_with(|| Box::new(interface.following(before)))
    }

    /// Closes one, with all that it has.
    pub(crate) fn close(&mut self, number: u8) {
        let number = usize::from(number);
        let Some(interface) = self.open.get_mut(number).and_then(Option::take) else { return };
        self.closed[number] = interface.succession();
    }

    /// One by its number.
    #[inline]
    pub fn get_mut(&mut self, number: u8) -> Option<&mut PortalsInterface> {
        self.open.get_mut(usize::from(number))?.as_deref_mut()
    }

    /// All of them.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut PortalsInterface> {
        self.open[..self.end].iter_mut().filter_map(Option::as_deref_mut)
    }

    fn iter(&self) -> impl Iterator<Item = &PortalsInterface> {
        self.open[..self.end].iter().filter_map(Option::as_deref)
    }

    fn request(
        &mut self,
        from: PortalsProcess,
        head: &RequestHead,
        payload: &[u8],
    ) -> IncomingBytes<Arrival> {
        let by = Requester { process: from, uid: head.uid, jid: head.jid };
        let (number, bytes) = (head.interface, payload.len() as u64);
        let total = match head.kind {
            RequestKind::Put => head.length,
            RequestKind::Get => 0,
            RequestKind::GetPut => bytes,
        };
        let mut place = None;
        match self.get_mut(number) {
            Some(interface) if head.kind == RequestKind::GetPut => {
                interface.exchange(by, head, payload);
            }
            Some(interface) => {
                if let RequestOutcome::Arrives(arrival) = interface.begin(by, head) {
                    place = Some(arrival);
                }
            }
            None => self.refuse(from, head),
        }
        IncomingBytes { interface: number, total, place }
    }

    /// Drops a request, since nobody is there who is asked.
    fn refuse(&mut self, from: PortalsProcess, head: &RequestHead) {
        if head.token != 0 {
            self.refusals.push(from, head.refusal());
        }
    }

    fn answer(
        &mut self,
        from: PortalsProcess,
        head: &AnswerHead,
    ) -> Result<IncomingBytes<Arrival>, HeadError> {
        let interface = self.get_mut(head.interface).ok_or(HeadError)?;
        let total = if head.has_bytes() { head.length } else { 0 };
        let place = interface.answer(from, head);
        Ok(IncomingBytes { interface: head.interface, total, place })
    }
}

impl ArrivalPlace for Arrival {
    fn wanted(&self) -> u64 {
        Arrival::wanted(self)
    }

    fn region(&self, start: u64, len: u64) -> Option<WriteRegion> {
        Arrival::region(self, start, len)
    }

    fn write(&self, start: u64, bytes: &[u8]) {
        Arrival::write(self, start, bytes);
    }
}

impl PortalsVersion for Interfaces {
    const FIRST_HANDLER: u8 = 0;
    const NAME: &'static str = "Portals 3.3";
    type Place = Arrival;
    type After = AfterSending;

    #[inline(always)]
    fn prompt(&self) -> Option<(PortalsProcess, BriefHead, &[u8])> {
        let answer = self.iter().find_map(|interface| interface.outgoing.prompt())?;
        Some((answer.to, answer.head.brief()?, answer.bytes()))
    }

    #[inline(always)]
    fn prompt_sent(&mut self) {
        // The first that has one.
        let _ = self.iter_mut().any(|interface| interface.outgoing.prompt_sent());
    }

    #[inline]
    fn small(&self) -> Option<(PortalsProcess, FrameHead, &[u8])> {
        let waiting = self.iter().find_map(|interface| interface.outgoing.first())?;
        let OutgoingOperation { to, head, data, .. } = waiting;
        let head = match head {
            OutgoingHead::Request(head) => head.framed(),
            OutgoingHead::Answer(head) => head.framed(),
        };
        Some((*to, head, data.at_hand(SHORT)?))
    }

    fn small_sent(&mut self) {
        for interface in self.iter_mut() {
            if let Some(OutgoingOperation { after, .. }) = interface.outgoing.take_first() {
                return interface.sent(after, false);
            }
        }
    }

    fn take_prompt(&mut self) -> Option<OutgoingFrames<AfterSending>> {
        self.iter_mut().find_map(|interface| interface.outgoing.take_prompt()).map(framed)
    }

    fn take_small(&mut self) -> Option<OutgoingFrames<AfterSending>> {
        self.iter_mut().find_map(|interface| interface.outgoing.take_first()).map(framed)
    }

    fn next_frames(&mut self) -> Option<OutgoingFrames<AfterSending>> {
        let next = self.iter_mut().find_map(PortalsInterface::next_outgoing);
        let next = next.or_else(|| {
            let (to, head) = self.refusals.take()?;
            Some(OutgoingOperation::answer(to, head, OutgoingData::nothing(), None))
        });
        next.map(framed)
    }

    #[inline]
    fn has_outgoing(&self) -> bool {
        !self.refusals.is_empty() || self.iter().any(PortalsInterface::has_outgoing)
    }

    fn sent(&mut self, interface: u8, after: AfterSending, has_failed: bool) {
        if let Some(interface) = self.get_mut(interface) {
            interface.sent(after, has_failed);
        }
    }

    #[inline]
    fn whole(&mut self, from: PortalsProcess, head: &[u8], payload: &[u8]) -> bool {
        let len = payload.len() as u64;
        if let Ok(head) = RequestHead::decode(head) {
            let is_whole = head.kind == RequestKind::Put && head.length == len;
            let interface = self.get_mut(head.interface).filter(|_| is_whole);
            let by = Requester { process: from, uid: head.uid, jid: head.jid };
            return interface.map(|interface| interface.deliver(by, &head, payload)).is_some();
        }
        let Ok(head) = AnswerHead::decode(head) else { return false };
        let is_whole = head.has_bytes() && head.length == len;
        let interface = self.get_mut(head.interface).filter(|_| is_whole);
        interface.map(|interface| interface.answer_whole(from, &head, payload)).is_some()
    }

    #[inline(always)]
    fn brief(
        &mut self,
        from: PortalsProcess,
        of: (u32, [u64; 2]),
        payload: &[u8],
    ) -> Result<(), HeadError> {
        let Some(head) = RequestHead::decode_brief(of, payload)? else {
            let head = AnswerHead::decode_brief(of, payload)?;
            let interface = self.get_mut(head.interface).ok_or(HeadError)?;
            match head.has_bytes() {
                true => interface.answer_whole(from, &head, payload),
                false => drop(interface.answer(from, &head)),
            }
            return Ok(());
        };
        let by = Requester { process: from, uid: head.uid, jid: head.jid };
        let Some(interface) = self.get_mut(head.interface) else {
            self.refuse(from, &head);
            return Ok(());
        };
        match head.kind {
            RequestKind::Put => interface.deliver(by, &head, payload),
            RequestKind::Get => interface.serve(by, &head),
            // It is no such one.
            RequestKind::GetPut => return Err(HeadError),
        }
        Ok(())
    }

    fn head(
        &mut self,
        from: PortalsProcess,
        head: &[u8],
        payload: &[u8],
    ) -> Result<IncomingBytes<Arrival>, HeadError> {
        match RequestHead::decode(head) {
            Ok(head) => Ok(self.request(from, &head, payload)),
            Err(HeadError) => self.answer(from, &AnswerHead::decode(head)?),
        }
    }

    fn finish(&mut self, interface: u8, place: Arrival, has_failed: bool) {
        if let Some(interface) = self.get_mut(interface) {
            interface.finish(place, has_failed);
        }
    }

    fn give_up(&mut self, _interface: u8, place: Arrival) {
        if let Some((to, answer)) = place.answer {
            self.refusals.push(to, answer.refusal());
        }
    }

    fn successor(&self) -> Self {
        let left = |number: usize| match &self.open[number] {
            Some(interface) => interface.succession(),
            None => self.closed[number],
        };
        Interfaces { closed: std::array::from_fn(left), ..Interfaces::default() }
    }

    fn lost(&mut self, process: PortalsProcess) {
        self.iter_mut().for_each(|interface| interface.lost(process));
    }

    fn news(&self) -> u64 {
        self.iter().map(PortalsInterface::posted).sum()
    }
}

/// Something to be sent, as it crosses a link.
fn framed(
    OutgoingOperation { to, head, data, after }: OutgoingOperation,
) -> OutgoingFrames<AfterSending> {
    let (interface, head) = match head {
        OutgoingHead::Request(head) => (head.interface, head.framed()),
        OutgoingHead::Answer(head) => (head.interface, head.framed()),
    };
    OutgoingFrames { to, interface, head, data, after }
}
