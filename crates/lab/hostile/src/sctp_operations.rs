//! Operations of the users of two SCTP endpoints, and of the network between them.

use crate::sctp::HostilePair;
use bytes::Bytes;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::streams::{MessageOptions, Read, Reliability};
use ferry_sctp_core::wire::{PayloadProtocol, StreamId};
use std::collections::BTreeMap;
use std::time::Duration;

/// What is read of an ordered, reliable stream.
#[derive(Default)]
struct Reader {
    next: u32,
    offset: usize,
}

/// The bytes of a message.
fn contents(number: u32, len: usize) -> Bytes {
    (0..len).map(|at| (number as usize * 31 + at * 7) as u8).collect()
}

/// Reads what there is of a side; ordered messages of even streams are kept to arrive, in order and whole.
fn read(pair: &mut HostilePair, side: usize, most: usize, readers: &mut BTreeMap<u16, Reader>) {
    let id = pair.ids[side];
    while let Some(read) = pair.ends[side].receive_from(id, most.max(1)) {
        let Read::Piece(piece) = read else { continue };
        if piece.stream.0 % 2 == 1 {
            continue;
        }
        let reader = readers.entry(piece.stream.0).or_default();
        assert_eq!(piece.protocol.0, reader.next, "in order, none left out");
        let all = contents(piece.protocol.0, reader.offset + piece.payload.len());
        assert_eq!(all[reader.offset..], piece.payload[..]);
        reader.offset = if piece.last { 0 } else { all.len() };
        reader.next += u32::from(piece.last);
    }
}

/// One input.
pub fn run(bytes: &[u8]) {
    let Some((&how, rest)) = bytes.split_first() else { return };
    let config = AssociationConfig {
        interleaving: how & 1 == 0,
        stream_window: (how & 2 == 0).then_some(10_000),
        receive_window: if how & 4 == 0 { 30_000 } else { 1 << 20 },
        send_buffer: 100_000,
        partial_delivery: 2_000,
        early_recovery: how & 8 == 0,
        ..AssociationConfig::default()
    };
    let mut pair = HostilePair::connected(&config);
    let mut numbers: [BTreeMap<u16, u32>; 2] = Default::default();
    let mut readers: [BTreeMap<u16, Reader>; 2] = Default::default();
    for operation in rest.chunks_exact(3).take(400) {
        let &[what, a, b] = operation else { return };
        let side = usize::from(what >> 7);
        let (now, id) = (pair.now, pair.ids[side]);
        let stream = StreamId(u16::from(a % 10));
        let end = &mut pair.ends[side];
        match what & 0x0F {
            0..=3 => {
                let number = numbers[side].entry(stream.0).or_default();
                let reliable = stream.0.is_multiple_of(2);
                let options = MessageOptions {
                    protocol: PayloadProtocol(*number),
                    unordered: !reliable && b & 1 == 0,
                    reliability: match b % 3 {
                        _ if reliable => Reliability::Full,
                        0 => Reliability::Until(now + Duration::from_millis(u64::from(b))),
                        1 => Reliability::Retransmissions(u16::from(b % 4)),
                        _ => Reliability::Priority(u32::from(b)),
                    },
                    ..MessageOptions::default()
                };
                // Taken whole or not at all, so that the model stays small.
                let len = 1 + usize::from(b) * 40;
                if end.free(id, stream) >= len {
                    let payload = contents(*number, len).into();
                    if end.send(now, id, stream, options, payload, true).is_ok() {
                        *number += 1;
                    }
                }
            }
            4 | 5 => read(&mut pair, side, usize::from(b) * 10, &mut readers[side]),
            6 => drop(end.hold(id, stream, b & 1 == 0)),
            7 => drop(end.reset_streams(now, id, &[stream])),
            8 => drop(end.reset_peer_streams(now, id, &[stream])),
            9 => drop(end.add_streams(now, id, u16::from(a % 3), u16::from(b % 3))),
            10 => {
                pair.collect();
                pair.travelling.retain(|datagram| datagram.bytes.len() % 5 != usize::from(a % 5));
            }
            11 => {
                pair.collect();
                pair.travelling.reverse();
            }
            12 => {
                pair.collect();
                pair.travelling.truncate(usize::from(b));
            }
            13 => pair.advance(Duration::from_millis(u64::from(b))),
            _ => {
                pair.collect();
                pair.deliver_all();
                pair.collect();
            }
        }
    }
    // The network is whole again: what is to be kept arrives, and the ends are quiet or have ended.
    for _ in 0..3_000 {
        pair.collect();
        pair.deliver_all();
        for (side, readers) in readers.iter_mut().enumerate() {
            read(&mut pair, side, usize::MAX, readers);
        }
        let done = (0..2).all(|side| {
            numbers[side].iter().filter(|(stream, _)| **stream % 2 == 0).all(|(stream, sent)| {
                readers[1 - side].get(stream).map_or(0, |reader| reader.next) == *sent
            })
        });
        if done {
            break;
        }
        pair.advance(Duration::from_secs(1));
    }
    for side in 0..2 {
        let mut lost = false;
        while let Some((_, event)) = pair.ends[side].poll_event() {
            lost |= matches!(event, AssociationEvent::Lost(_));
        }
        for (stream, sent) in numbers[1 - side].iter().filter(|(stream, _)| **stream % 2 == 0) {
            let read = readers[side].get(stream).map_or(0, |reader| reader.next);
            assert!(lost || read == *sent, "{read} of {sent} messages of stream {stream} came");
        }
    }
}
