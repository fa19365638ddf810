//! Filters over a wire that the tests can see and change.

use crate::envelope::{self, ENVELOPE, EnvelopeKind, WRAPPED};
use crate::{Cipher, Compression, Encryption, Filter, FilterOptions, stages_of};
use ferry_conformance::{Recorder, identity, pattern};
use ferry_method::{
    Applicable, Attributes, Culprit, Descriptor, HandlerId, Header, Identity, Method, MethodError,
    Now, PeerId, RemoteReading, Sink, StreamId,
};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Frames under way: receiver, header, payload.
type Frames = Vec<(PeerId, Header, Vec<u8>)>;
type Wire = Arc<Mutex<Frames>>;

/// A method whose frames lie open on a wire.
struct Bare {
    me: PeerId,
    wire: Wire,
    attributes: Attributes,
    descriptor_len: usize,
    /// Nothing is taken for the time being.
    blocked: Arc<Mutex<bool>>,
}

impl Bare {
    fn new(me: u32, wire: &Wire, reliable: bool) -> Self {
        let attributes = Attributes {
            latency: Duration::from_micros(1),
            eager_limit: 1 << 16,
            fragment: 1 << 18,
            max_frame: 1 << 22,
            reliable,
            streams: 1000,
            shares_memory: true,
            remote_reads: true,
            remote_reading: RemoteReading::From(1),
            poll_cost: Duration::ZERO,
            ..ferry_conformance::plain_attributes()
        };
        Bare {
            me: PeerId(me),
            wire: wire.clone(),
            attributes,
            descriptor_len: 4,
            blocked: Arc::default(),
        }
    }
}

impl Method for Bare {
    ferry_conformance::plain!(attributes applicable attach sleep counters close);

    fn name(&self) -> &'static str {
        "bare"
    }

    fn descriptor(&self) -> Descriptor {
        Descriptor { method: "bare".into(), bytes: vec![1; self.descriptor_len] }
    }

    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        _done: &mut usize,
    ) -> Result<bool, MethodError> {
        if *self.blocked.lock().unwrap() {
            return Ok(false);
        }
        self.wire.lock().unwrap().push((peer, *header, payload.to_vec()));
        Ok(true)
    }

    fn poll(&mut self, _now: Now, sink: &mut dyn Sink) -> usize {
        let mut wire = self.wire.lock().unwrap();
        let mine: Vec<_> = wire.extract_if(.., |(to, ..)| *to == self.me).collect();
        for (_, header, payload) in &mine {
            sink.frame(PeerId(1 - self.me.0), header, payload);
        }
        mine.len()
    }
}

/// Two ends, 0 and 1, and the wire between them.
struct Pair {
    wire: Wire,
    ends: [Filter; 2],
    sink: Recorder,
    blocked: Arc<Mutex<bool>>,
}

impl Pair {
    fn new(name: &str) -> Self {
        Self::with(name, [identity(0, 2), identity(1, 2)], true)
    }

    fn with(name: &str, identities: [Identity; 2], reliable: bool) -> Self {
        let wire = Wire::default();
        let mut options = stages_of(name).unwrap().1;
        options.compress = options.compress.map(|c| Compression { threshold: 64, ..c });
        let mut blocked = Arc::default();
        let mut ends = [0, 1].map(|i| {
            let bare = Bare::new(i as u32, &wire, reliable);
            if i == 0 {
                blocked = bare.blocked.clone();
            }
            Filter::new(Box::new(bare), &identities[i], options).unwrap()
        });
        for i in [0, 1] {
            let descriptor = ends[1 - i].descriptor();
            assert_eq!(ends[i].applicable(&descriptor), Applicable::Yes);
            ends[i].attach(PeerId(1 - i as u32), &descriptor).unwrap();
        }
        Pair { wire, ends, sink: Recorder::default(), blocked }
    }

    fn try_send(&mut self, header: &Header, payload: &[u8]) -> Result<bool, MethodError> {
        self.ends[0].send(PeerId(1), header, payload, &mut 0)
    }

    fn send(&mut self, header: &Header, payload: &[u8]) {
        assert!(self.try_send(header, payload).unwrap());
    }

    /// What came to rank 1: headers and payloads.
    fn receive(&mut self) -> Vec<(Header, Vec<u8>)> {
        self.ends[1].poll(Now::ZERO, &mut self.sink);
        let arrivals = std::mem::take(&mut self.sink.arrivals);
        arrivals.into_iter().map(|a| (a.header, a.payload.unwrap())).collect()
    }

    fn alter(&self, change: impl FnOnce(&mut Frames)) {
        change(&mut self.wire.lock().unwrap());
    }

