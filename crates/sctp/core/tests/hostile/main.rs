//! Packets that no honest peer sends: they change nothing, are counted by kind, and are never answered
//! with more than they brought.

#[path = "../common/mod.rs"]
mod common;

mod crafted;
mod damaged;
mod flood;
