//! Ferry: unreliable datagrams and IP multicast.
#![forbid(unsafe_code)]
