//! Schedulers, parts, limits and resets on the sending side.

use super::*;
use crate::streams::outgoing::ResetError;

fn streams_of(fragments: &[(MessageKey, Fragment)]) -> Vec<u16> {
    fragments.iter().map(|(_, fragment)| fragment.stream.0).collect()
}

#[test]
fn interleaving_lets_a_small_message_pass_a_long_one() {
    let position = |interleaving| {
        let mut out = outgoing(interleaving, Scheduler::RoundRobin);
        send(&mut out, 0, 1, 100_000);
        let mut seen = packet(&mut out, 1000);
        send(&mut out, 1, 2, 8);
        for _ in 0..110 {
            seen.extend(packet(&mut out, 1000));
        }
        let small = seen.iter().position(|(_, fragment)| fragment.stream.0 == 1);
        small.expect("it was sent") + 1
    };
    assert!(position(true) <= 3);
    assert_eq!(position(false), 101);
}

#[test]
fn numbers_and_flags_of_fragments() {
    for interleaving in [false, true] {
        let mut out = outgoing(interleaving, Scheduler::FirstCome);
        let unordered = MessageOptions { unordered: true, ..MessageOptions::default() };
        send(&mut out, 2, 1, 2500);
        send_with(&mut out, 2, 2, 10, unordered).expect("room");
        send(&mut out, 2, 3, 10);
        let mut all = Vec::new();
        while out.has_fragment() {
            all.extend(packet(&mut out, 1000).into_iter().map(|(_, fragment)| fragment));
        }
        let seen: Vec<_> = all
            .iter()
            .map(|f| (f.message.0, f.number.0, f.flags.beginning, f.flags.ending, f.payload.len()))
            .collect();
        let unordered_number = if interleaving { 0 } else { 1 };
        assert_eq!(
            seen,
            [
                (0, 0, true, false, 1000),
                (0, 1, false, false, 1000),
                (0, 2, false, true, 500),
                (unordered_number, 0, true, true, 10),
                (1, 0, true, true, 10),
            ]
        );
        assert_eq!(all[3].sequence().0, 0);
    }
}

/// A part leaves in full packets only if the next begins where a packet does.
#[test]
fn of_a_message_that_ends_with_bytes_no_byte_waits() {
    for (ends_with_bytes, lens) in
        [(true, vec![1000, 1000, 1000]), (false, vec![1000, 999, 1, 1000])]
    {
        let mut out = outgoing(true, Scheduler::FirstCome);
        let options = MessageOptions { ends_with_bytes, ..MessageOptions::default() };
        let (part, now) = ([7; 2000], Duration::ZERO);
        let first = out.send(now, StreamId(0), options, Payload::Borrowed(&part), false);
        assert_eq!(first.expect("room").bytes, 2000);
        let mut seen = [packet(&mut out, 1000), packet(&mut out, 1000)].concat();
        assert!(!out.has_fragment(), "{seen:?}");
        if ends_with_bytes {
            let nothing = out.append(now, StreamId(0), Payload::Borrowed(&[]), true);
            assert_eq!(nothing, Err(SendError::Empty));
        }
        out.append(now, StreamId(0), Payload::Borrowed(&part[..1000]), true).expect("room");
        while out.has_fragment() {
            seen.extend(packet(&mut out, 1000));
        }
        let found: Vec<_> = seen.iter().map(|(_, fragment)| fragment.payload.len()).collect();
        assert_eq!(found, lens);
    }
}

#[test]
fn round_robin_by_packet_keeps_a_packet_to_one_stream() {
    let mut out = outgoing(true, Scheduler::RoundRobinPacket);
    for stream in 0..3 {
        for _ in 0..4 {
            send(&mut out, stream, 0, 300);
        }
    }
    let order: Vec<_> = (0..6).map(|_| streams_of(&packet(&mut out, 700))).collect();
    assert_eq!(order, [[0, 0], [1, 1], [2, 2], [0, 0], [1, 1], [2, 2]]);
}

#[test]
fn a_message_that_fits_a_packet_is_not_split() {
    let mut out = outgoing(false, Scheduler::FirstCome);
    send(&mut out, 0, 0, 600);
    send(&mut out, 0, 0, 600);
    send(&mut out, 0, 0, 1500);
    let lens = |fragments: Vec<(MessageKey, Fragment)>| -> Vec<usize> {
        fragments.iter().map(|(_, fragment)| fragment.payload.len()).collect()
    };
    assert_eq!(lens(packet(&mut out, 1000)), [600]);
    assert_eq!(lens(packet(&mut out, 1000)), [600, 380]);
    assert_eq!(lens(packet(&mut out, 1000)), [1000]);
    assert_eq!(lens(packet(&mut out, 1000)), [120]);
}

