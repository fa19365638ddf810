//! The proof with which each TCP connection begins.

use crate::play::identity;
use ferry_method::PeerId;
use ferry_method_tcp::door::{Encoded, Kind, MESSAGE_LEN, Talk, VERSION, Verdict};

const ALL: [Kind; 4] = [Kind::Hello, Kind::Challenge, Kind::Proof, Kind::Verdict];

/// One input.
pub fn run(bytes: &[u8]) {
    let mut acceptor = Talk::new(&identity(0), VERSION, None);
    let mut opener = Talk::new(&identity(1), VERSION, Some(PeerId(0)));
    let hello = opener.say(Kind::Hello, Verdict::None).expect("randomness");
    for part in bytes.chunks_exact(MESSAGE_LEN) {
        let message: Encoded = part.try_into().expect("as long");
        // Bytes of the input laid over a message that is right.
        let laid: Encoded = std::array::from_fn(|i| message[i] ^ hello[i]);
        for message in [message, laid] {
            let _ = acceptor.hear(&message, &ALL);
            let _ = opener.hear(&message, &ALL);
        }
    }
}
