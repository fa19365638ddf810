//! Deprecated interfaces (MPI-5.0 §16). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Attr_delete(comm: CommHandle, _keyval: c_int) -> c_int {
    unbuilt("MPI_Attr_delete", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Attr_get(
    comm: CommHandle,
    _keyval: c_int,
    _attribute_val: *mut c_void,
    _flag: *mut c_int,
) -> c_int {
    unbuilt("MPI_Attr_get", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Attr_put(
    comm: CommHandle,
    _keyval: c_int,
    _attribute_val: *mut c_void,
) -> c_int {
    unbuilt("MPI_Attr_put", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_elements_x(
    _status: *const Status,
    _datatype: DatatypeHandle,
    _count: *mut Count,
) -> c_int {
    unbuilt("MPI_Get_elements_x", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get(
    info: InfoHandle,
    key: *const c_char,
    valuelen: c_int,
    value: *mut c_char,
    flag: *mut c_int,
) -> c_int {
    entry_anytime("MPI_Info_get", On::Nothing, || {
        check::pointer("key", key)?;
        check::pointer("value", value)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::info::info_get(info, key, valuelen, value, flag) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Info_get_valuelen(
    info: InfoHandle,
    key: *const c_char,
    valuelen: *mut c_int,
    flag: *mut c_int,
) -> c_int {
    entry_anytime("MPI_Info_get_valuelen", On::Nothing, || {
        check::pointer("key", key)?;
        check::pointer("valuelen", valuelen)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::info::info_get_valuelen(info, key, valuelen, flag) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Keyval_create(
    _copy_fn: Option<CommCopyFunction>,
    _delete_fn: Option<CommDeleteFunction>,
    _keyval: *mut c_int,
    _extra_state: *mut c_void,
) -> c_int {
    unbuilt("MPI_Keyval_create", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Keyval_free(_keyval: *mut c_int) -> c_int {
    unbuilt("MPI_Keyval_free", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_elements_x(
    _status: *mut Status,
    _datatype: DatatypeHandle,
    _count: Count,
) -> c_int {
    unbuilt("MPI_Status_set_elements_x", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_extent_x(
    _datatype: DatatypeHandle,
    _lb: *mut Count,
    _extent: *mut Count,
) -> c_int {
    unbuilt("MPI_Type_get_extent_x", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_true_extent_x(
    _datatype: DatatypeHandle,
    _true_lb: *mut Count,
    _true_extent: *mut Count,
) -> c_int {
    unbuilt("MPI_Type_get_true_extent_x", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_size_x(_datatype: DatatypeHandle, _size: *mut Count) -> c_int {
    unbuilt("MPI_Type_size_x", On::Nothing)
}
