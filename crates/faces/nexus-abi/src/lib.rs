//! Nexus for C programs: what `libferry_nexus.so` exports and `nexus.h` declares.
//!
//! Endpoints, startpoints and buffers are numbers with a generation in them, so that one that was destroyed is
//! refused whoever still has it. Each call says what came of it by a code, and [`error`](code) keeps the
//! words for the thread that called. All that the program lends comes through `pointer`.
// Lines for people go out in one piece: `ferry_sys::tell`.
#![deny(clippy::print_stderr)]
// A C function's pointers are its caller's promise, as its header says.
#![allow(clippy::not_unsafe_ptr_arg_deref)]

pub mod attach;
pub mod buffers;
pub mod code;
pub mod endpoints;
pub mod faults;
pub mod items;
pub mod jobs;
pub mod library;
pub mod methods;
mod pointer;
pub mod startpoints;
mod table;
