//! All connections of a socket: whose a datagram is, and how connections begin.

use super::session::{ConnectionEnding, Session, Transmit};
use super::transport::{Distance, parameters};
use super::{dialect, proto};
use crate::options::QuicOptions;
use crate::pin::Credentials;
use bytes::BytesMut;
use ferry_method::{MethodError, PeerId};
use proto::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use proto::{
    ClientConfig, ConnectionEvent, ConnectionHandle, DatagramEvent, EcnCodepoint, EndpointConfig,
    Incoming, ServerConfig, TimeSource, TransportConfig,
};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Bytes of the loopback interface's largest IP packet.
const LOOPBACK: u16 = u16::MAX;

/// Somebody who wants a connection.
pub(crate) struct Caller(Incoming);

impl Caller {
    /// Whether the address was shown to be the caller's own.
    pub(crate) fn is_validated(&self) -> bool {
        self.0.remote_address_validated()
    }
}

/// What a datagram turned out to be.
pub(crate) enum Received {
    /// Part of a connection.
    For(ConnectionHandle, ConnectionEvent),
    /// The begin of one.
    Caller(Box<Caller>),
    /// To be answered with what was written to the buffer.
    Answer(Transmit),
    /// Nothing.
    Nothing,
}

/// The time that was told last, since an arbitrary begin: what tokens are dated by.
#[derive(Default)]
struct ToldTime(AtomicU64);

impl TimeSource for ToldTime {
    fn now(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }
}

/// The connections of a socket.
pub(crate) struct QuicEndpoint {
    inner: proto::Endpoint,
    credentials: Credentials,
    told: Arc<ToldTime>,
    /// For callers from this host and from elsewhere.
    accept: [Arc<ServerConfig>; 2],
    open: [Arc<TransportConfig>; 2],
}

impl QuicEndpoint {
    /// `carried`: bytes of the largest IP packet that the network interfaces carry.
    pub(crate) fn new(
        credentials: Credentials,
        options: &QuicOptions,
        carried: u16,
        may_probe: bool,
    ) -> Result<Self, MethodError> {
        let refused = |e: String| MethodError::system("preparing QUIC", std::io::Error::other(e));
        let tls = Arc::new(credentials.acceptor()?);
        let told = Arc::<ToldTime>::default();
        let open = [
            parameters(options, Distance::Host, LOOPBACK),
            parameters(options, Distance::Network, carried),
        ];
        let accept = |transport: &Arc<TransportConfig>| -> Result<_, MethodError> {
            let tls =
                QuicServerConfig::try_from(tls.clone()).map_err(|e| refused(e.to_string()))?;
            let mut config = ServerConfig::with_crypto(Arc::new(tls));
            config
                .transport_config(transport.clone())
                .migration(true)
                .time_source(told.clone())
                .max_incoming(64)
                .incoming_buffer_size(64 << 10)
                .incoming_buffer_size_total(1 << 20);
            Ok(Arc::new(config))
        };
        let accept = [accept(&open[0])?, accept(&open[1])?];
        let mut config = EndpointConfig::default();
        config.max_udp_payload_size(65527).map_err(|e| refused(e.to_string()))?;
        let inner = dialect::endpoint(Arc::new(config), accept[1].clone(), may_probe);
        Ok(QuicEndpoint { inner, credentials, told, accept, open })
    }

    /// Tells the time since an arbitrary begin.
    pub(crate) fn tell(&self, now: Duration) {
        self.told.0.store(now.as_nanos() as u64, Ordering::Relaxed);
    }

    /// Takes a datagram; an answer is written to `out`.
    pub(crate) fn handle(
        &mut self,
        now: Instant,
        path: (SocketAddr, Option<IpAddr>),
        ecn: u8,
        datagram: BytesMut,
        out: &mut Vec<u8>,
    ) -> Received {
        out.clear();
        let ecn = EcnCodepoint::from_bits(ecn);
        match dialect::handle(&mut self.inner, now, path, ecn, datagram, out) {
            Some(DatagramEvent::ConnectionEvent(handle, event)) => Received::For(handle, event),
            Some(DatagramEvent::NewConnection(incoming)) => {
                Received::Caller(Box::new(Caller(incoming)))
            }
            Some(DatagramEvent::Response(transmit)) => Received::Answer(transmit.into()),
            None => Received::Nothing,
        }
    }

    /// Begins a connection to a rank.
    pub(crate) fn connect(
        &mut self,
        now: Instant,
        peer: PeerId,
        to: SocketAddr,
    ) -> Result<(ConnectionHandle, Session), String> {
        let tls = self.credentials.opener(peer).map_err(|e| e.to_string())?;
        let tls = QuicClientConfig::try_from(tls).map_err(|e| e.to_string())?;
        let mut config = ClientConfig::new(Arc::new(tls));
        config.transport_config(self.open[distance(to) as usize].clone());
        // The name goes nowhere: peers are known by their certificates.
        let begun = self.inner.connect(now, config, to, "ferry").map_err(|e| e.to_string())?;
        Ok((begun.0, Session { connection: begun.1, sent: 0 }))
    }

    /// Lets a caller begin its proof. An error may come with an answer, written to `out`.
    pub(crate) fn accept(
        &mut self,
        caller: Caller,
        now: Instant,
        out: &mut Vec<u8>,
    ) -> Result<(ConnectionHandle, Session), (ConnectionEnding, Option<Transmit>)> {
        out.clear();
        let config = self.accept[distance(caller.0.remote_address()) as usize].clone();
        match self.inner.accept(caller.0, now, out, Some(config)) {
            Ok((handle, connection)) => Ok((handle, Session { connection, sent: 0 })),
            Err(e) => Err((e.cause.into(), e.response.map(Transmit::from))),
        }
    }

    /// Has a caller show first that the address is its own, at no cost of memory; the answer is
    /// written to `out`.
    pub(crate) fn retry(&mut self, caller: Caller, out: &mut Vec<u8>) -> Option<Transmit> {
        out.clear();
        match self.inner.retry(caller.0, out) {
            Ok(transmit) => Some(transmit.into()),
            Err(e) => {
                self.inner.ignore(e.into_incoming());
                None
            }
        }
    }

    /// Tells a caller that no connection is wanted; the answer is written to `out`.
    pub(crate) fn refuse(&mut self, caller: Caller, out: &mut Vec<u8>) -> Transmit {
        out.clear();
        self.inner.refuse(caller.0, out).into()
    }

    /// Forgets a connection before it is drained.
    pub(crate) fn forget(&mut self, handle: ConnectionHandle, session: &Session) {
        if !session.is_drained() {
            self.inner.handle_event(handle, proto::EndpointEvent::drained());
        }
    }

    /// Passes on what a connection has to say to its endpoint.
    pub(crate) fn settle(&mut self, handle: ConnectionHandle, session: &mut Session) {
        while let Some(event) = session.connection.poll_endpoint_events() {
            if let Some(answer) = self.inner.handle_event(handle, event) {
                session.handle(answer);
            }
        }
    }

    /// Which rank a verified connection leads to.
    pub(crate) fn rank_of(&self, session: &Session) -> Option<PeerId> {
        self.credentials.rank_of(&session.certificate()?)
    }
}

fn distance(to: SocketAddr) -> Distance {
    match to.ip().to_canonical().is_loopback() {
        true => Distance::Host,
        false => Distance::Network,
    }
}
