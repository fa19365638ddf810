//! From the command line to a plan for each node.

use crate::allocation::Allocation;
use crate::binding::{BindingPolicy, Rankfile};
use crate::error::LaunchError;
use crate::hostfile::Host;
use crate::input::InputWish;
use crate::options::{AppOptions, Environment, HostLayout, Options};
use crate::placement::{Placement, PlacementWish, place};
use crate::spec::{App, NodePlan, RankPlan};
use std::net::{IpAddr, UdpSocket};
use std::path::PathBuf;

/// The whole job, planned.
#[derive(Clone, Debug)]
pub(crate) struct JobPlan {
    pub(crate) placement: Placement,
    /// Per node: whether it is this host.
    pub(crate) local: Vec<bool>,
    /// Per node: what it runs.
    pub(crate) nodes: Vec<NodePlan>,
    /// Words of the command that reaches a host, with `{host}` in it.
    pub(crate) launcher: Vec<String>,
    /// What further plans are made on.
    pub(crate) ground: PlanGround,
}

/// What all plans of an mpiexec have in common.
#[derive(Clone, Debug)]
pub(crate) struct PlanGround {
    /// The name of this host.
    home: String,
    /// Whether a launcher was given: only `localhost` means this process's surroundings then.
    launcher_given: bool,
    /// Its own working directory.
    dir: PathBuf,
}

impl PlanGround {
    /// What this process's own surroundings are called.
    pub(crate) fn here(&self) -> &str {
        if self.launcher_given { LOCALHOST } else { &self.home }
    }

    /// A host by the name that it has in plans.
    pub(crate) fn canonical(&self, host: &Host) -> Host {
        canonical(host, &self.home, self.launcher_given)
    }

    /// A program with its surroundings, for this host or another one.
    pub(crate) fn app(&self, options: &Options, app: &AppOptions, local: bool) -> App {
        App {
            argv: app.argv.clone(),
            debugger: app.debugger as u32,
            dir: app.dir.as_ref().map_or(self.dir.clone(), |dir| self.dir.join(dir)).into(),
            path: app.path.clone(),
            inherit: !local && Environment::inherits_all(&options.environment, &app.environment),
            env: Environment::resolve(
                &options.environment,
                &app.environment,
                std::env::vars_os(),
                !local,
            ),
        }
    }
}

/// Works out who runs where.
pub(crate) fn make(
    options: &Options,
    allocation: Option<Allocation>,
) -> Result<JobPlan, LaunchError> {
    let given = options.launcher.clone().or_else(|| std::env::var("FERRY_LAUNCHER").ok());
    let ground =
        PlanGround { home: own_name(), launcher_given: given.is_some(), dir: own_directory()? };
    let wish = |app: &AppOptions| PlacementWish {
        count: app.count,
        hosts: app.hosts.iter().map(|host| ground.canonical(host)).collect(),
    };
    let mut wishes: Vec<PlacementWish> = options.apps.iter().map(wish).collect();
    let mut launcher = given;
    if let Some(allocation) = allocation {
        launcher = launcher.or(allocation.launcher);
        if let Some(wish) = wishes.first_mut() {
            wish.hosts = allocation.hosts.iter().map(|host| ground.canonical(host)).collect();
        }
    }
    if let Some(wish) = wishes.first_mut().filter(|wish| wish.hosts.is_empty()) {
        wish.hosts = options.default_hosts.iter().map(|host| ground.canonical(host)).collect();
    }
    let mut launcher = template(launcher.as_deref().unwrap_or("ssh"))?;
    if let Some(program) = &options.launcher_program {
        launcher[0].clone_from(program);
    }
    let policy = options.binding.policy()?;
    let placement = match &options.binding.rankfile {
        Some(file) => by_rankfile(file, &wishes, &ground)?,
        None => {
            let layout = options.binding.layout(options.per_node);
            let layout = settle(&mut wishes, layout, options, &ground, &launcher)?;
            place(&wishes, layout, ground.here())?
        }
    };
    options.input.check(placement.ranks.len() as u32)?;
    let local: Vec<bool> = placement.hosts.iter().map(|name| name == ground.here()).collect();
    let node_plan = |(node, local): (u32, &bool)| NodePlan {
        node,
        size: placement.ranks.len() as u32,
        apps: options.apps.iter().map(|app| ground.app(options, app, *local)).collect(),
        ranks: ranks_on(node, &placement.ranks, options.input),
        binding: policy_on(node, &policy, options, &placement),
        ..NodePlan::default()
    };
    let nodes = (0..).zip(&local).map(node_plan).collect();
    Ok(JobPlan { placement, local, nodes, launcher, ground })
}

