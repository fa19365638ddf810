//! A scenario that stands.

use std::process::Command;
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, bail};
use ferry_netem::LinkSettings;
use rustix::process::{Signal, kill_process};

use crate::control::{self, Act, Control, ControlOrder};
use crate::emulator::{Emulator, Member};
use crate::host::LabHost;
use crate::identity::Identity;
use crate::placeholder::Words;
use crate::report::Report;
use crate::rights;
use crate::scenario::{Deed, Scenario, ScenarioEvent};
use crate::watchdog::Watchdog;

/// A scenario that stands: its namespaces exist and packets flow. Dropped, it is taken down with all
/// processes in it.
#[derive(Debug)]
pub struct Lab {
    // Dropped in this order: first processes and namespaces go, then the threads, the identity last.
    _watchdog: Watchdog,
    networks: Vec<Running>,
    identity: Identity,
    hosts: Vec<LabHost>,
    scenario: Scenario,
}

/// A network's thread; dropped, it ends.
#[derive(Debug)]
struct Running {
    control: Option<Control>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.control.take());
        if let Some(thread) = self.thread.take() {
            // It has reported a panic itself.
            let _ = thread.join();
        }
    }
}

impl Lab {
    /// Builds a scenario, after removing what laboratories of dead processes have left.
    ///
    /// # Errors
    /// What [`crate::missing`] says, and whatever the system refuses.
    pub fn build(scenario: &Scenario) -> Result<Self> {
        if let Some(missing) = rights::missing() {
            bail!(missing);
        }
        let identity = Identity::take()?;
        let watchdog = Watchdog::start(identity.id())?;
        let names = scenario.host_names();
        let host = |(index, name): (usize, &String)| {
            LabHost::plan(scenario, index, identity.namespace(name))
        };
        let hosts: Vec<LabHost> = names.iter().enumerate().map(host).collect();
        let mut lab = Self {
            _watchdog: watchdog,
            networks: Vec::new(),
            identity,
            hosts,
            scenario: scenario.clone(),
        };
        lab.networks = lab.connect()?;
        lab.write_files()?;
        Ok(lab)
    }

    /// Makes the hosts and starts a thread for each network.
    fn connect(&self) -> Result<Vec<Running>> {
        let sysctl: Vec<_> = self.scenario.hosts.sysctl.clone().into_iter().collect();
        let count = self.scenario.networks.len();
        let mut members: Vec<Vec<(usize, Member)>> = (0..count).map(|_| Vec::new()).collect();
        for host in &self.hosts {
            for (network, device) in host.make(&sysctl)?.into_iter().enumerate() {
                let plan = host.devices[network].as_ref();
                if let (Some(device), Some(plan)) = (device, plan) {
                    let addresses = plan.addresses.all();
                    let order = self.scenario.networks[network].members(&self.host_names());
                    let place = order.iter().position(|name| *name == host.name);
                    members[network].push((place.unwrap_or(0), Member { device, addresses }));
                }
            }
        }
        members.into_iter().enumerate().map(|(index, members)| self.run(index, members)).collect()
    }

    fn run(&self, index: usize, mut members: Vec<(usize, Member)>) -> Result<Running> {
        // In the order of the model's ports.
        members.sort_by_key(|(place, _)| *place);
        let members = members.into_iter().map(|(_, member)| member).collect();
        let network = &self.scenario.networks[index];
        let plan = network.plan(&self.host_names());
        let (control, orders) = control::pair()?;
        let seed = self.scenario.seed.wrapping_add(index as u64 * 1_000_003);
        let emulator = Emulator::new(&plan, seed, members, orders)?;
        let name = network.name.clone();
        let thread = thread::Builder::new().name(format!("net {name}")).spawn(move || {
            if let Err(error) = emulator.run() {
                eprintln!("netlab: the network `{name}` has failed: {error:#}");
            }
        })?;
        Ok(Running { control: Some(control), thread: Some(thread) })
    }

    /// The names of the hosts.
    pub fn host_names(&self) -> Vec<String> {
        self.hosts.iter().map(|host| host.name.clone()).collect()
    }

    /// The namespace of a host, for `ip netns exec` and [`crate::within`].
    ///
    /// # Errors
    /// A host that does not exist.
    pub fn namespace(&self, host: &str) -> Result<&str> {
        self.host(host).map(|host| host.namespace.as_str())
    }

    pub(crate) fn host(&self, name: &str) -> Result<&LabHost> {
        self.hosts.iter().find(|host| host.name == name).with_context(|| {
            format!("no host `{name}`; there are: {}", self.host_names().join(", "))
        })
    }

    pub(crate) fn hosts(&self) -> &[LabHost] {
        &self.hosts
    }

    pub(crate) fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// A host's IPv4 address on a network, the first it is on unless said.
    ///
    /// # Errors
    /// A host or network that does not exist, a host that is not on the network.
    pub fn address(&self, host: &str, network: Option<&str>) -> Result<std::net::Ipv4Addr> {
        let mut devices = self.host(host)?.devices.iter().flatten();
        let wanted = |name: &str| network.is_none_or(|network| network == name);
        let device = devices.find(|device| wanted(&device.name));
        let device = device.with_context(|| {
            format!("`{host}` is not on the network `{}`", network.unwrap_or("any"))
        })?;
        Ok(device.addresses.v4)
    }

