use super::*;

const FARM: Experiment = Experiment::Farm;
const SETTINGS: [&str; 2] = ["with the paper's own settings", "with today's"];

/// Figure 10 with short and with long messages, by each of the settings.
fn figure_10() -> Vec<(bool, String)> {
    let claim = |settings: &&str| {
        [
            (true, format!("takes 10 to 11 times as long over TCP as over SCTP ({settings}")),
            (false, format!("takes 2.6 to 2.7 times as long over TCP as over SCTP ({settings}")),
        ]
    };
    SETTINGS.iter().flat_map(claim).collect()
}

fn is_short(point: &Point) -> bool {
    number(point, 1) == 30_000
}

fn fanout(point: &Point) -> u64 {
    number(point, 2)
}

/// Run times that are to each other as in the paper.
fn paper(point: &Point) -> Option<f64> {
    let lossy_tcp = is_tcp(point) && point.net.loss > 0;
    Some(match (is_short(point), fanout(point)) {
        (true, _) if lossy_tcp => 10.5,
        (false, 1) if lossy_tcp => 26.0,
        (false, _) if lossy_tcp => 60.0,
        (true, _) => 1.0,
        (false, _) => 10.0,
    })
}

#[test]
fn tcp_is_as_much_slower_as_the_paper_says() {
    for (_, claim) in figure_10() {
        assert_eq!(verdict(FARM, &claim, paper), ClaimVerdict::Holds);
        let slightly = |p: &Point| Some(if is_tcp(p) { 1.3 } else { 1.0 });
        assert_eq!(verdict(FARM, &claim, slightly), ClaimVerdict::DirectionHolds);
        let far_more = |p: &Point| Some(if is_tcp(p) { 90.0 } else { 1.0 });
        assert_eq!(verdict(FARM, &claim, far_more), ClaimVerdict::DirectionHolds);
        let faster = |p: &Point| Some(if is_tcp(p) { 0.5 } else { 1.0 });
        assert_eq!(verdict(FARM, &claim, faster), ClaimVerdict::Fails);
        let equal = |_: &Point| Some(1.0);
        assert_eq!(verdict(FARM, &claim, equal), ClaimVerdict::Fails);
        let at_one_percent = |p: &Point| if p.net.loss == 20 { Some(1.0) } else { paper(p) };
        assert_eq!(verdict(FARM, &claim, at_one_percent), ClaimVerdict::Partly);
    }
}

#[test]
fn a_farm_that_was_not_run_leaves_its_figure_open() {
    for (of_short, claim) in figure_10() {
        let is_gone = |p: &Point| is_short(p) && p.net.loss == 20 && fanout(p) == 1;
        let [with, otherwise] = match of_short {
            true => [ClaimVerdict::Open; 2],
            false => [ClaimVerdict::Holds, ClaimVerdict::Fails],
        };
        let missing = |p: &Point| if is_gone(p) { None } else { paper(p) };
        assert_eq!(verdict(FARM, &claim, missing), with);
        let wrong_and_missing = |p: &Point| if is_gone(p) { None } else { Some(1.0) };
        assert_eq!(verdict(FARM, &claim, wrong_and_missing), otherwise);
    }
}

#[test]
fn fanout_hurts_long_messages_only() {
    for settings in SETTINGS {
        let [long, short] = ["rises much", "hardly changes"].map(|effect| {
            let name = if effect == "rises much" { "long" } else { "short" };
            format!("{effect} with a fan-out of 10 and {name} messages (time over that with a fan-out of 1; {settings}")
        });
        let all = |p: &Point| Some(fanout(p) as f64);
        let nothing = |_: &Point| Some(1.0);
        let less = |p: &Point| Some(1.0 / fanout(p) as f64);
        assert_eq!(verdict(FARM, &long, paper), ClaimVerdict::Holds);
        assert_eq!(verdict(FARM, &long, all), ClaimVerdict::Holds);
        assert_eq!(verdict(FARM, &long, nothing), ClaimVerdict::Fails);
        assert_eq!(verdict(FARM, &long, less), ClaimVerdict::Fails);
        let slightly = |p: &Point| Some(if fanout(p) == 10 { 1.1 } else { 1.0 });
        assert_eq!(verdict(FARM, &long, slightly), ClaimVerdict::DirectionHolds);
        assert_eq!(verdict(FARM, &short, paper), ClaimVerdict::Holds);
        assert_eq!(verdict(FARM, &short, slightly), ClaimVerdict::Holds);
        assert_eq!(verdict(FARM, &short, all), ClaimVerdict::Fails);
        let one_only = |p: &Point| (fanout(p) == 1).then_some(1.0);
        for claim in [&long, &short] {
            assert_eq!(verdict(FARM, claim, one_only), ClaimVerdict::Open);
        }
    }
}

#[test]
fn own_goals_are_judged_by_the_best() {
    let peers = |times: f64| {
        move |p: &Point| {
            let least = p.net.cable_time(number(p, 0) * number(p, 1));
            let is_peer = is_by(p, &crate::contender::PEERS);
            Some(if is_peer { least * times } else { least * 1.1 })
        }
    };
    let twice = "at least twice as fast as the best other MPI";
    assert_eq!(verdict(FARM, twice, peers(3.0)), ClaimVerdict::Holds);
    assert_eq!(verdict(FARM, twice, peers(1.5)), ClaimVerdict::DirectionHolds);
    assert_eq!(verdict(FARM, twice, peers(1.0)), ClaimVerdict::Fails);
    let could = "could be twice as fast";
    assert_eq!(verdict(FARM, could, peers(2.0)), ClaimVerdict::Holds);
    assert_eq!(verdict(FARM, could, peers(1.5)), ClaimVerdict::DirectionHolds);
    let sixth = "at most a sixth longer";
    assert_eq!(verdict(FARM, sixth, peers(2.0)), ClaimVerdict::Holds);
    let slow = |p: &Point| Some(p.net.cable_time(number(p, 0) * number(p, 1)) * 1.5);
    assert_eq!(verdict(FARM, sixth, slow), ClaimVerdict::Fails);
}
