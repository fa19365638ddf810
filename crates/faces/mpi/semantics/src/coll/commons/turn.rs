//! One operation of a communicator in the memory of its members, as this process takes part in it.

use super::lending::Lending;
use crate::coll::operation::Operation;
use crate::comm::Comm;
use crate::constants::{MPI_ERR_COUNT, MPI_ERR_OTHER, MPI_ERR_TRUNCATE};
use crate::error::{Error, Result};
use crate::p2p::fault_error;
use crate::process::{MappedPlace, Process, enter, wait_for_mapped};
use crate::process_failure::{ERR_PROC_FAILED, ERR_REVOKED, revoked_error};
use ferry_commons::{Commons, CommonsChange, CommonsMark, CommonsPiece};
use ferry_sys::{AsymmetricFence, OwnedBuffer, ReadRegion, Segment};
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

/// So often a call looks at what it waits for before it does anything else, unless members share cores.
const LOOKS: u32 = 2000;

/// The memory of a communicator's members.
#[derive(Debug)]
pub(crate) struct CommonsOfComm {
    pub(super) commons: Commons,
    pub(super) comm: Arc<Comm>,
    pub(super) fence: AsymmetricFence,
    /// So many operations in a row this process only took something in, and waited for nothing.
    pub(super) unwaited: AtomicU32,
    /// Memory that the next operation may need again.
    pub(super) scratch: Mutex<Option<OwnedBuffer>>,
    /// How they read each other's memory, if they can.
    pub(super) lending: Option<Lending>,
    /// Some of them share cores: who has nothing to do is in another's way.
    pub(super) share_cores: bool,
    /// Stays mapped as long.
    pub(super) _segment: Segment,
}

/// A call that sleeps until another member has done something.
struct MemberSleep {
    of: Arc<CommonsOfComm>,
    until: CommonsChange,
}

impl MappedPlace for MemberSleep {
    fn begin_sleeping(&self) {
        self.of.commons.begin_sleeping(self.until);
    }

    fn end_sleeping(&self) {
        self.of.commons.end_sleeping();
    }

    fn fence(&self) -> AsymmetricFence {
        self.of.fence
    }
}

/// An operation that this process takes part in.
pub(super) struct CommonsTurn {
    pub(super) of: Arc<CommonsOfComm>,
    pub(super) number: u32,
    pub(super) kind: u8,
    /// What all members laid out was found.
    all_came: Cell<bool>,
    /// Something was not there when this process looked for it.
    has_waited: Cell<bool>,
    /// The operation was done.
    has_succeeded: Cell<bool>,
    /// It was in a room in which it has never been, which takes longer than any other time.
    pub(super) was_in_new_room: Cell<bool>,
}

impl CommonsTurn {
    #[inline]
    pub(super) fn begin(of: Arc<CommonsOfComm>, kind: u32) -> Self {
        let number = of.commons.begin();
        CommonsTurn {
            of,
            number,
            kind: kind as u8,
            all_came: Cell::new(false),
            has_waited: Cell::new(false),
            has_succeeded: Cell::new(false),
            was_in_new_room: Cell::new(false),
        }
    }

    #[inline]
    pub(super) fn comm(&self) -> &Comm {
        &self.of.comm
    }

    #[inline]
    pub(super) fn me(&self) -> u32 {
        self.of.commons.me()
    }

    #[inline]
    pub(super) fn members(&self) -> u32 {
        self.of.commons.members()
    }

    /// The rank that an argument names as the root.
    #[inline]
    pub(super) fn root(&self, root: i32) -> Option<u32> {
        u32::try_from(root).ok().filter(|root| *root < self.members())
    }

    /// The other members, each process beginning behind itself, so that not all look at one.
    pub(super) fn others(&self) -> impl Iterator<Item = u32> + use<> {
        let (me, members) = (self.me(), self.members());
        (me + 1..members).chain(0..me)
    }

    /// This process has what others, who need nothing from it, laid out. If it has waited for nothing in a row of such
    /// operations, what they lay out for the next, as many bytes, is brought here meanwhile. (Asked for too early, it would
    /// have to be given back before they can.)
    #[inline]
    pub(super) fn look_ahead(&self, to: impl Iterator<Item = u32>, len: usize) {
        /// So many operations say that the others run ahead.
        const ROW: u32 = 4;
        let row =
            if self.has_waited.get() { 0 } else { self.of.unwaited.load(Ordering::Relaxed) + 1 };
        self.of.unwaited.store(row.min(ROW), Ordering::Relaxed);
        if row >= ROW {
            to.for_each(|rank| self.of.commons.expect(self.number, rank, len));
        }
    }

