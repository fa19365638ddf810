//! Merges what the ranks write into this process' own output, whole lines at a time.
//!
//! A line goes out when it is complete, so that lines of different ranks never mix. An unfinished
//! line goes out when its stream ends, when it grows beyond `LINE_HELD`, or, on a terminal, after
//! a moment's silence, so that prompts can be seen.

mod files;
pub(crate) mod label;

use crate::poller::{Interest, Poller, Token};
pub use files::OutputWish;
use files::RankFiles;
use label::Speaker;
use rustix::io::Errno;
use std::collections::{BTreeMap, VecDeque};
use std::io::IsTerminal;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

/// Longest unfinished line that is held back.
const LINE_HELD: usize = 64 << 10;
/// With more than this waiting to be written, ranks are not asked for more.
const QUEUE_HIGH: usize = 1 << 20;
/// A pipe that is ready takes at least this much without blocking (POSIX' PIPE_BUF on Linux).
const PIPE_CHUNK: usize = 4096;
/// How long an unfinished line stays unseen on a terminal.
const PROMPT: Duration = Duration::from_millis(100);

/// A job in the output: its first seat, its number, the hosts of its ranks.
type JobSeats = (u32, usize, Vec<(String, u32)>);

/// The two output streams of this process.
#[derive(Debug)]
pub(crate) struct Output {
    tag: bool,
    wish: OutputWish,
    files: RankFiles,
    /// The first seats of all jobs, each with its job's number and the hosts of its ranks.
    jobs: Vec<JobSeats>,
    sinks: [OutputSink; 2],
    /// Unfinished lines, by rank and stream.
    partial: BTreeMap<(u32, u8), Vec<u8>>,
    prompt_at: Option<Instant>,
}

#[derive(Debug)]
struct OutputSink {
    queue: VecDeque<u8>,
    /// Whose unfinished line the output ends with.
    open_line: Option<u32>,
    terminal: bool,
    /// Why nothing can be written any more.
    closed: Option<Errno>,
    registered: bool,
    chunk: usize,
}

impl OutputSink {
    fn new(fd: BorrowedFd<'_>) -> OutputSink {
        let kind = rustix::fs::fstat(fd).map(|s| rustix::fs::FileType::from_raw_mode(s.st_mode));
        let regular = matches!(kind, Ok(rustix::fs::FileType::RegularFile));
        OutputSink {
            queue: VecDeque::new(),
            open_line: None,
            terminal: fd.is_terminal(),
            closed: None,
            registered: false,
            chunk: if regular { 256 << 10 } else { PIPE_CHUNK },
        }
    }
}

fn descriptor(stream: u8) -> BorrowedFd<'static> {
    if stream == 1 { rustix::stdio::stdout() } else { rustix::stdio::stderr() }
}

impl Output {
    /// Output with or without the rank before each line.
    pub(crate) fn new(tag: bool) -> Output {
        let sinks = [OutputSink::new(descriptor(1)), OutputSink::new(descriptor(2))];
        let (wish, files) = (OutputWish::default(), RankFiles::default());
        let (jobs, partial) = (Vec::new(), BTreeMap::new());
        Output { tag, wish, files, jobs, sinks, partial, prompt_at: None }
    }

    /// Output as it is wished for.
    pub(crate) fn wished(tag: bool, wish: &OutputWish) -> Output {
        Output { wish: wish.clone(), ..Output::new(tag) }
    }

    /// From this seat on it is the ranks of this job that write, on these hosts, of these numbers.
    pub(crate) fn add_job(&mut self, first: u32, number: usize, hosts: Vec<(String, u32)>) {
        self.jobs.push((first, number, hosts));
    }

    fn speaker(&self, seat: u32) -> Speaker {
        let Some((first, job, hosts)) = self.jobs.iter().rev().find(|job| job.0 <= seat) else {
            return Speaker { rank: seat, ..Speaker::default() };
        };
        let (rank, job) = (seat - first, *job);
        let (host, node) = hosts.get(rank as usize).cloned().unwrap_or_default();
        Speaker { rank, job, host, node }
    }

