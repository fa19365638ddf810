//! The structures of libfabric's interface, field by field as in `rdma/fabric.h` and the headers beside it, as
//! far as they are used: what libfabric allocates may go on behind the last field.

use std::ffi::{c_char, c_int, c_void};

/// How a version is written (`FI_VERSION`).
pub(super) const fn version(major: u32, minor: u32) -> u32 {
    major << 16 | minor
}

pub(super) const FI_MSG: u64 = 1 << 1;
pub(super) const FI_RMA: u64 = 1 << 2;
pub(super) const FI_READ: u64 = 1 << 8;
pub(super) const FI_RECV: u64 = 1 << 10;
pub(super) const FI_SEND: u64 = 1 << 11;
pub(super) const FI_REMOTE_READ: u64 = 1 << 12;
pub(super) const FI_MULTI_RECV: u64 = 1 << 16;

pub(super) const FI_ORDER_SAS: u64 = 1 << 8;
pub(super) const FI_ORDER_STRICT: u64 = 0x1ff;

pub(super) const FI_CONTEXT: u64 = 1 << 59;
pub(super) const FI_CONTEXT2: u64 = 1 << 52;

pub(super) const FI_MR_LOCAL: c_int = 1 << 2;
pub(super) const FI_MR_VIRT_ADDR: c_int = 1 << 4;
pub(super) const FI_MR_ALLOCATED: c_int = 1 << 5;
pub(super) const FI_MR_PROV_KEY: c_int = 1 << 6;
pub(super) const FI_MR_ENDPOINT: c_int = 1 << 9;

pub(super) const FI_EP_RDM: c_int = 3;
pub(super) const FI_THREAD_DOMAIN: c_int = 3;
pub(super) const FI_CQ_FORMAT_DATA: c_int = 3;
pub(super) const FI_WAIT_NONE: c_int = 0;
pub(super) const FI_WAIT_FD: c_int = 3;

/// Commands of `fi_control`.
pub(super) const FI_GETWAIT: c_int = 5;
pub(super) const FI_ENABLE: c_int = 6;

pub(super) const FI_OPT_ENDPOINT: c_int = 0;
pub(super) const FI_OPT_MIN_MULTI_RECV: c_int = 0;

pub(super) const FI_ADDR_UNSPEC: u64 = u64::MAX;

pub(super) const FI_EAGAIN: isize = 11;
pub(super) const FI_EAVAIL: isize = 259;
pub(super) const FI_ETRUNC: isize = 265;
pub(super) const FI_EOVERRUN: isize = 268;

/// How addresses are written.
pub(super) mod format {
    pub(in crate::ffi) const SOCKADDR: u32 = 1;
    pub(in crate::ffi) const SOCKADDR_IN: u32 = 2;
    pub(in crate::ffi) const SOCKADDR_IN6: u32 = 3;
    pub(in crate::ffi) const STR: u32 = 9;
}

#[repr(C)]
pub(super) struct Fid {
    pub(super) fclass: usize,
    pub(super) context: *mut c_void,
    pub(super) ops: *mut FidOps,
}

#[repr(C)]
pub(super) struct FidOps {
    pub(super) size: usize,
    pub(super) close: unsafe extern "C" fn(*mut Fid) -> c_int,
    pub(super) bind: unsafe extern "C" fn(*mut Fid, *mut Fid, u64) -> c_int,
    pub(super) control: unsafe extern "C" fn(*mut Fid, c_int, *mut c_void) -> c_int,
}

#[repr(C)]
pub(super) struct FidFabric {
    pub(super) fid: Fid,
    pub(super) ops: *mut FabricOps,
}

/// A function that this crate does not call.
pub(super) type Unused = *const c_void;

#[repr(C)]
pub(super) struct FabricOps {
    pub(super) size: usize,
    pub(super) domain:
        unsafe extern "C" fn(*mut FidFabric, *mut Info, *mut *mut FidDomain, *mut c_void) -> c_int,
    passive_ep: Unused,
    eq_open: Unused,
    wait_open: Unused,
    pub(super) trywait: unsafe extern "C" fn(*mut FidFabric, *mut *mut Fid, c_int) -> c_int,
}

