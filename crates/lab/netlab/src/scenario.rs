//! What a scenario file says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use ferry_netem::{Cable, LinkSettings, NetworkParts, Port, Span};
use serde::Deserialize;

/// A scenario: `docs/netlab.md` explains every entry.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// One line on what it is for.
    #[serde(default)]
    pub about: String,
    /// Where chance begins.
    #[serde(default = "one")]
    pub seed: u64,
    /// The hosts.
    pub hosts: Hosts,
    /// The networks between them, in the order in which a host's devices come.
    #[serde(rename = "network")]
    pub networks: Vec<NetworkPlan>,
    /// What happens while the command runs.
    #[serde(default, rename = "event")]
    pub events: Vec<ScenarioEvent>,
}

/// The hosts.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hosts {
    /// So many, named n0, n1, ...
    count: Option<usize>,
    /// Their names instead.
    names: Option<Vec<String>>,
    /// Processes each is meant to run.
    #[serde(default = "one_slot")]
    pub slots: u32,
    /// Kernel parameters set in every host, by their dotted names (`net.ipv4...`).
    #[serde(default)]
    pub sysctl: BTreeMap<String, String>,
}

/// A network: one device in each of its hosts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkPlan {
    /// Its name, and that of the devices.
    pub name: String,
    /// Bytes of the largest IP packet.
    #[serde(default = "mtu")]
    pub mtu: u32,
    /// The cable of each host.
    #[serde(default)]
    pub link: LinkSettings,
    /// Hosts on it; all unless said.
    pub hosts: Option<Vec<String>>,
    /// Groups of its hosts, each with a switch of its own; one group unless said.
    #[serde(default)]
    pub clusters: Vec<Vec<String>>,
    /// The way between clusters.
    #[serde(default)]
    pub trunk: LinkSettings,
    /// Hosts whose cable differs from `link`, and in what.
    #[serde(default)]
    pub host: BTreeMap<String, LinkSettings>,
}

/// Something that happens while the command runs.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioEvent {
    /// When, from the command's start.
    pub at: Span,
    /// Cut this: `network`, `network/host` or `network/trunk`.
    pub cut: Option<String>,
    /// Heal this.
    pub heal: Option<String>,
    /// Change this, as `set` says.
    pub on: Option<String>,
    /// What changes.
    pub set: Option<LinkSettings>,
}

/// What an event does, checked.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Deed {
    Cut,
    Heal,
    Set(LinkSettings),
}

fn one() -> u64 {
    1
}

fn one_slot() -> u32 {
    1
}

fn mtu() -> u32 {
    1500
}

/// Names become parts of file names and arguments of `ip`.
fn is_plain(name: &str, longest: usize) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !name.is_empty() && name.len() <= longest && name.chars().all(plain) && !name.starts_with('-')
}

impl Scenario {
    /// Reads a file.
    ///
    /// # Errors
    /// What cannot be read, is no scenario or names what does not exist; the text says where.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read the scenario {}", path.display()))?;
        Self::parse(&text).with_context(|| format!("scenario {}", path.display()))
    }

    /// Reads a text.
    ///
    /// # Errors
    /// As [`Scenario::read`].
    pub fn parse(text: &str) -> Result<Self> {
        let scenario: Self = toml::from_str(text)?;
        scenario.check()?;
        Ok(scenario)
    }

    /// The names of all hosts.
    pub fn host_names(&self) -> Vec<String> {
        let count = self.hosts.count.unwrap_or(2);
        let numbered = || (0..count).map(|number| format!("n{number}")).collect();
        self.hosts.names.clone().unwrap_or_else(numbered)
    }

    fn check(&self) -> Result<()> {
        let names = self.host_names();
        ensure!(
            self.hosts.count.is_none() || self.hosts.names.is_none(),
            "[hosts] has `count` and `names`: keep one of them"
        );
        ensure!((1..=200).contains(&names.len()), "a scenario has 1 to 200 hosts");
        for name in &names {
            ensure!(
                is_plain(name, 20),
                "host name `{name}`: expected at most 20 of a-z, 0-9 and `-`"
            );
        }
        let distinct: BTreeSet<_> = names.iter().collect();
        ensure!(distinct.len() == names.len(), "two hosts have the same name");
        ensure!((1..=16).contains(&self.networks.len()), "a scenario has 1 to 16 networks");
        for (index, network) in self.networks.iter().enumerate() {
            network.check(&names).with_context(|| format!("network `{}`", network.name))?;
            let again = self.networks[..index].iter().any(|other| other.name == network.name);
            ensure!(!again, "two networks are named `{}`", network.name);
        }
        self.events.iter().try_for_each(|event| {
            self.deed(event).map(drop).with_context(|| format!("event at {}", event.at))
        })
    }

    /// What an event does, in which network and to what.
    pub(crate) fn deed(&self, event: &ScenarioEvent) -> Result<(usize, Cable, Deed)> {
        let (place, deed) = match (&event.cut, &event.heal, &event.on, event.set) {
            (Some(place), None, None, None) => (place, Deed::Cut),
            (None, Some(place), None, None) => (place, Deed::Heal),
            (None, None, Some(place), Some(set)) => (place, Deed::Set(set)),
            _ => bail!("expected one of `cut = ...`, `heal = ...` and `on = ..., set = ...`"),
        };
        let (network, cable) = self.place(place)?;
        Ok((network, cable, deed))
    }

    /// The network, by its place in the list, and the cable that a text names.
    pub(crate) fn place(&self, text: &str) -> Result<(usize, Cable)> {
        let (name, part) = match text.split_once('/') {
            Some((name, part)) => (name, Some(part)),
            None => (text, None),
        };
        let index = self.networks.iter().position(|network| network.name == name);
        let index = index.with_context(|| {
            let known: Vec<_> = self.networks.iter().map(|network| &*network.name).collect();
            format!("no network `{name}`; there are: {}", known.join(", "))
        })?;
        let cable = match part {
            None => Cable::All,
            Some("trunk") => Cable::Trunks,
            Some(host) => {
                let members = self.networks[index].members(&self.host_names());
                let position = members.iter().position(|member| member == host);
                Cable::Host(position.with_context(|| format!("no host `{host}` on `{name}`"))?)
            }
        };
        Ok((index, cable))
    }
}

