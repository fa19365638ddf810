//! This process' standard input, on its way to the ranks that get it: rank 0, unless something else is said.

use crate::error::LaunchError;
use crate::poller::{Interest, Poller, Token};
use rustix::io::Errno;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Most bytes under way to a node.
const WINDOW: usize = 256 << 10;
/// Bytes read in one go.
const READ_SIZE: usize = 32 << 10;
/// How often a launcher in the background looks whether it has come to the foreground.
const BACKGROUND: Duration = Duration::from_millis(500);

/// What reading has brought.
#[derive(Debug)]
pub(crate) enum Input {
    /// Bytes for the ranks.
    Bytes(Vec<u8>),
    /// There will be no more.
    End,
}

/// Which ranks get standard input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputWish {
    /// One.
    Rank(u32),
    /// Each gets all of it.
    All,
    /// None: they find its end.
    None,
}

impl Default for InputWish {
    fn default() -> Self {
        InputWish::Rank(0)
    }
}

impl InputWish {
    /// From the command line.
    pub(crate) fn parse(text: &str) -> Option<InputWish> {
        match text {
            "all" => Some(InputWish::All),
            "none" => Some(InputWish::None),
            number if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                number.parse().ok().map(InputWish::Rank)
            }
            _ => None,
        }
    }

    /// Whether a rank gets it.
    pub(crate) fn reaches(self, rank: u32) -> bool {
        match self {
            InputWish::Rank(reader) => reader == rank,
            InputWish::All => true,
            InputWish::None => false,
        }
    }

    /// Fails for a rank that a job of this size has not.
    pub(crate) fn check(self, size: u32) -> Result<(), LaunchError> {
        match self {
            InputWish::Rank(rank) if rank >= size => Err(LaunchError::usage(format!(
                "option --stdin: there is no rank {rank} in a job of {size}"
            ))),
            _ => Ok(()),
        }
    }
}

/// The standard input and how much of it is under way.
#[derive(Debug)]
pub(crate) struct Stdin {
    terminal: bool,
    /// By nodes with ranks that get it, as [`Stdin::new`] was told.
    under_way: Vec<(Option<u32>, usize)>,
    watched: bool,
    ended: bool,
    look_again: Option<Instant>,
}

impl Stdin {
    /// Nothing read yet. `readers`: the nodes that it goes to; `None` is this host.
    pub(crate) fn new(readers: Vec<Option<u32>>) -> Stdin {
        Stdin {
            terminal: rustix::stdio::stdin().is_terminal(),
            watched: false,
            ended: readers.is_empty(),
            under_way: readers.into_iter().map(|node| (node, 0)).collect(),
            look_again: None,
        }
    }

    /// Starts or stops to wait for input, as room and the terminal allow.
    pub(crate) fn update(&mut self, now: Instant, poller: &mut Poller) {
        let is_full = self.under_way.iter().any(|(_, bytes)| *bytes >= WINDOW);
        let mut wanted = !self.ended && !is_full;
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

    /// The nodes that it goes to.
    pub(crate) fn readers(&self) -> Vec<Option<u32>> {
        self.under_way.iter().map(|(node, _)| *node).collect()
    }

    /// The ranks of a node have taken so many bytes.
    pub(crate) fn taken(&mut self, node: Option<u32>, count: usize) {
        if let Some((_, bytes)) = self.under_way.iter_mut().find(|(reader, _)| *reader == node) {
            *bytes = bytes.saturating_sub(count);
        }
    }

    /// Nobody reads on a node any more: what goes on to the others does not wait for it.
    pub(crate) fn forget(&mut self, node: u32) {
        self.under_way.retain(|(reader, _)| *reader != Some(node));
        self.ended |= self.under_way.is_empty();
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
                self.under_way.iter_mut().for_each(|(_, bytes)| *bytes += n);
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
