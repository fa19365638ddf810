//! One method against a peer that is spoken by hand.

mod detours;

use crate::introduction::Introduction;
use crate::{END, MAX_FRAME, NAME, TcpStreamMethod, TcpStreamOptions, VERSION, listening_ports};
use ferry_conformance::{LandsIn, Recorder, identity, pattern};
use ferry_method::{Descriptor, HandlerId, Header, Method, MethodError, Now, PeerId, StreamKey};
use ferry_method_tcp::door::{Acceptance, HandshakeStep, HandshakeTalk, MESSAGE_LEN};
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);

struct End {
    method: TcpStreamMethod,
    sink: Recorder,
    started: Instant,
    /// Streams that were introduced.
    streams: u64,
}

impl End {
    fn new() -> Self {
        End::with(0)
    }

    fn with(me: u32) -> Self {
        let method = TcpStreamMethod::new(identity(me, 3), TcpStreamOptions::default());
        let mut sink = Recorder::default();
        sink.asked_for_all = true;
        End {
            method: method.expect("listening on this host"),
            sink,
            started: Instant::now(),
            streams: 0,
        }
    }

    fn until(&mut self, mut done: impl FnMut(&mut End) -> bool) {
        let begin = Instant::now();
        while !done(self) {
            assert!(begin.elapsed() < PATIENCE, "waited in vain: {:?}", self.sink.losses);
            let now = self.started.elapsed();
            self.method.poll(now, &mut self.sink);
        }
    }

    fn settle(&mut self) {
        let mut quiet = 0;
        self.until(|end| {
            let now = end.started.elapsed();
            quiet = if end.method.poll(now, &mut end.sink) == 0 { quiet + 1 } else { 0 };
            quiet > 300
        });
    }

    fn exchange(&mut self, stream: &mut TcpStream, message: &[u8]) -> [u8; MESSAGE_LEN] {
        stream.write_all(message).unwrap();
        let (mut answer, mut got) = ([0; MESSAGE_LEN], 0);
        self.until(|_| {
            match stream.read(&mut answer[got..]) {
                Ok(0) => panic!("closed instead of answered"),
                Ok(n) => got += n,
                Err(e) => assert_eq!(e.kind(), ErrorKind::WouldBlock),
            }
            got == MESSAGE_LEN
        });
        answer
    }

    /// A connection of rank 1's that has proven itself.
    fn proven(&mut self) -> TcpStream {
        let (_, port) = listening_ports(&self.method.descriptor()).unwrap();
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        stream.set_nonblocking(true).unwrap();
        // What was written is there.
        stream.set_nodelay(true).unwrap();
        let mut talk = HandshakeTalk::new(&identity(1, 3), VERSION, Some(PeerId(0)));
        let hello = talk.say(HandshakeStep::Hello, Acceptance::None).unwrap();
        let challenge = self.exchange(&mut stream, &hello);
        talk.hear(&challenge, &[HandshakeStep::Challenge]).unwrap();
        let proof = talk.say(HandshakeStep::Proof, Acceptance::None).unwrap();
        let verdict = self.exchange(&mut stream, &proof);
        assert_eq!(
            talk.hear(&verdict, &[HandshakeStep::Verdict]),
            Ok((HandshakeStep::Verdict, Acceptance::Accept))
        );
        stream
    }

    /// A stream of rank 1's with its introduction.
    fn stream(&mut self, key: StreamKey) -> TcpStream {
        let mut stream = self.proven();
        self.streams += 1;
        stream.write_all(&introduction(key, self.streams, 0)).unwrap();
        stream
    }

    fn until_closed(&mut self, stream: &mut TcpStream) {
        self.until(|_| match stream.read(&mut [0; 64]) {
            Ok(n) => n == 0,
            Err(e) => e.kind() != ErrorKind::WouldBlock,
        });
    }
}

fn introduction(key: StreamKey, number: u64, from: u64) -> Vec<u8> {
    Introduction { key, number, from }.encode().to_vec()
}

fn own(tag: u64) -> Header {
    Header { flags: Header::OWN_STREAM, bits: tag, ..Header::new(HandlerId(2)) }
}

fn frame(header: &Header, payload: &[u8]) -> Vec<u8> {
    [&header.encode(payload.len() as u32)[..], payload].concat()
}

#[test]
fn nonsense_on_a_stream_is_refused() {
    let key = introduction(own(5).stream_key(), 0, 0);
    let nonsense: [Vec<u8>; 7] = [
        introduction(StreamKey(0), 0, 0),
        introduction(StreamKey(1 << 40), 0, 0),
        introduction(own(5).stream_key(), 0, 1),
        [&key[..], &frame(&own(6), b"another's")].concat(),
        [&key[..], &frame(&Header::new(HandlerId(2)), b"of stream 0")].concat(),
        [&key[..], &own(5).encode(MAX_FRAME as u32 + 1)].concat(),
        [&key[..], &Header::default().encode(END), b"after the end"].concat(),
    ];
    for bytes in nonsense {
        let mut end = End::new();
        let mut stream = end.proven();
        stream.write_all(&bytes).unwrap();
        end.until(|end| !end.sink.losses.is_empty());
        assert!(matches!(end.sink.losses[0], (PeerId(1), MethodError::Nonsense { .. })));
        assert_eq!(end.method.counters().refused, 1);
        assert!(end.sink.arrivals.is_empty());
        end.until_closed(&mut stream);
    }
}

