//! An endpoint and, by hand, whoever sends it packets.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use bytes::Bytes;
use ferry_sctp_core::Now;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::endpoint::{AssociationId, Endpoint, EndpointConfig, Remote};
use ferry_sctp_core::serial::Tsn;
use ferry_sctp_core::wire::chunk::{CookieAck, CookieEcho, Init, InitAck};
use ferry_sctp_core::wire::{
    Cause, ChecksumWrite, Chunk, ChunkType, CommonHeader, PacketWriter, Parameter, Parameters,
    VerificationTag,
};

use crate::common::script::{Sent, endpoint, plain};
use crate::common::sim::address;
use crate::common::{describe, seed};

/// Tag of the peer, unless said otherwise.
pub(crate) const PEER: VerificationTag = VerificationTag(0x5EED_0001);
/// Another tag of the peer: it began anew.
pub(crate) const PEER_ANEW: VerificationTag = VerificationTag(0x5EED_0002);
/// A tag that nobody chose.
pub(crate) const STRANGE: VerificationTag = VerificationTag(0xBAD0_BAD0);
/// The peer's first TSN.
pub(crate) const TSN: Tsn = Tsn(1000);

/// What an INIT or INIT ACK of the endpoint said.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) tag: VerificationTag,
    pub(crate) tsn: Tsn,
    pub(crate) outbound: u16,
    pub(crate) inbound: u16,
    /// The cookie of an INIT ACK.
    pub(crate) cookie: Vec<u8>,
    pub(crate) sent: Sent,
}

/// An endpoint whose network is the test.
pub(crate) struct Stage {
    pub(crate) now: Now,
    pub(crate) end: Endpoint,
    /// Where packets made by hand come from.
    pub(crate) from: SocketAddr,
    sent: VecDeque<Sent>,
}

impl Stage {
    /// An endpoint that accepts, with [`plain`] settings.
    pub(crate) fn new() -> Self {
        Self::with(plain())
    }

    pub(crate) fn with(config: AssociationConfig) -> Self {
        Self::of(endpoint(config))
    }

    pub(crate) fn of(config: EndpointConfig) -> Self {
        Self {
            now: Duration::from_millis(100),
            end: Endpoint::new(config, seed(9)),
            from: address(1, 0),
            sent: VecDeque::new(),
        }
    }

    fn poll(&mut self) {
        let mut out = Vec::new();
        while let Some(transmit) = self.end.poll_transmit(self.now, &mut out, 16) {
            for bytes in out.chunks(transmit.segment) {
                self.sent.push_back(Sent {
                    at: self.now,
                    to: transmit.to,
                    from: transmit.from,
                    probe: transmit.probe,
                    bytes: Bytes::copy_from_slice(bytes),
                });
            }
            assert!(self.sent.len() < 10_000, "sending has no end");
            out.clear();
        }
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, time: Duration) {
        let until = self.now + time;
        self.poll();
        let mut spins = 0;
        while let Some(due) = self.end.next_due().filter(|due| *due <= until) {
            self.now = self.now.max(due);
            self.end.on_timer(self.now);
            self.poll();
            spins += 1;
            assert!(spins < 10_000, "time stands still at {:?}", self.now);
        }
        self.now = until;
    }

    /// The next packet, which has been sent already.
    pub(crate) fn expect(&mut self) -> Sent {
        self.poll();
        self.sent.pop_front().expect("the endpoint sent something")
    }

    /// The next packet, if any was sent.
    pub(crate) fn try_expect(&mut self) -> Option<Sent> {
        self.poll();
        self.sent.pop_front()
    }

    /// The only packet sent.
    pub(crate) fn only(&mut self) -> Sent {
        let sent = self.expect();
        self.silent();
        sent
    }

    /// The next packet; time passes until it comes.
    pub(crate) fn expect_within(&mut self, most: Duration) -> Sent {
        let until = self.now + most;
        self.poll();
        while self.sent.is_empty() {
            let due = self.end.next_due().filter(|due| *due <= until);
            let due = due.unwrap_or_else(|| panic!("nothing was sent until {until:?}"));
            self.wait(due.saturating_sub(self.now));
        }
        self.expect()
    }

