//! What comes: greetings and packets.

use crate::NAME;
use crate::ffi::Event;
use crate::incoming;
use crate::link::Place;
use crate::packet::{GREETING, PacketKind, Prefix};
use crate::proof::{Greeting, Nonce};
use crate::reading::Reading;
use crate::state::{Core, OfiCall};
use ferry_method::{MethodError, PeerId, Sink};
use ferry_session::{Delivery, Nonsense, PeerState, SessionMethod, lost, unreachable};

impl Core {
    /// Takes what the endpoint has to tell.
    pub(crate) fn on_event(&mut self, event: Event<'_>, sink: &mut dyn Sink) {
        match event {
            Event::Arrived(packet) if packet.first() == Some(&GREETING) => {
                self.hear_greeting(packet)
            }
            Event::Arrived(packet) => self.hear(packet, sink),
            Event::Failed { peer: Some(peer), why } => self.fail(PeerId(peer), why, sink),
            // Of a packet that was let go: what is sent next to that peer tells.
            Event::Failed { peer: None, .. } => {}
            Event::Read(end) => self.on_read(end, sink),
            Event::Refused => self.counters.refused += 1,
            Event::Broken(why) => self.break_down(why, sink),
        }
    }

    /// The endpoint is of no use any more, and neither are the links.
    fn break_down(&mut self, why: String, sink: &mut dyn Sink) {
        let why = format!("the endpoint of this process failed: {why}");
        for peer in self.peers.ids() {
            if let Some(link) = self.peers.link_mut(peer) {
                link.reading = Reading::default();
            }
            if let Some(PeerState::Open(_) | PeerState::Calling(_)) = self.peers.state(peer) {
                self.lose(peer, lost(NAME, peer, why.clone()), sink);
            }
        }
        self.broken = Some(why);
    }

    /// A packet to a peer did not get there.
    pub(crate) fn fail(&mut self, peer: PeerId, why: String, sink: &mut dyn Sink) {
        match self.peers.state(peer) {
            Some(PeerState::Open(_)) => self.lose(peer, lost(NAME, peer, why), sink),
            Some(PeerState::Calling(_)) => self.lose(peer, unreachable(NAME, peer, why), sink),
            _ => {}
        }
    }

    fn hear_greeting(&mut self, packet: &[u8]) {
        let Some(greeting) = self.prover.hear(packet) else {
            self.counters.refused += 1;
            return;
        };
        let Greeting { from, nonce, repeated, is_reader, address } = greeting;
        let entry = self.peers.entry(from);
        entry.contact.get_or_insert_with(|| address.to_vec());
        match entry.state_mut() {
            PeerState::Idle => {
                // Without randomness no link; the peer asks again.
                let Ok(mine) = Nonce::new() else { return };
                let mut call = OfiCall::new(mine, Some(nonce), self.now);
                call.is_reader = is_reader;
                self.peers.set(from, PeerState::Calling(call));
                self.owe(from, |due| due.greeting = true);
            }
            PeerState::Calling(call) => {
                (call.theirs, call.is_reader, call.heard) = (Some(nonce), is_reader, self.now);
                let (mine, is_known) = (call.mine, call.repeated == Some(nonce));
                if repeated == Some(mine) {
                    self.open(from, mine, nonce);
                }
                if !is_known {
                    self.owe(from, |due| due.greeting = true);
                }
            }
            PeerState::Open(link) => {
                let (is_known, is_heard) = (link.theirs == nonce, repeated == Some(link.mine));
                self.counters.refused += u64::from(!is_known);
                if is_known && !is_heard {
                    // It still waits for this end's greeting, which was lost.
                    self.owe(from, |due| due.greeting = true);
                }
            }
            PeerState::Departed(_) | PeerState::Gone(_) => {}
        }
    }

    fn hear(&mut self, packet: &[u8], sink: &mut dyn Sink) {
        let Some((prefix, _)) = Prefix::decode(packet) else {
            self.counters.refused += 1;
            return;
        };
        let peer = prefix.from;
        self.open_by_token(&prefix);
        let link = self.peers.link_mut(peer).filter(|link| link.is_genuine(&prefix));
        let Some(link) = link else {
            // Who has departed may have had something on its way.
            let is_late =
                matches!(self.peers.state(peer), Some(PeerState::Departed(_) | PeerState::Gone(_)));
            self.counters.refused += u64::from(!is_late);
            return;
        };
        link.note_heard(self.now);
        if link.broken.is_some() {
            return;
        }
        let taken = match link.place(&prefix, packet) {
            Ok(Place::Next) => {
                self.take(peer, packet, sink).and_then(|()| self.take_kept(peer, sink))
            }
            Ok(Place::Kept) => Ok(()),
            Err(why) => Err(why),
        };
        self.judge(peer, taken, sink);
    }

