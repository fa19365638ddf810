//! Messages that match by size, compared with two plain lists.

use ferry_matching::{Envelope, Matcher, Selector};
use ferry_wire::ContextId;
use proptest::collection::vec;
use proptest::prelude::*;

/// A receive with so much room, or a message of so many bytes.
#[derive(Clone, Debug)]
enum Step {
    Receive(Selector, u8),
    Message(Envelope, u8),
}

fn step() -> impl Strategy<Value = Step> {
    let wild = |what: u32| (what != 2).then_some(what);
    prop_oneof![
        (0..3u32, 0..3u32, 0..4u8).prop_map(move |(source, tag, room)| {
            let tag = wild(tag).map(|tag| tag as i32);
            Step::Receive(Selector { context: ContextId(0), source: wild(source), tag }, room)
        }),
        (0..2u32, 0..2i32, 0..4u8).prop_map(|(source, tag, len)| {
            Step::Message(Envelope { context: ContextId(0), source, tag }, len)
        }),
    ]
}

proptest! {
    #[test]
    fn the_first_that_fits_matches(steps in vec(step(), 1..60)) {
        let mut matcher: Matcher<(usize, u8), (usize, u8)> = Matcher::new();
        let mut posted: Vec<(usize, Selector, u8)> = Vec::new();
        let mut kept: Vec<(usize, Envelope, u8)> = Vec::new();
        for (number, step) in steps.into_iter().enumerate() {
            match step {
                Step::Receive(selector, room) => {
                    let fits = |(_, envelope, len): &(usize, Envelope, u8)| {
                        selector.accepts(envelope) && *len <= room
                    };
                    let expected = kept.iter().position(fits).map(|at| kept.remove(at).0);
                    let found = matcher.find_where(&selector, |(_, len)| *len <= room);
                    let found = found.and_then(|id| matcher.take_kept(id)).map(|(_, (n, _))| n);
                    prop_assert_eq!(found, expected);
                    if found.is_none() {
                        matcher.post(selector, (number, room));
                        posted.push((number, selector, room));
                    }
                }
                Step::Message(envelope, len) => {
                    let fits = |(_, selector, room): &(usize, Selector, u8)| {
                        selector.accepts(&envelope) && len <= *room
                    };
                    let expected = posted.iter().position(fits).map(|at| posted.remove(at).0);
                    let found = matcher.arrive_where(&envelope, |(_, room)| len <= *room);
                    prop_assert_eq!(found.map(|(n, _)| n), expected);
                    if found.is_none() {
                        matcher.keep(envelope, (number, len));
                        kept.push((number, envelope, len));
                    }
                }
            }
        }
    }
}
