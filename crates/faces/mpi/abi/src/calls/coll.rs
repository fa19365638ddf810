//! Collective communication (MPI-5.0 §6): arguments to [`Operation`]s, in one place for the blocking,
//! the non-blocking and the persistent form of each.

use core::ffi::{c_int, c_void};

use ferry_datatype::{UserMemory, UserMemoryMut};
use ferry_mpi::Result;
use ferry_mpi::coll::{
    self, CollectiveSeat, Operation, RecvBlocks, SendBlocks, Types, VBlocks, Vectors, degrees, seat,
};
use ferry_mpi::handle::{CommHandle, DatatypeHandle, InfoHandle, OpHandle, RequestHandle};
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};

use crate::check::in_place;
use crate::convert::{self, Ints};

fn reader(buffer: *const c_void) -> UserMemory {
    // SAFETY: a buffer of the program, which keeps its hands off until the operation is complete.
    unsafe { UserMemory::new(buffer.cast()) }
}

fn writer(buffer: *mut c_void) -> UserMemoryMut {
    // SAFETY: as above.
    unsafe { UserMemoryMut::new(buffer.cast()) }
}

fn to_send(buffer: *const c_void, count: i64, datatype: DatatypeHandle) -> SendBuffer {
    SendBuffer { memory: reader(buffer), count: count as u64, datatype }
}

fn to_recv(buffer: *mut c_void, count: i64, datatype: DatatypeHandle) -> RecvBuffer {
    RecvBuffer { memory: writer(buffer), count: count as u64, datatype }
}

fn may_send(buffer: *const c_void, count: i64, datatype: DatatypeHandle) -> Option<SendBuffer> {
    (!in_place(buffer)).then(|| to_send(buffer, count, datatype))
}

fn may_recv(buffer: *mut c_void, count: i64, datatype: DatatypeHandle) -> Option<RecvBuffer> {
    (!in_place(buffer)).then(|| to_recv(buffer, count, datatype))
}

fn vectors(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: i64,
    datatype: DatatypeHandle,
    op: OpHandle,
) -> Vectors {
    let send = (!in_place(sendbuf)).then(|| reader(sendbuf));
    Vectors { send, recv: writer(recvbuf), count: count as u64, datatype, op }
}

fn array(array: Ints, len: usize) -> Result<Vec<i64>> {
    if len > 0 && array.is_null() {
        let text = format!("an array of {len} counts or displacements is NULL");
        return Err(ferry_mpi::Error::new(ferry_mpi::constants::MPI_ERR_ARG, text));
    }
    // SAFETY: the program's array has an element for each process or neighbour.
    Ok(unsafe { array.to_vec(len) })
}

fn blocks(counts: Ints, displs: Ints, datatype: DatatypeHandle, len: usize) -> Result<VBlocks> {
    let (counts, displs) = (array(counts, len)?, array(displs, len)?);
    Ok(VBlocks { counts, displs, types: Types::One(datatype) })
}

fn typed_blocks(
    counts: Ints,
    displs: Ints,
    datatypes: *const DatatypeHandle,
    len: usize,
) -> Result<VBlocks> {
    let (counts, displs) = (array(counts, len)?, array(displs, len)?);
    // SAFETY: the program's array has an element for each process or neighbour.
    let types = unsafe { convert::slice(datatypes, len) }?.to_vec();
    Ok(VBlocks { counts, displs, types: Types::Each(types) })
}

/// As many blocks as there are processes, where they mean something.
fn if_root(seat: &CollectiveSeat, root: c_int) -> usize {
    if seat.is_root(root) { seat.blocks as usize } else { 0 }
}

/// The three forms of each operation: its names, its arguments and how they make an [`Operation`].
macro_rules! collectives {
    ($(
        $name:ident $nonblocking:ident $persistent:ident
        ($($arg:ident: $ty:ty),* $(,)?) $comm:ident => $make:expr;
    )*) => { $(
        #[doc = concat!("`MPI_", stringify!($name), "`.")]
        pub unsafe fn $name($($arg: $ty,)* $comm: CommHandle) -> Result<()> {
            coll::run($comm, &$make)
        }

        #[doc = concat!("`MPI_", stringify!($nonblocking), "`.")]
        pub unsafe fn $nonblocking(
            $($arg: $ty,)*
            $comm: CommHandle,
            request: *mut RequestHandle,
        ) -> Result<()> {
            let started = coll::start($comm, &$make)?;
            // SAFETY: a checked output pointer.
            unsafe { convert::store(request, started) };
            Ok(())
        }

        #[doc = concat!("`MPI_", stringify!($persistent), "`.")]
        pub unsafe fn $persistent(
            $($arg: $ty,)*
            $comm: CommHandle,
            _info: InfoHandle,
            request: *mut RequestHandle,
        ) -> Result<()> {
            let made = coll::init($comm, $make)?;
            // SAFETY: a checked output pointer.
            unsafe { convert::store(request, made) };
            Ok(())
        }
    )* };
}

