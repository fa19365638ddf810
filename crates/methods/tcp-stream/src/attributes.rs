//! What the method can do and costs.

use crate::MAX_FRAME;
use crate::options::TcpStreamOptions;
use ferry_method::{Attributes, RemoteReading, Scope};
use std::time::Duration;

pub(crate) fn attributes(options: &TcpStreamOptions) -> Attributes {
    Attributes {
        scope: Scope::Network,
        latency: Duration::from_micros(12),
        bandwidth: 0.95e9,
        eager_limit: options.tcp.eager_limit,
        fragment: options.tcp.fragment,
        max_frame: MAX_FRAME,
        reliable: true,
        streams: u16::MAX,
        stream_flow_control: true,
        multicast: false,
        several_paths: false,
        confidential: false,
        shares_memory: false,
        remote_reads: false,
        remote_reading: RemoteReading::Never,
        poll_cost: Duration::from_nanos(600),
    }
}
