//! Connections that are reset at random under load: every frame arrives once, in order and intact.

use ferry_conformance::{ArrivedFrame, Dice, LandsIn, Recorder, identity, pattern};
use ferry_method::{Descriptor, HandlerId, Header, Method, MethodError, PeerId};
use ferry_method_tcp::{TcpMethod, TcpOptions, listening_port};
use proptest::prelude::*;
use socket2::SockRef;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(120);

/// How the relay ends a pair of connections.
#[derive(Clone, Copy, Debug)]
enum Cut {
    /// Both ends see a reset at once.
    Reset,
    /// Both ends see the end of the stream.
    End,
    /// Bytes that were taken are thrown away, and only one end learns of it.
    OneSided,
}

/// A pair of connections through which bytes go until their number is up.
struct Pipe {
    sides: [TcpStream; 2],
    /// Bytes read from each side and not yet written to the other.
    held: [Vec<u8>; 2],
    left: usize,
    cut: Cut,
}

impl Pipe {
    /// Moves what there is; false when the pipe is to be cut.
    fn step(&mut self) -> bool {
        let mut buffer = vec![0; 64 << 10];
        for from in 0..2 {
            if self.held[from].is_empty() {
                match self.sides[from].read(&mut buffer) {
                    Ok(0) => return false,
                    Ok(n) => self.held[from].extend(&buffer[..n]),
                    Err(e) if e.kind() == ErrorKind::WouldBlock => {}
                    Err(_) => return false,
                }
            }
            let n = self.held[from].len().min(self.left);
            match self.sides[1 - from].write(&self.held[from][..n]) {
                Ok(n) => {
                    self.held[from].drain(..n);
                    self.left -= n;
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => {}
                Err(_) => return false,
            }
            if self.left == 0 {
                return false;
            }
        }
        true
    }

    fn end(self) {
        let reset = |side: &TcpStream| SockRef::from(side).set_linger(Some(Duration::ZERO));
        match self.cut {
            Cut::Reset => self.sides.iter().for_each(|side| reset(side).expect("a socket")),
            Cut::End => self.sides.iter().for_each(|side| drop(side.shutdown(Shutdown::Both))),
            Cut::OneSided => reset(&self.sides[self.left & 1]).expect("a socket"),
        }
    }
}

/// Listens in place of a method and passes on to it, cutting after random numbers of bytes.
struct Relay {
    door: TcpListener,
    to: SocketAddr,
    pipes: Vec<Pipe>,
    dice: Dice,
    /// Most bytes of a connection.
    longest: usize,
    /// Cuts still to be made.
    cuts: usize,
    done: usize,
}

impl Relay {
    fn new(to: SocketAddr, seed: u64, longest: usize, cuts: usize) -> Self {
        let door = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback");
        door.set_nonblocking(true).expect("a socket");
        Relay { door, to, pipes: Vec::new(), dice: Dice::new(seed), longest, cuts, done: 0 }
    }

    /// The descriptor as if its owner listened here.
    fn instead_of(&self, mut descriptor: Descriptor) -> Descriptor {
        let port = self.door.local_addr().expect("bound").port();
        descriptor.bytes[1..3].copy_from_slice(&port.to_le_bytes());
        descriptor
    }

    fn step(&mut self) {
        while let Ok((near, _)) = self.door.accept() {
            let far = TcpStream::connect(self.to).expect("the method listens");
            let sides = [near, far];
            for side in &sides {
                side.set_nonblocking(true).and_then(|()| side.set_nodelay(true)).expect("a socket");
            }
            let left = match self.done < self.cuts {
                true => 1 + self.dice.below(self.longest),
                false => usize::MAX,
            };
            let cut = [Cut::Reset, Cut::End, Cut::OneSided][self.dice.below(3)];
            self.pipes.push(Pipe { sides, held: [Vec::new(), Vec::new()], left, cut });
        }
        for i in (0..self.pipes.len()).rev() {
            if !self.pipes[i].step() {
                self.done += 1;
                self.pipes.swap_remove(i).end();
            }
        }
    }
}

struct End {
    // Dropped before the sink, whose memory it may hold.
    method: TcpMethod,
    sink: Recorder,
    outgoing: Vec<(Header, Vec<u8>)>,
    next: usize,
    done: usize,
}

impl End {
    fn new(
        me: u32,
        options: &TcpOptions,
        place: LandsIn,
        outgoing: Vec<(Header, Vec<u8>)>,
    ) -> Self {
        let method = TcpMethod::new(identity(me, 2), options.clone()).expect("loopback");
        let mut sink = Recorder::default();
        sink.place = place;
        End { method, sink, outgoing, next: 0, done: 0 }
    }

