//! Windows, T3-rtx and miss indications under SACKs; multipath transfer.

use super::super::{AckedChunk, Cause, PathAction, PathId, PathSet};
use super::{A, B, PLENTY, drain, ms, paths, quiet};
use crate::{Now, congestion::Algorithm, serial::Tsn};

fn chunk(path: PathId, tsn: u32, sent_at: Now) -> AckedChunk {
    AckedChunk { path, tsn: Tsn(tsn), bytes: 1000, sent_at, retransmitted: false, in_flight: true }
}

fn send(set: &mut PathSet, now: Now, path: PathId, packets: u32) {
    for _ in 0..packets {
        set.on_sent(now, path, 1000, 1040, false);
    }
}

fn rto(set: &PathSet, id: PathId) -> Now {
    set.get(id).expect("it is there").rto().current()
}

#[test]
fn t3_starts_with_data_restarts_with_progress_and_stops_when_all_is_acknowledged() {
    let mut set = paths(1, quiet());
    assert_eq!(set.next_due(), None);
    send(&mut set, ms(0), A, 2);
    send(&mut set, ms(50), A, 1);
    assert_eq!(set.next_due(), Some(ms(200)), "R1: not restarted by more data");
    // A gap block alone does not restart it.
    set.sack_begin();
    set.sack_missing(A, false);
    set.sack_acked(&chunk(A, 2, ms(0)));
    set.sack_end(ms(100), Tsn(0), false);
    assert_eq!(set.next_due(), Some(ms(200)));
    assert_eq!(rto(&set, A), ms(300));
    // The earliest chunk does (R3).
    set.sack_begin();
    set.sack_acked(&chunk(A, 1, ms(0)));
    set.sack_end(ms(120), Tsn(2), true);
    assert_eq!(set.next_due(), Some(ms(120) + rto(&set, A)));
    set.sack_begin();
    set.sack_acked(&chunk(A, 3, ms(50)));
    set.sack_end(ms(150), Tsn(3), true);
    assert_eq!(set.next_due(), None);
    assert_eq!(set.get(A).map(|p| p.in_flight()), Some(0));
}

#[test]
fn progress_behind_a_lost_retransmission_does_not_hold_t3_back() {
    let mut set = paths(1, quiet());
    set.on_sent(ms(0), A, 1000, 1040, true);
    send(&mut set, ms(0), A, 5);
    for n in 1..=5 {
        set.sack_begin();
        set.sack_missing(A, true);
        set.sack_acked(&chunk(A, n, ms(0)));
        set.sack_end(ms(u64::from(n) * 10), Tsn(0), false);
    }
    assert_eq!(set.next_due(), Some(ms(200)));
}

#[test]
fn one_sample_a_trip_and_none_from_retransmissions() {
    let mut set = paths(1, quiet());
    send(&mut set, ms(0), A, 3);
    set.sack_begin();
    set.sack_acked(&AckedChunk { retransmitted: true, ..chunk(A, 1, ms(0)) });
    set.sack_end(ms(10), Tsn(1), true);
    assert_eq!(set.get(A).and_then(|p| p.rto().smoothed()), None, "Karn's rule");
    set.sack_begin();
    set.sack_acked(&chunk(A, 2, ms(0)));
    set.sack_end(ms(20), Tsn(2), true);
    set.sack_begin();
    set.sack_acked(&chunk(A, 3, ms(0)));
    set.sack_end(ms(30), Tsn(3), true);
    assert_eq!(set.get(A).and_then(|p| p.rto().smoothed()), Some(ms(20)));
}

