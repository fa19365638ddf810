//! The interfaces of a process.

use crate::data::OutgoingData;
use crate::face::SHORT;
use crate::four::event::{EntryList, NiFail};
use crate::four::head::{OperationHead, OperationKind, ResultHead};
use crate::four::interface::NetworkInterface;
use crate::four::limits::NiLimits;
use crate::four::name::{NiKind, NiObject, RankMap};
use crate::four::outgoing::{AfterNiSending, NiDeparture, NiHead, NiOutgoing};
use crate::four::serve::refusal;
use crate::four::target::{Delivery, DeliveryEnd};
use crate::handle::PortalsHandle;
use crate::process::PortalsProcess;
use crate::refusals::Refusals;
use crate::succession::Succession;
use crate::version::{
    BriefHead, FrameHead, HeadError, IncomingBytes, OutgoingFrames, PortalsVersion,
};

/// The interfaces of a process, one of each kind at most.
#[derive(Default)]
pub struct NetworkInterfaces {
    open: [Option<Box<NetworkInterface>>; NiKind::COUNT],
    /// What those leave that were closed.
    closed: [Succession; NiKind::COUNT],
    /// What those are told who ask something of an interface that there is not.
    refusals: Refusals<ResultHead>,
}

impl NetworkInterfaces {
    /// Opens one for a process and its user, or once more the one that is open. In a job of these processes if
    /// it names them by rank.
    pub fn open(
        &mut self,
        kind: NiKind,
        owner: (PortalsProcess, u32),
        processes: &[PortalsProcess],
        limits: NiLimits,
    ) -> &mut NetworkInterface {
        let number = usize::from(kind.number());
        if let Some(interface) = &mut self.open[number] {
            interface.users += 1;
        }
        let before = self.closed[number];
        self.open[number].get_or_insert_with(|| {
            let map = match kind.is_logical() {
                true => RankMap::new(processes.to_vec()),
                false => RankMap::default(),
            };
            Box::new(NetworkInterface::new(kind, owner, map, limits).following(before))
        })
    }

    /// Whether closing one ends it: it was opened as often as it was closed, but for once.
    pub fn is_last_use(&self, kind: NiKind) -> bool {
        let open = &self.open[usize::from(kind.number())];
        open.as_ref().is_some_and(|interface| interface.users == 1)
    }

    /// Closes one, with all that it has if it was opened no more often.
    pub fn close(&mut self, kind: NiKind) {
        let number = usize::from(kind.number());
        let Some(interface) = &mut self.open[number] else { return };
        interface.users -= 1;
        if interface.users == 0 {
            self.closed[number] = interface.succession();
            self.open[number] = None;
        }
    }

    /// One by its kind.
    #[inline]
    pub fn get_mut(&mut self, kind: NiKind) -> Option<&mut NetworkInterface> {
        self.open[usize::from(kind.number())].as_deref_mut()
    }

    /// The one that a handle names or that has what it names, as far as the handle tells.
    pub fn of(&mut self, handle: PortalsHandle) -> Option<&mut NetworkInterface> {
        let (_, kind) = NiObject::named(handle)?;
        self.get_mut(kind)
    }

    fn by_number(&mut self, number: u8) -> Option<&mut NetworkInterface> {
        self.get_mut(NiKind::from_number(number)?)
    }

    #[inline]
    fn all(&self) -> impl Iterator<Item = &NetworkInterface> {
        self.open.iter().filter_map(Option::as_deref)
    }

    #[inline]
    fn all_mut(&mut self) -> impl Iterator<Item = &mut NetworkInterface> {
        self.open.iter_mut().filter_map(Option::as_deref_mut)
    }

    fn request(
        &mut self,
        from: PortalsProcess,
        head: &OperationHead,
        payload: &[u8],
    ) -> Result<IncomingBytes<Delivery>, HeadError> {
        if let Some(interface) = self.by_number(head.interface) {
            return interface.request(from, head, payload).ok_or(HeadError);
        }
        if head.token != 0 {
            self.refusals.push(from, refusal(head, NiFail::Dropped));
        }
        let is_put = head.kind == OperationKind::Put;
        let total = if is_put { head.length } else { payload.len() as u64 };
        Ok(IncomingBytes { interface: head.interface, total, place: None })
    }
}

impl PortalsVersion for NetworkInterfaces {
    const FIRST_HANDLER: u8 = 2;
    const NAME: &'static str = "Portals 4";
    type Place = Delivery;
    type After = AfterNiSending;

    #[inline(always)]
    fn prompt(&self) -> Option<(PortalsProcess, BriefHead, &[u8])> {
        let answer = self.all().find_map(|interface| interface.outgoing.prompt())?;
        Some((answer.to, answer.head.brief()?, answer.bytes()))
    }

    #[inline(always)]
    fn prompt_sent(&mut self) {
        // The first that has one.
        let _ = self.all_mut().any(|interface| interface.outgoing.prompt_sent());
    }

    #[inline]
    fn small(&self) -> Option<(PortalsProcess, FrameHead, &[u8])> {
        let waiting = self.all().find_map(|interface| interface.outgoing.first())?;
        let NiOutgoing { to, head, data, .. } = waiting;
        let head = match head {
            NiHead::Operation(head) => head.framed(),
            NiHead::Result(head) => head.framed(),
        };
        Some((*to, head, data.at_hand(SHORT)?))
    }

