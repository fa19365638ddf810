//! Which CPUs make up a core, a cache's share, a NUMA node or a socket, as the kernel tells in `/sys`.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// Kinds of parts of a machine, from small to large.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TopologyLevel {
    /// What the kernel calls a CPU.
    Hwthread,
    /// The CPUs of a core.
    Core,
    /// Those that share a first cache for data.
    L1Cache,
    /// Those that share a second cache.
    L2Cache,
    /// Those that share a third cache.
    L3Cache,
    /// Those that are equally near to some memory.
    Numa,
    /// Those of a package.
    Socket,
    /// All of them.
    Host,
}

impl TopologyLevel {
    /// All kinds, the smallest first.
    pub const ALL: [TopologyLevel; 8] = [
        TopologyLevel::Hwthread,
        TopologyLevel::Core,
        TopologyLevel::L1Cache,
        TopologyLevel::L2Cache,
        TopologyLevel::L3Cache,
        TopologyLevel::Numa,
        TopologyLevel::Socket,
        TopologyLevel::Host,
    ];

    /// Its name, as `mpiexec` takes it.
    pub fn name(self) -> &'static str {
        ["hwthread", "core", "l1cache", "l2cache", "l3cache", "numa", "socket", "node"]
            [self as usize]
    }
}

/// The parts of a machine, as far as their CPUs may be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Topology {
    /// By level: its parts in the order in which they lie, each with its CPUs in ascending order.
    levels: [Vec<Vec<u32>>; 8],
}

/// To which part of each level a CPU belongs; `None` where the kernel does not tell.
type Membership = [Option<i64>; 8];

impl Topology {
    /// The CPUs that this process may use: its affinity mask, which control groups cut.
    ///
    /// # Errors
    /// When the kernel does not tell the mask.
    pub fn of_process() -> io::Result<Topology> {
        let set = rustix::thread::sched_getaffinity(None)?;
        let cpus = (0..rustix::thread::CpuSet::MAX_CPU).filter(|cpu| set.is_set(*cpu));
        let cpus: Vec<u32> = cpus.map(|cpu| cpu as u32).collect();
        Ok(Topology::read(Path::new("/sys/devices/system"), &cpus))
    }

    /// The machine that a tree like `/sys/devices/system` describes, cut down to these CPUs. What the tree does not
    /// tell is as on the simplest machine: a CPU is a core, and all are of one socket and one NUMA node.
    pub fn read(root: &Path, allowed: &[u32]) -> Topology {
        let online = list(&root.join("cpu/online"));
        let is_usable = |cpu: &u32| online.as_ref().is_none_or(|online| online.contains(cpu));
        let numa = numa_nodes(&root.join("node"));
        let members = |cpu: u32| (cpu, membership(&root.join(format!("cpu/cpu{cpu}")), cpu, &numa));
        Topology::of(allowed.iter().copied().filter(is_usable).map(members).collect())
    }

    fn of(mut cpus: Vec<(u32, Membership)>) -> Topology {
        // In the order in which they lie: the largest parts first, so that neighbours share the most.
        cpus.sort_by_key(|(cpu, of)| {
            let mut key = *of;
            key.reverse();
            (key, *cpu)
        });
        cpus.dedup_by_key(|(cpu, _)| *cpu);
        let level = |level: usize| {
            let mut places: BTreeMap<i64, usize> = BTreeMap::new();
            let mut parts: Vec<Vec<u32>> = Vec::new();
            for (cpu, of) in &cpus {
                let Some(part) = of[level] else { continue };
                let at = *places.entry(part).or_insert_with(|| {
                    parts.push(Vec::new());
                    parts.len() - 1
                });
                parts[at].push(*cpu);
            }
            parts.iter_mut().for_each(|part| part.sort_unstable());
            parts
        };
        Topology { levels: std::array::from_fn(level) }
    }

    /// The parts of a kind, in the order in which they lie; none where the kernel does not tell.
    pub fn parts(&self, level: TopologyLevel) -> &[Vec<u32>] {
        &self.levels[level as usize]
    }

