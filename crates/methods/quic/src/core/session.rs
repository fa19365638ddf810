//! One connection.

use super::transport::varint;
use super::{dialect, proto};
use bytes::Bytes;
use ferry_method::Quality;
use proto::{
    Connection, ConnectionError, ConnectionEvent, Dir, Event as Happened, ReadError, StreamEvent,
    StreamId, TransportErrorCode, VarInt, WriteError,
};
use rustls::pki_types::CertificateDer;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

/// Datagrams to be sent in one call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transmit {
    pub(crate) to: SocketAddr,
    pub(crate) from: Option<IpAddr>,
    /// The two bits of explicit congestion notification.
    pub(crate) ecn: u8,
    pub(crate) len: usize,
    /// Length of each datagram but the last, if there are several.
    pub(crate) segment: Option<usize>,
}

impl From<proto::Transmit> for Transmit {
    fn from(t: proto::Transmit) -> Self {
        Transmit {
            to: t.destination,
            from: t.src_ip,
            ecn: t.ecn.map_or(0, |ecn| ecn as u8),
            len: t.size,
            segment: t.segment_size,
        }
    }
}

/// What happened to a connection.
#[derive(Debug)]
pub(crate) enum SessionEvent {
    /// Both ends have proven who they are.
    Connected,
    /// The peer opened streams.
    Opened,
    /// A stream has something to read.
    Readable(StreamId),
    /// All of a stream that was finished has arrived.
    Finished(StreamId),
    /// There may be room where there was none.
    Room,
    /// It is over.
    Lost(ConnectionEnding),
}

/// Why a connection is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ConnectionEnding {
    /// The peer said so, with this code.
    Code(u64),
    /// The peer gave the attempt up before it was who it says.
    GivenUp,
    /// An end is not who it should be, or speaks another version.
    Unproven(String),
    /// The peer's process knows nothing of the connection.
    Forgotten,
    /// Nothing came for too long.
    Silent,
    /// Something no sound peer does.
    Broken(String),
}

impl ConnectionEnding {
    fn of_code(code: TransportErrorCode, text: String) -> Self {
        // A TLS alert (RFC 9001 §4.8).
        let alert = u64::from(code).checked_sub(0x100).filter(|alert| *alert < 0x100);
        match alert {
            Some(120) => {
                ConnectionEnding::Unproven("it speaks another version of the protocol".into())
            }
            Some(_) => {
                ConnectionEnding::Unproven(format!("it does not prove to be of this job: {text}"))
            }
            None if code == TransportErrorCode::APPLICATION_ERROR => ConnectionEnding::GivenUp,
            None => ConnectionEnding::Broken(text),
        }
    }
}

impl From<ConnectionError> for ConnectionEnding {
    fn from(e: ConnectionError) -> Self {
        let text = e.to_string();
        match e {
            ConnectionError::ApplicationClosed(close) => {
                ConnectionEnding::Code(close.error_code.into_inner())
            }
            ConnectionError::ConnectionClosed(close) => {
                ConnectionEnding::of_code(close.error_code, text)
            }
            ConnectionError::TransportError(e) => ConnectionEnding::of_code(e.code, text),
            ConnectionError::VersionMismatch => ConnectionEnding::Unproven(text),
            ConnectionError::Reset => ConnectionEnding::Forgotten,
            ConnectionError::TimedOut => ConnectionEnding::Silent,
            ConnectionError::LocallyClosed | ConnectionError::CidsExhausted => {
                ConnectionEnding::Broken(text)
            }
        }
    }
}

/// What a write came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Write {
    /// So many bytes were taken.
    Taken(usize),
    /// None, for want of room.
    Blocked,
    /// The stream takes nothing any more.
    Ended,
}

/// What a read came to.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Read {
    /// Some bytes, at most as many as asked for.
    Bytes(Bytes),
    /// Nothing now.
    Blocked,
    /// All was read.
    Finished,
    /// The peer gave the stream up.
    Reset,
}

/// A stream being read.
pub(crate) struct StreamReader<'a>(proto::Chunks<'a>);

impl StreamReader<'_> {
    pub(crate) fn next(&mut self, most: usize) -> Read {
        match self.0.next(most) {
            Ok(Some(chunk)) => Read::Bytes(chunk.bytes),
            Ok(None) => Read::Finished,
            Err(ReadError::Blocked) => Read::Blocked,
            Err(ReadError::Reset(_)) => Read::Reset,
        }
    }
}

/// One connection, in any state.
pub(crate) struct Session {
    pub(super) connection: Connection,
    pub(super) sent: u64,
}

impl Session {
    pub(crate) fn handle(&mut self, event: ConnectionEvent) {
        self.connection.handle_event(event);
    }

    pub(crate) fn timeout(&mut self) -> Option<Instant> {
        self.connection.poll_timeout()
    }

    pub(crate) fn on_timeout(&mut self, now: Instant) {
        self.connection.handle_timeout(now);
    }

