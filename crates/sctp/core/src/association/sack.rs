//! What the peer says has arrived (RFC 9260 §6.2.1), and what follows from it: chunks let go, losses
//! found by missing reports (§7.2.4) and by time (after RFC 8985).

use std::collections::VecDeque;
use std::time::Duration;

use super::AssociationEvent;
use super::outstanding::{Flight, SentChunk};
use super::transfer::Transfer;
use crate::Now;
use crate::path::{AckedChunk, Cause, PathId, PathSet};
use crate::serial::Tsn;
use crate::wire::List;
use crate::wire::chunk::GapBlock;

/// Missing reports that mean a loss (RFC 9260 §7.2.4).
const MISSES: u8 = 3;
/// Least time by which a later chunk overtakes before an earlier one counts as lost.
const LEAST_REORDERING: Duration = Duration::from_micros(200);
/// Full packets' worth of later chunks that came, beyond which a chunk counts as lost.
const OVERTAKERS: u64 = MISSES as u64 - 1;

/// Gap blocks of one SACK that are looked at; an honest peer's packet has no room for more.
const MAX_BLOCKS: usize = 512;

/// A SACK with fewer gap blocks tells of all that came; one with more may have been cut to its packet.
const FEW_BLOCKS: usize = 60;

/// A SACK acknowledges what was never sent (RFC 9260 §6.2.1 leaves no honest explanation).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NeverSent;

/// What a SACK brought.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SackOutcome {
    /// Something was acknowledged for the first time.
    pub(super) any: bool,
    /// The cumulative point moved.
    pub(super) advanced: bool,
    /// Chunks are to be sent again.
    pub(super) lost: bool,
}

impl Transfer {
    /// Takes a SACK, or the cumulative part of a SHUTDOWN, which has no blocks and tells no window.
    pub(super) fn on_sack(
        &mut self,
        now: Now,
        cumulative: Tsn,
        window: Option<u32>,
        blocks: List<'_, GapBlock>,
        paths: &mut PathSet,
        early: bool,
    ) -> Result<SackOutcome, NeverSent> {
        if cumulative.before(self.outstanding.acked()) {
            return Ok(SackOutcome::default());
        }
        if cumulative.after(self.outstanding.last()) {
            return Err(NeverSent);
        }
        if let Some(window) = window {
            self.peer_room = window;
        }
        let mut news = SackOutcome {
            advanced: cumulative.after(self.outstanding.acked()),
            ..SackOutcome::default()
        };
        let highest = self.mark_fresh(cumulative, blocks);
        paths.sack_begin();
        if let Some(highest) = highest {
            news.any = true;
            self.tell_paths(highest, paths);
            if self.outstanding.lost() > 0 {
                self.take_back_timeout(now, highest, paths);
            }
        }
        // With no gap, now or before, nothing is missing below what has come.
        let has_gaps = !blocks.is_empty() || self.outstanding.arrived() > 0;
        if let Some(highest) = highest.filter(|_| has_gaps) {
            news.lost |= self.count_misses(now, highest, news.advanced, paths);
            if early {
                news.lost |= self.find_overtaken(now, paths);
                news.lost |= self.find_outnumbered(now, paths);
            }
        }
        news.lost |= self.settle_seen(cumulative, blocks, window.is_some());
        self.watch_holes(now, early, paths);
        paths.sack_end(now, cumulative, news.advanced);
        Ok(news)
    }

    /// Marks the chunks that this SACK acknowledges for the first time; tells the place of the last.
    fn mark_fresh(&mut self, cumulative: Tsn, blocks: List<'_, GapBlock>) -> Option<usize> {
        let mut highest = None;
        let acked = self.outstanding.acked();
        let through = cumulative.distance_from(acked) as usize;
        for place in 0..through {
            if self.mark(place) {
                highest = Some(place);
            }
        }
        for block in blocks.iter().take(MAX_BLOCKS).filter(|block| block.is_valid()) {
            let first = block.first(cumulative).distance_from(acked) as usize - 1;
            let last = block.last(cumulative).distance_from(acked) as usize;
            for place in first.max(through)..last.min(self.outstanding.len()) {
                if self.mark(place) {
                    highest = highest.max(Some(place));
                }
            }
        }
        highest
    }

    fn mark(&mut self, place: usize) -> bool {
        let Some(chunk) = self.outstanding.get_mut(place) else {
            return false;
        };
        chunk.seen = true;
        chunk.fresh = matches!(chunk.flight, Flight::Flying | Flight::Lost(_));
        chunk.fresh
    }

    /// Tells the paths of every chunk up to the highest one that is new, in order.
    fn tell_paths(&self, highest: usize, paths: &mut PathSet) {
        for (place, chunk) in self.outstanding.iter().enumerate().take(highest + 1) {
            if chunk.fresh {
                paths.sack_acked(&AckedChunk {
                    path: chunk.path,
                    tsn: self.outstanding.tsn(place),
                    bytes: chunk.bytes(),
                    sent_at: chunk.sent_at,
                    retransmitted: chunk.again > 0,
                    in_flight: chunk.flight == Flight::Flying,
                });
            } else if matches!(chunk.flight, Flight::Flying | Flight::Lost(_)) {
                paths.sack_missing(chunk.path, chunk.again > 0);
            }
        }
    }

