//! The procedures of RFC 9260 and its companions, one packet after the other: one end is played by hand.

mod abort;
mod bundling;
mod checksum;
mod congestion;
mod errors;
mod failover;
mod heartbeat;
mod limits;
mod multipath;
mod pmtu;
mod retransmission;
mod sack;
mod shutdown;
mod stream_limits;
mod streams;
mod window;
