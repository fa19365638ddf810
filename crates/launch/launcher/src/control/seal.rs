//! Keys of control connections, and the encryption of what travels in their streams.
//!
//! A record's nonce is made of its lane and its number there, which neither end needs to send: streams
//! keep the order. A record that was changed, left out, repeated or moved does not open.

use super::ControlStream;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Prk, Salt};
use std::fmt;

/// Bytes of a key.
pub(crate) const KEY_LEN: usize = 32;
/// Bytes that sealing adds.
pub(crate) const TAG_LEN: usize = 16;

/// A secret that mpiexec shares with a proxy, or from which those are made.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ControlKey([u8; KEY_LEN]);

impl fmt::Debug for ControlKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

impl ControlKey {
    /// A new secret.
    pub(crate) fn random() -> Result<ControlKey, getrandom::Error> {
        let mut bytes = [0; KEY_LEN];
        getrandom::fill(&mut bytes)?;
        Ok(ControlKey(bytes))
    }

    /// The key with these bytes.
    pub(crate) fn of(bytes: [u8; KEY_LEN]) -> ControlKey {
        ControlKey(bytes)
    }

    /// The bytes, for the proxy.
    pub(crate) fn bytes(&self) -> &[u8; KEY_LEN] {
        &self.0
    }

    /// The key for a node, from that of the job: a node learns nothing of the others'.
    pub(crate) fn of_node(&self, node: u32) -> ControlKey {
        self.derive(&[b"node", &node.to_le_bytes()])
    }

    /// The key with which both ends prove in the handshake who they are.
    pub(crate) fn for_handshake(&self) -> Vec<u8> {
        self.derive(&[b"handshake"]).0.to_vec()
    }

    fn root(&self) -> Prk {
        Salt::new(HKDF_SHA256, b"ferry control 1").extract(&self.0)
    }

    fn derive(&self, info: &[&[u8]]) -> ControlKey {
        let mut bytes = [0; KEY_LEN];
        let root = self.root();
        // Fails only for lengths that HKDF cannot give, which this is not.
        let filled = root.expand(info, HKDF_SHA256).and_then(|okm| okm.fill(&mut bytes));
        filled.expect("HKDF gives as many bytes as its hash has");
        ControlKey(bytes)
    }

    fn aead(&self, to: End) -> LessSafeKey {
        let info: &[u8] = match to {
            End::Caller => b"to mpiexec",
            End::Answerer => b"to proxy",
        };
        let key = UnboundKey::new(&AES_256_GCM, &self.derive(&[b"seal", info]).0);
        LessSafeKey::new(key.expect("AES-256 takes 32 bytes"))
    }
}

/// The two ends of a control connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// mpiexec.
    Caller,
    /// A proxy.
    Answerer,
}

impl End {
    fn other(self) -> End {
        match self {
            End::Caller => End::Answerer,
            End::Answerer => End::Caller,
        }
    }
}

/// A record does not open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("sent what is not sealed with the key of this job")]
pub(crate) struct BrokenRecord;

/// Seals and opens the records of one connection.
#[derive(Debug)]
pub(crate) struct Seals {
    out: LessSafeKey,
    into: LessSafeKey,
    sealed: [u64; ControlStream::ALL.len()],
    opened: [u64; ControlStream::ALL.len()],
}

impl Seals {
    /// For this end of a connection.
    pub(crate) fn new(key: &ControlKey, end: End) -> Seals {
        Seals {
            out: key.aead(end.other()),
            into: key.aead(end),
            sealed: Default::default(),
            opened: Default::default(),
        }
    }

    /// Seals the next record of a lane, in place.
    pub(crate) fn seal(
        &mut self,
        lane: ControlStream,
        record: &mut Vec<u8>,
    ) -> Result<(), BrokenRecord> {
        let nonce = nonce(lane, &mut self.sealed)?;
        self.out.seal_in_place_append_tag(nonce, Aad::empty(), record).map_err(|_| BrokenRecord)
    }

