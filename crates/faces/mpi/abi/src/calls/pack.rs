//! Packing and unpacking (MPI-5.0 §5.2, §5.3).

use core::ffi::{c_char, c_void};

use ferry_mpi::constants::{MPI_ERR_ARG, MPI_ERR_BUFFER};
use ferry_mpi::datatype::{self, UserMemory, UserMemoryMut};
use ferry_mpi::handle::{CommHandle, DatatypeHandle};
use ferry_mpi::{Error, Result};

use crate::calls::status_count::put;
use crate::convert::{OutCount, slice, slice_mut, text};

/// What is left of a packing buffer of `size` bytes from `position` on.
fn left(size: i64, position: i64) -> Result<usize> {
    if (0..=size).contains(&position) {
        return Ok((size - position) as usize);
    }
    let text = format!("argument position is {position}, but the buffer has {size} bytes");
    Err(Error::new(MPI_ERR_ARG, text))
}

/// A packing buffer that holds `room` bytes is there.
fn there<T>(buffer: *const T, room: usize) -> Result<()> {
    if room == 0 || !buffer.is_null() {
        return Ok(());
    }
    let text = format!("the packing buffer is NULL, but has {room} bytes after its position");
    Err(Error::new(MPI_ERR_BUFFER, text))
}

/// `MPI_Pack`.
pub unsafe fn pack(
    inbuf: *const c_void,
    incount: i64,
    handle: DatatypeHandle,
    outbuf: *mut c_void,
    outsize: i64,
    position: OutCount,
    comm: CommHandle,
) -> Result<()> {
    // SAFETY: the program's buffers have the sizes it states; a checked pointer.
    unsafe {
        let at = position.get();
        let room = left(outsize, at)?;
        there(outbuf, room)?;
        let out = slice_mut(outbuf.cast::<u8>().wrapping_offset(at as isize), room)?;
        let memory = UserMemory::new(inbuf.cast());
        let len = datatype::pack(comm, &memory, incount as u64, handle, out)?;
        position.set_checked(at + len as i64)
    }
}

/// `MPI_Unpack`.
pub unsafe fn unpack(
    inbuf: *const c_void,
    insize: i64,
    position: OutCount,
    outbuf: *mut c_void,
    outcount: i64,
    handle: DatatypeHandle,
    comm: CommHandle,
) -> Result<()> {
    // SAFETY: the program's buffers have the sizes it states; a checked pointer.
    unsafe {
        let at = position.get();
        let room = left(insize, at)?;
        there(inbuf, room)?;
        let input = slice(inbuf.cast::<u8>().wrapping_offset(at as isize), room)?;
        let memory = UserMemoryMut::new(outbuf.cast());
        let len = datatype::unpack(comm, &memory, outcount as u64, handle, input)?;
        position.set_checked(at + len as i64)
    }
}

/// `MPI_Pack_size`.
pub unsafe fn pack_size(
    incount: i64,
    handle: DatatypeHandle,
    comm: CommHandle,
    size: OutCount,
) -> Result<()> {
    let bytes = datatype::pack_size(comm, incount as u64, handle)?;
    // SAFETY: a checked output pointer.
    unsafe { put(size, Some(bytes)) };
    Ok(())
}

/// `MPI_Pack_external`.
pub unsafe fn pack_external(
    datarep: *const c_char,
    inbuf: *const c_void,
    incount: i64,
    handle: DatatypeHandle,
    outbuf: *mut c_void,
    outsize: i64,
    position: OutCount,
) -> Result<()> {
    // SAFETY: a checked string; the program's buffers have the sizes it states; a checked pointer.
    unsafe {
        let at = position.get();
        let room = left(outsize, at)?;
        there(outbuf, room)?;
        let out = slice_mut(outbuf.cast::<u8>().wrapping_offset(at as isize), room)?;
        let memory = UserMemory::new(inbuf.cast());
        let len = datatype::pack_external(&text(datarep)?, &memory, incount as u64, handle, out)?;
        position.set_checked(at + len as i64)
    }
}

/// `MPI_Unpack_external`.
pub unsafe fn unpack_external(
    datarep: *const c_char,
    inbuf: *const c_void,
    insize: i64,
    position: OutCount,
    outbuf: *mut c_void,
    outcount: i64,
    handle: DatatypeHandle,
) -> Result<()> {
    // SAFETY: a checked string; the program's buffers have the sizes it states; a checked pointer.
    unsafe {
        let at = position.get();
        let room = left(insize, at)?;
        there(inbuf, room)?;
        let input = slice(inbuf.cast::<u8>().wrapping_offset(at as isize), room)?;
        let memory = UserMemoryMut::new(outbuf.cast());
        let count = outcount as u64;
        let len = datatype::unpack_external(&text(datarep)?, &memory, count, handle, input)?;
        position.set_checked(at + len as i64)
    }
}

/// `MPI_Pack_external_size`.
pub unsafe fn pack_external_size(
    datarep: *const c_char,
    incount: i64,
    handle: DatatypeHandle,
    size: OutCount,
) -> Result<()> {
    // SAFETY: a checked string; a checked output pointer.
    unsafe {
        let bytes = datatype::pack_external_size(&text(datarep)?, incount as u64, handle)?;
        put(size, Some(bytes));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_lie_within_the_buffer() {
        assert_eq!(left(10, 0).unwrap(), 10);
        assert_eq!(left(10, 10).unwrap(), 0);
        assert_eq!(left(10, 11).unwrap_err().code, MPI_ERR_ARG);
        assert_eq!(left(10, -1).unwrap_err().code, MPI_ERR_ARG);
    }
}
