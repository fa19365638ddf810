//! Paths in virtual time.

mod failover;
mod pmtu;
mod properties;
mod sack;
mod transfer;

use std::{net::SocketAddr, time::Duration};

use super::{PathAction, PathId, PathSet, PathSettings};
use crate::Now;

const A: PathId = PathId(0);
const B: PathId = PathId(1);
const C: PathId = PathId(2);
/// Bytes that wait to be sent, more than any window.
const PLENTY: u64 = 1 << 30;

fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

fn addr(n: u8) -> SocketAddr {
    SocketAddr::from(([10, 0, n, 1], 9899))
}

/// Settings without MTU probes and idle heartbeats, so that a test sees only what it is about.
fn quiet() -> PathSettings {
    let mut settings = PathSettings::default();
    settings.pmtu.enabled = false;
    settings.pmtu.base = 1500;
    settings.heartbeat.enabled = false;
    settings
}

/// `n` confirmed paths.
fn paths(n: u8, settings: PathSettings) -> PathSet {
    let mut set = PathSet::new(ms(0), addr(0), settings, 0);
    for other in 1..n {
        set.add(ms(0), addr(other), true, 0).expect("there is room");
    }
    set
}

fn drain(set: &mut PathSet) -> Vec<(PathId, PathAction)> {
    std::iter::from_fn(|| set.poll()).collect()
}

/// Runs the timers up to `end`; `answer` says which paths answer their heartbeats and probes of what
/// size. Returns all actions with their times.
fn run(
    set: &mut PathSet,
    end: Now,
    mut answer: impl FnMut(PathId, Option<u16>) -> bool,
) -> Vec<(Now, PathId, PathAction)> {
    let mut seen = Vec::new();
    let mut nonce = 1000;
    let mut now = ms(0);
    for _ in 0..100_000 {
        let Some(due) = set.next_due().filter(|&due| due <= end) else {
            break;
        };
        now = due.max(now);
        set.on_timer(now, 1 << 31);
        while let Some((id, action)) = set.poll() {
            seen.push((now, id, action));
            nonce += 1;
            let asked = match action {
                PathAction::Heartbeat => {
                    set.heartbeat_sent(now, id, nonce);
                    None
                }
                PathAction::Probe { packet } => {
                    set.probe_sent(now, id, nonce, packet, true);
                    Some(packet)
                }
                _ => continue,
            };
            if answer(id, asked) {
                assert_eq!(set.on_heartbeat_ack(now + ms(1), nonce, 1 << 31), Some(id));
            }
        }
    }
    seen
}
