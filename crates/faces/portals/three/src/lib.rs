//! Portals 3.3 for C programs: what `libferry_portals3.so` exports and `portals3.h` declares.
//!
//! Each function checks what it is given, does it in [`ferry_portals`], and says what came of it by the
//! codes of `portals3.h`. A pointer that is NULL where it must not be is `PTL_SEGV`; where one points is the
//! program's to know.
// Lines for people go out in one piece: `ferry_sys::tell`.
#![deny(clippy::print_stderr)]
// A C function's pointers are its caller's promise, as its header says.
#![allow(clippy::not_unsafe_ptr_arg_deref)]
// Names and parameters are those of `portals3.h`.
#![allow(non_snake_case, clippy::too_many_arguments)]

pub mod access;
pub mod attach;
mod code;
pub mod descriptors;
pub mod entries;
pub mod events;
pub mod interface;
pub mod library;
pub mod movement;
mod pointer;
pub mod types;
