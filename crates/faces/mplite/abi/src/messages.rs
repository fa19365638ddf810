//! Messages from one process to another.

use crate::library::{must, process};
use crate::pointer::{array, memory, place, places};
use crate::trace::traced;
use ferry_mplite::{MessageNumber, MpLite, Wanted};
use std::ffi::{c_int, c_void};

fn wanted(process: &MpLite, source: c_int, tag: c_int) -> Wanted {
    let node = (source != -1).then(|| must(process.node_of(source, "Recv from")));
    Wanted { node, tag: (tag >= 0).then_some(tag) }
}

fn send(data: *mut c_void, count: c_int, size: usize, dest: c_int, tag: c_int) {
    let (process, memory) = (process(), memory(data, count, size));
    let to = must(process.node_of(dest, "Send to"));
    let _call = traced("MP_Send", || format!("& {} {dest} {tag}", memory.len()));
    must(process.send(memory.read(0, memory.len()), to, tag));
}

fn send_begin(
    data: *mut c_void,
    (count, size): (c_int, usize),
    (dest, tag): (c_int, c_int),
    msg_id: *mut c_int,
) {
    let (process, memory) = (process(), memory(data, count, size));
    let to = must(process.node_of(dest, "Send to"));
    let _call = traced("MP_ASend", || format!("& {} {dest} {tag}", memory.len()));
    *place(msg_id) = must(process.send_begin(memory.read(0, memory.len()), to, tag)).0;
}

fn recv(data: *mut c_void, count: c_int, size: usize, source: c_int, tag: c_int) {
    let memory = memory(data, count, size);
    let _call = traced("MP_Recv", || format!("& {} {source} {tag}", memory.len()));
    let process = process();
    must(process.recv(memory.write(0, memory.len()), wanted(process, source, tag)));
}

fn recv_begin(
    data: *mut c_void,
    (count, size): (c_int, usize),
    (source, tag): (c_int, c_int),
    msg_id: *mut c_int,
) {
    let memory = memory(data, count, size);
    let _call = traced("MP_ARecv", || format!("& {} {source} {tag}", memory.len()));
    let (process, memory) = (process(), memory.write(0, memory.len()));
    *place(msg_id) = must(process.recv_begin(memory, wanted(process, source, tag))).0;
}

/// The four calls of a type.
macro_rules! typed {
    ($size:expr, $send:ident, $recv:ident, $asend:ident, $arecv:ident) => {
        #[doc = concat!("`", stringify!($send), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $send(buf: *mut c_void, count: c_int, dest: c_int, tag: c_int) {
            send(buf, count, $size, dest, tag);
        }

        #[doc = concat!("`", stringify!($recv), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $recv(buf: *mut c_void, count: c_int, src: c_int, tag: c_int) {
            recv(buf, count, $size, src, tag);
        }

        #[doc = concat!("`", stringify!($asend), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $asend(
            buf: *mut c_void,
            count: c_int,
            dest: c_int,
            tag: c_int,
            msg_id: *mut c_int,
        ) {
            send_begin(buf, (count, $size), (dest, tag), msg_id);
        }

        #[doc = concat!("`", stringify!($arecv), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $arecv(
            buf: *mut c_void,
            count: c_int,
            src: c_int,
            tag: c_int,
            msg_id: *mut c_int,
        ) {
            recv_begin(buf, (count, $size), (src, tag), msg_id);
        }
    };
}

typed!(1, MP_Send, MP_Recv, MP_ASend, MP_ARecv);
typed!(8, MP_dSend, MP_dRecv, MP_dASend, MP_dARecv);
typed!(4, MP_iSend, MP_iRecv, MP_iASend, MP_iARecv);
typed!(4, MP_fSend, MP_fRecv, MP_fASend, MP_fARecv);

/// `MP_SSend`: returns when the other process receives.
#[unsafe(no_mangle)]
pub extern "C" fn MP_SSend(buf: *mut c_void, nbytes: c_int, dest: c_int, tag: c_int) {
    let (process, memory) = (process(), memory(buf, nbytes, 1));
    let to = must(process.node_of(dest, "Send to"));
    must(process.send_synchronously(memory.read(0, memory.len()), to, tag));
}

/// `MP_SRecv`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_SRecv(buf: *mut c_void, nbytes: c_int, src: c_int, tag: c_int) {
    recv(buf, nbytes, 1, src, tag);
}

/// `MP_Wait`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Wait(msg_id: *mut c_int) {
    let id = place(msg_id);
    let number = *id;
    let _call = traced("MP_Wait", || number.to_string());
    must(process().wait(MessageNumber(*id)));
    *id = MessageNumber::OVER.0;
}

/// `MP_Block`: waits until a send has left, without a copy.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Block(msg_id: *mut c_int) {
    let _call = traced("MP_Block", || place(msg_id).to_string());
    must(process().block(MessageNumber(*place(msg_id))));
}

/// `MP_Test`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Test(msg_id: *mut c_int, flag: *mut c_int) -> c_int {
    let (id, flag) = (place(msg_id), place(flag));
    let is_over = must(process().test(MessageNumber(*id)));
    if is_over {
        *id = MessageNumber::OVER.0;
    }
    *flag = c_int::from(is_over);
    *flag
}

/// `MP_Testall`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Testall(count: c_int, msg_ids: *mut c_int, flag: *mut c_int) -> c_int {
    let (ids, flag) = (places(msg_ids, usize::try_from(count).unwrap_or(0)), place(flag));
    let numbers: Vec<MessageNumber> = ids.iter().map(|id| MessageNumber(*id)).collect();
    let are_over = must(process().test_all(&numbers));
    if are_over {
        ids.fill(MessageNumber::OVER.0);
    }
    *flag = c_int::from(are_over);
    0
}

/// `MP_AProbe`: whether a message of at most so many bytes is there.
#[unsafe(no_mangle)]
pub extern "C" fn MP_AProbe(nbytes: c_int, source: c_int, tag: c_int, flag: *mut c_int) -> c_int {
    let most = usize::try_from(nbytes).unwrap_or(0);
    let found = process().probe(most, wanted(process(), source, tag));
    *place(flag) = c_int::from(found.is_some());
    c_int::from(found.is_some())
}

/// `MP_Probe`: waits for a message of at most so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Probe(nbytes: c_int, source: c_int, tag: c_int) -> c_int {
    let most = usize::try_from(nbytes).unwrap_or(0);
    must(process().await_message(most, wanted(process(), source, tag)));
    0
}

/// `MP_Get_Last_Tag`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Get_Last_Tag(tag: *mut c_int) {
    *place(tag) = process().last().tag;
}

/// `MP_Get_Last_Source`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Get_Last_Source(src: *mut c_int) {
    *place(src) = process().last().node as c_int;
}

/// `MP_Get_Last_Size`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Get_Last_Size(nbytes: *mut c_int) {
    *place(nbytes) = process().last().bytes as c_int;
}

/// Which processes a mask names.
pub(crate) fn members(mask: *const c_int) -> ferry_mplite::Participants {
    ferry_mplite::Participants::of_mask(array(mask, process().size() as usize))
}
