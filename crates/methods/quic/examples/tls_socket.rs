//! What QUIC is held against: TLS 1.3 over TCP between two processes, by bare blocking sockets and
//! the same cryptography, without a method:
//!
//! ```text
//! tls_socket listen ADDRESS PORT [MILLISECONDS]
//! tls_socket connect ADDRESS PORT [MILLISECONDS]
//! ```
//!
//! The connecting side prints `NAME SIZE VALUE UNIT LOW HIGH` lines (median and quartiles):
//! ping-pong one-way time, and bandwidth of streaming with an answer every 64 messages.

use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConnection, ServerConnection, StreamOwned};
use std::error::Error;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

type Outcome<T> = Result<T, Box<dyn Error>>;

const LARGEST: usize = 1 << 20;
const WINDOW: usize = 64;
const MOST_SAMPLES: usize = 1001;

/// `n` times `count` messages of `size` bytes, each time an answer of `answer` bytes.
#[derive(Clone, Copy)]
struct Order {
    size: usize,
    count: usize,
    answer: usize,
    n: usize,
}

impl Order {
    const BYTES: usize = 32;

    fn encode(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let numbers = [self.size, self.count, self.answer, self.n];
        for (place, number) in bytes.chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&(number as u64).to_le_bytes());
        }
        bytes
    }

    fn decode(bytes: &[u8; Self::BYTES]) -> Self {
        let number = |i: usize| {
            let bytes: [u8; 8] = std::array::from_fn(|b| bytes[8 * i + b]);
            u64::from_le_bytes(bytes) as usize
        };
        let (size, answer) = (number(0).min(LARGEST), number(2).min(LARGEST));
        Order { size, count: number(1), answer, n: number(3) }
    }
}

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let milliseconds = words.get(3).map_or(Ok(200.0), |word| word.parse::<f64>())?;
    let usage = "usage: tls_socket listen|connect ADDRESS PORT [MILLISECONDS]";
    let [how, address, port, ..] = &words[..] else { return Err(usage.into()) };
    let at = format!("{address}:{port}");
    match how.as_str() {
        "listen" => obey(&mut accept(&at)?),
        "connect" => measure(&mut connect(&at)?, milliseconds * 1e-3),
        _ => Err(usage.into()),
    }
}

fn accept(at: &str) -> Outcome<StreamOwned<ServerConnection, TcpStream>> {
    let (socket, _) = TcpListener::bind(at)?.accept()?;
    socket.set_nodelay(true)?;
    // Any certificate does: what is measured is the sealing.
    let (certificate, key) = ferry_method_quic::credentials(&[7; 32]);
    let config = rustls::ServerConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&rustls::version::TLS13])?
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)?;
    Ok(StreamOwned::new(ServerConnection::new(Arc::new(config))?, socket))
}

fn connect(at: &str) -> Outcome<StreamOwned<ClientConnection, TcpStream>> {
    let socket = reach(at)?;
    socket.set_nodelay(true)?;
    let config = rustls::ClientConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&rustls::version::TLS13])?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Anyone))
        .with_no_client_auth();
    let name = ServerName::try_from("ferry")?;
    Ok(StreamOwned::new(ClientConnection::new(Arc::new(config), name)?, socket))
}

/// The listening side may still be on its way.
fn reach(at: &str) -> std::io::Result<TcpStream> {
    let begin = Instant::now();
    loop {
        match TcpStream::connect(at) {
            Err(_) if begin.elapsed() < Duration::from_secs(5) => {
                std::thread::sleep(Duration::from_millis(10));
            }
            outcome => return outcome,
        }
    }
}

fn provider() -> Arc<rustls::crypto::CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

/// Does as it is told until the other side leaves.
fn obey(stream: &mut (impl Read + Write)) -> Outcome<()> {
    let mut room = vec![0; LARGEST];
    loop {
        let mut order = [0; Order::BYTES];
        match stream.read_exact(&mut order) {
            Err(why) if why.kind() == ErrorKind::UnexpectedEof => return Ok(()),
            outcome => outcome?,
        }
        let order = Order::decode(&order);
        send(stream, &room[..1])?;
        for _ in 0..order.n {
            for _ in 0..order.count {
                stream.read_exact(&mut room[..order.size])?;
            }
            send(stream, &room[..order.answer])?;
        }
    }
}

fn send(stream: &mut impl Write, bytes: &[u8]) -> std::io::Result<()> {
    stream.write_all(bytes)?;
    stream.flush()
}

/// Seconds of one of the `n`.
fn ask(stream: &mut (impl Read + Write), order: Order, room: &mut [u8]) -> std::io::Result<f64> {
    send(stream, &order.encode())?;
    stream.read_exact(&mut room[..1])?;
    let begin = Instant::now();
    for _ in 0..order.n {
        for _ in 0..order.count {
            send(stream, &room[..order.size])?;
        }
        stream.read_exact(&mut room[..order.answer])?;
    }
    Ok(begin.elapsed().as_secs_f64() / order.n as f64)
}

fn measure(stream: &mut (impl Read + Write), seconds: f64) -> Outcome<()> {
    let echo = |size| Order { size, count: 1, answer: size, n: 5 };
    let mut room = vec![1; LARGEST];
    for order in [echo(8), echo(65536), Order { count: WINDOW, answer: 1, n: 1, ..echo(LARGEST) }] {
        ask(stream, order, &mut room)?;
        let each = ask(stream, order, &mut room)?;
        let n = ((seconds / 100.0 / each) as usize).max(1);
        let samples = ((seconds / each) as usize / n).clamp(5, MOST_SAMPLES);
        let order = Order { n, ..order };
        let mut values = Vec::with_capacity(samples);
        for _ in 0..samples {
            let time = ask(stream, order, &mut room)?;
            values.push(match order.count {
                1 => time / 2.0 * 1e6,
                _ => (order.size * order.count) as f64 / time * 1e-9,
            });
        }
        print(&order, &mut values);
    }
    Ok(())
}

fn print(order: &Order, values: &mut [f64]) {
    values.sort_by(f64::total_cmp);
    let (name, unit) = if order.count == 1 { ("latency", "us") } else { ("bw", "GB/s") };
    let at = |quarter: usize| values[(values.len() - 1) * quarter / 4];
    println!("{name} {} {} {unit} {} {}", order.size, at(2), at(1), at(3));
}

/// Believes anyone: the benchmark talks to itself.
#[derive(Debug)]
struct Anyone;

mod belief {
    use super::{Anyone, CertificateDer, ServerName, UnixTime};
    use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
    use rustls::{DigitallySignedStruct, Error, SignatureScheme};

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
            Err(Error::General("only TLS 1.3 is spoken".into()))
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
