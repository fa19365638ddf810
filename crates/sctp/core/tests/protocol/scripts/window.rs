//! The receiver's window (RFC 9260 §6.1, §6.2, §6.2.1).

use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::streams::MessageOptions;
use ferry_sctp_core::wire::{ChunkType, StreamId};

use crate::common::script::{FRAGMENT, PEER_TSN, Peer, Script, data, plain};
use crate::common::{ms, s, us};

#[test]
fn no_more_leaves_than_the_peer_has_room_for() {
    let mut config = plain();
    config.paths.congestion.initial_segments = Some(100);
    let peer = Peer { window: 3 * FRAGMENT as u32, ..Peer::default() };
    let mut script = Script::connected(config, peer);
    for _ in 0..10 {
        script.send(0, &[1; FRAGMENT]);
    }
    // §6.1 A: three fill the window of the INIT ACK.
    assert_eq!(script.take().len(), 3);
    // A SACK for two that leaves room for two in all: one is still outstanding (§6.2.1 C).
    script.wait(ms(2));
    script.sack_gaps(script.t(1), 2 * FRAGMENT as u32, &[]);
    assert_eq!(script.take().len(), 1);
}

#[test]
fn a_window_of_nothing_is_probed() {
    let mut script = Script::connected(plain(), Peer::default());
    script.send(0, &[1; 1000]);
    script.take();
    script.wait(ms(2));
    script.sack_gaps(script.t(0), 0, &[]);
    for _ in 0..5 {
        script.send(0, &[2; 1000]);
    }
    // §6.1 A: with nothing outstanding, one DATA chunk may be sent whatever the window is, an RTO after
    // the peer said that it has no room.
    let rto = script.path(0).rto;
    script.silent_for(rto - us(1));
    let probe = script.expect_within(us(1));
    assert_eq!(probe.tsns(), [script.t(1)]);
    script.silent();
    // The peer has no room and says so; the probe is sent again and again, and its answers show that the
    // peer lives: no number of them counts as an error (§6.1 A).
    for _ in 0..30 {
        script.wait(ms(1));
        script.sack_gaps(script.t(0), 0, &[]);
        let probe = script.expect_within(s(20));
        assert_eq!(probe.tsns(), [script.t(1)]);
    }
    assert_eq!(script.news(), None);
    // Room comes: everything goes.
    script.sack_gaps(script.t(1), 1 << 20, &[]);
    let rest: Vec<_> = script.take().iter().flat_map(|sent| sent.tsns()).collect();
    assert_eq!(rest.first(), Some(&script.t(2)));
    assert!(!rest.is_empty());
}

#[test]
fn a_reader_that_does_not_read_stops_the_sender() {
    let config = AssociationConfig { receive_window: 20_000, ..plain() };
    let mut script = Script::connected(config, Peer::default());
    let init = script.opening[0].clone();
    init.look(ChunkType::Init, |chunk| match chunk {
        ferry_sctp_core::wire::Chunk::Init(init) => assert_eq!(init.receiver_window, 20_000),
        other => panic!("{other:?}"),
    });
    let mut windows = Vec::new();
    let mut refused = 0;
    for n in 0..60_u32 {
        script.say(&[data(PEER_TSN.plus(n), 0, n as u16, &[1; 1000])]);
        script.wait(ms(5));
        let Some(sack) = script.take().iter().filter_map(|sent| sent.sack()).next_back() else {
            continue;
        };
        windows.push(sack.window);
        if sack.cumulative.before(PEER_TSN.plus(n)) {
            refused = n;
            break;
        }
    }
    // §6.2: the window shrinks to nothing, and then what comes is dropped without being acknowledged.
    assert!(windows.windows(2).all(|pair| pair[1] <= pair[0]), "{windows:?}");
    assert_eq!(windows.last(), Some(&0));
    assert!((20..=40).contains(&refused), "message {refused} was the first that was refused");
    let held = script.report().receive_held;
    assert!(held <= 2 * 20_000, "{held} bytes are held");
    // The user reads: the peer hears of the room at once (§6.2).
    while script.read().is_some() {}
    let windows: Vec<u32> =
        script.take().iter().filter_map(|sent| sent.sack()).map(|sack| sack.window).collect();
    assert!(windows.last().is_some_and(|last| *last >= 15_000), "{windows:?}");
    // And what had been dropped is taken now.
    script.say(&[data(PEER_TSN.plus(refused), 0, refused as u16, &[1; 1000])]);
    assert!(script.read().is_some());
    assert!(!matches!(script.news(), Some(AssociationEvent::Lost(_))));
}

#[test]
fn a_long_message_goes_on_though_others_fill_the_buffer() {
    // Without interleaving a message that was begun is ended before another begins (§6.9).
    let config = AssociationConfig { send_buffer: 20_000, ..plain() };
    let mut script = Script::connected(config, Peer::default());
    let long = vec![1; 60_000];
    let (now, id) = (script.now, script.id);
    let options = MessageOptions::default();
    let sent = script.end.send(now, id, StreamId(0), options, long[..].into(), true);
    let mut taken = sent.expect("a part is taken").bytes;
    assert_eq!(taken, 20_000);
    let mut last = script.first.previous();
    let mut deliver = |script: &mut Script| {
        for _ in 0..40 {
            script.wait(ms(2));
            let sent: Vec<_> = script.take().iter().flat_map(|sent| sent.tsns()).collect();
            last = sent.last().copied().unwrap_or(last);
            script.sack(last);
        }
    };
    deliver(&mut script);
    // Others, which have to wait for its end, take the room.
    script.send(1, &[2; 17_000]);
    let mut turns = 0;
    while taken < long.len() {
        let (now, rest) = (script.now, long[taken..].into());
        taken += script.end.append(now, id, StreamId(0), rest, true).expect("it may go on");
        deliver(&mut script);
        turns += 1;
        assert!(turns < 50, "{taken} bytes were taken");
    }
    deliver(&mut script);
    assert_eq!(script.report().send_held, 0);
}

#[test]
fn probes_that_are_taken_come_ever_more_seldom() {
    let mut script = Script::connected(plain(), Peer::default());
    for _ in 0..12 {
        script.send(0, &[1; 1000]);
    }
    let mut next = script.take().last().map(|sent| sent.tsns()[0]).expect("some leave").next();
    script.wait(ms(2));
    script.sack_gaps(next.previous(), 0, &[]);
    let mut waits = Vec::new();
    for _ in 0..5 {
        let from = script.now;
        let probe = script.expect_within(s(5));
        assert_eq!(probe.tsns(), [next]);
        script.silent();
        waits.push(probe.at - from);
        // Each is taken, and there is no room still (§6.1 A: intervals grow exponentially).
        script.sack_gaps(next, 0, &[]);
        next = next.next();
    }
    for pair in waits.windows(2) {
        assert_eq!(pair[1], 2 * pair[0], "{waits:?}");
    }
}
