//! Long messages to and fro over several paths at once: as fast as all of them together where they are
//! alike, never slower than the best alone, and no slower than one when another is cut.

use std::time::Duration;

use ferry_netem::LinkSettings;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::congestion::Algorithm;
use ferry_sctp_core::path::PathSettings;

use super::ping_pong::Game;
use crate::common::flow::Flow;
use crate::common::script::endpoint;
use crate::common::sim::{Change, Sim};
use crate::common::{ms, s, us};

const MIB: usize = 1 << 20;
const TRIPS: u32 = 30;

fn line(rate: &str, delay: &str) -> LinkSettings {
    LinkSettings::default()
        .rate(rate.parse().expect("a rate"))
        .delay(delay.parse().expect("a time"))
}

fn fast() -> LinkSettings {
    line("100mbit", "50us")
}

/// A tenth of the rate, and 20 ms more of round trip.
fn slow() -> LinkSettings {
    line("10mbit", "10050us")
}

fn game(multipath: bool, algorithm: Algorithm, paths: &[LinkSettings]) -> Game {
    Game::on(3, PathSettings { multipath, algorithm, ..PathSettings::default() }, paths)
}

/// The mean of some round trips, and the longest.
fn trips(game: &mut Game, size: usize) -> (Duration, Duration) {
    let times: Vec<Duration> = (0..TRIPS).map(|_| game.play(size, 1)).collect();
    (times.iter().sum::<Duration>() / TRIPS, times.into_iter().max().unwrap_or_default())
}

#[test]
fn a_slower_path_never_makes_it_slower() {
    for algorithm in Algorithm::ALL {
        for size in [1_000, 30_000, 100_000, MIB] {
            let (one, one_most) = trips(&mut game(false, algorithm, &[fast()]), size);
            for paths in [[fast(), slow()], [slow(), fast()]] {
                let (both, most) = trips(&mut game(true, algorithm, &paths), size);
                // The first trips are before anything is known of the slower one.
                let what = format!("{algorithm}, {size} bytes: {both:?} ({most:?}), {one:?} alone");
                assert!(both <= one + one / 20 + ms(2), "{what}");
                assert!(most <= one_most + one_most / 10 + ms(40), "{what}");
            }
        }
    }
}

#[test]
fn a_slower_path_carries_its_share_of_a_long_message() {
    for algorithm in Algorithm::ALL {
        // With ends that look at the network at once, or only so often, as processes do.
        for grain in [us(0), us(300)] {
            let time = |multipath, paths: &[LinkSettings]| {
                let mut game = game(multipath, algorithm, paths);
                game.sim.grain = grain;
                trips(&mut game, MIB)
            };
            let ((one, one_most), (both, most)) =
                (time(false, &[fast()]), time(true, &[fast(), slow()]));
            assert!(both < one * 97 / 100, "{algorithm}, {grain:?}: {both:?} against {one:?}");
            // The first trip is before the rates are known.
            assert!(most < one_most + one / 5, "{algorithm}, {grain:?}: {most:?}, {one_most:?}");
        }
    }
}

#[test]
fn paths_that_are_alike_share_a_message() {
    for algorithm in Algorithm::ALL {
        for size in [30_000, MIB] {
            let (one, _) = trips(&mut game(false, algorithm, &[fast()]), size);
            let (two, _) = trips(&mut game(true, algorithm, &[fast(); 2]), size);
            assert!(two < one * 58 / 100, "{algorithm}, {size} bytes: {two:?} against {one:?}");
        }
    }
}

#[test]
fn a_cut_costs_less_than_a_round_trip() {
    for algorithm in Algorithm::ALL {
        let (one, _) = trips(&mut game(false, algorithm, &[fast()]), MIB);
        for path in 0..2 {
            let mut game = game(true, algorithm, &[fast(); 2]);
            let at = game.sim.now + s(1);
            game.sim.plan(at, Change::Cut(path));
            let times: Vec<Duration> = (0..TRIPS).map(|_| game.play(MIB, 1)).collect();
            assert!(times.iter().all(|time| *time < one * 2), "{algorithm}: {times:?}");
            let last = times[times.len() - 10..].iter().max().copied().unwrap_or_default();
            assert!(last <= one + one / 50, "{algorithm}: {last:?} against {one:?} on one path");
        }
    }
}

/// The first path is cut at any point of the handshake, or just after it.
#[test]
fn a_cut_amid_the_handshake_is_survived() {
    for multipath in [false, true] {
        for step in 0..50 {
            let mut config = AssociationConfig::default();
            config.paths.multipath = multipath;
            let config = endpoint(config);
            let mut sim = Sim::pair(17, &config, &config, &[fast(); 2]);
            sim.plan(us(20) * step, Change::Cut(0));
            let (now, remote) = (sim.now, sim.remote(1));
            let here = sim.end(0).connect(now, &remote).expect("an association can be begun");
            sim.flush(0);
            let there = |sim: &Sim| {
                let up = |(id, event): &(_, AssociationEvent)| {
                    matches!(event, AssociationEvent::Up { .. }).then_some(*id)
                };
                sim.hosts[1].events.iter().find_map(up)
            };
            let stands =
                sim.run_while(s(2), |sim| there(sim).is_none() || !sim.end(0).is_established(here));
            assert!(stands, "cut after {:?}, it does not stand", us(20) * step);
            let there = there(&sim).expect("it stands");
            let begun = sim.now;
            let mut flow = Flow::new((0, here), (1, there), 4, 4_000, 100);
            assert!(flow.run(&mut sim, begun + s(2)), "{} of 100 arrived", flow.arrived.len());
        }
    }
}
