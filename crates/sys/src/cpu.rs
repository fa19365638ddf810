//! Cores that this process may really use.

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
    let range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
        last.checked_sub(first)?.checked_add(1)
    };
    list.split(',').map(range).sum()
}

/// Lets another process have the core.
#[inline]
pub fn sched_yield() {
    std::thread::yield_now();
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
        assert!(cores_shared() >= 1);
    }
}
