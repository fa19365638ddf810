//! Handshake messages over a non-blocking socket: one out, one in, nothing allocated.

use crate::handshake::{Encoded, MESSAGE_LEN};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};
use socket2::Socket;
use std::io::{self, ErrorKind};

/// A socket with a message on its way out and one on its way in.
pub struct HandshakeSocket {
    /// The socket.
    pub socket: Socket,
    outgoing: Encoded,
    unsent: usize,
    incoming: Encoded,
    filled: usize,
}

impl HandshakeSocket {
    /// Nothing said and nothing heard yet on a non-blocking socket.
    pub fn new(socket: Socket) -> Self {
        HandshakeSocket {
            socket,
            outgoing: [0; MESSAGE_LEN],
            unsent: 0,
            incoming: [0; MESSAGE_LEN],
            filled: 0,
        }
    }

    /// Puts a message on its way. The one before must be out.
    pub fn put(&mut self, message: Encoded) {
        self.outgoing = message;
        self.unsent = MESSAGE_LEN;
    }

    /// Whether part of an incoming message is here.
    pub fn has_partial_input(&self) -> bool {
        self.filled > 0
    }

    /// Sends what is to be sent; true when nothing is left.
    pub fn flush(&mut self) -> io::Result<bool> {
        while self.unsent > 0 {
            let rest = &self.outgoing[MESSAGE_LEN - self.unsent..];
            match send(&self.socket, rest, SendFlags::NOSIGNAL | SendFlags::DONTWAIT) {
                Ok(n) => self.unsent -= n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(false),
                Err(e) => return Err(e.into()),
            }
        }
        Ok(true)
    }

    /// The next whole message, if it is here; never reads beyond it.
    pub fn take(&mut self) -> io::Result<Option<Encoded>> {
        while self.filled < MESSAGE_LEN {
            match recv(&self.socket, &mut self.incoming[self.filled..], RecvFlags::DONTWAIT) {
                Ok((0, _)) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok((n, _)) => self.filled += n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(None),
                Err(e) => return Err(e.into()),
            }
        }
        self.filled = 0;
        Ok(Some(self.incoming))
    }
}
