//! Noticing that a process has died: one descriptor per process, looked at now and then.

use ferry_sys::with_descriptors;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::time::Duration;

const INTERVAL: Duration = Duration::from_millis(50);

/// A descriptor of process `pid` that tells of its end; an error if it is gone already. `None` with a
/// kernel before 5.3, or one that must not be asked: the launcher watches alone.
pub(crate) fn open_process(pid: u32) -> std::io::Result<Option<OwnedFd>> {
    let process = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let process = process.ok_or(std::io::ErrorKind::InvalidInput)?;
    with_descriptors(|| match pidfd_open(process, PidfdFlags::empty()) {
        Err(Errno::NOSYS | Errno::PERM) => Ok(None),
        opened => opened.map(Some),
    })
}

/// Whether a process of this process's namespace has ended, waited for by its parent or not.
pub(crate) fn has_ended(pid: u32) -> bool {
    match open_process(pid) {
        Ok(None) => false,
        Ok(Some(process)) => {
            let mut fds = [PollFd::new(&process, PollFlags::IN)];
            let now = Timespec { tv_sec: 0, tv_nsec: 0 };
            poll(&mut fds, Some(&now)).is_ok_and(|ready| ready != 0)
        }
        Err(e) => e.raw_os_error() == Some(Errno::SRCH.raw_os_error()),
    }
}

/// Watches processes.
pub(crate) struct Liveness {
    set: Option<OwnedFd>,
    watched: Vec<(u64, OwnedFd)>,
    next_look: Duration,
}

impl Liveness {
    pub(crate) fn new() -> Self {
        Liveness { set: None, watched: Vec::new(), next_look: INTERVAL }
    }

    /// Watches a process under `key`.
    pub(crate) fn watch(&mut self, process: OwnedFd, key: u64) -> std::io::Result<()> {
        if self.watched.iter().any(|(watched, _)| *watched == key) {
            return Ok(());
        }
        if self.set.is_none() {
            self.set = Some(with_descriptors(|| epoll::create(CreateFlags::CLOEXEC))?);
        }
        if let Some(set) = &self.set {
            epoll::add(set, &process, EventData::new_u64(key), EventFlags::IN)?;
        }
        self.watched.push((key, process));
        Ok(())
    }

    /// Whether it is time to look; every 50 ms.
    #[inline]
    pub(crate) fn is_due(&self, now: Duration) -> bool {
        now >= self.next_look
    }

    /// Keys of processes that have died since the last look.
    pub(crate) fn deaths(&mut self, now: Duration) -> Vec<u64> {
        self.next_look = now + INTERVAL;
        let Some(set) = &self.set else { return Vec::new() };
        let mut events = Vec::with_capacity(16);
        let zero = rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 };
        let spare = rustix::buffer::spare_capacity(&mut events);
        if epoll::wait(set, spare, Some(&zero)).is_err() {
            return Vec::new();
        }
        let dead: Vec<u64> = events.iter().map(|e| e.data.u64()).collect();
        self.watched.retain(|(key, _)| !dead.contains(key));
        dead
    }
}