#[test]
fn a_frame_that_trickles_in_arrives_whole() {
    let mut end = End::new();
    let mut stream = end.stream(own(7).stream_key());
    for len in [0, 1, 10, 2047, 3000, 20_000] {
        for place in [LandsIn::Memory, LandsIn::Part, LandsIn::Discard] {
            end.sink.place = place;
            let payload = pattern(len as u64, len);
            for bytes in frame(&own(7), &payload).chunks(if len > 100 { 997 } else { 3 }) {
                assert!(end.sink.arrivals.is_empty());
                stream.write_all(bytes).unwrap();
                end.method.poll(Now::from_secs(1), &mut end.sink);
            }
            end.until(|end| !end.sink.arrivals.is_empty());
            let arrival = end.sink.arrivals.remove(0);
            assert_eq!((arrival.header, arrival.len), (own(7), len));
            assert!(place == LandsIn::Discard || arrival.payload == Some(payload));
        }
    }
}

/// A stream that ends behind frames that are held is closed, and what came on it is still had; so is
/// what comes on connections that follow it.
#[test]
fn the_rest_of_a_held_stream_is_kept() {
    let mut end = End::new();
    end.sink.place = LandsIn::Hold;
    let key = own(8).stream_key();
    for round in 0..3u64 {
        let mut stream = end.stream(key);
        for number in 0..5 {
            let header = Header { words: [round * 5 + number, 0], ..own(8) };
            stream.write_all(&frame(&header, &pattern(number, 1000))).unwrap();
        }
        end.settle();
        stream.set_nonblocking(true).unwrap();
        let still = stream.read(&mut [0; 8]).expect_err("the stream is open").kind();
        assert_eq!(still, ErrorKind::WouldBlock);
        stream.write_all(&Header::default().encode(END)).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        end.until_closed(&mut stream);
    }
    for number in 0..15 {
        end.until(|end| !end.sink.held.is_empty());
        let held = end.sink.let_go(PeerId(1), key).unwrap();
        let landing = end.sink.land(LandsIn::Memory, held.len);
        end.method.resume(PeerId(1), key, landing).unwrap();
        end.until(|end| !end.sink.arrivals.is_empty());
        let arrival = end.sink.arrivals.remove(0);
        assert_eq!(arrival.header.words[0], number);
        assert_eq!(arrival.payload, Some(pattern(number % 5, 1000)));
    }
    end.settle();
    assert!(
        end.sink.losses.is_empty() && end.method.tally.kept == 0 && end.method.inbound.is_empty()
    );
}

#[test]
fn a_stream_that_breaks_off_is_a_loss() {
    for cut in [0, 40] {
        let mut end = End::new();
        let mut stream = end.stream(own(9).stream_key());
        let bytes = frame(&own(9), &[1; 100]);
        stream.write_all(&[&bytes[..], &bytes[..cut]].concat()).unwrap();
        end.until(|end| end.sink.arrivals.len() == 1);
        drop(stream);
        end.until(|end| end.sink.losses.len() == 1);
        assert!(matches!(end.sink.losses[0].1, MethodError::Lost { method: NAME, .. }));
    }
}

/// A stream that breaks while a frame of stream 0 is on its way into the user's memory: the loss waits
/// until that memory is no longer in use.
#[test]
fn a_landing_in_use_is_not_lost() {
    let (mut end, mut peer) = (End::new(), End::with(1));
    let (here, there) = (end.method.descriptor(), peer.method.descriptor());
    end.method.attach(PeerId(1), &there).unwrap();
    peer.method.attach(PeerId(0), &here).unwrap();
    end.sink.place = LandsIn::Memory;
    let (header, payload) = (Header::new(HandlerId(1)), pattern(3, 32 << 20));
    let mut done = 0;
    let now = || Now::from_secs(1);
    while done < 1 << 20 {
        assert!(!peer.method.send(PeerId(0), &header, &payload, &mut done).unwrap());
        peer.method.poll(now(), &mut peer.sink);
        end.method.poll(now(), &mut end.sink);
    }
    let mut stream = end.stream(own(5).stream_key());
    stream.write_all(&frame(&own(6), b"another's")).unwrap();
    end.until(|end| end.method.counters().refused == 1);
    end.settle();
    assert!(end.sink.losses.is_empty());
    assert!(end.method.send(PeerId(1), &header, b"x", &mut 0).is_err());
    end.until(|end| {
        let _ = peer.method.send(PeerId(0), &header, &payload, &mut done);
        peer.method.poll(now(), &mut peer.sink);
        !end.sink.losses.is_empty()
    });
    assert!(end.sink.arrivals.len() == 1 && end.sink.arrivals[0].payload == Some(payload));
    assert!(matches!(end.sink.losses[..], [(PeerId(1), MethodError::Nonsense { .. })]));
}

/// A connection for stream 0 is not taken for one of another stream.
#[test]
fn another_methods_greeting_is_turned_away() {
    let mut end = End::new();
    let (_, port) = listening_ports(&end.method.descriptor()).unwrap();
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    stream.set_nonblocking(true).unwrap();
    let version = ferry_method_tcp::door::VERSION;
    let mut talk = HandshakeTalk::new(&identity(1, 3), version, Some(PeerId(0)));
    stream.write_all(&talk.say(HandshakeStep::Hello, Acceptance::None).unwrap()).unwrap();
    end.until_closed(&mut stream);
    assert_eq!(end.method.counters().refused, 1);
}

#[test]
fn damaged_descriptors_are_survived() {
    let end = End::new();
    let real = end.method.descriptor();
    assert!(real.bytes.len() <= 256);
    for at in 0..real.bytes.len() {
        for value in [0, 1, 127, 255] {
            let mut bytes = real.bytes.clone();
            bytes[at] = value;
            let _ = listening_ports(&Descriptor { bytes: bytes.clone(), ..real.clone() });
            bytes.truncate(at);
            let _ = listening_ports(&Descriptor { bytes, ..real.clone() });
        }
    }
}
