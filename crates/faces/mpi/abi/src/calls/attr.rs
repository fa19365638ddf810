//! Cached attributes (MPI-5.0 §7.7).

use core::ffi::{c_int, c_void};
use std::sync::Arc;

use ferry_mpi::Result;
use ferry_mpi::attribute::{self, CopyFunction, DeleteFunction, Holder};
use ferry_mpi::constants::{
    MPI_KEYVAL_INVALID, MPI_SUCCESS, MPI_WIN_BASE, MPI_WIN_CREATE_FLAVOR, MPI_WIN_DISP_UNIT,
    MPI_WIN_MODEL, MPI_WIN_SIZE,
};
use ferry_mpi::handle::{CommHandle, DatatypeHandle, Handle, WinHandle};
use ferry_mpi::process::enter;
use ferry_mpi::win;

use crate::callback::{
    CommCopyFunction, CommDeleteFunction, TypeCopyFunction, TypeDeleteFunction, WinCopyFunction,
    WinDeleteFunction, is_dup,
};
use crate::convert::{store, store_flag};

/// Keyval creation for one kind of object: the functions differ in the type of their handle alone.
macro_rules! keyvals {
    ($($create:ident $free:ident $holder:ident $copy:ident $delete:ident;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($holder), "_create_keyval`.")]
        pub unsafe fn $create(
            copy: Option<$copy>,
            delete: Option<$delete>,
            keyval: *mut c_int,
            extra: *mut c_void,
        ) -> Result<()> {
            let extra = extra as usize;
            let copy = copy.map(|copy| -> CopyFunction {
                if is_dup(copy as usize) {
                    return Arc::new(|_, _, value| Ok(Some(value)));
                }
                Arc::new(move |object, number, value| {
                    let (mut out, mut flag) = (std::ptr::null_mut::<c_void>(), 0);
                    let place = (&raw mut out).cast();
                    let (object, extra) = (Handle::new(object), extra as *mut c_void);
                    // SAFETY: the program's function with the arguments that the standard names.
                    let code = unsafe {
                        copy(object, number, extra, value as *mut c_void, place, &mut flag)
                    };
                    match code {
                        MPI_SUCCESS => Ok((flag != 0).then_some(out as usize)),
                        code => Err(code),
                    }
                })
            });
            let delete = delete.map(|delete| -> DeleteFunction {
                Arc::new(move |object, number, value| {
                    let (object, extra) = (Handle::new(object), extra as *mut c_void);
                    // SAFETY: the program's function with the arguments that the standard names.
                    unsafe { delete(object, number, value as *mut c_void, extra) }
                })
            });
            let number = attribute::create_keyval(Holder::$holder, copy, delete);
            // SAFETY: a checked output pointer.
            unsafe { store(keyval, number) };
            Ok(())
        }

        #[doc = concat!("`MPI_", stringify!($holder), "_free_keyval`.")]
        pub unsafe fn $free(keyval: *mut c_int) -> Result<()> {
            // SAFETY: a checked pointer.
            unsafe {
                attribute::free_keyval(Holder::$holder, *keyval)?;
                *keyval = MPI_KEYVAL_INVALID;
            }
            Ok(())
        }
    )* };
}

keyvals! {
    comm_create_keyval comm_free_keyval Comm CommCopyFunction CommDeleteFunction;
    type_create_keyval type_free_keyval Type TypeCopyFunction TypeDeleteFunction;
    win_create_keyval win_free_keyval Win WinCopyFunction WinDeleteFunction;
}

/// Stores a value, as the address of a `void *`, and whether there is one.
unsafe fn store_value(place: *mut c_void, flag: *mut c_int, value: Option<usize>) {
    // SAFETY: checked output pointers.
    unsafe {
        if let Some(value) = value {
            store(place.cast(), value as *mut c_void);
        }
        store_flag(flag, value.is_some());
    }
}

