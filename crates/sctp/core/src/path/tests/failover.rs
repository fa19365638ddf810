//! Failure detection, failover and return (RFC 9260 §5.4, §8.2; RFC 7829).

use super::super::{Cause, PathAction, PathError, PathSet, PathState};
use super::{A, B, C, PLENTY, addr, drain, ms, paths, quiet, run};

/// Sends a packet on `id` and lets T3-rtx expire; returns when.
fn time_out(set: &mut PathSet, now: std::time::Duration, id: super::PathId) -> std::time::Duration {
    set.on_sent(now, id, 1000, 1040, false);
    let expiry = now + set.get(id).expect("it is there").rto().current();
    set.on_timer(expiry, 0);
    expiry
}

#[test]
fn the_first_timeout_moves_data_away_and_an_answer_brings_it_back() {
    let mut set = paths(2, quiet());
    assert_eq!(set.for_new_data(ms(0), PLENTY), Some(A));
    let now = time_out(&mut set, ms(0), A);
    let told = drain(&mut set);
    assert!(told.contains(&(A, PathAction::Retransmit)));
    let change =
        PathAction::StateChanged { from: PathState::Active, to: PathState::PotentiallyFailed };
    assert!(told.contains(&(A, change)));
    assert_eq!(set.for_new_data(now, PLENTY), Some(B));
    assert_eq!(set.for_retransmission(A, Cause::Timeout), B);
    assert_eq!(set.association_errors(), 1);
    // A heartbeat asks at once, its answer brings the primary back.
    assert!(told.contains(&(A, PathAction::Heartbeat)));
    set.heartbeat_sent(now, A, 42);
    assert_eq!(set.on_heartbeat_ack(now + ms(1), 41, 0), None);
    assert_eq!(set.data_path(), B);
    assert_eq!(set.on_heartbeat_ack(now + ms(1), 42, 0), Some(A));
    assert_eq!(set.get(A).map(|p| p.state()), Some(PathState::Active));
    assert_eq!(set.for_new_data(now + ms(1), PLENTY), Some(A));
    assert_eq!(set.association_errors(), 0);
}

#[test]
fn without_rfc_7829_data_stays_until_the_path_is_inactive() {
    let mut settings = quiet();
    settings.failure.potentially_failed = None;
    let mut set = paths(2, settings);
    let mut now = ms(0);
    for n in 0..6 {
        assert_eq!(set.data_path(), A, "after {n} timeouts");
        now = time_out(&mut set, now, A);
    }
    assert_eq!(set.get(A).map(|p| p.state()), Some(PathState::Inactive));
    assert_eq!(set.data_path(), B);
}

#[test]
fn a_silent_path_becomes_inactive_by_heartbeats_alone_within_seconds() {
    let mut set = paths(2, quiet());
    time_out(&mut set, ms(0), A);
    let seen = run(&mut set, ms(30_000), |id, _| id == B);
    let inactive = seen.iter().find_map(|&(at, id, action)| match action {
        PathAction::StateChanged { to: PathState::Inactive, .. } => Some((at, id)),
        _ => None,
    });
    let (at, id) = inactive.expect("it became inactive");
    assert!(id == A && at < ms(20_000), "{at:?}");
    // Heartbeats go on, and the association is not counted down by a path that is known to be dead.
    assert!(seen.iter().any(|&(t, _, a)| t > at && a == PathAction::Heartbeat));
    assert!(set.association_errors() <= 6);
    let report = set.reports().next().expect("the primary");
    assert!(report.primary && report.counters.timeouts == 1);
    assert!(report.counters.heartbeats_lost >= 5);
}

#[test]
fn among_doubtful_paths_the_one_with_fewest_errors_and_among_dead_ones_each_in_turn() {
    let mut set = paths(3, quiet());
    let mut now = ms(0);
    for (id, times) in [(A, 3), (B, 1), (C, 2)] {
        for _ in 0..times {
            now = time_out(&mut set, now, id);
        }
    }
    assert_eq!(set.data_path(), B);
    for id in [A, B, C] {
        set.on_unreachable(now, id);
    }
    assert_eq!(set.data_path(), A, "the primary when all have failed");
    assert_eq!(set.for_retransmission(A, Cause::Timeout), B);
    assert_eq!(set.for_retransmission(B, Cause::Timeout), C);
    assert_eq!(set.for_retransmission(C, Cause::Timeout), A);
}

