//! A link to a peer that is far begins by the method for long paths.

use crate::adapting::Pair;
use crate::node::Node;
use ferry_link::{Adaptation, LinkPart, Policy, TrafficClass};
use ferry_method::PeerId;
use ferry_wire::ContextId;
use std::time::Duration;

/// Two processes, so many milliseconds apart, whose connections are open after so many round trips.
fn pair(round_trip: u64, opening: [(&'static str, u64); 2], seed: u64) -> Pair {
    let adaptation = Adaptation {
        methods: vec!["many".to_owned()],
        round_trip: Some(Duration::from_millis(40)),
        ..Adaptation::default()
    };
    let mut pair = Pair::new(Policy { adaptation, ..Policy::default() }, seed);
    pair.nodes.iter_mut().for_each(|node| {
        node.is_patient = true;
        node.link.note_events(true);
    });
    let mut net = pair.net();
    (net.is_lossy, net.narrow) = (false, Vec::new());
    (net.round_trip, net.opening) = (Duration::from_millis(round_trip), opening.to_vec());
    drop(net);
    pair
}

const USUAL: [(&str, u64); 2] = [("one", 2), ("many", 3)];
const BEGUN: &str = "begun by many instead of one: a round trip of 100.0 ms";

#[test]
fn a_far_link_begins_by_the_method_for_long_paths() {
    for seed in 0..12 {
        let mut pair = pair(100, USUAL, seed);
        pair.run(10, true);
        for (method, why) in pair.ways() {
            assert_eq!((method, why.as_str()), ("many", BEGUN), "seed {seed}");
        }
        for node in &pair.nodes {
            let links = node.link.links();
            assert!(links.iter().all(|link| link.method != "one"), "seed {seed}: it was used");
        }
        assert!(pair.events().iter().all(Vec::is_empty), "seed {seed}: nothing has changed");
        pair.ends_well();
    }
}

#[test]
fn a_near_link_begins_by_cost() {
    for seed in 0..12 {
        let mut pair = pair(30, USUAL, seed);
        pair.run(10, true);
        assert!(pair.ways().iter().all(|(method, _)| *method == "one"), "{:?}", pair.ways());
        assert!(!pair.net().was_called("many"));
        pair.ends_well();
    }
}

#[test]
fn whoever_answers_begins_by_the_same_method() {
    for seed in 0..12 {
        let mut pair = pair(100, USUAL, seed);
        for step in 0..400 {
            pair.nodes[0].send_some();
            if step > 100 {
                pair.nodes[1].send_some();
            }
            pair.steps(1, false);
        }
        assert!(pair.ways().iter().all(|way| *way == ("many", BEGUN.to_owned())), "seed {seed}");
        pair.ends_well();
    }
}

#[test]
fn where_the_method_for_long_paths_is_blocked_the_other_goes_on() {
    for seed in 0..12 {
        let mut pair = pair(100, USUAL, seed);
        pair.net().blocked = vec!["many"];
        pair.run(10, true);
        assert!(pair.ways().iter().all(|(method, _)| *method == "one"), "{:?}", pair.ways());
        pair.ends_well();
    }
}

#[test]
fn a_link_begins_by_the_method_that_gets_through() {
    for seed in 0..12 {
        // Its first packets are lost.
        let mut pair = pair(10, [("one", 500), ("many", 3)], seed);
        pair.net().answers = vec!["many"];
        pair.run(4, true);
        for (method, why) in pair.ways() {
            let begun = "begun by many instead of one: no answer yet";
            assert!(method == "many" && (why == begun), "seed {seed}: {method}, {why}");
        }
        pair.ends_well();
    }
}

#[test]
fn calls_amid_first_contact_are_followed() {
    for seed in 0..24 {
        let mut pair = pair(100, USUAL, seed);
        pair.nodes.iter_mut().for_each(|node| node.is_patient = seed % 2 == 0);
        for step in 0..200 {
            for node in &mut pair.nodes {
                node.send_some();
                if step % 7 == seed % 7 {
                    node.change_some();
                }
            }
            pair.steps(1, false);
        }
        pair.settle();
        pair.nodes.iter_mut().for_each(Node::check_ways);
    }
}

#[test]
fn whoever_asks_for_the_method_by_cost_keeps_it() {
    let mut pair = pair(100, USUAL, 3);
    for (node, other) in pair.nodes.iter_mut().zip([1, 0]) {
        for class in TrafficClass::ALL {
            node.link.change_method(PeerId(other), LinkPart::Class(class), "one").unwrap();
        }
    }
    pair.run(10, true);
    assert!(pair.ways().iter().all(|(method, _)| *method == "one"), "{:?}", pair.ways());
    pair.ends_well();
}

#[test]
fn nobody_is_called_before_there_is_a_frame() {
    let mut pair = pair(100, USUAL, 3);
    for (node, other) in pair.nodes.iter_mut().zip([1, 0]) {
        node.link.attributes(PeerId(other), TrafficClass::Message, ContextId(0)).unwrap();
    }
    pair.run(1, false);
    assert!(!pair.net().was_called("one") && !pair.net().was_called("many"));
    pair.run(10, true);
    assert!(pair.ways().iter().all(|way| *way == ("many", BEGUN.to_owned())));
    pair.ends_well();
}

#[test]
fn a_method_that_is_late_gets_the_link_later() {
    for seed in 0..12 {
        let mut pair = pair(100, [("one", 2), ("many", 20)], seed);
        pair.run(1, true);
        assert!(pair.ways().iter().all(|(method, _)| *method == "one"), "{:?}", pair.ways());
        pair.run(20, true);
        let moved = "moved from one to many: a round trip of 100.0 ms";
        for (method, why) in pair.ways() {
            assert_eq!((method, why.as_str()), ("many", moved), "seed {seed}");
        }
        pair.ends_well();
    }
}

#[test]
fn whoever_cannot_wait_sends_by_cost_and_moves_later() {
    for seed in 0..12 {
        let mut pair = pair(100, USUAL, seed);
        pair.nodes.iter_mut().for_each(|node| node.is_patient = false);
        pair.run(10, true);
        let moved = "moved from one to many: a round trip of 100.0 ms";
        for (method, why) in pair.ways() {
            assert_eq!((method, why.as_str()), ("many", moved), "seed {seed}");
        }
        pair.ends_well();
    }
}

#[test]
fn a_path_that_becomes_short_gives_the_link_back() {
    let mut pair = pair(100, USUAL, 1);
    pair.run(10, true);
    pair.net().round_trip = Duration::from_millis(19);
    pair.run(20, true);
    for (method, why) in pair.ways() {
        assert_eq!((method, why.as_str()), ("one", "back from many to one: the path is well"));
    }
    pair.ends_well();
}