    /// The link is lost because of what the peer sent, and that is said once.
    fn assert_lost(&mut self) {
        assert_eq!(self.receive(), []);
        assert_eq!(self.sink.losses.len(), 1);
        let (peer, why) = self.sink.losses[0].clone();
        assert_eq!((peer, why.culprit()), (PeerId(0), Culprit::Peer));
        assert!(matches!(why, MethodError::Nonsense { .. }), "{why}");
        assert_eq!(self.ends[1].counters().refused, 1);
        let back = self.ends[1].send(PeerId(0), &header(0), b"anybody there?", &mut 0);
        assert!(back.is_err(), "a send over a lost link succeeds");
        self.send(&header(9), b"more of the same");
        assert_eq!(self.receive(), []);
        assert_eq!(self.sink.losses.len(), 1);
    }
}

fn header(number: u64) -> Header {
    Header {
        words: [number, 0x1122_3344_5566_7788],
        bits: 0xabcd_ef01,
        ..Header::new(HandlerId(3))
    }
}

fn text(len: usize) -> Vec<u8> {
    b"all work and no play makes a dull message; ".iter().copied().cycle().take(len).collect()
}

const ENCRYPTING: [&str; 2] = ["bare+encrypt", "bare+compress+encrypt"];

#[test]
fn nothing_of_an_encrypted_frame_can_be_seen() {
    for name in ENCRYPTING {
        let mut pair = Pair::new(name);
        let secret = b"attack at dawn, and tell nobody of it";
        pair.send(&header(1), secret);
        pair.alter(|wire| {
            let (_, outer, bytes) = &wire[0];
            let seen = |what: &[u8]| {
                let all = [&outer.encode(0)[..], bytes].concat();
                all.windows(what.len()).any(|w| w == what)
            };
            assert!(!seen(&secret[..8]) && !seen(&header(1).bits.to_le_bytes()));
            assert!(!seen(&header(1).words[1].to_le_bytes()));
        });
        assert_eq!(pair.receive(), [(header(1), secret.to_vec())]);
        assert!(pair.ends[0].attributes().confidential);
        assert_eq!(pair.ends[0].attributes().remote_reading, RemoteReading::Never);
    }
}

#[test]
fn a_changed_frame_ends_the_link() {
    for name in ENCRYPTING {
        let mut pair = Pair::new(name);
        pair.send(&header(1), &text(1000));
        assert_eq!(pair.receive().len(), 1);
        pair.send(&header(2), &text(1000));
        pair.alter(|wire| wire[0].2[40] ^= 1);
        pair.assert_lost();
    }
}

#[test]
fn frames_cannot_be_repeated_left_out_exchanged_or_moved() {
    let attacks: [fn(&mut Frames); 4] = [
        |wire| wire.push(wire[1].clone()),
        |wire| drop(wire.remove(0)),
        |wire| wire.swap(0, 1),
        |wire| wire[0].1.stream = StreamId(9),
    ];
    for (i, attack) in attacks.into_iter().enumerate() {
        let mut pair = Pair::new("bare+encrypt");
        pair.send(&header(1), b"one");
        pair.send(&header(2), b"two");
        pair.alter(attack);
        let came = pair.receive();
        assert_eq!(came.len(), if i == 0 { 2 } else { 0 }, "attack {i}");
        pair.assert_lost();
    }
}

#[test]
fn a_peer_may_be_born_anew_and_its_earlier_life_is_not_believed() {
    let mut pair = Pair::new("bare+encrypt");
    pair.send(&header(1), b"before");
    let recorded = pair.wire.lock().unwrap().clone();
    assert_eq!(pair.receive().len(), 1);
    let wire = pair.wire.clone();
    let options = stages_of("bare+encrypt").unwrap().1;
    let mut reborn =
        Filter::new(Box::new(Bare::new(0, &wire, true)), &identity(0, 2), options).unwrap();
    reborn.attach(PeerId(1), &pair.ends[1].descriptor()).unwrap();
    pair.ends[1].attach(PeerId(0), &reborn.descriptor()).unwrap();
    pair.ends[0] = reborn;
    pair.send(&header(2), b"after");
    assert_eq!(pair.receive(), [(header(2), b"after".to_vec())]);
    assert!(pair.ends[1].send(PeerId(0), &header(3), b"welcome", &mut 0).unwrap());
    let mut sink = Recorder::default();
    pair.ends[0].poll(Now::ZERO, &mut sink);
    assert_eq!(sink.arrivals.len(), 1);
    pair.alter(|wire| wire.extend(recorded));
    pair.assert_lost();
}

#[test]
fn another_secret_and_plain_frames_are_refused() {
    let other = Identity { secret: [1; 32], ..identity(0, 2) };
    let mut pair = Pair::with("bare+encrypt", [other, identity(1, 2)], true);
    pair.send(&header(1), b"believe me");
    pair.assert_lost();
    let mut pair = Pair::new("bare+encrypt");
    pair.alter(|wire| wire.push((PeerId(1), header(1), b"in the clear".to_vec())));
    pair.assert_lost();
}