    /// A command with the placeholders in its words filled in (`docs/netlab.md` lists them), to be run
    /// outside or in a host.
    ///
    /// # Errors
    /// A placeholder or host that does not exist, no words.
    pub fn command(&self, host: Option<&str>, words: &[impl AsRef<str>]) -> Result<Command> {
        let filled = Words::of(self);
        let words = words.iter().map(|word| filled.fill(word.as_ref()));
        let mut all = words.collect::<Result<Vec<_>>>()?;
        if let Some(host) = host {
            let enter = ["ip", "netns", "exec", self.namespace(host)?];
            all.splice(..0, enter.map(str::to_owned));
        }
        let (program, rest) = all.split_first().context("no command")?;
        let mut command = Command::new(program);
        command.args(rest).env("FERRY_NETLAB", self.identity.id());
        command.env("FERRY_NETLAB_HOSTS", self.hosts_file());
        command.env("FERRY_NETLAB_LAUNCHER", crate::placeholder::LAUNCHER);
        command.env("FERRY_NETLAB_RSH", self.rsh());
        Ok(command)
    }

    /// Kills what runs in the hosts; the hosts stay.
    ///
    /// # Errors
    /// `ip` cannot be run.
    pub fn end_processes(&self) -> Result<()> {
        for host in self.hosts() {
            for process in host.processes()? {
                // It may have ended meanwhile.
                let _ = kill_process(process, Signal::KILL);
            }
        }
        Ok(())
    }

    /// Where the laboratory's own files lie; removed with it.
    pub fn dir(&self) -> std::path::PathBuf {
        self.identity.dir()
    }

    pub(crate) fn hosts_file(&self) -> std::path::PathBuf {
        self.identity.dir().join("hosts")
    }

    pub(crate) fn rsh(&self) -> std::path::PathBuf {
        self.identity.dir().join("rsh")
    }

    fn write_files(&self) -> Result<()> {
        use std::os::unix::fs::PermissionsExt;
        let slots = self.scenario.hosts.slots;
        let line = |host: &LabHost| format!("{} slots={slots}\n", host.namespace);
        std::fs::write(self.hosts_file(), self.hosts.iter().map(line).collect::<String>())?;
        let script = "#!/bin/sh\n# As rsh: a host, then a command for its shell.\nhost=$1\nshift\n\
                      exec ip netns exec \"$host\" sh -c \"$*\"\n";
        std::fs::write(self.rsh(), script)?;
        std::fs::set_permissions(self.rsh(), PermissionsExt::from_mode(0o755))?;
        Ok(())
    }

    /// Begins the schedule of events: their times count from now.
    ///
    /// # Errors
    /// A network that has failed.
    pub fn start(&self) -> Result<()> {
        let mut schedules: Vec<Vec<_>> = self.networks.iter().map(|_| Vec::new()).collect();
        for event in &self.scenario.events {
            let (network, cable, deed) = self.scenario.deed(event)?;
            let text = Some(described(event));
            schedules[network].push((event.at.0, Act { cable, deed, text }));
        }
        for (network, mut schedule) in schedules.into_iter().enumerate() {
            schedule.sort_by_key(|(at, _)| *at);
            self.control(network)?.give(ControlOrder::Start(schedule))?;
        }
        Ok(())
    }

    fn control(&self, network: usize) -> Result<&Control> {
        self.networks[network].control.as_ref().context("the network has been taken down")
    }

    fn act(&self, place: &str, deed: Deed) -> Result<()> {
        let (network, cable) = self.scenario.place(place)?;
        self.control(network)?.give(ControlOrder::Act(Act { cable, deed, text: None }))?;
        // Orders are obeyed in turn: the answer to this one means that the other is done.
        self.control(network)?.count().map(drop)
    }

    /// Cuts `network`, `network/host` or `network/trunk`; done when it returns.
    ///
    /// # Errors
    /// A place that does not exist, a network that has failed.
    pub fn cut(&self, place: &str) -> Result<()> {
        self.act(place, Deed::Cut)
    }

    /// Heals what was cut.
    ///
    /// # Errors
    /// As [`Lab::cut`].
    pub fn heal(&self, place: &str) -> Result<()> {
        self.act(place, Deed::Heal)
    }

    /// Changes what `change` says.
    ///
    /// # Errors
    /// As [`Lab::cut`].
    pub fn set(&self, place: &str, change: LinkSettings) -> Result<()> {
        self.act(place, Deed::Set(change))
    }

    /// What every direction has carried so far.
    ///
    /// # Errors
    /// A network that has failed.
    pub fn report(&self) -> Result<Report> {
        let counts = (0..self.networks.len()).map(|network| self.control(network)?.count());
        Report::new(self, &counts.collect::<Result<Vec<_>>>()?)
    }
}

fn described(event: &ScenarioEvent) -> String {
    let at = event.at;
    match event {
        ScenarioEvent { cut: Some(place), .. } => format!("{at}: {place} cut"),
        ScenarioEvent { heal: Some(place), .. } => format!("{at}: {place} healed"),
        event => format!("{at}: {} changed", event.on.as_deref().unwrap_or_default()),
    }
}
