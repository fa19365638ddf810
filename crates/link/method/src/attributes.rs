//! Capabilities and costs as data: selection reads them, `ferry info` prints them.

use std::time::Duration;

/// How far a method reaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// Within one process.
    Process,
    /// Between the processes of a host.
    Host,
    /// Across a network.
    Network,
}

/// Which long messages their receivers had better read from the memory of their senders, though both could copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemoteReading {
    /// None.
    Never,
    /// Those from this size on, in bytes.
    From(usize),
    /// Those that the method names when they come ([`Method::is_better_read`](crate::Method::is_better_read)).
    Measured,
}

/// What a method can do and what it costs.
#[derive(Clone, PartialEq, Debug)]
pub struct Attributes {
    /// How far it reaches.
    pub scope: Scope,
    /// Estimated one-way time of a small frame.
    pub latency: Duration,
    /// Estimated rate for large frames, bytes per second.
    pub bandwidth: f64,
    /// Payloads up to this size are sent at once, without asking the receiver first.
    pub eager_limit: usize,
    /// Long messages are cut into fragments of this size.
    pub fragment: usize,
    /// Largest payload of one frame.
    pub max_frame: usize,
    /// Nothing is lost or delivered twice.
    pub reliable: bool,
    /// Streams per peer that order frames independently; 1 means that all frames of a peer keep one
    /// order.
    pub streams: u16,
    /// One stream can be held back without holding up the others: [`Landing::Hold`](crate::Landing)
    /// may be answered, and streams of one (context, tag) each cost little.
    pub stream_flow_control: bool,
    /// Frames can be sent to a group at once ([`Method::multicast`](crate::Method::multicast)).
    pub multicast: bool,
    /// Uses several network paths to a peer.
    pub several_paths: bool,
    /// Encrypted on the way.
    pub confidential: bool,
    /// Its peers are of one host, and what is meant for them may lie in memory that they map too.
    pub shares_memory: bool,
    /// Can read the memory of its peers (one-copy transfers).
    pub remote_reads: bool,
    /// Which long messages gain by that though both ends could copy.
    pub remote_reading: RemoteReading,
    /// Estimated time of a poll that finds nothing.
    pub poll_cost: Duration,
}
