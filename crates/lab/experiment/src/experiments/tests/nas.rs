use super::*;

const NAS: Experiment = Experiment::Nas;
const WITH: [&str; 2] = ["with the paper's own settings", "as installed"];

/// TCP's rates, SCTP's being one: by the class and the benchmark.
fn tcp(rate: impl Fn(&str, &str) -> f64) -> impl Fn(&Point) -> Option<f64> {
    move |p: &Point| Some(if is_tcp(p) { rate(&p.args[1], &p.args[0]) } else { 1.0 })
}

fn paper(class: &str, benchmark: &str) -> f64 {
    match (class, benchmark) {
        ("A", "mg" | "bt") => 1.2,
        ("A", _) => 0.95,
        _ => 1.3,
    }
}

#[test]
fn figure_9_holds_in_the_papers_world() {
    for with in WITH {
        for part in
            ["on average comparable", "ahead in MG and BT", "better with the smaller classes"]
        {
            let claim = format!("{part} ({with}");
            assert_eq!(verdict(NAS, &claim, tcp(paper)), ClaimVerdict::Holds, "{claim}");
            let missing = |p: &Point| if p.args[0] == "bt" { None } else { tcp(paper)(p) };
            assert_eq!(verdict(NAS, &claim, missing), ClaimVerdict::Open, "{claim}");
        }
    }
}

#[test]
fn figure_9_does_not_hold_elsewhere() {
    for with in WITH {
        let judge =
            |part: &str, rate: f64| verdict(NAS, &format!("{part} ({with}"), tcp(|_, _| rate));
        assert_eq!(judge("on average comparable", 1.5), ClaimVerdict::Fails);
        assert_eq!(judge("on average comparable", 0.5), ClaimVerdict::Fails);
        assert_eq!(judge("ahead in MG and BT", 1.0), ClaimVerdict::Fails);
        assert_eq!(judge("better with the smaller classes", 0.8), ClaimVerdict::Fails);
    }
}

/// FT is not in the figure.
#[test]
fn the_benchmark_that_the_paper_left_out_decides_nothing() {
    let missing = |p: &Point| if p.args[0] == "ft" { None } else { tcp(paper)(p) };
    for with in WITH {
        let claim = format!("on average comparable ({with}");
        assert_eq!(verdict(NAS, &claim, missing), ClaimVerdict::Holds);
    }
}
