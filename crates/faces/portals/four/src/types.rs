//! The types of `portals4.h`.

use ferry_portals::PortalsHandle;
use ferry_portals::four::{CounterValue, NiProcess};
use std::ffi::{c_int, c_uint, c_void};

/// `ptl_process_t`: a rank in the first word, or node and number.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct ProcessUnion {
    pub(crate) words: [u32; 2],
}

impl From<ProcessUnion> for NiProcess {
    fn from(process: ProcessUnion) -> Self {
        NiProcess(process.words)
    }
}

impl From<NiProcess> for ProcessUnion {
    fn from(process: NiProcess) -> Self {
        ProcessUnion { words: process.0 }
    }
}

/// `ptl_ni_limits_t`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct NiLimitsRecord {
    pub(crate) max_entries: c_int,
    pub(crate) max_unexpected_headers: c_int,
    pub(crate) max_mds: c_int,
    pub(crate) max_cts: c_int,
    pub(crate) max_eqs: c_int,
    pub(crate) max_pt_index: c_int,
    pub(crate) max_iovecs: c_int,
    pub(crate) max_list_size: c_int,
    pub(crate) max_triggered_ops: c_int,
    pub(crate) max_msg_size: u64,
    pub(crate) max_atomic_size: u64,
    pub(crate) max_fetch_atomic_size: u64,
    pub(crate) max_waw_ordered_size: u64,
    pub(crate) max_war_ordered_size: u64,
    pub(crate) max_volatile_size: u64,
    pub(crate) features: c_uint,
}

/// `ptl_iovec_t`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct IoVector {
    pub(crate) iov_base: *mut c_void,
    pub(crate) iov_len: u64,
}

/// `ptl_md_t`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct MdRecord {
    pub(crate) start: *mut c_void,
    pub(crate) length: u64,
    pub(crate) options: c_uint,
    pub(crate) eq_handle: u32,
    pub(crate) ct_handle: u32,
}

/// `ptl_le_t`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct LeRecord {
    pub(crate) start: *mut c_void,
    pub(crate) length: u64,
    pub(crate) ct_handle: u32,
    pub(crate) uid: u32,
    pub(crate) options: c_uint,
}

/// `ptl_me_t`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct MeRecord {
    pub(crate) start: *mut c_void,
    pub(crate) length: u64,
    pub(crate) ct_handle: u32,
    pub(crate) uid: u32,
    pub(crate) options: c_uint,
    pub(crate) match_id: ProcessUnion,
    pub(crate) match_bits: u64,
    pub(crate) ignore_bits: u64,
    pub(crate) min_free: u64,
}

/// `ptl_ct_event_t`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct CtRecord {
    pub(crate) success: u64,
    pub(crate) failure: u64,
}

impl From<CtRecord> for CounterValue {
    fn from(value: CtRecord) -> Self {
        CounterValue { success: value.success, failure: value.failure }
    }
}

impl From<CounterValue> for CtRecord {
    fn from(value: CounterValue) -> Self {
        CtRecord { success: value.success, failure: value.failure }
    }
}

/// `ptl_event_t`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct FullEventRecord {
    pub(crate) start: *mut c_void,
    pub(crate) user_ptr: *mut c_void,
    pub(crate) hdr_data: u64,
    pub(crate) match_bits: u64,
    pub(crate) rlength: u64,
    pub(crate) mlength: u64,
    pub(crate) remote_offset: u64,
    pub(crate) initiator: ProcessUnion,
    pub(crate) uid: u32,
    pub(crate) pt_index: u32,
    pub(crate) kind: u8,
    pub(crate) ptl_list: u8,
    pub(crate) ni_fail_type: u8,
    pub(crate) atomic_operation: u8,
    pub(crate) atomic_type: u8,
}

/// Any user, portal or rank.
pub(crate) const ANY: u32 = u32::MAX;
const EQ_NONE: u32 = 0x3fff_ffff;
const CT_NONE: u32 = 0x5fff_ffff;

/// A queue, unless it is none.
pub(crate) fn queue(handle: u32) -> Option<PortalsHandle> {
    (handle != EQ_NONE).then_some(PortalsHandle(handle))
}

/// A counter, unless it is none.
pub(crate) fn counter(handle: u32) -> Option<PortalsHandle> {
    (handle != CT_NONE).then_some(PortalsHandle(handle))
}

/// A number, or whatever it is.
pub(crate) fn unless_any(number: u32) -> Option<u32> {
    (number != ANY).then_some(number)
}

/// A pointer of the program's own as a number.
pub(crate) fn word(pointer: *const c_void) -> u64 {
    pointer.expose_provenance() as u64
}

/// The same as it was.
pub(crate) fn pointer(word: u64) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(word as usize)
}
