//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_accumulate_(
    origin_addr: *mut c_void,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    op: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Accumulate(
            memory(origin_addr),
            *origin_count,
            datatype::c(*origin_datatype),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            op::c(*op),
            win::c(*win),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_accumulate_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    op: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: true, is_written: false, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Accumulate", "origin_addr", ierror);
        };
        let code = PMPI_Accumulate(
            origin_addr_c.address(),
            origin_addr_c.count() as c_int,
            origin_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            op::c(*op),
            win::c(*win),
        );
        origin_addr_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_accumulate_c_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut i64,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut i64,
    target_datatype: *mut c_int,
    op: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: true, is_written: false, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Accumulate_c", "origin_addr", ierror);
        };
        let code = PMPI_Accumulate_c(
            origin_addr_c.address(),
            origin_addr_c.count(),
            origin_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            op::c(*op),
            win::c(*win),
        );
        origin_addr_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_compare_and_swap_(
    origin_addr: *mut c_void,
    compare_addr: *mut c_void,
    result_addr: *mut c_void,
    datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Compare_and_swap(
            memory(origin_addr),
            memory(compare_addr),
            memory(result_addr),
            datatype::c(*datatype),
            *target_rank,
            *target_disp,
            win::c(*win),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_compare_and_swap_f08ts_(
    origin_addr: *const Cdesc,
    compare_addr: *const Cdesc,
    result_addr: *const Cdesc,
    datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Compare_and_swap(
            memory_of(origin_addr),
            memory_of(compare_addr),
            memory_of(result_addr),
            datatype::c(*datatype),
            *target_rank,
            *target_disp,
            win::c(*win),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_fetch_and_op_(
    origin_addr: *mut c_void,
    result_addr: *mut c_void,
    datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    op: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Fetch_and_op(
            memory(origin_addr),
            memory(result_addr),
            datatype::c(*datatype),
            *target_rank,
            *target_disp,
            op::c(*op),
            win::c(*win),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_fetch_and_op_f08ts_(
    origin_addr: *const Cdesc,
    result_addr: *const Cdesc,
    datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    op: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Fetch_and_op(
            memory_of(origin_addr),
            memory_of(result_addr),
            datatype::c(*datatype),
            *target_rank,
            *target_disp,
            op::c(*op),
            win::c(*win),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_(
    origin_addr: *mut c_void,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Get(
            memory(origin_addr),
            *origin_count,
            datatype::c(*origin_datatype),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            win::c(*win),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Get", "origin_addr", ierror);
        };
        let code = PMPI_Get(
            origin_addr_c.address(),
            origin_addr_c.count() as c_int,
            origin_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            win::c(*win),
        );
        origin_addr_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_accumulate_(
    origin_addr: *mut c_void,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    result_addr: *mut c_void,
    result_count: *mut c_int,
    result_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    op: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Get_accumulate(
            memory(origin_addr),
            *origin_count,
            datatype::c(*origin_datatype),
            memory(result_addr),
            *result_count,
            datatype::c(*result_datatype),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            op::c(*op),
            win::c(*win),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_accumulate_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    result_addr: *const Cdesc,
    result_count: *mut c_int,
    result_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    op: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: true, is_written: false, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Get_accumulate", "origin_addr", ierror);
        };
        let Some(result_addr_c) = LentBuffer::typed(
            result_addr,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *result_count as i64,
            *result_datatype,
        ) else {
            return refuse("MPI_Get_accumulate", "result_addr", ierror);
        };
        let code = PMPI_Get_accumulate(
            origin_addr_c.address(),
            origin_addr_c.count() as c_int,
            origin_addr_c.datatype(),
            result_addr_c.address(),
            result_addr_c.count() as c_int,
            result_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            op::c(*op),
            win::c(*win),
        );
        origin_addr_c.end();
        result_addr_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_accumulate_c_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut i64,
    origin_datatype: *mut c_int,
    result_addr: *const Cdesc,
    result_count: *mut i64,
    result_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut i64,
    target_datatype: *mut c_int,
    op: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: true, is_written: false, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Get_accumulate_c", "origin_addr", ierror);
        };
        let Some(result_addr_c) = LentBuffer::typed(
            result_addr,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *result_count as i64,
            *result_datatype,
        ) else {
            return refuse("MPI_Get_accumulate_c", "result_addr", ierror);
        };
        let code = PMPI_Get_accumulate_c(
            origin_addr_c.address(),
            origin_addr_c.count(),
            origin_addr_c.datatype(),
            result_addr_c.address(),
            result_addr_c.count(),
            result_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            op::c(*op),
            win::c(*win),
        );
        origin_addr_c.end();
        result_addr_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_c_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut i64,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut i64,
    target_datatype: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Get_c", "origin_addr", ierror);
        };
        let code = PMPI_Get_c(
            origin_addr_c.address(),
            origin_addr_c.count(),
            origin_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            win::c(*win),
        );
        origin_addr_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_put_(
    origin_addr: *mut c_void,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Put(
            memory(origin_addr),
            *origin_count,
            datatype::c(*origin_datatype),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            win::c(*win),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_put_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: true, is_written: false, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Put", "origin_addr", ierror);
        };
        let code = PMPI_Put(
            origin_addr_c.address(),
            origin_addr_c.count() as c_int,
            origin_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            win::c(*win),
        );
        origin_addr_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_put_c_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut i64,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut i64,
    target_datatype: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: true, is_written: false, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Put_c", "origin_addr", ierror);
        };
        let code = PMPI_Put_c(
            origin_addr_c.address(),
            origin_addr_c.count(),
            origin_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            win::c(*win),
        );
        origin_addr_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_raccumulate_(
    origin_addr: *mut c_void,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    op: *mut c_int,
    win: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Raccumulate(
            memory(origin_addr),
            *origin_count,
            datatype::c(*origin_datatype),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            op::c(*op),
            win::c(*win),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_raccumulate_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    op: *mut c_int,
    win: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: true, is_written: false, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Raccumulate", "origin_addr", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Raccumulate(
            origin_addr_c.address(),
            origin_addr_c.count() as c_int,
            origin_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            op::c(*op),
            win::c(*win),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [origin_addr_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_raccumulate_c_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut i64,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut i64,
    target_datatype: *mut c_int,
    op: *mut c_int,
    win: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: true, is_written: false, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Raccumulate_c", "origin_addr", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Raccumulate_c(
            origin_addr_c.address(),
            origin_addr_c.count(),
            origin_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            op::c(*op),
            win::c(*win),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [origin_addr_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rget_(
    origin_addr: *mut c_void,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    win: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Rget(
            memory(origin_addr),
            *origin_count,
            datatype::c(*origin_datatype),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            win::c(*win),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rget_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    win: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Rget", "origin_addr", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Rget(
            origin_addr_c.address(),
            origin_addr_c.count() as c_int,
            origin_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            win::c(*win),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [origin_addr_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rget_accumulate_(
    origin_addr: *mut c_void,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    result_addr: *mut c_void,
    result_count: *mut c_int,
    result_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    op: *mut c_int,
    win: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Rget_accumulate(
            memory(origin_addr),
            *origin_count,
            datatype::c(*origin_datatype),
            memory(result_addr),
            *result_count,
            datatype::c(*result_datatype),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            op::c(*op),
            win::c(*win),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rget_accumulate_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    result_addr: *const Cdesc,
    result_count: *mut c_int,
    result_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    op: *mut c_int,
    win: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: true, is_written: false, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Rget_accumulate", "origin_addr", ierror);
        };
        let Some(result_addr_c) = LentBuffer::typed(
            result_addr,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *result_count as i64,
            *result_datatype,
        ) else {
            return refuse("MPI_Rget_accumulate", "result_addr", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Rget_accumulate(
            origin_addr_c.address(),
            origin_addr_c.count() as c_int,
            origin_addr_c.datatype(),
            result_addr_c.address(),
            result_addr_c.count() as c_int,
            result_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            op::c(*op),
            win::c(*win),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [origin_addr_c, result_addr_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rget_accumulate_c_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut i64,
    origin_datatype: *mut c_int,
    result_addr: *const Cdesc,
    result_count: *mut i64,
    result_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut i64,
    target_datatype: *mut c_int,
    op: *mut c_int,
    win: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: true, is_written: false, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Rget_accumulate_c", "origin_addr", ierror);
        };
        let Some(result_addr_c) = LentBuffer::typed(
            result_addr,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *result_count as i64,
            *result_datatype,
        ) else {
            return refuse("MPI_Rget_accumulate_c", "result_addr", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Rget_accumulate_c(
            origin_addr_c.address(),
            origin_addr_c.count(),
            origin_addr_c.datatype(),
            result_addr_c.address(),
            result_addr_c.count(),
            result_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            op::c(*op),
            win::c(*win),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [origin_addr_c, result_addr_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rget_c_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut i64,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut i64,
    target_datatype: *mut c_int,
    win: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Rget_c", "origin_addr", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Rget_c(
            origin_addr_c.address(),
            origin_addr_c.count(),
            origin_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            win::c(*win),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [origin_addr_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rput_(
    origin_addr: *mut c_void,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    win: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_Rput(
            memory(origin_addr),
            *origin_count,
            datatype::c(*origin_datatype),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            win::c(*win),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rput_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut c_int,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut c_int,
    target_datatype: *mut c_int,
    win: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: true, is_written: false, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Rput", "origin_addr", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Rput(
            origin_addr_c.address(),
            origin_addr_c.count() as c_int,
            origin_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            win::c(*win),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [origin_addr_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_rput_c_f08ts_(
    origin_addr: *const Cdesc,
    origin_count: *mut i64,
    origin_datatype: *mut c_int,
    target_rank: *mut c_int,
    target_disp: *mut isize,
    target_count: *mut i64,
    target_datatype: *mut c_int,
    win: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(origin_addr_c) = LentBuffer::typed(
            origin_addr,
            BufferUse { is_read: true, is_written: false, may_copy: false },
            *origin_count as i64,
            *origin_datatype,
        ) else {
            return refuse("MPI_Rput_c", "origin_addr", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_Rput_c(
            origin_addr_c.address(),
            origin_addr_c.count(),
            origin_addr_c.datatype(),
            *target_rank,
            *target_disp,
            *target_count,
            datatype::c(*target_datatype),
            win::c(*win),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [origin_addr_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_allocate_(
    size: *mut isize,
    disp_unit: *mut c_int,
    info: *mut c_int,
    comm: *mut c_int,
    baseptr: *mut *mut c_void,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut win_c = win::null();
        let code = PMPI_Win_allocate(
            *size,
            *disp_unit,
            info::c(*info),
            comm::c(*comm),
            baseptr.cast(),
            &mut win_c,
        );
        if code == MPI_SUCCESS {
            *win = win::fortran(win_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_allocate_c_(
    size: *mut isize,
    disp_unit: *mut isize,
    info: *mut c_int,
    comm: *mut c_int,
    baseptr: *mut *mut c_void,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut win_c = win::null();
        let code = PMPI_Win_allocate_c(
            *size,
            *disp_unit,
            info::c(*info),
            comm::c(*comm),
            baseptr.cast(),
            &mut win_c,
        );
        if code == MPI_SUCCESS {
            *win = win::fortran(win_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_allocate_shared_(
    size: *mut isize,
    disp_unit: *mut c_int,
    info: *mut c_int,
    comm: *mut c_int,
    baseptr: *mut *mut c_void,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut win_c = win::null();
        let code = PMPI_Win_allocate_shared(
            *size,
            *disp_unit,
            info::c(*info),
            comm::c(*comm),
            baseptr.cast(),
            &mut win_c,
        );
        if code == MPI_SUCCESS {
            *win = win::fortran(win_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_allocate_shared_c_(
    size: *mut isize,
    disp_unit: *mut isize,
    info: *mut c_int,
    comm: *mut c_int,
    baseptr: *mut *mut c_void,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut win_c = win::null();
        let code = PMPI_Win_allocate_shared_c(
            *size,
            *disp_unit,
            info::c(*info),
            comm::c(*comm),
            baseptr.cast(),
            &mut win_c,
        );
        if code == MPI_SUCCESS {
            *win = win::fortran(win_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_attach_(
    win: *mut c_int,
    base: *mut c_void,
    size: *mut isize,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_attach(win::c(*win), memory(base), *size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_attach_f08ts_(
    win: *mut c_int,
    base: *const Cdesc,
    size: *mut isize,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if !lies_in_a_row(base) {
            return refuse("MPI_Win_attach", "base", ierror);
        }
        let code = PMPI_Win_attach(win::c(*win), memory_of(base), *size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_complete_(win: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_complete(win::c(*win));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_create_(
    base: *mut c_void,
    size: *mut isize,
    disp_unit: *mut c_int,
    info: *mut c_int,
    comm: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut win_c = win::null();
        let code = PMPI_Win_create(
            memory(base),
            *size,
            *disp_unit,
            info::c(*info),
            comm::c(*comm),
            &mut win_c,
        );
        if code == MPI_SUCCESS {
            *win = win::fortran(win_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_create_f08ts_(
    base: *const Cdesc,
    size: *mut isize,
    disp_unit: *mut c_int,
    info: *mut c_int,
    comm: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if !lies_in_a_row(base) {
            return refuse("MPI_Win_create", "base", ierror);
        }
        let mut win_c = win::null();
        let code = PMPI_Win_create(
            memory_of(base),
            *size,
            *disp_unit,
            info::c(*info),
            comm::c(*comm),
            &mut win_c,
        );
        if code == MPI_SUCCESS {
            *win = win::fortran(win_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_create_c_f08ts_(
    base: *const Cdesc,
    size: *mut isize,
    disp_unit: *mut isize,
    info: *mut c_int,
    comm: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if !lies_in_a_row(base) {
            return refuse("MPI_Win_create_c", "base", ierror);
        }
        let mut win_c = win::null();
        let code = PMPI_Win_create_c(
            memory_of(base),
            *size,
            *disp_unit,
            info::c(*info),
            comm::c(*comm),
            &mut win_c,
        );
        if code == MPI_SUCCESS {
            *win = win::fortran(win_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_create_dynamic_(
    info: *mut c_int,
    comm: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut win_c = win::null();
        let code = PMPI_Win_create_dynamic(info::c(*info), comm::c(*comm), &mut win_c);
        if code == MPI_SUCCESS {
            *win = win::fortran(win_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_detach_(win: *mut c_int, base: *mut c_void, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_detach(win::c(*win), memory(base));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_detach_f08ts_(
    win: *mut c_int,
    base: *const Cdesc,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_detach(win::c(*win), memory_of(base));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_fence_(assert: *mut c_int, win: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_fence(*assert, win::c(*win));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_flush_(rank: *mut c_int, win: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_flush(*rank, win::c(*win));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_flush_all_(win: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_flush_all(win::c(*win));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_flush_local_(
    rank: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_flush_local(*rank, win::c(*win));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_flush_local_all_(win: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_flush_local_all(win::c(*win));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_free_(win: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut win_c = win::c(*win);
        let code = PMPI_Win_free(&mut win_c);
        *win = win::fortran(win_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_get_group_(
    win: *mut c_int,
    group: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut group_c = group::null();
        let code = PMPI_Win_get_group(win::c(*win), &mut group_c);
        if code == MPI_SUCCESS {
            *group = group::fortran(group_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_get_info_(
    win: *mut c_int,
    info_used: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut info_used_c = info::null();
        let code = PMPI_Win_get_info(win::c(*win), &mut info_used_c);
        if code == MPI_SUCCESS {
            *info_used = info::fortran(info_used_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_lock_(
    lock_type: *mut c_int,
    rank: *mut c_int,
    assert: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_lock(*lock_type, *rank, *assert, win::c(*win));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_lock_all_(
    assert: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_lock_all(*assert, win::c(*win));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_post_(
    group: *mut c_int,
    assert: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_post(group::c(*group), *assert, win::c(*win));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_set_info_(win: *mut c_int, info: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_set_info(win::c(*win), info::c(*info));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_shared_query_(
    win: *mut c_int,
    rank: *mut c_int,
    size: *mut isize,
    disp_unit: *mut c_int,
    baseptr: *mut *mut c_void,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_shared_query(win::c(*win), *rank, size, disp_unit, baseptr.cast());
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_shared_query_c_(
    win: *mut c_int,
    rank: *mut c_int,
    size: *mut isize,
    disp_unit: *mut isize,
    baseptr: *mut *mut c_void,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_shared_query_c(win::c(*win), *rank, size, disp_unit, baseptr.cast());
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_start_(
    group: *mut c_int,
    assert: *mut c_int,
    win: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_start(group::c(*group), *assert, win::c(*win));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_sync_(win: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_sync(win::c(*win));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_test_(win: *mut c_int, flag: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_test(win::c(*win), flag);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_unlock_(rank: *mut c_int, win: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_unlock(*rank, win::c(*win));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_unlock_all_(win: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_unlock_all(win::c(*win));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_win_wait_(win: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Win_wait(win::c(*win));
        give(ierror, code);
    }
}
