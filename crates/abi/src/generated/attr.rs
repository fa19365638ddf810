//! Groups, contexts, communicators and caching: attributes and names (MPI-5.0 §7). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_keyval(
    _comm_copy_attr_fn: Option<CommCopyFunction>,
    _comm_delete_attr_fn: Option<CommDeleteFunction>,
    _comm_keyval: *mut c_int,
    _extra_state: *mut c_void,
) -> c_int {
    unbuilt("MPI_Comm_create_keyval", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_delete_attr(comm: CommHandle, _comm_keyval: c_int) -> c_int {
    unbuilt("MPI_Comm_delete_attr", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_free_keyval(_comm_keyval: *mut c_int) -> c_int {
    unbuilt("MPI_Comm_free_keyval", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_attr(
    comm: CommHandle,
    _comm_keyval: c_int,
    _attribute_val: *mut c_void,
    _flag: *mut c_int,
) -> c_int {
    unbuilt("MPI_Comm_get_attr", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_name(
    comm: CommHandle,
    _comm_name: *mut c_char,
    _resultlen: *mut c_int,
) -> c_int {
    unbuilt("MPI_Comm_get_name", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_attr(
    comm: CommHandle,
    _comm_keyval: c_int,
    _attribute_val: *mut c_void,
) -> c_int {
    unbuilt("MPI_Comm_set_attr", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_name(comm: CommHandle, _comm_name: *const c_char) -> c_int {
    unbuilt("MPI_Comm_set_name", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_keyval(
    _type_copy_attr_fn: Option<TypeCopyFunction>,
    _type_delete_attr_fn: Option<TypeDeleteFunction>,
    _type_keyval: *mut c_int,
    _extra_state: *mut c_void,
) -> c_int {
    unbuilt("MPI_Type_create_keyval", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_delete_attr(
    _datatype: DatatypeHandle,
    _type_keyval: c_int,
) -> c_int {
    unbuilt("MPI_Type_delete_attr", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_free_keyval(_type_keyval: *mut c_int) -> c_int {
    unbuilt("MPI_Type_free_keyval", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_attr(
    _datatype: DatatypeHandle,
    _type_keyval: c_int,
    _attribute_val: *mut c_void,
    _flag: *mut c_int,
) -> c_int {
    unbuilt("MPI_Type_get_attr", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_name(
    _datatype: DatatypeHandle,
    _type_name: *mut c_char,
    _resultlen: *mut c_int,
) -> c_int {
    unbuilt("MPI_Type_get_name", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_set_attr(
    _datatype: DatatypeHandle,
    _type_keyval: c_int,
    _attribute_val: *mut c_void,
) -> c_int {
    unbuilt("MPI_Type_set_attr", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_set_name(
    _datatype: DatatypeHandle,
    _type_name: *const c_char,
) -> c_int {
    unbuilt("MPI_Type_set_name", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_keyval(
    _win_copy_attr_fn: Option<WinCopyFunction>,
    _win_delete_attr_fn: Option<WinDeleteFunction>,
    _win_keyval: *mut c_int,
    _extra_state: *mut c_void,
) -> c_int {
    unbuilt("MPI_Win_create_keyval", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_delete_attr(win: WinHandle, _win_keyval: c_int) -> c_int {
    unbuilt("MPI_Win_delete_attr", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_free_keyval(_win_keyval: *mut c_int) -> c_int {
    unbuilt("MPI_Win_free_keyval", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_attr(
    win: WinHandle,
    _win_keyval: c_int,
    _attribute_val: *mut c_void,
    _flag: *mut c_int,
) -> c_int {
    unbuilt("MPI_Win_get_attr", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_name(
    win: WinHandle,
    _win_name: *mut c_char,
    _resultlen: *mut c_int,
) -> c_int {
    unbuilt("MPI_Win_get_name", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_attr(
    win: WinHandle,
    _win_keyval: c_int,
    _attribute_val: *mut c_void,
) -> c_int {
    unbuilt("MPI_Win_set_attr", On::Win(win))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_name(win: WinHandle, _win_name: *const c_char) -> c_int {
    unbuilt("MPI_Win_set_name", On::Win(win))
}
