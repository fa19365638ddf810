//! What is counted beside the control connections' own counters.

use ferry_method::Counters;

/// What the streams of a process have come to.
#[derive(Default)]
pub(crate) struct StreamTally {
    /// Of streams alone.
    pub(crate) counters: Counters,
    /// Private frames sent over the control connections...
    pub(crate) private_sent: u64,
    /// ...and received.
    pub(crate) private_received: u64,
    /// Bytes kept for streams that are held.
    pub(crate) kept: usize,
    /// Sends so far, by which streams that were used lately are known.
    pub(crate) sends: u64,
}
