//! Single frames: sizes, landings, headers.

use crate::{Dice, LandsIn, Mesh, Subject, pattern};
use ferry_method::{HandlerId, Header, PeerId, StreamId};

const SIZES: [usize; 34] = [
    0,
    1,
    7,
    8,
    39,
    40,
    41,
    42,
    43,
    44,
    45,
    46,
    47,
    48,
    49,
    63,
    64,
    65,
    255,
    256,
    257,
    2047,
    2048,
    2049,
    4095,
    4096,
    4097,
    65535,
    65536,
    65537,
    (1 << 20) - 1,
    1 << 20,
    (1 << 20) + 1,
    64 << 20,
];

/// Every class of size, landing in the user's memory.
pub fn every_size_in_memory(subject: &Subject) {
    every_size(subject, LandsIn::Memory);
}

/// Every class of size, landing amid bytes of the user's that must not change.
pub fn every_size_within_a_region(subject: &Subject) {
    every_size(subject, LandsIn::Part);
}

/// Every class of size, landing in buffers of Ferry's.
pub fn every_size_on_the_heap(subject: &Subject) {
    every_size(subject, LandsIn::Heap);
}

/// Every class of size, thrown away; what follows is unharmed.
pub fn every_size_discarded(subject: &Subject) {
    every_size(subject, LandsIn::Discard);
}

fn every_size(subject: &Subject, place: LandsIn) {
    let mut mesh = Mesh::new(subject, 2);
    let (from, to) = mesh.ends();
    mesh.sink(to).place = place;
    let longest = mesh.method(from).attributes().max_frame.min(subject.longest);
    for (i, len) in SIZES.into_iter().filter(|len| *len <= longest).enumerate() {
        let payload = pattern(i as u64, len);
        let header = Header { bits: i as u64, ..Header::new(HandlerId(3)) };
        mesh.send((from, to), &header, &payload);
        mesh.until("the frame arrives", |mesh| !mesh.sink(to).arrivals.is_empty());
        let arrivals = mesh.take(to);
        assert_eq!(arrivals.len(), 1, "one frame of {len} bytes came as several");
        assert_eq!(arrivals[0].header, header);
        assert_eq!(arrivals[0].peer, PeerId(from as u32));
        assert_eq!(arrivals[0].len, len);
        let came = arrivals[0].payload.as_ref();
        assert!(came.is_some() || place == LandsIn::Discard);
        assert!(came.is_none_or(|came| *came == payload), "{len} bytes were changed on the way");
    }
}

/// All fields of a header arrive as they were sent.
pub fn headers_arrive_intact(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 2);
    let (from, to) = mesh.ends();
    let mut dice = Dice::new(1);
    let extreme = Header {
        handler: HandlerId(u8::MAX),
        flags: u8::MAX,
        stream: StreamId(u16::MAX),
        bits: u64::MAX,
        words: [u64::MAX; 2],
    };
    let random = (0..500).map(|_| Header {
        handler: HandlerId(dice.roll() as u8),
        flags: dice.roll() as u8,
        stream: StreamId(dice.roll() as u16),
        bits: dice.roll(),
        words: [dice.roll(), dice.roll()],
    });
    for header in [Header::default(), extreme].into_iter().chain(random) {
        mesh.send((from, to), &header, b"payload");
        mesh.until("the frame arrives", |mesh| !mesh.sink(to).arrivals.is_empty());
        let arrival = mesh.take(to).remove(0);
        assert_eq!(arrival.header, header);
        assert_eq!(arrival.payload.as_deref(), Some(&b"payload"[..]));
    }
}
