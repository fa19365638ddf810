//! Long frames, which go in chunks: between those acknowledgements can go, and each may take another
//! connection.

use super::{LastingStream, Room};
use crate::dealing::{ConnectionEstimate, Ways};
use crate::lane::{Lane, MAX_LANES};
use crate::lane_bytes::{ACKNOWLEDGE_AFTER, LaneBytes};
use crate::outbox::{Chunk, LONG};
use ferry_sys::tcp_flow;
use ferry_wire::{HEADER_LEN, Header};
use socket2::Socket;
use std::io;

/// Longer payloads are cut into chunks, between which acknowledgements can go.
pub(super) const CHUNK_LEN: usize = 256 << 10;
/// Tries to send in which no connection gets room between two looks at how they do.
const PAUSES: u32 = 64;

/// A frame that is sent in chunks.
pub(super) struct LongFrame {
    number: u32,
    /// Where the next chunk begins.
    next: usize,
    /// Which connections had room when none of them was worth a chunk last.
    found: [bool; MAX_LANES],
    /// Tries until it is looked again whether one is.
    pauses: u32,
}

impl LastingStream {
    /// Sends as much of a frame as there is room for, in chunks over all connections.
    pub(super) fn send_long(&mut self, header: &Header, payload: &[u8], done: &mut usize) -> Room {
        if *done == 0 {
            let first = self.first_mut();
            let Some((bytes, socket)) = first.writer() else { return Room::Full };
            match bytes.outbox.flush(socket) {
                Ok(true) => {}
                Ok(false) => return Room::Full,
                Err(e) => {
                    first.breaks(&e);
                    return Room::Broken;
                }
            }
            bytes.outbox.append(&header.encode(payload.len() as u32 | LONG));
            self.longs = self.longs.wrapping_add(1);
            self.long = Some(LongFrame {
                number: self.longs,
                next: 0,
                found: [false; MAX_LANES],
                pauses: 0,
            });
            *done = HEADER_LEN;
        }
        let Some(mut long) = self.long.take() else { return Room::Taken };
        self.spread(&mut long, payload, done);
        let is_under_way = |lane: &Lane| lane.bytes.outbox.chunk.is_some();
        if long.next == payload.len() && !self.lanes.iter().any(is_under_way) {
            // What came due meanwhile could not go within the frame.
            self.flush();
            return Room::Taken;
        }
        self.long = Some(long);
        match self.first().broken {
            Some(_) => Room::Broken,
            None if self.is_full() => Room::Full,
            None => Room::Unacknowledged,
        }
    }

    /// Sends chunks, each over the connection that it is dealt to, while that one has room.
    fn spread(&mut self, long: &mut LongFrame, payload: &[u8], done: &mut usize) {
        if !self.has_others() {
            while self.first_mut().pump(long, CHUNK_LEN, payload, done) {}
            return;
        }
        let mut ways = self.go_on(long, payload, done);
        let open = ways.map(|way| way.is_open);
        if long.next == payload.len() || !open.contains(&true) {
            return;
        }
        if long.found == open && long.pauses > 0 {
            // Nothing was worth it a moment ago, and asking the system costs time.
            long.pauses -= 1;
            return;
        }
        self.measure(&mut ways);
        self.dealer.judge(&ways);
        while long.next < payload.len() {
            let Some((at, len)) = self.dealer.next(&ways, payload.len() - long.next) else { break };
            let before = long.next;
            let lane = &mut self.lanes[at];
            ways[at].is_open = lane.pump(long, len, payload, done);
            let len = long.next - before;
            if at > 0 {
                lane.bytes.pace.rate = ways[at].rate_after(lane.bytes.pace.rate);
            }
            if !lane.is_usable() {
                ways[at] = ConnectionEstimate::NONE;
            }
            ways[at].took(len);
            for (number, lane) in self.lanes.iter_mut().enumerate().skip(1) {
                lane.idle = if number == at { 0 } else { lane.idle + len as u64 };
            }
        }
        (long.found, long.pauses) = (ways.map(|way| way.is_open), PAUSES);
    }

    /// Sends what is left of the chunks that are partly out. Which connections take more then.
    fn go_on(&mut self, long: &mut LongFrame, payload: &[u8], done: &mut usize) -> Ways {
        let mut ways = [ConnectionEstimate::NONE; MAX_LANES];
        for (lane, way) in self.lanes.iter_mut().zip(&mut ways) {
            if lane.is_usable()
                && (lane.bytes.outbox.chunk.is_none() || lane.pump(long, 0, payload, done))
            {
                *way = ConnectionEstimate::UNKNOWN;
            }
        }
        ways
    }

    /// Asks the system how the connections do. Where it does not tell of one, all are alike.
    fn measure(&mut self, ways: &mut Ways) {
        let mut measured = [ConnectionEstimate::NONE; MAX_LANES];
        for (lane, (to, way)) in self.lanes.iter_mut().zip(measured.iter_mut().zip(ways.iter())) {
            let (idle, is_further) = (lane.idle, lane.number > 0);
            let Some((bytes, socket)) = lane.writer() else { continue };
            let Ok(flow) = tcp_flow(socket) else { return };
            bytes.pace.learn(&flow, is_further);
            *to = ConnectionEstimate::new(&flow, bytes.outbox.waiting(), idle, bytes.pace);
            to.is_open = way.is_open;
        }
        *ways = measured;
    }
}

impl Lane {
    /// Sends a chunk of `len` bytes, or what is left of the one before; whether there may be room for more.
    /// What breaks is noted.
    fn pump(&mut self, long: &mut LongFrame, len: usize, payload: &[u8], done: &mut usize) -> bool {
        let before = *done;
        let Some((bytes, socket)) = self.writer() else { return false };
        let taken = pump((bytes, socket), long, len, payload, done);
        self.carried += (*done - before) as u64;
        taken.unwrap_or_else(|e| {
            self.breaks(&e);
            false
        })
    }
}

fn pump(
    (bytes, socket): (&mut LaneBytes, &Socket),
    long: &mut LongFrame,
    len: usize,
    payload: &[u8],
    done: &mut usize,
) -> io::Result<bool> {
    let outbox = &mut bytes.outbox;
    if outbox.chunk.is_none() && long.next < payload.len() {
        let len = len.min(payload.len() - long.next);
        if !outbox.admits(HEADER_LEN + len) {
            return outbox.flush(socket).map(|_| false);
        }
        outbox.chunk = Some(Chunk::new(long.number, long.next, len));
        long.next += len;
    }
    let Some(mut chunk) = outbox.chunk.take() else { return Ok(false) };
    let before = chunk.taken.saturating_sub(HEADER_LEN);
    let head = &chunk.head[chunk.taken.min(HEADER_LEN)..];
    let body = &payload[chunk.at + before..chunk.at + chunk.len];
    let sent = outbox.send(socket, head, body);
    chunk.taken += *sent.as_ref().unwrap_or(&0);
    *done += chunk.taken.saturating_sub(HEADER_LEN) - before;
    if chunk.taken < HEADER_LEN + chunk.len {
        outbox.chunk = Some(chunk);
        return sent.map(|_| false);
    }
    bytes.acknowledge(ACKNOWLEDGE_AFTER.0);
    Ok(true)
}
