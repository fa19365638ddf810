//! Looking for messages (MPI-5.0 §3.8).

use crate::two_sided::TwoSided;
use ferry_matching::{KeptId, Selector};
use ferry_transfer::{Label, RequestId};
use ferry_wire::PeerId;

/// A message that a probe found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probed {
    /// Its sender.
    pub source: PeerId,
    /// Its tag.
    pub tag: i32,
    /// Its length.
    pub bytes: u64,
}

impl TwoSided {
    /// Looks for a message (MPI-5.0 §3.8.1).
    pub fn probe(&mut self, selector: &Selector) -> Option<Probed> {
        let Some(id) = self.find(selector) else {
            return if self.alerts == 0 { None } else { self.probe_closely(selector) };
        };
        self.describe(id)
    }

    #[cold]
    #[inline(never)]
    fn probe_closely(&mut self, selector: &Selector) -> Option<Probed> {
        match self.find_closely(selector) {
            Some(id) => self.describe(id),
            None => self.probe_backlog(selector),
        }
    }

    /// Looks at the heads of the direct design, where nothing else was found.
    fn find_closely(&mut self, selector: &Selector) -> Option<KeptId> {
        self.look();
        let found = self.find(selector);
        if found.is_none() {
            self.clear_probed(selector);
        }
        found
    }

    fn describe(&mut self, id: KeptId) -> Option<Probed> {
        let envelope = *self.matcher.envelope(id)?;
        let bytes = self.matcher.kept_mut(id)?.len;
        Some(Probed { source: PeerId(envelope.source), tag: envelope.tag, bytes })
    }

    /// Looks for a message of so many bytes at most, where these match by size.
    pub fn probe_within(&mut self, selector: &Selector, room: u64) -> Option<Probed> {
        let id = self.matcher.find_where(selector, |kept| kept.len <= room)?;
        let envelope = *self.matcher.envelope(id)?;
        let bytes = self.matcher.kept_mut(id)?.len;
        Some(Probed { source: PeerId(envelope.source), tag: envelope.tag, bytes })
    }

    /// Takes a message out of matching (MPI-5.0 §3.8.2); [`TwoSided::recv_matched`] receives it.
    pub fn probe_matched(
        &mut self,
        selector: &Selector,
        label: Label,
    ) -> Option<(RequestId, Probed)> {
        let found = match self.find(selector) {
            None if self.alerts != 0 => self.find_closely(selector),
            found => found,
        };
        let Some(id) = found else {
            return if self.alerts == 0 {
                None
            } else {
                self.probe_backlog_matched(selector, label)
            };
        };
        let (request, envelope, bytes) = self.set_aside(id, label)?;
        let probed = Probed { source: PeerId(envelope.source), tag: envelope.tag, bytes };
        Some((request, probed))
    }
}
