//! Polls that find nothing, and sleep.

use crate::{Mesh, Reach, Recorder, Subject};
use ferry_method::{Armed, HandlerId, Header, Method, WaitSource};
use ferry_sys::{SignalNumber, SignalQueue};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::os::fd::{BorrowedFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Nobody sleeps so long unless the wake-up was lost.
pub(crate) const FOREVER: Duration = Duration::from_secs(20);

/// A quiet method says so.
pub fn idle_polls_find_nothing(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 2);
    let (from, to) = mesh.ends();
    assert_eq!(mesh.poll(to), 0, "a poll before the first frame");
    mesh.send((from, to), &Header::new(HandlerId(1)), b"once");
    mesh.until("the frame arrives", |mesh| !mesh.take(to).is_empty());
    mesh.settle();
    for _ in 0..1000 {
        assert_eq!(mesh.poll_all(), 0);
    }
}

/// Whether a descriptor becomes readable in time.
fn readable(fd: RawFd, timeout: Duration) -> bool {
    // SAFETY: a wait source stays open while its method lives, and the callers hold the method.
    let fd = unsafe { BorrowedFd::borrow_raw(fd) };
    let timeout = Timespec { tv_sec: timeout.as_secs() as i64, tv_nsec: 0 };
    let mut fds = [PollFd::new(&fd, PollFlags::IN)];
    poll(&mut fds, Some(&timeout)).is_ok_and(|n| n > 0)
}

/// What a sleeper sleeps on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bed {
    Bell,
    Descriptor,
    Signals,
    /// Signals, and the descriptor of a method that cannot tell by any.
    Both,
}

impl Bed {
    /// Sleeps on what the method is waited on by.
    fn sleep(self, method: &dyn Method, signals: Option<&SignalQueue>, ticket: u32) {
        match (method.wait_source(), signals) {
            (WaitSource::Bell(bell, _), _) if self == Bed::Bell => bell.sleep(ticket, FOREVER),
            (WaitSource::Bell(_, fd) | WaitSource::Fd(fd), None) => drop(readable(fd, FOREVER)),
            (WaitSource::Bell(_, fd) | WaitSource::Fd(fd), Some(signals)) => {
                // Signals tell of what comes, not of what is there.
                if !readable(fd, Duration::ZERO) {
                    let silent = if self == Bed::Signals { None } else { Some(fd) };
                    signals.wait(silent.as_slice(), FOREVER);
                }
            }
            (WaitSource::Never, _) => panic!("others can send, so there is something to wait on"),
        }
    }
}

/// Polls, and sleeps when there is nothing, until `frames` frames came. `asleep` is true from just
/// before each sleep until just after. Returns the number of sleeps.
fn sleep_through(
    method: &mut dyn Method,
    bed: Bed,
    frames: usize,
    asleep: &AtomicBool,
    started: Instant,
) -> u64 {
    let mut sleeps = 0;
    let mut sink = Recorder::default();
    let number = || SignalNumber::free().expect("a signal that nobody uses");
    let signals = matches!(bed, Bed::Signals | Bed::Both)
        .then(|| SignalQueue::of_this_thread(number()).expect("signals for this thread"));
    if let Some(signals) = &signals {
        assert_eq!(method.tell_by_signal(&signals.target()), bed == Bed::Signals);
    }
    while sink.arrivals.len() < frames {
        if method.poll(started.elapsed(), &mut sink) > 0 {
            continue;
        }
        signals.as_ref().map(SignalQueue::take);
        if let Armed::Ready(ticket) = method.arm(bed == Bed::Bell) {
            sleeps += 1;
            asleep.store(true, Ordering::SeqCst);
            let before = Instant::now();
            bed.sleep(method, signals.as_ref(), ticket);
            asleep.store(false, Ordering::SeqCst);
            assert!(before.elapsed() < FOREVER, "a frame came and nobody woke the sleeper");
        }
        method.disarm();
    }
    sleeps
}

/// Whoever sleeps on the wait source is woken by each frame.
pub fn sleepers_are_woken(subject: &Subject) {
    if subject.reach == Reach::Itself {
        return asleep_with_oneself(subject);
    }
    wake_by_each_frame(subject, Bed::Descriptor);
    wake_by_each_frame(subject, Bed::Bell);
}

