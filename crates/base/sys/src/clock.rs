//! The one place where time is read.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A monotonic clock that starts at zero when it is made.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
}

impl Clock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Clock { start: Instant::now() }
    }

    /// Time since the start.
    #[inline]
    pub fn now(&self) -> Duration {
        self.start.elapsed()
    }
}

/// Seconds since 1970, with the resolution of the system's clock (for `MPI_Wtime`).
pub fn wall_seconds() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64())
}
