//! One end played by hand: what the endpoint sent is taken packet by packet, and packets made by hand are
//! put before it, in virtual time.
//!
//! The endpoint is `10.1.0.1:5000`; the peer played by hand has tag [`PEER_TAG`], its first TSN is
//! [`PEER_TSN`] and its addresses are `10.1.0.2:5001`, `10.2.0.2:5001` and so on.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use bytes::Bytes;
use ferry_sctp_core::Now;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent, AssociationReport};
use ferry_sctp_core::endpoint::{AssociationId, Endpoint, Remote};
use ferry_sctp_core::path::{PathReport, PathState};
use ferry_sctp_core::serial::Tsn;
use ferry_sctp_core::streams::{MessageOptions, Read};
use ferry_sctp_core::wire::chunk::{CookieAck, CookieEcho, GapBlock, HeartbeatAck, InitAck, Sack};
use ferry_sctp_core::wire::{
    ChecksumWrite, Chunk, ChunkType, CommonHeader, List, PacketWriter, StreamId, VerificationTag,
};

pub use super::chunks::{abort, data, fragment, i_data};
pub use super::peer::{Peer, endpoint, plain};
pub use super::sent::Sent;
use super::sim::address;
use super::{describe, seed};

/// Tag of the end played by hand.
pub const PEER_TAG: VerificationTag = VerificationTag(0x5EED_0001);
/// Its first TSN; few messages later it wraps.
pub const PEER_TSN: Tsn = Tsn(u32::MAX - 2);
/// Payload of the largest DATA chunk on a path that was not searched: 1200 less 48, 12 and 16.
pub const FRAGMENT: usize = 1124;
/// The window that the end played by hand offers unless said otherwise.
pub const WINDOW: u32 = 1 << 20;

/// An endpoint, and the end played by hand.
pub struct Script {
    pub now: Now,
    pub end: Endpoint,
    pub id: AssociationId,
    /// The tag that the endpoint demands.
    pub tag: VerificationTag,
    /// The endpoint's first TSN.
    pub first: Tsn,
    /// Where packets made by hand come from.
    pub from: SocketAddr,
    pub peer: Peer,
    /// The packets of the handshake that the endpoint sent.
    pub opening: Vec<Sent>,
    sent: VecDeque<Sent>,
}

impl Script {
    fn new(end: Endpoint, id: AssociationId, now: Now, peer: Peer) -> Self {
        Self {
            now,
            end,
            id,
            tag: VerificationTag(0),
            first: Tsn(0),
            from: address(1, 0),
            peer,
            opening: Vec::new(),
            sent: VecDeque::new(),
        }
    }

    /// The endpoint opens the association.
    pub fn connected(config: AssociationConfig, peer: Peer) -> Self {
        let mut end = Endpoint::new(endpoint(config), seed(7));
        let remote = Remote {
            addresses: (0..peer.addresses).map(|path| address(1, path)).collect(),
            port: address(1, 0).port(),
        };
        let now = Duration::from_millis(100);
        let id = end.connect(now, &remote).expect("an association can be begun");
        let mut script = Self::new(end, id, now, peer);
        script.poll();
        // endpoint -- INIT --> peer (RFC 9260 §5.1 A).
        let init = script.expect();
        assert_eq!(init.kinds(), [ChunkType::Init]);
        assert_eq!(init.tag(), VerificationTag::ZERO);
        (script.tag, script.first) = init.look(ChunkType::Init, |chunk| match chunk {
            Chunk::Init(init) => (init.initiate_tag, init.initial_tsn),
            other => panic!("{other:?}"),
        });
        // endpoint <-- INIT ACK -- peer (§5.1 B).
        script.wait(script.peer.trip);
        let cookie = vec![0xC0; 40];
        script.peer.clone().init(Some(&cookie), |init| {
            script.say(&[Chunk::InitAck(InitAck(init))]);
        });
        // endpoint -- COOKIE ECHO --> peer (§5.1 C).
        let echo = script.expect();
        assert_eq!(echo.kinds()[0], ChunkType::CookieEcho);
        assert_eq!(echo.tag(), PEER_TAG);
        echo.look(ChunkType::CookieEcho, |chunk| {
            assert!(matches!(chunk, Chunk::CookieEcho(CookieEcho { cookie: c }) if *c == cookie));
        });
        // endpoint <-- COOKIE ACK -- peer (§5.1 D, E).
        script.wait(script.peer.trip);
        script.say(&[Chunk::CookieAck(CookieAck)]);
        assert!(script.end.is_established(script.id));
        assert!(matches!(script.event(), Some(AssociationEvent::Up { .. })));
        script.opening.extend([init, echo]);
        script
    }

