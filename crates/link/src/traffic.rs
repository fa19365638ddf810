//! What went to and came from one peer by one method.

/// Frames and their payload bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Frames.
    pub frames: u64,
    /// Payload bytes.
    pub bytes: u64,
}

impl Tally {
    #[inline]
    pub(crate) fn add(&mut self, bytes: usize) {
        self.frames += 1;
        self.bytes += bytes as u64;
    }
}

/// Both directions; frames of the link layer's own are not counted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Traffic {
    /// To the peer.
    pub sent: Tally,
    /// From the peer.
    pub received: Tally,
}
