//! MTU discovery against paths of known size (RFC 8899).

use proptest::prelude::*;

use super::super::{PathAction, Pmtu, PmtuPhase, PmtuSettings, pmtu::COMMON};
use super::{A, drain, ms, paths, quiet, run};
use crate::Now;

fn settings(max: u16) -> PmtuSettings {
    PmtuSettings { max, overhead: 28, ..PmtuSettings::default() }
}

/// Lets the search run over a path that carries IP packets of up to `mtu`; returns probes sent.
fn search(pmtu: &mut Pmtu, mtu: u16, now: &mut Now) -> usize {
    let mut probes = 0;
    while !matches!(pmtu.phase(), PmtuPhase::Complete | PmtuPhase::Disabled) && probes < 200 {
        *now = pmtu.next_due().expect("a search goes on").max(*now);
        if let Some(packet) = pmtu.on_timer(*now) {
            probes += 1;
            pmtu.probe_sent(*now, true);
            if packet + 28 <= mtu {
                pmtu.probe_acked(*now + ms(1), packet);
            }
        }
    }
    probes
}

#[test]
fn a_path_of_the_interfaces_size_takes_two_probes() {
    let mut pmtu = Pmtu::new(settings(9000));
    assert_eq!((pmtu.phase(), pmtu.mtu()), (PmtuPhase::Base, 1200));
    assert_eq!(search(&mut pmtu, 9000, &mut ms(0)), 2);
    assert_eq!((pmtu.mtu(), pmtu.packet()), (9000, 8972));
}

#[test]
fn a_smaller_path_is_found_by_bisection() {
    let mut pmtu = Pmtu::new(settings(9000));
    let mut now = ms(0);
    let probes = search(&mut pmtu, 1450, &mut now);
    assert_eq!(pmtu.mtu(), 1450);
    assert!(probes <= 20, "{probes} probes");
    // Later a larger size is asked for again.
    assert_eq!(pmtu.next_due().map(|due| due > now + ms(500_000)), Some(true));
    now = pmtu.next_due().expect("the raise timer runs");
    assert!(pmtu.on_timer(now).is_some());
    assert_eq!(pmtu.phase(), PmtuPhase::Searching);
    search(&mut pmtu, 9000, &mut now);
    assert_eq!(pmtu.mtu(), 9000);
}

#[test]
fn a_base_that_fails_leaves_the_minimum_and_is_asked_again() {
    let mut pmtu = Pmtu::new(settings(1500));
    let mut now = ms(0);
    for _ in 0..12 {
        now = pmtu.next_due().expect("it goes on").max(now);
        if pmtu.on_timer(now).is_some() {
            pmtu.probe_sent(now, true);
        }
    }
    assert_eq!((pmtu.phase(), pmtu.mtu()), (PmtuPhase::Error, 576));
    search(&mut pmtu, 1500, &mut now);
    assert_eq!((pmtu.phase(), pmtu.mtu()), (PmtuPhase::Complete, 1500));
}

#[test]
fn a_black_hole_is_noticed_by_timeouts_of_large_packets_only() {
    let mut pmtu = Pmtu::new(settings(1500));
    let mut now = ms(0);
    search(&mut pmtu, 1500, &mut now);
    for _ in 0..10 {
        assert!(!pmtu.on_timeout(500));
    }
    assert!(!pmtu.on_timeout(1400));
    pmtu.on_delivered(1400);
    assert!(!pmtu.on_timeout(1400));
    assert!(pmtu.on_timeout(1400));
    assert_eq!(pmtu.mtu(), 1200);
    search(&mut pmtu, 1400, &mut now);
    assert_eq!(pmtu.mtu(), 1400);
}

#[test]
fn packet_too_big_lowers_the_ceiling_and_is_not_believed_when_absurd() {
    let mut pmtu = Pmtu::new(settings(1500));
    let mut now = ms(0);
    search(&mut pmtu, 1500, &mut now);
    assert!(!pmtu.on_too_big(now, 40));
    assert!(!pmtu.on_too_big(now, 1500));
    assert!(pmtu.on_too_big(now, 1430));
    assert_eq!(pmtu.mtu(), 1430);
    search(&mut pmtu, 1430, &mut now);
    assert_eq!((pmtu.phase(), pmtu.mtu()), (PmtuPhase::Complete, 1430));
}

#[test]
fn a_probe_that_the_host_refuses_counts_as_lost_at_once() {
    let mut pmtu = Pmtu::new(settings(9000));
    let first = pmtu.on_timer(ms(0)).expect("the base is asked for");
    pmtu.probe_sent(ms(0), true);
    assert!(!pmtu.probe_acked(ms(1), first), "the base was in use before");
    assert_eq!(pmtu.on_timer(ms(1)), Some(8972));
    pmtu.probe_sent(ms(1), false);
    let next = pmtu.on_timer(ms(1)).expect("a smaller size follows");
    assert!(next < 8972);
}

#[test]
fn a_path_probes_and_tells_its_size_to_congestion_control() {
    let mut settings = quiet();
    settings.pmtu = PmtuSettings { overhead: 28, ..PmtuSettings::default() };
    let mut set = paths(1, settings);
    let seen = run(&mut set, ms(20_000), |_, size| size.is_none_or(|s| s + 28 <= 1400));
    let sizes: Vec<u16> = seen
        .iter()
        .filter_map(|(_, _, action)| match action {
            PathAction::MtuChanged { packet } => Some(*packet),
            _ => None,
        })
        .collect();
    assert_eq!(sizes.last(), Some(&1372), "{sizes:?}");
    assert!(sizes.is_sorted());
    assert_eq!(set.packet_size(), 1372);
    assert!(set.get(A).expect("it is there").window() >= 2 * 1372);
    assert!(drain(&mut set).is_empty());
}

proptest! {
    #[test]
    fn the_search_finds_the_largest_common_size_at_least(mtu in 1200_u16.., max in 1200_u16..) {
        let mut pmtu = Pmtu::new(settings(max));
        let probes = search(&mut pmtu, mtu, &mut ms(0));
        prop_assert_eq!(pmtu.phase(), PmtuPhase::Complete);
        // What alignment to four bytes hides is not a larger packet.
        prop_assert!(pmtu.packet() + 28 <= mtu && pmtu.mtu() <= max);
        let common = COMMON.iter().rev().find(|&&size| size <= mtu.min(max));
        prop_assert!(common.is_some_and(|&size| pmtu.mtu() >= size), "{} of {common:?}", pmtu.mtu());
        prop_assert!(probes <= 40);
    }
}
