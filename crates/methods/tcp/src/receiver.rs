//! Frames off a byte stream: small ones many at a time from a buffer, large ones straight into their
//! landing.

use crate::assembly::{FrameAssembly, Out};
use crate::lifecycle::describe_break;
use crate::outbox::{ACKNOWLEDGE, CHUNK, GOODBYE, LONG};
use ferry_wire::{HEADER_LEN, Header};
use rustix::io::{Errno, readv};
use rustix::net::{RecvFlags, recv};
use socket2::Socket;
use std::io::IoSliceMut;

/// Bytes of the buffer for small frames, made when the first data come.
const BUFFER: usize = 64 << 10;
/// A payload up to this size that is partly here is waited for, not begun.
const WHOLE: usize = 2 << 10;
/// After a frame of so many bytes the next one is expected to be long, too.
const EXPECT_LONG: usize = 48 << 10;
/// Room behind the end of a large payload, for the next frame's header and its first bytes.
const PEEK: usize = 1 << 10;
/// Reads into landings in one poll, so that one peer does not starve the others.
const READS: usize = 16;

/// Why nothing more will come.
#[derive(Debug)]
pub(crate) enum ReceiverEnd {
    /// The other end closed.
    Closed,
    /// The system gave up on the connection.
    System(Errno),
    /// A frame that cannot be one.
    Nonsense(String),
}

impl ReceiverEnd {
    /// What people are told of it, on the connection with a number.
    pub(crate) fn describe(self, lane: u8) -> String {
        match self {
            ReceiverEnd::Closed if lane > 0 => "closed by the other end".to_owned(),
            ReceiverEnd::Closed => "its process ended without a goodbye".to_owned(),
            ReceiverEnd::System(e) => describe_break(&e.into()),
            ReceiverEnd::Nonsense(why) => why,
        }
    }
}

/// What of the frame in flight comes next on this connection.
struct ReceiverPiece {
    /// Where in the payload.
    at: usize,
    left: usize,
}

/// The receiving half of a connection.
pub(crate) struct Receiver {
    buffer: Box<[u8]>,
    /// Where the unread bytes of the buffer are.
    start: usize,
    end: usize,
    /// Bytes taken in, those in the buffer excepted.
    position: u64,
    piece: Option<ReceiverPiece>,
    /// The last frame was long: of the next one only its beginning is read into the buffer, and what follows goes
    /// straight to its landing, not by a copy of as much as the buffer takes.
    expects_long: bool,
    /// How much the other end has taken in, as it said.
    acknowledged: u64,
    said_goodbye: bool,
    /// Only chunks of long frames come here.
    is_lane: bool,
    /// The next record is one that must wait for a frame to begin, or for one to be finished.
    waits: Option<Wait>,
}

/// For what the next record waits.
#[derive(Clone, Copy)]
enum Wait {
    /// For the frame of this chunk.
    Begin(Header),
    /// For the end of the frame in flight.
    Finish,
}

impl Receiver {
    pub(crate) fn new(is_lane: bool) -> Self {
        Receiver {
            buffer: Box::new([]),
            start: 0,
            end: 0,
            position: 0,
            piece: None,
            expects_long: false,
            acknowledged: 0,
            said_goodbye: false,
            is_lane,
            waits: None,
        }
    }

    /// Whether the next record waited for what has come about.
    pub(crate) fn may_go_on(&self, assembly: &FrameAssembly) -> bool {
        match &self.waits {
            None => false,
            Some(Wait::Begin(record)) => !assembly.is_early(record),
            Some(Wait::Finish) => !assembly.is_busy(),
        }
    }

    /// Whether the next record waits: nothing is read until then.
    pub(crate) fn waits(&self) -> bool {
        self.waits.is_some()
    }

    pub(crate) fn said_goodbye(&self) -> bool {
        self.said_goodbye
    }

    /// Bytes taken in: from here on the other end would have to send again.
    pub(crate) fn position(&self) -> u64 {
        self.position
    }

    /// How much the other end has taken in, as far as is known.
    pub(crate) fn acknowledged(&self) -> u64 {
        self.acknowledged
    }

