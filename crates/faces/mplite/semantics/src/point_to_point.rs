//! Messages from one process to another.

use crate::error::MpLiteError;
use crate::messages::{MessageNumber, MessageUnderWay, MessageWay};
use crate::process::MpLite;
use ferry_matching::Selector;
use ferry_sys::{ReadRegion, WriteRegion};
use ferry_two_sided::{
    Label, Mode, Outcome, OutgoingMessage, Probed, RecvSpace, RequestId, SendData, SendStart,
};
use ferry_wire::{ContextId, PeerId};
use std::time::Duration;

/// Messages of programs.
pub(crate) const USER: ContextId = ContextId(2);
/// How long a send waits for its receiver before it copies what is left; longer where the receiver has
/// begun to take it.
const SOON: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(100)];

/// Which messages a receive takes; `None`: any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// From whom.
    pub node: Option<u32>,
    /// With which tag.
    pub tag: Option<i32>,
}

/// What was received.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReceivedMessage {
    /// From whom.
    pub node: u32,
    /// With which tag.
    pub tag: i32,
    /// Bytes.
    pub bytes: usize,
}

impl From<&Outcome> for ReceivedMessage {
    fn from(outcome: &Outcome) -> Self {
        ReceivedMessage { node: outcome.source.0, tag: outcome.tag, bytes: outcome.bytes as usize }
    }
}

impl From<Probed> for ReceivedMessage {
    fn from(probed: Probed) -> Self {
        ReceivedMessage { node: probed.source.0, tag: probed.tag, bytes: probed.bytes as usize }
    }
}

impl Wanted {
    pub(crate) fn selector(&self, context: ContextId) -> Selector {
        Selector { context, source: self.node, tag: self.tag }
    }

    /// In a job of so many processes, whose numbers go on for other links to them.
    pub(crate) fn describe(&self, bytes: usize, size: u32) -> String {
        let node = self.node.map(|node| node % size);
        let node = node.map_or_else(|| "any node".into(), |node| format!("node {node}"));
        format!("{bytes} bytes from {node}")
    }
}

impl MpLite {
    /// The number of another process, or of this one.
    ///
    /// # Errors
    /// If there is no such process.
    pub fn node_of(&self, node: i32, doing: &'static str) -> Result<u32, MpLiteError> {
        let found = u32::try_from(node).ok().filter(|node| *node < self.size());
        found.ok_or(MpLiteError::NoSuchNode { doing, node, last: self.size() - 1 })
    }

    pub(crate) fn no_such_node(&self, node: u32) -> MpLiteError {
        MpLiteError::NoSuchNode { doing: "Access to", node: node as i32, last: self.size() - 1 }
    }

    /// Begins to send; `None`: it is complete.
    pub(crate) fn start_send(
        &self,
        context: ContextId,
        data: ReadRegion,
        (to, tag): (u32, i32),
        mode: Mode,
    ) -> Result<Option<RequestId>, MpLiteError> {
        let failed = |error: ferry_link::LinkError| MpLiteError::Links(error.to_string());
        let mut state = self.home.state();
        let (face, links) = state.parts();
        face.counters.sends += 1;
        let (peer, messages) = (PeerId(to), &mut face.two_sided);
        if mode == Mode::Standard
            && messages.send_now(links, peer, context, tag, data.as_slice()).map_err(failed)?
        {
            return Ok(None);
        }
        // Who sends to itself could not receive meanwhile.
        let is_own = to == self.node() && mode == Mode::Standard;
        let data = match is_own {
            true => SendData::Owned(data.as_slice().to_vec()),
            false => SendData::Region(data),
        };
        let message = OutgoingMessage {
            to: peer,
            context,
            tag,
            data,
            mode,
            word: 0,
            label: Label::default(),
        };
        let started = messages.send(links, message).map_err(failed)?;
        let request = match started {
            SendStart::Done => None,
            SendStart::Pending(request) if is_own => {
                messages.transfer.detach(request);
                None
            }
            SendStart::Pending(request) => Some(request),
        };
        Ok(request)
    }

