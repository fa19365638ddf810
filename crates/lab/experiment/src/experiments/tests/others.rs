//! Two paths, wide-area networks, and progress.

use super::*;

#[test]
fn two_paths() {
    let times = |multipath: f64, cut: f64| {
        move |p: &Point| {
            Some(match (p.contender.name, p.net.ways, p.net.cut) {
                ("sctp-multipath", 2, None) => multipath,
                (_, _, Some(_)) => cut,
                _ => 1.0,
            })
        }
    };
    let (both, cut) = ("nearly twice as much", "survives the loss of one");
    assert_eq!(verdict(Experiment::Paths, both, times(0.52, 1.0)), ClaimVerdict::Holds);
    assert_eq!(verdict(Experiment::Paths, both, times(0.8, 1.0)), ClaimVerdict::DirectionHolds);
    assert_eq!(verdict(Experiment::Paths, both, times(1.2, 1.0)), ClaimVerdict::Fails);
    assert_eq!(verdict(Experiment::Paths, cut, times(1.0, 1.5)), ClaimVerdict::Holds);
    let died = |p: &Point| p.net.cut.is_none().then_some(1.0);
    assert_eq!(verdict(Experiment::Paths, cut, died), ClaimVerdict::Open);
}

#[test]
fn wide_area_networks() {
    let peers = |times: f64| {
        move |p: &Point| Some(if is_by(p, &crate::contender::PEERS) { times } else { 1.0 })
    };
    let claim = "On long and lossy ways";
    assert_eq!(verdict(Experiment::Wan, claim, peers(1.1)), ClaimVerdict::Holds);
    assert_eq!(verdict(Experiment::Wan, claim, peers(0.9)), ClaimVerdict::Fails);
    let missing = |p: &Point| if p.net.delay > 100_000 { None } else { peers(2.0)(p) };
    assert_eq!(verdict(Experiment::Wan, claim, missing), ClaimVerdict::Open);
}

#[test]
fn progress() {
    let parts = |signal: f64, thread: f64, poll: f64| {
        move |p: &Point| {
            Some(match p.column() {
                "signal" => signal,
                "thread" => thread,
                "poll" => poll,
                _ => 1.0,
            })
        }
    };
    const PROGRESS: Experiment = Experiment::Progress;
    let hides = "Moved on by signals";
    assert_eq!(verdict(PROGRESS, hides, parts(0.05, 0.0, 1.0)), ClaimVerdict::Holds);
    assert_eq!(verdict(PROGRESS, hides, parts(0.5, 0.0, 1.0)), ClaimVerdict::Fails);
    let thread = "hides as well behind computation with a thread";
    assert_eq!(verdict(PROGRESS, thread, parts(0.1, 0.05, 1.0)), ClaimVerdict::Holds);
    assert_eq!(verdict(PROGRESS, thread, parts(0.1, 0.9, 1.0)), ClaimVerdict::Fails);
    let waits = "it waits for the next call";
    assert_eq!(verdict(PROGRESS, waits, parts(0.1, 0.1, 0.9)), ClaimVerdict::Holds);
    assert_eq!(verdict(PROGRESS, waits, parts(0.1, 0.1, 0.2)), ClaimVerdict::Fails);
    let cost = "signals cost messages";
    assert_eq!(verdict(PROGRESS, cost, parts(1.18, 1.0, 1.0)), ClaimVerdict::Holds);
    assert_eq!(verdict(PROGRESS, cost, parts(2.0, 1.0, 1.0)), ClaimVerdict::DirectionHolds);
    assert_eq!(verdict(PROGRESS, cost, parts(0.9, 1.0, 1.0)), ClaimVerdict::Fails);
    let burden = "less processor time than a thread";
    assert_eq!(verdict(PROGRESS, burden, parts(0.2, 0.4, 1.0)), ClaimVerdict::Holds);
    assert_eq!(verdict(PROGRESS, burden, parts(0.4, 0.2, 1.0)), ClaimVerdict::Fails);
    let missing = |p: &Point| (p.column() != "poll").then_some(0.1);
    for claim in [waits, cost] {
        assert_eq!(verdict(PROGRESS, claim, missing), ClaimVerdict::Open);
    }
}
