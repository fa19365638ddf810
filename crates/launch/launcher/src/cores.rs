//! Which hosts of a job share the cores of one machine.
//!
//! Hosts of a launcher need not be machines: containers and network namespaces of one kernel are hosts
//! too, and their ranks take each other's cores. Each node says on which kernel it is and which CPUs it
//! may use ([`Cores::of_process`]); mpiexec works out from all of them how many ranks contend for cores
//! ([`contenders`]), so that these do not wait at each other's expense.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Longest name of a kernel, in bytes; the kernel's own are 36 long.
pub(crate) const KERNEL_MAX: usize = 64;
/// Longest set of CPUs, in bytes.
pub(crate) const CPUS_MAX: usize = 1024;

/// What a node may use of its machine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cores {
    /// The name that the running kernel has given itself at its start; empty: not known.
    pub kernel: String,
    /// The CPUs allowed, a bit for each, the first in the lowest bit of the first byte.
    pub cpus: Vec<u8>,
    /// How many of them may be used at a time: fewer than allowed where a control group has a quota.
    pub count: u32,
    /// The control group that has the quota, by its number on that kernel; 0: none, or not known.
    pub quota: u64,
}

impl Cores {
    /// Those of this process. What cannot be read counts as not known.
    pub(crate) fn of_process() -> Cores {
        let kernel = std::fs::read_to_string("/proc/sys/kernel/random/boot_id");
        let kernel = kernel.ok().map(|text| text.trim().to_owned());
        let kernel = kernel.filter(|name| !name.is_empty() && name.len() <= KERNEL_MAX);
        let set = rustix::thread::sched_getaffinity(None);
        let (Some(kernel), Ok(set)) = (kernel, set) else { return Cores::default() };
        let mut cpus = vec![0; rustix::thread::CpuSet::MAX_CPU.div_ceil(8)];
        for cpu in (0..rustix::thread::CpuSet::MAX_CPU).filter(|cpu| set.is_set(*cpu)) {
            cpus[cpu / 8] |= 1 << (cpu % 8);
        }
        while cpus.last() == Some(&0) {
            cpus.pop();
        }
        let count = std::thread::available_parallelism().map_or(set.count(), |n| n.get() as u32);
        let quota = if count < set.count() { own_control_group().unwrap_or(0) } else { 0 };
        Cores { kernel, cpus, count, quota }
    }

    fn is_known(&self) -> bool {
        !self.kernel.is_empty() && self.count > 0
    }

    fn overlaps(&self, other: &Cores) -> bool {
        self.kernel == other.kernel && self.cpus.iter().zip(&other.cpus).any(|(a, b)| a & b != 0)
    }

    /// Whether the two have one quota between them.
    fn draws_on(&self, other: &Cores) -> bool {
        self.kernel == other.kernel && self.quota != 0 && self.quota == other.quota
    }

    /// Whether a quota of its own holds these ranks back.
    fn is_cut(&self) -> bool {
        self.count < self.cpus.iter().map(|byte| byte.count_ones()).sum()
    }
}

/// The number that the kernel knows the control group of this process by, of the hierarchy that shares
/// out the CPUs. In a container its path may be another's; then the group is the mounted one.
fn own_control_group() -> Option<u64> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let of = |controllers: &str, root: &str| {
        let mut lines = groups.lines().filter_map(|line| line.split_once(':')?.1.split_once(':'));
        let (_, path) = lines.find(|(names, _)| names.split(',').any(|n| n == controllers))?;
        let root = Path::new(root);
        let own = std::fs::metadata(root.join(path.trim_start_matches('/')));
        own.or_else(|_| std::fs::metadata(root)).ok().map(|group| group.ino())
    };
    of("cpu", "/sys/fs/cgroup/cpu").or_else(|| of("", "/sys/fs/cgroup"))
}

/// For each node, given with its number of ranks: how many processes of the job contend for its cores,
/// its own ranks included. Those of another node count where both are on one machine whose CPUs do not
/// suffice for all that may run there, or where both draw on one quota.
pub(crate) fn contenders(nodes: &[(Cores, u32)]) -> Vec<u32> {
    let mut machines: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, (cores, _)) in nodes.iter().enumerate().filter(|(_, (cores, _))| cores.is_known()) {
        machines.entry(&cores.kernel).or_default().push(at);
    }
    let mut counts: Vec<u32> = nodes.iter().map(|(_, ranks)| *ranks).collect();
    for machine in machines.into_values().filter(|machine| machine.len() > 1) {
        let on_machine: Vec<&(Cores, u32)> = machine.iter().map(|at| &nodes[*at]).collect();
        for (at, me) in machine.iter().zip(&on_machine) {
            counts[*at] = contenders_of(me, &on_machine);
        }
    }
    counts
}

/// The cores of the one node that has all ranks; `None` where several have some, or where they are not
/// known.
pub(crate) fn cores_of_one(nodes: &[(Cores, u32)]) -> Option<u32> {
    let mut with_ranks = nodes.iter().filter(|(_, ranks)| *ranks > 0);
    let (cores, _) = with_ranks.next()?;
    (with_ranks.next().is_none() && cores.is_known()).then_some(cores.count)
}