#[test]
fn an_ambiguous_acknowledgement_does_not_revive_a_path() {
    let mut set = paths(2, quiet());
    send(&mut set, ms(0), A, 2);
    set.on_timer(ms(200), 0);
    assert_eq!(set.get(A).map(|p| p.errors()), Some(1));
    set.on_sent(ms(200), A, 1000, 1040, true);
    set.sack_begin();
    set.sack_acked(&AckedChunk { retransmitted: true, ..chunk(A, 1, ms(200)) });
    set.sack_end(ms(210), Tsn(1), true);
    assert_eq!(set.get(A).map(|p| p.errors()), Some(1));
    assert_eq!(set.association_errors(), 0);
    send(&mut set, ms(220), A, 1);
    set.sack_begin();
    set.sack_acked(&chunk(A, 3, ms(220)));
    set.sack_end(ms(230), Tsn(3), true);
    assert_eq!(set.get(A).map(|p| p.errors()), Some(0));
}

#[test]
fn a_timeout_closes_the_window_to_one_segment_and_backs_off() {
    let mut set = paths(1, quiet());
    let open = set.get(A).expect("it is there").window();
    send(&mut set, ms(0), A, 3);
    set.on_timer(ms(200), 0);
    assert!(drain(&mut set).contains(&(A, PathAction::Retransmit)));
    let path = set.get(A).expect("it is there");
    assert_eq!(path.in_flight(), 0);
    assert!(path.window() < open && path.window() == path.congestion().cwnd());
    assert_eq!(path.rto().current(), ms(400));
    assert!(!path.t3_running());
}

#[test]
fn split_fast_retransmit_counts_only_what_the_same_path_overtook() {
    let mut settings = quiet();
    settings.multipath = true;
    let mut set = paths(2, settings);
    // A carries 1, 2, 5; the faster B carries 3, 4, 6.
    send(&mut set, ms(0), A, 3);
    send(&mut set, ms(0), B, 3);
    set.sack_begin();
    for id in [A, A] {
        set.sack_missing(id, false);
    }
    set.sack_acked(&chunk(B, 3, ms(0)));
    set.sack_acked(&chunk(B, 4, ms(0)));
    set.sack_missing(A, false);
    set.sack_acked(&chunk(B, 6, ms(0)));
    assert!(!set.counts_as_missing(A, Tsn(1), false), "reordering between paths is no loss");
    let before = set.get(B).expect("it is there").congestion().cwnd();
    set.sack_end(ms(5), Tsn(0), false);
    let after = set.get(B).expect("it is there").congestion().cwnd();
    assert!(after > before, "B's window grows though the cumulative point stands");
    // Now A's own 5 overtakes 1 and 2.
    set.sack_begin();
    for _ in 0..2 {
        set.sack_missing(A, false);
    }
    set.sack_acked(&chunk(A, 5, ms(0)));
    assert!(set.counts_as_missing(A, Tsn(1), false));
    assert!(set.counts_as_missing(A, Tsn(2), false));
    assert!(!set.counts_as_missing(A, Tsn(5), false) && !set.counts_as_missing(B, Tsn(1), false));
    set.sack_end(ms(20), Tsn(0), false);
}

#[test]
fn the_order_of_numbers_survives_their_wrap() {
    let mut set = paths(1, quiet());
    send(&mut set, ms(0), A, 4);
    set.sack_begin();
    set.sack_missing(A, false);
    set.sack_acked(&chunk(A, u32::MAX, ms(0)));
    set.sack_acked(&chunk(A, 1, ms(0)));
    assert!(set.counts_as_missing(A, Tsn(u32::MAX - 1), false));
    assert!(set.counts_as_missing(A, Tsn(0), false));
    assert!(!set.counts_as_missing(A, Tsn(2), false));
    set.sack_end(ms(1), Tsn(u32::MAX - 2), false);
}

