//! Portals 3.3.
//!
//! An [`PortalsInterface`] is all that a process has of Portals: calls change it, requests and answers of others
//! are told to it ([`PortalsInterface::begin`], [`PortalsInterface::finish`], [`PortalsInterface::answer`]), and what it has to
//! send waits in it ([`PortalsInterface::next_outgoing`]). A request's place is found by the steps of address
//! translation: portal, access entry, match list, memory descriptor. A request that finds none is dropped
//! and counted, and who asked learns nothing.

mod accept;
mod access;
mod answer;
mod deed;
mod descriptor;
mod descriptors;
mod entries;
mod error;
mod event;
mod event_queue;
mod head;
mod initiate;
mod interface;
mod interfaces;
mod limits;
mod outgoing;
mod outstanding;
mod registers;

pub use crate::data::OutgoingData;
pub use crate::memory::DescriptorMemory;
pub use crate::version::HeadError;
pub use accept::{Arrival, RequestOutcome};
pub use access::AccessEntry;
pub use descriptor::{DescriptorOptions, DescriptorSpec, DescriptorTerms};
pub use entries::{EntrySpec, InsertPlace};
pub use error::PortalsError;
pub use event::{Event, EventKind};
pub use head::{AnswerHead, AnswerKind, RequestHead, RequestKind};
pub use initiate::{LocalPart, RemotePlace};
pub use interface::PortalsInterface;
pub use interfaces::Interfaces;
pub use limits::InterfaceLimits;
pub use outgoing::{AfterSending, OutgoingHead, OutgoingOperation};
pub use registers::{Registers, StatusRegister};
