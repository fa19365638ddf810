//! Reassembly, delivery and windows on the receiving side.

use super::*;
use crate::streams::incoming::OVERHEAD;

fn put(incoming: &mut InboundStreams, tsn: u32, fragment: Fragment) {
    assert_eq!(incoming.accept(Tsn(tsn), fragment, false), Ok(Fate::Held));
}

#[test]
fn a_missing_fragment_holds_up_its_own_stream_only() {
    for interleaving in [false, true] {
        let mut incoming = incoming(interleaving);
        // Of stream 0 the first message lacks its middle; its second one waits. Stream 1 does not.
        put(&mut incoming, 0, fragment(0, 0, 0, "B", 10));
        put(&mut incoming, 2, fragment(0, 0, 2, "E", 10));
        put(&mut incoming, 3, fragment(0, 1, 0, "BE", 10));
        put(&mut incoming, 4, fragment(1, 0, 0, "B", 10));
        put(&mut incoming, 5, fragment(1, 0, 1, "E", 10));
        put(&mut incoming, 6, fragment(0, 7, 0, "UBE", 4));
        assert_eq!(incoming.readable().collect::<Vec<_>>(), [StreamId(1), StreamId(0)]);
        assert_eq!(whole(&mut incoming, 1), Some((0, 20)));
        assert_eq!(whole(&mut incoming, 0), Some((7, 4)), "an unordered one waits for none");
        assert_eq!(whole(&mut incoming, 0), None);
        put(&mut incoming, 1, fragment(0, 0, 1, "", 10));
        assert_eq!(whole(&mut incoming, 0), Some((0, 30)));
        assert_eq!(whole(&mut incoming, 0), Some((1, 10)));
        assert_eq!(incoming.held(), 0);
    }
}

#[test]
fn a_long_message_is_read_as_it_comes() {
    for flags in ["", "U"] {
        for interleaving in [false, true] {
            let mut incoming = InboundStreams::new(
                IncomingConfig { partial_delivery: 1000, ..in_config(interleaving) },
                Tsn(0),
            );
            put(&mut incoming, 0, fragment(0, 0, 0, &format!("{flags}B"), 999));
            assert!(!incoming.is_readable(StreamId(0)));
            put(&mut incoming, 1, fragment(0, 0, 1, flags, 1));
            let ready = incoming.peek(StreamId(0)).expect("enough is there");
            assert_eq!((ready.bytes, ready.complete, ready.unordered), (1000, false, flags == "U"));
            let mut read = 0;
            while let Some(Read::Piece(piece)) = incoming.read(StreamId(0), 300) {
                assert!(!piece.last && piece.payload.len() <= 300);
                read += piece.payload.len();
            }
            assert_eq!((read, incoming.held()), (1000, 0));
            put(&mut incoming, 2, fragment(0, 0, 2, &format!("{flags}E"), 1));
            assert!(matches!(incoming.read_any(9), Some(Read::Piece(piece)) if piece.last));
            assert!(!incoming.is_readable(StreamId(0)));
        }
    }
}

#[test]
fn messages_that_fill_the_window_together_do_not_stop_each_other() {
    let mut incoming = InboundStreams::new(
        IncomingConfig { window: 8000, partial_delivery: 2000, ..in_config(true) },
        Tsn(0),
    );
    let mut tsn = 0;
    for number in 0.. {
        for stream in 0..4 {
            let flags = if number == 0 { "B" } else { "" };
            if incoming.accept(Tsn(tsn), fragment(stream, 0, number, flags, 100), true)
                == Ok(Fate::NoRoom)
            {
                assert_eq!(incoming.readable().count(), 4);
                assert_eq!(incoming.window(1400), 0);
                while incoming.read_any(usize::MAX).is_some() {}
                assert_eq!((incoming.held(), incoming.window(1400)), (0, 8000));
                return;
            }
            tsn += 1;
        }
    }
}

#[test]
fn what_is_refused_is_bounded_and_what_is_next_has_room_kept() {
    let mut incoming =
        InboundStreams::new(IncomingConfig { window: 10_000, ..in_config(false) }, Tsn(0));
    let mut tsn = 1;
    while incoming.accept(Tsn(tsn), fragment(0, tsn, 0, "BE", 500), false) == Ok(Fate::Held) {
        tsn += 1;
    }
    assert!((10_000..=15_000).contains(&incoming.held()), "{}", incoming.held());
    assert_eq!(incoming.accept(Tsn(0), fragment(0, 0, 0, "BE", 500), true), Ok(Fate::Held));
    for message in 0..tsn {
        assert_eq!(whole(&mut incoming, 0), Some((message, 500)));
    }
}

