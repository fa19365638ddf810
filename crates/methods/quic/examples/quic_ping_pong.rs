//! How QUIC compares with `tcp` and with TLS over TCP: one-way time of small frames and rate of large
//! ones between two threads over loopback, measured in alternation.
//!
//! `cargo run --release -p ferry-method-quic --example quic_ping_pong`

use ferry_method::{
    HandlerId, Header, Identity, JobId, Landing, Method, MethodError, PeerId, Sink,
};
use ferry_method_quic::{Congestion, QuicMethod, QuicOptions};
use ferry_method_tcp::{TcpMethod, TcpOptions};
use ferry_sys::Clock;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::{ClientConnection, ServerConnection, StreamOwned};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

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
    method: Box<dyn Method>,
    peer: PeerId,
    sink: Counting,
    consumed: usize,
    clock: Clock,
}

impl End {
    fn pair(make: impl Fn(Identity) -> Box<dyn Method>) -> [End; 2] {
        let end = |me| {
            let (job, me) = (JobId(1), PeerId(me));
            let method =
                make(Identity { job, me, size: 2, secret: [7; 32], host: "here".to_owned() });
            let sink = Counting { frames: 0, spare: Vec::new() };
            End { method, peer: PeerId(1 - me.0), sink, consumed: 0, clock: Clock::start() }
        };
        let [mut a, mut b] = [end(0), end(1)];
        a.method.attach(PeerId(1), &b.method.descriptor()).expect("a descriptor");
        b.method.attach(PeerId(0), &a.method.descriptor()).expect("a descriptor");
        [a, b]
    }

    fn poll(&mut self) {
        self.method.poll(self.clock.now(), &mut self.sink);
    }
}

/// One way of moving bytes: a send and a receive of a given length.
trait Way: Send {
    fn send(&mut self, payload: &[u8]);
    fn receive(&mut self, len: usize);
}

impl Way for End {
    fn send(&mut self, payload: &[u8]) {
        let (header, mut done) = (Header::new(HandlerId(1)), 0);
        while !self.method.send(self.peer, &header, payload, &mut done).expect("a healthy link") {
            self.poll();
        }
    }

    fn receive(&mut self, _: usize) {
        self.consumed += 1;
        while self.sink.frames < self.consumed {
            self.poll();
        }
    }
}

/// TLS over TCP, blocking.
struct Tls<S>(S, Vec<u8>);

impl<S: Read + Write + Send> Way for Tls<S> {
    fn send(&mut self, payload: &[u8]) {
        self.0.write_all(payload).and_then(|()| self.0.flush()).expect("a connection");
    }

    fn receive(&mut self, len: usize) {
        self.0.read_exact(&mut self.1[..len]).expect("a connection");
    }
}

fn tls() -> [Box<dyn Way>; 2] {
    // Any key does: what is measured is the sealing.
    let (certificate, key) = throwaway();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let server = rustls::ServerConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .and_then(|b| b.with_no_client_auth().with_single_cert(vec![certificate], key))
        .expect("a sound configuration");
    let client = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("a sound configuration")
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(anyone::Anyone))
        .with_no_client_auth();
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let a = TcpStream::connect(listener.local_addr().expect("bound")).expect("loopback");
    let (b, _) = listener.accept().expect("loopback");
    a.set_nodelay(true).and_then(|()| b.set_nodelay(true)).expect("a socket");
    let name = ServerName::try_from("ferry").expect("a name");
    let client = ClientConnection::new(Arc::new(client), name).expect("a client");
    let server = ServerConnection::new(Arc::new(server)).expect("a server");
    let room = || vec![0; 4 << 20];
    [
        Box::new(Tls(StreamOwned::new(client, a), room())),
        Box::new(Tls(StreamOwned::new(server, b), room())),
    ]
}

impl Way for Box<dyn Way> {
    fn send(&mut self, payload: &[u8]) {
        self.as_mut().send(payload);
    }

    fn receive(&mut self, len: usize) {
        self.as_mut().receive(len);
    }
}

/// A certificate and its key.
fn throwaway() -> (CertificateDer<'static>, PrivateKeyDer<'static>) {
    ferry_method_quic::credentials(&[7; 32])
}

mod anyone {
    use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
    use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
    use rustls::{DigitallySignedStruct, Error, SignatureScheme};

