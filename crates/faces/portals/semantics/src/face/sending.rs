//! What goes to other processes.

use super::{Handlers, LONGEST_PIECE, PortalsLinks, SHORT};
use crate::data::{Gathered, OutgoingData};
use crate::process::PortalsProcess;
use crate::version::{FrameHead, OutgoingFrames, PortalsVersion};
use ferry_link::{HeadedProgress, LinkError, Links, TrafficClass};
use ferry_method::{Header, PeerId};
use ferry_wire::{ContextId, HandlerId};
use std::collections::{BTreeMap, VecDeque};

/// How much of a head, and of few bytes with it, is sent.
#[derive(Clone, Copy, Default)]
pub(super) struct HeadSent {
    /// Where the frame's header says all.
    pub(super) brief: usize,
    /// Where the head is one of its own.
    pub(super) long: HeadedProgress,
}

/// How far one has come.
enum SendingStage {
    /// Its head goes, and its bytes if they are few.
    Head(HeadSent),
    /// Its bytes go: the piece, where in it, what came before it, and how much of the frame is gone.
    Data { piece: usize, offset: usize, before: usize, done: usize },
}

/// A request or an answer on its way.
pub(super) struct Sending<A> {
    interface: u8,
    head: FrameHead,
    data: OutgoingData,
    stage: SendingStage,
    after: A,
}

/// What came of a try.
enum SendingStep {
    /// There is no room.
    Full,
    /// A frame is gone.
    Moved,
    /// All of it is gone.
    Gone,
}

impl<A> Sending<A> {
    fn new(frames: OutgoingFrames<A>) -> Self {
        Sending::begun(frames, HeadSent::default())
    }

    /// One whose head has come so far.
    pub(super) fn begun(frames: OutgoingFrames<A>, progress: HeadSent) -> Self {
        let OutgoingFrames { interface, head, data, after, .. } = frames;
        let stage = SendingStage::Head(progress);
        Sending { interface, head, data, stage, after }
    }

    /// Its interface is closed: what is left to be sent is a copy, and its end is nobody's.
    fn detach(&mut self)
    where
        A: Default,
    {
        self.data.keep(match self.stage {
            SendingStage::Head(_) => 0,
            SendingStage::Data { piece, .. } => piece,
        });
        self.after = A::default();
    }

    /// Sends a frame, if the links take it.
    fn step<V: PortalsVersion>(
        &mut self,
        links: &mut Links,
        peer: PeerId,
    ) -> Result<SendingStep, LinkError> {
        match &mut self.stage {
            SendingStage::Head(so_far) => {
                let together =
                    if self.data.len() <= SHORT { self.data.gather() } else { Gathered::new() };
                if !send_head::<V>(links, peer, &self.head, &together, so_far)? {
                    return Ok(SendingStep::Full);
                }
                if self.data.len() <= SHORT {
                    return Ok(SendingStep::Gone);
                }
                self.stage = SendingStage::Data { piece: 0, offset: 0, before: 0, done: 0 };
                Ok(SendingStep::Moved)
            }
            SendingStage::Data { .. } => self.step_data(links, peer, Handlers::<V>::DATA),
        }
    }

    fn step_data(
        &mut self,
        links: &mut Links,
        peer: PeerId,
        handler: HandlerId,
    ) -> Result<SendingStep, LinkError> {
        let SendingStage::Data { piece, offset, before, done } = &mut self.stage else {
            return Ok(SendingStep::Moved);
        };
        let Some(bytes) = self.data.piece(*piece) else { return Ok(SendingStep::Gone) };
        let attributes = links.attributes(peer, TrafficClass::Message, ContextId(0))?;
        let most = attributes.fragment.clamp(1, LONGEST_PIECE);
        let end = bytes.len().min(*offset + most);
        let header = Header { words: [(*before + *offset) as u64, 0], ..Header::new(handler) };
        let frame = &bytes[*offset..end];
        let class = TrafficClass::Message;
        if !frame.is_empty() && !links.send(peer, class, &header, frame, done)? {
            return Ok(SendingStep::Full);
        }
        (*offset, *done) = (end, 0);
        if end == bytes.len() {
            (*before, *piece, *offset) = (*before + end, *piece + 1, 0);
        }
        let is_gone = self.data.piece(*piece).is_none();
        Ok(if is_gone { SendingStep::Gone } else { SendingStep::Moved })
    }
}

/// Sends a head, and few bytes with it. Whether all of it is gone.
fn send_head<V: PortalsVersion>(
    links: &mut Links,
    peer: PeerId,
    head: &FrameHead,
    bytes: &[u8],
    so_far: &mut HeadSent,
) -> Result<bool, LinkError> {
    let class = TrafficClass::Message;
    match head {
        FrameHead::Brief(brief) => {
            let (header, bytes) = (Handlers::<V>::header_of(brief), brief.payload(bytes));
            links.send(peer, class, &header, bytes, &mut so_far.brief)
        }
        FrameHead::Long(head) => {
            let (header, frame) = (Header::new(Handlers::<V>::HEADED), (head.head(), bytes));
            links.send_headed(peer, class, &header, frame, &mut so_far.long)
        }
    }
}

/// What goes to each process that has something to come, in its order.
pub(super) struct SendingQueues<A>(BTreeMap<PeerId, VecDeque<Sending<A>>>);

impl<A> Default for SendingQueues<A> {
    fn default() -> Self {
        SendingQueues(BTreeMap::new())
    }
}

