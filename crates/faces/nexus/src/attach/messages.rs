//! Bodies of the messages at a door.

use super::talk::{LONGEST, NONCE_LEN};
use crate::home::Home;
use ferry_method::{JobId, PeerId};
use ferry_wire::{Reader, Short};

/// Longest path of a URL.
const PATH: usize = 512;
/// Longest name of a host.
const HOST: usize = 256;

pub(crate) type Nonce = [u8; NONCE_LEN];

/// The visitor begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AttachHello {
    pub(crate) nonce: Nonce,
    pub(crate) path: String,
}

/// Who somebody is and on which host; in the challenge with a nonce, in the proof with a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Person {
    pub(crate) home: Home,
    pub(crate) host: String,
}

/// The door's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DoorAnswer {
    Accepted { startpoint: Vec<u8>, table: Vec<u8> },
    Refused(String),
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
pub(crate) fn cut(text: &str, longest: usize) -> &str {
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
        put(&mut out, self.path.as_bytes());
        out
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Short> {
        let mut r = Reader::new(bytes);
        Ok(AttachHello { nonce: nonce(&mut r)?, path: text(&mut r, PATH)? })
    }
}

impl Person {
    pub(crate) fn put(&self, out: &mut Vec<u8>) {
        out.extend(self.home.job.0.to_le_bytes());
        out.extend(self.home.rank.0.to_le_bytes());
        put(out, cut(&self.host, HOST).as_bytes());
    }

    pub(crate) fn get(r: &mut Reader<'_>) -> Result<Self, Short> {
        let home = Home { job: JobId(r.u64()?), rank: PeerId(r.u32()?) };
        Ok(Person { home, host: text(r, HOST)? })
    }
}

impl DoorAnswer {
    pub(crate) fn encode(&self) -> Vec<u8> {
        match self {
            DoorAnswer::Accepted { startpoint, table } => {
                let mut out = vec![1];
                put(&mut out, startpoint);
                put(&mut out, table);
                out
            }
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
            DoorAnswer::Accepted { startpoint, table } => {
                startpoint.len() + table.len() < LONGEST - 8
            }
            DoorAnswer::Refused(_) => true,
        }
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Short> {
        let mut r = Reader::new(bytes);
        match r.u8()? {
            0 => Ok(DoorAnswer::Refused(text(&mut r, PATH)?)),
            1 => {
                let startpoint = r.string()?.to_vec();
                Ok(DoorAnswer::Accepted { startpoint, table: r.string()?.to_vec() })
            }
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
            nonce: Nonce, path in ".{0,100}", job: u64, rank: u32,
            startpoint: Vec<u8>, table: Vec<u8>,
        ) {
            let hello = AttachHello { nonce, path: path.clone() };
            prop_assert_eq!(AttachHello::decode(&hello.encode()), Ok(hello));
            let cut = cut(&path, HOST).to_owned();
            let home = Home { job: JobId(job), rank: PeerId(rank) };
            let (person, mut bytes) = (Person { home, host: cut }, Vec::new());
            person.put(&mut bytes);
            prop_assert_eq!(Person::get(&mut Reader::new(&bytes)), Ok(person));
            for verdict in [DoorAnswer::Accepted { startpoint, table }, DoorAnswer::Refused(path)] {
                prop_assert_eq!(DoorAnswer::decode(&verdict.encode()), Ok(verdict));
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
