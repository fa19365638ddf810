//! Partial reliability: what is abandoned is skipped, and nothing else.

use super::*;

fn options(reliability: Reliability) -> MessageOptions {
    MessageOptions { reliability, ..MessageOptions::default() }
}

#[test]
fn a_message_abandoned_before_it_began_leaves_no_trace() {
    let mut out = outgoing(false, Scheduler::FirstCome);
    let late = options(Reliability::Until(NOW));
    send_with(&mut out, 0, 1, 10, late).expect("room");
    send(&mut out, 0, 2, 10);
    let sent = packet(&mut out, 1000);
    assert_eq!((sent.len(), sent[0].1.message.0, sent[0].1.payload[0]), (1, 0, 2));
    let abandoned = out.poll_abandoned().expect("the first");
    assert!(!abandoned.sent && !abandoned.placeholder);
    assert_eq!(out.held(), 10);
}

#[test]
fn a_begun_message_needs_a_peer_that_can_skip() {
    for partial_reliability in [false, true] {
        let mut out = OutboundStreams::new(OutgoingConfig {
            partial_reliability,
            ..out_config(false, Scheduler::FirstCome)
        });
        let end = NOW + Duration::from_secs(1);
        let key = send_with(&mut out, 0, 1, 3000, options(Reliability::Until(end))).expect("room");
        packet(&mut out, 1000);
        assert_eq!(out.next_expiry(), Some(end));
        out.expire(end);
        assert_eq!(out.poll_abandoned().is_some(), partial_reliability);
        assert!(!out.abandon(key));
        assert_eq!(out.next_expiry(), None);
    }
}

#[test]
fn retransmissions_are_counted_for_each_fragment() {
    let mut out = outgoing(false, Scheduler::FirstCome);
    let key =
        send_with(&mut out, 3, 1, 10, options(Reliability::Retransmissions(2))).expect("room");
    packet(&mut out, 1000);
    assert_eq!(out.retransmission(NOW, key, 0), Retransmission::Send);
    assert_eq!(out.retransmission(NOW, key, 1), Retransmission::Send);
    assert_eq!(out.retransmission(NOW, key, 2), Retransmission::Abandoned);
    let abandoned = out.poll_abandoned().expect("it was abandoned");
    assert!(abandoned.sent && !abandoned.placeholder, "its end was sent");
    assert_eq!((abandoned.skip.stream.0, abandoned.skip.message.0), (3, 0));
    assert_eq!(out.held(), 0);
    assert!(!out.is_settled());
    out.skipped(key, 10);
    assert!(out.is_settled());
}

#[test]
fn a_message_given_up_half_way_frees_the_others() {
    let mut out = outgoing(false, Scheduler::FirstCome);
    let key = send(&mut out, 0, 1, 3000);
    let sent = packet(&mut out, 1000);
    send(&mut out, 1, 2, 10);
    assert_eq!(out.acked(key, sent[0].1.payload.len()), None);
    assert!(out.abandon(key));
    let abandoned = out.poll_abandoned().expect("it was abandoned");
    assert!(abandoned.placeholder, "all that was sent has arrived, so the peer must hear of more");
    assert_eq!(packet(&mut out, 1000)[0].1.stream.0, 1);
    out.skipped(key, 0);
    assert_eq!(out.acked(key, 0), None);
}

#[test]
fn room_is_made_by_the_least_important() {
    let mut out = OutboundStreams::new(OutgoingConfig {
        send_buffer: 3000,
        ..out_config(false, Scheduler::FirstCome)
    });
    let priority = |p| options(Reliability::Priority(p));
    let with = |out: &mut OutboundStreams, p, context| {
        send_with(out, 0, 0, 1000, MessageOptions { context, ..priority(p) })
    };
    for (p, context) in [(5, 1), (9, 2), (5, 3)] {
        with(&mut out, p, context).expect("room");
    }
    with(&mut out, 5, 4).expect("the 9 goes");
    assert_eq!(out.poll_abandoned().map(|a| a.context), Some(2));
    assert!(matches!(with(&mut out, 5, 5), Err(SendError::Full { .. })), "no lower one is left");
    send_with(&mut out, 0, 0, 1000, MessageOptions::default()).expect("reliable is above all");
    assert_eq!(out.poll_abandoned().map(|a| a.context), Some(4), "the one submitted last");
    assert_eq!(out.poll_abandoned(), None);
}

#[test]
fn appending_to_an_abandoned_message_is_refused_once() {
    let mut out = outgoing(true, Scheduler::FirstCome);
    let stream = StreamId(0);
    let accepted = out.send(NOW, stream, MessageOptions::default(), b"abc"[..].into(), false);
    assert!(out.abandon(accepted.expect("room").message));
    assert_eq!(out.append(NOW, stream, b"d"[..].into(), true), Err(SendError::Abandoned(stream)));
    assert_eq!(out.append(NOW, stream, b"d"[..].into(), true), Err(SendError::NothingOpen(stream)));
    send(&mut out, 0, 0, 5);
    assert_eq!(out.held(), 5);
}

