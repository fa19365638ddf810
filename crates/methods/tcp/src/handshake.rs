//! The mutual proof of the job's secret that begins every connection.
//!
//! ```text
//! opener                                   acceptor
//!   | -- Hello      nonce, mac ------------->  |   only a holder of the secret gets an answer
//!   | <- Challenge  nonce, mac -------------   |   fresh nonce: the acceptor is no replay
//!   | -- Proof      mac --------------------> |   nor is the opener
//!   | <- Verdict    code, mac --------------   |   frames follow if it says Accept
//! ```
//!
//! Each mac is HMAC-SHA-256 keyed with the secret over all earlier messages and the fields of its own,
//! which hold the role (through the kind), the version, job, both ranks, the nonce and the terms: which of
//! the link's connections this is and how much of it has arrived ([`Terms`]). Messages are 88 bytes each; their layout is the same in all versions of the protocol, so that two versions can
//! tell each other that they differ.

use crate::promptness::answers_promptly;
use crate::terms::Terms;
use ferry_method::{Identity, JobId, PeerId};
use ferry_wire::{Reader, Writer};
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Bytes of each handshake message.
pub const MESSAGE_LEN: usize = 88;
const SIGNED_LEN: usize = 56;
const NONCE_LEN: usize = 16;
const MAGIC: [u8; 4] = *b"FRYT";
/// The version of the TCP method's protocol.
pub const VERSION: u8 = 1;

/// A message as it travels.
pub type Encoded = [u8; MESSAGE_LEN];

/// The messages, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandshakeStep {
    /// The opener's first.
    Hello = 1,
    /// The acceptor's answer.
    Challenge = 2,
    /// The opener's answer to that.
    Proof = 3,
    /// The acceptor's decision.
    Verdict = 4,
}

/// What the acceptor decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acceptance {
    /// None yet.
    None = 0,
    /// The connection is up.
    Accept = 1,
    /// The acceptor's own connection to the opener wins.
    Yield = 2,
    /// There is, or was, a connection already.
    Refuse = 3,
    /// The versions differ.
    Version = 4,
}

/// Why a message was not believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disbelief {
    /// Not a message of this protocol, of this job, or not of its owner.
    Stranger,
    /// A holder of the secret that speaks another version.
    Version(u8),
}

#[derive(Clone, Copy, Debug)]
struct HandshakeMessage {
    version: u8,
    kind: u8,
    verdict: u8,
    job: JobId,
    from: PeerId,
    to: PeerId,
    nonce: [u8; NONCE_LEN],
    terms: Terms,
}

impl HandshakeMessage {
    fn encode(&self) -> [u8; SIGNED_LEN] {
        let mut out = [0; SIGNED_LEN];
        let mut w = Writer::new(&mut out);
        w.bytes(&MAGIC);
        w.u8(self.version);
        w.u8(self.kind);
        w.u8(self.verdict);
        w.u8(0);
        w.u64(self.job.0);
        w.u32(self.from.0);
        w.u32(self.to.0);
        w.bytes(&self.nonce);
        w.bytes(&self.terms.encode());
        out
    }

    fn decode(bytes: &Encoded) -> Option<Self> {
        let mut r = Reader::new(bytes);
        if r.bytes(4).ok()? != MAGIC {
            return None;
        }
        let (version, kind, verdict) = (r.u8().ok()?, r.u8().ok()?, r.u8().ok()?);
        let _reserved = r.u8().ok()?;
        let (job, from, to) = (JobId(r.u64().ok()?), PeerId(r.u32().ok()?), PeerId(r.u32().ok()?));
        let nonce = r.bytes(NONCE_LEN).ok()?.try_into().ok()?;
        let terms = Terms::read(&mut r)?;
        Some(HandshakeMessage { version, kind, verdict, job, from, to, nonce, terms })
    }
}

/// One end's view of one handshake: what was said so far.
pub struct HandshakeTalk {
    mac: Hmac<Sha256>,
    version: u8,
    job: JobId,
    me: PeerId,
    size: u32,
    peer: Option<PeerId>,
    mine: Terms,
    theirs: Terms,
}

