//! Where a request finds its place: portal, lists, permission, room.

use crate::four::entry::NiEntry;
use crate::four::event::{EntryList, NiEvent, NiEventKind, NiFail};
use crate::four::head::{OperationHead, OperationKind};
use crate::four::interface::NetworkInterface;
use crate::four::name::{NiKind, NiProcess, RankMap};
use crate::four::options::EntryOptions;
use crate::four::portal::{Portal, PortalState};
use crate::four::target::TargetCourse;
use crate::handle::PortalsHandle;
use crate::objects::Objects;
use crate::process::PortalsProcess;

/// What a request of a kind is called, and what its entry must allow.
#[inline]
fn needs(kind: OperationKind) -> (NiEventKind, u32) {
    let both = EntryOptions::OP_PUT | EntryOptions::OP_GET;
    match kind {
        OperationKind::Put => (NiEventKind::Put, EntryOptions::OP_PUT),
        OperationKind::Get => (NiEventKind::Get, EntryOptions::OP_GET),
        OperationKind::Atomic(..) => (NiEventKind::Atomic, EntryOptions::OP_PUT),
        OperationKind::Fetch(..) | OperationKind::Swap(..) => (NiEventKind::FetchAtomic, both),
    }
}

impl NiEntry {
    /// Whether it allows these operations to a user.
    #[inline]
    pub(crate) fn check(&self, operations: u32, user: u32) -> Result<(), NiFail> {
        if self.spec.uid.is_some_and(|uid| uid != user) {
            return Err(NiFail::PermViolation);
        }
        match self.spec.options.0 & operations == operations {
            true => Ok(()),
            false => Err(NiFail::OpViolation),
        }
    }
}

/// Where on an interface the place of a request is looked for.
pub(crate) struct SearchedLists<'a> {
    pub(crate) kind: NiKind,
    pub(crate) map: &'a RankMap,
    pub(crate) portals: &'a [Option<Box<Portal>>],
    pub(crate) entries: &'a Objects<NiEntry>,
}

impl<'a> SearchedLists<'a> {
    /// The entry of the priority list that a request finds, if it allows these operations and is left as it is by them;
    /// its portal, and the initiator as programs name it.
    #[inline(always)]
    pub(crate) fn open_entry(
        &self,
        operations: u32,
        from: PortalsProcess,
        head: &OperationHead,
    ) -> Option<(&'a Portal, &'a NiEntry, NiProcess)> {
        let source = self.kind.source(self.map, from)?;
        let portal = self.portals.get(head.pt_index as usize)?.as_deref();
        let portal = portal.filter(|portal| portal.is_open())?;
        let recent = portal.priority.recent(head.match_bits, source);
        let entry = match recent.and_then(|handle| self.fitting(*handle, head)) {
            Some(entry) => entry,
            None => self.search(portal, source, head)?,
        };
        let initiator = match self.kind.is_logical() {
            true => NiProcess::rank(source as u32),
            false => NiProcess::physical(from),
        };
        let is_plain = entry.stays_as_is() && entry.check(operations, head.uid).is_ok();
        is_plain.then_some((portal, entry, initiator))
    }

    /// An entry, if it accepts so many bytes there.
    #[inline(always)]
    fn fitting(&self, handle: PortalsHandle, head: &OperationHead) -> Option<&'a NiEntry> {
        let entry = self.entries.get(handle)?;
        if entry.fits(head.offset, head.length) { Some(entry) } else { None }
    }

    /// The first entry that does. Out of line: most requests are like the one before.
    #[inline(never)]
    fn search(&self, portal: &Portal, source: u64, head: &OperationHead) -> Option<&'a NiEntry> {
        let fits = |handle: &PortalsHandle| self.fitting(*handle, head);
        portal.priority.find_map(head.match_bits, source, fits).map(|(_, entry)| entry)
    }
}

impl NetworkInterface {
    /// The steps of translation; then the entry that was found has an operation under way.
    pub(crate) fn accept(
        &mut self,
        from: PortalsProcess,
        head: &OperationHead,
    ) -> Result<TargetCourse, NiFail> {
        let (found, source) = self.admit(from, head)?;
        Ok(self.begin_at(found, (from, source), head))
    }

    /// The steps of translation: the entry that is found, of which list, and who asks as entries match it.
    #[inline]
    pub(crate) fn admit(
        &mut self,
        from: PortalsProcess,
        head: &OperationHead,
    ) -> Result<((PortalsHandle, EntryList), u64), NiFail> {
        let source = self.source(from).ok_or(NiFail::Dropped)?;
        let portal = self.portal(head.pt_index).ok_or(NiFail::Dropped)?;
        if portal.state != PortalState::Enabled {
            return Err(NiFail::PtDisabled);
        }
        let has_flow_control = portal.has_flow_control();
        let Some((handle, list)) = self.find_entry(source, head) else {
            return Err(self.no_match(head.pt_index, has_flow_control));
        };
        self.check_permission(handle, head)?;
        if has_flow_control && !self.has_room_for(handle, list, head) {
            let entry = self.entries.get(handle);
            let is_quiet =
                entry.is_some_and(|entry| entry.spec.options.has(EntryOptions::FLOWCTRL_DISABLE));
            self.stop_portal(head.pt_index, is_quiet);
            return Err(NiFail::PtDisabled);
        }
        Ok(((handle, list), source))
    }

