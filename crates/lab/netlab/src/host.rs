//! A host: a network namespace with a TUN device for each of its networks.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use ferry_sys::open_tun;
use rustix::fd::OwnedFd;
use rustix::process::Pid;

use crate::address::Addresses;
use crate::namespace::within;
use crate::scenario::Scenario;

/// A device to be made.
#[derive(Debug, Clone)]
pub(crate) struct Device {
    pub(crate) name: String,
    pub(crate) mtu: u32,
    pub(crate) addresses: Addresses,
}

/// A host, made when [`LabHost::make`] returns.
#[derive(Debug)]
pub(crate) struct LabHost {
    pub(crate) name: String,
    pub(crate) namespace: String,
    /// By network; `None` where it has no part in one.
    pub(crate) devices: Vec<Option<Device>>,
}

/// Packets that may wait between a host and the emulator.
const DEVICE_QUEUE: u32 = 4000;

/// Runs `ip` with these words and this input.
fn ip(words: &[&str], input: &str) -> Result<()> {
    let mut command = Command::new("ip");
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().context("cannot start `ip` (Debian's package: iproute2)")?;
    // What `ip` does not read it will complain about itself.
    let _ = child.stdin.take().context("piped")?.write_all(input.as_bytes());
    let output = child.wait_with_output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("`ip {}` failed: {}\n{input}", words.join(" "), said.trim_end());
    }
    Ok(())
}

impl LabHost {
    /// What runs in it.
    pub(crate) fn processes(&self) -> Result<Vec<Pid>> {
        let run = Command::new("ip").args(["netns", "pids", &self.namespace]).output();
        let listed = run.context("cannot start `ip` (Debian's package: iproute2)")?.stdout;
        let numbers = String::from_utf8_lossy(&listed);
        let numbers = numbers.split_whitespace().filter_map(|word| word.parse().ok());
        Ok(numbers.filter_map(Pid::from_raw).collect())
    }

    pub(crate) fn plan(scenario: &Scenario, index: usize, namespace: String) -> Self {
        let all = scenario.host_names();
        let name = all[index].clone();
        let device = |(place, network): (usize, &crate::NetworkPlan)| {
            network.members(&all).contains(&name).then(|| Device {
                name: network.name.clone(),
                mtu: network.mtu,
                addresses: Addresses::of(place, network.cluster(&name), index),
            })
        };
        let devices = scenario.networks.iter().enumerate().map(device).collect();
        Self { name, namespace, devices }
    }

    /// Makes the namespace and its devices; a descriptor for each, by network.
    pub(crate) fn make(&self, sysctl: &[(String, String)]) -> Result<Vec<Option<OwnedFd>>> {
        ip(&["netns", "add", &self.namespace], "")?;
        let opened = within(&self.namespace, || {
            let open = |device: &Option<Device>| {
                let open = |device: &Device| {
                    open_tun(&device.name).with_context(|| format!("TUN device {}", device.name))
                };
                device.as_ref().map(open).transpose()
            };
            self.devices.iter().map(open).collect::<Result<Vec<_>>>()
        })
        .with_context(|| format!("host {}", self.name))?;
        ip(&["-n", &self.namespace, "-batch", "-"], &self.configuration())?;
        // After the devices are there: some parameters are per device.
        within(&self.namespace, || sysctl.iter().try_for_each(|(name, value)| set(name, value)))?;
        Ok(opened)
    }

    fn configuration(&self) -> String {
        let mut text = String::from("link set lo up\n");
        for Device { name, mtu, addresses } in self.devices.iter().flatten() {
            let Addresses { v4, v6 } = addresses;
            let v4_all = std::net::Ipv4Addr::from(u32::from(*v4) | 0xffff);
            text += &format!(
                "link set dev {name} mtu {mtu} txqueuelen {DEVICE_QUEUE} addrgenmode none multicast on\n\
                 link set dev {name} up\n\
                 addr add {v4}/16 broadcast {v4_all} dev {name}\n"
            );
            // IPv6 asks for 1280 bytes.
            if *mtu >= 1280 {
                text += &format!("addr add {v6}/48 dev {name} nodad\n");
            }
        }
        // Groups are reached over the first network unless a program chooses another.
        if let Some(first) = self.devices.iter().flatten().next() {
            text += &format!("route add 224.0.0.0/4 dev {}\n", first.name);
        }
        text
    }
}

/// Sets a kernel parameter of the calling thread's network namespace.
fn set(name: &str, value: &str) -> Result<()> {
    // A dot in the name of a device is written as a slash, as in sysctl(8).
    let swap = |c| match c {
        '.' => '/',
        '/' => '.',
        other => other,
    };
    let path = PathBuf::from("/proc/sys").join(name.chars().map(swap).collect::<String>());
    std::fs::write(&path, value).with_context(|| {
        format!(
            "[hosts.sysctl] {name} = \"{value}\": cannot write {} (a namespace has only what the \
             kernel isolates, and congestion controls that the host allows it)",
            path.display()
        )
    })
}
