//! How a caller and a port prove to each other that they have a key in common.
//!
//! ```text
//! caller                                          port
//!   | -- hello     port, kind of key, nonce, mac ->  |   strangers get no answer
//!   | <- welcome   nonce, mac ---------------------  |   fresh nonce: a replay gets no further
//!   | -- proof     mac ---------------------------->  |
//!   |    a line, whose key follows from both nonces  |
//! ```

use crate::key::{KeyKind, PortKeys, derive, keyed, random};
use crate::line::{End, NONCE_LEN, PortLine, PortNonce, broken, is_same};
use crate::stream::PortStream;
use crate::{PortError, PortKey};
use hmac::Mac;
use std::time::Duration;

const MAGIC: [u8; 4] = *b"FRYP";
const VERSION: u8 = 1;
const ID_LEN: usize = 16;
const MAC_LEN: usize = 32;
/// Magic, version, kind, number, nonce, mac.
const HELLO_LEN: usize = 6 + ID_LEN + NONCE_LEN + MAC_LEN;
const WELCOME_LEN: usize = NONCE_LEN + MAC_LEN;
/// How long each end may take for its part.
const PATIENCE: Duration = Duration::from_secs(10);

fn mac(key: &PortKey, parts: &[&[u8]]) -> [u8; MAC_LEN] {
    let mut mac = keyed(key);
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

/// A hello, as far as it can be understood without a key.
struct Hello<'a> {
    kind: KeyKind,
    nonce: &'a [u8],
    said: &'a [u8],
    mac: [u8; MAC_LEN],
}

