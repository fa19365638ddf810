//! Driving a process while its program makes no call.
//!
//! The program's own calls come first: they poll without anybody beside them, and while they follow one another
//! the driver stands by, asleep. Once the program has made none for a moment, it computes, and the driver takes
//! over until the next call.

use crate::calls::ProgramCalls;
use crate::nap::Nap;
use crate::patience::{Idle, Patience};
use crate::rest::rest;
use crate::{DriverMode, Habit, Runtime, WaitSettings};
use ferry_link::Face;
use ferry_sys::{Clock, SignalQueue};
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// How long a driver looks at most before it sleeps. The program computes meanwhile, and may want the core.
const LOOK: Duration = Duration::from_micros(100);
/// The same where it is told by signals: as long as the next part of a long message takes.
const GLANCE: Duration = Duration::from_micros(20);

/// Time from one change of cores to the next.
const STAY: Duration = Duration::from_millis(5);

/// What a driver does next.
pub enum DriverStep {
    /// Another round of progress, after others had their turn.
    Again,
    /// That, once others have had the core.
    Yield,
    /// It sleeps.
    Sleep(Nap),
}

/// A driver, for the thread that is it. Whoever makes one holds the process's state, leaves it to
/// [`stand_by`](Driving::stand_by) and to rest, and gives it up in the end.
pub struct Driving {
    /// What it is told by, unless it sleeps on descriptors.
    signals: Option<SignalQueue>,
    calls: Arc<ProgramCalls>,
    /// ProgramCalls of the program when it last looked.
    seen: u32,
    settings: WaitSettings,
    patience: Patience,
    habit: Habit,
    clock: Clock,
    /// The last look before sleep is under way.
    settles: bool,
    /// When it may leave its core again.
    stays_until: Duration,
    stream: Stream,
}

/// Arrivals that follow one another so closely that a sleep between two is short, as the parts of a long message do.
///
/// To arm for sleep costs every core on which a process of Ferry's runs an interruption of some 10 us (membarrier), also
/// those whose programs compute. In a stream the driver is content to look again soon instead.
#[derive(Default)]
struct Stream {
    /// Short sleeps in a row that ended by an arrival.
    short: u32,
    /// The last sleep was short, and nothing has come since.
    is_open: bool,
}

impl Stream {
    /// Sleeps in a row that make a stream.
    const MADE: u32 = 2;
    /// Longest of them.
    const SHORT: Duration = Duration::from_micros(150);

    fn slept(&mut self, time: Duration) {
        self.is_open = time <= Self::SHORT;
        if !self.is_open {
            self.short = 0;
        }
    }

    /// Something has come.
    fn found(&mut self) {
        self.short += u32::from(std::mem::take(&mut self.is_open));
    }

    /// Whether the next arrival may be expected soon.
    fn goes_on(&self) -> bool {
        !self.is_open && self.short >= Self::MADE
    }
}

impl<F: Face> Runtime<F> {
    /// The calling thread drives from now on. It blocks signals where it is to be told by some. Where that
    /// cannot be had it says so, and sleeps on descriptors.
    ///
    /// # Errors
    /// When the system has no descriptor left.
    pub fn begin_driving(&mut self, mode: DriverMode) -> io::Result<Driving> {
        let signals = match mode {
            DriverMode::Thread => None,
            DriverMode::Signal(number) => SignalQueue::of_this_thread(number)
                .inspect_err(|why| self.tell_of_no_signals(why))
                .ok(),
        };
        let target = signals.as_ref().map(SignalQueue::target);
        let calls = self.watch.seat_driver(target, &mut self.links)?;
        let settings = settings(self.watch.settings(), signals.is_some());
        let habit = Habit::default();
        Ok(Driving {
            signals,
            seen: calls.made(),
            calls,
            settings,
            patience: Patience::new(settings, &habit),
            habit,
            clock: self.pace.clock(),
            settles: false,
            stays_until: Duration::ZERO,
            stream: Stream::default(),
        })
    }

    fn tell_of_no_signals(&self, why: &io::Error) {
        if self.watch.settings().turn == 0 {
            ferry_sys::tell(&format!(
                "ferry: warning: progress=signal: this system does not tell by signals ({why}); a thread that \
                 waits on descriptors does it, as with progress=thread"
            ));
        }
    }

    /// Prepares the driver to sleep, after progress that found nothing.
    fn arm_driver(&mut self, is_brief: bool) -> Option<Nap> {
        if self.links.has_pending_output() {
            return None;
        }
        let owes = self.face.has_output();
        self.watch.arm_driver(&mut self.links, owes, is_brief)
    }

