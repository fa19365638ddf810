use super::*;

const PINGPONG: Experiment = Experiment::Pingpong;

fn is_sctp(point: &Point) -> bool {
    is_by(point, &["sctp", "sctp-2005"])
}

/// SCTP's time over TCP's without loss, for messages below 22 KB, of 22 KB, and above.
fn clean(below: f64, at: f64, above: f64) -> impl Fn(&Point) -> Option<f64> {
    move |point: &Point| {
        let ratio = match number(point, 0) {
            size if size < 22 << 10 => below,
            size if size == 22 << 10 => at,
            _ => above,
        };
        Some(if is_sctp(point) { ratio } else { 1.0 })
    }
}

#[test]
fn the_curves_cross_at_22_kilobytes() {
    for with in ["with the paper's own settings", "as installed"] {
        let [below, at, above] = ["better below 22 KB", "equal at 22 KB", "better at 1 MiB"]
            .map(|what| format!("{what} ({with}"));
        let judge = |part: &str, a, b, c| verdict(PINGPONG, part, clean(a, b, c));
        assert_eq!(judge(&below, 1.3, 1.0, 0.8), ClaimVerdict::Holds);
        assert_eq!(judge(&below, 0.9, 1.0, 0.8), ClaimVerdict::Fails);
        assert_eq!(judge(&at, 1.3, 1.05, 0.8), ClaimVerdict::Holds);
        assert_eq!(judge(&at, 1.3, 1.4, 0.8), ClaimVerdict::Fails);
        assert_eq!(judge(&at, 1.3, 0.7, 0.8), ClaimVerdict::Fails);
        assert_eq!(judge(&above, 1.3, 1.0, 0.8), ClaimVerdict::Holds);
        assert_eq!(judge(&above, 1.3, 1.0, 1.2), ClaimVerdict::Fails);
        for (part, bytes) in [(&below, 64), (&at, 22 << 10), (&above, 1 << 20)] {
            let missing =
                |p: &Point| if number(p, 0) == bytes { None } else { clean(1.3, 1.0, 0.8)(p) };
            assert_eq!(verdict(PINGPONG, part, missing), ClaimVerdict::Open);
        }
    }
}

/// The ratios of table 1; `less` makes them smaller.
fn table(less: f64) -> impl Fn(&Point) -> Option<f64> {
    move |point: &Point| {
        let ratio = match (number(point, 0), point.net.loss) {
            (30_000, 10) => 28.0,
            (30_000, 20) => 43.0,
            (300_000, 10 | 20) => 3.2,
            _ => 1.0,
        };
        Some(if is_sctp(point) { 1.0 } else { ratio * less })
    }
}

#[test]
fn under_loss_the_ratios_are_those_of_the_table() {
    for claim in [
        "3 to 43 times as fast over SCTP as over TCP",
        "The same with today's",
        "The same against the best",
    ] {
        assert_eq!(verdict(PINGPONG, claim, table(1.0)), ClaimVerdict::Holds, "{claim}");
        assert_eq!(verdict(PINGPONG, claim, table(0.4)), ClaimVerdict::DirectionHolds, "{claim}");
        assert_eq!(verdict(PINGPONG, claim, table(0.02)), ClaimVerdict::Fails, "{claim}");
        // Long messages only.
        assert_eq!(verdict(PINGPONG, claim, table(0.3)), ClaimVerdict::Partly, "{claim}");
        let missing = |p: &Point| if p.net.loss == 20 { None } else { table(1.0)(p) };
        assert_eq!(verdict(PINGPONG, claim, missing), ClaimVerdict::Open, "{claim}");
    }
}
