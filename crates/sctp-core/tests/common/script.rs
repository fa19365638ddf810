//! One end played by hand: what the endpoint sent is taken packet by packet, and packets made by hand are
//! put before it, in virtual time.
//!
//! The endpoint is `10.1.0.1:5000`; the peer played by hand has tag [`PEER_TAG`], its first TSN is
//! [`PEER_TSN`] and its addresses are `10.1.0.2:5001`, `10.2.0.2:5001` and so on.

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use bytes::Bytes;
use ferry_sctp_core::Now;
use ferry_sctp_core::association::{AssociationConfig, AssociationReport, Event};
use ferry_sctp_core::congestion::{self, Algorithm};
use ferry_sctp_core::endpoint::{AssociationId, Endpoint, EndpointConfig, Remote};
use ferry_sctp_core::path::{
    FailureSettings, HeartbeatSettings, PathReport, PathSettings, PathState, PmtuSettings,
};
use ferry_sctp_core::serial::{MessageId, StreamSequence, Tsn};
use ferry_sctp_core::streams::{MessageOptions, Read};
use ferry_sctp_core::wire::chunk::{
    Abort, CookieAck, CookieEcho, Data, DataFlags, DataHeader, ErrorChunk, GapBlock, HeartbeatAck,
    IData, IDataHeader, Init, InitAck, Position, Sack,
};
use ferry_sctp_core::wire::{
    Cause, CauseCode, ChecksumCheck, ChecksumWrite, Chunk, ChunkType, CommonHeader, List, Packet,
    PacketWriter, Parameter, Parameters, PayloadProtocol, StreamId, VerificationTag,
};

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

/// A packet that the endpoint sent.
#[derive(Clone, Debug)]
pub struct Sent {
    pub at: Now,
    pub to: SocketAddr,
    pub from: Option<IpAddr>,
    pub probe: bool,
    pub bytes: Bytes,
}

/// A DATA or I-DATA chunk that the endpoint sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub tsn: Tsn,
    pub stream: u16,
    pub message: u32,
    pub fragment: u32,
    pub flags: DataFlags,
    pub payload: Vec<u8>,
}

/// A SACK that the endpoint sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenSack {
    pub cumulative: Tsn,
    pub window: u32,
    pub gaps: Vec<(u16, u16)>,
    pub duplicates: Vec<Tsn>,
}

impl Sent {
    pub fn packet(&self) -> Packet<'_> {
        Packet::parse(&self.bytes, ChecksumCheck::Required).expect("what is sent is well-formed")
    }

    pub fn tag(&self) -> VerificationTag {
        CommonHeader::parse(&self.bytes).expect("a header").verification_tag
    }

    pub fn chunks(&self) -> Vec<Chunk<'_>> {
        let packet = Packet::parse(&self.bytes, ChecksumCheck::Unchecked).expect("a packet");
        packet.chunks().map(|chunk| chunk.expect("chunks are well-formed")).collect()
    }

    pub fn kinds(&self) -> Vec<ChunkType> {
        let packet = Packet::parse(&self.bytes, ChecksumCheck::Unchecked).expect("a packet");
        packet.raw_chunks().map(|raw| raw.expect("chunks are well-formed").chunk_type).collect()
    }

    pub fn has(&self, kind: ChunkType) -> bool {
        self.kinds().contains(&kind)
    }

    /// Its DATA or I-DATA chunks.
    pub fn data(&self) -> Vec<Seen> {
        self.chunks()
            .into_iter()
            .filter_map(|chunk| match chunk {
                Chunk::Data(Data { header, payload }) => Some(Seen {
                    tsn: header.tsn,
                    stream: header.stream.0,
                    message: u32::from(header.sequence.0),
                    fragment: 0,
                    flags: header.flags,
                    payload: payload.to_vec(),
                }),
                Chunk::IData(IData { header, payload }) => Some(Seen {
                    tsn: header.tsn,
                    stream: header.stream.0,
                    message: header.message.0,
                    fragment: header.position.fragment().0,
                    flags: header.flags(),
                    payload: payload.to_vec(),
                }),
                _ => None,
            })
            .collect()
    }

    /// TSNs of its DATA or I-DATA chunks.
    pub fn tsns(&self) -> Vec<Tsn> {
        self.data().iter().map(|data| data.tsn).collect()
    }

    pub fn sack(&self) -> Option<SeenSack> {
        self.chunks().into_iter().find_map(|chunk| match chunk {
            Chunk::Sack(sack) => Some(SeenSack {
                cumulative: sack.cumulative_tsn,
                window: sack.receiver_window,
                gaps: sack.gap_blocks.iter().map(|gap| (gap.start, gap.end)).collect(),
                duplicates: sack.duplicates.iter().collect(),
            }),
            _ => None,
        })
    }

    /// Codes of the causes in its ABORT or ERROR chunks.
    pub fn causes(&self) -> Vec<CauseCode> {
        let mut codes = Vec::new();
        for chunk in self.chunks() {
            if let Chunk::Abort(Abort { causes, .. }) | Chunk::Error(ErrorChunk { causes }) = chunk
            {
                codes.extend(causes.iter().map(|cause| cause.expect("well-formed").code()));
            }
        }
        codes
    }

    /// What its first chunk of this type is, looked at.
    pub fn look<R>(&self, kind: ChunkType, look: impl FnOnce(&Chunk<'_>) -> R) -> R {
        let chunks = self.chunks();
        let at = self.kinds().iter().position(|found| *found == kind);
        let at = at.unwrap_or_else(|| panic!("no {kind} in {}", describe::packet(&self.bytes)));
        look(&chunks[at])
    }
}

