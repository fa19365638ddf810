//! One-way time of messages by size and rate of large ones, between two threads over loopback or between two
//! programs, beside plain TCP on the same path.
//!
//! ```text
//! cargo run --release -p ferry-sctp --example sctp_ping_pong
//! sctp_ping_pong --listen 10.0.0.1:5000 &  sctp_ping_pong --connect 10.0.0.1:5000 --mtu 1500
//! ```

mod sctp;
mod tcp;

use clap::Parser;
use ferry_sctp_core::congestion::Algorithm;
use sctp::End;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};
use tcp::Tcp;

/// Bytes of an order: what to do, the size, how often.
const ORDER: usize = 12;

/// Measures SCTP between two ends.
#[derive(Parser, Clone)]
pub(crate) struct Options {
    /// Be the far end, at this address and port; the other end says what is measured.
    #[arg(long, conflicts_with = "connect")]
    listen: Option<SocketAddr>,
    /// Measure against a far end there.
    #[arg(long)]
    connect: Option<SocketAddr>,
    /// Sizes of messages that go to and fro.
    #[arg(long, value_delimiter = ',', default_values_t = [8, 1024, 30_000, 65_536, 300_000, 1 << 20])]
    sizes: Vec<u32>,
    /// Turns of each size; 0 for a number that suits the size.
    #[arg(long, default_value_t = 0)]
    turns: u32,
    /// Sizes of messages that go one way, one behind the other.
    #[arg(long, value_delimiter = ',', default_values_t = [65_536, 1 << 20])]
    stream: Vec<u32>,
    /// Bytes that go one way for each of those sizes.
    #[arg(long, default_value_t = 256 << 20)]
    bytes: u64,
    /// Longest IP packet; without it what the interfaces carry.
    #[arg(long)]
    mtu: Option<u16>,
    /// Congestion control: standard, cubic or bbr.
    #[arg(long, default_value = "cubic")]
    congestion: Algorithm,
    /// Bytes of the send buffer and of the receive window.
    #[arg(long, default_value_t = 4 << 20)]
    window: u32,
    /// Packets that leave at one opportunity; 0 for no bound.
    #[arg(long)]
    burst: Option<u32>,
    /// Segments by which one acknowledgement opens the window in slow start.
    #[arg(long)]
    slow_start: Option<u32>,
    /// Raw IP instead of UDP; needs `CAP_NET_RAW`.
    #[arg(long)]
    raw: bool,
    /// Plain DATA chunks (RFC 9260) instead of I-DATA (RFC 8260).
    #[arg(long)]
    no_interleaving: bool,
    /// Agree on a checksum of zero (RFC 9653).
    #[arg(long)]
    zero_checksum: bool,
    /// Hand messages over without a copy.
    #[arg(long)]
    shared: bool,
    /// Sleep where nothing is to be done, instead of looking again at once.
    #[arg(long)]
    sleep: bool,
    /// Measure TCP as well, between threads.
    #[arg(long)]
    tcp: bool,
    /// Measure the processor's time instead, both ends driven by one thread; waits for nobody.
    #[arg(long, conflicts_with_all = ["listen", "connect"])]
    effort: bool,
    /// How often all is measured.
    #[arg(long, default_value_t = 1)]
    rounds: u32,
    /// Print what the association and the socket counted.
    #[arg(long)]
    verbose: bool,
}

/// One way of moving messages: blocking, whole.
pub(crate) trait Way {
    fn send(&mut self, payload: &bytes::Bytes);
    fn receive(&mut self, len: usize);
    fn last(&self) -> &[u8];
}

pub(crate) fn fail(why: &str) -> ! {
    eprintln!("sctp_ping_pong: {why}");
    std::process::exit(1)
}

/// What the near end asks the far end for.
#[derive(Clone, Copy)]
struct Order {
    kind: u32,
    size: u32,
    times: u32,
}

const BACK_AND_FORTH: u32 = 1;
const ONE_WAY: u32 = 2;
const END: u32 = 3;

impl Order {
    fn bytes(self) -> bytes::Bytes {
        [self.kind, self.size, self.times].iter().flat_map(|n| n.to_le_bytes()).collect()
    }

    fn read(bytes: &[u8]) -> Option<Order> {
        let mut parts = bytes
            .chunks_exact(4)
            .map(|part| u32::from_le_bytes(part.try_into().unwrap_or_default()));
        Some(Order { kind: parts.next()?, size: parts.next()?, times: parts.next()? })
    }
}

/// The far end: does as it is asked until told to end.
fn serve(way: &mut impl Way) {
    loop {
        way.receive(ORDER);
        let Some(order) = Order::read(way.last()) else { fail("an order of unknown form") };
        let payload = message(order.size);
        match order.kind {
            BACK_AND_FORTH => {
                for _ in 0..order.times {
                    way.receive(payload.len());
                    way.send(&payload);
                }
            }
            ONE_WAY => {
                (0..order.times).for_each(|_| way.receive(payload.len()));
                way.send(&message(1));
            }
            _ => return,
        }
    }
}

