//! Remote service requests, startpoints and buffers.

use crate::play::{identity, links, load};
use ferry_config::Config;
use ferry_nexus::{Nexus, Url};

/// One input.
pub fn run(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = text.parse::<Url>();
    }
    let (link, tape) = links();
    let Ok(nexus) = Nexus::over(link, identity(0), &Config::new()) else { return };
    let _endpoint = nexus.endpoint();
    load(&tape, bytes);
    let _ = nexus.poll();
}
