//! A peer that computes instead of answering: timeouts that turn out to be spurious cost no window.

use std::time::Duration;

use crate::line::Pair;
use ferry_sctp_core::association::AssociationEvent;
use ferry_sctp_core::streams::{MessageOptions, Payload};
use ferry_sctp_core::wire::StreamId;

/// Sends and lets the peer answer, so that round trips are known and the window has grown.
fn warm_up(pair: &mut Pair) -> (ferry_sctp_core::endpoint::AssociationId, u64) {
    let (a, b) = pair.up();
    for _ in 0..40 {
        let payload = Payload::Borrowed(&[1; 30_000]);
        pair.ends[0]
            .send(pair.now, a, StreamId(0), MessageOptions::default(), payload, true)
            .expect("room");
        pair.now += Duration::from_millis(1);
        pair.carry();
        while pair.ends[1].receive_from(b, usize::MAX).is_some() {}
        pair.carry();
    }
    let cwnd = pair.ends[0].report(a).expect("it stands").paths[0].cwnd;
    (a, cwnd)
}

#[test]
fn a_peer_that_answers_late_is_not_taken_for_a_lossy_path() {
    let mut pair = Pair::new(|_| {});
    let (a, before) = warm_up(&mut pair);
    let payload = Payload::Borrowed(&[2; 30_000]);
    let sent =
        pair.ends[0].send(pair.now, a, StreamId(0), MessageOptions::default(), payload, true);
    assert!(sent.is_ok());
    // The packets wait at the peer while it computes, for many timeouts.
    let end = pair.now + Duration::from_millis(300);
    let mut waiting = pair.take(0);
    while pair.now < end {
        pair.now = pair.ends[0].next_due().expect("a timer runs").clamp(pair.now, end);
        let now = pair.now;
        pair.ends[0].on_timer(now);
        waiting.extend(pair.take(0));
    }
    let report = pair.ends[0].report(a).expect("it stands");
    assert!(report.paths[0].counters.timeouts > 1, "{report:?}");
    assert!(report.paths[0].cwnd < before);
    for packet in waiting {
        pair.give(1, packet);
    }
    pair.carry();
    let report = pair.ends[0].report(a).expect("it stands");
    assert_eq!(report.in_flight, 0);
    assert!(report.paths[0].cwnd >= before, "{before} before, {report:?}");
    assert_eq!(report.paths[0].counters.spurious_timeouts, 1);
    assert!(report.counters.retransmissions < 12, "{report:?}");
    assert!(!pair.events[0].iter().any(|(_, event)| matches!(event, AssociationEvent::Lost(_))));
}
