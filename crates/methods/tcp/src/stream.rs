//! A link that both ends use: its connections, and the frame under way each way.

mod chunks;

use self::chunks::{CHUNK_LEN, LongFrame};
use crate::address::canonical;
use crate::assembly::{FrameAssembly, Out};
use crate::dealing::{self, Dealer};
use crate::lane::{Lane, LaneLink};
use crate::lane_bytes::{ACKNOWLEDGE_AFTER, LaneBytes};
use crate::options::TcpOptions;
use crate::outbox::GOODBYE;
use crate::receiver::ReceiverEnd;
use crate::terms::Terms;
use ferry_wire::{HEADER_LEN, Header};
use rustix::net::{Shutdown, shutdown};
use socket2::Socket;
use std::io;
use std::net::SocketAddr;

/// Frames up to this size are put together before they are sent: cheaper than having the system
/// gather the parts.
const SMALL: usize = 1 << 10;
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
    /// The connection broke, which is noted with it.
    Broken,
}

/// How the two ends part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StreamFarewell {
    None,
    /// The goodbye is on its way.
    Sending,
    Sent,
}

/// What there is with a peer while both ends use the link: its connections, each of which may break and be
/// replaced, and the frame under way each way.
pub(crate) struct LastingStream {
    /// Its connections, number 0 first.
    pub(crate) lanes: Vec<Lane>,
    /// Lanes were asked for.
    pub(crate) is_widened: bool,
    /// It is on the list of those tried without asking epoll.
    pub(crate) is_hot: bool,
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
            lanes: vec![Lane::new(0, LaneBytes::new(options, theirs, accepted), None)],
            is_widened: false,
            is_hot: false,
            assembly: FrameAssembly::default(),
            farewell: StreamFarewell::None,
            long: None,
            longs: 0,
            dealer: Dealer::default(),
            port: theirs.port,
        }
    }

    /// The first connection.
    #[inline]
    pub(crate) fn first(&self) -> &Lane {
        &self.lanes[0]
    }

    /// The same, to be changed.
    #[inline]
    pub(crate) fn first_mut(&mut self) -> &mut Lane {
        &mut self.lanes[0]
    }

    /// The place of the connection with a number.
    pub(crate) fn place_of(&self, number: u8) -> Option<usize> {
        self.lanes.iter().position(|lane| lane.number == number)
    }

    /// Whether there are connections beside the first.
    #[inline]
    pub(crate) fn has_others(&self) -> bool {
        self.lanes.len() > 1
    }

    /// Whether another connection can take the place of a broken one.
    pub(crate) fn can_go_on(&self) -> bool {
        self.first().bytes.outbox.keeps() && !self.peer_said_goodbye()
    }

    /// Goes on over another connection in the place of a lane's, as the other end's terms say. False if that
    /// cannot be.
    pub(crate) fn reconnect(&mut self, at: usize, theirs: Terms, accepted: bool) -> bool {
        if at == 0 && self.farewell == StreamFarewell::Sent {
            self.farewell = StreamFarewell::Sending;
        }
        self.lanes[at].bytes.reconnect(theirs, accepted)
    }

    /// Sends as much of the frame as there is room for.
    pub(crate) fn send(&mut self, header: &Header, payload: &[u8], done: &mut usize) -> Room {
        let is_wide = payload.len() >= STRIPE_FROM && self.has_others();
        if self.long.is_some() || (*done == 0 && (payload.len() > CHUNK_LEN || is_wide)) {
            return self.send_long(header, payload, done);
        }
        let first = self.first_mut();
        let Some((bytes, socket)) = first.writer() else { return Room::Full };
        send_whole((bytes, socket), header, payload, done).unwrap_or_else(|e| {
            first.breaks(&e);
            Room::Broken
        })
    }

    /// Sends what was taken and could not be sent, and acknowledgements that are due. What breaks is noted
    /// with its lane.
    pub(crate) fn flush(&mut self) {
        self.lanes.iter_mut().filter(|lane| lane.bytes.wants_flush()).for_each(Lane::flush);
    }

    /// Whether a flush would do something. To be asked after anything was received, whichever connection
    /// it was for: others may have been read, too, that waited for it.
    pub(crate) fn wants_flush(&self) -> bool {
        self.lanes.iter().any(|lane| lane.bytes.wants_flush())
    }

    /// Whether bytes wait for room in the system.
    pub(crate) fn has_unsent(&self) -> bool {
        self.lanes.iter().any(|lane| lane.bytes.outbox.has_unsent())
    }

    /// Whether some connection has no room.
    pub(crate) fn is_full(&self) -> bool {
        self.lanes.iter().any(|lane| lane.bytes.outbox.is_full)
    }

    /// Whether a frame came that is worth several connections.
    pub(crate) fn took_wide(&self) -> bool {
        self.assembly.longest() >= STRIPE_FROM
    }

    /// Delivers what has come in over a connection, and over others that waited for it. Returns the number of
    /// frames and pieces. An error concerns this connection, unless it is nonsense.
    pub(crate) fn receive(&mut self, at: usize, out: &mut Out<'_>) -> Result<usize, ReceiverEnd> {
        let handled = self.read(at, out)?;
        if !self.has_others() || (at > 0 && handled == 0) {
            return Ok(handled);
        }
        Ok(handled + self.settle(out)?)
    }

    fn read(&mut self, at: usize, out: &mut Out<'_>) -> Result<usize, ReceiverEnd> {
        let Some(Lane { link: LaneLink::Up(socket), bytes, .. }) = self.lanes.get_mut(at) else {
            return Ok(0);
        };
        let handled = bytes.receiver.receive(socket, &mut self.assembly, out);
        if !bytes.release() {
            let why = "an acknowledgement of what was never sent".to_owned();
            return Err(ReceiverEnd::Nonsense(why));
        }
        if matches!(handled, Ok(1..)) {
            bytes.trouble_since = None;
        }
        handled
    }

    /// Takes up the connections that waited for a frame that is now begun or finished. What breaks of them is
    /// noted, and found again by whoever reads them next.
    fn settle(&mut self, out: &mut Out<'_>) -> Result<usize, ReceiverEnd> {
        let mut handled = 0;
        loop {
            let mut moved = 0;
            for at in 0..self.lanes.len() {
                let lane = &self.lanes[at];
                if lane.broken.is_some() || !lane.bytes.receiver.may_go_on(&self.assembly) {
                    continue;
                }
                moved += match self.read(at, out) {
                    Err(ReceiverEnd::Nonsense(why)) => return Err(ReceiverEnd::Nonsense(why)),
                    Err(end) => {
                        let lane = &mut self.lanes[at];
                        lane.broken = Some(end.describe(lane.number));
                        1
                    }
                    Ok(moved) => moved,
                };
            }
            if moved == 0 {
                return Ok(handled);
            }
            handled += moved;
        }
    }

    /// Whether the peer announced its orderly end.
    pub(crate) fn peer_said_goodbye(&self) -> bool {
        self.first().bytes.receiver.said_goodbye()
    }

    /// Whether this end announced its own.
    pub(crate) fn said_goodbye(&self) -> bool {
        self.farewell == StreamFarewell::Sent
    }

    /// Announces the end. A frame that is partly out cannot be finished any more: the peer then sees a broken
    /// connection, as it should.
    pub(crate) fn say_goodbye(&mut self) {
        let Lane { bytes, link: LaneLink::Up(socket), .. } = &mut self.lanes[0] else { return };
        if self.farewell == StreamFarewell::None {
            if bytes.outbox.is_between_records() && self.long.is_none() {
                bytes.outbox.append(&Header::default().encode(GOODBYE));
            }
            bytes.is_silent = true;
            self.farewell = StreamFarewell::Sending;
        }
        // An error means that the other end is gone, which is what this asks for.
        if self.farewell == StreamFarewell::Sending
            && !matches!(bytes.outbox.flush(socket), Ok(false))
        {
            let _ = shutdown(socket, Shutdown::Write);
            self.farewell = StreamFarewell::Sent;
        }
    }

    /// Connections that can be used.
    pub(crate) fn lanes_up(&self) -> usize {
        self.lanes.iter().filter(|lane| lane.is_usable()).count()
    }

    /// One line for people.
    pub(crate) fn describe(&self) -> String {
        let first = self.first();
        let socket = match &first.link {
            LaneLink::Up(socket) => socket,
            LaneLink::Dialing(dial) => {
                return format!("reconnecting: {}{}", dial.describe(), self.describe_lanes());
            }
            LaneLink::Down => return format!("reconnecting{}", self.describe_lanes()),
        };
        let name =
            |address: Option<SocketAddr>| address.map_or_else(|| "?".to_owned(), |a| a.to_string());
        let state = match (&first.broken, self.peer_said_goodbye()) {
            (Some(why), _) => why.as_str(),
            (None, true) => "closing",
            (None, false) if self.is_full() => "up, waiting for room",
            (None, false) => "up",
        };
        let [local, remote] = [socket.local_addr(), socket.peer_addr()].map(canonical).map(name);
        let (lanes, congestion) = (self.describe_lanes(), self.describe_congestion());
        format!("{local} to {remote}, {state}{lanes}{congestion}")
    }

    /// Stripes, reconnects and bytes replayed, for people; nothing where there were none.
    fn describe_lanes(&self) -> String {
        let mut text = String::new();
        if self.has_others() {
            let total: u64 = self.lanes[1..].iter().map(|lane| lane.carried).sum();
            text = format!(", {} stripes, {total} bytes over the others", self.lanes_up());
        }
        let all = || self.lanes.iter().map(|lane| &lane.bytes);
        let reconnects: u32 = all().map(|bytes| bytes.reconnects).sum();
        if reconnects > 0 {
            let replayed: u64 = all().map(|bytes| bytes.replayed).sum();
            text += &format!(", {reconnects} reconnects, {replayed} bytes replayed");
        }
        text
    }
}

