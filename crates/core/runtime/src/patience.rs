//! How long to look, when to let others have the core, and when to sleep.

use crate::habit::{Gave, Habit};
use std::fmt;
use std::time::Duration;

/// How a process waits, fixed at start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitSettings {
    /// More ranks than cores: whoever spins steals the core from the one it waits for.
    pub oversubscribed: bool,
    /// How long to look before sleeping, where cores are not short; time that others had the core for
    /// is not counted.
    pub spin: Duration,
    /// How often to let others have the core before sleeping, where cores are short.
    pub yields: u32,
    /// One of several threads of its process that wait.
    pub among_threads: bool,
    /// Place among the processes that share the cores: of two that meet on one, the first leaves.
    pub turn: u32,
}

impl WaitSettings {
    /// For `contenders` processes that share `cores` cores, of which this one is number `turn`.
    pub fn for_host(contenders: u32, cores: usize, turn: u32) -> Self {
        let oversubscribed = contenders as usize > cores;
        WaitSettings { oversubscribed, spin: SPIN, yields: 16, among_threads: false, turn }
    }
}

impl fmt::Display for WaitSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.oversubscribed {
            return write!(f, "lets others have the core {} times, then sleeps", self.yields);
        }
        write!(f, "looks, lets others have the core between looks, sleeps after {:?}", self.spin)
    }
}

/// What to do after a poll that found nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// Poll again at once.
    Spin,
    /// Let another process have the core, then poll again; [`Patience::gave`] is told how long that took.
    Yield,
    /// Whom this process waits for shares its core: go to another, then poll again;
    /// [`Habit::moved`] is told.
    Move,
    /// Fewer share that core than this process's, where cores are short: go there, then poll again.
    Spread(u32),
    /// Sleep until something comes.
    Sleep,
}

/// The patience of one wait.
///
/// Who waits looks for some times what messages take here, as [`Habit`] knows it, then lets others have
/// the core between looks, since the sender may be one of them, and sleeps in the end. What came after a
/// yield tells the habit whether the sender is on this very core. Then the next wait begins with a
/// yield, and if this goes on, one of the two leaves the core.
#[derive(Clone, Debug)]
pub struct Patience {
    settings: WaitSettings,
    /// Polls until there is something to decide.
    left: u32,
    /// What was decided so far. Most waits end before.
    course: Option<WaitCourse>,
}

/// A wait in which something was decided.
#[derive(Clone, Debug)]
struct WaitCourse {
    /// Yields so far, where cores are short.
    yields: u32,
    /// Whether it matters how long the next takes, where they are short.
    is_timed: bool,
    /// The time at the first decision and at the latest; without meaning where cores are short.
    begun: Duration,
    latest: Duration,
    /// Whether it looks without letting others in, and since when.
    looks: bool,
    /// It has just got the core back.
    was_aside: bool,
    since: Option<Duration>,
    /// Time that others had the core for.
    away: Duration,
    /// What came of the yield before the last poll.
    gave: Option<Gave>,
}

impl WaitCourse {
    fn new(begun: Duration) -> Self {
        let (latest, away) = (begun, Duration::ZERO);
        WaitCourse {
            yields: 0,
            is_timed: false,
            begun,
            latest,
            looks: true,
            was_aside: false,
            since: None,
            away,
            gave: None,
        }
    }

    /// Time in which the system had put this thread aside is none in which it looked: others of its process had
    /// the core then, and whom it waits for may have had as little.
    fn leave_out_pauses(&mut self, now: Duration) {
        let passed = now.saturating_sub(self.latest);
        if passed >= PAUSE {
            self.away += passed;
            self.since = self.since.map(|_| now);
            self.was_aside = true;
        }
    }

    /// Time that passed up to `now`, and how much of it this process had the core for.
    fn times(&self, now: Duration) -> (Duration, Duration) {
        let waited = now.saturating_sub(self.begun);
        (waited, waited.saturating_sub(self.away))
    }
}

impl Patience {
    /// Patience at the beginning of a wait.
    #[inline]
    pub fn new(settings: WaitSettings, habit: &Habit) -> Self {
        let left = if settings.oversubscribed { 1 } else { habit.first() };
        Patience { settings, left, course: None }
    }

    /// Something came: patience is renewed.
    #[inline]
    pub fn renew(&mut self, habit: &mut Habit) {
        self.found(habit);
        *self = Patience::new(self.settings, habit);
    }