    fn door(&self) -> SocketAddr {
        let port = listening_port(&self.method.descriptor()).expect("its own descriptor");
        SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port)
    }

    fn step(&mut self, now: Duration, peer: PeerId) -> Result<(), MethodError> {
        self.method.poll(now, &mut self.sink);
        for _ in 0..4 {
            let Some((header, payload)) = self.outgoing.get(self.next) else { break };
            if !self.method.send(peer, header, payload, &mut self.done)? {
                break;
            }
            (self.next, self.done) = (self.next + 1, 0);
        }
        Ok(())
    }
}

/// Frames of all sizes: most of them small, some in pieces, some in chunks.
fn frames(seed: u64, number: usize) -> Vec<(Header, Vec<u8>)> {
    let mut dice = Dice::new(seed);
    (0..number as u64)
        .map(|i| {
            let most = [64, 3000, 40_000, 300_000, 1_200_000][dice.below(16).saturating_sub(11)];
            let header = Header { words: [i, seed], ..Header::new(HandlerId(3)) };
            (header, pattern(seed ^ i, dice.below(most)))
        })
        .collect()
}

fn check(sent: &[(Header, Vec<u8>)], came: &[ArrivedFrame], place: LandsIn) {
    assert_eq!(sent.len(), came.len());
    for ((header, payload), arrival) in sent.iter().zip(came) {
        assert_eq!((*header, payload.len()), (arrival.header, arrival.len));
        if let Some(bytes) = &arrival.payload {
            assert!(bytes == payload, "frame {} came damaged", header.words[0]);
        } else {
            assert_eq!(place, LandsIn::Discard);
        }
    }
}

struct Load {
    seed: u64,
    number: usize,
    place: LandsIn,
    longest: usize,
    cuts: usize,
    options: TcpOptions,
}

/// Both ways at once through relays that cut. Returns the number of cuts.
fn under_load(load: &Load) -> usize {
    let [there, back] = [load.seed, !load.seed].map(|seed| frames(seed, load.number));
    let mut ends = [
        End::new(0, &load.options, load.place, there),
        End::new(1, &load.options, load.place, back),
    ];
    let relay = |to: &End, seed| Relay::new(to.door(), seed, load.longest, load.cuts);
    let mut relays = [relay(&ends[0], load.seed + 1), relay(&ends[1], load.seed + 2)];
    for (me, other) in [(0, 1), (1, 0)] {
        let descriptor = relays[other].instead_of(ends[other].method.descriptor());
        ends[me].method.attach(PeerId(other as u32), &descriptor).expect("a descriptor");
    }
    let begin = Instant::now();
    let all = |ends: &[End; 2]| ends.iter().all(|end| end.sink.arrivals.len() >= load.number);
    while !all(&ends) {
        assert!(begin.elapsed() < PATIENCE, "waited in vain: {}", state(&ends));
        for (me, end) in (0..).zip(&mut ends) {
            end.step(begin.elapsed(), PeerId(1 - me)).expect("the link goes on");
            assert!(end.sink.losses.is_empty(), "{:?}", end.sink.losses);
        }
        relays.iter_mut().for_each(Relay::step);
    }
    for (me, other) in [(0, 1), (1, 0)] {
        check(&ends[me].outgoing, &ends[other].sink.arrivals, load.place);
        let counters = ends[me].method.counters();
        assert_eq!((counters.frames_sent, counters.peers), (load.number as u64, 1));
    }
    if let (Some(stripes), true) = (load.options.stripes, load.number > 500) {
        for (end, peer) in [(&ends[0], 1), (&ends[1], 0)] {
            let link = end.method.describe_link(PeerId(peer)).expect("the link is up");
            let unused = format!("{stripes} stripes, 0 bytes");
            assert!(link.contains("stripes") && !link.contains(&unused), "{link}");
        }
    }
    relays.iter().map(|relay| relay.done).sum()
}

