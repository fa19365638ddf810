//! What the Nexus layer adds to a method: ping-pong between two processes, once with bare frames and
//! once with remote service requests over links of the same kind, in turns:
//! `mpiexec -n 2 nexus_latency [ROUNDS]`.

use ferry_config::Config;
use ferry_link::{Context, Handler, HandlerTable, Lane};
use ferry_method::{HandlerId, Header, Landing, MethodError, PeerId};
use ferry_nexus::{Buffer, Nexus, NexusError};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

const SIZES: [usize; 4] = [8, 64, 1024, 16 << 10];
const TURNS: usize = 5;
const PING: HandlerId = HandlerId(1);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds: u32 = std::env::args().nth(1).map_or(Ok(20_000), |n| n.parse())?;
    let config = Config::load()?;
    let started = ferry_boot::start(&config, &[])?;
    if started.place.size != 2 {
        return Err("two processes are needed: mpiexec -n 2 nexus_latency".into());
    }
    let mut link = started.link;
    let mut bare = [Duration::MAX; SIZES.len()];
    for (size, best) in SIZES.iter().zip(&mut bare) {
        for _ in 0..TURNS {
            *best = (*best).min(frames(&mut link, started.identity.me, *size, rounds)?);
        }
    }
    let me = started.identity.me;
    let nexus = Nexus::over(link, started.identity, &config)?;
    for (size, bare) in SIZES.iter().zip(bare) {
        let mut best = Duration::MAX;
        for turn in 0..TURNS {
            best = best.min(requests(&nexus, *size, rounds, turn as u32)?);
        }
        if me.0 == 0 {
            let more = best.as_secs_f64() / bare.as_secs_f64() - 1.0;
            println!(
                "{size:>6} bytes: {bare:?} bare, {best:?} by requests: {:+.1} %",
                100.0 * more
            );
        }
    }
    if let Some(launcher) = started.place.launcher {
        let mut client = launcher.lock().map_err(|_| "the launcher's lock is broken")?;
        client.barrier()?;
        client.finalize()?;
    }
    Ok(())
}

fn frames(
    link: &mut Context,
    me: PeerId,
    size: usize,
    rounds: u32,
) -> Result<Duration, Box<dyn std::error::Error>> {
    let mut table = HandlerTable::new(Handler::<u32> {
        frame: |_, _, _, _| {},
        begin: |_, _, _, len| Landing::Heap(vec![0; len]),
        finish: |came, _, _, _| *came += 1,
    });
    let ping = Handler::<u32> {
        frame: |came, _, _, _| *came += 1,
        begin: |_, _, _, len| Landing::Heap(vec![0; len]),
        finish: |came, _, _, _| *came += 1,
    };
    table.register(PING, ping);
    let lost = |_: &mut u32, peer: PeerId, why: MethodError| panic!("lost {peer}: {why}");
    let (other, payload) = (PeerId(1 - me.0), vec![7u8; size]);
    let mut came = 0;
    let begin = Instant::now();
    for round in 0..rounds {
        for step in 0..2 {
            if step == me.0 {
                let mut done = 0;
                while !link.send(other, Lane::Message, &Header::new(PING), &payload, &mut done)? {
                    link.poll(begin.elapsed(), &table, &mut came, lost);
                }
            } else {
                while came == round {
                    link.poll(Duration::from_millis(u64::from(round)), &table, &mut came, lost);
                }
            }
        }
    }
    Ok(begin.elapsed() / (2 * rounds))
}

fn requests(nexus: &Nexus, size: usize, rounds: u32, turn: u32) -> Result<Duration, NexusError> {
    let came = Arc::new(AtomicU32::new(0));
    let count = came.clone();
    let handler = move |_: &mut ferry_nexus::Request<'_>| {
        count.store(count.load(Relaxed) + 1, Relaxed);
    };
    let root = nexus.endpoint().handler(turn, handler).open_root()?;
    let other = nexus.startpoint_to(1 - nexus.rank())?;
    let mut buffer = Buffer::new();
    // As many bytes as the bare frames have.
    buffer.put_slice(&vec![7u8; size.saturating_sub(9)]);
    let begin = Instant::now();
    for round in 0..rounds {
        for step in 0..2 {
            if step == nexus.rank() {
                other.send_rsr(turn, &buffer)?;
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
