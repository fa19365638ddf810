//! The first message each way, on stream 0: who its sender is, and that it is that.

use crate::secret::{LEN, SctpSecret, same};
use ferry_method::PeerId;

/// What a message is, as its payload protocol identifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum PayloadKind {
    /// Who the sender is.
    Hello = 0x4652_5901,
    /// A frame: header and payload.
    Frame = 0x4652_5902,
    /// Nothing of the stream's present key follows on it.
    Leave = 0x4652_5903,
    /// Streams, each as two bytes, whose keys were left and of which all is read.
    Free = 0x4652_5904,
}

impl PayloadKind {
    pub(crate) fn of(protocol: u32) -> Option<PayloadKind> {
        [PayloadKind::Hello, PayloadKind::Frame, PayloadKind::Leave, PayloadKind::Free]
            .into_iter()
            .find(|kind| *kind as u32 == protocol)
    }
}

/// Bytes of a hello: version, three that are 0, sender, addressee, proof.
pub(crate) const HELLO_LEN: usize = 12 + LEN;
const VERSION: u8 = 1;

/// Who says hello to whom. Whoever answers knows the addressee; whoever calls does too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hello {
    pub(crate) from: PeerId,
    pub(crate) to: PeerId,
}

impl Hello {
    pub(crate) fn encode(&self, job: &SctpSecret, exported: Option<[u8; LEN]>) -> [u8; HELLO_LEN] {
        let mut bytes = [0; HELLO_LEN];
        bytes[0] = VERSION;
        bytes[4..8].copy_from_slice(&self.from.0.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.to.0.to_le_bytes());
        bytes[12..].copy_from_slice(&job.proof(self.from, Some(self.to), exported));
        bytes
    }

    /// Reads a hello and checks its proof; an error is for people.
    pub(crate) fn read(
        bytes: &[u8],
        job: &SctpSecret,
        exported: Option<[u8; LEN]>,
    ) -> Result<Hello, &'static str> {
        let bytes: &[u8; HELLO_LEN] = bytes.try_into().map_err(|_| "its greeting is none")?;
        if bytes[0] != VERSION {
            return Err("it speaks another version of the method");
        }
        let number = |at: usize| {
            PeerId(u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]))
        };
        let hello = Hello { from: number(4), to: number(8) };
        let mut proof = [0; LEN];
        proof.copy_from_slice(&bytes[12..]);
        match same(&proof, &job.proof(hello.from, Some(hello.to), exported)) {
            true => Ok(hello),
            false => Err("it does not prove to be of this job"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_method::{Identity, JobId};
    use proptest::prelude::*;

    fn job(secret: u8) -> SctpSecret {
        SctpSecret::of(&Identity {
            job: JobId(7),
            me: PeerId(0),
            size: 9,
            secret: [secret; 32],
            host: "here".into(),
        })
    }

    const HELLO: Hello = Hello { from: PeerId(3), to: PeerId(5) };

    #[test]
    fn a_hello_is_read_by_its_own_job_on_its_own_association() {
        let bytes = HELLO.encode(&job(1), Some([9; LEN]));
        assert_eq!(Hello::read(&bytes, &job(1), Some([9; LEN])), Ok(HELLO));
        for (secret, exported) in [(2, Some([9; LEN])), (1, Some([8; LEN])), (1, None)] {
            let why = Hello::read(&bytes, &job(secret), exported).unwrap_err();
            assert!(why.contains("of this job"), "{why}");
        }
    }

    #[test]
    fn every_changed_byte_is_noticed_that_says_anything() {
        let real = HELLO.encode(&job(1), None);
        for at in (0..1).chain(4..HELLO_LEN) {
            let mut changed = real;
            changed[at] ^= 1;
            assert!(Hello::read(&changed, &job(1), None).is_err(), "byte {at}");
        }
    }

    #[test]
    fn kinds_are_known_by_their_numbers() {
        assert_eq!(PayloadKind::of(PayloadKind::Leave as u32), Some(PayloadKind::Leave));
        assert_eq!(PayloadKind::of(0), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            prop_assert!(Hello::read(&bytes, &job(1), None).is_err());
        }
    }
}