impl NetworkPlan {
    /// The hosts on it, given all there are.
    pub(crate) fn members(&self, all: &[String]) -> Vec<String> {
        match &self.hosts {
            Some(hosts) => hosts.clone(),
            None if self.clusters.is_empty() => all.to_vec(),
            None => self.clusters.concat(),
        }
    }

    /// The cluster a member belongs to.
    pub(crate) fn cluster(&self, member: &str) -> usize {
        let has = |cluster: &Vec<String>| cluster.iter().any(|name| name == member);
        self.clusters.iter().position(has).unwrap_or(0)
    }

    pub(crate) fn plan(&self, all: &[String]) -> NetworkParts {
        let port = |member: String| {
            let own = self.host.get(&member);
            let cable = own.map_or(self.link, |own| self.link.with(own));
            Port { cable, cluster: self.cluster(&member) }
        };
        NetworkParts { ports: self.members(all).into_iter().map(port).collect(), trunk: self.trunk }
    }

    fn check(&self, all: &[String]) -> Result<()> {
        ensure!(
            is_plain(&self.name, 15) && self.name != "lo",
            "the name of a network is at most 15 of a-z, 0-9 and `-`, and not `lo`"
        );
        ensure!((576..=65535).contains(&self.mtu), "an MTU is 576 to 65535 bytes");
        let members = self.members(all);
        for name in members.iter().chain(self.host.keys()).chain(self.clusters.iter().flatten()) {
            ensure!(all.contains(name), "no host `{name}`; there are: {}", all.join(", "));
        }
        let distinct: BTreeSet<_> = members.iter().collect();
        ensure!(distinct.len() == members.len(), "a host is named twice");
        let clustered = self.clusters.concat();
        ensure!(
            self.clusters.is_empty() || members.iter().all(|name| clustered.contains(name)),
            "with `clusters` every host of the network belongs to one"
        );
        let clustered: BTreeSet<_> = clustered.into_iter().collect();
        ensure!(
            clustered.len() == self.clusters.iter().map(Vec::len).sum::<usize>(),
            "a host belongs to two clusters"
        );
        ensure!(self.clusters.len() <= 200, "more than 200 clusters");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "hosts = { count = 2 }\n[[network]]\nname = 'lan'\n";

    #[test]
    fn defaults() {
        let scenario = Scenario::parse(TWO).expect("valid");
        assert_eq!(scenario.host_names(), ["n0", "n1"]);
        assert_eq!((scenario.networks[0].mtu, scenario.hosts.slots), (1500, 1));
    }

    #[test]
    fn own_cable_and_clusters() {
        let text = "hosts = { count = 3 }\n[[network]]\nname = 'wan'\n\
                    link = { loss = '1%', delay = '1ms' }\nclusters = [['n2'], ['n0']]\n\
                    host.n0 = { loss = '5%' }\n";
        let scenario = Scenario::parse(text).expect("valid");
        let plan = scenario.networks[0].plan(&scenario.host_names());
        assert_eq!(plan.ports.len(), 2);
        assert_eq!((plan.ports[1].cluster, plan.ports[0].cluster), (1, 0));
        assert_eq!(plan.ports[1].cable.loss, Some("5%".parse().expect("a loss")));
        assert_eq!(plan.ports[1].cable.delay, Some("1ms".parse().expect("a time")));
    }

    fn refused(text: &str, reason: &str) {
        let error = format!("{:#}", Scenario::parse(text).expect_err(text));
        assert!(error.contains(reason), "`{error}` does not say `{reason}`");
    }

    #[test]
    fn refusals_say_why() {
        refused("hosts = {}\nnetwork = []", "1 to 16 networks");
        refused("hosts = { count = 0 }\n[[network]]\nname = 'lan'", "1 to 200 hosts");
        refused("hosts = { names = ['a/b'] }\n[[network]]\nname = 'lan'", "a/b");
        refused("hosts = { names = ['a', 'a'] }\n[[network]]\nname = 'lan'", "same name");
        refused(&format!("{TWO}lnk = {{}}"), "lnk");
        refused(&format!("{TWO}link = {{ loss = '1' }}"), "1%");
        refused(&format!("{TWO}hosts = ['n7']"), "n7");
        refused(&format!("{TWO}clusters = [['n0']]\nhosts = ['n0', 'n1']"), "belongs to one");
        refused(&format!("{TWO}[[event]]\nat = '1s'\ncut = 'wan'"), "no network `wan`");
        refused(&format!("{TWO}[[event]]\nat = '1s'\ncut = 'lan/n5'"), "no host `n5`");
        refused(&format!("{TWO}[[event]]\nat = '1s'\non = 'lan'"), "expected one of");
    }
}
