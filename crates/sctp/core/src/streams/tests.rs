//! The two halves against each other, through a network that loses, doubles and reorders.

mod hostile;
mod incoming;
mod model;
mod outgoing;
mod skipping;

use std::time::Duration;

use bytes::Bytes;

use super::*;
use crate::serial::{FragmentSequence, MessageId, Tsn};
use crate::wire::chunk::DataFlags;
use crate::wire::{PayloadProtocol, StreamId};

pub(super) const NOW: Duration = Duration::from_secs(1);

pub(super) fn outgoing(interleaving: bool, scheduler: Scheduler) -> OutboundStreams {
    OutboundStreams::new(out_config(interleaving, scheduler))
}

pub(super) fn out_config(interleaving: bool, scheduler: Scheduler) -> OutgoingConfig {
    OutgoingConfig {
        streams: 4,
        interleaving,
        partial_reliability: true,
        send_buffer: 1 << 20,
        stream_buffer: None,
        stream_limit: None,
        within_limit: false,
        scheduler,
    }
}

pub(super) fn in_config(interleaving: bool) -> IncomingConfig {
    IncomingConfig {
        streams: 4,
        interleaving,
        partial_reliability: false,
        window: 1 << 20,
        partial_delivery: 1 << 16,
        largest_message: None,
        stream_window: None,
    }
}

pub(super) fn incoming(interleaving: bool) -> InboundStreams {
    InboundStreams::new(in_config(interleaving), Tsn(0))
}

/// Sends a message of `len` bytes, all of the value `byte`.
pub(super) fn send(out: &mut OutboundStreams, stream: u16, byte: u8, len: usize) -> MessageKey {
    let options = MessageOptions::default();
    send_with(out, stream, byte, len, options).expect("room and a stream")
}

pub(super) fn send_with(
    out: &mut OutboundStreams,
    stream: u16,
    byte: u8,
    len: usize,
    options: MessageOptions,
) -> Result<MessageKey, SendError> {
    let bytes = Bytes::from(vec![byte; len]);
    let accepted = out.send(NOW, StreamId(stream), options, Payload::Shared(bytes), true)?;
    assert_eq!(accepted.bytes, len);
    Ok(accepted.message)
}

/// All fragments that fit into one packet.
pub(super) fn packet(out: &mut OutboundStreams, full: usize) -> Vec<(MessageKey, Fragment)> {
    out.begin_packet(full);
    let mut room = full;
    let mut fragments = Vec::new();
    while let Some((key, fragment)) = out.next_fragment(NOW, room) {
        assert!(fragment.payload.len() <= room && !fragment.payload.is_empty());
        room = room.saturating_sub(fragment.payload.len() + 20);
        fragments.push((key, fragment));
    }
    fragments
}

/// A fragment as the peer would send it.
pub(super) fn fragment(
    stream: u16,
    message: u32,
    number: u32,
    flags: &str,
    len: usize,
) -> Fragment {
    Fragment {
        flags: DataFlags {
            immediate: false,
            unordered: flags.contains('U'),
            beginning: flags.contains('B'),
            ending: flags.contains('E'),
        },
        stream: StreamId(stream),
        message: MessageId(message),
        number: FragmentSequence(number),
        protocol: PayloadProtocol(message),
        payload: Bytes::from(vec![message as u8; len]),
    }
}

/// Reads until a message ends: its number, bytes, and whether it was unordered.
pub(super) fn whole(incoming: &mut InboundStreams, stream: u16) -> Option<(u32, usize)> {
    let mut bytes = 0;
    while let Some(Read::Piece(piece)) = incoming.read(StreamId(stream), usize::MAX) {
        bytes += piece.payload.len();
        if piece.last {
            return Some((piece.protocol.0, bytes));
        }
    }
    None
}

/// A small generator of random numbers.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
