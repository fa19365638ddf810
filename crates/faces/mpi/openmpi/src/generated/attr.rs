//! Groups, contexts, communicators and caching: attributes and names (MPI-5.0 §7). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_create_keyval(
    comm_copy_attr_fn: Option<CommCopyFunction>,
    comm_delete_attr_fn: Option<CommDeleteFunction>,
    comm_keyval: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut comm_keyval_place = unsafe {
        NumberPlace::new(comm_keyval.cast(), false, Face::keyval_inward, Face::keyval_outward)
    };
    let comm_keyval = comm_keyval_place.pointer().cast();
    Face::returned(entry("MPI_Comm_create_keyval", On::Nothing, || {
        check::pointer("comm_keyval", comm_keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            odd::comm_create_keyval::<Face>(
                comm_copy_attr_fn,
                comm_delete_attr_fn,
                comm_keyval,
                extra_state,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_delete_attr(comm: CommHandle, comm_keyval: c_int) -> c_int {
    let comm = comm.inward();
    let comm_keyval = Face::keyval_inward(comm_keyval);
    Face::returned(entry("MPI_Comm_delete_attr", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::keyval("comm_keyval", comm_keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::comm_delete_attr(comm, comm_keyval) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_free_keyval(comm_keyval: *mut c_int) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut comm_keyval_place = unsafe {
        NumberPlace::new(comm_keyval.cast(), true, Face::keyval_inward, Face::keyval_outward)
    };
    let comm_keyval = comm_keyval_place.pointer().cast();
    Face::returned(entry("MPI_Comm_free_keyval", On::Nothing, || {
        check::pointer("comm_keyval", comm_keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::comm_free_keyval(comm_keyval) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_attr(
    comm: CommHandle,
    comm_keyval: c_int,
    attribute_val: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    let comm_keyval = Face::keyval_inward(comm_keyval);
    Face::returned(entry("MPI_Comm_get_attr", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::keyval("comm_keyval", comm_keyval)?;
        check::pointer("attribute_val", attribute_val)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::comm_get_attr::<Face>(comm, comm_keyval, attribute_val, flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_get_name(
    comm: CommHandle,
    comm_name: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPI_Comm_get_name", On::Comm(comm), || {
        check::pointer("comm_name", comm_name)?;
        check::pointer("resultlen", resultlen)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::comm_get_name::<Face>(comm, comm_name, resultlen) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_attr(
    comm: CommHandle,
    comm_keyval: c_int,
    attribute_val: *mut c_void,
) -> c_int {
    let comm = comm.inward();
    let comm_keyval = Face::keyval_inward(comm_keyval);
    Face::returned(entry("MPI_Comm_set_attr", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::keyval("comm_keyval", comm_keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::comm_set_attr(comm, comm_keyval, attribute_val) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Comm_set_name(comm: CommHandle, comm_name: *const c_char) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPI_Comm_set_name", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("comm_name", comm_name)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::comm::comm_set_name(comm, comm_name) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_keyval(
    type_copy_attr_fn: Option<TypeCopyFunction>,
    type_delete_attr_fn: Option<TypeDeleteFunction>,
    type_keyval: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut type_keyval_place = unsafe {
        NumberPlace::new(type_keyval.cast(), false, Face::keyval_inward, Face::keyval_outward)
    };
    let type_keyval = type_keyval_place.pointer().cast();
    Face::returned(entry("MPI_Type_create_keyval", On::Nothing, || {
        check::pointer("type_keyval", type_keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            odd::type_create_keyval::<Face>(
                type_copy_attr_fn,
                type_delete_attr_fn,
                type_keyval,
                extra_state,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_delete_attr(
    datatype: DatatypeHandle,
    type_keyval: c_int,
) -> c_int {
    let datatype = datatype.inward();
    let type_keyval = Face::keyval_inward(type_keyval);
    Face::returned(entry("MPI_Type_delete_attr", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::keyval("type_keyval", type_keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::type_delete_attr(datatype, type_keyval) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_free_keyval(type_keyval: *mut c_int) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut type_keyval_place = unsafe {
        NumberPlace::new(type_keyval.cast(), true, Face::keyval_inward, Face::keyval_outward)
    };
    let type_keyval = type_keyval_place.pointer().cast();
    Face::returned(entry("MPI_Type_free_keyval", On::Nothing, || {
        check::pointer("type_keyval", type_keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::type_free_keyval(type_keyval) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_attr(
    datatype: DatatypeHandle,
    type_keyval: c_int,
    attribute_val: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    let datatype = datatype.inward();
    let type_keyval = Face::keyval_inward(type_keyval);
    Face::returned(entry("MPI_Type_get_attr", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::keyval("type_keyval", type_keyval)?;
        check::pointer("attribute_val", attribute_val)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::type_get_attr(datatype, type_keyval, attribute_val, flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_name(
    datatype: DatatypeHandle,
    type_name: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    let datatype = datatype.inward();
    Face::returned(entry("MPI_Type_get_name", On::Nothing, || {
        check::pointer("type_name", type_name)?;
        check::pointer("resultlen", resultlen)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::type_get_name::<Face>(datatype, type_name, resultlen) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_set_attr(
    datatype: DatatypeHandle,
    type_keyval: c_int,
    attribute_val: *mut c_void,
) -> c_int {
    let datatype = datatype.inward();
    let type_keyval = Face::keyval_inward(type_keyval);
    Face::returned(entry("MPI_Type_set_attr", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::keyval("type_keyval", type_keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::type_set_attr(datatype, type_keyval, attribute_val) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_set_name(
    datatype: DatatypeHandle,
    type_name: *const c_char,
) -> c_int {
    let datatype = datatype.inward();
    Face::returned(entry("MPI_Type_set_name", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("type_name", type_name)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_set_name(datatype, type_name) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_create_keyval(
    win_copy_attr_fn: Option<WinCopyFunction>,
    win_delete_attr_fn: Option<WinDeleteFunction>,
    win_keyval: *mut c_int,
    extra_state: *mut c_void,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut win_keyval_place = unsafe {
        NumberPlace::new(win_keyval.cast(), false, Face::keyval_inward, Face::keyval_outward)
    };
    let win_keyval = win_keyval_place.pointer().cast();
    Face::returned(entry("MPI_Win_create_keyval", On::Nothing, || {
        check::pointer("win_keyval", win_keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            odd::win_create_keyval::<Face>(
                win_copy_attr_fn,
                win_delete_attr_fn,
                win_keyval,
                extra_state,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_delete_attr(win: WinHandle, win_keyval: c_int) -> c_int {
    let win = win.inward();
    let win_keyval = Face::keyval_inward(win_keyval);
    Face::returned(entry("MPI_Win_delete_attr", On::Win(win), || {
        check::handle("win", win)?;
        check::keyval("win_keyval", win_keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::win_delete_attr(win, win_keyval) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_free_keyval(win_keyval: *mut c_int) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut win_keyval_place = unsafe {
        NumberPlace::new(win_keyval.cast(), true, Face::keyval_inward, Face::keyval_outward)
    };
    let win_keyval = win_keyval_place.pointer().cast();
    Face::returned(entry("MPI_Win_free_keyval", On::Nothing, || {
        check::pointer("win_keyval", win_keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::win_free_keyval(win_keyval) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_attr(
    win: WinHandle,
    win_keyval: c_int,
    attribute_val: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    let win = win.inward();
    let win_keyval = Face::keyval_inward(win_keyval);
    Face::returned(entry("MPI_Win_get_attr", On::Win(win), || {
        check::handle("win", win)?;
        check::keyval("win_keyval", win_keyval)?;
        check::pointer("attribute_val", attribute_val)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::win_get_attr::<Face>(win, win_keyval, attribute_val, flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_get_name(
    win: WinHandle,
    win_name: *mut c_char,
    resultlen: *mut c_int,
) -> c_int {
    let win = win.inward();
    Face::returned(entry("MPI_Win_get_name", On::Win(win), || {
        check::pointer("win_name", win_name)?;
        check::pointer("resultlen", resultlen)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::win_get_name::<Face>(win, win_name, resultlen) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_attr(
    win: WinHandle,
    win_keyval: c_int,
    attribute_val: *mut c_void,
) -> c_int {
    let win = win.inward();
    let win_keyval = Face::keyval_inward(win_keyval);
    Face::returned(entry("MPI_Win_set_attr", On::Win(win), || {
        check::handle("win", win)?;
        check::keyval("win_keyval", win_keyval)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::attr::win_set_attr(win, win_keyval, attribute_val) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Win_set_name(win: WinHandle, win_name: *const c_char) -> c_int {
    let win = win.inward();
    Face::returned(entry("MPI_Win_set_name", On::Win(win), || {
        check::handle("win", win)?;
        check::pointer("win_name", win_name)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::win::win_set_name(win, win_name) }
    }))
}
