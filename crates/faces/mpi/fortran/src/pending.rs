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
use crate::handles::{CHandle, request};
use crate::lent::{Copied, LentBuffer};

/// What a request has lent.
pub struct PendingCopies {
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
pub fn new_request(handle: CHandle) -> c_int {
    let value = request::fortran(handle);
    // The integer was another's before.
    drop(remove(value));
    value
}

/// Stores the integer of a request, and keeps what it has lent.
///
/// # Safety
/// `place` is the program's.
pub unsafe fn new_request_with<const N: usize>(
    place: *mut c_int,
    handle: CHandle,
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
    let is_active = !is_persistent;
    let kept = PendingCopies { copies: kept, is_persistent, is_active, partition: 0 };
    if !is_persistent && has_ended(handle) {
        // Operations that end at once may have one handle in common.
        kept.give();
    } else {
        insert(value, kept);
    }
}

fn has_ended(handle: CHandle) -> bool {
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

/// What a request has lent, set aside while C may complete the request: once that is done, its integer may be
/// another thread's.
enum Aside {
    /// Taken off the list.
    Taken(PendingCopies),
    /// Still there: a persistent request keeps its integer, and other threads make partitions of it ready.
    Listed,
}

/// What some requests have lent, with where each is among them and its integer.
#[derive(Default)]
pub struct CopiesAside(Vec<(usize, c_int, Aside)>);

impl CopiesAside {
    /// Of these requests.
    pub fn of(values: impl IntoIterator<Item = c_int>) -> CopiesAside {
        if !are_some() {
            return CopiesAside::default();
        }
        let mut copies = copies();
        let aside = |(at, value): (usize, c_int)| {
            let is_persistent = copies.get(&value)?.is_persistent;
            let aside = match is_persistent {
                true => Aside::Listed,
                false => Aside::Taken(copies.remove(&value)?),
            };
            Some((at, value, aside))
        };
        let aside = values.into_iter().enumerate().filter_map(aside).collect();
        HOW_MANY.store(copies.len(), Ordering::Relaxed);
        CopiesAside(aside)
    }

    /// The requests are these now. What those have written that are complete, failed or not, goes where it belongs.
    pub fn settle(self, handles: &[CHandle]) {
        for (at, value, aside) in self.0 {
            match aside {
                Aside::Taken(kept) if handles[at] == request::null() => kept.give(),
                Aside::Taken(kept) => insert(value, kept),
                Aside::Listed if has_ended(handles[at]) => end(value),
                Aside::Listed => {}
            }
        }
    }
}

impl PendingCopies {
    /// What was written goes where it belongs.
    fn give(&self) {
        for copy in &self.copies {
            // SAFETY: the program lends its memory until it knows of the completion.
            unsafe { copy.give() };
        }
    }
}

/// A persistent request is complete.
fn end(value: c_int) {
    if let Some(kept) = copies().get_mut(&value).filter(|kept| kept.is_active) {
        kept.is_active = false;
        kept.give();
    }
}

fn insert(value: c_int, kept: PendingCopies) {
    let mut copies = copies();
    copies.insert(value, kept);
    HOW_MANY.store(copies.len(), Ordering::Relaxed);
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

/// What a request had lent that the program frees: it may still use its copy, which stays for good unless it was
/// inactive.
pub fn after_free(value: c_int, kept: PendingCopies, is_freed: bool) {
    if !is_freed {
        insert(value, kept);
    } else if kept.is_active {
        core::mem::forget(kept);
    }
}

/// Takes what a request has lent off the list.
pub fn remove(value: c_int) -> Option<PendingCopies> {
    if !are_some() {
        return None;
    }
    let mut copies = copies();
    let kept = copies.remove(&value);
    HOW_MANY.store(copies.len(), Ordering::Relaxed);
    kept
}
