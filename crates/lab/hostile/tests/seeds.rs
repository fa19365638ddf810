//! Every decoder on its seeds, and on what chance makes of them.

use ferry_hostile::{DECODERS, Decoder};
use ferry_wire::{HEADER_LEN, HandlerId, Header, Share};
use std::path::Path;

/// Inputs made of each seed.
const CHANGED: usize = 100;
/// Longest input.
const LONGEST: usize = 8192;

/// The inputs that a decoder's fuzzing starts from.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/seeds").join(name);
    let files = std::fs::read_dir(&dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
    files.map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect()
}

/// A few bytes changed, left out, doubled or put in.
fn changed(seed: &[u8], dice: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..dice.usize(1..6) {
        let at = dice.usize(0..=bytes.len());
        let end = (at + dice.usize(0..16)).min(bytes.len());
        match dice.u8(0..5) {
            0 if at < end => bytes[at] ^= 1 << dice.u8(0..8),
            1 if at < end => bytes[at] = dice.u8(..),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            _ => {
                let fresh: Vec<u8> = (0..dice.usize(0..64)).map(|_| dice.u8(..)).collect();
                bytes.splice(at..at, fresh);
            }
        }
    }
    bytes.truncate(LONGEST);
    bytes
}

fn bears_all((name, run): Decoder) {
    let seeds = seeds(name);
    assert!(!seeds.is_empty(), "{name} has no seeds");
    let mut dice = fastrand::Rng::with_seed(0xF0E1);
    for seed in &seeds {
        run(seed);
        let mut input = seed.clone();
        for number in 0..CHANGED {
            // Some are changed on and on, most begin with the seed.
            input = changed(if number % 4 == 0 { &input } else { seed }, &mut dice);
            run(&input);
        }
    }
}

/// Handlers of the frames on a tape: sender, length of the payload, header.
fn handlers(mut tape: &[u8]) -> Vec<HandlerId> {
    let mut handlers = Vec::new();
    while let Some(([_, low, high], rest)) = tape.split_first_chunk()
        && let Ok((header, _)) = Header::decode(rest)
    {
        handlers.push(header.handler);
        let frame = HEADER_LEN + usize::from(u16::from_le_bytes([*low, *high]));
        tape = rest.get(frame..).unwrap_or_default();
    }
    handlers
}

/// A seed that no handler knows is a poor beginning.
#[test]
fn seeds_of_frames_are_for_handlers_that_there_are() {
    let messages: &[Share] = &[Share::TWO_SIDED, Share::TRANSFER];
    for (name, shares) in [
        ("two_sided", messages),
        ("nexus", &[Share::NEXUS]),
        ("nexus_cast", &[Share::NEXUS]),
        ("one_sided", &[Share::ONE_SIDED]),
        ("link", &[Share::LINKS]),
        ("portals", &[Share::PORTALS]),
        ("portals4", &[Share::PORTALS]),
    ] {
        let found: Vec<HandlerId> = seeds(name).iter().flat_map(|seed| handlers(seed)).collect();
        assert!(!found.is_empty(), "{name}");
        assert!(
            found.iter().all(|of| shares.iter().any(|share| share.contains(*of))),
            "{name}: {found:?}"
        );
    }
}

macro_rules! decoders {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            let decoder = DECODERS.iter().find(|(name, _)| *name == stringify!($name));
            bears_all(*decoder.expect("it is listed"));
        })*

        #[test]
        fn none_is_left_out() {
            let tested = [$(stringify!($name)),*];
            assert_eq!(DECODERS.map(|(name, _)| name), tested);
        }
    };
}

decoders! {
    attach_jobs config datagrams descriptors filter handshake header launcher link mplite nexus nexus_attach nexus_cast one_sided pmi portals portals4 ports sctp_endpoint sctp_operations sctp_packet table two_sided
}
