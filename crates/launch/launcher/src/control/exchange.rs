//! All control connections of a process: one SCTP socket with an association for each peer. mpiexec has a
//! peer in each proxy, a proxy has mpiexec.

use super::address;
use super::clock::Clock;
use super::connection::{ControlConnection, ControlFault};
use super::seal::{ControlKey, End};
use super::settings::{authentication, options};
use super::{ControlStream, Invitation, Listening};
use crate::frame::{FROM_PROXY_MAX, TO_PROXY_MAX};
use crate::poller::{Interest, Poller, Token};
use ferry_sctp::{Socket, SocketError};
use ferry_sctp_core::Now;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::endpoint::{AssociationId, Remote};
use ferry_sctp_core::path::PathState;
use ferry_sctp_core::wire::StreamId;
use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// The peer of a proxy.
pub(crate) const MPIEXEC: u32 = 0;
/// What a frame has beside its largest content.
const FRAME_EXTRA: usize = 64;

/// What a peer has brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PeerNews {
    /// A whole frame, without its length.
    Frame(ControlStream, Vec<u8>),
    /// The connection never came about; why.
    Unreached(String),
    /// The connection is gone; why.
    Lost(String),
    /// Both ends have ended the connection; everything has arrived.
    Closed,
}

/// One connection.
struct ControlPeer {
    line: ControlConnection,
    id: Option<AssociationId>,
    /// What failed, should it fail: `UDP port 7 of 10.0.0.2`.
    place: String,
    up: bool,
    over: bool,
    /// Since when no path is known to work.
    silent_since: Option<Now>,
    /// To be ended when everything has been handed over.
    closing: bool,
    /// That was done.
    shut: bool,
}

/// The connections of this process.
pub(crate) struct ControlExchange {
    socket: Socket,
    clock: Clock,
    end: End,
    timeout: Duration,
    config: AssociationConfig,
    peers: BTreeMap<u32, ControlPeer>,
    /// Whether standard input is read: ranks must be there that take it.
    takes_input: bool,
    watched: Vec<Interest>,
    news: VecDeque<(u32, PeerNews)>,
}

impl ControlExchange {
    /// mpiexec's: it calls.
    pub(crate) fn caller(timeout: Duration, now: Instant) -> Result<ControlExchange, String> {
        let mut options = options(timeout)?;
        options.accepts = false;
        let socket = Socket::bind(&options).map_err(|e| e.to_string())?;
        Ok(ControlExchange::of(socket, End::Caller, timeout, options.association, now))
    }

    /// A proxy's: it waits for mpiexec's call.
    pub(crate) fn answerer(
        invitation: &Invitation,
        now: Instant,
    ) -> Result<ControlExchange, String> {
        let Invitation { key, timeout, ports } = invitation;
        let mut options = options(*timeout)?;
        options.association.authentication = Some(authentication(key));
        let mut ports = ports.clone().unwrap_or(0..=0);
        let socket = loop {
            options.port = ports.next().ok_or("all ports of control.ports are taken")?;
            match Socket::bind(&options) {
                Err(SocketError::Port { .. }) => {}
                other => break other.map_err(|e| e.to_string())?,
            }
        };
        let config = options.association;
        let mut exchange = ControlExchange::of(socket, End::Answerer, *timeout, config, now);
        let line = ControlConnection::new(key, End::Answerer, TO_PROXY_MAX);
        exchange.peers.insert(MPIEXEC, ControlPeer::new(line, "mpiexec".to_owned()));
        Ok(exchange)
    }

    fn of(
        socket: Socket,
        end: End,
        timeout: Duration,
        config: AssociationConfig,
        now: Instant,
    ) -> ControlExchange {
        let watched = socket.descriptors().map(|_| Interest::None).collect();
        ControlExchange {
            socket,
            clock: Clock::new(now),
            end,
            timeout,
            config,
            peers: BTreeMap::new(),
            takes_input: end == End::Caller,
            watched,
            news: VecDeque::new(),
        }
    }

    /// Where this end can be called, for the other.
    pub(crate) fn listening(&self) -> Listening {
        let ssh = std::env::var("SSH_CONNECTION").ok();
        Listening { port: self.socket.port(), addresses: address::reachable(ssh.as_deref()) }
    }

    /// Expects a peer, to which frames can be queued from now on.
    pub(crate) fn expect(&mut self, who: u32, key: &ControlKey) {
        let line = ControlConnection::new(key, self.end, FROM_PROXY_MAX + FRAME_EXTRA);
        self.peers.insert(who, ControlPeer::new(line, String::new()));
    }

