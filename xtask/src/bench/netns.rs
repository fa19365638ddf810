//! Two hosts made of network namespaces, joined by a virtual cable.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use ferry_peers::{RemoteHost, Spread};

use crate::step;

pub(crate) const NAMES: [&str; 2] = ["ferry-bench-1", "ferry-bench-2"];
const CABLES: [&str; 2] = ["ferry-b1", "ferry-b2"];
/// The second cable, where there is one.
const SECOND: [&str; 2] = ["ferry-b3", "ferry-b4"];
const SECOND_ADDRESSES: [&str; 2] = ["10.98.77.1", "10.98.77.2"];
/// Rate of a slow cable.
const RATE: &str = "200mbit";

/// Addresses of the two hosts.
pub(super) const ADDRESSES: [&str; 2] = ["10.98.76.1", "10.98.76.2"];
const NETWORK: &str = "10.98.76.0/24";

/// Cuts the first cable, given to a shell on the first host; heals it.
pub(super) const CUT: [&str; 2] = [
    "nft 'add table inet cut; \
     add chain inet cut in { type filter hook prerouting priority -300; }; \
     add rule inet cut in iifname ferry-b1 drop; \
     add chain inet cut out { type filter hook postrouting priority 300; }; \
     add rule inet cut out oifname ferry-b1 drop'",
    "nft delete table inet cut",
];

/// Namespaces that exist as long as this value.
#[derive(Debug)]
pub(crate) struct Hosts(ferry_peers::Hosts);

impl Hosts {
    /// Creates them, and a remote-shell command that enters them, in `dir`.
    pub(crate) fn create(dir: &Path) -> Result<Self> {
        remove();
        fs::create_dir_all(dir)?;
        let host = |(name, address): (&str, &str)| {
            let [address, name, namespace] = [address, name, name].map(str::to_owned);
            RemoteHost { address, name, namespace }
        };
        let all: Vec<RemoteHost> = NAMES.into_iter().zip(ADDRESSES).map(host).collect();
        let hosts = Self(ferry_peers::Hosts::new(dir, &all)?);
        let make = || -> Result<()> {
            for name in NAMES {
                ip(&["netns", "add", name])?;
                ip(&["-n", name, "link", "set", "lo", "up"])?;
            }
            lay(CABLES, ADDRESSES)
        };
        make().context("network namespaces are needed for two hosts")?;
        Ok(hosts)
    }

    /// The same with two cables of 200 Mbit/s each.
    pub(super) fn create_narrow(dir: &Path) -> Result<Self> {
        let hosts = Self::create(dir)?;
        lay(SECOND, SECOND_ADDRESSES)?;
        for i in 0..2 {
            for cable in [CABLES[i], SECOND[i]] {
                let mut tc = Command::new("tc");
                tc.args(["-n", NAMES[i], "qdisc", "add", "dev", cable, "root", "tbf"]);
                tc.args(["rate", RATE, "burst", "128kb", "latency", "50ms"]);
                step::quiet(&mut tc).context("the kernel must know the token bucket filter")?;
            }
        }
        Ok(hosts)
    }

    /// The same with two cables that any rate passes.
    pub(super) fn create_two(dir: &Path) -> Result<Self> {
        let hosts = Self::create(dir)?;
        lay(SECOND, SECOND_ADDRESSES)?;
        Ok(hosts)
    }

    /// The same with one cable that loses packets, so many of a thousand at each end. Segments are cut
    /// before the cable, or a loss would take many at once.
    pub(super) fn create_lossy(dir: &Path, per_mille: u32) -> Result<Self> {
        let hosts = Self::create(dir)?;
        let rule = format!("numgen random mod 1000 < {per_mille} counter drop");
        for i in 0..2 {
            let inside = |program: &str| {
                let mut command = Command::new("ip");
                command.args(["netns", "exec", NAMES[i], program]);
                command
            };
            let off = ["tso", "gso", "gro", "tx-udp-segmentation"];
            let off = off.iter().flat_map(|what| [*what, "off"]);
            step::quiet(inside("ethtool").args(["-K", CABLES[i]]).args(off))?;
            let rules = format!(
                "add table inet loss; \
                 add chain inet loss in {{ type filter hook prerouting priority -300; }}; \
                 add rule inet loss in iifname \"{}\" {rule}",
                CABLES[i]
            );
            step::quiet(inside("nft").arg(rules)).context("the kernel must know nftables")?;
        }
        Ok(hosts)
    }

    /// A rank on each host.
    pub(super) fn spread(&self) -> Spread<'_> {
        Spread { hosts: &self.0, slots: &[], networks: NETWORK }
    }

    /// A command that runs `program` on a host.
    pub(super) fn command(&self, host: usize, program: &Path) -> Command {
        self.0.command(host, program)
    }

    /// Bytes that have left the first host by its cables.
    pub(super) fn crossed(&self) -> u64 {
        let counter = |cable: &str| format!("/sys/class/net/{cable}/statistics/tx_bytes");
        let mut command = Command::new("ip");
        command.args(["netns", "exec", NAMES[0], "cat"]);
        command.args([counter(CABLES[0]), counter(SECOND[0])]);
        let text = command.stderr(Stdio::null()).output().map(|output| output.stdout);
        let text = text.unwrap_or_default();
        // There may be one cable only.
        String::from_utf8_lossy(&text).lines().filter_map(|line| line.parse::<u64>().ok()).sum()
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        remove();
    }
}

/// A cable between the hosts, with an address at each end.
fn lay(cable: [&str; 2], addresses: [&str; 2]) -> Result<()> {
    let ([a, b], [one, two]) = (cable, NAMES);
    ip(&["link", "add", a, "netns", one, "type", "veth", "peer", "name", b, "netns", two])?;
    for i in 0..2 {
        let address = format!("{}/24", addresses[i]);
        ip(&["-n", NAMES[i], "addr", "add", &address, "dev", cable[i]])?;
        ip(&["-n", NAMES[i], "link", "set", cable[i], "up"])?;
    }
    Ok(())
}

fn ip(words: &[&str]) -> Result<()> {
    step::quiet(Command::new("ip").args(words)).map(drop)
}

/// Removes what is there; the cable goes with its ends.
fn remove() {
    for name in NAMES {
        drop(ip(&["netns", "del", name]));
    }
}
