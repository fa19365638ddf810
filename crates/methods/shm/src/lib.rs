//! Shared memory between the processes of a host.
//!
//! Every process owns one *inbox*: an anonymous file in memory with a slot for each process that
//! sends to it. A sender finds the inbox through `/proc/PID/fd/N` (the kernel admits only the same
//! user) or, where namespaces or users differ, with the launcher; it claims a slot on first use, and from then on is the only writer of that slot's ring of cells
//! and of its room for longer payloads. Small messages travel inside one cache line; longer ones
//! through the room, in pieces small enough that both copies run in cache and at the same time.
//!
//! Nothing has a name in the file system, so nothing can be left behind.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod bell;
mod descriptor;
mod entrance;
mod inbox;
mod intake;
mod layout;
mod liveness;
mod lookout;
mod manner;
mod method;
mod notes;
mod outbox;
mod read_choice;
mod room;
mod shuttle;
mod sizes;
#[cfg(test)]
mod tests;
mod waker;

pub use entrance::{Board, Surroundings};
pub use method::{ShmMethod, ShmOptions};
