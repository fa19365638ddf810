//! What processes that meet make of bytes that anybody may have sent, for whoever tries that with any bytes.

use super::calling::{ANSWER, given, read_line};
use super::listening::{OFFER, offered};
use crate::key::JobKey;
use crate::sealed;

/// Processes of the job.
const SIZE: u32 = 5;
const OWN: [u32; 2] = [1, 3];

/// Hears `bytes` as each word of the handshake, as one says it who has the key, and as records of a connection whose
/// other end has proven it (true: one was opened that nobody has sealed).
#[doc(hidden)]
pub fn hear_at_handshake(bytes: &[u8]) -> bool {
    if let Ok(line) = read_line(&mut &bytes[..], OFFER) {
        let ranks = offered(&line, SIZE).unwrap_or_default();
        assert!(ranks.iter().all(|rank| *rank < SIZE), "{ranks:?}: there are {SIZE} processes");
    }
    if let Ok(line) = read_line(&mut &bytes[..], ANSWER) {
        let rank = given(&line, &OWN);
        assert!(rank.is_none_or(|rank| OWN.contains(&rank)), "{rank:?} was not offered");
    }
    sealed::opens_any(bytes, &JobKey::of([5; 32]))
}