    /// What stands before the lines of a rank.
    fn tag_of(&self, seat: u32) -> String {
        let speaker = self.speaker(seat);
        let time = if self.wish.with_time { label::now() + " " } else { String::new() };
        let rank = match speaker {
            _ if !self.tag => String::new(),
            Speaker { rank, job: 0, .. } => format!("[{rank}] "),
            Speaker { rank, job, .. } => format!("[{job}:{rank}] "),
        };
        let before = self.wish.before.as_ref().map(|before| before.fill(&speaker));
        time + &rank + &before.unwrap_or_default()
    }

    fn is_tagged(&self) -> bool {
        self.tag || self.wish.with_time || self.wish.before.is_some()
    }

    /// Writes to the rank's file, if it is to have one; whether the bytes go to this process's own streams, too.
    fn file(&mut self, rank: u32, stream: u8, bytes: &[u8]) -> bool {
        let pattern = self.wish.files[usize::from(stream == 2)].clone();
        let Some(pattern) = pattern else { return true };
        let speaker = self.speaker(rank);
        match self.files.write(&pattern, &speaker, bytes) {
            Ok(()) => self.wish.is_copied,
            Err(why) => {
                if let Some(why) = why {
                    self.say(&format!(
                        "mpiexec: {why}; what rank {} writes comes here",
                        speaker.rank
                    ));
                }
                true
            }
        }
    }

    /// Where a rank's stream goes.
    fn target(&self, stream: u8) -> u8 {
        if self.wish.is_merged { 1 } else { stream }
    }

    fn sink(&mut self, stream: u8) -> &mut OutputSink {
        &mut self.sinks[usize::from(stream == 2)]
    }

    /// Takes what a rank has written.
    pub(crate) fn take(&mut self, rank: u32, stream: u8, bytes: &[u8], now: Instant) {
        let stream = self.target(stream);
        if !self.file(rank, stream, bytes) {
            return;
        }
        let mut held = self.partial.remove(&(rank, stream)).unwrap_or_default();
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        if whole > 0 {
            held.extend_from_slice(&bytes[..whole]);
            self.emit(rank, stream, &held);
            held.clear();
        }
        held.extend_from_slice(&bytes[whole..]);
        if held.len() > LINE_HELD {
            self.emit(rank, stream, &held);
            held.clear();
        }
        if !held.is_empty() {
            self.partial.insert((rank, stream), held);
            if self.sink(stream).terminal && self.prompt_at.is_none() {
                self.prompt_at = Some(now + PROMPT);
            }
        }
    }

    /// A rank's stream has ended: its unfinished line goes out.
    pub(crate) fn end(&mut self, rank: u32, stream: u8) {
        let stream = self.target(stream);
        if let Some(held) = self.partial.remove(&(rank, stream)) {
            self.emit(rank, stream, &held);
        }
    }

    /// A line of mpiexec's own.
    pub(crate) fn say(&mut self, text: &str) {
        let sink = self.sink(2);
        if sink.open_line.take().is_some() {
            sink.queue.push_back(b'\n');
        }
        sink.queue.extend(text.as_bytes());
        sink.queue.push_back(b'\n');
    }

    fn emit(&mut self, rank: u32, stream: u8, bytes: &[u8]) {
        let tag = self.is_tagged().then(|| self.tag_of(rank));
        let sink = self.sink(stream);
        if sink.closed.is_some() {
            return;
        }
        let continues = match sink.open_line {
            Some(open) if open == rank => true,
            // Somebody else's unfinished line stands there. With tags, or for people, a new one
            // is begun; else the bytes are a file's and nobody's to add to.
            Some(_) if sink.terminal || tag.is_some() || stream == 2 => {
                sink.queue.push_back(b'\n');
                false
            }
            _ => false,
        };
        match tag {
            None => sink.queue.extend(bytes),
            Some(tag) => {
                for (i, line) in bytes.split_inclusive(|&b| b == b'\n').enumerate() {
                    if i > 0 || !continues {
                        sink.queue.extend(tag.as_bytes());
                    }
                    sink.queue.extend(line);
                }
            }
        }
        sink.open_line = (bytes.last() != Some(&b'\n')).then_some(rank);
    }

