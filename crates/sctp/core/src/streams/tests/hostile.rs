//! A peer that breaks the protocol is recognised, and costs no more than the bound.

use proptest::prelude::*;

use super::*;

/// Accepts all but the last, which must break the protocol.
fn violation(interleaving: bool, fragments: Vec<(u32, Fragment)>) -> Violation {
    let mut incoming = InboundStreams::new(
        IncomingConfig { largest_message: Some(1000), ..in_config(interleaving) },
        Tsn(0),
    );
    let last = fragments.len() - 1;
    let mut fragments = fragments.into_iter();
    for (tsn, fragment) in fragments.by_ref().take(last) {
        assert_eq!(incoming.accept(Tsn(tsn), fragment, false), Ok(Fate::Held));
    }
    let (tsn, fragment) = fragments.next().expect("the last");
    match incoming.accept(Tsn(tsn), fragment, false) {
        Err(violation) => violation,
        Ok(_) => incoming.advance(Tsn(tsn)).expect_err("it should have been noticed by now"),
    }
}

#[test]
fn violations_of_data_are_named() {
    let stream = StreamId(0);
    let cases = [
        (
            Violation::NoSuchStream { stream: StreamId(4), count: 4 },
            vec![(0, fragment(4, 0, 0, "BE", 1))],
        ),
        (Violation::NoUserData, vec![(0, fragment(0, 0, 0, "BE", 0))]),
        (
            Violation::UnexpectedBeginning(stream),
            vec![(0, fragment(0, 0, 0, "B", 1)), (1, fragment(0, 1, 0, "BE", 1))],
        ),
        (Violation::NoBeginning(stream), vec![(0, fragment(0, 0, 0, "E", 1))]),
        (
            Violation::NoEnding(stream),
            vec![
                (1, fragment(0, 1, 0, "BE", 1)),
                (0, fragment(0, 0, 0, "B", 1)),
                (2, fragment(0, 2, 0, "BE", 1)),
            ],
        ),
        (
            Violation::Contradiction(stream),
            vec![(0, fragment(0, 0, 0, "B", 1)), (1, fragment(0, 0, 0, "UE", 1))],
        ),
        (
            Violation::Contradiction(stream),
            vec![(1, fragment(0, 5, 0, "E", 1)), (0, fragment(0, 0, 0, "B", 1))],
        ),
        (
            Violation::Contradiction(StreamId(1)),
            vec![(0, fragment(0, 0, 0, "UB", 1)), (1, fragment(1, 0, 0, "UE", 1))],
        ),
        (
            Violation::Overlap(stream),
            vec![(1, fragment(0, 1, 0, "BE", 1)), (2, fragment(0, 1, 0, "BE", 1))],
        ),
        (
            Violation::StaleMessage(stream),
            vec![(0, fragment(0, 0, 0, "BE", 1)), (1, fragment(0, 0, 0, "BE", 1))],
        ),
        (
            Violation::TooLong { stream, most: 1000 },
            vec![(0, fragment(0, 0, 0, "B", 600)), (1, fragment(0, 0, 0, "", 401))],
        ),
    ];
    for (expected, fragments) in cases {
        assert_eq!(expected.is_fatal(), !matches!(expected, Violation::NoSuchStream { .. }));
        assert_eq!(violation(false, fragments), expected);
    }
}

#[test]
fn violations_of_interleaved_data_are_named() {
    let stream = StreamId(0);
    let cases = [
        (Violation::NoBeginning(stream), vec![(0, fragment(0, 0, 0, "E", 1))]),
        (
            Violation::Overlap(stream),
            vec![(0, fragment(0, 0, 0, "B", 1)), (1, fragment(0, 0, 0, "B", 1))],
        ),
        (
            Violation::Overlap(stream),
            vec![(1, fragment(0, 0, 3, "", 1)), (2, fragment(0, 0, 3, "", 1))],
        ),
        (
            Violation::BeyondEnd(stream),
            vec![(1, fragment(0, 0, 3, "E", 1)), (2, fragment(0, 0, 4, "", 1))],
        ),
        (
            Violation::BeyondEnd(stream),
            vec![(1, fragment(0, 0, 3, "E", 1)), (2, fragment(0, 0, 2, "E", 1))],
        ),
        (
            Violation::BeyondEnd(stream),
            vec![(1, fragment(0, 0, 3, "", 1)), (2, fragment(0, 0, 2, "E", 1))],
        ),
        (
            Violation::StaleMessage(stream),
            vec![(0, fragment(0, 0, 0, "BE", 1)), (1, fragment(0, 0, 1, "E", 1))],
        ),
        (
            Violation::TooLong { stream, most: 1000 },
            vec![(0, fragment(0, 0, 0, "B", 600)), (2, fragment(0, 0, 2, "", 401))],
        ),
    ];
    for (expected, fragments) in cases {
        assert_eq!(violation(true, fragments), expected);
    }
}

