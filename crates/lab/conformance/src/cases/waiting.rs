//! Polls that find nothing, and sleep.

use crate::{Mesh, Reach, Recorder, Subject};
use ferry_method::{Armed, HandlerId, Header, Method, WaitSource};
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

/// Polls, and sleeps when there is nothing, until `frames` frames came. `asleep` is true from just
/// before each sleep until just after. Returns the number of sleeps.
fn sleep_through(
    method: &mut dyn Method,
    by_bell: bool,
    frames: usize,
    asleep: &AtomicBool,
    started: Instant,
) -> u64 {
    let mut sleeps = 0;
    let mut sink = Recorder::default();
    while sink.arrivals.len() < frames {
        if method.poll(started.elapsed(), &mut sink) > 0 {
            continue;
        }
        if let Armed::Ready(ticket) = method.arm(by_bell) {
            sleeps += 1;
            asleep.store(true, Ordering::SeqCst);
            let before = Instant::now();
            match method.wait_source() {
                WaitSource::Bell(bell, _) if by_bell => bell.sleep(ticket, FOREVER),
                WaitSource::Bell(_, fd) | WaitSource::Fd(fd) => drop(readable(fd, FOREVER)),
                WaitSource::Never => panic!("others can send, so there is something to wait on"),
            }
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
    wake_by_each_frame(subject, false);
    wake_by_each_frame(subject, true);
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

fn wake_by_each_frame(subject: &Subject, by_bell: bool) {
    let frames = 30;
    let mut mesh = Mesh::new(subject, 2);
    let mut sleeper = mesh.remove(1);
    let (asleep, started) = (AtomicBool::new(false), Instant::now());
    let sleeps = std::thread::scope(|scope| {
        let thread =
            scope.spawn(|| sleep_through(sleeper.as_mut(), by_bell, frames, &asleep, started));
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
