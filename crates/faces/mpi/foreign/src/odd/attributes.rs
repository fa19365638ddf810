//! Cached attributes: copy and delete functions, and predefined values that are numbers of the ABI.

use core::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use ferry_abi::calls::attr;
use ferry_abi::convert::store;
use ferry_mpi::Result;
use ferry_mpi::attribute::{self, CopyFunction, DeleteFunction, Holder};
use ferry_mpi::constants::{
    MPI_HOST, MPI_IO, MPI_LASTUSEDCODE, MPI_SUCCESS, MPI_WIN_CREATE_FLAVOR, MPI_WIN_MODEL,
};
use ferry_mpi::handle::{CommHandle, Handle, WinHandle};

use super::pointer;
use crate::abi::{Abi, Native};
use crate::callback::{AttributeCopy, AttributeDelete};

fn copies<A: Abi, H: Native>(function: AttributeCopy<H>, extra: usize) -> CopyFunction {
    Arc::new(move |object, keyval, value| {
        let (mut out, mut flag) = (std::ptr::null_mut::<c_void>(), 0);
        let (object, place) = (H::outward(Handle::new(object)), (&raw mut out).cast());
        let keyval = A::keyval_outward(keyval);
        // SAFETY: the program's function with the arguments that the standard names.
        let code =
            unsafe { function(object, keyval, pointer(extra), pointer(value), place, &mut flag) };
        match A::error_inward(code) {
            MPI_SUCCESS => Ok((flag != 0).then(|| out.expose_provenance())),
            code => Err(code),
        }
    })
}

fn deletes<A: Abi, H: Native>(function: AttributeDelete<H>, extra: usize) -> DeleteFunction {
    Arc::new(move |object, keyval, value| {
        let object = H::outward(Handle::new(object));
        let keyval = A::keyval_outward(keyval);
        // SAFETY: the program's function with the arguments that the standard names.
        A::error_inward(unsafe { function(object, keyval, pointer(value), pointer(extra)) })
    })
}

macro_rules! keyvals {
    ($($create:ident $holder:ident $handle:ident;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($holder), "_create_keyval`.")]
        pub unsafe fn $create<A: Abi>(
            copy: Option<AttributeCopy<A::$handle>>,
            delete: Option<AttributeDelete<A::$handle>>,
            keyval: *mut c_int,
            extra: *mut c_void,
        ) -> Result<()> {
            let extra = extra.expose_provenance();
            let copy = copy.map(|function| copies::<A, A::$handle>(function, extra));
            let delete = delete.map(|function| deletes::<A, A::$handle>(function, extra));
            let number = attribute::create_keyval(Holder::$holder, copy, delete);
            // SAFETY: a checked output pointer.
            unsafe { store(keyval, number) };
            Ok(())
        }
    )* };
}

keyvals! {
    comm_create_keyval Comm Comm;
    type_create_keyval Type Datatype;
    win_create_keyval Win Win;
}

/// Values of predefined attributes, in the numbers of the program's ABI. A process has programs of one ABI alone.
static IO: AtomicI32 = AtomicI32::new(0);
static HOST: AtomicI32 = AtomicI32::new(0);
static LAST_USED: AtomicI32 = AtomicI32::new(0);

/// Puts a number's translation where the number was found.
///
/// # Safety
/// `place` holds the address of an `int`.
unsafe fn translate(place: *mut c_void, own: &'static AtomicI32, outward: fn(c_int) -> c_int) {
    let place: *mut *const c_int = place.cast();
    // SAFETY: as the caller vouches.
    unsafe {
        own.store(outward(**place), Ordering::Relaxed);
        *place = own.as_ptr();
    }
}

/// `MPI_Comm_get_attr`.
pub unsafe fn comm_get_attr<A: Abi>(
    comm: CommHandle,
    keyval: c_int,
    place: *mut c_void,
    flag: *mut c_int,
) -> Result<()> {
    // SAFETY: as the caller vouches; a predefined value is the address of an `int`.
    unsafe {
        attr::comm_get_attr(comm, keyval, place, flag)?;
        if *flag != 0 {
            match keyval {
                MPI_IO => translate(place, &IO, A::rank_outward),
                MPI_HOST => translate(place, &HOST, A::rank_outward),
                MPI_LASTUSEDCODE => translate(place, &LAST_USED, A::error_outward),
                _ => {}
            }
        }
    }
    Ok(())
}

/// A flavor or a model: there are few, and each has a place of its own, since windows differ.
fn place_of(number: c_int) -> &'static AtomicI32 {
    static PLACES: [AtomicI32; 16] = [const { AtomicI32::new(0) }; 16];
    &PLACES[number as usize % PLACES.len()]
}

/// `MPI_Win_get_attr`.
pub unsafe fn win_get_attr<A: Abi>(
    win: WinHandle,
    keyval: c_int,
    place: *mut c_void,
    flag: *mut c_int,
) -> Result<()> {
    // SAFETY: as the caller vouches; flavor and model are addresses of an `int`.
    unsafe {
        attr::win_get_attr(win, keyval, place, flag)?;
        let outward: fn(c_int) -> c_int = match keyval {
            MPI_WIN_CREATE_FLAVOR => A::flavor_outward,
            MPI_WIN_MODEL => A::model_outward,
            _ => return Ok(()),
        };
        if *flag != 0 {
            // The standard's numbers of both (311 to 314, 321 and 322) fall to different places.
            let number = **place.cast::<*const c_int>();
            translate(place, place_of(number), outward);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_mpi::constants::{
        MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_SHARED, MPI_WIN_SEPARATE, MPI_WIN_UNIFIED,
    };

    #[test]
    fn flavors_and_models_do_not_share_places() {
        let numbers = (MPI_WIN_FLAVOR_CREATE..=MPI_WIN_FLAVOR_SHARED)
            .chain([MPI_WIN_UNIFIED, MPI_WIN_SEPARATE]);
        let places: std::collections::BTreeSet<_> =
            numbers.map(|number| std::ptr::from_ref(place_of(number)).addr()).collect();
        assert_eq!(places.len(), 6);
    }
}
