//! A tour of the Rust API: a short program for each thing that MPI programs do, by the names under which collections of
//! examples usually have it.
//!
//! `mpiexec -n 4 target/debug/tour` runs all, `mpiexec -n 4 target/debug/tour ring scan` some, on any number of ranks.

mod collectives;
mod communicators;
mod datatypes;
mod immediate;
mod messages;
mod one_sided;
mod processes;
mod requests;
mod topologies;

use ferry::{Communicator, Result, Threading};
use std::process::ExitCode;

/// An example: its name, and what every rank does.
type Example = (&'static str, fn(&Communicator) -> Result<()>);

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    ferry::run_with(Threading::Multiple, |universe| {
        if wanted.iter().any(|word| word == processes::CHILD) {
            return Ok(processes::be_a_child(universe)?);
        }
        let world = universe.world();
        let all = [
            messages::ALL,
            immediate::ALL,
            collectives::ALL,
            communicators::ALL,
            datatypes::ALL,
            topologies::ALL,
            one_sided::ALL,
            requests::ALL,
            processes::ALL,
        ];
        for (name, example) in all.into_iter().flatten() {
            if wanted.is_empty() || wanted.iter().any(|word| word == name) {
                // Each has messages of its own.
                let comm = world.dup()?;
                comm.set_name(name)?;
                example(&comm)?;
                comm.barrier()?;
                if world.rank() == 0 {
                    println!("{name}: done by {} ranks", world.size());
                }
            }
        }
        Ok(())
    })
}
