//! The collective operations with their arguments, before anything is looked up.

use crate::handle::{DatatypeHandle, OpHandle};
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::tags::BLOCKING;
use ferry_coll::Collective;
use ferry_datatype::{UserMemory, UserMemoryMut};

/// Numbers of kinds of operations.
pub(crate) mod kind {
    pub(crate) const BCAST: u32 = 1;
    pub(crate) const GATHER: u32 = 2;
    pub(crate) const SCATTER: u32 = 4;
    pub(crate) const ALLGATHER: u32 = 6;
    pub(crate) const ALLGATHERV: u32 = 7;
    pub(crate) const ALLTOALL: u32 = 8;
    pub(crate) const ALLTOALLV: u32 = 9;
    pub(crate) const REDUCE: u32 = 10;
    pub(crate) const ALLREDUCE: u32 = 11;
    pub(crate) const REDUCE_SCATTER_BLOCK: u32 = 14;
    pub(crate) const REDUCE_SCATTER: u32 = 15;
}

/// Blocks of a v- or w-form: one for each rank or neighbour.
#[derive(Clone, Debug)]
pub struct VBlocks {
    /// Elements of each block.
    pub counts: Vec<i64>,
    /// Where each block lies: in extents of the datatype, or in bytes with a datatype each.
    pub displs: Vec<i64>,
    /// The datatypes.
    pub types: Types,
}

/// The datatypes of [`VBlocks`].
#[derive(Clone, Debug)]
pub enum Types {
    /// One for all; displacements count its extents.
    One(DatatypeHandle),
    /// One for each block; displacements are bytes.
    Each(Vec<DatatypeHandle>),
}

/// Blocks to send.
#[derive(Clone, Debug)]
pub struct SendBlocks {
    /// What the displacements count from.
    pub memory: UserMemory,
    /// The blocks.
    pub blocks: VBlocks,
}

/// Room for blocks.
#[derive(Clone, Debug)]
pub struct RecvBlocks {
    /// What the displacements count from.
    pub memory: UserMemoryMut,
    /// The blocks.
    pub blocks: VBlocks,
}

/// The vectors of a reduction.
#[derive(Clone, Debug)]
pub struct Vectors {
    /// The contribution; `None`: `MPI_IN_PLACE`.
    pub send: Option<UserMemory>,
    /// Room for the result.
    pub recv: UserMemoryMut,
    /// Elements of a contribution.
    pub count: u64,
    /// Of what.
    pub datatype: DatatypeHandle,
    /// How they are combined.
    pub op: OpHandle,
}

/// A collective operation. A send buffer (at the root of a scatter: a receive buffer) that is `None`
/// stands for `MPI_IN_PLACE`. What means nothing at this process is not looked at.
#[derive(Clone)]
pub enum Operation {
    /// `MPI_Barrier`.
    Barrier,
    /// `MPI_Bcast`.
    Bcast(RecvBuffer, i32),
    /// `MPI_Gather`.
    Gather(Option<SendBuffer>, RecvBuffer, i32),
    /// `MPI_Gatherv`.
    Gatherv(Option<SendBuffer>, RecvBlocks, i32),
    /// `MPI_Scatter`.
    Scatter(SendBuffer, Option<RecvBuffer>, i32),
    /// `MPI_Scatterv`.
    Scatterv(SendBlocks, Option<RecvBuffer>, i32),
    /// `MPI_Allgather`.
    Allgather(Option<SendBuffer>, RecvBuffer),
    /// `MPI_Allgatherv`.
    Allgatherv(Option<SendBuffer>, RecvBlocks),
    /// `MPI_Alltoall`.
    Alltoall(Option<SendBuffer>, RecvBuffer),
    /// `MPI_Alltoallv` and `MPI_Alltoallw`.
    Alltoallv(Option<SendBlocks>, RecvBlocks),
    /// `MPI_Reduce`.
    Reduce(Vectors, i32),
    /// `MPI_Allreduce`.
    Allreduce(Vectors),
    /// `MPI_Scan`.
    Scan(Vectors),
    /// `MPI_Exscan`.
    Exscan(Vectors),
    /// `MPI_Reduce_scatter_block`; the count is that of one block.
    ReduceScatterBlock(Vectors),
    /// `MPI_Reduce_scatter`: elements of each rank's piece.
    ReduceScatter(Vectors, Vec<i64>),
    /// `MPI_Neighbor_allgather`.
    NeighborAllgather(SendBuffer, RecvBuffer),
    /// `MPI_Neighbor_allgatherv`.
    NeighborAllgatherv(SendBuffer, RecvBlocks),
    /// `MPI_Neighbor_alltoall`.
    NeighborAlltoall(SendBuffer, RecvBuffer),
    /// `MPI_Neighbor_alltoallv` and `MPI_Neighbor_alltoallw`.
    NeighborAlltoallv(SendBlocks, RecvBlocks),
}

