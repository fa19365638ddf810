//! What is said at a door: greetings, proofs, verdicts, and the tables and startpoints in them.

use crate::play::{identity, links};
use ferry_config::Config;
use ferry_nexus::{Nexus, hear_at_door};

/// One input.
pub fn run(bytes: &[u8]) {
    let (link, _) = links();
    let Ok(nexus) = Nexus::over(link, identity(0), &Config::new()) else { return };
    assert!(!hear_at_door(&nexus, bytes), "a stranger is let in");
}
