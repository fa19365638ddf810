//! What a link is apart from its sockets: it outlives them, and nothing is lost or doubled when one
//! breaks and another takes its place.

use crate::assembly::{Assembly, Out};
use crate::options::TcpOptions;
use crate::outbox::{ACKNOWLEDGE, Chunk, GOODBYE, LONG, Outbox};
use crate::receiver::{Broken, Receiver};
use crate::terms::Terms;
use ferry_method::Now;
use ferry_wire::{HEADER_LEN, Header};
use rustix::net::{Shutdown, shutdown};
use socket2::Socket;
use std::io;

/// Frames up to this size are put together before they are sent: cheaper than having the system
/// gather the parts.
const SMALL: usize = 1 << 10;
/// Longer payloads are cut into chunks, between which acknowledgements can go.
const CHUNK_LEN: usize = 256 << 10;
/// Bytes taken in after which an acknowledgement goes along with a frame, and after which it goes alone.
const ACKNOWLEDGE_AFTER: (u64, u64) = (4 << 10, 256 << 10);
/// Below this the two ends could wait for each other.
const LEAST_REPLAY: usize = 1 << 20;

/// What a send came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Room {
    /// The frame is taken.
    Taken,
    /// The system takes no more at present.
    Full,
    /// Too much is unacknowledged.
    Unacknowledged,
}

/// How the two ends part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Farewell {
    None,
    /// The goodbye is on its way.
    Sending,
    Sent,
}

/// A frame that is sent in chunks.
struct LongFrame {
    number: u32,
    /// Where the next chunk begins.
    next: usize,
}

/// The lasting part of a link.
pub(crate) struct Stream {
    outbox: Outbox,
    receiver: Receiver,
    assembly: Assembly,
    /// The position that the other end was told last.
    told: u64,
    farewell: Farewell,
    long: Option<LongFrame>,
    longs: u32,
    /// Connections the link has had.
    pub(crate) generation: u32,
    /// Whether this end accepted the last one.
    pub(crate) accepted: bool,
    /// Where the other end listens.
    pub(crate) port: u16,
    /// When a connection broke after which nothing has come yet.
    pub(crate) trouble_since: Option<Now>,
    /// Times that a connection took the place of a broken one.
    reconnects: u32,
    /// Bytes sent again.
    replayed: u64,
}

impl Stream {
    /// The link on its first connection, with the terms of the other end.
    pub(crate) fn new(options: &TcpOptions, theirs: Terms, accepted: bool) -> Self {
        let keep = options.replay && theirs.replays;
        Stream {
            outbox: Outbox::new(keep, options.replay_buffer.max(LEAST_REPLAY)),
            receiver: Receiver::new(),
            assembly: Assembly::default(),
            told: 0,
            farewell: Farewell::None,
            long: None,
            longs: 0,
            generation: theirs.generation,
            accepted,
            port: theirs.port,
            trouble_since: None,
            reconnects: 0,
            replayed: 0,
        }
    }

    /// Whether another connection can take the place of a broken one.
    pub(crate) fn can_go_on(&self) -> bool {
        self.outbox.keeps() && !self.receiver.said_goodbye()
    }

    /// Whether a connection of these terms of the peer's takes the place of the present one: it is a
    /// later one, or the peer opened both and gave this one up before it knew that it was accepted.
    pub(crate) fn is_followed_by(&self, theirs: Terms) -> bool {
        theirs.generation > self.generation
            || (theirs.generation == self.generation && self.accepted)
    }

    /// Bytes taken in.
    pub(crate) fn received(&self) -> u64 {
        self.receiver.position()
    }

    /// Bytes sent.
    pub(crate) fn sent(&self) -> u64 {
        self.outbox.position()
    }

    /// Goes on over another connection, as the other end's terms say. False if that cannot be.
    pub(crate) fn reconnect(&mut self, theirs: Terms, accepted: bool) -> bool {
        let Some(again) = self.outbox.rewind(theirs.received) else { return false };
        self.receiver.reconnect();
        self.told = self.receiver.position();
        if self.farewell == Farewell::Sent {
            self.farewell = Farewell::Sending;
        }
        self.generation = self.generation.max(theirs.generation);
        self.accepted = accepted;
        self.reconnects += 1;
        self.replayed += again;
        true
    }

