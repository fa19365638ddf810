//! How fast a cache line crosses from one core to another: virtual machines have moods that last seconds.

use std::sync::Barrier;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use serde::Serialize;

/// How the machine is disposed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mood {
    /// A line crosses in some ten nanoseconds.
    Fast,
    /// It takes more than [`SLOW`].
    Slow,
}

/// Between the two moods that were seen, 40 ns and 200 ns, at their geometric mean.
const SLOW: Duration = Duration::from_nanos(90);
/// Crossings in a batch and batches; the shortest batch counts, as others may take the cores in between.
const CROSSINGS: u32 = 400;
const BATCHES: u32 = 60;

impl Mood {
    /// That of a time of crossing.
    pub(super) fn of(crossing: Duration) -> Self {
        if crossing < SLOW { Self::Fast } else { Self::Slow }
    }

    /// For people.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Slow => "slow",
        }
    }
}

/// The mood now; `None` where there is one core only.
pub(super) fn now() -> Option<Mood> {
    crossing().map(Mood::of)
}

/// A cache line of its own.
#[repr(align(128))]
struct Line(AtomicU32);

/// How long a line takes from one of the first two cores to the other.
fn crossing() -> Option<Duration> {
    let allowed = sched_getaffinity(None).ok()?;
    let mut cores = (0..CpuSet::MAX_CPU).filter(|cpu| allowed.is_set(*cpu));
    let cores = [cores.next()?, cores.next()?];
    let (line, start) = (Line(AtomicU32::new(0)), Barrier::new(2));
    std::thread::scope(|scope| {
        let side = |own: u32| {
            let (line, start, core) = (&line, &start, cores[own as usize]);
            move || {
                stay_on(core);
                start.wait();
                (0..BATCHES).map(|batch| bounce(&line.0, own, batch)).min()
            }
        };
        let other = scope.spawn(side(1));
        let shortest = scope.spawn(side(0)).join().ok().flatten();
        other.join().ok()?;
        shortest
    })
}

fn stay_on(core: usize) {
    let mut set = CpuSet::new();
    set.set(core);
    // Where it is refused the two threads may share a core, and that is not fast.
    let _ = sched_setaffinity(None, &set);
}

/// One side of a batch: waits until the line has its number, and counts on. The time of one crossing.
fn bounce(line: &AtomicU32, own: u32, batch: u32) -> Duration {
    let (first, start) = (batch * CROSSINGS, Instant::now());
    for number in (first..first + CROSSINGS).filter(|number| number % 2 == own) {
        let mut looks = 0u32;
        while line.load(Ordering::Acquire) != number {
            looks += 1;
            // The other side may need this core.
            if looks.is_multiple_of(1 << 14) {
                std::thread::yield_now();
            }
        }
        line.store(number + 1, Ordering::Release);
    }
    start.elapsed() / CROSSINGS
}

/// What a run gives that was measured in one mood, the wanted one if any.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome<T> {
    /// It was so, or the machine has no moods.
    Even(T, Option<Mood>),
    /// It never was in so many tries.
    Uneven,
}

/// Tries of a run.
const TRIES: u32 = 6;

/// Runs until the mood is the same before and after, and the wanted one; a failed run is not repeated.
pub(super) fn evenly<T, E>(
    wanted: Option<Mood>,
    mut now: impl FnMut() -> Option<Mood>,
    mut run: impl FnMut() -> Result<T, E>,
) -> Outcome<Result<T, E>> {
    for _ in 0..TRIES {
        let before = now();
        let result = run();
        let is_even = before == now() && (wanted.is_none() || before.is_none() || wanted == before);
        if result.is_err() || is_even {
            return Outcome::Even(result, before);
        }
    }
    Outcome::Uneven
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each measurement takes the next mood, `f` or `s`, the last for ever.
    fn script(moods: &str) -> impl FnMut() -> Option<Mood> {
        let mut moods = moods.chars().peekable();
        move || {
            let mood = *moods.peek().expect("a mood");
            let mut rest = moods.clone();
            rest.next();
            if rest.peek().is_some() {
                moods.next();
            }
            Some(if mood == 'f' { Mood::Fast } else { Mood::Slow })
        }
    }

    fn runs(wanted: Option<Mood>, moods: &str) -> (Outcome<Result<(), ()>>, u32) {
        let mut count = 0;
        let outcome = evenly(wanted, script(moods), || {
            count += 1;
            Ok(())
        });
        (outcome, count)
    }

    #[test]
    fn a_run_is_repeated_until_the_mood_stays() {
        assert_eq!(runs(None, "ff"), (Outcome::Even(Ok(()), Some(Mood::Fast)), 1));
        assert_eq!(runs(None, "fsss"), (Outcome::Even(Ok(()), Some(Mood::Slow)), 2));
        assert_eq!(runs(Some(Mood::Fast), "ssfsff"), (Outcome::Even(Ok(()), Some(Mood::Fast)), 3));
    }

    #[test]
    fn tries_end() {
        assert_eq!(runs(Some(Mood::Fast), "s"), (Outcome::Uneven, TRIES));
    }

    #[test]
    fn moods_are_told_apart() {
        assert_eq!(Mood::of(Duration::from_nanos(40)), Mood::Fast);
        assert_eq!(Mood::of(Duration::from_nanos(200)), Mood::Slow);
    }

    #[test]
    fn the_line_crosses() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        assert!(cores < 2 || crossing().is_some_and(|time| time > Duration::ZERO));
    }
}
