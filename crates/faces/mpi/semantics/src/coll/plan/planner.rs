//! What every plan is made with.

use crate::coll::reducer::Reducer;
use crate::coll::staging::{StagedPiece, Staging, Unpacking};
use crate::comm::Comm;
use crate::constants::{MPI_ERR_ARG, MPI_ERR_BUFFER, MPI_ERR_ROOT};
use crate::error::{Error, Result};
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::Process;
use ferry_coll::{Collective, Member, Schedule};
use ferry_sys::Arena;
use std::sync::Arc;

/// What the planning of an operation gives.
pub(super) struct PlannedOperation {
    pub(super) schedule: Schedule,
    pub(super) input: Arena,
    pub(super) output: Arena,
    pub(super) unpacking: Option<Unpacking>,
    pub(super) reducer: Reducer,
}

impl PlannedOperation {
    pub(super) fn new(schedule: Schedule, input: Arena, output: Arena) -> Self {
        PlannedOperation { schedule, input, output, unpacking: None, reducer: Reducer::None }
    }

    pub(super) fn unpacking(self, unpacking: Option<Unpacking>) -> Self {
        PlannedOperation { unpacking, ..self }
    }
}

/// Plans operations on one communicator.
pub(super) struct Planner<'a> {
    pub(super) staging: Staging<'a>,
    pub(super) comm: Arc<Comm>,
    pub(super) member: Member,
}

impl<'a> Planner<'a> {
    pub(super) fn new(process: &'a mut Process, comm: Arc<Comm>) -> Self {
        let member = Member::new(comm.rank, comm.size());
        Planner { staging: Staging { process, buffers: Vec::new() }, comm, member }
    }

    pub(super) fn choose(
        &self,
        collective: Collective,
        bytes: usize,
        commutes: bool,
    ) -> ferry_coll::AlgorithmChoice {
        let selection = self.staging.process.collectives.selection_for(&self.comm);
        selection.choose(collective, self.member.size, bytes, commutes)
    }

    pub(super) fn root(&self, root: i32) -> Result<u32> {
        let size = self.member.size;
        u32::try_from(root).ok().filter(|root| *root < size).ok_or_else(|| {
            let text =
                format!("root {root} is outside the communicator: ranks are 0 to {}", size - 1);
            Error::new(MPI_ERR_ROOT, text)
        })
    }

    /// What a process other than the root sends; `MPI_IN_PLACE` means nothing there.
    pub(super) fn required<T>(buffer: Option<&T>) -> Result<&T> {
        buffer.ok_or_else(|| {
            let text = "MPI_IN_PLACE is not possible at this process; pass a buffer";
            Error::new(MPI_ERR_BUFFER, text)
        })
    }

    pub(super) fn input(&mut self, buffer: &SendBuffer) -> Result<(Arena, usize)> {
        let piece = StagedPiece::of_send(self.staging.process, buffer)?;
        Ok((self.staging.input(&buffer.memory, &piece)?, piece.len))
    }

    pub(super) fn output(
        &mut self,
        buffer: &RecvBuffer,
    ) -> Result<(Arena, usize, Option<Unpacking>)> {
        let piece = StagedPiece::of_recv(self.staging.process, buffer)?;
        let len = piece.len;
        let (arena, unpacking) = self.staging.output(buffer.memory, piece, false)?;
        Ok((arena, len, unpacking))
    }

    /// The own contribution, which must be as long as the block made for it.
    pub(super) fn own(&mut self, send: Option<&SendBuffer>, block: usize) -> Result<Arena> {
        let Some(send) = send else { return Ok(Arena::empty()) };
        let (arena, len) = self.input(send)?;
        same(len, block).map(|()| arena)
    }
}

/// What a process sends to itself must be what it receives (MPI-5.0 §6.1).
pub(super) fn same(sent: usize, received: usize) -> Result<()> {
    if sent == received {
        return Ok(());
    }
    let text = format!(
        "this process's own block has {sent} bytes on the sending and {received} bytes on the \
         receiving side; make counts and datatypes agree"
    );
    let class = if sent > received { crate::constants::MPI_ERR_TRUNCATE } else { MPI_ERR_ARG };
    Err(Error::new(class, text))
}
