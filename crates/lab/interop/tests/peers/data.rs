//! Messages: all arrive once, unchanged, ordered ones in order.

use std::time::Duration;

use crate::end::{Message, State};
use crate::pairs::{PeerPair, in_each};
use crate::world::World;

/// Sends messages, waits for them and compares.
fn exchange(world: &mut World, from: usize, messages: Vec<Message>, seconds: u64) {
    let before = world.inbox[1 - from].len();
    for message in messages.clone() {
        world.send(from, message);
    }
    world.receive(1 - from, before + messages.len(), seconds);
    let mut got = world.inbox[1 - from].split_off(before);
    let mut sent = messages;
    // Between streams there is no order; nor is there among unordered messages.
    let unordered: Vec<(u16, u32)> =
        sent.iter().filter(|m| m.unordered).map(|m| (m.stream, m.number())).collect();
    let key = |m: &Message| {
        let is_unordered = unordered.contains(&(m.stream, m.number()));
        (m.stream, is_unordered, if is_unordered { m.number() } else { 0 })
    };
    got.sort_by_key(key);
    sent.sort_by_key(key);
    assert_eq!(got.len(), sent.len(), "nothing arrives twice");
    for (got, sent) in got.iter().zip(&sent) {
        assert_eq!((got.stream, got.number()), (sent.stream, sent.number()));
        assert!(got.payload == sent.payload, "stream {} number {}", sent.stream, sent.number());
    }
}

#[test]
fn small_messages_on_many_streams() {
    in_each(&PeerPair::ALL, |_, world| {
        for from in 0..2 {
            let one = |n: u32| {
                let message = Message::new((n % 10) as u16, n, 4 + (n as usize * 37) % 3000);
                if n.is_multiple_of(3) { message.unordered() } else { message }
            };
            exchange(world, from, (0..300).map(one).collect(), 120);
        }
    });
}

#[test]
fn large_messages() {
    in_each(&PeerPair::ALL, |_, world| {
        for from in 0..2 {
            let sizes = [1 << 20, 300_000, 10, 1_000_000, 65_536, 1];
            let one = |(n, size): (u32, usize)| Message::new((n % 2) as u16, n, size.max(4));
            exchange(world, from, (0..).zip(sizes).map(one).collect(), 300);
        }
    });
}

#[test]
fn both_ways_at_once() {
    in_each(&PeerPair::ALL, |_, world| {
        for n in 0..100 {
            for from in 0..2 {
                world.send(from, Message::new((n % 5) as u16, n, 20_000));
            }
        }
        world.receive(0, 100, 300);
        world.receive(1, 100, 300);
        for inbox in &world.inbox {
            for stream in 0..5_u32 {
                let of = inbox.iter().filter(|m| u32::from(m.stream) == stream);
                let numbers: Vec<u32> = of.map(Message::number).collect();
                assert_eq!(numbers, (0..100).filter(|n| n % 5 == stream).collect::<Vec<_>>());
            }
        }
    });
}

/// A reader that does not read holds the sender up, and the association lives on probes of the window
/// until it does (RFC 9260 §6.1 A).
#[test]
fn a_reader_that_sleeps_is_waited_for() {
    in_each(&PeerPair::ALL, |pair, world| {
        if !pair.has_ferry() {
            return;
        }
        world.asleep[0] = true;
        for n in 0..60 {
            world.send(1, Message::new(1, n, 50_000));
        }
        world.pass(Duration::from_secs(30));
        assert!(world.all(&State::Up), "a window of zero is no failure");
        world.asleep[0] = false;
        world.receive(0, 60, 600);
        let numbers: Vec<u32> = world.inbox[0].iter().map(Message::number).collect();
        assert_eq!(numbers, (0..60).collect::<Vec<_>>());
    });
}

/// Both ends know whether messages are interleaved; where they are, short ones pass a long one
/// (RFC 8260).
#[test]
fn short_messages_pass_long_ones_where_both_interleave() {
    in_each(&PeerPair::ALL, |pair, world| {
        if !pair.has_ferry() {
            return;
        }
        assert_eq!(world.ends[0].interleaves(), pair.interleaves());
        assert_eq!(world.ends[1].interleaves(), pair.interleaves());
        for from in 0..2 {
            let before = world.inbox[1 - from].len();
            world.send(from, Message::new(1, 0, 1 << 20));
            world.pass(Duration::from_millis(5));
            for n in 1..=5 {
                world.send(from, Message::new(2, n, 100));
            }
            world.receive(1 - from, before + 6, 120);
            let last = world.inbox[1 - from].last().expect("six came");
            // Without, the short ones pass it only where a loss holds the long one up.
            assert!(!pair.interleaves() || last.number() == 0, "end {from} sent");
        }
    });
}
