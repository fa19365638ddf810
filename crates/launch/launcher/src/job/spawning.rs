//! Ranks ask for more processes (MPI-5.0 §11.8): a further job of the same mpiexec.

use super::worlds::{World, WorldStage};
use super::{Job, new_server};
use crate::error::LaunchError;
use crate::frame::Order;
use crate::hostfile::{self, Host};
use crate::input::InputWish;
use crate::options::{AppOptions, split};
use crate::plan::ranks_on;
use crate::ranks::StartError;
use crate::spec::NodePlan;
use ferry_pmi::{JobInfo, Server, SpawnCodes, SpawnCommand, SpawnOutcome, SpawnRequest};
use rustix::process::Signal;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Instant;

/// Most processes of an mpiexec, of all jobs together.
const SEATS_MAX: u64 = 1 << 24;

/// Why processes are not spawned.
struct Refusal {
    /// Which command it concerns; `None`: all.
    command: Option<usize>,
    status: u8,
    text: String,
}

impl From<LaunchError> for Refusal {
    fn from(error: LaunchError) -> Refusal {
        Refusal { command: None, status: error.status, text: error.text }
    }
}

/// Reads what the info object of a command wishes for. What is not understood is passed over (MPI-5.0 §10).
fn app_of(command: &SpawnCommand) -> Result<AppOptions, LaunchError> {
    let mut argv = vec![command.program.clone()];
    argv.extend_from_slice(&command.args);
    let mut app = AppOptions { count: Some(command.count), argv, ..AppOptions::default() };
    for (key, value) in &command.info {
        match key.as_str() {
            "host" | "hosts" | "add-host" => {
                let list = value.to_str().ok_or_else(|| {
                    LaunchError::usage(format!("{key}: {} is not UTF-8", value.display()))
                })?;
                app.hosts = hostfile::parse_list(list)?;
            }
            "hostfile" | "add-hostfile" => app.hosts = hostfile::read(Path::new(value))?,
            "wdir" | "wd" => app.dir = Some(value.clone()),
            "path" => app.path = value.clone(),
            "env" => {
                for line in value.as_bytes().split(|byte| *byte == b'\n') {
                    set_variable(&mut app, line)?;
                }
            }
            _ => {}
        }
    }
    Ok(app)
}

/// Sets what a line of the form `NAME=VALUE` says.
fn set_variable(app: &mut AppOptions, line: &[u8]) -> Result<(), LaunchError> {
    let line = OsStr::from_bytes(line.strip_suffix(b"\r").unwrap_or(line));
    if line.as_bytes().trim_ascii().is_empty() {
        return Ok(());
    }
    let pair = split(line).filter(|(name, _)| !name.is_empty());
    let (name, value) = pair.ok_or_else(|| {
        let line = line.display();
        LaunchError::usage(format!("env: \"{line}\" is not of the form NAME=VALUE"))
    })?;
    app.environment.set(name, value);
    Ok(())
}

impl Job {
    /// A rank has asked for processes. It is answered at once if they cannot be, else when all run.
    pub(super) fn spawn(&mut self, asker: u32, request: &SpawnRequest) {
        if let Err(refusal) = self.begin_spawn(asker, request) {
            self.refuse_spawn(asker, request, &[refusal]);
        }
    }

    fn begin_spawn(&mut self, asker: u32, request: &SpawnRequest) -> Result<(), Refusal> {
        let refused = |command, e: LaunchError| Refusal { command: Some(command), ..e.into() };
        let apps = request.commands.iter().enumerate();
        let apps = apps.map(|(at, command)| app_of(command).map_err(|e| refused(at, e)));
        let apps = apps.collect::<Result<Vec<AppOptions>, Refusal>>()?;
        let count: u64 = apps.iter().map(|app| u64::from(app.count.unwrap_or(0))).sum();
        let first = self.worlds.last().map_or(0, |world| world.first + world.size());
        if count == 0 || u64::from(first) + count > SEATS_MAX {
            let text = format!("{count} processes are asked for; 1 to {SEATS_MAX} can be");
            return Err(Refusal { command: None, status: 1, text });
        }
        let places = self.lay_out(&apps);
        let server = self.server_of(asker, &places, request)?;
        let nodes: BTreeSet<u32> = places.iter().map(|(node, _)| *node).collect();
        let ground = &self.plan.ground;
        let plan = |node: u32| NodePlan {
            node,
            size: places.len() as u32,
            first,
            spawned: true,
            apps: apps
                .iter()
                .map(|app| ground.app(&self.options, app, self.plan.local[node as usize]))
                .collect(),
            ranks: ranks_on(node, &places, InputWish::None),
            binding: Default::default(),
        };
        let plans: Vec<NodePlan> = nodes.iter().map(|node| plan(*node)).collect();
        let programs = apps.iter().map(AppOptions::short_name).collect();
        let number = self.worlds.len();
        self.tell(&format!("spawning {count} ranks as job {number}"));
        let hosts = self.hosts_of(&places);
        self.output.add_job(first, number, hosts);
        let starting = plans.iter().map(|plan| (plan.node, plan.clone())).collect();
        let stage = WorldStage::Starting { asker, nodes: starting };
        let running = places.len();
        let gone = vec![false; running];
        self.worlds.push(World {
            first,
            places,
            programs,
            server,
            running,
            gone,
            stage,
            end: None,
        });
        self.share_cores();
        for plan in plans {
            self.start_plan(number, plan);
        }
        Ok(())
    }

