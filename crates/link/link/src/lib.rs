//! Who talks to whom, by which method (Nexus).
//!
//! A [`Context`] is a process's end of all its links. It holds the methods, publishes their
//! descriptors as one [`DescriptorTable`], and keeps for each peer the method chosen for it: the
//! first applicable one in the order given by the [`Policy`]. The table of a peer is asked for when
//! that peer is first talked to, never before. A process that knows several worlds has a context in each
//! ([`Links`]).
//!
//! Everything that crosses a link is a remote service request: its header names a handler, and the
//! receiver's face runs it: a [`Sink`](ferry_method::Sink), or several by their [`Share`](ferry_wire::Share)
//! of the handlers' numbers ([`Faces`]).
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod adaptation;
mod choices;
mod context;
mod descriptor_table;
mod enquiry;
mod events;
mod faces;
mod facts;
mod failover;
mod first_contact;
mod forward;
mod gate;
mod heads;
mod held;
mod known;
mod links;
mod path_watch;
mod policy;
mod report;
mod route;
mod rule;
mod schedule;
mod selection;
mod switch;
mod traffic;
mod traffic_class;
mod turns;
mod waiter;

pub use context::{Context, Directory, LinkError, Straight};
pub use descriptor_table::{DescriptorTable, TableError};
pub use enquiry::MethodEnquiry;
pub use events::{LinkEvent, LinkTally, PathTrouble};
pub use faces::{Face, Faces, Guest, NoFace, Taken};
pub use facts::Facts;
pub use forward::ForwardReport;
pub use forward::rules::ForwardRules;
pub use heads::{HeadedProgress, LONGEST_HEAD, SmallFrame};
pub use links::{LinkSight, Links};
pub use path_watch::Adaptation;
pub use policy::Policy;
pub use report::{LinkReport, MethodReport};
pub use rule::{Rule, Setting, Spot};
pub use schedule::{PollInterval, PollSchedule};
pub use traffic::{FrameTally, Traffic};
pub use traffic_class::{LinkPart, TrafficClass};