    /// The connection is another one from here on, which goes on at the position.
    pub(crate) fn reconnect(&mut self) {
        (self.start, self.end) = (0, 0);
        self.waits = None;
    }

    /// Reads what is there and delivers it; nothing whole is left in the buffer afterwards.
    pub(crate) fn receive(
        &mut self,
        socket: &Socket,
        assembly: &mut FrameAssembly,
        out: &mut Out<'_>,
    ) -> Result<usize, ReceiverEnd> {
        let mut handled = 0;
        if self.waits.is_some() {
            if !self.may_go_on(assembly) {
                return Ok(0);
            }
            self.waits = None;
            handled = 1 + self.deliver(assembly, out)?;
        }
        for _ in 0..READS {
            if self.waits.is_some() {
                break;
            }
            let (n, more) = match self.piece {
                Some(_) => self.read_landing(socket, assembly)?,
                None => self.read_buffer(socket)?,
            };
            if n == 0 {
                break;
            }
            handled += 1 + self.deliver(assembly, out)?;
            if !more {
                break;
            }
        }
        Ok(handled)
    }

    /// One read into the buffer: bytes got, and whether more may be waiting.
    fn read_buffer(&mut self, socket: &Socket) -> Result<(usize, bool), ReceiverEnd> {
        if self.buffer.is_empty() {
            return self.read_first(socket);
        }
        self.make_room();
        let wanted = if self.expects_long { PEEK } else { self.buffer.len() - self.end };
        let room = &mut self.buffer[self.end..][..wanted];
        let n = got(recv(socket, room, RecvFlags::DONTWAIT).map(|(n, _)| n))?;
        self.end += n;
        // What follows a long payload's beginning comes by the other way.
        Ok((n, n == wanted))
    }

    /// The first bytes of all: only now is the buffer worth its memory.
    fn read_first(&mut self, socket: &Socket) -> Result<(usize, bool), ReceiverEnd> {
        let mut first = [0; PEEK];
        let n = got(recv(socket, &mut first, RecvFlags::DONTWAIT).map(|(n, _)| n))?;
        if n > 0 {
            self.buffer = vec![0; BUFFER].into_boxed_slice();
            self.buffer[..n].copy_from_slice(&first[..n]);
            self.end = n;
        }
        Ok((n, n == PEEK))
    }

    /// One read into the landing of the frame in flight, and a little beyond.
    fn read_landing(
        &mut self,
        socket: &Socket,
        assembly: &mut FrameAssembly,
    ) -> Result<(usize, bool), ReceiverEnd> {
        let Some(piece) = &mut self.piece else { return Ok((0, false)) };
        let (n, wanted) = match assembly.slot(piece.at, piece.left) {
            Some(slot) => {
                let peek = if slot.len() == piece.left { PEEK } else { 0 };
                let wanted = slot.len() + peek;
                let mut parts = [IoSliceMut::new(slot), IoSliceMut::new(&mut self.buffer[..peek])];
                (got(readv(socket, &mut parts))?, wanted)
            }
            None => {
                let wanted = piece.left.min(self.buffer.len());
                let scratch = &mut self.buffer[..wanted];
                (got(recv(socket, scratch, RecvFlags::DONTWAIT).map(|(n, _)| n))?, wanted)
            }
        };
        let landed = n.min(piece.left);
        self.land(landed, assembly);
        (self.start, self.end) = (0, n - landed);
        Ok((n, n == wanted))
    }

    /// Notes that `n` bytes of the piece are in their place.
    fn land(&mut self, n: usize, assembly: &mut FrameAssembly) {
        let Some(piece) = &mut self.piece else { return };
        piece.at += n;
        piece.left -= n;
        self.position += n as u64;
        assembly.landed(n);
        self.piece.take_if(|piece| piece.left == 0);
    }

    /// Moves the unread bytes to the front if little room is left behind them.
    fn make_room(&mut self) {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        } else if self.buffer.len() - self.end < HEADER_LEN + WHOLE {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
    }

    /// Takes bytes of the buffer as done with.
    fn consume(&mut self, n: usize) {
        self.start += n;
        self.position += n as u64;
    }

