//! Searches among what has come before its entry.

use crate::four::entry::{EntryDescription, NiEntry};
use crate::four::error::NiError;
use crate::four::event::{EntryList, NiEventKind, NiFail};
use crate::four::interface::NetworkInterface;
use crate::four::options::EntryOptions;
use crate::four::unexpected::UnexpectedHeader;
use ferry_matching::MatchPattern;

/// What becomes of what is found; the numbers are those of `portals4.h`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchOperation {
    /// It stays.
    Only = 0,
    /// It is taken, as an entry would have.
    Delete = 1,
}

impl NetworkInterface {
    /// Looks for what has come and fits an entry: the first for one that is used once, otherwise all. What
    /// is still coming is not there yet.
    ///
    /// # Errors
    /// When there is no such portal, or the entry cannot be.
    pub fn search(
        &mut self,
        pt_index: u32,
        spec: EntryDescription,
        operation: SearchOperation,
        user_ptr: u64,
    ) -> Result<(), NiError> {
        self.check_entry(&spec)?;
        self.portal(pt_index).ok_or(NiError::ArgInvalid)?;
        let pattern = self.pattern(&spec);
        let is_once = spec.options.has(EntryOptions::USE_ONCE);
        let seeker = NiEntry::new((pt_index, EntryList::Priority), spec, user_ptr);
        let (mut at, mut found) = (0, 0);
        while let Some(place) = self.next_found(&seeker, at, &pattern) {
            at = match operation {
                SearchOperation::Only => place + 1,
                SearchOperation::Delete => place,
            };
            self.tell_found(&seeker, place, operation);
            found += 1;
            if is_once {
                break;
            }
        }
        if found == 0 {
            let mut event = seeker.event(NiEventKind::Search);
            (event.fail, event.start) = (NiFail::NoMatch, 0);
            self.post_at(event, seeker.tells(NiEventKind::Search, NiFail::NoMatch));
        }
        if (found == 0 || !is_once) && seeker.spec.options.has(EntryOptions::CT_OVERFLOW) {
            self.count(seeker.spec.counter, None, NiFail::NoMatch);
        }
        Ok(())
    }

    fn next_found(&self, seeker: &NiEntry, at: usize, pattern: &MatchPattern) -> Option<usize> {
        let fits = |header: &UnexpectedHeader| {
            header.is_whole && seeker.fits(header.event.remote_offset, header.event.rlength)
        };
        self.portal(seeker.pt_index)?.unexpected.find(at, pattern, fits)
    }

    fn tell_found(&mut self, seeker: &NiEntry, place: usize, operation: SearchOperation) {
        let Some(portal) = self.portal_mut(seeker.pt_index) else { return };
        let Some(header) = portal.unexpected.get(place) else { return };
        let mut event = header.event;
        event.user_ptr = seeker.user_ptr;
        event.kind = match operation {
            SearchOperation::Only => NiEventKind::Search,
            SearchOperation::Delete => event.kind.overflow(),
        };
        let taken = match operation {
            SearchOperation::Only => None,
            SearchOperation::Delete => portal.unexpected.take(place),
        };
        self.post_at(event, seeker.tells(event.kind, NiFail::Ok));
        let options = seeker.spec.options;
        if options.has(EntryOptions::CT_OVERFLOW) {
            let bytes = options.has(EntryOptions::CT_BYTES).then_some(event.mlength);
            self.count(seeker.spec.counter, bytes, NiFail::Ok);
        }
        if let Some(header) = taken {
            self.release_header(&header);
        }
    }
}
