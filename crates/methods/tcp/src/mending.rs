//! A link whose connection broke: another one takes its place, and what was under way is replayed.

use crate::connection::Connection;
use crate::dial::{Break, Dial};
use crate::method::{TcpLink, TcpMethod};
use crate::promptness;
use crate::stream::LastingStream;
use crate::terms::Terms;
use ferry_method::{Method, MethodError, Now, PeerId, Sink};
use socket2::Socket;
use std::net::SocketAddr;

/// A link between two connections.
pub(crate) struct Mending {
    pub(crate) stream: LastingStream,
    pub(crate) dial: Dial,
}

impl Mending {
    /// One line for people.
    pub(crate) fn describe(&self) -> String {
        format!("reconnecting: {}{}", self.dial.describe(), self.stream.describe())
    }
}

impl TcpMethod {
    /// What this end says of a connection to `peer` that is to be the link's `generation`th.
    pub(crate) fn terms_to(&self, peer: PeerId, generation: u32) -> Terms {
        let link = self.peers.get(peer).map(|p| &p.link);
        let stream = match link {
            Some(TcpLink::Up(connection)) => Some(&connection.stream),
            Some(TcpLink::Mending(mending)) => Some(&mending.stream),
            _ => None,
        };
        Terms {
            received: stream.map_or(0, |stream| stream.main.received()),
            generation: generation.max(stream.map_or(0, |stream| stream.main.generation)),
            port: self.contact.port,
            lane: 0,
            replays: self.options.replay,
            ..Terms::default()
        }
    }

    /// The connection to a peer broke: opens another if the link can go on, or ends the link.
    pub(crate) fn mend(&mut self, peer: PeerId, why: String, sink: &mut dyn Sink) {
        let can_go_on = match self.peer_mut(peer).map(|entry| &entry.link) {
            Some(TcpLink::Up(connection)) => connection.stream.can_go_on(),
            _ => false,
        };
        if !can_go_on || self.closing_since.is_some() {
            return self.lose(peer, self.lost(peer, why), sink);
        }
        let TcpLink::Up(connection) = self.end(peer, TcpLink::Idle) else { return };
        let Connection { socket, mut stream, .. } = *connection;
        let remote = crate::connection::canonical(socket.peer_addr()).map(|address| address.ip());
        // The other end learns of the break, if it does not know yet, before it is called.
        drop(socket);
        let since = stream.main.breaks(self.now);
        let mut addresses = self.candidates_of(peer);
        if let (true, Some(ip)) = (addresses.is_empty() && stream.port != 0, remote) {
            addresses.push(SocketAddr::new(ip, stream.port));
        }
        let generation = stream.main.generation + 1;
        let terms = Terms { received: stream.main.received(), ..self.terms_to(peer, generation) };
        let broken = Break { why, remote, since };
        let mut dial = Dial::on(peer, terms, addresses, Some(broken));
        dial.begin(&self.caller());
        self.peer_entry(peer).link = TcpLink::Mending(Box::new(Mending { stream, dial }));
        self.counters.peers += 1;
        self.dialing.push(peer);
        // The next poll tells it the time.
        self.deadline = Some(Now::ZERO);
    }

    /// Makes a confirmed socket, watched under the peer's token, the peer's connection.
    pub(crate) fn establish(
        &mut self,
        peer: PeerId,
        socket: Socket,
        theirs: Terms,
        accepted: bool,
        sink: &mut dyn Sink,
    ) {
        let before = match self.end(peer, TcpLink::Idle) {
            TcpLink::Up(connection) => Some(connection.stream),
            TcpLink::Mending(mending) => Some(mending.stream),
            _ => None,
        };
        let stream = match before {
            Some(mut stream) => stream.reconnect(theirs, accepted).then_some(stream),
            None => Some(LastingStream::new(&self.options, theirs, accepted)),
        };
        let Some(mut stream) =
            stream.filter(|stream| theirs.received <= stream.main.outbox.position())
        else {
            self.counters.refused += 1;
            let why = "it goes on where nothing was sent or nothing is kept".to_owned();
            return self.lose(peer, MethodError::Nonsense { peer, method: self.name(), why }, sink);
        };
        stream.main.losses.begin(&socket);
        stream.main.rises(self.now);
        promptness::settle(&socket, theirs);
        let entry = self.peer_entry(peer);
        if let Some(settings) = &entry.settings {
            // They were tried when they were asked for; a link without them is better than none.
            let _ = settings.apply(&socket);
        }
        entry.link = TcpLink::Up(Box::new(Connection::new(socket, stream)));
        self.counters.peers += 1;
        self.find_deadline();
        self.warm(peer);
        self.note_striped(peer);
        self.flush_to(peer);
    }

    /// Sends what a peer's link holds. Returns 1 if something waited and is out.
    pub(crate) fn flush_to(&mut self, peer: PeerId) -> usize {
        let entry = self.peers.get_mut(peer);
        let Some(TcpLink::Up(connection)) = entry.map(|entry| &mut entry.link) else { return 0 };
        let waited = connection.stream.has_unsent();
        if connection.write_error.is_some() {
            return 0;
        }
        if let Err(e) = connection.flush() {
            connection.write_error = Some(crate::lifecycle::describe_break(&e));
            self.suspects.push(peer);
            return 0;
        }
        if connection.stream.is_full() && !self.blocked.contains(&peer) {
            self.blocked.push(peer);
        }
        usize::from(waited && !connection.stream.has_unsent())
    }

    /// Sends what waits for room.
    pub(crate) fn flush_blocked(&mut self) -> usize {
        let mut handled = 0;
        for i in (0..self.blocked.len()).rev() {
            handled += self.flush_to(self.blocked[i]);
        }
        handled
    }
}
