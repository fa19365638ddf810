//! One operation of a communicator in the memory of its members, as this process takes part in it.

use crate::coll::operation::Operation;
use crate::comm::Comm;
use crate::constants::{MPI_ERR_COUNT, MPI_ERR_OTHER, MPI_ERR_TRUNCATE};
use crate::error::{Error, Result};
use crate::p2p::fault_error;
use crate::process::{MappedPlace, Process, enter, wait_for_mapped};
use ferry_commons::{Commons, CommonsChange, CommonsMark};
use ferry_sys::{AsymmetricFence, ReadRegion, Segment};
use std::cell::Cell;
use std::sync::Arc;

/// The memory of a communicator's members.
#[derive(Debug)]
pub(crate) struct CommonsOfComm {
    pub(super) commons: Commons,
    pub(super) comm: Arc<Comm>,
    pub(super) fence: AsymmetricFence,
    /// How often a call looks before it does anything else.
    pub(super) looks: u32,
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
    of: Arc<CommonsOfComm>,
    number: u32,
    kind: u8,
    /// What all members laid out was found.
    all_came: Cell<bool>,
}

impl CommonsTurn {
    #[inline]
    pub(super) fn begin(of: Arc<CommonsOfComm>, kind: u32) -> Self {
        let number = of.commons.begin();
        CommonsTurn { of, number, kind: kind as u8, all_came: Cell::new(false) }
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

    /// Every member's bytes were found: all are through with the operation before.
    #[inline]
    pub(super) fn note_all(&self) {
        self.all_came.set(true);
    }

    /// Lays `len` bytes out for others, which `fill` writes.
    #[inline]
    pub(super) fn lay_out(&self, len: usize, fill: impl FnOnce(&mut [u8])) -> Result<()> {
        let commons = &self.of.commons;
        if !commons.is_free(self.number) {
            self.wait(CommonsChange::Ending, || commons.is_free(self.number).then_some(()))?;
        }
        let mark = CommonsMark { kind: self.kind, len };
        if commons.lay_out(self.number, mark, fill) {
            self.wake(CommonsChange::Laying(self.me()));
        }
        Ok(())
    }

    /// What a member has laid out, `most` bytes at most: they are as many unless one of the two is mistaken.
    #[inline]
    pub(super) fn take(&self, rank: u32, most: usize) -> Result<ReadRegion> {
        let commons = &self.of.commons;
        let find = || commons.found(self.number, rank);
        let mark = find().map_or_else(|| self.wait(CommonsChange::Laying(rank), find), Ok)?;
        if mark.kind != self.kind {
            return Err(self.differing(rank, mark.kind));
        }
        if mark.len > most {
            return Err(self.truncated(rank, mark.len, most));
        }
        Ok(commons.read(self.number, rank, mark.len))
    }

    /// The same where all lay out as much.
    #[inline]
    pub(super) fn take_exactly(&self, rank: u32, len: usize) -> Result<ReadRegion> {
        let bytes = self.take(rank, len)?;
        if bytes.len() == len { Ok(bytes) } else { Err(self.shorter(rank, bytes.len(), len)) }
    }

    #[cold]
    fn shorter(&self, rank: u32, theirs: usize, own: usize) -> Error {
        let text = format!(
            "rank {rank} contributes {theirs} bytes to a reduction and this process {own}; counts and datatypes \
             must be the same at all processes"
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

    /// Waits until something is there.
    #[inline(never)]
    fn wait<T>(&self, until: CommonsChange, find: impl Fn() -> Option<T>) -> Result<T> {
        for _ in 0..self.of.looks {
            if let Some(found) = find() {
                return Ok(found);
            }
        }
        let place = MemberSleep { of: self.of.clone(), until };
        let mut seen = None;
        wait_for_mapped(Box::new(place), |process| match find() {
            Some(found) => Some(Ok(found)),
            None => self.obstacle(process, &mut seen, until).map(Err),
        })
    }

    /// Why the operation cannot be done, as far as is known.
    #[inline]
    pub(super) fn fault(&self, process: &Process) -> Option<Error> {
        let comm = self.comm();
        let fault = process.obstacle(comm, |peer| comm.has_member(peer));
        fault.map(|fault| fault_error(&fault).on(comm.handle))
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
    fn wake(&self, what: CommonsChange) {
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
        if self.of.commons.end(self.number, self.all_came.get()) {
            self.wake(CommonsChange::Ending);
        }
    }
}
