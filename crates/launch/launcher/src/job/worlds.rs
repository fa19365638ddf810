//! The jobs that one mpiexec runs: that of the command line, and those that ranks have spawned.

use super::Job;
use crate::frame::Order;
use crate::spec::NodePlan;
use ferry_pmi::Server;
use rustix::process::Signal;
use std::collections::BTreeMap;
use std::time::Instant;

/// One job: its ranks, and what its process manager knows.
#[derive(Debug)]
pub(super) struct World {
    /// The seat of its rank 0. Its other ranks follow.
    pub(super) first: u32,
    /// Per rank: its node and its program.
    pub(super) places: Vec<(u32, u32)>,
    /// The programs, for people.
    pub(super) programs: Vec<String>,
    pub(super) server: Server,
    /// Ranks that have not ended.
    pub(super) running: usize,
    /// Which have.
    pub(super) gone: Vec<bool>,
    pub(super) stage: WorldStage,
    /// What has ended it, or would be told as that.
    pub(super) end: Option<String>,
}

/// How far a spawned job is. The first one's way is that of mpiexec itself ([`super::JobEnding`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum WorldStage {
    /// It was asked for by the rank on a seat, and these nodes have not said that they run what they have to.
    Starting {
        asker: u32,
        nodes: BTreeMap<u32, NodePlan>,
    },
    Running,
    /// Its ranks were asked to end; at this time they are killed.
    Asked(Instant),
    /// Its ranks were killed.
    Killed,
}

impl World {
    pub(super) fn size(&self) -> u32 {
        self.places.len() as u32
    }

    /// What has not been started on one node goes to another; returns what that has to run.
    pub(super) fn move_start(&mut self, from: u32, to: u32) -> Option<NodePlan> {
        let WorldStage::Starting { nodes, .. } = &mut self.stage else { return None };
        let plan = NodePlan { node: to, ..nodes.remove(&from)? };
        nodes.insert(to, plan.clone());
        for (node, _) in self.places.iter_mut().filter(|(node, _)| *node == from) {
            *node = to;
        }
        Some(plan)
    }
}

impl Job {
    /// The world of a seat, and the rank there.
    pub(super) fn at(&self, seat: u32) -> Option<(usize, u32)> {
        let after = self.worlds.partition_point(|world| world.first <= seat);
        let number = after.checked_sub(1)?;
        let rank = seat - self.worlds[number].first;
        (rank < self.worlds[number].size()).then_some((number, rank))
    }

    /// The node of a seat.
    pub(super) fn node_of(&self, seat: u32) -> Option<u32> {
        let (world, rank) = self.at(seat)?;
        self.worlds[world].places.get(rank as usize).map(|(node, _)| *node)
    }

    /// The world whose rank 0 has this seat.
    pub(super) fn world_from(&self, first: u32) -> Option<usize> {
        self.worlds.binary_search_by_key(&first, |world| world.first).ok()
    }

    /// A rank, for people: its number, host and program.
    pub(super) fn name_of(&self, seat: u32) -> String {
        let Some((number, rank)) = self.at(seat) else { return format!("rank {seat}") };
        let world = &self.worlds[number];
        let (node, app) = world.places[rank as usize];
        let host = &self.plan.placement.hosts[node as usize];
        let program = &world.programs[app as usize];
        match number {
            0 => format!("rank {rank} on host {host} ({program})"),
            _ => format!("rank {rank} of spawned job {number} on host {host} ({program})"),
        }
    }

    /// The worlds of which a node has not said that their ranks run.
    pub(super) fn worlds_starting_on(&self, node: u32) -> Vec<usize> {
        let awaits = |world: &World| match &world.stage {
            WorldStage::Starting { nodes, .. } => nodes.contains_key(&node),
            _ => false,
        };
        (1..self.worlds.len()).filter(|number| awaits(&self.worlds[*number])).collect()
    }

    /// Sends a signal to all ranks of a world.
    pub(super) fn signal_world(&mut self, number: usize, signal: Signal) {
        let world = &self.worlds[number];
        let (first, count) = (world.first, world.size());
        self.local.signal_some(first, count, signal);
        let signal = signal.as_raw() as u8;
        self.remotes.order_all(&Order::SignalSome { first, count, signal });
    }

    /// When a world has waited enough for its ranks to end.
    pub(super) fn world_deadline(&self) -> Option<Instant> {
        let asked = self.worlds.iter().filter_map(|world| match world.stage {
            WorldStage::Asked(at) => Some(at),
            _ => None,
        });
        asked.min()
    }

    /// Kills the ranks of worlds that do not end when asked to.
    pub(super) fn tick_worlds(&mut self, now: Instant) {
        for number in 1..self.worlds.len() {
            if matches!(self.worlds[number].stage, WorldStage::Asked(at) if now >= at) {
                self.worlds[number].stage = WorldStage::Killed;
                self.signal_world(number, Signal::KILL);
            }
        }
    }
}
