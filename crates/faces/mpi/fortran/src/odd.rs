//! Procedures that C lacks or has in another form.
#![allow(clippy::missing_safety_doc, clippy::too_many_arguments)]

use core::ffi::{c_int, c_void};

use crate::abi::STATUS_SIZE;
#[cfg(not(feature = "mpich"))]
use crate::cdesc::BufferPlace;
use crate::cdesc::{Cdesc, element_size};
use crate::error::{give, refuse};
use crate::generated::c::*;
use crate::generated::constants::MPI_SUCCESS;
use crate::lent::{BufferUse, LentBuffer};
use crate::text::text;

/// `MPI_SIZEOF`, by a descriptor.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_sizeof_f08ts_(x: *const Cdesc, size: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        *size = element_size(x) as c_int;
        give(ierror, MPI_SUCCESS);
    }
}

/// `MPI_F_SYNC_REG`: the call itself makes the compiler forget what it knows of the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn pmpi_f_sync_reg_(_buffer: *mut c_void) {}

/// `MPI_F_SYNC_REG`, by a descriptor.
#[unsafe(no_mangle)]
pub extern "C" fn pmpi_f_sync_reg_f08ts_(_buffer: *const Cdesc) {}

/// Conversions of statuses, which the standard ABI has no functions for: both forms are the same integers
/// (MPI-5.0 §20).
macro_rules! same_statuses {
    ($($entry:ident)*) => { $(
        #[doc = concat!("`", stringify!($entry), "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $entry(
            from: *mut [c_int; STATUS_SIZE],
            to: *mut [c_int; STATUS_SIZE],
            ierror: *mut c_int,
        ) {
            // SAFETY: the program's statuses.
            unsafe {
                *to = *from;
                give(ierror, MPI_SUCCESS);
            }
        }
    )* };
}

same_statuses! { pmpi_status_f082f_ pmpi_status_f2f08_ }

/// `MPI_PCONTROL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pcontrol_(level: *mut c_int) {
    // SAFETY: the program vouches for its argument.
    unsafe { PMPI_Pcontrol(*level) };
}

/// A text among descriptors. MPICH's procedures are Fortran's own, where the length of a text comes last.
#[cfg(not(feature = "mpich"))]
type Representation = *const Cdesc;
#[cfg(feature = "mpich")]
type Representation = *const core::ffi::c_char;

/// The name of a representation, by a descriptor.
#[cfg(not(feature = "mpich"))]
unsafe fn representation(given: *const Cdesc) -> std::ffi::CString {
    // SAFETY: the compiler's descriptor of a text.
    unsafe { text(given.place().cast(), element_size(given)) }
}

macro_rules! external {
    ($($count:ty: $pack:ident $to:ident $unpack:ident $from:ident;)*) => { $(
        #[doc = concat!("`", stringify!($pack), "`, by descriptors.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $to(
            datarep: Representation,
            inbuf: *const Cdesc,
            incount: *mut $count,
            handle: *mut c_int,
            outbuf: *const Cdesc,
            outsize: *mut isize,
            position: *mut isize,
            ierror: *mut c_int,
            #[cfg(feature = "mpich")] len: usize,
        ) {
            let name = stringify!($pack);
            let reads = BufferUse { is_read: true, is_written: false, may_copy: true };
            let writes = BufferUse { is_read: false, is_written: true, may_copy: true };
            // SAFETY: the program vouches for its arguments.
            unsafe {
                let Some(inbuf) = LentBuffer::typed(inbuf, reads, *incount as i64, *handle) else {
                    return refuse(name, "inbuf", ierror);
                };
                let Some(outbuf) = LentBuffer::whole(outbuf, writes) else {
                    return refuse(name, "outbuf", ierror);
                };
                #[cfg(not(feature = "mpich"))]
                let datarep = representation(datarep);
                #[cfg(feature = "mpich")]
                let datarep = text(datarep, len);
                let code = $pack(
                    datarep.as_ptr().cast_mut(),
                    inbuf.address(),
                    inbuf.count() as $count,
                    inbuf.datatype(),
                    outbuf.address(),
                    (*outsize).into_count(),
                    position.cast(),
                );
                inbuf.end();
                outbuf.end();
                give(ierror, code);
            }
        }

        #[doc = concat!("`", stringify!($unpack), "`, by descriptors.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $from(
            datarep: Representation,
            inbuf: *const Cdesc,
            insize: *mut isize,
            position: *mut isize,
            outbuf: *const Cdesc,
            outcount: *mut $count,
            handle: *mut c_int,
            ierror: *mut c_int,
            #[cfg(feature = "mpich")] len: usize,
        ) {
            let name = stringify!($unpack);
            let reads = BufferUse { is_read: true, is_written: false, may_copy: true };
            let writes = BufferUse { is_read: false, is_written: true, may_copy: true };
            // SAFETY: the program vouches for its arguments.
            unsafe {
                let Some(inbuf) = LentBuffer::whole(inbuf, reads) else {
                    return refuse(name, "inbuf", ierror);
                };
                let Some(outbuf) = LentBuffer::typed(outbuf, writes, *outcount as i64, *handle) else {
                    return refuse(name, "outbuf", ierror);
                };
                #[cfg(not(feature = "mpich"))]
                let datarep = representation(datarep);
                #[cfg(feature = "mpich")]
                let datarep = text(datarep, len);
                let code = $unpack(
                    datarep.as_ptr().cast_mut(),
                    inbuf.address(),
                    (*insize).into_count(),
                    position.cast(),
                    outbuf.address(),
                    outbuf.count() as $count,
                    outbuf.datatype(),
                );
                inbuf.end();
                outbuf.end();
                give(ierror, code);
            }
        }
    )* };
}

/// Addresses and large counts are equally wide on the supported targets.
trait IntoCount<T> {
    fn into_count(self) -> T;
}

impl IntoCount<isize> for isize {
    fn into_count(self) -> isize {
        self
    }
}

impl IntoCount<i64> for isize {
    fn into_count(self) -> i64 {
        self as i64
    }
}

external! {
    c_int: PMPI_Pack_external pmpi_pack_external_f08ts_
        PMPI_Unpack_external pmpi_unpack_external_f08ts_;
    i64: PMPI_Pack_external_c pmpi_pack_external_c_f08ts_
        PMPI_Unpack_external_c pmpi_unpack_external_c_f08ts_;
}
