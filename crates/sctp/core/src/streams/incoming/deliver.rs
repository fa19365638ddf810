//! Delivery: whole messages, or long ones piece by piece, from any stream or a chosen one.

use bytes::Bytes;

use super::{InboundStream, InboundStreams};
use crate::serial::MessageId;
use crate::streams::store::{RecordKey, Store};
use crate::wire::{PayloadProtocol, StreamId};

/// A piece of a message. The pieces of a message come in order, and no other message of its stream
/// between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessagePiece {
    /// Stream.
    pub stream: StreamId,
    /// Whether the message is unordered.
    pub unordered: bool,
    /// Number of the message; 0 for unordered DATA, 16 bits for ordered DATA.
    pub message: MessageId,
    /// Payload protocol identifier.
    pub protocol: PayloadProtocol,
    /// The bytes, at least one.
    pub payload: Bytes,
    /// Whether the message begins here.
    pub first: bool,
    /// Whether the message ends here.
    pub last: bool,
}

/// What reading gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// The next piece.
    Piece(MessagePiece),
    /// The message that was being read will not be completed: its sender abandoned it, or the stream
    /// was reset (RFC 6458 §6.1.7, partial delivery aborted).
    Aborted {
        /// Stream.
        stream: StreamId,
        /// Whether the message is unordered.
        unordered: bool,
        /// Number of the message.
        message: MessageId,
    },
}

/// What can be read of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadableStream {
    /// Bytes of its next message that can be read now.
    pub bytes: usize,
    /// Whether that is all of the message, or its rest.
    pub complete: bool,
    /// Whether the message is unordered.
    pub unordered: bool,
    /// Payload protocol identifier.
    pub protocol: PayloadProtocol,
}

impl InboundStreams {
    /// The next piece of at most `most` bytes from a chosen stream; a fragment as it came if that is
    /// shorter. `None` if nothing can be read, or `most` is 0.
    pub fn read(&mut self, stream: StreamId, most: usize) -> Option<Read> {
        let found = self.streams.get_mut(usize::from(stream.0))?;
        let key = found.current(&self.messages)?;
        if most == 0 {
            return None;
        }
        let message = self.messages.get_mut(key)?;
        let id = MessageId(message.id as u32);
        if message.aborted {
            let unordered = message.unordered;
            found.reading = None;
            self.messages.free(key);
            return Some(Read::Aborted { stream, unordered, message: id });
        }
        let front = message.pieces.front_mut()?;
        let whole = front.len() <= most;
        let payload = if whole { message.pieces.pop_front()? } else { front.split_to(most) };
        message.unread -= payload.len();
        let piece = MessagePiece {
            stream,
            unordered: message.unordered,
            message: id,
            protocol: message.protocol,
            first: !message.touched,
            last: message.complete && message.pieces.is_empty(),
            payload,
        };
        let starved = !piece.last && message.pieces.is_empty();
        if !message.touched {
            message.touched = true;
            let chain = if message.unordered { &mut found.unordered } else { &mut found.ordered };
            self.messages.remove(chain, key);
            found.reading = Some(key);
        }
        if piece.last {
            found.reading = None;
            self.messages.free(key);
        }
        self.discard(stream.0, piece.payload.len(), usize::from(whole));
        if starved {
            // What waits behind the message being read may fill the stream's window, so that a small
            // rise is all that lets its rest come.
            self.list_update(stream.0, 1);
        }
        Some(Read::Piece(piece))
    }

    /// The next piece from the streams in turn, a message each.
    pub fn read_any(&mut self, most: usize) -> Option<Read> {
        let stream = self.next_readable()?;
        let read = self.read(stream, most)?;
        if matches!(&read, Read::Piece(piece) if !piece.last) {
            return Some(read);
        }
        if self.readable.pop_front().is_some() {
            self.streams[usize::from(stream.0)].listed = false;
            self.list(stream.0);
        }
        Some(read)
    }

    /// The stream that [`Self::read_any`] reads from next.
    pub fn next_readable(&mut self) -> Option<StreamId> {
        while let Some(&stream) = self.readable.front() {
            if self.is_readable(StreamId(stream)) {
                return Some(StreamId(stream));
            }
            self.readable.pop_front();
            self.streams[usize::from(stream)].listed = false;
        }
        None
    }

