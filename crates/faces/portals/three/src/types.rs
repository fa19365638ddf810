//! The types of `portals3.h`.

use std::ffi::{c_int, c_uint, c_void};

/// `ptl_process_id_t`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct ProcessId {
    pub(crate) nid: u32,
    pub(crate) pid: u32,
}

/// `ptl_ni_limits_t`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PtlNiLimits {
    pub(crate) max_mes: c_int,
    pub(crate) max_mds: c_int,
    pub(crate) max_eqs: c_int,
    pub(crate) max_ac_index: c_int,
    pub(crate) max_pt_index: c_int,
    pub(crate) max_md_iovecs: c_int,
    pub(crate) max_me_list: c_int,
    pub(crate) max_getput_md: c_int,
}

/// `ptl_md_t`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct MdDescription {
    pub(crate) start: *mut c_void,
    pub(crate) length: u64,
    pub(crate) threshold: c_int,
    pub(crate) max_size: u64,
    pub(crate) options: c_uint,
    pub(crate) user_ptr: *mut c_void,
    pub(crate) eq_handle: u32,
}

/// `ptl_md_iovec_t`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct MdPiece {
    pub(crate) iov_base: *mut c_void,
    pub(crate) iov_len: u64,
}

/// `ptl_event_t`. The sequence number comes last: who sees it sees the rest.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct EventRecord {
    pub(crate) kind: c_int,
    pub(crate) initiator: ProcessId,
    pub(crate) uid: u32,
    pub(crate) jid: u32,
    pub(crate) pt_index: u32,
    pub(crate) match_bits: u64,
    pub(crate) rlength: u64,
    pub(crate) mlength: u64,
    pub(crate) offset: u64,
    pub(crate) md_handle: u32,
    pub(crate) md: MdDescription,
    pub(crate) hdr_data: u64,
    pub(crate) link: u32,
    pub(crate) ni_fail_type: u32,
    pub(crate) sequence: u32,
}

/// `ptl_eq_handler_t`.
pub type EqHandler = Option<extern "C" fn(*mut EventRecord)>;

/// Any process, node, user, job or portal.
pub(crate) const ANY: u32 = u32::MAX;
/// `PTL_EQ_NONE`.
pub(crate) const EQ_NONE: u32 = 0xbfff_ffff;

/// A number, or whatever it is.
pub(crate) fn unless_any(number: u32) -> Option<u32> {
    (number != ANY).then_some(number)
}
