//! Point-to-point communication (MPI-5.0 §3). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Bsend", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend_c(
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Bsend_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend_init(
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Bsend_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Bsend_init_c(
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Bsend_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibsend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ibsend", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ibsend_c(
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ibsend_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Improbe(
    _source: c_int,
    _tag: c_int,
    comm: CommHandle,
    _flag: *mut c_int,
    _message: *mut MessageHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Improbe", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Imrecv(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _message: *mut MessageHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Imrecv", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Imrecv_c(
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _message: *mut MessageHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Imrecv_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Iprobe(
    _source: c_int,
    _tag: c_int,
    comm: CommHandle,
    _flag: *mut c_int,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Iprobe", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irecv(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _source: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Irecv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irecv_c(
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _source: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Irecv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irsend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Irsend", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Irsend_c(
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Irsend_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Isend", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isend_c(
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Isend_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _dest: c_int,
    _sendtag: c_int,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    _source: c_int,
    _recvtag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Isendrecv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _dest: c_int,
    _sendtag: c_int,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    _source: c_int,
    _recvtag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Isendrecv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv_replace(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _sendtag: c_int,
    _source: c_int,
    _recvtag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Isendrecv_replace", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Isendrecv_replace_c(
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _sendtag: c_int,
    _source: c_int,
    _recvtag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Isendrecv_replace_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Issend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Issend", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Issend_c(
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Issend_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Mprobe(
    _source: c_int,
    _tag: c_int,
    comm: CommHandle,
    _message: *mut MessageHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Mprobe", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Mrecv(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _message: *mut MessageHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Mrecv", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Mrecv_c(
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _message: *mut MessageHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Mrecv_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Probe(
    _source: c_int,
    _tag: c_int,
    comm: CommHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Probe", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _source: c_int,
    _tag: c_int,
    comm: CommHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Recv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv_c(
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _source: c_int,
    _tag: c_int,
    comm: CommHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Recv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv_init(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _source: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Recv_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Recv_init_c(
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _source: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Recv_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Rsend", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend_c(
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Rsend_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend_init(
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Rsend_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rsend_init_c(
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Rsend_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send(
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Send", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send_c(
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Send_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send_init(
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Send_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Send_init_c(
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Send_init_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv(
    _sendbuf: *const c_void,
    _sendcount: c_int,
    _sendtype: DatatypeHandle,
    _dest: c_int,
    _sendtag: c_int,
    _recvbuf: *mut c_void,
    _recvcount: c_int,
    _recvtype: DatatypeHandle,
    _source: c_int,
    _recvtag: c_int,
    comm: CommHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Sendrecv", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv_c(
    _sendbuf: *const c_void,
    _sendcount: Count,
    _sendtype: DatatypeHandle,
    _dest: c_int,
    _sendtag: c_int,
    _recvbuf: *mut c_void,
    _recvcount: Count,
    _recvtype: DatatypeHandle,
    _source: c_int,
    _recvtag: c_int,
    comm: CommHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Sendrecv_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv_replace(
    _buf: *mut c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _sendtag: c_int,
    _source: c_int,
    _recvtag: c_int,
    comm: CommHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Sendrecv_replace", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Sendrecv_replace_c(
    _buf: *mut c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _sendtag: c_int,
    _source: c_int,
    _recvtag: c_int,
    comm: CommHandle,
    _status: *mut Status,
) -> c_int {
    unbuilt("MPI_Sendrecv_replace_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend(
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Ssend", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend_c(
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Ssend_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend_init(
    _buf: *const c_void,
    _count: c_int,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ssend_init", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Ssend_init_c(
    _buf: *const c_void,
    _count: Count,
    _datatype: DatatypeHandle,
    _dest: c_int,
    _tag: c_int,
    comm: CommHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Ssend_init_c", On::Comm(comm))
}
