//! Remote service requests, startpoints and buffers.
#![no_main]

use ferry_config::Config;
use ferry_fuzz::{identity, links, load};
use ferry_nexus::{Nexus, Url};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = text.parse::<Url>();
    }
    let (link, tape) = links();
    let Ok(nexus) = Nexus::over(link, identity(0), &Config::new()) else { return };
    let _endpoint = nexus.endpoint();
    load(&tape, bytes);
    let _ = nexus.poll();
});
