//! Long messages to and fro over a fast local network that loses some packets, as MPI sends them: asked
//! for, granted, then sent in pieces.

use std::time::Duration;

use bytes::Bytes;
use ferry_netem::LinkSettings;
use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::congestion::Algorithm;
use ferry_sctp_core::endpoint::AssociationId;
use ferry_sctp_core::path::PathSettings;
use ferry_sctp_core::streams::{MessageOptions, Read, Scheduler};
use ferry_sctp_core::wire::StreamId;

use crate::common::script::endpoint;
use crate::common::sim::{Change, Sim};
use crate::common::{ms, s, us};

/// Bytes of a header, and of a question or its answer.
const SHORT: usize = 32;
/// Bytes of the longest piece.
const PIECE: usize = 256 << 10;
/// Longest message that is sent without a question.
const EAGER: usize = 32 << 10;

/// Two ends of an association and the network between.
pub(crate) struct Game {
    pub(crate) sim: Sim,
    ends: [AssociationId; 2],
}

impl Game {
    fn new(seed: u64, algorithm: Algorithm, loss: &str) -> Self {
        Self::over("50us", seed, algorithm, loss)
    }

    /// A game over a line with such a delay each way.
    fn over(delay: &str, seed: u64, algorithm: Algorithm, loss: &str) -> Self {
        let path = LinkSettings::default()
            .delay(delay.parse().expect("a time"))
            .rate("1gbit".parse().expect("a rate"))
            .loss(loss.parse().expect("a share"));
        Self::on(seed, PathSettings { algorithm, ..PathSettings::default() }, &[path])
    }

    /// A game over such a network.
    pub(crate) fn on(seed: u64, paths: PathSettings, network: &[LinkSettings]) -> Self {
        let config = endpoint(AssociationConfig {
            send_buffer: 4 << 20,
            receive_window: 4 << 20,
            partial_delivery: EAGER,
            scheduler: Scheduler::FairCapacity,
            paths,
            ..AssociationConfig::default()
        });
        let mut sim = Sim::pair(seed, &config, &config, network);
        let (a, b) = sim.open(0, 1);
        sim.run_for(s(1));
        Self { sim, ends: [a, b] }
    }

    /// Sends a message of so many bytes and waits until it has been read.
    fn send(&mut self, from: usize, size: usize) {
        let (now, id) = (self.sim.now, self.ends[from]);
        let options = MessageOptions::default();
        let bytes = Bytes::from(vec![7; size]);
        let end = self.sim.end(from);
        let taken = end.send(now, id, StreamId(1), options, bytes.into(), true);
        assert_eq!(taken.expect("there is room").bytes, size);
        self.sim.flush(from);
    }

    fn receive(&mut self, at: usize, size: usize) {
        let mut got = 0;
        let until = self.sim.now + s(20);
        while got < size {
            while let Some(read) = self.sim.end(at).receive_from(self.ends[at], usize::MAX) {
                let Read::Piece(piece) = read else { panic!("{read:?}") };
                got += piece.payload.len();
            }
            self.sim.flush(at);
            assert!(got >= size || self.sim.step(until), "{got} of {size} bytes came");
        }
        assert_eq!(got, size);
    }

    /// A message as MPI sends it.
    fn message(&mut self, from: usize, size: usize) {
        let to = 1 - from;
        if size > EAGER {
            self.send(from, SHORT);
            self.receive(to, SHORT);
            self.send(to, SHORT);
            self.receive(from, SHORT);
        }
        let mut sent = 0;
        while sent < size {
            let piece = PIECE.min(size - sent);
            self.send(from, SHORT + piece);
            sent += piece;
        }
        self.receive(to, size + size.div_ceil(PIECE) * SHORT);
    }

    /// Mean time of a trip there and back.
    pub(crate) fn play(&mut self, size: usize, trips: u32) -> Duration {
        let begun = self.sim.now;
        for _ in 0..trips {
            self.message(0, size);
            self.message(1, size);
        }
        (self.sim.now - begun) / trips
    }
}

fn mean(algorithm: Algorithm, loss: &str, size: usize) -> Duration {
    let times = (0..4).map(|seed| {
        let mut game = Game::new(seed, algorithm, loss);
        game.sim.grain = us(100);
        game.play(size, 40)
    });
    times.sum::<Duration>() / 4
}

/// Losses are found although each batch of packets is reported but once.
#[test]
fn losses_among_batches_are_found_at_once() {
    for algorithm in Algorithm::ALL {
        let (whole, lossy) = (mean(algorithm, "0%", 30_000), mean(algorithm, "1%", 30_000));
        assert!(whole < us(900), "{algorithm}: {whole:?} without loss");
        assert!(lossy < us(1_250), "{algorithm}: {lossy:?} with loss");
    }
}

