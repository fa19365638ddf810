//! What MPI on the shared layers costs against the bare method, as the paper on Nexus asked of MPICH on Nexus (6 %
//! of a climate model): `mpiexec --methods shm -n 2 shared_layers [ROUNDS]`.
//!
//! Ping-pong by frames of a method of shared memory and by MPI's messages over the same method, in alternation; and a model
//! whose steps compute and exchange their edges, by each. Prints the best of several turns.

use ferry::{Communicator, Source, Tag};
use ferry_method::{
    HandlerId, Header, Identity, JobId, Landing, Method, MethodError, PeerId, Sink,
};
use ferry_method_shm::{ShmMethod, ShmOptions};
use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

type Outcome<T> = Result<T, Box<dyn Error>>;

const SIZES: [usize; 5] = [8, 1024, 8 << 10, 64 << 10, 1 << 20];
const TURNS: u32 = 9;
const PING: HandlerId = HandlerId(1);
/// Of the model: bytes of an edge, and additions between two exchanges.
const MODEL: (usize, u64) = (8 << 10, 200_000);

/// Counts whole frames, of which each is read where it is.
#[derive(Default)]
struct Came {
    bytes: usize,
    landing: Vec<u8>,
}

impl Sink for Came {
    fn frame(&mut self, _: PeerId, _: &Header, payload: &[u8]) {
        self.landing.clear();
        self.landing.extend_from_slice(payload);
        self.bytes += payload.len();
    }

    fn begin(&mut self, _: PeerId, _: &Header, len: usize) -> Landing {
        let mut landing = std::mem::take(&mut self.landing);
        landing.resize(len, 0);
        Landing::Heap(landing)
    }

    fn finish(&mut self, _: PeerId, _: &Header, landing: Landing) {
        if let Landing::Heap(bytes) = landing {
            self.bytes += bytes.len();
            self.landing = bytes;
        }
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        panic!("lost {peer}: {why}");
    }
}

/// One end of a way.
trait Way {
    fn send(&mut self, payload: &[u8]) -> Outcome<()>;
    fn receive(&mut self, into: &mut [u8]) -> Outcome<()>;
}

struct Bare {
    method: ShmMethod,
    other: PeerId,
    came: Came,
    taken: usize,
    begin: Instant,
}

impl Way for Bare {
    fn send(&mut self, payload: &[u8]) -> Outcome<()> {
        let most = self.method.attributes().max_frame;
        for piece in payload.chunks(most) {
            let (mut done, header) = (0, Header::new(PING));
            while !self.method.send(self.other, &header, piece, &mut done)? {
                self.method.poll(self.begin.elapsed(), &mut self.came);
            }
        }
        Ok(())
    }

    fn receive(&mut self, into: &mut [u8]) -> Outcome<()> {
        self.taken += into.len();
        while self.came.bytes < self.taken {
            self.method.poll(Duration::ZERO, &mut self.came);
        }
        Ok(())
    }
}

struct Mpi<'a> {
    world: &'a Communicator,
    other: usize,
}

impl Way for Mpi<'_> {
    fn send(&mut self, payload: &[u8]) -> Outcome<()> {
        Ok(self.world.send(payload, self.other, 1)?)
    }

    fn receive(&mut self, into: &mut [u8]) -> Outcome<()> {
        let from = Source::Rank(self.other);
        Ok(self.world.receive_into(into, from, Tag::Is(1)).map(drop)?)
    }
}

/// A bare method beside MPI's own, whose ends have met by a message.
fn bare(world: &Communicator) -> Outcome<Bare> {
    let (me, other) = (world.rank() as u32, 1 - world.rank());
    let identity = Identity {
        job: JobId(1),
        me: PeerId(me),
        size: 2,
        secret: [7; 32],
        host: ferry_boot::methods::host_name(),
    };
    let mut method = ShmMethod::new(&identity, ShmOptions::default())?;
    let mut descriptor = method.descriptor();
    world.send(&descriptor.bytes[..], other, 0)?;
    (descriptor.bytes, _) = world.receive_vec::<u8>(Source::Rank(other), Tag::Is(0))?;
    let other = PeerId(other as u32);
    method.attach(other, &descriptor)?;
    Ok(Bare { method, other, came: Came::default(), taken: 0, begin: Instant::now() })
}

fn one_way(way: &mut dyn Way, me: usize, size: usize, rounds: u32) -> Outcome<Duration> {
    let (payload, mut into) = (vec![7u8; size], vec![0u8; size]);
    let begin = Instant::now();
    for _ in 0..rounds {
        for turn in 0..2 {
            if turn == me {
                way.send(&payload)?;
            } else {
                way.receive(&mut into)?;
            }
        }
    }
    Ok(begin.elapsed() / (2 * rounds))
}

/// A step of the model: computes, gives its edge and takes the other's.
fn step(way: &mut dyn Way, me: usize, rounds: u32) -> Outcome<Duration> {
    let (edge, mut into) = (vec![7u8; MODEL.0], vec![0u8; MODEL.0]);
    let begin = Instant::now();
    for round in 0..rounds {
        let sum = (0..MODEL.1).fold(u64::from(round), |sum, n| black_box(sum.wrapping_add(n)));
        black_box(sum);
        if me == 0 {
            way.send(&edge)?;
            way.receive(&mut into)?;
        } else {
            way.receive(&mut into)?;
            way.send(&edge)?;
        }
    }
    Ok(begin.elapsed() / rounds)
}

fn measure(world: &Communicator, rounds: u32) -> Outcome<()> {
    let me = world.rank();
    if world.size() != 2 {
        return Err("two processes are needed: mpiexec -n 2 shared_layers [ROUNDS]".into());
    }
    let (mut bare, mut mpi) = (bare(world)?, Mpi { world, other: 1 - me });
    let mut best = [[Duration::MAX; 2]; SIZES.len() + 1];
    for _ in 0..TURNS {
        for (at, size) in SIZES.into_iter().enumerate() {
            let rounds = (rounds as usize * 1024 / (size + 1024)).max(20) as u32;
            best[at][0] = best[at][0].min(one_way(&mut bare, me, size, rounds)?);
            best[at][1] = best[at][1].min(one_way(&mut mpi, me, size, rounds)?);
        }
        let of_model = &mut best[SIZES.len()];
        of_model[0] = of_model[0].min(step(&mut bare, me, rounds / 50 + 1)?);
        of_model[1] = of_model[1].min(step(&mut mpi, me, rounds / 50 + 1)?);
    }
    if me == 0 {
        let names = SIZES.iter().map(|size| format!("{size} bytes one way"));
        let model = format!("a step of {} additions and {} bytes", MODEL.1, MODEL.0);
        for (name, [bare, mpi]) in names.chain([model]).zip(best) {
            let more = 100.0 * (mpi.as_secs_f64() / bare.as_secs_f64() - 1.0);
            println!("{name}: {bare:?} by the bare method, {mpi:?} by MPI ({more:+.1} %)");
        }
    }
    Ok(())
}

fn main() -> std::process::ExitCode {
    let rounds = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(20_000);
    ferry::run(|universe| {
        if let Err(why) = measure(&universe.world(), rounds) {
            eprintln!("shared_layers: {why}");
            universe.world().abort(1);
        }
        Ok(())
    })
}