#[test]
fn bytes_that_never_arrived_do_not_use_up_the_limit() {
    let mut out = OutboundStreams::new(OutgoingConfig {
        stream_limit: Some(1000),
        ..out_config(true, Scheduler::FirstCome)
    });
    let key = send(&mut out, 0, 0, 900);
    packet(&mut out, 1000);
    assert!(out.abandon(key));
    let other = send(&mut out, 0, 0, 900);
    assert_eq!(packet(&mut out, 1000)[0].1.payload.len(), 900);
    // One that did arrive after all was counted by the peer.
    out.acked(key, 900);
    send(&mut out, 0, 0, 200);
    assert!(out.is_blocked(StreamId(0)));
    assert_eq!(out.acked(other, 900), Some(0));
}

#[test]
fn the_list_keeps_the_last_of_each_stream_and_kind() {
    let skip = |stream, unordered, message| Skip {
        stream: StreamId(stream),
        unordered,
        message: MessageId(message),
    };
    let mut list = SkipList::new(false);
    assert!(list.note(skip(1, false, 0xFFFF), 1));
    assert!(list.note(skip(1, false, 0x1_0000), 1), "the number wraps and comes later");
    assert!(list.note(skip(2, true, 7), 1), "unordered messages are not listed by FORWARD-TSN");
    assert!(!list.note(skip(2, false, 7), 1), "the list is full");
    assert_eq!(list.as_slice(), [skip(1, false, 0x1_0000)]);
    let mut list = SkipList::new(true);
    for (unordered, message) in [(false, 3), (true, 9), (false, 2)] {
        assert!(list.note(skip(1, unordered, message), 9));
    }
    assert_eq!(list.as_slice(), [skip(1, false, 3), skip(1, true, 9)]);
}

fn skip(stream: u16, message: u32) -> Skip {
    Skip { stream: StreamId(stream), unordered: false, message: MessageId(message) }
}

#[test]
fn a_skip_delivers_what_is_complete_and_drops_the_rest() {
    for interleaving in [false, true] {
        let mut incoming = incoming(interleaving);
        // Message 0 is lost, 1 is complete, 2 lacks its end, 3 is complete.
        incoming.accept(Tsn(1), fragment(0, 1, 0, "BE", 10), false).expect("fine");
        incoming.accept(Tsn(2), fragment(0, 2, 0, "B", 10), false).expect("fine");
        incoming.accept(Tsn(4), fragment(0, 3, 0, "BE", 10), false).expect("fine");
        assert!(!incoming.is_readable(StreamId(0)));
        incoming.forward(Tsn(3), [skip(0, 2), skip(77, 1)]).expect("fine");
        incoming.advance(Tsn(4)).expect("fine");
        assert_eq!(whole(&mut incoming, 0), Some((1, 10)));
        assert_eq!(whole(&mut incoming, 0), Some((3, 10)));
        assert_eq!((whole(&mut incoming, 0), incoming.held()), (None, 0));
        // A remnant of what was skipped is no offence.
        let remnant = incoming.accept(Tsn(5), fragment(0, 2, 1, "BE", 10), true);
        if !interleaving {
            assert_eq!(remnant, Ok(Fate::Old));
        }
    }
}

#[test]
fn a_reader_hears_that_its_message_will_not_end() {
    for interleaving in [false, true] {
        let mut incoming = InboundStreams::new(
            IncomingConfig { partial_delivery: 10, ..in_config(interleaving) },
            Tsn(0),
        );
        incoming.accept(Tsn(0), fragment(0, 0, 0, "B", 20), true).expect("fine");
        assert!(matches!(incoming.read_any(5), Some(Read::Piece(piece)) if piece.first));
        incoming.accept(Tsn(2), fragment(0, 1, 0, "BE", 3), false).expect("fine");
        incoming.forward(Tsn(1), [skip(0, 0)]).expect("fine");
        assert!(matches!(incoming.read_any(5), Some(Read::Aborted { stream: StreamId(0), .. })));
        assert_eq!(whole(&mut incoming, 0), Some((1, 3)));
        assert_eq!(incoming.held(), 0);
    }
}

#[test]
fn unordered_messages_are_skipped_by_number_or_by_place() {
    let mut interleaved = incoming(true);
    interleaved.accept(Tsn(0), fragment(0, 5, 0, "UB", 10), true).expect("fine");
    interleaved.accept(Tsn(2), fragment(0, 6, 0, "UB", 10), false).expect("fine");
    let skips = [Skip { stream: StreamId(0), unordered: true, message: MessageId(5) }];
    interleaved.forward(Tsn(1), skips).expect("fine");
    assert_eq!(interleaved.held(), 10 + crate::streams::incoming::OVERHEAD);
    let mut plain = incoming(false);
    plain.accept(Tsn(0), fragment(0, 0, 0, "UB", 10), true).expect("fine");
    plain.accept(Tsn(2), fragment(0, 0, 0, "UE", 10), false).expect("fine");
    plain.forward(Tsn(2), []).expect("fine");
    assert_eq!(plain.held(), 0);
}
