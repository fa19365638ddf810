//! PMI-1 for C programs: the functions of `pmi.h`.
//!
//! They speak to whichever launcher started the process, Ferry's or another that knows PMI-1, and share the
//! connection with a library of Ferry's in the same process. Without a launcher the process is a job of
//! one with a key-value space of its own. All that the program lends comes through `pointer`.
// Lines for people go out in one piece: `ferry_sys::tell`.
#![deny(clippy::print_stderr)]
// A C function's pointers are its caller's promise, as its header says.
#![allow(clippy::not_unsafe_ptr_arg_deref)]
// Names are those of `pmi.h`.
#![allow(non_snake_case)]

mod alone;
mod code;
pub mod job;
pub mod library;
pub mod names;
mod pointer;
mod space;
pub mod spawning;
pub mod values;