    /// Believes anyone: the benchmark talks to itself.
    #[derive(Debug)]
    pub(crate) struct Anyone;

    impl ServerCertVerifier for Anyone {
        fn verify_server_cert(
            &self,
            _: &CertificateDer<'_>,
            _: &[CertificateDer<'_>],
            _: &ServerName<'_>,
            _: &[u8],
            _: UnixTime,
        ) -> Result<ServerCertVerified, Error> {
            Ok(ServerCertVerified::assertion())
        }

        fn verify_tls12_signature(
            &self,
            _: &[u8],
            _: &CertificateDer<'_>,
            _: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            Ok(HandshakeSignatureValid::assertion())
        }

        fn verify_tls13_signature(
            &self,
            _: &[u8],
            _: &CertificateDer<'_>,
            _: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            Ok(HandshakeSignatureValid::assertion())
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            vec![SignatureScheme::ED25519]
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

/// Processor time of this thread.
fn spent() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// What the processor does for 1 MiB over TLS, by one thread: piece by piece, as the socket takes it.
fn sealed_effort([a, b]: &mut [Box<dyn Way>; 2]) -> Duration {
    let piece = vec![1; 32 << 10];
    let (begin, turns) = (spent(), 100);
    for _ in 0..turns * 32 {
        a.send(&piece);
        b.receive(piece.len());
    }
    (spent() - begin) / turns
}

/// What the processor does for one way of a frame, both ends driven by one thread: comparable also where
/// others want the processor too.
fn effort(ends: &mut [End; 2], len: usize, frames: u32) -> Duration {
    let [a, b] = ends;
    let (payload, header) = (vec![1; len], Header::new(HandlerId(1)));
    let begin = spent();
    for turn in 0..frames {
        let (from, to) = if turn % 2 == 0 { (&mut *a, &mut *b) } else { (&mut *b, &mut *a) };
        let mut done = 0;
        to.consumed += 1;
        while !from.method.send(from.peer, &header, &payload, &mut done).expect("a healthy link") {
            from.poll();
            to.poll();
        }
        while to.sink.frames < to.consumed {
            from.poll();
            to.poll();
        }
    }
    (spent() - begin) / frames
}

/// Options from the command line: `datagram=1452 congestion=bbr rounds=5`.
fn main() {
    let (mut options, mut rounds) = (QuicOptions::default(), 5);
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("datagram", n)) => options.max_datagram = Some(n.parse().expect("a number")),
            Some(("congestion", c)) => options.congestion = c.parse::<Congestion>().expect("one"),
            Some(("rounds", n)) => rounds = n.parse().expect("a number"),
            _ => panic!("{argument}: give datagram=N, congestion=NAME or rounds=N"),
        }
    }
    let mut quic = End::pair(|identity| {
        Box::new(QuicMethod::new(identity, options.clone()).expect("loopback"))
    });
    let mut tcp = End::pair(|identity| {
        Box::new(TcpMethod::new(identity, TcpOptions::default()).expect("loopback"))
    });
    for len in [8, 1 << 20] {
        let turns = if len == 8 { 10_000 } else { 200 };
        effort(&mut quic, len, turns / 10);
        effort(&mut tcp, len, turns / 10);
        let (q, t) = (effort(&mut quic, len, turns), effort(&mut tcp, len, turns));
        println!("{len} B, processor time of both ends: quic {q:?}, tcp {t:?}");
    }
    let mut tls = tls();
    // The two greet each other on first use, which takes both.
    ping_pong(&mut tls, 8, 10);
    println!("1048576 B, the same: TLS {:?}", sealed_effort(&mut tls));
    for _ in 0..rounds {
        let small = (ping_pong(&mut quic, 8, 3_000), ping_pong(&mut tcp, 8, 3_000));
        let large = (stream(&mut quic, 1 << 20, 200), stream(&mut tcp, 1 << 20, 200));
        let sealed = stream(&mut tls, 1 << 20, 200);
        println!(
            "8 B one way: quic {:?}, tcp {:?}; 1 MiB: quic {:.2} GB/s, tcp {:.2}, TLS {sealed:.2}",
            small.0, small.1, large.0, large.1
        );
    }
    println!("{}", quic[0].method.describe_link(PeerId(1)).unwrap_or_default());
}
