//! Generalized requests (MPI-5.0 §13.2).

use core::ffi::{c_int, c_void};

use ferry_mpi::constants::MPI_SUCCESS;
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::request::{GeneralizedFunctions, complete_generalized, start_generalized};
use ferry_mpi::{Result, Status};

use crate::callback::{GrequestCancelFunction, GrequestFreeFunction, GrequestQueryFunction};
use crate::convert::store;

/// The program's functions; a null one does nothing.
struct ProgramFunctions {
    query: Option<GrequestQueryFunction>,
    free: Option<GrequestFreeFunction>,
    cancel: Option<GrequestCancelFunction>,
    /// `extra_state`.
    extra: usize,
}

impl GeneralizedFunctions for ProgramFunctions {
    fn query(&self, status: &mut Status) -> i32 {
        // SAFETY: the program's function with the arguments that the standard names.
        self.query.map_or(MPI_SUCCESS, |query| unsafe { query(self.extra as *mut c_void, status) })
    }

    fn free(&self) -> i32 {
        // SAFETY: as above.
        self.free.map_or(MPI_SUCCESS, |free| unsafe { free(self.extra as *mut c_void) })
    }

    fn cancel(&self, is_complete: bool) -> i32 {
        let complete = c_int::from(is_complete);
        // SAFETY: as above.
        self.cancel
            .map_or(MPI_SUCCESS, |cancel| unsafe { cancel(self.extra as *mut c_void, complete) })
    }
}

/// `MPI_Grequest_start`.
pub unsafe fn grequest_start(
    query: Option<GrequestQueryFunction>,
    free: Option<GrequestFreeFunction>,
    cancel: Option<GrequestCancelFunction>,
    extra_state: *mut c_void,
    request: *mut RequestHandle,
) -> Result<()> {
    let extra = extra_state as usize;
    let made = start_generalized(ProgramFunctions { query, free, cancel, extra });
    // SAFETY: a checked pointer.
    unsafe { store(request, made) };
    Ok(())
}

/// `MPI_Grequest_complete`.
pub unsafe fn grequest_complete(request: RequestHandle) -> Result<()> {
    complete_generalized(request)
}
