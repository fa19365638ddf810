//! A piece of a message as it stands in one DATA or I-DATA chunk, and the messages that are skipped.

use bytes::Bytes;

use crate::serial::{FragmentSequence, MessageId, StreamSequence, Tsn};
use crate::wire::chunk::{DataFlags, DataHeader, IDataHeader, Position};
use crate::wire::{PayloadProtocol, StreamId};

/// A piece of a message, without its transmission sequence number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// Beginning, ending, unordered, immediate.
    pub flags: DataFlags,
    /// Stream.
    pub stream: StreamId,
    /// Number of the message in its stream. DATA carries the low 16 bits, and nothing if unordered.
    pub message: MessageId,
    /// Place in the message, from 0. Only I-DATA carries it.
    pub number: FragmentSequence,
    /// Payload protocol identifier. I-DATA carries it in the first fragment only.
    pub protocol: PayloadProtocol,
    /// The bytes, at least one.
    pub payload: Bytes,
}

impl Fragment {
    /// From a DATA chunk.
    #[must_use]
    pub fn from_data(header: &DataHeader, payload: Bytes) -> Self {
        Self {
            flags: header.flags,
            stream: header.stream,
            message: MessageId(u32::from(header.sequence.0)),
            number: FragmentSequence(0),
            protocol: header.protocol,
            payload,
        }
    }

    /// From an I-DATA chunk.
    #[must_use]
    pub fn from_i_data(header: &IDataHeader, payload: Bytes) -> Self {
        Self {
            flags: header.flags(),
            stream: header.stream,
            message: header.message,
            number: header.position.fragment(),
            protocol: match header.position {
                Position::First(protocol) => protocol,
                Position::Later(_) => PayloadProtocol::default(),
            },
            payload,
        }
    }

    /// The number of the message as DATA carries it; 0 if unordered.
    #[must_use]
    pub const fn sequence(&self) -> StreamSequence {
        if self.flags.unordered { StreamSequence(0) } else { StreamSequence(self.message.0 as u16) }
    }

    /// The DATA chunk around the payload (RFC 9260 §3.3.1).
    #[must_use]
    pub const fn data_header(&self, tsn: Tsn) -> DataHeader {
        DataHeader {
            flags: self.flags,
            tsn,
            stream: self.stream,
            sequence: self.sequence(),
            protocol: self.protocol,
        }
    }

    /// The I-DATA chunk around the payload (RFC 8260 §2.1).
    #[must_use]
    pub const fn i_data_header(&self, tsn: Tsn) -> IDataHeader {
        IDataHeader {
            immediate: self.flags.immediate,
            unordered: self.flags.unordered,
            ending: self.flags.ending,
            tsn,
            stream: self.stream,
            message: self.message,
            position: if self.flags.beginning {
                Position::First(self.protocol)
            } else {
                Position::Later(self.number)
            },
        }
    }

    /// What FORWARD-TSN says when the fragment's message is abandoned.
    #[must_use]
    pub const fn skip(&self) -> Skip {
        Skip { stream: self.stream, unordered: self.flags.unordered, message: self.message }
    }
}

/// An abandoned message: all of its kind in the stream up to it are to be skipped
/// (RFC 3758 §3.2, RFC 8260 §2.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skip {
    /// Stream.
    pub stream: StreamId,
    /// Whether the message is unordered. FORWARD-TSN lists ordered messages only, I-FORWARD-TSN both.
    pub unordered: bool,
    /// Number of the message; FORWARD-TSN carries the low 16 bits.
    pub message: MessageId,
}

/// The body of one FORWARD-TSN or I-FORWARD-TSN: for each stream and kind the last message skipped.
///
/// The association clears it, walks over its abandoned fragments from the cumulative acknowledgement on,
/// and notes each; the capacity stays. Its order is that of the first note of each stream.
#[derive(Clone, Debug, Default)]
pub struct SkipList {
    interleaving: bool,
    skips: Vec<Skip>,
}

impl SkipList {
    /// An empty list, for I-FORWARD-TSN if `interleaving`.
    #[must_use]
    pub const fn new(interleaving: bool) -> Self {
        Self { interleaving, skips: Vec::new() }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.skips.clear();
    }

    /// Adds a skipped message, unless the list would then be longer than `most` entries: false, and the
    /// forward point must stay before this fragment.
    pub fn note(&mut self, skip: Skip, most: usize) -> bool {
        if skip.unordered && !self.interleaving {
            return true;
        }
        let same =
            |known: &&mut Skip| known.stream == skip.stream && known.unordered == skip.unordered;
        if let Some(known) = self.skips.iter_mut().find(same) {
            let later = if self.interleaving {
                skip.message.after(known.message)
            } else {
                let sequence = |of: Skip| StreamSequence(of.message.0 as u16);
                sequence(skip).after(sequence(*known))
            };
            if later {
                known.message = skip.message;
            }
            return true;
        }
        if self.skips.len() >= most {
            return false;
        }
        self.skips.push(skip);
        true
    }

    /// The entries.
    #[must_use]
    pub fn as_slice(&self) -> &[Skip] {
        &self.skips
    }
}
