//! Frames of the link layer's own: changes of method, forwarding.

use crate::play::{Swallow, links, load};
use ferry_link::ForwardRules;
use std::time::Duration;

/// One input.
pub fn run(bytes: &[u8]) {
    let (mut link, tape) = links();
    link.set_forwarding(ForwardRules::parse("player:0-1>0;player:2-3>2").expect("rules"));
    load(&tape, bytes);
    for _ in 0..3 {
        link.poll(Duration::ZERO, &mut Swallow);
    }
    assert!(link.forwarded().most_held <= 12 * (256 << 10), "more than all windows");
}
