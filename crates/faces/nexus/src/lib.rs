//! Ferry: the public API of the link layer, after Nexus.
//!
//! A process is a *context* ([`Nexus`]). It has *endpoints* ([`Endpoint`]) with tables of handlers.
//! *Startpoints* ([`Startpoint`]) are bound to endpoints; the two form a communication link. A *remote
//! service request* ([`Startpoint::send_rsr`]) carries a [`Buffer`] to the endpoint, whose handler
//! runs. Startpoints can be copied and sent to any process, where they are links of their own. By
//! which method a link goes is chosen automatically and can be changed at any time; programs of
//! different jobs meet by URL ([`Nexus::attach`]).
//!
//! ```
//! use ferry_nexus::{Buffer, Nexus};
//! use std::sync::{Arc, atomic::{AtomicU32, Ordering}};
//!
//! let nexus = Nexus::start(&ferry_config::Config::new())?;
//! let sum = Arc::new(AtomicU32::new(0));
//! let adder = sum.clone();
//! let endpoint = nexus
//!     .endpoint()
//!     .handler(0, move |request| {
//!         adder.fetch_add(request.buffer.get::<u32>().unwrap_or(0), Ordering::Relaxed);
//!     })
//!     .open()?;
//! let startpoint = endpoint.startpoint();
//! let mut buffer = Buffer::new();
//! for n in 1..=10u32 {
//!     buffer.clear();
//!     startpoint.send_rsr(0, buffer.put(n))?;
//! }
//! nexus.wait_until(None, || sum.load(Ordering::Relaxed) == 55)?;
//! nexus.finish()?;
//! # Ok::<(), ferry_nexus::NexusError>(())
//! ```
#![forbid(unsafe_code)]

mod attach;
mod buffer;
mod cast;
mod casting;
mod choice;
mod endpoint;
mod error;
mod face;
mod fault;
mod finish;
mod group;
mod home;
mod inbox;
mod nexus;
mod opening;
mod polling;
mod progress;
mod send;
mod startpoint;
mod startpoint_wire;
mod state;
mod value;
mod workers;
mod world;

#[doc(hidden)]
pub use attach::hear_at_door;
pub use attach::{Approval, Visitor};
pub use buffer::{Buffer, BufferError};
pub use endpoint::{Endpoint, EndpointBuilder, MOST_HANDLERS, Request};
pub use error::NexusError;
pub use fault::{Fault, FaultKind};
pub use ferry_attach::{Url, UrlError, split_url};
pub use ferry_link::{DescriptorTable, MethodEnquiry, PollInterval};
pub use group::MulticastGroup;
pub use home::Home;
pub use nexus::{Nexus, Options};
pub use startpoint::Startpoint;
pub use value::{ItemKind, Value};
