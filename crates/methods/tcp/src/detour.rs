//! Peers to whom nothing gets through: connections to them go through another method's.
//!
//! Such a connection is a pair of local sockets at either end. One of the pair is a connection as any other,
//! opened by a dial or taken in by a greeter, so that the handshake, mending and the replay are what they
//! always are; what is written to it comes out of the other and goes to the peer in parcels.

use crate::dial::{Break, Dial};
use crate::mending::Mending;
use crate::method::{Link, TcpMethod};
use ferry_method::{Now, PeerId, Pulse, Sink};
use ferry_sys::{TcpAnswers, tcp_answers};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};
use socket2::{Domain, Socket, Type};
use std::cell::RefCell;
use std::io;

/// Bits of a parcel's first byte: the tunnel was opened by the parcel's sender, it begins, it ends.
const SENDERS: u8 = 1;
const BEGINS: u8 = 2;
const ENDS: u8 = 4;
/// The first byte and the tunnel's number.
const HEAD: usize = 5;
/// Bytes of a parcel, and parcels of a tunnel in one poll.
const PIECE: usize = 64 << 10;
const PIECES: usize = 8;

/// A connection through another method.
struct Tunnel {
    peer: PeerId,
    /// Counted by the end that opened it.
    number: u32,
    is_own: bool,
    /// The peer knows of it.
    is_known: bool,
    /// What the connection of this end is joined to.
    outer: Socket,
    /// Bytes of the peer for which there was no room.
    incoming: Vec<u8>,
    /// A parcel that found no room.
    unsent: Option<Vec<u8>>,
    /// The peer has nothing more to say.
    has_ended: bool,
}

/// Peers on a detour, and their connections.
#[derive(Default)]
pub(crate) struct Detours {
    peers: Vec<PeerId>,
    /// Those whose present connections are to be given up.
    fresh: Vec<PeerId>,
    tunnels: RefCell<Vec<Tunnel>>,
    next: RefCell<u32>,
    /// Connections that peers have opened.
    callers: Vec<Socket>,
}

fn pair() -> io::Result<(Socket, Socket)> {
    let (inner, outer) = Socket::pair(Domain::UNIX, Type::STREAM, None)?;
    inner.set_nonblocking(true)?;
    outer.set_nonblocking(true)?;
    Ok((inner, outer))
}

impl Detours {
    pub(crate) fn has(&self, peer: PeerId) -> bool {
        self.peers.contains(&peer)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.peers.is_empty()
    }

    /// Opens a connection to a peer.
    pub(crate) fn open(&self, peer: PeerId) -> io::Result<Socket> {
        let (inner, outer) = pair()?;
        let number = *self.next.borrow();
        *self.next.borrow_mut() += 1;
        self.add(Tunnel::new(peer, number, true, outer));
        Ok(inner)
    }

    fn add(&self, tunnel: Tunnel) {
        self.tunnels.borrow_mut().push(tunnel);
    }

    /// Whether there is something to be handed over.
    pub(crate) fn has_output(&self) -> bool {
        let tunnels = self.tunnels.borrow();
        !self.fresh.is_empty() || !self.callers.is_empty() || tunnels.iter().any(Tunnel::has_output)
    }
}

impl Tunnel {
    fn new(peer: PeerId, number: u32, is_own: bool, outer: Socket) -> Self {
        let (incoming, unsent) = (Vec::new(), None);
        Tunnel {
            peer,
            number,
            is_own,
            is_known: !is_own,
            outer,
            incoming,
            unsent,
            has_ended: false,
        }
    }

    fn has_output(&self) -> bool {
        let peek = RecvFlags::PEEK | RecvFlags::DONTWAIT;
        self.unsent.is_some() || recv(&self.outer, &mut [0; 1], peek).is_ok()
    }

    /// Passes on what the peer said; false when there is nothing more to come.
    fn fill(&mut self) -> bool {
        while !self.incoming.is_empty() {
            match send(&self.outer, &self.incoming, SendFlags::NOSIGNAL | SendFlags::DONTWAIT) {
                Ok(n) => drop(self.incoming.drain(..n)),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return true,
                // This end has given the connection up; it says so below.
                Err(_) => self.incoming.clear(),
            }
        }
        !self.has_ended
    }

    /// The next parcel, if there is one; the second says whether it is the last.
    fn next(&mut self, buffer: &mut [u8]) -> Option<(Vec<u8>, bool)> {
        if let Some(parcel) = self.unsent.take() {
            let ends = parcel[0] & ENDS != 0;
            return Some((parcel, ends));
        }
        let (len, ends) = match recv(&self.outer, &mut buffer[..], RecvFlags::DONTWAIT) {
            Ok((0, _)) => (0, true),
            Ok((n, _)) => (n, false),
            Err(Errno::AGAIN | Errno::INTR) => return None,
            Err(_) => (0, true),
        };
        let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        let begins = !std::mem::replace(&mut self.is_known, true);
        let mut parcel = vec![bit(self.is_own, SENDERS) | bit(begins, BEGINS) | bit(ends, ENDS)];
        parcel.extend(self.number.to_le_bytes());
        parcel.extend(&buffer[..len]);
        Some((parcel, ends))
    }
}

