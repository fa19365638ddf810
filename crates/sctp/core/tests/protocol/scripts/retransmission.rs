//! Sending again: after reports of missing (RFC 9260 §7.2.4) and after T3-rtx (§6.3).

use std::time::Duration;

use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::path::{PathSettings, RtoSettings};
use ferry_sctp_core::serial::Tsn;

use crate::common::script::{FRAGMENT, PEER_TSN, Peer, Script, WINDOW, data, plain};
use crate::common::{ms, s};

/// An endpoint that has sent this many messages of a packet each, all outstanding.
fn outstanding(count: u32) -> (Script, Vec<Tsn>) {
    outstanding_with(plain(), count)
}

fn outstanding_with(mut config: AssociationConfig, count: u32) -> (Script, Vec<Tsn>) {
    config.paths.congestion.initial_segments = Some(100);
    let mut script = Script::connected(config, Peer::default());
    for _ in 0..count {
        script.send(0, &[7; FRAGMENT]);
    }
    let tsns: Vec<Tsn> = script.take().iter().flat_map(|sent| sent.tsns()).collect();
    assert_eq!(tsns, (0..count).map(|n| script.t(n)).collect::<Vec<_>>());
    (script, tsns)
}

#[test]
fn three_reports_send_a_chunk_again_without_waiting() {
    let (mut script, t) = outstanding(10);
    script.wait(ms(1));
    // 0 is lost; 1, 2, 3 arrive and are reported one by one.
    script.sack_gaps(t[0].previous(), WINDOW, &[(2, 2)]);
    script.silent();
    script.sack_gaps(t[0].previous(), WINDOW, &[(2, 3)]);
    script.silent();
    // The third report (§7.2.4 1).
    script.sack_gaps(t[0].previous(), WINDOW, &[(2, 4)]);
    assert_eq!(script.expect().tsns(), [t[0]]);
    script.silent();
    assert_eq!(script.path(0).counters.fast_recoveries, 1);
}

#[test]
fn the_window_is_halved_once_in_a_recovery() {
    let (mut script, t) = outstanding(20);
    script.wait(ms(1));
    let before = script.path(0).cwnd;
    // 0 and 5 are lost. Reports go on until the second is sent again too.
    for last in 2..12_u16 {
        let mut gaps = vec![(2, last.min(5))];
        if last > 6 {
            gaps.push((7, last));
        }
        script.sack_gaps(t[0].previous(), WINDOW, &gaps);
    }
    let again: Vec<Tsn> = script.take().iter().flat_map(|sent| sent.tsns()).collect();
    assert_eq!(again, [t[0], t[5]]);
    // §7.2.4 2: ssthresh and cwnd are reduced once, since both were outstanding when recovery began.
    let path = script.path(0);
    assert_eq!(path.counters.fast_recoveries, 1);
    assert_eq!(path.cwnd, before / 2);
    // Everything arrives: the recovery is over, and the next loss begins another one.
    script.sack(t[19]);
    for _ in 0..6 {
        script.send(0, &[7; FRAGMENT]);
    }
    script.take();
    for last in 2..5 {
        script.sack_gaps(t[19], WINDOW, &[(2, last)]);
    }
    assert_eq!(script.expect().tsns(), [t[19].next()]);
    assert_eq!(script.path(0).counters.fast_recoveries, 2);
}

#[test]
fn reports_of_what_is_no_news_do_not_count() {
    let (mut script, t) = outstanding(10);
    script.wait(ms(1));
    // §7.2.4, "highest TSN newly acknowledged": the same SACK again reports nothing newly arrived.
    for _ in 0..5 {
        script.sack_gaps(t[0].previous(), WINDOW, &[(2, 4)]);
    }
    script.silent();
    // Nor do reports count against chunks above the highest that is newly acknowledged.
    script.sack_gaps(t[0].previous(), WINDOW, &[(2, 4), (9, 9)]);
    script.sack_gaps(t[0].previous(), WINDOW, &[(2, 5), (9, 9)]);
    let again: Vec<Tsn> = script.take().iter().flat_map(|sent| sent.tsns()).collect();
    assert_eq!(again, [t[0]], "the third report for 0, the first for 5 to 7");
}