/// Whoever sleeps until a signal comes is woken by each frame, where the method can tell so.
pub fn sleepers_are_told_by_signals(subject: &Subject) {
    if subject.reach == Reach::Others {
        let bed = if subject.signals { Bed::Signals } else { Bed::Both };
        wake_by_each_frame(subject, bed);
    }
}

/// Who only sends to itself must not sleep while it has something to take in.
fn asleep_with_oneself(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 1);
    assert_ne!(mesh.method(0).arm(false), Armed::Busy);
    mesh.method(0).disarm();
    mesh.send((0, 0), &Header::new(HandlerId(1)), b"x");
    if mesh.sink(0).arrivals.is_empty() {
        assert_eq!(mesh.method(0).arm(false), Armed::Busy);
    }
}

fn wake_by_each_frame(subject: &Subject, bed: Bed) {
    let frames = 30;
    let mut mesh = Mesh::new(subject, 2);
    let mut sleeper = mesh.remove(1);
    let (asleep, started) = (AtomicBool::new(false), Instant::now());
    let sleeps = std::thread::scope(|scope| {
        let sleep = || sleep_through(sleeper.as_mut(), bed, frames, &asleep, started);
        let thread = ferry_sys::with_signals_blocked(|| scope.spawn(sleep));
        for frame in 0..frames {
            // Half of the frames come while the receiver is asleep or about to be.
            mesh.until("the receiver sleeps", |_| {
                frame % 2 == 0 || asleep.load(Ordering::SeqCst) || thread.is_finished()
            });
            mesh.send((0, 1), &Header::new(HandlerId(1)), &[frame as u8; 100]);
        }
        mesh.until("the sleeper has all frames", |_| thread.is_finished());
        thread.join().expect("the sleeper's own checks")
    });
    assert!(sleeps > 0, "the method never let its user sleep");
}

/// Whether an end that goes to sleep would be woken within `timeout`.
pub(crate) fn arm_and_wait(mesh: &mut Mesh, i: usize, by_bell: bool, timeout: Duration) -> bool {
    let source = mesh.method(i).wait_source();
    let armed = mesh.method(i).arm(by_bell);
    let noticed = match (armed, source) {
        (Armed::Busy, _) => true,
        (_, WaitSource::Fd(fd)) => readable(fd, timeout),
        (_, WaitSource::Bell(_, fd)) if !by_bell => readable(fd, timeout),
        _ => false,
    };
    mesh.method(i).disarm();
    noticed
}

/// Data that came before arming is not slept over.
pub fn arming_sees_what_has_come(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 2);
    let (from, to) = mesh.ends();
    mesh.send((from, to), &Header::new(HandlerId(1)), b"first");
    mesh.until("the frame arrives", |mesh| !mesh.take(to).is_empty());
    mesh.settle();
    for by_bell in [false, true] {
        let mut done = 0;
        let header = Header::new(HandlerId(1));
        let taken = mesh.try_send((from, to), &header, b"second", &mut done);
        assert!(taken.expect("a healthy link"), "a quiet link has room for a small frame");
        let noticed = arm_and_wait(&mut mesh, to, by_bell, FOREVER);
        assert!(noticed, "arming overlooked a frame that had come (by_bell: {by_bell})");
        mesh.until("the frame arrives", |mesh| !mesh.take(to).is_empty());
        mesh.settle();
    }
}

/// Whoever looks without the method sees what has come, and that all was taken; of short frames and of each part of
/// a long one.
pub fn lookouts_see_what_has_come(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 2);
    let (from, to) = mesh.ends();
    let Some(lookout) = mesh.method(to).lookout() else { return };
    mesh.send((from, to), &Header::new(HandlerId(1)), b"first");
    mesh.until("the frame arrives", |mesh| !mesh.take(to).is_empty());
    mesh.settle();
    for len in [0, 8, 300, 20_000, 200_000].into_iter().cycle().take(10) {
        let (payload, mut done, mut taken) = (vec![7; len.min(subject.longest)], 0, false);
        while !taken {
            assert!(!lookout.has_come(), "all was taken");
            let before = done;
            let sent = mesh.try_send((from, to), &Header::new(HandlerId(1)), &payload, &mut done);
            taken = sent.expect("a healthy link");
            assert!(lookout.has_come() || done == before && !taken, "something has come");
            while mesh.poll(to) != 0 {}
        }
        assert_eq!(mesh.take(to).len(), 1);
        mesh.settle();
    }
}
