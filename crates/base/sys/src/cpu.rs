//! Cores that this process may really use.

use rustix::thread::CpuSet;

/// Cores available: the affinity mask, cut by the cgroup's quota (what the standard library knows).
pub fn cores_available() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Cores that all processes of this host (or container) share, the same answer for each of them however
/// a launcher bound it to cores: those that are online, cut by the quota where this process is not bound.
pub fn cores_shared() -> usize {
    let online = std::fs::read_to_string("/sys/devices/system/cpu/online");
    let online = online.ok().and_then(|list| count(list.trim()));
    let Some(online) = online else { return cores_available() };
    let bound = rustix::thread::sched_getaffinity(None).map_or(0, |set| set.count() as usize);
    if bound < online { online } else { cores_available().min(online) }
}

/// How many numbers a list like `0-3,6` names.
fn count(list: &str) -> Option<usize> {
    list.split(',').map(|part| range(part).map(Iterator::count)).sum()
}

/// The numbers that a list names.
fn members(list: &str) -> Option<Vec<usize>> {
    let ranges: Option<Vec<_>> = list.split(',').map(range).collect();
    Some(ranges?.into_iter().flatten().collect())
}

fn range(part: &str) -> Option<std::ops::Range<usize>> {
    let (first, last) = part.split_once('-').unwrap_or((part, part));
    let (first, last) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
    (first <= last).then_some(first..last.checked_add(1)?)
}

/// Lets another process have the core.
#[inline]
pub fn sched_yield() {
    std::thread::yield_now();
}

/// The core that the calling thread is on.
#[inline]
pub fn current_core() -> usize {
    // Not by rustix, which looks for the kernel's own code in memory where valgrind has none.
    // SAFETY: takes nothing and touches no memory of ours.
    let core = unsafe { libc::sched_getcpu() };
    usize::try_from(core).unwrap_or(0)
}

/// Moves the calling thread to another core that it may use and that shares a cache with the present one,
/// where the system tells. It is free to go on to any other of its cores afterwards. Whether there is
/// such a core.
pub fn leave_core() -> bool {
    let Ok(whole) = rustix::thread::sched_getaffinity(None) else { return false };
    let here = current_core();
    let near = cores_near(here);
    let mut others = CpuSet::new();
    let is_other = |cpu: &usize| *cpu != here && whole.is_set(*cpu);
    let is_near = |cpu: &usize| near.as_ref().is_none_or(|near| near.contains(cpu));
    (0..CpuSet::MAX_CPU).filter(is_other).filter(is_near).for_each(|cpu| others.set(cpu));
    others.count() != 0 && move_to(&others, &whole)
}

/// The cores that the calling thread may use.
pub(crate) fn cores_allowed() -> Vec<u32> {
    let Ok(whole) = rustix::thread::sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|cpu| whole.is_set(*cpu)).map(|cpu| cpu as u32).collect()
}

/// Moves the calling thread to a core if it may use that. It is free to go on to any other of its cores afterwards.
/// Whether it was moved.
pub fn go_to_core(core: u32) -> bool {
    let Ok(whole) = rustix::thread::sched_getaffinity(None) else { return false };
    let mut there = CpuSet::new();
    if core as usize >= CpuSet::MAX_CPU || !whole.is_set(core as usize) {
        return false;
    }
    there.set(core as usize);
    move_to(&there, &whole)
}

/// Moves the calling thread to one of some cores, and leaves it free to use its whole set.
fn move_to(some: &CpuSet, whole: &CpuSet) -> bool {
    if rustix::thread::sched_setaffinity(None, some).is_err() {
        return false;
    }
    // A control group may have taken cores away meanwhile: what is left of them will do.
    let _ = rustix::thread::sched_setaffinity(None, whole);
    true
}

/// The cores that share the last cache of one; `None`: the system does not tell.
fn cores_near(core: usize) -> Option<Vec<usize>> {
    let cache = format!("/sys/devices/system/cpu/cpu{core}/cache/index3/shared_cpu_list");
    members(std::fs::read_to_string(cache).ok()?.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_cores_are_counted() {
        assert_eq!(count("0-3,6"), Some(5));
        assert_eq!(count("0"), Some(1));
        assert_eq!(count(""), None);
        assert_eq!(count("3-1"), None);
        assert_eq!(members("0-2,6"), Some(vec![0, 1, 2, 6]));
        assert_eq!(members("x"), None);
        assert!(cores_shared() >= 1);
    }
}
