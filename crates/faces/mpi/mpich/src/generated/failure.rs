//! Fault tolerance, as it is pending for the next standard (MPI-5.0 §9). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_ack_failed(
    comm: CommHandle,
    num_to_ack: c_int,
    num_acked: *mut c_int,
) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPIX_Comm_ack_failed", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("num_acked", num_acked)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::comm_ack_failed(comm, num_to_ack, num_acked) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_agree(comm: CommHandle, flag: *mut c_int) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPIX_Comm_agree", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::comm_agree(comm, flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_failure_ack(comm: CommHandle) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPIX_Comm_failure_ack", On::Comm(comm), || {
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::comm_failure_ack(comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_failure_get_acked(
    comm: CommHandle,
    group: *mut GroupHandle,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut group_place = unsafe { HandlePlace::new(group, false, true) };
    let group = group_place.pointer();
    Face::returned(entry("MPIX_Comm_failure_get_acked", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("group", group)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::comm_failure_get_acked(comm, group) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_get_acked(comm: CommHandle, group: *mut GroupHandle) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut group_place = unsafe { HandlePlace::new(group, false, true) };
    let group = group_place.pointer();
    Face::returned(entry("MPIX_Comm_get_acked", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("group", group)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::comm_get_acked(comm, group) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_get_failed(comm: CommHandle, group: *mut GroupHandle) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut group_place = unsafe { HandlePlace::new(group, false, true) };
    let group = group_place.pointer();
    Face::returned(entry("MPIX_Comm_get_failed", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("group", group)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::comm_get_failed(comm, group) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_iagree(
    comm: CommHandle,
    flag: *mut c_int,
    request: *mut RequestHandle,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPIX_Comm_iagree", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("flag", flag)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::comm_iagree(comm, flag, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_is_revoked(comm: CommHandle, flag: *mut c_int) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPIX_Comm_is_revoked", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::comm_is_revoked(comm, flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_ishrink(
    comm: CommHandle,
    newcomm: *mut CommHandle,
    request: *mut RequestHandle,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut request_place = unsafe { HandlePlace::new(request, false, true) };
    let request = request_place.pointer();
    Face::returned(entry("MPIX_Comm_ishrink", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("newcomm", newcomm)?;
        check::pointer("request", request)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::comm_ishrink(comm, newcomm, request) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_revoke(comm: CommHandle) -> c_int {
    let comm = comm.inward();
    Face::returned(entry("MPIX_Comm_revoke", On::Comm(comm), || {
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::comm_revoke(comm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Comm_shrink(comm: CommHandle, newcomm: *mut CommHandle) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newcomm_place = unsafe { HandlePlace::new(newcomm, false, true) };
    let newcomm = newcomm_place.pointer();
    Face::returned(entry("MPIX_Comm_shrink", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("newcomm", newcomm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::comm_shrink(comm, newcomm) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_File_get_failed(fh: FileHandle, group: *mut GroupHandle) -> c_int {
    let fh = fh.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut group_place = unsafe { HandlePlace::new(group, false, true) };
    let group = group_place.pointer();
    Face::returned(entry("MPIX_File_get_failed", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("group", group)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::file_get_failed(fh, group) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_File_is_revoked(fh: FileHandle, flag: *mut c_int) -> c_int {
    let fh = fh.inward();
    Face::returned(entry("MPIX_File_is_revoked", On::File(fh), || {
        check::handle("fh", fh)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::file_is_revoked(fh, flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_File_revoke(fh: FileHandle) -> c_int {
    let fh = fh.inward();
    Face::returned(entry("MPIX_File_revoke", On::File(fh), || {
        check::handle("fh", fh)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::file_revoke(fh) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Win_get_failed(win: WinHandle, group: *mut GroupHandle) -> c_int {
    let win = win.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut group_place = unsafe { HandlePlace::new(group, false, true) };
    let group = group_place.pointer();
    Face::returned(entry("MPIX_Win_get_failed", On::Win(win), || {
        check::handle("win", win)?;
        check::pointer("group", group)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::win_get_failed(win, group) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Win_is_revoked(win: WinHandle, flag: *mut c_int) -> c_int {
    let win = win.inward();
    Face::returned(entry("MPIX_Win_is_revoked", On::Win(win), || {
        check::handle("win", win)?;
        check::pointer("flag", flag)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::win_is_revoked(win, flag) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPIX_Win_revoke(win: WinHandle) -> c_int {
    let win = win.inward();
    Face::returned(entry("MPIX_Win_revoke", On::Win(win), || {
        check::handle("win", win)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::failure::win_revoke(win) }
    }))
}
