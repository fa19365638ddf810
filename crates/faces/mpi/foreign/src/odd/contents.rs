//! What a datatype is made of: some of its integers are constants.

use core::ffi::c_int;

use ferry_abi::calls::datatype_contents;
use ferry_abi::convert::OutCount;
use ferry_abi::types::{Aint, Count};
use ferry_mpi::Result;
use ferry_mpi::constants::{MPI_COMBINER_DARRAY, MPI_COMBINER_SUBARRAY};
use ferry_mpi::handle::DatatypeHandle;

use crate::abi::Abi;

/// Puts the program's constants where the integers of a datatype have some (MPI-5.0 §5.1.13).
///
/// # Safety
/// `integers` has what `MPI_Type_get_contents` has stored.
unsafe fn translate<A: Abi>(combiner: c_int, is_large: bool, integers: *mut c_int) {
    // SAFETY: as the caller vouches; the places follow from the combiner.
    unsafe {
        // With large counts the sizes stand elsewhere.
        match (combiner, is_large) {
            (MPI_COMBINER_SUBARRAY, false) => {
                let dims = *integers;
                each(integers, 3 * dims + 1, 1, A::order_outward);
            }
            (MPI_COMBINER_SUBARRAY, true) => each(integers, 1, 1, A::order_outward),
            (MPI_COMBINER_DARRAY, _) => {
                // Size, rank and the number of dimensions stand before, and without large counts the sizes.
                let dims = *integers.add(2);
                let first = if is_large { 3 } else { 3 + dims };
                each(integers, first, dims, A::distribution_outward);
                each(integers, first + dims, dims, A::distribution_argument_outward);
                each(integers, first + 3 * dims, 1, A::order_outward);
            }
            _ => {}
        }
    }
}

/// Translates `count` integers from `first` on.
///
/// # Safety
/// They are there.
unsafe fn each(integers: *mut c_int, first: c_int, count: c_int, outward: fn(c_int) -> c_int) {
    for at in first..first + count {
        // SAFETY: as the caller vouches.
        unsafe {
            let place = integers.add(at as usize);
            *place = outward(*place);
        }
    }
}

/// The combiner of a datatype, and whether it has large counts.
fn made_by(handle: DatatypeHandle) -> Result<(c_int, bool)> {
    let (mut counts, mut combiner) = ([0i64; 4], 0);
    let [integers, addresses, large, datatypes] = counts.each_mut();
    // SAFETY: local variables.
    unsafe {
        datatype_contents::type_get_envelope_c(
            handle,
            OutCount::count(integers),
            OutCount::count(addresses),
            OutCount::count(large),
            OutCount::count(datatypes),
            &mut combiner,
        )?;
    }
    Ok((combiner, counts[2] > 0))
}

/// `MPI_Type_get_contents`.
pub unsafe fn type_get_contents<A: Abi>(
    handle: DatatypeHandle,
    max_integers: i64,
    max_addresses: i64,
    max_datatypes: i64,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut Aint,
    array_of_datatypes: *mut DatatypeHandle,
) -> Result<()> {
    // SAFETY: as the caller vouches.
    unsafe {
        datatype_contents::type_get_contents(
            handle,
            max_integers,
            max_addresses,
            max_datatypes,
            array_of_integers,
            array_of_addresses,
            array_of_datatypes,
        )?;
        translate::<A>(made_by(handle)?.0, false, array_of_integers);
    }
    Ok(())
}

/// `MPI_Type_get_contents_c`.
pub unsafe fn type_get_contents_c<A: Abi>(
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
    // SAFETY: as the caller vouches.
    unsafe {
        datatype_contents::type_get_contents_c(
            handle,
            max_integers,
            max_addresses,
            max_large_counts,
            max_datatypes,
            array_of_integers,
            array_of_addresses,
            array_of_large_counts,
            array_of_datatypes,
        )?;
        let (combiner, is_large) = made_by(handle)?;
        translate::<A>(combiner, is_large, array_of_integers);
    }
    Ok(())
}
