//! Memory and addresses (MPI-5.0 §9.2, §5.1.5).

use core::ffi::c_void;

use ferry_mpi::constants::{MPI_ERR_INFO_VALUE, MPI_ERR_NO_MEM};
use ferry_mpi::handle::InfoHandle;
use ferry_mpi::{Error, Result, info};

use crate::convert;
use crate::types::Aint;

/// Where the program asks for nothing else: a cache line, which suits vectors too.
const ALIGNMENT: usize = 64;

/// `MPI_Alloc_mem`, with the key `mpi_minimum_memory_alignment` (MPI-5.0 §9.2).
pub unsafe fn alloc_mem(size: Aint, info: InfoHandle, baseptr: *mut c_void) -> Result<()> {
    let alignment = alignment(info)?;
    let mut memory = std::ptr::null_mut();
    // A size of 0 gives a pointer that can be freed, too.
    // SAFETY: the place is a local variable; the alignment is a power of two above a pointer's.
    let failed = unsafe { libc::posix_memalign(&mut memory, alignment, (size as usize).max(1)) };
    if failed != 0 {
        return Err(Error::new(
            MPI_ERR_NO_MEM,
            format!("the system has no {size} bytes aligned to {alignment}"),
        ));
    }
    // SAFETY: a checked output pointer; C's `void *baseptr` is the address of a pointer.
    unsafe { convert::store(baseptr.cast(), memory) };
    Ok(())
}

fn alignment(info: InfoHandle) -> Result<usize> {
    const KEY: &str = "mpi_minimum_memory_alignment";
    let info = info::snapshot(info)?;
    let Some(text) = info.get(KEY) else { return Ok(ALIGNMENT) };
    match text.trim().parse::<usize>() {
        Ok(asked) if asked.is_power_of_two() => Ok(asked.max(ALIGNMENT)),
        _ => Err(Error::new(
            MPI_ERR_INFO_VALUE,
            format!("{KEY} is {text:?}, but must be a power of two"),
        )),
    }
}

/// `MPI_Free_mem`.
pub unsafe fn free_mem(base: *mut c_void) -> Result<()> {
    // SAFETY: memory of `alloc_mem`, or null, which frees nothing.
    unsafe { libc::free(base) };
    Ok(())
}

/// `MPI_Get_address`.
pub unsafe fn get_address(location: *const c_void, address: *mut Aint) -> Result<()> {
    // SAFETY: a checked output pointer.
    unsafe { convert::store(address, location as Aint) };
    Ok(())
}

/// `MPI_Aint_add`: an address and a displacement, wrapping like C's unsigned arithmetic.
pub unsafe fn aint_add(base: Aint, disp: Aint) -> Aint {
    base.wrapping_add(disp)
}

/// `MPI_Aint_diff`.
pub unsafe fn aint_diff(addr1: Aint, addr2: Aint) -> Aint {
    addr1.wrapping_sub(addr2)
}
