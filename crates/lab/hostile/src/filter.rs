//! Frames below the filters: compressed and encrypted ones that nobody made.

use crate::play::{Player, Swallow, identity, load};
use ferry_method::{Method, PeerId};
use ferry_method_filter::{Compression, Encryption, Filter, FilterOptions};
use std::time::Duration;

/// One input.
pub fn run(bytes: &[u8]) {
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
}
