//! A visit, as the door's owner knows of it once the visitor has shown that it has the key.

use crate::messages::{DoorAnswer, Person};
use crate::secret::Nonce;
use crate::talk::{AttachLine, AttachTalk, Say};
use crate::{AttachError, DoorKey, WorldSecret};
use std::net::SocketAddr;
use std::time::Duration;

/// Who knocks.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// What the URL's path says: it belongs to the program.
    pub path: String,
    /// Who it is.
    pub person: Person,
    /// From where.
    pub address: SocketAddr,
    /// What its face says.
    pub word: Vec<u8>,
}

/// A visitor that waits for its answer.
pub struct DoorVisit<'a> {
    pub(crate) visitor: Visitor,
    pub(crate) key: DoorKey,
    /// The visitor's and the door's.
    pub(crate) nonces: [Nonce; 2],
    pub(crate) talk: AttachTalk,
    pub(crate) line: AttachLine<'a>,
    /// How long an answer may take to leave.
    pub(crate) patience: Duration,
}

impl DoorVisit<'_> {
    /// Who it is.
    pub fn visitor(&self) -> &Visitor {
        &self.visitor
    }

    /// What the two have in common from now on.
    pub fn secret(&self) -> WorldSecret {
        WorldSecret::of(&self.key, [&self.nonces[0], &self.nonces[1]])
    }

    /// Lets it in, with what this face says.
    ///
    /// # Errors
    /// When the visitor is gone, or the word is too long to be said at a door.
    pub fn accept(self, word: &[u8]) -> Result<(), AttachError> {
        let answer = DoorAnswer::Accepted { word };
        if !answer.fits() {
            let why = "what it is answered is too long to be handed out at a door";
            self.refuse(why);
            return Err(AttachError::Refused(why.into()));
        }
        self.say(&answer)
    }

    /// Does not let it in, for this reason.
    pub fn refuse(self, why: &str) {
        // Whoever does not hear it sees that the door is shut.
        let _ = self.say(&DoorAnswer::Refused(why));
    }

    fn say(mut self, answer: &DoorAnswer<'_>) -> Result<(), AttachError> {
        // The program may take longer than a stranger.
        self.line.deadline = self.line.clock.now() + self.patience;
        let sealed = self.talk.seal(Say::Verdict, &answer.encode());
        self.line.send(&sealed).map_err(AttachError::unreachable)
    }
}
