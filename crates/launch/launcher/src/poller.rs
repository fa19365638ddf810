//! One thread waits on everything: a thin cover over epoll.

use rustix::event::{Timespec, epoll};
use rustix::io::Errno;
use std::collections::BTreeSet;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

/// What a descriptor belongs to; comes back when the descriptor is ready.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Token {
    /// A stream of the local rank with this place in its list.
    Pmi(u32),
    /// The rank's standard output (1) or standard error (2).
    Output(u32, u8),
    /// The pipe to the standard input of a local rank.
    Input(u32),
    /// The process of a local rank.
    Process(u32),
    /// A proxy: to it, from it, its launch command's error stream and process.
    ToProxy(u32),
    /// Bytes from the proxy of a node.
    FromProxy(u32),
    /// The error stream of the command that reaches a node.
    ProxyError(u32),
    /// The process of the command that reaches a node.
    ProxyProcess(u32),
    /// A signal has come.
    Signal(u32),
    /// This process' own standard streams.
    Stdio(u32),
    /// The socket of control connections.
    Control(u32),
}

impl Token {
    /// The node whose proxy it belongs to.
    pub(crate) fn proxy(self) -> Option<u32> {
        match self {
            Token::ToProxy(node)
            | Token::FromProxy(node)
            | Token::ProxyError(node)
            | Token::ProxyProcess(node) => Some(node),
            _ => None,
        }
    }

    fn pack(self) -> u64 {
        let (kind, index, extra) = match self {
            Token::Pmi(i) => (0, i, 0),
            Token::Output(i, stream) => (1, i, stream),
            Token::Input(i) => (2, i, 0),
            Token::Process(i) => (3, i, 0),
            Token::ToProxy(i) => (4, i, 0),
            Token::FromProxy(i) => (5, i, 0),
            Token::ProxyError(i) => (6, i, 0),
            Token::ProxyProcess(i) => (7, i, 0),
            Token::Signal(i) => (8, i, 0),
            Token::Stdio(i) => (9, i, 0),
            Token::Control(i) => (10, i, 0),
        };
        kind << 56 | u64::from(extra) << 48 | u64::from(index)
    }

    fn unpack(word: u64) -> Token {
        let (index, extra) = (word as u32, (word >> 48) as u8);
        match word >> 56 {
            0 => Token::Pmi(index),
            1 => Token::Output(index, extra),
            2 => Token::Input(index),
            3 => Token::Process(index),
            4 => Token::ToProxy(index),
            5 => Token::FromProxy(index),
            6 => Token::ProxyError(index),
            7 => Token::ProxyProcess(index),
            8 => Token::Signal(index),
            9 => Token::Stdio(index),
            _ => Token::Control(index),
        }
    }
}

/// What to wait for on a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Interest {
    None,
    Read,
    Write,
    Both,
}

impl Interest {
    /// The interest made of its two halves.
    pub(crate) fn of(read: bool, write: bool) -> Interest {
        match (read, write) {
            (false, false) => Interest::None,
            (true, false) => Interest::Read,
            (false, true) => Interest::Write,
            (true, true) => Interest::Both,
        }
    }

    fn flags(self) -> epoll::EventFlags {
        match self {
            Interest::None => epoll::EventFlags::empty(),
            Interest::Read => epoll::EventFlags::IN,
            Interest::Write => epoll::EventFlags::OUT,
            Interest::Both => epoll::EventFlags::IN | epoll::EventFlags::OUT,
        }
    }
}

/// Waits on many descriptors.
pub(crate) struct Poller {
    epoll: OwnedFd,
    /// Regular files, which epoll refuses: they are always ready.
    always: BTreeSet<Token>,
    buffer: Vec<epoll::Event>,
}

impl Poller {
    pub(crate) fn new() -> io::Result<Self> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        Ok(Poller { epoll, always: BTreeSet::new(), buffer: Vec::with_capacity(256) })
    }

    /// Begins to watch a descriptor, unless there is nothing to wait for.
    pub(crate) fn add(
        &mut self,
        fd: impl AsFd,
        token: Token,
        interest: Interest,
    ) -> io::Result<()> {
        if interest == Interest::None {
            return Ok(());
        }
        let data = epoll::EventData::new_u64(token.pack());
        match epoll::add(&self.epoll, fd, data, interest.flags()) {
            // A regular file: never blocks.
            Err(Errno::PERM) => {
                self.always.insert(token);
                Ok(())
            }
            other => Ok(other?),
        }
    }

    /// Changes what is waited for. With nothing to wait for the descriptor is not watched at all:
    /// else the kernel would go on reporting that its other end is closed.
    pub(crate) fn modify(&mut self, fd: impl AsFd, token: Token, interest: Interest) {
        if interest == Interest::None {
            return self.remove(fd, token);
        }
        let data = epoll::EventData::new_u64(token.pack());
        if epoll::modify(&self.epoll, &fd, data, interest.flags()).is_err() {
            // Not watched yet. A refusal for lack of memory cannot be helped here.
            let _ = self.add(fd, token, interest);
        }
    }

    /// Stops watching a descriptor. Closing the last copy of one does the same.
    pub(crate) fn remove(&mut self, fd: impl AsFd, token: Token) {
        self.always.remove(&token);
        // Refused only for descriptors that are not watched, which is what is wanted.
        let _ = epoll::delete(&self.epoll, fd);
    }

    /// Waits, at most for `timeout`, and lists what is ready.
    pub(crate) fn wait(
        &mut self,
        timeout: Option<Duration>,
        ready: &mut Vec<Token>,
    ) -> io::Result<()> {
        ready.clear();
        let timeout = if self.always.is_empty() { timeout } else { Some(Duration::ZERO) };
        let timeout = timeout.map(|t| Timespec {
            tv_sec: i64::try_from(t.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: t.subsec_nanos().into(),
        });
        self.buffer.clear();
        let spare = rustix::buffer::spare_capacity(&mut self.buffer);
        match epoll::wait(&self.epoll, spare, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(e) => return Err(e.into()),
        }
        ready.extend(self.buffer.iter().map(|event| {
            let data = event.data;
            Token::unpack(data.u64())
        }));
        ready.extend(self.always.iter());
        Ok(())
    }
}
