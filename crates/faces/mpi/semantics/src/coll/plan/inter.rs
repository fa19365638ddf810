//! Collectives between the two groups of an intercommunicator (MPI-5.0 §6.2.3).

use super::planner::{PlannedOperation, Planner};
use super::reduction::total;
use crate::coll::operation::{Operation, RecvBlocks, SendBlocks, Vectors};
use crate::coll::staging::{StagedPiece, pieces};
use crate::constants::{MPI_ERR_COMM, MPI_ERR_ROOT, MPI_PROC_NULL, MPI_ROOT};
use crate::error::{Error, Result};
use crate::p2p::{RecvBuffer, SendBuffer};
use ferry_coll::Schedule;
use ferry_coll::inter::{self, InterSeat, RootedRole};
use ferry_sys::Arena;

fn nothing(schedule: Schedule) -> PlannedOperation {
    PlannedOperation::new(schedule, Arena::empty(), Arena::empty())
}

/// Plans an operation.
pub(super) fn plan(planner: &mut Planner<'_>, operation: &Operation) -> Result<PlannedOperation> {
    match operation {
        Operation::Barrier => Ok(nothing(inter::barrier(planner.seat()))),
        Operation::Bcast(buffer, root) => planner.inter_bcast(buffer, *root),
        Operation::Gather(send, recv, root) => planner.inter_gather(send.as_ref(), recv, *root),
        Operation::Gatherv(send, recv, root) => planner.inter_gatherv(send.as_ref(), recv, *root),
        Operation::Scatter(send, recv, root) => planner.inter_scatter(send, recv.as_ref(), *root),
        Operation::Scatterv(send, recv, root) => planner.inter_scatterv(send, recv.as_ref(), *root),
        Operation::Allgather(send, recv) => {
            let (input, own) = planner.input(Planner::required(send.as_ref())?)?;
            planner.inter_allgather(input, own, recv)
        }
        Operation::Allgatherv(send, recv) => {
            let (input, own) = planner.input(Planner::required(send.as_ref())?)?;
            planner.inter_allgatherv(input, own, recv)
        }
        Operation::Alltoall(send, recv) => {
            planner.inter_alltoall(Planner::required(send.as_ref())?, recv)
        }
        Operation::Alltoallv(send, recv) => {
            planner.inter_alltoallv(Planner::required(send.as_ref())?, recv)
        }
        Operation::Reduce(vectors, root) => planner.inter_reduce(vectors, *root),
        Operation::Allreduce(vectors) => planner.inter_allreduce(vectors),
        Operation::ReduceScatterBlock(vectors) => {
            let count = i64::try_from(vectors.count).unwrap_or(i64::MAX);
            let counts = vec![count; planner.seat().local as usize];
            planner.inter_reduce_scatter(vectors, &counts)
        }
        Operation::ReduceScatter(vectors, counts) => planner.inter_reduce_scatter(vectors, counts),
        Operation::Scan(..)
        | Operation::Exscan(..)
        | Operation::NeighborAllgather(..)
        | Operation::NeighborAllgatherv(..)
        | Operation::NeighborAlltoall(..)
        | Operation::NeighborAlltoallv(..) => {
            let text = "scans and neighbourhood collectives are not defined for intercommunicators";
            Err(Error::new(MPI_ERR_COMM, text))
        }
    }
}

