//! What each layer adds to a method: ping-pong between two processes by the method's own functions,
//! by a context of the link layer with handlers, and by requests to an endpoint; over shared memory
//! and TCP, in alternation: `layers [MILLISECONDS]`.
//!
//! Prints `LAYER/METHOD SIZE VALUE UNIT LOW HIGH`: one-way time, median and quartiles.

use ferry_config::Config;
use ferry_link::{Context, DescriptorTable, Directory, Policy, TrafficClass};
use ferry_method::{
    Descriptor, HandlerId, Header, Identity, JobId, Landing, Method, MethodError, PeerId, Sink,
};
use ferry_method_shm::{ShmMethod, ShmOptions};
use ferry_method_tcp::{TcpMethod, TcpOptions};
use ferry_nexus::{Buffer, Endpoint, Nexus, Startpoint};
use ferry_sys::Clock;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::error::Error;
use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::os::fd::AsFd;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

type Outcome<T> = Result<T, Box<dyn Error>>;

const SIZES: [usize; 3] = [8, 1024, 16 << 10];
const METHODS: [&str; 2] = ["shm", "tcp"];
const LAYERS: [&str; 3] = ["bare_method", "link", "request"];
const PING: HandlerId = HandlerId(1);
/// Round trips before each sample, in which the other process comes back from its sleep.
const WARM: usize = 20;
/// Polls in vain after which others may have the core: on a busy machine they hold the peer up.
const PATIENCE: u32 = 2000;

/// One layer over one method, to one peer.
trait Way {
    fn send(&mut self, payload: &[u8]) -> Outcome<()>;
    /// Waits for the next message.
    fn receive(&mut self) -> Outcome<()>;
    /// Moves on what is on its way.
    fn poll(&mut self) -> Outcome<()>;
}

/// Opens one end, given what the other publishes.
type Open = Box<dyn FnOnce(Vec<u8>) -> Outcome<Box<dyn Way>>>;

/// A way that lacks its peer.
struct Half {
    table: Vec<u8>,
    open: Open,
}

/// Counts a poll in vain.
#[inline]
fn in_vain(polls: &mut u32) {
    *polls += 1;
    if *polls >= PATIENCE {
        *polls = 0;
        std::thread::yield_now();
    }
}

/// The time as a poll is told it: read now and then, which no layer pays for.
struct Time {
    clock: Clock,
    now: Duration,
    polls: u32,
}

impl Time {
    fn start() -> Self {
        Time { clock: Clock::start(), now: Duration::ZERO, polls: 0 }
    }

    #[inline]
    fn now(&mut self) -> Duration {
        self.polls = self.polls.wrapping_add(1);
        if self.polls.is_multiple_of(64) {
            self.now = self.clock.now();
        }
        self.now
    }
}

/// Counts what comes and keeps the room of long messages.
#[derive(Default)]
struct Arrivals {
    came: u32,
    spare: Vec<u8>,
}

impl Arrivals {
    fn room(&mut self, len: usize) -> Landing {
        let mut bytes = std::mem::take(&mut self.spare);
        bytes.resize(len, 0);
        Landing::Heap(bytes)
    }

    fn keep(&mut self, landing: Landing) {
        self.came += 1;
        if let Landing::Heap(bytes) = landing {
            self.spare = bytes;
        }
    }
}

impl Sink for Arrivals {
    fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {
        self.came += 1;
    }

    fn begin(&mut self, _: PeerId, _: &Header, len: usize) -> Landing {
        self.room(len)
    }

    fn finish(&mut self, _: PeerId, _: &Header, landing: Landing) {
        self.keep(landing);
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        panic!("lost {peer}: {why}");
    }
}

struct Bare<M> {
    method: M,
    peer: PeerId,
    arrivals: Arrivals,
    taken: u32,
    time: Time,
}

impl<M: Method> Way for Bare<M> {
    fn send(&mut self, payload: &[u8]) -> Outcome<()> {
        let mut done = 0;
        while !self.method.send(self.peer, &Header::new(PING), payload, &mut done)? {
            self.method.poll(self.time.now(), &mut self.arrivals);
        }
        Ok(())
    }

    fn receive(&mut self) -> Outcome<()> {
        self.taken += 1;
        let mut polls = 0;
        while self.arrivals.came != self.taken {
            self.method.poll(self.time.now(), &mut self.arrivals);
            in_vain(&mut polls);
        }
        Ok(())
    }

    fn poll(&mut self) -> Outcome<()> {
        self.method.poll(self.time.now(), &mut self.arrivals);
        Ok(())
    }
}

struct Linked {
    link: Context,
    peer: PeerId,
    arrivals: Arrivals,
    taken: u32,
    time: Time,
}

impl Linked {
    fn new(link: Context, peer: PeerId) -> Self {
        let (arrivals, time) = (Arrivals::default(), Time::start());
        Linked { link, peer, arrivals, taken: 0, time }
    }

