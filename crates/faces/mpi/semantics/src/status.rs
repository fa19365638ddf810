//! `MPI_Status` as the standard ABI lays it out: three public and five private ints.

use crate::constants::{MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_PROC_NULL};

/// What a completed receive or probe tells (MPI-5.0 §3.2.5).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// Rank of the sender.
    pub source: i32,
    /// Tag of the message.
    pub tag: i32,
    /// Error class, where a call returns `MPI_ERR_IN_STATUS`.
    pub error: i32,
    /// Bytes received (low and high half), cancelled flag, what tells `SENT`, one unused.
    internal: [i32; 5],
}

impl Status {
    /// The empty status: any source, any tag, zero bytes (MPI-5.0 §3.7.3).
    pub const EMPTY: Status =
        Status { source: MPI_ANY_SOURCE, tag: MPI_ANY_TAG, error: 0, internal: [0; 5] };

    /// The status of a send or a collective that is complete: as [`Status::EMPTY`], but of an operation, so
    /// that storing it leaves the error field alone (MPI-5.0 §3.2.5).
    pub const SENT: Status =
        Status { source: MPI_ANY_SOURCE, tag: MPI_ANY_TAG, error: 0, internal: [0, 0, 0, 1, 0] };

    /// The status of a receive from `MPI_PROC_NULL` (MPI-5.0 §3.10).
    pub const PROC_NULL: Status =
        Status { source: MPI_PROC_NULL, tag: MPI_ANY_TAG, error: 0, internal: [0; 5] };

    /// The status of a message of `bytes` payload bytes.
    #[inline]
    pub fn message(source: i32, tag: i32, bytes: u64) -> Self {
        let mut status = Status { source, tag, error: 0, internal: [0; 5] };
        status.set_bytes(bytes);
        status
    }

    /// The same with this error field, as the program sees it.
    #[inline]
    pub fn with_error(mut self, error: i32) -> Status {
        self.error = error;
        self.internal[3] = 0;
        self
    }

    /// Payload bytes received.
    #[inline]
    pub fn bytes(&self) -> u64 {
        self.internal[0] as u32 as u64 | (self.internal[1] as u32 as u64) << 32
    }

    /// Sets the payload bytes (`MPI_Status_set_elements`).
    #[inline]
    pub fn set_bytes(&mut self, bytes: u64) {
        self.internal[0] = bytes as u32 as i32;
        self.internal[1] = (bytes >> 32) as u32 as i32;
    }

    /// Whether the operation was cancelled.
    #[inline]
    pub fn cancelled(&self) -> bool {
        self.internal[2] != 0
    }

    /// Marks the operation as cancelled or not.
    pub fn set_cancelled(&mut self, cancelled: bool) {
        self.internal[2] = i32::from(cancelled);
    }
}