    /// Every member's bytes were found: all are through with the operation before.
    #[inline]
    pub(super) fn note_all(&self) {
        self.all_came.set(true);
    }

    /// Nothing went wrong.
    #[inline]
    pub(super) fn note_success(&self) {
        self.has_succeeded.set(true);
    }

    /// This process leaves the operation, which it has not done. The others may believe that it takes part in a chain, and
    /// write to its rooms.
    #[cold]
    fn leave(&self) {
        if self.of.share_cores && Operation::is_reduction(self.kind) {
            self.of.commons.note_chain_of_others(self.number);
        }
    }

    /// Lays `len` bytes out for others, which `fill` writes.
    #[inline]
    pub(super) fn lay_out(&self, len: usize, fill: impl FnOnce(&mut [u8])) -> Result<()> {
        self.wait_for_place(len)?;
        let (commons, mark) = (&self.of.commons, CommonsMark { kind: self.kind, len });
        if commons.lay_out(self.only_piece(), mark, fill) {
            self.wake(CommonsChange::Laying(self.me()));
        }
        Ok(())
    }

    #[inline]
    pub(super) fn wait_for_place(&self, len: usize) -> Result<()> {
        let is_free = || self.of.commons.is_free(self.only_piece(), len).then_some(());
        is_free().map_or_else(|| self.wait(CommonsChange::Ending, is_free), Ok)
    }

    /// Says that this process lays out `len` bytes for others, which come in pieces.
    pub(super) fn announce(&self, len: usize) -> Result<()> {
        self.wait_for_place(0)?;
        if self.of.commons.announce(self.number, CommonsMark { kind: self.kind, len }) {
            self.wake(CommonsChange::Laying(self.me()));
        }
        Ok(())
    }

    /// What a member has laid out, `most` bytes at most: they are as many unless one of the two is mistaken.
    #[inline]
    pub(super) fn take(&self, rank: u32, most: usize) -> Result<ReadRegion> {
        let len = self.find(rank, most)?;
        Ok(self.of.commons.read(self.only_piece(), rank, len))
    }

    /// How many bytes a member lays out.
    #[inline]
    pub(super) fn find(&self, rank: u32, most: usize) -> Result<usize> {
        let find = || self.of.commons.found(self.number, rank);
        let mark = find().map_or_else(|| self.wait(CommonsChange::Laying(rank), find), Ok)?;
        if mark.kind != self.kind {
            return Err(self.differing(rank, mark.kind));
        }
        if mark.len > most {
            return Err(self.truncated(rank, mark.len, most));
        }
        Ok(mark.len)
    }

    /// The same where all lay out as much.
    #[inline]
    pub(super) fn take_exactly(&self, rank: u32, len: usize) -> Result<ReadRegion> {
        self.find_exactly(rank, len)?;
        Ok(self.of.commons.read(self.only_piece(), rank, len))
    }

    /// Looks for what a member lays out where its length is known.
    #[inline]
    pub(super) fn find_exactly(&self, rank: u32, len: usize) -> Result<()> {
        let found = self.find(rank, len)?;
        if found == len { Ok(()) } else { Err(self.shorter(rank, found, len)) }
    }

    #[cold]
    fn shorter(&self, rank: u32, theirs: usize, own: usize) -> Error {
        let text = format!(
            "rank {rank} contributes {theirs} bytes and this process expects {own}; counts and datatypes must be the \
             same at all processes"
        );
        Error::new(MPI_ERR_COUNT, text).on(self.of.comm.handle)
    }

    #[cold]
    fn differing(&self, rank: u32, kind: u8) -> Error {
        let [theirs, own] = [kind, self.kind].map(Operation::name_of);
        let text = format!(
            "rank {rank} calls {theirs} where this process calls {own}; all processes of a communicator call \
             the same collectives in the same order"
        );
        Error::new(MPI_ERR_OTHER, text).on(self.of.comm.handle)
    }

    #[cold]
    fn truncated(&self, rank: u32, sent: usize, room: usize) -> Error {
        let text = format!("{sent} bytes from rank {rank} met a buffer of {room} bytes");
        Error::new(MPI_ERR_TRUNCATE, text).on(self.of.comm.handle)
    }

