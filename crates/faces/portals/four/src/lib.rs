//! Portals 4 for C programs: what `libferry_portals4.so` exports and `portals4.h` declares.
//!
//! Each function checks what it is given, does it in [`ferry_portals`], and says what came of it by the
//! codes of `portals4.h`. A pointer that is NULL where it must not be is `PTL_ARG_INVALID`; where one points is
//! the program's to know.
// Lines for people go out in one piece: `ferry_sys::tell`.
#![deny(clippy::print_stderr)]
// A C function's pointers are its caller's promise, as its header says.
#![allow(clippy::not_unsafe_ptr_arg_deref)]
// Names and parameters are those of `portals4.h`.
#![allow(non_snake_case, clippy::too_many_arguments)]

pub mod attach;
mod code;
pub mod counters;
pub mod descriptors;
pub mod entries;
pub mod events;
pub mod interface;
pub mod library;
mod memory;
pub mod movement;
mod pointer;
pub mod portals;
pub mod triggered;
pub mod types;
