//! Packing and unpacking (MPI-5.0 §5.2, §5.3). Ferry packs data as they are, without a header: the
//! packed form is what a message carries.

use super::get;
use crate::buffer::check_null;
use crate::constants::{MPI_ERR_UNSUPPORTED_DATAREP, MPI_ERR_VALUE_TOO_LARGE};
use crate::error::{Error, Result};
use crate::handle::{CommHandle, DatatypeHandle};
use crate::process::enter;
use ferry_datatype::{Datatype, DatatypeError, UserMemory, UserMemoryMut};
use std::sync::Arc;

fn committed(handle: DatatypeHandle) -> Result<Arc<Datatype>> {
    Ok(enter().committed(handle)?.datatype.clone())
}

fn committed_on(comm: CommHandle, handle: DatatypeHandle) -> Result<Arc<Datatype>> {
    let process = enter();
    process.comm(comm)?;
    Ok(process.committed(handle)?.datatype.clone())
}

/// The bytes that are needed, if there is room for them.
fn within(needed: Option<u64>, room: usize) -> Result<usize> {
    let needed = needed.ok_or(DatatypeError::Overflow)?;
    match usize::try_from(needed) {
        Ok(len) if len <= room => Ok(len),
        _ => Err(DatatypeError::BufferTooSmall { needed, room: room as u64 }.into()),
    }
}

/// `MPI_Pack_size`: an exact bound, in bytes.
pub fn pack_size(comm: CommHandle, count: u64, datatype: DatatypeHandle) -> Result<u64> {
    let process = enter();
    process.comm(comm)?;
    process.datatype(datatype)?.packed_size(count).ok_or_else(too_large)
}

/// `MPI_Pack` to the beginning of `out`; tells how many bytes were written.
pub fn pack(
    comm: CommHandle,
    memory: &UserMemory,
    count: u64,
    datatype: DatatypeHandle,
    out: &mut [u8],
) -> Result<usize> {
    let datatype = committed_on(comm, datatype)?;
    check_null(memory.address(0), &datatype, count)?;
    let len = within(datatype.packed_size(count), out.len())?;
    Ok(datatype.pack(memory, count, 0, &mut out[..len]))
}

/// `MPI_Unpack` from the beginning of `input`; tells how many bytes were read.
pub fn unpack(
    comm: CommHandle,
    memory: &UserMemoryMut,
    count: u64,
    datatype: DatatypeHandle,
    input: &[u8],
) -> Result<usize> {
    let datatype = committed_on(comm, datatype)?;
    check_null(memory.address(0), &datatype, count)?;
    let len = within(datatype.packed_size(count), input.len())?;
    Ok(datatype.unpack(memory, count, 0, &input[..len]))
}

/// `external32` is the only representation that the standard names here.
fn check_datarep(datarep: &str) -> Result<()> {
    if datarep == "external32" {
        return Ok(());
    }
    let text = format!("the data representation is {datarep:?}, but must be \"external32\"");
    Err(Error::new(MPI_ERR_UNSUPPORTED_DATAREP, text))
}

fn too_large() -> Error {
    Error::new(MPI_ERR_VALUE_TOO_LARGE, "the packed data are more than 64 bits can count")
}

/// `MPI_Pack_external_size`, in bytes.
pub fn pack_external_size(datarep: &str, count: u64, datatype: DatatypeHandle) -> Result<u64> {
    check_datarep(datarep)?;
    get(datatype)?.pack_external_size(count).ok_or_else(too_large)
}

/// `MPI_Pack_external` to the beginning of `out`; tells how many bytes were written.
pub fn pack_external(
    datarep: &str,
    memory: &UserMemory,
    count: u64,
    datatype: DatatypeHandle,
    out: &mut [u8],
) -> Result<usize> {
    check_datarep(datarep)?;
    let datatype = committed(datatype)?;
    check_null(memory.address(0), &datatype, count)?;
    Ok(datatype.pack_external(memory, count, out)?)
}

/// `MPI_Unpack_external` from the beginning of `input`; tells how many bytes were read.
pub fn unpack_external(
    datarep: &str,
    memory: &UserMemoryMut,
    count: u64,
    datatype: DatatypeHandle,
    input: &[u8],
) -> Result<usize> {
    check_datarep(datarep)?;
    let datatype = committed(datatype)?;
    check_null(memory.address(0), &datatype, count)?;
    Ok(datatype.unpack_external(memory, count, input)?)
}
