//! Links whose paths lose packets change their methods by themselves, and nobody notices.

use crate::net::Net;
use crate::node::Node;
use ferry_link::{Adaptation, LinkEvent, LinkPart, PathTrouble, Policy, Rule, TrafficClass};
use ferry_method::PeerId;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Microseconds of a step.
pub(crate) const STEP: u64 = 10_000;

/// Two processes on a path.
pub(crate) struct Pair {
    net: Arc<Mutex<Net>>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) step: u64,
}

impl Pair {
    pub(crate) fn new(policy: Policy, seed: u64) -> Self {
        let net = Arc::new(Mutex::new(Net::lossy(STEP / 10)));
        let node = |me| Node::with(policy.clone(), me, 2, &net, seed);
        Pair { nodes: (0..2).map(node).collect(), net, step: 0 }
    }

    pub(crate) fn net(&self) -> std::sync::MutexGuard<'_, Net> {
        self.net.lock().expect("one thread")
    }

    pub(crate) fn run(&mut self, seconds: u64, is_loaded: bool) {
        self.steps(seconds * 1_000_000 / STEP, is_loaded);
    }

    pub(crate) fn steps(&mut self, steps: u64, is_loaded: bool) {
        for _ in 0..steps {
            self.step += 1;
            for node in &mut self.nodes {
                if is_loaded {
                    (0..20).for_each(|_| node.send_some());
                }
                node.push_all();
                node.poll(self.step * STEP);
            }
        }
    }

    /// What carries what each of the two sends, and why.
    pub(crate) fn ways(&self) -> Vec<(&'static str, String)> {
        let way = |node: &Node| {
            let links = node.link.links();
            let used = links.into_iter().find(|link| link.carries == ["all"]);
            used.map_or(("several", String::new()), |link| (link.method, link.why))
        };
        self.nodes.iter().map(way).collect()
    }

    /// What each of the two has noted.
    pub(crate) fn events(&mut self) -> Vec<Vec<LinkEvent>> {
        self.nodes.iter_mut().map(|node| node.link.take_events().0).collect()
    }

    /// Everything that was sent has come once and in order.
    pub(crate) fn ends_well(mut self) {
        self.settle();
    }

    /// The same, and the two are still there.
    pub(crate) fn settle(&mut self) {
        let mut more = 200;
        while !(self.nodes.iter().all(Node::is_done) && self.net().is_empty()) {
            self.run(1, false);
            more -= 1;
            assert!(more > 0, "not everything has come");
        }
        self.run(1, false);
        self.nodes.iter().for_each(|node| node.check_against(&self.nodes));
    }
}

fn moving_to(methods: &[&str]) -> Policy {
    let methods = methods.iter().map(|name| (*name).to_owned()).collect();
    let adaptation = Adaptation { methods, ..Adaptation::default() };
    Policy { adaptation, ..Policy::default() }
}

#[test]
fn a_lossy_link_moves_and_comes_back() {
    for seed in 0..6 {
        let mut pair = Pair::new(moving_to(&["many"]), seed);
        pair.nodes.iter_mut().for_each(|node| node.link.note_events(true));
        pair.run(10, true);
        for (events, other) in pair.events().into_iter().zip([PeerId(1), PeerId(0)]) {
            let [LinkEvent::Trouble { peer, method: "one", kind }, change] = events[..] else {
                panic!("seed {seed}: {events:?}");
            };
            assert!(peer == other && matches!(kind, PathTrouble::Lossy(part) if part >= 0.005));
            assert_eq!(change, LinkEvent::Changed { peer, from: "one", to: "many" });
        }
        for (method, why) in pair.ways() {
            let moved = "moved from one to many: 1.0 % of packets lost";
            assert_eq!((method, why.as_str()), ("many", moved), "seed {seed}");
        }
        pair.run(30, true);
        assert!(pair.ways().iter().all(|(method, _)| *method == "many"), "it is as lossy");
        pair.net().is_lossy = false;
        pair.run(20, true);
        for (method, why) in pair.ways() {
            let back = "back from many to one: the path is well";
            assert_eq!((method, why.as_str()), ("one", back), "seed {seed}");
        }
        for (events, peer) in pair.events().into_iter().zip([PeerId(1), PeerId(0)]) {
            assert_eq!(events, [LinkEvent::Changed { peer, from: "many", to: "one" }]);
        }
        pair.ends_well();
    }
}

