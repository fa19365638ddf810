//! Error handlers of the program's.

use core::ffi::c_int;
use std::sync::Arc;

use ferry_abi::convert::store;
use ferry_mpi::constants::MPI_ERR_ARG;
use ferry_mpi::errhandler::{self, Function, Handler};
use ferry_mpi::handle::ErrhandlerHandle;
use ferry_mpi::{Error, Result};

use crate::abi::{Abi, Native};
use crate::callback::ErrorFunction;

/// What Ferry calls for a function of the program's.
fn function<A: Abi, H: Native>(function: Option<ErrorFunction<H>>) -> Result<Function<H::Kind>> {
    let missing = || Error::new(MPI_ERR_ARG, "the error handler function is NULL");
    let function = function.ok_or_else(missing)?;
    Ok(Arc::new(move |object, code: c_int| {
        let (mut object, mut own) = (H::outward(object), A::error_outward(code));
        // SAFETY: the program's function takes the addresses of a handle and a code.
        unsafe { function(&mut object, &mut own) };
        A::error_inward(own)
    }))
}

macro_rules! creators {
    ($($name:ident $kind:ident;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($kind), "_create_errhandler`.")]
        pub unsafe fn $name<A: Abi>(
            user: Option<ErrorFunction<A::$kind>>,
            place: *mut ErrhandlerHandle,
        ) -> Result<()> {
            let handler = Handler::$kind(function::<A, A::$kind>(user)?);
            // SAFETY: a checked output pointer.
            unsafe { store(place, errhandler::create(handler)) };
            Ok(())
        }
    )* };
}

creators! {
    comm_create_errhandler Comm;
    win_create_errhandler Win;
    file_create_errhandler File;
    session_create_errhandler Session;
}
