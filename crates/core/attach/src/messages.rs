//! Bodies of the messages at a door.

use crate::secret::{NONCE_LEN, Nonce};
use crate::talk::LONGEST;
use ferry_method::{Identity, JobId, PeerId};
use ferry_wire::{Reader, Short};

/// Longest path of a URL.
const PATH: usize = 512;
/// Longest name of a host, and of a face.
const NAME: usize = 256;

/// The visitor begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AttachHello {
    pub(crate) nonce: Nonce,
    /// What it wants to speak.
    pub(crate) face: String,
    pub(crate) path: String,
}

/// Who somebody is and on which host. Whoever says it knows the key; the rest is its own word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The job in which it was started.
    pub job: JobId,
    /// Its rank there.
    pub rank: PeerId,
    /// How many processes that job has.
    pub size: u32,
    /// The name of its host.
    pub host: String,
}

/// The door's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DoorAnswer<'a> {
    Accepted { word: &'a [u8] },
    Refused(&'a str),
}

fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend((bytes.len() as u16).to_le_bytes());
    out.extend(bytes);
}

fn text(r: &mut Reader<'_>, longest: usize) -> Result<String, Short> {
    let bytes = r.string()?;
    if bytes.len() > longest {
        return Err(Short);
    }
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| Short)
}

/// Cuts a text to at most `longest` bytes.
fn cut(text: &str, longest: usize) -> &str {
    let mut end = longest.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

pub(crate) fn nonce(r: &mut Reader<'_>) -> Result<Nonce, Short> {
    r.bytes(NONCE_LEN)?.try_into().map_err(|_| Short)
}

impl AttachHello {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = self.nonce.to_vec();
        put(&mut out, cut(&self.face, NAME).as_bytes());
        put(&mut out, self.path.as_bytes());
        out
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Short> {
        let mut r = Reader::new(bytes);
        let (nonce, face) = (nonce(&mut r)?, text(&mut r, NAME)?);
        Ok(AttachHello { nonce, face, path: text(&mut r, PATH)? })
    }
}

impl Person {
    /// A process, by what it is in its job.
    pub fn of(identity: &Identity) -> Self {
        let Identity { job, me, size, host, .. } = identity;
        Person { job: *job, rank: *me, size: *size, host: host.clone() }
    }

    pub(crate) fn put(&self, out: &mut Vec<u8>) {
        out.extend(self.job.0.to_le_bytes());
        out.extend(self.rank.0.to_le_bytes());
        out.extend(self.size.to_le_bytes());
        put(out, cut(&self.host, NAME).as_bytes());
    }

    pub(crate) fn get(r: &mut Reader<'_>) -> Result<Self, Short> {
        let (job, rank, size) = (JobId(r.u64()?), PeerId(r.u32()?), r.u32()?);
        Ok(Person { job, rank, size, host: text(r, NAME)? })
    }
}

impl<'a> DoorAnswer<'a> {
    pub(crate) fn encode(&self) -> Vec<u8> {
        match self {
            DoorAnswer::Accepted { word } => [&[1], *word].concat(),
            DoorAnswer::Refused(why) => {
                let mut out = vec![0];
                put(&mut out, cut(why, PATH).as_bytes());
                out
            }
        }
    }

    /// Whether it fits in a message.
    pub(crate) fn fits(&self) -> bool {
        match self {
            DoorAnswer::Accepted { word } => word.len() < LONGEST,
            DoorAnswer::Refused(_) => true,
        }
    }

    pub(crate) fn decode(bytes: &'a [u8]) -> Result<Self, Short> {
        let mut r = Reader::new(bytes);
        match r.u8()? {
            0 => std::str::from_utf8(r.string()?).map(DoorAnswer::Refused).map_err(|_| Short),
            1 => Ok(DoorAnswer::Accepted { word: r.rest() }),
            _ => Err(Short),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(
            nonce: Nonce, face in "[a-z]{0,20}", path in ".{0,100}", job: u64, rank: u32, size: u32, word: Vec<u8>,
        ) {
            let hello = AttachHello { nonce, face, path: path.clone() };
            prop_assert_eq!(AttachHello::decode(&hello.encode()), Ok(hello));
            let host = cut(&path, NAME).to_owned();
            let (person, mut bytes) =
                (Person { job: JobId(job), rank: PeerId(rank), size, host }, Vec::new());
            person.put(&mut bytes);
            prop_assert_eq!(Person::get(&mut Reader::new(&bytes)), Ok(person));
            for verdict in [DoorAnswer::Accepted { word: &word }, DoorAnswer::Refused(&path)] {
                let bytes = verdict.encode();
                prop_assert_eq!(DoorAnswer::decode(&bytes), Ok(verdict));
            }
        }

        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = AttachHello::decode(&bytes);
            let _ = DoorAnswer::decode(&bytes);
            let _ = Person::get(&mut Reader::new(&bytes));
        }
    }
}
