//! What the method waits on: one epoll descriptor over all its sockets, and a timer in it.

use ferry_method::{PeerId, SignalTarget};
use ferry_sys::{SignalTimer, borrow_fd, with_descriptors};
use rustix::event::Timespec;
use rustix::event::epoll::{self, CreateFlags, Event, EventData, EventFlags};
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, timerfd_create, timerfd_settime,
};
use std::io;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// Events taken in one call.
const BATCH: usize = 64;
const NONE: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// To whom an event belongs, as 64 bits.
pub trait Mark: Copy {
    /// That of the timer.
    const TIMER: Self;

    /// As the system keeps it.
    fn encode(self) -> u64;

    /// Back from what the system kept.
    fn decode(data: u64) -> Self;
}

/// To whom an event belongs. One that comes for a socket that has just been replaced is harmless: all
/// sockets are non-blocking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    /// The listening socket.
    Listener,
    /// The timer.
    Timer,
    /// A connection that came in, by its place.
    Greeter(u32),
    /// A connection to a peer, by its number among the link's.
    Lane(PeerId, u8),
}

impl Mark for Token {
    const TIMER: Self = Token::Timer;

    fn encode(self) -> u64 {
        let (kind, index) = match self {
            Token::Listener => (0, 0),
            Token::Timer => (1, 0),
            Token::Greeter(slot) => (2, slot),
            Token::Lane(peer, number) => (3 + u64::from(number), peer.0),
        };
        kind << 32 | u64::from(index)
    }

    fn decode(data: u64) -> Self {
        let index = data as u32;
        match data >> 32 {
            0 => Token::Listener,
            1 => Token::Timer,
            2 => Token::Greeter(index),
            kind => Token::Lane(PeerId(index), (kind - 3) as u8),
        }
    }
}

/// The thread that is told by signals, and the timer that tells it.
struct EventSignals {
    target: SignalTarget,
    timer: SignalTimer,
}

/// The epoll descriptor and its timer.
pub struct Events<T = Token> {
    epoll: OwnedFd,
    timer: OwnedFd,
    timer_is_set: bool,
    signals: Option<EventSignals>,
    tokens: PhantomData<T>,
}

impl<T: Mark> Events<T> {
    /// Neither anything to wait on nor a time to ring yet.
    pub fn new() -> io::Result<Self> {
        let flags = TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK;
        let events = Events {
            epoll: with_descriptors(|| epoll::create(CreateFlags::CLOEXEC))?,
            timer: with_descriptors(|| timerfd_create(TimerfdClockId::Monotonic, flags))?,
            timer_is_set: false,
            signals: None,
            tokens: PhantomData,
        };
        events.watch(&events.timer, T::TIMER, false)?;
        Ok(events)
    }

    /// The descriptor that polls readable when something has happened.
    pub fn raw(&self) -> RawFd {
        self.epoll.as_raw_fd()
    }

    /// Asks for events of arrivals and, with `room`, of room to send.
    pub fn watch(&self, fd: impl AsFd, token: T, room: bool) -> io::Result<()> {
        epoll::add(&self.epoll, &fd, mark(token), interest(room))?;
        self.attend(fd);
        Ok(())
    }

    /// From now on a thread is told by signals of all that happens on what is watched, and of the time. False:
    /// not of all of it.
    pub fn tell_by_signal(&mut self, target: &SignalTarget) -> bool {
        let (Ok(timer), Some(watched)) = (SignalTimer::new(target), self.watched()) else {
            return false;
        };
        self.signals = Some(EventSignals { target: *target, timer });
        watched.into_iter().for_each(|fd| self.attend(borrow_fd(fd)));
        true
    }

    /// What happens on this descriptor is told by signals, if such a thread is there. A timer or an epoll
    /// descriptor tells nothing so: its own events do.
    fn attend(&self, fd: impl AsFd) {
        if let Some(signals) = &self.signals {
            let _ = signals.target.attend(fd);
        }
    }

    /// The descriptors that are watched, as the system lists them (proc_pid_fdinfo(5)).
    fn watched(&self) -> Option<Vec<RawFd>> {
        let list = std::fs::read_to_string(format!("/proc/self/fdinfo/{}", self.raw())).ok()?;
        let lines = list.lines().filter_map(|line| line.strip_prefix("tfd:"));
        lines.map(|line| line.split_whitespace().next()?.parse().ok()).collect()
    }

    /// Changes what is asked for.
    pub fn change(&self, fd: impl AsFd, token: T, room: bool) -> io::Result<()> {
        Ok(epoll::modify(&self.epoll, fd, mark(token), interest(room))?)
    }

    /// Asks for nothing but the other end's end, once all that it sent has come in. For descriptors
    /// that are not watched.
    pub fn watch_end(&self, fd: impl AsFd, token: T) -> io::Result<()> {
        epoll::add(&self.epoll, &fd, mark(token), EventFlags::RDHUP)?;
        self.attend(fd);
        Ok(())
    }

    /// Asks for no more events. Closing does the same, unless a forked child still holds the socket.
    pub fn forget(&self, fd: impl AsFd) {
        // It may never have been watched.
        let _ = epoll::delete(&self.epoll, fd);
    }

    /// Puts what has happened into `into`, without waiting: whom it concerns, and whether there is
    /// room to send.
    pub fn take(&self, into: &mut Vec<(T, bool)>) {
        into.clear();
        let mut batch = [const { MaybeUninit::<Event>::uninit() }; BATCH];
        // A signal may interrupt even this; the next poll asks again.
        if let Ok((events, _)) = epoll::wait(&self.epoll, &mut batch, Some(&NONE)) {
            into.extend(events.iter().map(|event| {
                let (flags, data) = (event.flags, event.data);
                (T::decode(data.u64()), flags.contains(EventFlags::OUT))
            }));
        }
    }

    /// Makes the descriptor readable after `delay`, or never by itself.
    pub fn set_timer(&mut self, delay: Option<Duration>) -> io::Result<()> {
        if delay.is_none() && !self.timer_is_set {
            return Ok(());
        }
        // Zero would switch the timer off.
        let delay = delay.map_or(Duration::ZERO, |d| d.max(Duration::from_nanos(1)));
        let value =
            Timespec { tv_sec: delay.as_secs() as i64, tv_nsec: delay.subsec_nanos().into() };
        let spec = Itimerspec { it_interval: NONE, it_value: value };
        timerfd_settime(&self.timer, TimerfdTimerFlags::empty(), &spec)?;
        self.timer_is_set = !delay.is_zero();
        if let Some(signals) = &self.signals {
            signals.timer.set(Some(delay).filter(|delay| !delay.is_zero()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
impl AsFd for Events {
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.epoll.as_fd()
    }
}

fn mark(token: impl Mark) -> EventData {
    EventData::new_u64(token.encode())
}

fn interest(room: bool) -> EventFlags {
    if room { EventFlags::IN | EventFlags::OUT } else { EventFlags::IN }
}
