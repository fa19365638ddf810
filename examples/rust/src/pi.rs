//! Pi by integration: every rank sums its share of the strips under 4 / (1 + x²), a reduction adds the
//! sums.
//!
//! Run it as `cargo run -p ferry-examples --bin pi`, or on four ranks as
//! `mpiexec -n 4 target/debug/pi`. An argument gives the number of strips.

use ferry::{Communicator, Op};
use std::error::Error;
use std::f64::consts::PI;
use std::process::ExitCode;

const STRIPS: u64 = 20_000_000;

fn main() -> ExitCode {
    ferry::run(|universe| pi(&universe.world()))
}

fn pi(world: &Communicator) -> Result<(), Box<dyn Error>> {
    let mut strips = match world.rank() {
        0 => asked()?,
        _ => 0,
    };
    world.broadcast(&mut strips, 0)?;
    world.barrier()?;

    let start = ferry::time();
    let sum = share(strips, world.rank() as u64, world.size() as u64);
    let computed = ferry::time() - start;
    let total = world.reduce(&sum, &Op::sum(), 0)?;
    let seconds = ferry::time() - start;
    let slowest = world.reduce(&computed, &Op::max(), 0)?;

    if let (Some(pi), Some(slowest)) = (total, slowest) {
        println!("pi = {pi:.15}, off by {:.1e}", (pi - PI).abs());
        println!(
            "{strips} strips on {} ranks: {seconds:.3} s, of which the slowest rank computed {slowest:.3} s",
            world.size()
        );
    }
    Ok(())
}

/// The number of strips that the user wants.
fn asked() -> Result<u64, Box<dyn Error>> {
    let Some(text) = std::env::args().nth(1) else { return Ok(STRIPS) };
    let strips = text.parse().ok().filter(|strips| *strips > 0);
    strips.ok_or_else(|| format!("'{text}' is no number of strips: give 1 or more").into())
}

/// The area of every `step`th strip from `first` on, by the height in the strip's middle.
fn share(strips: u64, first: u64, step: u64) -> f64 {
    let width = 1.0 / strips as f64;
    let heights = (first..strips).step_by(step as usize).map(|strip| {
        let x = (strip as f64 + 0.5) * width;
        4.0 / (1.0 + x * x)
    });
    heights.sum::<f64>() * width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_pi() {
        let sum: f64 = (0..3).map(|rank| share(100_000, rank, 3)).sum();
        assert!((sum - PI).abs() < 1e-9, "{sum}");
    }
}