#[test]
fn a_chunk_is_fast_retransmitted_only_once() {
    let (mut script, t) = outstanding(20);
    script.wait(ms(1));
    for last in 2..5 {
        script.sack_gaps(t[0].previous(), WINDOW, &[(2, last)]);
    }
    assert_eq!(script.expect().tsns(), [t[0]]);
    // The retransmission is lost as well. However many reports follow, only T3-rtx sends it a third
    // time (§7.2.4: "MUST NOT be fast retransmitted more than once").
    let sent_at = script.now;
    for last in 5..20 {
        script.sack_gaps(t[0].previous(), WINDOW, &[(2, last)]);
    }
    script.silent();
    let third = script.expect_within(s(1));
    assert_eq!(third.tsns(), [t[0]]);
    assert!(third.at >= sent_at + ms(9), "{:?}", third.at - sent_at);
    assert_eq!(script.path(0).counters.timeouts, 1);
}

#[test]
fn the_timeout_sends_the_earliest_again_in_one_packet() {
    let (mut script, t) = outstanding(10);
    let (sent_at, rto) = (script.now, script.path(0).rto);
    let again = script.expect_within(s(1));
    // §6.3.2 R1: the timer began with the first chunk; §6.3.3 E3: one packet's worth of the earliest
    // outstanding chunks, since cwnd is one segment now (E1, §7.2.3).
    assert_eq!(again.at, sent_at + rto);
    assert_eq!(again.tsns(), [t[0]]);
    script.silent();
    let path = script.path(0);
    assert_eq!(path.cwnd, FRAGMENT as u64);
    // E2: the timeout doubles.
    assert_eq!(path.rto, 2 * rto);
}

#[test]
fn the_timeout_doubles_up_to_its_maximum() {
    let rto = RtoSettings { max: ms(100), ..RtoSettings::default() };
    let config = AssociationConfig {
        paths: PathSettings { rto, ..plain().paths },
        max_retrans: 100,
        ..plain()
    };
    let (mut script, t) = outstanding_with(config, 1);
    let mut last = script.now;
    let mut waits = Vec::new();
    for _ in 0..7 {
        let again = script.expect_within(s(1));
        assert_eq!(again.tsns(), [t[0]]);
        waits.push(again.at - last);
        last = again.at;
    }
    // §6.3.3 E2, and RTO.Max (§6.3.1 C7).
    for pair in waits.windows(2) {
        assert_eq!(pair[1], (2 * pair[0]).min(ms(100)), "{waits:?}");
    }
    assert_eq!(waits[6], ms(100));
    // What was sent more than once measures nothing (§6.3.1 C5, Karn).
    let backed_off = script.path(0).rto;
    script.sack(t[0]);
    assert_eq!(script.path(0).rto, backed_off);
    script.silent_for(s(1));
    // A new measurement ends the backing off.
    script.send(0, b"new");
    script.wait(ms(2));
    script.sack(script.t(1));
    assert!(script.path(0).rto < ms(50), "{:?}", script.path(0).rto);
}

#[test]
fn the_timeout_is_never_below_its_minimum() {
    let rto = RtoSettings { min: ms(50), ..RtoSettings::default() };
    let config = AssociationConfig { paths: PathSettings { rto, ..plain().paths }, ..plain() };
    let (mut script, t) = outstanding_with(config, 1);
    for n in 0..20 {
        script.wait(Duration::from_micros(50));
        script.sack(t[0].plus(n));
        script.send(0, b"quick");
        script.take();
    }
    // §6.3.1 C6: trips of 50 us make no shorter timeout than RTO.Min.
    let sent_at = script.now;
    assert_eq!(script.path(0).rto, ms(50));
    assert_eq!(script.expect_within(s(1)).at, sent_at + ms(50));
}

#[test]
fn the_timer_follows_the_earliest_outstanding_chunk() {
    let (mut script, t) = outstanding(3);
    let rto = script.path(0).rto;
    script.wait(rto - ms(1));
    // §6.3.2 R3: the earliest chunk is acknowledged, so that the timer begins anew.
    script.sack(t[0]);
    let acked_at = script.now;
    let rto = script.path(0).rto;
    let again = script.expect_within(s(1));
    assert_eq!((again.at, again.tsns()[0]), (acked_at + rto, t[1]));
    // R2: with nothing outstanding it stops.
    script.sack(t[2]);
    script.silent_for(s(2));
}

