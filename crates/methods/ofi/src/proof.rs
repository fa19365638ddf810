//! The mutual proof of the job's secret that begins every link.
//!
//! Both ends greet. A greeting has a nonce of the sender's own and repeats that of the other end, once it has
//! heard one:
//!
//! ```text
//! opener                                    acceptor
//!   | -- a, none, address ------------------>  |
//!   | <- b, a ------------------------------   |   a is fresh, so the acceptor is no replay
//!   | -- b repeated: a, b ------------------>  |   nor is the opener
//! ```
//!
//! Two that greet each other at the same time do the same with one greeting less. Each greeting ends with an
//! HMAC-SHA-256, keyed with the secret, over all of it: job, both processes, nonces and the address to answer to.
//! From the nonces follows a token for each direction, which all further packets carry: whoever has no part in
//! the greetings cannot guess it. Packets are not signed one by one, so whoever can read and change what passes
//! by can change them, as with a connection of TCP.
//!
//! ```text
//! 0  kind  1  version  2  from  6  to  10  job  18  nonce  34  repeated  50  reads  51  address (16-bit length before)
//! mac
//! ```

use crate::packet::{GREETING, VERSION};
use ferry_method::{Identity, JobId, PeerId};
use ferry_wire::{Reader, Writer};
use hmac::{Hmac, Mac};
use sha2::Sha256;

const NONCE: usize = 16;
const MAC: usize = 32;
/// Bytes of a greeting beside the address.
const FIXED: usize = 53 + MAC;

/// A number that was never used before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Nonce([u8; NONCE]);

impl Nonce {
    /// In place of one that is not known.
    const NONE: Nonce = Nonce([0; NONCE]);

    pub(crate) fn new() -> std::io::Result<Nonce> {
        let mut bytes = [0; NONCE];
        getrandom::fill(&mut bytes).map_err(|e| std::io::Error::other(e.to_string()))?;
        Ok(Nonce(bytes))
    }
}

/// A greeting that was proven.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Greeting<'a> {
    pub(crate) from: PeerId,
    pub(crate) nonce: Nonce,
    /// The receiver's nonce, if the sender knows it.
    pub(crate) repeated: Option<Nonce>,
    /// Whether the sender reads what is laid ready for it.
    pub(crate) is_reader: bool,
    /// Where the sender is reached.
    pub(crate) address: &'a [u8],
}

/// Writes and judges greetings of one process.
pub(crate) struct Prover {
    keyed: Hmac<Sha256>,
    job: JobId,
    me: PeerId,
    size: u32,
}

impl Prover {
    pub(crate) fn new(identity: &Identity) -> Self {
        let keyed = <Hmac<Sha256> as Mac>::new_from_slice(&identity.secret)
            .expect("HMAC takes keys of any length");
        Prover { keyed, job: identity.job, me: identity.me, size: identity.size }
    }

    /// A greeting to a peer.
    pub(crate) fn greet(
        &self,
        to: PeerId,
        nonce: Nonce,
        repeated: Option<Nonce>,
        is_reader: bool,
        address: &[u8],
    ) -> Vec<u8> {
        let mut out = vec![0; FIXED + address.len()];
        let mut w = Writer::new(&mut out);
        w.u8(GREETING);
        w.u8(VERSION);
        w.u32(self.me.0);
        w.u32(to.0);
        w.u64(self.job.0);
        w.bytes(&nonce.0);
        w.bytes(&repeated.unwrap_or(Nonce::NONE).0);
        w.u8(u8::from(is_reader));
        w.u16(address.len() as u16);
        w.bytes(address);
        let signed = w.written();
        let mac = self.mac(b"ferry ofi greeting", &[&out[..signed]]).finalize().into_bytes();
        out[signed..].copy_from_slice(&mac);
        out
    }

