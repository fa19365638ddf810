//! Ferry: filters that wrap a method: compression and encryption.
//!
//! A [`Filter`] holds another method and is a method itself, chosen like one under a name that says
//! what it does: `tcp+encrypt`, `tcp+compress`, `tcp+compress+encrypt` ([`stages_of`] takes such a
//! name apart). Frames are compressed first, if that makes them smaller, and then encrypted, the
//! header with them; what remains in sight is the stream on which a frame travels and its length.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod appetite;
mod codec;
mod descriptor;
mod envelope;
mod filter;
mod keys;
mod name;
mod options;
mod passage;
mod peer;
mod seal;
mod state;

#[cfg(test)]
mod tests;

pub use filter::Filter;
pub use name::{STAGES, stages_of};
pub use options::{Cipher, Compression, Encryption, FilterOptions};
