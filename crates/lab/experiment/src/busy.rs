//! What other programs on the machine do when a run begins and ends.

use std::fs;
use std::thread;
use std::time::Duration;

/// Long enough for some of the kernel's ticks.
const MOMENT: Duration = Duration::from_millis(200);

/// The part of all processors that is in use during a moment, in which we do nothing; `None` where the kernel does
/// not say.
pub(crate) fn part_in_use() -> Option<f64> {
    let before = Ticks::now()?;
    thread::sleep(MOMENT);
    Ticks::now()?.since(before)
}

/// Time of all processors since the machine was started.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Ticks {
    all: u64,
    idle: u64,
}

impl Ticks {
    fn now() -> Option<Self> {
        Self::parse(&fs::read_to_string("/proc/stat").ok()?)
    }

    /// The first line of `/proc/stat` (proc_stat(5)): user, nice, system, idle, waiting for disks, and more.
    fn parse(text: &str) -> Option<Self> {
        let mut words = text.lines().next()?.split_whitespace();
        if words.next() != Some("cpu") {
            return None;
        }
        // What guests use is counted as the host's user time, too.
        let ticks: Vec<u64> = words.take(8).map_while(|word| word.parse().ok()).collect();
        let [_, _, _, idle, waiting, ..] = ticks[..] else { return None };
        Some(Self { all: ticks.iter().sum(), idle: idle + waiting })
    }

    fn since(self, before: Self) -> Option<f64> {
        let all = self.all.checked_sub(before.all).filter(|all| *all > 0)?;
        let idle = self.idle.saturating_sub(before.idle).min(all);
        Some(1.0 - idle as f64 / all as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_neither_idle_nor_waiting_is_in_use() {
        let before = Ticks::parse("cpu  10 0 10 100 20 0 0 0 5 0\ncpu0 1 2 3").expect("ticks");
        assert_eq!(before, Ticks { all: 140, idle: 120 });
        let after = Ticks::parse("cpu 20 0 25 170 25 0 0 0 9 0").expect("ticks");
        assert_eq!(after.since(before), Some(0.25));
        assert_eq!(before.since(before), None);
        for text in ["", "intr 5", "cpu a b", "cpu 1 2 3"] {
            assert_eq!(Ticks::parse(text), None, "{text}");
        }
    }
}
