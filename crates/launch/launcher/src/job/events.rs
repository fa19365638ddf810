//! What nodes tell, and what ranks ask of their process manager.

use super::Job;
use crate::frame::Order;
use crate::ranks::StartError;
use crate::remote::Lost;
use crate::spec::NodeEvent;
use ferry_pmi::ServerAction;
use std::time::Instant;

impl Job {
    /// Handles an event of a node; `None` is this host. A node speaks for its own ranks only.
    pub(super) fn event(&mut self, node: Option<u32>, event: NodeEvent, now: Instant) {
        let owns = |seat| self.node_of(seat).is_some_and(|n| node.is_none_or(|node| n == node));
        match event {
            NodeEvent::Pmi { rank, bytes } if owns(rank) => {
                let Some((world, rank)) = self.at(rank) else { return };
                let mut actions = Vec::new();
                self.worlds[world].server.receive(rank, &bytes, &mut actions);
                for action in actions {
                    self.act(world, action, now);
                }
            }
            NodeEvent::Output { rank, stream, bytes } if owns(rank) => {
                self.output.take(rank, stream, &bytes, now);
                let node = self.node_of(rank).unwrap_or(0);
                self.owed.push((node, bytes.len()));
                if self.output.is_full() {
                    self.write_output();
                }
            }
            NodeEvent::OutputEnd { rank, stream } if owns(rank) => self.output.end(rank, stream),
            NodeEvent::Ended { rank, ending, out_of_memory } if owns(rank) => {
                self.note_ending(rank, ending);
                self.rank_ended(rank, ending, out_of_memory, now);
            }
            NodeEvent::Bound { rank, contenders, text } if owns(rank) => {
                if !text.is_empty() {
                    let line = format!("mpiexec: {} {text}", self.name_of(rank));
                    self.output.say(&line);
                }
                if contenders > 0 {
                    self.bound.insert(rank, contenders);
                    self.share_cores();
                }
            }
            NodeEvent::Note(text) => {
                let host = node.map(|n| self.plan.placement.hosts[n as usize].clone());
                let host = host.map_or(String::new(), |host| format!("host {host}: "));
                self.output.say(&format!("mpiexec: {host}{text}"));
            }
            NodeEvent::StdinTaken(count) => self.stdin.taken(node, count as usize),
            NodeEvent::Failed { status, text } => {
                let host = node.map(|n| self.plan.placement.hosts[n as usize].clone());
                let text = host.map_or(text.clone(), |host| format!("host {host}: {text}"));
                self.fail(status, &text);
            }
            NodeEvent::Cores(cores) => {
                if let Some(node) = node {
                    self.know_cores(node, cores);
                }
            }
            NodeEvent::Listening(at) => {
                if let Some(node) = node {
                    self.call(node, &at, now);
                }
            }
            NodeEvent::Started { first } => {
                if let Some(node) = node {
                    self.node_started(node, first);
                }
            }
            NodeEvent::Unstarted { first, app, status, text } => {
                if let Some(node) = node {
                    let app = Some(app).filter(|app| *app != u32::MAX);
                    self.node_unstarted(node, first, StartError { status, text, app });
                }
            }
            NodeEvent::Done => {
                if let Some(node) = node {
                    self.stdin.forget(node);
                    self.remotes.end(node, &mut self.poller);
                    match self.course.is_running() {
                        true => self.node_left(node),
                        false => self.node_gone(node, "the job ends"),
                    }
                }
            }
            NodeEvent::Lost { status, began, text } => {
                // Whom mpiexec calls it loses itself.
                if let Some(node) = node.filter(|node| self.remotes.caller(*node).is_some()) {
                    self.lose_node(node, &Lost { status, began, text }, now);
                }
            }
            NodeEvent::Said(line) => self.output.say(&line),
            _ => {}
        }
    }

    /// Does what the process manager of a world says.
    pub(super) fn act(&mut self, world: usize, action: ServerAction, now: Instant) {
        let seat = |rank| self.worlds[world].first + rank;
        match action {
            ServerAction::Reply { rank, bytes } => {
                let rank = seat(rank);
                match self.called_node_of(rank) {
                    Some(node) => self.remotes.order(node, Order::Pmi { rank, bytes }),
                    None => self.local.pmi(rank, &bytes, &mut self.poller),
                }
            }
            ServerAction::Abort { rank, code, message, is_error: true } => {
                self.rank_failed(seat(rank), code, &message, now);
            }
            ServerAction::Abort { rank, code, message, is_error: false } => {
                self.rank_aborted(seat(rank), code, &message, now);
            }
            ServerAction::Spawn { rank, request } => self.spawn(seat(rank), &request),
            ServerAction::AskWorld { rank, world: asked } => self.tell_world((world, rank), asked),
            ServerAction::Close { rank, reason } => {
                let rank = seat(rank);
                let who = self.name_of(rank);
                self.output.say(&format!(
                    "mpiexec: {who} sent its process manager {reason}; its connection is closed"
                ));
                match self.called_node_of(rank) {
                    Some(node) => self.remotes.order(node, Order::ClosePmi { rank }),
                    None => self.local.close_pmi(rank, &mut self.poller),
                }
            }
        }
    }

    /// The node on another host that a seat's process is on; `None`: it is here.
    fn called_node_of(&self, seat: u32) -> Option<u32> {
        self.node_of(seat).filter(|node| self.remotes.is_called(*node))
    }
}