    /// Nothing more was sent.
    pub(crate) fn silent(&mut self) {
        self.poll();
        if let Some(sent) = self.sent.front() {
            panic!("sent to {}: {}", sent.to, describe::packet(&sent.bytes));
        }
    }

    /// Forgets what was sent.
    pub(crate) fn drain(&mut self) {
        self.poll();
        self.sent.clear();
    }

    /// A packet with these chunks comes.
    pub(crate) fn say(&mut self, tag: VerificationTag, chunks: &[Chunk<'_>]) {
        let bytes = packet(tag, chunks);
        self.say_bytes(&bytes);
    }

    /// These bytes come.
    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        let to = address(0, 0).ip();
        self.end.handle(self.now, Bytes::copy_from_slice(bytes), self.from, Some(to));
        self.poll();
    }

    /// endpoint <-- INIT -- peer.
    pub(crate) fn say_init(&mut self, tag: VerificationTag, parameters: &[Parameter<'_>]) {
        self.say(VerificationTag::ZERO, &[Chunk::Init(init(tag, parameters))]);
    }

    /// endpoint <-- INIT ACK -- peer.
    pub(crate) fn say_init_ack(
        &mut self,
        to: VerificationTag,
        tag: VerificationTag,
        cookie: &[u8],
    ) {
        let parameters = [Parameter::StateCookie(cookie)];
        self.say(to, &[Chunk::InitAck(InitAck(init(tag, &parameters)))]);
    }

    /// endpoint <-- COOKIE ECHO -- peer.
    pub(crate) fn say_echo(&mut self, ack: &Said) {
        self.say(ack.tag, &[Chunk::CookieEcho(CookieEcho { cookie: &ack.cookie })]);
    }

    /// The only packet sent is an INIT or INIT ACK.
    pub(crate) fn hear(&mut self, kind: ChunkType) -> Said {
        let sent = self.only();
        assert_eq!(sent.kinds(), [kind], "{}", describe::packet(&sent.bytes));
        let (init, cookie) = sent.look(kind, |chunk| match chunk {
            Chunk::Init(init) => (facts(init), Vec::new()),
            Chunk::InitAck(ack) => (facts(&ack.0), ack.cookie().expect("a cookie").to_vec()),
            other => panic!("{other:?}"),
        });
        let (tag, tsn, outbound, inbound) = init;
        assert_ne!(tag, VerificationTag::ZERO);
        Said { tag, tsn, outbound, inbound, cookie, sent }
    }

    /// The peer begins: INIT, and the INIT ACK that the endpoint answers.
    pub(crate) fn init_ack(&mut self, tag: VerificationTag) -> Said {
        self.say_init(tag, &[]);
        let ack = self.hear(ChunkType::InitAck);
        assert_eq!((ack.sent.tag(), ack.sent.to), (tag, self.from));
        ack
    }

    /// The endpoint begins: its INIT.
    pub(crate) fn connect(&mut self) -> (AssociationId, Said) {
        let remote = Remote { addresses: vec![self.from], port: self.from.port() };
        let id = self.end.connect(self.now, &remote).expect("an association can be begun");
        let init = self.hear(ChunkType::Init);
        assert_eq!((init.sent.tag(), init.sent.to), (VerificationTag::ZERO, self.from));
        (id, init)
    }

    /// The endpoint begins, and the peer has answered: COOKIE ECHO was sent.
    pub(crate) fn echoed(&mut self) -> (AssociationId, Said) {
        let (id, init) = self.connect();
        self.say_init_ack(init.tag, PEER, b"biscuit");
        let echo = self.only();
        assert_eq!((echo.kinds(), echo.tag()), (vec![ChunkType::CookieEcho], PEER));
        echo.look(ChunkType::CookieEcho, |chunk| {
            assert_eq!(*chunk, Chunk::CookieEcho(CookieEcho { cookie: b"biscuit" }));
        });
        (id, init)
    }

    /// The endpoint began an association with [`PEER`], which stands.
    pub(crate) fn connected(&mut self) -> (AssociationId, Said) {
        let (id, init) = self.echoed();
        self.say(init.tag, &[Chunk::CookieAck(CookieAck)]);
        assert_eq!(self.up(), id);
        self.silent();
        (id, init)
    }

    /// [`PEER`] began an association with the endpoint, which stands.
    pub(crate) fn accepted(&mut self) -> (AssociationId, Said) {
        let ack = self.init_ack(PEER);
        assert_eq!(self.end.associations().count(), 0, "no state before the cookie returns");
        self.say_echo(&ack);
        let sent = self.only();
        assert_eq!((sent.kinds(), sent.tag()), (vec![ChunkType::CookieAck], PEER));
        (self.up(), ack)
    }

    /// The next event of any association, other than of its paths.
    pub(crate) fn event(&mut self) -> Option<(AssociationId, AssociationEvent)> {
        loop {
            match self.end.poll_event()? {
                (
                    _,
                    AssociationEvent::PathChanged { .. }
                    | AssociationEvent::PrimaryChanged { .. }
                    | AssociationEvent::Dry,
                ) => {}
                event => return Some(event),
            }
        }
    }

    /// The next event: an association stands.
    pub(crate) fn up(&mut self) -> AssociationId {
        match self.event() {
            Some((id, AssociationEvent::Up { .. })) => id,
            other => panic!("no association stands: {other:?}"),
        }
    }

    /// Nothing was sent, nothing happened, and there is no association.
    pub(crate) fn nothing(&mut self) {
        self.silent();
        assert_eq!(self.event(), None);
        assert_eq!(self.end.associations().count(), 0);
        assert_eq!(self.end.next_due(), None, "no timer runs");
    }

    /// Nothing was sent or happened, and the association, which has this tag, works still.
    pub(crate) fn undisturbed(&mut self, id: AssociationId, tag: VerificationTag) {
        self.silent();
        assert_eq!(self.event(), None);
        assert!(self.end.is_established(id));
        self.say(tag, &[heartbeat()]);
        let sent = self.only();
        assert_eq!(sent.kinds()[0], ChunkType::HeartbeatAck);
    }
}

fn facts(init: &Init<'_>) -> (VerificationTag, Tsn, u16, u16) {
    (init.initiate_tag, init.initial_tsn, init.outbound_streams, init.inbound_streams)
}

/// A packet from the peer's port to the endpoint's.
pub(crate) fn packet(tag: VerificationTag, chunks: &[Chunk<'_>]) -> Vec<u8> {
    let (source_port, destination_port) = (address(1, 0).port(), address(0, 0).port());
    let header = CommonHeader { source_port, destination_port, verification_tag: tag };
    let mut out = Vec::new();
    let mut writer = PacketWriter::begin(&mut out, header, 65_000);
    chunks.iter().for_each(|chunk| writer.push(chunk).expect("it fits"));
    writer.finish(ChecksumWrite::Crc32c);
    out
}

/// An INIT with ten streams each way.
pub(crate) fn init<'a>(tag: VerificationTag, parameters: &'a [Parameter<'a>]) -> Init<'a> {
    Init {
        initiate_tag: tag,
        receiver_window: 1 << 20,
        outbound_streams: 10,
        inbound_streams: 10,
        initial_tsn: TSN,
        parameters: Parameters::of(parameters),
    }
}

pub(crate) fn heartbeat() -> Chunk<'static> {
    Chunk::Heartbeat(ferry_sctp_core::wire::chunk::Heartbeat { info: b"are you there" })
}

/// What the only ABORT or ERROR in `sent` says, looked at.
pub(crate) fn causes<R>(sent: &Sent, look: impl FnOnce(&[Cause<'_>]) -> R) -> R {
    use ferry_sctp_core::wire::chunk::{Abort, ErrorChunk};
    let chunks = sent.chunks();
    let found = chunks.iter().find_map(|chunk| match chunk {
        Chunk::Abort(Abort { causes, .. }) | Chunk::Error(ErrorChunk { causes }) => Some(causes),
        _ => None,
    });
    let causes = found.unwrap_or_else(|| panic!("no causes in {}", describe::packet(&sent.bytes)));
    let causes: Vec<_> = causes.iter().map(|cause| cause.expect("well-formed")).collect();
    look(&causes)
}

/// Whether `sent` is nothing but an ABORT; and its T bit.
pub(crate) fn is_abort(sent: &Sent) -> Option<bool> {
    match sent.chunks()[..] {
        [Chunk::Abort(abort)] => Some(abort.reflected_tag),
        _ => None,
    }
}
