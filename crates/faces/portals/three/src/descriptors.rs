//! Memory descriptors.

use crate::code::{Portals3Code, Portals3Result, told};
use crate::library::{with_interface, with_ni};
use crate::pointer::{array, place};
use crate::types::{EQ_NONE, MdDescription, MdPiece};
use ferry_portals::three::{
    DescriptorMemory, DescriptorOptions, DescriptorSpec, DescriptorTerms, PortalsError,
    PortalsInterface,
};
use ferry_portals::{ObjectKind, PortalsHandle};
use ferry_sys::Arena;
use std::ffi::{c_int, c_void};

/// What a handle must be for a call on a descriptor, and what it is told otherwise.
pub(crate) fn a_descriptor() -> (ObjectKind, Portals3Code) {
    (ObjectKind::Descriptor, PortalsError::MdInvalid.into())
}

fn arena(start: *mut c_void, len: u64) -> Portals3Result<Arena> {
    let illegal = Portals3Code::from(PortalsError::MdIllegal);
    let len = usize::try_from(len).map_err(|_| illegal)?;
    let end = (start.addr()).checked_add(len);
    match (start.is_null(), len) {
        (_, 0) => Ok(Arena::empty()),
        (true, _) => Err(illegal),
        _ if end.is_none() => Err(illegal),
        // SAFETY: the program lends the memory for as long as the descriptor is there (Portals 3.3 §3.10).
        (false, _) => Ok(unsafe { Arena::new(start.cast(), len) }),
    }
}

/// A descriptor of an interface as a program describes it.
fn spec(interface: &PortalsInterface, md: &MdDescription) -> Portals3Result<DescriptorSpec> {
    let options = DescriptorOptions(md.options);
    let memory = if options.has(DescriptorOptions::IOVEC) {
        // There may be no more of the array than the interface takes.
        let most = interface.limits().max_md_iovecs;
        let count = usize::try_from(md.length).ok().filter(|count| *count <= most);
        let pieces = array(md.start.cast::<MdPiece>(), count.ok_or(PortalsError::MdIllegal)?);
        let pieces = pieces.map_err(|_| PortalsError::MdIllegal)?;
        let arenas = pieces.iter().map(|piece| arena(piece.iov_base, piece.iov_len));
        DescriptorMemory::Pieces(arenas.collect::<Portals3Result<Vec<_>>>()?.into())
    } else {
        DescriptorMemory::Whole(arena(md.start, md.length)?)
    };
    let threshold = match md.threshold {
        -1 => None,
        threshold => Some(u32::try_from(threshold).map_err(|_| PortalsError::MdIllegal)?),
    };
    let words = [md.user_ptr.expose_provenance(), md.start.expose_provenance()];
    Ok(DescriptorSpec {
        memory,
        threshold,
        max_size: md.max_size,
        options,
        user: [words[0] as u64, words[1] as u64, md.length],
        events: (md.eq_handle != EQ_NONE).then_some(PortalsHandle(md.eq_handle)),
    })
}

/// A descriptor as a program sees it.
#[inline]
pub(crate) fn described(spec: &DescriptorTerms) -> MdDescription {
    let [user, start, length] = spec.user;
    MdDescription {
        start: std::ptr::with_exposed_provenance_mut(start as usize),
        length,
        threshold: spec.threshold.map_or(-1, |threshold| threshold as c_int),
        max_size: spec.max_size,
        options: spec.options.0,
        user_ptr: std::ptr::with_exposed_provenance_mut(user as usize),
        eq_handle: spec.events.map_or(EQ_NONE, |queue| queue.0),
    }
}

/// `PtlMDAttach`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlMDAttach(
    me: u32,
    md: MdDescription,
    unlink: c_int,
    handle: *mut u32,
) -> c_int {
    let an_entry = (ObjectKind::MatchEntry, PortalsError::MeInvalid.into());
    told(with_interface(me, an_entry, |interface| {
        let spec = spec(interface, &md)?;
        let made = interface.md_attach(PortalsHandle(me), spec, unlink != 0)?;
        // Who never asks for it again needs no name.
        if !handle.is_null() {
            *place(handle)? = made.0;
        }
        Ok(())
    }))
}

/// `PtlMDBind`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlMDBind(ni: u32, md: MdDescription, unlink: c_int, handle: *mut u32) -> c_int {
    told(with_ni(ni, |interface| {
        let handle = place(handle)?;
        let spec = spec(interface, &md)?;
        *handle = interface.md_bind(spec, unlink != 0)?.0;
        Ok(())
    }))
}

/// `PtlMDUnlink`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlMDUnlink(md: u32) -> c_int {
    told(with_interface(
        md,
        a_descriptor(),
        |interface| Ok(interface.md_unlink(PortalsHandle(md))?),
    ))
}

/// `PtlMDUpdate`.
#[unsafe(no_mangle)]
pub extern "C" fn PtlMDUpdate(
    md: u32,
    old: *mut MdDescription,
    new: *const MdDescription,
    testq: u32,
) -> c_int {
    told(with_interface(md, a_descriptor(), |interface| {
        let handle = PortalsHandle(md);
        let now = described(&interface.md_state(handle)?.terms());
        if !old.is_null() {
            *place(old)? = now;
        }
        let Some(new) = crate::pointer::given(new) else { return Ok(()) };
        let unless = (testq != EQ_NONE).then_some(PortalsHandle(testq));
        let spec = spec(interface, &new)?;
        Ok(interface.md_update(handle, spec, unless)?)
    }))
}
