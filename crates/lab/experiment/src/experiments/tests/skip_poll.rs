use super::*;

const SKIP: Experiment = Experiment::SkipPoll;

/// Times beside an idle TCP by column.
fn idle(each: f64, adaptive: f64, thread: f64) -> impl Fn(&Point) -> Option<f64> {
    move |point: &Point| {
        Some(match point.column() {
            "TCP at each poll" => each,
            "TCP adaptive" => adaptive,
            "TCP by a thread" => thread,
            _ => 1.0,
        })
    }
}

#[test]
fn an_idle_tcp_costs_what_the_figure_says() {
    let figure = "1.9 times as slow";
    assert_eq!(verdict(SKIP, figure, idle(1.88, 1.0, 1.0)), ClaimVerdict::Holds);
    assert_eq!(verdict(SKIP, figure, idle(1.3, 1.0, 1.0)), ClaimVerdict::DirectionHolds);
    assert_eq!(verdict(SKIP, figure, idle(0.9, 1.0, 1.0)), ClaimVerdict::Fails);
    let adaptive = "Ferry finds an idle TCP costs at most 3 %";
    assert_eq!(verdict(SKIP, adaptive, idle(1.88, 1.02, 1.0)), ClaimVerdict::Holds);
    assert_eq!(verdict(SKIP, adaptive, idle(1.88, 1.2, 1.0)), ClaimVerdict::Fails);
    let thread = "blocked in a wait for TCP";
    assert_eq!(verdict(SKIP, thread, idle(1.88, 1.0, 1.02)), ClaimVerdict::Holds);
    assert_eq!(verdict(SKIP, thread, idle(1.88, 1.0, 1.2)), ClaimVerdict::Fails);
    let missing = |p: &Point| if number(p, 0) == 8 { None } else { idle(1.88, 1.0, 1.0)(p) };
    for claim in [figure, adaptive, thread] {
        assert_eq!(verdict(SKIP, claim, missing), ClaimVerdict::Open);
    }
}

/// Two ping-pongs by interval, the last one being Ferry's own: times of the fast method and of the slow one.
fn both(fast: fn(f64) -> f64, slow: fn(f64) -> f64) -> impl Fn(&Point) -> Option<f64> {
    move |point: &Point| {
        let polls: f64 = match point.set.join("").strip_prefix("poll.skip=tcp:") {
            Some(polls) => polls.parse().expect("a number"),
            None if point.set.is_empty() => 20.0,
            None => 1.0,
        };
        Some(if point.measure == "near" { fast(polls) } else { slow(polls) })
    }
}

/// The fast method gains up to 20 polls, the slow one loses from then on.
fn paper() -> impl Fn(&Point) -> Option<f64> {
    both(|polls| 1.0 + 1.0 / polls, |polls| 1.0 + polls / 500.0)
}

#[test]
fn about_twenty_polls_balance_both() {
    let claim = "about 20 balances";
    assert_eq!(verdict(SKIP, claim, paper()), ClaimVerdict::Holds);
    let no_gain = both(|_| 1.0, |polls| 1.0 + polls / 500.0);
    assert_eq!(verdict(SKIP, claim, no_gain), ClaimVerdict::Partly);
    let dear = both(|polls| 1.0 + 1.0 / polls, |polls| polls);
    assert_eq!(verdict(SKIP, claim, dear), ClaimVerdict::Partly);
    let neither = both(|polls| polls, |polls| polls);
    assert_eq!(verdict(SKIP, claim, neither), ClaimVerdict::Fails);
    let paper = paper();
    let missing = |p: &Point| if p.set == ["poll.skip=tcp:20"] { None } else { paper(p) };
    assert_eq!(verdict(SKIP, claim, missing), ClaimVerdict::Open);
}

#[test]
fn fewer_looks_help_one_and_hurt_the_other() {
    let (helps, hurts) = ("makes the fast one faster", "and the slow one slower");
    let flat = || both(|_| 1.0, |_| 1.0);
    for claim in [helps, hurts] {
        assert_eq!(verdict(SKIP, claim, paper()), ClaimVerdict::Holds);
        assert_eq!(verdict(SKIP, claim, flat()), ClaimVerdict::Fails);
        let paper = paper();
        let missing = |p: &Point| if p.set == ["poll.skip=tcp:2000"] { None } else { paper(p) };
        assert_eq!(verdict(SKIP, claim, missing), ClaimVerdict::Open);
    }
}

#[test]
fn own_ways_to_look_are_compared_with_the_best() {
    let adaptive = "as good as the best fixed one";
    assert_eq!(verdict(SKIP, adaptive, paper()), ClaimVerdict::Holds);
    let worse = |p: &Point| if p.set.is_empty() { Some(9.0) } else { paper()(p) };
    assert_eq!(verdict(SKIP, adaptive, worse), ClaimVerdict::Fails);
    let thread = "beside a busy TCP the fast method is faster";
    let faster = |p: &Point| if p.set == ["poll.waiter=tcp"] { Some(0.5) } else { paper()(p) };
    assert_eq!(verdict(SKIP, thread, faster), ClaimVerdict::Holds);
    let slower = |p: &Point| if p.set == ["poll.waiter=tcp"] { Some(5.0) } else { paper()(p) };
    assert_eq!(verdict(SKIP, thread, slower), ClaimVerdict::Fails);
}
