//! What the networks have carried.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::Result;
use ferry_netem::{Counters, TrunkDirection};
use serde::Serialize;

use crate::control::Count;
use crate::lab::Lab;
use crate::namespace::within;

/// What every direction of every network has carried.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Every direction.
    pub links: Vec<LinkReport>,
    /// Packets that a host sent faster than the emulator took them: lost beyond what was asked for.
    pub overrun: u64,
    /// Packets to addresses that nobody has.
    pub unknown: u64,
    /// Packets that a host's kernel did not take.
    pub refused: u64,
}

/// One direction.
#[derive(Debug, Clone, Serialize)]
pub struct LinkReport {
    /// Its network.
    pub network: String,
    /// `n0 ->` from a host into its switch, `-> n0` from the switch to a host, `0 -> 1` between
    /// clusters.
    pub way: String,
    /// What it has carried and dropped.
    #[serde(flatten)]
    pub counters: Counters,
}

impl Report {
    pub(crate) fn new(lab: &Lab, counts: &[Count]) -> Result<Self> {
        let names = lab.host_names();
        let mut links = Vec::new();
        for (network, count) in lab.scenario().networks.iter().zip(counts) {
            let members = network.members(&names);
            let link = |(way, counters): &(TrunkDirection, Counters)| {
                let way = match *way {
                    TrunkDirection::In(host) => format!("{} ->", members[host]),
                    TrunkDirection::Out(host) => format!("-> {}", members[host]),
                    TrunkDirection::Trunk { from, to } => format!("{from} -> {to}"),
                };
                LinkReport { network: network.name.clone(), way, counters: *counters }
            };
            links.extend(count.ways.iter().map(link));
        }
        let unknown = counts.iter().map(|count| count.unknown).sum();
        let refused = counts.iter().map(|count| count.refused).sum();
        Ok(Self { links, overrun: overrun(lab)?, unknown, refused })
    }

    /// One direction of a network; `way` as in [`LinkReport::way`].
    pub fn link(&self, network: &str, way: &str) -> Option<&Counters> {
        let mut links = self.links.iter();
        let link = links.find(|link| link.network == network && link.way == way);
        link.map(|link| &link.counters)
    }

    /// All directions together.
    pub fn total(&self) -> Counters {
        self.links.iter().fold(Counters::default(), |mut sum, link| {
            sum += &link.counters;
            sum
        })
    }
}

/// Packets that the devices' queues had no room for.
fn overrun(lab: &Lab) -> Result<u64> {
    let mut sum = 0;
    for host in lab.hosts() {
        let table =
            within(&host.namespace, || Ok(std::fs::read_to_string("/proc/thread-self/net/dev")?))?;
        let dropped = dropped_by_device(&table);
        let devices = host.devices.iter().flatten();
        sum += devices.filter_map(|device| dropped.get(&*device.name)).sum::<u64>();
    }
    Ok(sum)
}

/// The twelfth number of a line is what was dropped in sending.
fn dropped_by_device(table: &str) -> BTreeMap<&str, u64> {
    let line = |line: &'_ str| {
        let (device, numbers) = line.split_once(':')?;
        let dropped = numbers.split_whitespace().nth(11)?.parse().ok()?;
        Some((device.trim().len(), dropped))
    };
    let lines = table.lines().filter_map(|text| {
        let (length, dropped) = line(text)?;
        Some((&text.trim_start()[..length], dropped))
    });
    lines.collect()
}

fn amount(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} B"),
        10_000..10_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// A table of the directions that something was sent on.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.total().offered == 0 {
            return writeln!(f, "no packet was sent on an emulated network");
        }
        writeln!(
            f,
            "{:<12} {:<24} {:>10} {:>10} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>10}",
            "network",
            "way",
            "packets",
            "bytes",
            "lost",
            "queue",
            "cut",
            "twice",
            "damaged",
            "late",
            "mean delay"
        )?;
        for LinkReport { network, way, counters } in &self.links {
            if counters.offered == 0 {
                continue;
            }
            let c = counters;
            writeln!(
                f,
                "{network:<12} {way:<24} {:>10} {:>10} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>7.3} ms",
                c.offered,
                amount(c.offered_bytes),
                c.lost,
                c.queue_full + c.too_large,
                c.cut,
                c.duplicated,
                c.corrupted,
                c.reordered,
                c.mean_delay().as_secs_f64() * 1e3
            )?;
        }
        if self.overrun + self.refused > 0 {
            writeln!(
                f,
                "{} packets were sent faster than they could be taken, {} were refused by their host",
                self.overrun, self.refused
            )?;
        }
        if self.unknown > 0 {
            writeln!(f, "{} packets went to addresses that nobody has", self.unknown)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn drops_are_read_from_the_kernels_table() {
        let table = "Inter-| Receive | Transmit\n face |bytes packets ...|bytes ...\n\
                     lan: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n    lo: 0 0 0 0 0 0 0 0 0 0 0 7 0 0 0 0\n";
        let read = super::dropped_by_device(table);
        assert_eq!((read["lan"], read["lo"], read.len()), (12, 7, 2));
    }
}
