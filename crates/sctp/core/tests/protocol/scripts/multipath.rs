//! Several paths at once (Iyengar et al., "Concurrent Multipath Transfer Using SCTP Multihoming") and one
//! after the other, with both ends played by endpoints.

use ferry_netem::LinkSettings;
use ferry_sctp_core::Now;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::path::PathState;

use crate::common::flow::Flow;
use crate::common::script::endpoint;
use crate::common::sim::{Change, Sim, address};
use crate::common::{ms, s};

fn line(rate: &str, delay: &str) -> LinkSettings {
    LinkSettings::default()
        .rate(rate.parse().expect("a rate"))
        .delay(delay.parse().expect("a time"))
        .queue("100KiB".parse().expect("a size"))
}

/// The time that 8 MB take.
fn time(multipath: bool, paths: &[LinkSettings]) -> Now {
    let mut config = AssociationConfig::default();
    config.paths.multipath = multipath;
    let config = endpoint(config);
    let mut sim = Sim::pair(11, &config, &config, paths);
    let (a, b) = sim.open(0, 1);
    // Addresses are confirmed and MTUs found first.
    sim.run_for(s(3));
    let begun = sim.now;
    let mut flow = Flow::new((0, a), (1, b), 10, 8_000, 1000);
    assert!(flow.run(&mut sim, s(300)), "{} of 1000 arrived", flow.arrived.len());
    sim.now - begun
}

#[test]
fn two_equal_paths_give_nearly_twice_one() {
    let paths = [line("50mbit", "5ms"), line("50mbit", "5ms")];
    let (one, two) = (time(false, &paths), time(true, &paths));
    let gain = one.as_secs_f64() / two.as_secs_f64();
    assert!(gain >= 1.7, "{one:?} on one, {two:?} on two: {gain:.2} times");
}

#[test]
fn unequal_paths_are_no_slower_than_the_better_one() {
    // Split fast retransmit: the slower path's chunks come later and are no loss of either.
    let paths = [line("50mbit", "2ms"), line("25mbit", "10ms")];
    let (one, two) = (time(false, &paths), time(true, &paths));
    let gain = one.as_secs_f64() / two.as_secs_f64();
    assert!(gain >= 1.2, "{one:?} on one, {two:?} on two: {gain:.2} times");
}

#[test]
fn reordering_among_paths_makes_no_retransmissions() {
    let mut config = AssociationConfig::default();
    config.paths.multipath = true;
    let config = endpoint(config);
    // Queues that hold whatever comes: nothing is lost.
    let paths = [line("50mbit", "2ms"), line("50mbit", "15ms")]
        .map(|line| line.queue("100MB".parse().expect("a size")));
    let mut sim = Sim::pair(12, &config, &config, &paths);
    let (a, b) = sim.open(0, 1);
    sim.run_for(s(3));
    let mut flow = Flow::new((0, a), (1, b), 10, 8_000, 500);
    assert!(flow.run(&mut sim, s(300)));
    let report = sim.end(0).report(a).expect("it stands");
    for path in &report.paths {
        assert!(path.counters.packets > 100, "both paths were used: {path:?}");
        assert_eq!(path.counters.fast_recoveries, 0, "{path:?}");
    }
}

#[test]
fn a_cut_path_is_replaced_within_a_second() {
    for multipath in [false, true] {
        let mut config = AssociationConfig::default();
        config.paths.multipath = multipath;
        let config = endpoint(config);
        let paths = [line("100mbit", "1ms"), line("100mbit", "1ms")];
        let mut sim = Sim::pair(13, &config, &config, &paths);
        let (a, b) = sim.open(0, 1);
        sim.run_for(s(3));
        // In the middle of the transfer the primary's line is cut, both ways.
        let cut = sim.now + ms(200);
        sim.plan(cut, Change::Cut(0));
        let mut flow = Flow::new((0, a), (1, b), 10, 8_000, 1000);
        assert!(flow.run(&mut sim, s(60)), "{} of 1000 arrived", flow.arrived.len());
        assert!(sim.now > cut, "the cut came in mid-transfer");
        let pause = flow.longest_pause();
        assert!(pause < s(1), "delivery paused for {pause:?}");
        // The user is told.
        assert!(sim.hosts[0].events.iter().any(|(_, event)| matches!(
            event,
            AssociationEvent::PathChanged { address: at, to: PathState::PotentiallyFailed, .. }
                if *at == address(1, 0)
        )));
        // The path returns and is found.
        sim.change(Change::Heal(0));
        sim.run_for(s(30));
        let report = sim.end(0).report(a).expect("it stands");
        assert!(report.paths.iter().all(|path| path.state == PathState::Active), "{report:#?}");
    }
}

#[test]
fn each_path_may_fail_in_turn() {
    let config = endpoint(AssociationConfig::default());
    let paths = [line("100mbit", "1ms"); 3];
    let mut sim = Sim::pair(14, &config, &config, &paths);
    let (a, b) = sim.open(0, 1);
    sim.run_for(s(3));
    let start = sim.now;
    for round in 0..6_u32 {
        let path = round as usize % 3;
        sim.plan(start + ms(150) + s(4) * round, Change::Cut(path));
        sim.plan(start + ms(150) + s(4) * round + s(3), Change::Heal(path));
    }
    let mut flow = Flow::new((0, a), (1, b), 4, 4_000, 2_400);
    flow.pace = ms(10);
    assert!(flow.run(&mut sim, s(120)));
    assert!(flow.longest_pause() < s(1), "{:?}", flow.longest_pause());
}
