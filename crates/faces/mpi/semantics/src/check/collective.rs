//! Members of a communicator tell each other what they call, before they do it.

use super::call::{Call, compare, compare_rows, rows_of};
use super::is_on;
use crate::background::{Advance, Background};
use crate::coll::{Execution, Internal, InternalExecution, Operation, Roster};
use crate::comm::Comm;
use crate::error::{Error, Result};
use crate::handle::CommHandle;
use crate::p2p::fault_error;
use crate::process::{Process, enter, wait_until};
use crate::tags;
use ferry_two_sided::TransferFault;
use std::sync::Arc;

/// Such a conversation.
struct Conversation {
    comm: Arc<Comm>,
    tag: i32,
    call: Call,
    /// Blocks of different lengths are told when it is known that all call the same.
    rows: Option<Vec<u8>>,
    telling: InternalExecution,
    has_compared: bool,
}

impl Conversation {
    fn new(process: &mut Process, comm: Arc<Comm>, call: Call, rows: Option<Vec<u8>>) -> Self {
        let tag = process.checks.sequences.next(comm.handle, tags::CHECKS);
        let telling = tell(process, &comm, tag, &call.encode());
        Conversation { comm, tag, call, rows, telling, has_compared: false }
    }

    /// Goes on as far as possible; `Some`: it is over.
    fn advance(&mut self, process: &mut Process) -> Option<Result<()>> {
        loop {
            let told = match self.telling.advance(process)? {
                Ok(told) => told,
                Err(fault) => return Some(Err(fault_error(&fault))),
            };
            let size = self.comm.size() as usize;
            if self.has_compared {
                return Some(compare_rows(&told, size, self.call.root()));
            }
            let number = self.tag.wrapping_sub(tags::CHECKS.at(0)).cast_unsigned();
            let compared = compare(&Call::decode_all(&told), number);
            let Some(rows) = self.rows.take().filter(|_| compared.is_ok()) else {
                return Some(compared);
            };
            self.has_compared = true;
            self.telling = tell(process, &self.comm, self.tag, &rows);
        }
    }
}

/// The members of the local group tell each other some bytes.
fn tell(process: &mut Process, comm: &Arc<Comm>, tag: i32, own: &[u8]) -> InternalExecution {
    let (members, context) = (comm.group.clone(), comm.collective_context());
    let roster = Roster::of_group(comm.clone(), members, context, tag);
    InternalExecution::new(process, roster, Internal::Gather, own)
}

fn converse(
    process: &mut Process,
    handle: CommHandle,
    call: impl FnOnce(&Process, &Comm) -> (Call, Option<Vec<u8>>),
) -> Result<Conversation> {
    let comm = process.comm(handle)?.clone();
    comm.check()?;
    let (call, rows) = call(process, &comm);
    Ok(Conversation::new(process, comm, call, rows))
}

/// What this process says of an operation.
fn told(process: &Process, comm: &Comm, operation: &Operation) -> (Call, Option<Vec<u8>>) {
    let is_inter = comm.remote.is_some();
    let rows = if is_inter { None } else { rows_of(process, operation, comm.size() as usize) };
    (Call::of(process, operation, is_inter), rows)
}

/// Whether all members call the same, and with arguments that go together.
///
/// # Errors
/// Where they do not; every member gets the same.
pub(crate) fn meet(handle: CommHandle, call: Call) -> Result<()> {
    meet_unless(handle, call, |_| None)
}

/// The same, given up when `obstacle` has found something that will not let the others come.
pub(crate) fn meet_unless(
    handle: CommHandle,
    call: Call,
    mut obstacle: impl FnMut(&mut Process) -> Option<Error>,
) -> Result<()> {
    if !is_on() {
        return Ok(());
    }
    if let Some(error) = obstacle(&mut enter()) {
        return Err(error.on(handle));
    }
    let mut conversation = converse(&mut enter(), handle, |_, _| (call, None))?;
    let met = wait_until(|process| match conversation.advance(process) {
        Some(told) => Some(Ok(told)),
        None => obstacle(process).map(Err),
    });
    if met.is_err() {
        // Answers may still come into its memory.
        std::mem::forget(conversation);
    }
    met.and_then(|told| told).map_err(|error| error.on(handle))
}

/// The same before a blocking operation.
#[cold]
pub(crate) fn before(handle: CommHandle, operation: &Operation) -> Result<()> {
    let say = |process: &Process, comm: &Comm| told(process, comm, operation);
    let conversation = converse(&mut enter(), handle, say)?;
    wait(handle, conversation)
}

fn wait(handle: CommHandle, mut conversation: Conversation) -> Result<()> {
    wait_until(|process| conversation.advance(process)).map_err(|error| error.on(handle))
}

/// An operation with a request, and the conversation that comes before it.
pub(crate) struct Checked {
    before: Option<Conversation>,
    operation: Execution,
}

impl Checked {
    /// Begins.
    pub(crate) fn new(
        process: &mut Process,
        handle: CommHandle,
        (operation, execution): (&Operation, Execution),
    ) -> Result<Self> {
        let say = |process: &Process, comm: &Comm| {
            let (call, rows) = told(process, comm, operation);
            (call.nonblocking(), rows)
        };
        let before = Some(converse(process, handle, say)?);
        Ok(Checked { before, operation: execution })
    }
}

impl Background for Checked {
    fn advance(&mut self, process: &mut Process) -> Advance {
        if let Some(before) = &mut self.before {
            match before.advance(process) {
                None => return Advance::Waits,
                Some(Err(error)) => return Advance::Ended(Some(refused(&error))),
                Some(Ok(())) => self.before = None,
            }
        }
        Background::advance(&mut self.operation, process)
    }

    fn call(&mut self) {
        self.operation.call();
    }
}

fn refused(error: &Error) -> TransferFault {
    TransferFault::Refused { code: error.code, why: error.message.as_ref().into() }
}
