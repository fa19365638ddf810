//! Windows (MPI-5.0 §12.2, §12.5).

use core::ffi::{c_char, c_int, c_void};

use ferry_datatype::UserMemoryMut;
use ferry_mpi::constants::MPI_MAX_OBJECT_NAME;
use ferry_mpi::handle::{CommHandle, GroupHandle, InfoHandle, WinHandle};
use ferry_mpi::win::LateAccess;
use ferry_mpi::{Result, info, win};

use crate::convert::{OutCount, store, store_flag, store_name, text};
use crate::types::Aint;

/// `MPI_Win_create`.
pub unsafe fn win_create(
    base: *mut c_void,
    size: Aint,
    disp_unit: i64,
    info: InfoHandle,
    comm: CommHandle,
    place: *mut WinHandle,
) -> Result<()> {
    let info = info::snapshot(info)?;
    // SAFETY: the program vouches for the memory until the window is freed, and orders the accesses to it.
    let memory = unsafe { UserMemoryMut::new(base.cast()) };
    let made = win::create(memory, size as i64, disp_unit, &info, comm)?;
    // SAFETY: a checked output pointer.
    unsafe { store(place, made) };
    Ok(())
}

macro_rules! allocating {
    ($($name:ident $make:path, $doc:literal;)*) => { $(
        #[doc = $doc]
        pub unsafe fn $name(
            size: Aint,
            disp_unit: i64,
            info: InfoHandle,
            comm: CommHandle,
            baseptr: *mut c_void,
            place: *mut WinHandle,
        ) -> Result<()> {
            let info = info::snapshot(info)?;
            let (made, base) = $make(size as i64, disp_unit, &info, comm)?;
            // SAFETY: checked output pointers; C's `void *baseptr` is the address of a pointer.
            unsafe {
                store(baseptr.cast(), base as *mut c_void);
                store(place, made);
            }
            Ok(())
        }
    )* };
}

allocating! {
    win_allocate win::allocate, "`MPI_Win_allocate`.";
    win_allocate_shared win::allocate_shared, "`MPI_Win_allocate_shared`.";
}

/// `MPI_Win_create_dynamic`.
pub unsafe fn win_create_dynamic(
    info: InfoHandle,
    comm: CommHandle,
    place: *mut WinHandle,
) -> Result<()> {
    let made = win::create_dynamic(&info::snapshot(info)?, comm)?;
    // SAFETY: a checked output pointer.
    unsafe { store(place, made) };
    Ok(())
}

/// `MPI_Win_attach`.
pub unsafe fn win_attach(window: WinHandle, base: *mut c_void, size: Aint) -> Result<()> {
    // SAFETY: the program vouches for the memory until it is detached, and orders the accesses to it.
    win::attach(window, unsafe { UserMemoryMut::new(base.cast()) }, size as i64)
}

/// `MPI_Win_detach`.
pub unsafe fn win_detach(window: WinHandle, base: *const c_void) -> Result<()> {
    // SAFETY: only the address is used. A program whose processes access what was detached vouches for it until they
    // have met.
    let base = unsafe { UserMemoryMut::new(base.cast_mut().cast()) };
    win::detach(window, base, LateAccess::Taken)
}

/// `MPI_Win_free`.
pub unsafe fn win_free(place: *mut WinHandle) -> Result<()> {
    // SAFETY: a checked pointer.
    unsafe {
        win::free(*place)?;
        *place = WinHandle::NULL;
    }
    Ok(())
}

/// `MPI_Win_shared_query`.
pub unsafe fn win_shared_query(
    window: WinHandle,
    rank: c_int,
    size: *mut Aint,
    disp_unit: OutCount,
    baseptr: *mut c_void,
) -> Result<()> {
    let (base, bytes, unit) = win::shared_query(window, rank)?;
    // SAFETY: checked output pointers; C's `void *baseptr` is the address of a pointer.
    unsafe {
        store(size, bytes as Aint);
        disp_unit.set(unit as i64);
        store(baseptr.cast(), base as *mut c_void);
    }
    Ok(())
}