    /// The driver has slept.
    pub fn driver_woken(&mut self) {
        self.watch.driver_woken(&mut self.links);
        self.pace.refresh();
    }
}

/// Starts the thread of a driver. The program's signals go to the program's threads, never to this one.
///
/// # Errors
/// When no thread can be had.
pub fn spawn_driver(drive: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let thread = std::thread::Builder::new().name("ferry-progress".into());
    ferry_sys::with_signals_blocked(|| thread.spawn(drive))
}

/// Says that nobody drives, since the system does not give what it takes.
pub fn tell_of_no_driver(why: &io::Error) {
    let what = "messages move on within calls only, as with progress=poll";
    ferry_sys::tell(&format!(
        "ferry: warning: the thread of `progress` cannot wait ({why}): {what}"
    ));
}

/// How a driver waits.
fn settings(of_process: WaitSettings, by_signals: bool) -> WaitSettings {
    let look = if by_signals { GLANCE } else { LOOK };
    WaitSettings { spin: of_process.spin.min(look), ..of_process }
}

impl Driving {
    /// Whether the program is in a call, or was until just now.
    pub fn gives_way<F: Face>(&self, runtime: &mut Runtime<F>) -> bool {
        let gives = self.calls.drive(self.seen);
        if !gives {
            runtime.watch.driver_takes_over();
        }
        gives
    }

    /// Sleeps while the program drives. Without the process's state.
    pub fn stand_by(&mut self) {
        let signals = &self.signals;
        self.seen = self.calls.outlast(|| {
            // What came meanwhile is the program's to poll for, but takes up room in the queue.
            signals.as_ref().map(SignalQueue::take);
        });
        self.renew();
        self.keep_away();
    }

    /// Goes to another core if the program computes on this one. The scheduler sees two that want a core each,
    /// and is content with whoever polls on another one; but this one is here to work while the program does.
    fn keep_away(&mut self) {
        if self.calls.share_core() && self.clock.now() >= self.stays_until {
            ferry_sys::leave_core();
            self.stays_until = self.clock.now() + STAY;
        }
    }

    fn renew(&mut self) {
        self.settles = false;
        self.patience = Patience::new(self.settings, &self.habit);
    }

    /// A round of progress has moved so much.
    pub fn after<F: Face>(&mut self, moved: usize, runtime: &mut Runtime<F>) -> DriverStep {
        if moved != 0 {
            self.patience.found(&mut self.habit);
            self.stream.found();
            self.renew();
            return DriverStep::Again;
        }
        if self.settles {
            self.settles = false;
            let nap = runtime.arm_driver(self.stream.goes_on());
            return nap.map_or(DriverStep::Again, DriverStep::Sleep);
        }
        let clock = self.clock;
        match self.patience.idle(&mut self.habit, || clock.now()) {
            Idle::Spin => DriverStep::Again,
            Idle::Yield | Idle::Move | Idle::Spread(_) => DriverStep::Yield,
            Idle::Sleep => {
                // What has been told so far, the next round sees; what is told from here on ends the sleep.
                self.signals.as_ref().map(SignalQueue::take);
                runtime.look_closely();
                self.settles = true;
                DriverStep::Again
            }
        }
    }

    /// Lets others have the core. Without the process's state.
    pub fn give_core(&mut self) {
        let lesson = rest(Idle::Yield, self.patience.minds_yields(), self.clock);
        self.patience.learn_from(&mut self.habit, lesson);
        self.keep_away();
    }

    /// Sleeps. Without the process's state.
    pub fn sleep(&mut self, nap: &Nap) {
        let begun = self.clock.now();
        match &self.signals {
            None => nap.sleep(),
            Some(signals) => nap.sleep_by(signals),
        }
        self.stream.slept(self.clock.now().saturating_sub(begun));
        self.keep_away();
    }

    /// Drives no more.
    pub fn end<F: Face>(self, runtime: &mut Runtime<F>) {
        runtime.watch.unseat_driver();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_micros(50);

    #[test]
    fn a_stream_is_made_by_short_sleeps_and_ended_by_a_long_one() {
        let mut stream = Stream::default();
        for _ in 0..Stream::MADE {
            assert!(!stream.goes_on());
            stream.slept(SOON);
            stream.found();
            stream.found();
        }
        assert!(stream.goes_on());
        // Nothing has come: the next sleep is a sound one.
        stream.slept(SOON);
        assert!(!stream.goes_on());
        stream.found();
        assert!(stream.goes_on());
        stream.slept(2 * Stream::SHORT);
        stream.found();
        assert!(!stream.goes_on());
    }
}
