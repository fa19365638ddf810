//! Receives that are waited for in the call that starts them, as most are: while nothing is out of the ordinary they
//! need no name, and no place among those that wait.

use super::{RecvBuffer, finish_in, finish_inside, selector, start_receive_inside};
use crate::check;
use crate::constants::{MPI_ANY_SOURCE, MPI_PROC_NULL};
use crate::datatype::{TypeEntry, types_are_told};
use crate::failure::CompletionFailure;
use crate::handle::CommHandle;
use crate::lane::enter_with;
use crate::process::{Entered, Process, is_shared};
use crate::status::Status;
use ferry_matching::Selector;
use ferry_runtime::{Idle, Patience};
use ferry_sys::WriteRegion;
use ferry_transfer::AT_ONCE;
use ferry_two_sided::{AwaitedMessage, Expects};

/// What became of a wait without a name.
enum ShortWait {
    Came(Status),
    /// It goes on by a receive that is posted.
    GoesOn(Entered, Patience),
}

/// `MPI_Recv`.
#[inline]
pub fn recv(
    buffer: RecvBuffer,
    source: i32,
    tag: i32,
    comm: CommHandle,
) -> Result<Status, CompletionFailure> {
    let mut process = enter_with(comm, buffer.datatype);
    if !is_shared()
        && process.runtime.face.may_await()
        && let Some((selector, region)) = process.short_receive(&buffer, (source, tag, comm))
        && process.runtime.face.begin_awaiting(selector, region)
    {
        return match wait(process, (source, comm)) {
            ShortWait::Came(status) => Ok(status),
            ShortWait::GoesOn(process, patience) => {
                go_on(process, patience, (&buffer, source, tag, comm))
            }
        };
    }
    match start_receive_inside(&mut process, &buffer, (source, tag, comm), true)? {
        None => Ok(Status::PROC_NULL),
        Some(id) => finish_inside(process, id),
    }
}

/// Waits with a receive that is posted.
#[cold]
#[inline(never)]
fn go_on(
    mut process: Entered,
    patience: Patience,
    (buffer, source, tag, comm): (&RecvBuffer, i32, i32, CommHandle),
) -> Result<Status, CompletionFailure> {
    process.runtime.face.end_awaiting();
    match start_receive_inside(&mut process, buffer, (source, tag, comm), true) {
        Ok(Some(id)) => finish_in(process, patience, id),
        other => {
            process.runtime.watch.part();
            Ok(other.map(|_| Status::PROC_NULL)?)
        }
    }
}

/// Looks for the message until it is there, others are to have the core, or it needs a receive that is posted.
#[inline]
fn wait(mut process: Entered, (source, comm): (i32, CommHandle)) -> ShortWait {
    let mut patience = process.runtime.begin_waiting();
    loop {
        let moved = process.progress();
        let state = &mut *process;
        if let Some(message) = state.runtime.face.take_awaited() {
            patience.found(&mut state.runtime.habit);
            state.runtime.watch.part();
            return ShortWait::Came(state.status_of(message, (source, comm)));
        }
        let is_plain = moved == 0 && !state.runtime.face.must_post();
        if !is_plain || !state.background.is_idle() || !state.failures.is_quiet() {
            return ShortWait::GoesOn(process, patience);
        }
        let clock = state.runtime.pace.clock();
        if patience.idle(&mut state.runtime.habit, || clock.now()) != Idle::Spin {
            return ShortWait::GoesOn(process, patience);
        }
    }
}

impl Process {
    /// What is waited for, and where it goes, if that is short and lies in a row; whatever is wrong with it is told when
    /// the receive is posted.
    #[inline]
    fn short_receive(
        &mut self,
        buffer: &RecvBuffer,
        from: (i32, i32, CommHandle),
    ) -> Option<(Selector, WriteRegion)> {
        match self.short_row(buffer, from, |entry| entry.dense) {
            None if types_are_told() && !check::is_on() => self.short_typed_receive(buffer, from),
            found => found,
        }
    }

    /// The same where messages tell of what type their elements are.
    #[inline(never)]
    fn short_typed_receive(
        &mut self,
        buffer: &RecvBuffer,
        from: (i32, i32, CommHandle),
    ) -> Option<(Selector, WriteRegion)> {
        let found = self.short_row(buffer, from, TypeEntry::row)?;
        let typed = self.committed(buffer.datatype).ok()?.typed;
        self.runtime.face.await_type(typed.map(|typed| typed as &dyn Expects));
        Some(found)
    }

    #[inline]
    fn short_row(
        &self,
        buffer: &RecvBuffer,
        (source, tag, comm): (i32, i32, CommHandle),
        row: impl Fn(&TypeEntry) -> Option<u64>,
    ) -> Option<(Selector, WriteRegion)> {
        if source == MPI_PROC_NULL || buffer.memory.is_null() || !self.background.is_idle() {
            return None;
        }
        let comm = self.comm(comm).ok().filter(|comm| !comm.is_revoked())?;
        let entry = self.committed(buffer.datatype).ok()?;
        let len = row(entry)?.checked_mul(buffer.count)?;
        let selector = selector(comm, comm.context, source, tag).ok()?;
        let region = || entry.datatype.dense_write_region(&buffer.memory, buffer.count);
        (len <= AT_ONCE as u64 && self.failures.is_quiet()).then(|| (selector, region()))
    }

    #[inline]
    fn status_of(&self, message: AwaitedMessage, (source, comm): (i32, CommHandle)) -> Status {
        let AwaitedMessage { source: peer, tag, bytes } = message;
        let source = if source == MPI_ANY_SOURCE { self.source_rank(peer, comm) } else { source };
        Status::message(source, tag, bytes)
    }
}