fn contenders_of((me, _): &(Cores, u32), machine: &[&(Cores, u32)]) -> u32 {
    let near: Vec<_> = machine.iter().filter(|(other, _)| me.overlaps(other)).collect();
    let all = near.iter().map(|(_, ranks)| *ranks).sum();
    let width = near.iter().map(|(cores, _)| cores.cpus.len()).max().unwrap_or(0);
    let mut cpus = vec![0u8; width];
    // What may run at a time: ranks behind one quota are no more than it lets run.
    let mut quotas: BTreeMap<u64, (u32, u32)> = BTreeMap::new();
    let mut wanted = 0;
    for (cores, ranks) in near {
        cpus.iter_mut().zip(&cores.cpus).for_each(|(sum, byte)| *sum |= byte);
        if cores.quota != 0 {
            let (behind, most) = quotas.entry(cores.quota).or_default();
            (*behind, *most) = (*behind + ranks, cores.count.max(*most));
        } else {
            wanted += if cores.is_cut() { (*ranks).min(cores.count) } else { *ranks };
        }
    }
    wanted += quotas.values().map(|(behind, most)| behind.min(most)).sum::<u32>();
    let places: u32 = cpus.iter().map(|byte| byte.count_ones()).sum();
    if wanted > places {
        return all;
    }
    let same = |other: &Cores| std::ptr::eq(other, me) || me.draws_on(other);
    machine.iter().filter(|(other, _)| same(other)).map(|(_, ranks)| *ranks).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node on a kernel, with CPUs of which all may be used at a time.
    fn node(kernel: &str, cpus: &[u8], ranks: u32) -> (Cores, u32) {
        let count = cpus.iter().map(|byte| byte.count_ones()).sum();
        (Cores { kernel: kernel.into(), cpus: cpus.into(), count, quota: 0 }, ranks)
    }

    fn with_quota((cores, ranks): (Cores, u32), count: u32, quota: u64) -> (Cores, u32) {
        (Cores { count, quota, ..cores }, ranks)
    }

    #[test]
    fn hosts_of_one_kernel_contend_for_its_cores() {
        let eight = vec![node("a", &[0b11], 1); 8];
        assert_eq!(contenders(&eight), [8; 8]);
        // There is a core for each: nobody waits at another's expense.
        assert_eq!(contenders(&vec![node("a", &[0xff], 1); 8]), [1; 8]);
        assert_eq!(contenders(&[node("a", &[0b11], 2), node("a", &[0b11], 1)]), [3, 3]);
    }

    #[test]
    fn hosts_with_cpus_of_their_own_do_not() {
        let nodes = [node("a", &[0b0011], 2), node("a", &[0b1100], 3), node("a", &[0, 1], 1)];
        assert_eq!(contenders(&nodes), [2, 3, 1]);
        // The one in the middle meets both, these do not meet each other.
        let nodes = [node("a", &[0b001], 1), node("a", &[0b011], 2), node("a", &[0b010], 1)];
        assert_eq!(contenders(&nodes), [3, 4, 3]);
    }

    #[test]
    fn machines_do_not() {
        let nodes = [node("a", &[1], 4), node("b", &[1], 4), node("a", &[1], 1)];
        assert_eq!(contenders(&nodes), [5, 4, 5]);
    }

    #[test]
    fn what_is_not_known_counts_for_itself() {
        let unknown = (Cores::default(), 3);
        let nodes = [unknown.clone(), node("a", &[1], 1), unknown, node("a", &[1], 1)];
        assert_eq!(contenders(&nodes), [3, 2, 3, 2]);
        assert_eq!(contenders(&[]), [0; 0]);
        // Sets of CPUs without any, and longer ones than there can be.
        let odd = [node("a", &[], 2), node("a", &[0xff; 2 * CPUS_MAX], 1)];
        assert_eq!(contenders(&odd), [2, 1]);
    }

    #[test]
    fn quotas_hold_back_whom_they_are_for() {
        // Four containers, each with two cores of sixteen: they leave each other in peace.
        let mut nodes: Vec<_> =
            (1..5).map(|group| with_quota(node("a", &[0xff; 2], 3), 2, group)).collect();
        assert_eq!(contenders(&nodes), [3; 4]);
        // Two namespaces of one of them have its two cores between them.
        nodes.push(with_quota(node("a", &[0xff; 2], 1), 2, 4));
        assert_eq!(contenders(&nodes), [3, 3, 3, 4, 4]);
        // Quotas whose groups are not known are taken for different ones.
        let nodes = vec![with_quota(node("a", &[0xff; 2], 3), 2, 0); 4];
        assert_eq!(contenders(&nodes), [3; 4]);
        let nodes = vec![with_quota(node("a", &[0xff; 2], 9), 5, 0); 4];
        assert_eq!(contenders(&nodes), [36; 4]);
    }

    #[test]
    fn the_cores_of_a_job_on_one_node_are_told() {
        assert_eq!(cores_of_one(&[node("a", &[0b111], 5)]), Some(3));
        assert_eq!(cores_of_one(&[node("a", &[0b111], 5), node("b", &[1], 0)]), Some(3));
        // A quota cuts them, whatever the ranks are bound to later.
        assert_eq!(cores_of_one(&[with_quota(node("a", &[0b111], 5), 2, 7)]), Some(2));
        assert_eq!(cores_of_one(&[node("a", &[1], 1), node("a", &[1], 1)]), None);
        assert_eq!(cores_of_one(&[(Cores::default(), 3)]), None);
    }

    #[test]
    fn this_process_has_cores() {
        let cores = Cores::of_process();
        let known = Path::new("/proc/sys/kernel/random/boot_id").exists();
        assert_eq!(cores.is_known(), known);
        assert!(!known || cores.overlaps(&cores));
        assert!(cores.cpus.len() <= CPUS_MAX && cores.kernel.len() <= KERNEL_MAX);
    }
}