    fn server_of(
        &self,
        asker: u32,
        places: &[(u32, u32)],
        request: &SpawnRequest,
    ) -> Result<Server, Refusal> {
        let parent = self.at(asker).map_or(0, |(world, _)| world);
        let parent = &self.worlds[parent].server;
        let ranks = places.iter();
        let info = |name| JobInfo {
            name,
            nodes: ranks.clone().map(|(node, _)| *node).collect(),
            appnums: ranks.clone().map(|(_, app)| *app).collect(),
            universe_size: self.universe,
        };
        let make = |info, secret: &str| Server::spawned(info, secret, parent, &request.preput);
        Ok(new_server(info, make)?)
    }

    /// Where the processes go: to the hosts that are wished for, else to those of the command line that have the
    /// most room.
    fn lay_out(&mut self, apps: &[AppOptions]) -> Vec<(u32, u32)> {
        let own = self.options.apps.first().map_or(&[][..], |app| &app.hosts).to_vec();
        let per_node = self.options.per_node;
        let mut load: BTreeMap<String, u32> = BTreeMap::new();
        for world in &self.worlds {
            for (node, _) in world.places.iter().filter(|_| world.running > 0) {
                *load.entry(self.plan.placement.hosts[*node as usize].clone()).or_default() += 1;
            }
        }
        let mut places = Vec::new();
        for (number, app) in (0..).zip(apps) {
            let hosts = if app.hosts.is_empty() { &own } else { &app.hosts };
            let mut hosts: Vec<Host> =
                hosts.iter().map(|host| self.plan.ground.canonical(host)).collect();
            if hosts.is_empty() {
                let name = self.plan.ground.here().to_owned();
                hosts.push(Host { name, slots: Some(u32::MAX) });
            }
            for _ in 0..app.count.unwrap_or(0) {
                let fullness = |host: &Host| {
                    let slots = per_node.or(host.slots).unwrap_or(1).max(1);
                    u64::from(load.get(&host.name).copied().unwrap_or(0)) * 1000 / u64::from(slots)
                };
                // Hosts fill in order; when all are full, the one that is least so is next.
                let free = hosts.iter().find(|host| fullness(host) < 1000);
                let host = free.or_else(|| hosts.iter().min_by_key(|host| fullness(host)));
                let Some(host) = host.map(|host| host.name.clone()) else { continue };
                *load.entry(host.clone()).or_default() += 1;
                places.push((self.node_named(&host), number));
            }
        }
        places
    }

    /// The node that a host is, a new one if need be.
    fn node_named(&mut self, host: &str) -> u32 {
        let is_here = host == self.plan.ground.here();
        let hosts = &self.plan.placement.hosts;
        let usable = |node: &usize| {
            let node = *node as u32;
            is_here || !self.remotes.is_called(node) || self.remotes.is_open(node)
        };
        let found = (0..hosts.len()).filter(|node| hosts[*node] == host).find(usable);
        if let Some(node) = found {
            return node as u32;
        }
        self.plan.placement.hosts.push(host.to_owned());
        self.plan.local.push(is_here);
        self.remotes.add();
        self.cores.push(None);
        if is_here {
            self.know_cores(
                hosts_last(&self.plan.placement.hosts),
                crate::cores::Cores::of_process(),
            );
        }
        hosts_last(&self.plan.placement.hosts)
    }

    fn start_plan(&mut self, number: usize, plan: NodePlan) {
        let (node, first) = (plan.node, plan.first);
        if !matches!(self.worlds[number].stage, WorldStage::Starting { .. }) {
            return;
        }
        if self.plan.local[node as usize] {
            match self.local.start(&plan, &self.limits, &mut self.poller) {
                Ok(()) => self.node_started(node, first),
                Err(errors) => self.cannot_spawn(number, &errors),
            }
            return;
        }
        if !self.remotes.is_called(node)
            && let Err(lost) = self.call_node(node, plan.ranks.len())
        {
            let error = StartError { status: lost.status, text: lost.text, app: None };
            return self.cannot_spawn(number, &[error]);
        }
        self.remotes.order(node, Order::Start(plan));
    }

