//! Streams whose numbers begin anew (RFC 6525 §5.1.2 and §5.2.1, the sending side).
//!
//! What was submitted before the wish is sent and settled first; what is submitted after it waits until
//! the peer has answered (rule A1), and then begins with 0, or goes on where the stream was if the peer
//! has denied. Since everything is settled, no FORWARD-TSN about old numbers can meet new ones. The
//! count of bytes for flow control by stream goes on through a reset.

use thiserror::Error;

use super::OutboundStreams;
use super::message::FragmentedMessage;
use crate::streams::store::{RecordKey, Store};
use crate::wire::StreamId;

/// How far the reset of a stream has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ResetState {
    /// None is wanted.
    #[default]
    None,
    /// Waits for the messages that were in the queue when it was asked for.
    Draining {
        /// How many of them have something left to cut.
        before: usize,
        /// Whether there are any after them: those are numbered from here in the order of submission.
        after: Option<u64>,
    },
    /// The request is with the peer.
    Requested,
}

impl ResetState {
    /// Whether the message at the front of the queue may begin.
    pub(super) const fn may_begin(&self) -> bool {
        match self {
            Self::None => true,
            Self::Draining { before, .. } => *before > 0,
            Self::Requested => false,
        }
    }

    /// A message was added to the queue.
    pub(super) fn submitted(&mut self, messages: &mut Store<FragmentedMessage>, key: RecordKey) {
        if let Self::Draining { after, .. } = self
            && after.is_none()
        {
            *after = messages.get(key).map(|message| message.arrival);
        }
    }

    /// The message at the front of the queue left it.
    pub(super) const fn left_queue(&mut self) {
        if let Self::Draining { before, .. } = self {
            *before = before.saturating_sub(1);
        }
    }

    /// A message left the queue from wherever it was in it.
    pub(super) fn left_queue_early(&mut self, messages: &Store<FragmentedMessage>, key: RecordKey) {
        let Some(message) = messages.get(key) else {
            return;
        };
        if let Self::Draining { before, after } = self
            && after.is_none_or(|after| message.arrival < after)
        {
            *before = before.saturating_sub(1);
        }
    }
}

/// Why a stream is not reset.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum ResetError {
    /// No such stream.
    #[error("stream {0} does not exist, so it cannot be reset")]
    NoSuchStream(StreamId),
    /// It is being reset already.
    #[error("stream {0} is being reset already; wait for the peer's answer")]
    UnderWay(StreamId),
}

impl OutboundStreams {
    /// Asks for a stream to be reset once all that was submitted has been settled.
    ///
    /// # Errors
    ///
    /// The stream does not exist or is being reset.
    pub fn request_reset(&mut self, stream: StreamId) -> Result<(), ResetError> {
        let found =
            self.streams.get_mut(usize::from(stream.0)).ok_or(ResetError::NoSuchStream(stream))?;
        if found.reset != ResetState::None {
            return Err(ResetError::UnderWay(stream));
        }
        found.reset = ResetState::Draining { before: found.queue.len(), after: None };
        self.resetting.push(stream.0);
        self.refresh(stream.0);
        Ok(())
    }

    /// The streams that are drained and can be put into an Outgoing SSN Reset Request, whose Sender's
    /// Last Assigned TSN is the last one that was assigned (RFC 6525 §4.1).
    pub fn drained(&self) -> impl Iterator<Item = StreamId> {
        let ready = |stream: &u16| {
            let found = &self.streams[usize::from(*stream)];
            matches!(found.reset, ResetState::Draining { before: 0, .. }) && found.flying.is_empty()
        };
        self.resetting.iter().copied().filter(ready).map(StreamId)
    }

    /// The request that names a drained stream was sent.
    pub fn reset_requested(&mut self, stream: StreamId) {
        if self.drained().any(|drained| drained == stream) {
            self.streams[usize::from(stream.0)].reset = ResetState::Requested;
        }
    }

    /// The peer has answered: `performed` if the stream begins anew (RFC 6525 §5.2.7).
    pub fn reset_answered(&mut self, stream: StreamId, performed: bool) {
        let Some(found) = self.streams.get_mut(usize::from(stream.0)) else {
            return;
        };
        if found.reset != ResetState::Requested {
            return;
        }
        found.reset = ResetState::None;
        if performed {
            found.next_ordered = 0;
            found.next_unordered = 0;
        }
        self.resetting.retain(|other| *other != stream.0);
        self.refresh(stream.0);
    }

    /// Whether a stream is being reset.
    #[must_use]
    pub fn is_resetting(&self, stream: StreamId) -> bool {
        self.resetting.contains(&stream.0)
    }
}
