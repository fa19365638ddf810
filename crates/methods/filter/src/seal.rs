//! Encryption of the frames of one link: one sealer per direction out, one opener per direction in.
//!
//! A frame's nonce is a counter that travels in the outer header's first word; the second is the
//! sender's salt, which is part of the key. The outer header is authenticated. Within, each frame has
//! its number in its stream, so that nothing can be repeated, left out or moved.

use crate::envelope::CHACHA;
use crate::keys::Keys;
use ferry_method::{Header, PeerId, StreamKey};
use ring::aead::{Aad, LessSafeKey, Nonce};
use std::collections::HashMap;

/// Bytes of the number in the stream.
pub(crate) const NUMBER: usize = 8;
/// Bytes that encryption adds to a frame.
pub(crate) const SEAL: usize = NUMBER + 16;

fn nonce(counter: u64) -> Nonce {
    let mut bytes = [0; 12];
    bytes[4..].copy_from_slice(&counter.to_le_bytes());
    Nonce::assume_unique_for_key(bytes)
}

/// Encrypts what goes to a peer.
pub(crate) struct Sealer {
    key: LessSafeKey,
    chacha: bool,
    salt: u64,
    counter: u64,
}

impl Sealer {
    /// For a peer that published `salt`.
    pub(crate) fn new(keys: &Keys, peer: PeerId, salt: u64, chacha: bool) -> Option<Self> {
        Some(Sealer { key: keys.to(peer, salt, chacha)?, chacha, salt: keys.salt, counter: 0 })
    }

    /// Encrypts `bytes`, which begin with the number in the stream, and completes the outer header.
    pub(crate) fn seal(&mut self, mut outer: Header, bytes: &mut Vec<u8>) -> Option<Header> {
        outer.words = [self.counter, self.salt];
        outer.flags |= if self.chacha { CHACHA } else { 0 };
        let nonce = nonce(self.counter);
        // Used up even if sealing should fail: no number is ever used twice.
        self.counter = self.counter.checked_add(1)?;
        let tagged = bytes.len() + self.key.algorithm().tag_len();
        let aad = Aad::from(outer.encode(u32::try_from(tagged).ok()?));
        self.key.seal_in_place_append_tag(nonce, aad, bytes).ok()?;
        Some(outer)
    }

    pub(crate) fn cipher(&self) -> &'static str {
        if self.chacha { "ChaCha20-Poly1305" } else { "AES-256-GCM" }
    }
}

/// Why a frame is not what its peer sent.
#[derive(Debug, PartialEq)]
pub(crate) enum BrokenFrame {
    /// It is not of this job, not for this process, or was changed.
    Forged,
    /// It came before.
    Repeated,
    /// Others before it are missing.
    Gap,
}

impl BrokenFrame {
    pub(crate) fn why(&self) -> String {
        match self {
            BrokenFrame::Forged => "a frame that was not encrypted by it for this process",
            BrokenFrame::Repeated => "a frame that came before",
            BrokenFrame::Gap => "a frame whose predecessors are missing",
        }
        .to_owned()
    }
}

/// Decrypts what comes from a peer.
pub(crate) struct Opener {
    key: LessSafeKey,
    chacha: bool,
    salt: u64,
    /// The next number of each stream.
    next: HashMap<StreamKey, u64>,
}

impl Opener {
    /// Decrypts a frame of a peer in place. The first one that proves genuine binds the peer to its
    /// salt. `whole`: a stream's numbers must come without gaps.
    pub(crate) fn open<'a>(
        slot: &mut Option<Opener>,
        keys: &Keys,
        peer: PeerId,
        outer: &Header,
        bytes: &'a mut [u8],
        whole: bool,
    ) -> Result<&'a [u8], BrokenFrame> {
        let (salt, chacha) = (outer.words[1], outer.flags & CHACHA != 0);
        let aad =
            Aad::from(outer.encode(u32::try_from(bytes.len()).map_err(|_| BrokenFrame::Forged)?));
        let nonce = nonce(outer.words[0]);
        let plain = match slot {
            Some(opener) if opener.salt != salt || opener.chacha != chacha => {
                return Err(BrokenFrame::Forged);
            }
            Some(opener) => open_with(&opener.key, nonce, aad, bytes)?,
            None => {
                let key = keys.from(peer, salt, chacha).ok_or(BrokenFrame::Forged)?;
                let plain = open_with(&key, nonce, aad, bytes)?;
                *slot = Some(Opener { key, chacha, salt, next: HashMap::new() });
                plain
            }
        };
        let (number, rest) = plain.split_first_chunk::<NUMBER>().ok_or(BrokenFrame::Forged)?;
        let opener = slot.as_mut().ok_or(BrokenFrame::Forged)?;
        opener.note(outer.stream_key(), u64::from_le_bytes(*number), whole)?;
        Ok(rest)
    }

    /// Whether it reads what a peer with this salt sends.
    pub(crate) fn is_of(&self, salt: u64) -> bool {
        self.salt == salt
    }

    fn note(&mut self, stream: StreamKey, number: u64, whole: bool) -> Result<(), BrokenFrame> {
        let next = self.next.entry(stream).or_insert(0);
        if number < *next {
            return Err(BrokenFrame::Repeated);
        }
        if whole && number > *next {
            return Err(BrokenFrame::Gap);
        }
        *next = number.checked_add(1).ok_or(BrokenFrame::Gap)?;
        Ok(())
    }
}

