//! Entries appended and unlinked, and what had come before them.

use crate::four::entry::{EntryDescription, EntryPlace, NiEntry};
use crate::four::error::NiError;
use crate::four::event::{EntryList, NiEventKind, NiFail};
use crate::four::interface::NetworkInterface;
use crate::four::options::EntryOptions;
use crate::four::unexpected::{HeaderClaim, UnexpectedHeader};
use crate::handle::PortalsHandle;
use ferry_matching::{ListPlace, MatchPattern};

impl NetworkInterface {
    /// Appends an entry to a list of a portal: to the priority list after what had come before that fits. One
    /// that is used up with that is not linked.
    ///
    /// # Errors
    /// When there is no such portal, the entry cannot be, or there is no room.
    pub fn append(
        &mut self,
        place: (u32, EntryList),
        spec: EntryDescription,
        user_ptr: u64,
    ) -> Result<PortalsHandle, NiError> {
        let handle = self.prepare_entry(place, spec, user_ptr)?;
        self.link_entry(handle);
        Ok(handle)
    }

    /// Makes an entry that is in no list yet.
    pub(crate) fn prepare_entry(
        &mut self,
        (pt_index, list): (u32, EntryList),
        spec: EntryDescription,
        user_ptr: u64,
    ) -> Result<PortalsHandle, NiError> {
        self.check_entry(&spec)?;
        let most = self.limits.max_list_size;
        let portal = self.portal_mut(pt_index).ok_or(NiError::ArgInvalid)?;
        if portal.list(list).len() >= most {
            return Err(NiError::ListTooLong);
        }
        let entry = NiEntry::new((pt_index, list), spec, user_ptr);
        self.entries.insert(entry).ok_or(NiError::NoSpace)
    }

    pub(crate) fn check_entry(&self, spec: &EntryDescription) -> Result<(), NiError> {
        let known = match self.kind.is_matching() {
            true => EntryOptions::OF_MATCHING,
            false => EntryOptions::OF_LISTS,
        };
        let is_sound = spec.memory.count() <= self.limits.max_iovecs
            && spec.options.0 & !known == 0
            && spec.counter.is_none_or(|counter| self.counters.get(counter).is_some());
        if is_sound { Ok(()) } else { Err(NiError::ArgInvalid) }
    }

    /// What an entry accepts.
    pub(crate) fn pattern(&self, spec: &EntryDescription) -> MatchPattern {
        if !self.kind.is_matching() {
            return MatchPattern { bits: 0, ignore: !0, source: 0, ignore_source: !0 };
        }
        let (source, ignore_source) = self.source_pattern(spec.match_id);
        MatchPattern { bits: spec.match_bits, ignore: spec.ignore_bits, source, ignore_source }
    }

    /// Puts an entry in its list, after what had come before that fits.
    pub(crate) fn link_entry(&mut self, handle: PortalsHandle) {
        let Some(entry) = self.entries.get(handle) else { return };
        let (index, list) = (entry.pt_index, entry.list);
        let pattern = self.pattern(&entry.spec);
        if list == EntryList::Priority && self.take_unexpected(handle, &pattern) {
            self.use_up(handle);
            return;
        }
        let Some(portal) = self.portal_mut(index) else { return };
        let Some(id) = portal.list(list).insert(ListPlace::Last, pattern, handle) else { return };
        if let Some(entry) = self.entries.get_mut(handle) {
            entry.place = EntryPlace::Linked(id);
        }
        self.tell_entry(handle, NiEventKind::Link);
    }

    /// Gives a new entry what had come before. Whether it is used up with that.
    fn take_unexpected(&mut self, handle: PortalsHandle, pattern: &MatchPattern) -> bool {
        let mut at = 0;
        loop {
            let Some(entry) = self.entries.get(handle) else { return false };
            let Some(portal) = self.portal(entry.pt_index) else { return false };
            let fits = |header: &UnexpectedHeader| {
                entry.fits(header.event.remote_offset, header.event.rlength)
            };
            let index = entry.pt_index;
            let Some(found) = portal.unexpected.find(at, pattern, fits) else { return false };
            at = found;
            let header = self.portal_mut(index).and_then(|portal| portal.unexpected.take(found));
            let Some(header) = header else { return false };
            let rlength = header.event.rlength;
            self.give_header(handle, header);
            if self.counts_header(handle, rlength) {
                return true;
            }
        }
    }

    /// Whether an entry is used up after a header of so many bytes.
    fn counts_header(&mut self, handle: PortalsHandle, rlength: u64) -> bool {
        let Some(entry) = self.entries.get_mut(handle) else { return true };
        let options = entry.spec.options;
        let both = EntryOptions::MANAGE_LOCAL | EntryOptions::LOCAL_INC_UH_RLENGTH;
        if options.0 & both == both {
            return entry.advance(rlength);
        }
        options.has(EntryOptions::USE_ONCE)
    }

