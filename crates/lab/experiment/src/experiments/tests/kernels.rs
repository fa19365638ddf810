use super::*;

const KERNELS: Experiment = Experiment::Kernels;

fn sctp(times: f64) -> impl Fn(&Point) -> Option<f64> {
    move |p: &Point| Some(if is_by(p, &["sctp", "sctp-2005"]) { times } else { 1.0 })
}

#[test]
fn both_transports_are_comparable_without_loss() {
    let claim = "on average as long over SCTP as over TCP";
    assert_eq!(verdict(KERNELS, claim, sctp(1.1)), ClaimVerdict::Holds);
    assert_eq!(verdict(KERNELS, claim, sctp(1.5)), ClaimVerdict::Fails);
    assert_eq!(verdict(KERNELS, claim, sctp(0.5)), ClaimVerdict::Fails);
    let installed_only = |p: &Point| Some(if p.contender.name == "sctp-2005" { 2.0 } else { 1.0 });
    assert_eq!(verdict(KERNELS, claim, installed_only), ClaimVerdict::Partly);
    let missing = |p: &Point| (p.program != "kernel_lu").then_some(1.0);
    assert_eq!(verdict(KERNELS, claim, missing), ClaimVerdict::Open);
}

#[test]
fn the_best_of_ferry_meets_the_best_of_the_others() {
    let peers = |times: f64| {
        move |p: &Point| Some(if is_by(p, &crate::contender::PEERS) { times } else { 1.0 })
    };
    for claim in ["at least as fast as the best other MPI", "faster when a hundredth"] {
        assert_eq!(verdict(KERNELS, claim, peers(1.2)), ClaimVerdict::Holds);
        assert_eq!(verdict(KERNELS, claim, peers(0.8)), ClaimVerdict::Fails);
    }
}