/// A window that follows the line's bandwidth does not close for losses that say nothing of it.
#[test]
fn bbr_keeps_the_line_busy_in_spite_of_losses() {
    let time = mean(Algorithm::Bbr, "1%", 300_000);
    assert!(time < ms(7), "{time:?}");
}

/// Over a long line a window that closes with each loss is what counts: to find out that they are no sign
/// of congestion is worth half of the time.
#[test]
fn a_long_line_that_loses_packets_is_kept_busy_by_default() {
    let time = |algorithm| {
        let times = (0..3).map(|seed| Game::over("25ms", seed, algorithm, "1%").play(300_000, 20));
        times.sum::<Duration>() / 3
    };
    let (default, cubic) = (time(Algorithm::default()), time(Algorithm::Cubic));
    assert!(default * 3 / 2 < cubic, "{default:?} against {cubic:?}");
}

/// One packet is missing and two that followed have come: not enough to be sure at once, and nothing else
/// is to come.
#[test]
fn a_hole_is_filled_before_any_timeout() {
    let mut game = Game::new(5, Algorithm::Standard, "0%");
    game.message(0, SHORT);
    game.message(1, SHORT);
    game.sim.run_for(s(1));
    let begun = game.sim.now;
    game.sim.change(Change::Cut(0));
    game.send(0, SHORT);
    game.sim.change(Change::Heal(0));
    game.send(0, SHORT);
    game.send(0, SHORT);
    game.receive(1, 3 * SHORT);
    let took = game.sim.now - begun;
    assert!(took < us(900), "{took:?}");
}

/// A line over which much more is under way than waits in a queue, 1 Gbit/s with so much delay each way, between
/// hosts that look at it every so many microseconds.
fn fat(delay: &str, algorithm: Algorithm, grain: u64) -> Game {
    let path = LinkSettings::default()
        .delay(delay.parse().expect("a time"))
        .rate("1gbit".parse().expect("a rate"));
    let mut paths = PathSettings { algorithm, ..PathSettings::default() };
    // As sockets have them.
    paths.congestion.initial_segments = Some(10);
    paths.congestion.slow_start_limit = 64;
    let mut game = Game::on(1, paths, &[path]);
    game.sim.grain = us(grain);
    game
}

/// Bytes of a message that is as long as the windows of buffers.
const LONG: usize = 4_000_000;

/// A window that leaves at once overflows the queue before the line, and one that comes back in clots stays one:
/// long messages keep the line busy however seldom hosts look at it.
#[test]
fn windows_that_are_paced_fill_a_long_line() {
    for (delay, most) in [("10ms", ms(170)), ("50ms", ms(480))] {
        for algorithm in [Algorithm::Cubic, Algorithm::Bbr, Algorithm::Adaptive] {
            for grain in [0, 100, 1000, 3000] {
                let mut game = fat(delay, algorithm, grain);
                // Windows open.
                game.play(LONG, 8);
                let time = game.play(LONG, 4);
                assert!(time < most, "{delay}, {algorithm}, {grain} us: {time:?}");
            }
        }
    }
}

/// Silence after silence leaves nothing of what was measured; the bandwidth is found again as quickly as at first.
#[test]
fn bbr_finds_the_bandwidth_again_after_timeouts() {
    let mut game = fat("50ms", Algorithm::Bbr, 100);
    game.play(LONG, 3);
    game.send(0, LONG);
    for _ in 0..6 {
        game.sim.change(Change::Cut(0));
        game.sim.run_for(ms(400));
        game.sim.change(Change::Heal(0));
        game.sim.run_for(ms(300));
    }
    game.receive(1, LONG);
    let time = game.play(LONG, 2);
    assert!(time < ms(1_500), "{time:?}");
}

/// What was exchanged before, a few bytes a trip, says nothing of a path's bandwidth.
#[test]
fn short_messages_do_not_slow_the_first_long_one() {
    let mut game = fat("50ms", Algorithm::Bbr, 100);
    game.play(SHORT, 5);
    let time = game.play(LONG, 1);
    assert!(time < ms(2_500), "{time:?}");
}

/// A timeout while a window is open costs the window once, not again with each of the losses that came before it.
#[test]
fn losses_before_a_timeout_are_answered_once() {
    let mut game = fat("10ms", Algorithm::Cubic, 100);
    game.play(LONG, 3);
    game.send(0, LONG);
    game.sim.change(Change::Cut(0));
    game.sim.run_for(ms(150));
    game.sim.change(Change::Heal(0));
    game.receive(1, LONG);
    let time = game.play(LONG, 2);
    assert!(time < ms(400), "{time:?}");
}
