//! Signals that tell a program to end, to sleep, or to go on.
//!
//! They are listened for where the process writes a log, and for sleep once the program asks for it; what the
//! program itself has set up for them before is called too.

use crate::library::{must, process, running};
use ferry_mplite::{Participants, ProcessState, ReductionKind};
use ferry_sys::OwnedBuffer;
use signal_hook::consts::{SIGHUP, SIGINT, SIGUSR1};
use signal_hook::iterator::Signals;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// This process was told to sleep.
static IS_SLEEPY: AtomicBool = AtomicBool::new(false);
/// How often processes that sleep ask each other whether they still do.
const NAP: Duration = Duration::from_millis(100);

/// Signals that this process ignores, a bit each.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Listens for all of them, but not to what whoever started this process has told it to ignore.
pub(crate) fn listen() {
    static ONCE: Once = Once::new();
    let heard: Vec<i32> = [SIGINT, SIGHUP]
        .into_iter()
        .filter(|signal| ignored() & (1 << (signal - 1)) == 0)
        .collect();
    ONCE.call_once(|| hear(heard, interrupted));
    listen_for_sleep();
}

fn listen_for_sleep() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| hear(vec![SIGUSR1], told_of_sleep));
}

/// The first signal puts to sleep, the next wakes.
fn told_of_sleep(_signal: i32) {
    IS_SLEEPY.fetch_xor(true, Ordering::AcqRel);
}

/// Calls a function, in a thread, with each of these signals that comes.
fn hear(signals: Vec<i32>, act: fn(i32)) {
    let Ok(mut signals) = Signals::new(signals) else { return };
    let listen = move || signals.forever().for_each(act);
    // Without a thread they are not heard, and do nothing.
    let _ = std::thread::Builder::new().name("mplite-signals".into()).spawn(listen);
}

/// The program is told to end: what is under way is written down first.
fn interrupted(signal: i32) {
    let name = signal_hook::low_level::signal_name(signal).unwrap_or("a signal");
    if let Some(process) = running() {
        process.journal().note(process.queues());
        process.journal().state(ProcessState::Interrupted, name);
        ferry_sys::tell(&format!("*** Node {} ERROR(-1) - ended by {name}", process.node()));
    }
    ferry_sys::exit_at_once(255);
}

/// Whether some process sleeps.
fn somebody_sleeps() -> bool {
    let (own, process) = (i32::from(IS_SLEEPY.load(Ordering::Acquire)), process());
    let buffer = OwnedBuffer::new(size_of::<i32>());
    let memory = buffer.arena(size_of::<i32>());
    memory.write(0, memory.len()).as_mut_slice().copy_from_slice(&own.to_ne_bytes());
    must(process.reduce::<i32>(memory, ReductionKind::Max, &Participants::all(process.size())));
    memory.read(0, memory.len()).as_slice() != 0i32.to_ne_bytes()
}

/// `MP_Bedcheck`: if a process was told to sleep, by SIGUSR1, all do, until that is told to wake by another.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Bedcheck() {
    listen_for_sleep();
    if !somebody_sleeps() {
        return;
    }
    process().journal().state(ProcessState::Snoozing, "");
    while somebody_sleeps() {
        std::thread::sleep(NAP);
    }
    process().journal().state(ProcessState::Running, "");
}
