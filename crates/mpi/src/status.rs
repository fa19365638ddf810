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
    /// Bytes received (low and high half), cancelled flag, two unused.
    internal: [i32; 5],
}

impl Status {
    /// The empty status: any source, any tag, zero bytes (MPI-5.0 §3.7.3).
    pub const EMPTY: Status =
        Status { source: MPI_ANY_SOURCE, tag: MPI_ANY_TAG, error: 0, internal: [0; 5] };

    /// The status of a receive from `MPI_PROC_NULL` (MPI-5.0 §3.10).
    pub const PROC_NULL: Status =
        Status { source: MPI_PROC_NULL, tag: MPI_ANY_TAG, error: 0, internal: [0; 5] };

    /// The status of a message of `bytes` payload bytes.
    pub fn message(source: i32, tag: i32, bytes: u64) -> Self {
        let mut status = Status { source, tag, error: 0, internal: [0; 5] };
        status.set_bytes(bytes);
        status
    }

    /// Payload bytes received.
    pub fn bytes(&self) -> u64 {
        self.internal[0] as u32 as u64 | (self.internal[1] as u32 as u64) << 32
    }

    /// Sets the payload bytes (`MPI_Status_set_elements`).
    pub fn set_bytes(&mut self, bytes: u64) {
        self.internal[0] = bytes as u32 as i32;
        self.internal[1] = (bytes >> 32) as u32 as i32;
    }

    /// Whether the operation was cancelled.
    pub fn cancelled(&self) -> bool {
        self.internal[2] != 0
    }

    /// Marks the operation as cancelled or not.
    pub fn set_cancelled(&mut self, cancelled: bool) {
        self.internal[2] = i32::from(cancelled);
    }
}