#[test]
fn what_a_path_did_not_deliver_itself_does_not_end_its_timeout() {
    let mut settings = quiet();
    settings.algorithm = Algorithm::Bbr;
    settings.congestion.initial_segments = Some(20);
    let mut set = paths(2, settings);
    let cwnd = |set: &PathSet| set.get(A).expect("it is there").congestion().cwnd();
    send(&mut set, ms(0), A, 3);
    let before = cwnd(&set);
    set.on_timer(ms(200), 0);
    set.on_timed_out(A, Tsn(3));
    let left = cwnd(&set);
    assert!(left < before);
    // All of it is sent again on B, and arrives there.
    let sack = |set: &mut PathSet, now, path, tsns: std::ops::RangeInclusive<u32>| {
        set.sack_begin();
        let last = *tsns.end();
        tsns.for_each(|tsn| set.sack_acked(&chunk(path, tsn, now - ms(10))));
        set.sack_end(now, Tsn(last), true);
    };
    send(&mut set, ms(200), B, 3);
    sack(&mut set, ms(210), B, 1..=3);
    assert_eq!(cwnd(&set), left);
    // Where A delivers it the window is what it was.
    let mut set = paths(2, settings);
    send(&mut set, ms(0), A, 3);
    set.on_timer(ms(200), 0);
    set.on_timed_out(A, Tsn(3));
    send(&mut set, ms(200), A, 3);
    sack(&mut set, ms(210), A, 1..=3);
    assert!(cwnd(&set) >= before);
}

#[test]
fn a_timeout_answers_for_what_was_under_way() {
    let mut set = paths(1, quiet());
    let cwnd = |set: &PathSet| set.get(A).expect("it is there").congestion().cwnd();
    let ssthresh = |set: &PathSet| set.get(A).expect("it is there").congestion().ssthresh();
    send(&mut set, ms(0), A, 3);
    set.on_timer(ms(200), 0);
    set.on_timed_out(A, Tsn(3));
    let (left, threshold) = (cwnd(&set), ssthresh(&set));
    assert!(threshold < u64::MAX);
    // Another expiry in the same silence says nothing new (RFC 5681 §3.1), nor do reports of what was lost with it.
    send(&mut set, ms(200), A, 1);
    set.on_timer(ms(1000), 0);
    assert_eq!(set.get(A).map(|p| p.counters().timeouts), Some(2));
    assert_eq!(ssthresh(&set), threshold);
    assert!(!set.on_fast_retransmit(ms(1010), A, Tsn(2), Tsn(5)));
    assert_eq!(cwnd(&set), left);
    // What was sent afterwards is another matter.
    assert!(set.on_fast_retransmit(ms(1010), A, Tsn(4), Tsn(5)));
}

#[test]
fn one_recovery_at_a_time_and_it_ends_at_its_exit_point() {
    let mut settings = quiet();
    settings.congestion.initial_segments = Some(20);
    let mut set = paths(1, settings);
    send(&mut set, ms(0), A, 10);
    assert!(set.on_fast_retransmit(ms(10), A, Tsn(1), Tsn(10)));
    let reduced = set.get(A).expect("it is there").congestion().cwnd();
    assert!(!set.on_fast_retransmit(ms(11), A, Tsn(1), Tsn(10)));
    assert_eq!(set.get(A).map(|p| p.congestion().cwnd()), Some(reduced));
    set.sack_begin();
    set.sack_acked(&chunk(A, 1, ms(0)));
    assert!(set.counts_as_missing(A, Tsn(9), true), "in recovery an advance counts for all");
    assert!(!set.counts_as_missing(A, Tsn(9), false));
    set.sack_end(ms(20), Tsn(9), true);
    assert!(set.get(A).is_some_and(|p| p.recovering()));
    set.sack_begin();
    set.sack_acked(&chunk(A, 10, ms(0)));
    set.sack_end(ms(30), Tsn(10), true);
    assert!(set.get(A).is_some_and(|p| !p.recovering()));
    assert_eq!(set.get(A).map(|p| p.counters().fast_recoveries), Some(1));
}

