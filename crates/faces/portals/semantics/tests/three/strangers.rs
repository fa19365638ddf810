//! Answers to what nobody asked, and bytes that are no heads.

use crate::network::{GET, Memory, Network, PUT, entry, forged, place, process, spec};
use ferry_portals::three::{
    AnswerHead, AnswerKind, DescriptorSpec, HeadError, OutgoingHead, RequestHead, StatusRegister,
};
use proptest::prelude::*;

/// A reply that was not asked for, from another than was asked, or longer, or twice.
#[test]
fn only_what_was_asked_for_comes_into_memory() {
    let mut net = Network::new(3);
    net.attach(1, &entry(5), spec(Memory::of(b"true"), GET), false);
    let (here, events) = (Memory::of(b"...."), net.queue(0));
    let into = DescriptorSpec { events: Some(events), ..spec(here, 0) };
    let into = net.ends[0].md_bind(into, false).unwrap();
    net.ends[0].get(into, None, &place(1, 5)).unwrap();
    let (_, request) = net.next().unwrap();
    let OutgoingHead::Request(head) = request.head else { panic!("a get is a request") };
    let reply = |token, length| forged(AnswerKind::Reply, token, length);
    for (from, head) in [
        (1, reply(head.token + 1, 4)),
        (1, reply(0, 4)),
        (2, reply(head.token, 4)),
        (1, reply(head.token, 5)),
        (1, forged(AnswerKind::Ack, head.token, 4)),
    ] {
        assert!(net.ends[0].answer(process(from), &head).is_none(), "{head:?} from {from}");
    }
    assert_eq!(net.ends[0].status(StatusRegister::DropCount), 5);
    net.carry(0, request);
    net.run();
    assert_eq!((here.bytes(), net.events(0, events).len()), (b"true".to_vec(), 2));
    assert!(net.ends[0].answer(process(1), &reply(head.token, 4)).is_none(), "it came already");
}

/// What was asked is forgotten with the descriptor, with the process, or when the target drops it.
#[test]
fn nothing_is_kept_for_answers_that_never_come() {
    let mut net = Network::new(2);
    let (here, events) = (Memory::of(b"...."), net.queue(0));
    let into = || DescriptorSpec { events: Some(events), ..spec(here, 0) };
    let md = net.ends[0].md_bind(into(), false).unwrap();
    // Nobody takes so many as may wait at a time, and again.
    for _ in 0..3 {
        for _ in 0..1 << 15 {
            net.ends[0].get(md, None, &place(1, 5)).unwrap();
        }
        net.run();
    }
    assert_eq!(net.ends[1].status(StatusRegister::DropCount), 3 << 15);
    net.attach(1, &entry(5), spec(Memory::of(b"late"), GET), false);
    net.ends[0].get(md, None, &place(1, 5)).unwrap();
    net.ends[0].md_unlink(md).unwrap();
    net.run();
    let md = net.ends[0].md_bind(into(), false).unwrap();
    net.ends[0].get(md, None, &place(1, 5)).unwrap();
    net.ends[0].lost(process(1));
    net.run();
    assert_eq!((here.bytes(), net.events(0, events).len()), (b"....".to_vec(), 0));
    assert_eq!(net.ends[0].status(StatusRegister::DropCount), 2);
}

/// An exchange without its bytes, or with others than it says.
#[test]
fn exchanges_are_whole_or_none() {
    let mut net = Network::new(2);
    let there = Memory::of(b"stay");
    net.attach(1, &entry(5), spec(there, PUT | GET), false);
    let own = net.ends[0].md_bind(spec(Memory::of(b"gone"), 0), false).unwrap();
    net.ends[0].get_put(own, own, &place(1, 5), 0).unwrap();
    let (_, request) = net.next().unwrap();
    let OutgoingHead::Request(head) = request.head else { panic!("it is a request") };
    let by = net.ends[0].owner();
    net.ends[1].exchange(by, &head, b"gon");
    net.ends[1].begin(by, &head);
    assert_eq!(
        (there.bytes(), net.ends[1].status(StatusRegister::DropCount)),
        (b"stay".to_vec(), 2)
    );
}

proptest! {
    #[test]
    fn heads_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        // Some can be said in two ways, of which the shorter is written.
        if let Ok(head) = RequestHead::decode(&bytes) {
            prop_assert!(head.encode().head().len() <= bytes.len());
            prop_assert_eq!(RequestHead::decode(head.encode().head()), Ok(head));
        }
        if let Ok(head) = AnswerHead::decode(&bytes) {
            prop_assert_eq!(head.encode().head().to_vec(), bytes);
        }
    }

    /// Whatever a request says, nothing outside the memory of its place is touched.
    #[test]
    fn requests_stay_inside(
        kind in 0..3u8,
        words in prop::array::uniform5(prop_oneof![0..12u64, any::<u64>(), Just(u64::MAX)]),
        index in 0..5u32,
    ) {
        let mut net = Network::new(2);
        let there = Memory::of(&[7; 8]);
        let options = PUT | GET | crate::network::REMOTE | crate::network::TRUNCATE;
        net.attach(1, &entry(0), spec(there, options), false);
        let mut bytes = vec![kind, 0];
        for word in [crate::network::UID, 1, index, 0] {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        let head = RequestHead::decode(&bytes).unwrap();
        let by = net.ends[0].owner();
        match net.ends[1].begin(by, &head) {
            ferry_portals::three::RequestOutcome::Arrives(arrival) => {
                prop_assert!(arrival.wanted() <= 8);
                if let Some(region) = arrival.region(0, arrival.len()) {
                    prop_assert!(region.len() <= 8);
                }
                arrival.write(0, &[9; 32][..arrival.len().min(32) as usize]);
                net.ends[1].finish(arrival, false);
            }
            _ => while let Some((_, out)) = net.next() { prop_assert!(out.data.len() <= 8); },
        }
        net.ends[1].exchange(by, &head, &[1; 8]);
    }
}

#[test]
fn a_head_cut_short_is_none() {
    assert_eq!(RequestHead::decode(&[0; RequestHead::LEN - 1]), Err(HeadError));
    assert_eq!(AnswerHead::decode(&[3; AnswerHead::LEN + 1]), Err(HeadError));
}
