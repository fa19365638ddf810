//! Packets that no honest peer sends: they change nothing, are counted by kind, and are never answered
//! with more than they brought.

mod crafted;
mod damaged;
mod flood;