#[test]
fn a_primary_that_stays_away_loses_its_role_where_configured() {
    let mut settings = quiet();
    settings.failure.primary_switch = Some(2);
    let mut set = paths(2, settings);
    let mut now = ms(0);
    for _ in 0..2 {
        now = time_out(&mut set, now, A);
    }
    assert_eq!(set.primary(), A);
    time_out(&mut set, now, A);
    assert_eq!(set.primary(), B);
    assert!(drain(&mut set).contains(&(B, PathAction::PrimaryChanged)));
}

#[test]
fn an_unconfirmed_address_gets_heartbeats_and_nothing_else() {
    let mut set = paths(1, quiet());
    let id = set.add(ms(0), addr(7), false, 0).expect("there is room");
    assert_eq!(set.set_primary(id), Err(PathError::Unconfirmed(id)));
    set.on_unreachable(ms(0), A);
    assert_eq!(set.data_path(), A);
    assert_eq!(set.for_retransmission(A, Cause::Timeout), A);
    set.on_timer(ms(0), 0);
    assert!(drain(&mut set).contains(&(id, PathAction::Heartbeat)));
    set.heartbeat_sent(ms(0), id, 5);
    assert_eq!(set.on_heartbeat_ack(ms(3), 5, 0), Some(id));
    assert_eq!(set.get(id).map(|p| p.state()), Some(PathState::Active));
    assert_eq!(set.set_primary(id), Ok(()));
}

#[test]
fn paths_are_bounded_and_their_removal_leaves_a_primary() {
    let mut set = paths(2, quiet());
    assert_eq!(set.add(ms(0), addr(1), true, 0), Ok(B), "an address has one path");
    for n in 2..16 {
        set.add(ms(0), addr(n), false, 0).expect("there is room");
    }
    assert_eq!(set.add(ms(0), addr(99), false, 0), Err(PathError::TooMany));
    assert_eq!(set.remove(A).map(|p| p.addr()), Ok(addr(0)));
    assert_eq!(set.primary(), B);
    assert_eq!(set.remove(B).map(|p| p.addr()).unwrap_err(), PathError::Last(B));
    assert_eq!(set.remove(A).map(|p| p.addr()).unwrap_err(), PathError::Unknown(A));
    assert_eq!(set.add(ms(0), addr(99), true, 0), Ok(A));
}

#[test]
fn idle_paths_are_asked_after_the_interval_and_busy_ones_are_not() {
    let mut settings = quiet();
    settings.heartbeat.enabled = true;
    let mut set = paths(1, settings);
    // Data until 4 s, each acknowledged: no heartbeat before 9 s.
    for n in 0..5 {
        set.on_sent(ms(n * 1000), A, 100, 140, false);
        set.on_lost(ms(n * 1000), A, 100);
    }
    let seen = run(&mut set, ms(30_000), |_, _| true);
    let beats: Vec<u64> = seen
        .iter()
        .filter(|(_, _, a)| *a == PathAction::Heartbeat)
        .map(|(t, _, _)| t.as_millis() as u64)
        .collect();
    assert!((9000..9300).contains(&beats[0]), "{beats:?}");
    assert!((4..=6).contains(&beats.len()), "{beats:?}");
}

#[test]
fn a_peer_that_is_gone_makes_more_errors_than_any_limit() {
    // With one path whose own limit is 5, the association's (10 by default) is passed all the same.
    let mut set = paths(1, quiet());
    let mut now = ms(0);
    for n in 1..=20 {
        now = time_out(&mut set, now, A);
        assert!(set.association_errors() >= n, "after {n} timeouts");
    }
    // And so it is without data, by heartbeats.
    let mut settings = quiet();
    settings.heartbeat.enabled = true;
    let mut set = paths(1, settings);
    run(&mut set, ms(600_000), |_, _| false);
    assert!(set.association_errors() > 10, "{}", set.association_errors());
}

#[test]
fn heartbeats_of_other_paths_say_nothing_about_the_peer() {
    let mut set = paths(1, quiet());
    set.add(ms(0), addr(1), false, 0).expect("there is room");
    set.add(ms(0), addr(2), false, 0).expect("there is room");
    run(&mut set, ms(600_000), |id, _| id == A);
    assert_eq!(set.association_errors(), 0);
    assert_eq!(set.get(B).map(|p| p.errors() > 5), Some(true));
}
