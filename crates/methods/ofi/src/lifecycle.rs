//! What follows from the time: peers that are asked for a sign of life, that nothing reaches, and the end.

use crate::NAME;
use crate::link::Link;
use crate::state::{Core, OfiCall};
use ferry_method::{Now, PeerId, Sink};
use ferry_session::{PeerState, SessionMethod, has_parted, unreachable};
use std::time::Duration;

/// How often silent peers are looked for.
const LOOK: Duration = Duration::from_secs(1);
/// How long the provider may take nothing for a peer. Some set up connections only while the peer is looking, so
/// that this must be longer than any program computes.
const PATIENCE: Duration = Duration::from_secs(300);
/// The same for a peer that has had all that was sent: there was a connection, and nothing fills it.
const PATIENCE_WITH_THE_IDLE: Duration = Duration::from_secs(15);

impl Core {
    /// It is now so late.
    pub(crate) fn note_time(&mut self, now: Now) {
        self.now = self.now.max(now);
        let Some(missed) = self.attendance.note(now) else { return };
        for entry in self.peers.iter_mut() {
            entry.memory.stuck = None;
            match entry.state_mut() {
                PeerState::Calling(call) => call.forgive(missed, self.now),
                PeerState::Open(Link { broken: Some(loss), .. }) => loss.since = self.now,
                _ => {}
            }
        }
    }

    /// Does what is due by the time.
    pub(crate) fn pass_time(&mut self, sink: &mut dyn Sink) -> usize {
        if self.now < self.next_look {
            return 0;
        }
        self.next_look = self.now + LOOK;
        for peer in self.peers.ids() {
            let now = self.now;
            let (ping, greeting) = match self.peers.state_mut(peer) {
                Some(PeerState::Open(link)) if link.broken.is_none() => (link.asks(now), false),
                Some(PeerState::Calling(call)) => (false, call.asks(now)),
                _ => continue,
            };
            self.owe(peer, |due| {
                (due.ping, due.greeting) = (due.ping | ping, due.greeting | greeting)
            });
        }
        self.give_up_on_the_silent(sink) + self.give_up_on_the_stuck(sink)
    }

    /// Peers that answer no greeting are not there, or never will be.
    fn give_up_on_the_silent(&mut self, sink: &mut dyn Sink) -> usize {
        let (now, timeout) = (self.now, self.connect_timeout);
        let is_silent = |call: &OfiCall| now >= call.heard + timeout;
        let calls = self.peers.calls().filter(|(_, call)| is_silent(call));
        let silent: Vec<PeerId> = calls.map(|(peer, _)| peer).collect();
        for &peer in &silent {
            let why = format!("no answer to any greeting in {timeout:?}");
            self.lose(peer, unreachable(NAME, peer, why), sink);
        }
        silent.len()
    }

    fn give_up_on_the_stuck(&mut self, sink: &mut dyn Sink) -> usize {
        let is_stuck = |peer: &PeerId| {
            let stuck = self.peers.get(*peer).and_then(|entry| entry.memory.stuck);
            stuck.is_some_and(|since| self.now >= since + self.patience_with(*peer))
        };
        let stuck: Vec<PeerId> = self.waiting.iter().copied().filter(is_stuck).collect();
        for &peer in &stuck {
            let patience = self.patience_with(peer);
            let why = self.refusal(peer, format!("nothing was taken for it in {patience:?}"));
            self.lose(peer, why, sink);
        }
        stuck.len()
    }

    fn patience_with(&self, peer: PeerId) -> Duration {
        match self.peers.link(peer) {
            Some(link) if link.unacknowledged() == 0 => PATIENCE_WITH_THE_IDLE,
            _ => PATIENCE,
        }
    }

    /// From now on links are closed.
    pub(crate) fn begin_close(&mut self, now: Now) {
        if self.closing.is_some() {
            return;
        }
        self.note_time(now);
        self.closing = Some(self.now);
        for peer in self.peers.ids() {
            if self.peers.link(peer).is_some() {
                self.owe(peer, |due| due.goodbye = true);
            }
        }
    }

    /// Whether nothing remains to be done. `is_sending`: the endpoint has not done with all that it took.
    pub(crate) fn has_closed(&self, is_sending: bool) -> bool {
        let Some(since) = self.closing else { return false };
        let is_over =
            |has_arrived, is_answered| has_parted(since, self.now, has_arrived, is_answered);
        let mut states = self.peers.ids().filter_map(|peer| self.peers.state(peer));
        let have_parted = states.all(|state| match state {
            PeerState::Open(link) if link.broken.is_some() => is_over(true, false),
            PeerState::Open(link) => is_over(link.unacknowledged() == 0, false),
            PeerState::Departed(rest) => is_over(true, rest.is_none()),
            PeerState::Idle | PeerState::Calling(_) | PeerState::Gone(_) => true,
        });
        have_parted && is_over(true, !is_sending)
    }

    /// A line about the link to a peer.
    pub(crate) fn describe(&self, peer: PeerId, domain: &str) -> Option<String> {
        let link = self.peers.link(peer)?;
        let (provider, waiting) = (&self.here.provider, link.unacknowledged());
        let way = format!("{NAME} over {provider} on {domain}");
        let read = self.read;
        Some(format!("{way}, {waiting} bytes under way or unread, {read} read from peers' memory"))
    }
}
