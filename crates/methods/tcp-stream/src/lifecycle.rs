//! How links end: lost, or closed in good order.

use crate::method::TcpStreamMethod;
use crate::outbound::{Outbound, OutboundStage, lost};
use crate::peer::{StreamPeer, Suspicion};
use ferry_method::{MethodError, Now, PeerId, Sink};
use std::time::Duration;

/// How long a broken stream is waited for what the control connection says of it.
const GRACE: Duration = Duration::from_secs(2);
/// After so long it is asked again whether another method may help.
const AGAIN: Duration = Duration::from_millis(50);
/// How long the close waits for room before it goes without.
const LINGER: Duration = Duration::from_secs(1);

/// How far a close has come.
#[derive(Clone, Copy)]
pub(crate) enum Closing {
    /// The streams end.
    Streams { since: Now },
    /// They have ended; the control connections are closed.
    Control,
}

impl TcpStreamMethod {
    /// Something is to be done then, at the latest.
    pub(crate) fn note_deadline(&mut self, at: Now) {
        self.deadline = Some(self.deadline.map_or(at, |deadline| deadline.min(at)));
    }

    /// A stream of a peer's broke. If its process ended, in whatever way, the control connection is
    /// about to say so.
    pub(crate) fn suspect(&mut self, peer: PeerId, why: String, mid_frame: bool) {
        let entry = self.peers.entry(peer);
        if entry.gone.is_some() || (entry.departed && !mid_frame) {
            return;
        }
        match &mut entry.suspicion {
            Some(suspicion) => suspicion.mid_frame |= mid_frame,
            none => {
                *none = Some(Suspicion { since: None, why, mid_frame });
                self.rounds.suspects.push(peer);
            }
        }
        // The next poll tells the time.
        self.note_deadline(Now::ZERO);
    }

    fn judge_suspects(&mut self, sink: &mut dyn Sink) -> usize {
        let now = self.now;
        let mut judged = Vec::new();
        for &peer in &self.rounds.suspects {
            let Some(entry) = self.peers.get_mut(peer) else { continue };
            let Some(suspicion) = &mut entry.suspicion else { continue };
            let since = *suspicion.since.get_or_insert(now);
            if entry.departed && !suspicion.mid_frame {
                judged.push((peer, None));
            } else if entry.departed || now >= since + GRACE {
                judged.push((peer, Some(suspicion.why.clone())));
            }
        }
        let mut handled = 0;
        for (peer, why) in judged {
            handled += self.judge(peer, why.map(|why| lost(peer, why)), sink);
        }
        handled
    }

    /// A suspicion has come true, or to nothing.
    fn judge(&mut self, peer: PeerId, loss: Option<MethodError>, sink: &mut dyn Sink) -> usize {
        if let Some(why) = &loss
            && self.doubts(peer, why, sink)
        {
            let since = (self.now + AGAIN).saturating_sub(GRACE);
            let suspicion = self.peers.entry(peer).suspicion.as_mut();
            suspicion.into_iter().for_each(|suspicion| suspicion.since = Some(since));
            return 0;
        }
        self.rounds.suspects.retain(|of| *of != peer);
        self.peers.entry(peer).suspicion = None;
        match loss {
            Some(why) => self.lose(peer, why, sink),
            None => self.drop_broken(peer),
        }
        1
    }

    /// Tells the sink of losses that were come upon where it was not at hand.
    pub(crate) fn settle_losses(&mut self, sink: &mut dyn Sink) -> usize {
        if self.rounds.reports.is_empty() {
            return 0;
        }
        let reports = std::mem::take(&mut self.rounds.reports);
        let handled = reports.len();
        for (peer, why) in reports {
            self.lose(peer, why, sink);
        }
        handled
    }

    /// Ends the link to a peer and says so, once. What it sent before is delivered.
    pub(crate) fn lose(&mut self, peer: PeerId, why: MethodError, sink: &mut dyn Sink) {
        let entry = self.peers.entry(peer);
        if entry.gone.is_some() {
            return;
        }
        if entry.control_begun {
            // The landing is in use until the frame is in.
            entry.doomed.get_or_insert(why);
            return;
        }
        let incoming: Vec<u32> = entry.incoming.values().flatten().copied().collect();
        if matches!(why, MethodError::Lost { .. }) {
            for &slot in &incoming {
                while self.receive_from(slot, sink) > 0 {}
            }
        }
        // Reading may have come upon worse.
        let entry = self.peers.entry(peer);
        if entry.gone.is_some() {
            return;
        }
        (entry.gone, entry.doomed) = (Some(why.clone()), None);
        entry.suspicion = None;
        entry.incoming.clear();
        self.rounds.suspects.retain(|p| *p != peer);
        self.demand.waiting.retain(|(of, _)| *of != peer);
        for slot in self.inbound.numbers() {
            if self.inbound.get(slot).is_some_and(|inbound| inbound.peer == peer)
                && let Some(inbound) = self.inbound.remove(slot)
            {
                self.tally.kept -= inbound.kept;
                if let Some(socket) = &inbound.socket {
                    self.events.forget(socket);
                }
            }
        }
        for slot in self.outbound.numbers() {
            if self.outbound.get(slot).is_some_and(|out| out.peer == peer) {
                self.remove_outbound(slot);
            }
        }
        sink.lost(peer, why);
    }

