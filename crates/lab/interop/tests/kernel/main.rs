//! Ferry's SCTP against the Linux kernel's, in a user-mode kernel beside the host's: over UDP and raw IP,
//! with one-to-one and one-to-many sockets there, and through its netem.
//!
//! Where the user-mode kernel or the right to make networks is missing the tests say so and pass. Every
//! wait has a deadline, and the kernel ends with its test.
#![forbid(unsafe_code)]

mod bench;
mod ferry;
mod interleaving;
#[path = "../usrsctp/message.rs"]
mod message;
mod netem;
mod procedures;
mod security;
