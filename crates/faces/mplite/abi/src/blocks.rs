//! Blocks of memory that go from process to process, and those of the C library.

use crate::library::{end, must, process};
use crate::pointer::{memory, place};
use crate::stdio;
use ferry_mplite::{MpLiteError, Wanted};
use std::ffi::{c_int, c_void};

/// A block; the program ends where there is no memory for it.
fn block(nbytes: c_int) -> *mut c_void {
    let bytes =
        usize::try_from(nbytes).unwrap_or_else(|_| end(&MpLiteError::BadLength(nbytes.into())));
    let block = stdio::block(bytes.max(1));
    if block.is_null() {
        end(&MpLiteError::Links(format!("there is no memory for {bytes} bytes")));
    }
    block
}

/// `MP_shmMalloc`: a block to be handed over.
#[unsafe(no_mangle)]
pub extern "C" fn MP_shmMalloc(nbytes: c_int) -> *mut c_void {
    block(nbytes)
}

/// `MP_shmFree`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_shmFree(block: *mut c_void) {
    stdio::release(block);
}

/// `MP_IPSend`: hands a block over: it is not the program's any more.
#[unsafe(no_mangle)]
pub extern "C" fn MP_IPSend(data: *mut c_void, nbytes: c_int, dest: c_int, tag: c_int) {
    let (process, memory) = (process(), memory(data, nbytes, 1));
    let to = must(process.node_of(dest, "Send to"));
    must(process.send(memory.read(0, memory.len()), to, tag));
    stdio::release(data);
}

/// `MP_IPRecv`: takes a block over, to be given back by `MP_Cleanup`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_IPRecv(data: *mut *mut c_void, nbytes: c_int, src: c_int, tag: c_int) {
    let block = block(nbytes);
    let into = memory(block, nbytes, 1);
    let node = (src != -1).then(|| must(process().node_of(src, "Recv from")));
    let wanted = Wanted { node, tag: (tag >= 0).then_some(tag) };
    must(process().recv(into.write(0, into.len()), wanted));
    *place(data) = block;
}

/// `MP_Cleanup`: gives a block back that was received.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Cleanup(block: *mut c_void) {
    stdio::release(block);
}

/// `MP_Malloc`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Malloc(bytes: usize) -> *mut c_void {
    stdio::block(bytes)
}

/// `MP_Calloc`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Calloc(count: usize, bytes: usize) -> *mut c_void {
    stdio::zeroed(count, bytes)
}

/// `MP_Realloc`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Realloc(block: *mut c_void, bytes: usize) -> *mut c_void {
    stdio::resized(block, bytes)
}

/// `MP_Free`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Free(block: *mut c_void) {
    stdio::release(block);
}
