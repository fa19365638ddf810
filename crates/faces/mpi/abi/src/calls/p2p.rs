//! Point-to-point communication (MPI-5.0 §3).

use core::ffi::{c_int, c_void};

use ferry_datatype::{UserMemory, UserMemoryMut};
use ferry_mpi::handle::{CommHandle, DatatypeHandle, MessageHandle, RequestHandle};
use ferry_mpi::p2p::{self, RecvBuffer, SendBuffer};
use ferry_mpi::persistent::{SendMode, recv_init as make_recv, send_init as make_send};
use ferry_mpi::request::RequestForm;
use ferry_mpi::{Result, Status, bsend as buffered};
use ferry_two_sided::Mode;

use crate::calls::request::has_ended;
use crate::convert::{StatusForm, store, store_flag, store_outcome, store_status};

/// A send buffer of the program.
#[inline(always)]
pub(super) unsafe fn outgoing(
    buf: *const c_void,
    count: i64,
    datatype: DatatypeHandle,
) -> SendBuffer {
    // SAFETY: the program vouches for the buffer until the operation completes (MPI-5.0 §3.7.2).
    let memory = unsafe { UserMemory::new(buf.cast()) };
    SendBuffer { memory, count: count as u64, datatype }
}

/// A receive buffer of the program.
#[inline(always)]
pub(super) unsafe fn incoming(
    buf: *mut c_void,
    count: i64,
    datatype: DatatypeHandle,
) -> RecvBuffer {
    // SAFETY: the program vouches for the buffer until the operation completes (MPI-5.0 §3.7.2).
    let memory = unsafe { UserMemoryMut::new(buf.cast()) };
    RecvBuffer { memory, count: count as u64, datatype }
}

macro_rules! blocking_sends {
    ($($name:ident = $mode:expr, $doc:literal;)*) => { $(
        #[doc = $doc]
        #[inline]
        pub unsafe fn $name(
            buf: *const c_void,
            count: i64,
            datatype: DatatypeHandle,
            dest: c_int,
            tag: c_int,
            comm: CommHandle,
        ) -> Result<()> {
            // SAFETY: the caller's buffer.
            p2p::send(unsafe { outgoing(buf, count, datatype) }, dest, tag, comm, $mode)
        }
    )* };
}

blocking_sends! {
    send = Mode::Standard, "`MPI_Send`.";
    rsend = Mode::Standard, "`MPI_Rsend`.";
    ssend = Mode::Synchronous, "`MPI_Ssend`.";
}

/// `MPI_Bsend`.
pub unsafe fn bsend(
    buf: *const c_void,
    count: i64,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
) -> Result<()> {
    // SAFETY: the caller's buffer.
    buffered::bsend(&unsafe { outgoing(buf, count, datatype) }, dest, tag, comm).map(|_| ())
}

macro_rules! starting_sends {
    ($($name:ident = |$buffer:ident, $dest:ident, $tag:ident, $comm:ident| $body:expr, $doc:literal;)*) => { $(
        #[doc = $doc]
        #[inline]
        pub unsafe fn $name<R: RequestForm>(
            buf: *const c_void,
            count: i64,
            datatype: DatatypeHandle,
            $dest: c_int,
            $tag: c_int,
            $comm: CommHandle,
            request: *mut R,
        ) -> Result<()> {
            // SAFETY: the caller's buffer.
            let $buffer = unsafe { outgoing(buf, count, datatype) };
            let made: RequestHandle = $body?;
            // SAFETY: a checked pointer.
            unsafe { store(request, R::made(made)) };
            Ok(())
        }
    )* };
}

starting_sends! {
    isend = |b, dest, tag, comm| p2p::isend(b, dest, tag, comm, Mode::Standard), "`MPI_Isend`.";
    irsend = |b, dest, tag, comm| p2p::isend(b, dest, tag, comm, Mode::Standard), "`MPI_Irsend`.";
    issend = |b, dest, tag, comm| p2p::isend(b, dest, tag, comm, Mode::Synchronous), "`MPI_Issend`.";
    ibsend = |b, dest, tag, comm| buffered::bsend(&b, dest, tag, comm), "`MPI_Ibsend`.";
    send_init = |b, dest, tag, comm|
        make_send(b, dest, tag, comm, SendMode::Plain(Mode::Standard)), "`MPI_Send_init`.";
    rsend_init = |b, dest, tag, comm|
        make_send(b, dest, tag, comm, SendMode::Plain(Mode::Standard)), "`MPI_Rsend_init`.";
    ssend_init = |b, dest, tag, comm|
        make_send(b, dest, tag, comm, SendMode::Plain(Mode::Synchronous)), "`MPI_Ssend_init`.";
    bsend_init = |b, dest, tag, comm|
        make_send(b, dest, tag, comm, SendMode::Buffered), "`MPI_Bsend_init`.";
}

/// `MPI_Recv`.
#[inline]
pub unsafe fn recv<S: StatusForm>(
    buf: *mut c_void,
    count: i64,
    datatype: DatatypeHandle,
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    status: *mut S,
) -> Result<()> {
    // SAFETY: the caller's buffer.
    let received = p2p::recv(unsafe { incoming(buf, count, datatype) }, source, tag, comm);
    // SAFETY: a status or MPI_STATUS_IGNORE.
    unsafe { store_outcome(status, received) }
}

/// `MPI_Irecv`.
#[inline]
pub unsafe fn irecv<R: RequestForm>(
    buf: *mut c_void,
    count: i64,
    datatype: DatatypeHandle,
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut R,
) -> Result<()> {
    // SAFETY: the caller's buffer; a checked pointer.
    unsafe {
        let made = p2p::irecv(incoming(buf, count, datatype), source, tag, comm)?;
        store(request, R::made(made));
    }
    Ok(())
}