    /// Opens the next record of a lane, in place.
    pub(crate) fn open<'a>(
        &mut self,
        lane: ControlStream,
        record: &'a mut [u8],
    ) -> Result<&'a [u8], BrokenRecord> {
        let nonce = nonce(lane, &mut self.opened)?;
        self.into
            .open_in_place(nonce, Aad::empty(), record)
            .map(|plain| &*plain)
            .map_err(|_| BrokenRecord)
    }
}

/// The nonce of a lane's next record, which is used up by this.
fn nonce(lane: ControlStream, counts: &mut [u64]) -> Result<Nonce, BrokenRecord> {
    let count = &mut counts[lane.index()];
    let mut bytes = [0; NONCE_LEN];
    bytes[0] = lane as u8;
    bytes[4..].copy_from_slice(&count.to_le_bytes());
    *count = count.checked_add(1).ok_or(BrokenRecord)?;
    Ok(Nonce::assume_unique_for_key(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> (Seals, Seals) {
        let key = ControlKey::of([7; KEY_LEN]).of_node(3);
        (Seals::new(&key, End::Caller), Seals::new(&key, End::Answerer))
    }

    fn sealed(seals: &mut Seals, lane: ControlStream, text: &[u8]) -> Vec<u8> {
        let mut record = text.to_vec();
        seals.seal(lane, &mut record).unwrap();
        assert_eq!(record.len(), text.len() + TAG_LEN);
        record
    }

    #[test]
    fn both_ways_on_each_lane() {
        let (mut a, mut b) = pair();
        for lane in ControlStream::ALL {
            for text in [&b"first"[..], b"second"] {
                let mut there = sealed(&mut a, lane, text);
                assert_eq!(b.open(lane, &mut there), Ok(text));
                let mut back = sealed(&mut b, lane, text);
                assert_ne!(there, back);
                assert_eq!(a.open(lane, &mut back), Ok(text));
            }
        }
    }

    #[test]
    fn what_was_changed_repeated_left_out_or_moved_does_not_open() {
        let (mut a, mut b) = pair();
        let mut record = sealed(&mut a, ControlStream::Control, b"x");
        record[0] ^= 1;
        assert_eq!(b.open(ControlStream::Control, &mut record), Err(BrokenRecord));

        let (mut a, mut b) = pair();
        let record = sealed(&mut a, ControlStream::Control, b"x");
        assert_eq!(b.open(ControlStream::Control, &mut record.clone()), Ok(&b"x"[..]));
        assert_eq!(b.open(ControlStream::Control, &mut record.clone()), Err(BrokenRecord));

        let (mut a, mut b) = pair();
        drop(sealed(&mut a, ControlStream::Control, b"x"));
        let mut second = sealed(&mut a, ControlStream::Control, b"y");
        assert_eq!(b.open(ControlStream::Control, &mut second), Err(BrokenRecord));

        let (mut a, mut b) = pair();
        let mut record = sealed(&mut a, ControlStream::Output, b"x");
        assert_eq!(b.open(ControlStream::Error, &mut record), Err(BrokenRecord));
    }

    #[test]
    fn nodes_and_directions_have_keys_of_their_own() {
        let job = ControlKey::of([9; KEY_LEN]);
        let mut a = Seals::new(&job.of_node(1), End::Caller);
        let record = sealed(&mut a, ControlStream::Control, b"x");
        let mut other = Seals::new(&job.of_node(2), End::Answerer);
        assert_eq!(other.open(ControlStream::Control, &mut record.clone()), Err(BrokenRecord));
        let mut itself = Seals::new(&job.of_node(1), End::Caller);
        assert_eq!(itself.open(ControlStream::Control, &mut record.clone()), Err(BrokenRecord));
        assert_ne!(job.of_node(1).for_handshake(), job.of_node(2).for_handshake());
        assert!(!format!("{job:?}").contains('9'));
    }
}
