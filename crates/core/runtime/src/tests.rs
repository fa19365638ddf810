//! How a rank waits, in virtual time.

use crate::{Habit, Idle, Patience, WaitSettings};
use std::time::Duration;

const POLL: Duration = Duration::from_nanos(10);
const SWITCH: Duration = Duration::from_nanos(1000);
const ALONE: Duration = Duration::from_nanos(300);

const fn us(microseconds: u64) -> Duration {
    Duration::from_micros(microseconds)
}

/// A process in virtual time, and what it did in its waits.
struct Rank {
    settings: WaitSettings,
    habit: Habit,
    time: Duration,
    spins: u32,
    yields: u32,
    moves: u32,
    sleeps: u32,
    /// Looks at the clock.
    clocks: u32,
    /// Somebody has the core for so long after the first of them.
    robbed: Duration,
}

impl Rank {
    fn new(turn: u32) -> Self {
        let settings = WaitSettings::for_host(2, 2, turn);
        let (habit, time) = (Habit::default(), Duration::ZERO);
        let robbed = Duration::ZERO;
        Rank { settings, habit, time, spins: 0, yields: 0, moves: 0, sleeps: 0, clocks: 0, robbed }
    }

    /// Waits for what comes `after` so long, or after the first yield where that is `None`. `yields`
    /// says how long the core is away each time.
    fn wait(&mut self, after: Option<Duration>, mut yields: impl FnMut() -> Duration) {
        (self.spins, self.yields, self.sleeps, self.clocks) = (0, 0, 0, 0);
        let begun = self.time;
        let mut patience = Patience::new(self.settings, &self.habit);
        loop {
            self.time += POLL;
            let time = self.time;
            match after {
                Some(after) if time - begun >= after => break,
                None if self.yields > 0 => break,
                _ => {}
            }
            let clocks = &mut self.clocks;
            let idle = patience.idle(&mut self.habit, || {
                *clocks += 1;
                time
            });
            if self.clocks > 0 {
                self.time += std::mem::take(&mut self.robbed);
            }
            match idle {
                Idle::Spin => self.spins += 1,
                Idle::Yield => {
                    self.yields += 1;
                    let took = yields();
                    self.time += took;
                    patience.gave(&mut self.habit, took);
                }
                Idle::Move => {
                    self.moves += 1;
                    self.habit.moved(true, self.time);
                }
                Idle::Spread(_) => self.moves += 1,
                Idle::Sleep => {
                    self.sleeps += 1;
                    break;
                }
            }
        }
        patience.found(&mut self.habit);
    }

    /// Waits for somebody who sits on the same core and works for `work` before the answer.
    fn wait_for_neighbour(&mut self, work: Duration) {
        self.wait(None, || SWITCH + work);
    }
}

#[test]
fn what_comes_soon_is_looked_for_without_letting_others_in() {
    let mut rank = Rank::new(0);
    for _ in 0..1000 {
        rank.wait(Some(us(1)), || unreachable!("a yield"));
    }
}

#[test]
fn who_lost_the_core_while_looking_does_not_look_at_the_clock_for_ever() {
    let mut rank = Rank::new(0);
    let (robbed, short) = (Duration::from_millis(1), Duration::from_nanos(120));
    for _ in 0..100 {
        rank.robbed = robbed;
        rank.wait(Some(robbed + us(5)), || ALONE);
        for _ in 0..20 {
            rank.wait(Some(short), || unreachable!("a yield"));
        }
        assert_eq!(rank.clocks, 0);
    }
}

#[test]
fn others_are_let_in_after_half_a_millisecond() {
    let mut rank = Rank::new(0);
    rank.wait(Some(us(1000)), || ALONE);
    assert_eq!(rank.sleeps, 0);
    // Nobody wanted the core: it is offered about once in a microsecond, not at every look.
    assert!((200..450).contains(&rank.yields), "{} yields", rank.yields);
}

#[test]
fn in_the_end_it_sleeps() {
    let mut rank = Rank::new(0);
    rank.wait(Some(us(1_000_000)), || ALONE);
    assert_eq!(rank.sleeps, 1);
    assert!((us(8_000)..us(8_100)).contains(&rank.time), "{:?}", rank.time);
    rank.settings.spin = Duration::ZERO;
    let before = rank.time;
    rank.wait(Some(us(1_000_000)), || unreachable!("a yield"));
    assert!(rank.sleeps == 1 && rank.time - before < us(3));
}

#[test]
fn longer_ways_are_given_their_time() {
    let mut rank = Rank::new(0);
    for _ in 0..50 {
        rank.wait(Some(us(400)), || ALONE);
    }
    rank.wait(Some(us(1000)), || unreachable!("a yield"));
    // Answers that come at once again make it short.
    for _ in 0..50 {
        rank.wait(Some(POLL), || unreachable!("a yield"));
    }
    rank.wait(Some(us(600)), || ALONE);
    assert!(rank.yields > 0);
}

