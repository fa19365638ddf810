//! What a link is apart from its sockets: its lines of bytes, and the frame under way each way.

use crate::assembly::{FrameAssembly, Out};
use crate::dealing::{self, ConnectionEstimate, Dealer, Ways};
use crate::lane::{Lane, MAX_LANES};
use crate::options::TcpOptions;
use crate::outbox::{Chunk, GOODBYE, LONG};
use crate::receiver::ReceiverEnd;
use crate::socket_meter::{ACKNOWLEDGE_AFTER, SocketMeter};
use crate::terms::Terms;
use ferry_sys::tcp_flow;
use ferry_wire::{HEADER_LEN, Header};
use rustix::net::{Shutdown, shutdown};
use socket2::Socket;
use std::io;

/// Frames up to this size are put together before they are sent: cheaper than having the system
/// gather the parts.
const SMALL: usize = 1 << 10;
/// Longer payloads are cut into chunks, between which acknowledgements can go.
const CHUNK_LEN: usize = 256 << 10;
/// Tries to send in which no connection gets room between two looks at how they do.
const PAUSES: u32 = 64;
/// Payloads from this size on are worth several connections.
pub(crate) const STRIPE_FROM: usize = 2 * dealing::CHUNK.1;

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
enum StreamFarewell {
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
    /// Which connections had room when none of them was worth a chunk last.
    found: [bool; MAX_LANES],
    /// Tries until it is looked again whether one is.
    pauses: u32,
}

/// The lasting part of a link.
pub(crate) struct LastingStream {
    /// The first connection's: all frames, and what there is besides.
    pub(crate) main: SocketMeter,
    /// The other connections'.
    pub(crate) lanes: Vec<Lane>,
    /// Lanes were asked for.
    pub(crate) is_widened: bool,
    assembly: FrameAssembly,
    farewell: StreamFarewell,
    long: Option<LongFrame>,
    longs: u32,
    dealer: Dealer,
    /// Where the other end listens.
    pub(crate) port: u16,
}

impl LastingStream {
    /// The link on its first connection, with the terms of the other end.
    pub(crate) fn new(options: &TcpOptions, theirs: Terms, accepted: bool) -> Self {
        LastingStream {
            main: SocketMeter::new(options, theirs, accepted),
            lanes: Vec::new(),
            is_widened: false,
            assembly: FrameAssembly::default(),
            farewell: StreamFarewell::None,
            long: None,
            longs: 0,
            dealer: Dealer::default(),
            port: theirs.port,
        }
    }

    /// Whether another connection can take the place of a broken one.
    pub(crate) fn can_go_on(&self) -> bool {
        self.main.outbox.keeps() && !self.peer_said_goodbye()
    }

    /// Goes on over another connection, as the other end's terms say. False if that cannot be.
    pub(crate) fn reconnect(&mut self, theirs: Terms, accepted: bool) -> bool {
        if self.farewell == StreamFarewell::Sent {
            self.farewell = StreamFarewell::Sending;
        }
        self.main.reconnect(theirs, accepted)
    }

