//! The ranks of a job that measures: two that send messages to and fro.

use ferry::{Communicator, Result};
use std::process::ExitCode;

/// A batch takes so long, in seconds.
const BATCH: f64 = 2e-3;
const BATCHES: usize = 7;
const WARM: usize = 4;
const MOST: f64 = 1000.0;

/// Sends messages of each of these lengths to and fro between ranks 0 and 1; rank 0 prints what one takes one way, in
/// seconds, a line each.
pub fn probe(sizes: &[usize]) -> ExitCode {
    ferry::run(|universe| {
        let world = universe.world();
        for size in sizes {
            let mut message = vec![0u8; *size];
            let seconds = one_way(&world, &mut message)?;
            if world.rank() == 0 {
                println!("{seconds:e}");
            }
        }
        Ok(())
    })
}

/// The median of some batches.
fn one_way(world: &Communicator, message: &mut [u8]) -> Result<f64> {
    batch(world, message, WARM)?;
    let once = batch(world, message, WARM)?;
    let mut times = (BATCH / once.max(1e-9)).clamp(1.0, MOST) as u64;
    world.broadcast(&mut times, 0)?;
    let batches = (0..BATCHES).map(|_| batch(world, message, times as usize));
    Ok(super::verdict::median(&mut batches.collect::<Result<Vec<f64>>>()?))
}

/// Seconds one way, on average.
fn batch(world: &Communicator, message: &mut [u8], times: usize) -> Result<f64> {
    let start = ferry::time();
    for _ in 0..times {
        match world.rank() {
            0 => {
                world.send(message, 1, 0)?;
                world.receive_into(message, 1, 0)?;
            }
            1 => {
                world.receive_into(message, 0, 0)?;
                world.send(message, 0, 0)?;
            }
            _ => {}
        }
    }
    Ok((ferry::time() - start) / (2 * times) as f64)
}