#[test]
fn a_long_message_is_taken_in_parts() {
    let mut out = OutboundStreams::new(OutgoingConfig {
        send_buffer: 10_000,
        ..out_config(false, Scheduler::FirstCome)
    });
    let bytes = vec![7; 25_000];
    let options = MessageOptions { context: 42, ..MessageOptions::default() };
    let stream = StreamId(1);
    let accepted = out.send(NOW, stream, options, bytes[..].into(), true).expect("a part fits");
    assert_eq!(accepted.bytes, 10_000);
    assert_eq!(
        out.append(NOW, stream, bytes[10_000..].into(), true),
        Err(SendError::Full { free: 0, wanted: 2500 })
    );
    assert_eq!(
        out.send(NOW, stream, options, bytes[..9].into(), true),
        Err(SendError::MessageOpen(stream))
    );
    let (mut given, mut arrived, mut finished) = (10_000, 0, None);
    while given < bytes.len() || out.has_fragment() {
        for (key, fragment) in packet(&mut out, 1200) {
            arrived += fragment.payload.len();
            assert_eq!(fragment.flags.ending, arrived == bytes.len());
            finished = out.acked(key, fragment.payload.len());
        }
        if given < bytes.len() {
            given += out.append(NOW, stream, bytes[given..].into(), true).unwrap_or(0);
        }
        assert!(out.held() <= 12_500);
    }
    assert_eq!((arrived, finished, out.held()), (25_000, Some(42), 0));
}

#[test]
fn the_last_byte_of_an_open_message_waits_for_the_end() {
    let mut out = outgoing(false, Scheduler::FirstCome);
    let stream = StreamId(0);
    let options = MessageOptions::default();
    out.send(NOW, stream, options, b"abc"[..].into(), false).expect("room");
    let sent = packet(&mut out, 1000);
    assert_eq!((&sent[0].1.payload[..], sent[0].1.flags.ending), (&b"ab"[..], false));
    assert!(!out.has_fragment());
    // The message that was begun holds up the others: this is DATA.
    send(&mut out, 1, 0, 10);
    assert!(packet(&mut out, 1000).is_empty());
    assert_eq!(out.append(NOW, stream, b""[..].into(), true), Ok(0));
    let sent = packet(&mut out, 1000);
    assert_eq!((&sent[0].1.payload[..], sent[0].1.flags.ending), (&b"c"[..], true));
    assert_eq!(streams_of(&sent), [0, 1]);
}

#[test]
fn pieces_that_lie_apart_make_one_fragment() {
    let mut out = outgoing(false, Scheduler::FirstCome);
    let pieces: [&[u8]; 3] = [b"head", b"", b"body"];
    let options = MessageOptions::default();
    out.send(NOW, StreamId(0), options, Payload::Gather(&pieces), true).expect("room");
    assert_eq!(&packet(&mut out, 1000)[0].1.payload[..], b"headbody");
}

#[test]
fn mistakes_of_the_caller_are_named() {
    let mut out = outgoing(false, Scheduler::FirstCome);
    let no_stream = SendError::NoSuchStream { stream: StreamId(9), count: 4 };
    assert_eq!(send_with(&mut out, 9, 0, 1, MessageOptions::default()), Err(no_stream));
    assert_eq!(send_with(&mut out, 0, 0, 0, MessageOptions::default()), Err(SendError::Empty));
    let nothing = Err(SendError::NothingOpen(StreamId(0)));
    assert_eq!(out.append(NOW, StreamId(0), b"x"[..].into(), true), nothing);
    assert!(!out.set_value(StreamId(9), 1));
}

#[test]
fn a_stream_at_its_limit_is_passed_over() {
    let mut out = OutboundStreams::new(OutgoingConfig {
        stream_limit: Some(1000),
        ..out_config(true, Scheduler::FirstCome)
    });
    send(&mut out, 0, 0, 3000);
    send(&mut out, 1, 0, 400);
    let sent: Vec<_> = (0..4).flat_map(|_| packet(&mut out, 800)).collect();
    let of = |stream| -> usize {
        sent.iter().filter(|(_, f)| f.stream.0 == stream).map(|(_, f)| f.payload.len()).sum()
    };
    assert_eq!((of(0), of(1)), (1000, 400));
    assert!(out.is_blocked(StreamId(0)) && !out.has_fragment());
    out.raise_limit(StreamId(0), 500);
    assert!(out.is_blocked(StreamId(0)), "limits do not fall");
    out.raise_limit(StreamId(0), 5000);
    assert!(out.has_fragment());
}

