//! How long the parts of a program take.

use crate::library::{must, process, times, warn};
use crate::pointer::text;
use crate::trace::debug;
use ferry_mplite::{BlockReport, Participants, ReductionKind};
use ferry_sys::OwnedBuffer;
use std::ffi::{c_char, c_int, c_void};
use std::time::Duration;

fn now() -> Duration {
    process().clock().now()
}

/// `MP_Enter`: a block begins.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Enter(name: *const c_char) {
    let name = text(name);
    if debug() == 1 {
        must(process().sync());
        ferry_sys::tell(&format!("-->ENTER {name}"));
    }
    let slip = times().get_or_insert_default().enter(&name, now()).err();
    slip.into_iter().for_each(warn);
}

/// `MP_Leave`: the block entered last ends; in it so many operations were done, or bytes moved if negative.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Leave(nflops: f64) {
    let slip = times().get_or_insert_default().leave(nflops, now()).err();
    slip.into_iter().for_each(warn);
    if debug() == 1 {
        must(process().sync());
        ferry_sys::tell("<--leave");
    }
}

/// `MP_Reset_Time`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Reset_Time() {
    times().get_or_insert_default().reset(now());
}

/// `MP_Zero_Time`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Zero_Time(name: *const c_char) {
    times().get_or_insert_default().zero(&text(name));
}

/// `MP_Get_Time`: seconds in a block.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Get_Time(name: *const c_char) -> f64 {
    times().get_or_insert_default().seconds(&text(name))
}

/// `MP_Get_Flops`: operations of a block.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Get_Flops(name: *const c_char) -> f64 {
    times().get_or_insert_default().operations_of(&text(name))
}

/// `MP_Myflops`: operations of this process.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Myflops() -> f64 {
    times().get_or_insert_default().operations()
}

/// The operations of all processes.
fn operations_of_all(own: f64) -> f64 {
    let sum = OwnedBuffer::new(size_of::<f64>());
    let memory = sum.arena(size_of::<f64>());
    memory.write(0, 8).as_mut_slice().copy_from_slice(&own.to_ne_bytes());
    let process = process();
    must(process.reduce::<f64>(memory, ReductionKind::Sum, &Participants::all(process.size())));
    let bytes = memory.read(0, 8).as_slice().try_into().unwrap_or_default();
    f64::from_ne_bytes(bytes)
}

/// `MP_Time_Report`: process 0 writes a table into a file.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Time_Report(file: *const c_char) {
    MD_Time_Report(file, 1);
}

/// `MD_Time_Report`: the same for each of so many steps.
#[unsafe(no_mangle)]
pub extern "C" fn MD_Time_Report(file: *const c_char, nsteps: c_int) {
    let own = times().get_or_insert_default().operations();
    let (operations, size) = (operations_of_all(own), process().size());
    if process().node() != 0 {
        return;
    }
    let steps = u32::try_from(nsteps).unwrap_or(1).max(1);
    let report = BlockReport { operations, size, steps };
    let (name, table) = (text(file), times().get_or_insert_default().report(&report));
    if let Err(why) = std::fs::write(&name, table) {
        warn(format_args!("the times were not written to {name}: {why}"));
    }
}

/// `MP_memcpy`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_memcpy(dest: *mut c_void, src: *const c_void, nbytes: c_int) {
    MP_memmove(dest, src, nbytes);
}

/// `MP_memmove`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_memmove(dest: *mut c_void, src: *const c_void, nbytes: c_int) {
    let to = crate::pointer::memory(dest, nbytes, 1);
    crate::pointer::memory(src.cast_mut(), nbytes, 1).copy(0, &to, 0, to.len());
}
