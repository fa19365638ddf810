//! Many hosts in virtual time: each with a relay, in the tree that mpiexec and they agree on.

use crate::cores::Cores;
use crate::frame::Order;
use crate::relay::{Addressee, Child, Relay};
use crate::spec::{Branch, BranchNode, LaunchCommand, NodeEvent, NodePlan, RankPlan};
use crate::tree::{Routes, divide};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long a launcher is busy with each call.
pub(super) const CALL: Duration = Duration::from_millis(10);
/// How long it takes then until the proxy is there.
pub(super) const ARRIVAL: Duration = Duration::from_secs(1);
/// How long an order or an event takes from one to the next.
pub(super) const HOP: Duration = Duration::from_millis(1);
/// Lines that each host writes, one in each of these times.
pub(super) const LINES: u8 = 5;
pub(super) const PAUSE: Duration = Duration::from_millis(3);

/// What happens at a time.
enum Happening {
    Arrives(u32),
    Ordered(u32, Order),
    /// To the caller of this node, or to mpiexec.
    Told(u32, NodeEvent),
    Writes(u32, u8),
}

#[derive(Default)]
pub(super) struct Host {
    relay: Relay,
    caller: Option<u32>,
    children: Vec<u32>,
    is_there: bool,
    pub(super) is_dead: bool,
    /// Orders that came before the proxy.
    early: Vec<Order>,
    pub(super) ranks: Vec<RankPlan>,
    /// What it was told besides, and when.
    orders: Vec<(Duration, Order)>,
}

#[derive(Default)]
pub(super) struct Emulation {
    pub(super) now: Duration,
    /// By time and number.
    due: BTreeMap<(Duration, u64), Happening>,
    number: u64,
    pub(super) hosts: Vec<Host>,
    pub(super) routes: Routes,
    /// What mpiexec has heard: when, of which node.
    pub(super) heard: Vec<(Duration, u32, NodeEvent)>,
    /// How many orders mpiexec has sent.
    pub(super) sent: usize,
}

pub(super) fn branch(nodes: Vec<BranchNode>, width: usize) -> Branch {
    let command = LaunchCommand { words: vec!["reach".into()], program: "/ferry".into() };
    Branch { width: width as u32, command, nodes }
}

pub(super) fn name(node: u32) -> String {
    format!("h{node}")
}

/// A host has two ranks.
pub(super) fn ranks(node: u32) -> Vec<RankPlan> {
    let rank = |rank| RankPlan { rank, app: 0, reads: false };
    vec![rank(2 * node), rank(2 * node + 1)]
}

impl Emulation {
    /// mpiexec starts a job on so many hosts.
    pub(super) fn of(count: u32, width: usize) -> Emulation {
        let hosts = (0..count).map(|_| Host::default()).collect();
        let mut emulation = Emulation { hosts, ..Emulation::default() };
        let nodes: Vec<u32> = (0..count).collect();
        let mut children = Vec::new();
        for run in divide(&nodes, width) {
            emulation.routes.add(run, width);
            let node = |node: &u32| BranchNode {
                node: *node,
                host: name(*node),
                ranks: ranks(*node),
                binding: Default::default(),
            };
            let (first, rest) = (run[0], run[1..].iter().map(node).collect());
            let plan = NodePlan { node: first, ranks: ranks(first), ..NodePlan::default() };
            let order = Order::start(plan, branch(rest, width));
            children.push(Child { node: first, host: name(first), order });
        }
        emulation.call(None, children);
        emulation
    }

    fn at(&mut self, time: Duration, what: Happening) {
        self.number += 1;
        self.due.insert((time, self.number), what);
    }

    fn call(&mut self, caller: Option<u32>, children: Vec<Child>) {
        let mut ready = self.now;
        for Child { node, host, order } in children {
            assert_eq!(host, name(node));
            ready += CALL;
            self.at(ready + ARRIVAL, Happening::Arrives(node));
            let called = &mut self.hosts[node as usize];
            (called.caller, called.early) = (caller, vec![order]);
            if let Some(caller) = caller {
                self.hosts[caller as usize].children.push(node);
            }
        }
    }

    /// Lets everything happen that is due up to a time.
    pub(super) fn run_until(&mut self, end: Duration) {
        while let Some(entry) = self.due.first_entry().filter(|entry| entry.key().0 <= end) {
            let ((now, _), what) = entry.remove_entry();
            self.now = now;
            self.happen(what);
        }
        self.now = end;
    }

    pub(super) fn run(&mut self) {
        while let Some(last) = self.due.keys().next_back().map(|key| key.0) {
            self.run_until(last);
        }
    }

