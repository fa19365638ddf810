//! Links whose method gets nothing through any more go on by another, and nobody notices.

use crate::adapting::{Pair, STEP};
use crate::net::NAMES;
use ferry_link::{LinkEvent, PathTrouble, Policy};
use ferry_method::PeerId;
use proptest::prelude::*;
use std::time::Duration;

const AFTER: Duration = Duration::from_secs(3);
/// Seconds in which a cut is noticed and the link has moved, delays of the path included.
const SOON: u64 = 12;

fn policy(only: &[&str]) -> Policy {
    let only = only.iter().map(|name| (*name).to_owned()).collect();
    Policy { only, failover_after: Some(AFTER), ..Policy::default() }
}

fn sound(policy: Policy, seed: u64) -> Pair {
    let pair = Pair::new(policy, seed);
    pair.net().is_lossy = false;
    pair.net().narrow.clear();
    pair
}

fn go_by(pair: &Pair, method: &str, note: &str) {
    for (way, why) in pair.ways() {
        assert_eq!(way, method, "{note}: {why}");
    }
}

#[test]
fn every_method_is_left_for_every_other() {
    for from in NAMES {
        for to in NAMES.into_iter().filter(|to| *to != from) {
            for seed in [from.len() as u64, 7] {
                let note = format!("{from} to {to}, seed {seed}");
                let mut pair = sound(policy(&[from, to]), seed);
                pair.run(3, true);
                go_by(&pair, from, &note);
                pair.nodes.iter_mut().for_each(|node| node.link.note_events(true));
                pair.net().cut = vec![from];
                pair.run(SOON, true);
                go_by(&pair, to, &note);
                for (events, peer) in pair.events().into_iter().zip([PeerId(1), PeerId(0)]) {
                    let kind = PathTrouble::Silent;
                    let trouble = LinkEvent::Trouble { peer, method: from, kind };
                    let change = LinkEvent::Changed { peer, from, to };
                    assert_eq!(events, [trouble, change], "{note}");
                }
                let why = format!("moved from {from} to {to}: nothing gets through");
                assert!(pair.ways().iter().all(|(_, reason)| *reason == why), "{:?}", pair.ways());
                pair.ends_well();
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(6) })]

    /// One method after the other is cut, at any time, until one is left; what methods carry that were
    /// left goes by one that is left later.
    #[test]
    fn one_after_the_other_is_left(seed: u64, cuts in prop::collection::vec(1u64..200, 3)) {
        let mut pair = sound(policy(&[]), seed);
        let mut cut = Vec::new();
        for (after, name) in cuts.into_iter().zip(NAMES) {
            pair.steps(after, true);
            cut.push(name);
            pair.net().cut = cut.clone();
        }
        pair.run(3 * SOON, true);
        go_by(&pair, "slow", &format!("seed {seed}"));
        pair.ends_well();
    }

    /// Whatever is cut while methods are changed by calls.
    #[test]
    fn cuts_amid_changes_lose_nothing(seed: u64, cut in 0usize..3, after in 1u64..100) {
        let mut pair = sound(policy(&[]), seed);
        pair.steps(after, true);
        pair.nodes.iter_mut().for_each(|node| node.change_some());
        pair.steps(2, true);
        pair.nodes.iter_mut().for_each(|node| node.change_some());
        pair.net().cut = vec![NAMES[cut]];
        pair.run(2 * SOON, true);
        pair.ends_well();
    }
}

#[test]
fn a_peer_that_computes_is_not_left() {
    let mut pair = sound(policy(&[]), 1);
    pair.run(3, true);
    for _ in 0..75_000_000 / STEP {
        pair.step += 1;
        let now = pair.step * STEP;
        pair.nodes[0].send_some();
        pair.nodes[0].push_all();
        pair.nodes[0].poll(now);
    }
    pair.run(5, true);
    go_by(&pair, "one", "it was away");
    pair.ends_well();
}

#[test]
fn without_another_the_link_waits() {
    let mut pair = sound(policy(&[]), 2);
    pair.run(3, true);
    pair.net().cut = NAMES.to_vec();
    pair.run(60, false);
    go_by(&pair, "one", "nothing gets through");
    pair.net().cut.clear();
    pair.ends_well();
}

#[test]
fn nothing_is_left_where_that_is_not_wanted() {
    let mut pair = sound(Policy { failover_after: None, ..policy(&[]) }, 3);
    pair.run(3, true);
    pair.net().cut = vec!["one"];
    pair.run(60, false);
    go_by(&pair, "one", "it is off");
    pair.net().cut.clear();
    pair.ends_well();
}

#[test]
fn whom_another_method_reaches_is_not_lost() {
    let after = Some(Duration::from_secs(300));
    let mut pair = sound(Policy { failover_after: after, ..policy(&[]) }, 4);
    pair.run(1, true);
    pair.net().cut = vec!["one"];
    pair.net().doubted = vec![("one", 0, PeerId(1))];
    pair.run(SOON, true);
    assert_eq!(pair.ways()[0].0, "many", "sooner than silence would tell");
    pair.ends_well();
}

/// The dead are dead by every method.
#[test]
#[should_panic(expected = "lost 1")]
fn whom_nothing_reaches_is_lost_at_once() {
    let mut pair = sound(policy(&[]), 5);
    pair.net().cut = NAMES.to_vec();
    pair.net().blocked = NAMES[1..].to_vec();
    pair.steps(1, true);
    pair.net().doubted = vec![("one", 0, PeerId(1))];
    pair.run(2, false);
}
