//! The interface in Rust's words; field by field as in `include/ferry_method.h`.

use ferry_method::{HandlerId, Header, StreamId};
use std::ffi::{c_char, c_void};

/// The version of the interface.
pub(crate) const INTERFACE: u32 = 1;
/// Most bytes of a descriptor.
pub(crate) const DESCRIPTOR_MAX: usize = 256;
/// Bytes of explanations.
pub(crate) const TEXT_MAX: usize = 256;

/// Results of functions.
pub(crate) mod result {
    pub(crate) const AGAIN: i32 = 1;
    pub(crate) const UNKNOWN_PEER: i32 = -1;
    pub(crate) const UNREACHABLE: i32 = -2;
    pub(crate) const LOST: i32 = -3;
    pub(crate) const NONSENSE: i32 = -4;
    pub(crate) const BAD_DESCRIPTOR: i32 = -5;
    pub(crate) const CONFIGURATION: i32 = -6;
    pub(crate) const UNSUPPORTED: i32 = -7;
}

#[repr(C)]
pub(crate) struct CIdentity {
    pub(crate) job: u64,
    pub(crate) me: u32,
    pub(crate) size: u32,
    pub(crate) secret: [u8; 32],
    pub(crate) host: *const c_char,
}

#[repr(C)]
pub(crate) struct COption {
    pub(crate) name: *const c_char,
    pub(crate) value: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CAttributes {
    pub(crate) scope: u32,
    pub(crate) flags: u32,
    pub(crate) latency_ns: u64,
    pub(crate) bandwidth: f64,
    pub(crate) eager_limit: u64,
    pub(crate) fragment: u64,
    pub(crate) max_frame: u64,
    pub(crate) streams: u32,
    pub(crate) reserved: u32,
    pub(crate) poll_cost_ns: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct CHeader {
    handler: u8,
    flags: u8,
    stream: u16,
    reserved: u32,
    bits: u64,
    words: [u64; 2],
}

impl From<&Header> for CHeader {
    fn from(h: &Header) -> Self {
        let (handler, stream) = (h.handler.0, h.stream.0);
        CHeader { handler, flags: h.flags, stream, reserved: 0, bits: h.bits, words: h.words }
    }
}

impl From<&CHeader> for Header {
    fn from(h: &CHeader) -> Self {
        let (handler, stream) = (HandlerId(h.handler), StreamId(h.stream));
        Header { handler, flags: h.flags, stream, bits: h.bits, words: h.words }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct CCounters {
    pub(crate) frames_sent: u64,
    pub(crate) bytes_sent: u64,
    pub(crate) frames_received: u64,
    pub(crate) bytes_received: u64,
    pub(crate) refused: u64,
    pub(crate) peers: u64,
}

#[repr(C)]
pub(crate) struct CSink {
    pub(crate) context: *mut c_void,
    pub(crate) frame: unsafe extern "C" fn(*mut c_void, u32, *const CHeader, *const c_void, usize),
    pub(crate) begin:
        unsafe extern "C" fn(*mut c_void, u32, *const CHeader, usize, *mut u64) -> *mut c_void,
    pub(crate) finish: unsafe extern "C" fn(*mut c_void, u32, u64),
    pub(crate) lost: unsafe extern "C" fn(*mut c_void, u32, i32, *const c_char),
    pub(crate) departed: unsafe extern "C" fn(*mut c_void, u32),
}

type Instance = *mut c_void;

macro_rules! table {
    ($($name:ident: ($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// The table as a module presents it.
        #[repr(C)]
        pub(crate) struct ModuleTable {
            pub(crate) interface: u32,
            pub(crate) size: u32,
            pub(crate) name: *const c_char,
            $($name: Option<unsafe extern "C" fn($($argument),*) $(-> $result)?>,)*
        }

        /// The functions of a table in which none is missing.
        #[derive(Clone, Copy)]
        pub(crate) struct Functions {
            $(pub(crate) $name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl ModuleTable {
            /// The functions, or the name of the first that is missing.
            pub(crate) fn functions(&self) -> Result<Functions, &'static str> {
                Ok(Functions { $($name: self.$name.ok_or(stringify!($name))?,)* })
            }
        }
    };
}

table! {
    open: (*const CIdentity, *const COption, usize, *mut Instance, *mut c_char) -> i32;
    free: (Instance);
    attributes: (Instance, *mut CAttributes);
    descriptor: (Instance, *mut u8, usize) -> i32;
    applicable: (Instance, *const u8, usize, *mut c_char) -> i32;
    attach: (Instance, u32, *const u8, usize, *mut c_char) -> i32;
    send: (Instance, u32, *const CHeader, *const c_void, usize, *mut u64, *mut c_char) -> i32;
    poll: (Instance, u64, *const CSink) -> i32;
    tune: (Instance, u32, *const c_char, *const c_char, *mut c_char) -> i32;
    wait_fd: (Instance) -> i32;
    arm: (Instance) -> i32;
    disarm: (Instance);
    counters: (Instance, *mut CCounters);
    pending_output: (Instance) -> i32;
    describe: (Instance, u32, *mut c_char, usize) -> i32;
    close: (Instance, u64, *const CSink) -> i32;
}
