//! This process' standard input, on its way to rank 0.

use crate::poller::{Interest, Poller, Token};
use rustix::io::Errno;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Most bytes under way to rank 0.
const WINDOW: usize = 256 << 10;
/// Bytes read in one go.
const READ_SIZE: usize = 32 << 10;
/// How often a launcher in the background looks whether it has come to the foreground.
const BACKGROUND: Duration = Duration::from_millis(500);

/// What reading has brought.
#[derive(Debug)]
pub(crate) enum Input {
    /// Bytes for rank 0.
    Bytes(Vec<u8>),
    /// There will be no more.
    End,
}

/// The standard input and how much of it is under way.
#[derive(Debug)]
pub(crate) struct Stdin {
    terminal: bool,
    under_way: usize,
    watched: bool,
    ended: bool,
    look_again: Option<Instant>,
}

impl Stdin {
    /// Nothing read yet.
    pub(crate) fn new() -> Stdin {
        Stdin {
            terminal: rustix::stdio::stdin().is_terminal(),
            under_way: 0,
            watched: false,
            ended: false,
            look_again: None,
        }
    }

    /// Starts or stops to wait for input, as room and the terminal allow.
    pub(crate) fn update(&mut self, now: Instant, poller: &mut Poller) {
        let mut wanted = !self.ended && self.under_way < WINDOW;
        if wanted && self.terminal && !in_foreground() {
            // Reading a terminal from the background would stop this process.
            self.look_again = Some(now + BACKGROUND);
            wanted = false;
        } else {
            self.look_again = None;
        }
        let fd = rustix::stdio::stdin();
        if wanted && !self.watched {
            self.watched = poller.add(fd, Token::Stdio(0), Interest::Read).is_ok();
            // Closed from the beginning: nothing to read ever.
            self.ended |= !self.watched;
        } else if !wanted && self.watched {
            poller.remove(fd, Token::Stdio(0));
            self.watched = false;
        }
    }

    /// When [`Stdin::update`] wants to be called.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.look_again
    }

    /// Rank 0 has taken so many bytes.
    pub(crate) fn taken(&mut self, count: usize) {
        self.under_way = self.under_way.saturating_sub(count);
    }

    /// Nobody wants more input.
    pub(crate) fn close(&mut self) {
        self.ended = true;
    }

    /// Reads, when the descriptor is ready.
    pub(crate) fn read(&mut self) -> Option<Input> {
        if self.ended || !self.watched || (self.terminal && !in_foreground()) {
            return None;
        }
        let mut bytes = Vec::with_capacity(READ_SIZE);
        let spare = rustix::buffer::spare_capacity(&mut bytes);
        match rustix::io::read(rustix::stdio::stdin(), spare) {
            Ok(n) if n > 0 => {
                self.under_way += n;
                Some(Input::Bytes(bytes))
            }
            Err(Errno::AGAIN | Errno::INTR) => None,
            _ => {
                self.ended = true;
                Some(Input::End)
            }
        }
    }
}

/// Whether this process may read its terminal.
fn in_foreground() -> bool {
    let group = rustix::process::getpgrp();
    rustix::termios::tcgetpgrp(rustix::stdio::stdin()).is_ok_and(|foreground| foreground == group)
}
