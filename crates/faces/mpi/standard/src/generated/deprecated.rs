//! Deprecated interfaces (MPI-5.0 §16). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Attr_delete(comm: CommHandle, keyval: c_int) -> c_int {
    entry("MPI_Attr_delete", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::keyval("keyval", keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::comm_delete_attr(comm, keyval) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Attr_get(
    comm: CommHandle,
    keyval: c_int,
    attribute_val: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    entry("MPI_Attr_get", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::keyval("keyval", keyval)?;
        check::pointer("attribute_val", attribute_val)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::comm_get_attr(comm, keyval, attribute_val, flag) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Attr_put(
    comm: CommHandle,
    keyval: c_int,
    attribute_val: *mut c_void,
) -> c_int {
    entry("MPI_Attr_put", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::keyval("keyval", keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::comm_set_attr(comm, keyval, attribute_val) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_elements_x(
    status: *const Status,
    datatype: DatatypeHandle,
    count: *mut Count,
) -> c_int {
    entry("MPI_Get_elements_x", On::Nothing, || {
        check::pointer("status", status)?;
        check::handle("datatype", datatype)?;
        check::pointer("count", count)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_count::get_elements(status, datatype, OutCount::count(count)) }
    })
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
    copy_fn: Option<CommCopyFunction>,
    delete_fn: Option<CommDeleteFunction>,
    keyval: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    entry("MPI_Keyval_create", On::Nothing, || {
        check::pointer("keyval", keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::comm_create_keyval(copy_fn, delete_fn, keyval, extra_state) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Keyval_free(keyval: *mut c_int) -> c_int {
    entry("MPI_Keyval_free", On::Nothing, || {
        check::pointer("keyval", keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::comm_free_keyval(keyval) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Status_set_elements_x(
    status: *mut Status,
    datatype: DatatypeHandle,
    count: Count,
) -> c_int {
    entry("MPI_Status_set_elements_x", On::Nothing, || {
        check::pointer("status", status)?;
        check::handle("datatype", datatype)?;
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_count::status_set_elements(status, datatype, count) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_extent_x(
    datatype: DatatypeHandle,
    lb: *mut Count,
    extent: *mut Count,
) -> c_int {
    entry("MPI_Type_get_extent_x", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("lb", lb)?;
        check::pointer("extent", extent)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype::type_get_extent(datatype, OutCount::count(lb), OutCount::count(extent))
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_true_extent_x(
    datatype: DatatypeHandle,
    true_lb: *mut Count,
    true_extent: *mut Count,
) -> c_int {
    entry("MPI_Type_get_true_extent_x", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("true_lb", true_lb)?;
        check::pointer("true_extent", true_extent)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype::type_get_true_extent(
                datatype,
                OutCount::count(true_lb),
                OutCount::count(true_extent),
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_size_x(datatype: DatatypeHandle, size: *mut Count) -> c_int {
    entry("MPI_Type_size_x", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_size(datatype, OutCount::count(size)) }
    })
}
