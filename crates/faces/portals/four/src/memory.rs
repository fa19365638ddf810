//! Memory that a program lends.

use crate::code::{Portals4Code, Portals4Result};
use crate::pointer::array;
use crate::types::IoVector;
use ferry_portals::four::{DescriptorMemory, IOVEC};
use ferry_sys::Arena;
use std::ffi::c_void;

fn arena(start: *mut c_void, len: u64) -> Portals4Result<Arena> {
    let len = usize::try_from(len).map_err(|_| Portals4Code::ARG_INVALID)?;
    // From NULL on as much as there can be is all memory, whose offsets are addresses.
    let is_all = start.is_null() && len == usize::MAX;
    let end = start.addr().checked_add(len);
    match (start.is_null() && !is_all, len) {
        (_, 0) => Ok(Arena::empty()),
        (true, _) => Err(Portals4Code::ARG_INVALID),
        _ if end.is_none() => Err(Portals4Code::ARG_INVALID),
        // SAFETY: the program lends the memory for as long as the descriptor or the entry is there; of all
        // memory it lends what its operations name.
        (false, _) => Ok(unsafe { Arena::new(start.cast(), len) }),
    }
}

/// Memory as a program describes it: one region, or an array of pieces, `most` at most.
pub(crate) fn lent(
    start: *mut c_void,
    length: u64,
    options: u32,
    most: usize,
) -> Portals4Result<DescriptorMemory> {
    if options & IOVEC == 0 {
        return Ok(DescriptorMemory::Whole(arena(start, length)?));
    }
    // There may be no more of the array than the interface takes.
    let count = usize::try_from(length).ok().filter(|count| *count <= most);
    let pieces = array(start.cast::<IoVector>(), count.ok_or(Portals4Code::ARG_INVALID)?)?;
    let arenas = pieces.iter().map(|piece| arena(piece.iov_base, piece.iov_len));
    Ok(DescriptorMemory::Pieces(arenas.collect::<Portals4Result<Vec<_>>>()?.into()))
}
