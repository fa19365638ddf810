//! Bounds on what a peer can make this process keep.

/// The budget of each peer; both ends of a pair must use the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Payload bytes of unexpected messages kept for one peer.
    pub bytes: u32,
    /// Unexpected messages, with or without payload, kept for one peer.
    pub envelopes: u32,
}

/// What a kept message costs beyond its payload.
pub(crate) const ENVELOPE_BYTES: u32 = 64;

impl Default for Limits {
    fn default() -> Self {
        Limits { bytes: 4 << 20, envelopes: 1 << 16 }
    }
}

impl Limits {
    /// Nothing.
    pub(crate) const NONE: Limits = Limits { bytes: 0, envelopes: 0 };
}
