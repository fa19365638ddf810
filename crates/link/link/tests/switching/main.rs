//! Changing methods at random under load loses, doubles and reorders nothing.

mod adapting;
mod failing;
mod first_contact;
mod net;
mod node;

use fastrand::Rng;
use ferry_conformance::seeds;
use net::Net;
use node::Node;
use std::sync::{Arc, Mutex};

/// Steps in which frames are sent and methods changed.
const LOADED: u64 = 1000;
/// Steps after which everything has to have come.
const LIMIT: u64 = 200_000;

fn run(seed: u64) {
    let net = Arc::new(Mutex::new(Net::default()));
    let mut rng = Rng::with_seed(seed);
    let size = 2 + (seed % 2) as u32;
    let mut nodes: Vec<Node> = (0..size).map(|me| Node::new(me, size, &net, seed)).collect();
    // From now and then to all the time.
    let seldom = 1 << (3 + seed % 5);
    for now in 0..LIMIT {
        let is_loaded = now < LOADED;
        for node in &mut nodes {
            if is_loaded {
                (0..rng.usize(..40)).for_each(|_| node.send_some());
                if rng.u64(..seldom) == 0 {
                    (0..rng.usize(1..4)).for_each(|_| node.change_some());
                }
            }
            node.push_all();
            node.poll(now);
        }
        let is_done = nodes.iter().all(Node::is_done) && net.lock().expect("one thread").is_empty();
        if !is_loaded && is_done {
            // What has been taken off the wire may still arrive in pieces.
            for node in &mut nodes {
                while node.poll(now) != 0 || !node.is_done() {}
            }
            nodes.iter().for_each(|node| node.check_against(&nodes));
            nodes.iter_mut().for_each(Node::check_ways);
            return;
        }
    }
    panic!("seed {seed}: not everything has come");
}

/// Runs a seed, and names it if it fails.
fn named(seed: u64) {
    let outcome = std::panic::catch_unwind(|| run(seed));
    assert!(outcome.is_ok(), "seed {seed}");
}

#[test]
fn changing_methods_under_load_loses_and_reorders_nothing() {
    seeds(60).for_each(named);
}
