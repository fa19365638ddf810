//! What the link layer and the Nexus layer add to a method: ping-pong between two processes over shared
//! memory, with bare frames of the method, with frames of the link layer, and with remote service
//! requests, the bare frames in alternation with each of the others. Whoever gets a payload reads it:
//! `mpiexec -n 2 nexus_latency [ROUNDS]`.

use ferry_boot::{LauncherFacts, StartedProcess};
use ferry_config::Config;
use ferry_link::{Context, TrafficClass};
use ferry_method::{
    Descriptor, HandlerId, Header, Identity, Landing, Method, MethodError, PeerId, Sink,
};
use ferry_method_shm::ShmMethod;
use ferry_nexus::{Buffer, Nexus, NexusError};
use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

const SIZES: [usize; 4] = [8, 64, 1024, 16 << 10];
const TURNS: u32 = 15;
const PING: HandlerId = HandlerId(1);
const BEST: [Duration; SIZES.len()] = [Duration::MAX; SIZES.len()];

fn main() -> Result<(), Box<dyn Error>> {
    let rounds: u32 = std::env::args().nth(1).map_or(Ok(20_000), |n| n.parse())?;
    let config = Config::load()?;
    let StartedProcess { mut link, identity, place, .. } = ferry_boot::start(&config, &[])?;
    if place.size != 2 {
        return Err("two processes are needed: mpiexec -n 2 nexus_latency".into());
    }
    let mut method = open(&config, &identity, &place)?;
    let (mut bare, mut linked, mut asked) = (BEST, BEST, BEST);
    for _ in 0..TURNS {
        for (at, size) in SIZES.into_iter().enumerate() {
            bare[at] = bare[at].min(by_method(&mut *method, identity.me, size, rounds)?);
            linked[at] = linked[at].min(by_link(&mut link, identity.me, size, rounds)?);
        }
    }
    let me = identity.me;
    let nexus = Nexus::over(link, identity, &config)?;
    for _ in 0..TURNS {
        for (at, size) in SIZES.into_iter().enumerate() {
            bare[at] = bare[at].min(by_method(&mut *method, me, size, rounds)?);
            asked[at] = asked[at].min(by_requests(&nexus, size, rounds)?);
        }
    }
    if me.0 == 0 {
        for (at, size) in SIZES.into_iter().enumerate() {
            let more = |time: Duration| 100.0 * (time.as_secs_f64() / bare[at].as_secs_f64() - 1.0);
            println!(
                "{size:>6} bytes: {:?} by the method, {:?} by the link layer ({:+.1} %), {:?} by requests \
                 ({:+.1} %)",
                bare[at],
                linked[at],
                more(linked[at]),
                asked[at],
                more(asked[at])
            );
        }
    }
    let launcher = place.launcher.as_ref().ok_or("there is no launcher")?;
    let mut client = launcher.lock().map_err(|_| "the launcher's lock is broken")?;
    client.barrier()?;
    Ok(client.finalize()?)
}

/// A method for each of the two, that know each other.
fn open(
    config: &Config,
    identity: &Identity,
    place: &LauncherFacts,
) -> Result<Box<dyn Method>, Box<dyn Error>> {
    let options = ferry_boot::methods::shm_options(config);
    let mut method = ShmMethod::new(identity, options)?;
    let launcher = place.launcher.as_ref().ok_or("there is no launcher")?;
    let mut client = launcher.lock().map_err(|_| "the launcher's lock is broken")?;
    client.put_long(&format!("bare-{}", identity.me), &method.descriptor().bytes)?;
    client.barrier()?;
    let other = PeerId(1 - identity.me.0);
    let bytes = client.get_long(&format!("bare-{other}"))?.ok_or("the other has no descriptor")?;
    method.attach(other, &Descriptor { method: method.name().into(), bytes })?;
    Ok(Box::new(method))
}

/// What a receiver does with a payload at least.
fn read(payload: &[u8]) {
    let words =
        payload.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or([0; 8])));
    black_box(words.fold(0u64, u64::wrapping_add));
}

