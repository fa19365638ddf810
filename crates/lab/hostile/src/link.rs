//! Frames of the link layer's own: changes of method, forwarding.

use crate::play::{links, load};
use ferry_link::{ForwardRules, Handler, HandlerTable};
use ferry_method::Landing;
use std::time::Duration;

/// One input.
pub fn run(bytes: &[u8]) {
    let (mut link, tape) = links();
    link.set_forwarding(ForwardRules::parse("player:0-1>0;player:2-3>2").expect("rules"));
    let table = HandlerTable::<()>::new(Handler {
        frame: |_, _, _, _| {},
        begin: |_, _, _, len| {
            if len <= 1 << 20 { Landing::Heap(vec![0; len]) } else { Landing::Discard }
        },
        finish: |_, _, _, _| {},
    });
    load(&tape, bytes);
    for _ in 0..3 {
        link.poll(Duration::ZERO, &table, &mut (), |_, _, _| {});
    }
    assert!(link.forwarded().most_held <= 12 * (256 << 10), "more than all windows");
}
