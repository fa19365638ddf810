//! From an operation's arguments to an execution, within one group.

use super::apart::apart_as_typed;
use super::execute::{Execution, Parts};
use super::operation::{Operation, RecvBlocks, SendBlocks};
use super::reducer::Reducer;
use super::roster::Roster;
use super::staging::{Piece, Staging, Unpacking, pieces};
use crate::comm::Comm;
use crate::constants::{MPI_ERR_ARG, MPI_ERR_BUFFER, MPI_ERR_ROOT};
use crate::error::{Error, Result};
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::Process;
use ferry_coll::{Collective, Member, Schedule};
use ferry_sys::{Arena, OwnedBuffer};
use std::sync::Arc;

/// What the planning of an operation gives.
pub(super) struct Plan {
    pub(super) schedule: Schedule,
    pub(super) input: Arena,
    pub(super) output: Arena,
    pub(super) unpacking: Option<Unpacking>,
    pub(super) reducer: Reducer,
}

impl Plan {
    pub(super) fn new(schedule: Schedule, input: Arena, output: Arena) -> Self {
        Plan { schedule, input, output, unpacking: None, reducer: Reducer::None }
    }

    pub(super) fn unpacking(self, unpacking: Option<Unpacking>) -> Self {
        Plan { unpacking, ..self }
    }
}

/// Plans an operation; `tag` of its messages is the operation's own unless given.
pub(super) fn plan(
    process: &mut Process,
    comm: Arc<Comm>,
    operation: &Operation,
    tag: Option<i32>,
) -> Result<Execution> {
    let mut planner = Planner::new(process, comm);
    let made = if planner.comm.remote.is_some() {
        super::plan_inter::plan(&mut planner, operation)
    } else {
        planner.plan(operation)
    };
    let Planner { staging: Staging { process, buffers }, comm, .. } = planner;
    match made {
        Ok(plan) => Ok(execution(process, comm, tag.unwrap_or(operation.tag()), plan, buffers)),
        Err(error) => {
            buffers.into_iter().for_each(|buffer| process.collectives.give_buffer(buffer));
            Err(error)
        }
    }
}

fn execution(
    process: &mut Process,
    comm: Arc<Comm>,
    tag: i32,
    plan: Plan,
    buffers: Vec<OwnedBuffer>,
) -> Execution {
    let Plan { schedule, input, output, unpacking, reducer } = plan;
    let schedule = Arc::new(schedule);
    let parts = Parts { schedule, input, output, reducer, unpacking, buffers };
    Execution::new(process, Roster::of_comm(comm, tag), parts)
}

/// Plans operations on one communicator.
pub(super) struct Planner<'a> {
    pub(super) staging: Staging<'a>,
    pub(super) comm: Arc<Comm>,
    pub(super) member: Member,
}

impl<'a> Planner<'a> {
    fn new(process: &'a mut Process, comm: Arc<Comm>) -> Self {
        let member = Member::new(comm.rank, comm.size());
        Planner { staging: Staging { process, buffers: Vec::new() }, comm, member }
    }

    fn plan(&mut self, operation: &Operation) -> Result<Plan> {
        match operation {
            Operation::Barrier => {
                let choice = self.choose(Collective::Barrier, 0, true);
                let schedule = ferry_coll::barrier(self.member, choice);
                Ok(Plan::new(schedule, Arena::empty(), Arena::empty()))
            }
            Operation::Bcast(buffer, root) => self.bcast(buffer, *root),
            Operation::Gather(send, recv, root) => self.gather(send.as_ref(), recv, *root),
            Operation::Gatherv(send, recv, root) => self.gatherv(send.as_ref(), recv, *root),
            Operation::Scatter(send, recv, root) => self.scatter(send, recv.as_ref(), *root),
            Operation::Scatterv(send, recv, root) => self.scatterv(send, recv.as_ref(), *root),
            Operation::Allgather(send, recv) => self.allgather(send.as_ref(), recv),
            Operation::Allgatherv(send, recv) => self.allgatherv(send.as_ref(), recv),
            Operation::Alltoall(send, recv) => self.alltoall(send.as_ref(), recv),
            Operation::Alltoallv(send, recv) => self.alltoallv(send.as_ref(), recv),
            Operation::Reduce(vectors, root) => self.reduce(vectors, *root),
            Operation::Allreduce(vectors) => self.allreduce(vectors),
            Operation::Scan(vectors) => self.scan(vectors, true),
            Operation::Exscan(vectors) => self.scan(vectors, false),
            Operation::ReduceScatterBlock(vectors) => self.reduce_scatter_block(vectors),
            Operation::ReduceScatter(vectors, counts) => self.reduce_scatter(vectors, counts),
            Operation::NeighborAllgather(..)
            | Operation::NeighborAllgatherv(..)
            | Operation::NeighborAlltoall(..)
            | Operation::NeighborAlltoallv(..) => super::plan_neighbor::plan(self, operation),
        }
    }

