//! A running job: the one event loop of mpiexec.

mod calls;
pub(crate) mod display;
mod ending;
mod events;
mod hosts;
mod process_sets;
mod spawning;
mod worlds;

use crate::control::ControlSettings;
use crate::cores::{Cores, contenders, cores_of_one};
use crate::error::LaunchError;
use crate::frame::Order;
use crate::input::{Input, Stdin};
use crate::options::{AppOptions, Options};
use crate::output::Output;
use crate::plan::{self, JobPlan};
use crate::poller::{Poller, Token};
use crate::ranks::{Limits, Ranks};
use crate::remotes::Remotes;
use crate::signals::Signals;
use crate::spec::{NodePlan, RankEnding};
use crate::tree::TreeWidth;
use calls::Calls;
use ending::JobEnding;
use ferry_pmi::server::new_secret;
use ferry_pmi::{JobInfo, Server};
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::os::fd::OwnedFd;
use std::time::Instant;
use worlds::{World, WorldStage};

/// Runs the job that the options describe and returns its exit status.
pub(crate) fn run(options: &Options) -> Result<u8, LaunchError> {
    let plan = plan::make(options, plan::allocation(options)?)?;
    let mut job = Job::new(options, plan)?;
    if !options.missed.is_empty() {
        let missed = options.missed.join(", ");
        job.output.say(&format!("mpiexec: without effect: {missed}"));
    }
    job.display_plan();
    job.report_pid()?;
    job.start();
    job.serve()?;
    Ok(job.course.status())
}

/// Serves a process that was started without mpiexec and wants to spawn some, over this connection; returns the
/// exit status.
pub(crate) fn serve_alone(options: &Options, pmi: OwnedFd) -> Result<u8, LaunchError> {
    let mut plan = plan::make(options, None)?;
    plan.nodes.clear();
    let mut job = Job::new(options, plan)?;
    job.is_alone = true;
    job.stdin.close();
    job.know_cores(0, Cores::of_process());
    let attached = job.local.attach(pmi, &mut job.poller);
    attached.map_err(|e| LaunchError::system("serving the process that spawns", e))?;
    job.serve()?;
    Ok(job.course.status())
}

struct Job {
    options: Options,
    plan: JobPlan,
    /// The job of the command line, and those that were spawned, by their first seats.
    worlds: Vec<World>,
    /// The number of ranks that there could be in all.
    universe: u32,
    /// Nobody has started the first job's one process here.
    is_alone: bool,
    poller: Poller,
    limits: Limits,
    signals: Signals,
    output: Output,
    stdin: Stdin,
    local: Ranks,
    remotes: Remotes,
    /// How the hosts of the command line are called.
    tree: TreeWidth,
    /// What each node may use of its machine, once it has told.
    cores: Vec<Option<Cores>>,
    /// By seat, of ranks that are bound: how many of their node want their CPUs.
    bound: BTreeMap<u32, u32>,
    /// By seat, of ranks that have ended, where that is to be told.
    endings: BTreeMap<u32, RankEnding>,
    /// The connections to proxies over SCTP.
    calls: Option<Calls>,
    /// Output taken in that its node has not been told of, because too much waits to be written.
    owed: Vec<(u32, usize)>,
    keep_going: bool,
    course: JobEnding,
    verbose: bool,
}

impl Job {
    fn new(options: &Options, plan: JobPlan) -> Result<Job, LaunchError> {
        let system = |e| LaunchError::system("the system refuses what a launcher needs", e);
        let limits = Limits::raise();
        let mut poller = Poller::new().map_err(system)?;
        let universe = options.universe.unwrap_or(plan.placement.universe);
        let places = plan.placement.ranks.clone();
        let info = |name| JobInfo {
            name,
            nodes: places.iter().map(|(node, _)| *node).collect(),
            appnums: places.iter().map(|(_, app)| *app).collect(),
            universe_size: universe,
        };
        let mut server = new_server(info, Server::new)?;
        server.set_family(&random()?);
        server.set_process_sets(&process_sets::of(options, &plan)?);
        let programs = options.apps.iter().map(AppOptions::short_name).collect();
        let (running, stage) = (places.len(), WorldStage::Running);
        let gone = vec![false; running];
        let first = World { first: 0, places, programs, server, running, gone, stage, end: None };
        let are_others = plan.local.iter().any(|local| !local);
        let control = are_others.then(|| ControlSettings::of(options)).transpose()?;
        let tree = control.as_ref().map_or(TreeWidth::default(), |control| control.tree);
        let calls = control.map(Calls::by).transpose()?.flatten();
        let mut job = Job {
            calls,
            tree,
            worlds: vec![first],
            universe,
            is_alone: false,
            options: options.clone(),
            signals: Signals::listen(&mut poller).map_err(system)?,
            output: Output::wished(options.tag, &options.output),
            stdin: Stdin::new(readers(&plan)),
            local: Ranks::new().map_err(system)?,
            remotes: Remotes::new(plan.placement.hosts.len()),
            cores: vec![None; plan.placement.hosts.len()],
            bound: BTreeMap::new(),
            endings: BTreeMap::new(),
            owed: Vec::new(),
            keep_going: options.keep_going,
            course: JobEnding::new(Instant::now(), options.timeout),
            verbose: options.verbose,
            plan,
            poller,
            limits,
        };
        let hosts = job.hosts_of(&job.worlds[0].places);
        job.output.add_job(0, 0, hosts);
        Ok(job)
    }

