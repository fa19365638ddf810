//! Acknowledging what arrived (RFC 9260 §6.2, §6.7).

use std::time::Duration;

use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::wire::ChunkType;
use ferry_sctp_core::wire::chunk::DataFlags;

use crate::common::script::{PEER_TSN, Peer, Script, data, fragment, plain};
use crate::common::{ms, s, us};

const DELAY: Duration = Duration::from_millis(100);

/// An endpoint that has received one message and acknowledged it.
fn begun() -> Script {
    let config = AssociationConfig { sack_delay: DELAY, ..plain() };
    let mut script = Script::connected(config, Peer::default());
    script.say(&[data(PEER_TSN, 0, 0, b"zero")]);
    script.wait(s(1));
    assert!(script.take().iter().any(|sent| sent.has(ChunkType::Sack)));
    script
}

#[test]
fn every_second_packet_is_acknowledged_at_once() {
    let mut script = begun();
    script.say(&[data(PEER_TSN.plus(1), 0, 1, b"one")]);
    script.silent();
    script.say(&[data(PEER_TSN.plus(2), 0, 2, b"two")]);
    // §6.2: at least every second packet.
    let sack = script.expect().sack().expect("a SACK");
    assert_eq!((sack.cumulative, sack.gaps), (PEER_TSN.plus(2), vec![]));
    script.silent_for(s(1));
}

/// A sender that waits for reports over a long way, and hears of losses by them, has as many as the RFC demands.
#[test]
fn more_packets_share_a_report_where_round_trips_are_short() {
    for (trip, every) in [(us(900), 8), (us(1100), 2)] {
        let config = AssociationConfig { sack_every: 8, sack_delay: DELAY, ..plain() };
        let mut script = Script::connected(config, Peer { trip, ..Peer::default() });
        for n in 0..every * 3 {
            script.silent();
            script.say(&[data(PEER_TSN.plus(n), 0, n as u16, b"one of many")]);
            if (n + 1) % every == 0 {
                let sack = script.expect().sack().expect("a SACK");
                assert_eq!(sack.cumulative, PEER_TSN.plus(n), "{trip:?}");
            }
        }
    }
}

#[test]
fn a_lone_packet_is_acknowledged_after_the_delay() {
    let mut script = begun();
    let came = script.now;
    script.say(&[data(PEER_TSN.plus(1), 0, 1, b"one")]);
    script.silent();
    // §6.2: within the delay, which is never more than 500 ms.
    let sent = script.expect_within(s(1));
    assert_eq!(sent.at, came + DELAY);
    assert_eq!(sent.sack().map(|sack| sack.cumulative), Some(PEER_TSN.plus(1)));
    script.silent_for(s(1));
}

#[test]
fn several_chunks_of_one_packet_count_once() {
    let mut script = begun();
    script.say(&[data(PEER_TSN.plus(1), 0, 1, b"one"), data(PEER_TSN.plus(2), 0, 2, b"two")]);
    // §6.2 counts packets, not chunks.
    script.silent_for(DELAY - ms(1));
    let sent = script.expect_within(ms(2));
    assert_eq!(sent.sack().map(|sack| sack.cumulative), Some(PEER_TSN.plus(2)));
}

#[test]
fn the_immediate_bit_is_obeyed() {
    let mut script = begun();
    let flags = DataFlags { immediate: true, ..DataFlags::WHOLE };
    // §3.3.1, §6.2: the I bit asks for a SACK without delay.
    script.say(&[fragment(PEER_TSN.plus(1), 0, 1, flags, b"now")]);
    assert_eq!(script.expect().sack().map(|sack| sack.cumulative), Some(PEER_TSN.plus(1)));
}