#[test]
fn what_gap_blocks_acknowledge_is_not_sent_again() {
    let (mut script, t) = outstanding(5);
    script.wait(ms(1));
    script.sack_gaps(t[0].previous(), WINDOW, &[(2, 3), (5, 5)]);
    script.take();
    // T3-rtx marks only what is not acknowledged (§6.3.3 E3): 0 and 3, one packet at a time.
    let again = script.expect_within(s(1));
    assert_eq!(again.tsns(), [t[0]]);
    script.sack_gaps(t[2], WINDOW, &[(2, 2)]);
    assert_eq!(script.expect_within(s(1)).tsns(), [t[3]]);
    script.sack(t[4]);
    script.silent_for(s(2));
}

#[test]
fn a_lost_tail_is_found_without_the_timeout() {
    let mut config = AssociationConfig { early_recovery: true, ..plain() };
    // A minimum far above the trip, so that the probe and the timeout cannot be confused.
    config.paths.rto.min = ms(500);
    let (mut script, t) = outstanding_with(config, 3);
    script.wait(ms(2));
    let trip = script.path(0).rtt.expect("the handshake or this SACK measured one").max(ms(2));
    // 0 arrives, 1 and 2 are lost; no report would ever come.
    script.sack(t[0]);
    let acked_at = script.now;
    // After RFC 8985 §7: two round trips later the last chunk goes again, to provoke a SACK.
    let probe = script.expect_within(ms(400));
    assert_eq!(probe.tsns().last(), Some(&t[2]));
    assert!(probe.at <= acked_at + 4 * trip + ms(20), "{:?}", probe.at - acked_at);
    assert_eq!(script.path(0).counters.timeouts, 0);
}

#[test]
fn a_lost_retransmission_is_found_by_time() {
    let mut config = AssociationConfig { early_recovery: true, ..plain() };
    config.paths.rto.min = ms(500);
    let (mut script, t) = outstanding_with(config, 20);
    script.wait(ms(4));
    for last in 2..5 {
        script.sack_gaps(t[0].previous(), WINDOW, &[(2, last)]);
    }
    assert_eq!(script.expect().tsns(), [t[0]]);
    // The retransmission is lost as well; what is sent a while after it arrives.
    script.wait(ms(4));
    script.send(0, b"later");
    let later = script.take();
    assert!(later.iter().any(|sent| sent.tsns().contains(&script.t(20))), "{later:?}");
    script.wait(ms(4));
    script.sack_gaps(t[0].previous(), WINDOW, &[(2, 21)]);
    // After RFC 8985 §6.2: what left later has come, so that the chunk is lost again.
    assert_eq!(script.expect().tsns(), [t[0]]);
    assert_eq!(script.path(0).counters.timeouts, 0);
}

#[test]
fn a_full_chunk_sent_again_makes_no_packet_longer() {
    let mut config = plain();
    config.paths.congestion.initial_segments = Some(100);
    let most = FRAGMENT + 16 + 12;
    let room = u32::try_from(10 * FRAGMENT).expect("it is small");
    let mut script = Script::connected(config, Peer { window: room, ..Peer::default() });
    script.send(0, &[7; 30 * FRAGMENT]);
    let before = script.take();
    assert_eq!(before.len(), 10);
    script.wait(ms(1));
    // Something waits to be acknowledged, and could go with the chunk if the packet were longer.
    script.say(&[data(PEER_TSN, 0, 0, b"hello")]);
    let last = script.t(0).previous();
    script.sack_gaps(last, 0, &[(2, 2)]);
    script.sack_gaps(last, 0, &[(2, 3)]);
    script.sack_gaps(last, WINDOW, &[(2, 4)]);
    let after = script.take();
    assert!(after.iter().any(|sent| sent.tsns() == [script.t(0)]));
    assert!(after.iter().any(|sent| sent.tsns().contains(&script.t(10))));
    for sent in after {
        assert!(sent.bytes.len() <= most, "{} bytes", sent.bytes.len());
    }
}
