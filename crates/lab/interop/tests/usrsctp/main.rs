//! Ferry's SCTP against libusrsctp, over UDP on loopback and between network namespaces.
//!
//! Where the library's header or a C compiler is missing the tests say so and pass. Every wait has a
//! deadline, and the peer's process ends with its test.
#![forbid(unsafe_code)]

mod ferry;
mod message;
mod peer;
mod procedures;
mod two_paths;