/// Puts what the layout says of hosts into their lists, where it takes knowledge of them.
fn settle(
    wishes: &mut [PlacementWish],
    layout: HostLayout,
    options: &Options,
    ground: &PlanGround,
    launcher: &[String],
) -> Result<HostLayout, LaunchError> {
    let here = ground.here();
    if options.binding.no_local {
        for wish in wishes.iter_mut() {
            wish.hosts.retain(|host| host.name != here);
        }
        if wishes.first().is_some_and(|wish| wish.hosts.is_empty()) {
            return Err(LaunchError::usage("--nolocal leaves no host; name others with --host"));
        }
    }
    let is_packed = layout.per_part.is_some() || (layout.per_node.is_some() && layout.no_excess);
    if let Some(wish) = wishes.first_mut().filter(|wish| is_packed && wish.hosts.is_empty()) {
        wish.hosts.push(Host { name: here.to_owned(), slots: None });
    }
    let Some((number, level)) = layout.per_part else { return Ok(layout) };
    let names: Vec<String> =
        wishes.iter().flat_map(|wish| &wish.hosts).map(|host| host.name.clone()).collect();
    let names = names.iter().map(String::as_str);
    let parts = crate::survey::parts(names, here, launcher, level, options.binding.cpus())?;
    for host in wishes.iter_mut().flat_map(|wish| &mut wish.hosts) {
        let there = parts.get(&host.name).copied().unwrap_or(0);
        if there == 0 {
            let (name, level) = (&host.name, level.name());
            let text = format!("the system of host {name} tells of no {level} there");
            return Err(LaunchError { status: 1, text });
        }
        host.slots = Some(number.saturating_mul(there));
    }
    Ok(HostLayout { per_node: None, ..layout })
}

/// Ranks where a rankfile says.
fn by_rankfile(
    file: &Rankfile,
    wishes: &[PlacementWish],
    ground: &PlanGround,
) -> Result<Placement, LaunchError> {
    let mut placement = Placement { hosts: Vec::new(), ranks: Vec::new(), universe: 0 };
    let lines = file.ranks.len();
    let listed = wishes.first().map_or(&[][..], |wish| &wish.hosts);
    for (app, wish) in (0..).zip(wishes) {
        let left = lines - placement.ranks.len();
        let count = wish.count.map_or(left, |count| count as usize);
        if count > left {
            let text = format!("the rankfile has lines for {lines} ranks, and there are more");
            return Err(LaunchError::usage(text));
        }
        for _ in 0..count {
            let (name, _) = &file.ranks[placement.ranks.len()];
            let host = match name.strip_prefix("+n").map(str::parse::<usize>) {
                Some(Ok(number)) => listed.get(number).cloned().ok_or_else(|| {
                    let text = format!("rankfile: {name} names host number {number} of --host or --hostfile, of which there are {}", listed.len());
                    LaunchError::usage(text)
                })?,
                _ => ground.canonical(&Host { name: name.clone(), slots: None }),
            };
            let known = placement.hosts.iter().position(|known| *known == host.name);
            let node = known.unwrap_or_else(|| {
                placement.hosts.push(host.name.clone());
                placement.hosts.len() - 1
            });
            placement.ranks.push((node as u32, app));
        }
    }
    if placement.ranks.is_empty() {
        return Err(LaunchError::usage("no ranks to start"));
    }
    placement.universe = lines as u32;
    Ok(placement)
}

/// The policy of a node: of a rankfile only what concerns its ranks.
fn policy_on(
    node: u32,
    policy: &BindingPolicy,
    options: &Options,
    placement: &Placement,
) -> BindingPolicy {
    let lines = options.binding.rankfile.iter().flat_map(|file| &file.ranks);
    let there = (0..).zip(&placement.ranks).zip(lines);
    let there = there.filter(|((_, (n, _)), _)| *n == node);
    let listed = there.map(|((rank, _), (_, slot))| (rank, slot.clone())).collect();
    BindingPolicy { listed, ..policy.clone() }
}