    /// Gives the program its memory back: what the receiver does not take soon is copied.
    pub(crate) fn release(&self, request: RequestId) -> Result<(), MpLiteError> {
        for patience in SOON {
            let take = |state: &mut crate::MpLiteState| state.two_sided.transfer.take(request);
            if let Some((outcome, _)) = self.home.wait_until(Some(patience), take) {
                return self.settled(&outcome);
            }
            let state = self.home.state();
            let sending = state.two_sided.transfer.sending(request);
            let is_taken =
                sending.is_some_and(|send| send.course == ferry_transfer::SendCourse::Cleared);
            if !is_taken {
                break;
            }
        }
        let mut state = self.home.state();
        state.counters.copied += 1;
        state.two_sided.transfer.copy_send(request);
        state.two_sided.transfer.detach(request);
        Ok(())
    }

    /// Sends. When this returns the memory may be used again; the receiver may not have begun to receive.
    ///
    /// # Errors
    /// If the receiver is gone.
    pub fn send(&self, data: ReadRegion, to: u32, tag: i32) -> Result<(), MpLiteError> {
        self.send_in(USER, data, to, tag)
    }

    pub(crate) fn send_in(
        &self,
        context: ContextId,
        data: ReadRegion,
        to: u32,
        tag: i32,
    ) -> Result<(), MpLiteError> {
        match self.start_send(context, data, (to, tag), Mode::Standard)? {
            None => Ok(()),
            Some(request) => self.release(request),
        }
    }

    /// Sends; returns when the receive has begun.
    ///
    /// # Errors
    /// If the receiver is gone.
    pub fn send_synchronously(
        &self,
        data: ReadRegion,
        to: u32,
        tag: i32,
    ) -> Result<(), MpLiteError> {
        match self.start_send(USER, data, (to, tag), Mode::Synchronous)? {
            None => Ok(()),
            Some(request) => self.complete(request, || format!("node {to} to receive")).map(drop),
        }
    }

    pub(crate) fn complete(
        &self,
        request: RequestId,
        what: impl Fn() -> String,
    ) -> Result<Outcome, MpLiteError> {
        let taken = self.wait_for(what, |state| state.two_sided.transfer.take(request));
        if let Err(MpLiteError::Stalled { .. }) = taken {
            self.give_up(request);
        }
        let (outcome, _) = taken?;
        self.settled(&outcome)?;
        Ok(outcome)
    }

    /// Begins to send.
    ///
    /// # Errors
    /// If the receiver is gone, or too much is under way.
    pub fn send_begin(
        &self,
        data: ReadRegion,
        to: u32,
        tag: i32,
    ) -> Result<MessageNumber, MpLiteError> {
        let bytes = data.len();
        let request = self.start_send(USER, data, (to, tag), Mode::Standard)?;
        let message = MessageUnderWay { way: MessageWay::To, request, node: to as i32, bytes, tag };
        self.home.state().messages.add(message)
    }

    fn start_recv(&self, context: ContextId, memory: WriteRegion, wanted: Wanted) -> RequestId {
        let mut state = self.home.state();
        let selector = wanted.selector(context);
        let space = RecvSpace::Region(memory);
        state.two_sided.recv(selector, space, Label::default())
    }

    /// Receives a message that is no longer than the memory.
    ///
    /// # Errors
    /// If the sender is gone, nothing comes for too long, or it is this process itself and has sent nothing
    /// that fits.
    pub fn recv(
        &self,
        memory: WriteRegion,
        wanted: Wanted,
    ) -> Result<ReceivedMessage, MpLiteError> {
        let bytes = memory.len();
        if wanted.node == Some(self.node()) && self.probe(bytes, wanted).is_none() {
            return Err(MpLiteError::NothingFromSelf { bytes });
        }
        self.recv_in(USER, memory, wanted)
    }

    pub(crate) fn recv_in(
        &self,
        context: ContextId,
        memory: WriteRegion,
        wanted: Wanted,
    ) -> Result<ReceivedMessage, MpLiteError> {
        let (bytes, selector) = (memory.len(), wanted.selector(context));
        let (mut memory, mut posted, mut fault) = (Some(memory), None, None);
        // Posted where it is waited for: the lock is taken once.
        let came = self.wait_for(
            || wanted.describe(bytes, self.size()),
            |state| {
                if let Some(memory) = memory.take() {
                    let space = RecvSpace::Region(memory);
                    posted = Some(state.two_sided.recv(selector, space, Label::default()));
                }
                let (request, transfer) = (posted?, &mut state.two_sided.transfer);
                let outcome = transfer.outcome(request)?;
                let received = ReceivedMessage::from(outcome);
                if outcome.fault.is_some() {
                    fault = transfer.take(request);
                } else {
                    transfer.forget(request);
                }
                state.counters.receives += 1;
                if context == USER {
                    state.last = received;
                }
                Some(received)
            },
        );
        if let (Err(MpLiteError::Stalled { .. }), Some(request)) = (&came, posted) {
            self.give_up(request);
        }
        match fault {
            None => came,
            Some((outcome, _)) => self.settled(&outcome).and(came),
        }
    }

