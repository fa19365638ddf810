//! Signals as readable descriptors.

use crate::poller::{Interest, Poller, Token};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2};
use std::io::{self, Read};
use std::os::unix::net::UnixStream;

/// The signals that mean something to a launcher.
const LISTENED: [i32; 7] = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGUSR1, SIGUSR2];

/// A pipe per signal.
#[derive(Debug)]
pub(crate) struct Signals {
    pipes: Vec<(i32, UnixStream)>,
}

impl Signals {
    /// Begins to listen, but not to what whoever started this process has told it to ignore
    /// (`nohup`, and the background of a shell without job control).
    pub(crate) fn listen(poller: &mut Poller) -> io::Result<Signals> {
        let mut pipes: Vec<(i32, UnixStream)> = Vec::new();
        let ignored = ignored();
        for signal in LISTENED.into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0) {
            let (ours, theirs) = UnixStream::pair()?;
            ours.set_nonblocking(true)?;
            theirs.set_nonblocking(true)?;
            signal_hook::low_level::pipe::register(signal, theirs)?;
            poller.add(&ours, Token::Signal(pipes.len() as u32), Interest::Read)?;
            pipes.push((signal, ours));
        }
        Ok(Signals { pipes })
    }

    /// The signal behind a ready token, if it has really come.
    pub(crate) fn take(&mut self, index: u32) -> Option<i32> {
        let (signal, pipe) = self.pipes.get_mut(index as usize)?;
        let mut chunk = [0; 64];
        let count = pipe.read(&mut chunk).unwrap_or(0);
        (count > 0).then_some(*signal)
    }
}

/// The signals that this process ignores, a bit each; none when the kernel does not tell.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// A signal's name, for people.
pub(crate) fn name(signal: u8) -> String {
    match signal_hook::low_level::signal_name(signal.into()) {
        Some(name) => name.to_owned(),
        None => format!("signal {signal}"),
    }
}
