//! Signs of life of the way to a peer.

/// Whether the way to a peer still gets anything there.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Pulse {
    /// Something is on its way to the peer's host, or transport, and no answer has come.
    pub waits: bool,
    /// Grows, or changes, with whatever is heard from there.
    pub heard: u64,
}
