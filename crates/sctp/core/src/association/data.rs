//! Data that comes, and when to acknowledge it (RFC 9260 §6.2, §6.5).

use super::arrived::Novelty;
use super::begin::encoded;
use super::{Association, AssociationState, Loss};
use crate::Now;
use crate::path::{Path, PathId};
use crate::serial::Tsn;
use crate::streams::incoming::Fate;
use crate::streams::{Fragment, Skip, Violation};
use crate::wire::chunk::Sack;
use crate::wire::{Cause, ChunkType};

impl Association {
    /// A DATA or I-DATA chunk.
    pub(super) fn on_data(&mut self, now: Now, tsn: Tsn, fragment: Fragment, interleaved: bool) {
        let Some(transfer) = self.transfer.as_mut().filter(|_| self.state.takes_data()) else {
            return;
        };
        if interleaved != transfer.agreed.interleaving {
            let violation = "it sent the kind of data chunk that was not agreed on";
            return self.violated(now, violation.to_owned());
        }
        self.active_at = now;
        let (immediate, ending) = (fragment.flags.immediate, fragment.flags.ending);
        let stream = fragment.stream;
        let novelty = transfer.arrived.look(tsn);
        let in_line = novelty == Novelty::InLine;
        match novelty {
            Novelty::Duplicate => {
                self.counters.duplicates += 1;
                transfer.arrived.note_duplicate(tsn);
                transfer.acknowledgement.now = true;
                return;
            }
            Novelty::OutOfReach => {
                self.counters.dropped += 1;
                transfer.acknowledgement.now = true;
                return;
            }
            Novelty::InLine | Novelty::Beyond => {}
        }
        match transfer.incoming.accept(tsn, fragment, in_line) {
            Ok(Fate::NoRoom) => {
                self.counters.dropped += 1;
                transfer.acknowledgement.now = true;
                return;
            }
            Ok(_) => {}
            Err(Violation::NoSuchStream { .. }) => {
                // Acknowledged all the same (RFC 9260 §6.5).
                transfer.arrived.insert(tsn);
                let value = encoded(Cause::InvalidStream(stream));
                return self.queue(ChunkType::Error, value, None);
            }
            Err(Violation::NoUserData) => {
                let value = encoded(Cause::NoUserData(tsn));
                let loss = Loss::Violation(Violation::NoUserData.to_string());
                return self.abort_with(now, value, loss);
            }
            Err(violation) => return self.violated(now, violation.to_string()),
        }
        // What fills a gap is told at once, too (RFC 9260 §6.7).
        transfer.acknowledgement.now |= in_line && transfer.arrived.has_gaps();
        transfer.arrived.insert(tsn);
        transfer.acknowledgement.is_end |= immediate && ending;
        transfer.acknowledgement.now |= immediate && !ending;
        self.counters.chunks_received += 1;
    }

    /// The peer broke the protocol: nothing but an ABORT is safe.
    pub(super) fn violated(&mut self, now: Now, what: String) {
        let value = encoded(Cause::ProtocolViolation(what.as_bytes()));
        self.abort_with(now, value, Loss::Violation(what));
    }

    /// The chunks of a packet with data are taken.
    pub(super) fn note_data(&mut self, now: Now, path: PathId) {
        let Some(transfer) = &mut self.transfer else { return };
        let is_short = self.paths.get(path).is_some_and(Path::is_short);
        transfer.acknowledgement.note(now, path, self.config.acknowledgement_patience(is_short));
        self.has_taken_data = true;
    }

    /// Packets with data are taken.
    pub(super) fn after_data(&mut self, now: Now) {
        let Some(transfer) = &mut self.transfer else { return };
        let cumulative = transfer.arrived.cumulative();
        let advanced = transfer.incoming.advance(cumulative);
        transfer.re_configuration.on_advance(cumulative, &mut transfer.incoming, &mut self.events);
        self.readable |= transfer.incoming.next_readable().is_some();
        // RFC 9260 §6.7: a gap is told at once; §9.2: so is everything while shutting down.
        transfer.acknowledgement.now |=
            transfer.arrived.has_gaps() || self.state == AssociationState::ShutdownSent;
        if self.state == AssociationState::ShutdownSent {
            self.ending.send = true;
        }
        if let Err(violation) = advanced {
            self.violated(now, violation.to_string());
        }
    }

    /// FORWARD-TSN and I-FORWARD-TSN (RFC 3758 §3.6, RFC 8260 §2.3.1).
    pub(super) fn on_forward(
        &mut self,
        now: Now,
        to: Tsn,
        skips: impl Iterator<Item = Skip>,
        interleaved: bool,
        path: PathId,
    ) {
        let Some(transfer) = self.transfer.as_mut().filter(|_| self.state.takes_data()) else {
            return;
        };
        let agreed = &transfer.agreed;
        if !agreed.partial_reliability || interleaved != agreed.interleaving {
            return;
        }
        transfer.acknowledgement.now = true;
        transfer.acknowledgement.path = Some(path);
        if !transfer.arrived.forward(to) {
            return;
        }
        let forwarded = transfer.incoming.forward(to, skips);
        let cumulative = transfer.arrived.cumulative();
        let result = forwarded.and_then(|()| transfer.incoming.advance(cumulative));
        transfer.re_configuration.on_advance(cumulative, &mut transfer.incoming, &mut self.events);
        self.readable |= transfer.incoming.next_readable().is_some();
        if let Err(violation) = result {
            self.violated(now, violation.to_string());
        }
    }

    /// A SACK (RFC 9260 §6.2.1).
    pub(super) fn on_sack(&mut self, now: Now, sack: &Sack<'_>, path: PathId) {
        self.counters.sacks_received += 1;
        self.acknowledged(now, sack.cumulative_tsn, Some(sack), path);
    }

    /// What a SACK or a SHUTDOWN acknowledges.
    pub(super) fn acknowledged(
        &mut self,
        now: Now,
        cumulative: Tsn,
        sack: Option<&Sack<'_>>,
        path: PathId,
    ) {
        let (rto, longest) = (self.rto(), self.config.paths.rto.max);
        let Some(transfer) = self.transfer.as_mut().filter(|_| self.state.is_up()) else {
            return;
        };
        let news = transfer.on_sack(
            now,
            cumulative,
            sack.map(|sack| sack.receiver_window),
            sack.map(|sack| sack.gap_blocks).unwrap_or_default(),
            &mut self.paths,
            self.config.early_recovery,
        );
        let Ok(news) = news else {
            // A SHUTDOWN is believed whatever number it names: there are peers that name their own.
            if sack.is_none() {
                return;
            }
            return self.violated(now, "it acknowledged what was never sent".to_owned());
        };
        transfer.let_go(cumulative, &mut self.events);
        if news.any || news.advanced {
            (transfer.probe_due, transfer.probes) = (None, 0);
            transfer.arm_probe(now, &self.paths, self.config.early_recovery);
        } else if transfer.peer_room == 0 && sack.is_some() {
            self.paths.heard_from(now, path);
        }
        if sack.is_some() {
            transfer.watch_window(now, rto, longest);
        }
        transfer.free_packet |= news.lost;
        if news.advanced && transfer.outstanding.forward_point().after(cumulative) {
            transfer.forward_now = true;
        }
        self.opportunity = true;
    }
}