fn state(ends: &[End; 2]) -> String {
    let one = |end: &End, peer| {
        let link = end.method.describe_link(PeerId(peer));
        format!("sent {}, got {}, {link:?}", end.next, end.sink.arrivals.len())
    };
    format!("{}; {}", one(&ends[0], 1), one(&ends[1], 0))
}

#[test]
fn hundreds_of_cuts_lose_nothing() {
    let load = Load {
        seed: 7,
        number: 1500,
        place: LandsIn::Part,
        longest: 300_000,
        cuts: 300,
        options: TcpOptions::default(),
    };
    let cuts = under_load(&load);
    assert!(cuts >= 200, "only {cuts} cuts were made");
}

/// The pieces of long frames go over three connections, each of which is cut by itself.
#[test]
fn cuts_of_stripes_lose_nothing() {
    let options = TcpOptions { stripes: Some(3), ..TcpOptions::default() };
    let place = LandsIn::Part;
    let load = Load { seed: 9, number: 800, place, longest: 400_000, cuts: 150, options };
    assert!(under_load(&load) > 100);
}

#[test]
fn narrow_buffers_and_a_small_replay_make_no_difference() {
    let options = TcpOptions {
        send_buffer: Some(4 << 10),
        recv_buffer: Some(4 << 10),
        replay_buffer: 1,
        ..TcpOptions::default()
    };
    let place = LandsIn::Memory;
    let load = Load { seed: 8, number: 200, place, longest: 60_000, cuts: 50, options };
    assert!(under_load(&load) > 20);
}

#[test]
fn without_replay_a_cut_is_a_loss() {
    let options = TcpOptions { replay: false, ..TcpOptions::default() };
    let mut a = End::new(0, &options, LandsIn::Heap, frames(1, 500));
    let mut b = End::new(1, &TcpOptions::default(), LandsIn::Heap, Vec::new());
    let mut relay = Relay::new(b.door(), 1, 100_000, 1);
    let descriptor = relay.instead_of(b.method.descriptor());
    a.method.attach(PeerId(1), &descriptor).expect("a descriptor");
    b.method.attach(PeerId(0), &a.method.descriptor()).expect("a descriptor");
    let begin = Instant::now();
    while a.sink.losses.is_empty() || b.sink.losses.is_empty() {
        assert!(begin.elapsed() < PATIENCE, "the loss goes unnoticed");
        // Once lost, a send says so.
        let _ = a.step(begin.elapsed(), PeerId(1));
        b.step(begin.elapsed(), PeerId(0)).expect("nothing is sent");
        relay.step();
    }
    for (end, peer) in [(&a, 1), (&b, 0)] {
        let (lost, why) = &end.sink.losses[0];
        assert!(*lost == PeerId(peer) && matches!(why, MethodError::Lost { .. }), "{why}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_cuts_lose_nothing(
        seed in 0..u64::MAX - 2,
        longest in 200usize..400_000,
        place in 0usize..4,
        stripes in 1usize..4,
    ) {
        let place = [LandsIn::Memory, LandsIn::Part, LandsIn::Heap, LandsIn::Discard][place];
        let stripes = Some(stripes).filter(|n| *n > 1);
        let options = TcpOptions { stripes, ..TcpOptions::default() };
        under_load(&Load { seed, number: 60, place, longest, cuts: 20, options });
    }
}
