//! What methods that have a connection for each peer share of a peer's life: nothing yet, being called, open,
//! departed, lost. Each transition is said once, here; what is called, opened and kept is the method's own.
#![forbid(unsafe_code)]

mod delivery;
mod errors;
mod peers;

pub use delivery::{Delivery, Nonsense, nonsense};
pub use errors::{cannot_hold, check_len, closed, lost, nothing_held, unreachable};
pub use peers::{Later, Peer, PeerState, Peers, Session};

use std::time::Duration;

/// How long an end that has said goodbye, or whose data have all arrived, waits for the other to part.
pub const LINGER: Duration = Duration::from_secs(1);
/// How long a close waits for what was sent to arrive, at a peer that answers nothing.
pub const DRAIN: Duration = Duration::from_secs(60);
