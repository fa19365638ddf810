//! One end of an association, whoever wrote it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

/// Time since the test began.
pub(crate) type Now = Duration;

/// The SCTP port of both ends.
pub(crate) const PORT: u16 = 5000;
/// Where each end believes the other to be.
pub(crate) const PEER: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2)), PORT);

/// How far an association has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Not begun, or not complete.
    Waiting,
    /// Messages can be sent.
    Up,
    /// Ended in order.
    Closed,
    /// Ended before its time, and why.
    Lost(String),
}

/// How long a sender holds on to a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Patience {
    #[default]
    Endless,
    Retransmissions(u16),
    Lifetime(Duration),
}

/// A message to send, or one that has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) stream: u16,
    pub(crate) unordered: bool,
    pub(crate) payload: Vec<u8>,
    /// Of the sender only.
    pub(crate) patience: Patience,
}

impl Message {
    /// An ordered message whose bytes tell its stream and number.
    pub(crate) fn new(stream: u16, number: u32, len: usize) -> Self {
        let seed = (u32::from(stream) << 20) ^ number;
        let payload = (0..len as u32).map(|i| ((i ^ seed).wrapping_mul(0x9E37_79B1) >> 24) as u8);
        let mut payload: Vec<u8> = payload.collect();
        for (byte, mark) in payload.iter_mut().zip(number.to_be_bytes()) {
            *byte = mark;
        }
        Self { stream, payload, ..Self::default() }
    }

    pub(crate) fn unordered(self) -> Self {
        Self { unordered: true, ..self }
    }

    pub(crate) fn patience(self, patience: Patience) -> Self {
        Self { patience, ..self }
    }

    /// The number that [`Message::new`] wrote.
    pub(crate) fn number(&self) -> u32 {
        let mark = self.payload.first_chunk().expect("messages of tests have four bytes at least");
        u32::from_be_bytes(*mark)
    }
}

/// An end of an association. It is told the time and handed packets; nothing else moves it.
pub(crate) trait PeerEnd {
    fn connect(&mut self, now: Now);
    fn state(&self) -> State;
    fn handle(&mut self, now: Now, packet: Vec<u8>);
    fn transmit(&mut self, now: Now) -> Option<Vec<u8>>;
    fn next_due(&mut self) -> Option<Now>;
    fn on_timer(&mut self, now: Now);
    /// Whether the message was taken; one that was not is offered again.
    fn send(&mut self, now: Now, message: &Message) -> bool;
    /// The next whole message.
    fn receive(&mut self, now: Now) -> Option<Message>;
    fn shutdown(&mut self, now: Now);
    fn abort(&mut self, now: Now);
    /// Begins outgoing streams anew.
    fn reset(&mut self, now: Now, streams: &[u16]);
    /// Outgoing streams that were begun anew with the peer's consent.
    fn own_resets(&self) -> &[u16];
    /// Streams that the peer has begun anew.
    fn peer_resets(&self) -> &[u16];
    /// Whether messages travel interleaved.
    fn interleaves(&self) -> bool;
    /// What can be told of it when a test fails.
    fn describe(&self) -> String {
        String::new()
    }
    /// Associations that were begun anew by the peer.
    fn restarts(&self) -> usize {
        0
    }
}
