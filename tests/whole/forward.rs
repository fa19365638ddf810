//! Relays: on each of two hosts one rank alone uses the network, for all.

use crate::hosts::{Hosts, V4};

/// Ranks 0 and 2 are on one host, 1 and 3 on the other; 0 and 1 relay.
const RELAYS: &str = "forward=tcp:0,2>0;tcp:1,3>1";

#[test]
fn one_rank_of_each_host_relays_for_the_others() {
    let Some(hosts) = Hosts::make("relay", &[V4]) else { return };
    for program in ["p2p", "coll", "requests", "nonblocking"] {
        let outcome = hosts.run(program, 4, &[RELAYS]);
        outcome.ok();
        if program != "coll" {
            continue;
        }
        let mut relayed = 0;
        for line in outcome.stderr.lines().filter_map(|line| line.strip_prefix("ferry: link ")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [from, "->", to, method, ..] = words[..] else { panic!("{line}") };
            let [from, to] = [from, to].map(|rank| rank.parse::<u32>().expect("a rank"));
            let relay = match (from, to) {
                _ if from % 2 == to % 2 => None,
                (2 | 3, _) => Some(from % 2),
                (_, 2 | 3) => Some(to % 2),
                _ => None,
            };
            let is_said =
                relay.is_some_and(|relay| line.contains(&format!("through rank {relay}")));
            assert_eq!(relay.is_some(), is_said, "{line}");
            // Whoever does not relay has no network of its own.
            assert!(from < 2 || method != "tcp", "{line}");
            relayed += u32::from(is_said);
        }
        assert!(relayed > 0, "nothing was relayed:\n{}", outcome.stderr);
    }
}

#[test]
fn relays_that_sleep_wake_for_what_they_relay() {
    let Some(hosts) = Hosts::make("relaysleep", &[V4]) else { return };
    for parameter in ["wait.spin=0us", "progress=thread"] {
        hosts.run("coll", 4, &[RELAYS, parameter]).ok();
    }
}

#[test]
fn a_rule_that_makes_no_sense_is_quoted() {
    let Some(hosts) = Hosts::make("relaywrong", &[V4]) else { return };
    let outcome = hosts.run("coll", 4, &["forward=tcp:0-2"]);
    assert!(!outcome.status.success());
    assert!(outcome.stderr.contains("'tcp:0-2' is no rule"), "{}", outcome.stderr);
}
