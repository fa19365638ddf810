//! The end of a rank, by itself or as it says, and what follows for its job.

use super::{GRACE, status_of};
use crate::frame::Order;
use crate::job::Job;
use crate::job::worlds::WorldStage;
use crate::signals;
use crate::spec::RankEnding;
use ferry_pmi::Death;
use rustix::process::Signal;
use std::time::Instant;

impl Job {
    /// A rank's process has ended.
    pub(in crate::job) fn rank_ended(
        &mut self,
        seat: u32,
        ending: RankEnding,
        out_of_memory: bool,
        now: Instant,
    ) {
        let Some((number, rank)) = self.at(seat) else { return };
        let world = &mut self.worlds[number];
        if std::mem::replace(&mut world.gone[rank as usize], true) {
            return;
        }
        world.running = world.running.saturating_sub(1);
        world.server.forget_names_of(rank);
        let (running, is_first) = (world.running, number == 0);
        let keeps_going = self.keep_going;
        // What has begun on one host may die before it has on another.
        let is_starting = keeps_going && matches!(world.stage, WorldStage::Starting { .. });
        let is_under_way = is_first || is_starting || world.stage == WorldStage::Running;
        if !self.course.is_running() || !is_under_way {
            return;
        }
        let finalised = world.server.has_finalised(rank);
        if finalised {
            let mut actions = Vec::new();
            world.server.rank_left(rank, &mut actions);
            actions.into_iter().for_each(|action| self.act(number, action, now));
        }
        let world = &mut self.worlds[number];
        let began = world.server.has_initialised(rank);
        let how = match ending {
            RankEnding::Code(0) if is_first && self.is_alone && !finalised => {
                // What it has told nobody of cannot be told here: it is not this one's process.
                return self.end(1, Signal::TERM, GRACE, now);
            }
            RankEnding::Code(0) if began && !finalised && (running > 0 || keeps_going) => {
                "left without MPI_Finalize".to_owned()
            }
            RankEnding::Code(0) => {
                self.course.ended_well |= is_first || keeps_going;
                return;
            }
            RankEnding::Code(code) => format!("ended with exit code {code}"),
            RankEnding::Signal(signal) => killed_by(signal, out_of_memory),
        };
        let who = self.name_of(seat);
        if keeps_going && !finalised && (began || running > 0) {
            return self.go_on((number, rank), ending, &format!("{who} {how}"), now);
        }
        let rest = match running > 0 && !finalised {
            true if is_first => "; the other ranks are ended",
            true => "; the other ranks of its job are ended",
            false => "",
        };
        self.output.say(&format!("mpiexec: {who} {how}{rest}"));
        let status = ending.status().max(1);
        match (is_first, finalised) {
            // It had left the job in good order: the others need not pay for it.
            (true, true) => drop(self.course.status.get_or_insert(status)),
            (true, false) => self.end(status, Signal::TERM, GRACE, now),
            (false, true) => {}
            (false, false) => self.end_world(number, &format!("{who} {how}"), now),
        }
    }

    /// A rank of a world has died and the others go on: those of all worlds are told.
    fn go_on(&mut self, of: (usize, u32), ending: RankEnding, what: &str, now: Instant) {
        let (number, rank) = of;
        let rest = match self.living() {
            0 => String::new(),
            1 => "; the other rank goes on".into(),
            n => format!("; the other {n} ranks go on"),
        };
        self.output.say(&format!("mpiexec: {what}{rest}"));
        self.course.of_dead.get_or_insert(ending.status().max(1));
        let server = &mut self.worlds[number].server;
        let mut actions = Vec::new();
        server.rank_died(rank, &mut actions);
        let death = Death { job: server.job_number(), rank };
        self.local.tell_death(death);
        self.remotes.order_all(&Order::Died { job: death.job, rank });
        for action in actions {
            self.act(number, action, now);
        }
    }

    /// How many ranks run, of all worlds.
    fn living(&self) -> usize {
        self.worlds.iter().map(|world| world.running).sum()
    }

