//! `mpiexec -n 4 ferry info links`: which method joins each pair of ranks, and why.

use ferry::{Communicator, Result, Universe};
use ferry_boot::methods::names;
use ferry_boot::reason_not_to_open;
use ferry_config::Config;
use ferry_link::{LinkReport, MethodReport, Traffic};
use ferry_mpi::process;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// One rank's links.
#[derive(Serialize, Deserialize)]
struct RankReport {
    rank: usize,
    host: String,
    links: Vec<LinkRow>,
    /// Methods that the rank opened.
    opened: Vec<MethodRow>,
    /// Methods that the rank did not open, with the reason.
    not_opened: Vec<(String, String)>,
}

/// One method of the link to one peer.
#[derive(Serialize, Deserialize)]
struct LinkRow {
    to: u32,
    method: String,
    /// Kinds of traffic, or contexts, that the rank sends by it.
    carries: Vec<String>,
    /// Streams that are open.
    streams: u32,
    frames_sent: u64,
    bytes_sent: u64,
    frames_received: u64,
    bytes_received: u64,
    why: String,
    state: Option<String>,
}

impl From<LinkReport> for LinkRow {
    fn from(report: LinkReport) -> Self {
        let Traffic { sent, received } = report.traffic;
        LinkRow {
            to: report.peer.0,
            method: report.method.into(),
            carries: report.carries,
            streams: report.streams,
            frames_sent: sent.frames,
            bytes_sent: sent.bytes,
            frames_received: received.frames,
            bytes_received: received.bytes,
            why: report.why,
            state: report.state,
        }
    }
}

/// A method as a rank polls it.
#[derive(Serialize, Deserialize)]
struct MethodRow {
    method: String,
    /// It is looked at once in so many polls; not at all without a number.
    interval: Option<u32>,
    /// What looking costs when there is nothing.
    poll_ns: u64,
    /// A thread waits for it.
    has_waiter: bool,
    /// Strangers and frames that made no sense.
    refused: u64,
}

impl From<MethodReport> for MethodRow {
    fn from(report: MethodReport) -> Self {
        MethodRow {
            method: report.name.into(),
            interval: report.interval,
            poll_ns: report.poll_cost.as_nanos() as u64,
            has_waiter: report.has_waiter,
            refused: report.counters.refused,
        }
    }
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
    match done {
        Ok(()) => u8::from(universe.finalize().is_err()),
        // Before the universe is left, which would wait for the others.
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
    let links = process.runtime.links.links().into_iter().map(LinkRow::from).collect();
    let opened: Vec<MethodRow> =
        process.runtime.links.home().methods().into_iter().map(MethodRow::from).collect();
    let is_open = |name: &str| opened.iter().any(|open| open.method == name);
    let missing = names().into_iter().filter(|name| !is_open(name));
    let not_opened = missing.map(|name| (name.into(), why_not_opened(name, &process.config)));
    RankReport {
        rank: world.rank(),
        host: ferry_mpi::init::processor_name(),
        links,
        not_opened: not_opened.collect(),
        opened,
    }
}

fn why_not_opened(name: &str, config: &Config) -> String {
    match reason_not_to_open(name, config) {
        Some(why) => why,
        None if name == "shm" => "no other rank shares this one's host".into(),
        None => "all ranks share one host".into(),
    }
}

fn write_json(all: &[RankReport], out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, all)?;
    writeln!(out)
}

fn write(all: &[RankReport], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Methods by rank (row: from, column: to)\n")?;
    write_matrix(all, out)?;
    writeln!(out, "\nWhat went by each method\n")?;
    write_traffic(all, out)?;
    writeln!(out, "\nWhy, and what state the links are in\n")?;
    for rank in all {
        writeln!(out, "rank {} on {}", rank.rank, rank.host)?;
        for LinkRow { to, method, why, state, .. } in &rank.links {
            writeln!(out, "  {} -> {to} {method}: {why}", rank.rank)?;
            for line in state.iter().flat_map(|state| state.lines()) {
                writeln!(out, "      {line}")?;
            }
        }
        for (method, why) in &rank.not_opened {
            writeln!(out, "  {method} is not opened: {why}")?;
        }
    }
    Ok(())
}

fn write_traffic(all: &[RankReport], out: &mut impl Write) -> io::Result<()> {
    let links = || all.iter().flat_map(|rank| rank.links.iter());
    let width = links().map(|link| link.method.len()).max().unwrap_or(0).max("method".len());
    let carries = |link: &LinkRow| match link.carries.is_empty() {
        true => "-".into(),
        false => link.carries.join(", "),
    };
    let wide = links().map(|link| carries(link).len()).max().unwrap_or(0).max("carries".len());
    let (method, what) = ("method", "carries");
    writeln!(
        out,
        "{:>5} {:>5}  {method:<width$}  {what:<wide$} {:>7} {:>9} {:>12} {:>9} {:>12}",
        "rank", "peer", "streams", "sent", "bytes", "received", "bytes"
    )?;
    for rank in all {
        for link in &rank.links {
            let LinkRow { to, method, streams, frames_sent, bytes_sent, .. } = link;
            let LinkRow { frames_received, bytes_received, .. } = link;
            let (me, what) = (rank.rank, carries(link));
            writeln!(
                out,
                "{me:>5} {to:>5}  {method:<width$}  {what:<wide$} {streams:>7} {frames_sent:>9} \
                 {bytes_sent:>12} {frames_received:>9} {bytes_received:>12}"
            )?;
        }
    }
    Ok(())
}

fn write_matrix(all: &[RankReport], out: &mut impl Write) -> io::Result<()> {
    let used = all.iter().flat_map(|rank| rank.links.iter().map(|link| link.method.len()));
    let width = used.max().unwrap_or(0) + 1;
    let columns: String = all.iter().map(|rank| format!(" {:>width$}", rank.rank)).collect();
    writeln!(out, "     {columns}")?;
    for rank in all {
        let cell = |to: &RankReport| {
            let mut links = rank.links.iter().filter(|link| link.to as usize == to.rank);
            let used = links.clone().find(|link| !link.carries.is_empty());
            let more =
                if links.clone().filter(|l| !l.carries.is_empty()).count() > 1 { "+" } else { "" };
            let name = used.or_else(|| links.next()).map_or("-", |link| &link.method);
            format!(" {:>width$}", format!("{name}{more}"))
        };
        writeln!(out, "{:>5}{}", rank.rank, all.iter().map(cell).collect::<String>())?;
    }
    Ok(())
}
