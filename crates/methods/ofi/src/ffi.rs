//! The border to libfabric. All `unsafe` of this crate is here.
//!
//! libfabric runs in this process with all its rights, so it is trusted to keep to its interface; what can be
//! checked cheaply (null pointers, places of completions) is checked nevertheless. Most of its functions are
//! inline functions of its headers, which call through tables that objects point to; `layout` has those
//! tables, and a test compares it with the headers where they are installed.

mod fabric;
mod layout;
#[cfg(test)]
mod layout_tests;
mod library;
mod memory;
mod offers;
mod port;

pub(crate) use library::Library;
pub(crate) use offers::{Offer, Offers, Query};
pub(crate) use port::{Event, FabricAddress, Port, ReadEnd, RemotePlace, Sent};