impl TcpMethod {
    pub(crate) fn pulse_of(&self, peer: PeerId) -> Option<Pulse> {
        let waits_for = |dial: &Dial, heard: u64| Pulse { waits: !dial.is_waited_for(), heard };
        match &self.peers.get(peer.0 as usize)?.as_deref()?.link {
            Link::Dialing(dial) => Some(waits_for(dial, 0)),
            Link::Mending(mending) => {
                Some(waits_for(&mending.dial, mending.stream.main.received()))
            }
            Link::Up(connection) => {
                let lanes = connection.stream.lanes.iter().filter_map(|lane| lane.socket());
                let all = lanes.chain([&connection.socket]).filter_map(|s| tcp_answers(s).ok());
                let broken = connection.write_error.is_some();
                let add = |pulse: Pulse, answers: TcpAnswers| Pulse {
                    waits: pulse.waits || answers.is_awaited,
                    heard: pulse.heard.wrapping_add(answers.segments.into()),
                };
                Some(all.fold(Pulse { waits: broken, heard: 0 }, add))
            }
            Link::Idle | Link::Departed | Link::Gone(_) => None,
        }
    }

    pub(crate) fn begin_detour(&mut self, peer: PeerId) -> bool {
        let is_open = self.closing_since.is_none() && self.listener.is_some();
        let Some(entry) = self.peer_mut(peer).filter(|_| is_open) else { return false };
        let can = match &entry.link {
            Link::Idle | Link::Dialing(_) | Link::Mending(_) => true,
            Link::Up(connection) => connection.stream.can_go_on(),
            Link::Departed | Link::Gone(_) => false,
        };
        if can {
            self.detours.peers.push(peer);
            self.detours.fresh.push(peer);
        }
        can
    }

    /// Gives up connections over the network, and has others opened in their place.
    fn redirect(&mut self, peer: PeerId, sink: &mut dyn Sink) {
        // What has come is taken, as it will not be sent again.
        while self.receive_from(peer, sink) > 0 {}
        let why = "nothing gets through over the network".to_owned();
        if let Some((stream, _)) = self.stream_mut(peer) {
            for lane in &mut stream.lanes {
                lane.broken.get_or_insert_with(|| why.clone());
            }
        }
        if let Some(Link::Up(_)) = self.peer_mut(peer).map(|entry| &entry.link) {
            return self.mend(peer, why, sink);
        }
        match self.end(peer, Link::Idle) {
            Link::Dialing(_) => self.dial(peer),
            Link::Mending(mending) => {
                let generation = mending.stream.main.generation + 1;
                let stream = mending.stream;
                let received = stream.main.received();
                let terms = crate::terms::Terms { received, ..self.terms_to(peer, generation) };
                let broken = Break { why, remote: None, since: self.now };
                let mut dial = Dial::on(peer, terms, self.candidates_of(peer), Some(broken));
                dial.begin(&self.caller());
                self.peer_entry(peer).link = Link::Mending(Box::new(Mending { stream, dial }));
                self.counters.peers += 1;
                self.dialing.push(peer);
                self.deadline = Some(Now::ZERO);
            }
            link => self.peer_entry(peer).link = link,
        }
    }

    /// Takes connections in that came by other means, and hands over what is to go there.
    #[cold]
    pub(crate) fn tend_detours(&mut self, sink: &mut dyn Sink) -> usize {
        for peer in std::mem::take(&mut self.detours.fresh) {
            self.redirect(peer, sink);
        }
        let mut handled = 0;
        for caller in std::mem::take(&mut self.detours.callers) {
            self.greet(caller, sink);
            handled += 1;
        }
        let mut buffer = vec![0; PIECE];
        self.detours.tunnels.borrow_mut().retain_mut(|tunnel| {
            let goes_on = tunnel.fill();
            for _ in 0..PIECES {
                let Some((parcel, ends)) = tunnel.next(&mut buffer) else { break };
                if !sink.parcel(tunnel.peer, &parcel) {
                    tunnel.unsent = Some(parcel);
                    break;
                }
                handled += 1;
                if ends {
                    return false;
                }
            }
            goes_on
        });
        handled
    }

    pub(crate) fn take_parcel(&mut self, peer: PeerId, parcel: &[u8]) {
        let Some((head, bytes)) = parcel.split_at_checked(HEAD) else { return };
        let (flags, number) = (head[0], [head[1], head[2], head[3], head[4]]);
        let (number, is_own) = (u32::from_le_bytes(number), flags & SENDERS == 0);
        if flags & BEGINS != 0
            && self.listener.is_some()
            && let Ok((inner, outer)) = pair()
        {
            self.detours.callers.push(inner);
            self.detours.add(Tunnel::new(peer, number, false, outer));
        }
        let mut tunnels = self.detours.tunnels.borrow_mut();
        let this = |t: &&mut Tunnel| (t.peer, t.number, t.is_own) == (peer, number, is_own);
        if let Some(tunnel) = tunnels.iter_mut().find(this) {
            tunnel.incoming.extend(bytes);
            tunnel.has_ended |= flags & ENDS != 0;
        }
    }
}