    pub(super) fn choose(
        &self,
        collective: Collective,
        bytes: usize,
        commutes: bool,
    ) -> ferry_coll::Choice {
        let selection = &self.staging.process.collectives.selection;
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
        let piece = Piece::of_send(self.staging.process, buffer)?;
        Ok((self.staging.input(&buffer.memory, &piece)?, piece.len))
    }

    pub(super) fn output(
        &mut self,
        buffer: &RecvBuffer,
    ) -> Result<(Arena, usize, Option<Unpacking>)> {
        let piece = Piece::of_recv(self.staging.process, buffer)?;
        let len = piece.len;
        let (arena, unpacking) = self.staging.output(buffer.memory, piece, false)?;
        Ok((arena, len, unpacking))
    }

    /// The own contribution, which must be as long as the block made for it.
    fn own(&mut self, send: Option<&SendBuffer>, block: usize) -> Result<Arena> {
        let Some(send) = send else { return Ok(Arena::empty()) };
        let (arena, len) = self.input(send)?;
        same(len, block).map(|()| arena)
    }

    fn bcast(&mut self, buffer: &RecvBuffer, root: i32) -> Result<Plan> {
        let root = self.root(root)?;
        let piece = Piece::of_recv(self.staging.process, buffer)?;
        let is_root = root == self.member.rank;
        let len = piece.len;
        let (output, unpacking) = self.staging.output(buffer.memory, piece, is_root)?;
        let choice = self.choose(Collective::Bcast, len, true);
        let schedule = ferry_coll::bcast(self.member, root, len, choice);
        let plan = Plan::new(schedule, Arena::empty(), output);
        Ok(plan.unpacking(unpacking.filter(|_| !is_root)))
    }

    fn gather(&mut self, send: Option<&SendBuffer>, recv: &RecvBuffer, root: i32) -> Result<Plan> {
        let root = self.root(root)?;
        if root != self.member.rank {
            let (input, len) = self.input(Self::required(send)?)?;
            let choice = self.choose(Collective::Gather, len, true);
            let schedule = ferry_coll::gather(self.member, root, len, false, choice);
            return Ok(Plan::new(schedule, input, Arena::empty()));
        }
        let block = Piece::of_recv(self.staging.process, recv)?;
        let len = block.len;
        apart_as_typed(send, Some(recv), len)?;
        let input = self.own(send, len)?;
        let all = block.times(self.member.size)?;
        let (output, unpacking) = self.staging.output(recv.memory, all, send.is_none())?;
        let choice = self.choose(Collective::Gather, len, true);
        let schedule = ferry_coll::gather(self.member, root, len, send.is_none(), choice);
        Ok(Plan::new(schedule, input, output).unpacking(unpacking))
    }

    fn gatherv(&mut self, send: Option<&SendBuffer>, recv: &RecvBlocks, root: i32) -> Result<Plan> {
        let root = self.root(root)?;
        if root != self.member.rank {
            let (input, len) = self.input(Self::required(send)?)?;
            let none = ferry_coll::Blocks::Equal(0);
            let schedule = ferry_coll::gatherv(self.member, root, len, none, false);
            return Ok(Plan::new(schedule, input, Arena::empty()));
        }
        let list = pieces(self.staging.process, &recv.blocks)?;
        let len = list[root as usize].len;
        let input = self.own(send, len)?;
        let (output, places, unpacking) =
            self.staging.output_blocks(recv.memory, list, send.is_none())?;
        let blocks = places.blocks();
        let schedule = ferry_coll::gatherv(self.member, root, len, blocks, send.is_none());
        Ok(Plan::new(schedule, input, output).unpacking(unpacking))
    }

    fn scatter(&mut self, send: &SendBuffer, recv: Option<&RecvBuffer>, root: i32) -> Result<Plan> {
        let root = self.root(root)?;
        let is_root = root == self.member.rank;
        let (input, block) = if is_root {
            let block = Piece::of_send(self.staging.process, send)?;
            let len = block.len;
            apart_as_typed(Some(send), recv, len)?;
            let all = block.times(self.member.size)?;
            (self.staging.input(&send.memory, &all)?, Some(len))
        } else {
            (Arena::empty(), None)
        };
        let (output, len, unpacking) = self.own_room(recv, is_root, block)?;
        let choice = self.choose(Collective::Scatter, len, true);
        let schedule = ferry_coll::scatter(self.member, root, len, recv.is_none(), choice);
        Ok(Plan::new(schedule, input, output).unpacking(unpacking))
    }