    /// The connection to nodes was lost, of which the first is why. Where others go on without their dead, their ranks
    /// count as dead: proxies kill them when they cannot hear mpiexec any more. False: they do not go on.
    pub(in crate::job) fn goes_on_without(
        &mut self,
        nodes: &[u32],
        text: &str,
        now: Instant,
    ) -> bool {
        let (mut left, mut has_begun) = (Vec::new(), false);
        for world in self.worlds.iter().filter(|world| world.stage == WorldStage::Running) {
            let there = (0..).zip(&world.places).filter(|(_, (node, _))| nodes.contains(node));
            for (rank, _) in there {
                has_begun |= world.server.has_initialised(rank);
                left.extend((!world.gone[rank as usize]).then_some(world.first + rank));
            }
        }
        let goes_on = self.keep_going && has_begun && self.course.is_running();
        if !goes_on || left.len() >= self.living() {
            return false;
        }
        self.output.say(&format!("mpiexec: {text}"));
        if let Some(remote) = nodes.first().and_then(|node| self.remotes.get_mut(*node)) {
            remote.kill();
        }
        for seat in left {
            self.rank_ended(seat, RankEnding::Signal(9), false, now);
        }
        true
    }

    /// A rank has called MPI_Abort.
    pub(in crate::job) fn rank_aborted(
        &mut self,
        rank: u32,
        code: i32,
        message: &str,
        now: Instant,
    ) {
        if !self.may_end(rank) {
            return;
        }
        let who = self.name_of(rank);
        let words = one_line(message);
        let words = if words.is_empty() { words } else { format!(": {words}") };
        let told = format!("{who} called MPI_Abort with code {code}{words}");
        self.output.say(&format!("mpiexec: {told}"));
        self.end_with(rank, code, &told, now);
    }

    /// A rank ends the job because of an error, which it has not told itself: the first that comes is told,
    /// since the others mostly are the same or follow from it.
    pub(in crate::job) fn rank_failed(&mut self, rank: u32, code: i32, error: &str, now: Instant) {
        if !self.may_end(rank) {
            return;
        }
        let who = self.name_of(rank);
        let told = format!("{who}: {}", one_line(error));
        self.output.say(&format!("mpiexec: {told}"));
        if self.keep_going && self.at(rank).is_some_and(|(number, _)| number != 0) {
            // As a death: it is forgiven where others come to a good end.
            self.course.of_dead.get_or_insert(status_of(code).max(1));
            return self.end_spawned(rank, &told, now);
        }
        self.end_with(rank, code, &told, now);
    }

    /// Whether a rank's job is not being ended already.
    fn may_end(&self, seat: u32) -> bool {
        let running = |(number, _): (usize, u32)| {
            number == 0 || self.worlds[number].stage == WorldStage::Running
        };
        self.course.is_running() && self.at(seat).is_some_and(running)
    }

    /// Ends a rank's job with the code that it has given.
    fn end_with(&mut self, seat: u32, code: i32, why: &str, now: Instant) {
        let status = status_of(code);
        if self.at(seat).is_none_or(|(number, _)| number == 0) {
            return self.end(status, Signal::TERM, GRACE, now);
        }
        // Its parents live, and what they make of it does not undo that it has failed.
        let failure = Some(status).filter(|status| *status != 0);
        self.course.of_spawned = self.course.of_spawned.or(failure);
        self.end_spawned(seat, why, now);
    }

    fn end_spawned(&mut self, seat: u32, why: &str, now: Instant) {
        if let Some((number, _)) = self.at(seat) {
            self.end_world(number, why, now);
        }
    }
}

/// What a rank says, without what would break the line or play with the terminal.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn killed_by(signal: u8, out_of_memory: bool) -> String {
    let name = signals::name(signal);
    match (signal, out_of_memory) {
        (9, true) => format!(
            "was killed by {name}: the kernel's out-of-memory killer was at work on its host"
        ),
        (9, false) => format!(
            "was killed by {name}: by a person, or by the out-of-memory killer if its host is short of memory"
        ),
        _ => format!("was killed by {name}"),
    }
}
