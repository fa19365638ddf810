//! Letting others have the core.

use crate::habit::Habit;
use crate::patience::{Idle, Patience};
use ferry_sys::Clock;
use std::time::Duration;

/// What came of letting others have the core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lesson {
    /// Nothing to learn.
    None,
    /// They had it for so long.
    Gave(Duration),
    /// This thread went to another core, if it could, at that time.
    Moved(bool, Duration),
    /// It went to one that fewer share, if it could.
    Spread,
}

/// Does what patience says, without the process's lock; a thread that is to sleep takes its
/// [`Nap`](crate::Nap) instead. `minds`: whether the time is to be taken.
pub fn rest(idle: Idle, minds: bool, clock: Clock) -> Lesson {
    match idle {
        Idle::Yield if minds => {
            let before = clock.now();
            ferry_sys::sched_yield();
            Lesson::Gave(clock.now().saturating_sub(before))
        }
        Idle::Yield => {
            ferry_sys::sched_yield();
            Lesson::None
        }
        Idle::Move => {
            let done = ferry_sys::leave_core();
            Lesson::Moved(done, clock.now())
        }
        Idle::Spread(core) => {
            ferry_sys::go_to_core(core);
            Lesson::Spread
        }
        Idle::Spin | Idle::Sleep => Lesson::None,
    }
}

impl Patience {
    /// What a rest has taught is remembered.
    #[inline]
    pub fn learn_from(&mut self, habit: &mut Habit, lesson: Lesson) {
        match lesson {
            Lesson::None => habit.tally_mut().yields += 1,
            Lesson::Gave(took) => {
                habit.tally_mut().yields += 1;
                self.gave(habit, took);
            }
            Lesson::Spread => habit.tally_mut().moves += 1,
            Lesson::Moved(done, at) => {
                habit.tally_mut().moves += 1;
                habit.moved(done, at);
            }
        }
    }
}
