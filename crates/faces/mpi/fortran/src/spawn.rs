//! Spawning: commands and their arguments are arrays of texts, which count at the root alone (MPI-5.0 §11.8).
#![allow(clippy::missing_safety_doc, clippy::too_many_arguments)]

use core::ffi::{c_char, c_int};
use std::ffi::CString;

use crate::error::give;
use crate::generated::c::*;
use crate::generated::constants::MPI_SUCCESS;
use crate::handles::{CHandle, Handles, comm, info, length};
use crate::sentinels::{error_codes, is_no_argv};
use crate::text::{letters, text};

/// Texts in C's form: addresses behind which there are zeros, and a null address at the end.
struct Texts {
    /// What the addresses are of.
    _texts: Vec<CString>,
    addresses: Vec<*mut c_char>,
}

impl Texts {
    fn new(texts: Vec<CString>) -> Texts {
        let mut addresses: Vec<*mut c_char> =
            texts.iter().map(|text| text.as_ptr().cast_mut()).collect();
        addresses.push(core::ptr::null_mut());
        Texts { _texts: texts, addresses }
    }

    /// A list of Fortran's: `len` letters each, `apart` of them from one to the next, a blank one at the end.
    unsafe fn list(first: *const c_char, len: usize, apart: usize) -> Texts {
        let mut texts = Vec::new();
        // SAFETY: the program's list ends with a blank text.
        unsafe {
            let mut next = first;
            while len > 0 && !letters(next, len).is_empty() {
                texts.push(text(next, len));
                next = next.add(apart * len);
            }
        }
        Texts::new(texts)
    }

    fn as_mut_ptr(&mut self) -> *mut *mut c_char {
        self.addresses.as_mut_ptr()
    }
}

unsafe fn is_root(group: CHandle, root: c_int) -> bool {
    let mut rank = -1;
    // SAFETY: a place of this function's.
    unsafe { PMPI_Comm_rank(group, &mut rank) == MPI_SUCCESS && rank == root }
}

/// `MPI_COMM_SPAWN`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_spawn_(
    command: *mut c_char,
    argv: *mut c_char,
    maxprocs: *mut c_int,
    hints: *mut c_int,
    root: *mut c_int,
    group: *mut c_int,
    intercomm: *mut c_int,
    codes: *mut c_int,
    ierror: *mut c_int,
    command_len: usize,
    argv_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let group = comm::c(*group);
        let reads = is_root(group, *root);
        let command = text(command, if reads { command_len } else { 0 });
        let none = !reads || is_no_argv(argv);
        let mut list = Texts::list(argv, if none { 0 } else { argv_len }, 1);
        let (maxprocs, hints) =
            if reads { (*maxprocs, info::c(*hints)) } else { (0, info::null()) };
        let mut handle = comm::null();
        let command = command.as_ptr().cast_mut();
        let (argv, codes) = (list.as_mut_ptr(), error_codes(codes));
        let place = &mut handle;
        let code = PMPI_Comm_spawn(command, argv, maxprocs, hints, *root, group, place, codes);
        if code == MPI_SUCCESS {
            *intercomm = comm::fortran(handle);
        }
        give(ierror, code);
    }
}

/// `MPI_COMM_SPAWN_MULTIPLE`: the arguments of a command are a row of the table, whose columns come first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_comm_spawn_multiple_(
    count: *mut c_int,
    commands: *mut c_char,
    argvs: *mut c_char,
    maxprocs: *mut c_int,
    hints: *mut c_int,
    root: *mut c_int,
    group: *mut c_int,
    intercomm: *mut c_int,
    codes: *mut c_int,
    ierror: *mut c_int,
    commands_len: usize,
    argvs_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let group = comm::c(*group);
        let reads = is_root(group, *root);
        let rows = if reads { length((*count).into()) } else { 0 };
        let count = if reads { *count } else { 0 };
        let names = (0..rows).map(|row| text(commands.add(row * commands_len), commands_len));
        let mut names = Texts::new(names.collect());
        let none = is_no_argv(argvs);
        let lists = (0..rows).map(|row| match none {
            true => Texts::new(Vec::new()),
            false => Texts::list(argvs.add(row * argvs_len), argvs_len, rows),
        });
        let mut lists: Vec<Texts> = lists.collect();
        let mut argvs: Vec<*mut *mut c_char> = lists.iter_mut().map(Texts::as_mut_ptr).collect();
        let mut hints = Handles::from(hints, rows, info::c);
        let mut handle = comm::null();
        let code = PMPI_Comm_spawn_multiple(
            count,
            names.as_mut_ptr(),
            argvs.as_mut_ptr(),
            maxprocs,
            hints.as_mut_ptr(),
            *root,
            group,
            &mut handle,
            error_codes(codes),
        );
        if code == MPI_SUCCESS {
            *intercomm = comm::fortran(handle);
        }
        give(ierror, code);
    }
}