    fn happen(&mut self, what: Happening) {
        match what {
            Happening::Arrives(node) => {
                let host = &mut self.hosts[node as usize];
                if host.is_dead {
                    return;
                }
                host.is_there = true;
                let early = std::mem::take(&mut host.early);
                self.tell(node, NodeEvent::Cores(Cores::default()));
                early.into_iter().for_each(|order| self.obey(node, order));
            }
            Happening::Ordered(node, order) => match &mut self.hosts[node as usize] {
                host if host.is_dead => {}
                host if host.is_there => self.obey(node, order),
                host => host.early.push(order),
            },
            Happening::Told(from, event) => self.hear(from, event),
            Happening::Writes(node, line) => {
                let (rank, bytes) = (2 * node, vec![line]);
                self.tell(node, NodeEvent::Output { rank, stream: 1, bytes });
            }
        }
    }

    fn obey(&mut self, node: u32, order: Order) {
        match self.hosts[node as usize].relay.down(order) {
            Addressee::Own(order) => self.own(node, order),
            Addressee::Child(child, order) => self.send(child, order),
            Addressee::All(order) => {
                let children = self.hosts[node as usize].children.clone();
                children.into_iter().for_each(|child| self.send(child, order.clone()));
                self.own(node, order);
            }
            Addressee::Unknown => panic!("no such node"),
        }
    }

    fn own(&mut self, node: u32, order: Order) {
        let plan = match order {
            Order::Start(plan) => plan,
            Order::StartBranch { plan, branch } => {
                let children = self.hosts[node as usize].relay.begin(&plan, &branch);
                self.call(Some(node), children);
                plan
            }
            order => return self.hosts[node as usize].orders.push((self.now, order)),
        };
        assert_eq!(plan.node, node);
        self.hosts[node as usize].ranks = plan.ranks;
        self.tell(node, NodeEvent::Started { first: 0 });
        for line in 0..LINES {
            self.at(self.now + PAUSE * u32::from(line), Happening::Writes(node, line));
        }
    }

    fn send(&mut self, node: u32, order: Order) {
        self.at(self.now + HOP, Happening::Ordered(node, order));
    }

    fn tell(&mut self, node: u32, event: NodeEvent) {
        if !self.hosts[node as usize].is_dead {
            self.at(self.now + HOP, Happening::Told(node, event));
        }
    }

    fn hear(&mut self, from: u32, event: NodeEvent) {
        match self.hosts[from as usize].caller {
            None => {
                let (node, event) = self.routes.hear(from, event).expect("a node behind it");
                self.heard.push((self.now, node, event));
            }
            Some(caller) => {
                let event = self.hosts[caller as usize].relay.up(from, event);
                self.tell(caller, event.expect("a node below it"));
            }
        }
    }

    /// mpiexec orders something that is for all.
    pub(super) fn order_all(&mut self, order: &Order) {
        let called: Vec<u32> = (0..self.hosts.len() as u32)
            .filter(|node| self.hosts[*node as usize].caller.is_none())
            .collect();
        self.sent += called.len();
        called.into_iter().for_each(|node| self.send(node, order.clone()));
    }

    /// mpiexec orders something of one node.
    pub(super) fn order(&mut self, node: u32, order: Order) {
        let (called, order) = self.routes.send(node, order).expect("it lives");
        self.sent += 1;
        self.send(called, order);
    }

    /// A proxy dies, and those that it was the way to end with it. Its caller sees it.
    pub(super) fn kill(&mut self, node: u32) {
        let mut dying = vec![node];
        while let Some(node) = dying.pop() {
            let host = &mut self.hosts[node as usize];
            host.is_dead = true;
            dying.extend(&host.children);
        }
        let event =
            NodeEvent::Lost { status: 1, began: true, text: format!("host {}", name(node)) };
        match self.hosts[node as usize].caller {
            None => self.heard.push((self.now, node, event)),
            Some(caller) => self.tell(caller, NodeEvent::Of { node, event: Box::new(event) }),
        }
    }

    /// When the last host has said that its ranks run.
    pub(super) fn started_at(&self) -> Duration {
        let started =
            self.heard.iter().filter(|(_, _, event)| matches!(event, NodeEvent::Started { .. }));
        assert_eq!(started.clone().count(), self.hosts.len());
        started.map(|(time, _, _)| *time).max().unwrap_or_default()
    }

    /// The most steps from mpiexec to a host.
    pub(super) fn depth(&self) -> u32 {
        let steps = |node| {
            let way = |node: &u32| self.hosts[*node as usize].caller;
            std::iter::successors(Some(node), way).count() as u32
        };
        (0..self.hosts.len() as u32).map(steps).max().unwrap_or(0)
    }

    /// The hosts that have obeyed an order, each as often as it has, and when the last did.
    pub(super) fn obeyed(&self, order: &Order) -> (Vec<u32>, Duration) {
        let (mut by, mut last) = (Vec::new(), Duration::ZERO);
        for (node, host) in (0..).zip(&self.hosts) {
            for (time, _) in host.orders.iter().filter(|(_, obeyed)| obeyed == order) {
                by.push(node);
                last = last.max(*time);
            }
        }
        (by, last)
    }
}
