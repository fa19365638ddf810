//! How associations end, and begin again.

use std::time::Duration;

use crate::end::{Message, State};
use crate::pairs::{PeerPair, in_each};
use crate::world::{World, clean};

fn is_lost(state: &State) -> bool {
    matches!(state, State::Lost(_))
}

#[test]
fn associations_stand_idle_and_end_in_order() {
    in_each(&PeerPair::ALL, |_, world| {
        world.pass(Duration::from_secs(200));
        assert!(world.all(&State::Up));
        world.ends[0].shutdown(world.now);
        world.until("both have ended", 60, |world| world.all(&State::Closed));
    });
}

/// What was sent before a shutdown arrives, whoever asks for it.
#[test]
fn a_shutdown_delivers_what_was_sent() {
    for by in 0..2 {
        in_each(&PeerPair::ALL, |pair, world| {
            for n in 0..40 {
                world.send(by, Message::new((n % 4) as u16, n, 10_000));
            }
            // All messages are in the sender's hands before it is told to end.
            world.until("all are taken", 60, World::is_all_taken);
            if !pair.flushes(by) {
                world.receive(1 - by, 40, 120);
            }
            world.ends[by].shutdown(world.now);
            world.receive(1 - by, 40, 120);
            world.until("both have ended", 60, |world| world.all(&State::Closed));
            assert_eq!(world.inbox[1 - by].len(), 40);
        });
    }
}

#[test]
fn an_abort_ends_both() {
    for by in 0..2 {
        in_each(&PeerPair::ALL, |pair, world| {
            if !pair.can_abort(by) {
                return;
            }
            // The only packet of an abort may be lost; whoever goes on sending then hears it again.
            for n in 0..200 {
                world.send(1 - by, Message::new(1, n, 1000));
            }
            world.ends[by].abort(world.now);
            world.until("the other is told", 200, |world| is_lost(&world.ends[1 - by].state()));
        });
    }
}

#[test]
fn silence_ends_both() {
    in_each(&PeerPair::ALL, |pair, world| {
        world.path.cut();
        world.send(0, Message::new(1, 1, 1000));
        world.send(1, Message::new(1, 1, 1000));
        let is_over = |world: &World| {
            let mut sides = (0..2).filter(|at| pair.gives_up(*at));
            sides.all(|at| is_lost(&world.ends[at].state()))
        };
        world.until("both have given up", 2000, is_over);
    });
}

/// Both ends connect at the same moment, and there is one association.
#[test]
fn simultaneous_connects_become_one_association() {
    for pair in PeerPair::ALL.into_iter().filter(|pair| pair.bears_collisions()) {
        for seed in 1..=5 {
            let mut world = pair.world(clean(), seed);
            world.ends[0].connect(world.now);
            world.ends[1].connect(world.now);
            world.until("both are up", 60, |world| world.all(&State::Up));
            for from in 0..2 {
                for n in 0..20 {
                    world.send(from, Message::new(1, n, 2000));
                }
            }
            world.receive(0, 20, 60);
            world.receive(1, 20, 60);
            world.pass(Duration::from_secs(10));
            assert!(world.all(&State::Up));
        }
    }
}

/// A peer that has forgotten the association and connects again gets it anew (RFC 9260 §5.2.4.1).
#[test]
fn a_peer_that_begins_anew_is_taken() {
    for pair in PeerPair::ALL.into_iter().filter(|pair| pair.bears_collisions()) {
        for seed in 1..=3 {
            let mut world = pair.world(clean(), seed);
            world.connect(0);
            world.send(0, Message::new(1, 1, 5000));
            world.send(1, Message::new(1, 1, 5000));
            world.receive(0, 1, 60);
            world.receive(1, 1, 60);
            // What is under way to the old one would make the new one answer with ABORTs.
            world.pass(Duration::from_secs(1));
            let [_, fresh] = pair.world(clean(), seed + 100).ends;
            world.ends[1] = fresh;
            world.ends[1].connect(world.now);
            world.until("it stands again", 60, |world| {
                world.all(&State::Up) && world.ends[0].restarts() == 1
            });
            for n in 2..20 {
                world.send(0, Message::new(1, n, 5000));
                world.send(1, Message::new(1, n, 5000));
            }
            world.receive(0, 19, 60);
            world.receive(1, 19, 60);
            assert_eq!(world.ends[0].restarts(), 1);
        }
    }
}

/// The same the other way round.
#[test]
fn ferry_may_begin_anew() {
    for pair in PeerPair::ALL.into_iter().filter(|pair| pair.bears_collisions()) {
        let mut world = pair.world(clean(), 1);
        world.connect(1);
        world.send(0, Message::new(1, 1, 5000));
        world.receive(1, 1, 60);
        world.pass(Duration::from_secs(1));
        let [fresh, _] = pair.world(clean(), 101).ends;
        world.ends[0] = fresh;
        world.ends[0].connect(world.now);
        world.until("it stands again", 60, |world| {
            world.all(&State::Up) && world.ends[1].restarts() == 1
        });
        for n in 2..20 {
            world.send(0, Message::new(1, n, 5000));
            world.send(1, Message::new(1, n, 5000));
        }
        world.receive(0, 18, 60);
        world.receive(1, 19, 60);
    }
}
