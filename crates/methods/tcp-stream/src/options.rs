//! What can be asked of the method.

use ferry_config::Ports;
use ferry_method::MethodError;
use ferry_method_tcp::TcpOptions;
use rustix::process::{Resource, getrlimit};

/// Of the descriptors that a process may have, one in so many is for outgoing streams.
const SHARE: u64 = 4;
/// Bounds of the default.
const BOUNDS: (u64, u64) = (16, 4096);

/// Parameters of the method; the defaults need no thought.
#[derive(Clone, Debug, Default)]
pub struct TcpStreamOptions {
    /// What it has in common with the method `tcp`: addresses, ports, buffers, sizes. With a fixed
    /// `port` a rank listens on two: `port` plus twice its `local_rank`, and the one after it.
    pub tcp: TcpOptions,
    /// Connections that may be open for outgoing streams at a time, over all peers; `None`: a quarter
    /// of the descriptors that the process may have, at least 16 and at most 4096.
    ///
    /// A connection within a frame cannot give way: whoever has more long messages under way, on
    /// streams that their receiver holds back, than connections waits until one is received.
    pub max_connections: Option<usize>,
}

impl TcpStreamOptions {
    /// The limit in force.
    pub(crate) fn limit(&self) -> Result<usize, MethodError> {
        match self.max_connections {
            Some(0) => Err(MethodError::Configuration {
                parameter: "tcp-stream.max_connections",
                why: "0 leaves no stream to send on; choose 1 or more".to_owned(),
            }),
            Some(n) => Ok(n),
            None => {
                let soft = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
                Ok((soft / SHARE).clamp(BOUNDS.0, BOUNDS.1) as usize)
            }
        }
    }

    /// What the listener of the control connections is asked for, and that of the streams.
    pub(crate) fn of_listeners(&self) -> (TcpOptions, TcpOptions) {
        let (mut control, mut streams) = (self.tcp.clone(), self.tcp.clone());
        if matches!(self.tcp.ports, Ports::From(_)) {
            control.local_rank = self.tcp.local_rank.saturating_mul(2);
            streams.local_rank = control.local_rank.saturating_add(1);
        }
        (control, streams)
    }
}
