//! What mpiexec and its proxies do in a tree of many hosts, in virtual time.

mod emulation;

use super::*;
use emulation::{ARRIVAL, CALL, Emulation, HOP, LINES, branch, name, ranks};
use std::time::Duration;

const HOSTS: u32 = 1000;

/// The time grows by the same for each tenfold number of hosts; without a tree, tenfold.
#[test]
fn start_takes_the_logarithm_of_the_time() {
    let width = 10;
    let started = |hosts, width| {
        let mut emulation = Emulation::of(hosts, width);
        emulation.run();
        (emulation.started_at(), emulation.depth())
    };
    let level = ARRIVAL + CALL * width as u32 + HOP * 2;
    let mut before = Duration::ZERO;
    for (hosts, levels) in [(10, 1), (100, 2), (HOSTS, 3), (10 * HOSTS, 4)] {
        let (time, depth) = started(hosts, width);
        assert_eq!(depth, levels, "{hosts} hosts");
        assert!(time <= before + level, "{hosts} hosts: {time:?} after {before:?}");
        before = time;
    }
    let (flat, _) = started(HOSTS, HOSTS as usize);
    assert!(flat >= CALL * HOSTS, "{flat:?}");
    let (tree, depth) = started(HOSTS, 32);
    assert!(depth == 2 && tree < flat / 4, "{tree:?}, {flat:?}");
}

/// Every host runs what its own plan says, though that comes as a share of another's.
#[test]
fn every_host_gets_its_ranks() {
    let mut emulation = Emulation::of(HOSTS, 4);
    emulation.run();
    for (node, host) in (0..).zip(&emulation.hosts) {
        assert_eq!(host.ranks, ranks(node));
    }
    let cores = emulation.heard.iter().filter(|(_, _, event)| matches!(event, NodeEvent::Cores(_)));
    assert_eq!(cores.count(), HOSTS as usize);
}

/// mpiexec sends as many orders as it calls hosts, and all obey once, a hop after the other.
#[test]
fn signals_reach_all_hosts() {
    let mut emulation = Emulation::of(HOSTS, 4);
    emulation.run();
    let (sent, order) = (emulation.now, Order::Signal(15));
    emulation.order_all(&order);
    emulation.run();
    let (by, last) = emulation.obeyed(&order);
    assert_eq!(by, (0..HOSTS).collect::<Vec<u32>>());
    assert_eq!(emulation.sent, 4);
    assert_eq!(last - sent, HOP * emulation.depth());
}

/// A signal that comes while hosts are being called waits for them, behind what they are to start.
#[test]
fn signals_reach_hosts_that_are_being_called() {
    let mut emulation = Emulation::of(HOSTS, 4);
    emulation.run_until(ARRIVAL * 3 / 2);
    let order = Order::Signal(2);
    emulation.order_all(&order);
    emulation.run();
    assert_eq!(emulation.obeyed(&order).0.len(), HOSTS as usize);
    assert!(emulation.hosts.iter().all(|host| host.ranks.len() == 2));
}

#[test]
fn orders_reach_one_host() {
    let mut emulation = Emulation::of(HOSTS, 4);
    emulation.run();
    for node in [0, 1, 2, 499, 998, 999] {
        let order = Order::OutputTaken(node);
        emulation.order(node, order.clone());
        emulation.run();
        assert_eq!(emulation.obeyed(&order).0, [node]);
    }
}

#[test]
fn output_comes_whole_and_in_order() {
    let mut emulation = Emulation::of(HOSTS, 3);
    emulation.run();
    let mut lines: Vec<Vec<u8>> = vec![Vec::new(); HOSTS as usize];
    for (_, node, event) in &emulation.heard {
        if let NodeEvent::Output { rank, bytes, .. } = event {
            assert_eq!(*rank, 2 * node);
            lines[*node as usize].extend(bytes);
        }
    }
    assert!(lines.iter().all(|lines| *lines == (0..LINES).collect::<Vec<u8>>()));
}

/// All ranks behind a lost host are lost, and no others; the rest of the tree goes on.
#[test]
fn a_lost_host_takes_those_behind_it() {
    for lost in [0, 1, 2, 500, 999] {
        let mut emulation = Emulation::of(HOSTS, 4);
        emulation.run();
        emulation.heard.clear();
        emulation.kill(lost);
        emulation.run();
        let [(_, node, NodeEvent::Lost { text, .. })] = &emulation.heard[..] else {
            panic!("one loss is told");
        };
        assert_eq!((*node, text.as_str()), (lost, format!("host h{lost}").as_str()));
        let mut gone = emulation.routes.lose(lost);
        assert_eq!(gone.first(), Some(&lost));
        gone.sort_unstable();
        let is_dead = |node: &u32| emulation.hosts[*node as usize].is_dead;
        assert_eq!(gone, (0..HOSTS).filter(is_dead).collect::<Vec<u32>>());
        let order = Order::Signal(9);
        emulation.order_all(&order);
        emulation.run();
        assert_eq!(emulation.obeyed(&order).0.len() + gone.len(), HOSTS as usize);
        assert!(gone.iter().all(|node| emulation.routes.is_over(*node)));
    }
}

#[test]
fn a_child_speaks_of_nobody_else() {
    let mut relay = Relay::default();
    let node = |node| BranchNode {
        node,
        host: name(node),
        ranks: ranks(node),
        binding: Default::default(),
    };
    let plan = NodePlan::default();
    let children = relay.begin(&plan, &branch(vec![node(1), node(2), node(3)], 2));
    assert_eq!(children.iter().map(|child| child.node).collect::<Vec<u32>>(), [1, 3]);
    let of = |node| NodeEvent::Of { node, event: Box::new(NodeEvent::Done) };
    assert_eq!(relay.up(1, NodeEvent::Done), Some(of(1)));
    assert_eq!(relay.up(1, of(2)), Some(of(2)));
    for foreign in [0, 1, 3, 9] {
        assert_eq!(relay.up(1, of(foreign)), None);
    }
    let order = |node| Order::For { node, order: Box::new(Order::StdinEnd) };
    assert_eq!(relay.down(order(3)), Addressee::Child(3, Order::StdinEnd));
    assert_eq!(relay.down(order(2)), Addressee::Child(1, order(2)));
    assert_eq!(relay.down(order(0)), Addressee::Unknown);
    assert_eq!(relay.down(Order::StdinEnd), Addressee::Own(Order::StdinEnd));
}

/// However much the children have to say and however slow the caller is, what waits here is bounded.
#[test]
fn what_the_caller_does_not_take_stays_below() {
    const CHUNK: usize = 64 << 10;
    const CHILDREN: usize = 32;
    let (mut relay, mut waiting, mut most) = (Relay::default(), 0, 0);
    let mut offered = 100_000 * CHUNK;
    let mut rounds = 0;
    while offered > 0 || waiting > 0 {
        if relay.listens(waiting) {
            let come = offered.min(CHILDREN * CHUNK);
            (offered, waiting) = (offered - come, waiting + come);
        }
        most = most.max(waiting);
        waiting = waiting.saturating_sub(CHUNK);
        rounds += 1;
    }
    assert!(most <= QUEUE_HIGH + CHILDREN * CHUNK, "{most}");
    assert!(rounds <= 100_000 + CHILDREN, "the caller has waited");
}
