//! A collective operation under way: a schedule, advanced round by round.

use super::{Reducer, Roster, Unpacking};
use crate::background::{Advance, Background};
use crate::comm::Comm;
use crate::constants::MPI_ERR_INTERN;
use crate::error::Result;
use crate::process::Process;
use crate::process_failure::{ERR_REVOKED, deaths};
use crate::request::OperationOwner;
use ferry_coll::{PackedBuffer, Schedule, Side, Span, Step};
use ferry_matching::Selector;
use ferry_sys::{Arena, OwnedBuffer};
use ferry_transfer::AT_ONCE;
use ferry_two_sided::{Mode, RecvSpace, RequestId, SendData, SendStart, TransferFault};
use ferry_wire::PeerId;
use std::sync::Arc;

/// What an execution needs next.
#[derive(Debug)]
pub enum ExecutionStep {
    /// A user's reduction: [`Execution::reduce`], outside of the process's state.
    Reduce,
    /// Nothing more; what went wrong, if anything.
    Done(Option<TransferFault>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RoundStage {
    /// The round's messages are to be started.
    Start,
    /// They are under way.
    Wait,
    /// Local step number so much is next.
    Local(usize),
}

/// A collective operation under way at this process.
pub struct Execution {
    roster: Roster,
    schedule: Arc<Schedule>,
    input: Arena,
    output: Arena,
    scratch: Arena,
    reducer: Reducer,
    unpacking: Option<Unpacking>,
    buffers: Vec<OwnedBuffer>,
    round: usize,
    stage: RoundStage,
    pending: Vec<RequestId>,
    /// Bytes of the round that have not come.
    missing: u64,
    exact: bool,
    /// Failures of this process that were looked at.
    seen: u64,
    fault: Option<TransferFault>,
}

/// What an execution works on.
pub(super) struct ExecutionParts {
    pub(super) schedule: Arc<Schedule>,
    pub(super) input: Arena,
    pub(super) output: Arena,
    pub(super) reducer: Reducer,
    pub(super) unpacking: Option<Unpacking>,
    pub(super) buffers: Vec<OwnedBuffer>,
    /// A message that is shorter than its place is a mistake. In the program's collectives only a longer
    /// one is, as everywhere.
    pub(super) exact: bool,
}

impl Execution {
    pub(super) fn new(process: &mut Process, roster: Roster, mut parts: ExecutionParts) -> Self {
        let scratch = match parts.schedule.scratch() {
            0 => Arena::empty(),
            len => {
                let buffer = process.collectives.take_buffer(len);
                let arena = buffer.arena(len);
                parts.buffers.push(buffer);
                arena
            }
        };
        let fault = roster.obstacle(process);
        let ExecutionParts { schedule, input, output, reducer, unpacking, buffers, exact } = parts;
        Execution {
            roster,
            schedule,
            input,
            output,
            scratch,
            reducer,
            unpacking,
            buffers,
            round: 0,
            stage: RoundStage::Start,
            pending: process.collectives.take_list(),
            missing: 0,
            exact,
            seen: process.trouble(),
            fault,
        }
    }

    /// The communicator.
    pub fn comm(&self) -> &Arc<Comm> {
        &self.roster.comm
    }

    /// Goes on as far as possible. After [`ExecutionStep::Done`] it must not be called again.
    pub fn advance(&mut self, process: &mut Process) -> Option<ExecutionStep> {
        let schedule = self.schedule.clone();
        while let Some(round) = schedule.round(self.round) {
            if self.stage == RoundStage::Start && self.is_cut_short() {
                break;
            }
            if self.stage == RoundStage::Start {
                self.start(process, round.messages);
                self.stage = RoundStage::Wait;
            }
            if self.stage == RoundStage::Wait {
                if !self.arrived(process) {
                    return None;
                }
                self.stage = RoundStage::Local(0);
            }
            if let RoundStage::Local(first) = self.stage
                && self.fault.is_none()
                && !self.local(&round.local[first..])
            {
                return Some(ExecutionStep::Reduce);
            }
            self.round += 1;
            self.stage = RoundStage::Start;
        }
        Some(ExecutionStep::Done(self.end(process)))
    }

    /// Whether nobody else waits for what this process would send on: all get to know why it has failed.
    fn is_cut_short(&self) -> bool {
        match &self.fault {
            None | Some(TransferFault::Truncated { .. } | TransferFault::Unlike { .. }) => false,
            Some(TransferFault::Lost { .. }) => deaths::are_told(),
            Some(TransferFault::Refused { code, .. }) => *code == ERR_REVOKED,
        }
    }

    fn end(&mut self, process: &mut Process) -> Option<TransferFault> {
        if let Some(unpacking) = self.unpacking.take()
            && self.fault.is_none()
        {
            unpacking.run(&self.output);
        }
        process.collectives.give_list(std::mem::take(&mut self.pending));
        for buffer in self.buffers.drain(..) {
            process.collectives.give_buffer(buffer);
        }
        self.fault.take()
    }

    fn arena(&self, place: PackedBuffer) -> &Arena {
        match place {
            PackedBuffer::Input => &self.input,
            PackedBuffer::Output => &self.output,
            PackedBuffer::Scratch => &self.scratch,
        }
    }

    fn fail(&mut self, fault: TransferFault) {
        self.fault.get_or_insert(fault);
    }

    /// The round that is under way; it grows.
    pub(super) fn round(&self) -> usize {
        self.round
    }

    /// Starts a round: first all receives, so that what comes finds its place. After a failure nothing is
    /// received any more, since it may never come.
    fn start(&mut self, process: &mut Process, messages: &[Step]) {
        for message in messages {
            if let Step::Recv { from, span } = *message
                && self.fault.is_none()
            {
                self.start_recv(process, from, span);
            }
        }
        for message in messages {
            if let Step::Send { to, span } = *message
                && let Some(peer) = self.roster.peer(to)
                && let Err(error) = self.start_send(process, peer, span)
            {
                // What has come meanwhile may have revoked the communicator.
                let lost = || TransferFault::Lost { peer, why: error.to_string().into() };
                let fault = self.roster.obstacle(process).unwrap_or_else(lost);
                self.fail(fault);
            }
        }
    }

    fn start_recv(&mut self, process: &mut Process, from: u32, span: Span) {
        let Roster { comm, context, tag, .. } = &self.roster;
        let Some(source) = self.roster.peer(from) else { return };
        let selector = Selector { context: *context, source: Some(source.0), tag: Some(*tag) };
        let space = RecvSpace::Region(self.arena(span.place).write(span.offset, span.len));
        let label = OperationOwner::internal(comm.handle).label();
        self.pending.push(process.runtime.face.recv(selector, space, label));
        self.missing += span.len as u64;
    }

    fn start_send(&mut self, process: &mut Process, peer: PeerId, span: Span) -> Result<()> {
        let Roster { comm, context, tag, .. } = &self.roster;
        let region = self.arena(span.place).read(span.offset, span.len);
        if span.len <= AT_ONCE {
            let slice = region.as_slice();
            let sent = process.runtime.face.send_now(
                &mut process.runtime.links,
                peer,
                *context,
                *tag,
                slice,
            );
            if sent.map_err(|e| process.send_error(peer, &e))? {
                return Ok(());
            }
        }
        let (data, mode) = (SendData::Region(region), Mode::Standard);
        match process.start_send(comm, *context, data, peer, *tag, mode)? {
            SendStart::Done => {}
            SendStart::Pending(id) => self.pending.push(id),
        }
        Ok(())
    }

    /// Whether the round's messages are complete. After a failure none of them is waited for, but the
    /// others may still wait for what this process sends: it sends on, and reports at the end.
    fn arrived(&mut self, process: &mut Process) -> bool {
        let trouble = process.trouble();
        if std::mem::replace(&mut self.seen, trouble) != trouble || self.fault.is_some() {
            self.give_up(process);
        }
        while let Some(&id) = self.pending.last() {
            let Some((outcome, _)) = process.runtime.face.transfer.take(id) else { return false };
            self.missing = self.missing.saturating_sub(outcome.bytes);
            if let Some(fault) = outcome.fault {
                self.fail(*fault);
            }
            self.pending.pop();
        }
        if std::mem::take(&mut self.missing) != 0 && self.exact {
            self.fail(differing());
        }
        true
    }

    /// Gives the round's messages up if one of them has failed.
    #[cold]
    fn give_up(&mut self, process: &mut Process) {
        let faults =
            self.pending.iter().filter_map(|id| process.runtime.face.transfer.outcome(*id));
        if let Some(fault) = faults.filter_map(|outcome| outcome.fault.clone()).next() {
            self.fail(*fault);
        }
        if let Some(fault) = self.roster.obstacle(process) {
            self.fail(fault);
        }
        if self.fault.is_some() {
            self.pending.retain(|id| !process.runtime.face.give_up(*id));
        }
    }

    /// Does local steps; false: a user's function is to be called first.
    fn local(&mut self, steps: &[Step]) -> bool {
        let done = match self.stage {
            RoundStage::Local(done) => done,
            _ => 0,
        };
        for (index, step) in steps.iter().enumerate() {
            if matches!(step, Step::Reduce { .. }) && self.reducer.is_user() {
                self.stage = RoundStage::Local(done + index);
                return false;
            }
            self.step(step);
        }
        true
    }

    fn step(&self, step: &Step) {
        match *step {
            Step::Copy { from, to } => self.copy(from, to),
            Step::Reduce { operand, into, side: Side::Left } => {
                self.combine(operand, into);
            }
            Step::Reduce { operand, into, side: Side::Right } => {
                self.combine(into, operand);
                self.copy(operand, into);
            }
            Step::Send { .. } | Step::Recv { .. } => {}
        }
    }

    fn copy(&self, from: Span, to: Span) {
        self.arena(from.place).copy(from.offset, self.arena(to.place), to.offset, from.len);
    }

    fn combine(&self, operand: Span, into: Span) {
        let (from, to) = (self.arena(operand.place), self.arena(into.place));
        self.reducer.combine(from, operand.offset, to, into.offset, into.len);
    }

    /// Does the user's reduction that [`ExecutionStep::Reduce`] asked for. The process's state must not be
    /// entered: the function may call MPI (MPI-5.0 §6.9.5).
    pub fn reduce(&mut self) {
        let schedule = self.schedule.clone();
        let (Some(round), RoundStage::Local(index)) = (schedule.round(self.round), self.stage)
        else {
            return;
        };
        if let Some(step) = round.local.get(index) {
            self.step(step);
        }
        self.stage = RoundStage::Local(index + 1);
    }
}

/// Others have sent less than this process expects.
#[cold]
fn differing() -> TransferFault {
    let why = "the processes that make a communicator together called with differing arguments";
    TransferFault::Refused { code: MPI_ERR_INTERN, why: why.into() }
}

impl Background for Execution {
    fn advance(&mut self, process: &mut Process) -> Advance {
        let before = self.round;
        match self.advance(process) {
            None if self.round == before => Advance::Waits,
            None => Advance::Moved,
            Some(ExecutionStep::Reduce) => Advance::Calls,
            Some(ExecutionStep::Done(fault)) => Advance::Ended(fault),
        }
    }

    fn call(&mut self) {
        self.reduce();
    }
}
