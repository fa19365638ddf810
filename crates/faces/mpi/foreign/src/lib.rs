//! Front ends for programs that were built for other MPIs: their handles, constants and statuses are those of
//! their MPI, what the functions do is `ferry_abi`'s.
//!
//! The way of a call: [`generated`] holds a wrapper for each function and front end. It makes of its arguments those
//! of the standard ABI, by their kinds alone ([`place`], [`list`], the front end's [`Numbers`](generated::numbers::Numbers)),
//! and goes on like the standard's wrapper: the same checks, the same function in `ferry_abi::calls`, the same way
//! for errors. What goes back to the program is stored when the wrapper ends. [`odd`] has the functions that need
//! more, once for all front ends.
//!
//! [`abi::Abi`] is what a front end has to say of itself; [`mpich`] and [`openmpi`] are those that there are.
//!
//! The wrappers' symbols begin with the name of their front end. The alias script of each library
//! (`generated/*/aliases.ld`) gives them the names of MPI, in place of the standard's front end, which is in the same
//! archive and falls away.
#![deny(clippy::print_stderr)]

pub mod abi;
pub mod callback;
pub mod data;
pub mod generated;
pub mod lengths;
pub mod list;
pub mod mpich;
pub mod odd;
pub mod openmpi;
pub mod place;
mod types;
