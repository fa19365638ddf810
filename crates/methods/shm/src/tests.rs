//! What happens when processes do not keep the rules, or die where it hurts.

use crate::inbox::Inbox;
use crate::layout::{Claim, RoomPiece, occupy, piece};
use crate::method::{ShmMethod, ShmOptions};
use crate::shuttle::Home;
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

/// Two ends that have opened each other.
fn pair() -> [ShmMethod; 2] {
    let [mut a, mut b] = [method(0), method(1)];
    a.attach(PeerId(1), &b.descriptor()).unwrap();
    b.attach(PeerId(0), &a.descriptor()).unwrap();
    [a, b]
}

/// Sends a payload of so many bytes to `peer`, which must arrive as it is.
fn cross(from: &mut ShmMethod, to: &mut ShmMethod, peer: PeerId, len: usize) {
    let payload: Vec<u8> = (0..len).map(|at| (at * 3 % 253 + len % 3) as u8).collect();
    let (header, mut done, mut sink) = (Header::new(HandlerId(1)), 0, Kept::default());
    while !from.send(peer, &header, &payload, &mut done).unwrap() {
        to.poll(Now::ZERO, &mut sink);
    }
    for _ in 0..1000 {
        if !sink.0.is_empty() {
            break;
        }
        to.poll(Now::ZERO, &mut sink);
    }
    assert!(sink.0 == [payload], "{len} bytes");
}

/// Shuttles that are at this end.
fn shuttles(end: &mut ShmMethod, peer: PeerId) -> Vec<Home> {
    end.opened(peer).unwrap().berth.here().to_vec()
}

#[test]
fn an_answer_goes_where_the_message_came() {
    let (there, back) = (PeerId(1), PeerId(0));
    let [mut a, mut b] = pair();
    for len in [1000, 8192, 16_384, 1000, 20_000, 100_000, 262_144] {
        // The longest leave by shuttle only after others as long.
        for _ in 0..40 {
            cross(&mut a, &mut b, there, len);
            cross(&mut b, &mut a, back, len);
        }
        cross(&mut a, &mut b, there, len);
        // The one that this message took is what came last.
        assert_eq!(shuttles(&mut a, PeerId(1)), []);
        assert_eq!(shuttles(&mut b, PeerId(0)), [Home::ThisSlot, Home::OtherSlot]);
        cross(&mut b, &mut a, back, len);
        assert_eq!(shuttles(&mut a, PeerId(1)), [Home::ThisSlot]);
    }
}

#[test]
fn who_has_no_shuttle_uses_the_room_and_gets_one_with_an_answer() {
    let (there, back) = (PeerId(1), PeerId(0));
    let [mut a, mut b] = pair();
    for _ in 0..50 {
        cross(&mut a, &mut b, there, 5000);
    }
    assert_eq!(shuttles(&mut b, PeerId(0)).len(), 2);
    cross(&mut b, &mut a, back, 5000);
    cross(&mut b, &mut a, back, 5000);
    assert_eq!(shuttles(&mut a, PeerId(1)), [Home::ThisSlot, Home::OtherSlot]);
    for _ in 0..50 {
        cross(&mut b, &mut a, back, 5000);
        cross(&mut a, &mut b, there, 5000);
    }
}

#[test]
fn what_finds_no_shuttle_is_better_announced() {
    let options = ShmOptions { clock: Some(ferry_sys::Clock::start()), ..ShmOptions::default() };
    let crowded = ShmOptions { crowded: true, ..options.clone() };
    let (there, mut b) = (PeerId(1), method(1));
    let sender = |options| {
        let mut sender = ShmMethod::new(&identity(0, 3), options).unwrap();
        sender.attach(there, &b.descriptor()).unwrap();
        sender
    };
    let (mut a, crowded) = (sender(options), sender(crowded));
    let long = [16_384, 65_536];
    assert!(long.iter().all(|len| !a.is_better_announced(there, *len)), "its own is there");
    cross(&mut a, &mut b, there, 5000);
    assert!(long.iter().all(|len| a.is_better_announced(there, *len)));
    assert!(!a.is_better_announced(there, 16_383) && !a.is_better_announced(PeerId(2), 65_536));
    b.attach(PeerId(0), &a.descriptor()).unwrap();
    cross(&mut b, &mut a, PeerId(0), 5000);
    assert!(long.iter().all(|len| !a.is_better_announced(there, *len)), "it is back");
    let mut crowded = crowded;
    assert!(crowded.send(there, &Header::new(HandlerId(1)), &[7; 5000], &mut 0).unwrap());
    assert!(!crowded.is_better_announced(there, 65_536));
}

#[test]
fn a_shuttle_that_came_before_anything_was_sent_is_kept() {
    let (mut receiver, mut sender, mut sink) = (method(0), method(1), Kept::default());
    sender.attach(PeerId(0), &receiver.descriptor()).unwrap();
    cross(&mut sender, &mut receiver, PeerId(0), 2000);
    receiver.attach(PeerId(1), &sender.descriptor()).unwrap();
    assert_eq!(shuttles(&mut receiver, PeerId(1)), [Home::ThisSlot, Home::OtherSlot]);
    cross(&mut receiver, &mut sender, PeerId(1), 2000);
    assert_eq!(receiver.poll(Now::ZERO, &mut sink), 0);
}

#[test]
fn a_shuttle_lands_once() {
    let (mut receiver, mut sender, mut sink) = (method(0), method(1), Kept::default());
    sender.attach(PeerId(0), &receiver.descriptor()).unwrap();
    let (header, payload) = (Header::new(HandlerId(1)), [7; 2000]);
    assert!(sender.send(PeerId(0), &header, &payload, &mut 0).unwrap());
    // Taken by a look that does not hear what the slots tell, as when the dead are buried.
    assert_eq!(receiver.inbox.poll(&mut sink), 1);
    receiver.attach(PeerId(1), &sender.descriptor()).unwrap();
    assert!(receiver.send(PeerId(1), &header, &payload, &mut 0).unwrap());
    assert_eq!(receiver.poll(Now::ZERO, &mut sink), 0);
    assert_eq!(shuttles(&mut receiver, PeerId(1)), [Home::ThisSlot]);
}

#[test]
fn a_shuttle_that_is_none_ends_the_sender() {
    let shuttle = |offset, total| RoomPiece { words: [0; 2], position: 0, offset, total };
    for (kind, cell) in [
        (piece::SHUTTLE, shuttle(2, 100)),
        // That of the other slot, which this process has not opened.
        (piece::SHUTTLE, shuttle(1, 100)),
        (piece::SHUTTLE_STREAM, shuttle(0, 1 << 40)),
    ] {
        let (mut receiver, mut sender, mut sink) = (method(0), method(1), Kept::default());
        sender.attach(PeerId(0), &receiver.descriptor()).unwrap();
        let header = Header::new(HandlerId(1));
        sender.opened(PeerId(0)).unwrap().push_raw(&header, kind, 100, &cell.encode());
        receiver.poll(Now::ZERO, &mut sink);
        assert_eq!((receiver.counters().refused, sink.0.len()), (1, 0), "{cell:?}");
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
