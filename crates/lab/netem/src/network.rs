//! Hosts on switches.
//!
//! Every host has a cable to the switch of its cluster; clusters are joined by trunks. What a packet
//! meets between two hosts is what was asked for, once: everything but the line's own limits happens
//! on the way into the switch, while the rate holds in both directions of a cable, so that several
//! senders to one host share what its cable carries.

use std::time::Duration;

use crate::counters::{Counters, Fate};
use crate::dice::derived;
use crate::link::Link;
use crate::packet::Packet;
use crate::settings::LinkSettings;

/// A host's place in a [`Network`].
#[derive(Debug, Clone, Copy)]
pub struct Port {
    /// Its cable.
    pub cable: LinkSettings,
    /// The cluster it belongs to, from 0.
    pub cluster: usize,
}

/// What a [`Network`] consists of.
#[derive(Debug, Clone, Default)]
pub struct NetworkParts {
    /// The hosts.
    pub ports: Vec<Port>,
    /// The way from any cluster to any other.
    pub trunk: LinkSettings,
}

/// Where a packet goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// To this host.
    One(usize),
    /// To all hosts but the sender; copies are made in the switches.
    All,
}

/// A packet that has come to a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrivedPacket<P> {
    /// Who sent it.
    pub from: usize,
    /// Whom it has reached.
    pub to: usize,
    /// The packet.
    pub packet: P,
}

/// A direction of a cable or trunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrunkDirection {
    /// From a host into its switch.
    In(usize),
    /// From the switch to a host.
    Out(usize),
    /// From a cluster to another.
    Trunk {
        /// Where from.
        from: usize,
        /// Where to.
        to: usize,
    },
}

/// What is cut, healed or changed: both directions always.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cable {
    /// Every host's cable.
    All,
    /// This host's.
    Host(usize),
    /// The trunks between clusters.
    Trunks,
}

#[derive(Debug, Clone)]
struct Parcel<P> {
    from: usize,
    /// A host, or a whole cluster while copies are still to be made.
    to: Target,
    packet: P,
}

impl<P: Packet> Packet for Parcel<P> {
    fn length(&self) -> usize {
        self.packet.length()
    }

    fn flip(&mut self, bit: usize) {
        self.packet.flip(bit);
    }
}

#[derive(Debug, Clone)]
struct NetworkStage<P> {
    way: TrunkDirection,
    link: Link<Parcel<P>>,
}

/// Hosts on switches, see the module.
#[derive(Debug, Clone)]
pub struct Network<P> {
    ports: Vec<Port>,
    clusters: usize,
    /// In by host, out by host, trunks by pair.
    stages: Vec<NetworkStage<P>>,
}

impl<P: Packet> Network<P> {
    /// An idle network; every direction has chance of its own.
    pub fn new(plan: &NetworkParts, seed: u64) -> Self {
        let ports = plan.ports.clone();
        let clusters = ports.iter().map(|port| port.cluster + 1).max().unwrap_or(0);
        let ins =
            ports.iter().enumerate().map(|(host, port)| (TrunkDirection::In(host), port.cable));
        let outs = ports.iter().enumerate();
        let outs = outs.map(|(host, port)| (TrunkDirection::Out(host), port.cable.line_only()));
        let pairs = (0..clusters).flat_map(|from| (0..clusters).map(move |to| (from, to)));
        let trunks = pairs.map(|(from, to)| (TrunkDirection::Trunk { from, to }, plan.trunk));
        let stages = ins.chain(outs).chain(trunks).enumerate().map(|(index, (way, settings))| {
            NetworkStage { way, link: Link::new(settings, derived(seed, index as u64)) }
        });
        let stages = stages.collect();
        Self { ports, clusters, stages }
    }

    /// How many hosts there are.
    pub fn hosts(&self) -> usize {
        self.ports.len()
    }

    /// Takes a packet from a host. A packet to a host that does not exist is lost in the switch.
    ///
    /// # Panics
    /// If the sender does not exist.
    pub fn send(&mut self, now: Duration, from: usize, to: Target, packet: P) -> Fate {
        assert!(from < self.ports.len(), "no host {from}");
        self.stages[from].link.push(now, Parcel { from, to, packet })
    }

