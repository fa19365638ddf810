//! What the slots of an inbox have in common.

use crate::layout::Claim;
use crate::read_choice::ReadChoice;
use crate::shuttle::Home;
use ferry_method::{Counters, PeerId};

/// What the slots of an inbox tell it beside what arrives.
pub(crate) enum Tiding {
    /// A sender that was not there before.
    Newcomer(Claim),
    /// The shuttle of a home, as seen from this sender's slot, is at this end.
    Landed(PeerId, Home),
}

/// What all slots of an inbox note.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) counters: Counters,
    /// Which messages had better be read, if that is measured.
    pub(crate) choice: Option<ReadChoice>,
    pub(crate) tidings: Vec<Tiding>,
}

impl Notes {
    /// A frame with so many bytes has come.
    pub(crate) fn received(&mut self, bytes: usize) {
        self.counters.frames_received += 1;
        self.counters.bytes_received += bytes as u64;
    }
}
