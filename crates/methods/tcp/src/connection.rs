//! A confirmed connection: the socket that a link uses at present.

use crate::assembly::Out;
use crate::receiver::ReceiverEnd;
use crate::stream::{LastingStream, Room};
use ferry_wire::Header;
use socket2::Socket;
use std::io;
use std::net::{IpAddr, SocketAddr};

/// A socket whose other end has proven to be a certain peer.
pub(crate) struct Connection {
    pub(crate) socket: Socket,
    pub(crate) stream: LastingStream,
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
    pub(crate) fn new(socket: Socket, stream: LastingStream) -> Self {
        Connection { socket, stream, watches_room: false, misses: 0, hot: false, write_error: None }
    }

    /// Sends as much of the frame as there is room for; true when all of it is in.
    pub(crate) fn send(
        &mut self,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> io::Result<bool> {
        Ok(self.stream.send(&self.socket, header, payload, done)? == Room::Taken)
    }

    /// Sends what is left from before.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.stream.flush(&self.socket).map(drop)
    }

    /// One line for people.
    pub(crate) fn describe(&self) -> String {
        let name =
            |address: Option<SocketAddr>| address.map_or_else(|| "?".to_owned(), |a| a.to_string());
        let state = match (&self.write_error, self.stream.peer_said_goodbye()) {
            (Some(why), _) => why.as_str(),
            (None, true) => "closing",
            (None, false) if self.stream.is_full() => "up, waiting for room",
            (None, false) => "up",
        };
        let local = canonical(self.socket.local_addr());
        let remote = canonical(self.socket.peer_addr());
        let congestion = self.stream.describe_congestion();
        let stream = self.stream.describe();
        format!("{} to {}, {state}{stream}{congestion}", name(local), name(remote))
    }

    /// Delivers what has come in. Returns the number of frames and pieces.
    pub(crate) fn receive(&mut self, out: &mut Out<'_>) -> Result<usize, ReceiverEnd> {
        self.stream.receive(&self.socket, out)
    }

    /// Announces the end; true when there is no more to send.
    pub(crate) fn say_goodbye(&mut self) -> bool {
        self.stream.say_goodbye(&self.socket)
    }
}

/// An address as it is meant: IPv4 through a dual-stack listener is shown as what it is.
pub(crate) fn canonical(address: io::Result<socket2::SockAddr>) -> Option<SocketAddr> {
    let address = address.ok().and_then(|a| a.as_socket())?;
    Some(match address.ip().to_canonical() {
        IpAddr::V4(ip) => SocketAddr::new(ip.into(), address.port()),
        IpAddr::V6(_) => address,
    })
}