    /// Delivers everything whole; begins a large frame. Returns the number of frames.
    fn deliver(
        &mut self,
        assembly: &mut FrameAssembly,
        out: &mut Out<'_>,
    ) -> Result<usize, ReceiverEnd> {
        let mut frames = usize::from(assembly.finish_if_complete(out));
        while self.piece.is_none() {
            let unread = &self.buffer[self.start..self.end];
            let Ok((header, len)) = Header::decode(unread) else { break };
            if self.said_goodbye {
                return Err(ReceiverEnd::Nonsense("something after its goodbye".to_owned()));
            }
            match len {
                ACKNOWLEDGE => {
                    self.acknowledged = self.acknowledged.max(header.words[0]);
                    self.consume(HEADER_LEN);
                }
                _ if self.is_lane && len != CHUNK => {
                    return Err(ReceiverEnd::Nonsense("a frame where only chunks go".to_owned()));
                }
                _ if assembly.is_busy() && len != CHUNK => {
                    self.waits = Some(Wait::Finish);
                    break;
                }
                GOODBYE => {
                    self.said_goodbye = true;
                    self.consume(HEADER_LEN);
                }
                CHUNK if assembly.is_early(&header) => {
                    self.waits = Some(Wait::Begin(header));
                    break;
                }
                CHUNK => {
                    let (at, len) = assembly.chunk(&header).map_err(ReceiverEnd::Nonsense)?;
                    self.expects_long = len >= EXPECT_LONG;
                    self.consume(HEADER_LEN);
                    self.begin_piece(at, len, assembly);
                    frames += 1 + usize::from(assembly.finish_if_complete(out));
                }
                _ if (len & !LONG) as usize > out.max_frame => {
                    return Err(ReceiverEnd::Nonsense(too_long(len & !LONG, out.max_frame)));
                }
                _ if len & LONG != 0 => {
                    assembly.begin_long(&header, (len & !LONG) as usize, out);
                    self.consume(HEADER_LEN);
                    frames += 1 + usize::from(assembly.finish_if_complete(out));
                }
                _ => {
                    if !self.deliver_frame(&header, len as usize, assembly, out) {
                        break;
                    }
                    frames += 1;
                }
            }
        }
        Ok(frames)
    }

    /// Delivers an ordinary frame if it is here, or begins it if it is worth that. False if the rest
    /// of it is to be waited for.
    fn deliver_frame(
        &mut self,
        header: &Header,
        len: usize,
        assembly: &mut FrameAssembly,
        out: &mut Out<'_>,
    ) -> bool {
        let body = &self.buffer[self.start + HEADER_LEN..self.end];
        self.expects_long = len >= EXPECT_LONG;
        if let Some(payload) = body.get(..len) {
            out.whole(header, payload);
            self.consume(HEADER_LEN + len);
            return true;
        }
        if len <= WHOLE {
            return false;
        }
        assembly.begin(header, len, out);
        self.consume(HEADER_LEN);
        self.begin_piece(0, len, assembly);
        true
    }

    /// The next `len` bytes belong at `at` of the frame in flight; those in the buffer go there.
    fn begin_piece(&mut self, at: usize, len: usize, assembly: &mut FrameAssembly) {
        let here = &self.buffer[self.start..self.end];
        let n = here.len().min(len);
        if let Some(slot) = assembly.slot(at, n) {
            let fits = slot.len();
            slot.copy_from_slice(&here[..fits]);
        }
        self.start += n;
        self.piece = Some(ReceiverPiece { at, left: len });
        self.land(n, assembly);
    }
}

/// Bytes read; 0 where nothing is there at the moment.
fn got(result: Result<usize, Errno>) -> Result<usize, ReceiverEnd> {
    match result {
        Ok(0) => Err(ReceiverEnd::Closed),
        Ok(n) => Ok(n),
        Err(Errno::AGAIN | Errno::INTR) => Ok(0),
        Err(e) => Err(ReceiverEnd::System(e)),
    }
}

fn too_long(len: u32, max_frame: usize) -> String {
    format!("a frame of {len} bytes where {max_frame} is the most")
}
