//! Versions of the standard, the library and the ABI (MPI-5.0 §9.1.1, §20).

use core::ffi::{c_char, c_int, c_void};
use std::sync::{Mutex, PoisonError};

use ferry_mpi::constants::*;
use ferry_mpi::environment;
use ferry_mpi::handle::InfoHandle;
use ferry_mpi::info::{self, Info};
use ferry_mpi::{Error, Result};

use crate::convert;
use crate::types::{Aint, Count, Offset};

/// `MPI_Get_version`.
pub unsafe fn get_version(version: *mut c_int, subversion: *mut c_int) -> Result<()> {
    // SAFETY: checked output pointers.
    unsafe {
        convert::store(version, MPI_VERSION);
        convert::store(subversion, MPI_SUBVERSION);
    }
    Ok(())
}

/// `MPI_Get_library_version`.
pub unsafe fn get_library_version(version: *mut c_char, resultlen: *mut c_int) -> Result<()> {
    let text = environment::library_version();
    // SAFETY: the program's buffer has the size that the standard asks for.
    unsafe { convert::store_name(version, MPI_MAX_LIBRARY_VERSION_STRING, &text, resultlen) };
    Ok(())
}

/// `MPI_Abi_get_version`.
pub unsafe fn abi_get_version(major: *mut c_int, minor: *mut c_int) -> Result<()> {
    // SAFETY: checked output pointers.
    unsafe {
        convert::store(major, MPI_ABI_VERSION);
        convert::store(minor, MPI_ABI_SUBVERSION);
    }
    Ok(())
}

/// `MPI_Abi_get_info`: the sizes of the ABI's own integer types.
pub unsafe fn abi_get_info(place: *mut InfoHandle) -> Result<()> {
    let mut info = Info::new();
    info.set("mpi_aint_size", &size_of::<Aint>().to_string())?;
    info.set("mpi_count_size", &size_of::<Count>().to_string())?;
    info.set("mpi_offset_size", &size_of::<Offset>().to_string())?;
    // SAFETY: a checked output pointer.
    unsafe { convert::store(place, info::create(info)) };
    Ok(())
}

/// What a Fortran binding told about its types.
struct Fortran {
    info: Option<Info>,
    booleans: Option<Booleans>,
}

/// The logical values of the Fortran compiler, by their bytes.
#[derive(PartialEq, Eq)]
struct Booleans {
    when_true: Vec<u8>,
    when_false: Vec<u8>,
}

static FORTRAN: Mutex<Fortran> = Mutex::new(Fortran { info: None, booleans: None });

fn set_before(what: &str) -> Error {
    Error::new(MPI_ERR_ABI, format!("Fortran's {what} were set before, to something else"))
}

/// `MPI_Abi_get_fortran_info`: a copy of what was set, or the null handle.
pub unsafe fn abi_get_fortran_info(place: *mut InfoHandle) -> Result<()> {
    let fortran = FORTRAN.lock().unwrap_or_else(PoisonError::into_inner);
    let handle = fortran.info.clone().map_or(InfoHandle::NULL, info::create);
    // SAFETY: a checked output pointer.
    unsafe { convert::store(place, handle) };
    Ok(())
}

/// `MPI_Abi_set_fortran_info`: the sizes of Fortran's types, once.
pub unsafe fn abi_set_fortran_info(handle: InfoHandle) -> Result<()> {
    let new = info::with(handle, Info::clone)?;
    let mut fortran = FORTRAN.lock().unwrap_or_else(PoisonError::into_inner);
    if fortran.info.as_ref().is_some_and(|old| *old != new) {
        return Err(set_before("types"));
    }
    fortran.info = Some(new);
    Ok(())
}

fn logical_size(size: c_int) -> Result<usize> {
    match size {
        1 | 2 | 4 | 8 | 16 => Ok(size as usize),
        _ => Err(Error::new(
            MPI_ERR_ARG,
            format!("logical_size is {size}, but Fortran's logicals have 1, 2, 4, 8 or 16 bytes"),
        )),
    }
}

/// `MPI_Abi_get_fortran_booleans`; the values are set only where they are known for that size.
pub unsafe fn abi_get_fortran_booleans(
    size: c_int,
    when_true: *mut c_void,
    when_false: *mut c_void,
    is_set: *mut c_int,
) -> Result<()> {
    let size = logical_size(size)?;
    let fortran = FORTRAN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = fortran.booleans.as_ref().filter(|known| known.when_true.len() == size);
    // SAFETY: the program's places have `size` bytes.
    unsafe {
        if let Some(known) = known {
            convert::slice_mut(when_true.cast(), size)?.copy_from_slice(&known.when_true);
            convert::slice_mut(when_false.cast(), size)?.copy_from_slice(&known.when_false);
        }
        convert::store_flag(is_set, known.is_some());
    }
    Ok(())
}

/// `MPI_Abi_set_fortran_booleans`: once.
pub unsafe fn abi_set_fortran_booleans(
    size: c_int,
    when_true: *mut c_void,
    when_false: *mut c_void,
) -> Result<()> {
    let size = logical_size(size)?;
    // SAFETY: the program's values have `size` bytes.
    let new = unsafe {
        Booleans {
            when_true: convert::slice(when_true.cast(), size)?.to_vec(),
            when_false: convert::slice(when_false.cast(), size)?.to_vec(),
        }
    };
    let mut fortran = FORTRAN.lock().unwrap_or_else(PoisonError::into_inner);
    if fortran.booleans.as_ref().is_some_and(|old| *old != new) {
        return Err(set_before("logical values"));
    }
    fortran.booleans = Some(new);
    Ok(())
}