#[test]
fn over_an_unreliable_method_bad_frames_are_only_counted() {
    let mut pair = Pair::with("bare+encrypt", [identity(0, 2), identity(1, 2)], false);
    for number in 0..5 {
        pair.send(&header(number), b"datagram");
    }
    pair.alter(|wire| {
        wire.push(wire[4].clone());
        wire[1].2[3] ^= 4;
        wire.remove(2);
    });
    let numbers: Vec<u64> = pair.receive().iter().map(|(header, _)| header.words[0]).collect();
    assert_eq!(numbers, [0, 3, 4]);
    assert_eq!((pair.ends[1].counters().refused, pair.sink.losses.len()), (2, 0));
}

#[test]
fn both_ciphers_are_understood() {
    let wire = Wire::default();
    let options = |cipher| FilterOptions { compress: None, encrypt: Some(Encryption { cipher }) };
    let end = |i, cipher| {
        let bare = Box::new(Bare::new(i, &wire, true));
        Filter::new(bare, &identity(i, 2), options(cipher)).unwrap()
    };
    let (mut a, mut b) = (end(0, Cipher::Aes256Gcm), end(1, Cipher::ChaCha20Poly1305));
    a.attach(PeerId(1), &b.descriptor()).unwrap();
    b.attach(PeerId(0), &a.descriptor()).unwrap();
    for (from, to, peer) in [(&mut a, 1, 0), (&mut b, 0, 1)] {
        assert!(from.send(PeerId(to), &header(1), b"hello", &mut 0).unwrap(), "to {to} by {peer}");
    }
    for end in [&mut a, &mut b] {
        let mut sink = Recorder::default();
        end.poll(Now::ZERO, &mut sink);
        assert_eq!(sink.arrivals.len(), 1);
    }
}

#[test]
fn what_does_not_shrink_travels_as_it_is() {
    let mut pair = Pair::new("bare+compress");
    for (number, payload) in [pattern(1, 50_000), pattern(2, 300), text(10)].iter().enumerate() {
        pair.send(&header(number as u64), payload);
        pair.alter(|wire| assert_eq!(wire[0], (PeerId(1), header(number as u64), payload.clone())));
        assert_eq!(pair.receive(), [(header(number as u64), payload.clone())]);
    }
}

#[test]
fn what_repeats_shrinks() {
    let mut pair = Pair::new("bare+compress");
    for len in [100, 1000, 100_000] {
        pair.send(&header(1), &text(len));
        pair.alter(|wire| assert!(wire[0].2.len() < ENVELOPE + len * 9 / 10));
        assert_eq!(pair.receive(), [(header(1), text(len))]);
    }
    pair.ends[0].tune(PeerId(1), "level", "3").unwrap();
    pair.send(&header(1), &text(1000));
    pair.alter(|wire| assert_eq!(wire[0].2[ENVELOPE - 1], EnvelopeKind::Zstd as u8));
    assert_eq!(pair.receive(), [(header(1), text(1000))]);
    for bad in ["20", "-1", "fast"] {
        assert!(pair.ends[0].tune(PeerId(1), "level", bad).is_err());
    }
}

#[test]
fn a_frame_that_looks_wrapped_is_not_taken_for_one() {
    let mut pair = Pair::new("bare+compress");
    let header = Header { words: [1, 2], ..Header::new(WRAPPED) };
    pair.send(&header, b"a user's own frame");
    assert_eq!(pair.receive(), [(header, b"a user's own frame".to_vec())]);
}

#[test]
fn streams_stay_what_they_are() {
    for name in ["bare+encrypt", "bare+compress"] {
        let mut pair = Pair::new(name);
        let own = Header { flags: Header::OWN_STREAM | 1, ..header(1) };
        let pooled = Header { stream: StreamId(7), flags: 3, ..header(2) };
        for header in [own, pooled] {
            pair.send(&header, &text(500));
            pair.alter(|wire| assert_eq!(wire[0].1.stream_key(), header.stream_key()));
            assert_eq!(pair.receive(), [(header, text(500))]);
        }
    }
}

