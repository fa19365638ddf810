//! What a door and its visitors make of bytes that anybody may have sent, for whoever tries that with any bytes.

use crate::KEY_LEN;
use crate::messages::{AttachHello, DoorAnswer, Person, nonce};
use crate::pair::PairWord;
use crate::side::JobWord;
use crate::talk::{AttachTalk, Say};
use ferry_wire::{Reader, Short};

const KEY: [u8; KEY_LEN] = [7; KEY_LEN];
const ALL: [Say; 4] = [Say::Hello, Say::Challenge, Say::Proof, Say::Verdict];

/// Hears `bytes` as each message of an attachment: as a stranger's, who has no key (true: one was let in), and as
/// the body of one that is sealed as it should be. `word` is told what faces say in it, and tables.
#[doc(hidden)]
pub fn hear_at_door(bytes: &[u8], mut word: impl FnMut(&[u8], &[u8])) -> bool {
    let is_let_in = ALL.iter().any(|kind| AttachTalk::new(&KEY).open(*kind, bytes).is_ok());
    for kind in ALL {
        let message = AttachTalk::new(&KEY).seal(kind, bytes);
        if let Ok(body) = AttachTalk::new(&KEY).open(kind, &message) {
            // Whoever has the key may still talk nonsense.
            let _ = read(kind, body, &mut word);
        }
    }
    is_let_in
}

fn read(kind: Say, body: &[u8], word: &mut impl FnMut(&[u8], &[u8])) -> Result<(), Short> {
    let mut r = Reader::new(body);
    match kind {
        Say::Hello => {
            AttachHello::decode(body)?;
        }
        Say::Challenge => {
            nonce(&mut r)?;
            Person::get(&mut r)?;
        }
        Say::Proof => {
            Person::get(&mut r)?;
            let _ = JobWord::decode(r.rest());
            let PairWord { word: said, table } = PairWord::decode(r.rest())?;
            word(&said, &table);
        }
        Say::Verdict => {
            if let DoorAnswer::Accepted { word: said } = DoorAnswer::decode(body)? {
                let _ = JobWord::decode(said);
                let PairWord { word: said, table } = PairWord::decode(said)?;
                word(&said, &table);
            }
        }
    }
    Ok(())
}