    /// The peer opens the association.
    pub fn accepted(config: AssociationConfig, peer: Peer) -> Self {
        let mut end = Endpoint::new(endpoint(config), seed(8));
        let now = Duration::from_millis(100);
        // The name is known when the association stands.
        let nowhere = Remote { addresses: vec![address(9, 0)], port: 9 };
        let id = end.connect(now, &nowhere).expect("an association can be begun");
        end.abort(now, id, b"");
        end.release(id);
        while end.poll_event().is_some() {}
        let mut script = Self::new(end, id, now, peer);
        script.poll();
        script.sent.clear();
        script.peer.clone().init(None, |init| script.say(&[Chunk::Init(init)]));
        let ack = script.expect();
        assert_eq!(ack.kinds(), [ChunkType::InitAck]);
        assert_eq!(ack.tag(), PEER_TAG);
        let cookie;
        (script.tag, script.first, cookie) = ack.look(ChunkType::InitAck, |chunk| match chunk {
            Chunk::InitAck(ack) => {
                let cookie = ack.cookie().expect("a cookie").to_vec();
                (ack.0.initiate_tag, ack.0.initial_tsn, cookie)
            }
            other => panic!("{other:?}"),
        });
        assert_eq!(
            script.end.associations().count(),
            0,
            "nothing is kept before the cookie returns"
        );
        script.wait(script.peer.trip);
        script.say(&[Chunk::CookieEcho(CookieEcho { cookie: &cookie })]);
        script.opening.push(ack);
        let ack = script.expect();
        assert_eq!(ack.kinds()[0], ChunkType::CookieAck);
        script.opening.push(ack);
        match script.end.poll_event() {
            Some((id, AssociationEvent::Up { .. })) => script.id = id,
            other => panic!("{other:?}"),
        }
        script
    }

    /// The endpoint's `n`th TSN, from 0.
    pub fn t(&self, n: u32) -> Tsn {
        self.first.plus(n)
    }

    fn poll(&mut self) {
        let mut out = Vec::new();
        while let Some(transmit) = self.end.poll_transmit(self.now, &mut out, 16) {
            assert_eq!(transmit.len, out.len());
            for bytes in out.chunks(transmit.segment) {
                self.sent.push_back(Sent {
                    at: self.now,
                    to: transmit.to,
                    from: transmit.from,
                    probe: transmit.probe,
                    bytes: Bytes::copy_from_slice(bytes),
                });
            }
            assert!(self.sent.len() < 100_000, "sending has no end");
            out.clear();
        }
    }

    /// Lets time pass.
    pub fn wait(&mut self, time: Duration) {
        self.until(self.now + time);
    }

    /// Lets time pass up to a point.
    pub fn until(&mut self, at: Now) {
        self.poll();
        let mut spins = 0;
        while let Some(due) = self.end.next_due().filter(|due| *due <= at) {
            self.now = self.now.max(due);
            self.end.on_timer(self.now);
            self.poll();
            spins += 1;
            assert!(spins < 100_000, "time stands still at {:?}", self.now);
        }
        self.now = self.now.max(at);
    }

    /// The next packet, which has been sent already.
    pub fn expect(&mut self) -> Sent {
        self.poll();
        self.sent.pop_front().unwrap_or_else(|| panic!("nothing was sent by {:?}", self.now))
    }

    /// The next packet; time passes until it comes.
    pub fn expect_within(&mut self, most: Duration) -> Sent {
        let until = self.now + most;
        self.poll();
        while self.sent.is_empty() {
            let Some(due) = self.end.next_due().filter(|due| *due <= until) else {
                panic!("nothing was sent from {:?} to {until:?}", self.now);
            };
            self.until(due.max(self.now));
        }
        self.expect()
    }

    /// All packets sent so far.
    pub fn take(&mut self) -> Vec<Sent> {
        self.poll();
        self.sent.drain(..).collect()
    }

    /// Nothing more was sent.
    pub fn silent(&mut self) {
        self.poll();
        if let Some(sent) = self.sent.front() {
            panic!("sent at {:?}: {}", sent.at, describe::packet(&sent.bytes));
        }
    }

    /// Nothing is sent for this long.
    pub fn silent_for(&mut self, time: Duration) {
        self.silent();
        self.wait(time);
        self.silent();
    }