    /// Sends as much of the frame as there is room for.
    pub(crate) fn send(
        &mut self,
        socket: &Socket,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> io::Result<Room> {
        let is_wide = payload.len() >= STRIPE_FROM && !self.lanes.is_empty();
        if self.long.is_some() || (*done == 0 && (payload.len() > CHUNK_LEN || is_wide)) {
            return self.send_long(socket, header, payload, done);
        }
        let (total, main) = (HEADER_LEN + payload.len(), &mut self.main);
        if *done == 0 {
            if main.outbox.has_unsent() && !main.outbox.flush(socket)? {
                return Ok(Room::Full);
            }
            if !main.outbox.admits(total) {
                return Ok(Room::Unacknowledged);
            }
            main.acknowledge(ACKNOWLEDGE_AFTER.0);
        }
        let head = header.encode(payload.len() as u32);
        if payload.len() <= SMALL {
            main.outbox.append(&head);
            main.outbox.append(payload);
            // It is taken, come what may: what the system does not accept goes with a later flush, and
            // an error comes up again there.
            let _ = main.outbox.flush(socket);
            *done = total;
            return Ok(Room::Taken);
        }
        let head_rest = &head[(*done).min(HEADER_LEN)..];
        let payload_rest = &payload[done.saturating_sub(HEADER_LEN)..];
        *done += main.outbox.send(socket, head_rest, payload_rest)?;
        main.outbox.mid_frame = (1..total).contains(done);
        if *done < total {
            return Ok(Room::Full);
        }
        // What came due meanwhile could not go within the frame.
        let _ = main.flush(socket);
        Ok(Room::Taken)
    }

    /// The same for a frame in chunks, over all connections.
    fn send_long(
        &mut self,
        socket: &Socket,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> io::Result<Room> {
        if *done == 0 {
            if !self.main.outbox.flush(socket)? {
                return Ok(Room::Full);
            }
            self.main.outbox.append(&header.encode(payload.len() as u32 | LONG));
            self.longs = self.longs.wrapping_add(1);
            self.long = Some(LongFrame {
                number: self.longs,
                next: 0,
                found: [false; MAX_LANES],
                pauses: 0,
            });
            *done = HEADER_LEN;
        }
        let Some(mut long) = self.long.take() else { return Ok(Room::Taken) };
        let result = self.spread(socket, &mut long, payload, done);
        let is_under_way = |line: &SocketMeter| line.outbox.chunk.is_some();
        let lines = || std::iter::once(&self.main).chain(self.lanes.iter().map(|lane| &lane.line));
        if long.next == payload.len() && !lines().any(is_under_way) {
            // What came due meanwhile could not go within the frame.
            let _ = self.flush(socket);
            return Ok(Room::Taken);
        }
        let is_full = lines().any(|line| line.outbox.is_full);
        self.long = Some(long);
        result.map(|()| if is_full { Room::Full } else { Room::Unacknowledged })
    }

    /// Sends chunks, each over the connection that it is dealt to, while that one has room.
    fn spread(
        &mut self,
        socket: &Socket,
        long: &mut LongFrame,
        payload: &[u8],
        done: &mut usize,
    ) -> io::Result<()> {
        if self.lanes.is_empty() {
            while pump(&mut self.main, socket, long, CHUNK_LEN, payload, done)? {}
            return Ok(());
        }
        let mut ways = self.go_on(socket, long, payload, done)?;
        let open = ways.map(|way| way.is_open);
        if long.next == payload.len() || !open.contains(&true) {
            return Ok(());
        }
        if long.found == open && long.pauses > 0 {
            // Nothing was worth it a moment ago, and asking the system costs time.
            long.pauses -= 1;
            return Ok(());
        }
        self.measure(socket, &mut ways);
        self.dealer.judge(&ways);
        while long.next < payload.len() {
            let Some((at, len)) = self.dealer.next(&ways, payload.len() - long.next) else { break };
            let before = long.next;
            let taken = match at.checked_sub(1) {
                None => pump(&mut self.main, socket, long, len, payload, done)?,
                Some(lane) => self.lanes[lane].pump(long, len, payload, done),
            };
            let len = long.next - before;
            ways[at].is_open = taken;
            if let Some(lane) = at.checked_sub(1).and_then(|at| self.lanes.get_mut(at)) {
                lane.line.pace.rate = ways[at].rate_after(lane.line.pace.rate);
                if lane.socket().is_none() {
                    ways[at] = ConnectionEstimate::NONE;
                }
            }
            ways[at].took(len);
            for (lane, number) in self.lanes.iter_mut().zip(1..) {
                lane.idle = if number == at { 0 } else { lane.idle + len as u64 };
            }
        }
        (long.found, long.pauses) = (ways.map(|way| way.is_open), PAUSES);
        Ok(())
    }

    /// Sends what is left of the chunks that are partly out. Which connections take more then.
    fn go_on(
        &mut self,
        socket: &Socket,
        long: &mut LongFrame,
        payload: &[u8],
        done: &mut usize,
    ) -> io::Result<Ways> {
        let mut ways = [ConnectionEstimate::NONE; MAX_LANES];
        if self.main.outbox.chunk.is_none() || pump(&mut self.main, socket, long, 0, payload, done)?
        {
            ways[0] = ConnectionEstimate::UNKNOWN;
        }
        for (lane, way) in self.lanes.iter_mut().zip(&mut ways[1..]) {
            if lane.socket().is_some()
                && (lane.line.outbox.chunk.is_none() || lane.pump(long, 0, payload, done))
            {
                *way = ConnectionEstimate::UNKNOWN;
            }
        }
        Ok(ways)
    }

    /// Asks the system how the connections do. Where it does not tell of one, all are alike.
    fn measure(&mut self, socket: &Socket, ways: &mut Ways) {
        let first = std::iter::once((&mut self.main, 0, Some(socket), false));
        let others = self.lanes.iter_mut().map(|lane| {
            let socket = lane.link.usable(&lane.broken);
            (&mut lane.line, lane.idle, socket, true)
        });
        let mut measured = [ConnectionEstimate::NONE; MAX_LANES];
        for ((line, idle, socket, is_lane), (to, way)) in
            first.chain(others).zip(measured.iter_mut().zip(ways.iter()))
        {
            let Some(socket) = socket else { continue };
            let Ok(flow) = tcp_flow(socket) else { return };
            line.pace.learn(&flow, is_lane);
            *to = ConnectionEstimate::new(&flow, line.outbox.waiting(), idle, line.pace);
            to.is_open = way.is_open;
        }
        *ways = measured;
    }

    /// Sends what was taken and could not be sent, and acknowledgements that are due. False if the
    /// system has no room for it.
    pub(crate) fn flush(&mut self, socket: &Socket) -> io::Result<bool> {
        self.flush_lanes();
        self.main.flush(socket)
    }

    /// The same for all connections but the first. What breaks is noted with the lane.
    pub(crate) fn flush_lanes(&mut self) {
        for lane in self.lanes.iter_mut().filter(|lane| lane.line.wants_flush()) {
            if let Some(socket) = lane.link.usable(&lane.broken)
                && let Err(e) = lane.line.flush(socket)
            {
                lane.broken = Some(e.to_string());
            }
        }
    }

    /// Whether a flush would do something. To be asked after anything was received, whichever connection
    /// it was for: others may have been read, too, that waited for it.
    pub(crate) fn wants_flush(&self) -> bool {
        self.main.wants_flush() || self.lanes.iter().any(|lane| lane.line.wants_flush())
    }

    /// Whether bytes wait for room in the system.
    pub(crate) fn has_unsent(&self) -> bool {
        self.main.outbox.has_unsent() || self.lanes.iter().any(|l| l.line.outbox.has_unsent())
    }

    /// Whether some connection has no room.
    pub(crate) fn is_full(&self) -> bool {
        self.main.outbox.is_full || self.lanes.iter().any(|lane| lane.line.outbox.is_full)
    }

    /// Whether a frame came that is worth several connections.
    pub(crate) fn took_wide(&self) -> bool {
        self.assembly.longest() >= STRIPE_FROM
    }

    /// Delivers what has come in over the first connection. Returns the number of frames and pieces.
    pub(crate) fn receive(
        &mut self,
        socket: &Socket,
        out: &mut Out<'_>,
    ) -> Result<usize, ReceiverEnd> {
        let handled = self.main.receiver.receive(socket, &mut self.assembly, out);
        if !self.main.release() {
            return Err(impossible());
        }
        let handled = handled?;
        if self.lanes.is_empty() {
            return Ok(handled);
        }
        Ok(handled + self.settle(Some(socket), out)?)
    }

    /// The same over a lane, of which all that breaks is noted with the lane; an error is nonsense.
    /// `socket` is the first connection's, if there is one.
    pub(crate) fn receive_lane(
        &mut self,
        at: usize,
        socket: Option<&Socket>,
        out: &mut Out<'_>,
    ) -> Result<usize, ReceiverEnd> {
        let handled = self.read_lane(at, out)?;
        Ok(if handled == 0 { 0 } else { handled + self.settle(socket, out)? })
    }

    fn read_lane(&mut self, at: usize, out: &mut Out<'_>) -> Result<usize, ReceiverEnd> {
        let Some(lane) = self.lanes.get_mut(at) else { return Ok(0) };
        let Some(socket) = lane.link.usable(&lane.broken) else { return Ok(0) };
        let result = lane.line.receiver.receive(socket, &mut self.assembly, out);
        if !lane.line.release() {
            return Err(impossible());
        }
        match result {
            Ok(0) => Ok(0),
            Ok(n) => {
                lane.line.trouble_since = None;
                Ok(n)
            }
            Err(ReceiverEnd::Nonsense(why)) => Err(ReceiverEnd::Nonsense(why)),
            Err(ReceiverEnd::Closed) => {
                lane.broken = Some("closed by the other end".to_owned());
                Ok(1)
            }
            Err(ReceiverEnd::System(e)) => {
                lane.broken = Some(e.to_string());
                Ok(1)
            }
        }
    }

    /// Takes up the connections that waited for a frame that is now begun or finished.
    fn settle(&mut self, socket: Option<&Socket>, out: &mut Out<'_>) -> Result<usize, ReceiverEnd> {
        let mut handled = 0;
        loop {
            let mut moved = 0;
            if let (Some(socket), true) = (socket, self.main.receiver.may_go_on(&self.assembly)) {
                moved += self.main.receiver.receive(socket, &mut self.assembly, out)?;
                if !self.main.release() {
                    return Err(impossible());
                }
            }
            for at in 0..self.lanes.len() {
                if self.lanes[at].line.receiver.may_go_on(&self.assembly) {
                    moved += self.read_lane(at, out)?;
                }
            }
            if moved == 0 {
                return Ok(handled);
            }
            handled += moved;
        }
    }

    /// Whether the peer announced its orderly end.
    pub(crate) fn peer_said_goodbye(&self) -> bool {
        self.main.receiver.said_goodbye()
    }

    /// Whether this end announced its own.
    pub(crate) fn said_goodbye(&self) -> bool {
        self.farewell == StreamFarewell::Sent
    }

    /// Announces the end; true when there is no more to send. A frame that is partly out cannot be
    /// finished any more: the peer then sees a broken connection, as it should.
    pub(crate) fn say_goodbye(&mut self, socket: &Socket) -> bool {
        if self.farewell == StreamFarewell::None {
            if self.main.outbox.is_between_records() && self.long.is_none() {
                self.main.outbox.append(&Header::default().encode(GOODBYE));
            }
            self.main.is_silent = true;
            self.farewell = StreamFarewell::Sending;
        }
        if self.farewell == StreamFarewell::Sending {
            // An error means that the other end is gone, which is what this asks for.
            if let Ok(false) = self.main.outbox.flush(socket) {
                return false;
            }
            let _ = shutdown(socket, Shutdown::Write);
            self.farewell = StreamFarewell::Sent;
        }
        true
    }

    /// Connections that are up besides the first.
    pub(crate) fn lanes_up(&self) -> usize {
        self.lanes.iter().filter(|lane| lane.socket().is_some()).count()
    }

    /// Stripes, reconnects and bytes replayed, for people; nothing where there were none.
    pub(crate) fn describe(&self) -> String {
        let mut text = String::new();
        if !self.lanes.is_empty() {
            let total: u64 = self.lanes.iter().map(|lane| lane.carried).sum();
            text = format!(", {} stripes, {total} bytes over the others", 1 + self.lanes_up());
        }
        let lines = || std::iter::once(&self.main).chain(self.lanes.iter().map(|lane| &lane.line));
        let reconnects: u32 = lines().map(|line| line.reconnects).sum();
        if reconnects > 0 {
            let replayed: u64 = lines().map(|line| line.replayed).sum();
            text += &format!(", {reconnects} reconnects, {replayed} bytes replayed");
        }
        text
    }
}

impl Lane {
    /// Sends a chunk, or what is left of the one before; whether there may be room for more. What
    /// breaks is noted.
    fn pump(&mut self, long: &mut LongFrame, len: usize, payload: &[u8], done: &mut usize) -> bool {
        let before = *done;
        let Some(socket) = self.link.usable(&self.broken) else { return false };
        let taken = pump(&mut self.line, socket, long, len, payload, done);
        self.carried += (*done - before) as u64;
        taken.unwrap_or_else(|e| {
            self.broken = Some(e.to_string());
            false
        })
    }
}

/// Sends a chunk of `len` bytes, or what is left of the one before; whether there may be room for more.
fn pump(
    line: &mut SocketMeter,
    socket: &Socket,
    long: &mut LongFrame,
    len: usize,
    payload: &[u8],
    done: &mut usize,
) -> io::Result<bool> {
    let outbox = &mut line.outbox;
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
    line.acknowledge(ACKNOWLEDGE_AFTER.0);
    Ok(true)
}

fn impossible() -> ReceiverEnd {
    ReceiverEnd::Nonsense("an acknowledgement of what was never sent".to_owned())
}
