use super::*;
use rustix::fd::AsRawFd;
use rustix::pipe::{PipeFlags, pipe_with};
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

/// Nobody sleeps so long unless a signal was lost.
const FOREVER: Duration = Duration::from_secs(20);
/// Names the test that a process started by another test runs.
const ALONE: &str = "SYS_TEST_SIGNALS";

/// Runs `body` with a queue in a thread that blocks signals.
fn in_thread<T: Send + 'static>(body: impl FnOnce(&SignalQueue) -> T + Send + 'static) -> T {
    let number = SignalNumber(libc::SIGRTMIN() + 9);
    let body = move || body(&SignalQueue::of_this_thread(number).unwrap());
    with_signals_blocked(|| std::thread::spawn(body)).join().unwrap()
}

/// Runs a test in a process of its own, all of whose threads block signals.
fn alone(name: &str, body: impl FnOnce()) {
    let name = format!("signals::tests::{name}");
    if std::env::var(ALONE).is_ok_and(|wanted| wanted == name) {
        return body();
    }
    let me = std::env::current_exe().unwrap();
    let mut program = Command::new(me);
    program.args([&*name, "--exact", "--nocapture"]).env(ALONE, &name);
    // A program inherits what the thread that starts it blocks.
    let output = with_signals_blocked(|| program.output()).unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{said}", output.status);
}

fn sleeps_until_told(queue: &SignalQueue) {
    let before = std::time::Instant::now();
    while !queue.take() {
        assert!(before.elapsed() < FOREVER, "nobody told");
        queue.wait(&[], FOREVER);
    }
}

#[test]
fn descriptors_timers_and_threads_tell() {
    in_thread(|queue| {
        assert!(!queue.take(), "what nobody sent");
        let (read, write) = pipe_with(PipeFlags::CLOEXEC).unwrap();
        queue.target().attend(&read).unwrap();
        rustix::io::write(&write, &[1]).unwrap();
        sleeps_until_told(queue);
        assert!(!queue.take(), "it was taken");
        let timer = SignalTimer::new(&queue.target()).unwrap();
        timer.set(Some(Duration::from_millis(1))).unwrap();
        sleeps_until_told(queue);
        let target = queue.target();
        let other = std::thread::spawn(move || target.ring());
        sleeps_until_told(queue);
        other.join().unwrap();
        assert_eq!(queue.overflows(), 0);
    });
}

#[test]
fn other_descriptors_end_the_sleep_too() {
    in_thread(|queue| {
        let (read, write) = pipe_with(PipeFlags::CLOEXEC).unwrap();
        rustix::io::write(&write, &[1]).unwrap();
        let before = std::time::Instant::now();
        queue.wait(&[read.as_raw_fd()], FOREVER);
        assert!(before.elapsed() < FOREVER && !queue.take());
    });
}

#[test]
fn what_cannot_tell_says_so() {
    in_thread(|queue| {
        let flags = rustix::event::EventfdFlags::CLOEXEC;
        let event = rustix::event::eventfd(0, flags).unwrap();
        assert!(queue.target().attend(&event).is_err());
    });
}

/// A user without room for signals is told all the same.
#[test]
fn a_full_queue_is_noticed() {
    alone("a_full_queue_is_noticed", || {
        in_thread(|queue| {
            let none = rustix::process::Rlimit { current: Some(0), maximum: Some(0) };
            rustix::process::setrlimit(rustix::process::Resource::Sigpending, none).unwrap();
            let (read, write) = pipe_with(PipeFlags::CLOEXEC).unwrap();
            queue.target().attend(&read).unwrap();
            for times in 1..4 {
                rustix::io::write(&write, &[1]).unwrap();
                sleeps_until_told(queue);
                assert_eq!(queue.overflows(), times);
            }
            let target = queue.target();
            std::thread::spawn(move || target.ring()).join().unwrap();
            sleeps_until_told(queue);
        });
    });
}

/// The program's own SIGIO stays where it is, for whoever waits for it, and the queue goes on beside it.
#[test]
fn a_sigio_of_the_program_is_left_alone() {
    alone("a_sigio_of_the_program_is_left_alone", || {
        let (ready, go) = mpsc::channel();
        let (told, taken) = mpsc::channel();
        let other = std::thread::spawn(move || {
            in_thread(move |queue| {
                // SAFETY: a signal to this process, which every thread blocks.
                unsafe { libc::kill(libc::getpid(), libc::SIGIO) };
                assert!(!queue.take(), "it was the program's");
                queue.wait(&[], FOREVER);
                ready.send(queue.target()).unwrap();
                sleeps_until_told(queue);
                assert_eq!(queue.overflows(), 0);
                told.send(()).unwrap();
            });
        });
        go.recv().unwrap().ring();
        taken.recv_timeout(FOREVER).unwrap();
        other.join().unwrap();
        let set = set_of(&[libc::SIGIO]);
        let mut signal = 0;
        // SAFETY: set and number live through the call.
        assert_eq!(unsafe { libc::sigwait(&raw const set, &raw mut signal) }, 0);
        assert_eq!(signal, libc::SIGIO);
    });
}

#[test]
fn numbers_that_the_program_uses_are_refused() {
    assert!(SignalNumber::chosen(10).unwrap_err().contains("real-time signals are"));
    assert!(SignalNumber::chosen(1000).is_err());
    let free = SignalNumber::free().unwrap();
    assert_eq!(SignalNumber::chosen(free.raw() as u64), Ok(free));
    // Who blocks all has no more to spare than others.
    assert_eq!(with_signals_blocked(SignalNumber::free), Ok(free));
    let ignored = libc::SIGRTMIN() + 1;
    // SAFETY: nobody sends this signal.
    unsafe { libc::signal(ignored, libc::SIG_IGN) };
    assert!(SignalNumber::chosen(ignored as u64).unwrap_err().contains("ignores"));
    assert!(free.to_string().contains("SIGRTMIN+"));
}
