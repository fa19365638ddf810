//! Cores that this process may really use.

/// Cores available: the affinity mask, cut by the cgroup's quota (what the standard library knows).
pub fn cores_available() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Lets another process have the core.
#[inline]
pub fn sched_yield() {
    std::thread::yield_now();
}
