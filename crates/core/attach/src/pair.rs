//! Two processes that have met and make links as if they were a job of two.

use crate::messages::Person;
use crate::{AttachError, DoorVisit, MetWorld, Visited, WorldSecret};
use ferry_config::Config;
use ferry_link::{Context, Directory};
use ferry_method::PeerId;
use ferry_sys::Clock;
use ferry_wire::{Reader, Short};
use std::sync::{Arc, OnceLock};

/// Number of the door's owner in a pair, and of its visitor.
const OWNER: u32 = 0;
const VISITOR: u32 = 1;

/// This process's side of a pair.
pub struct PairSide<'a> {
    /// By which its methods are opened.
    pub config: &'a Config,
    /// By which they are told the time.
    pub clock: Clock,
    /// Who it is.
    pub who: Person,
    /// What its face says to the other's.
    pub word: Vec<u8>,
}

/// What a process has of a pair.
pub struct MetPair {
    /// Its end of the links.
    pub link: Context,
    /// Its number there; the other has the other one of 0 and 1.
    pub me: PeerId,
    /// Who the other is.
    pub other: Person,
    /// What the other's face says.
    pub word: Vec<u8>,
}

impl From<MetPair> for MetWorld {
    fn from(MetPair { link, me, other, word }: MetPair) -> Self {
        MetWorld { link, others: vec![(PeerId(1 - me.0), other, word)] }
    }
}

/// A visitor to whom there are links, which it does not know yet.
pub struct PairVisit<'a> {
    visit: DoorVisit<'a>,
    word: Vec<u8>,
}

impl PairVisit<'_> {
    /// Lets the visitor use them.
    ///
    /// # Errors
    /// When it is gone.
    pub fn accept(self) -> Result<(), AttachError> {
        self.visit.accept(&self.word)
    }

    /// Does not let it in after all.
    pub fn refuse(self, why: &str) {
        self.visit.refuse(why);
    }
}

impl<'a> DoorVisit<'a> {
    /// Makes links to the visitor. It is told by [`PairVisit::accept`], once they can be used here.
    ///
    /// # Errors
    /// When a method cannot be opened, what the visitor says makes no sense, or the word is too long.
    pub fn into_pair(self, own: PairSide<'_>) -> Result<(MetPair, PairVisit<'a>), AttachError> {
        let person = self.visitor().person.clone();
        let theirs = PairWord::decode(&self.visitor().word).map_err(AttachError::unreachable)?;
        let half = OpenedHalf::open(&own, &self.secret(), OWNER, &person.host)?;
        let Some(word) = half.say(own.word) else {
            let why = "what it is answered is too long to be handed out at a door";
            self.refuse(why);
            return Err(AttachError::Refused(why.into()));
        };
        Ok((half.join(person, theirs), PairVisit { visit: self, word }))
    }
}

impl Visited {
    /// Makes links to the door's owner, if it wants to. Waits for it.
    ///
    /// # Errors
    /// When a method cannot be opened, or the owner does not let this process in or is gone.
    pub fn into_pair(self, own: PairSide<'_>) -> Result<MetPair, AttachError> {
        let owner = self.owner.clone();
        let half = OpenedHalf::open(&own, &self.secret(), VISITOR, &owner.host)?;
        let word = half.say(own.word);
        let word = word.ok_or_else(|| AttachError::start("knocking", "too much is to be said"))?;
        let theirs = self.enter(&own.who, &word)?;
        let theirs = PairWord::decode(&theirs).map_err(AttachError::unreachable)?;
        Ok(half.join(owner, theirs))
    }
}

/// What one of a pair says: its face's word, and how it is reached.
pub(crate) struct PairWord {
    pub(crate) word: Vec<u8>,
    pub(crate) table: Vec<u8>,
}

impl PairWord {
    /// `None`: it is too long.
    fn encode(&self) -> Option<Vec<u8>> {
        let len = u16::try_from(self.word.len()).ok()?;
        Some([&len.to_le_bytes()[..], &self.word, &self.table].concat())
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Short> {
        let mut r = Reader::new(bytes);
        let word = r.string()?.to_vec();
        Ok(PairWord { word, table: r.rest().to_vec() })
    }
}

/// What the other publishes, once it is known.
#[derive(Clone, Default)]
struct TheirWords(Arc<OnceLock<Vec<u8>>>);

impl Directory for TheirWords {
    fn lookup(&mut self, _peer: PeerId) -> Result<Vec<u8>, String> {
        self.0.get().cloned().ok_or_else(|| "it has not said yet how it is reached".into())
    }
}

/// Links that have been opened on this side.
struct OpenedHalf {
    link: Context,
    me: PeerId,
    told: TheirWords,
}

impl OpenedHalf {
    /// Opens methods for a pair in which this process is `me`, and the other one is on this host.
    fn open(
        own: &PairSide<'_>,
        secret: &WorldSecret,
        me: u32,
        other_host: &str,
    ) -> Result<OpenedHalf, AttachError> {
        let host = own.who.host.as_str();
        let same_host = !host.is_empty() && host == other_host;
        let (identity, told) = (secret.identity(me, 2, host), TheirWords::default());
        let directory = Box::new(told.clone());
        let link = ferry_boot::pair(own.config, &identity, same_host, own.clock, directory);
        let link = link.map_err(|e| AttachError::start("opening links to attach by", e))?;
        Ok(OpenedHalf { link, me: PeerId(me), told })
    }

    /// What this side says.
    fn say(&self, word: Vec<u8>) -> Option<Vec<u8>> {
        PairWord { word, table: self.link.table().encode() }.encode()
    }

    /// The links, now that the other's word is known.
    fn join(self, other: Person, theirs: PairWord) -> MetPair {
        let _ = self.told.0.set(theirs.table);
        MetPair { link: self.link, me: self.me, other, word: theirs.word }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_understood() {
        let said = PairWord { word: vec![1, 2], table: vec![3] };
        let heard = PairWord::decode(&said.encode().unwrap()).unwrap();
        assert_eq!((heard.word, heard.table), (vec![1, 2], vec![3]));
        assert!(PairWord::decode(&[2, 0, 1]).is_err());
        let long = PairWord { word: vec![0; 1 << 16], table: vec![] };
        assert!(long.encode().is_none());
    }
}