/// One association with a peer that sends nonsense until it is found out or all is done.
fn episode(random: &mut Random, interleaving: bool, partial_reliability: bool) {
    let first = u32::MAX - 20;
    let config = IncomingConfig {
        window: 5000,
        partial_delivery: 500,
        partial_reliability,
        stream_window: random.chance(50).then_some(2000),
        ..in_config(interleaving)
    };
    let mut incoming = InboundStreams::new(config, Tsn(first));
    let mut cumulative = Tsn(first.wrapping_sub(1));
    let mut found_out = false;
    // The association hands over each number once.
    let mut seen = std::collections::BTreeSet::new();
    // The first skip makes the receiver lenient, so some episodes begin with one.
    if random.chance(60) {
        incoming.forward(cumulative, []).expect("nothing is held");
    }
    for _ in 0..300 {
        let tsn = Tsn(first.wrapping_add(random.below(100) as u32));
        let stream = random.below(5) as u16;
        let mut taken = Ok(());
        match random.below(12) {
            0 => drop(incoming.read_any(1 + random.below(300))),
            1 => drop(incoming.read(StreamId(stream), 1 + random.below(300))),
            2 if random.chance(20) => {
                cumulative = cumulative.later(tsn);
                taken = incoming.advance(cumulative);
            }
            3 if random.chance(10) => {
                cumulative = cumulative.later(tsn);
                let skips = [Skip {
                    stream: StreamId(stream),
                    unordered: interleaving && random.chance(40),
                    message: MessageId(random.below(6) as u32),
                }];
                taken = incoming.forward(cumulative, skips);
            }
            4 if random.chance(10) => incoming.reset(StreamId(stream)),
            5 => drop(incoming.hold(StreamId(stream), random.chance(30))),
            6 => drop(incoming.poll_limit()),
            _ => {
                let flags: String = "UBE".chars().filter(|_| random.chance(50)).collect();
                let message = random.below(8) as u32;
                let number = if flags.contains('B') { 0 } else { 1 + random.below(4) as u32 };
                let fragment = fragment(stream, message, number, &flags, 1 + random.below(400));
                if tsn.after(cumulative) && seen.insert(tsn.0) {
                    taken = incoming.accept(tsn, fragment, random.chance(20)).map(drop);
                }
            }
        }
        assert!(incoming.held() <= 2 * (5000 + 4 * 2000), "memory bound");
        found_out |= taken.is_err_and(|violation| violation.is_fatal());
        // A peer that is found out goes on in some episodes: nothing of it is taken.
        if found_out && random.chance(80) {
            return;
        }
    }
    empty(&mut incoming, cumulative, found_out);
}

/// Whatever is left is of messages that are not complete, and those can be skipped.
fn empty(incoming: &mut InboundStreams, cumulative: Tsn, found_out: bool) {
    incoming.forward(cumulative.plus(1000), []).expect("no violation of its own");
    for stream in 0..4 {
        incoming.reset(StreamId(stream));
    }
    while incoming.read_any(usize::MAX).is_some() {}
    assert!(found_out || incoming.held() == 0, "{} are still held", incoming.held());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn nonsense_neither_panics_nor_grows(seed: u64, interleaving: bool, partial_reliability: bool) {
        let mut random = Random(seed);
        for _ in 0..20 {
            episode(&mut random, interleaving, partial_reliability);
        }
    }
}