    fn small_sent(&mut self) {
        for interface in self.all_mut() {
            if let Some(NiOutgoing { after, .. }) = interface.outgoing.take_first() {
                return interface.departed(after, false);
            }
        }
    }

    fn take_prompt(&mut self) -> Option<OutgoingFrames<AfterNiSending>> {
        self.all_mut().find_map(|interface| interface.outgoing.take_prompt()).map(framed)
    }

    fn take_small(&mut self) -> Option<OutgoingFrames<AfterNiSending>> {
        self.all_mut().find_map(|interface| interface.outgoing.take_first()).map(framed)
    }

    fn next_frames(&mut self) -> Option<OutgoingFrames<AfterNiSending>> {
        let next = self.all_mut().find_map(|interface| interface.outgoing.take());
        let next = next.or_else(|| {
            let (to, head) = self.refusals.take()?;
            let (head, data) = (NiHead::Result(head), OutgoingData::nothing());
            Some(NiOutgoing { to, head, data, after: NiDeparture::Nothing })
        });
        next.map(framed)
    }

    #[inline]
    fn has_outgoing(&self) -> bool {
        !self.refusals.is_empty() || self.all().any(|of| !of.outgoing.is_empty())
    }

    fn sent(&mut self, interface: u8, after: AfterNiSending, has_failed: bool) {
        if let Some(interface) = self.by_number(interface) {
            interface.departed(after.0, has_failed);
        }
    }

    #[inline]
    fn whole(&mut self, from: PortalsProcess, head: &[u8], payload: &[u8]) -> bool {
        let len = payload.len() as u64;
        if let Ok(head) = OperationHead::decode(head) {
            let is_whole = head.kind == OperationKind::Put && head.length == len;
            let interface = self.by_number(head.interface).filter(|_| is_whole);
            return interface.map(|interface| interface.deliver(from, &head, payload)).is_some();
        }
        let Ok(head) = ResultHead::decode(head) else { return false };
        let is_whole = head.is_reply && head.length == len;
        let interface = self.by_number(head.interface).filter(|_| is_whole);
        interface.map(|interface| interface.reply_came(from, &head, payload)).is_some()
    }

    #[inline(always)]
    fn brief(
        &mut self,
        from: PortalsProcess,
        of: (u32, [u64; 2]),
        payload: &[u8],
    ) -> Result<(), HeadError> {
        let Some(head) = OperationHead::decode_brief(of, payload)? else {
            let head = ResultHead::decode_brief(of, payload)?;
            let interface = self.by_number(head.interface).ok_or(HeadError)?;
            match head.is_reply {
                true => interface.reply_came(from, &head, payload),
                false => drop(interface.result_came(from, &head)),
            }
            return Ok(());
        };
        // Without a closure, which would be a function of its own that reads the head from memory.
        let is_done = match (self.by_number(head.interface), head.kind) {
            (None, _) => false,
            (Some(interface), OperationKind::Put) => {
                interface.deliver(from, &head, payload);
                true
            }
            (Some(interface), _) => interface.pass_out(from, &head),
        };
        if !is_done {
            self.request(from, &head, &[])?;
        }
        Ok(())
    }

    fn head(
        &mut self,
        from: PortalsProcess,
        head: &[u8],
        payload: &[u8],
    ) -> Result<IncomingBytes<Delivery>, HeadError> {
        match OperationHead::decode(head) {
            Ok(head) => self.request(from, &head, payload),
            Err(HeadError) => {
                let head = ResultHead::decode(head)?;
                let interface = self.by_number(head.interface).ok_or(HeadError)?;
                Ok(interface.result_came(from, &head))
            }
        }
    }

    fn finish(&mut self, interface: u8, place: Delivery, has_failed: bool) {
        let Some(interface) = self.by_number(interface) else { return };
        match place.end {
            DeliveryEnd::Put(course, from, token) => {
                interface.end_put(course, (from, token), has_failed);
            }
            DeliveryEnd::Reply(course) => interface.end_reply(&course, has_failed),
        }
    }

    fn give_up(&mut self, interface: u8, place: Delivery) {
        let DeliveryEnd::Put(_, from, token) = place.end else { return };
        if token != 0 {
            let (is_reply, fail, list) = (false, NiFail::Dropped, EntryList::Priority);
            let (offset, length) = (0, 0);
            let result = ResultHead { is_reply, interface, fail, list, token, offset, length };
            self.refusals.push(from, result);
        }
    }

    fn successor(&self) -> Self {
        let left = |number: usize| match &self.open[number] {
            Some(interface) => interface.succession(),
            None => self.closed[number],
        };
        NetworkInterfaces { closed: std::array::from_fn(left), ..NetworkInterfaces::default() }
    }

    fn lost(&mut self, process: PortalsProcess) {
        self.all_mut().for_each(|interface| interface.lose(process));
    }

    fn news(&self) -> u64 {
        self.open.iter().flatten().map(|interface| interface.news).sum()
    }
}

/// Something to be sent, as it crosses a link.
fn framed(NiOutgoing { to, head, data, after }: NiOutgoing) -> OutgoingFrames<AfterNiSending> {
    let (interface, head) = match head {
        NiHead::Operation(head) => (head.interface, head.framed()),
        NiHead::Result(head) => (head.interface, head.framed()),
    };
    OutgoingFrames { to, interface, head, data, after: AfterNiSending(after) }
}