impl Planner<'_> {
    fn seat(&self) -> InterSeat {
        let remote = self.comm.target().size();
        InterSeat { rank: self.member.rank, local: self.member.size, remote }
    }

    fn role(&self, root: i32) -> Result<RootedRole> {
        let size = self.seat().remote;
        match root {
            MPI_ROOT => Ok(RootedRole::Root),
            MPI_PROC_NULL => Ok(RootedRole::Bystander),
            _ => match u32::try_from(root) {
                Ok(root) if root < size => Ok(RootedRole::Partner(root)),
                _ => {
                    let text = format!(
                        "root {root} is neither a rank of the remote group (0 to {}) nor MPI_ROOT \
                         nor MPI_PROC_NULL",
                        size - 1
                    );
                    Err(Error::new(MPI_ERR_ROOT, text))
                }
            },
        }
    }

    fn inter_bcast(&mut self, buffer: &RecvBuffer, root: i32) -> Result<PlannedOperation> {
        let role = self.role(root)?;
        if role == RootedRole::Bystander {
            return Ok(nothing(Schedule::default()));
        }
        let piece = StagedPiece::of_recv(self.staging.process, buffer)?;
        let (len, is_root) = (piece.len, role == RootedRole::Root);
        let (output, unpacking) = self.staging.output(buffer.memory, piece, is_root)?;
        let plan =
            PlannedOperation::new(inter::bcast(self.seat(), role, len), Arena::empty(), output);
        Ok(plan.unpacking(unpacking.filter(|_| !is_root)))
    }

    fn inter_gather(
        &mut self,
        send: Option<&SendBuffer>,
        recv: &RecvBuffer,
        root: i32,
    ) -> Result<PlannedOperation> {
        let (seat, role) = (self.seat(), self.role(root)?);
        if role != RootedRole::Root {
            return self.inter_give(send, role);
        }
        let block = StagedPiece::of_recv(self.staging.process, recv)?;
        let blocks = ferry_coll::ScheduleBlocks::Equal(block.len);
        let all = block.times(seat.remote)?;
        let (output, unpacking) = self.staging.output(recv.memory, all, false)?;
        let schedule = inter::gather(seat, role, 0, blocks);
        Ok(PlannedOperation::new(schedule, Arena::empty(), output).unpacking(unpacking))
    }

    fn inter_gatherv(
        &mut self,
        send: Option<&SendBuffer>,
        recv: &RecvBlocks,
        root: i32,
    ) -> Result<PlannedOperation> {
        let (seat, role) = (self.seat(), self.role(root)?);
        if role != RootedRole::Root {
            return self.inter_give(send, role);
        }
        let list = pieces(self.staging.process, &recv.blocks)?;
        let (output, places, unpacking) = self.staging.output_blocks(recv.memory, list, false)?;
        let schedule = inter::gather(seat, role, 0, places.blocks());
        Ok(PlannedOperation::new(schedule, Arena::empty(), output).unpacking(unpacking))
    }

    /// A gather's part of those who are not the root.
    fn inter_give(
        &mut self,
        send: Option<&SendBuffer>,
        role: RootedRole,
    ) -> Result<PlannedOperation> {
        if role == RootedRole::Bystander {
            return Ok(nothing(Schedule::default()));
        }
        let (input, own) = self.input(Self::required(send)?)?;
        let schedule = inter::gather(self.seat(), role, own, ferry_coll::ScheduleBlocks::Equal(0));
        Ok(PlannedOperation::new(schedule, input, Arena::empty()))
    }

    fn inter_scatter(
        &mut self,
        send: &SendBuffer,
        recv: Option<&RecvBuffer>,
        root: i32,
    ) -> Result<PlannedOperation> {
        let (seat, role) = (self.seat(), self.role(root)?);
        if role != RootedRole::Root {
            return self.inter_take(recv, role);
        }
        let block = StagedPiece::of_send(self.staging.process, send)?;
        let blocks = ferry_coll::ScheduleBlocks::Equal(block.len);
        let input = self.staging.input(&send.memory, &block.times(seat.remote)?)?;
        Ok(PlannedOperation::new(inter::scatter(seat, role, blocks, 0), input, Arena::empty()))
    }

    fn inter_scatterv(
        &mut self,
        send: &SendBlocks,
        recv: Option<&RecvBuffer>,
        root: i32,
    ) -> Result<PlannedOperation> {
        let (seat, role) = (self.seat(), self.role(root)?);
        if role != RootedRole::Root {
            return self.inter_take(recv, role);
        }
        let list = pieces(self.staging.process, &send.blocks)?;
        let (input, places) = self.staging.input_blocks(&send.memory, &list)?;
        let schedule = inter::scatter(seat, role, places.blocks(), 0);
        Ok(PlannedOperation::new(schedule, input, Arena::empty()))
    }

    /// A scatter's part of those who are not the root.
    fn inter_take(
        &mut self,
        recv: Option<&RecvBuffer>,
        role: RootedRole,
    ) -> Result<PlannedOperation> {
        if role == RootedRole::Bystander {
            return Ok(nothing(Schedule::default()));
        }
        let (output, own, unpacking) = self.output(Self::required(recv)?)?;
        let schedule = inter::scatter(self.seat(), role, ferry_coll::ScheduleBlocks::Equal(0), own);
        Ok(PlannedOperation::new(schedule, Arena::empty(), output).unpacking(unpacking))
    }

    fn inter_allgather(
        &mut self,
        input: Arena,
        own: usize,
        recv: &RecvBuffer,
    ) -> Result<PlannedOperation> {
        let seat = self.seat();
        let block = StagedPiece::of_recv(self.staging.process, recv)?;
        let blocks = ferry_coll::ScheduleBlocks::Equal(block.len);
        let all = block.times(seat.remote)?;
        let (output, unpacking) = self.staging.output(recv.memory, all, false)?;
        Ok(PlannedOperation::new(inter::allgather(seat, own, blocks), input, output)
            .unpacking(unpacking))
    }

    fn inter_allgatherv(
        &mut self,
        input: Arena,
        own: usize,
        recv: &RecvBlocks,
    ) -> Result<PlannedOperation> {
        let list = pieces(self.staging.process, &recv.blocks)?;
        let (output, places, unpacking) = self.staging.output_blocks(recv.memory, list, false)?;
        let schedule = inter::allgather(self.seat(), own, places.blocks());
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }

    fn inter_alltoall(&mut self, send: &SendBuffer, recv: &RecvBuffer) -> Result<PlannedOperation> {
        let seat = self.seat();
        let sent = StagedPiece::of_send(self.staging.process, send)?;
        let received = StagedPiece::of_recv(self.staging.process, recv)?;
        let blocks = (
            ferry_coll::ScheduleBlocks::Equal(sent.len),
            ferry_coll::ScheduleBlocks::Equal(received.len),
        );
        let input = self.staging.input(&send.memory, &sent.times(seat.remote)?)?;
        let all = received.times(seat.remote)?;
        let (output, unpacking) = self.staging.output(recv.memory, all, false)?;
        let schedule = inter::alltoall(seat, blocks.0, blocks.1);
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }

    fn inter_alltoallv(
        &mut self,
        send: &SendBlocks,
        recv: &RecvBlocks,
    ) -> Result<PlannedOperation> {
        let list = pieces(self.staging.process, &send.blocks)?;
        let (input, sent) = self.staging.input_blocks(&send.memory, &list)?;
        let list = pieces(self.staging.process, &recv.blocks)?;
        let (output, received, unpacking) = self.staging.output_blocks(recv.memory, list, false)?;
        let schedule = inter::alltoall(self.seat(), sent.blocks(), received.blocks());
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }

    fn inter_reduce(&mut self, vectors: &Vectors, root: i32) -> Result<PlannedOperation> {
        let (seat, role) = (self.seat(), self.role(root)?);
        if role == RootedRole::Bystander {
            return Ok(nothing(Schedule::default()));
        }
        let reduction = self.reduction(vectors)?;
        let schedule = inter::reduce(seat, role, reduction.vector);
        let count = vectors.count;
        let (input, output, unpacking) = if role == RootedRole::Root {
            let (output, unpacking) = self.result(&reduction, (count, count))?;
            (Arena::empty(), output, unpacking)
        } else {
            Self::required(vectors.send.as_ref())?;
            (self.operand(&reduction, count)?, Arena::empty(), None)
        };
        Ok(PlannedOperation { schedule, input, output, unpacking, reducer: reduction.reducer })
    }

    fn inter_allreduce(&mut self, vectors: &Vectors) -> Result<PlannedOperation> {
        Self::required(vectors.send.as_ref())?;
        let reduction = self.reduction(vectors)?;
        let input = self.operand(&reduction, vectors.count)?;
        let (output, unpacking) = self.result(&reduction, (vectors.count, vectors.count))?;
        let schedule = inter::allreduce(self.seat(), reduction.vector);
        Ok(PlannedOperation { schedule, input, output, unpacking, reducer: reduction.reducer })
    }

    /// The groups may be of different sizes; the sums of their counts agree (MPI-5.0 §6.10).
    fn inter_reduce_scatter(
        &mut self,
        vectors: &Vectors,
        counts: &[i64],
    ) -> Result<PlannedOperation> {
        Self::required(vectors.send.as_ref())?;
        let (all, own) = total(counts, self.member.rank)?;
        let vectors = &Vectors { count: all, ..vectors.clone() };
        let reduction = self.reduction(vectors)?;
        let input = self.operand(&reduction, all)?;
        let (output, unpacking) = self.result(&reduction, (own, own))?;
        let vector = reduction.vector;
        let unit = if vector.bytes == 0 { 0 } else { vector.unit };
        let lens: Vec<usize> = counts.iter().map(|count| *count as usize * unit).collect();
        let displs = vec![0; lens.len()];
        let blocks = ferry_coll::ScheduleBlocks::Listed { counts: &lens, displs: &displs };
        let schedule = inter::reduce_scatter(self.seat(), vector, blocks);
        Ok(PlannedOperation { schedule, input, output, unpacking, reducer: reduction.reducer })
    }
}