collectives! {
    barrier ibarrier barrier_init() comm => Operation::Barrier;
    bcast ibcast bcast_init(buffer: *mut c_void, count: i64, datatype: DatatypeHandle, root: c_int) comm =>
        Operation::Bcast(to_recv(buffer, count, datatype), root);
    gather igather gather_init(
        sendbuf: *const c_void, sendcount: i64, sendtype: DatatypeHandle,
        recvbuf: *mut c_void, recvcount: i64, recvtype: DatatypeHandle, root: c_int
    ) comm => Operation::Gather(
        may_send(sendbuf, sendcount, sendtype), to_recv(recvbuf, recvcount, recvtype), root);
    gatherv igatherv gatherv_init(
        sendbuf: *const c_void, sendcount: i64, sendtype: DatatypeHandle,
        recvbuf: *mut c_void, recvcounts: Ints, displs: Ints, recvtype: DatatypeHandle, root: c_int
    ) comm => {
        let blocks = blocks(recvcounts, displs, recvtype, if_root(&seat(comm)?, root))?;
        let recv = RecvBlocks { memory: writer(recvbuf), blocks };
        Operation::Gatherv(may_send(sendbuf, sendcount, sendtype), recv, root)
    };
    scatter iscatter scatter_init(
        sendbuf: *const c_void, sendcount: i64, sendtype: DatatypeHandle,
        recvbuf: *mut c_void, recvcount: i64, recvtype: DatatypeHandle, root: c_int
    ) comm => Operation::Scatter(
        to_send(sendbuf, sendcount, sendtype), may_recv(recvbuf, recvcount, recvtype), root);
    scatterv iscatterv scatterv_init(
        sendbuf: *const c_void, sendcounts: Ints, displs: Ints, sendtype: DatatypeHandle,
        recvbuf: *mut c_void, recvcount: i64, recvtype: DatatypeHandle, root: c_int
    ) comm => {
        let blocks = blocks(sendcounts, displs, sendtype, if_root(&seat(comm)?, root))?;
        let send = SendBlocks { memory: reader(sendbuf), blocks };
        Operation::Scatterv(send, may_recv(recvbuf, recvcount, recvtype), root)
    };
    allgather iallgather allgather_init(
        sendbuf: *const c_void, sendcount: i64, sendtype: DatatypeHandle,
        recvbuf: *mut c_void, recvcount: i64, recvtype: DatatypeHandle
    ) comm => Operation::Allgather(
        may_send(sendbuf, sendcount, sendtype), to_recv(recvbuf, recvcount, recvtype));
    allgatherv iallgatherv allgatherv_init(
        sendbuf: *const c_void, sendcount: i64, sendtype: DatatypeHandle,
        recvbuf: *mut c_void, recvcounts: Ints, displs: Ints, recvtype: DatatypeHandle
    ) comm => {
        let blocks = blocks(recvcounts, displs, recvtype, seat(comm)?.blocks as usize)?;
        let recv = RecvBlocks { memory: writer(recvbuf), blocks };
        Operation::Allgatherv(may_send(sendbuf, sendcount, sendtype), recv)
    };
    alltoall ialltoall alltoall_init(
        sendbuf: *const c_void, sendcount: i64, sendtype: DatatypeHandle,
        recvbuf: *mut c_void, recvcount: i64, recvtype: DatatypeHandle
    ) comm => Operation::Alltoall(
        may_send(sendbuf, sendcount, sendtype), to_recv(recvbuf, recvcount, recvtype));
    alltoallv ialltoallv alltoallv_init(
        sendbuf: *const c_void, sendcounts: Ints, sdispls: Ints, sendtype: DatatypeHandle,
        recvbuf: *mut c_void, recvcounts: Ints, rdispls: Ints, recvtype: DatatypeHandle
    ) comm => {
        let len = seat(comm)?.blocks as usize;
        let send = if in_place(sendbuf) { None } else {
            let blocks = blocks(sendcounts, sdispls, sendtype, len)?;
            Some(SendBlocks { memory: reader(sendbuf), blocks })
        };
        let blocks = blocks(recvcounts, rdispls, recvtype, len)?;
        Operation::Alltoallv(send, RecvBlocks { memory: writer(recvbuf), blocks })
    };
    alltoallw ialltoallw alltoallw_init(
        sendbuf: *const c_void, sendcounts: Ints, sdispls: Ints, sendtypes: *const DatatypeHandle,
        recvbuf: *mut c_void, recvcounts: Ints, rdispls: Ints, recvtypes: *const DatatypeHandle
    ) comm => {
        let len = seat(comm)?.blocks as usize;
        let send = if in_place(sendbuf) { None } else {
            let blocks = typed_blocks(sendcounts, sdispls, sendtypes, len)?;
            Some(SendBlocks { memory: reader(sendbuf), blocks })
        };
        let blocks = typed_blocks(recvcounts, rdispls, recvtypes, len)?;
        Operation::Alltoallv(send, RecvBlocks { memory: writer(recvbuf), blocks })
    };
    reduce ireduce reduce_init(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: DatatypeHandle,
        op: OpHandle, root: c_int
    ) comm => Operation::Reduce(vectors(sendbuf, recvbuf, count, datatype, op), root);
    allreduce iallreduce allreduce_init(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: DatatypeHandle,
        op: OpHandle
    ) comm => Operation::Allreduce(vectors(sendbuf, recvbuf, count, datatype, op));
    scan iscan scan_init(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: DatatypeHandle,
        op: OpHandle
    ) comm => Operation::Scan(vectors(sendbuf, recvbuf, count, datatype, op));
    exscan iexscan exscan_init(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: DatatypeHandle,
        op: OpHandle
    ) comm => Operation::Exscan(vectors(sendbuf, recvbuf, count, datatype, op));
    reduce_scatter_block ireduce_scatter_block reduce_scatter_block_init(
        sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: DatatypeHandle,
        op: OpHandle
    ) comm => Operation::ReduceScatterBlock(vectors(sendbuf, recvbuf, recvcount, datatype, op));
    reduce_scatter ireduce_scatter reduce_scatter_init(
        sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: Ints, datatype: DatatypeHandle,
        op: OpHandle
    ) comm => {
        let counts = array(recvcounts, seat(comm)?.size as usize)?;
        Operation::ReduceScatter(vectors(sendbuf, recvbuf, 0, datatype, op), counts)
    };
    neighbor_allgather ineighbor_allgather neighbor_allgather_init(
        sendbuf: *const c_void, sendcount: i64, sendtype: DatatypeHandle,
        recvbuf: *mut c_void, recvcount: i64, recvtype: DatatypeHandle
    ) comm => Operation::NeighborAllgather(
        to_send(sendbuf, sendcount, sendtype), to_recv(recvbuf, recvcount, recvtype));
    neighbor_allgatherv ineighbor_allgatherv neighbor_allgatherv_init(
        sendbuf: *const c_void, sendcount: i64, sendtype: DatatypeHandle,
        recvbuf: *mut c_void, recvcounts: Ints, displs: Ints, recvtype: DatatypeHandle
    ) comm => {
        let blocks = blocks(recvcounts, displs, recvtype, degrees(comm)?.0)?;
        let recv = RecvBlocks { memory: writer(recvbuf), blocks };
        Operation::NeighborAllgatherv(to_send(sendbuf, sendcount, sendtype), recv)
    };
    neighbor_alltoall ineighbor_alltoall neighbor_alltoall_init(
        sendbuf: *const c_void, sendcount: i64, sendtype: DatatypeHandle,
        recvbuf: *mut c_void, recvcount: i64, recvtype: DatatypeHandle
    ) comm => Operation::NeighborAlltoall(
        to_send(sendbuf, sendcount, sendtype), to_recv(recvbuf, recvcount, recvtype));
    neighbor_alltoallv ineighbor_alltoallv neighbor_alltoallv_init(
        sendbuf: *const c_void, sendcounts: Ints, sdispls: Ints, sendtype: DatatypeHandle,
        recvbuf: *mut c_void, recvcounts: Ints, rdispls: Ints, recvtype: DatatypeHandle
    ) comm => {
        let (sources, destinations) = degrees(comm)?;
        let send = blocks(sendcounts, sdispls, sendtype, destinations)?;
        let recv = blocks(recvcounts, rdispls, recvtype, sources)?;
        Operation::NeighborAlltoallv(
            SendBlocks { memory: reader(sendbuf), blocks: send },
            RecvBlocks { memory: writer(recvbuf), blocks: recv },
        )
    };
    neighbor_alltoallw ineighbor_alltoallw neighbor_alltoallw_init(
        sendbuf: *const c_void, sendcounts: Ints, sdispls: *const isize, sendtypes: *const DatatypeHandle,
        recvbuf: *mut c_void, recvcounts: Ints, rdispls: *const isize, recvtypes: *const DatatypeHandle
    ) comm => {
        let (sources, destinations) = degrees(comm)?;
        let send = typed_blocks(sendcounts, Ints::aint(sdispls), sendtypes, destinations)?;
        let recv = typed_blocks(recvcounts, Ints::aint(rdispls), recvtypes, sources)?;
        Operation::NeighborAlltoallv(
            SendBlocks { memory: reader(sendbuf), blocks: send },
            RecvBlocks { memory: writer(recvbuf), blocks: recv },
        )
    };
}
