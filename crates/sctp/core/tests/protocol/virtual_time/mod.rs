//! Two endpoints in virtual time over bad networks, and what must hold whatever their users do.
//!
//! A run is a list of operations on a network drawn from a seed. While it lasts, and in the end when the
//! network is whole again, [`world::World`] holds both ends to their promises: order by stream, nothing
//! lost or twice, contents intact, memory within its bounds, progress, one last event, nothing left.

mod ledger;
mod multipath;
mod operation;
mod ping_pong;
mod transfers;
mod world;

use operation::Operation;
use proptest::prelude::*;
use world::{Setup, World};

fn run(seed: u64, setup: &Setup, operations: &[Operation]) {
    let mut world = World::new(seed, setup);
    for operation in operations {
        world.perform(operation);
    }
    world.finish();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, max_shrink_iters: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any operations on any network.
    #[test]
    fn promises_hold(
        seed: u64,
        setup in operation::setup(),
        operations in prop::collection::vec(operation::any(), 1..60),
    ) {
        run(seed, &setup, &operations);
    }
}

/// Longer runs, each from a seed that a failure names. `FERRY_SCTP_SEEDS` names others, such as `7` or
/// `100..2000`.
#[test]
fn seeds() {
    let wanted = std::env::var("FERRY_SCTP_SEEDS").ok();
    let (from, to) =
        match wanted.as_deref().map(|text| text.split_once("..").unwrap_or((text, text))) {
            None => (0, 59),
            Some((from, to)) => (from.parse().expect("a seed"), to.parse().expect("a seed")),
        };
    for seed in from..=to {
        let (setup, operations) = operation::drawn(seed, 150);
        let held = std::panic::catch_unwind(|| run(seed, &setup, &operations));
        assert!(held.is_ok(), "the promises were broken in the run of seed {seed}, {setup:?}");
    }
}

/// The same seed gives the same packets at the same times.
#[test]
fn runs_are_repeatable() {
    let digest = |seed| {
        let (setup, operations) = operation::drawn(seed, 40);
        let mut world = World::new(seed, &setup);
        for operation in &operations {
            world.perform(operation);
        }
        world.sim.digest
    };
    assert_eq!(digest(5), digest(5));
    assert_ne!(digest(5), digest(6));
}