#[test]
fn a_frame_that_found_no_room_may_be_replaced() {
    for name in ["bare+encrypt", "bare+compress", "bare+compress+encrypt"] {
        let mut pair = Pair::new(name);
        *pair.blocked.lock().unwrap() = true;
        let noise = pattern(1, 500);
        for payload in [text(500), noise.clone()] {
            // Twice, as one waits for room.
            assert!(!pair.try_send(&header(1), &payload).unwrap());
            assert!(!pair.try_send(&header(1), &payload).unwrap());
        }
        let mut other = text(500);
        other[499] = 0;
        assert!(!pair.try_send(&header(1), &text(500)).unwrap());
        *pair.blocked.lock().unwrap() = false;
        // The same header and length, another content: this is what must come.
        pair.send(&header(1), &other);
        pair.send(&header(1), &noise);
        assert_eq!(pair.receive(), [(header(1), other), (header(1), noise)]);
    }
}

/// An envelope as a peer without manners may write it.
fn envelope(real: &Header, len: u32, kind: u8, body: &[u8]) -> Vec<u8> {
    [&real.encode(len)[..], &[kind], body].concat()
}

#[test]
fn envelopes_that_lie_end_the_link() {
    let packed = lz4_flex::block::compress(&text(5000));
    let lies = [
        envelope(&header(1), 5, EnvelopeKind::Plain as u8, b"six bytes"),
        envelope(&header(1), u32::MAX, EnvelopeKind::Lz4 as u8, &packed),
        envelope(&header(1), 1 << 21, EnvelopeKind::Lz4 as u8, &packed),
        envelope(&header(1), 5001, EnvelopeKind::Lz4 as u8, &packed),
        envelope(&header(1), 100, EnvelopeKind::Lz4 as u8, &packed),
        envelope(&header(1), 5000, EnvelopeKind::Zstd as u8, &packed),
        envelope(&header(1), 5, 3, b"bytes"),
        envelope(&Header { stream: StreamId(1), ..header(1) }, 5, 0, b"bytes"),
        b"short".to_vec(),
    ];
    for lie in lies {
        let mut pair = Pair::new("bare+compress");
        let outer = envelope::outer(&header(1));
        pair.alter(|wire| wire.push((PeerId(1), outer, lie)));
        pair.assert_lost();
    }
}

proptest! {
    #[test]
    fn any_wrapped_bytes_are_survived(
        bytes: Vec<u8>, len in 0u32..6000, kind in 0u8..4, whole: bool,
    ) {
        let mut pair = Pair::new("bare+compress");
        let outer = envelope::outer(&header(1));
        let bytes = if whole { envelope(&header(1), len, kind, &bytes) } else { bytes };
        pair.alter(|wire| wire.push((PeerId(1), outer, bytes)));
        let came = pair.receive();
        prop_assert_eq!(came.len() + pair.sink.losses.len(), 1);
    }

    #[test]
    fn any_frames_come_as_they_went(
        frames in proptest::collection::vec((0u16..3, 0usize..9000, 0u8..3, any::<u64>()), 1..40),
        at in 0usize..3,
    ) {
        let mut pair = Pair::new(["bare+compress", "bare+encrypt", "bare+compress+encrypt"][at]);
        let mut expected = Vec::new();
        for (stream, len, kind, seed) in frames {
            let payload = match kind {
                0 => text(len),
                1 => pattern(seed, len),
                _ => [text(len / 2), pattern(seed, len / 2)].concat(),
            };
            let header = Header { stream: StreamId(stream), bits: seed, ..header(seed) };
            pair.send(&header, &payload);
            expected.push((header, payload));
        }
        prop_assert_eq!(pair.receive(), expected);
    }
}

#[test]
fn what_cannot_be_is_refused_at_the_start() {
    let wire = Wire::default();
    let make = |bare: Bare, options| Filter::new(Box::new(bare), &identity(0, 2), options);
    let encrypt = stages_of("bare+encrypt").unwrap().1;
    assert!(make(Bare::new(0, &wire, true), FilterOptions::default()).is_err());
    let mut wordy = Bare::new(0, &wire, true);
    wordy.descriptor_len = 250;
    let error = make(wordy, encrypt).err().unwrap();
    assert_eq!(error.culprit(), Culprit::Configuration);
    let mut short = Bare::new(0, &wire, true);
    short.attributes.max_frame = 100;
    assert!(make(short, encrypt).is_err());
    let level = Some(Compression { level: 20, ..Compression::default() });
    let options = FilterOptions { compress: level, encrypt: None };
    assert!(make(Bare::new(0, &wire, true), options).unwrap_err_text().contains("zstd"));
}

trait ErrorText {
    fn unwrap_err_text(self) -> String;
}

impl ErrorText for Result<Filter, MethodError> {
    fn unwrap_err_text(self) -> String {
        self.err().expect("an error").to_string()
    }
}

#[test]
fn the_other_end_must_have_the_same_stages() {
    let pair = Pair::new("bare+encrypt");
    let other = Pair::new("bare+compress");
    let theirs = other.ends[0].descriptor();
    assert!(matches!(pair.ends[0].applicable(&theirs), Applicable::No(_)));
}