#[repr(C)]
pub(super) struct FidDomain {
    pub(super) fid: Fid,
    pub(super) ops: *mut DomainOps,
    pub(super) mr: *mut MrOps,
}

#[repr(C)]
pub(super) struct DomainOps {
    pub(super) size: usize,
    pub(super) av_open:
        unsafe extern "C" fn(*mut FidDomain, *mut AvAttr, *mut *mut FidAv, *mut c_void) -> c_int,
    pub(super) cq_open:
        unsafe extern "C" fn(*mut FidDomain, *mut CqAttr, *mut *mut FidCq, *mut c_void) -> c_int,
    pub(super) endpoint:
        unsafe extern "C" fn(*mut FidDomain, *mut Info, *mut *mut FidEp, *mut c_void) -> c_int,
}

#[repr(C)]
pub(super) struct MrOps {
    pub(super) size: usize,
    pub(super) reg: unsafe extern "C" fn(
        *mut Fid,
        *const c_void,
        usize,
        u64,
        u64,
        u64,
        u64,
        *mut *mut FidMr,
        *mut c_void,
    ) -> c_int,
}

#[repr(C)]
pub(super) struct FidMr {
    pub(super) fid: Fid,
    pub(super) mem_desc: *mut c_void,
    pub(super) key: u64,
}

#[repr(C)]
pub(super) struct FidAv {
    pub(super) fid: Fid,
    pub(super) ops: *mut AvOps,
}

#[repr(C)]
pub(super) struct AvOps {
    pub(super) size: usize,
    pub(super) insert:
        unsafe extern "C" fn(*mut FidAv, *const c_void, usize, *mut u64, u64, *mut c_void) -> c_int,
}

#[repr(C)]
pub(super) struct FidCq {
    pub(super) fid: Fid,
    pub(super) ops: *mut CqOps,
}

#[repr(C)]
pub(super) struct CqOps {
    pub(super) size: usize,
    pub(super) read: unsafe extern "C" fn(*mut FidCq, *mut c_void, usize) -> isize,
    readfrom: Unused,
    pub(super) readerr: unsafe extern "C" fn(*mut FidCq, *mut CqErrEntry, u64) -> isize,
}

#[repr(C)]
pub(super) struct FidEp {
    pub(super) fid: Fid,
    pub(super) ops: *mut EpOps,
    pub(super) cm: *mut CmOps,
    pub(super) msg: *mut MsgOps,
    pub(super) rma: *mut RmaOps,
}

#[repr(C)]
pub(super) struct EpOps {
    pub(super) size: usize,
    cancel: Unused,
    getopt: Unused,
    pub(super) setopt: unsafe extern "C" fn(*mut Fid, c_int, c_int, *const c_void, usize) -> c_int,
}

#[repr(C)]
pub(super) struct CmOps {
    pub(super) size: usize,
    setname: Unused,
    pub(super) getname: unsafe extern "C" fn(*mut Fid, *mut c_void, *mut usize) -> c_int,
}

#[repr(C)]
pub(super) struct MsgOps {
    pub(super) size: usize,
    recv: Unused,
    recvv: Unused,
    pub(super) recvmsg: unsafe extern "C" fn(*mut FidEp, *const Msg, u64) -> isize,
    pub(super) send: unsafe extern "C" fn(
        *mut FidEp,
        *const c_void,
        usize,
        *mut c_void,
        u64,
        *mut c_void,
    ) -> isize,
    sendv: Unused,
    sendmsg: Unused,
    pub(super) inject: unsafe extern "C" fn(*mut FidEp, *const c_void, usize, u64) -> isize,
}

#[repr(C)]
pub(super) struct RmaOps {
    pub(super) size: usize,
    pub(super) read: unsafe extern "C" fn(
        *mut FidEp,
        *mut c_void,
        usize,
        *mut c_void,
        u64,
        u64,
        u64,
        *mut c_void,
    ) -> isize,
}

#[repr(C)]
pub(super) struct Msg {
    pub(super) msg_iov: *const libc::iovec,
    pub(super) desc: *mut *mut c_void,
    pub(super) iov_count: usize,
    pub(super) addr: u64,
    pub(super) context: *mut c_void,
    pub(super) data: u64,
}

