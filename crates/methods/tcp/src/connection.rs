//! A confirmed connection: frames out, frames in.

use crate::receiver::{Broken, Receiver};
use ferry_method::{Counters, Header, PeerId, Sink};
use ferry_wire::HEADER_LEN;
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendFlags, Shutdown, sendmsg, shutdown};
use socket2::Socket;
use std::io::{self, IoSlice};
use std::net::{IpAddr, SocketAddr};

/// In place of a payload length: no frame, but the sender's orderly end.
pub(crate) const GOODBYE: u32 = u32::MAX;

/// Frames up to this size are put together before they are sent: cheaper than having the system
/// gather the parts.
const COPIED: usize = 512;

/// How the two ends part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Farewell {
    None,
    /// Bytes of the goodbye still to be sent.
    Sending(usize),
    Sent,
}

/// A socket whose other end has proven to be a certain peer.
pub(crate) struct Connection {
    pub(crate) socket: Socket,
    receiver: Receiver,
    farewell: Farewell,
    /// A frame is partly sent.
    mid_frame: bool,
    /// A send found no room; cleared when one goes through.
    pub(crate) blocked: bool,
    /// Events for room to send are asked for.
    pub(crate) watches_room: bool,
    /// Polls in a row that found nothing.
    pub(crate) misses: u32,
    /// It is on the list of those tried without asking epoll.
    pub(crate) hot: bool,
    /// Sending failed for good; what came in before is still delivered.
    pub(crate) write_error: Option<String>,
}

impl Connection {
    pub(crate) fn new(socket: Socket) -> Self {
        Connection {
            socket,
            receiver: Receiver::new(),
            farewell: Farewell::None,
            mid_frame: false,
            blocked: false,
            watches_room: false,
            misses: 0,
            hot: false,
            write_error: None,
        }
    }

    /// Sends as much of the frame as there is room for; true when all of it is in.
    pub(crate) fn send(
        &mut self,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> io::Result<bool> {
        let head = header.encode(payload.len() as u32);
        let total = HEADER_LEN + payload.len();
        while *done < total {
            let head_rest = &head[(*done).min(HEADER_LEN)..];
            let payload_rest = &payload[done.saturating_sub(HEADER_LEN)..];
            match gather(&self.socket, head_rest, payload_rest) {
                Ok(n) => *done += n,
                Err(Errno::INTR) => continue,
                Err(Errno::AGAIN) => break,
                Err(e) => return Err(e.into()),
            }
            if *done < total {
                break;
            }
        }
        self.blocked = *done < total;
        self.mid_frame = self.blocked && *done > 0;
        Ok(!self.blocked)
    }

    /// One line for people.
    pub(crate) fn describe(&self) -> String {
        let name = |address: io::Result<socket2::SockAddr>| {
            let address = address.ok().and_then(|a| a.as_socket());
            // IPv4 through the dual-stack listener is shown as what it is.
            let canonical = |a: SocketAddr| match a.ip().to_canonical() {
                IpAddr::V4(ip) => SocketAddr::new(ip.into(), a.port()),
                IpAddr::V6(_) => a,
            };
            address.map_or_else(|| "?".to_owned(), |a| canonical(a).to_string())
        };
        let state = match (&self.write_error, self.peer_said_goodbye()) {
            (Some(why), _) => why.as_str(),
            (None, true) => "closing",
            (None, false) if self.blocked => "up, waiting for room",
            (None, false) => "up",
        };
        format!("{} to {}, {state}", name(self.socket.local_addr()), name(self.socket.peer_addr()))
    }

    /// Delivers what has come in. Returns the number of frames and pieces.
    pub(crate) fn receive(
        &mut self,
        peer: PeerId,
        max_frame: usize,
        counters: &mut Counters,
        sink: &mut dyn Sink,
    ) -> Result<usize, Broken> {
        self.receiver.receive(&self.socket, peer, max_frame, counters, sink)
    }

    /// Whether the peer announced its orderly end.
    pub(crate) fn peer_said_goodbye(&self) -> bool {
        self.receiver.said_goodbye()
    }

    /// Whether this end announced its own.
    pub(crate) fn said_goodbye(&self) -> bool {
        self.farewell == Farewell::Sent
    }

    /// Announces the end; true when there is no more to send. A frame that is partly out cannot be
    /// finished any more: the peer then sees a broken connection, as it should.
    pub(crate) fn say_goodbye(&mut self) -> bool {
        if self.farewell == Farewell::None {
            let rest = if self.mid_frame { 0 } else { HEADER_LEN };
            self.farewell = Farewell::Sending(rest);
        }
        let Farewell::Sending(rest) = &mut self.farewell else { return true };
        let goodbye = Header::default().encode(GOODBYE);
        while *rest > 0 {
            match gather(&self.socket, &goodbye[HEADER_LEN - *rest..], &[]) {
                Ok(n) => *rest -= n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return false,
                Err(_) => break,
            }
        }
        // An error means that the other end is gone, which is what this asks for.
        let _ = shutdown(&self.socket, Shutdown::Write);
        self.farewell = Farewell::Sent;
        true
    }
}

/// One system call for both parts; never a signal, never a wait.
fn gather(socket: &Socket, head: &[u8], payload: &[u8]) -> Result<usize, Errno> {
    let flags = SendFlags::NOSIGNAL | SendFlags::DONTWAIT;
    if payload.is_empty() {
        return rustix::net::send(socket, head, flags);
    }
    if head.is_empty() {
        return rustix::net::send(socket, payload, flags);
    }
    let len = head.len() + payload.len();
    if len <= COPIED {
        let mut whole = [0; COPIED];
        whole[..head.len()].copy_from_slice(head);
        whole[head.len()..len].copy_from_slice(payload);
        return rustix::net::send(socket, &whole[..len], flags);
    }
    let parts = [IoSlice::new(head), IoSlice::new(payload)];
    sendmsg(socket, &parts, &mut SendAncillaryBuffer::default(), flags)
}
