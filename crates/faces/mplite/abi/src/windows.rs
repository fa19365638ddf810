//! Reading and writing the memory of other processes.

use crate::library::{end, must, process};
use crate::messages::members;
use crate::pointer::{memory, place};
use crate::trace::traced;
use ferry_mplite::{AccumulateKind, LockKind, MpLiteError, RemoteElement, WindowNumber};
use std::ffi::{c_int, c_void};

/// Bytes of an element, as a program gives them.
fn unit(disp_unit: c_int) -> usize {
    usize::try_from(disp_unit).unwrap_or(0)
}

/// `MP_Win_create`: of memory that the program has.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Win_create(
    base: *mut c_void,
    size: c_int,
    disp_unit: c_int,
    win: *mut c_int,
) -> c_int {
    let made = process().win_create(memory(base, size, 1), unit(disp_unit));
    *place(win) = must(made).0;
    0
}

/// `MP_shMalloc`: of memory that goes with the window.
#[unsafe(no_mangle)]
pub extern "C" fn MP_shMalloc(
    base: *mut *mut c_void,
    size: c_int,
    disp_unit: c_int,
    win: *mut c_int,
) -> c_int {
    let bytes = usize::try_from(size).unwrap_or_else(|_| end(&MpLiteError::BadLength(size.into())));
    let (memory, window) = must(process().win_allocate(bytes, unit(disp_unit)));
    *place(base) = std::ptr::with_exposed_provenance_mut(memory.address(0));
    *place(win) = window.0;
    0
}

/// `MP_Win_free`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Win_free(win: *mut c_int) -> c_int {
    let win = place(win);
    must(process().win_free(WindowNumber(*win)));
    *win = -1;
    0
}

/// `MP_Win_fence`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Win_fence(win: c_int) {
    let _call = traced("MP_Win_fence", || win.to_string());
    must(process().win_fence(WindowNumber(win)));
}

/// `MP_Win_start`: begins to access the memory of those in the mask.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Win_start(group: *const c_int, win: c_int) {
    must(process().win_start(&members(group), WindowNumber(win)));
}

/// `MP_Win_complete`: ends it.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Win_complete(win: c_int) {
    must(process().win_complete(WindowNumber(win)));
}

/// `MP_Win_post`: opens this process's memory to those in the mask.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Win_post(group: *const c_int, win: c_int) {
    must(process().win_post(&members(group), WindowNumber(win)));
}

/// `MP_Win_wait`: until they have ended their access.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Win_wait(win: c_int) {
    must(process().win_wait(WindowNumber(win)));
}

/// `MP_Win_test`: whether they have.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Win_test(win: c_int, flag: *mut c_int) {
    *place(flag) = c_int::from(must(process().win_test(WindowNumber(win))));
}

fn lock(kind: LockKind, rank: c_int, win: c_int) {
    let node = must(process().node_of(rank, "Lock of"));
    must(process().win_lock(kind, node, WindowNumber(win)));
}

/// `MP_Win_lock_exclusive`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Win_lock_exclusive(rank: c_int, win: c_int) {
    lock(LockKind::Exclusive, rank, win);
}

/// `MP_Win_lock_shared`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Win_lock_shared(rank: c_int, win: c_int) {
    lock(LockKind::Shared, rank, win);
}

/// `MP_Win_lock`: 1 is shared, 2 exclusive.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Win_lock(kind: c_int, rank: c_int, win: c_int) {
    match kind {
        1 => lock(LockKind::Shared, rank, win),
        2 => lock(LockKind::Exclusive, rank, win),
        _ => end(&MpLiteError::Links(format!("MP_Win_lock knows no kind {kind}, but 1 and 2"))),
    }
}

/// `MP_Win_unlock`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Win_unlock(rank: c_int, win: c_int) {
    let node = must(process().node_of(rank, "Unlock of"));
    must(process().win_unlock(node, WindowNumber(win)));
}

/// Whose memory, where; and the bytes of its elements.
fn remote(node: c_int, element: c_int, win: c_int) -> (RemoteElement, usize) {
    let node = must(process().node_of(node, "Access to"));
    let window = WindowNumber(win);
    let unit = must(process().unit_of(window, node));
    (RemoteElement { window, node, element }, unit)
}