    /// All CPUs that may be used, in ascending order.
    pub fn cpus(&self) -> &[u32] {
        self.parts(TopologyLevel::Host).first().map_or(&[], Vec::as_slice)
    }

    /// The same machine of which only these CPUs may be used.
    pub fn restricted(&self, cpus: &[u32]) -> Topology {
        let cut = |parts: &Vec<Vec<u32>>| {
            let keep = |part: &Vec<u32>| -> Vec<u32> {
                part.iter().copied().filter(|cpu| cpus.contains(cpu)).collect()
            };
            parts.iter().map(keep).filter(|part| !part.is_empty()).collect()
        };
        Topology { levels: self.levels.each_ref().map(cut) }
    }
}

fn number(path: &Path) -> Option<i64> {
    std::fs::read_to_string(path).ok()?.trim().parse().ok()
}

fn list(path: &Path) -> Option<Vec<u32>> {
    cpu_list(std::fs::read_to_string(path).ok()?.trim())
}

/// The numbers that a list like `0-3,6` names, in its order. More than any kernel has CPUs is no list.
pub fn cpu_list(text: &str) -> Option<Vec<u32>> {
    const MOST: u32 = 1 << 16;
    let mut cpus = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.trim().parse::<u32>().ok()?, last.trim().parse::<u32>().ok()?);
        if first > last || last >= MOST {
            return None;
        }
        cpus.extend(first..=last);
    }
    (cpus.len() <= MOST as usize).then_some(cpus)
}

/// A list of CPUs as the kernel writes it: `0-3,6`.
pub fn cpu_list_text(cpus: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for cpu in cpus {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*cpu) => *last = *cpu,
            _ => runs.push((*cpu, *cpu)),
        }
    }
    let text = |(first, last): &(u32, u32)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    runs.iter().map(text).collect::<Vec<_>>().join(",")
}

/// The NUMA node of each CPU that is in one; nodes that are memory only have none.
fn numa_nodes(folder: &Path) -> BTreeMap<u32, i64> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let of_node = |entry: std::fs::DirEntry| {
        let name = entry.file_name();
        let node: i64 = name.to_str()?.strip_prefix("node")?.parse().ok()?;
        Some(list(&entry.path().join("cpulist"))?.into_iter().map(move |cpu| (cpu, node)))
    };
    entries.filter_map(of_node).flatten().collect()
}

fn membership(folder: &Path, cpu: u32, numa: &BTreeMap<u32, i64>) -> Membership {
    let topology = folder.join("topology");
    // Virtual machines say -1 where they do not know.
    let socket = number(&topology.join("physical_package_id")).unwrap_or(-1);
    let siblings = list(&topology.join("core_cpus_list"))
        .or_else(|| list(&topology.join("thread_siblings_list")));
    let siblings = siblings.filter(|siblings| siblings.contains(&cpu));
    let core = siblings.and_then(|siblings| siblings.into_iter().min()).unwrap_or(cpu);
    let mut of: Membership = [None; 8];
    of[TopologyLevel::Hwthread as usize] = Some(cpu.into());
    of[TopologyLevel::Core as usize] = Some(core.into());
    of[TopologyLevel::Numa as usize] = Some(numa.get(&cpu).copied().unwrap_or(-1));
    of[TopologyLevel::Socket as usize] = Some(socket);
    of[TopologyLevel::Host as usize] = Some(0);
    for (level, first) in caches(&folder.join("cache")) {
        let level = match level {
            1 => TopologyLevel::L1Cache,
            2 => TopologyLevel::L2Cache,
            3 => TopologyLevel::L3Cache,
            _ => continue,
        };
        of[level as usize] = Some(first.into());
    }
    of
}

/// The caches for data of a CPU: which level, and the first CPU that shares it.
fn caches(folder: &Path) -> Vec<(i64, u32)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let cache = |entry: std::fs::DirEntry| {
        let path = entry.path();
        let kind = std::fs::read_to_string(path.join("type")).ok()?;
        let first = list(&path.join("shared_cpu_list"))?.into_iter().min()?;
        (kind.trim() != "Instruction").then_some((number(&path.join("level"))?, first))
    };
    entries.filter_map(cache).collect()
}

#[cfg(test)]
mod tests;
