//! How a datatype was made (MPI-5.0 §5.1.13).

use core::ffi::c_int;

use ferry_mpi::Result;
use ferry_mpi::datatype::{self, Form, TypeArguments, TypeEnvelope};
use ferry_mpi::handle::DatatypeHandle;

use crate::convert::{OutCount, slice_mut, store};
use crate::types::{Aint, Count};

/// `MPI_Type_get_envelope`.
pub unsafe fn type_get_envelope(
    handle: DatatypeHandle,
    num_integers: OutCount,
    num_addresses: OutCount,
    num_datatypes: OutCount,
    combiner: *mut c_int,
) -> Result<()> {
    let envelope = datatype::envelope(Form::Int, handle)?;
    // SAFETY: checked output pointers.
    unsafe {
        num_integers.set_checked(envelope.integers as i64)?;
        num_addresses.set_checked(envelope.addresses as i64)?;
        num_datatypes.set_checked(envelope.datatypes as i64)?;
        store(combiner, envelope.combiner);
    }
    Ok(())
}

/// `MPI_Type_get_envelope_c`.
pub unsafe fn type_get_envelope_c(
    handle: DatatypeHandle,
    num_integers: OutCount,
    num_addresses: OutCount,
    num_large_counts: OutCount,
    num_datatypes: OutCount,
    combiner: *mut c_int,
) -> Result<()> {
    let envelope = datatype::envelope(Form::Large, handle)?;
    // SAFETY: checked output pointers.
    unsafe {
        num_integers.set(envelope.integers as i64);
        num_addresses.set(envelope.addresses as i64);
        num_large_counts.set(envelope.large_counts as i64);
        num_datatypes.set(envelope.datatypes as i64);
        store(combiner, envelope.combiner);
    }
    Ok(())
}

fn room(integers: i64, addresses: i64, large_counts: i64, datatypes: i64) -> TypeEnvelope {
    let size = |value: i64| usize::try_from(value).unwrap_or(0);
    TypeEnvelope {
        combiner: 0,
        integers: size(integers),
        addresses: size(addresses),
        large_counts: size(large_counts),
        datatypes: size(datatypes),
    }
}

/// Copies a list to a caller's array.
///
/// # Safety
/// `array` has as many elements as `list`.
unsafe fn put<T: Copy>(array: *mut T, list: &[T]) -> Result<()> {
    // SAFETY: as the caller vouches.
    unsafe { slice_mut(array, list.len())? }.copy_from_slice(list);
    Ok(())
}

/// Stores what both forms tell.
///
/// # Safety
/// The arrays have the room that was looked at.
unsafe fn put_all(
    told: &TypeArguments,
    integers: *mut c_int,
    addresses: *mut Aint,
    datatypes: *mut DatatypeHandle,
) -> Result<()> {
    // SAFETY: as the caller vouches; `MPI_Aint` has 64 bits.
    unsafe {
        put(integers, &told.integers)?;
        put(addresses.cast::<i64>(), &told.addresses)?;
        put(datatypes, &told.datatypes)
    }
}

/// `MPI_Type_get_contents`.
pub unsafe fn type_get_contents(
    handle: DatatypeHandle,
    max_integers: i64,
    max_addresses: i64,
    max_datatypes: i64,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut Aint,
    array_of_datatypes: *mut DatatypeHandle,
) -> Result<()> {
    let room = room(max_integers, max_addresses, 0, max_datatypes);
    let told = datatype::contents(Form::Int, handle, &room)?;
    // SAFETY: the caller's arrays have room for what is told.
    unsafe { put_all(&told, array_of_integers, array_of_addresses, array_of_datatypes) }
}

/// `MPI_Type_get_contents_c`.
pub unsafe fn type_get_contents_c(
    handle: DatatypeHandle,
    max_integers: i64,
    max_addresses: i64,
    max_large_counts: i64,
    max_datatypes: i64,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut Aint,
    array_of_large_counts: *mut Count,
    array_of_datatypes: *mut DatatypeHandle,
) -> Result<()> {
    let room = room(max_integers, max_addresses, max_large_counts, max_datatypes);
    let told = datatype::contents(Form::Large, handle, &room)?;
    // SAFETY: the caller's arrays have room for what is told.
    unsafe {
        put(array_of_large_counts, &told.large_counts)?;
        put_all(&told, array_of_integers, array_of_addresses, array_of_datatypes)
    }
}
