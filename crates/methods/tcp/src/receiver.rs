//! Frames off a byte stream: small ones many at a time from a buffer, large ones straight into their
//! landing.

use crate::connection::GOODBYE;
use ferry_method::{Counters, Header, Landing, PeerId, Sink};
use ferry_wire::HEADER_LEN;
use rustix::io::{Errno, readv};
use rustix::net::{RecvFlags, recv};
use socket2::Socket;
use std::io::IoSliceMut;

/// Bytes of the buffer for small frames, made when the first data come.
const BUFFER: usize = 64 << 10;
/// A payload up to this size that is partly here is waited for, not begun.
const WHOLE: usize = 2 << 10;
/// Room behind the end of a large payload, for the next frame's header and its first bytes.
const PEEK: usize = 1 << 10;
/// Reads into landings in one poll, so that one peer does not starve the others.
const READS: usize = 16;

/// Why nothing more will come.
#[derive(Debug)]
pub(crate) enum Broken {
    /// The other end closed.
    Closed,
    /// The system gave up on the connection.
    System(Errno),
    /// A frame that cannot be one.
    Nonsense(String),
}

struct InFlight {
    header: Header,
    len: usize,
    got: usize,
    landing: Landing,
}

/// The receiving half of a connection.
pub(crate) struct Receiver {
    buffer: Box<[u8]>,
    /// Where the unread bytes of the buffer are.
    start: usize,
    end: usize,
    in_flight: Option<InFlight>,
    said_goodbye: bool,
}

/// Where frames go and are counted.
struct Out<'a> {
    peer: PeerId,
    max_frame: usize,
    counters: &'a mut Counters,
    sink: &'a mut dyn Sink,
}

impl Receiver {
    pub(crate) fn new() -> Self {
        Receiver { buffer: Box::new([]), start: 0, end: 0, in_flight: None, said_goodbye: false }
    }

    pub(crate) fn said_goodbye(&self) -> bool {
        self.said_goodbye
    }

    /// Reads what is there and delivers it; nothing whole is left in the buffer afterwards.
    pub(crate) fn receive(
        &mut self,
        socket: &Socket,
        peer: PeerId,
        max_frame: usize,
        counters: &mut Counters,
        sink: &mut dyn Sink,
    ) -> Result<usize, Broken> {
        let mut out = Out { peer, max_frame, counters, sink };
        let mut handled = 0;
        for _ in 0..READS {
            let (n, more) = match self.in_flight {
                Some(_) => self.read_landing(socket)?,
                None => self.read_buffer(socket)?,
            };
            if n == 0 {
                break;
            }
            handled += 1 + self.deliver(&mut out)?;
            if !more {
                break;
            }
        }
        Ok(handled)
    }

    /// One read into the buffer: bytes got, and whether more may be waiting.
    fn read_buffer(&mut self, socket: &Socket) -> Result<(usize, bool), Broken> {
        if self.buffer.is_empty() {
            return self.read_first(socket);
        }
        self.make_room();
        let room = &mut self.buffer[self.end..];
        let wanted = room.len();
        let n = got(recv(socket, room, RecvFlags::DONTWAIT).map(|(n, _)| n))?;
        self.end += n;
        // What follows a long payload's beginning comes by the other way.
        Ok((n, n == wanted))
    }

    /// The first bytes of all: only now is the buffer worth its memory.
    fn read_first(&mut self, socket: &Socket) -> Result<(usize, bool), Broken> {
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
    fn read_landing(&mut self, socket: &Socket) -> Result<(usize, bool), Broken> {
        let Some(frame) = &mut self.in_flight else { return Ok((0, false)) };
        let rest = frame.len - frame.got;
        let slot = frame.landing.slice_from(frame.got).filter(|slot| !slot.is_empty());
        let (n, wanted) = match slot {
            Some(slot) => {
                let slot = trim(slot, rest);
                let whole = slot.len() == rest;
                let peek = if whole { PEEK } else { 0 };
                let wanted = slot.len() + peek;
                let mut parts = [IoSliceMut::new(slot), IoSliceMut::new(&mut self.buffer[..peek])];
                (got(readv(socket, &mut parts))?, wanted)
            }
            None => {
                let scratch = trim(&mut self.buffer, rest);
                let wanted = scratch.len();
                (got(recv(socket, scratch, RecvFlags::DONTWAIT).map(|(n, _)| n))?, wanted)
            }
        };
        let landed = n.min(rest);
        frame.got += landed;
        (self.start, self.end) = (0, n - landed);
        Ok((n, n == wanted))
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

    /// Delivers everything whole; begins a large frame. Returns the number of frames.
    fn deliver(&mut self, out: &mut Out<'_>) -> Result<usize, Broken> {
        let mut frames = usize::from(self.finish_if_complete(out));
        while self.in_flight.is_none() {
            let unread = &self.buffer[self.start..self.end];
            let Ok((header, len)) = Header::decode(unread) else { break };
            if len == GOODBYE {
                self.said_goodbye = true;
                self.start += HEADER_LEN;
                continue;
            }
            if len as usize > out.max_frame || self.said_goodbye {
                return Err(Broken::Nonsense(nonsense(len, out.max_frame, self.said_goodbye)));
            }
            let len = len as usize;
            let body = &unread[HEADER_LEN..];
            if let Some(payload) = body.get(..len) {
                out.counters.frames_received += 1;
                out.counters.bytes_received += len as u64;
                out.sink.frame(out.peer, &header, payload);
                self.start += HEADER_LEN + len;
                frames += 1;
            } else if len <= WHOLE {
                break;
            } else {
                self.begin(header, len, out);
                frames += 1;
            }
        }
        Ok(frames)
    }

    /// Begins a frame of which all that is in the buffer belongs to it.
    fn begin(&mut self, header: Header, len: usize, out: &mut Out<'_>) {
        let mut landing = out.sink.begin(out.peer, &header, len);
        let here = &self.buffer[self.start + HEADER_LEN..self.end];
        if let Some(slot) = landing.slice_from(0) {
            let n = slot.len().min(here.len());
            slot[..n].copy_from_slice(&here[..n]);
        }
        self.in_flight = Some(InFlight { header, len, got: here.len(), landing });
        (self.start, self.end) = (0, 0);
    }

    fn finish_if_complete(&mut self, out: &mut Out<'_>) -> bool {
        match self.in_flight.take_if(|frame| frame.got == frame.len) {
            Some(frame) => {
                out.counters.frames_received += 1;
                out.counters.bytes_received += frame.len as u64;
                out.sink.finish(out.peer, &frame.header, frame.landing);
                true
            }
            None => false,
        }
    }
}

fn trim(slice: &mut [u8], len: usize) -> &mut [u8] {
    let len = len.min(slice.len());
    &mut slice[..len]
}

/// Bytes read; 0 where nothing is there at the moment.
fn got(result: Result<usize, Errno>) -> Result<usize, Broken> {
    match result {
        Ok(0) => Err(Broken::Closed),
        Ok(n) => Ok(n),
        Err(Errno::AGAIN | Errno::INTR) => Ok(0),
        Err(e) => Err(Broken::System(e)),
    }
}

fn nonsense(len: u32, max_frame: usize, said_goodbye: bool) -> String {
    if said_goodbye {
        return "a frame after its goodbye".to_owned();
    }
    format!("a frame of {len} bytes where {max_frame} is the most")
}