/// What the end played by hand offers in the handshake.
#[derive(Clone, Debug)]
pub struct Peer {
    pub window: u32,
    pub outbound: u16,
    pub inbound: u16,
    pub addresses: usize,
    /// Chunks of extensions that it says to understand.
    pub extensions: Vec<ChunkType>,
    pub partial_reliability: bool,
    pub zero_checksum: Option<u32>,
    /// How long each of its answers takes.
    pub trip: Duration,
}

impl Default for Peer {
    fn default() -> Self {
        Self {
            window: WINDOW,
            outbound: 10,
            inbound: 10,
            addresses: 1,
            extensions: Vec::new(),
            partial_reliability: false,
            zero_checksum: None,
            trip: Duration::from_millis(2),
        }
    }
}

impl Peer {
    fn init<R>(&self, cookie: Option<&[u8]>, then: impl FnOnce(Init<'_>) -> R) -> R {
        let mut parameters = Vec::new();
        if self.addresses > 1 {
            parameters
                .extend((0..self.addresses).map(|path| Parameter::Address(address(1, path).ip())));
        }
        if let Some(cookie) = cookie {
            parameters.push(Parameter::StateCookie(cookie));
        }
        if self.partial_reliability {
            parameters.push(Parameter::ForwardTsnSupported);
        }
        if let Some(method) = self.zero_checksum {
            parameters.push(Parameter::ZeroChecksumAcceptable(method));
        }
        if !self.extensions.is_empty() {
            parameters.push(Parameter::SupportedExtensions(List::of(&self.extensions)));
        }
        then(Init {
            initiate_tag: PEER_TAG,
            receiver_window: self.window,
            outbound_streams: self.outbound,
            inbound_streams: self.inbound,
            initial_tsn: PEER_TSN,
            parameters: Parameters::of(&parameters),
        })
    }
}

/// A configuration without what acts on its own (heartbeats, MTU probes, tail probes, paths in doubt) and
/// with RFC 9260's own chunks and congestion control.
pub fn plain() -> AssociationConfig {
    AssociationConfig {
        interleaving: false,
        early_recovery: false,
        patience: Duration::ZERO,
        paths: PathSettings {
            heartbeat: HeartbeatSettings { enabled: false, ..HeartbeatSettings::default() },
            pmtu: PmtuSettings { enabled: false, ..PmtuSettings::default() },
            failure: FailureSettings { potentially_failed: None, ..FailureSettings::default() },
            algorithm: Algorithm::Standard,
            congestion: congestion::Settings { slow_start_limit: 1, ..Default::default() },
            ..PathSettings::default()
        },
        ..AssociationConfig::default()
    }
}

/// An endpoint with this configuration that accepts.
pub fn endpoint(association: AssociationConfig) -> EndpointConfig {
    EndpointConfig { port: 5000, accepts: true, most_associations: 16, association }
}

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
        assert!(matches!(script.event(), Some(Event::Up { .. })));
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
            Some((id, Event::Up { .. })) => script.id = id,
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
    pub fn event(&mut self) -> Option<Event> {
        self.end.poll_event().map(|(id, event)| {
            assert_eq!(id, self.id, "there is only one association");
            event
        })
    }

    /// The next event that is neither of a path nor news of delivery.
    pub fn news(&mut self) -> Option<Event> {
        loop {
            match self.event()? {
                Event::PathChanged { .. }
                | Event::PrimaryChanged { .. }
                | Event::Dry
                | Event::Writable
                | Event::Delivered { .. } => {}
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

/// A DATA chunk with a whole ordered message.
pub fn data(tsn: Tsn, stream: u16, sequence: u16, payload: &[u8]) -> Chunk<'_> {
    fragment(tsn, stream, sequence, DataFlags::WHOLE, payload)
}

/// A DATA chunk.
pub fn fragment(
    tsn: Tsn,
    stream: u16,
    sequence: u16,
    flags: DataFlags,
    payload: &[u8],
) -> Chunk<'_> {
    let header = DataHeader {
        flags,
        tsn,
        stream: StreamId(stream),
        sequence: StreamSequence(sequence),
        protocol: PayloadProtocol(0),
    };
    Chunk::Data(Data { header, payload })
}

/// An I-DATA chunk with a whole ordered message.
pub fn i_data(tsn: Tsn, stream: u16, message: u32, payload: &[u8]) -> Chunk<'_> {
    let header = IDataHeader {
        immediate: false,
        unordered: false,
        ending: true,
        tsn,
        stream: StreamId(stream),
        message: MessageId(message),
        position: Position::First(PayloadProtocol(0)),
    };
    Chunk::IData(IData { header, payload })
}

/// An ABORT with these causes.
pub fn abort<'a>(causes: &'a [Cause<'a>]) -> Chunk<'a> {
    Chunk::Abort(Abort { reflected_tag: false, causes: ferry_sctp_core::wire::Causes::of(causes) })
}
