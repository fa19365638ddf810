//! Windows come into being (MPI-5.0 §12.2).

use super::mapping::{self, MemoryOffer, OwnMemory, OwnPages};
use super::meeting::Meetings;
use super::{
    AccessEpoch, MODEL, Reach, Win, WinFacts, WinLock, WinTarget, failures, hints, of_window,
};
use crate::check::{self, Call, OtherCall};
use crate::comm::Comm;
use crate::comm::meeting::Meeting;
use crate::constants::{
    MPI_ERR_COMM, MPI_ERR_DISP, MPI_ERR_NO_MEM, MPI_ERR_RMA_SHARED, MPI_ERR_SIZE,
    MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_DYNAMIC, MPI_WIN_FLAVOR_SHARED,
};
use crate::errhandler;
use crate::error::{Error, Result};
use crate::handle::{CommHandle, WinHandle};
use crate::info::Info;
use crate::process::enter;
use crate::tool::OwnEvent;
use ferry_datatype::UserMemoryMut;
use ferry_one_sided::{AttachedMemory, WindowMember, WindowMemory, WindowPlan};
use ferry_sys::Arena;
use std::sync::Arc;

impl WinTarget {
    pub(super) fn new(reach: Reach, memory: Arena, offer: &MemoryOffer) -> Self {
        let (size, unit) = (offer.size, offer.unit);
        WinTarget { open: false, touched: false, unit, memory, size, reach, lock: WinLock::None }
    }
}

/// What makes a window of this kind.
fn call_of(flavor: i32, info: &Info) -> Call {
    match flavor {
        MPI_WIN_FLAVOR_CREATE => Call::other(OtherCall::WinCreate),
        MPI_WIN_FLAVOR_ALLOCATE => Call::other(OtherCall::WinAllocate),
        MPI_WIN_FLAVOR_SHARED => {
            let is_apart = info.get("alloc_shared_noncontig") == Some("true");
            Call::other(OtherCall::WinAllocateShared).alike(is_apart)
        }
        _ => Call::other(OtherCall::WinCreateDynamic),
    }
}

/// A window that is being made.
struct WinBuilder {
    /// Its own communicator.
    comm: Arc<Comm>,
    info: Info,
    flavor: i32,
    unit: u64,
    memory: OwnMemory,
}

impl WinBuilder {
    fn new(comm: CommHandle, info: &Info, flavor: i32, unit: i64) -> Result<Self> {
        let info = hints::of_new(info)?;
        if unit < 1 {
            let text = format!("argument disp_unit is {unit}, but must be 1 or more");
            return Err(Error::new(MPI_ERR_DISP, text));
        }
        let parent = enter().comm(comm)?.clone();
        if parent.remote.is_some() {
            let text = "a window needs an intracommunicator, got an intercommunicator";
            return Err(Error::new(MPI_ERR_COMM, text));
        }
        check::meet(comm, call_of(flavor, &info))?;
        let comm = crate::comm::create::plain_dup(&parent)?;
        let comm = enter().comm(comm)?.clone();
        Ok(WinBuilder { comm, info, flavor, unit: unit as u64, memory: OwnMemory::default() })
    }

    fn meeting(&self) -> Meeting {
        Meeting::of_all(&self.comm)
    }

    /// The members with which memory is shared, by rank. A program that wants to share memory has asked for processes of
    /// one host, whatever method joins them: there it is tried.
    fn neighbours(&self) -> Vec<bool> {
        match self.flavor {
            MPI_WIN_FLAVOR_SHARED => vec![true; self.comm.size() as usize],
            _ => mapping::neighbours(&self.comm),
        }
    }

    /// Whether another member can map what this one offers.
    fn has_neighbours(&self) -> bool {
        let all = self.neighbours();
        all.into_iter().zip(0..).any(|(shares, rank)| shares && rank != self.comm.rank)
    }

    /// Memory of this process's own, to be offered; what goes wrong is told when all have met.
    fn pages(&mut self, len: usize) -> Result<OwnPages> {
        let is_offered = self.has_neighbours();
        self.memory.pages(len, is_offered).map_err(|why| {
            let text = format!("no memory of {len} bytes for a window: {why}");
            Error::new(MPI_ERR_NO_MEM, text)
        })
    }

    /// All fail if one has.
    fn agree<T>(&self, outcome: Result<T>) -> Result<T> {
        let mut worst = [u64::from(outcome.is_err())];
        self.meeting().largest(&mut worst)?;
        match outcome {
            Ok(_) if worst != [0] => {
                let text = "another process has no memory for its part of the window";
                Err(Error::new(MPI_ERR_NO_MEM, text))
            }
            outcome => outcome,
        }
    }

