//! Streams that are reset and added while the association stands (RFC 6525): one end played by hand, and
//! two endpoints over a bad network.

mod network;
mod script;

use ferry_sctp_core::wire::StreamId;

fn streams(numbers: &[u16]) -> Vec<StreamId> {
    numbers.iter().copied().map(StreamId).collect()
}
