//! What a door and its visitors make of bytes that anybody may have sent, for whoever tries that with any bytes.

use super::KEY_LEN;
use super::messages::{AttachHello, DoorAnswer, Person, nonce};
use super::talk::{AttachTalk, Say};
use crate::{Nexus, Startpoint};
use ferry_link::DescriptorTable;
use ferry_wire::{Reader, Short};

const KEY: [u8; KEY_LEN] = [7; KEY_LEN];
const ALL: [Say; 4] = [Say::Hello, Say::Challenge, Say::Proof, Say::Verdict];

/// Hears `bytes` as each message of an attachment: as a stranger's, who has no key (true: one was let in), and as
/// the body of one that is sealed as it should be.
#[doc(hidden)]
pub fn hear_at_door(nexus: &Nexus, bytes: &[u8]) -> bool {
    let is_let_in = ALL.iter().any(|kind| AttachTalk::new(&KEY).open(*kind, bytes).is_ok());
    for kind in ALL {
        let message = AttachTalk::new(&KEY).seal(kind, bytes);
        if let Ok(body) = AttachTalk::new(&KEY).open(kind, &message) {
            // Whoever has the key may still talk nonsense.
            let _ = read(nexus, kind, body);
        }
    }
    is_let_in
}

fn read(nexus: &Nexus, kind: Say, body: &[u8]) -> Result<(), Short> {
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
            let _ = DescriptorTable::decode(r.rest());
        }
        Say::Verdict => {
            if let DoorAnswer::Accepted { startpoint, table } = DoorAnswer::decode(body)? {
                let _ = DescriptorTable::decode(&table);
                let _ = Startpoint::decode(nexus, &startpoint);
            }
        }
    }
    Ok(())
}