    /// Calls an expected peer where it listens.
    pub(crate) fn call(&mut self, who: u32, key: &ControlKey, at: &Listening, now: Instant) {
        let Some(peer) = self.peers.get_mut(&who).filter(|peer| peer.id.is_none()) else { return };
        let now = self.clock.at(now);
        let addresses = address::order(&at.addresses, &address::own());
        let words: Vec<String> = addresses.iter().map(ToString::to_string).collect();
        peer.place = format!("UDP port {} of {}", at.port, words.join(", "));
        let addresses = addresses.iter().map(|ip| SocketAddr::new(*ip, at.port)).collect();
        let mut config = self.config.clone();
        config.authentication = Some(authentication(key));
        let remote = Remote { addresses, port: at.port };
        match self.socket.endpoint_mut().connect_with(now, &remote, config) {
            Ok(id) => (peer.id, peer.silent_since) = (Some(id), Some(now)),
            Err(e) => {
                peer.over = true;
                self.news.push_back((who, PeerNews::Unreached(format!("{}: {e}", peer.place))));
            }
        }
    }

    /// Queues a frame for a peer.
    pub(crate) fn send(&mut self, who: u32, lane: ControlStream, frame: &[u8]) {
        if let Some(peer) = self.peers.get_mut(&who).filter(|peer| !peer.over) {
            peer.line.push(lane, frame);
        }
    }

    /// From now on standard input is read too.
    pub(crate) fn take_input(&mut self) {
        self.takes_input = true;
    }

    /// Ends a connection when everything queued has been handed over.
    pub(crate) fn close(&mut self, who: u32) {
        if let Some(peer) = self.peers.get_mut(&who) {
            peer.closing = true;
        }
    }

    /// Ends all connections at once; the peers hear of it if the network lets them.
    pub(crate) fn abort(&mut self, reason: &str, now: Instant) {
        let now = self.clock.at(now);
        for id in self.peers.values_mut().filter_map(|peer| peer.id.take()) {
            self.socket.endpoint_mut().abort(now, id, reason.as_bytes());
        }
        self.socket.flush(now);
    }

    /// The other end is stopped: no answers are expected, and nothing times out.
    pub(crate) fn hold(&mut self, now: Instant) {
        self.clock.hold(now);
    }

    /// The other end goes on.
    pub(crate) fn resume(&mut self, now: Instant) {
        self.clock.resume(now);
    }

    /// Takes what has come.
    pub(crate) fn receive(&mut self, now: Instant) {
        let now = self.clock.at(now);
        self.socket.poll(now);
        let mut ends = Vec::new();
        while let Some((id, event)) = self.socket.endpoint_mut().poll_event() {
            if let Some(end) = self.event(id, &event, now) {
                ends.push((id, end));
            }
        }
        self.read();
        // What came before the end was read first.
        for (id, news) in ends {
            let found = self.peers.iter_mut().find(|(_, peer)| peer.id == Some(id) && !peer.over);
            if let Some((who, peer)) = found {
                peer.over = true;
                self.news.push_back((*who, news));
            }
        }
        self.give_up_the_silent(now);
    }

    /// Handles an event; gives the news if it is the last one of its association.
    fn event(&mut self, id: AssociationId, event: &AssociationEvent, now: Now) -> Option<PeerNews> {
        if let AssociationEvent::Up { .. } = event {
            self.is_up(id);
            return None;
        }
        let (_, peer) = self.peers.iter_mut().find(|(_, peer)| peer.id == Some(id))?;
        match event {
            AssociationEvent::PathChanged { .. } => {
                let paths = self.socket.endpoint().report(id).map(|report| report.paths);
                let works = paths.is_none_or(|p| p.iter().any(|p| p.state == PathState::Active));
                peer.silent_since = if works { None } else { peer.silent_since.or(Some(now)) };
                None
            }
            AssociationEvent::Closed if peer.closing => Some(PeerNews::Closed),
            AssociationEvent::Closed => Some(PeerNews::Lost("its other end closed it".to_owned())),
            // Both ends begin once only.
            AssociationEvent::Restarted { .. } => {
                Some(PeerNews::Lost("its other end began anew".to_owned()))
            }
            AssociationEvent::Lost(loss) if peer.up => Some(PeerNews::Lost(loss.to_string())),
            AssociationEvent::Lost(loss) => {
                Some(PeerNews::Unreached(format!("{}: {loss}", peer.place)))
            }
            _ => None,
        }
    }

    fn is_up(&mut self, id: AssociationId) {
        let answers = self.end == End::Answerer;
        let endpoint = self.socket.endpoint_mut();
        let mut peers = self.peers.values_mut();
        let found = peers.find(|peer| peer.id == Some(id) || (answers && peer.id.is_none()));
        let Some(peer) = found else { return endpoint.release(id) };
        (peer.id, peer.up, peer.silent_since) = (Some(id), true, None);
        endpoint.set_accepts(false);
        for lane in ControlStream::ALL {
            // Smaller values go first; there is no association without these streams.
            let value = u16::from(lane != ControlStream::Control);
            let _ = endpoint.set_stream_value(id, StreamId(lane as u16), value);
        }
    }