    /// What was waited for came: how it did is remembered.
    #[inline]
    pub fn found(&mut self, habit: &mut Habit) {
        if self.course.is_some() || habit.is_unsettled() {
            self.learn(habit);
        }
    }

    #[cold]
    #[inline(never)]
    fn learn(&self, habit: &mut Habit) {
        if self.settings.oversubscribed {
            return;
        }
        if let Some(course) = &self.course {
            habit.tally_mut().waited += course.times(course.latest).0;
        }
        match &self.course {
            None => habit.came_at_once(self.left < habit.first()),
            Some(course) => match course.gave {
                Some(gave) => habit.came_after(gave),
                None => habit.came_within(course.times(course.latest).1),
            },
        }
    }

    /// A poll found nothing. `now` is asked for only now and then.
    #[inline]
    pub fn idle(&mut self, habit: &mut Habit, now: impl FnOnce() -> Duration) -> Idle {
        self.left -= 1;
        if self.left != 0 {
            return Idle::Spin;
        }
        match self.settings.oversubscribed {
            true => self.without_cores(habit),
            false => self.decide(habit, now()),
        }
    }

    /// Cores are short: no time is lost with looking, be it at the clock.
    fn without_cores(&mut self, habit: &mut Habit) -> Idle {
        self.left = 1;
        let course = self.course.get_or_insert_with(|| WaitCourse::new(Duration::ZERO));
        course.yields += 1;
        if course.yields > self.settings.yields {
            return Idle::Sleep;
        }
        // Of several threads each may be on another core.
        if self.settings.among_threads {
            return Idle::Yield;
        }
        let there = habit.crowd_mut().core_to_go_to();
        course.is_timed = habit.crowd_mut().is_on_trial();
        there.map_or(Idle::Yield, Idle::Spread)
    }

    #[cold]
    #[inline(never)]
    fn decide(&mut self, habit: &mut Habit, now: Duration) -> Idle {
        self.left = 1;
        let course = self.course.get_or_insert_with(|| WaitCourse::new(now));
        if self.settings.among_threads {
            course.leave_out_pauses(now);
        }
        if course.gave.take().is_none() && course.since.is_some() {
            habit.polled(now.saturating_sub(course.latest));
        }
        course.latest = now;
        let (waited, looked) = course.times(now);
        if looked >= self.settings.spin || waited >= self.settings.spin * LONGEST {
            self.left = habit.stride();
            course.since = None;
            return Idle::Sleep;
        }
        if habit.wants_to_move(self.settings.turn, now) {
            course.since = None;
            return Idle::Move;
        }
        if course.looks && !habit.shares_its_core() {
            let since = *course.since.get_or_insert(now);
            if now.saturating_sub(since) < habit.look(course.was_aside).min(self.settings.spin) {
                self.left = habit.stride();
                return Idle::Spin;
            }
        }
        (course.looks, course.since) = (false, None);
        Idle::Yield
    }

    /// Whether [`Patience::gave`] wants to know: where cores are short only what a core is like that is on trial.
    pub fn minds_yields(&self) -> bool {
        !self.settings.oversubscribed || self.course.as_ref().is_some_and(|course| course.is_timed)
    }

    /// Others were given the core, and had it for so long.
    pub fn gave(&mut self, habit: &mut Habit, took: Duration) {
        if self.settings.oversubscribed {
            return habit.crowd_mut().gave(took);
        }
        let Some(course) = &mut self.course else { return };
        let gave = habit.gave(took);
        course.gave = Some(gave);
        match gave {
            // Nobody wanted it: there is no hurry to offer it again, and nothing to learn from it.
            Gave::Nobody => (self.left, course.gave) = (habit.stride(), None),
            Gave::Brief(_) => course.away += took,
            // Nobody who answers takes that long. After so much time the answer is due.
            Gave::Long => {
                course.away += took;
                (course.looks, course.was_aside) = (true, true);
            }
        }
    }
}

/// How long to look: longer than a program that computes has the core of the sender before that gets it
/// back. Who slept then would be woken on the sender's core.
const SPIN: Duration = Duration::from_millis(8);
/// So much time between two looks at the clock, a microsecond apart as a rule, is not this thread's.
const PAUSE: Duration = Duration::from_micros(50);
/// Sleep comes at the latest after so many times the time to look, had others the core or not.
const LONGEST: u32 = 6;
