//! Frames of point-to-point transfers.

use crate::play::{SIZE, links, load};
use ferry_link::{Face, Links};
use ferry_two_sided::{Limits, TwoSided};
use std::time::Duration;

/// One input.
pub fn run(bytes: &[u8]) {
    let (link, tape) = links();
    let mut link = Links::new(link);
    let limits = Limits { bytes: 64 << 10, ..Limits::default() };
    let mut engine = TwoSided::new(SIZE, limits, false);
    load(&tape, bytes);
    for _ in 0..3 {
        link.poll(Duration::ZERO, &mut engine);
        engine.flush(&mut link);
    }
    assert!(engine.transfer.kept_bytes() <= u64::from(SIZE) * (64 << 10), "more than all budgets");
}
