//! What all processes, or those of a mask, do together.

use crate::library::{must, process};
use crate::messages::members;
use crate::pointer::memory;
use crate::trace::traced;
use ferry_mplite::Participants;
use std::ffi::{c_int, c_void};

fn everybody() -> Participants {
    Participants::all(process().size())
}

fn broadcast(data: *mut c_void, count: c_int, size: usize, root: c_int, members: &Participants) {
    let memory = memory(data, count, size);
    let root = must(process().node_of(root, "Broadcast from"));
    let _call = traced("MP_Bcast", || format!("& {} {root}", memory.len()));
    must(process().broadcast(memory, root, members));
}

/// The caller's part lies at its place already.
fn gather(data: *mut c_void, count: c_int, size: usize, members: &Participants) {
    let parts = c_int::try_from(members.len()).unwrap_or(c_int::MAX);
    let all = count.checked_mul(parts).unwrap_or(-1);
    let _call = traced("MP_Gather", || format!("& {all}"));
    must(process().gather(memory(data, all, size), members));
}

/// The calls of a type.
macro_rules! typed {
    ($size:expr, $bcast0:ident, $bcast:ident, $bcast_masked:ident, $gather:ident, $gather_masked:ident) => {
        #[doc = concat!("`", stringify!($bcast0), "`: from process 0.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $bcast0(buf: *mut c_void, count: c_int) {
            broadcast(buf, count, $size, 0, &everybody());
        }

        #[doc = concat!("`", stringify!($bcast), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $bcast(buf: *mut c_void, count: c_int, root: c_int) {
            broadcast(buf, count, $size, root, &everybody());
        }

        #[doc = concat!("`", stringify!($bcast_masked), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $bcast_masked(
            buf: *mut c_void,
            count: c_int,
            root: c_int,
            mask: *const c_int,
        ) {
            broadcast(buf, count, $size, root, &members(mask));
        }

        #[doc = concat!("`", stringify!($gather), "`: each process's part comes to all.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $gather(vec: *mut c_void, count: c_int) {
            gather(vec, count, $size, &everybody());
        }

        #[doc = concat!("`", stringify!($gather_masked), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $gather_masked(vec: *mut c_void, count: c_int, mask: *const c_int) {
            gather(vec, count, $size, &members(mask));
        }
    };
}

typed!(1, MP_Broadcast, MP_Bcast, MP_Bcast_masked, MP_Gather, MP_Gather_masked);
typed!(8, MP_dBroadcast, MP_dBcast, MP_dBcast_masked, MP_dGather, MP_dGather_masked);
typed!(4, MP_iBroadcast, MP_iBcast, MP_iBcast_masked, MP_iGather, MP_iGather_masked);
typed!(4, MP_fBroadcast, MP_fBcast, MP_fBcast_masked, MP_fGather, MP_fGather_masked);

/// `MP_Sync`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Sync() {
    let _call = traced("MP_Sync", String::new);
    must(process().sync());
}

/// `MP_SShift`: sends to one process what is as long as what comes from another.
#[unsafe(no_mangle)]
pub extern "C" fn MP_SShift(
    buf_out: *mut c_void,
    dest: c_int,
    buf_in: *mut c_void,
    src: c_int,
    nbytes: c_int,
) {
    let process = process();
    let to = must(process.node_of(dest, "Send to"));
    let from = must(process.node_of(src, "Recv from"));
    must(process.shift(memory(buf_out, nbytes, 1), to, memory(buf_in, nbytes, 1), from));
}
