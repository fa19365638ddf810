//! Flow control by stream: how far each stream may send, told in a chunk of Ferry's own.
//!
//! SCTP has one window for all streams, so that one which nobody reads stops the others (the second
//! thing that the thesis on SCTP for MPI found missing). Two ends that both offer a window by stream in
//! INIT tell each other how many bytes, counted from the beginning, each stream may have sent. Others
//! step over the parameter and never see the chunk.

use std::time::Duration;

use super::Association;
use crate::Now;
use crate::wire::buffer::{PacketBuffer, be16, be32};
use crate::wire::chunk::RawChunk;
use crate::wire::{ChunkType, StreamId};

/// The chunk: entries of a stream, two bytes of padding and a limit of 64 bits. Its type asks those who
/// do not know it to step over it in silence (RFC 9260 §3.2).
pub(super) const STREAM_LIMITS: ChunkType = ChunkType(0x9E);

/// Bytes of an entry.
const ENTRY: usize = 12;
/// Entries of one chunk.
const MAX_ENTRIES: usize = 32;

/// Flag: the sender is blocked and asks whether a limit was lost on the way.
const ASK: u8 = 1;
/// Longest time between two such questions.
const MOST_PATIENCE: Duration = Duration::from_secs(1);

impl Association {
    /// The peer lets streams send further, or asks whether it may.
    pub(super) fn on_limits(&mut self, now: Now, raw: &RawChunk<'_>) {
        let rto = self.rto();
        let Some(transfer) = self.transfer.as_mut() else { return };
        if transfer.agreed.stream_windows.is_none() {
            return;
        }
        if raw.flags & ASK == 0 {
            // The peer answers: other streams that wait need not wait as long as one that was silent.
            transfer.limits_patience = rto;
            let soon = now.saturating_add(rto);
            transfer.limits_due = transfer.limits_due.map(|due| due.min(soon));
        }
        let mut answer = Vec::new();
        for entry in raw.value.chunks_exact(ENTRY).take(MAX_ENTRIES) {
            let stream = StreamId(be16(entry, 0));
            let limit = u64::from(be32(entry, 4)) << 32 | u64::from(be32(entry, 8));
            if raw.flags & ASK == 0 {
                transfer.outgoing.raise_limit(stream, limit);
            } else if let Some(limit) = transfer.incoming.renew_limit(stream, limit) {
                put(&mut answer, stream, limit);
            }
        }
        if !answer.is_empty() {
            self.queue(STREAM_LIMITS, answer, None);
        }
        self.opportunity = true;
    }

    /// Queues what the reader has made room for.
    pub(super) fn tell_limits(&mut self) {
        let Some(transfer) = self.transfer.as_mut() else { return };
        if transfer.agreed.stream_windows.is_none() || self.control.len() >= super::MAX_CONTROL {
            return;
        }
        let mut value = Vec::new();
        while let Some((stream, limit)) = transfer.incoming.poll_limit() {
            put(&mut value, stream, limit);
            if value.len() >= MAX_ENTRIES * ENTRY {
                break;
            }
        }
        if !value.is_empty() {
            self.queue(STREAM_LIMITS, value, None);
        }
    }

    /// Something waits: should it be for a limit, the peer is asked after a while.
    pub(super) fn watch_limits(&mut self, now: Now) {
        let Some(transfer) = &self.transfer else { return };
        let outgoing = &transfer.outgoing;
        let waits = transfer.agreed.stream_windows.is_some()
            && (outgoing.queued() > 0 || outgoing.wanting() > 0);
        if !waits || transfer.limits_due.is_some() {
            return;
        }
        let rto = self.rto();
        if let Some(transfer) = &mut self.transfer {
            transfer.limits_patience = rto;
            transfer.limits_due = Some(now.saturating_add(rto));
        }
    }

    /// Asks for the limits of streams that wait for them.
    pub(super) fn ask_limits(&mut self, now: Now) {
        let Some(transfer) = self.transfer.as_mut() else { return };
        if transfer.limits_due.is_none_or(|due| due > now) {
            return;
        }
        transfer.limits_due = None;
        let outgoing = &transfer.outgoing;
        let mut value = Vec::new();
        let streams = (0..outgoing.streams()).map(|stream| StreamId(stream as u16));
        for stream in streams.filter(|stream| outgoing.is_blocked(*stream)).take(MAX_ENTRIES) {
            put(&mut value, stream, outgoing.limit(stream).unwrap_or(0));
        }
        if value.is_empty() {
            return;
        }
        let patience = transfer.limits_patience.saturating_mul(2).min(MOST_PATIENCE);
        transfer.limits_patience = patience;
        transfer.limits_due = Some(now.saturating_add(patience));
        let kind = STREAM_LIMITS;
        self.control.push_back(super::Control { kind, flags: ASK, value, path: None });
    }
}

fn put(value: &mut Vec<u8>, stream: StreamId, limit: u64) {
    value.put_u16(stream.0);
    value.put_u16(0);
    value.put_u32((limit >> 32) as u32);
    value.put_u32(limit as u32);
}
