//! Ferry: frames over the providers of libfabric.
//!
//! [`OfiMethod`] has one endpoint of type RDM and speaks to all peers by it. libfabric is loaded when the
//! method is opened (`dlopen`), so that Ferry neither needs it nor is built for one version of it. A frame
//! travels in packets that fit one of the provider's receive buffers; a packet names its sender, which is
//! believed by a token that follows from a mutual proof of the job's secret (`proof`). Packets are numbered,
//! since not all providers complete them in order, and counted against a window, so that a peer that does not
//! look holds up its senders instead of filling memory (`link`). Where the provider can, long frames are not sent but
//! laid ready, and read by the receiver straight to where they land (`reading`, `reads`).
//!
//! All that knows libfabric is in `ffi`; it offers a `Port` with safe functions, and the rest is bytes.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(unsafe_code)]

mod alarm;
mod arrival;
mod control;
mod descriptor;
#[allow(unsafe_code)] // the only place: calls of libfabric's functions, and memory lent to it
mod ffi;
mod incoming;
mod lifecycle;
mod link;
mod method;
mod options;
mod packet;
mod proof;
mod providers;
mod reading;
mod reads;
mod state;

pub use method::OfiMethod;
pub use options::OfiOptions;
pub use providers::may_have_fabric;

/// The method's name.
pub const NAME: &str = "ofi";
