//! The other hosts of a job: they are called, by each other where they are many, and may be lost.

use super::{Calls, Job};
use crate::control::ControlSettings;
use crate::error::LaunchError;
use crate::frame::Order;
use crate::remote::{Lost, Remote};
use crate::role;
use crate::spec::{Branch, BranchNode, LaunchCommand, NodePlan};
use crate::tree::divide;
use ferry_sys::cpu_list_text;
use std::time::Instant;

impl Job {
    /// Calls the hosts of these plans, or has them called, and has their ranks started.
    pub(super) fn call_hosts(&mut self, plans: &[NodePlan]) -> Result<(), Lost> {
        let width = self.tree_width(plans.len());
        divide(plans, width).into_iter().try_for_each(|run| self.call_run(run, width))
    }

    /// How many of so many hosts a launcher calls itself.
    fn tree_width(&mut self, hosts: usize) -> usize {
        let is_shell = role::is_remote_shell(&self.plan.launcher[0]);
        let width = self.tree.of(hosts, is_shell);
        if self.calls.is_none() {
            return width;
        }
        // The connections over SCTP have mpiexec at one end.
        if width < hosts && self.tree.is_chosen {
            self.output.say(
                "mpiexec: --tree-width has no effect with --control sctp: all hosts are called from here",
            );
        }
        hosts
    }

    /// Calls the first host of a run, which calls the others.
    fn call_run(&mut self, run: &[NodePlan], width: usize) -> Result<(), Lost> {
        let Some((first, rest)) = run.split_first() else { return Ok(()) };
        let command = self.call_node(first.node, first.ranks.len())?;
        let numbers: Vec<u32> = run.iter().map(|plan| plan.node).collect();
        self.remotes.reach(&numbers, width);
        self.tell_of_calls(rest);
        let host = |node: u32| self.plan.placement.hosts[node as usize].clone();
        let node = |plan: &NodePlan| BranchNode {
            node: plan.node,
            host: host(plan.node),
            ranks: plan.ranks.clone(),
            binding: plan.binding.clone(),
        };
        let nodes = rest.iter().map(node).collect();
        let branch = Branch { width: width as u32, command, nodes };
        self.remotes.order(first.node, Order::start(first.clone(), branch));
        Ok(())
    }

    fn tell_of_calls(&mut self, plans: &[NodePlan]) {
        for NodePlan { node, ranks, .. } in plans {
            let hosts = &self.plan.placement.hosts;
            let caller = self.remotes.caller(*node).map(|caller| &hosts[caller as usize]);
            let (host, ranks) = (&hosts[*node as usize], ranks.len());
            let line =
                caller.map(|caller| format!("host {caller} calls host {host} for {ranks} ranks"));
            line.iter().for_each(|line| self.tell(line));
        }
    }

    /// Calls the host of a node; returns what it is called with.
    pub(super) fn call_node(&mut self, node: u32, ranks: usize) -> Result<LaunchCommand, Lost> {
        let host = self.plan.placement.hosts[node as usize].clone();
        self.tell(&format!("calling host {host} for {ranks} ranks"));
        let failed = |e: LaunchError| Lost { status: e.status, began: false, text: e.text };
        if self.calls.is_none() && self.worlds.len() > 1 {
            let settings = ControlSettings::of(&self.options).map_err(failed)?;
            self.calls = Calls::by(settings).map_err(failed)?;
        }
        let program = role::executable().map_err(|e| LaunchError::system("this program's file", e));
        let program = program.map_err(failed)?.into();
        let command = LaunchCommand { words: self.plan.launcher.clone(), program };
        let invitation = self.calls.as_mut().map(|calls| calls.invite(node));
        let (guard, poller) = (self.local.guard(), &mut self.poller);
        let remote = Remote::start(node, &host, &command, invitation, guard, poller)?;
        self.remotes.call(node, remote);
        Ok(command)
    }

    /// The connection to a node is gone, and with it all that were reached through it. That ends all if the job of the
    /// command line has ranks there, else those jobs that do, unless all go on without their dead.
    pub(super) fn lose_node(&mut self, node: u32, lost: &Lost, now: Instant) {
        let nodes = self.remotes.lose(node);
        if nodes.is_empty() {
            return;
        }
        let text = self.told_of(lost, node);
        for node in &nodes {
            self.node_gone(*node, &text);
            self.stdin.forget(*node);
        }
        if self.goes_on_without(&nodes, &text, now) {
            return;
        }
        let text = text + &self.lost_with(lost, &nodes);
        let has = |places: &[(u32, u32)]| places.iter().any(|(node, _)| nodes.contains(node));
        if has(&self.worlds[0].places) {
            return self.fail(lost.status, &text);
        }
        for number in 1..self.worlds.len() {
            if has(&self.worlds[number].places) {
                self.end_world(number, &text, now);
            }
        }
    }

    /// What there is to say of a loss: as well, who has called a host that does not answer.
    fn told_of(&self, lost: &Lost, node: u32) -> String {
        let caller = self.remotes.caller(node).filter(|_| !lost.began);
        let Some(caller) = caller else { return lost.text.clone() };
        let caller = &self.plan.placement.hosts[caller as usize];
        let text = &lost.text;
        format!("{text} (host {caller} called it; with --tree-width 0 all are called from here)")
    }

    /// The ranks that are lost with these nodes, by host.
    fn lost_with(&self, lost: &Lost, nodes: &[u32]) -> String {
        let ranks: Vec<String> = nodes.iter().flat_map(|node| self.ranks_left_on(*node)).collect();
        if !lost.began || ranks.is_empty() {
            return String::new();
        }
        format!("; lost with it: {}", ranks.join(", "))
    }

    /// The ranks on a node that have not ended, for people, of each job.
    fn ranks_left_on(&self, node: u32) -> Vec<String> {
        let host = &self.plan.placement.hosts[node as usize];
        let left = (0..).zip(&self.worlds).filter_map(|(number, world): (usize, _)| {
            let places = (0u32..).zip(&world.places).zip(&world.gone);
            let left = places.filter(|((_, (n, _)), gone)| *n == node && !**gone);
            let left: Vec<u32> = left.map(|((rank, _), _)| rank).collect();
            let word = if left.len() == 1 { "rank" } else { "ranks" };
            let of = if number == 0 { String::new() } else { format!(" of spawned job {number}") };
            let list = cpu_list_text(&left);
            (!left.is_empty()).then(|| format!("{word} {list}{of} on host {host}"))
        });
        left.collect()
    }
}