#[test]
fn gaps_are_told_at_once() {
    let mut script = begun();
    let p = |n| PEER_TSN.plus(n);
    // 1 is missing: §6.7 wants a SACK at once, with a block that counts from the cumulative TSN.
    script.say(&[data(p(2), 0, 2, b"two")]);
    let sack = script.expect().sack().expect("a SACK");
    assert_eq!((sack.cumulative, sack.gaps), (p(0), vec![(2, 2)]));
    // 3 joins the block, 5 and 6 make another.
    script.say(&[data(p(3), 0, 3, b"three")]);
    assert_eq!(script.expect().sack().map(|sack| sack.gaps), Some(vec![(2, 3)]));
    script.say(&[data(p(5), 0, 5, b"five"), data(p(6), 0, 6, b"six")]);
    assert_eq!(script.expect().sack().map(|sack| sack.gaps), Some(vec![(2, 3), (5, 6)]));
    // 1 comes: the cumulative TSN passes the first block, and the second one remains.
    script.say(&[data(p(1), 0, 1, b"one")]);
    let sack = script.expect_within(DELAY).sack().expect("a SACK");
    assert_eq!((sack.cumulative, sack.gaps), (p(3), vec![(2, 3)]));
    // 4 comes: no gap remains.
    script.say(&[data(p(4), 0, 4, b"four")]);
    let sack = script.expect_within(DELAY).sack().expect("a SACK");
    assert_eq!((sack.cumulative, sack.gaps), (p(6), vec![]));
}

#[test]
fn duplicates_are_told_at_once_and_delivered_never() {
    let mut script = begun();
    let p = |n| PEER_TSN.plus(n);
    assert_eq!(script.read(), Some((0, b"zero".to_vec(), true)));
    script.say(&[data(p(1), 0, 1, b"one"), data(p(3), 0, 3, b"three")]);
    script.take();
    // §6.2: a packet of nothing but duplicates is answered at once, and they are listed. One lies
    // below the cumulative TSN, one in a gap block.
    script.say(&[data(p(0), 0, 0, b"zero"), data(p(3), 0, 3, b"three")]);
    let sack = script.expect().sack().expect("a SACK");
    assert_eq!(sack.duplicates, [p(0), p(3)]);
    // They are told once.
    script.say(&[data(p(5), 0, 5, b"five")]);
    assert_eq!(script.expect().sack().map(|sack| sack.duplicates), Some(vec![]));
    assert_eq!(script.read(), Some((0, b"one".to_vec(), true)));
    assert_eq!(script.read(), None);
}

#[test]
fn what_was_acknowledged_is_not_taken_back() {
    let mut script = begun();
    let p = |n| PEER_TSN.plus(n);
    // Hundreds of separate blocks: what does not fit a SACK is left out and held all the same (§6.7).
    for n in 0..500 {
        script.say(&[data(p(2 + 2 * n), 1, 1 + 2 * n as u16, b"odd")]);
    }
    let sack = script.take().last().and_then(|sent| sent.sack()).expect("a SACK");
    assert!(sack.gaps.len() >= 64, "{} blocks", sack.gaps.len());
    for (n, gap) in sack.gaps.iter().enumerate() {
        assert_eq!(*gap, (2 + 2 * n as u16, 2 + 2 * n as u16));
    }
    for n in 0..500 {
        script.say(&[data(p(1 + 2 * n), 1, 2 * n as u16, b"even")]);
    }
    script.wait(DELAY);
    let sack = script.take().last().and_then(|sent| sent.sack()).expect("a SACK");
    assert_eq!((sack.cumulative, sack.gaps), (p(1000), vec![]));
}

#[test]
fn an_old_sack_changes_nothing() {
    let mut script = begun();
    for n in 0..3_u32 {
        script.send(0, b"message");
        let sent = script.expect();
        assert_eq!(sent.tsns(), [script.t(n)]);
    }
    script.sack(script.t(1));
    // §6.2.1 D i: one with an older cumulative TSN came late and is dropped.
    script.sack_gaps(script.t(0), 0, &[]);
    let sent = script.expect_within(s(1));
    assert_eq!(sent.tsns(), [script.t(2)], "only what is outstanding is sent again");
    script.sack(script.t(2));
    // Had the old SACK's window of 0 been believed, this would not leave whole.
    script.send(0, &[1; 1000]);
    script.send(0, &[1; 1000]);
    assert_eq!(script.take().len(), 2);
}

#[test]
fn a_sack_beyond_what_was_sent_is_refused() {
    let mut script = begun();
    script.send(0, b"message");
    let sent = script.expect();
    // Never sent: the SACK is no true one. The message stays outstanding, or the association ends with
    // a protocol violation; that it counts as delivered would be wrong.
    script.sack(script.t(5));
    let after = script.expect_within(s(1));
    assert!(after.data() == sent.data() || after.has(ChunkType::Abort), "{:?}", after.kinds());
}