#[test]
fn within_its_limit_a_stream_fills_no_part_of_the_send_buffer() {
    let mut out = OutboundStreams::new(OutgoingConfig {
        send_buffer: 10_000,
        stream_limit: Some(1000),
        within_limit: true,
        ..out_config(true, Scheduler::FirstCome)
    });
    send(&mut out, 0, 0, 900);
    assert_eq!((out.free(StreamId(0)), out.free(StreamId(1))), (100, 1000));
    let options = MessageOptions::default();
    let offer = |out: &mut OutboundStreams, len: usize| {
        let payload = vec![0; len];
        out.send(NOW, StreamId(0), options, Payload::Borrowed(&payload), true).map(|a| a.bytes)
    };
    assert!(matches!(offer(&mut out, 101), Err(SendError::Full { free: 100, .. })));
    assert!(out.wants(StreamId(0)) && out.is_blocked(StreamId(0)) && out.wanting() == 1);
    assert!(!out.take_raised());
    out.raise_limit(StreamId(0), 1300);
    assert!(out.take_raised() && !out.take_raised() && !out.wants(StreamId(0)));
    // A quarter of the window is worth a part of a message.
    assert_eq!(offer(&mut out, 3000), Ok(400));
    assert_eq!(out.held(), 1300);
}

#[test]
fn a_full_stream_leaves_room_for_the_others() {
    let mut out = OutboundStreams::new(OutgoingConfig {
        send_buffer: 10_000,
        stream_buffer: Some(4000),
        ..out_config(true, Scheduler::FirstCome)
    });
    send(&mut out, 0, 0, 2400);
    let full = SendError::Full { free: 1600, wanted: 2000 };
    assert_eq!(send_with(&mut out, 0, 0, 2000, MessageOptions::default()), Err(full));
    send(&mut out, 1, 0, 4000);
    assert_eq!(out.free(StreamId(2)), 3600);
}

#[test]
fn a_reset_waits_for_what_was_sent_and_then_counts_from_zero() {
    let mut out = outgoing(false, Scheduler::FirstCome);
    send(&mut out, 1, 0, 10);
    send(&mut out, 1, 0, 10);
    let first = packet(&mut out, 15);
    assert_eq!(out.request_reset(StreamId(1)), Ok(()));
    assert_eq!(out.request_reset(StreamId(1)), Err(ResetError::UnderWay(StreamId(1))));
    assert_eq!(out.request_reset(StreamId(7)), Err(ResetError::NoSuchStream(StreamId(7))));
    send(&mut out, 1, 9, 10);
    let second = packet(&mut out, 1000);
    assert_eq!(second.len(), 1, "the message after the reset waits");
    assert_eq!(out.drained().count(), 0);
    for (key, fragment) in first.iter().chain(&second) {
        out.acked(*key, fragment.payload.len());
    }
    assert_eq!(out.drained().collect::<Vec<_>>(), [StreamId(1)]);
    out.reset_requested(StreamId(1));
    assert!(out.drained().count() == 0 && packet(&mut out, 1000).is_empty());
    out.reset_answered(StreamId(1), true);
    assert!(!out.is_resetting(StreamId(1)));
    let third = packet(&mut out, 1000);
    assert_eq!((third[0].1.message.0, third[0].1.payload[0]), (0, 9));
}

#[test]
fn a_denied_reset_leaves_the_numbers() {
    let mut out = outgoing(true, Scheduler::FirstCome);
    send(&mut out, 1, 0, 10);
    for (key, fragment) in packet(&mut out, 1000) {
        out.acked(key, fragment.payload.len());
    }
    out.request_reset(StreamId(1)).expect("no other");
    out.reset_requested(StreamId(1));
    out.reset_answered(StreamId(1), false);
    send(&mut out, 1, 0, 10);
    assert_eq!(packet(&mut out, 1000)[0].1.message.0, 1);
}

#[test]
fn old_sequence_numbers_are_not_taken_for_new_ones() {
    let mut out = outgoing(false, Scheduler::FirstCome);
    let mut first = None;
    for sent in 0..40_000_u32 {
        send(&mut out, 0, 0, 1);
        let fragments = packet(&mut out, 1000);
        let Some((key, fragment)) = fragments.first() else {
            assert_eq!(sent, (1 << 15) - 1, "half the numbers, with the first not arrived");
            let (key, len) = first.expect("the first message");
            out.acked(key, len);
            assert!(out.has_fragment());
            return;
        };
        if first.is_none() {
            first = Some((*key, fragment.payload.len()));
        } else {
            out.acked(*key, fragment.payload.len());
        }
    }
    panic!("numbers were used beyond half their space");
}

#[test]
fn streams_can_be_added_and_schedulers_changed() {
    let mut out = outgoing(true, Scheduler::FirstCome);
    out.add_streams(2);
    assert_eq!(out.streams(), 6);
    for stream in [5, 4, 0] {
        send(&mut out, stream, 0, 100);
        out.set_value(StreamId(stream), stream);
    }
    out.set_scheduler(Scheduler::Priority);
    assert_eq!(streams_of(&packet(&mut out, 1000)), [0, 4, 5]);
}