impl<'a> Hello<'a> {
    /// `None`: it is none, or for another port.
    fn read(bytes: &'a [u8; HELLO_LEN], id: &[u8; ID_LEN]) -> Option<Hello<'a>> {
        let (said, mac) = bytes.split_last_chunk::<MAC_LEN>()?;
        let (front, nonce) = said.split_at_checked(said.len() - NONCE_LEN)?;
        let is_ours = front.starts_with(&MAGIC) && front[4] == VERSION && front[6..] == *id;
        let kind = KeyKind::of(front[5]).filter(|_| is_ours)?;
        Some(Hello { kind, nonce, said, mac: *mac })
    }

    /// The key that it proves, if it does.
    fn key(&self, keys: &PortKeys, id: &[u8; ID_LEN]) -> Option<PortKey> {
        let key = keys.get(self.kind, id)?;
        is_same(&mac(&key, &[b"ferry hello", self.said]), &self.mac).then_some(key)
    }
}

fn session(key: &PortKey, caller: &[u8], called: &[u8]) -> PortKey {
    derive(key, b"ferry port's line", &[caller, called])
}

/// The caller's part.
pub(crate) fn introduce(
    mut stream: PortStream,
    id: &[u8; ID_LEN],
    kind: KeyKind,
    key: &PortKey,
) -> Result<PortLine, PortError> {
    stream.wait_at_most(Some(PATIENCE));
    let mine: PortNonce = random()?;
    let mut hello = [&MAGIC[..], &[VERSION, kind as u8], id, &mine].concat();
    let proof = mac(key, &[b"ferry hello", &hello]);
    hello.extend(proof);
    stream.send(&hello).map_err(broken)?;
    let mut welcome = [0; WELCOME_LEN];
    stream.fill(&mut welcome).map_err(broken)?;
    let (theirs, told) = welcome.split_at(NONCE_LEN);
    let expected = mac(key, &[b"ferry welcome", &hello, theirs]);
    if !<&[u8; MAC_LEN]>::try_from(told).is_ok_and(|told| is_same(&expected, told)) {
        return Err(PortError::Broken("is not the port's owner: its proof is wrong".into()));
    }
    let session = session(key, &mine, theirs);
    stream.send(&mac(&session, &[b"ferry proof"])).map_err(broken)?;
    stream.wait_at_most(None);
    Ok(PortLine::new(stream, session, End::Caller))
}

/// The port's part. A stranger is told nothing.
pub(crate) fn admit(
    mut stream: PortStream,
    id: &[u8; ID_LEN],
    keys: &PortKeys,
) -> Result<PortLine, PortError> {
    stream.wait_at_most(Some(PATIENCE));
    let mut bytes = [0; HELLO_LEN];
    stream.fill(&mut bytes).map_err(broken)?;
    let stranger = || PortError::Broken("is a stranger".into());
    let hello = Hello::read(&bytes, id).ok_or_else(stranger)?;
    let key = hello.key(keys, id).ok_or_else(stranger)?;
    let mine: PortNonce = random()?;
    let told = mac(&key, &[b"ferry welcome", &bytes, &mine]);
    stream.send(&[&mine[..], &told].concat()).map_err(broken)?;
    let session = session(&key, hello.nonce, &mine);
    let mut proof = [0; MAC_LEN];
    stream.fill(&mut proof).map_err(broken)?;
    if !is_same(&mac(&session, &[b"ferry proof"]), &proof) {
        return Err(stranger());
    }
    stream.wait_at_most(None);
    Ok(PortLine::new(stream, session, End::Called))
}

/// Hears bytes as a hello; whether they prove a key that they cannot know. For whoever tries that with any bytes.
#[doc(hidden)]
pub fn hear_at_port(bytes: &[u8]) -> bool {
    let (id, secret) = ([5; ID_LEN], [7; crate::KEY_LEN]);
    let keys = PortKeys { own: secret, launcher: secret, file: None };
    let hello = bytes.first_chunk().and_then(|bytes| Hello::read(bytes, &id));
    hello.is_some_and(|hello| hello.key(&keys, &id).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::os::unix::net::UnixStream;

    const ID: [u8; ID_LEN] = [5; ID_LEN];

    fn keys(own: u8) -> PortKeys {
        PortKeys { own: [own; 32], launcher: [8; 32], file: Some([9; 32]) }
    }

    fn meet(kind: KeyKind, mine: &PortKeys, theirs: &PortKeys) -> [Result<PortLine, PortError>; 2] {
        let (a, b) = UnixStream::pair().unwrap();
        let key = mine.get(kind, &ID).unwrap();
        std::thread::scope(|scope| {
            let admitted = scope.spawn(|| admit(PortStream::local(b), &ID, theirs));
            let introduced = introduce(PortStream::local(a), &ID, kind, &key);
            [introduced, admitted.join().unwrap()]
        })
    }

    #[test]
    fn each_key_opens_and_no_other_does() {
        for kind in [KeyKind::Own, KeyKind::Launcher, KeyKind::File] {
            let [caller, called] = meet(kind, &keys(1), &keys(1)).map(Result::unwrap);
            assert_eq!(caller.secret(b"x", &[]), called.secret(b"x", &[]));
            assert!(called.is_first() && !caller.is_first());
        }
        assert!(meet(KeyKind::Own, &keys(1), &keys(2)).iter().all(Result::is_err));
        let without = PortKeys { file: None, ..keys(1) };
        assert!(meet(KeyKind::File, &keys(1), &without).iter().all(Result::is_err));
    }

    #[test]
    fn a_replay_gets_no_line() {
        let (a, b) = UnixStream::pair().unwrap();
        let (mut a, key) = (PortStream::local(a), keys(1).get(KeyKind::Own, &ID).unwrap());
        let mut hello = [&MAGIC[..], &[VERSION, 1], &ID, &[3; NONCE_LEN]].concat();
        let proof = mac(&key, &[b"ferry hello", &hello]);
        hello.extend(proof);
        std::thread::scope(|scope| {
            let admitted = scope.spawn(|| admit(PortStream::local(b), &ID, &keys(1)));
            a.send(&hello).unwrap();
            a.fill(&mut [0; WELCOME_LEN]).unwrap();
            // What the first caller sent then was for another nonce.
            a.send(&[4; MAC_LEN]).unwrap();
            assert!(admitted.join().unwrap().is_err());
        });
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_strangers(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            prop_assert!(!hear_at_port(&bytes));
        }
    }
}
