//! Requests whose instructions are counted under callgrind, which collects within `measured` only:
//! `mpiexec -n 2 counted FOLDER ROUNDS`.
//!
//! As `bench/c/instructions.c` does: the processes take turns by the lengths of two files in the folder, so
//! that what a call waits for is there before it begins, and write there what they counted, in order.

use ferry_config::Config;
use ferry_nexus::{Buffer, Nexus};
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The turns of two processes.
struct Turns {
    folder: PathBuf,
    rank: u32,
    taken: u64,
}

impl Turns {
    fn file(&self, rank: u32) -> PathBuf {
        self.folder.join(format!("turns.{rank}"))
    }

    /// Says that this process has come so far, and waits until the other has.
    fn meet(&mut self) -> Outcome<()> {
        let own = self.file(self.rank);
        OpenOptions::new().create(true).append(true).open(own)?.write_all(b"x")?;
        self.taken += 1;
        let other = self.file(1 - self.rank);
        while fs::metadata(&other).map_or(0, |file| file.len()) < self.taken {
            std::thread::sleep(Duration::from_micros(200));
        }
        Ok(())
    }
}

#[inline(never)]
fn measured(call: &mut dyn FnMut() -> Outcome<()>) -> Outcome<()> {
    call()
}

fn main() -> Outcome<()> {
    let mut words = std::env::args().skip(1);
    let (Some(folder), Some(rounds)) = (words.next(), words.next()) else {
        return Err("counted FOLDER ROUNDS".into());
    };
    let nexus = Nexus::start(&Config::load()?)?;
    if nexus.size() != 2 {
        return Err("two processes are needed: mpiexec -n 2 counted FOLDER ROUNDS".into());
    }
    let (folder, rank) = (PathBuf::from(folder), nexus.rank());
    let mut labels = fs::File::create(folder.join(format!("labels.{rank}")))?;
    let mut turns = Turns { folder, rank, taken: 0 };
    let other = nexus.startpoint_to(1 - rank)?;
    let _root = nexus.endpoint().handler(0, |_| {}).open_root()?;
    let mut buffer = Buffer::new();
    buffer.put(1u64);
    for _ in 0..rounds.parse::<u32>()? {
        if rank == 0 {
            writeln!(labels, "Nexus: a request of 8 bytes")?;
            measured(&mut || Ok(other.send_rsr(0, &buffer)?))?;
        }
        turns.meet()?;
        if rank == 1 {
            writeln!(labels, "Nexus: a poll that runs its handler")?;
            measured(&mut || Ok(nexus.poll().map(drop)?))?;
        }
        turns.meet()?;
    }
    nexus.finish()?;
    Ok(())
}
