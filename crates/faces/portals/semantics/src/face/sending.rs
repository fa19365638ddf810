//! What goes to other processes.

use super::{DATA, HEADED, LONGEST_PIECE, PortalsState, SHORT};
use crate::three::{AfterSending, Gathered, OutgoingData, OutgoingHead, OutgoingOperation};
use ferry_link::{HeadedProgress, LinkError, Links, TrafficClass};
use ferry_method::{Header, PeerId};
use ferry_wire::ContextId;
use smallvec::SmallVec;
use std::collections::{BTreeMap, VecDeque};

/// How far one has come.
enum SendingStage {
    /// Its head goes, and its bytes if they are few.
    Head(HeadedProgress),
    /// Its bytes go: the piece, where in it, what came before it, and how much of the frame is gone.
    Data { piece: usize, offset: usize, before: usize, done: usize },
}

/// A request or an answer on its way.
pub(super) struct Sending {
    interface: u8,
    head: SmallVec<[u8; 64]>,
    data: OutgoingData,
    stage: SendingStage,
    after: AfterSending,
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

impl Sending {
    fn new(operation: OutgoingOperation) -> Self {
        let OutgoingOperation { head, data, after, .. } = operation;
        let (interface, head) = match head {
            OutgoingHead::Request(head) => (head.interface, SmallVec::from_slice(&head.encode())),
            OutgoingHead::Answer(head) => (head.interface, SmallVec::from_slice(&head.encode())),
        };
        let stage = SendingStage::Head(HeadedProgress::default());
        Sending { interface, head, data, stage, after }
    }

    /// Sends a frame, if the links take it.
    fn step(&mut self, links: &mut Links, peer: PeerId) -> Result<SendingStep, LinkError> {
        match &mut self.stage {
            SendingStage::Head(progress) => {
                let together =
                    if self.data.len() <= SHORT { self.data.gather() } else { Gathered::new() };
                let frame = (&*self.head, &*together);
                let header = Header::new(HEADED);
                if !links.send_headed(peer, TrafficClass::Message, &header, frame, progress)? {
                    return Ok(SendingStep::Full);
                }
                if self.data.len() <= SHORT {
                    return Ok(SendingStep::Gone);
                }
                self.stage = SendingStage::Data { piece: 0, offset: 0, before: 0, done: 0 };
                Ok(SendingStep::Moved)
            }
            SendingStage::Data { .. } => self.step_data(links, peer),
        }
    }

    fn step_data(&mut self, links: &mut Links, peer: PeerId) -> Result<SendingStep, LinkError> {
        let SendingStage::Data { piece, offset, before, done } = &mut self.stage else {
            return Ok(SendingStep::Moved);
        };
        let Some(bytes) = self.data.piece(*piece) else { return Ok(SendingStep::Gone) };
        let attributes = links.attributes(peer, TrafficClass::Message, ContextId(0))?;
        let most = attributes.fragment.clamp(1, LONGEST_PIECE);
        let end = bytes.len().min(*offset + most);
        let header = Header { words: [(*before + *offset) as u64, 0], ..Header::new(DATA) };
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

/// What goes to each process that has something to come, in its order.
#[derive(Default)]
pub(super) struct SendingQueues(BTreeMap<PeerId, VecDeque<Sending>>);

impl SendingQueues {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sends it at once if nothing goes before it and the links take all of it; otherwise it waits.
    fn send(&mut self, links: &mut Links, peer: PeerId, mut sending: Sending) -> Option<Sending> {
        let is_first = self.0.is_empty() || !self.0.contains_key(&peer);
        // An error comes again when its turn comes.
        if is_first && matches!(sending.step(links, peer), Ok(SendingStep::Gone)) {
            return Some(sending);
        }
        self.0.entry(peer).or_default().push_back(sending);
        None
    }

    /// Takes the first of what goes to a process.
    fn take_first(&mut self, peer: PeerId) -> Option<Sending> {
        let queue = self.0.get_mut(&peer)?;
        let first = queue.pop_front();
        if queue.is_empty() {
            self.0.remove(&peer);
        }
        first
    }
}

impl PortalsState {
    /// Sends what waits: of long ones a frame at a time, so that others pass between.
    pub(super) fn send_waiting(&mut self, links: &mut Links) -> usize {
        let mut moved = 0;
        if !self.sending.is_empty() {
            let peers: Vec<PeerId> = self.sending.0.keys().copied().collect();
            moved = peers.into_iter().map(|peer| self.flush_to(links, peer)).sum();
        }
        moved + self.collect(links)
    }

    /// Takes what the interfaces have to send.
    fn collect(&mut self, links: &mut Links) -> usize {
        let mut moved = 0;
        for interface in self.interfaces.iter_mut() {
            while let Some(operation) = interface.next_outgoing() {
                let Some(peer) = self.names.peer(operation.to) else {
                    interface.lost(operation.to);
                    interface.sent(operation.after, true);
                    continue;
                };
                if let Some(gone) = self.sending.send(links, peer, Sending::new(operation)) {
                    interface.sent(gone.after, false);
                    moved += 1;
                }
            }
        }
        moved
    }

    fn flush_to(&mut self, links: &mut Links, peer: PeerId) -> usize {
        let mut moved = 0;
        while let Some(first) = self.sending.0.get_mut(&peer).and_then(|queue| queue.front_mut()) {
            match first.step(links, peer) {
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
        if let Some(interface) = self.interfaces.get_mut(first.interface) {
            interface.sent(first.after, has_failed);
        }
        true
    }

    /// A process is gone: what goes there or comes from there never ends.
    pub(super) fn part(&mut self, peer: PeerId) {
        while self.end_first(peer, true) {}
        self.break_arrival(peer);
        let Some(name) = self.names.name(peer) else { return };
        self.interfaces.iter_mut().for_each(|interface| interface.lost(name));
    }
}
