//! Memory that all members of a communicator map, and how they meet in it.
//!
//! The members number the collectives that they call one after the other, all alike. For each, a member lays out
//! what the others are to read, in a place of its own, with the number on it; who needs it looks for the number.
//! No message travels, nothing is matched, and a member of a reduction reads the operands where they are.
//!
//! A member has few places and takes them in turn. It may write to one again once all are through with what lay
//! there: each says with a number how far it has come, where it alone writes, and who sees the others arrive at an
//! operation knows that all are through with the one before.

mod commons;
mod layout;

pub use commons::{Commons, CommonsChange, CommonsMark};
pub use layout::{MOST_MEMBERS, ROOM};