    /// The first entry that accepts a request: of the priority list, or of the other unless there would be
    /// one header too many.
    #[inline]
    fn find_entry(&self, source: u64, head: &OperationHead) -> Option<(PortalsHandle, EntryList)> {
        let portal = self.portal(head.pt_index)?;
        let fits = |handle: &PortalsHandle| {
            let entry = self.entries.get(*handle)?;
            entry.fits(head.offset, head.length).then_some(*handle)
        };
        if let Some((_, found)) = portal.priority.find_map(head.match_bits, source, fits) {
            return Some((found, EntryList::Priority));
        }
        let (_, found) = portal.overflow.find_map(head.match_bits, source, fits)?;
        let keeps_none =
            self.entries.get(found)?.spec.options.has(EntryOptions::UNEXPECTED_HDR_DISABLE);
        let has_room = keeps_none || self.headers < self.limits.max_unexpected_headers;
        has_room.then_some((found, EntryList::Overflow))
    }

    fn no_match(&mut self, index: u32, has_flow_control: bool) -> NiFail {
        if !has_flow_control {
            return NiFail::Dropped;
        }
        self.stop_portal(index, false);
        NiFail::PtDisabled
    }

    /// Whether an entry allows a request: the first that matches decides.
    #[inline]
    fn check_permission(&self, handle: PortalsHandle, head: &OperationHead) -> Result<(), NiFail> {
        let (_, operations) = needs(head.kind);
        self.entries.get(handle).ok_or(NiFail::Dropped)?.check(operations, head.uid)
    }

    /// Whether the portal's queue has room for the events of a request at an entry.
    fn has_room_for(&self, handle: PortalsHandle, list: EntryList, head: &OperationHead) -> bool {
        let Some(portal) = self.portal(head.pt_index) else { return false };
        let Some(queue) = portal.events.and_then(|queue| self.queues.get(queue)) else {
            return true;
        };
        let Some(entry) = self.entries.get(handle) else { return false };
        let tells = |kind| usize::from(entry.tells(kind, NiFail::Ok));
        let (kind, _) = needs(head.kind);
        let ends = match list {
            EntryList::Priority => 1,
            EntryList::Overflow => 2,
        };
        let may_end = entry.spec.options.has(EntryOptions::USE_ONCE | EntryOptions::MANAGE_LOCAL);
        let ends = if may_end { ends * tells(NiEventKind::AutoUnlink) } else { 0 };
        queue.has_room(tells(kind) + ends)
    }

    /// Begins a request at the entry that was found.
    #[inline]
    pub(crate) fn begin_at(
        &mut self,
        (handle, list): (PortalsHandle, EntryList),
        (from, source): (PortalsProcess, u64),
        head: &OperationHead,
    ) -> TargetCourse {
        let event = NiEvent { list, initiator: self.name_of(from), ..event_of(head) };
        let taken = self.take_place(handle, event, head);
        let header = self.note_in_flight(handle, source, &taken);
        if taken.is_used_up {
            self.use_up(handle);
        }
        TargetCourse { entry: handle, header, event: taken.event, offset: taken.offset }
    }

    /// A request takes its place in an entry.
    #[inline]
    fn take_place(
        &mut self,
        handle: PortalsHandle,
        mut event: NiEvent,
        head: &OperationHead,
    ) -> TakenPlace {
        let item = head.kind.atomic().map_or(1, |(_, datatype)| datatype.size() as u64);
        let (mut offset, mut is_used_up, mut keeps_header) = (0, false, false);
        if let Some(entry) = self.entries.get_mut(handle) {
            offset = entry.offset(head.offset);
            let room = entry.room(offset, head.length);
            event.mlength = room - room % item;
            event.user_ptr = entry.user_ptr;
            event.start = entry.spec.memory.address(offset);
            is_used_up = entry.advance(event.mlength);
            entry.pending += 1;
            keeps_header = event.list == EntryList::Overflow
                && !entry.spec.options.has(EntryOptions::UNEXPECTED_HDR_DISABLE);
            entry.headers += u32::from(keeps_header);
        }
        TakenPlace { event, offset, is_used_up, keeps_header }
    }

    /// A request is under way at its portal, and its event promised. Returns the number of its header if it
    /// is kept.
    #[inline]
    fn note_in_flight(
        &mut self,
        handle: PortalsHandle,
        source: u64,
        taken: &TakenPlace,
    ) -> Option<u64> {
        self.headers += usize::from(taken.keeps_header);
        let event = taken.event;
        let portal = self.portal_mut(event.pt_index)?;
        portal.in_flight += 1;
        let header = taken.keeps_header.then(|| portal.unexpected.push(handle, source, event));
        if let Some(queue) = portal.events.and_then(|queue| self.queues.get_mut(queue)) {
            queue.promised += 1;
        }
        header
    }
}

/// What a request has taken of its entry.
struct TakenPlace {
    event: NiEvent,
    offset: u64,
    is_used_up: bool,
    keeps_header: bool,
}

/// What a request's event says that its entry has no part in.
#[inline]
fn event_of(head: &OperationHead) -> NiEvent {
    let (kind, _) = needs(head.kind);
    let atomic = head.kind.atomic();
    NiEvent {
        operation: atomic.map_or(0, |(operation, _)| operation as u8),
        datatype: atomic.map_or(0, |(_, datatype)| datatype as u8),
        uid: head.uid,
        hdr_data: head.hdr_data,
        match_bits: head.match_bits,
        rlength: head.length,
        remote_offset: head.offset,
        ..NiEvent::of(kind, head.pt_index, 0)
    }
}