/// The ranks on a node, of a job whose ranks are at these places and get input as said.
pub(crate) fn ranks_on(node: u32, places: &[(u32, u32)], input: InputWish) -> Vec<RankPlan> {
    let there = (0..).zip(places).filter(|(_, (place, _))| *place == node);
    let plan = |(rank, (_, app)): (u32, &(u32, u32))| RankPlan {
        rank,
        app: *app,
        reads: input.reaches(rank),
    };
    there.map(plan).collect()
}

/// What a batch system has given, where the command line names no hosts.
pub(crate) fn allocation(options: &Options) -> Result<Option<Allocation>, LaunchError> {
    if options.apps.iter().any(|app| !app.hosts.is_empty()) {
        return Ok(None);
    }
    Allocation::of_process().map_err(|why| {
        let text = format!("the hosts of this allocation: {why}; --host names others");
        LaunchError { status: 1, text }
    })
}

fn own_directory() -> Result<PathBuf, LaunchError> {
    std::env::current_dir().map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => LaunchError {
            status: 1,
            text: "the working directory has been removed; change to another one".into(),
        },
        _ => LaunchError::system("the working directory cannot be found", e),
    })
}

/// The name under which this host is known when a launcher is given.
const LOCALHOST: &str = "localhost";

/// All names of this host are one; when a launcher is given, only `localhost` means this process'
/// own surroundings, and every other name is for the launcher.
fn canonical(host: &Host, home: &str, launcher_given: bool) -> Host {
    let short = home.split('.').next().unwrap_or(home);
    let own = host.name == home || host.name == short || is_own_address(&host.name);
    let name = match (is_localhost(&host.name), launcher_given) {
        (true, true) => LOCALHOST,
        (true, false) => home,
        (false, false) if own => home,
        (false, _) => &host.name,
    };
    Host { name: name.to_owned(), slots: host.slots }
}

fn is_localhost(name: &str) -> bool {
    matches!(name, "localhost" | "127.0.0.1" | "::1")
}

/// Whether the name is an address of this host: only such a one can be bound to.
fn is_own_address(name: &str) -> bool {
    name.parse::<IpAddr>().is_ok_and(|address| UdpSocket::bind((address, 0)).is_ok())
}

fn own_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The words of a launcher template. A bare command gets `{host}` behind it.
fn template(text: &str) -> Result<Vec<String>, LaunchError> {
    let mut words = crate::words::split(text)
        .map_err(|problem| LaunchError::usage(format!("launcher {text:?}: {problem}")))?;
    if words.is_empty() {
        return Err(LaunchError::usage("the launcher is empty; an example is 'ssh {host}'"));
    }
    if words == ["ssh"] {
        // No question can be answered from a process group in the background: fail instead.
        words.extend(["-x", "-o", "BatchMode=yes"].map(str::to_owned));
    }
    if !words.iter().any(|word| word.contains("{host}")) {
        words.push("{host}".to_owned());
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates() {
        assert_eq!(template("rsh").unwrap(), ["rsh", "{host}"]);
        assert_eq!(template("ip netns exec {host}").unwrap(), ["ip", "netns", "exec", "{host}"]);
        assert_eq!(template("ssh").unwrap().last().unwrap(), "{host}");
        assert!(template("'x").is_err() && template(" ").is_err());
    }

    #[test]
    fn names_of_this_host_are_one() {
        let host = |name: &str| Host { name: name.into(), slots: Some(2) };
        let name = |n: &str, given| canonical(&host(n), "me.example", given).name;
        assert_eq!(name("localhost", false), "me.example");
        assert_eq!(name("me", false), "me.example");
        assert_eq!(name("127.0.0.1", true), "localhost");
        assert_eq!(name("me", true), "me");
        assert_eq!(name("other", false), "other");
        assert_eq!(name("127.0.0.77", false), "me.example");
        // An address for documentation, which no host has.
        assert_eq!(name("192.0.2.1", false), "192.0.2.1");
    }
}