impl Types {
    /// The handles.
    pub(super) fn handles(&self) -> &[DatatypeHandle] {
        match self {
            Types::One(handle) => std::slice::from_ref(handle),
            Types::Each(handles) => handles,
        }
    }
}

impl Operation {
    /// The operation of a reduction.
    pub(crate) fn op(&self) -> Option<OpHandle> {
        self.vectors().map(|vectors| vectors.op)
    }

    fn vectors(&self) -> Option<&Vectors> {
        match self {
            Operation::Reduce(vectors, _)
            | Operation::Allreduce(vectors)
            | Operation::Scan(vectors)
            | Operation::Exscan(vectors)
            | Operation::ReduceScatterBlock(vectors)
            | Operation::ReduceScatter(vectors, _) => Some(vectors),
            _ => None,
        }
    }

    /// The datatypes of all arguments, those included that mean nothing at this process.
    pub(super) fn datatypes(&self) -> Vec<DatatypeHandle> {
        use std::slice::from_ref;
        let sent = |buffer: &Option<SendBuffer>| buffer.as_ref().map(|b| b.datatype);
        let (plain, listed): (_, [&[DatatypeHandle]; 2]) = match self {
            Operation::Bcast(buffer, _) => (None, [from_ref(&buffer.datatype), &[]]),
            Operation::Gather(send, recv, _)
            | Operation::Allgather(send, recv)
            | Operation::Alltoall(send, recv) => (sent(send), [from_ref(&recv.datatype), &[]]),
            Operation::Gatherv(send, recv, _) | Operation::Allgatherv(send, recv) => {
                (sent(send), [recv.blocks.types.handles(), &[]])
            }
            Operation::Scatter(send, recv, _) => {
                (recv.as_ref().map(|b| b.datatype), [from_ref(&send.datatype), &[]])
            }
            Operation::Scatterv(send, recv, _) => {
                (recv.as_ref().map(|b| b.datatype), [send.blocks.types.handles(), &[]])
            }
            Operation::Alltoallv(send, recv) => {
                let send = send.as_ref().map_or(&[][..], |send| send.blocks.types.handles());
                (None, [send, recv.blocks.types.handles()])
            }
            Operation::NeighborAllgather(send, recv) | Operation::NeighborAlltoall(send, recv) => {
                (Some(send.datatype), [from_ref(&recv.datatype), &[]])
            }
            Operation::NeighborAllgatherv(send, recv) => {
                (Some(send.datatype), [recv.blocks.types.handles(), &[]])
            }
            Operation::NeighborAlltoallv(send, recv) => {
                (None, [send.blocks.types.handles(), recv.blocks.types.handles()])
            }
            _ => (self.vectors().map(|vectors| vectors.datatype), [&[], &[]]),
        };
        plain.into_iter().chain(listed.concat()).collect()
    }

    /// The tags of those that have a fast way besides.
    pub(super) const TAG_BCAST: i32 = BLOCKING.at(kind::BCAST);
    pub(super) const TAG_ALLREDUCE: i32 = BLOCKING.at(kind::ALLREDUCE);

    /// The tag of the blocking form. Two processes' messages of one operation match in order, and
    /// blocking operations follow one another; different kinds never meet.
    pub(super) fn tag(&self) -> i32 {
        BLOCKING.at(self.kind())
    }

