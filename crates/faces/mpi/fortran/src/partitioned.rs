//! Partitioned messages of array sections (MPI-5.0 §4): each partition is copied when it is ready, or has arrived.
#![allow(clippy::missing_safety_doc, clippy::too_many_arguments)]
// SAFETY of every function here: its arguments are what the standard asks of the procedure's.

use core::ffi::c_int;

use crate::cdesc::Cdesc;
use crate::error::{give, refuse};
use crate::generated::c::*;
use crate::generated::constants::MPI_SUCCESS;
use crate::handles::{CHandle, comm, datatype, info, length, request};
use crate::lent::{BufferUse, LentBuffer};
use crate::pending;

/// Bytes from one partition to the next.
fn partition_bytes(count: i64, datatype: CHandle) -> usize {
    let (mut lower, mut extent) = (0, 0);
    // SAFETY: places of this function's.
    unsafe { PMPI_Type_get_extent_c(datatype, &mut lower, &mut extent) };
    usize::try_from(count.saturating_mul(extent)).unwrap_or(0)
}

macro_rules! init {
    ($($count:ty: $function:ident $entry:ident $is_sent:literal;)*) => { $(
        #[doc = concat!("`", stringify!($function), "`, by a descriptor.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $entry(
            buf: *const Cdesc,
            partitions: *mut c_int,
            count: *mut $count,
            of: *mut c_int,
            peer: *mut c_int,
            tag: *mut c_int,
            group: *mut c_int,
            hints: *mut c_int,
            place: *mut c_int,
            ierror: *mut c_int,
        ) {
            let way = BufferUse { is_read: $is_sent, is_written: !$is_sent, may_copy: true };
            // SAFETY: the program vouches for its arguments.
            unsafe {
                let Some(lent) = LentBuffer::whole(buf, way) else {
                    return refuse(stringify!($function), "buf", ierror);
                };
                let of = datatype::c(*of);
                let mut handle = request::null();
                let code = $function(
                    lent.address(),
                    *partitions,
                    *count,
                    of,
                    *peer,
                    *tag,
                    comm::c(*group),
                    info::c(*hints),
                    &mut handle,
                );
                pending::new_request_with(place, handle, code, true, [lent]);
                if code == MPI_SUCCESS && pending::are_some() {
                    let bytes = partition_bytes(*count as i64, of);
                    pending::has_partitions(*place, length((*partitions).into()), bytes);
                }
                give(ierror, code);
            }
        }
    )* };
}

init! {
    c_int: PMPI_Psend_init pmpi_psend_init_f08ts_ true;
    i64: PMPI_Psend_init_c pmpi_psend_init_c_f08ts_ true;
    c_int: PMPI_Precv_init pmpi_precv_init_f08ts_ false;
    i64: PMPI_Precv_init_c pmpi_precv_init_c_f08ts_ false;
}

/// `MPI_PREADY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pready_(
    partition: *mut c_int,
    value: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        pending::partition_is_ready(*value, *partition);
        give(ierror, PMPI_Pready(*partition, request::c(*value)));
    }
}

/// `MPI_PREADY_RANGE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pready_range_(
    low: *mut c_int,
    high: *mut c_int,
    value: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if pending::are_some() {
            (*low..=*high).for_each(|at| pending::partition_is_ready(*value, at));
        }
        give(ierror, PMPI_Pready_range(*low, *high, request::c(*value)));
    }
}

/// `MPI_PREADY_LIST`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pready_list_(
    count: *mut c_int,
    partitions: *mut c_int,
    value: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        if pending::are_some() {
            let listed = (0..length((*count).into())).map(|at| *partitions.add(at));
            listed.for_each(|at| pending::partition_is_ready(*value, at));
        }
        give(ierror, PMPI_Pready_list(*count, partitions, request::c(*value)));
    }
}

/// `MPI_PARRIVED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_parrived_(
    value: *mut c_int,
    partition: *mut c_int,
    flag: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Parrived(request::c(*value), *partition, flag);
        if code == MPI_SUCCESS && *flag != 0 {
            pending::partition_has_arrived(*value, *partition);
        }
        give(ierror, code);
    }
}