    /// Whether the ranks should not be asked for more.
    pub(crate) fn is_full(&self) -> bool {
        self.sinks.iter().any(|sink| sink.queue.len() > QUEUE_HIGH)
    }

    /// Whether all has been written.
    pub(crate) fn is_empty(&self) -> bool {
        self.sinks.iter().all(|sink| sink.queue.is_empty() || sink.closed.is_some())
    }

    /// When [`Output::tick`] wants to be called.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.prompt_at
    }

    /// Shows unfinished lines on a terminal.
    pub(crate) fn tick(&mut self, now: Instant) {
        if self.prompt_at.is_none_or(|at| now < at) {
            return;
        }
        self.prompt_at = None;
        for ((rank, stream), held) in std::mem::take(&mut self.partial) {
            if self.sink(stream).terminal {
                self.emit(rank, stream, &held);
            } else {
                self.partial.insert((rank, stream), held);
            }
        }
    }

    /// Writes what can be written without waiting and asks to be told when more can. Returns the
    /// stream that has just turned out to take nothing more, if any, and why: mostly it has no reader.
    pub(crate) fn write(&mut self, poller: &mut Poller) -> Option<(u8, Errno)> {
        let before = [self.sinks[0].closed, self.sinks[1].closed];
        self.write_stream(1, poller);
        self.write_stream(2, poller);
        let news = [1, 2].into_iter().zip(before).filter(|(_, before)| before.is_none());
        news.filter_map(|(stream, _)| Some((stream, self.sink(stream).closed?))).next()
    }

    fn write_stream(&mut self, stream: u8, poller: &mut Poller) {
        let fd = descriptor(stream);
        let sink = self.sink(stream);
        let token = Token::Stdio(stream.into());
        while !sink.queue.is_empty() && sink.closed.is_none() {
            if !is_writable(fd) {
                break;
            }
            let front = sink.queue.as_slices().0;
            let front = &front[..front.len().min(sink.chunk)];
            match rustix::io::write(fd, front) {
                Ok(n) => drop(sink.queue.drain(..n)),
                Err(Errno::AGAIN | Errno::INTR) => break,
                Err(error) => {
                    sink.closed = Some(error);
                    sink.queue = VecDeque::new();
                }
            }
        }
        let waiting = !sink.queue.is_empty();
        if waiting && !sink.registered {
            sink.registered = poller.add(fd, token, Interest::Write).is_ok();
        } else if !waiting && sink.registered {
            poller.remove(fd, token);
            sink.registered = false;
        }
    }
}

/// Whether a write of a small piece would not block now.
fn is_writable(fd: BorrowedFd<'_>) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let mut fds = [PollFd::new(&fd, PollFlags::OUT)];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    // A closed pipe reports an error, and the write then tells which.
    matches!(poll(&mut fds, Some(&now)), Ok(n) if n > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What goes to a stream, that is no terminal, when rank 0 leaves a line unfinished and rank 1 speaks.
    fn after_an_unfinished_line(stream: u8) -> String {
        let mut output = Output::new(false);
        output.sink(stream).terminal = false;
        let now = Instant::now();
        output.take(0, stream, b"first\nhalf", now);
        output.take(1, stream, b"who", now);
        output.end(0, stream);
        output.take(1, stream, b"le\n", now);
        String::from_utf8(output.sink(stream).queue.iter().copied().collect()).unwrap()
    }

    #[test]
    fn a_message_begins_a_line() {
        assert_eq!(after_an_unfinished_line(2), "first\nhalf\nwhole\n");
    }

    /// Nothing is added to what may be a file's bytes.
    #[test]
    fn output_stays_as_it_was_written() {
        assert_eq!(after_an_unfinished_line(1), "first\nhalfwhole\n");
    }
}