/// `MPI_Comm_set_attr`.
pub unsafe fn comm_set_attr(comm: CommHandle, keyval: c_int, value: *mut c_void) -> Result<()> {
    enter().comm(comm)?;
    attribute::set(Holder::Comm, comm.0, keyval, value as usize)
}

/// `MPI_Comm_get_attr`; predefined attributes are addresses of integers (MPI-5.0 §7.7.2).
pub unsafe fn comm_get_attr(
    comm: CommHandle,
    keyval: c_int,
    place: *mut c_void,
    flag: *mut c_int,
) -> Result<()> {
    enter().comm(comm)?;
    let value = match attribute::is_predefined(keyval) {
        true => attribute::predefined(keyval).map(|value| value.as_ptr() as usize),
        false => attribute::get(Holder::Comm, comm.0, keyval)?,
    };
    // SAFETY: checked output pointers.
    unsafe { store_value(place, flag, value) };
    Ok(())
}

/// `MPI_Comm_delete_attr`.
pub unsafe fn comm_delete_attr(comm: CommHandle, keyval: c_int) -> Result<()> {
    enter().comm(comm)?;
    attribute::delete(Holder::Comm, comm.0, keyval)
}

/// `MPI_Type_set_attr`.
pub unsafe fn type_set_attr(
    datatype: DatatypeHandle,
    keyval: c_int,
    value: *mut c_void,
) -> Result<()> {
    enter().datatype(datatype)?;
    attribute::set(Holder::Type, datatype.0, keyval, value as usize)
}

/// `MPI_Type_get_attr`.
pub unsafe fn type_get_attr(
    datatype: DatatypeHandle,
    keyval: c_int,
    place: *mut c_void,
    flag: *mut c_int,
) -> Result<()> {
    enter().datatype(datatype)?;
    let value = attribute::get(Holder::Type, datatype.0, keyval)?;
    // SAFETY: checked output pointers.
    unsafe { store_value(place, flag, value) };
    Ok(())
}

/// `MPI_Type_delete_attr`.
pub unsafe fn type_delete_attr(datatype: DatatypeHandle, keyval: c_int) -> Result<()> {
    enter().datatype(datatype)?;
    attribute::delete(Holder::Type, datatype.0, keyval)
}

/// `MPI_Win_set_attr`.
pub unsafe fn win_set_attr(window: WinHandle, keyval: c_int, value: *mut c_void) -> Result<()> {
    enter().win(window)?;
    attribute::set(Holder::Win, window.0, keyval, value as usize)
}

/// `MPI_Win_get_attr`: of the predefined ones the base is an address, the others point to numbers
/// (MPI-5.0 §12.2.6).
pub unsafe fn win_get_attr(
    window: WinHandle,
    keyval: c_int,
    place: *mut c_void,
    flag: *mut c_int,
) -> Result<()> {
    let facts = win::facts(window)?;
    // SAFETY: the window's facts stay where they are as long as the window.
    let predefined = unsafe {
        match keyval {
            MPI_WIN_BASE => Some((*facts).base),
            MPI_WIN_SIZE => Some((&raw const (*facts).size) as usize),
            MPI_WIN_DISP_UNIT => Some((&raw const (*facts).disp_unit) as usize),
            MPI_WIN_CREATE_FLAVOR => Some((&raw const (*facts).flavor) as usize),
            MPI_WIN_MODEL => Some((&raw const (*facts).model) as usize),
            _ => None,
        }
    };
    let value = match predefined {
        Some(value) => Some(value),
        None => attribute::get(Holder::Win, window.0, keyval)?,
    };
    // SAFETY: checked output pointers.
    unsafe { store_value(place, flag, value) };
    Ok(())
}

/// `MPI_Win_delete_attr`.
pub unsafe fn win_delete_attr(window: WinHandle, keyval: c_int) -> Result<()> {
    enter().win(window)?;
    attribute::delete(Holder::Win, window.0, keyval)
}