    /// Sends as much of the frame as there is room for.
    pub(crate) fn send(
        &mut self,
        socket: &Socket,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> io::Result<Room> {
        if payload.len() > CHUNK_LEN {
            return self.send_long(socket, header, payload, done);
        }
        let total = HEADER_LEN + payload.len();
        if *done == 0 {
            if self.outbox.has_unsent() && !self.outbox.flush(socket)? {
                return Ok(Room::Full);
            }
            if !self.outbox.admits(total) {
                return Ok(Room::Unacknowledged);
            }
            self.acknowledge(ACKNOWLEDGE_AFTER.0);
        }
        let head = header.encode(payload.len() as u32);
        if payload.len() <= SMALL {
            self.outbox.append(&head);
            self.outbox.append(payload);
            // It is taken, come what may: what the system does not accept goes with a later flush, and
            // an error comes up again there.
            let _ = self.outbox.flush(socket);
            *done = total;
            return Ok(Room::Taken);
        }
        let head_rest = &head[(*done).min(HEADER_LEN)..];
        let payload_rest = &payload[done.saturating_sub(HEADER_LEN)..];
        *done += self.outbox.send(socket, head_rest, payload_rest)?;
        self.outbox.mid_frame = (1..total).contains(done);
        if *done < total {
            return Ok(Room::Full);
        }
        // What came due meanwhile could not go within the frame.
        let _ = self.flush(socket);
        Ok(Room::Taken)
    }

    /// The same for a frame in chunks.
    fn send_long(
        &mut self,
        socket: &Socket,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> io::Result<Room> {
        if *done == 0 {
            if !self.outbox.flush(socket)? {
                return Ok(Room::Full);
            }
            self.outbox.append(&header.encode(payload.len() as u32 | LONG));
            self.longs = self.longs.wrapping_add(1);
            self.long = Some(LongFrame { number: self.longs, next: 0 });
            *done = HEADER_LEN;
        }
        let Some(mut long) = self.long.take() else { return Ok(Room::Taken) };
        let room = self.pump(socket, &mut long, payload, done);
        if !matches!(room, Ok(Room::Taken)) {
            self.long = Some(long);
        }
        room
    }

    /// Sends chunks while there is room.
    fn pump(
        &mut self,
        socket: &Socket,
        long: &mut LongFrame,
        payload: &[u8],
        done: &mut usize,
    ) -> io::Result<Room> {
        loop {
            let outbox = &mut self.outbox;
            if outbox.chunk.is_none() && long.next < payload.len() {
                let len = CHUNK_LEN.min(payload.len() - long.next);
                if !outbox.admits(HEADER_LEN + len) {
                    return Ok(match outbox.flush(socket)? {
                        true => Room::Unacknowledged,
                        false => Room::Full,
                    });
                }
                outbox.chunk = Some(Chunk::new(long.number, long.next, len));
                long.next += len;
            }
            let Some(mut chunk) = outbox.chunk.take() else {
                let _ = self.flush(socket);
                return Ok(Room::Taken);
            };
            let before = chunk.taken.saturating_sub(HEADER_LEN);
            let head = &chunk.head[chunk.taken.min(HEADER_LEN)..];
            let body = &payload[chunk.at + before..chunk.at + chunk.len];
            let sent = outbox.send(socket, head, body);
            chunk.taken += *sent.as_ref().unwrap_or(&0);
            *done += chunk.taken.saturating_sub(HEADER_LEN) - before;
            if chunk.taken < HEADER_LEN + chunk.len {
                outbox.chunk = Some(chunk);
                return sent.map(|_| Room::Full);
            }
            self.acknowledge(ACKNOWLEDGE_AFTER.0);
        }
    }

    /// Puts an acknowledgement on its way, if there are `least` bytes to acknowledge and no record is
    /// partly out.
    #[inline]
    fn acknowledge(&mut self, least: u64) {
        let position = self.receiver.position();
        let is_due = position - self.told >= least && self.outbox.keeps();
        if is_due && self.outbox.is_between_records() && self.farewell == Farewell::None {
            self.told = position;
            let record = Header { words: [position, 0], ..Header::default() };
            self.outbox.append(&record.encode(ACKNOWLEDGE));
        }
    }

    /// Sends what was taken and could not be sent, and acknowledgements that are due. False if the
    /// system has no room for it.
    pub(crate) fn flush(&mut self, socket: &Socket) -> io::Result<bool> {
        self.acknowledge(ACKNOWLEDGE_AFTER.1);
        self.outbox.flush(socket)
    }

    /// Whether a flush would do something.
    pub(crate) fn wants_flush(&self) -> bool {
        let is_due = self.receiver.position() - self.told >= ACKNOWLEDGE_AFTER.1;
        (is_due && self.outbox.keeps()) || self.outbox.has_unsent()
    }

    /// Whether bytes wait for room in the system.
    pub(crate) fn has_unsent(&self) -> bool {
        self.outbox.has_unsent()
    }

    /// Delivers what has come in. Returns the number of frames and pieces.
    pub(crate) fn receive(&mut self, socket: &Socket, out: &mut Out<'_>) -> Result<usize, Broken> {
        let handled = self.receiver.receive(socket, &mut self.assembly, out);
        if self.outbox.keeps() && !self.outbox.release(self.receiver.acknowledged()) {
            return Err(Broken::Nonsense("an acknowledgement of what was never sent".to_owned()));
        }
        handled
    }

    /// Whether the peer announced its orderly end.
    pub(crate) fn peer_said_goodbye(&self) -> bool {
        self.receiver.said_goodbye()
    }

    /// Whether this end announced its own.
    pub(crate) fn said_goodbye(&self) -> bool {
        self.farewell == Farewell::Sent
    }

    /// Announces the end; true when there is no more to send. A frame that is partly out cannot be
    /// finished any more: the peer then sees a broken connection, as it should.
    pub(crate) fn say_goodbye(&mut self, socket: &Socket) -> bool {
        if self.farewell == Farewell::None {
            if self.outbox.is_between_records() && self.long.is_none() {
                self.outbox.append(&Header::default().encode(GOODBYE));
            }
            self.farewell = Farewell::Sending;
        }
        if self.farewell == Farewell::Sending {
            // An error means that the other end is gone, which is what this asks for.
            if let Ok(false) = self.outbox.flush(socket) {
                return false;
            }
            let _ = shutdown(socket, Shutdown::Write);
            self.farewell = Farewell::Sent;
        }
        true
    }

    /// Reconnects and bytes replayed, for people; nothing where there were none.
    pub(crate) fn describe(&self) -> String {
        match self.reconnects {
            0 => String::new(),
            n => format!(", {n} reconnects, {} bytes replayed", self.replayed),
        }
    }
}