/// Counts what comes.
#[derive(Default)]
struct Came {
    frames: u32,
    landing: Vec<u8>,
}

impl Came {
    fn land(&mut self, len: usize) -> Landing {
        let mut landing = std::mem::take(&mut self.landing);
        landing.resize(len, 0);
        Landing::Heap(landing)
    }

    fn take(&mut self, landing: Landing) {
        if let Landing::Heap(bytes) = landing {
            read(&bytes);
            self.landing = bytes;
        }
        self.frames += 1;
    }
}

impl Sink for Came {
    fn frame(&mut self, _: PeerId, _: &Header, payload: &[u8]) {
        read(payload);
        self.frames += 1;
    }

    fn begin(&mut self, _: PeerId, _: &Header, len: usize) -> Landing {
        self.land(len)
    }

    fn finish(&mut self, _: PeerId, _: &Header, landing: Landing) {
        self.take(landing);
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        panic!("lost {peer}: {why}");
    }
}

fn by_method(
    method: &mut dyn Method,
    me: PeerId,
    size: usize,
    rounds: u32,
) -> Result<Duration, MethodError> {
    let (other, payload) = (PeerId(1 - me.0), vec![7u8; size]);
    let (mut came, header) = (Came::default(), Header::new(PING));
    let begin = Instant::now();
    for round in 0..rounds {
        for step in 0..2 {
            if step == me.0 {
                let mut done = 0;
                while !method.send(other, &header, &payload, &mut done)? {
                    method.poll(begin.elapsed(), &mut came);
                }
            } else {
                while came.frames == round {
                    method.poll(Duration::from_millis(u64::from(round)), &mut came);
                }
            }
        }
    }
    Ok(begin.elapsed() / (2 * rounds))
}

fn by_link(
    link: &mut Context,
    me: PeerId,
    size: usize,
    rounds: u32,
) -> Result<Duration, Box<dyn Error>> {
    let (other, payload) = (PeerId(1 - me.0), vec![7u8; size]);
    let (mut came, header) = (Came::default(), Header::new(PING));
    let begin = Instant::now();
    for round in 0..rounds {
        for step in 0..2 {
            if step == me.0 {
                let mut done = 0;
                while !link.send(other, TrafficClass::Message, &header, &payload, &mut done)? {
                    link.poll(begin.elapsed(), &mut came);
                }
            } else {
                while came.frames == round {
                    link.poll(Duration::from_millis(u64::from(round)), &mut came);
                }
            }
        }
    }
    Ok(begin.elapsed() / (2 * rounds))
}

fn by_requests(nexus: &Nexus, size: usize, rounds: u32) -> Result<Duration, NexusError> {
    let came = Arc::new(AtomicU32::new(0));
    let count = came.clone();
    let handler = move |request: &mut ferry_nexus::Request<'_>| {
        match size {
            8 => {
                let (first, second) = (request.buffer.get::<u16>(), request.buffer.get::<u32>());
                black_box((first.unwrap_or_default(), second.unwrap_or_default()));
            }
            _ => read(request.buffer.get_bytes().unwrap_or_default()),
        }
        count.store(count.load(Relaxed) + 1, Relaxed);
    };
    let root = nexus.endpoint().handler(0, handler).open_root()?;
    let other = nexus.startpoint_to(1 - nexus.rank())?;
    let mut buffer = Buffer::new();
    // As many bytes as the bare frames have.
    match size.checked_sub(9) {
        Some(rest) => buffer.put_slice(&vec![7u8; rest]),
        None => buffer.put(7u16).put(7u32),
    };
    let begin = Instant::now();
    for round in 0..rounds {
        for step in 0..2 {
            if step == nexus.rank() {
                other.send_rsr(0, &buffer)?;
            } else {
                while came.load(Relaxed) == round {
                    nexus.poll()?;
                }
            }
        }
    }
    let time = begin.elapsed() / (2 * rounds);
    drop(root);
    Ok(time)
}