    /// A header is an entry's, at once or when its bytes are all there.
    fn give_header(&mut self, handle: PortalsHandle, header: UnexpectedHeader) {
        if header.is_whole {
            self.tell_overflow(handle, &header, NiFail::Ok);
            self.release_header(&header);
            return;
        }
        let index = header.event.pt_index;
        if let Some(entry) = self.entries.get_mut(handle) {
            entry.pending += 1;
        }
        if let Some(portal) = self.portal_mut(index) {
            portal.unexpected.claim(header, HeaderClaim { entry: handle });
        }
    }

    /// Tells of what had come before its entry, and counts it.
    pub(crate) fn tell_overflow(
        &mut self,
        handle: PortalsHandle,
        header: &UnexpectedHeader,
        fail: NiFail,
    ) {
        let Some(entry) = self.entries.get(handle) else { return };
        let mut event = header.event;
        (event.kind, event.user_ptr, event.fail) = (event.kind.overflow(), entry.user_ptr, fail);
        let (options, counter) = (entry.spec.options, entry.spec.counter);
        let is_told = entry.tells(event.kind, fail);
        self.post_at(event, is_told);
        if options.has(EntryOptions::CT_OVERFLOW) {
            let bytes = options.has(EntryOptions::CT_BYTES).then_some(event.mlength);
            self.count(counter, bytes, fail);
        }
    }

    /// A header is gone, and with it perhaps the last use of its entry.
    pub(crate) fn release_header(&mut self, header: &UnexpectedHeader) {
        self.headers -= 1;
        if let Some(entry) = self.entries.get_mut(header.entry) {
            entry.headers -= 1;
        }
        self.settle_entry(header.entry);
    }

    /// An entry is used up: it goes once nothing is under way and no header has its bytes there.
    pub(crate) fn use_up(&mut self, handle: PortalsHandle) {
        let Some(entry) = self.entries.get_mut(handle) else { return };
        if entry.place == EntryPlace::Awaited && entry.pending > 0 {
            entry.place = EntryPlace::Spoken;
            return;
        }
        let was = std::mem::replace(&mut entry.place, EntryPlace::UsedUp);
        let (index, list) = (entry.pt_index, entry.list);
        if let (EntryPlace::Linked(id), Some(portal)) = (was, self.portal_mut(index)) {
            portal.list(list).remove(id);
        }
        self.tell_entry(handle, NiEventKind::AutoUnlink);
        self.settle_entry(handle);
    }

    /// Lets go of an entry that is used up if nothing needs it any more.
    pub(crate) fn settle_entry(&mut self, handle: PortalsHandle) {
        let Some(entry) = self.entries.get_mut(handle) else { return };
        if entry.pending > 0 || entry.headers > 0 {
            return;
        }
        match entry.place {
            EntryPlace::Awaited | EntryPlace::Linked(_) => return,
            EntryPlace::Spoken => self.tell_entry(handle, NiEventKind::AutoUnlink),
            EntryPlace::UsedUp => {}
        }
        let Some(entry) = self.entries.get(handle) else { return };
        if entry.list == EntryList::Overflow {
            self.tell_entry(handle, NiEventKind::AutoFree);
        }
        self.entries.remove(handle);
    }

    fn tell_entry(&mut self, handle: PortalsHandle, kind: NiEventKind) {
        let Some(entry) = self.entries.get(handle) else { return };
        let (event, is_told) = (entry.event(kind), entry.tells(kind, NiFail::Ok));
        self.post_at(event, is_told);
    }

    /// Takes an entry out, and what had come there before others that nobody has taken.
    ///
    /// # Errors
    /// When there is none, or it is used by what comes.
    pub fn unlink(&mut self, handle: PortalsHandle) -> Result<(), NiError> {
        let entry = self.entries.get(handle).ok_or(NiError::ArgInvalid)?;
        let (index, list) = (entry.pt_index, entry.list);
        if entry.pending > 0 || matches!(entry.place, EntryPlace::UsedUp | EntryPlace::Spoken) {
            return Err(NiError::InUse);
        }
        let (place, has_headers) = (entry.place, entry.headers > 0);
        if let Some(portal) = self.portal_mut(index) {
            if let EntryPlace::Linked(id) = place {
                portal.list(list).remove(id);
            }
            if has_headers {
                let forgotten = portal.unexpected.forget(handle);
                self.headers -= forgotten;
            }
        }
        self.entries.remove(handle);
        Ok(())
    }
}
