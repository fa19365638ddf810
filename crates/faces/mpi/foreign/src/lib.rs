//! What front ends for programs that were built for other MPIs share: their handles, constants and statuses are those of
//! their MPI, what the functions do is `ferry_abi`'s.
//!
//! Each front end is a crate of its own, and a library made of that crate alone: the compiler sees each function called
//! from one wrapper, as it does in the standard's library.
//!
//! The way of a call: the front end's `generated` holds a wrapper for each function. It makes of its arguments those
//! of the standard ABI, by their kinds alone ([`place`], [`list`], the front end's [`Numbers`](generated::numbers::Numbers)),
//! and goes on like the standard's wrapper: the same checks, the same function in `ferry_abi::calls`, the same way
//! for errors. What goes back to the program is stored when the wrapper ends. Where messages are sent, received and
//! waited for, requests and statuses are read and stored in the program's own form instead. [`odd`] has the functions
//! that need more, once for all front ends.
//!
//! [`abi::Abi`] is what a front end has to say of itself.
#![deny(clippy::print_stderr)]

pub mod abi;
pub mod callback;
pub mod data;
pub mod generated;
pub mod lengths;
pub mod list;
pub mod odd;
pub mod place;
mod types;
