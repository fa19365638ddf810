//! Procedures of MPI-1 that later standards lack and old programs call. Addresses are default integers here,
//! which do not hold all addresses of today: displacements that do are fine.
#![allow(clippy::missing_safety_doc)]

use core::ffi::{c_int, c_void};

use crate::error::{give, raise};
use crate::error_handlers::pmpi_comm_create_errhandler_;
use crate::generated::c::*;
use crate::generated::constants::{MPI_ERR_ARG, MPI_SUCCESS};
use crate::generated::errhandler::{pmpi_comm_get_errhandler_, pmpi_comm_set_errhandler_};
use crate::handles::{CHandle, Handles, datatype, length};
use crate::sentinels::memory;

/// Stores what fits into a default integer, and refuses what does not.
unsafe fn narrow(name: &str, value: isize, place: *mut c_int, code: c_int, ierror: *mut c_int) {
    // SAFETY: the program's places.
    unsafe {
        match c_int::try_from(value) {
            _ if code != MPI_SUCCESS => give(ierror, code),
            Ok(value) => {
                *place = value;
                give(ierror, code);
            }
            Err(_) => {
                let text = format!(
                    "{name}, which MPI no longer has, cannot tell {value:#x} by a default integer; \
                     use what replaces it"
                );
                give(ierror, raise(MPI_ERR_ARG, &text));
            }
        }
    }
}

unsafe fn widened(from: *const c_int, count: c_int) -> Vec<isize> {
    // SAFETY: the program's array.
    (0..length(count.into())).map(|at| unsafe { *from.add(at) as isize }).collect()
}

/// `MPI_ADDRESS`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_address_(
    location: *mut c_void,
    address: *mut c_int,
    ierror: *mut c_int,
) {
    let mut value = 0;
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Get_address(memory(location), &mut value);
        narrow("MPI_ADDRESS", value, address, code, ierror);
    }
}

macro_rules! bounds {
    ($($entry:ident $name:literal $lower:ident $extent:ident $value:expr;)*) => { $(
        #[doc = concat!("`", $name, "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $entry(
            handle: *mut c_int,
            place: *mut c_int,
            ierror: *mut c_int,
        ) {
            let (mut $lower, mut $extent) = (0, 0);
            // SAFETY: the program vouches for its arguments.
            unsafe {
                let handle = datatype::c(*handle);
                let code = PMPI_Type_get_extent(handle, &mut $lower, &mut $extent);
                narrow($name, $value, place, code, ierror);
            }
        }
    )* };
}

bounds! {
    pmpi_type_extent_ "MPI_TYPE_EXTENT" _lower extent extent;
    pmpi_type_lb_ "MPI_TYPE_LB" lower _extent lower;
    pmpi_type_ub_ "MPI_TYPE_UB" lower extent lower + extent;
}

unsafe fn made(code: c_int, handle: CHandle, place: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program's places.
    unsafe {
        if code == MPI_SUCCESS {
            *place = datatype::fortran(handle);
        }
        give(ierror, code);
    }
}

/// `MPI_TYPE_HVECTOR`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_hvector_(
    count: *mut c_int,
    block: *mut c_int,
    stride: *mut c_int,
    old: *mut c_int,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    let mut handle = datatype::null();
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let (old, stride) = (datatype::c(*old), *stride as isize);
        let code = PMPI_Type_create_hvector(*count, *block, stride, old, &mut handle);
        made(code, handle, place, ierror);
    }
}

/// `MPI_TYPE_HINDEXED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_hindexed_(
    count: *mut c_int,
    blocks: *mut c_int,
    places: *mut c_int,
    old: *mut c_int,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    let mut handle = datatype::null();
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut wide = widened(places, *count);
        let (old, wide) = (datatype::c(*old), wide.as_mut_ptr());
        let code = PMPI_Type_create_hindexed(*count, blocks, wide, old, &mut handle);
        made(code, handle, place, ierror);
    }
}

/// `MPI_TYPE_STRUCT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_struct_(
    count: *mut c_int,
    blocks: *mut c_int,
    places: *mut c_int,
    olds: *mut c_int,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    let mut handle = datatype::null();
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut wide = widened(places, *count);
        let mut olds = Handles::from(olds, length((*count).into()), datatype::c);
        let (wide, olds) = (wide.as_mut_ptr(), olds.as_mut_ptr());
        let code = PMPI_Type_create_struct(*count, blocks, wide, olds, &mut handle);
        made(code, handle, place, ierror);
    }
}

/// `MPI_ERRHANDLER_CREATE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_errhandler_create_(
    function: *const c_void,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe { pmpi_comm_create_errhandler_(function, place, ierror) }
}

/// `MPI_ERRHANDLER_GET`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_errhandler_get_(
    comm: *mut c_int,
    place: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe { pmpi_comm_get_errhandler_(comm, place, ierror) }
}

/// `MPI_ERRHANDLER_SET`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_errhandler_set_(
    comm: *mut c_int,
    handler: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe { pmpi_comm_set_errhandler_(comm, handler, ierror) }
}
