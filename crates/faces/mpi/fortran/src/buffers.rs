//! Buffers for buffered sends are given back (MPI-5.0 §3.6): Fortran 2008 is told where they were, before it the
//! argument has no use.
#![allow(clippy::missing_safety_doc)]

use core::ffi::{c_int, c_void};

use crate::error::give;
use crate::generated::c::*;
use crate::generated::constants::MPI_SUCCESS;
use crate::handles::{comm, session};
use crate::sentinels::memory_given_back;

macro_rules! detach {
    ($($count:ty: $function:ident $old:ident $new:ident $($word:ident)?;)*) => { $(
        #[doc = concat!("`", stringify!($function), "`, in Fortran before 2008.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $old(
            $($word: *mut c_int,)?
            _address: *mut c_void,
            size: *mut $count,
            ierror: *mut c_int,
        ) {
            let mut address: *mut c_void = core::ptr::null_mut();
            let place = (&raw mut address).cast();
            // SAFETY: the program vouches for its arguments.
            unsafe { give(ierror, $function($($word::c(*$word),)? place, size)) }
        }

        #[doc = concat!("`", stringify!($function), "`, in Fortran 2008.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $new(
            $($word: *mut c_int,)?
            place: *mut *mut c_void,
            size: *mut $count,
            ierror: *mut c_int,
        ) {
            // SAFETY: the program vouches for its arguments.
            unsafe {
                let mut address: *mut c_void = core::ptr::null_mut();
                let code = $function($($word::c(*$word),)? (&raw mut address).cast(), size);
                if code == MPI_SUCCESS {
                    *place = memory_given_back(address);
                }
                give(ierror, code);
            }
        }
    )* };
}

detach! {
    c_int: PMPI_Buffer_detach pmpi_buffer_detach_ pmpi_buffer_detach_f08_;
    i64: PMPI_Buffer_detach_c pmpi_buffer_detach_c_ pmpi_buffer_detach_c_f08_;
    c_int: PMPI_Comm_detach_buffer pmpi_comm_detach_buffer_ pmpi_comm_detach_buffer_f08_ comm;
    i64: PMPI_Comm_detach_buffer_c pmpi_comm_detach_buffer_c_ pmpi_comm_detach_buffer_c_f08_ comm;
    c_int: PMPI_Session_detach_buffer pmpi_session_detach_buffer_
        pmpi_session_detach_buffer_f08_ session;
    i64: PMPI_Session_detach_buffer_c pmpi_session_detach_buffer_c_
        pmpi_session_detach_buffer_c_f08_ session;
}