    #[cold]
    pub(super) fn left(&self, rank: u32) -> Error {
        match self.of.commons.excuse_of(self.number, rank).map(i32::from) {
            Some(ERR_REVOKED) => return revoked_error(self.comm()),
            Some(ERR_PROC_FAILED) => {
                let operation = Operation::name_of(self.kind);
                let text = format!(
                    "rank {rank} has left {operation}, since it has found that a process of the communicator has failed"
                );
                return Error::new(ERR_PROC_FAILED, text).on(self.of.comm.handle);
            }
            _ => {}
        }
        let text = format!(
            "rank {rank} has left {} before this process had what it waits for: the call failed there, or its \
             arguments do not go with those of this process",
            Operation::name_of(self.kind)
        );
        Error::new(MPI_ERR_OTHER, text).on(self.of.comm.handle)
    }

    /// The one that all there is to lay out fits in.
    #[inline]
    fn only_piece(&self) -> CommonsPiece {
        CommonsPiece::only(self.number, self.most_rooms(1))
    }

    /// Waits until something is there.
    #[inline(never)]
    pub(super) fn wait<T>(&self, until: CommonsChange, find: impl Fn() -> Option<T>) -> Result<T> {
        self.has_waited.set(true);
        let looks = if self.of.share_cores { 1 } else { LOOKS };
        for _ in 0..looks {
            if let Some(found) = find() {
                return Ok(found);
            }
        }
        let place = MemberSleep { of: self.of.clone(), until };
        let mut seen = None;
        wait_for_mapped(Box::new(place), |process| match find() {
            Some(found) => Some(Ok(found)),
            None => {
                let obstacle = self.obstacle(process, &mut seen, until);
                let error = obstacle.or_else(|| self.departure(until, &find))?;
                self.give_up(&error);
                Some(Err(error))
            }
        })
    }

    /// Tells the others why this process leaves the operation, where the same keeps them from it.
    #[cold]
    pub(super) fn give_up(&self, error: &Error) {
        if matches!(error.code, ERR_REVOKED | ERR_PROC_FAILED) {
            self.of.commons.excuse(self.number, error.code as u16);
        }
    }

    /// Why the operation cannot be done, as far as is known.
    #[inline]
    pub(super) fn fault(&self, process: &Process) -> Option<Error> {
        let comm = self.comm();
        let fault = process.obstacle(comm, |peer| comm.has_member(peer));
        fault.map(|fault| fault_error(&fault).on(comm.handle))
    }

    /// Who has left will not lay out what is waited for, unless it has in between.
    fn departure<T>(&self, until: CommonsChange, find: impl Fn() -> Option<T>) -> Option<Error> {
        let CommonsChange::Laying(rank) = until else { return None };
        let has_left = self.of.commons.has_left(self.number, rank);
        (has_left && find().is_none()).then(|| self.left(rank))
    }

    /// Why what is waited for will not come, if something has happened since.
    fn obstacle(
        &self,
        process: &Process,
        seen: &mut Option<u64>,
        until: CommonsChange,
    ) -> Option<Error> {
        let trouble = process.trouble();
        if seen.replace(trouble) == Some(trouble) {
            return None;
        }
        let CommonsChange::Laying(rank) = until else { return self.fault(process) };
        let comm = self.comm();
        let lost = || process.runtime.face.transfer.loss(comm.group.peer(rank)?);
        let of_awaited = || lost().map(|fault| fault_error(&fault).on(comm.handle));
        self.fault(process).or_else(of_awaited)
    }

    /// Wakes those that sleep until this process does what it has just done.
    #[cold]
    pub(super) fn wake(&self, what: CommonsChange) {
        let mut process = enter();
        let (windows, transfer, _) = process.for_windows();
        for rank in self.of.commons.sleepers(what) {
            if let Some(peer) = self.of.comm.group.peer(rank) {
                windows.nudge_peer(transfer, peer);
            }
        }
        process.send_queued();
    }
}

impl Drop for CommonsTurn {
    #[inline]
    fn drop(&mut self) {
        let has_failed = !self.has_succeeded.get();
        if has_failed {
            self.leave();
        }
        if self.of.commons.end(self.number, self.all_came.get()) {
            self.wake(CommonsChange::Ending);
            // What they wait for will not come.
            if has_failed {
                self.wake(CommonsChange::Laying(self.me()));
            }
        }
    }
}
