//! Requests and responses of RE-CONFIG (RFC 6525 §4).

use super::{ErrorKind, at_least, exactly, list, refuse};
use crate::serial::{RequestSequence, Tsn};
use crate::wire::buffer::{PacketBuffer, be16, be32};
use crate::wire::tlv::RawTlv;
use crate::wire::{List, StreamId, WireError};

/// Outgoing SSN Reset Request (RFC 6525 §4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutgoingReset<'a> {
    /// Number of this request.
    pub request: RequestSequence,
    /// Number of the Incoming SSN Reset Request that asked for it; else the next expected one less 1.
    pub response: RequestSequence,
    /// The last TSN that was given out before the reset.
    pub last_tsn: Tsn,
    /// The streams; none for all.
    pub streams: List<'a, StreamId>,
}

impl<'a> OutgoingReset<'a> {
    pub(crate) fn decode(raw: &RawTlv<'a>) -> Result<Self, WireError> {
        let value = at_least(raw, 12)?;
        Ok(Self {
            request: RequestSequence(be32(value, 0)),
            response: RequestSequence(be32(value, 4)),
            last_tsn: Tsn(be32(value, 8)),
            streams: list(raw, &value[12..])?,
        })
    }

    pub(crate) fn value_len(&self) -> usize {
        12 + self.streams.encoded_len()
    }

    pub(crate) fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u32(self.request.0);
        out.put_u32(self.response.0);
        out.put_u32(self.last_tsn.0);
        self.streams.encode(out);
    }
}

/// Incoming SSN Reset Request (RFC 6525 §4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IncomingReset<'a> {
    /// Number of this request.
    pub request: RequestSequence,
    /// The streams; none for all.
    pub streams: List<'a, StreamId>,
}

impl<'a> IncomingReset<'a> {
    pub(crate) fn decode(raw: &RawTlv<'a>) -> Result<Self, WireError> {
        let value = at_least(raw, 4)?;
        Ok(Self { request: RequestSequence(be32(value, 0)), streams: list(raw, &value[4..])? })
    }

    pub(crate) fn value_len(&self) -> usize {
        4 + self.streams.encoded_len()
    }

    pub(crate) fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u32(self.request.0);
        self.streams.encode(out);
    }
}

/// Add Outgoing or Incoming Streams Request (RFC 6525 §4.5, §4.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddStreams {
    /// Number of this request.
    pub request: RequestSequence,
    /// How many streams more.
    pub streams: u16,
}

impl AddStreams {
    pub(crate) const LEN: usize = 8;

    pub(crate) fn decode(raw: &RawTlv<'_>) -> Result<Self, WireError> {
        let value = exactly(raw, Self::LEN)?;
        Ok(Self { request: RequestSequence(be32(value, 0)), streams: be16(value, 4) })
    }

    pub(crate) fn encode_value<B: PacketBuffer + ?Sized>(self, out: &mut B) {
        out.put_u32(self.request.0);
        out.put_u16(self.streams);
        out.put_u16(0);
    }
}

/// Result of a request (RFC 6525 §4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReConfigResult(pub u32);

impl ReConfigResult {
    /// Success, there was nothing to do.
    pub const NOTHING_TO_DO: Self = Self(0);
    /// Success, it was done.
    pub const PERFORMED: Self = Self(1);
    /// Denied.
    pub const DENIED: Self = Self(2);
    /// The stream's number is wrong.
    pub const WRONG_SSN: Self = Self(3);
    /// Another request is in progress.
    pub const ALREADY_IN_PROGRESS: Self = Self(4);
    /// The request's number is wrong.
    pub const BAD_SEQUENCE: Self = Self(5);
    /// Under way; ask again.
    pub const IN_PROGRESS: Self = Self(6);
}

/// The numbers to go on with after an SSN/TSN reset (RFC 6525 §4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextTsns {
    /// The next TSN that the responder will send.
    pub sender: Tsn,
    /// The next TSN that the responder expects.
    pub receiver: Tsn,
}

/// Re-configuration Response (RFC 6525 §4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReConfigResponse {
    /// Number of the request that this answers.
    pub response: RequestSequence,
    /// What became of it.
    pub result: ReConfigResult,
    /// In answers to an SSN/TSN reset alone.
    pub next: Option<NextTsns>,
}

impl ReConfigResponse {
    pub(crate) fn decode(raw: &RawTlv<'_>) -> Result<Self, WireError> {
        let value = at_least(raw, 8)?;
        let next = match value.len() {
            8 => None,
            16 => Some(NextTsns { sender: Tsn(be32(value, 8)), receiver: Tsn(be32(value, 12)) }),
            // One of the two optional fields without the other, or something behind them.
            9..=15 => return Err(refuse(raw, ErrorKind::TooShort)),
            _ => return Err(refuse(raw, ErrorKind::TooLong)),
        };
        Ok(Self {
            response: RequestSequence(be32(value, 0)),
            result: ReConfigResult(be32(value, 4)),
            next,
        })
    }

    pub(crate) fn value_len(&self) -> usize {
        if self.next.is_some() { 16 } else { 8 }
    }

    pub(crate) fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
        out.put_u32(self.response.0);
        out.put_u32(self.result.0);
        if let Some(next) = self.next {
            out.put_u32(next.sender.0);
            out.put_u32(next.receiver.0);
        }
    }
}
