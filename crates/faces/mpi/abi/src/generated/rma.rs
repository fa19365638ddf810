//! One-sided communications (MPI-5.0 §12). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Accumulate(
    _origin_addr: *const c_void,
    _origin_count: c_int,
    _origin_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: c_int,
    _target_datatype: DatatypeHandle,
    _op: OpHandle,
    win: WinHandle,
) -> c_int {
    unbuilt("MPI_Accumulate", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Accumulate_c(
    _origin_addr: *const c_void,
    _origin_count: Count,
    _origin_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: Count,
    _target_datatype: DatatypeHandle,
    _op: OpHandle,
    win: WinHandle,
) -> c_int {
    unbuilt("MPI_Accumulate_c", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Compare_and_swap(
    _origin_addr: *const c_void,
    _compare_addr: *const c_void,
    _result_addr: *mut c_void,
    _datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    win: WinHandle,
) -> c_int {
    unbuilt("MPI_Compare_and_swap", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Fetch_and_op(
    _origin_addr: *const c_void,
    _result_addr: *mut c_void,
    _datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _op: OpHandle,
    win: WinHandle,
) -> c_int {
    unbuilt("MPI_Fetch_and_op", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get(
    _origin_addr: *mut c_void,
    _origin_count: c_int,
    _origin_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: c_int,
    _target_datatype: DatatypeHandle,
    win: WinHandle,
) -> c_int {
    unbuilt("MPI_Get", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_accumulate(
    _origin_addr: *const c_void,
    _origin_count: c_int,
    _origin_datatype: DatatypeHandle,
    _result_addr: *mut c_void,
    _result_count: c_int,
    _result_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: c_int,
    _target_datatype: DatatypeHandle,
    _op: OpHandle,
    win: WinHandle,
) -> c_int {
    unbuilt("MPI_Get_accumulate", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_accumulate_c(
    _origin_addr: *const c_void,
    _origin_count: Count,
    _origin_datatype: DatatypeHandle,
    _result_addr: *mut c_void,
    _result_count: Count,
    _result_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: Count,
    _target_datatype: DatatypeHandle,
    _op: OpHandle,
    win: WinHandle,
) -> c_int {
    unbuilt("MPI_Get_accumulate_c", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_c(
    _origin_addr: *mut c_void,
    _origin_count: Count,
    _origin_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: Count,
    _target_datatype: DatatypeHandle,
    win: WinHandle,
) -> c_int {
    unbuilt("MPI_Get_c", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Put(
    _origin_addr: *const c_void,
    _origin_count: c_int,
    _origin_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: c_int,
    _target_datatype: DatatypeHandle,
    win: WinHandle,
) -> c_int {
    unbuilt("MPI_Put", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Put_c(
    _origin_addr: *const c_void,
    _origin_count: Count,
    _origin_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: Count,
    _target_datatype: DatatypeHandle,
    win: WinHandle,
) -> c_int {
    unbuilt("MPI_Put_c", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Raccumulate(
    _origin_addr: *const c_void,
    _origin_count: c_int,
    _origin_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: c_int,
    _target_datatype: DatatypeHandle,
    _op: OpHandle,
    win: WinHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Raccumulate", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Raccumulate_c(
    _origin_addr: *const c_void,
    _origin_count: Count,
    _origin_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: Count,
    _target_datatype: DatatypeHandle,
    _op: OpHandle,
    win: WinHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Raccumulate_c", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget(
    _origin_addr: *mut c_void,
    _origin_count: c_int,
    _origin_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: c_int,
    _target_datatype: DatatypeHandle,
    win: WinHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Rget", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget_accumulate(
    _origin_addr: *const c_void,
    _origin_count: c_int,
    _origin_datatype: DatatypeHandle,
    _result_addr: *mut c_void,
    _result_count: c_int,
    _result_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: c_int,
    _target_datatype: DatatypeHandle,
    _op: OpHandle,
    win: WinHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Rget_accumulate", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget_accumulate_c(
    _origin_addr: *const c_void,
    _origin_count: Count,
    _origin_datatype: DatatypeHandle,
    _result_addr: *mut c_void,
    _result_count: Count,
    _result_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: Count,
    _target_datatype: DatatypeHandle,
    _op: OpHandle,
    win: WinHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Rget_accumulate_c", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rget_c(
    _origin_addr: *mut c_void,
    _origin_count: Count,
    _origin_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: Count,
    _target_datatype: DatatypeHandle,
    win: WinHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Rget_c", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rput(
    _origin_addr: *const c_void,
    _origin_count: c_int,
    _origin_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: c_int,
    _target_datatype: DatatypeHandle,
    win: WinHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Rput", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Rput_c(
    _origin_addr: *const c_void,
    _origin_count: Count,
    _origin_datatype: DatatypeHandle,
    _target_rank: c_int,
    _target_disp: Aint,
    _target_count: Count,
    _target_datatype: DatatypeHandle,
    win: WinHandle,
    _request: *mut RequestHandle,
) -> c_int {
    unbuilt("MPI_Rput_c", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate(
    _size: Aint,
    _disp_unit: c_int,
    _info: InfoHandle,
    comm: CommHandle,
    _baseptr: *mut c_void,
    _win: *mut WinHandle,
) -> c_int {
    unbuilt("MPI_Win_allocate", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate_c(
    _size: Aint,
    _disp_unit: Aint,
    _info: InfoHandle,
    comm: CommHandle,
    _baseptr: *mut c_void,
    _win: *mut WinHandle,
) -> c_int {
    unbuilt("MPI_Win_allocate_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate_shared(
    _size: Aint,
    _disp_unit: c_int,
    _info: InfoHandle,
    comm: CommHandle,
    _baseptr: *mut c_void,
    _win: *mut WinHandle,
) -> c_int {
    unbuilt("MPI_Win_allocate_shared", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_allocate_shared_c(
    _size: Aint,
    _disp_unit: Aint,
    _info: InfoHandle,
    comm: CommHandle,
    _baseptr: *mut c_void,
    _win: *mut WinHandle,
) -> c_int {
    unbuilt("MPI_Win_allocate_shared_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_attach(win: WinHandle, _base: *mut c_void, _size: Aint) -> c_int {
    unbuilt("MPI_Win_attach", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_complete(win: WinHandle) -> c_int {
    unbuilt("MPI_Win_complete", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create(
    _base: *mut c_void,
    _size: Aint,
    _disp_unit: c_int,
    _info: InfoHandle,
    comm: CommHandle,
    _win: *mut WinHandle,
) -> c_int {
    unbuilt("MPI_Win_create", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_c(
    _base: *mut c_void,
    _size: Aint,
    _disp_unit: Aint,
    _info: InfoHandle,
    comm: CommHandle,
    _win: *mut WinHandle,
) -> c_int {
    unbuilt("MPI_Win_create_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_dynamic(
    _info: InfoHandle,
    comm: CommHandle,
    _win: *mut WinHandle,
) -> c_int {
    unbuilt("MPI_Win_create_dynamic", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_detach(win: WinHandle, _base: *const c_void) -> c_int {
    unbuilt("MPI_Win_detach", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_fence(_assert: c_int, win: WinHandle) -> c_int {
    unbuilt("MPI_Win_fence", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush(_rank: c_int, win: WinHandle) -> c_int {
    unbuilt("MPI_Win_flush", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush_all(win: WinHandle) -> c_int {
    unbuilt("MPI_Win_flush_all", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush_local(_rank: c_int, win: WinHandle) -> c_int {
    unbuilt("MPI_Win_flush_local", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_flush_local_all(win: WinHandle) -> c_int {
    unbuilt("MPI_Win_flush_local_all", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_free(win: *mut WinHandle) -> c_int {
    // SAFETY: NULL or a handle of the program's.
    let on = On::Win(unsafe { handle_at(win) });
    unbuilt("MPI_Win_free", on)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_group(win: WinHandle, _group: *mut GroupHandle) -> c_int {
    unbuilt("MPI_Win_get_group", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_info(win: WinHandle, _info_used: *mut InfoHandle) -> c_int {
    unbuilt("MPI_Win_get_info", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_lock(
    _lock_type: c_int,
    _rank: c_int,
    _assert: c_int,
    win: WinHandle,
) -> c_int {
    unbuilt("MPI_Win_lock", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_lock_all(_assert: c_int, win: WinHandle) -> c_int {
    unbuilt("MPI_Win_lock_all", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_post(
    _group: GroupHandle,
    _assert: c_int,
    win: WinHandle,
) -> c_int {
    unbuilt("MPI_Win_post", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_info(win: WinHandle, _info: InfoHandle) -> c_int {
    unbuilt("MPI_Win_set_info", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_shared_query(
    win: WinHandle,
    _rank: c_int,
    _size: *mut Aint,
    _disp_unit: *mut c_int,
    _baseptr: *mut c_void,
) -> c_int {
    unbuilt("MPI_Win_shared_query", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_shared_query_c(
    win: WinHandle,
    _rank: c_int,
    _size: *mut Aint,
    _disp_unit: *mut Aint,
    _baseptr: *mut c_void,
) -> c_int {
    unbuilt("MPI_Win_shared_query_c", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_start(
    _group: GroupHandle,
    _assert: c_int,
    win: WinHandle,
) -> c_int {
    unbuilt("MPI_Win_start", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_sync(win: WinHandle) -> c_int {
    unbuilt("MPI_Win_sync", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_test(win: WinHandle, _flag: *mut c_int) -> c_int {
    unbuilt("MPI_Win_test", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_unlock(_rank: c_int, win: WinHandle) -> c_int {
    unbuilt("MPI_Win_unlock", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_unlock_all(win: WinHandle) -> c_int {
    unbuilt("MPI_Win_unlock_all", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_wait(win: WinHandle) -> c_int {
    unbuilt("MPI_Win_wait", On::Win(win))
}