/// Sends as much of a frame in one piece as there is room for.
fn send_whole(
    (bytes, socket): (&mut LaneBytes, &Socket),
    header: &Header,
    payload: &[u8],
    done: &mut usize,
) -> io::Result<Room> {
    let total = HEADER_LEN + payload.len();
    if *done == 0 {
        if bytes.outbox.has_unsent() && !bytes.outbox.flush(socket)? {
            return Ok(Room::Full);
        }
        if !bytes.outbox.admits(total) {
            return Ok(Room::Unacknowledged);
        }
        bytes.acknowledge(ACKNOWLEDGE_AFTER.0);
    }
    let head = header.encode(payload.len() as u32);
    if payload.len() <= SMALL {
        bytes.outbox.append(&head);
        bytes.outbox.append(payload);
        // It is taken, come what may: what the system does not accept goes with a later flush, and
        // an error comes up again there.
        let _ = bytes.outbox.flush(socket);
        *done = total;
        return Ok(Room::Taken);
    }
    let head_rest = &head[(*done).min(HEADER_LEN)..];
    let payload_rest = &payload[done.saturating_sub(HEADER_LEN)..];
    *done += bytes.outbox.send(socket, head_rest, payload_rest)?;
    bytes.outbox.mid_frame = (1..total).contains(done);
    if *done < total {
        return Ok(Room::Full);
    }
    // What came due meanwhile could not go within the frame.
    let _ = bytes.flush(socket);
    Ok(Room::Taken)
}