fn open_with<'a>(
    key: &LessSafeKey,
    nonce: Nonce,
    aad: Aad<[u8; 32]>,
    bytes: &'a mut [u8],
) -> Result<&'a [u8], BrokenFrame> {
    Ok(key.open_in_place(nonce, aad, bytes).map_err(|_| BrokenFrame::Forged)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::envelope;
    use ferry_conformance::identity;
    use ferry_method::HandlerId;
    use proptest::prelude::*;

    struct SealPair {
        sealer: Sealer,
        keys: Keys,
        opener: Option<Opener>,
    }

    fn pair(secret: u8, chacha: bool) -> SealPair {
        let (mut a, b) = (identity(0, 2), identity(1, 2));
        a.secret[0] ^= secret;
        let sender = Keys::new("x+encrypt", &a).unwrap();
        let keys = Keys::new("x+encrypt", &b).unwrap();
        let sealer = Sealer::new(&sender, PeerId(1), keys.salt, chacha).unwrap();
        SealPair { sealer, keys, opener: None }
    }

    impl SealPair {
        fn seal(&mut self, number: u64, body: &[u8]) -> (Header, Vec<u8>) {
            let mut bytes = number.to_le_bytes().to_vec();
            bytes.extend(body);
            let outer = envelope::outer(&Header::new(HandlerId(1)));
            (self.sealer.seal(outer, &mut bytes).unwrap(), bytes)
        }

        fn open(
            &mut self,
            outer: &Header,
            bytes: &[u8],
            whole: bool,
        ) -> Result<Vec<u8>, BrokenFrame> {
            let mut bytes = bytes.to_vec();
            let (keys, slot) = (&self.keys, &mut self.opener);
            Opener::open(slot, keys, PeerId(0), outer, &mut bytes, whole).map(<[u8]>::to_vec)
        }
    }

    #[test]
    fn numbers_must_follow_each_other() {
        for chacha in [false, true] {
            let mut pair = pair(0, chacha);
            let frames: Vec<_> = (0..4).map(|n| pair.seal(n, b"body")).collect();
            assert_eq!(pair.open(&frames[0].0, &frames[0].1, true).unwrap(), b"body");
            assert_eq!(pair.open(&frames[0].0, &frames[0].1, true), Err(BrokenFrame::Repeated));
            assert_eq!(pair.open(&frames[2].0, &frames[2].1, true), Err(BrokenFrame::Gap));
            assert!(
                pair.open(&frames[2].0, &frames[2].1, false).is_ok(),
                "where frames may be lost"
            );
            assert_eq!(pair.open(&frames[1].0, &frames[1].1, false), Err(BrokenFrame::Repeated));
        }
    }

    #[test]
    fn every_changed_bit_is_noticed() {
        for chacha in [false, true] {
            let mut pair = pair(0, chacha);
            let (outer, bytes) = pair.seal(0, b"some body");
            for bit in 0..bytes.len() * 8 {
                let mut changed = bytes.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(
                    pair.open(&outer, &changed, true),
                    Err(BrokenFrame::Forged),
                    "bit {bit}"
                );
            }
            let head = outer.encode(0);
            for bit in 32..head.len() * 8 {
                let mut changed = head;
                changed[bit / 8] ^= 1 << (bit % 8);
                let (changed, _) = Header::decode(&changed).unwrap();
                assert_eq!(
                    pair.open(&changed, &bytes, true),
                    Err(BrokenFrame::Forged),
                    "bit {bit}"
                );
            }
            for cut in 0..bytes.len() {
                assert_eq!(pair.open(&outer, &bytes[..cut], true), Err(BrokenFrame::Forged));
            }
            assert!(pair.open(&outer, &bytes, true).is_ok(), "nothing of it was believed");
        }
    }

    #[test]
    fn another_secret_or_an_earlier_life_is_forged() {
        let mut liar = pair(1, false);
        let (outer, bytes) = liar.seal(0, b"body");
        assert_eq!(liar.open(&outer, &bytes, true), Err(BrokenFrame::Forged));
        let mut before = pair(0, false);
        let recorded = before.seal(0, b"body");
        before.keys = Keys::new("x+encrypt", &identity(1, 2)).unwrap();
        assert_eq!(before.open(&recorded.0, &recorded.1, true), Err(BrokenFrame::Forged));
    }

    #[test]
    fn equal_frames_look_different() {
        let mut pair = pair(0, false);
        let (first, second) = (pair.seal(0, b"body"), pair.seal(0, b"body"));
        assert_ne!(first.1, second.1);
        assert_ne!(first.0.words[0], second.0.words[0]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_forged(bytes: Vec<u8>, words: [u64; 2], flags: u8) {
            let outer = Header { words, flags, ..envelope::outer(&Header::default()) };
            prop_assert_eq!(pair(0, false).open(&outer, &bytes, true), Err(BrokenFrame::Forged));
        }
    }
}