impl<A> SendingQueues<A> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sends it at once if nothing goes before it and the links take all of it; otherwise it waits.
    fn send<V: PortalsVersion>(
        &mut self,
        links: &mut Links,
        peer: PeerId,
        mut sending: Sending<A>,
    ) -> Option<Sending<A>> {
        let is_first = self.0.is_empty() || !self.0.contains_key(&peer);
        // An error comes again when its turn comes.
        if is_first && matches!(sending.step::<V>(links, peer), Ok(SendingStep::Gone)) {
            return Some(sending);
        }
        self.push(peer, sending);
        None
    }

    /// It waits behind what goes to the same process.
    pub(super) fn push(&mut self, peer: PeerId, sending: Sending<A>) {
        self.0.entry(peer).or_default().push_back(sending);
    }

    /// An interface is closed: what is left of it to be sent is a copy, and its end is nobody's.
    pub(super) fn detach(&mut self, interface: u8)
    where
        A: Default,
    {
        let all = self.0.values_mut().flatten();
        all.filter(|sending| sending.interface == interface).for_each(Sending::detach);
    }

    /// Takes the first of what goes to a process.
    fn take_first(&mut self, peer: PeerId) -> Option<Sending<A>> {
        let queue = self.0.get_mut(&peer)?;
        let first = queue.pop_front();
        if queue.is_empty() {
            self.0.remove(&peer);
        }
        first
    }
}

impl<V: PortalsVersion> PortalsLinks<V> {
    /// Sends what waits: of long ones a frame at a time, so that others pass between.
    pub(super) fn send_waiting(&mut self, links: &mut Links) -> usize {
        let mut moved = 0;
        if !self.sending.is_empty() {
            let peers: Vec<PeerId> = self.sending.0.keys().copied().collect();
            moved = peers.into_iter().map(|peer| self.flush_to(links, peer)).sum();
        }
        moved + self.send_prompt(links) + self.send_small(links) + self.collect(links)
    }

    /// Sends the answers that go at once.
    #[inline(always)]
    fn send_prompt(&mut self, links: &mut Links) -> usize {
        let send =
            |links: &mut Links, peer, head, bytes: &_| Self::send_brief(links, peer, &head, bytes);
        self.send_all(links, V::prompt, send, (V::prompt_sent, V::take_prompt))
    }

    /// Takes what the interfaces have to send, as long as it is small and goes at once.
    #[inline]
    fn send_small(&mut self, links: &mut Links) -> usize {
        self.send_all(links, V::small, Self::send_now, (V::small_sent, V::take_small))
    }

    /// Sends all that is next, one after the other, as long as the links take it; what they do not waits. Once for each way
    /// to send, so that no head is put into a form that it is then read from.
    #[inline(always)]
    fn send_all<H>(
        &mut self,
        links: &mut Links,
        next: impl Fn(&V) -> Option<(PortalsProcess, H, &[u8])>,
        send: impl Fn(&mut Links, PeerId, H, &[u8]) -> Result<(), HeadSent>,
        (sent, take): (impl Fn(&mut V), impl Fn(&mut V) -> Option<OutgoingFrames<V::After>>),
    ) -> usize {
        let mut moved = 0;
        while self.sending.is_empty()
            && let Some((to, head, bytes)) = next(&self.interfaces)
            && let Some(peer) = self.names.peer(to)
        {
            if let Err(progress) = send(links, peer, head, bytes) {
                let frames = take(&mut self.interfaces);
                self.push_begun(peer, frames, progress);
                break;
            }
            sent(&mut self.interfaces);
            moved += 1;
        }
        moved
    }

    /// Takes what the interfaces have to send.
    #[inline]
    fn collect(&mut self, links: &mut Links) -> usize {
        let mut moved = 0;
        while let Some(frames) = self.interfaces.next_frames() {
            let Some(peer) = self.names.peer(frames.to) else {
                self.interfaces.lost(frames.to);
                self.interfaces.sent(frames.interface, frames.after, true);
                continue;
            };
            if let Some(gone) = self.sending.send::<V>(links, peer, Sending::new(frames)) {
                self.interfaces.sent(gone.interface, gone.after, false);
                moved += 1;
            }
        }
        moved
    }

    fn flush_to(&mut self, links: &mut Links, peer: PeerId) -> usize {
        let mut moved = 0;
        while let Some(first) = self.sending.0.get_mut(&peer).and_then(|queue| queue.front_mut()) {
            match first.step::<V>(links, peer) {
                Ok(SendingStep::Full) => break,
                Ok(SendingStep::Moved) => return moved + 1,
                Ok(SendingStep::Gone) => {
                    moved += 1;
                    self.end_first(peer, false);
                }
                Err(_) => {
                    self.part(peer);
                    return moved + 1;
                }
            }
        }
        moved
    }

    /// The first of what goes to a process is gone, or never will be. Whether there was one.
    fn end_first(&mut self, peer: PeerId, has_failed: bool) -> bool {
        let Some(first) = self.sending.take_first(peer) else { return false };
        self.interfaces.sent(first.interface, first.after, has_failed);
        true
    }

    /// What goes to a number or comes from there never ends.
    pub(super) fn break_off(&mut self, peer: PeerId) {
        while self.end_first(peer, true) {}
        self.break_arrival(peer);
    }

    /// A process is gone: what goes there or comes from there never ends.
    pub(super) fn part(&mut self, peer: PeerId) {
        self.break_off(peer);
        let Some(name) = self.names.name(peer) else { return };
        self.interfaces.lost(name);
    }
}