    /// Whose words make no sense is a peer no longer.
    pub(crate) fn judge(&mut self, peer: PeerId, taken: Result<(), Nonsense>, sink: &mut dyn Sink) {
        if let Err(Nonsense(why)) = taken {
            self.counters.refused += 1;
            self.lose(peer, MethodError::Nonsense { peer, method: NAME, why }, sink);
        }
    }

    /// A packet may overtake the greeting that would have opened the link: its token proves the same.
    fn open_by_token(&mut self, prefix: &Prefix) {
        let peer = prefix.from;
        let Some(PeerState::Calling(OfiCall { mine, theirs: Some(theirs), .. })) =
            self.peers.state(peer)
        else {
            return;
        };
        let (mine, theirs) = (*mine, *theirs);
        if self.prover.tokens(peer, mine, theirs).1 == prefix.token {
            self.open(peer, mine, theirs);
        }
    }

    /// Takes packets of a peer that had to wait until now.
    pub(crate) fn take_kept(&mut self, peer: PeerId, sink: &mut dyn Sink) -> Result<(), Nonsense> {
        while let Some(packet) = self.peers.link_mut(peer).and_then(|link| link.next_early()) {
            self.take(peer, &packet, sink)?;
        }
        Ok(())
    }

    fn take(&mut self, peer: PeerId, packet: &[u8], sink: &mut dyn Sink) -> Result<(), Nonsense> {
        let Some((prefix, bytes)) = Prefix::decode(packet) else { return Ok(()) };
        let Some(link) = self.peers.link_mut(peer) else { return Ok(()) };
        link.take(&prefix, packet.len())?;
        while let Some(place) = link.next_free_place() {
            self.places.push(place);
        }
        match prefix.kind {
            kind @ (PacketKind::Frame | PacketKind::Rest) => {
                let max_frame = self.max_frame;
                let mut delivery = Delivery { peer, max_frame, counters: &mut self.counters, sink };
                incoming::take(&mut link.incoming, kind, bytes, &mut delivery)?;
                if link.owes_credit() {
                    self.owe(peer, |due| due.credit = true);
                }
            }
            PacketKind::Ready => self.note_ready(peer, prefix.number, bytes, sink)?,
            PacketKind::Credit => {}
            PacketKind::Ping => self.owe(peer, |due| due.credit = true),
            PacketKind::Goodbye => self.part(peer),
        }
        Ok(())
    }

    /// A peer has said goodbye.
    fn part(&mut self, peer: PeerId) {
        if let PeerState::Open(link) = self.peers.set(peer, PeerState::Departed(None)) {
            let is_answered = link.has_parted;
            self.peers.set(peer, PeerState::Departed(Some(link).filter(|_| !is_answered)));
            self.owe(peer, |due| due.goodbye = !is_answered);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor::Whereabouts;
    use ferry_conformance::{Recorder, identity};

    #[test]
    fn where_the_endpoint_fails_all_links_are_lost_and_none_begins() {
        let (provider, address) = ("tcp".to_owned(), vec![1]);
        let here = Whereabouts { format: 2, protocol: 1, host: None, provider, address };
        let mut core = Core::new(identity(0, 4), here, 1 << 20, 1 << 20);
        let [linked, called, idle] = [1, 2, 3].map(PeerId);
        for peer in [linked, called, idle] {
            core.peers.attach(&identity(0, 4), peer, vec![2]).expect("of the job");
        }
        let nonce = Nonce::new().expect("randomness");
        core.open(linked, nonce, nonce);
        core.begin_call(called).expect("a healthy endpoint");
        let mut sink = Recorder::default();
        core.on_event(Event::Broken("no more room".to_owned()), &mut sink);
        let lost: Vec<PeerId> = sink.losses.iter().map(|(peer, _)| *peer).collect();
        assert_eq!((lost, core.peers.open()), (vec![linked, called], 0));
        assert!(core.waiting.is_empty());
        for peer in [linked, called, idle] {
            let why = core.send_later(peer).expect_err("nothing can be sent").to_string();
            assert!(why.contains("no more room"), "{why}");
        }
        assert_eq!(core.peers.tell(&mut sink), 1, "of the idle one alone nobody knew");
    }
}
