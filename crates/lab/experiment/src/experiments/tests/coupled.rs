use super::*;

const COUPLED: Experiment = Experiment::Coupled;

/// The ways of the model, with what they take in the paper's table where it has them.
#[derive(Clone, Copy)]
struct Steps {
    tcp_alone: f64,
    selective: f64,
    forwarding: f64,
    each_poll: f64,
    other_intervals: f64,
    adaptive: f64,
    together: f64,
}

const PAPER: Steps = Steps {
    tcp_alone: 1090.0,
    selective: 104.9,
    forwarding: 109.3,
    each_poll: 109.1,
    other_intervals: 105.0,
    adaptive: 105.0,
    together: 106.0,
};

fn of(steps: Steps) -> impl Fn(&Point) -> Option<f64> {
    move |point: &Point| {
        let set = point.set.join(" ");
        Some(match point.contender.name {
            "tcp" => steps.tcp_alone,
            "shm-tcp" if point.slots.len() == 1 => steps.together,
            "shm-tcp" if set.starts_with("forward") => steps.forwarding,
            "shm-tcp" if set == "poll.skip=tcp:1" => steps.each_poll,
            "shm-tcp" if set.starts_with("poll") => steps.other_intervals,
            "shm-tcp" if point.args.contains(&"--selective".to_owned()) => steps.selective,
            "shm-tcp" => steps.adaptive,
            _ => 100.0,
        })
    }
}

fn judge(part: &str, steps: Steps) -> ClaimVerdict {
    verdict(COUPLED, part, of(steps))
}

#[test]
fn the_papers_table_holds_in_the_papers_world() {
    for part in [
        "ten times as slow",
        "within 0.1 % of it",
        "in each poll costs 4 %",
        "Forwarding costs 4 %",
        "costs MPI 6 %",
        "as good as the best fixed",
    ] {
        assert_eq!(judge(part, PAPER), ClaimVerdict::Holds, "{part}");
    }
}

#[test]
fn sizes_and_directions_are_told_apart() {
    use ClaimVerdict::{DirectionHolds, Fails};
    for (part, steps, expected) in [
        ("ten times as slow", Steps { tcp_alone: 300.0, ..PAPER }, DirectionHolds),
        ("ten times as slow", Steps { tcp_alone: 100.0, ..PAPER }, Fails),
        ("within 0.1 % of it", Steps { selective: 120.0, ..PAPER }, Fails),
        ("in each poll costs 4 %", Steps { each_poll: 150.0, ..PAPER }, DirectionHolds),
        ("in each poll costs 4 %", Steps { each_poll: 105.0, ..PAPER }, Fails),
        ("Forwarding costs 4 %", Steps { forwarding: 150.0, ..PAPER }, DirectionHolds),
        ("Forwarding costs 4 %", Steps { forwarding: 100.0, ..PAPER }, Fails),
        ("costs MPI 6 %", Steps { together: 140.0, ..PAPER }, DirectionHolds),
        ("costs MPI 6 %", Steps { together: 50.0, ..PAPER }, Fails),
        ("as good as the best fixed", Steps { adaptive: 130.0, ..PAPER }, Fails),
    ] {
        assert_eq!(judge(part, steps), expected, "{part}");
    }
}

#[test]
fn few_runs_or_missing_ones_decide_nothing() {
    let all = COUPLED.claims(
        Scale::Full,
        &results(COUPLED, |point| {
            (!point.set.join("").starts_with("poll")).then(|| of(PAPER)(point)).flatten()
        }),
    );
    let open: Vec<&str> =
        all.iter().filter(|c| c.verdict == ClaimVerdict::Open).map(|c| c.text.as_str()).collect();
    // All but what MPI costs, which needs no interval.
    assert_eq!(open.len(), all.len() - 1, "{open:#?}");
    // What the table of today's report had: one run of each.
    let once = points(&[COUPLED], Scale::Full).into_iter().map(|point| {
        let run = Outcome::Values(vec![(point.measure.to_owned(), 1.0)]);
        (point.key(), vec![run])
    });
    for claim in COUPLED.claims(Scale::Full, &Store::holding(once.collect())) {
        assert_eq!(claim.verdict, ClaimVerdict::Open, "{}: {}", claim.text, claim.found);
        assert!(claim.found.contains("one run of 12, too few"), "{}", claim.found);
    }
}

/// The paper's times, of which each run takes a fifth more or less, as `is_slow` has it by point and round.
fn spread(mut is_slow: impl FnMut(u32) -> bool) -> Vec<Claim> {
    let spread = points(&[COUPLED], Scale::Full).into_iter().map(|point| {
        let value = of(PAPER)(&point).expect("all have one");
        let runs = (0..point.runs).map(|round| {
            let value = if is_slow(round) { value * 1.2 } else { value * 0.8 };
            Outcome::Values(vec![(point.measure.to_owned(), value)])
        });
        (point.key(), runs.collect())
    });
    let store = Store::holding(spread.collect());
    COUPLED.claims(Scale::Full, &store)
}

#[test]
fn spread_runs_decide_nothing_about_small_effects() {
    let mut chance = 11_u32;
    let claims = spread(|_| {
        chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        chance >> 31 == 1
    });
    for claim in claims {
        let expected = match claim.text.contains("ten times") {
            true => ClaimVerdict::Holds,
            false => ClaimVerdict::Open,
        };
        assert_eq!(claim.verdict, expected, "{}: {}", claim.text, claim.found);
    }
}

#[test]
fn what_is_slow_for_all_in_a_round_hides_no_effect() {
    for claim in spread(|round| round % 2 == 0) {
        assert_eq!(claim.verdict, ClaimVerdict::Holds, "{}: {}", claim.text, claim.found);
    }
}
