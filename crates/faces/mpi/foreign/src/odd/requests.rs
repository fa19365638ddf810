//! Generalized requests: the query function fills a status of the program's.

use core::ffi::{c_int, c_void};
use std::marker::PhantomData;

use ferry_abi::callback::{GrequestCancelFunction, GrequestFreeFunction};
use ferry_abi::convert::store;
use ferry_mpi::constants::MPI_SUCCESS;
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::request::{GeneralizedFunctions, start_generalized};
use ferry_mpi::{Result, Status};

use super::pointer;
use crate::abi::{Abi, NativeStatus};
use crate::callback::GrequestQuery;
use crate::data::FORTRAN_STATUS_IGNORE;

/// The program's functions; a null one does nothing.
struct ForeignFunctions<A: Abi> {
    query: Option<GrequestQuery<A>>,
    free: Option<GrequestFreeFunction>,
    cancel: Option<GrequestCancelFunction>,
    /// `extra_state`.
    extra: usize,
    abi: PhantomData<fn() -> A>,
}

impl<A: Abi> GeneralizedFunctions for ForeignFunctions<A> {
    fn query(&self, status: &mut Status) -> i32 {
        let Some(query) = self.query else { return MPI_SUCCESS };
        let mut own = A::Status::of(status);
        // SAFETY: the program's function with the arguments that the standard names.
        let code = unsafe { query(pointer(self.extra), &mut own) };
        *status = own.inward();
        A::error_inward(code)
    }

    fn free(&self) -> i32 {
        // SAFETY: as above.
        let call = |free: GrequestFreeFunction| unsafe { free(pointer(self.extra)) };
        self.free.map_or(MPI_SUCCESS, |free| A::error_inward(call(free)))
    }

    fn cancel(&self, is_complete: bool) -> i32 {
        let complete = c_int::from(is_complete);
        // SAFETY: as above.
        let call =
            |cancel: GrequestCancelFunction| unsafe { cancel(pointer(self.extra), complete) };
        self.cancel.map_or(MPI_SUCCESS, |cancel| A::error_inward(call(cancel)))
    }
}

/// `MPI_Grequest_start`.
pub unsafe fn grequest_start<A: Abi>(
    query: Option<GrequestQuery<A>>,
    free: Option<GrequestFreeFunction>,
    cancel: Option<GrequestCancelFunction>,
    extra_state: *mut c_void,
    request: *mut RequestHandle,
) -> Result<()> {
    let extra = extra_state.expose_provenance();
    let functions = ForeignFunctions::<A> { query, free, cancel, extra, abi: PhantomData };
    // SAFETY: a checked pointer.
    unsafe { store(request, start_generalized(functions)) };
    Ok(())
}

/// `MPI_Status_c2f` and its sisters: the forms for Fortran are laid out as C's.
pub unsafe fn copy_status<A: Abi>(from: *const A::Status, to: *mut A::Status) -> Result<()> {
    let is_none = |address| [0, A::STATUS_IGNORE, FORTRAN_STATUS_IGNORE].contains(&address);
    if is_none(from.addr()) || is_none(to.addr()) {
        let text = "MPI_STATUS_IGNORE and MPI_F_STATUS_IGNORE are no statuses and not converted";
        return Err(ferry_mpi::Error::new(ferry_mpi::constants::MPI_ERR_ARG, text));
    }
    // SAFETY: as the program vouches; both may be one and the same, and Fortran's lie as integers do.
    unsafe { core::ptr::copy(from.cast::<u8>(), to.cast(), size_of::<A::Status>()) };
    Ok(())
}
