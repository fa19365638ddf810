//! Two processes send a request to and fro: `mpiexec -n 2 requests [ROUNDS]`.
//!
//! Prints the mean time of one way, and by which method the requests went.

use ferry_config::Config;
use ferry_nexus::{Buffer, Nexus, NexusError};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds: u32 = std::env::args().nth(1).map_or(Ok(10_000), |n| n.parse())?;
    let nexus = Nexus::start(&Config::load()?)?;
    if nexus.size() != 2 {
        return Err("two processes are needed: mpiexec -n 2 requests".into());
    }
    play(&nexus, rounds)?;
    nexus.finish()?;
    Ok(())
}

fn play(nexus: &Nexus, rounds: u32) -> Result<(), NexusError> {
    let other = nexus.startpoint_to(1 - nexus.rank())?;
    let last = Arc::new(AtomicU32::new(0));
    let (seen, back) = (last.clone(), other.clone());
    let _root = nexus
        .endpoint()
        .handler(0, move |request| {
            let n = request.buffer.get::<u32>().unwrap_or(0);
            seen.store(n, Relaxed);
            if n < 2 * rounds {
                let mut buffer = std::mem::take(request.buffer);
                buffer.clear();
                if let Err(why) = back.send_rsr(0, buffer.put(n + 1)) {
                    eprintln!("cannot answer: {why}");
                }
            }
        })
        .open_root()?;
    let begin = Instant::now();
    if nexus.rank() == 0 {
        other.send_rsr(0, Buffer::new().put(1u32))?;
    }
    nexus.wait_until(None, || last.load(Relaxed) >= 2 * rounds - nexus.rank())?;
    if nexus.rank() == 0 {
        let way = begin.elapsed() / (2 * rounds);
        println!("{way:?} one way by {}", other.method()?);
    }
    Ok(())
}
