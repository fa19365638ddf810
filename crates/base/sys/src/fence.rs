//! A fence whose cost is paid by the side that is about to sleep.

use std::sync::atomic::{Ordering, fence};

const REGISTER_GLOBAL_EXPEDITED: i64 = 1 << 2;
const GLOBAL_EXPEDITED: i64 = 1 << 1;

/// An asymmetric memory barrier between processes (membarrier(2)).
///
/// Where the kernel has it, the frequent side needs no fence at all. Where not, both sides must
/// execute a full fence, and `frequent_side_must_fence` says so.
#[derive(Clone, Copy, Debug)]
pub struct AsymmetricFence {
    works: bool,
}

impl AsymmetricFence {
    /// Registers this process as one that others' barriers reach.
    pub fn register() -> Self {
        AsymmetricFence { works: membarrier(REGISTER_GLOBAL_EXPEDITED) }
    }

    /// Whether senders have to fence because the kernel has no membarrier.
    pub fn frequent_side_must_fence(&self) -> bool {
        !self.works
    }

    /// After this, every store that another registered process made before the call, and every load
    /// it makes after it, is ordered with this thread's own.
    pub fn rare_side(&self) {
        fence(Ordering::SeqCst);
        if self.works {
            membarrier(GLOBAL_EXPEDITED);
        }
    }
}

fn membarrier(command: i64) -> bool {
    // SAFETY: membarrier takes three integers and touches no memory of ours.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}
