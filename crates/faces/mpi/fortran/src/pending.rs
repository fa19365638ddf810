//! Copies of array sections that operations still use, by their requests.
//!
//! Fortran's programs complete requests by the entry points of this library, which look here. The look costs one
//! load where there are no such copies. A request that C code completes keeps its copy until its integer is
//! used again.

use core::ffi::c_int;
use core::ops::Range;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use crate::generated::c::PMPI_Request_get_status;
use crate::generated::constants::MPI_SUCCESS;
use crate::handles::request;
use crate::lent::{Copied, LentBuffer};

/// What a request has lent.
struct PendingCopies {
    copies: Vec<Copied>,
    is_persistent: bool,
    is_active: bool,
    /// Bytes from one partition to the next, where there are partitions.
    partition: usize,
}

static COPIES: LazyLock<Mutex<HashMap<c_int, PendingCopies>>> = LazyLock::new(Mutex::default);
/// How many entries there are.
static HOW_MANY: AtomicUsize = AtomicUsize::new(0);

fn copies() -> MutexGuard<'static, HashMap<c_int, PendingCopies>> {
    COPIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether there are any. The thread that completes a request knows of it from the one that made it, and so
/// sees the count as it was then.
pub fn are_some() -> bool {
    HOW_MANY.load(Ordering::Relaxed) != 0
}

/// The integer of a request that has lent nothing.
pub fn new_request(handle: usize) -> c_int {
    let value = request::fortran(handle);
    if are_some() {
        forget(value);
    }
    value
}

/// Stores the integer of a request, and keeps what it has lent.
///
/// # Safety
/// `place` is the program's.
pub unsafe fn new_request_with<const N: usize>(
    place: *mut c_int,
    handle: usize,
    code: c_int,
    is_persistent: bool,
    lent: [LentBuffer; N],
) {
    let kept: Vec<Copied> = lent.into_iter().filter_map(LentBuffer::into_copy).collect();
    if code != MPI_SUCCESS {
        return;
    }
    let value = new_request(handle);
    // SAFETY: the caller's promise.
    unsafe { *place = value };
    if kept.is_empty() {
        return;
    }
    if !is_persistent && has_ended(handle) {
        // Operations that end at once may have one handle in common.
        for copy in &kept {
            // SAFETY: the program lends its memory until it knows of the completion.
            unsafe { copy.give() };
        }
    } else {
        let mut copies = copies();
        let is_active = !is_persistent;
        copies
            .insert(value, PendingCopies { copies: kept, is_persistent, is_active, partition: 0 });
        HOW_MANY.store(copies.len(), Ordering::Relaxed);
    }
}

fn has_ended(handle: usize) -> bool {
    let mut flag = 0;
    // SAFETY: a place of this function's, and no status.
    let code = unsafe { PMPI_Request_get_status(handle, &mut flag, core::ptr::null_mut()) };
    code == MPI_SUCCESS && flag != 0
}

/// A persistent request starts: what it sends is what the program has now.
pub fn starts(value: c_int) {
    if !are_some() {
        return;
    }
    let mut copies = copies();
    let Some(kept) = copies.get_mut(&value) else { return };
    kept.is_active = true;
    if kept.partition != 0 {
        return;
    }
    for copy in &mut kept.copies {
        // SAFETY: the program lends its memory from here on.
        unsafe { copy.take() };
    }
}

/// A request is complete: what it has written goes where it belongs.
pub fn is_complete(value: c_int) {
    if !are_some() {
        return;
    }
    let mut copies = copies();
    let Some(kept) = copies.get_mut(&value).filter(|kept| kept.is_active) else { return };
    kept.is_active = false;
    for copy in &kept.copies {
        // SAFETY: the program lends its memory until it knows of the completion.
        unsafe { copy.give() };
    }
    if !kept.is_persistent {
        copies.remove(&value);
        HOW_MANY.store(copies.len(), Ordering::Relaxed);
    }
}

/// The request has so many partitions of so many bytes, which are copied one by one.
pub fn has_partitions(value: c_int, partitions: usize, bytes: usize) {
    if let Some(kept) = copies().get_mut(&value) {
        kept.partition = bytes;
        kept.copies.iter_mut().for_each(|copy| copy.uses(partitions.saturating_mul(bytes)));
    }
}

/// A partition may be sent: what the program has there now.
pub fn partition_is_ready(value: c_int, partition: c_int) {
    with_partition(value, partition, |copy, bytes| {
        // SAFETY: the program lends its memory.
        unsafe { copy.take_part(bytes) }
    });
}

/// A partition has arrived: it goes where it belongs.
pub fn partition_has_arrived(value: c_int, partition: c_int) {
    with_partition(value, partition, |copy, bytes| {
        // SAFETY: the program lends its memory.
        unsafe { copy.give_part(bytes) }
    });
}

fn with_partition(value: c_int, partition: c_int, with: impl FnOnce(&mut Copied, Range<usize>)) {
    if !are_some() {
        return;
    }
    let mut copies = copies();
    let Some(kept) = copies.get_mut(&value).filter(|kept| kept.partition != 0) else { return };
    let Ok(partition) = usize::try_from(partition) else { return };
    let start = partition.saturating_mul(kept.partition);
    if let Some(copy) = kept.copies.first_mut() {
        with(copy, start..start.saturating_add(kept.partition));
    }
}

/// A request that the program frees may still use its copy, which stays for good unless it was inactive.
pub fn is_freed(value: c_int) {
    if are_some() {
        let kept = remove(value);
        if kept.as_ref().is_some_and(|kept| kept.is_active) {
            core::mem::forget(kept);
        }
    }
}

/// The integer belongs to another request now.
fn forget(value: c_int) {
    drop(remove(value));
}

fn remove(value: c_int) -> Option<PendingCopies> {
    let mut copies = copies();
    let kept = copies.remove(&value);
    HOW_MANY.store(copies.len(), Ordering::Relaxed);
    kept
}
