//! Whole transfers over emulated lines: a small sender and receiver drive the paths as an association
//! does, with losses, cuts and several lines.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{AckedChunk, Cause, PathAction, PathId, PathSet, PathSettings, PathState};
use super::{A, B, PLENTY, addr, ms, quiet};
use crate::{Now, congestion::Algorithm, serial::Tsn};

const BYTES: u32 = 1400;

/// A line of a rate and a delay, with a queue of bounded length.
struct Line {
    rate: u64,
    delay: Now,
    free: Now,
    /// One packet of so many is lost, 0 for none.
    loss: u64,
    cut: Option<(Now, Now)>,
}

impl Line {
    fn new(rate: u64, delay: Now) -> Self {
        Self { rate, delay, free: ms(0), loss: 0, cut: None }
    }

    fn carry(&mut self, now: Now, bytes: u64, dice: u64) -> Option<Now> {
        let queued = self.free.saturating_sub(now);
        let cut = self.cut.is_some_and(|(from, to)| from <= now && now < to);
        if cut || queued > ms(30) || self.loss > 0 && dice.is_multiple_of(self.loss) {
            return None;
        }
        self.free = self.free.max(now) + Now::from_nanos(bytes * 1_000_000_000 / self.rate);
        Some(self.free + self.delay)
    }
}

/// What arrives: data at the receiver, or a SACK or a HEARTBEAT-ACK at the sender.
enum Packet {
    Data(PathId, u32),
    Sack(u32, Vec<u32>),
    HeartbeatAck(u64),
}

struct Chunk {
    acked: AckedChunk,
    misses: u8,
    lost: bool,
}

struct Transfer {
    set: PathSet,
    lines: Vec<Line>,
    now: Now,
    events: BTreeMap<(Now, u64), Packet>,
    serial: u64,
    dice: u64,
    outstanding: BTreeMap<u32, Chunk>,
    next: u32,
    cumulative: u32,
    received: BTreeSet<u32>,
    delivered: u32,
    /// When each in-order delivery happened, for gaps.
    longest_pause: Now,
    last_delivery: Now,
}

impl Transfer {
    fn new(settings: PathSettings, lines: Vec<Line>) -> Self {
        let mut set = PathSet::new(ms(0), addr(0), settings, 0);
        for n in 1..lines.len() {
            set.add(ms(0), addr(n as u8), true, 0).expect("there is room");
        }
        Self {
            set,
            lines,
            now: ms(0),
            events: BTreeMap::new(),
            serial: 0,
            dice: 0x9E37_79B9_7F4A_7C15,
            outstanding: BTreeMap::new(),
            next: 1,
            cumulative: 0,
            received: BTreeSet::new(),
            delivered: 0,
            longest_pause: ms(0),
            last_delivery: ms(0),
        }
    }

