//! Frames below the filters: compressed and encrypted ones that nobody made.
#![no_main]

use ferry_fuzz::{Player, Swallow, identity, load};
use ferry_method::{Method, PeerId};
use ferry_method_filter::{Compression, Encryption, Filter, FilterOptions};
use libfuzzer_sys::fuzz_target;
use std::time::Duration;

fuzz_target!(|bytes: &[u8]| {
    for encrypt in [None, Some(Encryption::default())] {
        let options = FilterOptions { compress: Some(Compression::default()), encrypt };
        let (player, tape) = Player::new();
        let mut filter = Filter::new(Box::new(player), &identity(0), options).expect("a filter");
        let descriptor = filter.descriptor();
        for peer in 1..4 {
            let _ = filter.attach(PeerId(peer), &descriptor);
        }
        load(&tape, bytes);
        filter.poll(Duration::ZERO, &mut Swallow);
    }
});