impl HandshakeTalk {
    /// A handshake as `version` (the real one, except in tests); the opener knows whom it calls.
    pub fn new(identity: &Identity, version: u8, peer: Option<PeerId>) -> Self {
        let mut mac = <Hmac<Sha256> as Mac>::new_from_slice(&identity.secret)
            .expect("HMAC takes keys of any length");
        mac.update(b"ferry tcp handshake");
        HandshakeTalk {
            mac,
            version,
            job: identity.job,
            me: identity.me,
            size: identity.size,
            peer,
            mine: Terms { prompt: answers_promptly(), ..Terms::default() },
            theirs: Terms::default(),
        }
    }

    /// Who speaks at the other end, once known.
    pub fn peer(&self) -> Option<PeerId> {
        self.peer
    }

    /// What this end says of the connection from now on.
    pub fn propose(&mut self, terms: Terms) {
        self.mine = Terms { prompt: self.mine.prompt, ..terms };
    }

    /// What the other end said of it last.
    pub fn theirs(&self) -> Terms {
        self.theirs
    }

    /// The next message of this end.
    pub fn say(
        &mut self,
        kind: HandshakeStep,
        verdict: Acceptance,
    ) -> Result<Encoded, std::io::Error> {
        let mut nonce = [0; NONCE_LEN];
        getrandom::fill(&mut nonce)?;
        let to = self.peer.expect("the peer is known before anything is said to it");
        let signed = HandshakeMessage {
            version: self.version,
            kind: kind as u8,
            verdict: verdict as u8,
            job: self.job,
            from: self.me,
            to,
            nonce,
            terms: self.mine,
        }
        .encode();
        self.mac.update(&signed);
        let mut out = [0; MESSAGE_LEN];
        out[..SIGNED_LEN].copy_from_slice(&signed);
        out[SIGNED_LEN..].copy_from_slice(&self.mac.clone().finalize().into_bytes());
        self.mac.update(&out[SIGNED_LEN..]);
        Ok(out)
    }