#[test]
fn a_long_link_moves_before_much_has_gone_by_it() {
    let mut policy = moving_to(&["many"]);
    policy.adaptation.round_trip = Some(Duration::from_millis(50));
    for seed in 0..6 {
        let mut pair = Pair::new(policy.clone(), seed);
        pair.net().is_lossy = false;
        pair.net().narrow = Vec::new();
        pair.net().round_trip = Duration::from_millis(50);
        for seconds in [10, 20] {
            pair.run(seconds, true);
            for (method, why) in pair.ways() {
                let moved = "moved from one to many: a round trip of 50.0 ms";
                assert_eq!((method, why.as_str()), ("many", moved), "seed {seed}");
            }
        }
        pair.net().round_trip = Duration::from_millis(24);
        pair.run(20, true);
        for (method, why) in pair.ways() {
            let back = "back from many to one: the path is well";
            assert_eq!((method, why.as_str()), ("one", back), "seed {seed}");
        }
        pair.ends_well();
    }
}

#[test]
fn a_good_link_stays_where_it_is() {
    let mut pair = Pair::new(moving_to(&["many"]), 1);
    pair.net().is_lossy = false;
    pair.run(20, true);
    assert!(pair.ways().iter().all(|(method, _)| *method == "one"), "{:?}", pair.ways());
    pair.ends_well();
}

#[test]
fn a_method_by_which_less_goes_is_left_for_good() {
    let mut pair = Pair::new(moving_to(&["many"]), 1);
    pair.net().narrow = vec!["many"];
    for _ in 0..2 {
        pair.run(30, true);
        for (method, why) in pair.ways() {
            let back = "back from many to one: less went by it";
            assert_eq!((method, why.as_str()), ("one", back));
        }
    }
    pair.ends_well();
}

#[test]
fn a_method_that_does_not_get_through_is_left_out() {
    let mut pair = Pair::new(moving_to(&["many", "held"]), 2);
    pair.net().blocked = vec!["many"];
    pair.run(20, true);
    assert!(pair.ways().iter().all(|(method, _)| *method == "held"), "{:?}", pair.ways());
    pair.ends_well();
}

#[test]
fn where_none_gets_through_the_link_stays() {
    let mut pair = Pair::new(moving_to(&["many"]), 3);
    pair.net().blocked = vec!["many"];
    pair.run(20, true);
    assert!(pair.ways().iter().all(|(method, _)| *method == "one"), "{:?}", pair.ways());
    pair.ends_well();
}

#[test]
fn wishes_are_respected() {
    let rule = Rule { origin: "a rule".into(), methods: vec!["one".into()], ..Rule::default() };
    let only = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let by_rule = Policy { rules: vec![rule], ..moving_to(&["many"]) };
    let by_methods = Policy { only: only(&["one", "held"]), ..moving_to(&["many"]) };
    let allowed = Policy { only: only(&["one", "many"]), ..moving_to(&["many"]) };
    for (policy, expected) in [(by_rule, "one"), (by_methods, "one"), (allowed, "many")] {
        let mut pair = Pair::new(policy, 4);
        pair.run(20, true);
        assert!(pair.ways().iter().all(|(method, _)| *method == expected), "{:?}", pair.ways());
        pair.ends_well();
    }
}

#[test]
fn what_the_program_decides_stays() {
    let mut pair = Pair::new(moving_to(&["many"]), 5);
    for node in &mut pair.nodes {
        for peer in node.peers().collect::<Vec<_>>() {
            let bulk = LinkPart::Class(TrafficClass::Bulk);
            node.link.change_method(PeerId(peer), bulk, "held").expect("it is there");
        }
    }
    pair.run(20, true);
    for node in &pair.nodes {
        let links = node.link.links();
        let of =
            |name: &str| links.iter().find(|link| link.method == name && !link.carries.is_empty());
        assert_eq!(of("held").expect("a link").carries, ["bulk"]);
        assert_eq!(of("many").expect("a link").carries, ["control", "small"]);
    }
    pair.ends_well();
}

#[test]
fn a_late_rule_finds_the_link_where_it_is() {
    let after = Duration::from_secs(10);
    let rule = Rule {
        methods: vec!["held".into()],
        traffic: vec![TrafficClass::Bulk],
        after,
        ..Rule::default()
    };
    let mut pair = Pair::new(Policy { rules: vec![rule], ..moving_to(&["many"]) }, 6);
    pair.run(20, true);
    for node in &pair.nodes {
        let links = node.link.links();
        let of =
            |name: &str| links.iter().find(|link| link.method == name && !link.carries.is_empty());
        assert_eq!(of("held").expect("a link").carries, ["bulk"]);
        assert_eq!(of("many").expect("a link").carries, ["control", "small"]);
    }
    pair.ends_well();
}