    fn roll(&mut self) -> u64 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        self.dice >> 8
    }

    fn post(&mut self, path: PathId, bytes: u64, packet: Packet) {
        let dice = self.roll();
        let line = &mut self.lines[usize::from(path.0)];
        if let Some(at) = line.carry(self.now, bytes, dice) {
            self.post_at(at, packet);
        }
    }

    fn post_at(&mut self, at: Now, packet: Packet) {
        self.serial += 1;
        self.events.insert((at, self.serial), packet);
    }

    fn transmit(&mut self, path: PathId, tsn: u32, again: bool) {
        self.set.on_sent(self.now, path, u64::from(BYTES), 1440, again);
        let acked = AckedChunk {
            path,
            tsn: Tsn(tsn),
            bytes: BYTES,
            sent_at: self.now,
            retransmitted: again,
            in_flight: true,
        };
        self.outstanding.insert(tsn, Chunk { acked, misses: 0, lost: false });
        self.post(path, 1440, Packet::Data(path, tsn));
    }

    fn send(&mut self) {
        self.set.begin_burst(self.now);
        while let Some((&tsn, chunk)) = self.outstanding.iter().find(|(_, c)| c.lost) {
            let path = self.set.for_retransmission(chunk.acked.path, Cause::Timeout);
            let allowed = self.set.get_mut(path).map_or(0, |p| p.allowance(self.now));
            if allowed == 0 {
                return;
            }
            self.transmit(path, tsn, true);
        }
        while self.outstanding.len() < 4000 {
            let Some(path) = self.set.for_new_data(self.now, PLENTY) else { return };
            let tsn = self.next;
            self.next += 1;
            self.transmit(path, tsn, false);
        }
        self.set.set_app_limited();
    }

    fn receive(&mut self, path: PathId, tsn: u32) {
        if tsn > self.delivered {
            self.received.insert(tsn);
        }
        while self.received.remove(&(self.delivered + 1)) {
            self.delivered += 1;
            self.longest_pause = self.longest_pause.max(self.now - self.last_delivery);
            self.last_delivery = self.now;
        }
        let gaps = self.received.iter().copied().collect();
        let line = &self.lines[usize::from(path.0)];
        // The way back has room; a cut holds both ways.
        if !line.cut.is_some_and(|(from, to)| from <= self.now && self.now < to) {
            self.post_at(self.now + line.delay, Packet::Sack(self.delivered, gaps));
        }
    }

    fn sack(&mut self, cumulative: u32, gaps: &[u32]) {
        let advanced = cumulative > self.cumulative;
        self.cumulative = self.cumulative.max(cumulative);
        let acked = |tsn: u32| tsn <= cumulative || gaps.binary_search(&tsn).is_ok();
        let Some(highest) = self.outstanding.keys().rev().copied().find(|&t| acked(t)) else {
            return;
        };
        self.set.sack_begin();
        for (_, chunk) in self.outstanding.range(..=highest) {
            if acked(chunk.acked.tsn.0) {
                self.set.sack_acked(&chunk.acked);
            } else {
                self.set.sack_missing(chunk.acked.path, chunk.acked.retransmitted);
            }
        }
        self.outstanding.retain(|&tsn, _| !acked(tsn));
        self.count_misses(highest, advanced);
        self.set.sack_end(self.now, Tsn(self.cumulative), advanced);
    }

    fn count_misses(&mut self, highest: u32, advanced: bool) {
        for (&tsn, chunk) in self.outstanding.range_mut(..highest) {
            let path = chunk.acked.path;
            if chunk.lost || !self.set.counts_as_missing(path, Tsn(tsn), advanced) {
                continue;
            }
            chunk.misses = chunk.misses.saturating_add(1);
            // A chunk is fast retransmitted once (RFC 9260 §7.2.4).
            if chunk.misses >= 3 && !chunk.acked.retransmitted {
                self.set.on_fast_retransmit(self.now, path, Tsn(tsn), Tsn(self.next - 1));
                self.set.on_lost(self.now, path, u64::from(BYTES));
                (chunk.lost, chunk.acked.in_flight) = (true, false);
            }
        }
    }

    fn timer(&mut self) {
        let jitter = self.roll() as u32;
        self.set.on_timer(self.now, jitter);
        while let Some((id, action)) = self.set.poll() {
            match action {
                PathAction::Retransmit => {
                    for chunk in self.outstanding.values_mut().filter(|c| c.acked.path == id) {
                        (chunk.lost, chunk.acked.in_flight) = (true, false);
                    }
                }
                PathAction::Heartbeat => {
                    let nonce = self.roll();
                    self.set.heartbeat_sent(self.now, id, nonce);
                    let back = self.lines[usize::from(id.0)].delay;
                    let dice = self.roll();
                    let there = self.lines[usize::from(id.0)].carry(self.now, 100, dice);
                    if let Some(at) = there {
                        self.post_at(at + back, Packet::HeartbeatAck(nonce));
                    }
                }
                _ => {}
            }
        }
    }

    /// Runs until `end`; returns the bytes delivered in order.
    fn run(&mut self, end: Now) -> u64 {
        while self.now < end {
            self.send();
            let event = self.events.first_key_value().map(|((at, _), _)| *at);
            let next = event.into_iter().chain(self.set.next_due()).min();
            self.now = next.expect("something is always due").max(self.now);
            if self.set.next_due().is_some_and(|due| due <= self.now) {
                self.timer();
            }
            while let Some(entry) = self.events.first_entry().filter(|e| e.key().0 <= self.now) {
                match entry.remove() {
                    Packet::Data(path, tsn) => self.receive(path, tsn),
                    Packet::Sack(cumulative, gaps) => self.sack(cumulative, &gaps),
                    Packet::HeartbeatAck(nonce) => {
                        self.set.on_heartbeat_ack(self.now, nonce, 0);
                    }
                }
            }
        }
        u64::from(self.delivered) * u64::from(BYTES)
    }
}

fn settings(algorithm: Algorithm, multipath: bool) -> PathSettings {
    PathSettings { algorithm, multipath, ..quiet() }
}

fn line() -> Line {
    Line::new(2_000_000, ms(2))
}

#[test]
fn every_algorithm_uses_a_clean_line() {
    for algorithm in Algorithm::ALL {
        let bytes = Transfer::new(settings(algorithm, false), vec![line()]).run(ms(3000));
        assert!(bytes > 4_000_000, "{algorithm}: {bytes} of 6 MB");
    }
}

#[test]
fn two_lines_carry_nearly_twice_as_much_with_multipath() {
    for algorithm in Algorithm::ALL {
        let one = Transfer::new(settings(algorithm, false), vec![line(), line()]).run(ms(3000));
        let two = Transfer::new(settings(algorithm, true), vec![line(), line()]).run(ms(3000));
        assert!(two * 10 >= one * 17, "{algorithm}: {one} against {two}");
    }
}

#[test]
fn losses_slow_but_do_not_stop() {
    for algorithm in Algorithm::ALL {
        let lossy = Line { loss: 50, ..line() };
        let mut transfer = Transfer::new(settings(algorithm, false), vec![lossy]);
        let bytes = transfer.run(ms(5000));
        assert!(bytes > 2_000_000, "{algorithm}: {bytes} of 10 MB");
        assert!(transfer.longest_pause < ms(1000), "{algorithm}: {:?}", transfer.longest_pause);
    }
}

#[test]
fn a_cut_line_is_left_within_a_second_and_found_again() {
    for algorithm in Algorithm::ALL {
        for multipath in [false, true] {
            let cut = Line { cut: Some((ms(1000), ms(4000))), ..line() };
            let mut transfer = Transfer::new(settings(algorithm, multipath), vec![cut, line()]);
            transfer.run(ms(3900));
            let state = |t: &Transfer, id| t.set.get(id).map(|p| p.state());
            assert_ne!(state(&transfer, A), Some(PathState::Active));
            assert_eq!(state(&transfer, B), Some(PathState::Active));
            let pause = transfer.longest_pause;
            assert!(pause < ms(1000), "{algorithm} multipath {multipath}: {pause:?}");
            let before = transfer.set.get(A).map(|p| p.counters().acked);
            transfer.run(ms(25_000));
            assert_eq!(state(&transfer, A), Some(PathState::Active));
            assert!(transfer.set.get(A).map(|p| p.counters().acked) > before, "data returned");
        }
    }
}