    /// Nobody looked for so long: whoever is waited for, or waits to prove itself, is given that time.
    #[cold]
    pub(crate) fn forgive(&mut self, missed: Duration) {
        for out in self.outbound.iter_mut() {
            if let OutboundStage::Dialing(dial) = &mut out.stage {
                dial.forgive(missed);
            }
        }
        for peer in &self.rounds.suspects {
            let suspicion = self.peers.get_mut(*peer).and_then(|entry| entry.suspicion.as_mut());
            if let Some(since) = suspicion.and_then(|suspicion| suspicion.since.as_mut()) {
                *since += missed;
            }
        }
        self.greeters.iter_mut().for_each(|greeter| greeter.forgive(missed));
    }

    /// Does what is due by the clock.
    pub(crate) fn tick(&mut self, sink: &mut dyn Sink) -> usize {
        let now = self.now;
        self.deadline = None;
        let mut handled = 0;
        for slot in self.demand.dialing.clone() {
            handled += self.step_dial(slot, sink);
        }
        handled += self.expire_greeters(sink) + self.judge_suspects(sink);
        if self.shortage.deaf_until.is_some_and(|until| until <= now) {
            handled += self.hear_again(sink);
        }
        if self.shortage.limited_until.take_if(|until| *until <= now).is_some() {
            // Asked for when the method was made, so it cannot be wrong.
            self.demand.limit = self.options.limit().unwrap_or(self.demand.limit);
        }
        self.find_deadline();
        handled
    }

    pub(crate) fn find_deadline(&mut self) {
        let dials =
            self.demand.dialing.iter().filter_map(|slot| match &self.outbound.get(*slot)?.stage {
                OutboundStage::Dialing(dial) => dial.next_due(),
                _ => None,
            });
        let suspects = self.rounds.suspects.iter().filter_map(|peer| {
            let since = self.peers.get(*peer)?.suspicion.as_ref()?.since;
            Some(since.map_or(Now::ZERO, |since| since + GRACE))
        });
        let greeters = self.greeters.iter().map(|(_, greeter)| greeter.deadline());
        let pauses = [self.shortage.deaf_until, self.shortage.limited_until].into_iter().flatten();
        self.deadline = dials.chain(suspects).chain(greeters).chain(pauses).min();
    }

    pub(crate) fn close_links(&mut self, sink: &mut dyn Sink) -> bool {
        let closing = *self.closing.get_or_insert(Closing::Streams { since: self.now });
        if let Closing::Streams { since } = closing {
            let is_late = self.now >= since + LINGER;
            let peers = &self.peers;
            // What is on a detour goes nowhere any more.
            let is_detoured =
                |peer| peers.get(peer).is_some_and(|entry: &StreamPeer| entry.is_detoured);
            self.rounds.messengers.retain(|peer| !is_detoured(*peer));
            self.listener = None;
            self.greeters.clear();
            self.settle_losses(sink);
            self.poll_control(self.now, sink);
            let said = self.say_farewell();
            let ended = self.end_streams(sink);
            if !(is_late || (said && ended)) {
                return false;
            }
            self.closing = Some(Closing::Control);
        }
        self.receive_all(sink);
        let done = self.close_control(self.now, sink);
        if done {
            // What is out is the system's to deliver.
            self.outbound.clear();
            self.inbound.clear();
            (self.demand.ending, self.tally.kept, self.deadline) = (0, 0, None);
        }
        done
    }

    /// Ends all streams that go out; true when all the marks are out.
    fn end_streams(&mut self, sink: &mut dyn Sink) -> bool {
        self.receive_all(sink);
        let mut all = true;
        for slot in self.outbound.numbers() {
            let Some(out) = self.outbound.get_mut(slot) else { continue };
            match out.stage {
                OutboundStage::Dialing(_) => self.remove_outbound(slot),
                OutboundStage::Up => self.end_outbound(slot),
                OutboundStage::Ending => drop(out.flush()),
            }
            let is_out = |out: &Outbound| out.is_tunnel || !out.has_unsent();
            all &= self.outbound.get(slot).is_none_or(is_out);
        }
        all
    }

    /// Takes in what has come: closing over unread data would make the system throw away what is
    /// still on its way to the peer.
    fn receive_all(&mut self, sink: &mut dyn Sink) {
        self.rounds.resumed.clear();
        for slot in self.inbound.numbers() {
            self.inbound_event(slot, sink);
        }
    }
}
