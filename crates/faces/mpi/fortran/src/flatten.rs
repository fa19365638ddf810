//! Any datatype on any section, as one datatype: for operations whose end this library does not see.
//!
//! Where a datatype puts its bytes is found by packing: a buffer whose bytes tell their own places, once for each
//! byte of a place.

use crate::abi::{byte, comm_self};
use crate::cdesc::Section;
use crate::generated::c::*;
use crate::generated::constants::{MPI_COMBINER_NAMED, MPI_SUCCESS};
use crate::handles::{CHandle, datatype};

/// A datatype for `count` elements of `datatype` on the elements of the section, as if these lay in a row; none if
/// that leaves the section.
pub(crate) fn flattened(section: &Section, count: i64, datatype: CHandle) -> Option<CHandle> {
    let places = places(section, span(count, datatype)?, count, datatype)?;
    let (unit, bytes) = unit(datatype);
    let mut starts: Vec<i64> = places.iter().step_by(bytes).copied().collect();
    let is_whole = |unit: &[i64]| unit.windows(2).all(|two| two[1] == two[0] + 1);
    let (mut made, mut single) = (0, unit);
    if places.len() % bytes != 0 || !places.chunks(bytes).all(is_whole) {
        (starts, single) = (places, byte());
    }
    let how_many = i64::try_from(starts.len()).ok()?;
    // SAFETY: as many places; a place of this function's.
    unsafe {
        let starts = starts.as_mut_ptr();
        let code = PMPI_Type_create_hindexed_block_c(how_many, 1, starts, single, &mut made);
        let is_made = code == MPI_SUCCESS && PMPI_Type_commit(&mut made) == MPI_SUCCESS;
        is_made.then_some(made)
    }
}

/// How far the bytes of the elements reach, which must not begin before the buffer.
fn span(count: i64, datatype: CHandle) -> Option<usize> {
    let (mut lower, mut extent, mut true_lower, mut true_extent) = (0, 0, 0, 0);
    // SAFETY: places of this function's.
    let codes = unsafe {
        [
            PMPI_Type_get_extent_c(datatype, &mut lower, &mut extent),
            PMPI_Type_get_true_extent_c(datatype, &mut true_lower, &mut true_extent),
        ]
    };
    if codes != [MPI_SUCCESS; 2] || true_lower < 0 || extent < 0 || count < 1 {
        return None;
    }
    let before = (count - 1).checked_mul(extent)?;
    usize::try_from(before.checked_add(true_lower)?.checked_add(true_extent)?).ok()
}

/// Where each byte that is packed lies, from the section's first element on.
fn places(section: &Section, span: usize, count: i64, datatype: CHandle) -> Option<Vec<i64>> {
    let mut elements = Vec::new();
    section.each(usize::MAX, |distance| elements.push(distance as i64));
    if section.element == 0 || span > elements.len().checked_mul(section.element)? {
        return None;
    }
    let rounds = span.ilog2() / 8 + 1;
    let mut found: Vec<usize> = Vec::new();
    for round in 0..rounds {
        let mut row: Vec<u8> = (0..span).map(|at| (at >> (8 * round)) as u8).collect();
        let packed = packed(&mut row, count, datatype)?;
        found.resize(packed.len(), 0);
        for (place, byte) in found.iter_mut().zip(packed) {
            *place |= usize::from(byte) << (8 * round);
        }
    }
    let lies = |at: usize| elements[at / section.element] + (at % section.element) as i64;
    Some(found.into_iter().map(lies).collect())
}

fn packed(row: &mut [u8], count: i64, datatype: CHandle) -> Option<Vec<u8>> {
    let (mut most, mut position) = (0, 0);
    // SAFETY: the row has all bytes that the elements reach, and the other one the size that MPI asks for.
    unsafe {
        let comm = comm_self();
        if PMPI_Pack_size_c(count, datatype, comm, &mut most) != MPI_SUCCESS {
            return None;
        }
        let mut packed = vec![0u8; usize::try_from(most).ok()?];
        let (from, to) = (row.as_mut_ptr().cast(), packed.as_mut_ptr().cast());
        let code = PMPI_Pack_c(from, count, datatype, to, most, &mut position, comm);
        packed.truncate(usize::try_from(position).ok()?);
        (code == MPI_SUCCESS && !packed.is_empty()).then_some(packed)
    }
}

/// The predefined datatype that comes first in a datatype, and its bytes: the only one where numbers are added up.
fn unit(datatype: CHandle) -> (CHandle, usize) {
    let mut size = 0;
    let found = first(datatype).unwrap_or(byte());
    // SAFETY: a place of this function's.
    unsafe { PMPI_Type_size_c(found, &mut size) };
    match usize::try_from(size) {
        Ok(size) if size > 0 => (found, size),
        _ => (byte(), 1),
    }
}

fn first(datatype: CHandle) -> Option<CHandle> {
    let (mut integers, mut addresses, mut counts, mut types, mut combiner) = (0, 0, 0, 0, 0);
    // SAFETY: places of this function's, and arrays as long as the envelope says.
    unsafe {
        let code = PMPI_Type_get_envelope_c(
            datatype,
            &mut integers,
            &mut addresses,
            &mut counts,
            &mut types,
            &mut combiner,
        );
        if code != MPI_SUCCESS || combiner == MPI_COMBINER_NAMED || types < 1 {
            return (code == MPI_SUCCESS && combiner == MPI_COMBINER_NAMED).then_some(datatype);
        }
        let mut of = EnvelopeRoom::new(integers, addresses, counts, types);
        let code = PMPI_Type_get_contents_c(
            datatype,
            integers,
            addresses,
            counts,
            types,
            of.integers.as_mut_ptr(),
            of.addresses.as_mut_ptr(),
            of.counts.as_mut_ptr(),
            of.types.as_mut_ptr(),
        );
        (code == MPI_SUCCESS).then(|| first(of.types[0]))?
    }
}

/// Room for what a datatype is made of; the datatypes are given back.
struct EnvelopeRoom {
    integers: Vec<core::ffi::c_int>,
    addresses: Vec<isize>,
    counts: Vec<i64>,
    types: Vec<CHandle>,
}

impl EnvelopeRoom {
    fn new(integers: i64, addresses: i64, counts: i64, types: i64) -> EnvelopeRoom {
        let len = |count: i64| usize::try_from(count).unwrap_or(0);
        EnvelopeRoom {
            integers: vec![0; len(integers)],
            addresses: vec![0; len(addresses)],
            counts: vec![0; len(counts)],
            types: vec![datatype::null(); len(types)],
        }
    }
}

impl Drop for EnvelopeRoom {
    fn drop(&mut self) {
        for handle in self.types.iter_mut().filter(|handle| !is_predefined(**handle)) {
            // SAFETY: the program's calls never see this handle.
            unsafe { PMPI_Type_free(handle) };
        }
    }
}

/// Whether a datatype is a predefined one, or none.
fn is_predefined(handle: CHandle) -> bool {
    let (mut integers, mut addresses, mut counts, mut types) = (0, 0, 0, 0);
    let mut combiner = MPI_COMBINER_NAMED;
    // SAFETY: places of this function's.
    unsafe {
        handle == datatype::null()
            || PMPI_Type_get_envelope_c(
                handle,
                &mut integers,
                &mut addresses,
                &mut counts,
                &mut types,
                &mut combiner,
            ) != MPI_SUCCESS
            || combiner == MPI_COMBINER_NAMED
    }
}