    /// The next packet that has come to a host by `now`.
    pub fn poll(&mut self, now: Duration) -> Option<ArrivedPacket<P>> {
        while let Some((due, index)) = self.earliest()
            && due <= now
        {
            let stage = &mut self.stages[index];
            let way = stage.way;
            let Some((due, parcel)) = stage.link.poll_timed(now) else { continue };
            match way {
                TrunkDirection::In(_) => self.leave_host(due, parcel),
                TrunkDirection::Trunk { to, .. } => self.spread(due, to, parcel),
                TrunkDirection::Out(to) => {
                    return Some(ArrivedPacket { from: parcel.from, to, packet: parcel.packet });
                }
            }
        }
        None
    }

    fn earliest(&self) -> Option<(Duration, usize)> {
        let dues = self.stages.iter().enumerate();
        dues.filter_map(|(index, stage)| Some((stage.link.next_due()?, index))).min()
    }

    /// When [`Network::poll`] next has something to do. It may then still have nothing to hand out:
    /// packets pass several stages.
    pub fn next_due(&self) -> Option<Duration> {
        self.earliest().map(|(due, _)| due)
    }

    /// From the sender's switch to the clusters asked for.
    fn leave_host(&mut self, now: Duration, parcel: Parcel<P>) {
        let home = self.ports[parcel.from].cluster;
        match parcel.to {
            Target::One(to) => {
                let Some(port) = self.ports.get(to) else { return };
                match port.cluster == home {
                    true => self.spread(now, home, parcel),
                    false => self.over_trunk(now, home, port.cluster, parcel),
                }
            }
            Target::All => {
                for cluster in (0..self.clusters).filter(|cluster| *cluster != home) {
                    self.over_trunk(now, home, cluster, parcel.clone());
                }
                self.spread(now, home, parcel);
            }
        }
    }

    fn over_trunk(&mut self, now: Duration, from: usize, to: usize, parcel: Parcel<P>) {
        let index = self.ports.len() * 2 + from * self.clusters + to;
        self.stages[index].link.push(now, parcel);
    }

    /// From a switch to its hosts.
    fn spread(&mut self, now: Duration, cluster: usize, parcel: Parcel<P>) {
        let hosts = self.ports.len();
        if let Target::One(to) = parcel.to {
            self.stages[hosts + to].link.push(now, parcel);
            return;
        }
        for to in (0..hosts).filter(|to| *to != parcel.from) {
            if self.ports[to].cluster == cluster {
                self.stages[hosts + to].link.push(now, parcel.clone());
            }
        }
    }

    fn touched(&mut self, cable: Cable) -> impl Iterator<Item = &mut NetworkStage<P>> {
        self.stages.iter_mut().filter(move |stage| match (cable, stage.way) {
            (Cable::All, TrunkDirection::In(_) | TrunkDirection::Out(_)) => true,
            (Cable::Host(host), TrunkDirection::In(h) | TrunkDirection::Out(h)) => h == host,
            (Cable::Trunks, TrunkDirection::Trunk { .. }) => true,
            _ => false,
        })
    }

    /// Cuts: what is on the way there is lost, and all that comes until [`Network::heal`].
    pub fn cut(&mut self, cable: Cable) {
        self.touched(cable).for_each(|stage| stage.link.cut());
    }

    /// Ends a cut.
    pub fn heal(&mut self, cable: Cable) {
        self.touched(cable).for_each(|stage| stage.link.heal());
    }

    /// Changes what `change` says, for packets sent from now on.
    pub fn set(&mut self, cable: Cable, change: &LinkSettings) {
        for stage in self.touched(cable) {
            let change =
                if let TrunkDirection::Out(_) = stage.way { change.line_only() } else { *change };
            let settings = stage.link.settings().with(&change);
            stage.link.set(settings);
        }
    }

    /// What each direction has carried; trunks only where there are several clusters.
    pub fn counters(&self) -> impl Iterator<Item = (TrunkDirection, Counters)> {
        let real =
            |way: &TrunkDirection| !matches!(way, TrunkDirection::Trunk { from, to } if from == to);
        let stages = self.stages.iter().filter(move |stage| real(&stage.way));
        stages.map(|stage| (stage.way, *stage.link.counters()))
    }
}
