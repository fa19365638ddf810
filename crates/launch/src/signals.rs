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
    pipes: Vec<UnixStream>,
}

impl Signals {
    /// Begins to listen.
    pub(crate) fn listen(poller: &mut Poller) -> io::Result<Signals> {
        let mut pipes = Vec::new();
        for (index, signal) in LISTENED.iter().enumerate() {
            let (ours, theirs) = UnixStream::pair()?;
            ours.set_nonblocking(true)?;
            theirs.set_nonblocking(true)?;
            signal_hook::low_level::pipe::register(*signal, theirs)?;
            poller.add(&ours, Token::Signal(index as u32), Interest::Read)?;
            pipes.push(ours);
        }
        Ok(Signals { pipes })
    }

    /// The signal behind a ready token, if it has really come.
    pub(crate) fn take(&mut self, index: u32) -> Option<i32> {
        let pipe = self.pipes.get_mut(index as usize)?;
        let mut chunk = [0; 64];
        let count = pipe.read(&mut chunk).unwrap_or(0);
        (count > 0).then(|| LISTENED[index as usize])
    }
}

/// A signal's name, for people.
pub(crate) fn name(signal: u8) -> String {
    match signal_hook::low_level::signal_name(signal.into()) {
        Some(name) => name.to_owned(),
        None => format!("signal {signal}"),
    }
}
