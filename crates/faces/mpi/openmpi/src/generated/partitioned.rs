//! Partitioned point-to-point communication (MPI-5.0 §4). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Parrived(
    request: RequestHandle,
    partition: c_int,
    flag: *mut c_int,
) -> c_int {
    let request = request.inward();
    Face::returned(entry("MPI_Parrived", On::Request(request), || {
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::partitioned::parrived(request, partition, flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pready(partition: c_int, request: RequestHandle) -> c_int {
    let request = request.inward();
    Face::returned(entry("MPI_Pready", On::Request(request), || {
        check::handle("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::partitioned::pready(partition, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pready_list(
    length: c_int,
    array_of_partitions: *const c_int,
    request: RequestHandle,
) -> c_int {
    let request = request.inward();
    Face::returned(entry("MPI_Pready_list", On::Request(request), || {
        check::not_negative("length", MPI_ERR_ARG, length as i64)?;
        check::handle("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::partitioned::pready_list(length, array_of_partitions, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pready_range(
    partition_low: c_int,
    partition_high: c_int,
    request: RequestHandle,
) -> c_int {
    let request = request.inward();
    Face::returned(entry("MPI_Pready_range", On::Request(request), || {
        check::handle("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::partitioned::pready_range(partition_low, partition_high, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Precv_init(
    buf: *mut c_void,
    partitions: c_int,
    count: c_int,
    datatype: DatatypeHandle,
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let source = Face::rank_inward(source);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    let info = info.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Precv_init", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::partitioned::precv_init(
                buf,
                partitions,
                count as i64,
                datatype,
                source,
                tag,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Precv_init_c(
    buf: *mut c_void,
    partitions: c_int,
    count: Count,
    datatype: DatatypeHandle,
    source: c_int,
    tag: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let source = Face::rank_inward(source);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    let info = info.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Precv_init_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::partitioned::precv_init(
                buf, partitions, count, datatype, source, tag, comm, info, request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Psend_init(
    buf: *const c_void,
    partitions: c_int,
    count: c_int,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    let info = info.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Psend_init", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("datatype", datatype)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::partitioned::psend_init(
                buf,
                partitions,
                count as i64,
                datatype,
                dest,
                tag,
                comm,
                info,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Psend_init_c(
    buf: *const c_void,
    partitions: c_int,
    count: Count,
    datatype: DatatypeHandle,
    dest: c_int,
    tag: c_int,
    comm: CommHandle,
    info: InfoHandle,
    request: *mut RequestHandle,
) -> c_int {
    let datatype = datatype.inward();
    let dest = Face::rank_inward(dest);
    let tag = Face::tag_inward(tag);
    let comm = comm.inward();
    let info = info.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Psend_init_c", On::Comm(comm), || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("datatype", datatype)?;
        check::send_tag("tag", tag)?;
        check::handle("comm", comm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::partitioned::psend_init(
                buf, partitions, count, datatype, dest, tag, comm, info, request,
            )
        }
    }))
}
