//! An agreement of processes of which any may die at any step.
//!
//! [`Agreement`] is one process's part in it, without input or output: it is handed messages and news of
//! deaths, and says what is to be sent. The lowest rank that lives leads: it gathers what everybody brings,
//! proposes the whole, and decides when everybody who lives has accepted. When it dies the next one gathers
//! again, and goes on with what somebody may have accepted of the latest leader before it. So without deaths
//! an agreement takes four messages one after the other, whatever the number of processes, and 4 (n - 1) in all.
//!
//! # Promises
//!
//! * Nobody decides differently, those who die after their decision included.
//! * Who lives decides, as soon as all who live have begun and know of the deaths that there were.
//! * The outcome joins what all survivors bring. What a process brought that died may be in it or not.
//!
//! Deaths that are told must be true. Messages of the dead may come late or never; those of one process to
//! another come in order.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod agreement;
mod message;
mod rank_set;

pub use agreement::Agreement;
pub use message::{AgreementMessage, Joined, Outcome};
pub use rank_set::RankSet;
