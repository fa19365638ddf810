//! What happens when processes do not keep the rules, or die where it hurts.

use crate::inbox::Inbox;
use crate::layout::{Claim, occupy};
use crate::method::{ShmMethod, ShmOptions};
use ferry_conformance::identity;
use ferry_method::{HandlerId, Header, Landing, Method, MethodError, Now, PeerId, Sink};
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts what arrives.
#[derive(Default)]
struct Arrivals(Vec<PeerId>);

impl Sink for Arrivals {
    fn frame(&mut self, from: PeerId, _: &Header, _: &[u8]) {
        self.0.push(from);
    }

    fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
        Landing::Discard
    }

    fn finish(&mut self, from: PeerId, _: &Header, _: Landing) {
        self.0.push(from);
    }

    fn lost(&mut self, _: PeerId, _: MethodError) {}
}

fn method(me: u32) -> ShmMethod {
    ShmMethod::new(&identity(me, 3), ShmOptions::default()).unwrap()
}

fn words(inbox: &Inbox) -> (&AtomicU64, &AtomicU64) {
    (&inbox.front.claims[0], &inbox.front.claims[1])
}

fn send(from: &mut ShmMethod, to: &ShmMethod) {
    from.attach(PeerId(0), &to.descriptor()).unwrap();
    assert!(from.send(PeerId(0), &Header::new(HandlerId(1)), b"x", &mut 0).unwrap());
}

#[test]
fn a_sender_that_dies_while_it_claims_a_slot_leaves_nothing_to_do() {
    let (mut receiver, mut second) = (method(0), method(2));
    let mut sink = Arrivals::default();
    // The first half of a claim; the sender ends before the second.
    let dead = Claim { peer: 1, pid: 1, by_board: false };
    assert!(occupy(words(&receiver.inbox).0, dead));
    assert_eq!(receiver.poll(Now::ZERO, &mut sink), 0);
    assert!(receiver.inbox.slots.is_empty(), "a slot was mapped that nobody has announced");
    send(&mut second, &receiver);
    for _ in 0..100 {
        receiver.poll(Now::ZERO, &mut sink);
    }
    assert_eq!(sink.0, [PeerId(2)]);
    assert_eq!(receiver.inbox.slots.len(), 2);
    assert_eq!(receiver.counters().refused, 0);
}

#[test]
fn a_slot_of_nobody_is_looked_at_once_and_hides_no_other() {
    for stranger in [0, Claim { peer: 99, pid: 7, by_board: false }.to_word()] {
        let (mut receiver, mut second) = (method(0), method(2));
        let mut sink = Arrivals::default();
        words(&receiver.inbox).0.store(stranger, Ordering::SeqCst);
        receiver.inbox.front.words.claims.0.claimed.store(1, Ordering::SeqCst);
        for _ in 0..100 {
            receiver.poll(Now::ZERO, &mut sink);
        }
        assert_eq!(receiver.counters().refused, 1, "looked at again and again");
        send(&mut second, &receiver);
        receiver.poll(Now::ZERO, &mut sink);
        assert_eq!(sink.0, [PeerId(2)]);
    }
}

#[test]
fn one_long_message_is_taken_at_a_time() {
    for len in [5_000, 300_000] {
        let (mut receiver, mut sender) = (method(0), method(1));
        let mut sink = Arrivals::default();
        sender.attach(PeerId(0), &receiver.descriptor()).unwrap();
        for _ in 0..4 {
            // All of a long one may not find room at once.
            let (header, mut done) = (Header::new(HandlerId(1)), 0);
            while !sender.send(PeerId(0), &header, &vec![7; len], &mut done).unwrap() {
                receiver.poll(Now::ZERO, &mut sink);
            }
        }
        let mut taken = sink.0.len();
        while sink.0.len() < 4 {
            receiver.poll(Now::ZERO, &mut sink);
            assert!(sink.0.len() <= taken + 1, "two of {len} bytes in one poll");
            taken = sink.0.len();
        }
    }
}

/// Keeps the bytes that arrive.
#[derive(Default)]
struct Kept(Vec<Vec<u8>>);

impl Sink for Kept {
    fn frame(&mut self, _: PeerId, _: &Header, bytes: &[u8]) {
        self.0.push(bytes.to_vec());
    }

    fn begin(&mut self, _: PeerId, _: &Header, len: usize) -> Landing {
        Landing::Heap(vec![0; len])
    }

    fn finish(&mut self, _: PeerId, _: &Header, landing: Landing) {
        let Landing::Heap(bytes) = landing else { panic!("no landing of this sink") };
        self.0.push(bytes);
    }

    fn lost(&mut self, _: PeerId, _: MethodError) {}
}

#[test]
fn what_goes_around_the_caches_arrives_as_it_was_sent() {
    let clock = Some(ferry_sys::Clock::start());
    let sender = ShmOptions { clock, ..ShmOptions::default() };
    let mut sender = ShmMethod::new(&identity(1, 3), sender).unwrap();
    let (mut receiver, mut sink) = (method(0), Kept::default());
    sender.attach(PeerId(0), &receiver.descriptor()).unwrap();
    let header = Header::new(HandlerId(1));
    assert!(sender.send(PeerId(0), &header, b"opens the outbox", &mut 0).unwrap());
    receiver.poll(Now::ZERO, &mut sink);
    for len in [1, 1000, 2048, 5001, 8192, 8193, 100_000, 300_001] {
        let payload: Vec<u8> = (0..len).map(|at| (at % 251) as u8).collect();
        // A trial may have found that the reader is near.
        sender.opened(PeerId(0)).unwrap().room.believe_in_far_reader();
        let mut done = 0;
        while !sender.send(PeerId(0), &header, &payload, &mut done).unwrap() {
            receiver.poll(Now::ZERO, &mut sink);
        }
        for _ in 0..1000 {
            receiver.poll(Now::ZERO, &mut sink);
        }
        assert!(sink.0.pop() == Some(payload), "{len} bytes");
    }
}

#[test]
fn a_claim_survives_its_word() {
    for claim in [
        Claim { peer: 0, pid: 1, by_board: false },
        Claim { peer: u32::MAX - 1, pid: 1 << 22, by_board: true },
    ] {
        assert_eq!(Claim::of_word(claim.to_word()), Some(claim));
    }
    assert_eq!(Claim::of_word(0), None);
}
