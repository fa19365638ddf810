//! How a job ends: well, by a rank's death, by a signal, by time.

mod rank;

use super::worlds::WorldStage;
use super::{Calls, Job};
use crate::frame::Order;
use crate::signals;
use rustix::process::Signal;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use std::time::{Duration, Instant};

/// Time between the request to end and the kill, when a rank has died.
const GRACE: Duration = Duration::from_millis(500);
/// The same when a person or a batch system ends the job.
const GRACE_SIGNAL: Duration = Duration::from_secs(2);
/// Time for killed processes, proxies and readers of the output to follow.
const LAST_WAIT: Duration = Duration::from_secs(5);
/// Time for proxies to acknowledge that their ranks are to stop, before nothing can be sent again.
const FAREWELL: Duration = Duration::from_secs(1);
/// Exit status after `--timeout`, as timeout(1) has it.
const TIMED_OUT: u8 = 124;

/// The job's way to its end.
#[derive(Debug)]
pub(super) struct JobEnding {
    status: Option<u8>,
    /// The status of the first rank that died while others went on.
    of_dead: Option<u8>,
    /// The code with which the first of the spawned jobs has ended itself that did.
    of_spawned: Option<u8>,
    /// Some rank has ended well.
    ended_well: bool,
    timeout: Option<(Instant, Duration)>,
    stage: EndingStage,
    /// A person or a batch system wants it to end: not even for readers of the output it waits.
    impatient: bool,
}

#[derive(Clone, Copy, Debug)]
enum EndingStage {
    Running,
    /// Ranks have been asked to end; at this time they are killed.
    Asked(Instant),
    /// Ranks have been killed; at this time mpiexec waits no longer for what is left of them.
    Killed(Instant),
    /// There is nothing more to wait for.
    Over,
}

impl JobEnding {
    pub(super) fn new(now: Instant, timeout: Option<Duration>) -> JobEnding {
        let timeout = timeout.and_then(|t| Some((now.checked_add(t)?, t)));
        JobEnding {
            status: None,
            of_dead: None,
            of_spawned: None,
            ended_well: false,
            timeout,
            stage: EndingStage::Running,
            impatient: false,
        }
    }

    pub(super) fn status(&self) -> u8 {
        // The dead are forgiven where others went on and came to a good end.
        let of_dead = self.of_dead.filter(|_| !self.ended_well);
        self.status.or(of_dead).or(self.of_spawned).unwrap_or(0)
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        match self.stage {
            EndingStage::Running => self.timeout.map(|(at, _)| at),
            EndingStage::Asked(at) | EndingStage::Killed(at) => Some(at),
            EndingStage::Over => None,
        }
    }

    pub(super) fn is_running(&self) -> bool {
        matches!(self.stage, EndingStage::Running)
    }

    /// Whether mpiexec leaves although something is left: processes, or output that nobody reads.
    pub(super) fn has_run_out(&self, nodes_over: bool) -> bool {
        matches!(self.stage, EndingStage::Over) && (self.impatient || !nodes_over)
    }
}

impl Job {
    /// Sends a signal to all ranks.
    fn signal_all(&mut self, signal: Signal) {
        self.local.signal(signal);
        self.remotes.order_all(&Order::Signal(signal.as_raw() as u8));
    }

    /// Begins the end; later causes are consequences and are not told.
    fn end(&mut self, status: u8, signal: Signal, grace: Duration, now: Instant) {
        if !self.course.is_running() {
            return;
        }
        self.course.status.get_or_insert(status);
        self.course.stage = EndingStage::Asked(now + grace);
        self.stdin.close();
        self.signal_all(signal);
    }

    /// Something could not be started or was lost.
    pub(super) fn fail(&mut self, status: u8, text: &str) {
        if self.course.is_running() {
            self.output.say(&format!("mpiexec: {text}"));
            self.end(status, Signal::TERM, GRACE, Instant::now());
        }
        if !self.local.has_started() {
            self.local.give_up();
        }
    }

    /// Moves the end on as time passes.
    pub(super) fn tick(&mut self, now: Instant) {
        match self.course.stage {
            EndingStage::Running => {
                if let Some((at, limit)) = self.course.timeout
                    && now >= at
                {
                    let seconds = limit.as_secs_f64();
                    self.output.say(&format!(
                        "mpiexec: the job did not end within {seconds} s (--timeout); it is ended"
                    ));
                    self.end(TIMED_OUT, Signal::TERM, GRACE, now);
                }
            }
            EndingStage::Asked(at) if now >= at => {
                self.course.stage = EndingStage::Killed(now + LAST_WAIT);
                self.signal_all(Signal::KILL);
            }
            EndingStage::Killed(at) if now >= at => {
                self.course.stage = EndingStage::Over;
                self.remotes.called_mut().for_each(|(_, remote)| remote.kill());
            }
            EndingStage::Asked(_) | EndingStage::Killed(_) | EndingStage::Over => {}
        }
    }

    /// A signal has come to mpiexec.
    pub(super) fn signal(&mut self, signal: i32, now: Instant) {
        let Some(named) = Signal::from_named_raw(signal) else { return };
        self.course.impatient |= matches!(signal, SIGINT | SIGTERM | SIGHUP);
        match signal {
            SIGINT | SIGTERM | SIGHUP if self.course.is_running() => {
                let name = signals::name(signal as u8);
                self.output.say(&format!("mpiexec: {name} received; the job is ended"));
                self.end(128 + signal as u8, named, GRACE_SIGNAL, now);
            }
            SIGINT | SIGTERM | SIGHUP => {
                // Asked twice: no more patience.
                self.course.stage = EndingStage::Killed(now + GRACE_SIGNAL);
                self.signal_all(Signal::KILL);
            }
            SIGTSTP => self.stop(now),
            SIGCONT => self.signal_all(Signal::CONT),
            _ => self.signal_all(named),
        }
    }

    /// Stops all ranks and then this process, until a signal lets it go on.
    fn stop(&mut self, now: Instant) {
        self.signal_all(Signal::STOP);
        self.flush_orders(now);
        if let Some(Calls { exchange, .. }) = &mut self.calls {
            exchange.settle(FAREWELL);
            exchange.hold(Instant::now());
        }
        let _ = rustix::process::kill_process(rustix::process::getpid(), Signal::STOP);
        if let Some(Calls { exchange, .. }) = &mut self.calls {
            exchange.resume(Instant::now());
        }
    }

    /// Begins the end of a spawned job. Those that spawned it live, and learn of it by their links.
    pub(super) fn end_world(&mut self, number: usize, why: &str, now: Instant) {
        let world = &mut self.worlds[number];
        if world.stage != WorldStage::Running {
            return;
        }
        world.stage = WorldStage::Asked(now + GRACE);
        world.end.get_or_insert_with(|| why.to_owned());
        self.signal_world(number, Signal::TERM);
    }
}

/// What a shell sees of a code: its low eight bits. A failure must not look like success.
fn status_of(code: i32) -> u8 {
    match code as u8 {
        0 if code != 0 => 1,
        low => low,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_is_the_first_jobs_before_a_spawned_ones() {
        let mut course = JobEnding::new(Instant::now(), None);
        assert_eq!(course.status(), 0);
        course.of_spawned = Some(status_of(0x105));
        assert_eq!(course.status(), 5);
        course.status = Some(9);
        assert_eq!(course.status(), 9);
        assert_eq!((status_of(0), status_of(256), status_of(-1)), (0, 1, 255));
    }
}
