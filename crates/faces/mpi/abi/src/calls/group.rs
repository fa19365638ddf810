//! Groups (MPI-5.0 §7.3).

use core::ffi::c_int;
use std::sync::Arc;

use ferry_mpi::constants::MPI_UNDEFINED;
use ferry_mpi::group::Group;
use ferry_mpi::group::sets;
use ferry_mpi::handle::GroupHandle;
use ferry_mpi::process::{Process, enter};
use ferry_mpi::{Error, Result};

use crate::convert::{slice, slice_mut, store};

/// `MPI_Group_size`.
pub unsafe fn group_size(group: GroupHandle, size: *mut c_int) -> Result<()> {
    let value = enter().group(group)?.size();
    // SAFETY: a checked output pointer.
    unsafe { store(size, value as c_int) };
    Ok(())
}

/// `MPI_Group_rank`.
pub unsafe fn group_rank(group: GroupHandle, rank: *mut c_int) -> Result<()> {
    let value = enter().group(group)?.rank();
    // SAFETY: a checked output pointer.
    unsafe { store(rank, value.map_or(MPI_UNDEFINED, |rank| rank as c_int)) };
    Ok(())
}

/// `MPI_Group_translate_ranks`.
pub unsafe fn group_translate_ranks(
    group1: GroupHandle,
    n: c_int,
    ranks1: *const c_int,
    group2: GroupHandle,
    ranks2: *mut c_int,
) -> Result<()> {
    let process = enter();
    let (a, b) = (process.group(group1)?, process.group(group2)?);
    let n = length(n)?;
    // SAFETY: arrays of the length that the program states.
    let (from, to) = unsafe { (slice(ranks1, n)?, slice_mut(ranks2, n)?) };
    for (to, rank) in to.iter_mut().zip(from) {
        *to = sets::translate(a, *rank, b)?;
    }
    Ok(())
}

fn length(n: c_int) -> Result<usize> {
    usize::try_from(n).map_err(|_| {
        Error::new(
            ferry_mpi::constants::MPI_ERR_ARG,
            format!("argument n is {n}, but must not be negative"),
        )
    })
}

/// `MPI_Group_compare`.
pub unsafe fn group_compare(a: GroupHandle, b: GroupHandle, result: *mut c_int) -> Result<()> {
    let process = enter();
    let value = sets::compare(process.group(a)?, process.group(b)?);
    // SAFETY: a checked output pointer.
    unsafe { store(result, value) };
    Ok(())
}

/// Stores a handle of a group that `make` makes.
unsafe fn made(
    place: *mut GroupHandle,
    make: impl FnOnce(&Process) -> Result<Group>,
) -> Result<()> {
    let mut process = enter();
    let group = make(&process)?;
    // SAFETY: a checked output pointer.
    unsafe { store(place, process.add_group(Arc::new(group))) };
    Ok(())
}

macro_rules! pairs {
    ($($name:ident $function:ident;)*) => { $(
        #[doc = concat!("`MPI_Group_", stringify!($function), "`.")]
        pub unsafe fn $name(a: GroupHandle, b: GroupHandle, place: *mut GroupHandle) -> Result<()> {
            // SAFETY: a checked output pointer.
            unsafe {
                made(place, |p| Ok(sets::$function(p.group(a)?, p.group(b)?, p.identity.me)))
            }
        }
    )* };
}

pairs! {
    group_union union;
    group_intersection intersection;
    group_difference difference;
}

/// `MPI_Group_incl`.
pub unsafe fn group_incl(
    group: GroupHandle,
    n: c_int,
    ranks: *const c_int,
    place: *mut GroupHandle,
) -> Result<()> {
    // SAFETY: an array of the length that the program states, and a checked output pointer.
    unsafe {
        let ranks = slice(ranks, length(n)?)?;
        made(place, |p| sets::incl(p.group(group)?, ranks, p.identity.me))
    }
}

/// `MPI_Group_excl`.
pub unsafe fn group_excl(
    group: GroupHandle,
    n: c_int,
    ranks: *const c_int,
    place: *mut GroupHandle,
) -> Result<()> {
    // SAFETY: an array of the length that the program states, and a checked output pointer.
    unsafe {
        let ranks = slice(ranks, length(n)?)?;
        made(place, |p| sets::excl(p.group(group)?, ranks, p.identity.me))
    }
}

/// `MPI_Group_range_incl`.
pub unsafe fn group_range_incl(
    group: GroupHandle,
    n: c_int,
    ranges: *mut [c_int; 3],
    place: *mut GroupHandle,
) -> Result<()> {
    // SAFETY: an array of the length that the program states, and a checked output pointer.
    unsafe {
        let ranges = slice(ranges, length(n)?)?;
        made(place, |p| sets::range_incl(p.group(group)?, ranges, p.identity.me))
    }
}

/// `MPI_Group_range_excl`.
pub unsafe fn group_range_excl(
    group: GroupHandle,
    n: c_int,
    ranges: *mut [c_int; 3],
    place: *mut GroupHandle,
) -> Result<()> {
    // SAFETY: an array of the length that the program states, and a checked output pointer.
    unsafe {
        let ranges = slice(ranges, length(n)?)?;
        made(place, |p| sets::range_excl(p.group(group)?, ranges, p.identity.me))
    }
}

/// `MPI_Group_free`.
pub unsafe fn group_free(place: *mut GroupHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe {
        enter().free_group(*place)?;
        *place = GroupHandle::NULL;
    }
    Ok(())
}
