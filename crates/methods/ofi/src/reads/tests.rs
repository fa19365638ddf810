use super::*;
use crate::descriptor::Whereabouts;
use crate::ffi::{Event, RemotePlace};
use crate::packet::{PacketKind, Prefix};
use crate::proof::Nonce;
use ferry_conformance::{Recorder, identity};
use ferry_method::{HandlerId, Header, Landing};

const PEER: PeerId = PeerId(1);

/// One end of a link whose other end is played.
struct Stage {
    core: Core,
    sink: Recorder,
    token: u64,
    number: u32,
}

impl Stage {
    fn new() -> Stage {
        let (provider, address) = ("tcp".to_owned(), vec![1]);
        let here = Whereabouts { format: 2, protocol: 1, host: None, provider, address };
        let mut core = Core::new(identity(0, 2), here, 1 << 20, 1 << 20);
        core.reads = true;
        let nonce = Nonce::new().expect("randomness");
        core.open(PEER, nonce, nonce);
        let token = core.prover.tokens(PEER, nonce, nonce).1;
        Stage { core, sink: Recorder::default(), token, number: 0 }
    }

    fn hear(&mut self, kind: PacketKind, bytes: &[&[u8]]) {
        let (token, number) = (self.token, self.number);
        let prefix = Prefix { kind, from: PEER, token, number, consumed: 0 };
        let packet = [&prefix.encode()[..], &bytes.concat()].concat();
        self.number += 1;
        self.core.on_event(Event::Arrived(&packet), &mut self.sink);
    }

    /// The peer begins a frame of `len` bytes with some of them.
    fn hear_frame(&mut self, len: u32, some: &[u8]) {
        let header = Header::new(HandlerId(2)).encode(len);
        self.hear(PacketKind::Frame, &[&header, some]);
    }

    /// The peer says where `len` bytes of it lie.
    fn hear_ready(&mut self, len: u32) {
        let place = RemotePlace { key: 1, address: 2, len };
        self.hear(PacketKind::Ready, &[&reading::encode(&place)]);
    }

    /// Begins the read of the next piece, as with a provider; its number, and the landing if that was at hand.
    fn begin_read(&mut self) -> (u32, Option<Landing>) {
        let link = self.core.peers.link_mut(PEER).expect("a link");
        let piece = link.reading.next().expect("something to be read");
        link.reading.note_begun();
        (piece.number, link.incoming.as_mut().and_then(|frame| frame.lend()))
    }

    fn end_read(&mut self, number: u32, landing: Option<Landing>, failure: Option<String>) {
        let end = ReadEnd { peer: PEER.0, number, failure, landing };
        self.core.on_event(Event::Read(end), &mut self.sink);
    }
}

#[test]
fn what_comes_behind_waits_for_what_is_read() {
    let mut stage = Stage::new();
    stage.hear_frame(350, &[1; 50]);
    stage.hear_ready(100);
    stage.hear_ready(200);
    stage.hear_frame(10, &[2; 10]);
    assert_eq!(stage.core.readers, [PEER]);
    let (first, landing) = stage.begin_read();
    let (second, none) = stage.begin_read();
    assert!(none.is_none());
    stage.end_read(second, None, None);
    assert!(stage.sink.arrivals.is_empty());
    stage.end_read(first, landing, None);
    let lens: Vec<usize> = stage.sink.arrivals.iter().map(|arrival| arrival.len).collect();
    assert_eq!((lens, stage.core.counters.frames_received), (vec![350, 10], 2));
    assert!(stage.sink.losses.is_empty());
}

#[test]
fn a_loss_is_told_once_nothing_is_written_to_the_landing_any_more() {
    for failure in [None, Some("no such key".to_owned())] {
        let mut stage = Stage::new();
        stage.hear_frame(350, &[1; 50]);
        stage.hear_ready(300);
        let (number, landing) = stage.begin_read();
        if failure.is_none() {
            stage.core.fail(PEER, "its cable was cut".to_owned(), &mut stage.sink);
            stage.core.fail(PEER, "and more".to_owned(), &mut stage.sink);
            stage.hear_frame(10, &[2; 10]);
        }
        assert!(stage.sink.losses.is_empty());
        stage.end_read(number, landing, failure.clone());
        let [(peer, why)] = &stage.sink.losses[..] else { panic!("one loss") };
        let expected = failure.unwrap_or_else(|| "its cable was cut".to_owned());
        assert!(*peer == PEER && why.to_string().contains(&expected), "{why}");
        assert!(stage.sink.arrivals.is_empty() && stage.core.peers.open() == 0);
    }
}

#[test]
fn a_read_that_never_ends_is_found() {
    let mut stage = Stage::new();
    stage.hear_frame(350, &[1; 50]);
    stage.hear_ready(300);
    let (_, landing) = stage.begin_read();
    stage.core.fail(PEER, "its cable was cut".to_owned(), &mut stage.sink);
    for second in 0..60 {
        stage.core.note_time(Duration::from_secs(second));
        assert_eq!(stage.core.endless_read(), None, "after {second} s");
    }
    stage.core.note_time(Duration::from_secs(60));
    assert_eq!(stage.core.endless_read(), Some(PEER));
    drop(landing);
    stage.core.on_event(Event::Broken("closed".to_owned()), &mut stage.sink);
    assert_eq!((stage.sink.losses.len(), stage.core.endless_read()), (1, None));
}

#[test]
fn pieces_that_make_no_sense_end_the_link() {
    let plays: [fn(&mut Stage); 4] = [
        |stage| stage.hear_ready(10),
        |stage| {
            stage.hear_frame(100, &[1; 50]);
            stage.hear_ready(51);
        },
        |stage| {
            stage.hear_frame(100, &[1; 50]);
            stage.hear_ready(u32::MAX);
        },
        |stage| {
            stage.core.reads = false;
            stage.hear_frame(100, &[1; 50]);
            stage.hear_ready(50);
        },
    ];
    for play in plays {
        let mut stage = Stage::new();
        play(&mut stage);
        let [(_, MethodError::Nonsense { .. })] = &stage.sink.losses[..] else {
            panic!("{:?}", stage.sink.losses);
        };
        assert_eq!((stage.core.counters.refused, stage.core.readers.len()), (1, 0));
    }
}

#[test]
fn a_stranger_has_nothing_read() {
    let mut stage = Stage::new();
    stage.hear_frame(100, &[1; 50]);
    stage.token ^= 1;
    stage.hear_ready(50);
    assert!(stage.core.readers.is_empty() && stage.sink.losses.is_empty());
    assert_eq!(stage.core.counters.refused, 1);
}

#[test]
fn what_nobody_wants_is_not_read() {
    let mut stage = Stage::new();
    stage.sink.place = ferry_conformance::LandsIn::Discard;
    stage.hear_frame(100, &[1; 50]);
    stage.hear_ready(50);
    assert!(stage.core.readers.is_empty());
    assert_eq!((stage.sink.arrivals.len(), stage.sink.arrivals[0].len), (1, 100));
}
