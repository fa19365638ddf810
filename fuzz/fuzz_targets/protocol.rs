//! Frames of point-to-point transfers.
#![no_main]

use ferry_fuzz::{SIZE, links, load};
use ferry_protocol::{Engine, Limits, handlers};
use libfuzzer_sys::fuzz_target;
use std::time::Duration;

fuzz_target!(|bytes: &[u8]| {
    let (mut link, tape) = links();
    let limits = Limits { bytes: 64 << 10, ..Limits::default() };
    let mut engine = Engine::new(SIZE, limits, false);
    load(&tape, bytes);
    for _ in 0..3 {
        link.poll(Duration::ZERO, &handlers(), &mut engine, |engine, peer, why| {
            engine.lose(peer, &why.to_string());
        });
        engine.flush(&mut link);
    }
    assert!(engine.kept_bytes() <= u64::from(SIZE) * (64 << 10), "more than all budgets");
});
