//! Waiting for a socket.

use crate::error::SocketError;
use crate::socket::Socket;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::time::Duration;

/// Waits until something arrived, or, where transmissions wait for the system, until it has room for them;
/// at most for so long if `most` is given. True if there is something to do.
///
/// The caller knows the time: to wake when the endpoint wants to, `most` is [`Socket::next_due`] less now.
///
/// # Errors
///
/// The system refused to wait.
pub fn wait(socket: &Socket, most: Option<Duration>) -> Result<bool, SocketError> {
    let mut set: Vec<PollFd<'_>> = socket
        .waiting()
        .map(|(descriptor, waiting)| {
            let room = if waiting { PollFlags::OUT } else { PollFlags::empty() };
            PollFd::from_borrowed_fd(descriptor, PollFlags::IN | room)
        })
        .collect();
    let most = most.map(|most| Timespec {
        tv_sec: most.as_secs().try_into().unwrap_or(i64::MAX),
        tv_nsec: most.subsec_nanos().into(),
    });
    match poll(&mut set, most.as_ref()) {
        Ok(ready) => Ok(ready > 0),
        // A signal: the caller looks around and comes back.
        Err(Errno::INTR) => Ok(false),
        Err(e) => Err(SocketError::system("waiting for a socket", e.into())),
    }
}
