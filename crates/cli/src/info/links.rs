//! `mpiexec -n 4 ferry info links`: which method joins each pair of ranks, and why.

use ferry::{Communicator, Result, Universe};
use ferry_boot::methods::names;
use ferry_mpi::process;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// One rank's links.
#[derive(Serialize, Deserialize)]
struct RankReport {
    rank: usize,
    host: String,
    links: Vec<Link>,
    /// Methods that the rank did not open, with the reason.
    not_opened: Vec<(String, String)>,
}

#[derive(Serialize, Deserialize)]
struct Link {
    to: u32,
    method: String,
    why: String,
    state: Option<String>,
}

/// Initialises MPI, exchanges an empty message with every rank, and lets rank 0 print the links of
/// all. Returns the exit status.
pub fn main(json: bool) -> u8 {
    let universe = match Universe::init() {
        Ok(universe) => universe,
        Err(error) => {
            let _ = writeln!(io::stderr(), "ferry info links: {error}");
            return 1;
        }
    };
    let done = report(universe.world(), json).and_then(|()| {
        // All have to be told before anybody may leave.
        universe.world().barrier()
    });
    match done.map(|()| universe) {
        Ok(universe) => match universe.finalize() {
            Ok(()) => 0,
            Err(_) => 1,
        },
        Err(error) => {
            let _ = writeln!(io::stderr(), "ferry info links: {error}");
            ferry_mpi::init::abort(1, "ferry info links failed")
        }
    }
}

fn report(world: Communicator, json: bool) -> Result<()> {
    meet_all(&world)?;
    let own = serde_json::to_vec(&own_report(&world)).unwrap_or_default();
    let Some(all) = world.gather_varcount(&own, 0)? else { return Ok(()) };
    let all: Vec<RankReport> =
        all.iter().filter_map(|bytes| serde_json::from_slice(bytes).ok()).collect();
    let mut out = io::stdout().lock();
    // A closed standard output means that nobody wants to read on.
    let _ = if json { write_json(&all, &mut out) } else { write(&all, &mut out) };
    Ok(())
}

/// Sends an empty message to every rank, itself included, and receives one from each.
fn meet_all(world: &Communicator) -> Result<()> {
    let (me, size) = (world.rank(), world.size());
    for distance in 0..size {
        let (to, from) = ((me + distance) % size, (me + size - distance) % size);
        let mut nothing: [u8; 0] = [];
        world.send_receive(&[0u8; 0], to, 0, &mut nothing, from, 0)?;
    }
    Ok(())
}

fn own_report(world: &Communicator) -> RankReport {
    let process = process::enter();
    let links = process.link.links().into_iter().map(|report| Link {
        to: report.peer.0,
        method: report.method.into(),
        why: report.why,
        state: report.state,
    });
    let opened: Vec<&str> = process.link.methods().iter().map(|method| method.name).collect();
    let wanted = process.config.list("methods");
    let missing = names().into_iter().filter(|name| !opened.contains(name));
    RankReport {
        rank: world.rank(),
        host: ferry_mpi::init::processor_name(),
        links: links.collect(),
        not_opened: missing.map(|name| (name.into(), why_not_opened(name, wanted))).collect(),
    }
}

fn why_not_opened(name: &str, wanted: &[String]) -> String {
    if !wanted.is_empty() && !wanted.iter().any(|w| w == name) {
        return "`methods` leaves it out".into();
    }
    match name {
        "shm" => "no other rank shares this one's host".into(),
        _ => "all ranks share one host".into(),
    }
}

fn write_json(all: &[RankReport], out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, all)?;
    writeln!(out)
}

fn write(all: &[RankReport], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Methods by rank (row: from, column: to)\n")?;
    write_matrix(all, out)?;
    writeln!(out, "\nWhy, and what state the links are in\n")?;
    for rank in all {
        writeln!(out, "rank {} on {}", rank.rank, rank.host)?;
        for Link { to, method, why, state } in &rank.links {
            writeln!(out, "  {} -> {to} {method}: {why}", rank.rank)?;
            if let Some(state) = state {
                writeln!(out, "      {state}")?;
            }
        }
        for (method, why) in &rank.not_opened {
            writeln!(out, "  {method} is not opened: {why}")?;
        }
    }
    Ok(())
}

fn write_matrix(all: &[RankReport], out: &mut impl Write) -> io::Result<()> {
    let width = names().iter().map(|name| name.len()).max().unwrap_or(0) + 1;
    let columns: String = all.iter().map(|rank| format!(" {:>width$}", rank.rank)).collect();
    writeln!(out, "     {columns}")?;
    for rank in all {
        let cell = |to: &RankReport| {
            let link = rank.links.iter().find(|link| link.to as usize == to.rank);
            format!(" {:>width$}", link.map_or("-", |link| &link.method))
        };
        writeln!(out, "{:>5}{}", rank.rank, all.iter().map(cell).collect::<String>())?;
    }
    Ok(())
}
