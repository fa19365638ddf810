//! What implementations agree on beyond RFC 9260: messages given up, streams that begin anew.

use std::time::Duration;

use ferry_netem::LinkSettings;

use crate::end::{Message, Patience, State};
use crate::pairs::{PeerPair, in_each};
use crate::world::clean;

fn lossy() -> LinkSettings {
    clean().loss("10%".parse().expect("a loss"))
}

/// Some of the messages arrive, in order, and the reliable one behind them does (RFC 3758).
#[test]
fn given_up_messages_hold_nobody_up() {
    let patiences = [Patience::Retransmissions(0), Patience::Lifetime(Duration::from_millis(20))];
    let sizes = [500, 5000];
    for (patience, size) in patiences.into_iter().flat_map(|p| sizes.map(|size| (p, size))) {
        for (pair, from) in PeerPair::ALL.into_iter().flat_map(|pair| [(pair, 0), (pair, 1)]) {
            for unordered in [false, true] {
                eprintln!(
                    "{pair:?}, end {from} gives up by {patience:?}, {size} bytes, unordered: {unordered}"
                );
                let mut world = pair.world(lossy(), 7);
                world.connect(from);
                for n in 0..300 {
                    let message = Message::new((n % 3) as u16, n, size).patience(patience);
                    let message = if unordered { message.unordered() } else { message };
                    world.send(from, message);
                    world.pass(Duration::from_millis(2));
                }
                world.send(from, Message::new(1, 1000, size));
                let last = |world: &crate::world::World| {
                    world.inbox[1 - from].iter().any(|message| message.number() == 1000)
                };
                world.until("the reliable message", 120, last);
                world.pass(Duration::from_secs(10));
                assert!(world.all(&State::Up));
                let got = &world.inbox[1 - from];
                // Within a lifetime there is time for retransmissions: all may arrive.
                let most = if patience == patiences[0] { 300 } else { 301 };
                assert!((5..=most).contains(&got.len()), "{} arrived", got.len());
                for stream in 0..3 {
                    let of = got.iter().filter(|message| message.stream == stream);
                    let numbers: Vec<u32> = of.map(Message::number).collect();
                    assert!(unordered || numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
                }
            }
        }
    }
}

/// A stream that was reset begins at 0 again and carries on (RFC 6525).
#[test]
fn streams_begin_anew() {
    for by in 0..2 {
        in_each(&PeerPair::ALL, |pair, world| {
            let rounds: u32 = if pair.resets_both_ways(by) { 1 } else { 3 };
            for round in 0..rounds {
                for n in 0..10 {
                    world.send(by, Message::new(3, round * 100 + n, 2000));
                    world.send(by, Message::new(4, round * 100 + n, 2000));
                }
                world.receive(1 - by, 20 * (round as usize + 1), 120);
                // The acknowledgements of the last messages come first.
                world.pass(Duration::from_secs(1));
                world.ends[by].reset(world.now, &[3]);
                let wanted = vec![3; round as usize + 1];
                world.until("the peer has seen it", 60, |world| {
                    world.ends[1 - by].peer_resets() == wanted
                });
                if pair.resets_both_ways(by) {
                    world.ends[1 - by].reset(world.now, &[3]);
                }
                world.until("the answer is there", 60, |world| {
                    world.ends[by].own_resets() == wanted
                });
            }
            let of = world.inbox[1 - by].iter().filter(|message| message.stream == 3);
            let numbers: Vec<u32> = of.map(Message::number).collect();
            let all = (0..rounds).flat_map(|round| (0..10).map(move |n| round * 100 + n));
            assert_eq!(numbers, all.collect::<Vec<_>>());
        });
    }
}
