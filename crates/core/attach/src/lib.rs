//! Doors: where processes meet that were started independently of each other.
//!
//! A process opens a [`Door`] and gets its [`Url`], whose fragment is a key. Whoever has the URL can
//! [knock](knock()): the two prove to each other that they know the key, tell each other who they are and one word
//! of their faces' ([`DoorVisit`], [`Visited`]), and have a secret that nobody else has ([`WorldSecret`]). What
//! they make of it is theirs: links as if they were a job of two ([`MetPair`]), or of all processes of two jobs, whose
//! tables were gathered before and are the word ([`JobDoor`]).
#![forbid(unsafe_code)]
// Lines for people go out in one piece: `ferry_sys::tell`.
#![deny(clippy::print_stderr)]

mod door;
mod error;
mod hearing;
mod job_door;
mod keeping;
mod knock;
mod messages;
mod pair;
mod secret;
mod side;
mod talk;
mod url;
mod visit;
mod world;

pub use door::Door;
pub use error::AttachError;
pub use hearing::{hear_at_door, hear_of_job};
pub use job_door::{JobDoor, visit_as_job};
pub use keeping::DoorKeeper;
pub use knock::{Visited, knock};
pub use messages::Person;
pub use pair::{MetPair, PairSide, PairVisit};
pub use secret::{DoorKey, KEY_LEN, WorldSecret, derived_key};
pub use side::{LauncherBoard, SideBoard};
pub use url::{Url, UrlError, split_url};
pub use visit::{DoorVisit, Visitor};
pub use world::{JobSide, MetWorld};
