//! Attributes (MPI-5.0 §7.7, §19.3.7): in Fortran they are integers as wide as an address, in C addresses.
//!
//! C finds the address of the integer that Fortran has set, Fortran the address that C has set as an integer. So
//! each integer that was ever set has a place for good, and an address that is such a place means its integer.
#![allow(clippy::missing_safety_doc)]

use core::ffi::{c_int, c_void};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::abi::keyval as keyval_in_c;
use crate::error::give;
use crate::generated::c::*;
use crate::generated::constants::*;
use crate::handles::{CHandle, comm, datatype, win};

/// Integers and their places.
#[derive(Default)]
struct AttributePlaces {
    places: HashMap<isize, usize>,
    integers: HashMap<usize, isize>,
}

static PLACES: LazyLock<Mutex<AttributePlaces>> = LazyLock::new(Mutex::default);

/// The address that C has for an integer of Fortran's.
fn place_of(value: isize) -> *mut c_void {
    let mut known = PLACES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = &mut *known;
    let place = *known.places.entry(value).or_insert_with(|| {
        let place: *mut isize = Box::leak(Box::new(value));
        place.expose_provenance()
    });
    known.integers.insert(place, value);
    core::ptr::with_exposed_provenance_mut(place)
}

/// The integer that Fortran has for an address of C's.
fn value_of(place: *mut c_void) -> isize {
    let known = PLACES.lock().unwrap_or_else(PoisonError::into_inner);
    known.integers.get(&place.addr()).copied().unwrap_or(place.addr() as isize)
}

/// The functions of a keyval, and the program's own state for them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct KeyvalFunctions {
    copy: usize,
    delete: usize,
    extra: isize,
    /// Made by `MPI_KEYVAL_CREATE`, whose functions take default integers.
    is_small: bool,
}

/// They stay for good, as a freed keyval's may still be called; equal ones are kept once.
static FUNCTIONS: LazyLock<Mutex<HashMap<KeyvalFunctions, usize>>> = LazyLock::new(Mutex::default);

impl KeyvalFunctions {
    fn keep(self) -> *mut c_void {
        let mut kept = FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner);
        let place = *kept.entry(self).or_insert_with(|| {
            let place: *mut KeyvalFunctions = Box::leak(Box::new(self));
            place.expose_provenance()
        });
        core::ptr::with_exposed_provenance_mut(place)
    }

    /// What a function has stored in the place of an integer.
    fn read(&self, place: isize) -> isize {
        // The lower half comes first on the supported targets.
        if self.is_small { place as i32 as isize } else { place }
    }
}

/// Copies a value: object, keyval, extra state, the value, its copy, whether there is one, code.
type CopyValue = unsafe extern "C" fn(
    *mut c_int,
    *mut c_int,
    *mut isize,
    *mut isize,
    *mut isize,
    *mut c_int,
    *mut c_int,
);
/// Is told that a value goes: object, keyval, value, extra state, code.
type DeleteValue = unsafe extern "C" fn(*mut c_int, *mut c_int, *mut isize, *mut isize, *mut c_int);

unsafe fn copy(
    mut object: c_int,
    mut keyval: c_int,
    functions: *mut KeyvalFunctions,
    value: *mut c_void,
    place: *mut *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: the program's function, with the arguments that the standard names.
    unsafe {
        let functions = *functions;
        let (mut extra, mut value, mut out) = (functions.extra, value_of(value), 0);
        let mut code = MPI_SUCCESS;
        let function = core::mem::transmute::<usize, CopyValue>(functions.copy);
        let keyval = &mut keyval;
        function(&mut object, keyval, &mut extra, &mut value, &mut out, flag, &mut code);
        if code == MPI_SUCCESS && *flag != 0 {
            *flag = 1;
            *place = place_of(functions.read(out));
        }
        code
    }
}

unsafe fn delete(
    mut object: c_int,
    mut keyval: c_int,
    value: *mut c_void,
    functions: *mut KeyvalFunctions,
) -> c_int {
    // SAFETY: the program's function, with the arguments that the standard names.
    unsafe {
        let functions = *functions;
        let (mut extra, mut value, mut code) = (functions.extra, value_of(value), MPI_SUCCESS);
        let function = core::mem::transmute::<usize, DeleteValue>(functions.delete);
        function(&mut object, &mut keyval, &mut value, &mut extra, &mut code);
        code
    }
}

