//! Datatypes: making, committing, freeing, bounds and names (MPI-5.0 §5.1, §7.8).

use core::ffi::{c_char, c_int};

use ferry_mpi::Result;
use ferry_mpi::constants::MPI_MAX_OBJECT_NAME;
use ferry_mpi::datatype::{self, Form};
use ferry_mpi::handle::DatatypeHandle;

use crate::calls::status_count::put;
use crate::convert::{self, OutCount};

/// `MPI_Type_contiguous`.
pub unsafe fn type_contiguous(
    count: i64,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(newtype, datatype::contiguous(Form::Int, count, oldtype)?) };
    Ok(())
}

/// `MPI_Type_contiguous_c`.
pub unsafe fn type_contiguous_c(
    count: i64,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(newtype, datatype::contiguous(Form::Large, count, oldtype)?) };
    Ok(())
}

/// `MPI_Type_vector`.
pub unsafe fn type_vector(
    count: i64,
    blocklength: i64,
    stride: i64,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    let made = datatype::vector(Form::Int, count, blocklength, stride, oldtype)?;
    // SAFETY: a checked output pointer.
    unsafe { convert::store(newtype, made) };
    Ok(())
}

/// `MPI_Type_vector_c`.
pub unsafe fn type_vector_c(
    count: i64,
    blocklength: i64,
    stride: i64,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    let made = datatype::vector(Form::Large, count, blocklength, stride, oldtype)?;
    // SAFETY: a checked output pointer.
    unsafe { convert::store(newtype, made) };
    Ok(())
}

/// `MPI_Type_create_hvector`.
pub unsafe fn type_create_hvector(
    count: i64,
    blocklength: i64,
    stride: i64,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    let made = datatype::hvector(Form::Int, count, blocklength, stride, oldtype)?;
    // SAFETY: a checked output pointer.
    unsafe { convert::store(newtype, made) };
    Ok(())
}

/// `MPI_Type_create_hvector_c`.
pub unsafe fn type_create_hvector_c(
    count: i64,
    blocklength: i64,
    stride: i64,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    let made = datatype::hvector(Form::Large, count, blocklength, stride, oldtype)?;
    // SAFETY: a checked output pointer.
    unsafe { convert::store(newtype, made) };
    Ok(())
}

/// `MPI_Type_create_resized`.
pub unsafe fn type_create_resized(
    oldtype: DatatypeHandle,
    lb: i64,
    extent: i64,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(newtype, datatype::resized(Form::Int, lb, extent, oldtype)?) };
    Ok(())
}

/// `MPI_Type_create_resized_c`.
pub unsafe fn type_create_resized_c(
    oldtype: DatatypeHandle,
    lb: i64,
    extent: i64,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(newtype, datatype::resized(Form::Large, lb, extent, oldtype)?) };
    Ok(())
}

/// `MPI_Type_dup`.
pub unsafe fn type_dup(oldtype: DatatypeHandle, newtype: *mut DatatypeHandle) -> Result<()> {
    let made = datatype::dup(oldtype);
    // A copy function that fails leaves no copy (MPI-5.0 §7.7.4).
    // SAFETY: a checked output pointer.
    unsafe { convert::store(newtype, *made.as_ref().unwrap_or(&DatatypeHandle::NULL)) };
    made.map(|_| ())
}

/// `MPI_Type_commit`.
pub unsafe fn type_commit(place: *mut DatatypeHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    datatype::commit(unsafe { *place })
}

/// `MPI_Type_free`.
pub unsafe fn type_free(place: *mut DatatypeHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe {
        datatype::free(*place)?;
        *place = DatatypeHandle::NULL;
    }
    Ok(())
}

/// `MPI_Type_size` and `MPI_Type_size_x`.
pub unsafe fn type_size(handle: DatatypeHandle, size: OutCount) -> Result<()> {
    let bytes = datatype::size(handle)?;
    // SAFETY: a checked output pointer.
    unsafe { put(size, Some(bytes)) };
    Ok(())
}

/// `MPI_Type_get_extent` and `MPI_Type_get_extent_x`.
pub unsafe fn type_get_extent(
    handle: DatatypeHandle,
    lb: OutCount,
    extent: OutCount,
) -> Result<()> {
    let (low, reach) = datatype::extent(handle)?;
    // SAFETY: checked output pointers.
    unsafe {
        lb.set(low);
        extent.set(reach);
    }
    Ok(())
}

/// `MPI_Type_get_true_extent` and `MPI_Type_get_true_extent_x`.
pub unsafe fn type_get_true_extent(
    handle: DatatypeHandle,
    true_lb: OutCount,
    true_extent: OutCount,
) -> Result<()> {
    let (low, reach) = datatype::true_extent(handle)?;
    // SAFETY: checked output pointers.
    unsafe {
        true_lb.set(low);
        true_extent.set(reach);
    }
    Ok(())
}

/// `MPI_Type_set_name`.
pub unsafe fn type_set_name(handle: DatatypeHandle, name: *const c_char) -> Result<()> {
    // SAFETY: a checked string.
    datatype::set_name(handle, &unsafe { convert::text(name) }?)
}

/// `MPI_Type_get_name`.
pub unsafe fn type_get_name(
    handle: DatatypeHandle,
    name: *mut c_char,
    resultlen: *mut c_int,
) -> Result<()> {
    let text = datatype::name(handle)?;
    // SAFETY: the program's buffer has the size that the standard asks for; a checked pointer.
    unsafe { convert::store_name(name, MPI_MAX_OBJECT_NAME, &text, resultlen) };
    Ok(())
}

/// `MPI_Type_match_size`.
pub unsafe fn type_match_size(
    typeclass: c_int,
    size: c_int,
    place: *mut DatatypeHandle,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(place, datatype::match_size(typeclass, size.into())?) };
    Ok(())
}

/// `MPI_Type_create_f90_real`.
pub unsafe fn type_create_f90_real(p: c_int, r: c_int, newtype: *mut DatatypeHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(newtype, datatype::f90_real(p, r)?) };
    Ok(())
}

/// `MPI_Type_create_f90_complex`.
pub unsafe fn type_create_f90_complex(
    p: c_int,
    r: c_int,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(newtype, datatype::f90_complex(p, r)?) };
    Ok(())
}

/// `MPI_Type_create_f90_integer`.
pub unsafe fn type_create_f90_integer(r: c_int, newtype: *mut DatatypeHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(newtype, datatype::f90_integer(r)?) };
    Ok(())
}

/// `MPI_Type_get_value_index`.
pub unsafe fn type_get_value_index(
    value_type: DatatypeHandle,
    index_type: DatatypeHandle,
    pair_type: *mut DatatypeHandle,
) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(pair_type, datatype::value_index(value_type, index_type)?) };
    Ok(())
}
