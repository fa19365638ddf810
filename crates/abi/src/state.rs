//! Whether MPI runs.

use std::sync::atomic::{AtomicU8, Ordering};

/// The life of MPI in this process (MPI-5.0 §11.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// Before `MPI_Init`.
    Before = 0,
    /// Between `MPI_Init` and `MPI_Finalize`, or while a session is open.
    Running = 1,
    /// After `MPI_Finalize`.
    After = 2,
}

static PHASE: AtomicU8 = AtomicU8::new(Phase::Before as u8);

/// Where the process stands.
#[inline]
pub fn phase() -> Phase {
    match PHASE.load(Ordering::Acquire) {
        0 => Phase::Before,
        1 => Phase::Running,
        _ => Phase::After,
    }
}

/// Moves on; called by the implementations of `MPI_Init` and `MPI_Finalize`.
pub fn set_phase(phase: Phase) {
    PHASE.store(phase as u8, Ordering::Release);
}