    /// Per rank at these places: its host and the number of that.
    fn hosts_of(&self, places: &[(u32, u32)]) -> Vec<(String, u32)> {
        let hosts = &self.plan.placement.hosts;
        places.iter().map(|(node, _)| (hosts[*node as usize].clone(), *node)).collect()
    }

    /// Starts everything. What cannot be started ends the job, in the loop.
    fn start(&mut self) {
        let nodes = std::mem::take(&mut self.plan.nodes);
        let is_here = |plan: &NodePlan| self.plan.local[plan.node as usize];
        let (here, elsewhere): (Vec<NodePlan>, Vec<NodePlan>) =
            nodes.into_iter().partition(is_here);
        // Remote hosts take their time: they are called before the own ranks start.
        if let Err(lost) = self.call_hosts(&elsewhere) {
            return self.fail(lost.status, &lost.text);
        }
        self.local.flush_guard();
        if let Some(own) = here.first() {
            self.know_cores(own.node, Cores::of_process());
        }
        let own = here.into_iter().next().unwrap_or_default();
        self.tell(&format!(
            "starting {} of {} ranks here",
            own.ranks.len(),
            self.plan.placement.ranks.len()
        ));
        if let Err(errors) = self.local.start(&own, &self.limits, &mut self.poller) {
            errors.iter().take(1).for_each(|e| self.fail(e.status, &e.text));
        }
    }

    /// A node tells what it may use of its machine. Each does so before its ranks say anything: when
    /// all ranks have met, all know who contends for their cores.
    fn know_cores(&mut self, node: u32, cores: Cores) {
        if self.cores[node as usize].is_some() {
            return;
        }
        self.cores[node as usize] = Some(cores);
        self.share_cores();
    }

    /// Tells the ranks of all jobs who contends for their cores, once all nodes have said what they have.
    fn share_cores(&mut self) {
        if self.cores.iter().any(Option::is_none) {
            return;
        }
        let known = self.cores.iter().flatten().cloned();
        let mut nodes: Vec<(Cores, u32)> = known.map(|cores| (cores, 0)).collect();
        for world in self.worlds.iter().filter(|world| world.running > 0) {
            world.places.iter().for_each(|(node, _)| nodes[*node as usize].1 += 1);
        }
        let (counts, cores) = (contenders(&nodes), cores_of_one(&nodes));
        for world in &mut self.worlds {
            if let Some(cores) = cores {
                world.server.set_cores(cores);
            }
            let of_rank = |(seat, (node, _)): (u32, &(u32, u32))| {
                let (count, on_node) = (counts[*node as usize], nodes[*node as usize].1);
                // Whoever shares its machine with other nodes shares its CPUs with theirs.
                let own = self.bound.get(&seat).filter(|_| count == on_node);
                own.copied().unwrap_or(count)
            };
            let seats = (world.first..).zip(&world.places);
            world.server.set_contenders(seats.map(of_rank).collect());
        }
    }

    fn tell(&mut self, text: &str) {
        if self.verbose {
            self.output.say(&format!("mpiexec: {text}"));
        }
    }

    fn serve(&mut self) -> Result<(), LaunchError> {
        let mut ready = Vec::new();
        loop {
            let now = Instant::now();
            self.settle(now);
            if self.have_nodes_ended() {
                self.display_endings();
                self.write_output();
            }
            if self.is_over() {
                return Ok(());
            }
            let deadlines = [
                self.local.deadline(),
                self.stdin.deadline(),
                self.output.deadline(),
                self.course.deadline(),
                self.world_deadline(),
                self.calls.as_mut().and_then(|calls| calls.exchange.deadline()),
            ];
            let timeout = deadlines.into_iter().flatten().min();
            let timeout = timeout.map(|at| at.saturating_duration_since(now));
            self.poller
                .wait(timeout, &mut ready)
                .map_err(|e| LaunchError::system("waiting for the ranks", e))?;
            let now = Instant::now();
            for token in &ready {
                self.ready(*token, now);
            }
            self.local.tick(now, &mut self.poller);
            self.output.tick(now);
            self.tick(now);
            self.tick_worlds(now);
        }
    }

