//! Slow start and congestion avoidance by bytes acknowledged (RFC 9260 §7.2).

use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::serial::Tsn;

use crate::common::script::{FRAGMENT, Peer, Script, WINDOW, plain};
use crate::common::{ms, s};

/// An endpoint with more to send than any window in these scripts lets go.
fn greedy() -> Script {
    let mut script = Script::connected(AssociationConfig { ..plain() }, Peer::default());
    for _ in 0..400 {
        script.send(0, &[1; FRAGMENT]);
    }
    script
}

/// TSNs sent so far, in packets of one fragment.
fn sent(script: &mut Script) -> Vec<Tsn> {
    script.take().iter().flat_map(|sent| sent.tsns()).collect()
}

#[test]
fn the_first_window_is_that_of_the_rfc() {
    let mut script = greedy();
    // §7.2.1: min(4 segments, max(2 segments, 4404 bytes)), and a segment may pass the edge (§6.1 B).
    let cwnd = 4404.min(4 * FRAGMENT as u64);
    assert_eq!(script.path(0).cwnd, cwnd);
    let first = sent(&mut script);
    assert_eq!(first.len() as u64, cwnd.div_ceil(FRAGMENT as u64));
    script.silent();
}

#[test]
fn slow_start_grows_by_what_is_acknowledged() {
    let mut script = greedy();
    let first = sent(&mut script);
    script.wait(ms(2));
    let before = script.path(0).cwnd;
    // §7.2.1: by the bytes acknowledged, at most L segments (here 1) a SACK.
    script.sack(first[0]);
    assert_eq!(script.path(0).cwnd, before + FRAGMENT as u64);
    assert_eq!(sent(&mut script).len(), 2, "one for the chunk that left, one for the growth");
    script.sack(first[2]);
    assert_eq!(script.path(0).cwnd, before + 2 * FRAGMENT as u64);
}

#[test]
fn the_window_grows_only_while_the_cumulative_point_moves() {
    let mut script = greedy();
    let first = sent(&mut script);
    script.wait(ms(2));
    let before = script.path(0).cwnd;
    // §7.2.1: a SACK that only adds gap blocks opens nothing.
    script.sack_gaps(first[0].previous(), WINDOW, &[(2, 2)]);
    assert_eq!(script.path(0).cwnd, before);
}

#[test]
fn a_window_that_is_not_used_does_not_grow() {
    let mut script = Script::connected(plain(), Peer::default());
    let before = script.path(0).cwnd;
    for n in 0..20 {
        script.send(0, b"small");
        script.wait(ms(1));
        script.sack(script.t(n));
    }
    // §7.2.1: only when the current window is fully used.
    assert_eq!(script.path(0).cwnd, before);
}

#[test]
fn congestion_avoidance_adds_a_segment_for_each_window() {
    let mut script = greedy();
    script.wait(ms(2));
    // A timeout, so that there is a threshold (§7.2.3): cwnd is one segment, ssthresh at least four.
    sent(&mut script);
    script.expect_within(s(1));
    let path = script.path(0);
    assert_eq!(path.cwnd, FRAGMENT as u64);
    assert_eq!(path.ssthresh, 4 * FRAGMENT as u64);
    // Everything is acknowledged, packet by packet, until the window passes the threshold.
    let mut acked = script.t(0);
    let mut windows = Vec::new();
    for _ in 0..300 {
        script.wait(ms(1));
        script.sack(acked);
        script.take();
        windows.push(script.path(0).cwnd);
        acked = acked.next();
    }
    let slow: Vec<u64> = windows.iter().copied().filter(|w| *w > path.ssthresh).collect();
    // §7.2.2: then a whole window of acknowledged bytes is needed for each segment.
    let grown = slow.last().expect("it grew") - slow[0];
    let acked_bytes = (slow.len() * FRAGMENT) as u64;
    let mean = (slow[0] + slow.last().expect("it grew")) / 2;
    let expected = acked_bytes / mean * FRAGMENT as u64;
    assert!(grown <= expected + 2 * FRAGMENT as u64, "{grown} bytes instead of {expected}");
    assert!(grown + 3 * FRAGMENT as u64 >= expected, "{grown} bytes instead of {expected}");
}

#[test]
fn an_idle_window_decays() {
    let mut script = greedy();
    let mut acked = script.t(0);
    for _ in 0..400 {
        script.wait(ms(1));
        script.sack(acked);
        script.take();
        acked = acked.next();
    }
    let grown = script.path(0).cwnd;
    assert!(grown > 20 * FRAGMENT as u64, "{grown}");
    // §7.2.1: halved for every RTO without sending, down to the first window or four segments.
    script.wait(s(10));
    script.send(0, &vec![1; 100 * FRAGMENT]);
    let first = script.take().len();
    assert!(first <= 5, "{first} packets left after a long pause");
}

#[test]
fn a_burst_is_bounded() {
    let mut config = plain();
    config.paths.congestion.initial_segments = Some(1000);
    config.paths.max_burst = 4;
    let mut script = Script::connected(config, Peer::default());
    for _ in 0..100 {
        let bytes = [1; FRAGMENT];
        let options = ferry_sctp_core::streams::MessageOptions::default();
        let (now, id) = (script.now, script.id);
        let stream = ferry_sctp_core::wire::StreamId(0);
        script.end.send(now, id, stream, options, bytes[..].into(), true).expect("there is room");
    }
    // §6.1 D: at most Max.Burst packets at one opportunity.
    let first = script.take();
    assert!(first.len() <= 4, "{} packets at once", first.len());
    assert!(!first.is_empty());
}