fn message(size: u32) -> bytes::Bytes {
    vec![1; size.max(1) as usize].into()
}

fn measure(name: &str, way: &mut impl Way, options: &Options) {
    for &size in &options.sizes {
        let suits = (20_000_000 / (size / 8 + 1000)).clamp(100, 10_000);
        let turns = if options.turns > 0 { options.turns } else { suits };
        let payload = message(size);
        let warm = turns / 10 + 1;
        way.send(&Order { kind: BACK_AND_FORTH, size, times: turns + warm }.bytes());
        let mut times = Vec::with_capacity(turns as usize);
        for turn in 0..turns + warm {
            let begin = Instant::now();
            way.send(&payload);
            way.receive(payload.len());
            if turn >= warm {
                times.push(begin.elapsed() / 2);
            }
        }
        times.sort_unstable();
        let mean = times.iter().sum::<Duration>() / turns;
        let median = times[times.len() / 2];
        let rate = f64::from(size) / median.as_secs_f64() / 1e6;
        println!("{name}: {size} B one way: median {median:?}, mean {mean:?}, {rate:.1} MB/s");
    }
    for &size in &options.stream {
        let payload = message(size);
        let times = (options.bytes / u64::from(size.max(1))).clamp(1, u32::MAX.into()) as u32;
        way.send(&Order { kind: ONE_WAY, size, times }.bytes());
        let begin = Instant::now();
        (0..times).for_each(|_| way.send(&payload));
        way.receive(1);
        let rate = f64::from(times) * f64::from(size) / begin.elapsed().as_secs_f64() / 1e6;
        println!("{name}: {size} B after another: {rate:.1} MB/s");
    }
}

fn measure_and_end(name: &str, way: &mut impl Way, options: &Options) {
    (0..options.rounds).for_each(|_| measure(name, way, options));
    way.send(&Order { kind: END, size: 0, times: 0 }.bytes());
}

fn between_threads(options: &Options) {
    let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let far = End::open(options, loopback, 0);
    let to = SocketAddr::new(loopback, far.port());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut far = End::up(far, Instant::now(), None, options);
            serve(&mut far);
            if options.verbose {
                far.report();
            }
            far.close();
        });
        let mut near = End::connect(End::open(options, loopback, 0), to, options);
        measure_and_end("sctp", &mut near, options);
        if options.verbose {
            near.report();
        }
        near.close();
    });
    if options.tcp {
        let [mut near, mut far] = Tcp::pair();
        std::thread::scope(|scope| {
            scope.spawn(|| serve(&mut far));
            measure_and_end("tcp", &mut near, options);
        });
    }
}

/// What the processor does for a message, beside what it does over TCP.
fn effort(options: &Options) {
    let mut sctp = End::pair(options);
    let mut tcp = Tcp::pair();
    for &size in &options.sizes {
        let payload = message(size);
        let suits = (200_000_000 / (size + 10_000)).clamp(200, 20_000);
        let turns = if options.turns > 0 { options.turns } else { suits };
        End::effort(&mut sctp, &payload, turns / 10 + 1);
        Tcp::effort(&mut tcp, &payload, turns / 10 + 1);
        let least = |mut one: Box<dyn FnMut() -> Duration + '_>| {
            (0..options.rounds.max(3)).map(|_| one()).min().unwrap_or_default()
        };
        let a = least(Box::new(|| End::effort(&mut sctp, &payload, turns)));
        let b = least(Box::new(|| Tcp::effort(&mut tcp, &payload, turns)));
        let ratio = a.as_secs_f64() / b.as_secs_f64();
        println!("{size} B, processor time of both ends: sctp {a:?}, tcp {b:?}, ratio {ratio:.2}");
    }
    if options.verbose {
        sctp[0].report();
    }
}

fn main() {
    let options = Options::parse();
    match (options.listen, options.connect) {
        (Some(at), _) => {
            let socket = End::open(&options, at.ip(), at.port());
            let mut far = End::up(socket, Instant::now(), None, &options);
            serve(&mut far);
            far.close();
        }
        (None, Some(to)) => {
            let any = if to.is_ipv4() { "0.0.0.0" } else { "::" };
            let own =
                if to.ip().is_loopback() { to.ip() } else { any.parse().expect("an address") };
            let mut near = End::connect(End::open(&options, own, 0), to, &options);
            measure_and_end("sctp", &mut near, &options);
            if options.verbose {
                near.report();
            }
            near.close();
        }
        (None, None) if options.effort => effort(&options),
        (None, None) => between_threads(&options),
    }
}
