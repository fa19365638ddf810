//! `MPI_Wtime` and `MPI_Wtick` (MPI-5.0 §9.6).

/// Seconds since some time in the past, by a clock that never runs backwards.
pub unsafe fn wtime() -> f64 {
    seconds(|time| {
        // SAFETY: the place is a local variable of the caller's.
        unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, time) }
    })
}

/// Seconds between two ticks of that clock.
pub unsafe fn wtick() -> f64 {
    seconds(|time| {
        // SAFETY: the place is a local variable of the caller's.
        unsafe { libc::clock_getres(libc::CLOCK_MONOTONIC, time) }
    })
}

fn seconds(read: impl FnOnce(&mut libc::timespec) -> i32) -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // This clock exists on every system that Ferry runs on.
    let failed = read(&mut time);
    debug_assert_eq!(failed, 0);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