#[test]
fn who_answers_from_the_same_core_gets_it_at_once() {
    let mut rank = Rank::new(0);
    for _ in 0..4 {
        rank.wait_for_neighbour(us(0));
        assert!(rank.spins > 0);
    }
    rank.wait_for_neighbour(us(0));
    assert_eq!((rank.spins, rank.yields), (0, 1));
    // When nobody else is there any more, it looks again first.
    let mut first = Some(ALONE);
    rank.wait(Some(us(2)), || first.take().unwrap_or(SWITCH));
    rank.wait(Some(us(2)), || unreachable!("a yield"));
}

#[test]
fn what_was_there_before_a_wait_does_not_say_where_it_is_from() {
    let mut rank = Rank::new(0);
    for _ in 0..8 {
        rank.wait_for_neighbour(us(0));
        rank.wait(Some(POLL), || unreachable!("a yield"));
    }
    rank.wait_for_neighbour(us(0));
    assert_eq!((rank.spins, rank.yields), (0, 1));
}

#[test]
fn two_that_share_a_core_part_and_the_first_of_them_goes() {
    let mut ranks = [Rank::new(0), Rank::new(1)];
    for _ in 0..80 {
        ranks.iter_mut().for_each(|rank| rank.wait_for_neighbour(us(0)));
    }
    assert_eq!([ranks[0].moves, ranks[1].moves], [1, 0]);
    for _ in 0..80 {
        ranks[1].wait_for_neighbour(us(0));
    }
    assert_eq!(ranks[1].moves, 1);
}

#[test]
fn short_work_of_others_in_between_keeps_nobody_together() {
    let mut rank = Rank::new(0);
    for wait in 0..200 {
        rank.wait_for_neighbour(if wait % 8 == 7 { us(60) } else { us(0) });
    }
    assert!(rank.moves > 0);
}

#[test]
fn moves_that_do_not_help_become_rare() {
    let mut rank = Rank::new(0);
    while rank.time < us(1_000_000) {
        rank.wait_for_neighbour(us(0));
    }
    assert!((8..12).contains(&rank.moves), "{} moves", rank.moves);
}

#[test]
fn who_works_for_long_may_stay_on_the_core() {
    let mut rank = Rank::new(0);
    for _ in 0..1000 {
        rank.wait_for_neighbour(us(10));
    }
    assert_eq!((rank.moves, rank.spins), (0, 0));
}

#[test]
fn after_a_program_had_the_core_the_answer_is_looked_for() {
    let mut rank = Rank::new(0);
    let slice = us(4000);
    rank.wait(Some(us(12_000)), || slice);
    // Three times the neighbour's slice, each after looking anew; its time is not the rank's own.
    assert_eq!((rank.yields, rank.sleeps), (3, 0));
    assert!(rank.spins > 100_000, "{} spins", rank.spins);
    rank.wait(Some(us(1_000_000)), || slice);
    assert_eq!((rank.yields, rank.sleeps), (11, 1));
}

#[test]
fn behind_a_program_it_is_tried_now_and_then_where_answers_come_from() {
    let slice = us(4000);
    let mut rank = Rank::new(0);
    let mut spins = Vec::new();
    for _ in 0..40 {
        rank.wait(None, || slice);
        spins.push(rank.spins);
    }
    // The sender may be on this core, behind the program: to look would hold it up. One time in many it is
    // looked for as long as can be.
    assert!(spins[5..16].iter().all(|spins| *spins == 0), "{spins:?}");
    let tries = spins[5..].iter().filter(|spins| **spins > 150_000).count();
    assert_eq!(tries, 2, "{spins:?}");
    // The sender is elsewhere: one such try finds out, and the program gets no turn for each answer.
    let mut yields = 0;
    for _ in 0..100 {
        rank.wait(Some(us(30)), || slice);
        yields += rank.yields;
    }
    assert!(yields <= 20, "{yields} yields");
}

#[test]
fn with_cores_short_one_never_spins() {
    let mut rank = Rank::new(0);
    rank.settings = WaitSettings::for_host(8, 2, 0);
    rank.wait(Some(us(1_000_000)), || SWITCH);
    assert_eq!((rank.spins, rank.yields, rank.sleeps), (0, 16, 1));
}

#[test]
fn settings_are_told() {
    assert!(WaitSettings::for_host(2, 2, 0).to_string().contains("sleeps after 8ms"));
    assert!(WaitSettings::for_host(3, 2, 0).to_string().contains("16 times"));
}