    /// Takes the next message of the other end and checks that it is one of `kinds`, from the right
    /// one, to this process, and proven.
    pub fn hear(
        &mut self,
        bytes: &Encoded,
        kinds: &[HandshakeStep],
    ) -> Result<(HandshakeStep, Acceptance), Disbelief> {
        let message = HandshakeMessage::decode(bytes).ok_or(Disbelief::Stranger)?;
        let expected = self.peer.is_none_or(|peer| peer == message.from);
        let plausible = message.job == self.job
            && message.to == self.me
            && message.from != self.me
            && message.from.0 < self.size;
        if !expected || !plausible {
            return Err(Disbelief::Stranger);
        }
        self.mac.update(&bytes[..SIGNED_LEN]);
        // Compares in constant time.
        self.mac.clone().verify_slice(&bytes[SIGNED_LEN..]).map_err(|_| Disbelief::Stranger)?;
        self.mac.update(&bytes[SIGNED_LEN..]);
        self.peer = Some(message.from);
        self.theirs = message.terms;
        if message.version != self.version {
            return Err(Disbelief::Version(message.version));
        }
        let kind = kinds.iter().find(|k| **k as u8 == message.kind).ok_or(Disbelief::Stranger)?;
        let verdict =
            [Acceptance::Accept, Acceptance::Yield, Acceptance::Refuse, Acceptance::Version]
                .into_iter()
                .find(|v| *v as u8 == message.verdict)
                .unwrap_or(Acceptance::None);
        Ok((*kind, verdict))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn identity(me: u32, secret: u8) -> Identity {
        Identity {
            job: JobId(7),
            me: PeerId(me),
            size: 4,
            secret: [secret; 32],
            host: "here".into(),
        }
    }

    fn pair(version: u8, secret: u8) -> (HandshakeTalk, HandshakeTalk) {
        (
            HandshakeTalk::new(&identity(1, secret), version, Some(PeerId(2))),
            HandshakeTalk::new(&identity(2, 9), VERSION, None),
        )
    }

    #[test]
    fn two_holders_of_the_secret_agree() {
        let (mut opener, mut acceptor) = pair(VERSION, 9);
        let hello = opener.say(HandshakeStep::Hello, Acceptance::None).unwrap();
        acceptor.hear(&hello, &[HandshakeStep::Hello]).unwrap();
        assert_eq!(acceptor.peer(), Some(PeerId(1)));
        let challenge = acceptor.say(HandshakeStep::Challenge, Acceptance::None).unwrap();
        opener.hear(&challenge, &[HandshakeStep::Challenge]).unwrap();
        let proof = opener.say(HandshakeStep::Proof, Acceptance::None).unwrap();
        acceptor.hear(&proof, &[HandshakeStep::Proof]).unwrap();
        let verdict = acceptor.say(HandshakeStep::Verdict, Acceptance::Accept).unwrap();
        assert_eq!(
            opener.hear(&verdict, &[HandshakeStep::Verdict]),
            Ok((HandshakeStep::Verdict, Acceptance::Accept))
        );
        let prompt = answers_promptly();
        assert_eq!([&opener, &acceptor].map(|end| end.theirs().prompt), [prompt; 2]);
    }

    #[test]
    fn a_replayed_proof_is_not_believed() {
        let (mut opener, mut acceptor) = pair(VERSION, 9);
        let hello = opener.say(HandshakeStep::Hello, Acceptance::None).unwrap();
        acceptor.hear(&hello, &[HandshakeStep::Hello]).unwrap();
        let challenge = acceptor.say(HandshakeStep::Challenge, Acceptance::None).unwrap();
        opener.hear(&challenge, &[HandshakeStep::Challenge]).unwrap();
        let proof = opener.say(HandshakeStep::Proof, Acceptance::None).unwrap();
        let (_, mut second) = pair(VERSION, 9);
        second.hear(&hello, &[HandshakeStep::Hello]).unwrap();
        second.say(HandshakeStep::Challenge, Acceptance::None).unwrap();
        assert_eq!(second.hear(&proof, &[HandshakeStep::Proof]), Err(Disbelief::Stranger));
    }

    #[test]
    fn a_reflected_challenge_is_not_believed() {
        let (mut opener, _) = pair(VERSION, 9);
        let hello = opener.say(HandshakeStep::Hello, Acceptance::None).unwrap();
        assert_eq!(opener.hear(&hello, &[HandshakeStep::Challenge]), Err(Disbelief::Stranger));
    }

    #[test]
    fn another_secret_is_a_stranger_and_another_version_is_named() {
        let (mut opener, mut acceptor) = pair(VERSION, 8);
        let hello = opener.say(HandshakeStep::Hello, Acceptance::None).unwrap();
        assert_eq!(acceptor.hear(&hello, &[HandshakeStep::Hello]), Err(Disbelief::Stranger));
        let (mut opener, mut acceptor) = pair(99, 9);
        let hello = opener.say(HandshakeStep::Hello, Acceptance::None).unwrap();
        assert_eq!(acceptor.hear(&hello, &[HandshakeStep::Hello]), Err(Disbelief::Version(99)));
    }

    #[test]
    fn every_changed_bit_is_noticed() {
        let (mut opener, _) = pair(VERSION, 9);
        let hello = opener.say(HandshakeStep::Hello, Acceptance::None).unwrap();
        for bit in 0..MESSAGE_LEN * 8 {
            let mut changed = hello;
            changed[bit / 8] ^= 1 << (bit % 8);
            let (_, mut acceptor) = pair(VERSION, 9);
            assert!(acceptor.hear(&changed, &[HandshakeStep::Hello]).is_err(), "bit {bit}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_strangers(bytes: [[u8; 11]; 8]) {
            let bytes: Encoded = std::array::from_fn(|i| bytes[i / 11][i % 11]);
            let (_, mut acceptor) = pair(VERSION, 9);
            prop_assert_eq!(acceptor.hear(&bytes, &[HandshakeStep::Hello]), Err(Disbelief::Stranger));
        }
    }
}
