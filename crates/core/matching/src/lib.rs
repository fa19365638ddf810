//! Ferry: where an arrival belongs.
//!
//! A receive that waits is *posted*; a message that came before its receive is *kept*. Both sides
//! are held in first-come-first-served queues found by hash, so that ten thousand entries that do
//! not match cost a match nothing. Matching order is the one of MPI-5.0 §3.5: an arrival goes to
//! the earliest posted receive that fits, a receive takes the earliest kept message that fits.
//!
//! # How wildcards keep their order
//!
//! A selector belongs to one of four classes: exact, any source, any tag, both. Each class has an
//! index of its own, keyed by the parts that are not wild. An arrival looks at most at four queue
//! heads, one in each class that has entries, and the stamp given at posting says which is the
//! earliest. Kept messages are always indexed exactly; the index of a wildcard class is built when
//! a receive or probe of that class is first seen and maintained from then on, so programs
//! without wildcards do not pay for them.
//!
//! # Memory
//!
//! An empty queue leaves its index at once. Memory follows the largest number of entries held at
//! one time, never the number of tags ever used, and nothing is allocated in the steady state. How
//! many messages may be kept is the business of the caller, who holds the senders' credits.
//!
//! # As match bits
//!
//! `context << 32 | tag` are the 64 match bits of Portals; the source is the process identity of a
//! match entry. An exact receive ignores no bits, [`ANY_TAG_IGNORE`] ignores the tag, and a source
//! of `None` is the identity that matches every process. Entries with other masks, that stay when they have
//! matched, or that come before earlier ones, are those of a [`MatchList`].
//!
//! ```
//! use ferry_matching::{Envelope, Matcher, Selector};
//! use ferry_wire::ContextId;
//!
//! let mut matcher: Matcher<&str, &[u8]> = Matcher::new();
//! let context = ContextId(1);
//! matcher.post(Selector { context, source: None, tag: Some(5) }, "from anyone");
//! matcher.post(Selector { context, source: Some(2), tag: Some(5) }, "from 2");
//!
//! let envelope = Envelope { context, source: 2, tag: 5 };
//! assert_eq!(matcher.arrive(&envelope), Some("from anyone"));
//! assert_eq!(matcher.arrive(&envelope), Some("from 2"));
//! assert_eq!(matcher.arrive(&envelope), None);
//! matcher.keep(envelope, b"early");
//! assert_eq!(matcher.take(&Selector::from(&envelope)), Some((envelope, &b"early"[..])));
//! ```
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod envelope;
mod index;
mod kept;
mod list;
mod matcher;
mod posted;
mod slab;

pub use envelope::{ANY_TAG_IGNORE, Envelope, Selector};
pub use kept::KeptId;
pub use list::{ListId, ListPlace, MatchList, MatchPattern};
pub use matcher::Matcher;
pub use posted::PostId;
