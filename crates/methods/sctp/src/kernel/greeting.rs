//! Associations begin: callers prove who they are, and of two attempts at the same time one stays.

use super::link::{KernelAssociation, KernelRole};
use super::method::{KernelSctp, VERSION};
use super::socket::KernelPayloadKind;
use crate::session::{PeerState, unreachable};
use ferry_method::{Now, PeerId, Sink};
use ferry_method_tcp::door::{
    Acceptance, Disbelief, Encoded, HandshakeStep as Greeting, HandshakeTalk, MESSAGE_LEN,
};
use ferry_session::{CallerVerdict, SessionMethod};
use ferry_sys::SctpAssociation;
use std::time::Duration;

/// Callers that are heard at a time.
const MOST_CALLERS: usize = 64;
/// How long a stranger may take to say anything. Peers say hello as they call.
const PATIENCE: Duration = Duration::from_secs(10);

impl KernelSctp {
    /// An association stands.
    pub(super) fn rise(&mut self, association: SctpAssociation, streams: u16) {
        let deadline = Some(self.now + PATIENCE);
        if !self.links.contains_key(&association) {
            if self.closing_since.is_some() {
                return self.wire.abort(association, "closed");
            }
            if self.callers >= MOST_CALLERS {
                self.turn_away_the_oldest();
            }
            let talk = HandshakeTalk::new(&self.identity, VERSION, None);
            let link = KernelAssociation::new(KernelRole::Caller { talk, deadline }, self.pool());
            self.links.insert(association, link);
            self.callers += 1;
        }
        if let Some(link) = self.links.get_mut(&association) {
            link.is_up = true;
            link.outgoing.begin(streams);
        }
    }

    fn turn_away_the_oldest(&mut self) {
        let deadline = |(association, link): (&SctpAssociation, &KernelAssociation)| match link.role
        {
            // Those that have shown to be peers are spared.
            KernelRole::Caller { deadline: Some(deadline), .. } => Some((deadline, *association)),
            _ => None,
        };
        let oldest = self.links.iter().filter_map(deadline).min_by_key(|(deadline, _)| *deadline);
        if let Some((_, association)) = oldest {
            self.turn_away(association);
        }
    }

    /// Ends the association of a caller that did not prove who it is.
    pub(super) fn turn_away(&mut self, association: SctpAssociation) {
        self.counters.refused += 1;
        self.give_up(association, "who are you?");
    }

    /// Turns strangers away that say nothing.
    pub(super) fn turn_away_the_late(&mut self) {
        if self.callers == 0 {
            return;
        }
        let is_late = |deadline: Option<Now>| deadline.is_some_and(|d| d <= self.now);
        let late = |(association, link): (&SctpAssociation, &KernelAssociation)| match link.role {
            KernelRole::Caller { deadline, .. } if is_late(deadline) => Some(*association),
            _ => None,
        };
        let late: Vec<SctpAssociation> = self.links.iter().filter_map(late).collect();
        late.into_iter().for_each(|association| self.turn_away(association));
    }

    /// Says the next part of a proof.
    pub(super) fn greet(
        &mut self,
        association: SctpAssociation,
        kind: Greeting,
        verdict: Acceptance,
    ) {
        let Some(link) = self.links.get_mut(&association) else { return };
        let (KernelRole::Caller { talk, .. } | KernelRole::Attempt { talk, .. }) = &mut link.role
        else {
            return;
        };
        match talk.say(kind, verdict) {
            Ok(message) => self.say(association, KernelPayloadKind::Greeting, &message),
            // Without randomness nothing can be proved.
            Err(_) => self.give_up(association, "no randomness"),
        }
    }

