//! The proof with which each TCP connection begins.

use crate::play::identity;
use ferry_method::PeerId;
use ferry_method_tcp::door::{
    Acceptance, Encoded, HandshakeStep, HandshakeTalk, MESSAGE_LEN, VERSION,
};

const ALL: [HandshakeStep; 4] =
    [HandshakeStep::Hello, HandshakeStep::Challenge, HandshakeStep::Proof, HandshakeStep::Verdict];

/// One input.
pub fn run(bytes: &[u8]) {
    let mut acceptor = HandshakeTalk::new(&identity(0), VERSION, None);
    let mut opener = HandshakeTalk::new(&identity(1), VERSION, Some(PeerId(0)));
    let hello = opener.say(HandshakeStep::Hello, Acceptance::None).expect("randomness");
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
