//! MP_Lite for C programs: the functions of `mplite.h`.
//!
//! There are no return codes: what cannot be done is said on standard error, and the program ends, and with
//! it the job. All that the program lends comes through `pointer`.
// Lines for people go out in one piece: `ferry_sys::tell`.
#![deny(clippy::print_stderr)]
// A C function's pointers are its caller's promise, as its header says.
#![allow(clippy::not_unsafe_ptr_arg_deref)]
// Names are those of `mplite.h`.
#![allow(non_snake_case)]

pub mod blocks;
pub mod cartesian;
pub mod collective;
pub mod files;
mod fortran;
pub mod in_order;
pub mod library;
pub mod messages;
mod pointer;
pub mod reductions;
pub mod scans;
pub mod signals;
mod stdio;
pub mod timing;
mod trace;
pub mod windows;
