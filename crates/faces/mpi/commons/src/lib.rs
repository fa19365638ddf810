//! Memory that all members of a communicator map, and how they meet in it.
//!
//! The members number the collectives that they call one after the other, all alike. For each, a member lays out
//! what the others are to read, in a place of its own, with the number on it; who needs it looks for the number.
//! No message travels, nothing is matched, and a member of a reduction reads the operands where they are.
//!
//! A member has few places and takes them in turn. It may write to one again once all are through with what lay
//! there: each says with a number how far it has come, where it alone writes, and who sees the others arrive at an
//! operation knows that all are through with the one before.
//!
//! Few bytes lie in the place itself, more in a room, and what is longer than a room goes in pieces through all rooms in
//! turn: the others take a piece while the next one is laid out, and say of each that they have. What a member has
//! made of its part of all pieces, as reductions do, it lays out in the same room. In a chain the rooms of all are one memory,
//! in which one member after the other works.

mod commons;
mod layout;

pub use commons::{Commons, CommonsChange, CommonsMark, CommonsPiece};
pub use layout::{LONGEST, MOST_MEMBERS, ROOM, RoomWish, rooms_of};
