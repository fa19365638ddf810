//! What comes before a frame in its datagram: who sends it to whom, its number, and the proof.
//!
//! ```text
//! 0  magic "FUD" and version   4  job   12  from   16  to   20  sequence   28  mac   44  header ...
//! ```
//!
//! The mac is the first half of an HMAC-SHA-256 keyed by the job's secret over everything else in the
//! datagram and, for a group's frames, the group's address. `to` tells the directions apart, so nothing
//! can be reflected; for a group it is [`TO_GROUP`].

use ferry_method::{Identity, JobId, PeerId};
use ferry_wire::{HEADER_LEN, Header, Reader, Writer};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::net::{IpAddr, SocketAddr};

const MAGIC: [u8; 4] = *b"FUD\x01";
const SIGNED: usize = 28;
const MAC: usize = 16;
/// Bytes of the prefix.
pub(crate) const PREFIX: usize = SIGNED + MAC;
/// Bytes of a datagram beside the payload.
pub(crate) const OVERHEAD: usize = PREFIX + HEADER_LEN;
/// Receiver of frames to a group.
const TO_GROUP: PeerId = PeerId(u32::MAX);

/// Where a datagram goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Destination {
    One(PeerId),
    Group(SocketAddr),
}

/// Signs and checks datagrams of a job.
pub(crate) struct Prover {
    keyed: Hmac<Sha256>,
    job: JobId,
    me: PeerId,
    size: u32,
}

/// A datagram that was proven.
#[derive(Debug, PartialEq)]
pub(crate) struct Proven<'a> {
    pub(crate) from: PeerId,
    pub(crate) sequence: u64,
    pub(crate) header: Header,
    pub(crate) payload: &'a [u8],
}

impl Prover {
    pub(crate) fn new(identity: &Identity) -> Self {
        let mut keyed = <Hmac<Sha256> as Mac>::new_from_slice(&identity.secret)
            .expect("HMAC takes keys of any length");
        keyed.update(b"ferry udp frames");
        Prover { keyed, job: identity.job, me: identity.me, size: identity.size }
    }

    /// Writes the datagram into `out`.
    pub(crate) fn write(
        &self,
        to: Destination,
        sequence: u64,
        header: &Header,
        payload: &[u8],
        out: &mut Vec<u8>,
    ) {
        out.clear();
        out.resize(PREFIX, 0);
        let mut w = Writer::new(out);
        w.bytes(&MAGIC);
        w.u64(self.job.0);
        w.u32(self.me.0);
        w.u32(receiver(to).0);
        w.u64(sequence);
        out.extend_from_slice(&header.encode(payload.len() as u32));
        out.extend_from_slice(payload);
        let mac = self.mac(to, out).finalize().into_bytes();
        out[SIGNED..PREFIX].copy_from_slice(&mac[..MAC]);
    }

    /// Reads a datagram that came where `to` is received; `None` unless it is genuine.
    pub(crate) fn read<'a>(&self, to: Destination, datagram: &'a [u8]) -> Option<Proven<'a>> {
        let mut r = Reader::new(datagram);
        let is_ours = r.bytes(MAGIC.len()).ok()? == MAGIC && r.u64().ok()? == self.job.0;
        let (from, receiver_named) = (PeerId(r.u32().ok()?), PeerId(r.u32().ok()?));
        let sequence = r.u64().ok()?;
        let mac = r.bytes(MAC).ok()?;
        if !is_ours || receiver_named != receiver(to) || from.0 >= self.size {
            return None;
        }
        // Compares in constant time.
        self.mac(to, datagram).verify_truncated_left(mac).ok()?;
        let (header, len) = Header::decode(r.bytes(HEADER_LEN).ok()?).ok()?;
        let payload = r.rest();
        (payload.len() == len as usize).then_some(Proven { from, sequence, header, payload })
    }

    /// The mac of a datagram at least as long as its prefix.
    fn mac(&self, to: Destination, datagram: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.keyed.clone();
        mac.update(&datagram[..SIGNED]);
        mac.update(&datagram[PREFIX..]);
        if let Destination::Group(group) = to {
            match group.ip() {
                IpAddr::V4(ip) => mac.update(&ip.octets()),
                IpAddr::V6(ip) => mac.update(&ip.octets()),
            }
            mac.update(&group.port().to_le_bytes());
        }
        mac
    }
}

fn receiver(to: Destination) -> PeerId {
    match to {
        Destination::One(peer) => peer,
        Destination::Group(_) => TO_GROUP,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_conformance::identity;
    use ferry_method::HandlerId;
    use proptest::prelude::*;

    fn written(to: Destination) -> Vec<u8> {
        let mut out = Vec::new();
        let header = Header { bits: 9, ..Header::new(HandlerId(3)) };
        Prover::new(&identity(0, 2)).write(to, 7, &header, b"payload", &mut out);
        out
    }

    #[test]
    fn what_is_written_is_read() {
        let to = Destination::One(PeerId(1));
        let datagram = written(to);
        let reader = Prover::new(&identity(1, 2));
        let proven = reader.read(to, &datagram).unwrap();
        assert_eq!((proven.from, proven.sequence), (PeerId(0), 7));
        assert_eq!((proven.header.bits, proven.payload), (9, &b"payload"[..]));
    }

    #[test]
    fn every_changed_bit_and_every_cut_is_noticed() {
        let to = Destination::One(PeerId(1));
        let (datagram, reader) = (written(to), Prover::new(&identity(1, 2)));
        for bit in 0..datagram.len() * 8 {
            let mut changed = datagram.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(reader.read(to, &changed), None, "bit {bit}");
        }
        for cut in 0..datagram.len() {
            assert_eq!(reader.read(to, &datagram[..cut]), None, "cut at {cut}");
        }
    }

    #[test]
    fn frames_of_one_group_are_none_of_another() {
        let group = |text: &str| Destination::Group(text.parse().unwrap());
        let datagram = written(group("239.1.1.1:9"));
        let reader = Prover::new(&identity(1, 2));
        assert!(reader.read(group("239.1.1.1:9"), &datagram).is_some());
        assert_eq!(reader.read(group("239.1.1.2:9"), &datagram), None);
        assert_eq!(reader.read(group("239.1.1.1:8"), &datagram), None);
        assert_eq!(reader.read(Destination::One(PeerId(1)), &datagram), None);
    }

    #[test]
    fn another_job_or_secret_is_a_stranger() {
        let to = Destination::One(PeerId(1));
        let mut other = identity(1, 2);
        other.secret = [1; 32];
        assert_eq!(Prover::new(&other).read(to, &written(to)), None);
        other = identity(1, 2);
        other.job = JobId(1);
        assert_eq!(Prover::new(&other).read(to, &written(to)), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_strangers(bytes: Vec<u8>) {
            let reader = Prover::new(&identity(1, 2));
            prop_assert_eq!(reader.read(Destination::One(PeerId(1)), &bytes), None);
        }
    }
}
