//! The lanes of one control connection: frames in, sealed records out, and back.

use super::ControlStream;
use super::seal::{BrokenRecord, ControlKey, End, Seals, TAG_LEN};
use crate::frame::{self, Malformed};
use bytes::Bytes;
use ferry_sctp_core::Now;
use ferry_sctp_core::endpoint::{AssociationId, Endpoint, EndpointError};
use ferry_sctp_core::streams::{MessageOptions, Payload, Read};
use ferry_sctp_core::wire::StreamId;
use std::collections::VecDeque;

/// Most bytes of frames in a record.
const PLAIN_MAX: usize = 16 << 10;
/// The longest record.
pub(super) const RECORD_MAX: usize = PLAIN_MAX + TAG_LEN;

/// Why a connection cannot go on.
#[derive(Debug, thiserror::Error)]
pub(super) enum ControlFault {
    #[error("it {0}")]
    Sealed(#[from] BrokenRecord),
    #[error("it sent {0}")]
    Frame(#[from] Malformed),
    #[error("it sent a record longer than {RECORD_MAX} bytes, or part of one")]
    Record,
    #[error("{0}")]
    Endpoint(#[from] EndpointError),
}

/// What waits in one lane.
#[derive(Debug, Default)]
struct Queue {
    /// Frames that have not left.
    out: VecDeque<u8>,
    /// A record that has come in part.
    record: Vec<u8>,
    /// Frames that have come, the last perhaps in part.
    frames: Vec<u8>,
}

/// The lanes of one connection.
#[derive(Debug)]
pub(super) struct ControlConnection {
    seals: Seals,
    lanes: [Queue; ControlStream::ALL.len()],
    /// The longest frame that the other end may send.
    longest: usize,
}

fn stream(lane: ControlStream) -> StreamId {
    StreamId(lane as u16)
}

impl ControlConnection {
    pub(super) fn new(key: &ControlKey, end: End, longest: usize) -> ControlConnection {
        ControlConnection { seals: Seals::new(key, end), lanes: Default::default(), longest }
    }

    /// Queues a frame.
    pub(super) fn push(&mut self, lane: ControlStream, frame: &[u8]) {
        self.lanes[lane.index()].out.extend(frame);
    }

    /// Whether everything that was queued has been handed over.
    pub(super) fn is_empty(&self) -> bool {
        self.lanes.iter().all(|lane| lane.out.is_empty())
    }

    /// Hands over what the association has room for.
    pub(super) fn fill(
        &mut self,
        now: Now,
        id: AssociationId,
        endpoint: &mut Endpoint,
    ) -> Result<(), ControlFault> {
        for lane in ControlStream::ALL {
            let out = &mut self.lanes[lane.index()].out;
            while !out.is_empty() {
                let count = out.len().min(PLAIN_MAX);
                if endpoint.free(id, stream(lane)) < count + TAG_LEN {
                    break;
                }
                let mut record = Vec::with_capacity(count + TAG_LEN);
                record.extend(out.drain(..count));
                self.seals.seal(lane, &mut record)?;
                let (whole, options) = (record.len(), MessageOptions::default());
                let payload = Payload::Shared(Bytes::from(record));
                let taken = endpoint.send(now, id, stream(lane), options, payload, true)?;
                if taken.bytes != whole {
                    return Err(ControlFault::Record);
                }
            }
        }
        Ok(())
    }

    /// Reads what has come on a lane and gives `each` whole frame.
    pub(super) fn read(
        &mut self,
        lane: ControlStream,
        id: AssociationId,
        endpoint: &mut Endpoint,
        mut each: impl FnMut(Vec<u8>),
    ) -> Result<(), ControlFault> {
        let queue = &mut self.lanes[lane.index()];
        while let Some(read) = endpoint.read(id, stream(lane), usize::MAX) {
            let Read::Piece(piece) = read else { return Err(ControlFault::Record) };
            if queue.record.len() + piece.payload.len() > RECORD_MAX {
                return Err(ControlFault::Record);
            }
            queue.record.extend_from_slice(&piece.payload);
            if piece.last {
                let plain = self.seals.open(lane, &mut queue.record)?;
                queue.frames.extend_from_slice(plain);
                queue.record.clear();
                while let Some(frame) = frame::take(&mut queue.frames, self.longest)? {
                    each(frame);
                }
            }
        }
        Ok(())
    }
}