    /// All have made their parts: the window is there.
    fn finish(
        self,
        own: &OwnPages,
        (base, memory): (usize, WindowMemory),
        targets: Vec<WinTarget>,
    ) -> Result<WinHandle> {
        let size = match &memory {
            WindowMemory::Whole(arena) => arena.len(),
            WindowMemory::Attached(_) => 0,
        };
        let is_shared = self.neighbours();
        let member = |(peer, shares_memory)| WindowMember { peer, shares_memory };
        let members = self.comm.group.peers().zip(is_shared).map(member).collect();
        let number = self.comm.context.0;
        let plan = WindowPlan { number, memory, control: own.control, members };
        let errhandler = errhandler::FATAL;
        let disp_unit = i32::try_from(self.unit).unwrap_or(i32::MAX);
        let (flavor, model) = (self.flavor, MODEL);
        let is_shared = targets.iter().all(|target| matches!(target.reach, Reach::Memory(_)));
        let meeting = self.meeting();
        let win = Win {
            comm: self.comm,
            targets,
            all_open: false,
            access: AccessEpoch::None,
            exposure: None,
            touched: Vec::new(),
            facts: WinFacts { base, size: size as isize, disp_unit, flavor, model },
            name: String::new(),
            errhandler,
            forbids_locks: hints::forbids_locks(&self.info),
            info: self.info,
            meetings: None,
            parts_by_agreement: false,
            memory: Arc::new(self.memory),
        };
        let handle = {
            let mut process = enter();
            process.runtime.face.one_sided.open(plan);
            let handle = process.windows.insert(Box::new(win));
            process.catch_up_with_failures(handle);
            handle
        };
        // Nobody accesses a window that is not there, nor forgets a file that is to be mapped.
        let mut apart = [u64::from(!is_shared), u64::from(!failures::are_told())];
        if let Err(error) = meeting.largest(&mut apart) {
            enter().forget_win(handle);
            return Err(error);
        }
        let mut process = enter();
        let is_whole = process.obstacle_to_meeting(handle).is_none();
        let win = process.win_mut(handle)?;
        win.meetings = (apart[0] == 0 && is_whole).then(Meetings::new);
        win.parts_by_agreement = apart[1] == 0;
        let (members, bytes) = (win.comm.size(), size as u64);
        process.note_of_win(handle, |win| OwnEvent::WinMade { win, members, bytes });
        Ok(handle)
    }
}

fn length(size: i64) -> Result<usize> {
    usize::try_from(size).map_err(|_| {
        let text = format!("argument size is {size}, but must not be negative");
        Error::new(MPI_ERR_SIZE, text)
    })
}

/// `MPI_Win_create`: a window on memory of the program's.
pub fn create(
    base: UserMemoryMut,
    size: i64,
    unit: i64,
    info: &Info,
    comm: CommHandle,
) -> Result<WinHandle> {
    on_memory(base, length(size)?, unit, info, comm).map_err(of_window)
}

fn on_memory(
    base: UserMemoryMut,
    size: usize,
    unit: i64,
    info: &Info,
    comm: CommHandle,
) -> Result<WinHandle> {
    let mut builder = WinBuilder::new(comm, info, MPI_WIN_FLAVOR_CREATE, unit)?;
    let memory = if size == 0 { Arena::empty() } else { base.arena(0, size) };
    let own = builder.pages(0);
    let own = builder.agree(own)?;
    let offers = own.offer(&memory, builder.unit).gather(&builder.meeting())?;
    hints::check_sameness(&builder.info, &offers)?;
    let comm = builder.comm.clone();
    let sharing = builder.neighbours();
    let targets =
        mapping::targets(&mut builder.memory, &comm, (&own, &memory), (&offers, &sharing), false);
    // A window of no bytes is somewhere too (MPI-5.0 §12.2.6).
    builder.finish(&own, (base.address(0) as usize, WindowMemory::Whole(memory)), targets)
}

/// `MPI_Win_allocate`: a window on memory of Ferry's, which members of a host map; and its address.
pub fn allocate(size: i64, unit: i64, info: &Info, comm: CommHandle) -> Result<(WinHandle, usize)> {
    of_own(length(size)?, unit, info, comm, MPI_WIN_FLAVOR_ALLOCATE).map_err(of_window)
}

fn of_own(
    size: usize,
    unit: i64,
    info: &Info,
    comm: CommHandle,
    flavor: i32,
) -> Result<(WinHandle, usize)> {
    let mut builder = WinBuilder::new(comm, info, flavor, unit)?;
    let own = builder.pages(size);
    let own = builder.agree(own)?;
    let memory = own.memory;
    let offers = own.offer(&memory, builder.unit).gather(&builder.meeting())?;
    hints::check_sameness(&builder.info, &offers)?;
    let comm = builder.comm.clone();
    let sharing = builder.neighbours();
    let targets =
        mapping::targets(&mut builder.memory, &comm, (&own, &memory), (&offers, &sharing), true);
    if flavor == MPI_WIN_FLAVOR_SHARED {
        let is_mapped = |target: &WinTarget| matches!(target.reach, Reach::Memory(_));
        check_shared(&builder, targets.iter().all(is_mapped))?;
    }
    let base = memory.address(0);
    Ok((builder.finish(&own, (base, WindowMemory::Whole(memory)), targets)?, base))
}

