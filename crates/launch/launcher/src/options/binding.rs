//! What the command line says of binding, mapping and numbering, in the words of several launchers.

mod intel;

use crate::binding::{BindTarget, BindingPolicy, Numbering, Overload, Rankfile, read_rankfile};
use crate::error::LaunchError;
use ferry_sys::{TopologyLevel, cpu_list};
use std::path::Path;

pub(super) use intel::{by_option, by_variables};

/// What was said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BindingWish {
    target: Option<TargetWish>,
    map: Option<MapWish>,
    numbering: Option<NumberWish>,
    /// So many cores for a rank.
    width: Option<u32>,
    /// Threads of cores count as cores.
    pub(super) hwthreads: bool,
    cpus: Vec<u32>,
    overload: Option<Overload>,
    /// Where the ranks are, one by one.
    pub(crate) rankfile: Option<Rankfile>,
    /// No ranks on this host.
    pub(crate) no_local: bool,
    /// No more ranks on a host than it has slots.
    pub(crate) no_excess: bool,
    /// Whether each rank's CPUs are told.
    pub(crate) report: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum TargetWish {
    Nothing,
    Parts(TopologyLevel, u32),
    Lists(Vec<Vec<u32>>),
    /// The CPUs that may be used, one by one.
    Each,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MapWish {
    Slot,
    Node,
    Listed,
    Parts(TopologyLevel),
    Packed(u32, TopologyLevel),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NumberWish {
    Slot,
    Node,
    Parts(TopologyLevel),
}

/// How ranks are laid on hosts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct HostLayout {
    /// Ranks per host, whatever the lists say.
    pub(crate) per_node: Option<u32>,
    /// So many ranks for each part of this kind that a host has.
    pub(crate) per_part: Option<(u32, TopologyLevel)>,
    /// Hosts take turns, instead of being filled one by one.
    pub(crate) by_node: bool,
    /// Whether numbers follow that: `Some(true)`: hosts take turns in numbers, `Some(false)`: they do not.
    pub(crate) numbers_by_node: Option<bool>,
    /// Each line of a list of hosts is a rank.
    pub(crate) by_line: bool,
    /// No more ranks on a host than it has slots.
    pub(crate) no_excess: bool,
}

fn wrong(word: &str, why: impl std::fmt::Display) -> LaunchError {
    LaunchError::usage(format!("option {word}: {why}"))
}

/// The kind of parts of a machine that a word means.
fn level(name: &str) -> Option<TopologyLevel> {
    Some(match name {
        "hwthread" | "thread" | "pu" | "rr" | "cpu" => TopologyLevel::Hwthread,
        "core" => TopologyLevel::Core,
        "l1cache" | "l1dcache" | "l1icache" | "l1ucache" | "cache1" => TopologyLevel::L1Cache,
        "l2cache" | "l2dcache" | "l2icache" | "l2ucache" | "cache2" => TopologyLevel::L2Cache,
        "l3cache" | "l3dcache" | "l3icache" | "l3ucache" | "cache3" | "cache" => {
            TopologyLevel::L3Cache
        }
        "numa" | "numanode" => TopologyLevel::Numa,
        "socket" | "sock" | "package" => TopologyLevel::Socket,
        "board" | "machine" | "node" => TopologyLevel::Host,
        _ => return None,
    })
}

const LEVELS: &str = "hwthread, core, l1cache, l2cache, l3cache, numa, socket";

fn positive(word: &str, text: &str) -> Result<u32, LaunchError> {
    let number = text.parse().ok().filter(|n| (1..1 << 16).contains(n));
    number.ok_or_else(|| wrong(word, format!("{text:?} is not a positive number")))
}

fn cpus(word: &str, text: &str) -> Result<Vec<u32>, LaunchError> {
    let list = cpu_list(text);
    list.ok_or_else(|| wrong(word, format!("{text:?} is not a list of CPUs such as 0,2-3")))
}

impl BindingWish {
    /// `--bind-to core`, `core:2`, `core:overload-allowed`, `user:0,1+2`, `none`.
    pub(super) fn bind_to(&mut self, word: &str, text: &str) -> Result<(), LaunchError> {
        let lower = text.to_ascii_lowercase();
        let mut parts = lower.split(':');
        let name = parts.next().unwrap_or_default();
        let mut target = match name {
            "none" => TargetWish::Nothing,
            "user" => {
                let lists = parts.by_ref().next().unwrap_or_default().split(',');
                let list = |list: &str| -> Result<Vec<u32>, LaunchError> {
                    let ranges = list.split('+').map(|range| cpus(word, range));
                    Ok(ranges.collect::<Result<Vec<_>, _>>()?.concat())
                };
                TargetWish::Lists(lists.map(list).collect::<Result<_, _>>()?)
            }
            "cpu-list" | "cpulist" | "cpu-set" => TargetWish::Each,
            name => match level(name) {
                Some(level) => TargetWish::Parts(level, 1),
                None => {
                    return Err(wrong(
                        word,
                        format!(
                            "{text:?} is nothing to bind to; expected none, {LEVELS} or user:0,1+2"
                        ),
                    ));
                }
            },
        };
        for modifier in parts {
            match (modifier, &mut target) {
                ("overload-allowed" | "overload", _) => self.overload = Some(Overload::Allowed),
                ("no-overload", _) => self.overload = Some(Overload::Refused),
                ("if-supported" | "ordered", _) => {}
                ("report", _) => self.report = true,
                (number, TargetWish::Parts(_, width)) => *width = positive(word, number)?,
                _ => return Err(wrong(word, format!("{modifier:?} is not understood"))),
            }
        }
        self.target = Some(target);
        Ok(())
    }

    /// `--map-by socket`, `ppr:2:socket:PE=3`, `slot:PE=2`, `rankfile:FILE=f`.
    pub(super) fn map_by(&mut self, word: &str, text: &str) -> Result<(), LaunchError> {
        let mut parts = text.split(':');
        let first = parts.next().unwrap_or_default();
        let map = match first.to_ascii_lowercase().as_str() {
            "" | "slot" => Some(MapWish::Slot),
            "node" => Some(MapWish::Node),
            "seq" => Some(MapWish::Listed),
            "ppr" => {
                let number = positive(word, parts.next().unwrap_or_default())?;
                let name = parts.next().unwrap_or_default().to_ascii_lowercase();
                let level = level(&name).ok_or_else(|| {
                    wrong(word, format!("{text:?}; expected ppr:N:node or another of {LEVELS}"))
                })?;
                Some(MapWish::Packed(number, level))
            }
            "rankfile" => None,
            "pe-list" => None,
            name if name.contains('=') => {
                self.modifier(word, first)?;
                Some(MapWish::Slot)
            }
            name => Some(MapWish::Parts(level(name).ok_or_else(|| {
                let expected = format!("slot, node, seq, ppr:N:part, rankfile, {LEVELS}");
                wrong(word, format!("{text:?} is nothing to map by; expected {expected}"))
            })?)),
        };
        self.map = map.or(self.map);
        parts.try_for_each(|modifier| self.modifier(word, modifier))
    }

    fn modifier(&mut self, word: &str, modifier: &str) -> Result<(), LaunchError> {
        let (name, value) = modifier.split_once('=').unwrap_or((modifier, ""));
        match name.to_ascii_lowercase().as_str() {
            "pe" => self.width = Some(positive(word, value)?),
            "pe-list" => self.cpus = cpus(word, value)?,
            "oversubscribe" => self.no_excess = false,
            "nooversubscribe" => self.no_excess = true,
            "hwtcpus" => self.hwthreads = true,
            "corecpus" => self.hwthreads = false,
            "nolocal" => self.no_local = true,
            "ordered" | "inherit" | "noinherit" => {}
            "file" => self.rankfile(value)?,
            "span" => {
                return Err(wrong(
                    word,
                    "SPAN is not offered; `--map-by node --bind-to core` spreads ranks over hosts",
                ));
            }
            _ => return Err(wrong(word, format!("{modifier:?} is not understood"))),
        }
        Ok(())
    }

    /// `--rank-by slot`, `node`, `socket`.
    pub(super) fn rank_by(&mut self, word: &str, text: &str) -> Result<(), LaunchError> {
        self.numbering = Some(match text.to_ascii_lowercase().as_str() {
            "slot" | "fill" => NumberWish::Slot,
            "node" => NumberWish::Node,
            name => NumberWish::Parts(level(name).ok_or_else(|| {
                wrong(
                    word,
                    format!(
                        "{text:?} is nothing to number by; expected slot, fill, node, {LEVELS}"
                    ),
                )
            })?),
        });
        Ok(())
    }

    /// `--cpu-set 0,2-3`.
    pub(super) fn cpu_set(&mut self, word: &str, text: &str) -> Result<(), LaunchError> {
        self.cpus = cpus(word, text)?;
        Ok(())
    }

    /// `--rankfile FILE`.
    pub(super) fn rankfile(&mut self, path: &str) -> Result<(), LaunchError> {
        self.rankfile = Some(read_rankfile(Path::new(path))?);
        Ok(())
    }

    /// `--cpus-per-rank N`.
    pub(super) fn width(&mut self, word: &str, text: &str) -> Result<(), LaunchError> {
        self.width = Some(positive(word, text)?);
        Ok(())
    }

    /// `--npersocket N`.
    pub(super) fn per_socket(&mut self, count: u32) {
        self.map = Some(MapWish::Packed(count, TopologyLevel::Socket));
    }

    fn map_level(&self) -> Option<TopologyLevel> {
        match self.map? {
            MapWish::Parts(level) | MapWish::Packed(_, level) if level < TopologyLevel::Host => {
                Some(level)
            }
            _ => None,
        }
    }

    /// How ranks are bound on each node.
    ///
    /// # Errors
    /// When wishes contradict each other.
    pub(crate) fn policy(&self) -> Result<BindingPolicy, LaunchError> {
        let core = if self.hwthreads { TopologyLevel::Hwthread } else { TopologyLevel::Core };
        let map = self.map_level();
        let implied = || {
            let level = if self.width.is_some() { Some(core) } else { map };
            level.map_or(TargetWish::Nothing, |level| TargetWish::Parts(level, 1))
        };
        let target = self.target.clone().unwrap_or_else(implied);
        let mut policy = BindingPolicy {
            cpus: self.cpus.clone(),
            overload: self.overload.unwrap_or(Overload::Told),
            report: self.report,
            pack: match self.map {
                Some(MapWish::Packed(number, level)) if level < TopologyLevel::Host => number,
                _ => 0,
            },
            ..BindingPolicy::default()
        };
        policy.target = match target {
            TargetWish::Nothing => BindTarget::Free,
            TargetWish::Lists(lists) => BindTarget::Lists(lists),
            TargetWish::Each if self.cpus.is_empty() => {
                let text = "--bind-to cpu-list needs --cpu-set LIST";
                return Err(LaunchError::usage(text));
            }
            TargetWish::Each => BindTarget::Lists(self.cpus.iter().map(|cpu| vec![*cpu]).collect()),
            TargetWish::Parts(level, width) => {
                let width = (level, width);
                policy.unit = match self.width {
                    Some(cores) => (core, cores),
                    None if width.1 > 1 => width,
                    None => (level.min(core), 1),
                };
                let spread = if policy.unit.1 > 1 { TopologyLevel::Host } else { level };
                policy.map = map.unwrap_or(spread);
                BindTarget::Parts(level)
            }
        };
        policy.numbering = match self.numbering {
            Some(NumberWish::Slot) if map.is_some() => Numbering::Filled,
            Some(NumberWish::Parts(level)) => Numbering::Around(level),
            _ => Numbering::AsMapped,
        };
        Ok(policy)
    }

    /// How ranks are laid on hosts.
    pub(crate) fn layout(&self, per_node: Option<u32>) -> HostLayout {
        let packed = match self.map {
            Some(MapWish::Packed(number, level)) => Some((number, level)),
            _ => None,
        };
        let on_host = packed.filter(|(_, level)| *level == TopologyLevel::Host);
        HostLayout {
            per_node: on_host.map(|(number, _)| number).or(per_node),
            per_part: packed.filter(|(_, level)| *level < TopologyLevel::Host),
            by_node: self.map == Some(MapWish::Node),
            by_line: self.map == Some(MapWish::Listed),
            numbers_by_node: match self.numbering {
                Some(NumberWish::Slot) => Some(false),
                Some(NumberWish::Node) => Some(true),
                _ => None,
            },
            no_excess: self.no_excess || packed.is_some(),
        }
    }

    /// The CPUs that may be used; empty: all.
    pub(crate) fn cpus(&self) -> &[u32] {
        &self.cpus
    }
}

#[cfg(test)]
mod tests;
