//! Datatypes made from arrays of arguments (MPI-5.0 §5.1.2 to §5.1.4).

use core::ffi::c_int;

use ferry_mpi::constants::MPI_ERR_ARG;
use ferry_mpi::datatype::{self, Distribution, Form, Order};
use ferry_mpi::handle::DatatypeHandle;
use ferry_mpi::{Error, Result};

use crate::convert::{self, Ints, slice};

/// The form that an array of counts belongs to.
fn form_of(array: Ints) -> Form {
    match array {
        Ints::Int(_) => Form::Int,
        Ints::Long(_) => Form::Large,
    }
}

/// The elements of an input array; `NULL` will do for none.
///
/// # Safety
/// `array` is `NULL` or has `len` elements.
unsafe fn list(name: &str, array: Ints, len: usize) -> Result<Vec<i64>> {
    if len == 0 {
        return Ok(Vec::new());
    }
    if array.is_null() {
        return Err(Error::new(MPI_ERR_ARG, format!("argument {name} is NULL")));
    }
    // SAFETY: not null, and the caller vouches for the length.
    Ok(unsafe { array.to_vec(len) })
}

/// `MPI_Type_indexed`.
pub unsafe fn type_indexed(
    count: i64,
    array_of_blocklengths: Ints,
    array_of_displacements: Ints,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    let (form, len) = (form_of(array_of_blocklengths), count as usize);
    // SAFETY: the caller's arrays; a checked output pointer.
    unsafe {
        let lengths = list("array_of_blocklengths", array_of_blocklengths, len)?;
        let places = list("array_of_displacements", array_of_displacements, len)?;
        convert::store(newtype, datatype::indexed(form, &lengths, &places, oldtype)?);
    }
    Ok(())
}

/// `MPI_Type_create_hindexed`.
pub unsafe fn type_create_hindexed(
    count: i64,
    array_of_blocklengths: Ints,
    array_of_displacements: Ints,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    let (form, len) = (form_of(array_of_blocklengths), count as usize);
    // SAFETY: the caller's arrays; a checked output pointer.
    unsafe {
        let lengths = list("array_of_blocklengths", array_of_blocklengths, len)?;
        let places = list("array_of_displacements", array_of_displacements, len)?;
        convert::store(newtype, datatype::hindexed(form, &lengths, &places, oldtype)?);
    }
    Ok(())
}

/// `MPI_Type_create_indexed_block`.
pub unsafe fn type_create_indexed_block(
    count: i64,
    blocklength: i64,
    array_of_displacements: Ints,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    let (form, len) = (form_of(array_of_displacements), count as usize);
    // SAFETY: the caller's array; a checked output pointer.
    unsafe {
        let places = list("array_of_displacements", array_of_displacements, len)?;
        convert::store(newtype, datatype::indexed_block(form, blocklength, &places, oldtype)?);
    }
    Ok(())
}

/// `MPI_Type_create_hindexed_block`.
pub unsafe fn type_create_hindexed_block(
    count: i64,
    blocklength: i64,
    array_of_displacements: Ints,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    // SAFETY: as the caller vouches.
    unsafe {
        hindexed_block(Form::Int, count, blocklength, array_of_displacements, oldtype, newtype)
    }
}

/// `MPI_Type_create_hindexed_block_c`.
pub unsafe fn type_create_hindexed_block_c(
    count: i64,
    blocklength: i64,
    array_of_displacements: Ints,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    // SAFETY: as the caller vouches.
    unsafe {
        hindexed_block(Form::Large, count, blocklength, array_of_displacements, oldtype, newtype)
    }
}

unsafe fn hindexed_block(
    form: Form,
    count: i64,
    blocklength: i64,
    displacements: Ints,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    // SAFETY: the caller's array; a checked output pointer.
    unsafe {
        let places = list("array_of_displacements", displacements, count as usize)?;
        convert::store(newtype, datatype::hindexed_block(form, blocklength, &places, oldtype)?);
    }
    Ok(())
}

/// `MPI_Type_create_struct`.
pub unsafe fn type_create_struct(
    count: i64,
    array_of_blocklengths: Ints,
    array_of_displacements: Ints,
    array_of_types: *const DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    let (form, len) = (form_of(array_of_blocklengths), count as usize);
    // SAFETY: the caller's arrays; a checked output pointer.
    unsafe {
        let lengths = list("array_of_blocklengths", array_of_blocklengths, len)?;
        let places = list("array_of_displacements", array_of_displacements, len)?;
        let types = slice(array_of_types, len)?;
        convert::store(newtype, datatype::structure(form, &lengths, &places, types)?);
    }
    Ok(())
}

/// `MPI_Type_create_subarray`.
pub unsafe fn type_create_subarray(
    ndims: c_int,
    array_of_sizes: Ints,
    array_of_subsizes: Ints,
    array_of_starts: Ints,
    order: c_int,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    let (form, len) = (form_of(array_of_sizes), ndims as usize);
    let order = Order::from_value(order)?;
    // SAFETY: the caller's arrays; a checked output pointer.
    unsafe {
        let sizes = list("array_of_sizes", array_of_sizes, len)?;
        let subsizes = list("array_of_subsizes", array_of_subsizes, len)?;
        let starts = list("array_of_starts", array_of_starts, len)?;
        let made = datatype::subarray(form, &sizes, &subsizes, &starts, order, oldtype)?;
        convert::store(newtype, made);
    }
    Ok(())
}

/// `MPI_Type_create_darray`.
pub unsafe fn type_create_darray(
    size: c_int,
    rank: c_int,
    ndims: c_int,
    array_of_gsizes: Ints,
    array_of_distribs: *const c_int,
    array_of_dargs: *const c_int,
    array_of_psizes: *const c_int,
    order: c_int,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> Result<()> {
    let (form, len) = (form_of(array_of_gsizes), ndims as usize);
    let order = Order::from_value(order)?;
    // SAFETY: the caller's arrays; a checked output pointer.
    unsafe {
        let gsizes = list("array_of_gsizes", array_of_gsizes, len)?;
        let arguments = slice(array_of_distribs, len)?.iter().zip(slice(array_of_dargs, len)?);
        let distributions = arguments
            .map(|(value, argument)| Distribution::from_value(*value, *argument))
            .collect::<Result<Vec<_>, _>>()?;
        let psizes = slice(array_of_psizes, len)?;
        let made =
            datatype::darray(form, size, rank, &gsizes, &distributions, psizes, order, oldtype)?;
        convert::store(newtype, made);
    }
    Ok(())
}
