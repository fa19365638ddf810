//! What drives one process.

use crate::habit::Habit;
use crate::pace::Pace;
use crate::patience::{Patience, WaitSettings};
use crate::sleeper::Sleeper;
use crate::watch::Watch;
use ferry_config::Config;
use ferry_link::Links;
use ferry_method::{Sink, WaitSource};
use ferry_sys::Clock;
use std::io;

/// What drives one process; behind the lock of its face.
pub struct Runtime {
    /// Its time.
    pub pace: Pace,
    /// Its threads that wait.
    pub watch: Watch,
    /// What waiting has taught.
    pub habit: Habit,
}

impl WaitSettings {
    /// How a process waits that is number `turn` of `contenders` for the cores here, as configured.
    pub fn configured(config: &Config, contenders: u32, turn: u32) -> WaitSettings {
        let mut settings = WaitSettings::for_host(contenders, ferry_sys::cores_available(), turn);
        if let Some(spin) = config.auto_duration("wait.spin") {
            settings.spin = spin;
        }
        if let Some(oversubscribed) = config.auto_flag("wait.oversubscribed") {
            settings.oversubscribed = oversubscribed;
        }
        settings
    }
}

impl Runtime {
    /// Drives links with these sources.
    ///
    /// # Errors
    /// If the system does not give what is needed to wait.
    pub fn new(sources: Vec<WaitSource>, clock: Clock, settings: WaitSettings) -> io::Result<Self> {
        let watch = Watch::new(Sleeper::new(sources)?, settings);
        Ok(Runtime { pace: Pace::new(clock), watch, habit: Habit::default() })
    }

    /// The links are others than before: who waits sleeps on these sources from now on.
    ///
    /// # Errors
    /// As for [`Runtime::new`]; then nothing changes.
    pub fn renew(&mut self, sources: Vec<WaitSource>) -> io::Result<()> {
        self.watch.renew(Sleeper::new(sources)?);
        Ok(())
    }

    /// Polls links, and measures now and then what that costs: `is_measured` is what [`Pace::poll`] said.
    /// Returns how much moved.
    #[inline]
    pub fn poll(&self, link: &mut Links, face: &mut impl Sink, is_measured: bool) -> usize {
        if is_measured { self.poll_timed(link, face) } else { link.poll(self.pace.now(), face) }
    }

    #[cold]
    #[inline(never)]
    fn poll_timed(&self, link: &mut Links, face: &mut impl Sink) -> usize {
        let clock = self.pace.clock();
        link.poll_timed(face, &|| clock.now())
    }

    /// The calling thread waits from now on, until it parts from the [`Watch`].
    #[inline]
    pub fn begin_waiting(&mut self) -> Patience {
        self.watch.begin(&self.habit)
    }
}
