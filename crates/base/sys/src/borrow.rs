//! Descriptors that a method lends for waiting.

use rustix::fd::{BorrowedFd, RawFd};

/// Borrows a descriptor for a wait. Should its owner have closed it, waiting reports that or waits on
/// whatever has the number now: harmless, since a wait only ever hints that a poll is worth it.
pub fn borrow_fd(fd: RawFd) -> BorrowedFd<'static> {
    assert!(fd >= 0, "no descriptor");
    // SAFETY: used only for polling, which reads and writes nothing; see above.
    unsafe { BorrowedFd::borrow_raw(fd) }
}
