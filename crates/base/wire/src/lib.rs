//! Words on the wire: newtypes for every number that crosses a link, and the frame header.
//!
//! Everything is explicit little-endian; parsing never panics and never trusts a length.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod copy;
mod header;
mod id;
mod key_hash;
mod reader;
mod share;

pub use copy::copy_few;
pub use header::{HEADER_LEN, Header, HeaderError};
pub use id::{ContextId, HandlerId, JobId, PeerId, Rank, StreamId, StreamKey, Tag};
pub use key_hash::{KeyHasher, KeyMap};
pub use reader::{Reader, Short, Writer};
pub use share::Share;