    /// The streams of which something can be read, in the order in which they became so.
    pub fn readable(&self) -> impl Iterator<Item = StreamId> {
        self.readable
            .iter()
            .map(|stream| StreamId(*stream))
            .filter(|stream| self.is_readable(*stream))
    }

    /// Whether something can be read of a stream.
    #[must_use]
    pub fn is_readable(&self, stream: StreamId) -> bool {
        self.streams
            .get(usize::from(stream.0))
            .is_some_and(|found| found.current(&self.messages).is_some())
    }

    /// What [`Self::read`] would find; `None` if nothing, and no bytes for an aborted message.
    #[must_use]
    pub fn peek(&self, stream: StreamId) -> Option<ReadableStream> {
        let found = self.streams.get(usize::from(stream.0))?;
        let message = self.messages.get(found.current(&self.messages)?)?;
        Some(ReadableStream {
            bytes: message.unread,
            complete: message.complete,
            unordered: message.unordered,
            protocol: message.protocol,
        })
    }

    /// The bytes in front of a stream where they begin a message (else none), its payload protocol identifier,
    /// and whether they are all of it. They stay unread. `None`: nothing can be read.
    #[must_use]
    pub fn front(&self, stream: StreamId) -> Option<(&[u8], PayloadProtocol, bool)> {
        let found = self.streams.get(usize::from(stream.0))?;
        let message = self.messages.get(found.current(&self.messages)?)?;
        let front = message.pieces.front().filter(|_| !message.touched && !message.aborted);
        let is_all = message.complete && message.pieces.len() == 1;
        Some((front.map_or(&[], |front| front), message.protocol, is_all))
    }

    /// Puts a stream into the list of readable ones, if it is.
    pub(super) fn list(&mut self, stream: u16) {
        if self.is_readable(StreamId(stream)) {
            let found = &mut self.streams[usize::from(stream)];
            if !found.listed {
                found.listed = true;
                self.readable.push_back(stream);
            }
        }
    }

    /// A message has grown: is it, or what follows it, readable now?
    pub(super) fn settle_delivery(&mut self, key: RecordKey) {
        let Some(message) = self.messages.get(key) else {
            return;
        };
        let (stream, unordered, id) = (message.stream, message.unordered, message.id);
        if unordered {
            if message.complete {
                self.known.remove(&(stream, true, id));
            }
            self.offer(key);
            self.list(stream);
        } else {
            self.settle_order(stream);
        }
    }

    /// Makes ordered messages readable as far as the order allows.
    pub(super) fn settle_order(&mut self, stream: u16) {
        loop {
            let next = self.streams[usize::from(stream)].next;
            let Some(&key) = self.known.get(&(stream, false, next)) else {
                break;
            };
            self.offer(key);
            if !self.messages.get(key).is_some_and(|message| message.complete) {
                break;
            }
            self.known.remove(&(stream, false, next));
            self.streams[usize::from(stream)].next += 1;
        }
        self.list(stream);
    }

    /// Makes a message readable whose turn has come, if enough of it is there.
    pub(super) fn offer(&mut self, key: RecordKey) {
        let point = if self.pressed {
            1
        } else {
            // A message longer than its stream's window would otherwise never be read, nor go on.
            let window = match self.config.stream_window {
                Some(own) => self.config.window.min(own as usize),
                None => self.config.window,
            };
            self.config.partial_delivery.min(window / 4).max(1)
        };
        let Some(message) = self.messages.get_mut(key) else {
            return;
        };
        if message.ready || !(message.complete || message.unread >= point) {
            return;
        }
        message.ready = true;
        let found = &mut self.streams[usize::from(message.stream)];
        let chain = if message.unordered { &mut found.unordered } else { &mut found.ordered };
        self.messages.push_back(chain, key);
    }
}

impl InboundStream {
    /// The message to read from: the one begun, or the next unordered, or the next ordered one. `None` if
    /// the one begun has nothing more yet.
    fn current(&self, messages: &Store<super::MessageAssembly>) -> Option<RecordKey> {
        match self.reading {
            Some(key) => {
                let message = messages.get(key)?;
                (message.aborted || !message.pieces.is_empty()).then_some(key)
            }
            None => messages.first(&self.unordered).or_else(|| messages.first(&self.ordered)),
        }
    }
}
