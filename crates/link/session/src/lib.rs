//! What methods that have a connection for each peer share of a peer's life: nothing yet, being called, open,
//! departed, lost. Each transition is said once, here; what is called, opened and kept is the method's own.
//!
//! [`Peers`] knows how far each peer has come, [`SessionMethod`] what a method does at each turn. Two that
//! call each other come to one link by [`Peers::verdict`]; a close ends by [`has_parted`].
#![forbid(unsafe_code)]

mod answer;
mod delivery;
mod errors;
mod farewell;
mod method;
mod peers;
mod slots;
mod table;
mod tuning;

pub use answer::{ANSWER, Answering};
pub use delivery::{Delivery, Nonsense, nonsense};
pub use errors::{cannot_hold, check_len, closed, lost, nothing_held, unreachable};
pub use farewell::{DRAIN, LINGER, has_parted};
pub use method::SessionMethod;
pub use peers::{CallerVerdict, Later, Peer, PeerState, Peers, Session};
pub use slots::Slots;
pub use table::PeerTable;
pub use tuning::Tuning;
