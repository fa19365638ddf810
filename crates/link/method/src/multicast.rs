//! Sending to many at once.

use crate::{Header, MethodError};
use std::net::SocketAddr;

/// Methods that reach a group with one frame. Nothing is acknowledged: frames may be lost.
pub trait Multicast {
    /// Frames sent to `group` arrive here from now on, as if sent to this process alone.
    fn join(&mut self, group: SocketAddr) -> Result<(), MethodError>;

    /// They do no longer.
    fn leave(&mut self, group: SocketAddr) -> Result<(), MethodError>;

    /// Sends a frame to all members. `Ok(false)`: there is no room now, nothing was sent.
    fn send_to_group(
        &mut self,
        group: SocketAddr,
        header: &Header,
        payload: &[u8],
    ) -> Result<bool, MethodError>;
}
