//! A connection to another process: over TCP, within the host, or whatever socket a program gives.

use ferry_sys::Clock;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::io::{Errno, retry_on_intr};
use rustix::net::sockopt;
use rustix::net::{RecvFlags, SendFlags, getpeername, recv, send};
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// The process at the other end, where nothing is known of it.
pub(crate) const ANYBODY: &str = "the process at the other end";

/// A connected socket of any kind. Its options and its mode stay as they are.
pub(crate) struct PortStream {
    socket: OwnedFd,
    clock: Clock,
    /// When a read or write has waited enough, by the clock; never: it waits for as long as the other lives.
    deadline: Option<Duration>,
}

impl PortStream {
    pub(crate) fn over(socket: OwnedFd) -> PortStream {
        PortStream { socket, clock: Clock::start(), deadline: None }
    }

    /// A connection to another host. If that dies without a word, the system notices.
    pub(crate) fn tcp(stream: TcpStream) -> PortStream {
        let _ = sockopt::set_socket_keepalive(&stream, true);
        let _ = sockopt::set_tcp_keepidle(&stream, Duration::from_secs(10));
        let _ = sockopt::set_tcp_keepintvl(&stream, Duration::from_secs(5));
        let _ = sockopt::set_tcp_nodelay(&stream, true);
        PortStream::over(stream.into())
    }

    pub(crate) fn local(stream: UnixStream) -> PortStream {
        PortStream::over(stream.into())
    }

    /// From now on waits end after so long; `None`: they do not.
    pub(crate) fn wait_at_most(&mut self, time: Option<Duration>) {
        self.deadline = time.map(|time| self.clock.now() + time);
    }

    pub(crate) fn send(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match send(&self.socket, bytes, SendFlags::NOSIGNAL | SendFlags::DONTWAIT) {
                Ok(taken) => bytes = &bytes[taken..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => self.wait(PollFlags::OUT)?,
                Err(e) => return Err(e.into()),
            }
        }
        Ok(())
    }

    pub(crate) fn fill(&mut self, mut into: &mut [u8]) -> io::Result<()> {
        while !into.is_empty() {
            match recv(&self.socket, &mut *into, RecvFlags::DONTWAIT) {
                Ok((_, 0)) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok((_, taken)) => into = &mut into[taken..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => self.wait(PollFlags::IN)?,
                Err(e) => return Err(e.into()),
            }
        }
        Ok(())
    }

    /// Whether bytes, or the other's end, come within a time.
    pub(crate) fn is_readable_within(&self, time: Duration) -> io::Result<bool> {
        let time = Timespec::try_from(time).ok();
        let mut watched = [PollFd::new(&self.socket, PollFlags::IN)];
        Ok(retry_on_intr(|| poll(&mut watched, time.as_ref()))? != 0)
    }

    /// Waits until the socket is ready, or the time is over.
    fn wait(&self, flags: PollFlags) -> io::Result<()> {
        let left = match self.deadline {
            None => None,
            Some(deadline) => match deadline.saturating_sub(self.clock.now()) {
                Duration::ZERO => return Err(ErrorKind::TimedOut.into()),
                left => Timespec::try_from(left).ok(),
            },
        };
        retry_on_intr(|| poll(&mut [PollFd::new(&self.socket, flags)], left.as_ref()))?;
        Ok(())
    }

    /// Who is at the other end, in words.
    pub(crate) fn peer(&self) -> String {
        let address = getpeername(&self.socket).ok().flatten();
        if let Some(address) = address.and_then(|address| SocketAddr::try_from(address).ok()) {
            return format!("the process at {address}");
        }
        // A pair of sockets is known by the process that has made both.
        let theirs = sockopt::socket_peercred(&self.socket).ok().map(|theirs| theirs.pid);
        match theirs.filter(|pid| *pid != rustix::process::getpid()) {
            Some(pid) => format!("process {pid} of this host"),
            None => ANYBODY.into(),
        }
    }

    /// Whether the process at the other end is of the user of this one; for connections within the host.
    pub(crate) fn is_of_own_user(&self) -> bool {
        let theirs = sockopt::socket_peercred(&self.socket);
        theirs.is_ok_and(|theirs| theirs.uid == rustix::process::geteuid())
    }
}
