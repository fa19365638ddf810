//! What was done in windows, for tools.

use super::Reach;

/// Operations, and the bytes of their data.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct AccessCount {
    pub(crate) operations: u64,
    pub(crate) bytes: u64,
}

/// What was done in windows since the start.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct WindowTally {
    /// By loads, stores and atomic instructions.
    pub(crate) mapped: AccessCount,
    /// Copied by the kernel.
    pub(crate) kernel: AccessCount,
    /// Asked for by frames.
    pub(crate) frames: AccessCount,
    /// Locks that were not free when they were wanted, where they are mapped.
    pub(crate) lock_waits: u64,
    /// Calls that had to wait for accesses.
    pub(crate) flushes: u64,
    /// Calls that would have, and there was nothing to wait for.
    pub(crate) quick_flushes: u64,
}

impl AccessCount {
    #[inline]
    pub(super) fn add(&mut self, bytes: usize) {
        self.operations += 1;
        self.bytes += bytes as u64;
    }
}

impl WindowTally {
    /// An access was made in this way.
    pub(super) fn add(&mut self, reach: &Reach, bytes: usize) {
        let count = match reach {
            Reach::Memory(_) => &mut self.mapped,
            Reach::Kernel { .. } => &mut self.kernel,
            Reach::Frames => &mut self.frames,
        };
        count.add(bytes);
    }
}
