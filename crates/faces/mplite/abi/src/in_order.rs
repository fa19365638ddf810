//! What all processes write, or go through, in their order; and lines of the log.

use crate::files::refuse;
use crate::library::{must, process};
use crate::pointer::{text, text_bytes};
use crate::stdio::{self, CFile};
use std::ffi::{c_char, c_int};
use std::sync::atomic::{AtomicBool, Ordering};

/// Messages in the order of processes.
pub(crate) const IN_ORDER: u8 = 0;
const TOKEN: u8 = 1;

/// Writes the texts of all processes, in their order, into a file of process 0.
pub(crate) fn print_in_order(file: *mut CFile, own: &[u8]) {
    let process = process();
    if process.node() != 0 {
        return must(process.send_any_length(own, 0, IN_ORDER));
    }
    if file.is_null() {
        refuse("MP_nofprintf: process 0 has no file".into());
    }
    stdio::write(file, own);
    for node in 1..process.size() {
        stdio::write(file, &must(process.recv_any_length(node, IN_ORDER)));
    }
}

/// `MP_Print_In_Order`: the texts of all processes, in their order, written by process 0.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Print_In_Order(file: *mut CFile, line: *const c_char) {
    print_in_order(file, text_bytes(line));
}

/// A token was passed to process 0 by the last one, and not taken.
static HAS_GONE_ROUND: AtomicBool = AtomicBool::new(false);

/// Waits until the processes before this one have passed the token on. Where they have stopped in their file;
/// `None`: nowhere.
pub(crate) fn take_token() -> Option<i64> {
    let (me, size) = (process().node(), process().size());
    let is_first = me == 0 && !HAS_GONE_ROUND.swap(true, Ordering::AcqRel);
    if size == 1 || is_first {
        return None;
    }
    let token = must(process().recv_any_length((me + size - 1) % size, TOKEN));
    let position = token.try_into().map_or(-1, i64::from_ne_bytes);
    (position >= 0).then_some(position)
}

/// Passes it on, with the place where this process has stopped.
pub(crate) fn pass_token(position: Option<i64>) {
    let (me, size) = (process().node(), process().size());
    if size > 1 {
        let token = position.unwrap_or(-1).to_ne_bytes();
        must(process().send_any_length(&token, (me + 1) % size, TOKEN));
    }
}

/// `MP_Get_Token`: waits until the processes before this one have passed it on, and goes on in the file where
/// they have stopped.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Get_Token(file: *mut CFile) {
    let position = take_token();
    if let (Some(position), false) = (position, file.is_null()) {
        stdio::go_to(file, position);
    }
}

/// `MP_Pass_Token`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Pass_Token(file: *mut CFile) {
    let position = (!file.is_null()).then(|| {
        stdio::flush(file);
        stdio::position(file)
    });
    pass_token(position);
}

/// `MP_Log`: a line for the log, from a debug level on.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Log(level: c_int, line: *const c_char) {
    if crate::trace::debug() >= level {
        process().journal().note(text(line).trim_end());
    }
}