    /// What a timeout gave up and nobody sent again has arrived, and nothing before it is missing: the
    /// timeout was spurious, and the rest that it gave up is under way.
    fn take_back_timeout(&mut self, now: Now, highest: usize, paths: &mut PathSet) {
        let mut late = None;
        for chunk in self.outstanding.iter().take(highest + 1) {
            match chunk.flight {
                Flight::Lost(Cause::Timeout) if chunk.fresh => late = Some(chunk.path),
                Flight::Flying | Flight::Lost(_) if !chunk.fresh => return,
                _ => {}
            }
        }
        let Some(path) = late else { return };
        paths.on_spurious_timeout(now, path);
        for place in highest + 1..self.outstanding.len() {
            let Some(chunk) = self.outstanding.get(place) else { break };
            if chunk.path == path && chunk.flight == Flight::Lost(Cause::Timeout) && !chunk.fresh {
                paths.on_returned(now, path, u64::from(chunk.bytes()));
                self.outstanding.set(place, Flight::Flying);
            }
        }
    }

    /// RFC 9260 §7.2.4: the third report that a chunk is missing makes it lost, once.
    fn count_misses(
        &mut self,
        now: Now,
        highest: usize,
        advanced: bool,
        paths: &mut PathSet,
    ) -> bool {
        let mut lost = false;
        for place in 0..highest {
            let tsn = self.outstanding.tsn(place);
            let Some(chunk) = self.outstanding.get_mut(place) else { break };
            let waits = chunk.flight == Flight::Flying && !chunk.fresh && chunk.again == 0;
            if !waits || !paths.counts_as_missing(chunk.path, tsn, advanced) {
                continue;
            }
            chunk.misses = chunk.misses.saturating_add(1);
            if chunk.misses >= MISSES {
                self.lose(now, place, paths);
                lost = true;
            }
        }
        lost
    }

    /// A chunk was found lost before its timeout.
    pub(super) fn lose(&mut self, now: Now, place: usize, paths: &mut PathSet) {
        let (lost, last) = (self.outstanding.tsn(place), self.outstanding.last());
        let Some(chunk) = self.outstanding.get(place) else { return };
        let (path, bytes, is_first) = (chunk.path, u64::from(chunk.bytes()), chunk.again == 0);
        paths.on_fast_retransmit(now, path, lost, last);
        paths.on_lost(now, path, bytes);
        if is_first {
            paths.on_found_lost(now, path, lost, bytes);
        }
        self.outstanding.set(place, Flight::Lost(Cause::FastRetransmit));
    }

    /// A chunk that is missing although one sent a good while later on the same path has arrived is
    /// lost, be it sent for the first time or again (RFC 8985 §6.2, with a quarter of the round trip for
    /// packets that overtake each other).
    fn find_overtaken(&mut self, now: Now, paths: &mut PathSet) -> bool {
        if self.outstanding.flying() == 0 {
            return false;
        }
        let mut newest = [Duration::ZERO; crate::path::MAX_PATHS];
        let mut highest = 0;
        for (place, chunk) in self.outstanding.iter().enumerate().filter(|(_, c)| c.fresh) {
            let least = paths.get(chunk.path).and_then(|p| p.rto().least()).unwrap_or_default();
            // What came back faster than any round trip answers the first copy, not the second.
            if chunk.again == 0 || now.saturating_sub(chunk.sent_at) >= least {
                let newest = &mut newest[usize::from(chunk.path.0)];
                *newest = (*newest).max(chunk.sent_at);
                highest = place;
            }
        }
        let mut lost = false;
        for place in 0..highest {
            let Some(chunk) = self.outstanding.get(place) else { break };
            if chunk.flight != Flight::Flying || chunk.fresh {
                continue;
            }
            let margin = reordering(paths, chunk.path);
            if chunk.sent_at.saturating_add(margin) <= newest[usize::from(chunk.path.0)] {
                self.lose(now, place, paths);
                lost = true;
            }
        }
        lost
    }

    /// A chunk that is missing although more than two packets' worth of later ones has arrived on the same
    /// path is lost (after RFC 6675 §4): a peer that takes packets by the batch reports a batch once, so
    /// that counting its reports would wait for two more batches, which may never come.
    fn find_outnumbered(&mut self, now: Now, paths: &mut PathSet) -> bool {
        if self.outstanding.flying() == 0 {
            return false;
        }
        let mut beyond = [0_u64; crate::path::MAX_PATHS];
        let mut lost = false;
        for place in (0..self.outstanding.len()).rev() {
            let Some(chunk) = self.outstanding.get(place).filter(|chunk| chunk.again == 0) else {
                continue;
            };
            let beyond = &mut beyond[usize::from(chunk.path.0)];
            if chunk.fresh || chunk.flight == Flight::Arrived {
                *beyond += u64::from(chunk.bytes());
                continue;
            }
            let packet = paths.get(chunk.path).map_or(u16::MAX, crate::path::Path::packet_size);
            if chunk.flight == Flight::Flying && *beyond > OVERTAKERS * u64::from(packet) {
                self.lose(now, place, paths);
                lost = true;
            }
        }
        lost
    }

