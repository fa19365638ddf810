//! Portals 4.
//!
//! A [`NetworkInterface`] is all that a process has of Portals on one of its four interfaces: calls change it,
//! and [`NetworkInterfaces`] tells it what comes from others and asks it for what it has to send. A request's
//! place is found in the lists of a portal: first among what the program expects, then among the overflow
//! entries, which take what comes too early and keep a header of it. Whoever wants to know is told what each
//! request came to, also when it found no place. Counters count without events, and start what waits for them.

mod append;
mod atomic;
mod counter;
mod descriptor;
mod entry;
mod error;
mod event;
mod finish;
mod head;
mod initiate;
mod interface;
mod interfaces;
mod limits;
mod movement;
mod name;
mod options;
mod outgoing;
mod portal;
mod queue;
mod result;
mod search;
mod serve;
mod target;
mod translate;
mod triggered;
mod unexpected;

pub use crate::memory::DescriptorMemory;
pub use crate::version::HeadError;
pub use atomic::{AtomicDatatype, AtomicOperation, OperandUse};
pub use counter::CounterValue;
pub use descriptor::MdSpec;
pub use entry::EntryDescription;
pub use error::NiError;
pub use event::{EntryList, NiEvent, NiEventKind, NiFail};
pub use head::{OperationHead, OperationKind, ResultHead};
pub use interface::{NetworkInterface, NiRegister};
pub use interfaces::NetworkInterfaces;
pub use limits::NiLimits;
pub use movement::{AckRequest, LocalPlace, Movement, PlainMovement};
pub use name::{NiKind, NiObject, NiProcess, RankMap};
pub use options::{EntryOptions, IOVEC, MdOptions, PtOptions};
pub use outgoing::AfterNiSending;
pub use search::SearchOperation;
pub use target::Delivery;
pub use triggered::Trigger;
