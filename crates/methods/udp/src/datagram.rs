//! Single datagrams in and out of sockets, and what their errors mean.

use crate::window::{Admission, Window};
use std::io::{self, ErrorKind};
use std::net::UdpSocket;

/// Datagrams taken from a socket in one poll, so that a flood does not starve the other methods.
pub(crate) const TAKEN: usize = 64;

/// One datagram, if there is one. Errors that older datagrams met (a port that nobody listens on)
/// are reported here too; they mean nothing where loss is allowed.
pub(crate) fn receive(socket: &UdpSocket, into: &mut [u8]) -> Option<usize> {
    for _ in 0..TAKEN {
        match socket.recv(into) {
            Ok(len) => return Some(len),
            Err(e) if e.kind() == ErrorKind::WouldBlock => return None,
            Err(_) => {}
        }
    }
    None
}

/// Whether the frame of that number is to be delivered.
pub(crate) fn take(window: &mut Window, number: u64, deliver_late: bool) -> bool {
    let wanted = match window.note(number) {
        Admission::New => true,
        Admission::Late => deliver_late,
        Admission::Again => false,
    };
    window.statistics.received += u64::from(wanted);
    wanted
}

/// What the outcome of a send means: taken, no room, or an error.
pub(crate) fn judge(sent: io::Result<usize>) -> io::Result<bool> {
    const NO_BUFFERS: i32 = rustix::io::Errno::NOBUFS.raw_os_error();
    match sent {
        Ok(_) => Ok(true),
        Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(false),
        Err(e) if e.raw_os_error() == Some(NO_BUFFERS) => Ok(false),
        // Of an earlier datagram: this one was not sent, and may as well be lost.
        Err(e) if e.kind() == ErrorKind::ConnectionRefused => Ok(true),
        Err(e) => Err(e),
    }
}

pub(crate) fn leads_nowhere(e: &io::Error) -> bool {
    use ErrorKind::{AddrNotAvailable, HostUnreachable, InvalidInput, NetworkUnreachable};
    matches!(e.kind(), AddrNotAvailable | HostUnreachable | InvalidInput | NetworkUnreachable)
}