    /// Chunks under way that one sent later on their path has overtaken, by the last that did.
    fn holes(&self) -> impl Iterator<Item = usize> {
        let last = self.outstanding.last_arrived().filter(|_| self.outstanding.flying() > 0);
        let newest = last.and_then(|place| self.outstanding.get(place));
        let newest = newest.map(|chunk| (chunk.path, chunk.sent_at));
        let is_hole = move |chunk: &SentChunk| {
            let is_older = |(path, at)| chunk.path == path && chunk.sent_at <= at;
            chunk.flight == Flight::Flying && newest.is_some_and(is_older)
        };
        let until = self.outstanding.iter().take(last.unwrap_or(0)).enumerate();
        until.filter(move |(_, chunk)| is_hole(chunk)).map(|(place, _)| place)
    }

    /// Sets when what is missing between others counts as lost even if nothing more comes (RFC 8985 §6.3).
    fn watch_holes(&mut self, now: Now, early: bool, paths: &PathSet) {
        let hole = if early { self.holes().next() } else { None };
        let Some((place, chunk)) = hole.and_then(|at| Some((at, self.outstanding.get(at)?))) else {
            self.holes_due = None;
            return;
        };
        // Each hole has its time: what filled the one before may fill this one.
        let tsn = self.outstanding.tsn(place);
        if self.holes_due.is_none_or(|(_, first)| first != tsn) {
            self.holes_due = Some((now.saturating_add(reordering(paths, chunk.path)), tsn));
        }
    }

    /// What was missing between others then is lost.
    pub(super) fn on_holes(&mut self, now: Now, paths: &mut PathSet) {
        self.holes_due = None;
        let holes: Vec<usize> = self.holes().collect();
        for place in holes {
            self.lose(now, place, paths);
        }
        self.free_packet = true;
    }

    /// Ends the walk. What a gap block told of before and this SACK, if it is one, does not, the peer no
    /// longer has: it is sent again (RFC 9260 §6.2.1 D iii).
    fn settle_seen(&mut self, cumulative: Tsn, blocks: List<'_, GapBlock>, is_sack: bool) -> bool {
        let through = cumulative.distance_from(self.outstanding.acked()) as usize;
        let end = if !blocks.is_empty() || self.outstanding.arrived() > 0 {
            self.outstanding.len()
        } else {
            through
        };
        let told = match is_sack {
            true if blocks.len() < FEW_BLOCKS => end,
            true => {
                (0..end).rfind(|&n| self.outstanding.get(n).is_some_and(|c| c.seen)).unwrap_or(0)
            }
            false => 0,
        };
        let mut lost = false;
        for place in 0..end {
            let Some(chunk) = self.outstanding.get_mut(place) else { break };
            let (seen, fresh) = (chunk.seen, chunk.fresh);
            (chunk.seen, chunk.fresh) = (false, false);
            if fresh {
                chunk.misses = 0;
                self.outstanding.set(place, Flight::Arrived);
            } else if place < told && !seen && chunk.flight == Flight::Arrived {
                self.outstanding.set(place, Flight::Lost(Cause::FastRetransmit));
                lost = true;
            }
        }
        lost
    }

    /// Lets go of all that the cumulative point has passed.
    pub(super) fn let_go(&mut self, cumulative: Tsn, events: &mut VecDeque<AssociationEvent>) {
        while self.outstanding.acked().before(cumulative) {
            let Some(chunk) = self.outstanding.pop() else { break };
            let len = chunk.fragment.payload.len();
            if chunk.flight == Flight::Abandoned {
                self.outgoing.skipped(chunk.message, len);
                continue;
            }
            let context = self.outgoing.acked(chunk.message, len);
            if let Some(context) = context.filter(|context| *context != 0) {
                events.push_back(AssociationEvent::Delivered { context });
            }
        }
    }

    /// Every chunk under way on a path whose T3-rtx expired is to be sent again (RFC 9260 §6.3.3 E3).
    pub(super) fn on_timeout(&mut self, path: PathId) {
        for place in 0..self.outstanding.len() {
            let flies = |c: &SentChunk| c.path == path && c.flight == Flight::Flying;
            if self.outstanding.get(place).is_some_and(flies) {
                self.outstanding.set(place, Flight::Lost(Cause::Timeout));
            }
        }
    }
}

/// By how much packets of a path may overtake each other.
fn reordering(paths: &PathSet, path: PathId) -> Duration {
    let trip = paths.get(path).and_then(|p| p.rto().smoothed()).unwrap_or_default();
    (trip / 4).max(LEAST_REORDERING)
}
