//! One-sided communications (MPI-5.0 §12). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Accumulate(
    origin_addr: *const c_void,
    origin_count: c_int,
    origin_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: c_int,
    target_datatype: DatatypeHandle,
    op: OpHandle,
    win: WinHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let op = op.inward();
    let win = win.inward();
    Face::returned(entry("MPI_Accumulate", On::Win(win), || {
        check::not_negative("origin_count", MPI_ERR_COUNT, origin_count as i64)?;
        check::handle("origin_datatype", origin_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count as i64)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("op", op)?;
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::accumulate(
                origin_addr,
                origin_count as i64,
                origin_datatype,
                target_rank,
                target_disp,
                target_count as i64,
                target_datatype,
                op,
                win,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Accumulate_c(
    origin_addr: *const c_void,
    origin_count: Count,
    origin_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: Count,
    target_datatype: DatatypeHandle,
    op: OpHandle,
    win: WinHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let op = op.inward();
    let win = win.inward();
    Face::returned(entry("MPI_Accumulate_c", On::Win(win), || {
        check::not_negative("origin_count", MPI_ERR_COUNT, origin_count)?;
        check::handle("origin_datatype", origin_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("op", op)?;
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::accumulate(
                origin_addr,
                origin_count,
                origin_datatype,
                target_rank,
                target_disp,
                target_count,
                target_datatype,
                op,
                win,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Compare_and_swap(
    origin_addr: *const c_void,
    compare_addr: *const c_void,
    result_addr: *mut c_void,
    datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    win: WinHandle,
) -> c_int {
    let datatype = datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let win = win.inward();
    Face::returned(entry("MPI_Compare_and_swap", On::Win(win), || {
        check::handle("datatype", datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::compare_and_swap(
                origin_addr,
                compare_addr,
                result_addr,
                datatype,
                target_rank,
                target_disp,
                win,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Fetch_and_op(
    origin_addr: *const c_void,
    result_addr: *mut c_void,
    datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    op: OpHandle,
    win: WinHandle,
) -> c_int {
    let datatype = datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let op = op.inward();
    let win = win.inward();
    Face::returned(entry("MPI_Fetch_and_op", On::Win(win), || {
        check::handle("datatype", datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::handle("op", op)?;
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::fetch_and_op(
                origin_addr,
                result_addr,
                datatype,
                target_rank,
                target_disp,
                op,
                win,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get(
    origin_addr: *mut c_void,
    origin_count: c_int,
    origin_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: c_int,
    target_datatype: DatatypeHandle,
    win: WinHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let win = win.inward();
    Face::returned(entry("MPI_Get", On::Win(win), || {
        check::not_negative("origin_count", MPI_ERR_COUNT, origin_count as i64)?;
        check::handle("origin_datatype", origin_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count as i64)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::get(
                origin_addr,
                origin_count as i64,
                origin_datatype,
                target_rank,
                target_disp,
                target_count as i64,
                target_datatype,
                win,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_accumulate(
    origin_addr: *const c_void,
    origin_count: c_int,
    origin_datatype: DatatypeHandle,
    result_addr: *mut c_void,
    result_count: c_int,
    result_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: c_int,
    target_datatype: DatatypeHandle,
    op: OpHandle,
    win: WinHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let result_datatype = result_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let op = op.inward();
    let win = win.inward();
    Face::returned(entry("MPI_Get_accumulate", On::Win(win), || {
        check::not_negative("result_count", MPI_ERR_COUNT, result_count as i64)?;
        check::handle("result_datatype", result_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count as i64)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("op", op)?;
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::get_accumulate(
                origin_addr,
                origin_count as i64,
                origin_datatype,
                result_addr,
                result_count as i64,
                result_datatype,
                target_rank,
                target_disp,
                target_count as i64,
                target_datatype,
                op,
                win,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_accumulate_c(
    origin_addr: *const c_void,
    origin_count: Count,
    origin_datatype: DatatypeHandle,
    result_addr: *mut c_void,
    result_count: Count,
    result_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: Count,
    target_datatype: DatatypeHandle,
    op: OpHandle,
    win: WinHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let result_datatype = result_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let op = op.inward();
    let win = win.inward();
    Face::returned(entry("MPI_Get_accumulate_c", On::Win(win), || {
        check::not_negative("result_count", MPI_ERR_COUNT, result_count)?;
        check::handle("result_datatype", result_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("op", op)?;
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::get_accumulate(
                origin_addr,
                origin_count,
                origin_datatype,
                result_addr,
                result_count,
                result_datatype,
                target_rank,
                target_disp,
                target_count,
                target_datatype,
                op,
                win,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_c(
    origin_addr: *mut c_void,
    origin_count: Count,
    origin_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: Count,
    target_datatype: DatatypeHandle,
    win: WinHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let win = win.inward();
    Face::returned(entry("MPI_Get_c", On::Win(win), || {
        check::not_negative("origin_count", MPI_ERR_COUNT, origin_count)?;
        check::handle("origin_datatype", origin_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::get(
                origin_addr,
                origin_count,
                origin_datatype,
                target_rank,
                target_disp,
                target_count,
                target_datatype,
                win,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Put(
    origin_addr: *const c_void,
    origin_count: c_int,
    origin_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: c_int,
    target_datatype: DatatypeHandle,
    win: WinHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let win = win.inward();
    Face::returned(entry("MPI_Put", On::Win(win), || {
        check::not_negative("origin_count", MPI_ERR_COUNT, origin_count as i64)?;
        check::handle("origin_datatype", origin_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count as i64)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::put(
                origin_addr,
                origin_count as i64,
                origin_datatype,
                target_rank,
                target_disp,
                target_count as i64,
                target_datatype,
                win,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Put_c(
    origin_addr: *const c_void,
    origin_count: Count,
    origin_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: Count,
    target_datatype: DatatypeHandle,
    win: WinHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let win = win.inward();
    Face::returned(entry("MPI_Put_c", On::Win(win), || {
        check::not_negative("origin_count", MPI_ERR_COUNT, origin_count)?;
        check::handle("origin_datatype", origin_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::put(
                origin_addr,
                origin_count,
                origin_datatype,
                target_rank,
                target_disp,
                target_count,
                target_datatype,
                win,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Raccumulate(
    origin_addr: *const c_void,
    origin_count: c_int,
    origin_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: c_int,
    target_datatype: DatatypeHandle,
    op: OpHandle,
    win: WinHandle,
    request: *mut RequestHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let op = op.inward();
    let win = win.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Raccumulate", On::Win(win), || {
        check::not_negative("origin_count", MPI_ERR_COUNT, origin_count as i64)?;
        check::handle("origin_datatype", origin_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count as i64)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("op", op)?;
        check::handle("win", win)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::raccumulate(
                origin_addr,
                origin_count as i64,
                origin_datatype,
                target_rank,
                target_disp,
                target_count as i64,
                target_datatype,
                op,
                win,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Raccumulate_c(
    origin_addr: *const c_void,
    origin_count: Count,
    origin_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: Count,
    target_datatype: DatatypeHandle,
    op: OpHandle,
    win: WinHandle,
    request: *mut RequestHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let op = op.inward();
    let win = win.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Raccumulate_c", On::Win(win), || {
        check::not_negative("origin_count", MPI_ERR_COUNT, origin_count)?;
        check::handle("origin_datatype", origin_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("op", op)?;
        check::handle("win", win)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::raccumulate(
                origin_addr,
                origin_count,
                origin_datatype,
                target_rank,
                target_disp,
                target_count,
                target_datatype,
                op,
                win,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget(
    origin_addr: *mut c_void,
    origin_count: c_int,
    origin_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: c_int,
    target_datatype: DatatypeHandle,
    win: WinHandle,
    request: *mut RequestHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let win = win.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Rget", On::Win(win), || {
        check::not_negative("origin_count", MPI_ERR_COUNT, origin_count as i64)?;
        check::handle("origin_datatype", origin_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count as i64)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("win", win)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::rget(
                origin_addr,
                origin_count as i64,
                origin_datatype,
                target_rank,
                target_disp,
                target_count as i64,
                target_datatype,
                win,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget_accumulate(
    origin_addr: *const c_void,
    origin_count: c_int,
    origin_datatype: DatatypeHandle,
    result_addr: *mut c_void,
    result_count: c_int,
    result_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: c_int,
    target_datatype: DatatypeHandle,
    op: OpHandle,
    win: WinHandle,
    request: *mut RequestHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let result_datatype = result_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let op = op.inward();
    let win = win.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Rget_accumulate", On::Win(win), || {
        check::not_negative("result_count", MPI_ERR_COUNT, result_count as i64)?;
        check::handle("result_datatype", result_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count as i64)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("op", op)?;
        check::handle("win", win)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::rget_accumulate(
                origin_addr,
                origin_count as i64,
                origin_datatype,
                result_addr,
                result_count as i64,
                result_datatype,
                target_rank,
                target_disp,
                target_count as i64,
                target_datatype,
                op,
                win,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget_accumulate_c(
    origin_addr: *const c_void,
    origin_count: Count,
    origin_datatype: DatatypeHandle,
    result_addr: *mut c_void,
    result_count: Count,
    result_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: Count,
    target_datatype: DatatypeHandle,
    op: OpHandle,
    win: WinHandle,
    request: *mut RequestHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let result_datatype = result_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let op = op.inward();
    let win = win.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Rget_accumulate_c", On::Win(win), || {
        check::not_negative("result_count", MPI_ERR_COUNT, result_count)?;
        check::handle("result_datatype", result_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("op", op)?;
        check::handle("win", win)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::rget_accumulate(
                origin_addr,
                origin_count,
                origin_datatype,
                result_addr,
                result_count,
                result_datatype,
                target_rank,
                target_disp,
                target_count,
                target_datatype,
                op,
                win,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget_c(
    origin_addr: *mut c_void,
    origin_count: Count,
    origin_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: Count,
    target_datatype: DatatypeHandle,
    win: WinHandle,
    request: *mut RequestHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let win = win.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Rget_c", On::Win(win), || {
        check::not_negative("origin_count", MPI_ERR_COUNT, origin_count)?;
        check::handle("origin_datatype", origin_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("win", win)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::rget(
                origin_addr,
                origin_count,
                origin_datatype,
                target_rank,
                target_disp,
                target_count,
                target_datatype,
                win,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rput(
    origin_addr: *const c_void,
    origin_count: c_int,
    origin_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: c_int,
    target_datatype: DatatypeHandle,
    win: WinHandle,
    request: *mut RequestHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let win = win.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Rput", On::Win(win), || {
        check::not_negative("origin_count", MPI_ERR_COUNT, origin_count as i64)?;
        check::handle("origin_datatype", origin_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count as i64)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("win", win)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::rput(
                origin_addr,
                origin_count as i64,
                origin_datatype,
                target_rank,
                target_disp,
                target_count as i64,
                target_datatype,
                win,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rput_c(
    origin_addr: *const c_void,
    origin_count: Count,
    origin_datatype: DatatypeHandle,
    target_rank: c_int,
    target_disp: Aint,
    target_count: Count,
    target_datatype: DatatypeHandle,
    win: WinHandle,
    request: *mut RequestHandle,
) -> c_int {
    let origin_datatype = origin_datatype.inward();
    let target_rank = Face::rank_inward(target_rank);
    let target_datatype = target_datatype.inward();
    let win = win.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPI_Rput_c", On::Win(win), || {
        check::not_negative("origin_count", MPI_ERR_COUNT, origin_count)?;
        check::handle("origin_datatype", origin_datatype)?;
        check::not_negative("target_disp", MPI_ERR_DISP, target_disp as i64)?;
        check::not_negative("target_count", MPI_ERR_COUNT, target_count)?;
        check::handle("target_datatype", target_datatype)?;
        check::handle("win", win)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::rma::rput(
                origin_addr,
                origin_count,
                origin_datatype,
                target_rank,
                target_disp,
                target_count,
                target_datatype,
                win,
                request,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate(
    size: Aint,
    disp_unit: c_int,
    info: InfoHandle,
    comm: CommHandle,
    baseptr: *mut c_void,
    win: *mut WinHandle,
) -> c_int {
    let info = info.inward();
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut win_place = unsafe { HandlePlace::new(win, false, true) };
    let win = win_place.pointer();
    Face::returned(entry("MPI_Win_allocate", On::Comm(comm), || {
        check::not_negative("size", MPI_ERR_SIZE, size as i64)?;
        check::positive("disp_unit", MPI_ERR_DISP, disp_unit as i64)?;
        check::handle("comm", comm)?;
        check::pointer("baseptr", baseptr)?;
        check::pointer("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_allocate(size, disp_unit as i64, info, comm, baseptr, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate_c(
    size: Aint,
    disp_unit: Aint,
    info: InfoHandle,
    comm: CommHandle,
    baseptr: *mut c_void,
    win: *mut WinHandle,
) -> c_int {
    let info = info.inward();
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut win_place = unsafe { HandlePlace::new(win, false, true) };
    let win = win_place.pointer();
    Face::returned(entry("MPI_Win_allocate_c", On::Comm(comm), || {
        check::not_negative("size", MPI_ERR_SIZE, size as i64)?;
        check::positive("disp_unit", MPI_ERR_DISP, disp_unit as i64)?;
        check::handle("comm", comm)?;
        check::pointer("baseptr", baseptr)?;
        check::pointer("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_allocate(size, disp_unit as i64, info, comm, baseptr, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate_shared(
    size: Aint,
    disp_unit: c_int,
    info: InfoHandle,
    comm: CommHandle,
    baseptr: *mut c_void,
    win: *mut WinHandle,
) -> c_int {
    let info = info.inward();
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut win_place = unsafe { HandlePlace::new(win, false, true) };
    let win = win_place.pointer();
    Face::returned(entry("MPI_Win_allocate_shared", On::Comm(comm), || {
        check::not_negative("size", MPI_ERR_SIZE, size as i64)?;
        check::positive("disp_unit", MPI_ERR_DISP, disp_unit as i64)?;
        check::handle("comm", comm)?;
        check::pointer("baseptr", baseptr)?;
        check::pointer("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_allocate_shared(size, disp_unit as i64, info, comm, baseptr, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate_shared_c(
    size: Aint,
    disp_unit: Aint,
    info: InfoHandle,
    comm: CommHandle,
    baseptr: *mut c_void,
    win: *mut WinHandle,
) -> c_int {
    let info = info.inward();
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut win_place = unsafe { HandlePlace::new(win, false, true) };
    let win = win_place.pointer();
    Face::returned(entry("MPI_Win_allocate_shared_c", On::Comm(comm), || {
        check::not_negative("size", MPI_ERR_SIZE, size as i64)?;
        check::positive("disp_unit", MPI_ERR_DISP, disp_unit as i64)?;
        check::handle("comm", comm)?;
        check::pointer("baseptr", baseptr)?;
        check::pointer("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_allocate_shared(size, disp_unit as i64, info, comm, baseptr, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_attach(win: WinHandle, base: *mut c_void, size: Aint) -> c_int {
    let win = win.inward();
    Face::returned(entry("MPI_Win_attach", On::Win(win), || {
        check::handle("win", win)?;
        check::not_negative("size", MPI_ERR_SIZE, size as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_attach(win, base, size) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_complete(win: WinHandle) -> c_int {
    let win = win.inward();
    Face::returned(entry("MPI_Win_complete", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_complete(win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create(
    base: *mut c_void,
    size: Aint,
    disp_unit: c_int,
    info: InfoHandle,
    comm: CommHandle,
    win: *mut WinHandle,
) -> c_int {
    let info = info.inward();
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut win_place = unsafe { HandlePlace::new(win, false, true) };
    let win = win_place.pointer();
    Face::returned(entry("MPI_Win_create", On::Comm(comm), || {
        check::not_negative("size", MPI_ERR_SIZE, size as i64)?;
        check::positive("disp_unit", MPI_ERR_DISP, disp_unit as i64)?;
        check::handle("comm", comm)?;
        check::pointer("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_create(base, size, disp_unit as i64, info, comm, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_c(
    base: *mut c_void,
    size: Aint,
    disp_unit: Aint,
    info: InfoHandle,
    comm: CommHandle,
    win: *mut WinHandle,
) -> c_int {
    let info = info.inward();
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut win_place = unsafe { HandlePlace::new(win, false, true) };
    let win = win_place.pointer();
    Face::returned(entry("MPI_Win_create_c", On::Comm(comm), || {
        check::not_negative("size", MPI_ERR_SIZE, size as i64)?;
        check::positive("disp_unit", MPI_ERR_DISP, disp_unit as i64)?;
        check::handle("comm", comm)?;
        check::pointer("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_create(base, size, disp_unit as i64, info, comm, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_dynamic(
    info: InfoHandle,
    comm: CommHandle,
    win: *mut WinHandle,
) -> c_int {
    let info = info.inward();
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut win_place = unsafe { HandlePlace::new(win, false, true) };
    let win = win_place.pointer();
    Face::returned(entry("MPI_Win_create_dynamic", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_create_dynamic(info, comm, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_detach(win: WinHandle, base: *const c_void) -> c_int {
    let win = win.inward();
    Face::returned(entry("MPI_Win_detach", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_detach(win, base) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_fence(assert: c_int, win: WinHandle) -> c_int {
    let assert = Face::assertion_inward(assert);
    let win = win.inward();
    Face::returned(entry("MPI_Win_fence", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_fence(assert, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush(rank: c_int, win: WinHandle) -> c_int {
    let rank = Face::rank_inward(rank);
    let win = win.inward();
    Face::returned(entry("MPI_Win_flush", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_flush(rank, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush_all(win: WinHandle) -> c_int {
    let win = win.inward();
    Face::returned(entry("MPI_Win_flush_all", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_flush_all(win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush_local(rank: c_int, win: WinHandle) -> c_int {
    let rank = Face::rank_inward(rank);
    let win = win.inward();
    Face::returned(entry("MPI_Win_flush_local", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_flush_local(rank, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush_local_all(win: WinHandle) -> c_int {
    let win = win.inward();
    Face::returned(entry("MPI_Win_flush_local_all", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_flush_local_all(win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_free(win: *mut WinHandle) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut win_place = unsafe { HandlePlace::new(win, true, true) };
    let win = win_place.pointer();
    // SAFETY: NULL or a handle of the program's.
    let on = On::Win(unsafe { handle_at(win) });
    Face::returned(entry("MPI_Win_free", on, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("win", win) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_free(win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_group(win: WinHandle, group: *mut GroupHandle) -> c_int {
    let win = win.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut group_place = unsafe { HandlePlace::new(group, false, true) };
    let group = group_place.pointer();
    Face::returned(entry("MPI_Win_get_group", On::Win(win), || {
        check::handle("win", win)?;
        check::pointer("group", group)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_get_group(win, group) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_info(win: WinHandle, info_used: *mut InfoHandle) -> c_int {
    let win = win.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut info_used_place = unsafe { HandlePlace::new(info_used, false, true) };
    let info_used = info_used_place.pointer();
    Face::returned(entry("MPI_Win_get_info", On::Win(win), || {
        check::handle("win", win)?;
        check::pointer("info_used", info_used)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_get_info(win, info_used) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_lock(
    lock_type: c_int,
    rank: c_int,
    assert: c_int,
    win: WinHandle,
) -> c_int {
    let lock_type = Face::lock_inward(lock_type);
    let rank = Face::rank_inward(rank);
    let assert = Face::assertion_inward(assert);
    let win = win.inward();
    Face::returned(entry("MPI_Win_lock", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_lock(lock_type, rank, assert, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_lock_all(assert: c_int, win: WinHandle) -> c_int {
    let assert = Face::assertion_inward(assert);
    let win = win.inward();
    Face::returned(entry("MPI_Win_lock_all", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_lock_all(assert, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_post(group: GroupHandle, assert: c_int, win: WinHandle) -> c_int {
    let group = group.inward();
    let assert = Face::assertion_inward(assert);
    let win = win.inward();
    Face::returned(entry("MPI_Win_post", On::Win(win), || {
        check::handle("group", group)?;
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_post(group, assert, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_info(win: WinHandle, info: InfoHandle) -> c_int {
    let win = win.inward();
    let info = info.inward();
    Face::returned(entry("MPI_Win_set_info", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_set_info(win, info) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_shared_query(
    win: WinHandle,
    rank: c_int,
    size: *mut Aint,
    disp_unit: *mut c_int,
    baseptr: *mut c_void,
) -> c_int {
    let win = win.inward();
    let rank = Face::rank_inward(rank);
    Face::returned(entry("MPI_Win_shared_query", On::Win(win), || {
        check::handle("win", win)?;
        check::pointer("size", size)?;
        check::pointer("disp_unit", disp_unit)?;
        check::pointer("baseptr", baseptr)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_shared_query(win, rank, size, OutCount::int(disp_unit), baseptr) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_shared_query_c(
    win: WinHandle,
    rank: c_int,
    size: *mut Aint,
    disp_unit: *mut Aint,
    baseptr: *mut c_void,
) -> c_int {
    let win = win.inward();
    let rank = Face::rank_inward(rank);
    Face::returned(entry("MPI_Win_shared_query_c", On::Win(win), || {
        check::handle("win", win)?;
        check::pointer("size", size)?;
        check::pointer("disp_unit", disp_unit)?;
        check::pointer("baseptr", baseptr)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_shared_query(win, rank, size, OutCount::aint(disp_unit), baseptr) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_start(
    group: GroupHandle,
    assert: c_int,
    win: WinHandle,
) -> c_int {
    let group = group.inward();
    let assert = Face::assertion_inward(assert);
    let win = win.inward();
    Face::returned(entry("MPI_Win_start", On::Win(win), || {
        check::handle("group", group)?;
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_start(group, assert, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_sync(win: WinHandle) -> c_int {
    let win = win.inward();
    Face::returned(entry("MPI_Win_sync", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_sync(win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_test(win: WinHandle, flag: *mut c_int) -> c_int {
    let win = win.inward();
    Face::returned(entry("MPI_Win_test", On::Win(win), || {
        check::handle("win", win)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_test(win, flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_unlock(rank: c_int, win: WinHandle) -> c_int {
    let rank = Face::rank_inward(rank);
    let win = win.inward();
    Face::returned(entry("MPI_Win_unlock", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_unlock(rank, win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_unlock_all(win: WinHandle) -> c_int {
    let win = win.inward();
    Face::returned(entry("MPI_Win_unlock_all", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_unlock_all(win) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_wait(win: WinHandle) -> c_int {
    let win = win.inward();
    Face::returned(entry("MPI_Win_wait", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_wait(win) }
    }))
}