    /// What a greeting says; `None` unless it is genuine, and for this process.
    pub(crate) fn hear<'a>(&self, packet: &'a [u8]) -> Option<Greeting<'a>> {
        let mut r = Reader::new(packet);
        let is_greeting = r.u8().ok()? == GREETING && r.u8().ok()? == VERSION;
        let (from, to) = (PeerId(r.u32().ok()?), PeerId(r.u32().ok()?));
        let job = JobId(r.u64().ok()?);
        let nonce = Nonce(r.bytes(NONCE).ok()?.try_into().ok()?);
        let repeated = Nonce(r.bytes(NONCE).ok()?.try_into().ok()?);
        let is_reader = r.u8().ok()? != 0;
        let address = r.string().ok()?;
        let mac = r.rest();
        let is_ours = is_greeting && job == self.job && to == self.me && from != self.me;
        if !is_ours || from.0 >= self.size || mac.len() != MAC {
            return None;
        }
        let signed = &packet[..packet.len() - MAC];
        // Compares in constant time.
        self.mac(b"ferry ofi greeting", &[signed]).verify_slice(mac).ok()?;
        let repeated = Some(repeated).filter(|nonce| *nonce != Nonce::NONE);
        Some(Greeting { from, nonce, repeated, is_reader, address })
    }

    /// The tokens of packets to a peer and from it.
    pub(crate) fn tokens(&self, peer: PeerId, mine: Nonce, theirs: Nonce) -> (u64, u64) {
        let one_way = |from: PeerId, to: PeerId, first: Nonce, second: Nonce| {
            let ends = [from.0.to_le_bytes(), to.0.to_le_bytes()].concat();
            let parts = [&ends[..], &first.0, &second.0];
            let mac = self.mac(b"ferry ofi token", &parts).finalize().into_bytes();
            mac.first_chunk().map_or(0, |first| u64::from_le_bytes(*first))
        };
        (one_way(self.me, peer, mine, theirs), one_way(peer, self.me, theirs, mine))
    }

    fn mac(&self, label: &[u8], parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = self.keyed.clone();
        mac.update(label);
        mac.update(&self.job.0.to_le_bytes());
        parts.iter().for_each(|part| mac.update(part));
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_conformance::identity;
    use proptest::prelude::*;

    fn prover(me: u32) -> Prover {
        Prover::new(&identity(me, 3))
    }

    fn greeting() -> Vec<u8> {
        prover(0).greet(PeerId(1), Nonce([1; NONCE]), None, true, b"somewhere")
    }

    #[test]
    fn a_greeting_is_for_one_process_of_one_job() {
        let bytes = greeting();
        let heard = prover(1).hear(&bytes).expect("a genuine greeting");
        let expected = Greeting {
            from: PeerId(0),
            nonce: Nonce([1; NONCE]),
            repeated: None,
            is_reader: true,
            address: &b"somewhere"[..],
        };
        assert_eq!(heard, expected);
        assert_eq!(prover(2).hear(&bytes), None, "another process");
        assert_eq!(prover(0).hear(&bytes), None, "its own");
        for change in [0, 1] {
            let mut other = identity(1, 3);
            match change {
                0 => other.secret = [1; 32],
                _ => other.job = JobId(1),
            }
            assert_eq!(Prover::new(&other).hear(&bytes), None);
        }
        assert_eq!(
            Prover::new(&identity(1, 2)).hear(&prover(2).greet(
                PeerId(1),
                Nonce([1; NONCE]),
                None,
                false,
                b""
            )),
            None
        );
    }

    #[test]
    fn every_changed_bit_and_every_cut_is_noticed() {
        let (bytes, hearer) = (greeting(), prover(1));
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(hearer.hear(&changed), None, "bit {bit}");
        }
        for cut in 0..bytes.len() {
            assert_eq!(hearer.hear(&bytes[..cut]), None, "cut at {cut}");
        }
    }

    #[test]
    fn tokens_are_the_same_at_both_ends_and_follow_from_all_that_was_said() {
        let (a, b) = (Nonce([1; NONCE]), Nonce([2; NONCE]));
        let (to, from) = prover(0).tokens(PeerId(1), a, b);
        assert_eq!(prover(1).tokens(PeerId(0), b, a), (from, to));
        assert_ne!(to, from);
        let others = [
            prover(0).tokens(PeerId(2), a, b),
            prover(0).tokens(PeerId(1), b, a),
            prover(0).tokens(PeerId(1), a, a),
        ];
        assert!(others.iter().all(|other| other.0 != to && other.1 != from));
    }

    proptest! {
        #[test]
        fn any_bytes_are_strangers(bytes: Vec<u8>) {
            prop_assert_eq!(prover(1).hear(&bytes), None);
        }
    }
}