    /// Hears a part of a proof; the number of links that came of it.
    pub(super) fn hear(
        &mut self,
        association: SctpAssociation,
        bytes: &[u8],
        sink: &mut dyn Sink,
    ) -> usize {
        let Some(link) = self.links.get_mut(&association) else { return 0 };
        let Ok(message) = <&Encoded>::try_from(bytes) else {
            return self.disbelieve(association, Disbelief::Stranger, sink);
        };
        let (me, talk) = (self.identity.me, HandshakeTalk::new(&self.identity, VERSION, None));
        match &mut link.role {
            KernelRole::Caller { talk, deadline } => {
                let heard = talk.hear(message, &[Greeting::Hello, Greeting::Proof]);
                match (heard, deadline.take().is_some()) {
                    (Ok((Greeting::Hello, _)), true) => {
                        self.greet(association, Greeting::Challenge, Acceptance::None);
                        0
                    }
                    (Ok((Greeting::Proof, _)), false) => self.decide(association),
                    (Ok(_), _) => self.disbelieve(association, Disbelief::Stranger, sink),
                    (Err(why), _) => self.disbelieve(association, why, sink),
                }
            }
            // Both have called, and it is one association: the lower rank is the caller.
            KernelRole::Attempt { peer, .. } if is_hello(message) && me < *peer => 0,
            KernelRole::Attempt { peer, is_proven: false, .. } if is_hello(message) => {
                let mut talk = talk;
                let peer = *peer;
                match talk.hear(message, &[Greeting::Hello]) {
                    Ok(_) if talk.peer() == Some(peer) => {
                        link.role = KernelRole::Caller { talk, deadline: None };
                        self.callers += 1;
                        self.greet(association, Greeting::Challenge, Acceptance::None);
                        0
                    }
                    Ok(_) => self.disbelieve(association, Disbelief::Stranger, sink),
                    Err(why) => self.disbelieve(association, why, sink),
                }
            }
            KernelRole::Attempt { talk, is_proven, peer } => {
                let peer = *peer;
                match (talk.hear(message, &[Greeting::Challenge, Greeting::Verdict]), *is_proven) {
                    (Ok((Greeting::Challenge, _)), false) => {
                        *is_proven = true;
                        self.greet(association, Greeting::Proof, Acceptance::None);
                        0
                    }
                    (Ok((Greeting::Verdict, Acceptance::Accept)), true) => {
                        self.take_up(peer, association);
                        1
                    }
                    // Its own call to this process is on the way.
                    (Ok((Greeting::Verdict, Acceptance::Yield)), true) => {
                        self.give_up(association, "yield");
                        self.wait_for_call(peer);
                        0
                    }
                    (Ok((Greeting::Verdict, verdict)), true) => {
                        let why = format!("it refuses the association ({verdict:?})");
                        self.give_up(association, "refused");
                        self.lose(peer, unreachable(peer, why), sink);
                        1
                    }
                    (Ok(_), _) => self.disbelieve(association, Disbelief::Stranger, sink),
                    (Err(why), _) => self.disbelieve(association, why, sink),
                }
            }
            // The verdict, after frames that have shown it already.
            KernelRole::Link(_) | KernelRole::Leaving => 0,
        }
    }

    /// What was said is no proof.
    fn disbelieve(
        &mut self,
        association: SctpAssociation,
        why: Disbelief,
        sink: &mut dyn Sink,
    ) -> usize {
        let role = self.links.get(&association).map(|link| &link.role);
        let attempt = match role {
            Some(KernelRole::Attempt { peer, .. }) => Some(*peer),
            _ => None,
        };
        self.turn_away(association);
        let Some(peer) = attempt else { return 0 };
        let why = match why {
            Disbelief::Stranger => "whoever listens there is none of this job".to_owned(),
            Disbelief::Version(theirs) => {
                format!("it speaks version {theirs} of the method, this process {VERSION}")
            }
        };
        self.lose(peer, unreachable(peer, why), sink);
        1
    }

    /// A caller has proved who it is.
    fn decide(&mut self, association: SctpAssociation) -> usize {
        let Some(link) = self.links.get(&association) else { return 0 };
        let KernelRole::Caller { talk, .. } = &link.role else { return 0 };
        let Some(peer) = talk.peer() else { return 0 };
        let other = match self.peers.entry(peer).state() {
            PeerState::Calling(call) => call.attempt.map(|(attempt, _)| attempt),
            _ => None,
        };
        let other = other.filter(|other| *other != association);
        let stands = other.and_then(|other| self.links.get(&other)).is_some_and(|l| l.is_up);
        let is_closing = self.is_closing();
        let verdict = match self.peers.verdict(&self.identity, peer, stands, is_closing) {
            CallerVerdict::Accept => Acceptance::Accept,
            CallerVerdict::Yield => Acceptance::Yield,
            CallerVerdict::Refuse => Acceptance::Refuse,
        };
        self.greet(association, Greeting::Verdict, verdict);
        if verdict != Acceptance::Accept {
            // Whoever was told so ends the association; until then it says nothing that counts.
            if let Some(link) = self.links.get_mut(&association) {
                link.role = KernelRole::Leaving;
                self.callers -= 1;
            }
            return 0;
        }
        if let Some(other) = other {
            self.give_up(other, "another is used");
        }
        self.take_up(peer, association);
        1
    }

    /// Uses an association from now on.
    pub(super) fn take_up(&mut self, peer: PeerId, association: SctpAssociation) {
        let Some(link) = self.links.get_mut(&association) else { return };
        self.callers -= usize::from(matches!(link.role, KernelRole::Caller { .. }));
        link.role = KernelRole::Link(peer);
        self.peers.set(peer, PeerState::Open(association));
    }
}

/// Whether a message of the proof says to be the first; nothing is proved by that.
fn is_hello(message: &Encoded) -> bool {
    const KIND: usize = 5;
    const _: () = assert!(KIND < MESSAGE_LEN);
    message[KIND] == Greeting::Hello as u8
}