    #[inline]
    fn turn(&mut self) {
        self.link.poll(self.time.now(), &mut self.arrivals);
    }
}

impl Way for Linked {
    fn send(&mut self, payload: &[u8]) -> Outcome<()> {
        let (header, mut done) = (Header::new(PING), 0);
        while !self.link.send(self.peer, TrafficClass::Message, &header, payload, &mut done)? {
            self.turn();
        }
        Ok(())
    }

    fn receive(&mut self) -> Outcome<()> {
        self.taken += 1;
        let mut polls = 0;
        while self.arrivals.came != self.taken {
            self.turn();
            in_vain(&mut polls);
        }
        Ok(())
    }

    fn poll(&mut self) -> Outcome<()> {
        self.turn();
        Ok(())
    }
}

struct Requests {
    nexus: Nexus,
    other: Startpoint,
    _root: Endpoint,
    came: Arc<AtomicU32>,
    taken: u32,
    buffer: Buffer<'static>,
    size: usize,
}

impl Requests {
    fn new(nexus: Nexus) -> Outcome<Self> {
        let came = Arc::new(AtomicU32::new(0));
        let count = came.clone();
        let handler = move |_: &mut ferry_nexus::Request<'_>| {
            count.store(count.load(Relaxed) + 1, Relaxed);
        };
        let root = nexus.endpoint().handler(0, handler).open_root()?;
        let other = nexus.startpoint_to(1 - nexus.rank())?;
        let (buffer, size) = (Buffer::new(), usize::MAX);
        Ok(Requests { nexus, other, _root: root, came, taken: 0, buffer, size })
    }
}

impl Way for Requests {
    fn send(&mut self, payload: &[u8]) -> Outcome<()> {
        if self.size != payload.len() {
            self.size = payload.len();
            self.buffer.clear();
            self.buffer.put_slice(payload);
        }
        Ok(self.other.send_rsr(0, &self.buffer)?)
    }

    fn receive(&mut self) -> Outcome<()> {
        self.taken += 1;
        let mut polls = 0;
        while self.came.load(Relaxed) != self.taken {
            self.nexus.poll()?;
            in_vain(&mut polls);
        }
        Ok(())
    }

    fn poll(&mut self) -> Outcome<()> {
        self.nexus.poll()?;
        Ok(())
    }
}

/// What the other process has published.
struct Published(Arc<std::sync::Mutex<Vec<u8>>>);

impl Directory for Published {
    fn lookup(&mut self, _: PeerId) -> Result<Vec<u8>, String> {
        self.0.lock().map(|table| table.clone()).map_err(|why| why.to_string())
    }
}

/// A layer over a method, before the other process is known.
fn half<M: Method + 'static>(layer: &'static str, identity: Identity, mut method: M) -> Half {
    let (me, peer) = (identity.me, PeerId(1 - identity.me.0));
    if layer == LAYERS[0] {
        let table = DescriptorTable::new(vec![method.descriptor()]).encode();
        let open = move |other: Vec<u8>| -> Outcome<Box<dyn Way>> {
            let table = DescriptorTable::decode(&other)?;
            let descriptor: &Descriptor = table.entries().first().ok_or("an empty table")?;
            method.attach(peer, descriptor)?;
            let (arrivals, time) = (Arrivals::default(), Time::start());
            Ok(Box::new(Bare { method, peer, arrivals, taken: 0, time }))
        };
        return Half { table, open: Box::new(open) };
    }
    let published = Arc::new(std::sync::Mutex::new(Vec::new()));
    let directory = Box::new(Published(published.clone()));
    let link = Context::new(me, 2, vec![Box::new(method)], Policy::default(), &[], directory);
    let table = link.table().encode();
    let open = move |other: Vec<u8>| -> Outcome<Box<dyn Way>> {
        *published.lock().map_err(|why| why.to_string())? = other;
        if layer == LAYERS[1] {
            return Ok(Box::new(Linked::new(link, peer)));
        }
        Ok(Box::new(Requests::new(Nexus::over(link, identity, &Config::new())?)?))
    };
    Half { table, open: Box::new(open) }
}

/// All ways, by method and layer.
fn ways(me: u32, to: &mut impl Write, from: &mut impl Read) -> Outcome<Vec<Box<dyn Way>>> {
    let mut halves = Vec::new();
    for (m, method) in METHODS.into_iter().enumerate() {
        for (l, layer) in LAYERS.into_iter().enumerate() {
            let job = JobId((m * LAYERS.len() + l) as u64);
            let (me, secret, host) = (PeerId(me), [7; 32], "here".to_owned());
            let identity = Identity { job, me, size: 2, secret, host };
            halves.push(if method == "shm" {
                let method = ShmMethod::new(&identity, ShmOptions::default())?;
                half(layer, identity, method)
            } else {
                let options = TcpOptions { interfaces: vec!["lo".into()], ..TcpOptions::default() };
                half(layer, identity.clone(), TcpMethod::new(identity, options)?)
            });
        }
    }
    for half in &halves {
        to.write_all(&(half.table.len() as u32).to_le_bytes())?;
        to.write_all(&half.table)?;
    }
    to.flush()?;
    let join = |half: Half| {
        let mut len = [0; 4];
        from.read_exact(&mut len)?;
        let mut table = Vec::new();
        (&mut *from).take(u32::from_le_bytes(len).into()).read_to_end(&mut table)?;
        (half.open)(table)
    };
    halves.into_iter().map(join).collect()
}

