use super::*;

const DESIGNS: Experiment = Experiment::Designs;

fn by(names: &'static [&str], value: f64) -> impl Fn(&Point) -> Option<f64> {
    move |point: &Point| Some(if is_by(point, names) { value } else { 1.0 })
}

/// It is the direct design whose connections are per tag; beside the engine there is a pool.
#[test]
fn the_direct_design_is_compared_not_the_pool() {
    for claim in ["needs many sockets, SCTP one", "its messages take as long as over SCTP"] {
        assert_eq!(verdict(DESIGNS, claim, by(&["tcp-stream-direct"], 9.0)), ClaimVerdict::Holds);
        assert_eq!(verdict(DESIGNS, claim, by(&["tcp-stream-direct"], 0.5)), ClaimVerdict::Fails);
        let pool_gone = |p: &Point| (p.contender.name != "tcp-stream").then_some(2.0);
        assert_ne!(verdict(DESIGNS, claim, pool_gone), ClaimVerdict::Open);
        let gone = |p: &Point| (p.contender.name != "tcp-stream-direct").then_some(2.0);
        assert_eq!(verdict(DESIGNS, claim, gone), ClaimVerdict::Open);
    }
    assert_eq!(
        verdict(DESIGNS, "needs many sockets, SCTP one", by(&["tcp-stream"], 9.0)),
        ClaimVerdict::Fails
    );
}

#[test]
fn a_layer_costs_something_by_each_transport() {
    const WITH: &[&str] = &["tcp-stream", "sctp", "quic"];
    for claim in ["a message costs less", "in fewer instructions"] {
        assert_eq!(verdict(DESIGNS, claim, by(WITH, 1.5)), ClaimVerdict::Holds);
        assert_eq!(verdict(DESIGNS, claim, by(WITH, 0.9)), ClaimVerdict::Fails);
        assert_eq!(verdict(DESIGNS, claim, by(&["sctp"], 1.5)), ClaimVerdict::Partly);
        let gone = |p: &Point| (p.contender.name != "quic-direct").then_some(1.0);
        assert_eq!(verdict(DESIGNS, claim, gone), ClaimVerdict::Open);
    }
}
