//! A seeded network emulator in virtual time.
//!
//! A [`Link`] is one direction: packets are pushed in at a time the caller names and come out when
//! they are due, or never. What happens to each is drawn from a seed, so that the same packets at the
//! same times meet the same fate in every run. Nothing here reads a clock, sleeps or opens a socket:
//! protocol cores are tested with it in virtual time, and `ferry-netlab` drives it with real time
//! between real processes.
//!
//! ```
//! use std::time::Duration;
//! use ferry_netem::{Link, LinkSettings};
//!
//! let settings = LinkSettings::default().loss("1%".parse()?).delay("10ms".parse()?);
//! let mut link = Link::new(settings, 42);
//! let start = Duration::ZERO;
//! link.push(start, vec![0_u8; 100]);
//! assert_eq!(link.poll(start), None);
//! let due = link.next_due().expect("not one of the lost");
//! assert_eq!(due, Duration::from_millis(10));
//! assert_eq!(link.poll(due), Some(vec![0_u8; 100]));
//! # Ok::<(), ferry_netem::UnitError>(())
//! ```
//!
//! From small to large: [`Link`] one direction, [`NetemPath`] two of them, [`Paths`] several between the
//! same two ends, [`Network`] many hosts on switches. [`LinkSettings`] say how a link behaves and are read
//! from text as people write it (`"1%"`, `"10ms"`, `"100mbit"`).
#![forbid(unsafe_code)]

mod counters;
mod dice;
mod form;
mod jitter;
mod line;
mod link;
mod loss;
mod network;
mod packet;
mod path;
mod reorder;
mod settings;
mod transit;
mod units;

pub use counters::{Counters, Fate};
pub use jitter::{Jitter, Shape};
pub use link::Link;
pub use loss::Loss;
pub use network::{ArrivedPacket, Cable, Network, NetworkParts, Port, Target, TrunkDirection};
pub use packet::Packet;
pub use path::{NetemPath, PathEnd, Paths};
pub use reorder::Reorder;
pub use settings::LinkSettings;
pub use units::{Probability, Rate, Size, Span, UnitError};