macro_rules! attributes {
    ($($word:ident $copy:ident $delete:ident
       $new:ident $create:ident $put:ident $set:ident $get:ident $read:ident;)*) => { $(
        unsafe extern "C" fn $copy(
            object: CHandle,
            keyval: c_int,
            functions: *mut KeyvalFunctions,
            value: *mut c_void,
            place: *mut *mut c_void,
            flag: *mut c_int,
        ) -> c_int {
            // SAFETY: MPI's arguments.
            unsafe { copy($word::fortran(object), keyval, functions, value, place, flag) }
        }

        unsafe extern "C" fn $delete(
            object: CHandle,
            keyval: c_int,
            value: *mut c_void,
            functions: *mut KeyvalFunctions,
        ) -> c_int {
            // SAFETY: MPI's arguments.
            unsafe { delete($word::fortran(object), keyval, value, functions) }
        }

        #[doc = concat!("`", stringify!($create), "`, in Fortran.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $new(
            copy: *const c_void,
            delete: *const c_void,
            keyval: *mut c_int,
            extra: *mut isize,
            ierror: *mut c_int,
        ) {
            // SAFETY: the program vouches for its arguments.
            unsafe {
                let (copy, delete) = (copy.addr(), delete.addr());
                let extra = *extra;
                let functions = KeyvalFunctions { copy, delete, extra, is_small: false };
                let (copy, delete) = ($copy as *const c_void, $delete as *const c_void);
                give(ierror, $create(copy, delete, keyval, functions.keep()));
            }
        }

        #[doc = concat!("`", stringify!($set), "`, in Fortran.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $put(
            object: *mut c_int,
            keyval: *mut c_int,
            value: *mut isize,
            ierror: *mut c_int,
        ) {
            // SAFETY: the program vouches for its arguments.
            unsafe { give(ierror, $set($word::c(*object), keyval_in_c(*keyval), place_of(*value))) }
        }

        #[doc = concat!("`", stringify!($get), "`, in Fortran.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $read(
            object: *mut c_int,
            keyval: *mut c_int,
            value: *mut isize,
            flag: *mut c_int,
            ierror: *mut c_int,
        ) {
            // SAFETY: the program vouches for its arguments.
            unsafe {
                let mut place: *mut c_void = core::ptr::null_mut();
                let keyval = keyval_in_c(*keyval);
                let code = $get($word::c(*object), keyval, (&raw mut place).cast(), flag);
                if code == MPI_SUCCESS && *flag != 0 {
                    *value = found(keyval, place);
                }
                give(ierror, code);
            }
        }
    )* };
}

attributes! {
    comm copy_on_comm delete_on_comm pmpi_comm_create_keyval_ PMPI_Comm_create_keyval
        pmpi_comm_set_attr_ PMPI_Comm_set_attr PMPI_Comm_get_attr pmpi_comm_get_attr_;
    datatype copy_on_type delete_on_type pmpi_type_create_keyval_ PMPI_Type_create_keyval
        pmpi_type_set_attr_ PMPI_Type_set_attr PMPI_Type_get_attr pmpi_type_get_attr_;
    win copy_on_win delete_on_win pmpi_win_create_keyval_ PMPI_Win_create_keyval
        pmpi_win_set_attr_ PMPI_Win_set_attr PMPI_Win_get_attr pmpi_win_get_attr_;
}

/// The value of an attribute: predefined ones are integers of some width in C, a window's base its address.
unsafe fn found(keyval: c_int, place: *mut c_void) -> isize {
    // SAFETY: what the standard says of these attributes.
    unsafe {
        match keyval {
            MPI_TAG_UB
            | MPI_IO
            | MPI_HOST
            | MPI_WTIME_IS_GLOBAL
            | MPI_APPNUM
            | MPI_LASTUSEDCODE
            | MPI_UNIVERSE_SIZE
            | MPI_WIN_DISP_UNIT
            | MPI_WIN_CREATE_FLAVOR
            | MPI_WIN_MODEL => *place.cast::<c_int>() as isize,
            MPI_WIN_SIZE => *place.cast::<isize>(),
            MPI_WIN_BASE => place.addr() as isize,
            _ => value_of(place),
        }
    }
}

/// `MPI_KEYVAL_CREATE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_keyval_create_(
    copy: *const c_void,
    delete: *const c_void,
    keyval: *mut c_int,
    extra: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let (copy, delete, extra) = (copy.addr(), delete.addr(), *extra as isize);
        let functions = KeyvalFunctions { copy, delete, extra, is_small: true };
        let (copy, delete) = (copy_on_comm as *const c_void, delete_on_comm as *const c_void);
        give(ierror, PMPI_Comm_create_keyval(copy, delete, keyval, functions.keep()));
    }
}

/// `MPI_ATTR_PUT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_attr_put_(
    object: *mut c_int,
    keyval: *mut c_int,
    value: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let place = place_of(*value as isize);
        give(ierror, PMPI_Comm_set_attr(comm::c(*object), *keyval, place));
    }
}

/// `MPI_ATTR_GET`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_attr_get_(
    object: *mut c_int,
    keyval: *mut c_int,
    value: *mut c_int,
    flag: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut wide = 0;
        pmpi_comm_get_attr_(object, keyval, &mut wide, flag, ierror);
        if *flag != 0 {
            *value = wide as c_int;
        }
    }
}