    /// Puts a packet with these chunks before the endpoint.
    pub fn say(&mut self, chunks: &[Chunk<'_>]) {
        let tag = match chunks.first() {
            Some(Chunk::Init(_)) => VerificationTag::ZERO,
            _ => self.tag,
        };
        let bytes = self.made(tag, chunks, ChecksumWrite::Crc32c);
        self.say_bytes(&bytes);
    }

    /// The same, from another address of the peer.
    pub fn say_from(&mut self, from: SocketAddr, chunks: &[Chunk<'_>]) {
        let usual = std::mem::replace(&mut self.from, from);
        self.say(chunks);
        self.from = usual;
    }

    /// A packet made by hand.
    pub fn made(&self, tag: VerificationTag, chunks: &[Chunk<'_>], sum: ChecksumWrite) -> Vec<u8> {
        let header = CommonHeader {
            source_port: address(1, 0).port(),
            destination_port: address(0, 0).port(),
            verification_tag: tag,
        };
        let mut out = Vec::new();
        let mut writer = PacketWriter::begin(&mut out, header, 65_000);
        for chunk in chunks {
            writer.push(chunk).expect("it fits");
        }
        writer.finish(sum);
        out
    }

    /// Puts bytes before the endpoint.
    pub fn say_bytes(&mut self, bytes: &[u8]) {
        let to = address(0, 0).ip();
        self.end.handle(self.now, Bytes::copy_from_slice(bytes), self.from, Some(to));
        self.poll();
    }

    /// Acknowledges up to a TSN of the endpoint.
    pub fn sack(&mut self, cumulative: Tsn) {
        self.sack_gaps(cumulative, WINDOW, &[]);
    }

    /// Acknowledges with a window and gap blocks.
    pub fn sack_gaps(&mut self, cumulative: Tsn, window: u32, gaps: &[(u16, u16)]) {
        let gaps: Vec<GapBlock> =
            gaps.iter().map(|(start, end)| GapBlock { start: *start, end: *end }).collect();
        self.say(&[Chunk::Sack(Sack {
            cumulative_tsn: cumulative,
            receiver_window: window,
            gap_blocks: List::of(&gaps),
            duplicates: List::empty(),
        })]);
    }

    /// The user sends a message, whole, on a stream.
    pub fn send(&mut self, stream: u16, bytes: &[u8]) {
        self.send_with(stream, MessageOptions::default(), bytes);
    }

    pub fn send_with(&mut self, stream: u16, options: MessageOptions, bytes: &[u8]) {
        let accepted = self
            .end
            .send(self.now, self.id, StreamId(stream), options, bytes.into(), true)
            .expect("there is room");
        assert_eq!(accepted.bytes, bytes.len());
        self.poll();
    }

    /// The next piece that the user can read: stream, bytes and whether the message ends.
    pub fn read(&mut self) -> Option<(u16, Vec<u8>, bool)> {
        let read = self.end.receive_from(self.id, usize::MAX);
        self.poll();
        match read? {
            Read::Piece(piece) => Some((piece.stream.0, piece.payload.to_vec(), piece.last)),
            Read::Aborted { stream, .. } => panic!("a message of stream {stream} was given up"),
        }
    }

    /// The next event of the association.
    pub fn event(&mut self) -> Option<AssociationEvent> {
        self.end.poll_event().map(|(id, event)| {
            assert_eq!(id, self.id, "there is only one association");
            event
        })
    }

    /// The next event that is neither of a path nor news of delivery.
    pub fn news(&mut self) -> Option<AssociationEvent> {
        loop {
            match self.event()? {
                AssociationEvent::PathChanged { .. }
                | AssociationEvent::PrimaryChanged { .. }
                | AssociationEvent::Dry
                | AssociationEvent::Writable
                | AssociationEvent::Delivered { .. } => {}
                other => return Some(other),
            }
        }
    }

    pub fn report(&self) -> AssociationReport {
        self.end.report(self.id).expect("the association exists")
    }

    /// What is reported of the path to the peer's `n`th address.
    pub fn path(&self, n: usize) -> PathReport {
        let report = self.report();
        let addr = address(1, n);
        *report.paths.iter().find(|path| path.addr == addr).expect("the path exists")
    }

    /// Answers a heartbeat; false if the packet holds none.
    pub fn answer_heartbeat(&mut self, sent: &Sent) -> bool {
        for chunk in sent.chunks() {
            if let Chunk::Heartbeat(heartbeat) = chunk {
                let info = heartbeat.info;
                self.say_from(sent.to, &[Chunk::HeartbeatAck(HeartbeatAck { info })]);
                return true;
            }
        }
        false
    }

    /// Answers heartbeats until every path is confirmed.
    pub fn confirm(&mut self) {
        for _ in 0..200 {
            let paths = self.report().paths;
            if paths.len() == self.peer.addresses
                && paths.iter().all(|path| path.state == PathState::Active)
            {
                self.sent.clear();
                return;
            }
            self.wait(Duration::from_millis(5));
            for sent in self.take() {
                self.answer_heartbeat(&sent);
            }
        }
        panic!("paths were not confirmed: {:#?}", self.report().paths);
    }
}