#[test]
fn the_window_is_not_told_in_scraps() {
    let mut incoming =
        InboundStreams::new(IncomingConfig { window: 10_000, ..in_config(false) }, Tsn(0));
    assert_eq!(incoming.advertise(1400), 10_000);
    let len = 1000 - OVERHEAD;
    for tsn in 0..9 {
        put(&mut incoming, tsn, fragment(0, tsn, 0, "BE", len));
    }
    assert_eq!(incoming.advertise(1400), 0, "1000 bytes are less than a packet");
    whole(&mut incoming, 0);
    assert_eq!(incoming.window(1400), 2000);
    assert!(!incoming.window_update_due(1400));
    whole(&mut incoming, 0);
    assert!(incoming.window_update_due(1400), "two packets, or a quarter, of room");
    assert_eq!(incoming.advertise(1400), 3000);
    whole(&mut incoming, 0);
    assert!(!incoming.window_update_due(1400));
}

#[test]
fn limits_of_streams_rise_as_they_are_read() {
    let mut incoming = InboundStreams::new(
        IncomingConfig { stream_window: Some(1000), ..in_config(true) },
        Tsn(0),
    );
    put(&mut incoming, 0, fragment(2, 0, 0, "BE", 600));
    let beyond = Violation::BeyondLimit { stream: StreamId(2), limit: 1000 };
    assert_eq!(incoming.accept(Tsn(1), fragment(2, 1, 0, "BE", 401), true), Err(beyond));
    assert_eq!(incoming.poll_limit(), None);
    whole(&mut incoming, 2);
    assert_eq!(incoming.poll_limit(), Some((StreamId(2), 1600)));
    assert_eq!(incoming.poll_limit(), None);
    put(&mut incoming, 1, fragment(2, 1, 0, "BE", 1000));
    put(&mut incoming, 2, fragment(3, 0, 0, "BE", 1000));
}

#[test]
fn limits_are_told_in_eighths() {
    let mut incoming = InboundStreams::new(
        IncomingConfig { stream_window: Some(1000), ..in_config(true) },
        Tsn(0),
    );
    put(&mut incoming, 0, fragment(2, 0, 0, "BE", 124));
    whole(&mut incoming, 2);
    assert_eq!(incoming.poll_limit(), None);
    put(&mut incoming, 1, fragment(2, 1, 0, "BE", 1));
    whole(&mut incoming, 2);
    assert_eq!(incoming.poll_limit(), Some((StreamId(2), 1125)));
}

#[test]
fn a_stream_that_is_left_alone_takes_no_window_from_the_others() {
    let mut incoming = InboundStreams::new(
        IncomingConfig { window: 4000, stream_window: Some(3000), ..in_config(true) },
        Tsn(0),
    );
    put(&mut incoming, 0, fragment(0, 0, 0, "BE", 2000));
    assert_eq!(incoming.window(100), 4000 - 2000 - OVERHEAD as u32);
    assert!(incoming.hold(StreamId(0), true));
    assert_eq!((incoming.window(100), incoming.held()), (4000, 2000 + OVERHEAD));
    put(&mut incoming, 1, fragment(0, 1, 0, "BE", 500));
    assert_eq!(incoming.window(100), 4000);
    assert!(incoming.hold(StreamId(0), false));
    assert_eq!(incoming.window(100), 4000 - 2500 - 2 * OVERHEAD as u32);
    while whole(&mut incoming, 0).is_some() {}
    assert_eq!(incoming.held(), 0);
}

#[test]
fn a_reset_stream_begins_with_zero() {
    for interleaving in [false, true] {
        let mut incoming = incoming(interleaving);
        for tsn in 0..3 {
            put(&mut incoming, tsn, fragment(0, tsn, 0, "BE", 10));
        }
        incoming.reset(StreamId(0));
        incoming.reset(StreamId(99));
        put(&mut incoming, 4, fragment(0, 1, 0, "BE", 12));
        put(&mut incoming, 3, fragment(0, 0, 0, "BE", 11));
        let read: Vec<_> = std::iter::from_fn(|| whole(&mut incoming, 0)).collect();
        assert_eq!(read, [(0, 10), (1, 10), (2, 10), (0, 11), (1, 12)]);
    }
}

#[test]
fn numbers_wrap() {
    let mut plain =
        InboundStreams::new(IncomingConfig { window: 1 << 30, ..in_config(false) }, Tsn(u32::MAX));
    for message in 0..70_000_u32 {
        let tsn = u32::MAX.wrapping_add(message);
        let wire = fragment(0, message & 0xFFFF, 0, "BE", 1);
        assert_eq!(plain.accept(Tsn(tsn), wire, true), Ok(Fate::Held));
        plain.advance(Tsn(tsn)).expect("fine");
        assert_eq!(whole(&mut plain, 0), Some((message & 0xFFFF, 1)));
    }
}

#[test]
fn streams_take_turns_message_by_message() {
    let mut incoming = incoming(true);
    for (tsn, (stream, message)) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)].into_iter().enumerate()
    {
        put(&mut incoming, tsn as u32, fragment(stream, message, 0, "BE", 1));
    }
    let order: Vec<_> = std::iter::from_fn(|| match incoming.read_any(9) {
        Some(Read::Piece(piece)) => Some(piece.stream.0),
        _ => None,
    })
    .collect();
    assert_eq!(order, [0, 1, 2, 0, 1]);
}