/// Round trips of some bytes by one of the ways, as the first process orders them.
#[derive(Clone, Copy)]
struct Order {
    way: usize,
    size: usize,
    trips: usize,
}

impl Order {
    const BYTES: usize = 24;

    fn encode(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        for (place, number) in bytes.chunks_exact_mut(8).zip([self.way, self.size, self.trips]) {
            place.copy_from_slice(&(number as u64).to_le_bytes());
        }
        bytes
    }

    fn decode(bytes: &[u8; Self::BYTES]) -> Self {
        let number = |i: usize| {
            let bytes: [u8; 8] = std::array::from_fn(|b| bytes[8 * i + b]);
            u64::from_le_bytes(bytes) as usize
        };
        Order { way: number(0), size: number(1), trips: number(2) }
    }
}

/// The second process: sends everything back.
fn echo() -> Outcome<()> {
    // Without a buffer, which could hold an order back from `has_input`.
    let mut from = File::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    let mut to = std::io::stdout().lock();
    let mut ways = ways(1, &mut to, &mut from)?;
    let payload = vec![7; SIZES[SIZES.len() - 1]];
    let (mut bytes, mut last) = ([0; Order::BYTES], 0);
    loop {
        // What a method has taken it may still have to send.
        while !has_input(&from)? {
            for _ in 0..64 {
                ways[last].poll()?;
            }
        }
        if from.read_exact(&mut bytes).is_err() {
            return Ok(());
        }
        let order = Order::decode(&bytes);
        last = order.way;
        for _ in 0..WARM + order.trips {
            ways[order.way].receive()?;
            ways[order.way].send(&payload[..order.size])?;
        }
    }
}

/// Whether an order, or the end, has come.
fn has_input(from: &File) -> Outcome<bool> {
    let mut input = [PollFd::new(from, PollFlags::IN)];
    Ok(poll(&mut input, Some(&Timespec::default()))? > 0)
}

/// Seconds of one way, on the mean of an order.
fn sample(way: &mut dyn Way, order: Order, to: &mut impl Write) -> Outcome<f64> {
    let payload = vec![7; order.size];
    to.write_all(&order.encode())?;
    to.flush()?;
    for _ in 0..WARM {
        way.send(&payload)?;
        way.receive()?;
    }
    let begin = Instant::now();
    for _ in 0..order.trips {
        way.send(&payload)?;
        way.receive()?;
    }
    Ok(begin.elapsed().as_secs_f64() / (2 * order.trips) as f64)
}

/// All layers over a method with messages of one size.
fn compare(
    ways: &mut [Box<dyn Way>],
    method: usize,
    size: usize,
    seconds: f64,
    to: &mut impl Write,
) -> Outcome<()> {
    let first = method * LAYERS.len();
    let order = |layer: usize, trips| Order { way: first + layer, size, trips };
    let each = 2.0 * sample(&mut *ways[first], order(0, WARM), to)?;
    let trips = ((seconds / 50.0 / each) as usize).max(1);
    let samples = ((seconds / each) as usize / trips).max(5);
    let mut times = [const { Vec::new() }; LAYERS.len()];
    for round in 0..samples {
        for turn in 0..LAYERS.len() {
            let layer = (round + turn) % LAYERS.len();
            times[layer].push(sample(&mut *ways[first + layer], order(layer, trips), to)? * 1e6);
        }
    }
    for (layer, times) in LAYERS.iter().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        let at = |quarter: usize| times[(times.len() - 1) * quarter / 4];
        println!("{layer}/{} {size} {} us {} {}", METHODS[method], at(2), at(1), at(3));
    }
    Ok(())
}

fn main() -> Outcome<()> {
    let word = std::env::args().nth(1);
    if word.as_deref() == Some("echo") {
        return echo();
    }
    let milliseconds = word.map_or(Ok(150.0), |word| word.parse::<f64>())?;
    let mut child = Command::new(std::env::current_exe()?)
        .arg("echo")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let (to, from) = (child.stdin.take(), child.stdout.take());
    let (mut to, from) = to.zip(from).ok_or("the other process has no pipes")?;
    let mut ways = ways(0, &mut to, &mut BufReader::new(from))?;
    for method in 0..METHODS.len() {
        for size in SIZES {
            compare(&mut ways, method, size, milliseconds * 1e-3, &mut to)?;
        }
    }
    drop(to);
    child.wait()?;
    Ok(())
}
