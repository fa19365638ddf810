//! What is said besides frames: greetings, credit, questions for a sign of life, goodbyes.

use crate::NAME;
use crate::ffi::{FabricAddress, Port, Sent};
use crate::packet::{PREFIX, PacketKind};
use crate::state::{Core, Due};
use ferry_method::{MethodError, PeerId};
use ferry_session::{PeerState, SessionMethod, lost, unreachable};

/// Something to be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Greeting,
    Bare(PacketKind),
}

impl Due {
    /// What is said first.
    fn first(self) -> Option<Word> {
        match self {
            Due { greeting: true, .. } => Some(Word::Greeting),
            Due { ping: true, .. } => Some(Word::Bare(PacketKind::Ping)),
            Due { credit: true, .. } => Some(Word::Bare(PacketKind::Credit)),
            Due { goodbye: true, .. } => Some(Word::Bare(PacketKind::Goodbye)),
            _ => None,
        }
    }

    fn settle(&mut self, word: Word) {
        match word {
            Word::Greeting => self.greeting = false,
            Word::Bare(PacketKind::Ping) => self.ping = false,
            Word::Bare(PacketKind::Goodbye) => *self = Due::default(),
            Word::Bare(_) => self.credit = false,
        }
    }
}

impl Core {
    /// Says what is due, as far as there is room. Returns how much was said.
    pub(crate) fn flush(&mut self, port: &mut Port) -> usize {
        let mut said = 0;
        for peer in std::mem::take(&mut self.waiting) {
            while let Some(word) = self.peers.get(peer).and_then(|entry| entry.memory.due.first()) {
                match self.say(peer, word, port) {
                    Ok(true) => said += 1,
                    Ok(false) => {
                        self.peers.entry(peer).memory.stuck.get_or_insert(self.now);
                        self.waiting.push(peer);
                        break;
                    }
                    Err(why) => self.give_up(peer, why),
                }
            }
        }
        said
    }

    /// Says one thing. False: there is no room.
    fn say(&mut self, peer: PeerId, word: Word, port: &mut Port) -> Result<bool, MethodError> {
        if let Some(bytes) = self.in_bytes(peer, word) {
            let address = self.address_of(peer, port)?;
            // A goodbye may be the last that is done with the endpoint, so it must be out before that is closed; and
            // of a greeting that did not get there nothing else would tell.
            let is_awaited = matches!(word, Word::Greeting | Word::Bare(PacketKind::Goodbye));
            match port.send(address, peer.0, &[&bytes], is_awaited) {
                Sent::Taken => self.note_said(peer, word),
                Sent::NoBuffer | Sent::Busy => return Ok(false),
                Sent::Failed(why) => return Err(self.refusal(peer, why)),
            }
        }
        let memory = &mut self.peers.entry(peer).memory;
        memory.due.settle(word);
        memory.stuck = None;
        Ok(true)
    }

    /// The packet; `None`: it is of no use any more.
    fn in_bytes(&self, peer: PeerId, word: Word) -> Option<Vec<u8>> {
        let greet =
            |mine, theirs| self.prover.greet(peer, mine, theirs, self.reads, &self.here.address);
        match (word, self.peers.state(peer)?) {
            (Word::Greeting, PeerState::Calling(call)) => Some(greet(call.mine, call.theirs)),
            (Word::Greeting, PeerState::Open(link)) => Some(greet(link.mine, Some(link.theirs))),
            (Word::Bare(kind), PeerState::Open(link) | PeerState::Departed(Some(link))) => {
                Some(link.prefix(kind, self.identity.me).to_vec())
            }
            _ => None,
        }
    }

    fn note_said(&mut self, peer: PeerId, word: Word) {
        let is_last = word == Word::Bare(PacketKind::Goodbye);
        match (word, self.peers.state_mut(peer)) {
            (Word::Greeting, Some(PeerState::Calling(call))) => call.repeated = call.theirs,
            (Word::Bare(kind), Some(PeerState::Open(link))) => {
                link.note_sent(kind, PREFIX);
                link.has_parted |= is_last;
            }
            (Word::Bare(_), Some(PeerState::Departed(rest))) if is_last => *rest = None,
            (Word::Bare(kind), Some(PeerState::Departed(Some(link)))) => {
                link.note_sent(kind, PREFIX)
            }
            _ => {}
        }
    }

    /// Where a peer is spoken to.
    pub(crate) fn address_of(
        &mut self,
        peer: PeerId,
        port: &mut Port,
    ) -> Result<FabricAddress, MethodError> {
        let entry = self.peers.entry(peer);
        if let Some(address) = entry.memory.address {
            return Ok(address);
        }
        let contact = entry.contact.as_deref().unwrap_or_default();
        let address = port.insert(contact).map_err(|why| unreachable(NAME, peer, why))?;
        entry.memory.address = Some(address);
        Ok(address)
    }

    /// The provider refuses what is for a peer.
    pub(crate) fn refusal(&self, peer: PeerId, why: String) -> MethodError {
        match self.peers.state(peer) {
            Some(PeerState::Calling(_)) => unreachable(NAME, peer, why),
            _ => lost(NAME, peer, why),
        }
    }

    /// Nothing can be said to a peer any more.
    fn give_up(&mut self, peer: PeerId, why: MethodError) {
        match self.peers.state(peer) {
            Some(PeerState::Departed(_)) => self.end(peer, PeerState::Departed(None)),
            _ => drop(self.gone(peer, why)),
        }
    }
}
