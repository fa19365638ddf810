//! Ferry: Portals, where a message's place is found at its target without the program there.
//!
//! [`three`] is Portals 3.3: what an interface keeps (portal table, match entries, memory descriptors, event
//! queues, access control), what its calls do, and what requests of other processes find there. It does no
//! input or output: what it has to send it gives as [`three::OutgoingOperation`], what comes it is told as heads, and
//! bytes go straight to the places that it names. [`PortalsState`] carries both over a process's links, and
//! [`Portals`] is a process of its own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod face;
mod handle;
mod home;
mod names;
mod objects;
mod process;
pub mod three;

pub use face::{PortalsFace, PortalsState};
pub use ferry_home::{HomeGuard, StartError};
pub use handle::{ObjectKind, PortalsHandle};
pub use home::Portals;
pub use names::ProcessNames;
pub use process::{PortalsProcess, ProcessPattern, Requester};