    pub(crate) fn next_event(&mut self) -> Option<SessionEvent> {
        loop {
            return Some(match self.connection.poll()? {
                Happened::Connected => SessionEvent::Connected,
                Happened::ConnectionLost { reason } => SessionEvent::Lost(reason.into()),
                Happened::Stream(StreamEvent::Opened { .. }) => SessionEvent::Opened,
                Happened::Stream(StreamEvent::Readable { id }) => SessionEvent::Readable(id),
                Happened::Stream(StreamEvent::Finished { id }) => SessionEvent::Finished(id),
                // What becomes of a stopped stream, the next write tells.
                Happened::Stream(_) => SessionEvent::Room,
                _ => continue,
            });
        }
    }

    /// The next datagrams, at most `most` of them, written to `into` from its begin.
    pub(crate) fn transmit(
        &mut self,
        now: Instant,
        most: usize,
        into: &mut Vec<u8>,
    ) -> Option<Transmit> {
        into.clear();
        let transmit = dialect::transmit(&mut self.connection, now, most, into);
        self.sent += u64::from(transmit.is_some());
        transmit
    }

    /// A new stream to the peer, if it allows one now.
    pub(crate) fn open(&mut self) -> Option<StreamId> {
        self.connection.streams().open(Dir::Uni)
    }

    /// A stream that the peer opened, in the order of opening.
    pub(crate) fn accept(&mut self) -> Option<StreamId> {
        self.connection.streams().accept(Dir::Uni)
    }

    /// Allows the peer more streams as those it has come near to what it is allowed.
    pub(crate) fn allow_streams(&mut self, most: u32) {
        let allowed = self.connection.max_concurrent_streams(Dir::Uni);
        let open = self.connection.streams().remote_open_streams(Dir::Uni);
        if open * 2 > allowed && allowed < u64::from(most) {
            let more = (allowed * 4).min(most.into());
            self.connection.set_max_concurrent_streams(Dir::Uni, varint(more));
        }
    }

    pub(crate) fn write(&mut self, stream: StreamId, bytes: &[u8]) -> Write {
        match self.connection.send_stream(stream).write(bytes) {
            Ok(n) => Write::Taken(n),
            Err(WriteError::Blocked) => Write::Blocked,
            Err(_) => Write::Ended,
        }
    }

    /// Ends a stream; true if an event will tell when all of it has arrived.
    pub(crate) fn finish(&mut self, stream: StreamId) -> bool {
        self.connection.send_stream(stream).finish().is_ok()
    }

    /// Gives a stream up with what it has not sent yet.
    pub(crate) fn reset(&mut self, stream: StreamId) {
        // One that is closed already is what this asks for.
        let _ = self.connection.send_stream(stream).reset(VarInt::from_u32(0));
    }

    /// Reads a stream of the peer's; `None` if it is closed.
    pub(crate) fn with_reader<T>(
        &mut self,
        stream: StreamId,
        read: impl FnOnce(&mut StreamReader<'_>) -> T,
    ) -> Option<T> {
        let mut stream = self.connection.recv_stream(stream);
        let mut reader = StreamReader(stream.read(true).ok()?);
        let result = read(&mut reader);
        let _ = reader.0.finalize();
        Some(result)
    }

    /// Streams to the peer of which not all has arrived.
    pub(crate) fn unsettled(&mut self) -> usize {
        self.connection.streams().send_streams()
    }

    /// Datagrams, or trains of them, that were sent.
    pub(crate) fn sent(&self) -> u64 {
        self.sent
    }

    pub(crate) fn close(&mut self, now: Instant, code: u64) {
        self.connection.close(now, varint(code), Bytes::new());
    }

    pub(crate) fn is_drained(&self) -> bool {
        self.connection.is_drained()
    }

    pub(crate) fn ping(&mut self) {
        self.connection.ping();
    }

    pub(crate) fn set_receive_window(&mut self, bytes: u64) {
        self.connection.set_receive_window(varint(bytes));
    }

    pub(crate) fn set_send_window(&mut self, bytes: u64) {
        self.connection.set_send_window(bytes);
    }

    pub(crate) fn remote(&self) -> SocketAddr {
        dialect::remote(&self.connection)
    }

    pub(crate) fn datagram(&self) -> usize {
        usize::from(self.connection.current_mtu())
    }

    /// What the peer proved itself with.
    pub(crate) fn certificate(&self) -> Option<CertificateDer<'static>> {
        let identity = self.connection.crypto_session().peer_identity()?;
        identity.downcast::<Vec<CertificateDer<'static>>>().ok()?.into_iter().next()
    }

    /// Mean time there and back.
    pub(crate) fn round_trip(&self) -> Option<Duration> {
        dialect::round_trip(&self.connection)
    }

    /// How the path does, as far as the core counts it.
    pub(crate) fn quality(&self) -> Option<Quality> {
        dialect::quality(&self.connection)
    }

    /// One line for people.
    pub(crate) fn describe(&self) -> String {
        dialect::describe(&self.connection)
    }
}
