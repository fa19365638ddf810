//! How processes of jobs that were started independently find each other.
//!
//! A process opens a port ([`OpenPort`]) and gets its name ([`PortName`]), which says where it listens and may
//! be copied by anybody. Who calls it ([`call()`]) has to prove that it knows one of the port's keys
//! ([`PortKeys`]): that of the jobs of one launcher, that of a file which both users can read, or the port's
//! own. The port's own is handed to processes of the same user on the same host, whom the kernel vouches for,
//! and to whom the owner gives it. What comes of a call is a line ([`PortLine`]): messages that both ends know to be each
//! other's. Over it the two say how their links are reached; the line itself carries none of the program's data.
//!
//! [`Service`] keeps a port's name under a name of the program's choice for other jobs of this user on this
//! host, for as long as its process lives. Nothing here has a name in the file system: listening sockets of
//! the host are in the kernel's abstract namespace, and vanish with their process.
#![forbid(unsafe_code)]
// Lines for people go out in one piece: `ferry_sys::tell`.
#![deny(clippy::print_stderr)]

mod call;
mod error;
mod handshake;
mod key;
mod line;
mod listening;
mod name;
mod port;
mod service;
mod stream;

pub use call::{CallerKeys, call};
pub use error::PortError;
pub use handshake::hear_at_port;
pub use key::{KEY_LEN, PortKey, PortKeys, derive, key_of_file};
pub use line::{PortLine, join};
pub use name::PortName;
pub use port::{OpenPort, PortAcceptor};
pub use service::{Service, Withdrawal, look_up, withdraw};
