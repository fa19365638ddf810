//! What came before its entry was appended: headers, whose bytes are in entries of the overflow list.

use crate::four::event::NiEvent;
use crate::handle::PortalsHandle;
use ferry_matching::MatchPattern;
use std::collections::VecDeque;

/// What came.
#[derive(Debug)]
pub(crate) struct UnexpectedHeader {
    id: u64,
    /// The overflow entry that has its bytes.
    pub(crate) entry: PortalsHandle,
    /// Who sent it, as entries match it.
    pub(crate) source: u64,
    /// The event that told of its coming, or would have.
    pub(crate) event: NiEvent,
    /// Its bytes are all there.
    pub(crate) is_whole: bool,
}

/// For whom a header is whose bytes were still coming when its entry was appended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeaderClaim {
    pub(crate) entry: PortalsHandle,
}

/// The headers of a portal, in the order of their coming.
#[derive(Debug, Default)]
pub(crate) struct UnexpectedHeaders {
    headers: VecDeque<UnexpectedHeader>,
    /// Headers that entries have taken before all their bytes were there.
    claimed: Vec<(UnexpectedHeader, HeaderClaim)>,
    ids: u64,
}

/// A header whose bytes are all there, or never will be.
pub(crate) enum SettledHeader {
    /// It waits for an entry.
    Waits,
    /// It has one.
    Claimed(UnexpectedHeader, HeaderClaim),
    /// It is gone: it has failed, or nobody kept it.
    Gone(Option<UnexpectedHeader>),
}

impl UnexpectedHeaders {
    /// Adds one. Returns its number.
    pub(crate) fn push(&mut self, entry: PortalsHandle, source: u64, event: NiEvent) -> u64 {
        self.ids += 1;
        let id = self.ids;
        self.headers.push_back(UnexpectedHeader { id, entry, source, event, is_whole: false });
        id
    }

    /// The bytes of one are all there, or never will be.
    pub(crate) fn settle(&mut self, id: u64, has_failed: bool) -> SettledHeader {
        if let Some(at) = self.claimed.iter().position(|(header, _)| header.id == id) {
            let (header, claim) = self.claimed.swap_remove(at);
            return SettledHeader::Claimed(header, claim);
        }
        let Ok(at) = self.headers.binary_search_by_key(&id, |header| header.id) else {
            return SettledHeader::Gone(None);
        };
        if has_failed {
            return SettledHeader::Gone(self.headers.remove(at));
        }
        self.headers[at].is_whole = true;
        SettledHeader::Waits
    }

    /// The place of the first header from `at` on that fits.
    pub(crate) fn find(
        &self,
        at: usize,
        pattern: &MatchPattern,
        fits: impl Fn(&UnexpectedHeader) -> bool,
    ) -> Option<usize> {
        let accepts = |header: &UnexpectedHeader| {
            pattern.accepts(header.event.match_bits, header.source) && fits(header)
        };
        (at..self.headers.len()).find(|at| accepts(&self.headers[*at]))
    }

    /// The header at a place.
    pub(crate) fn get(&self, at: usize) -> Option<&UnexpectedHeader> {
        self.headers.get(at)
    }

    /// Takes the header at a place out.
    pub(crate) fn take(&mut self, at: usize) -> Option<UnexpectedHeader> {
        self.headers.remove(at)
    }

    /// Keeps one for an entry until its bytes are all there.
    pub(crate) fn claim(&mut self, header: UnexpectedHeader, claim: HeaderClaim) {
        self.claimed.push((header, claim));
    }

    /// Forgets the headers whose bytes are in an entry. Returns how many.
    pub(crate) fn forget(&mut self, entry: PortalsHandle) -> usize {
        let before = self.headers.len();
        self.headers.retain(|header| header.entry != entry);
        before - self.headers.len()
    }

    /// Forgets them all. Returns them.
    pub(crate) fn clear(&mut self) -> VecDeque<UnexpectedHeader> {
        std::mem::take(&mut self.headers)
    }
}