/// `MPI_Win_get_group`.
pub unsafe fn win_get_group(window: WinHandle, place: *mut GroupHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(place, win::group(window)?) };
    Ok(())
}

/// `MPI_Win_get_name`.
pub unsafe fn win_get_name(
    window: WinHandle,
    name: *mut c_char,
    resultlen: *mut c_int,
) -> Result<()> {
    let found = match window == WinHandle::NULL {
        true => "MPI_WIN_NULL".to_owned(),
        false => win::name(window)?,
    };
    // SAFETY: the program's buffer has the size that the standard asks for.
    unsafe { store_name(name, MPI_MAX_OBJECT_NAME, &found, resultlen) };
    Ok(())
}

/// `MPI_Win_set_name`.
pub unsafe fn win_set_name(window: WinHandle, name: *const c_char) -> Result<()> {
    // SAFETY: a checked string.
    win::set_name(window, &unsafe { text(name) }?)
}

/// `MPI_Win_get_info`.
pub unsafe fn win_get_info(window: WinHandle, place: *mut InfoHandle) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { store(place, info::create(win::info_of(window)?)) };
    Ok(())
}

/// `MPI_Win_set_info`.
pub unsafe fn win_set_info(window: WinHandle, info: InfoHandle) -> Result<()> {
    win::set_info(window, &info::snapshot(info)?)
}

/// `MPI_Win_fence`.
pub unsafe fn win_fence(assert: c_int, window: WinHandle) -> Result<()> {
    win::fence(assert, window)
}

/// `MPI_Win_start`.
pub unsafe fn win_start(group: GroupHandle, assert: c_int, window: WinHandle) -> Result<()> {
    win::start(group, assert, window)
}

/// `MPI_Win_complete`.
pub unsafe fn win_complete(window: WinHandle) -> Result<()> {
    win::complete(window)
}

/// `MPI_Win_post`.
pub unsafe fn win_post(group: GroupHandle, assert: c_int, window: WinHandle) -> Result<()> {
    win::post(group, assert, window)
}

/// `MPI_Win_wait`.
pub unsafe fn win_wait(window: WinHandle) -> Result<()> {
    win::wait(window)
}

/// `MPI_Win_test`.
pub unsafe fn win_test(window: WinHandle, flag: *mut c_int) -> Result<()> {
    let has_ended = win::test(window)?;
    // SAFETY: a checked output pointer.
    unsafe { store_flag(flag, has_ended) };
    Ok(())
}

/// `MPI_Win_lock`.
pub unsafe fn win_lock(
    lock_type: c_int,
    rank: c_int,
    assert: c_int,
    window: WinHandle,
) -> Result<()> {
    win::lock(lock_type, rank, assert, window)
}

/// `MPI_Win_lock_all`.
pub unsafe fn win_lock_all(assert: c_int, window: WinHandle) -> Result<()> {
    win::lock_all(assert, window)
}

/// `MPI_Win_unlock`.
pub unsafe fn win_unlock(rank: c_int, window: WinHandle) -> Result<()> {
    win::unlock(rank, window)
}

/// `MPI_Win_unlock_all`.
pub unsafe fn win_unlock_all(window: WinHandle) -> Result<()> {
    win::unlock_all(window)
}

/// `MPI_Win_flush`.
#[inline]
pub unsafe fn win_flush(rank: c_int, window: WinHandle) -> Result<()> {
    win::flush(rank, window)
}

/// `MPI_Win_flush_all`.
pub unsafe fn win_flush_all(window: WinHandle) -> Result<()> {
    win::flush_all(window)
}

/// `MPI_Win_flush_local`.
#[inline]
pub unsafe fn win_flush_local(rank: c_int, window: WinHandle) -> Result<()> {
    win::flush_local(rank, window)
}

/// `MPI_Win_flush_local_all`.
pub unsafe fn win_flush_local_all(window: WinHandle) -> Result<()> {
    win::flush_local_all(window)
}

/// `MPI_Win_sync`.
pub unsafe fn win_sync(window: WinHandle) -> Result<()> {
    win::sync(window)
}