    /// Which operation it is.
    pub(crate) fn kind(&self) -> u32 {
        match self {
            Operation::Barrier => 0,
            Operation::Bcast(..) => kind::BCAST,
            Operation::Gather(..) => kind::GATHER,
            Operation::Gatherv(..) => 3,
            Operation::Scatter(..) => kind::SCATTER,
            Operation::Scatterv(..) => 5,
            Operation::Allgather(..) => kind::ALLGATHER,
            Operation::Allgatherv(..) => kind::ALLGATHERV,
            Operation::Alltoall(..) => kind::ALLTOALL,
            Operation::Alltoallv(..) => kind::ALLTOALLV,
            Operation::Reduce(..) => kind::REDUCE,
            Operation::Allreduce(..) => kind::ALLREDUCE,
            Operation::Scan(..) => 12,
            Operation::Exscan(..) => 13,
            Operation::ReduceScatterBlock(..) => kind::REDUCE_SCATTER_BLOCK,
            Operation::ReduceScatter(..) => kind::REDUCE_SCATTER,
            Operation::NeighborAllgather(..) => 16,
            Operation::NeighborAllgatherv(..) => 17,
            Operation::NeighborAlltoall(..) => 18,
            Operation::NeighborAlltoallv(..) => 19,
        }
    }

    /// Whether all processes give in operations of a kind, and all take.
    pub(crate) fn is_mutual(kind: u8) -> bool {
        let has_blocks = [kind::ALLGATHER, kind::ALLGATHERV, kind::ALLTOALL, kind::ALLTOALLV];
        has_blocks.contains(&kind.into())
            || Self::is_reduction(kind) && u32::from(kind) != kind::REDUCE
    }

    /// Whether operands of all processes become one there.
    pub(crate) fn is_reduction(kind: u8) -> bool {
        let all = [kind::REDUCE, kind::ALLREDUCE, kind::REDUCE_SCATTER_BLOCK, kind::REDUCE_SCATTER];
        all.contains(&kind.into())
    }

    /// What the operation of a kind is called.
    pub(crate) fn name_of(kind: u8) -> &'static str {
        match u32::from(kind) {
            0 => "MPI_Barrier",
            kind::BCAST => "MPI_Bcast",
            kind::GATHER => "MPI_Gather",
            3 => "MPI_Gatherv",
            kind::SCATTER => "MPI_Scatter",
            5 => "MPI_Scatterv",
            kind::ALLGATHER => "MPI_Allgather",
            kind::ALLGATHERV => "MPI_Allgatherv",
            kind::ALLTOALL => "MPI_Alltoall",
            kind::ALLTOALLV => "MPI_Alltoallv",
            kind::REDUCE => "MPI_Reduce",
            kind::ALLREDUCE => "MPI_Allreduce",
            12 => "MPI_Scan",
            13 => "MPI_Exscan",
            kind::REDUCE_SCATTER_BLOCK => "MPI_Reduce_scatter_block",
            kind::REDUCE_SCATTER => "MPI_Reduce_scatter",
            16 => "MPI_Neighbor_allgather",
            17 => "MPI_Neighbor_allgatherv",
            18 => "MPI_Neighbor_alltoall",
            19 => "MPI_Neighbor_alltoallv",
            _ => "another collective",
        }
    }

    /// The collective that algorithms are chosen for, of those that have a way of their own in shared memory.
    pub(super) fn collective(&self) -> Option<Collective> {
        Some(match self {
            Operation::Barrier => Collective::Barrier,
            Operation::Bcast(..) => Collective::Bcast,
            Operation::Gather(..) => Collective::Gather,
            Operation::Scatter(..) => Collective::Scatter,
            Operation::Allgather(..) => Collective::Allgather,
            Operation::Allgatherv(..) => Collective::Allgatherv,
            Operation::Alltoall(..) => Collective::Alltoall,
            Operation::Reduce(..) => Collective::Reduce,
            Operation::Allreduce(..) => Collective::Allreduce,
            Operation::Scan(..) => Collective::Scan,
            Operation::Exscan(..) => Collective::Exscan,
            Operation::ReduceScatterBlock(..) => Collective::ReduceScatterBlock,
            Operation::ReduceScatter(..) => Collective::ReduceScatter,
            _ => return None,
        })
    }
}