    fn scatterv(
        &mut self,
        send: &SendBlocks,
        recv: Option<&RecvBuffer>,
        root: i32,
    ) -> Result<Plan> {
        let root = self.root(root)?;
        let is_root = root == self.member.rank;
        let list = if is_root { pieces(self.staging.process, &send.blocks)? } else { Vec::new() };
        let (input, places) = self.staging.input_blocks(&send.memory, &list)?;
        let block = list.get(root as usize).filter(|_| is_root).map(|piece| piece.len);
        let (output, len, unpacking) = self.own_room(recv, is_root, block)?;
        let blocks = if is_root { places.blocks() } else { ferry_coll::Blocks::Equal(0) };
        let schedule = ferry_coll::scatterv(self.member, root, blocks, len, recv.is_none());
        Ok(Plan::new(schedule, input, output).unpacking(unpacking))
    }

    /// Room for the own block of a scatter: at the root it may stay where it is.
    fn own_room(
        &mut self,
        recv: Option<&RecvBuffer>,
        is_root: bool,
        block: Option<usize>,
    ) -> Result<(Arena, usize, Option<Unpacking>)> {
        match (recv, block) {
            (None, Some(block)) if is_root => Ok((Arena::empty(), block, None)),
            _ => {
                let (output, len, unpacking) = self.output(Self::required(recv)?)?;
                block.map_or(Ok(()), |block| same(block, len))?;
                Ok((output, len, unpacking))
            }
        }
    }

    fn allgather(&mut self, send: Option<&SendBuffer>, recv: &RecvBuffer) -> Result<Plan> {
        let block = Piece::of_recv(self.staging.process, recv)?;
        let len = block.len;
        apart_as_typed(send, Some(recv), len)?;
        let input = self.own(send, len)?;
        let all = block.times(self.member.size)?;
        let choice = self.choose(Collective::Allgather, all.len, true);
        let (output, unpacking) = self.staging.output(recv.memory, all, send.is_none())?;
        let schedule = ferry_coll::allgather(self.member, len, send.is_none(), choice);
        Ok(Plan::new(schedule, input, output).unpacking(unpacking))
    }

    fn allgatherv(&mut self, send: Option<&SendBuffer>, recv: &RecvBlocks) -> Result<Plan> {
        let list = pieces(self.staging.process, &recv.blocks)?;
        let input = self.own(send, list[self.member.rank as usize].len)?;
        let (output, places, unpacking) =
            self.staging.output_blocks(recv.memory, list, send.is_none())?;
        let choice = self.choose(Collective::Allgatherv, places.total(), true);
        let blocks = places.blocks();
        let schedule = ferry_coll::allgatherv(self.member, blocks, send.is_none(), choice);
        Ok(Plan::new(schedule, input, output).unpacking(unpacking))
    }

    fn alltoall(&mut self, send: Option<&SendBuffer>, recv: &RecvBuffer) -> Result<Plan> {
        let block = Piece::of_recv(self.staging.process, recv)?;
        let len = block.len;
        apart_as_typed(send, Some(recv), len)?;
        let input = match send {
            Some(send) => {
                let sent = Piece::of_send(self.staging.process, send)?;
                same(sent.len, len)?;
                let all = sent.times(self.member.size)?;
                self.staging.input(&send.memory, &all)?
            }
            None => Arena::empty(),
        };
        let all = block.times(self.member.size)?;
        let (output, unpacking) = self.staging.output(recv.memory, all, send.is_none())?;
        let choice = self.choose(Collective::Alltoall, len, true);
        let schedule = ferry_coll::alltoall(self.member, len, send.is_none(), choice);
        Ok(Plan::new(schedule, input, output).unpacking(unpacking))
    }

    fn alltoallv(&mut self, send: Option<&SendBlocks>, recv: &RecvBlocks) -> Result<Plan> {
        let own = self.member.rank as usize;
        let list = pieces(self.staging.process, &recv.blocks)?;
        let own_len = list[own].len;
        let (output, receive, unpacking) =
            self.staging.output_blocks(recv.memory, list, send.is_none())?;
        let choice = self.choose(Collective::Alltoallv, 0, true);
        let Some(send) = send else {
            let (blocks, none) = (receive.blocks(), ferry_coll::Blocks::Equal(0));
            let schedule = ferry_coll::alltoallv(self.member, none, blocks, true, choice);
            return Ok(Plan::new(schedule, Arena::empty(), output).unpacking(unpacking));
        };
        let list = pieces(self.staging.process, &send.blocks)?;
        same(list[own].len, own_len)?;
        let (input, sent) = self.staging.input_blocks(&send.memory, &list)?;
        let (sent, received) = (sent.blocks(), receive.blocks());
        let schedule = ferry_coll::alltoallv(self.member, sent, received, false, choice);
        Ok(Plan::new(schedule, input, output).unpacking(unpacking))
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
