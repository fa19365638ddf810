//! A process or a relay is gone: who hears of it.
//!
//! A relay that loses a neighbour tells, for every pair that passed through it, the end that is left.
//! That end reports the other as lost, once. The loss of a relay is the loss of all that are behind it,
//! and the reason says so.

use crate::context::Context;
use crate::forward::{Ends, FORWARD_LOST, MOST_HOPS, gone};
use ferry_method::{Header, PeerId, Sink};
use std::collections::hash_map::Entry;

/// Longest reason that is passed on.
const REASON: usize = 512;

/// Word that a process is gone, and whom to tell.
#[derive(Clone, Copy)]
struct Notice {
    about: PeerId,
    to: PeerId,
    hops: u64,
}

impl Context {
    /// The peers behind relays that are newly gone are reported to the handlers.
    pub(crate) fn report_gone(&mut self, handlers: &mut dyn Sink) {
        for peer in std::mem::take(&mut self.forwarder.reports) {
            let why = self.forwarder.gone.get(&peer).cloned().unwrap_or_default();
            handlers.lost(peer, gone(peer, &why));
        }
    }

    /// A peer behind a relay is gone; the handlers hear of it once.
    fn note_gone(&mut self, peer: PeerId, why: &str) {
        let me = self.me;
        self.forwarder.arriving.remove(&peer);
        self.forwarder.drop_passage(Ends { origin: me, to: peer }, me);
        if let Entry::Vacant(entry) = self.forwarder.gone.entry(peer) {
            entry.insert(why.into());
            self.forwarder.reports.push(peer);
        }
    }

    /// A neighbour is gone: so is all that went through it.
    pub(crate) fn lose_neighbour(&mut self, neighbour: PeerId, why: &str) {
        let relay_gone = format!("rank {neighbour}, which relayed to it, is gone: {why}");
        let me = self.me;
        let passages = self.forwarder.passages.iter();
        let concerned: Vec<_> = passages
            .filter(|(_, passage)| passage.next == neighbour || passage.from.0 == neighbour)
            .map(|(pair, passage)| (*pair, passage.from, passage.next))
            .collect();
        for (pair, from, next) in concerned {
            self.forwarder.drop_passage(pair, me);
            if pair.origin == me {
                self.note_gone(pair.to, &relay_gone);
                continue;
            }
            let reason = |end: PeerId| if end == neighbour { why } else { &relay_gone };
            if next == neighbour && from.0 != neighbour {
                self.cannot_go_on(pair, from, reason(pair.to));
            }
            if from.0 == neighbour && next != neighbour {
                let notice = Notice { about: pair.origin, to: pair.to, hops: 1 };
                self.pass_on(notice, next, None, reason(pair.origin));
            }
        }
        let sources = self.forwarder.sources.iter();
        let behind = sources.filter(|(peer, relay)| **relay == neighbour && **peer != neighbour);
        for peer in behind.map(|(peer, _)| *peer).collect::<Vec<_>>() {
            self.note_gone(peer, &relay_gone);
        }
        self.forwarder.arriving.remove(&neighbour);
        self.forwarder.drop_hop(neighbour, me);
    }

    /// What a pair sends gets no further: its origin is told.
    pub(crate) fn cannot_go_on(&mut self, pair: Ends, from: (PeerId, usize), why: &str) {
        self.forwarder.drop_passage(pair, self.me);
        let notice = Notice { about: pair.to, to: pair.origin, hops: 1 };
        self.pass_on(notice, from.0, Some(from.1), why);
    }

    /// Sends word to a neighbour, by the method by which it wrote, or by that of the pieces.
    fn pass_on(&mut self, notice: Notice, towards: PeerId, by: Option<usize>, why: &str) {
        let slot = match by {
            Some(slot) => slot,
            None => match self.hop(towards) {
                Ok(slot) => slot as usize,
                Err(_) => return,
            },
        };
        let words = [Ends { origin: notice.about, to: notice.to }.word(), 0];
        let header = Header { words, bits: notice.hops, ..Header::new(FORWARD_LOST) };
        let reason = &why.as_bytes()[..REASON.min(why.len())];
        self.answer(towards, slot, header, reason.to_vec());
    }

    /// Word has come that a process is gone.
    pub(crate) fn take_forward_lost(&mut self, from: PeerId, header: &Header, reason: &[u8]) {
        let Ends { origin: about, to } = Ends::of_word(header.words[0]);
        let me = self.me;
        let why = String::from_utf8_lossy(&reason[..reason.len().min(REASON)]).into_owned();
        if to == me {
            let ours = self.relay_of(about) == Some(from);
            let theirs = self.forwarder.sources.get(&about) == Some(&from);
            if ours || theirs {
                self.note_gone(about, &why);
            } else {
                self.forwarder.report.refused += 1;
            }
            return;
        }
        let hops = header.bits.saturating_add(1);
        let back = Ends { origin: to, to: about };
        let forth = Ends { origin: about, to };
        let notice = Notice { about, to, hops };
        let passage = |pair| self.forwarder.passages.get(&pair).map(|f| (f.from, f.next));
        // From where the lost one's frames went, back to who sent them; or on to who awaits its own.
        match (passage(back), passage(forth)) {
            _ if hops > MOST_HOPS => self.forwarder.report.refused += 1,
            (Some((source, next)), _) if next == from => {
                self.forwarder.drop_passage(back, me);
                self.pass_on(notice, source.0, Some(source.1), &why);
            }
            (_, Some((source, next))) if source.0 == from => {
                self.forwarder.drop_passage(forth, me);
                self.pass_on(notice, next, None, &why);
            }
            _ => self.forwarder.report.refused += 1,
        }
    }
}
