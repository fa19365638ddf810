use super::*;

const HOL: Experiment = Experiment::Hol;
const BY: [&str; 5] = [
    "(with the paper's own settings",
    "(with SCTP's standard congestion control",
    "(with CUBIC",
    "(with the adaptive congestion control, as installed",
    "(over QUIC",
];

/// The halves of figure 12.
fn short(by: &str) -> String {
    format!("hardly longer at 1 % {by}")
}

fn long(by: &str) -> String {
    format!("a quarter less than one {by}")
}

fn is_one(point: &Point) -> bool {
    point.contender.name.ends_with("-one")
}

/// Head-of-line blocking as the paper found it.
fn paper(point: &Point) -> Option<f64> {
    let hurts = is_one(point) && (number(point, 1) == 300_000 || point.net.loss == 20);
    Some(if hurts && point.net.loss > 0 { 1.34 } else { 1.0 })
}

#[test]
fn one_stream_takes_a_third_longer() {
    for by in BY {
        let (short, long) = (&short(by), &long(by));
        let slightly = |p: &Point| paper(p).map(|time| if time > 1.0 { 1.1 } else { time });
        let far_more = |p: &Point| paper(p).map(|time| if time > 1.0 { 3.0 } else { time });
        let slower = |p: &Point| Some(if is_one(p) { 0.5 } else { 1.0 });
        let equal = |_: &Point| Some(1.0);
        for claim in [short, long] {
            assert_eq!(verdict(HOL, claim, paper), ClaimVerdict::Holds, "{claim}");
            assert_eq!(verdict(HOL, claim, slightly), ClaimVerdict::DirectionHolds, "{claim}");
            assert_eq!(verdict(HOL, claim, far_more), ClaimVerdict::DirectionHolds, "{claim}");
            assert_eq!(verdict(HOL, claim, slower), ClaimVerdict::Fails, "{claim}");
        }
        assert_eq!(verdict(HOL, long, equal), ClaimVerdict::Fails, "{long}");
        // Short messages at 1 % show nothing in the paper, either.
        assert_eq!(verdict(HOL, short, equal), ClaimVerdict::Partly, "{short}");
    }
}

#[test]
fn each_congestion_control_is_judged_by_its_own_cells() {
    let is_gone = |p: &Point| is_by(p, &["sctp-standard-one"]) && number(p, 2) == 10;
    let no_standard = |p: &Point| if is_gone(p) { None } else { paper(p) };
    for by in BY {
        let expected =
            if by.contains("standard") { ClaimVerdict::Open } else { ClaimVerdict::Holds };
        for claim in [short(by), long(by)] {
            assert_eq!(verdict(HOL, &claim, no_standard), expected, "{claim}");
        }
    }
}

#[test]
fn several_streams_are_never_slower() {
    let claim = "never slower than one";
    assert_eq!(verdict(HOL, claim, paper), ClaimVerdict::Holds);
    let slower = |p: &Point| Some(if is_one(p) { 0.8 } else { 1.0 });
    assert_eq!(verdict(HOL, claim, slower), ClaimVerdict::Fails);
    let missing = |p: &Point| (p.contender.name != "quic-one").then_some(1.0);
    assert_eq!(verdict(HOL, claim, missing), ClaimVerdict::Open);
}