/// All members have mapped everybody's memory.
fn check_shared(builder: &WinBuilder, is_mapped: bool) -> Result<()> {
    let mut missing = [u64::from(!is_mapped)];
    builder.meeting().largest(&mut missing)?;
    match missing {
        [0] => Ok(()),
        _ => {
            let text = "not all processes of the communicator can share memory: split it by \
                        MPI_COMM_TYPE_SHARED";
            Err(Error::new(MPI_ERR_RMA_SHARED, text))
        }
    }
}

/// `MPI_Win_allocate_shared`: the members' memory one behind the other, or wherever it is best for each
/// (`alloc_shared_noncontig`).
pub fn allocate_shared(
    size: i64,
    unit: i64,
    info: &Info,
    comm: CommHandle,
) -> Result<(WinHandle, usize)> {
    let size = length(size)?;
    if info.get("alloc_shared_noncontig") == Some("true") {
        return of_own(size, unit, info, comm, MPI_WIN_FLAVOR_SHARED).map_err(of_window);
    }
    in_a_row(size, unit, info, comm).map_err(of_window)
}

/// The member whose file all memory is in.
const LEADER: u32 = 0;

fn in_a_row(size: usize, unit: i64, info: &Info, comm: CommHandle) -> Result<(WinHandle, usize)> {
    let mut builder = WinBuilder::new(comm, info, MPI_WIN_FLAVOR_SHARED, unit)?;
    let comm = builder.comm.clone();
    let own = builder.pages(0);
    let own = builder.agree(own)?;
    let sizes = builder.meeting().gather(&(size as u64).to_le_bytes())?;
    let sizes: Vec<u64> = crate::comm::meeting::from_bytes(&sizes);
    let whole = sizes.iter().try_fold(0u64, |sum, size| sum.checked_add(*size));
    let leads = comm.rank == LEADER;
    let row = match whole.and_then(|whole| usize::try_from(whole).ok()) {
        Some(whole) if leads => builder.pages(whole).map(Some),
        Some(_) => Ok(None),
        None => {
            Err(Error::new(MPI_ERR_SIZE, "the sizes of all processes exceed the address space"))
        }
    };
    let row = builder.agree(row)?;
    let of_row = row.as_ref().map(|row| row.offer(&row.memory, builder.unit));
    let nothing = own.offer(&Arena::empty(), builder.unit);
    let lead = of_row.unwrap_or(nothing).gather(&builder.meeting())?[LEADER as usize];
    let mapped = mapping::common(&mut builder.memory, &comm, row.as_ref(), &lead, LEADER);
    check_shared(&builder, mapped.is_some())?;
    let mapped = mapped.unwrap_or(Arena::empty());
    let start = |rank: usize| sizes[..rank].iter().sum::<u64>() as usize;
    let part = |rank: usize| mapped.part(start(rank), sizes[rank] as usize);
    let memory = part(comm.rank as usize);
    let offers = own.offer(&memory, builder.unit).gather(&builder.meeting())?;
    hints::check_sameness(&builder.info, &offers)?;
    // The pages of the locks are the members' own.
    let sharing = builder.neighbours();
    let mut targets =
        mapping::targets(&mut builder.memory, &comm, (&own, &memory), (&offers, &sharing), true);
    for (target, rank) in targets.iter_mut().zip(0..) {
        target.memory = part(rank);
    }
    let is_mapped = |target: &WinTarget| matches!(target.reach, Reach::Memory(_));
    check_shared(&builder, targets.iter().all(is_mapped))?;
    let base = memory.address(0);
    Ok((builder.finish(&own, (base, WindowMemory::Whole(memory)), targets)?, base))
}

/// `MPI_Win_create_dynamic`: a window that memory is attached to later.
pub fn create_dynamic(info: &Info, comm: CommHandle) -> Result<WinHandle> {
    let make = || {
        let mut builder = WinBuilder::new(comm, info, MPI_WIN_FLAVOR_DYNAMIC, 1)?;
        let own = builder.pages(0);
        let own = builder.agree(own)?;
        let offers = own.offer(&Arena::empty(), 1).gather(&builder.meeting())?;
        let of = |offer: &MemoryOffer| WinTarget::new(Reach::Frames, Arena::empty(), offer);
        let targets = offers.iter().map(of).collect();
        let memory = WindowMemory::Attached(AttachedMemory::default());
        builder.finish(&own, (0, memory), targets)
    };
    make().map_err(of_window)
}
