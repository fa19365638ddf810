//! Match entries.

use crate::handle::PortalsHandle;
use crate::process::ProcessPattern;
use crate::three::error::PortalsError;
use crate::three::interface::PortalsInterface;
use ferry_matching::{ListId, ListPlace, MatchPattern};

/// What an entry accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntrySpec {
    /// Whose requests.
    pub processes: ProcessPattern,
    /// The match bits.
    pub match_bits: u64,
    /// Which of them do not count.
    pub ignore_bits: u64,
    /// It goes with its descriptor.
    pub unlinks: bool,
}

/// On which side an entry comes: of the list, or of another entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertPlace {
    /// Before it.
    Before,
    /// Behind it.
    After,
}

/// An entry.
#[derive(Debug)]
pub(crate) struct MatchEntry {
    /// The portal whose list it is in.
    pt_index: u32,
    list: ListId,
    unlinks: bool,
    /// The descriptor that it leads to.
    pub(crate) descriptor: Option<PortalsHandle>,
}

impl PortalsInterface {
    /// Adds an entry at the head or at the tail of a portal's list.
    ///
    /// # Errors
    /// When there is no such portal, or no room.
    pub fn me_attach(
        &mut self,
        pt_index: u32,
        spec: &EntrySpec,
        place: InsertPlace,
    ) -> Result<PortalsHandle, PortalsError> {
        if pt_index as usize >= self.portals.len() {
            return Err(PortalsError::PtIndexInvalid);
        }
        let place = match place {
            InsertPlace::Before => ListPlace::First,
            InsertPlace::After => ListPlace::Last,
        };
        self.me_place(pt_index, spec, place)
    }

    /// Adds the first entry of a portal that has none. Returns the portal's index, too.
    ///
    /// # Errors
    /// When all portals have entries, or there is no room.
    pub fn me_attach_any(
        &mut self,
        spec: &EntrySpec,
    ) -> Result<(u32, PortalsHandle), PortalsError> {
        let free = self.portals.iter().position(ferry_matching::MatchList::is_empty);
        let index = free.ok_or(PortalsError::PtFull)? as u32;
        Ok((index, self.me_place(index, spec, ListPlace::Last)?))
    }

    /// Adds an entry right before or behind another.
    ///
    /// # Errors
    /// When that is none, or there is no room.
    pub fn me_insert(
        &mut self,
        base: PortalsHandle,
        spec: &EntrySpec,
        place: InsertPlace,
    ) -> Result<PortalsHandle, PortalsError> {
        let entry = self.entries.get(base).ok_or(PortalsError::MeInvalid)?;
        let (index, list) = (entry.pt_index, entry.list);
        let place = match place {
            InsertPlace::Before => ListPlace::Before(list),
            InsertPlace::After => ListPlace::After(list),
        };
        self.me_place(index, spec, place)
    }

    fn me_place(
        &mut self,
        pt_index: u32,
        spec: &EntrySpec,
        place: ListPlace,
    ) -> Result<PortalsHandle, PortalsError> {
        let list = &mut self.portals[pt_index as usize];
        if list.len() >= self.limits.max_me_list {
            return Err(PortalsError::MeListTooLong);
        }
        if !self.entries.has_room() {
            return Err(PortalsError::NoSpace);
        }
        let (source, ignore_source) = spec.processes.bits();
        let pattern =
            MatchPattern { bits: spec.match_bits, ignore: spec.ignore_bits, source, ignore_source };
        // The entry's name is not known before it has its place in the list.
        let nobody = self.entries.nobody();
        let list_id = list.insert(place, pattern, nobody).ok_or(PortalsError::MeInvalid)?;
        let (unlinks, descriptor) = (spec.unlinks, None);
        let entry = MatchEntry { pt_index, list: list_id, unlinks, descriptor };
        let handle = self.entries.insert(entry).ok_or(PortalsError::NoSpace)?;
        if let Some(name) = list.get_mut(list_id) {
            *name = handle;
        }
        Ok(handle)
    }

    /// Takes an entry out, with its descriptor.
    ///
    /// # Errors
    /// When there is none, or operations on its descriptor are under way.
    pub fn me_unlink(&mut self, entry: PortalsHandle) -> Result<(), PortalsError> {
        let state = self.entries.get(entry).ok_or(PortalsError::MeInvalid)?;
        let descriptor = state.descriptor;
        let is_busy = |handle| self.descriptors.get(handle).is_some_and(|state| state.pending > 0);
        if descriptor.is_some_and(is_busy) {
            return Err(PortalsError::MeInUse);
        }
        if let Some(descriptor) = descriptor {
            self.remove_descriptor(descriptor);
        }
        self.remove_entry(entry);
        Ok(())
    }

    pub(crate) fn remove_entry(&mut self, entry: PortalsHandle) {
        if let Some(MatchEntry { pt_index, list, .. }) = self.entries.remove(entry) {
            self.portals[pt_index as usize].remove(list);
        }
    }

    /// The descriptor of an entry is gone.
    pub(crate) fn leave_entry(&mut self, entry: PortalsHandle) {
        let Some(state) = self.entries.get_mut(entry) else { return };
        state.descriptor = None;
        if state.unlinks {
            self.remove_entry(entry);
        }
    }
}