/// `MP_Put`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Put(buf: *mut c_void, nelts: c_int, dest: c_int, dest_off: c_int, win: c_int) {
    let (to, unit) = remote(dest, dest_off, win);
    let _call = traced("MP_Put", || format!("& {nelts} {dest} {dest_off} {win}"));
    must(process().put(memory(buf, nelts, unit), to));
}

/// `MP_APut`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_APut(
    buf: *mut c_void,
    nelts: c_int,
    dest: c_int,
    dest_off: c_int,
    win: c_int,
    mid: *mut c_int,
) {
    let (to, unit) = remote(dest, dest_off, win);
    *place(mid) = must(process().put_begin(memory(buf, nelts, unit), to)).0;
}

/// `MP_Get`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Get(buf: *mut c_void, nelts: c_int, src: c_int, src_off: c_int, win: c_int) {
    let (from, unit) = remote(src, src_off, win);
    let _call = traced("MP_Get", || format!("& {nelts} {src} {src_off} {win}"));
    must(process().get(memory(buf, nelts, unit), from));
}

/// `MP_AGet`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_AGet(
    buf: *mut c_void,
    nelts: c_int,
    src: c_int,
    src_off: c_int,
    win: c_int,
    mid: *mut c_int,
) {
    let (from, unit) = remote(src, src_off, win);
    *place(mid) = must(process().get_begin(memory(buf, nelts, unit), from)).0;
}

fn kind(op_type: c_int) -> AccumulateKind {
    AccumulateKind::of_number(op_type).unwrap_or_else(|| {
        end(&MpLiteError::Links(format!("MP_Accumulate knows no operation {op_type}, but 0 to 11")))
    })
}

/// `MP_Accumulate`: the operation of a number from 0 to 11.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Accumulate(
    buf: *mut c_void,
    nelts: c_int,
    dest: c_int,
    dest_off: c_int,
    op_type: c_int,
    win: c_int,
) {
    let (to, unit) = remote(dest, dest_off, win);
    must(process().accumulate(memory(buf, nelts, unit), kind(op_type), to));
}

/// `MP_AAccumulate`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_AAccumulate(
    buf: *mut c_void,
    nelts: c_int,
    dest: c_int,
    dest_off: c_int,
    op_type: c_int,
    win: c_int,
    mid: *mut c_int,
) {
    let (to, unit) = remote(dest, dest_off, win);
    let begun = process().accumulate_begin(memory(buf, nelts, unit), kind(op_type), to);
    *place(mid) = must(begun).0;
}

/// An operation of a type.
macro_rules! typed {
    ($number:expr, $name:ident, $begun:ident) => {
        #[doc = concat!("`", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(buf: *mut c_void, n: c_int, dest: c_int, off: c_int, win: c_int) {
            let kind = kind($number);
            let (to, _) = remote(dest, off, win);
            must(process().accumulate(memory(buf, n, kind.size()), kind, to));
        }

        #[doc = concat!("`", stringify!($begun), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $begun(
            buf: *mut c_void,
            n: c_int,
            dest: c_int,
            off: c_int,
            win: c_int,
            mid: *mut c_int,
        ) {
            let kind = kind($number);
            let (to, _) = remote(dest, off, win);
            let begun = process().accumulate_begin(memory(buf, n, kind.size()), kind, to);
            *place(mid) = must(begun).0;
        }
    };
}

typed!(0, MP_dSumAccumulate, MP_AdSumAccumulate);
typed!(1, MP_iSumAccumulate, MP_AiSumAccumulate);
typed!(2, MP_fSumAccumulate, MP_AfSumAccumulate);
typed!(3, MP_dMaxAccumulate, MP_AdMaxAccumulate);
typed!(4, MP_iMaxAccumulate, MP_AiMaxAccumulate);
typed!(5, MP_fMaxAccumulate, MP_AfMaxAccumulate);
typed!(6, MP_dMinAccumulate, MP_AdMinAccumulate);
typed!(7, MP_iMinAccumulate, MP_AiMinAccumulate);
typed!(8, MP_fMinAccumulate, MP_AfMinAccumulate);
typed!(9, MP_dReplaceAccumulate, MP_AdReplaceAccumulate);
typed!(10, MP_iReplaceAccumulate, MP_AiReplaceAccumulate);
typed!(11, MP_fReplaceAccumulate, MP_AfReplaceAccumulate);