    fn read(&mut self) {
        let ControlExchange { socket, peers, news, takes_input, .. } = self;
        for (&who, peer) in peers.iter_mut().filter(|(_, peer)| peer.up && !peer.over) {
            let Some(id) = peer.id else { continue };
            for lane in ControlStream::ALL
                .into_iter()
                .filter(|lane| *takes_input || *lane != ControlStream::Input)
            {
                let each = |frame| news.push_back((who, PeerNews::Frame(lane, frame)));
                if let Err(fault) = peer.line.read(lane, id, socket.endpoint_mut(), each) {
                    peer.over = true;
                    news.push_back((who, PeerNews::Lost(fault.to_string())));
                    break;
                }
            }
        }
    }

    fn give_up_the_silent(&mut self, now: Now) {
        let seconds = self.timeout.as_secs_f64();
        for (&who, peer) in self.peers.iter_mut().filter(|(_, peer)| !peer.over) {
            let Some(since) = peer.silent_since else { continue };
            if now < since.saturating_add(self.timeout) {
                continue;
            }
            let news = match peer.up {
                true => {
                    PeerNews::Lost(format!("nothing was heard for {seconds} s (control.timeout)"))
                }
                false => PeerNews::Unreached(format!(
                    "no answer from {} within {seconds} s: let UDP through (control.ports sets the ports), or use --control pipe",
                    peer.place
                )),
            };
            peer.over = true;
            if let Some(id) = peer.id {
                self.socket.endpoint_mut().abort(now, id, b"silent");
            }
            self.news.push_back((who, news));
        }
    }

    /// The next news, and of whom.
    pub(crate) fn poll(&mut self) -> Option<(u32, PeerNews)> {
        self.news.pop_front()
    }

    /// Sends what can be sent, and waits for the right things from now on.
    pub(crate) fn flush(&mut self, now: Instant, poller: &mut Poller) {
        let now = self.clock.at(now);
        for (&who, peer) in self.peers.iter_mut().filter(|(_, peer)| peer.up && !peer.over) {
            let Some(id) = peer.id else { continue };
            let endpoint = self.socket.endpoint_mut();
            let mut filled = peer.line.fill(now, id, endpoint);
            if filled.is_ok() && peer.closing && !peer.shut && peer.line.is_empty() {
                peer.shut = true;
                filled = endpoint.shutdown(now, id).map_err(ControlFault::from);
            }
            if let Err(fault) = filled {
                // An end that both ends know of, with nothing left to say, is none.
                let expected = peer.closing && peer.line.is_empty();
                let news =
                    if expected { PeerNews::Closed } else { PeerNews::Lost(fault.to_string()) };
                peer.over = true;
                self.news.push_back((who, news));
            }
        }
        self.socket.flush(now);
        self.watch(poller);
    }

    fn watch(&mut self, poller: &mut Poller) {
        let wanted = Interest::of(true, self.socket.blocked());
        for (at, descriptor) in self.socket.descriptors().enumerate() {
            if self.watched[at] != wanted {
                poller.modify(descriptor, Token::Control(at as u32), wanted);
                self.watched[at] = wanted;
            }
        }
    }

    /// Lets go of the descriptors and waits a moment at most for everything sent to be acknowledged: this
    /// process is about to be stopped.
    pub(crate) fn settle(&mut self, most: Duration) {
        let until = Instant::now() + most;
        loop {
            let now = Instant::now();
            let time = self.clock.at(now);
            self.socket.poll(time);
            let endpoint = self.socket.endpoint();
            let held = |id| endpoint.report(id).is_some_and(|report| report.send_held > 0);
            let waits =
                self.peers.values().filter(|p| p.up && !p.over).filter_map(|p| p.id).any(held);
            if !waits || now >= until {
                return;
            }
            let due = self.socket.next_due().map_or(most, |due| due.saturating_sub(time));
            // Failing to wait makes this a busy loop of bounded length, nothing worse.
            let _ = ferry_sctp::wait(&self.socket, Some(due.min(until - now)));
        }
    }

    /// When to call [`ControlExchange::receive`] even if nothing has come.
    pub(crate) fn deadline(&mut self) -> Option<Instant> {
        if !self.news.is_empty() {
            return Some(Instant::now());
        }
        let silent = self.peers.values().filter(|peer| !peer.over);
        let silent = silent.filter_map(|peer| peer.silent_since?.checked_add(self.timeout)).min();
        let due = self.socket.next_due().into_iter().chain(silent).min();
        due.and_then(|time| self.clock.when(time))
    }
}

impl ControlPeer {
    fn new(line: ControlConnection, place: String) -> ControlPeer {
        let (up, over, closing, shut) = (false, false, false, false);
        ControlPeer { line, id: None, place, up, over, silent_since: None, closing, shut }
    }
}
