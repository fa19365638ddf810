//! How much the method adds to bare sockets: one-way time of small frames and rate of large ones
//! between two threads over loopback, measured in alternation.
//!
//! `cargo run --release -p ferry-method-tcp --example tcp_ping_pong`

use ferry_method::{
    HandlerId, Header, Identity, JobId, Landing, Method, MethodError, PeerId, Sink,
};
use ferry_method_tcp::{TcpMethod, TcpOptions};
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

const ROUNDS: usize = 7;

struct Counting {
    frames: usize,
    spare: Vec<u8>,
}

impl Sink for Counting {
    fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {
        self.frames += 1;
    }

    fn begin(&mut self, _: PeerId, _: &Header, len: usize) -> Landing {
        let mut bytes = std::mem::take(&mut self.spare);
        bytes.resize(len, 0);
        Landing::Heap(bytes)
    }

    fn finish(&mut self, _: PeerId, _: &Header, landing: Landing) {
        self.frames += 1;
        if let Landing::Heap(bytes) = landing {
            self.spare = bytes;
        }
    }

    fn lost(&mut self, _: PeerId, why: MethodError) {
        panic!("{why}");
    }
}

struct End {
    method: TcpMethod,
    peer: PeerId,
    sink: Counting,
    consumed: usize,
    started: Instant,
}

impl End {
    fn pair() -> [End; 2] {
        let end = |me| {
            let identity = Identity {
                job: JobId(1),
                me: PeerId(me),
                size: 2,
                secret: [7; 32],
                host: "here".into(),
            };
            let method = TcpMethod::new(identity, TcpOptions::default()).expect("loopback");
            let sink = Counting { frames: 0, spare: Vec::new() };
            End { method, peer: PeerId(1 - me), sink, consumed: 0, started: Instant::now() }
        };
        let [mut a, mut b] = [end(0), end(1)];
        a.method.attach(PeerId(1), &b.method.descriptor()).expect("a descriptor");
        b.method.attach(PeerId(0), &a.method.descriptor()).expect("a descriptor");
        [a, b]
    }

    fn poll(&mut self) {
        self.method.poll(self.started.elapsed(), &mut self.sink);
    }

    fn send(&mut self, payload: &[u8]) {
        let (header, mut done) = (Header::new(HandlerId(1)), 0);
        while !self.method.send(self.peer, &header, payload, &mut done).expect("a healthy link") {
            self.poll();
        }
    }

    fn receive(&mut self) {
        self.consumed += 1;
        while self.sink.frames < self.consumed {
            self.poll();
        }
    }
}

/// One way of moving bytes: a send and a receive of a given length.
trait Way: Send {
    fn send(&mut self, payload: &[u8]);
    fn receive(&mut self, len: usize);
}

impl Way for End {
    fn send(&mut self, payload: &[u8]) {
        End::send(self, payload);
    }

    fn receive(&mut self, _: usize) {
        End::receive(self);
    }
}

struct Bare(TcpStream, Vec<u8>);

impl Bare {
    fn pair() -> [Bare; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
        let a = TcpStream::connect(listener.local_addr().expect("bound")).expect("loopback");
        let (b, _) = listener.accept().expect("loopback");
        [a, b].map(|s| {
            s.set_nodelay(true).and_then(|()| s.set_nonblocking(true)).expect("a socket");
            Bare(s, vec![0; 4 << 20])
        })
    }
}

impl Way for Bare {
    fn send(&mut self, mut payload: &[u8]) {
        while !payload.is_empty() {
            match self.0.write(payload) {
                Ok(n) => payload = &payload[n..],
                Err(e) => assert_eq!(e.kind(), ErrorKind::WouldBlock),
            }
        }
    }

    fn receive(&mut self, len: usize) {
        let mut got = 0;
        while got < len {
            match self.0.read(&mut self.1[got..len]) {
                Ok(n) => got += n,
                Err(e) => assert_eq!(e.kind(), ErrorKind::WouldBlock),
            }
        }
    }
}

fn ping_pong(ends: &mut [impl Way; 2], len: usize, turns: u32) -> Duration {
    let [a, b] = ends;
    let payload = vec![1; len];
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..turns {
                b.receive(len);
                b.send(&payload);
            }
        });
        let begin = Instant::now();
        for _ in 0..turns {
            a.send(&payload);
            a.receive(len);
        }
        begin.elapsed() / (2 * turns)
    })
}

fn stream(ends: &mut [impl Way; 2], len: usize, frames: u32) -> f64 {
    let [a, b] = ends;
    let payload = vec![1; len];
    std::thread::scope(|scope| {
        scope.spawn(|| {
            (0..frames).for_each(|_| b.receive(len));
            b.send(&[1; 8]);
        });
        let begin = Instant::now();
        (0..frames).for_each(|_| a.send(&payload));
        a.receive(8);
        f64::from(frames) * len as f64 / begin.elapsed().as_secs_f64() / 1e9
    })
}

fn main() {
    let (mut method, mut bare) = (End::pair(), Bare::pair());
    for _ in 0..ROUNDS {
        let (m, b) = (ping_pong(&mut method, 8, 2_000), ping_pong(&mut bare, 8, 2_000));
        let (ms, bs) = (stream(&mut method, 1 << 20, 200), stream(&mut bare, 1 << 20, 200));
        println!("8 B one way: {m:?}, bare {b:?}; 1 MiB frames: {ms:.2} GB/s, bare {bs:.2} GB/s");
    }
}
