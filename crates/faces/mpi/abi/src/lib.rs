//! What the C functions of MPI do, for the front ends that export them: that of the standard ABI and those of other
//! MPIs' ABIs, each a crate of its own.
//!
//! The way of a call: a front end holds one thin wrapper for each C function, which checks what
//! the kinds of its parameters demand ([`check`]) and calls the function of the same name in
//! [`calls`]; [`entry`] runs it and hands errors to the error handler of its object. The int form
//! and the `_c` form of a procedure share one implementation. The ways in which ABIs differ and that are met at
//! every message are traits: `ferry_mpi::request::RequestForm` and [`convert::StatusForm`].
// Lines for people go out in one piece: `ferry_sys::tell`.
#![deny(clippy::print_stderr)]

#[cfg(not(target_pointer_width = "64"))]
compile_error!("Ferry's C library is written for targets with 64-bit pointers");

pub mod callback;
pub mod calls;
pub mod check;
pub mod convert;
pub mod entry;
pub mod types;