#[repr(C)]
pub(super) struct Info {
    pub(super) next: *mut Info,
    pub(super) caps: u64,
    pub(super) mode: u64,
    pub(super) addr_format: u32,
    pub(super) src_addrlen: usize,
    pub(super) dest_addrlen: usize,
    pub(super) src_addr: *mut c_void,
    pub(super) dest_addr: *mut c_void,
    pub(super) handle: *mut Fid,
    pub(super) tx_attr: *mut TxAttr,
    pub(super) rx_attr: *mut RxAttr,
    pub(super) ep_attr: *mut EpAttr,
    pub(super) domain_attr: *mut DomainAttr,
    pub(super) fabric_attr: *mut FabricAttr,
}

#[repr(C)]
pub(super) struct TxAttr {
    pub(super) caps: u64,
    pub(super) mode: u64,
    pub(super) op_flags: u64,
    pub(super) msg_order: u64,
    pub(super) comp_order: u64,
    pub(super) inject_size: usize,
    pub(super) size: usize,
}

#[repr(C)]
pub(super) struct RxAttr {
    pub(super) caps: u64,
    pub(super) mode: u64,
    pub(super) op_flags: u64,
    pub(super) msg_order: u64,
    pub(super) comp_order: u64,
    pub(super) total_buffered_recv: usize,
    pub(super) size: usize,
}

#[repr(C)]
pub(super) struct EpAttr {
    pub(super) kind: c_int,
    pub(super) protocol: u32,
    pub(super) protocol_version: u32,
    pub(super) max_msg_size: usize,
}

#[repr(C)]
pub(super) struct DomainAttr {
    pub(super) domain: *mut FidDomain,
    pub(super) name: *mut c_char,
    pub(super) threading: c_int,
    pub(super) control_progress: c_int,
    pub(super) data_progress: c_int,
    pub(super) resource_mgmt: c_int,
    pub(super) av_type: c_int,
    pub(super) mr_mode: c_int,
    pub(super) mr_key_size: usize,
}

#[repr(C)]
pub(super) struct FabricAttr {
    pub(super) fabric: *mut FidFabric,
    pub(super) name: *mut c_char,
    pub(super) prov_name: *mut c_char,
}

/// All zero: as the provider likes it.
#[repr(C)]
pub(super) struct AvAttr {
    pub(super) kind: c_int,
    pub(super) rx_ctx_bits: c_int,
    pub(super) count: usize,
    pub(super) ep_per_node: usize,
    pub(super) name: *const c_char,
    pub(super) map_addr: *mut c_void,
    pub(super) flags: u64,
}

#[repr(C)]
pub(super) struct CqAttr {
    pub(super) size: usize,
    pub(super) flags: u64,
    pub(super) format: c_int,
    pub(super) wait_obj: c_int,
    pub(super) signaling_vector: c_int,
    pub(super) wait_cond: c_int,
    pub(super) wait_set: *mut c_void,
}

/// A completion in `FI_CQ_FORMAT_DATA`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct CqEntry {
    pub(super) op_context: *mut c_void,
    pub(super) flags: u64,
    pub(super) len: usize,
    pub(super) buf: *mut c_void,
    pub(super) data: u64,
}

impl CqEntry {
    pub(super) const EMPTY: CqEntry = CqEntry {
        op_context: std::ptr::null_mut(),
        flags: 0,
        len: 0,
        buf: std::ptr::null_mut(),
        data: 0,
    };
}

#[repr(C)]
pub(super) struct CqErrEntry {
    pub(super) op_context: *mut c_void,
    pub(super) flags: u64,
    pub(super) len: usize,
    pub(super) buf: *mut c_void,
    pub(super) data: u64,
    pub(super) tag: u64,
    pub(super) olen: usize,
    pub(super) err: c_int,
    pub(super) prov_errno: c_int,
    pub(super) err_data: *mut c_void,
    pub(super) err_data_size: usize,
    /// Later versions tell more.
    pub(super) beyond: [u64; 8],
}

/// What the provider notes of an operation under way (`FI_CONTEXT2`).
#[repr(C)]
pub(super) struct Context {
    internal: [*mut c_void; 8],
}
