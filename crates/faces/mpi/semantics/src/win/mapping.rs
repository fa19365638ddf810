//! Memory that the members of a window map: files in memory, which only lead to others through `/proc`.

use super::{Reach, WinTarget};
use crate::comm::Comm;
use crate::comm::meeting::{Meeting, from_bytes, to_bytes};
use crate::error::Result;
use crate::process::{Process, enter};
use ferry_link::TrafficClass;
use ferry_one_sided::control::{CONTROL_LEN, ControlPage};
use ferry_sys::{Arena, OfferedFile, OwnedBuffer, Segment, SegmentFile};
use ferry_wire::{ContextId, PeerId};
use std::sync::Arc;

/// What stays mapped or allocated as long as a window.
#[derive(Default)]
pub(super) struct OwnMemory {
    pub(super) segments: Vec<Arc<Segment>>,
    /// What nobody else maps.
    owned: Vec<OwnedBuffer>,
}

/// Memory before it is offered to others.
pub(super) struct OwnPages {
    pub(super) control: ControlPage,
    /// What lies behind the page of the locks.
    pub(super) memory: Arena,
    /// To be kept open until all have mapped it.
    file: Option<SegmentFile>,
}

/// What a member tells the others of its memory.
#[derive(Clone, Copy)]
pub(super) struct MemoryOffer {
    file: OfferedFile,
    token_address: u64,
    /// Address of the memory in its process.
    pub(super) base: u64,
    pub(super) size: u64,
    pub(super) unit: u64,
    /// Bytes behind the page of the locks in the file.
    mapped: u64,
}

impl OwnMemory {
    /// A page for locks and `len` bytes behind it; in a file where other members can map it.
    pub(super) fn pages(&mut self, len: usize, is_offered: bool) -> std::io::Result<OwnPages> {
        let whole = len.checked_add(CONTROL_LEN).ok_or(std::io::ErrorKind::OutOfMemory)?;
        if !is_offered {
            let owned = OwnedBuffer::try_new(whole)?;
            let arena = owned.arena(whole);
            self.owned.push(owned);
            return Ok(OwnPages::of(arena, None));
        }
        let file = SegmentFile::create("ferry-window", whole)?;
        let segment = Arc::new(file.map(0, whole)?);
        let arena = segment.arena(0, whole);
        self.segments.push(segment);
        Ok(OwnPages::of(arena, Some(file)))
    }

    /// The memory that a member offers, if it can be mapped and is what it says.
    fn map(&mut self, offer: &MemoryOffer) -> Option<(ControlPage, Arena)> {
        let file = offer.file.open()?;
        let len = usize::try_from(offer.mapped).ok()?.checked_add(CONTROL_LEN)?;
        let segment = Arc::new(file.map(0, len).ok()?);
        let arena = segment.arena(0, len);
        let control = ControlPage::of(arena);
        if !offer.file.is_at(control.token()) {
            return None;
        }
        self.segments.push(segment);
        Some((control, arena.part(CONTROL_LEN, len - CONTROL_LEN)))
    }
}

impl OwnPages {
    fn of(arena: Arena, file: Option<SegmentFile>) -> Self {
        let memory = arena.part(CONTROL_LEN, arena.len() - CONTROL_LEN);
        OwnPages { control: ControlPage::of(arena), memory, file }
    }

    /// What others are told: this process's `memory` in the window, which may be another than that here.
    pub(super) fn offer(&self, memory: &Arena, unit: u64) -> MemoryOffer {
        let file = OfferedFile::new(self.file.as_ref());
        file.mark(self.control.token());
        MemoryOffer {
            file,
            token_address: self.control.token_address() as u64,
            base: memory.address(0) as u64,
            size: memory.len() as u64,
            unit,
            mapped: self.memory.len() as u64,
        }
    }
}

impl MemoryOffer {
    /// The offers of all members, by rank.
    pub(super) fn gather(self, meeting: &Meeting) -> Result<Vec<MemoryOffer>> {
        let [pid, descriptor, token] = self.file.words();
        let own = [
            pid,
            descriptor,
            token,
            self.token_address,
            self.base,
            self.size,
            self.unit,
            self.mapped,
        ];
        let all = from_bytes(&meeting.gather(&to_bytes(&own))?);
        let offer = |words: &[u64; 8]| {
            let [pid, descriptor, token, token_address, base, size, unit, mapped] = *words;
            let file = OfferedFile::told([pid, descriptor, token]);
            MemoryOffer { file, token_address, base, size, unit, mapped }
        };
        Ok(all.as_chunks().0.iter().map(offer).collect())
    }

    /// Whether the kernel lets this process read that one's memory: tried on the token.
    fn is_readable(&self) -> bool {
        let mut token = [0; 8];
        let read = self.file.pid().is_some_and(|pid| {
            ferry_sys::read_process_memory(pid, self.token_address, &mut token).is_ok()
        });
        read && self.file.is(u64::from_ne_bytes(token))
    }
}

impl Process {
    /// Whether a member may map what this process offers.
    pub(super) fn shares_host(&mut self, peer: PeerId) -> bool {
        if peer == self.identity.me {
            return true;
        }
        let links = &mut self.runtime.links;
        let attributes = links.attributes(peer, TrafficClass::Message, ContextId(0));
        attributes.is_ok_and(|found| found.shares_memory)
    }

    /// Whether the kernel may copy from and to its memory.
    fn may_be_read(&mut self, peer: PeerId) -> bool {
        let links = &mut self.runtime.links;
        let attributes = links.attributes(peer, TrafficClass::Message, ContextId(0));
        attributes.is_ok_and(|found| found.remote_reads)
    }
}

/// The members of a communicator with which memory is shared, by rank.
pub(crate) fn neighbours(comm: &Comm) -> Vec<bool> {
    let mut process = enter();
    comm.group.peers().map(|peer| process.shares_host(peer)).collect()
}

/// How each member's memory is reached: `whole` says whether all of it is what lies behind its page.
pub(super) fn targets(
    memory: &mut OwnMemory,
    comm: &Comm,
    (own, own_memory): (&OwnPages, &Arena),
    (offers, sharing): (&[MemoryOffer], &[bool]),
    whole: bool,
) -> Vec<WinTarget> {
    let members = comm.group.peers().zip(offers).zip(sharing).zip(0..);
    let target = |(((peer, offer), shares), rank): (((PeerId, &MemoryOffer), &bool), u32)| {
        if rank == comm.rank {
            return WinTarget::new(Reach::Memory(own.control), *own_memory, offer);
        }
        let mapped = if *shares { memory.map(offer) } else { None };
        match mapped {
            Some((control, arena)) if whole => WinTarget::new(Reach::Memory(control), arena, offer),
            Some((control, _)) if enter().may_be_read(peer) && offer.is_readable() => {
                let (pid, base) = (offer.file.pid().unwrap_or(0), offer.base);
                WinTarget::new(Reach::Kernel { control, pid, base }, Arena::empty(), offer)
            }
            _ => WinTarget::new(Reach::Frames, Arena::empty(), offer),
        }
    };
    members.map(target).collect()
}

/// All memory behind the page of the member at `leader`, as one piece for all members.
pub(super) fn common(
    memory: &mut OwnMemory,
    comm: &Comm,
    own: Option<&OwnPages>,
    offer: &MemoryOffer,
    leader: u32,
) -> Option<Arena> {
    match own {
        Some(own) if comm.rank == leader => Some(own.memory),
        _ => memory.map(offer).map(|(_, arena)| arena),
    }
}
