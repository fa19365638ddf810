//! Data representations of files (MPI-5.0 §14.5.3).
#![allow(clippy::missing_safety_doc)]

use core::ffi::{c_char, c_int, c_void};

use crate::error::give;
use crate::generated::constants::MPI_SUCCESS;
use crate::handles::{CHandle, datatype};
use crate::predefined::{mpi_conversion_fn_null_, mpi_conversion_fn_null_c_};
use crate::text::text;

unsafe extern "C" {
    fn PMPI_Register_datarep(
        name: *mut c_char,
        read: *const c_void,
        write: *const c_void,
        extent: *const c_void,
        extra: *mut c_void,
    ) -> c_int;
    fn PMPI_Register_datarep_c(
        name: *mut c_char,
        read: *const c_void,
        write: *const c_void,
        extent: *const c_void,
        extra: *mut c_void,
    ) -> c_int;
}

/// The functions of a representation, which stays until the program ends, and the program's own state.
struct DatarepFunctions {
    read: usize,
    write: usize,
    extent: usize,
    extra: isize,
}

/// User's buffer, datatype, count, buffer of the file, position, extra state, code.
type Conversion<Count> = unsafe extern "C" fn(
    *mut c_void,
    *mut c_int,
    *mut Count,
    *mut c_void,
    *mut i64,
    *mut isize,
    *mut c_int,
);
/// Datatype, extent, extra state, code.
type Extent = unsafe extern "C" fn(*mut c_int, *mut isize, *mut isize, *mut c_int);

unsafe extern "C" fn extent(
    handle: CHandle,
    place: *mut isize,
    functions: *mut DatarepFunctions,
) -> c_int {
    let (mut value, mut code) = (datatype::fortran(handle), MPI_SUCCESS);
    // SAFETY: the program's function, with the arguments that the standard names.
    unsafe {
        let function = core::mem::transmute::<usize, Extent>((*functions).extent);
        function(&mut value, place, &raw mut (*functions).extra, &mut code);
    }
    code
}

macro_rules! conversions {
    ($($count:ty: $entry:ident $register:ident $null:ident $read:ident $write:ident;)*) => { $(
        conversions!(@one $read read $count);
        conversions!(@one $write write $count);

        #[doc = concat!("`", stringify!($register), "`, in Fortran.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $entry(
            name: *mut c_char,
            read_fn: *const c_void,
            write_fn: *const c_void,
            extent_fn: *const c_void,
            extra_state: *mut isize,
            ierror: *mut c_int,
            name_len: usize,
        ) {
            let null = $null as *const c_void;
            let unless_null = |given: *const c_void, function: *const c_void| {
                if given == null { core::ptr::null() } else { function }
            };
            // SAFETY: the program vouches for its arguments.
            unsafe {
                let functions = Box::into_raw(Box::new(DatarepFunctions {
                    read: read_fn.addr(),
                    write: write_fn.addr(),
                    extent: extent_fn.addr(),
                    extra: *extra_state,
                }));
                let code = $register(
                    text(name, name_len).as_ptr().cast_mut(),
                    unless_null(read_fn, $read as *const c_void),
                    unless_null(write_fn, $write as *const c_void),
                    extent as *const c_void,
                    functions.cast(),
                );
                if code != MPI_SUCCESS {
                    drop(Box::from_raw(functions));
                }
                give(ierror, code);
            }
        }
    )* };
    (@one $name:ident $field:ident $count:ty) => {
        unsafe extern "C" fn $name(
            userbuf: *mut c_void,
            handle: CHandle,
            mut count: $count,
            filebuf: *mut c_void,
            mut position: i64,
            functions: *mut DatarepFunctions,
        ) -> c_int {
            let (mut value, mut code) = (datatype::fortran(handle), MPI_SUCCESS);
            // SAFETY: the program's function, with the arguments that the standard names.
            unsafe {
                let function =
                    core::mem::transmute::<usize, Conversion<$count>>((*functions).$field);
                let extra = &raw mut (*functions).extra;
                let (value, count, position) = (&mut value, &mut count, &mut position);
                function(userbuf, value, count, filebuf, position, extra, &mut code);
            }
            code
        }
    };
}

conversions! {
    c_int: pmpi_register_datarep_ PMPI_Register_datarep mpi_conversion_fn_null_ read write;
    i64: pmpi_register_datarep_c_ PMPI_Register_datarep_c mpi_conversion_fn_null_c_ read_large write_large;
}
