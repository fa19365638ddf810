//! Ferry: Portals, where a message's place is found at its target without the program there.
//!
//! [`three`] is Portals 3.3: what an interface keeps (portal table, match entries, memory descriptors, event
//! queues, access control), what its calls do, and what requests of other processes find there. [`four`] is
//! Portals 4. Neither does input or output: what they have to send they give as [`OutgoingFrames`], what comes they
//! are told as heads, and bytes go straight to the places that they name ([`PortalsVersion`]). [`PortalsLinks`]
//! carries both over a process's links, and [`PortalsHome`] is a process of its own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod data;
mod event_ring;
mod face;
pub mod four;
mod handle;
mod home;
mod lives;
mod memory;
mod names;
mod objects;
mod outgoing_queue;
mod process;
mod refusals;
mod succession;
pub mod three;
mod tokens;
mod version;

pub use face::{PortalsFace, PortalsGuest, PortalsLinks, PortalsState};
pub use ferry_home::{AttachError, HomeGuard, StartError, Url, split_url};
pub use ferry_method::PeerId;
pub use handle::{ObjectKind, PortalsHandle};
pub use home::{Portals, PortalsHome};
pub use lives::{FoundCell, FoundPortals, PortalsLives, PresentPortals};
pub use names::ProcessNames;
pub use process::{PortalsProcess, ProcessPattern, Requester};
pub use version::{
    ArrivalPlace, BriefHead, BriefWords, FrameHead, IncomingBytes, OutgoingFrames, PortalsVersion,
};
