//! Functions that need more than their parameters converted, once for all front ends. Their handles and numbers are the
//! standard's already; what the program's own functions see, and what hides behind a `void *`, is not.
#![allow(clippy::too_many_arguments, clippy::missing_safety_doc)]
// SAFETY of every `pub unsafe fn` here: its arguments are what the standard says of the function of that name.

mod attributes;
mod buffers;
mod contents;
mod datareps;
mod error_handlers;
mod operations;
mod requests;
mod texts;
mod tool;
mod views;

pub use attributes::*;
pub use buffers::*;
pub use contents::*;
pub use datareps::*;
pub use error_handlers::*;
pub use operations::*;
pub use requests::*;
pub use texts::*;
pub use tool::*;
pub use views::*;

use core::ffi::c_void;

/// A pointer of the program's that was kept as a number.
fn pointer(address: usize) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(address)
}