#[test]
fn multipath_takes_turns_and_fills_every_window() {
    let mut settings = quiet();
    settings.multipath = true;
    settings.congestion.initial_segments = Some(50);
    let mut set = paths(3, settings);
    set.begin_burst(ms(0));
    let mut order = Vec::new();
    while let Some(id) = set.for_new_data(ms(0), PLENTY) {
        set.on_sent(ms(0), id, 1400, 1440, false);
        if order.last() != Some(&id) {
            order.push(id);
        }
        assert!(order.len() < 100);
    }
    assert_eq!(order[..4], [A, B, PathId(2), A]);
    let flights: Vec<u64> = set.iter().map(|p| p.in_flight()).collect();
    assert!(flights.iter().all(|&f| f == flights[0] && f >= 40 * 1400), "{flights:?}");
    // Retransmissions go to the roomiest path, after a timeout never to the same one.
    assert_ne!(set.for_retransmission(A, Cause::Timeout), A);
}

#[test]
fn bursts_are_bounded_per_opportunity() {
    let mut settings = quiet();
    settings.max_burst = 4;
    settings.congestion.initial_segments = Some(50);
    let mut set = paths(1, settings);
    for opportunity in 1..=3 {
        set.begin_burst(ms(opportunity));
        let mut sent = 0;
        while set.for_new_data(ms(opportunity), PLENTY).is_some() {
            set.on_sent(ms(opportunity), A, 1400, 1440, false);
            sent += 1;
        }
        assert_eq!(sent, 4);
    }
}

#[test]
fn a_window_left_idle_decays_once_a_second() {
    let mut settings = quiet();
    settings.algorithm = Algorithm::Standard;
    let mut set = paths(1, settings);
    let cwnd = |set: &PathSet| set.get(A).expect("it is there").congestion().cwnd();
    let (first, mut tsn, mut now) = (cwnd(&set), 0, 0);
    while cwnd(&set) < 6 * first {
        now += 10;
        set.begin_burst(ms(now));
        let sent = tsn;
        while set.for_new_data(ms(now), PLENTY).is_some() {
            send(&mut set, ms(now), A, 1);
            tsn += 1;
        }
        set.sack_begin();
        (sent + 1..=tsn).for_each(|tsn| set.sack_acked(&chunk(A, tsn, ms(now))));
        set.sack_end(ms(now), Tsn(tsn), true);
    }
    let grown = cwnd(&set);
    set.begin_burst(ms(now + 999));
    assert_eq!(cwnd(&set), grown);
    set.begin_burst(ms(now + 1000));
    assert_eq!(cwnd(&set), grown / 2);
    set.begin_burst(ms(now + 1999));
    assert_eq!(cwnd(&set), grown / 2);
    set.begin_burst(ms(now + 1_000_000));
    assert_eq!(cwnd(&set), 4 * 1424, "four segments are kept");
}

#[test]
fn a_paced_path_asks_to_come_back() {
    let mut settings = quiet();
    settings.algorithm = Algorithm::Bbr;
    // The path itself has no limit.
    settings.congestion.max_cwnd = 5_000_000;
    let mut set = paths(1, settings);
    let (mut now, mut next, mut sent, mut asked) = (ms(0), 1_u32, Vec::new(), 0);
    for _ in 0..2000 {
        set.begin_burst(now);
        while set.for_new_data(now, PLENTY).is_some() {
            set.on_sent(now, A, 1000, 1040, false);
            sent.push(now);
        }
        let back = sent.get(next as usize - 1).map(|at| *at + ms(10));
        now = set.next_due().into_iter().chain(back).min().expect("something comes");
        set.on_timer(now, 0);
        asked += drain(&mut set).iter().filter(|(_, a)| *a == PathAction::Send).count();
        while let Some(at) = sent.get(next as usize - 1).copied().filter(|&at| at + ms(10) <= now) {
            set.sack_begin();
            set.sack_acked(&chunk(A, next, at));
            set.sack_end(now, Tsn(next), true);
            next += 1;
        }
    }
    assert!(asked > 10, "{asked}");
    assert_eq!(set.get(A).map(|p| p.counters().timeouts), Some(0));
}
