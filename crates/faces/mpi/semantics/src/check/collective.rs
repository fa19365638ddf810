//! Members of a communicator tell each other what they call, before they do it.

use super::blocks::{Blocks, compare_blocks};
use super::call::{Call, Form, OtherCall};
use super::compare::compare;
use super::is_on;
use super::sides::Sides;
use crate::background::{Advance, Background, refused};
use crate::coll::{Execution, Internal, InternalExecution, Operation, Roster};
use crate::comm::Comm;
use crate::error::{Error, Result};
use crate::group::Group;
use crate::handle::CommHandle;
use crate::p2p::fault_error;
use crate::process::{Process, enter, wait_until};
use crate::tags;
use std::sync::Arc;

/// Such a conversation.
struct Conversation {
    comm: Arc<Comm>,
    members: Arc<Group>,
    sides: Sides,
    tag: i32,
    telling: InternalExecution,
    stage: Stage,
}

/// What is told.
enum Stage {
    /// The calls. Blocks of different lengths follow, when it is known that all call the same.
    Calls(Blocks),
    /// The blocks, of which one process has so many and the others have no more.
    Blocks { len: usize, root: Option<usize> },
}

impl Conversation {
    fn new(
        process: &mut Process,
        comm: Arc<Comm>,
        said: impl FnOnce(&Process, &Sides) -> Said,
    ) -> Self {
        let (sides, members) = Sides::of(process, &comm);
        let Said { call, blocks } = said(process, &sides);
        let begun = process.begun(comm.handle);
        let call = call.with_blocks(blocks.len()).behind(begun);
        let tag = process.checks.sequences.next(comm.handle, tags::CHECKS);
        let telling = tell(process, (&comm, &members), tag, &call.encode());
        Conversation { comm, members, sides, tag, telling, stage: Stage::Calls(blocks) }
    }

    /// Goes on as far as possible; `Some`: it is over.
    fn advance(&mut self, process: &mut Process) -> Option<Result<()>> {
        loop {
            let told = match self.telling.advance(process)? {
                Ok(told) => told,
                Err(fault) => return Some(Err(fault_error(&fault))),
            };
            let blocks = match &mut self.stage {
                Stage::Calls(blocks) => std::mem::take(blocks),
                Stage::Blocks { len, root } => {
                    return Some(compare_blocks(&told, &self.sides, *len, *root));
                }
            };
            let number = self.tag.wrapping_sub(tags::CHECKS.at(0)).cast_unsigned();
            let calls = Call::decode_all(&told);
            let root = match compare(&calls, &self.sides, number) {
                Ok(root) => root,
                Err(error) => {
                    process.catch_up(self.comm.handle, &calls);
                    return Some(Err(error));
                }
            };
            let len = calls.iter().map(|call| call.blocks).max().unwrap_or(0) as usize;
            if len == 0 {
                return Some(Ok(()));
            }
            self.stage = Stage::Blocks { len, root };
            let own = blocks.encode(len);
            self.telling = tell(process, (&self.comm, &self.members), self.tag, &own);
        }
    }
}

impl Process {
    /// What a communicator has begun here without waiting: collectives, and duplications.
    fn begun(&mut self, comm: CommHandle) -> [u32; 2] {
        [self.collectives.sequences().begun(comm), self.duplications.begun(comm)]
    }

    /// Calls do not go together: some have begun what others have not, and all count on from the most.
    fn catch_up(&mut self, comm: CommHandle, calls: &[Call]) {
        let most = |which: usize| calls.iter().map(|call| call.begun[which]).max().unwrap_or(0);
        self.collectives.sequences().catch_up(comm, most(0));
        self.duplications.catch_up(comm, most(1));
    }
}

/// Those that take part tell each other some bytes.
fn tell(
    process: &mut Process,
    (comm, members): (&Arc<Comm>, &Arc<Group>),
    tag: i32,
    own: &[u8],
) -> InternalExecution {
    let context = comm.collective_context();
    let roster = Roster::of_group(comm.clone(), members.clone(), context, tag);
    InternalExecution::new(process, roster, Internal::Gather, own)
}

/// What a process says.
struct Said {
    call: Call,
    blocks: Blocks,
}

fn converse(
    process: &mut Process,
    handle: CommHandle,
    say: impl FnOnce(&Process, (&Comm, &Sides)) -> Said,
) -> Result<Conversation> {
    let comm = process.comm(handle)?.clone();
    comm.check()?;
    Ok(Conversation::new(process, comm.clone(), |process, sides| say(process, (&comm, sides))))
}

/// What a process says of an operation.
fn about(operation: &Operation, form: Form) -> impl FnOnce(&Process, (&Comm, &Sides)) -> Said {
    move |process, (comm, sides)| Said {
        call: Call::of(process, comm, operation).in_form(form),
        blocks: Blocks::of(process, (comm, sides), operation),
    }
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
    let mut conversation =
        converse(&mut enter(), handle, |_, _| Said { call, blocks: Blocks::default() })?;
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

/// The same before an operation that this call begins and ends, or that it prepares.
#[cold]
pub(crate) fn before(handle: CommHandle, operation: &Operation, form: Form) -> Result<()> {
    let mut conversation = converse(&mut enter(), handle, about(operation, form))?;
    wait_until(|process| conversation.advance(process)).map_err(|error| error.on(handle))
}

/// Something with a request, and the conversation that comes before it.
pub(crate) struct Checked<B> {
    before: Option<Conversation>,
    operation: B,
}

impl Checked<Execution> {
    /// An operation.
    pub(crate) fn new(
        process: &mut Process,
        handle: CommHandle,
        (operation, execution): (&Operation, Execution),
    ) -> Result<Self> {
        let before = Some(converse(process, handle, about(operation, Form::Nonblocking))?);
        Ok(Checked { before, operation: execution })
    }
}

impl<B> Checked<B> {
    /// Another call.
    pub(crate) fn other(
        process: &mut Process,
        handle: CommHandle,
        (call, operation): (OtherCall, B),
    ) -> Result<Self> {
        let call = Call::other(call).in_form(Form::Nonblocking);
        let said = Said { call, blocks: Blocks::default() };
        Ok(Checked { before: Some(converse(process, handle, |_, _| said)?), operation })
    }
}

impl<B: Background> Background for Checked<B> {
    fn advance(&mut self, process: &mut Process) -> Advance {
        if let Some(before) = &mut self.before {
            match before.advance(process) {
                None => return Advance::Waits,
                Some(Err(error)) => {
                    self.operation.abandon(process);
                    return Advance::Ended(Some(refused(&error)));
                }
                Some(Ok(())) => self.before = None,
            }
        }
        Background::advance(&mut self.operation, process)
    }

    fn call(&mut self) {
        self.operation.call();
    }
}
