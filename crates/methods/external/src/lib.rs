//! Ferry: methods loaded from shared objects through a C function table.
//!
//! The table is declared in `include/ferry_method.h` and explained in `docs/external-methods.md`.
//! [`ExternalMethod::load`] tries a module in a child process first, so that one that crashes or hangs
//! while it is loaded is refused with a reason instead of taking the program with it. A module that
//! was loaded stays until the process ends.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(unsafe_code)]

mod check;
#[allow(unsafe_code)] // the only place: calls of functions in C, and a fork
mod ffi;
mod landings;
mod method;
mod options;
mod probe;
mod registry;
mod table;

pub use method::ExternalMethod;
pub use options::ExternalOptions;
