//! Threads that sleep until another thread's call brings about what they wait for.

use crate::job::{Board, context};
use ferry_portals::PortalsHome;
use ferry_portals::four::{CounterValue, NetworkInterfaces, NiKind, NiLimits};
use ferry_runtime::{TICK, WaitSettings};
use ferry_sys::Clock;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);
const ROUNDS: u64 = 5;

/// A process alone, whose threads sleep at once.
fn alone(method: &str) -> PortalsHome<NetworkInterfaces> {
    let (identity, link, names) = context(&Board::default(), 0, 1, method);
    let settings = WaitSettings { spin: Duration::ZERO, ..WaitSettings::for_host(1, 1, 0) };
    PortalsHome::over((link, names), identity, Clock::start(), settings).unwrap()
}

/// A counter counts by a call: nothing moves over a link that would wake anybody. Who is not told looks again after a
/// tick, so that it would take most of one each time.
#[test]
fn who_sleeps_is_told_of_what_a_call_brings_about() {
    for method in ["shm", "tcp"] {
        let portals = &alone(method);
        let kind = NiKind::from_options(1 | 4).unwrap();
        portals.open_ni(kind, 1, NiLimits::USUAL);
        let counter = portals.state().interfaces.get_mut(kind).unwrap().ct_alloc().unwrap();
        let (tell, told) = channel();
        let fastest = std::thread::scope(|scope| {
            scope.spawn(move || {
                for round in 1..=ROUNDS {
                    let came = portals.wait_until(Some(PATIENCE), |state| {
                        let counted = state.interfaces.get_mut(kind)?.ct_get(counter).unwrap();
                        (counted.success >= round).then_some(())
                    });
                    tell.send(came).unwrap();
                }
            });
            let one = CounterValue { success: 1, failure: 0 };
            let round = |_| {
                std::thread::sleep(TICK / 10);
                let begin = Instant::now();
                portals.state().interfaces.get_mut(kind).unwrap().ct_inc(counter, one).unwrap();
                assert_eq!(told.recv(), Ok(Some(())));
                begin.elapsed()
            };
            (0..ROUNDS).map(round).min()
        });
        assert!(fastest.unwrap() < TICK / 2, "{fastest:?} by {method}");
    }
}