    /// The memory of a receive goes back to the program.
    fn give_up(&self, request: RequestId) {
        let mut state = self.home.state();
        state.two_sided.cancel(request);
        state.two_sided.transfer.detach(request);
    }

    /// Begins to receive.
    ///
    /// # Errors
    /// If too much is under way.
    pub fn recv_begin(
        &self,
        memory: WriteRegion,
        wanted: Wanted,
    ) -> Result<MessageNumber, MpLiteError> {
        let bytes = memory.len();
        let request = Some(self.start_recv(USER, memory, wanted));
        let node = wanted.node.map_or(-1, |node| node as i32);
        let tag = wanted.tag.unwrap_or(-1);
        let message = MessageUnderWay { way: MessageWay::From, request, node, bytes, tag };
        self.home.state().messages.add(message)
    }

    /// Waits for a message: a send is over when its memory may be used again, copied if need be. What is over
    /// already is.
    ///
    /// # Errors
    /// If there is no such message, or the other process is gone, or nothing comes for too long.
    pub fn wait(&self, number: MessageNumber) -> Result<(), MpLiteError> {
        if number == MessageNumber::OVER {
            return Ok(());
        }
        let message = self.home.state().messages.get(number)?;
        match (message.way, message.request) {
            (_, None) => {}
            (MessageWay::To | MessageWay::Put, Some(request)) => self.release(request)?,
            (MessageWay::Get, Some(request)) => {
                self.complete(request, || message.to_string())?;
            }
            (MessageWay::From, Some(request)) => {
                let outcome = self.complete(request, || message.to_string())?;
                let mut state = self.home.state();
                state.counters.receives += 1;
                state.last = ReceivedMessage::from(&outcome);
            }
        }
        self.home.state().messages.remove(number);
        Ok(())
    }

    /// Waits until a send has left by itself, without a copy. It is still to be waited for.
    ///
    /// # Errors
    /// As [`MpLite::wait`].
    pub fn block(&self, number: MessageNumber) -> Result<(), MpLiteError> {
        if number == MessageNumber::OVER {
            return Ok(());
        }
        let message = self.home.state().messages.get(number)?;
        let (MessageWay::To | MessageWay::Put, Some(request)) = (message.way, message.request)
        else {
            return Ok(());
        };
        self.complete(request, || message.to_string())?;
        self.home.state().messages.settle(number);
        Ok(())
    }

    /// Whether a message is over; then it need not be waited for.
    ///
    /// # Errors
    /// As [`MpLite::wait`].
    pub fn test(&self, number: MessageNumber) -> Result<bool, MpLiteError> {
        if !self.is_over(number)? {
            self.home.progress();
            if !self.is_over(number)? {
                return Ok(false);
            }
        }
        self.wait(number)?;
        Ok(true)
    }

    /// Whether all of these are over; then none need be waited for.
    ///
    /// # Errors
    /// As [`MpLite::wait`].
    pub fn test_all(&self, numbers: &[MessageNumber]) -> Result<bool, MpLiteError> {
        self.home.progress();
        for number in numbers {
            if !self.is_over(*number)? {
                return Ok(false);
            }
        }
        numbers.iter().try_for_each(|number| self.wait(*number))?;
        Ok(true)
    }

    fn is_over(&self, number: MessageNumber) -> Result<bool, MpLiteError> {
        if number == MessageNumber::OVER {
            return Ok(true);
        }
        let state = self.home.state();
        let message = state.messages.get(number)?;
        Ok(message.request.is_none_or(|request| state.two_sided.transfer.is_done(request)))
    }

    /// The last message that was received or found.
    pub fn last(&self) -> ReceivedMessage {
        self.home.state().last
    }
}
