//! How the members of a communicator come to share memory.

use super::lending::Lending;
use super::turn::CommonsOfComm;
use crate::comm::Comm;
use crate::comm::meeting::{Meeting, from_bytes, to_bytes};
use crate::error::Result;
use crate::handle::CommHandle;
use crate::process::{Process, enter};
use crate::win;
use ferry_commons::{Commons, MOST_MEMBERS, RoomWish, rooms_of};
use ferry_sys::{AsymmetricFence, OfferedFile, Segment, SegmentFile};
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex};

/// So many blocking collectives of a communicator go by messages: most have no more.
const BEFORE: u32 = 4;

/// The memory in which the members of a communicator meet.
#[derive(Debug)]
pub(crate) enum CommonsSlot {
    /// None yet: so many blocking collectives were called.
    Counting(u32),
    /// There is none.
    Refused,
    /// There is one.
    Open(Arc<CommonsOfComm>),
}

impl Default for CommonsSlot {
    fn default() -> Self {
        CommonsSlot::Counting(0)
    }
}

/// A blocking collective is called on a communicator whose members share no memory. They call equally many, and share
/// some from a certain one on.
#[cold]
pub(super) fn count(handle: CommHandle) {
    let Some(comm) = enter().is_due(handle) else { return };
    let opened = open(&comm).unwrap_or(None);
    if let Some(entry) = enter().comms.get_mut(handle) {
        entry.commons =
            opened.map_or(CommonsSlot::Refused, |commons| CommonsSlot::Open(Arc::new(commons)));
    }
}

impl Process {
    /// Counts a call; the communicator if its members are to share memory now.
    fn is_due(&mut self, handle: CommHandle) -> Option<Arc<Comm>> {
        let entry = self.comms.get_mut(handle)?;
        let CommonsSlot::Counting(calls) = &mut entry.commons else { return None };
        let comm = &entry.comm;
        if comm.remote.is_some() || !(2..=MOST_MEMBERS).contains(&comm.size()) {
            entry.commons = CommonsSlot::Refused;
            return None;
        }
        *calls += 1;
        (*calls > BEFORE && !comm.is_revoked()).then(|| comm.clone())
    }
}

/// So many communicators of a process have many rooms: memory is not to grow with their number.
const WITH_MANY_ROOMS: usize = 8;

impl Process {
    /// Whether the next communicator is to have few rooms.
    fn wants_few_rooms(&self) -> bool {
        let with_rooms =
            self.comms.all().filter(|(_, comm)| matches!(comm.commons, CommonsSlot::Open(_)));
        with_rooms.count() >= WITH_MANY_ROOMS
    }
}

/// Has all members map one memory. `None`: one of them cannot.
fn open(comm: &Arc<Comm>) -> Result<Option<CommonsOfComm>> {
    let meeting = Meeting::for_commons(comm);
    let may = enter().collectives.has_commons && win::neighbours(comm).into_iter().all(|near| near);
    let few = enter().wants_few_rooms();
    let share_cores = enter().waiting().oversubscribed;
    let mut unlike = [!may, few, share_cores].map(u64::from);
    meeting.largest(&mut unlike)?;
    let [refused, few, share_cores] = unlike.map(|one| one != 0);
    if refused {
        return Ok(None);
    }
    let rooms = rooms_of(comm.size(), RoomWish { few, share_cores });
    let own = if comm.rank == 0 { create(comm, rooms) } else { None };
    let (file, own) = own.unzip();
    let offer = share(&meeting, file.as_ref().map(|(_, offer)| *offer))?;
    let joined = || offer.and_then(|offer| join(comm, rooms, &offer));
    let opened = own.or_else(joined);
    let mut refused = [u64::from(opened.is_none())];
    meeting.largest(&mut refused)?;
    // All have mapped it, or never will.
    drop(file);
    let Some(mut opened) = opened.filter(|_| refused == [0]) else { return Ok(None) };
    opened.share_cores = share_cores;
    let may_read = enter().collectives.may_read;
    opened.lending = Lending::among(&meeting, may_read, opened.share_cores)?;
    Ok(Some(opened))
}

/// The first member's file, as all are told. `None`: it has none.
fn share(meeting: &Meeting, own: Option<OfferedFile>) -> Result<Option<OfferedFile>> {
    let words = own.map_or(Vec::new(), |own| to_bytes(&own.words()));
    let words = from_bytes(&meeting.share_outcome(0, Ok(words))?);
    Ok(words.try_into().ok().map(OfferedFile::told))
}

/// Memory for all members, whose number stands in it before anybody is told of it: the file, and what is in it.
fn create(comm: &Arc<Comm>, rooms: u32) -> Option<((SegmentFile, OfferedFile), CommonsOfComm)> {
    let len = Commons::bytes(comm.size(), rooms);
    let file = SegmentFile::create("ferry-commons", len).ok()?;
    let segment = file.map(0, len).ok()?;
    let offer = OfferedFile::new(Some(&file));
    offer.mark(Commons::token(&segment.arena(0, len)));
    Some(((file, offer), lying_in(comm, rooms, segment)))
}

/// What the first member offers.
fn join(comm: &Arc<Comm>, rooms: u32, offer: &OfferedFile) -> Option<CommonsOfComm> {
    let len = Commons::bytes(comm.size(), rooms);
    let segment = offer.open()?.map(0, len).ok()?;
    let is_it = offer.is_at(Commons::token(&segment.arena(0, len)));
    is_it.then(|| lying_in(comm, rooms, segment))
}

fn lying_in(comm: &Arc<Comm>, rooms: u32, segment: Segment) -> CommonsOfComm {
    let fence = AsymmetricFence::register();
    let member = (comm.rank, comm.size());
    let must_fence = fence.frequent_side_must_fence();
    let arena = segment.arena(0, Commons::bytes(comm.size(), rooms));
    let commons = Commons::new(arena, member, rooms, must_fence);
    let (comm, lending, share_cores) = (comm.clone(), None, false);
    let (unwaited, scratch) = (AtomicU32::new(0), Mutex::default());
    CommonsOfComm {
        commons,
        comm,
        fence,
        unwaited,
        scratch,
        lending,
        share_cores,
        _segment: segment,
    }
}
