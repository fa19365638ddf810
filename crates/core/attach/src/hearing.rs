//! What a door and its visitors make of bytes that anybody may have sent, for whoever tries that with any bytes.

use crate::messages::{AttachHello, DoorAnswer, Person, nonce};
use crate::pair::PairWord;
use crate::side::{JobWord, SideBoard, spread};
use crate::talk::{AttachTalk, Say};
use crate::world::Meeting;
use crate::{AttachError, KEY_LEN};
use ferry_link::ForwardRules;
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

/// A board on which these bytes stand, whoever is asked.
struct Scribbled<'a>(&'a [u8]);

impl SideBoard for Scribbled<'_> {
    fn place(&self) -> (u32, u32) {
        (1, 2)
    }

    fn spread(&mut self, _: Option<Vec<u8>>) -> Result<Vec<u8>, AttachError> {
        Ok(self.0.to_vec())
    }

    fn gather(&mut self, own: Vec<u8>) -> Result<Option<Vec<Vec<u8>>>, AttachError> {
        Ok(Some(vec![own, self.0.to_vec()]))
    }
}

/// Hears `bytes` as what a whole job says to another, and as what the processes of a job tell each other about that.
#[doc(hidden)]
pub fn hear_of_job(bytes: &[u8]) {
    if let Ok(word) = JobWord::decode(bytes) {
        assert_eq!(word.encode(), bytes, "what is understood is what was said");
        let size = word.processes.len() as u32;
        if let Ok(rules) = ForwardRules::parse(&word.rules)
            && size > 0
        {
            let _ = rules.placed(size, size).and(rules.placed(0, size)).is_empty();
        }
    }
    let _ = JobWord::decode_both(bytes);
    let _ = Meeting::decode(bytes);
    let mut board = Scribbled(bytes);
    if let Ok(told) = spread(&mut board, None) {
        let _ = (JobWord::decode_both(&told), Meeting::decode(&told));
    }
    let fine = JobWord::one(Err(&AttachError::Refused("no".into())));
    if let Ok(Some(all)) = board.gather(fine) {
        let _ = JobWord::join("", all[1..].to_vec());
    }
}