    /// A node says that its ranks of a world run.
    pub(super) fn node_started(&mut self, node: u32, first: u32) {
        let Some(number) = self.world_from(first) else { return };
        let world = &mut self.worlds[number];
        let WorldStage::Starting { asker, nodes } = &mut world.stage else { return };
        nodes.remove(&node);
        if !nodes.is_empty() {
            return;
        }
        let (asker, count) = (*asker, world.size());
        world.stage = WorldStage::Running;
        let outcome = SpawnOutcome::Started { world: number as u32, count };
        self.answer_spawn(asker, &outcome);
    }

    /// A node says that a program of a world cannot be run there.
    pub(super) fn node_unstarted(&mut self, node: u32, first: u32, error: StartError) {
        let Some(number) = self.world_from(first) else { return };
        let host = &self.plan.placement.hosts[node as usize];
        let text = format!("host {host}: {}", error.text);
        self.cannot_spawn(number, &[StartError { text, ..error }]);
    }

    /// Ends a world that has not begun, and tells who has asked for it.
    fn cannot_spawn(&mut self, number: usize, errors: &[StartError]) {
        let world = &mut self.worlds[number];
        let WorldStage::Starting { asker, .. } = world.stage else { return };
        (world.stage, world.running) = (WorldStage::Killed, 0);
        let concerns = |place: &(u32, u32)| {
            let error = errors.iter().find(|e| e.app.is_none_or(|app| app == place.1));
            error.map_or(0, |error| error.status.max(1))
        };
        let codes = world.places.iter().map(concerns).map(i32::from).collect();
        let reasons: Vec<&str> = errors.iter().map(|error| error.text.as_str()).collect();
        let reason = reasons.join("; ");
        world.end = Some(reason.clone());
        self.signal_world(number, Signal::KILL);
        self.answer_spawn(asker, &SpawnOutcome::Failed { codes, reason });
    }

    /// A proxy has left since its last rank had ended, before it heard that others were to start there: its host is
    /// called once more.
    pub(super) fn node_left(&mut self, left: u32) {
        for number in self.worlds_starting_on(left) {
            let host = self.plan.placement.hosts[left as usize].clone();
            let node = self.node_named(&host);
            if let Some(plan) = self.worlds[number].move_start(left, node) {
                self.share_cores();
                self.start_plan(number, plan);
            }
        }
    }

    /// A node has lost its proxy: what was to start there does not.
    pub(super) fn node_gone(&mut self, node: u32, why: &str) {
        for number in self.worlds_starting_on(node) {
            let error = StartError { status: 1, text: why.to_owned(), app: None };
            self.cannot_spawn(number, &[error]);
        }
    }

    fn refuse_spawn(&mut self, asker: u32, request: &SpawnRequest, refusals: &[Refusal]) {
        let mut codes = SpawnCodes::default();
        for (at, command) in request.commands.iter().enumerate() {
            let refusal = refusals.iter().find(|r| r.command.is_none_or(|command| command == at));
            codes.add(command.count, refusal.map_or(0, |refusal| refusal.status.max(1).into()));
        }
        let reasons: Vec<&str> = refusals.iter().map(|refusal| refusal.text.as_str()).collect();
        let outcome = SpawnOutcome::Failed { codes, reason: reasons.join("; ") };
        self.answer_spawn(asker, &outcome);
    }

    fn answer_spawn(&mut self, asker: u32, outcome: &SpawnOutcome) {
        let Some((world, rank)) = self.at(asker) else { return };
        let action = self.worlds[world].server.answer_spawn(rank, outcome);
        self.act(world, action, Instant::now());
    }

    /// Tells a rank whether a world has ended.
    pub(super) fn tell_world(&mut self, asker: (usize, u32), world: u32) {
        let (of, rank) = asker;
        let unknown = Some("there is no such job");
        let end = match self.worlds.get(world as usize) {
            Some(world) if world.running > 0 => None,
            Some(world) => world.end.as_deref().or(Some("its processes have ended")),
            None => unknown,
        };
        let action = self.worlds[of].server.answer_world(rank, end);
        self.act(of, action, Instant::now());
    }
}

fn hosts_last(hosts: &[String]) -> u32 {
    hosts.len() as u32 - 1
}
