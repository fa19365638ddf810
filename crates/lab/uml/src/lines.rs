//! What a child says, line by line, with a deadline.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLine {
    /// None came in time.
    Late,
    /// None will come.
    Ended,
}

/// Lines of a pipe that a thread reads.
#[derive(Debug)]
pub(crate) struct Lines(Receiver<String>);

impl Lines {
    pub(crate) fn of(pipe: impl Read + Send + 'static) -> Self {
        let (sender, receiver) = channel();
        thread::spawn(move || {
            for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self(receiver)
    }

    pub(crate) fn next(&self, deadline: Instant) -> Result<String, NoLine> {
        let patience = deadline.saturating_duration_since(Instant::now());
        self.0.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Late,
            RecvTimeoutError::Disconnected => NoLine::Ended,
        })
    }
}

/// The last lines of a pipe that a thread reads, for error messages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tail(Arc<Mutex<VecDeque<String>>>);

impl Tail {
    const LINES: usize = 40;

    pub(crate) fn of(pipe: impl Read + Send + 'static) -> Self {
        let tail = Self::default();
        let kept = tail.0.clone();
        thread::spawn(move || {
            for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
                let mut kept = kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                kept.push_back(String::from_utf8_lossy(&line).into_owned());
                if kept.len() > Self::LINES {
                    kept.pop_front();
                }
            }
        });
        tail
    }

    pub(crate) fn text(&self) -> String {
        let kept = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        kept.iter().map(|line| format!("  {line}\n")).collect()
    }
}