/// `MPI_Recv_init`.
pub unsafe fn recv_init<R: RequestForm>(
    buf: *mut c_void,
    count: i64,
    datatype: DatatypeHandle,
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    request: *mut R,
) -> Result<()> {
    // SAFETY: the caller's buffer; a checked pointer.
    unsafe {
        let made = make_recv(incoming(buf, count, datatype), source, tag, comm)?;
        store(request, R::made(made));
    }
    Ok(())
}

/// `MPI_Sendrecv`.
pub unsafe fn sendrecv<S: StatusForm>(
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: DatatypeHandle,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: DatatypeHandle,
    source: c_int,
    recvtag: c_int,
    comm: CommHandle,
    status: *mut S,
) -> Result<()> {
    // SAFETY: the caller's buffers; a status or MPI_STATUS_IGNORE.
    unsafe {
        let send = outgoing(sendbuf, sendcount, sendtype);
        let recv = incoming(recvbuf, recvcount, recvtype);
        store_outcome(status, p2p::sendrecv(send, dest, sendtag, recv, source, recvtag, comm))
    }
}

/// `MPI_Isendrecv`.
pub unsafe fn isendrecv(
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: DatatypeHandle,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: DatatypeHandle,
    source: c_int,
    recvtag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> Result<()> {
    // SAFETY: the caller's buffers; a checked pointer.
    unsafe {
        let send = outgoing(sendbuf, sendcount, sendtype);
        let recv = incoming(recvbuf, recvcount, recvtype);
        store(request, p2p::isendrecv(send, dest, sendtag, recv, source, recvtag, comm)?);
    }
    Ok(())
}

/// `MPI_Sendrecv_replace`.
pub unsafe fn sendrecv_replace<S: StatusForm>(
    buf: *mut c_void,
    count: i64,
    datatype: DatatypeHandle,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: CommHandle,
    status: *mut S,
) -> Result<()> {
    // SAFETY: the caller's buffer; a status or MPI_STATUS_IGNORE.
    unsafe {
        let buffer = incoming(buf, count, datatype);
        store_outcome(status, p2p::sendrecv_replace(buffer, dest, sendtag, source, recvtag, comm))
    }
}

/// `MPI_Isendrecv_replace`.
pub unsafe fn isendrecv_replace(
    buf: *mut c_void,
    count: i64,
    datatype: DatatypeHandle,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: CommHandle,
    request: *mut RequestHandle,
) -> Result<()> {
    // SAFETY: the caller's buffer; a checked pointer.
    unsafe {
        let buffer = incoming(buf, count, datatype);
        store(request, p2p::isendrecv_replace(buffer, dest, sendtag, source, recvtag, comm)?);
    }
    Ok(())
}

/// `MPI_Probe`.
pub unsafe fn probe<S: StatusForm>(
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    status: *mut S,
) -> Result<()> {
    // SAFETY: a status or MPI_STATUS_IGNORE.
    unsafe { store_status(status, p2p::probe(source, tag, comm)?) };
    Ok(())
}

/// `MPI_Iprobe`.
pub unsafe fn iprobe<S: StatusForm>(
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    flag: *mut c_int,
    status: *mut S,
) -> Result<()> {
    let found = p2p::iprobe(source, tag, comm)?;
    // SAFETY: a checked pointer; a status or MPI_STATUS_IGNORE.
    unsafe {
        store_flag(flag, found.is_some());
        if let Some(found) = found {
            store_status(status, found);
        }
    }
    Ok(())
}

/// `MPI_Mprobe`.
pub unsafe fn mprobe(
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    message: *mut MessageHandle,
    status: *mut Status,
) -> Result<()> {
    let (taken, found) = p2p::mprobe(source, tag, comm)?;
    // SAFETY: a checked pointer; a status or MPI_STATUS_IGNORE.
    unsafe {
        store(message, taken);
        store_status(status, found);
    }
    Ok(())
}

/// `MPI_Improbe`.
pub unsafe fn improbe(
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    flag: *mut c_int,
    message: *mut MessageHandle,
    status: *mut Status,
) -> Result<()> {
    let found = p2p::improbe(source, tag, comm)?;
    // SAFETY: checked pointers; a status or MPI_STATUS_IGNORE.
    unsafe {
        store_flag(flag, found.is_some());
        if let Some((taken, found)) = found {
            store(message, taken);
            store_status(status, found);
        }
    }
    Ok(())
}

/// `MPI_Mrecv`.
pub unsafe fn mrecv(
    buf: *mut c_void,
    count: i64,
    datatype: DatatypeHandle,
    message: *mut MessageHandle,
    status: *mut Status,
) -> Result<()> {
    // SAFETY: the caller's buffer; a checked pointer; a status or MPI_STATUS_IGNORE.
    unsafe {
        let received = p2p::mrecv(incoming(buf, count, datatype), *message);
        if has_ended(&received) {
            store(message, MessageHandle::NULL);
        }
        store_outcome(status, received)
    }
}

/// `MPI_Imrecv`.
pub unsafe fn imrecv(
    buf: *mut c_void,
    count: i64,
    datatype: DatatypeHandle,
    message: *mut MessageHandle,
    request: *mut RequestHandle,
) -> Result<()> {
    // SAFETY: the caller's buffer; checked pointers.
    unsafe {
        let made = p2p::imrecv(incoming(buf, count, datatype), *message)?;
        store(message, MessageHandle::NULL);
        store(request, made);
    }
    Ok(())
}
