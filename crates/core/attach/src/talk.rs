//! What two processes say to each other at a door.
//!
//! ```text
//! visitor                                     door
//!   | -- Hello      nonce, face, path ------>  |   only whoever has the URL's key gets an answer
//!   | <- Challenge  nonce, person -----------  |   fresh nonce: the door is no replay
//!   | -- Proof      person, word ----------->  |   nor is the visitor
//!   | <- Verdict    code, word --------------  |   both know how the other is reached
//! ```
//!
//! Each message has a length before it and a mac at its end: HMAC-SHA-256 under the key over all
//! earlier messages and its own bytes. The secret of the links follows from the key and both
//! nonces.

use crate::DoorKey;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

const MAGIC: [u8; 4] = *b"FRYA";
const VERSION: u8 = 2;
const MAC_LEN: usize = 32;
/// Bytes before the body.
const FRONT: usize = 6;
/// Longest body from somebody who has not shown that it has the key.
const LONGEST_OF_STRANGER: usize = 2 << 10;
/// Longest body from somebody who has, or who repeats the hello of somebody who has.
pub(crate) const LONGEST: usize = 1 << 20;

/// Kinds of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Say {
    Hello = 1,
    Challenge = 2,
    Proof = 3,
    Verdict = 4,
}

/// Why a message was not believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum AttachDisbelief {
    #[error("what it sent is no message of Ferry's")]
    Nonsense,
    #[error("it speaks version {0} of the protocol, this Ferry {VERSION}")]
    Version(u8),
    #[error("its key is not the right one")]
    Key,
}

/// One end's view of what was said.
pub(crate) struct AttachTalk {
    mac: Hmac<Sha256>,
}

impl AttachTalk {
    pub(crate) fn new(key: &DoorKey) -> Self {
        let mut mac = keyed(key);
        mac.update(b"ferry attach");
        AttachTalk { mac }
    }

    /// A message, as it is sent after its length.
    pub(crate) fn seal(&mut self, kind: Say, body: &[u8]) -> Vec<u8> {
        let mut message = MAGIC.to_vec();
        message.extend([VERSION, kind as u8]);
        message.extend(body);
        self.mac.update(&message);
        message.extend(self.mac.clone().finalize().into_bytes());
        message
    }

    /// The body of a message that is believed.
    pub(crate) fn open<'m>(
        &mut self,
        kind: Say,
        message: &'m [u8],
    ) -> Result<&'m [u8], AttachDisbelief> {
        let body = peek(kind, message)?;
        let (signed, mac) = message.split_at(message.len() - MAC_LEN);
        self.mac.update(signed);
        // Compares in constant time.
        self.mac.clone().verify_slice(mac).map_err(|_| AttachDisbelief::Key)?;
        Ok(body)
    }
}

/// The body of a message that has not been checked.
pub(crate) fn peek(kind: Say, message: &[u8]) -> Result<&[u8], AttachDisbelief> {
    let end = message.len().checked_sub(MAC_LEN).filter(|end| *end >= FRONT);
    let (front, body) = message[..end.ok_or(AttachDisbelief::Nonsense)?].split_at(FRONT);
    if front[..4] != MAGIC {
        return Err(AttachDisbelief::Nonsense);
    }
    if front[4] != VERSION {
        return Err(AttachDisbelief::Version(front[4]));
    }
    if front[5] != kind as u8 { Err(AttachDisbelief::Nonsense) } else { Ok(body) }
}

fn keyed(key: &[u8]) -> Hmac<Sha256> {
    <Hmac<Sha256> as Mac>::new_from_slice(key).expect("HMAC takes keys of any length")
}

/// What follows from a key for one purpose.
pub(crate) fn derive(key: &DoorKey, purpose: &[u8], with: &[&[u8]]) -> [u8; 32] {
    let mut mac = keyed(key);
    mac.update(purpose);
    with.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

/// Messages over a connection, until a point in time.
pub(crate) struct AttachLine<'a> {
    pub(crate) stream: &'a TcpStream,
    pub(crate) clock: ferry_sys::Clock,
    pub(crate) deadline: Duration,
    /// Who is at the other end has shown that it has the key.
    pub(crate) is_known: bool,
}

impl AttachLine<'_> {
    fn left(&self) -> std::io::Result<Duration> {
        let left = self.deadline.saturating_sub(self.clock.now());
        if left.is_zero() { Err(std::io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }

    pub(crate) fn send(&mut self, message: &[u8]) -> std::io::Result<()> {
        let mut bytes = (message.len() as u32).to_le_bytes().to_vec();
        bytes.extend(message);
        self.stream.set_write_timeout(Some(self.left()?))?;
        self.stream.write_all(&bytes)
    }

    /// The next message; no longer than may be, whatever it says of itself, and allocated as it comes.
    pub(crate) fn receive(&mut self) -> std::io::Result<Vec<u8>> {
        let mut len = [0; 4];
        self.fill(&mut len)?;
        let len = u32::from_le_bytes(len) as usize;
        let longest = if self.is_known { LONGEST } else { LONGEST_OF_STRANGER };
        if len > longest + FRONT + MAC_LEN {
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, "it is too long"));
        }
        let mut message = Vec::new();
        while message.len() < len {
            let mut piece = [0; 1024];
            let piece = &mut piece[..(len - message.len()).min(1024)];
            self.fill(piece)?;
            message.extend_from_slice(piece);
        }
        Ok(message)
    }

    fn fill(&mut self, mut into: &mut [u8]) -> std::io::Result<()> {
        while !into.is_empty() {
            self.stream.set_read_timeout(Some(self.left()?))?;
            match self.stream.read(into) {
                Ok(0) => return Err(std::io::ErrorKind::UnexpectedEof.into()),
                Ok(n) => into = &mut into[n..],
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_sealed_is_opened_in_order_and_by_the_key_alone() {
        let (mut a, mut b) = (AttachTalk::new(&[1; 16]), AttachTalk::new(&[1; 16]));
        let hello = a.seal(Say::Hello, b"one");
        let again = a.seal(Say::Proof, b"two");
        assert_eq!(b.open(Say::Hello, &hello), Ok(&b"one"[..]));
        assert_eq!(b.open(Say::Proof, &again), Ok(&b"two"[..]));
        let mut late = AttachTalk::new(&[1; 16]);
        assert_eq!(late.open(Say::Proof, &again), Err(AttachDisbelief::Key));
        let mut stranger = AttachTalk::new(&[2; 16]);
        assert_eq!(stranger.open(Say::Hello, &hello), Err(AttachDisbelief::Key));
    }

    #[test]
    fn every_changed_bit_is_noticed() {
        let message = AttachTalk::new(&[1; 16]).seal(Say::Hello, b"body");
        for bit in 0..message.len() * 8 {
            let mut changed = message.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(AttachTalk::new(&[1; 16]).open(Say::Hello, &changed).is_err(), "bit {bit}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_strangers(bytes: Vec<u8>) {
            prop_assert!(AttachTalk::new(&[1; 16]).open(Say::Hello, &bytes).is_err());
        }
    }
}