    /// Handles everything that has happened, and sends what is due.
    fn settle(&mut self, now: Instant) {
        while let Some(event) = self.local.poll_event() {
            self.event(None, event, now);
        }
        self.hear(now);
        for node in self.remotes.nodes() {
            self.settle_remote(node, now);
        }
        self.local.flush_guard();
        self.write_output();
        self.stdin.update(now, &mut self.poller);
        self.flush_orders(now);
    }

    fn settle_remote(&mut self, called: u32, now: Instant) {
        while let Some((node, event)) = self.remotes.poll_event(called) {
            self.event(Some(node), event, now);
        }
        let Some(remote) = self.remotes.get_mut(called) else { return };
        while let Some(line) = remote.poll_line() {
            self.output.say(&line);
        }
        if let Some(lost) = remote.take_loss() {
            self.lose_node(called, &lost, now);
        }
    }

    fn write_output(&mut self) {
        if let Some((stream, error)) = self.output.write(&mut self.poller) {
            if error != Errno::PIPE {
                let name = if stream == 1 { "output" } else { "error" };
                let error = std::io::Error::from(error);
                self.fail(
                    1,
                    &format!("cannot write to standard {name}: {error}; the job is ended"),
                );
            }
            // Nobody reads: let the ranks' writes fail as they would without mpiexec.
            self.local.close_output(stream, &mut self.poller);
            self.remotes.order_all(&Order::CloseOutput(stream));
        }
        if self.output.is_full() {
            return;
        }
        for (node, count) in std::mem::take(&mut self.owed) {
            match self.remotes.is_called(node) {
                true => self.remotes.order(node, Order::OutputTaken(count as u32)),
                false => self.local.output_taken(count, &mut self.poller),
            }
        }
    }

    fn ready(&mut self, token: Token, now: Instant) {
        match token {
            Token::Signal(index) => {
                if let Some(signal) = self.signals.take(index) {
                    self.signal(signal, now);
                }
            }
            Token::Stdio(0) => self.read_stdin(),
            // What came there is taken before the next wait.
            Token::Stdio(_) | Token::Control(_) => {}
            Token::ToProxy(node)
            | Token::FromProxy(node)
            | Token::ProxyError(node)
            | Token::ProxyProcess(node) => {
                if let Some(remote) = self.remotes.get_mut(node) {
                    remote.ready(token, self.local.guard(), &mut self.poller);
                }
            }
            token => self.local.ready(token, now, &mut self.poller),
        }
    }

    fn read_stdin(&mut self) {
        let Some(input) = self.stdin.read() else { return };
        for node in self.stdin.readers() {
            match (&input, node) {
                (Input::Bytes(bytes), None) => self.local.stdin(bytes, &mut self.poller),
                (Input::End, None) => self.local.stdin_end(&mut self.poller),
                (Input::Bytes(bytes), Some(node)) => {
                    self.remotes.order(node, Order::Stdin(bytes.clone()));
                }
                (Input::End, Some(node)) => self.remotes.order(node, Order::StdinEnd),
            }
        }
    }

    fn have_nodes_ended(&self) -> bool {
        self.local.is_done() && self.remotes.are_over()
    }

    fn is_over(&self) -> bool {
        let nodes_over = self.have_nodes_ended();
        (nodes_over && self.output.is_empty()) || self.course.has_run_out(nodes_over)
    }
}

/// The nodes with ranks that get standard input; `None` is this host.
fn readers(plan: &JobPlan) -> Vec<Option<u32>> {
    let reads = |node: &&NodePlan| node.ranks.iter().any(|rank| rank.reads);
    let number = |node: &NodePlan| (!plan.local[node.node as usize]).then_some(node.node);
    plan.nodes.iter().filter(reads).map(number).collect()
}

/// The process manager of a job with a fresh name and a fresh secret.
fn new_server(
    info: impl FnOnce(String) -> JobInfo,
    make: impl FnOnce(JobInfo, &str) -> Server,
) -> Result<Server, LaunchError> {
    let name = format!("ferry_{}", &random()?[..12]);
    Ok(make(info(name), &random()?))
}

fn random() -> Result<String, LaunchError> {
    let failed = |e| LaunchError { status: 1, text: format!("no random numbers: {e}") };
    new_secret().map_err(failed)
}
