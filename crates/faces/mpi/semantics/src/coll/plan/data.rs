//! Operations that move data, within one group.

use super::planner::{PlannedOperation, Planner, same};
use crate::coll::apart::apart_as_typed;
use crate::coll::operation::{RecvBlocks, SendBlocks};
use crate::coll::staging::{StagedPiece, Unpacking, pieces};
use crate::error::Result;
use crate::p2p::{RecvBuffer, SendBuffer};
use ferry_coll::Collective;
use ferry_sys::Arena;

impl Planner<'_> {
    pub(super) fn bcast(&mut self, buffer: &RecvBuffer, root: i32) -> Result<PlannedOperation> {
        let root = self.root(root)?;
        let piece = StagedPiece::of_recv(self.staging.process, buffer)?;
        let is_root = root == self.member.rank;
        let len = piece.len;
        let (output, unpacking) = self.staging.output(buffer.memory, piece, is_root)?;
        let choice = self.choose(Collective::Bcast, len, true);
        let schedule = ferry_coll::bcast(self.member, root, len, choice);
        let plan = PlannedOperation::new(schedule, Arena::empty(), output);
        Ok(plan.unpacking(unpacking.filter(|_| !is_root)))
    }

    pub(super) fn gather(
        &mut self,
        send: Option<&SendBuffer>,
        recv: &RecvBuffer,
        root: i32,
    ) -> Result<PlannedOperation> {
        let root = self.root(root)?;
        if root != self.member.rank {
            let (input, len) = self.input(Self::required(send)?)?;
            let choice = self.choose(Collective::Gather, len, true);
            let schedule = ferry_coll::gather(self.member, root, len, false, choice);
            return Ok(PlannedOperation::new(schedule, input, Arena::empty()));
        }
        let block = StagedPiece::of_recv(self.staging.process, recv)?;
        let len = block.len;
        apart_as_typed(send, Some(recv), len)?;
        let input = self.own(send, len)?;
        let all = block.times(self.member.size)?;
        let (output, unpacking) = self.staging.output(recv.memory, all, send.is_none())?;
        let choice = self.choose(Collective::Gather, len, true);
        let schedule = ferry_coll::gather(self.member, root, len, send.is_none(), choice);
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }

    pub(super) fn gatherv(
        &mut self,
        send: Option<&SendBuffer>,
        recv: &RecvBlocks,
        root: i32,
    ) -> Result<PlannedOperation> {
        let root = self.root(root)?;
        if root != self.member.rank {
            let (input, len) = self.input(Self::required(send)?)?;
            let none = ferry_coll::ScheduleBlocks::Equal(0);
            let schedule = ferry_coll::gatherv(self.member, root, len, none, false);
            return Ok(PlannedOperation::new(schedule, input, Arena::empty()));
        }
        let list = pieces(self.staging.process, &recv.blocks)?;
        let len = list[root as usize].len;
        let input = self.own(send, len)?;
        let (output, places, unpacking) =
            self.staging.output_blocks(recv.memory, list, send.is_none())?;
        let blocks = places.blocks();
        let schedule = ferry_coll::gatherv(self.member, root, len, blocks, send.is_none());
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }

    pub(super) fn scatter(
        &mut self,
        send: &SendBuffer,
        recv: Option<&RecvBuffer>,
        root: i32,
    ) -> Result<PlannedOperation> {
        let root = self.root(root)?;
        let is_root = root == self.member.rank;
        let (input, block) = if is_root {
            let block = StagedPiece::of_send(self.staging.process, send)?;
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
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }

    pub(super) fn scatterv(
        &mut self,
        send: &SendBlocks,
        recv: Option<&RecvBuffer>,
        root: i32,
    ) -> Result<PlannedOperation> {
        let root = self.root(root)?;
        let is_root = root == self.member.rank;
        let list = if is_root { pieces(self.staging.process, &send.blocks)? } else { Vec::new() };
        let (input, places) = self.staging.input_blocks(&send.memory, &list)?;
        let block = list.get(root as usize).filter(|_| is_root).map(|piece| piece.len);
        let (output, len, unpacking) = self.own_room(recv, is_root, block)?;
        let blocks = if is_root { places.blocks() } else { ferry_coll::ScheduleBlocks::Equal(0) };
        let schedule = ferry_coll::scatterv(self.member, root, blocks, len, recv.is_none());
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
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

    pub(super) fn allgather(
        &mut self,
        send: Option<&SendBuffer>,
        recv: &RecvBuffer,
    ) -> Result<PlannedOperation> {
        let block = StagedPiece::of_recv(self.staging.process, recv)?;
        let len = block.len;
        apart_as_typed(send, Some(recv), len)?;
        let input = self.own(send, len)?;
        let all = block.times(self.member.size)?;
        let choice = self.choose(Collective::Allgather, all.len, true);
        let (output, unpacking) = self.staging.output(recv.memory, all, send.is_none())?;
        let schedule = ferry_coll::allgather(self.member, len, send.is_none(), choice);
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }

    pub(super) fn allgatherv(
        &mut self,
        send: Option<&SendBuffer>,
        recv: &RecvBlocks,
    ) -> Result<PlannedOperation> {
        let list = pieces(self.staging.process, &recv.blocks)?;
        let input = self.own(send, list[self.member.rank as usize].len)?;
        let (output, places, unpacking) =
            self.staging.output_blocks(recv.memory, list, send.is_none())?;
        let choice = self.choose(Collective::Allgatherv, places.total(), true);
        let blocks = places.blocks();
        let schedule = ferry_coll::allgatherv(self.member, blocks, send.is_none(), choice);
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }

    pub(super) fn alltoall(
        &mut self,
        send: Option<&SendBuffer>,
        recv: &RecvBuffer,
    ) -> Result<PlannedOperation> {
        let block = StagedPiece::of_recv(self.staging.process, recv)?;
        let len = block.len;
        apart_as_typed(send, Some(recv), len)?;
        let input = match send {
            Some(send) => {
                let sent = StagedPiece::of_send(self.staging.process, send)?;
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
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }

    pub(super) fn alltoallv(
        &mut self,
        send: Option<&SendBlocks>,
        recv: &RecvBlocks,
    ) -> Result<PlannedOperation> {
        let own = self.member.rank as usize;
        let list = pieces(self.staging.process, &recv.blocks)?;
        let own_len = list[own].len;
        let (output, receive, unpacking) =
            self.staging.output_blocks(recv.memory, list, send.is_none())?;
        let choice = self.choose(Collective::Alltoallv, 0, true);
        let Some(send) = send else {
            let (blocks, none) = (receive.blocks(), ferry_coll::ScheduleBlocks::Equal(0));
            let schedule = ferry_coll::alltoallv(self.member, none, blocks, true, choice);
            return Ok(PlannedOperation::new(schedule, Arena::empty(), output).unpacking(unpacking));
        };
        let list = pieces(self.staging.process, &send.blocks)?;
        same(list[own].len, own_len)?;
        let (input, sent) = self.staging.input_blocks(&send.memory, &list)?;
        let (sent, received) = (sent.blocks(), receive.blocks());
        let schedule = ferry_coll::alltoallv(self.member, sent, received, false, choice);
        Ok(PlannedOperation::new(schedule, input, output).unpacking(unpacking))
    }
}
