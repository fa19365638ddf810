//! A stream that comes in: frames off one connection, each straight into its landing.

use crate::introduction::Introduction;
use crate::{END, MAX_FRAME};
use ferry_method::{Counters, Header, Landing, PeerId, Sink, StreamKey};
use ferry_wire::HEADER_LEN;
use rustix::io::{Errno, readv, retry_on_intr};
use rustix::net::{RecvFlags, recv};
use socket2::Socket;
use std::io::IoSliceMut;

/// Bytes read beyond what is known to come: headers and small payloads.
const PEEK: usize = 2 << 10;
/// Bytes thrown away, or kept, in one read.
const CHUNK: usize = 16 << 10;
/// Reads in one poll, so that one stream does not starve the others.
const READS: usize = 16;

/// Why nothing more will come.
#[derive(Debug)]
pub(crate) enum InboundEnd {
    /// The sender closed without the end mark; whether within a frame.
    Closed(bool),
    /// The system gave up on the connection.
    System(Errno),
    /// Something that no sender says.
    Nonsense(String),
}

enum InboundStage {
    /// Between two frames.
    Between,
    /// A frame is held.
    Held(Header, usize),
    /// A frame is on its way into its landing, so many bytes of how many are there.
    Landing(Header, usize, usize, Landing),
    /// The end mark came.
    Ended,
}

/// Where frames go and are counted.
pub(crate) struct Out<'a> {
    pub(crate) counters: &'a mut Counters,
    pub(crate) sink: &'a mut dyn Sink,
}

/// A stream that comes in.
pub(crate) struct Inbound {
    pub(crate) peer: PeerId,
    /// What it is, once told.
    pub(crate) name: Option<Introduction>,
    said: [u8; Introduction::LEN],
    heard: usize,
    /// It comes through another method.
    pub(crate) is_tunnel: bool,
    /// It broke, and may be carried on through another method.
    pub(crate) is_cut: bool,
    /// Bytes that were read behind the introduction.
    taken: u64,
    /// Bytes that come again.
    known: u64,
    /// Nothing when the rest of the stream is in the buffer.
    pub(crate) socket: Option<Socket>,
    buffer: Vec<u8>,
    /// Where the unread bytes of the buffer are.
    start: usize,
    end: usize,
    stage: InboundStage,
    /// Bytes that this process keeps for it, as it is held.
    pub(crate) kept: usize,
    /// What comes on it makes no event.
    pub(crate) is_aside: bool,
}

impl Inbound {
    pub(crate) fn new(peer: PeerId, socket: Socket, is_tunnel: bool) -> Self {
        Inbound {
            peer,
            name: None,
            said: [0; Introduction::LEN],
            heard: 0,
            is_tunnel,
            is_cut: false,
            taken: 0,
            known: 0,
            socket: Some(socket),
            buffer: Vec::new(),
            start: 0,
            end: 0,
            stage: InboundStage::Between,
            kept: 0,
            is_aside: false,
        }
    }

    pub(crate) fn is_held(&self) -> bool {
        matches!(self.stage, InboundStage::Held(..))
    }

    pub(crate) fn has_ended(&self) -> bool {
        matches!(self.stage, InboundStage::Ended)
    }

    /// The stream's name, once told.
    pub(crate) fn key(&self) -> Option<StreamKey> {
        self.name.map(|name| name.key)
    }

    /// Reads what it is; true once that is known.
    pub(crate) fn read_name(&mut self) -> Result<bool, InboundEnd> {
        while let (Some(socket), None) = (&self.socket, self.name) {
            match get(socket, &mut self.said[self.heard..])? {
                0 => return Ok(false),
                n => self.heard += n,
            }
            if self.heard < self.said.len() {
                continue;
            }
            let name = Introduction::decode(self.said).map_err(InboundEnd::Nonsense)?;
            if name.from != 0 && !self.is_tunnel {
                return Err(InboundEnd::Nonsense("a stream that begins amid itself".to_owned()));
            }
            self.name = Some(name);
        }
        Ok(true)
    }

    /// Says where the held frame goes. False if none is held.
    pub(crate) fn resume(&mut self, landing: Landing) -> bool {
        let InboundStage::Held(header, len) = self.stage else { return false };
        self.stage = InboundStage::Landing(header, len, 0, landing);
        true
    }

    /// Reads what is there and delivers it. Returns the number of frames and pieces.
    pub(crate) fn receive(&mut self, out: &mut Out<'_>) -> Result<usize, InboundEnd> {
        let mut handled = self.deliver(out)?;
        for _ in 0..READS {
            if self.is_held() || self.has_ended() {
                break;
            }
            let (n, more) = self.read()?;
            if n == 0 {
                break;
            }
            handled += 1 + self.deliver(out)?;
            if !more {
                break;
            }
        }
        Ok(handled)
    }

    /// The same, until one frame is complete.
    pub(crate) fn fetch(&mut self, out: &mut Out<'_>) -> Result<usize, InboundEnd> {
        let before = out.counters.frames_received;
        let begun = self.deliver(out)?;
        match out.counters.frames_received - before {
            0 => Ok(begun + self.receive(out)?),
            ended => Ok(begun + ended as usize),
        }
    }

    /// One read: bytes got, and whether more may be waiting.
    fn read(&mut self) -> Result<(usize, bool), InboundEnd> {
        let mid_frame = self.start < self.end || !matches!(self.stage, InboundStage::Between);
        let result = self.read_once();
        if let Ok((n, _)) = &result {
            self.taken += *n as u64;
        }
        result.map_err(|e| match e {
            InboundEnd::Closed(_) => InboundEnd::Closed(mid_frame),
            other => other,
        })
    }

    fn read_once(&mut self) -> Result<(usize, bool), InboundEnd> {
        if self.is_cut || !self.pass_over()? {
            return Ok((0, false));
        }
        let Some(socket) = &self.socket else { return Err(InboundEnd::Closed(false)) };
        if self.buffer.is_empty() {
            self.buffer = vec![0; PEEK];
        }
        match &mut self.stage {
            InboundStage::Landing(_, len, at, landing) => {
                // All that the buffer held is in the landing by now.
                (self.start, self.end) = (0, 0);
                read_landing(socket, *len, at, landing, &mut self.buffer).map(
                    |(n, beyond, more)| {
                        self.end = beyond;
                        (n, more)
                    },
                )
            }
            _ => {
                self.buffer.copy_within(self.start..self.end, 0);
                (self.start, self.end) = (0, self.end - self.start);
                let room = &mut self.buffer[self.end..];
                let wanted = room.len();
                get(socket, room).map(|n| {
                    self.end += n;
                    (n, n == wanted)
                })
            }
        }
    }

    /// Throws away what comes again; true when all of that has.
    fn pass_over(&mut self) -> Result<bool, InboundEnd> {
        while let (Some(socket), 1..) = (&self.socket, self.known) {
            let mut scratch = [0; CHUNK];
            let wanted = self.known.min(CHUNK as u64) as usize;
            match get(socket, &mut scratch[..wanted])? {
                0 => return Ok(false),
                n => self.known -= n as u64,
            }
        }
        Ok(true)
    }

    /// It broke, and may be carried on: what it was read from.
    pub(crate) fn cut(&mut self) -> Option<Socket> {
        self.is_cut = true;
        self.socket.take()
    }

    /// Goes on by a connection that begins at its byte `from`; false if bytes between were never had.
    pub(crate) fn move_to(&mut self, tunnel: Socket, from: u64) -> bool {
        // What the system holds will not come again. However that ends, the rest comes by the other.
        let _ = self.keep_rest();
        let Some(known) = self.taken.checked_sub(from) else { return false };
        self.buffer.resize(self.end + PEEK, 0);
        (self.socket, self.known) = (Some(tunnel), known);
        (self.is_tunnel, self.is_cut, self.is_aside) = (true, false, true);
        true
    }

    /// Delivers what the buffer holds, until more is needed, a frame is held or the end came.
    fn deliver(&mut self, out: &mut Out<'_>) -> Result<usize, InboundEnd> {
        let mut frames = 0;
        loop {
            match std::mem::replace(&mut self.stage, InboundStage::Between) {
                InboundStage::Between => {
                    let Ok((header, len)) = Header::decode(&self.buffer[self.start..self.end])
                    else {
                        return Ok(frames);
                    };
                    self.start += HEADER_LEN;
                    self.stage = self.begin(header, len, out)?;
                    frames += 1;
                }
                InboundStage::Landing(header, len, at, mut landing) => {
                    let at = at + self.absorb(len - at, at, &mut landing);
                    if at < len {
                        self.stage = InboundStage::Landing(header, len, at, landing);
                        return Ok(frames);
                    }
                    out.counters.frames_received += 1;
                    out.counters.bytes_received += len as u64;
                    out.sink.finish(self.peer, &header, landing);
                }
                still => {
                    self.stage = still;
                    return Ok(frames);
                }
            }
        }
    }

    /// What a header that came leads to.
    fn begin(
        &mut self,
        header: Header,
        len: u32,
        out: &mut Out<'_>,
    ) -> Result<InboundStage, InboundEnd> {
        if len == END {
            return match self.start == self.end {
                true => Ok(InboundStage::Ended),
                false => Err(InboundEnd::Nonsense("bytes after the end of a stream".to_owned())),
            };
        }
        let len = len as usize;
        if len > MAX_FRAME {
            let why = format!("a frame of {len} bytes where {MAX_FRAME} is the most");
            return Err(InboundEnd::Nonsense(why));
        }
        if Some(header.stream_key()) != self.key() {
            return Err(InboundEnd::Nonsense("a frame on the stream of another".to_owned()));
        }
        if header.flags & Header::HOLDABLE != 0
            && let Some(payload) = self.buffer[self.start..self.end].get(..len)
            && out.sink.take(self.peer, &header, payload)
        {
            self.start += len;
            out.counters.frames_received += 1;
            out.counters.bytes_received += len as u64;
            return Ok(InboundStage::Between);
        }
        Ok(match out.sink.begin(self.peer, &header, len) {
            Landing::Hold => InboundStage::Held(header, len),
            landing => InboundStage::Landing(header, len, 0, landing),
        })
    }

    /// Moves up to `rest` bytes of the buffer into the landing, to its byte `at`.
    fn absorb(&mut self, rest: usize, at: usize, landing: &mut Landing) -> usize {
        let n = rest.min(self.end - self.start);
        if let Some(slot) = landing.slice_from(at) {
            let n = n.min(slot.len());
            slot[..n].copy_from_slice(&self.buffer[self.start..self.start + n]);
        }
        self.start += n;
        n
    }

    /// Bytes that the system holds for the stream.
    pub(crate) fn waiting(&self) -> usize {
        let waiting = self.socket.as_ref().and_then(|s| rustix::io::ioctl_fionread(s).ok());
        waiting.map_or(0, |n| n as usize)
    }

    /// Takes in the rest of a stream of which everything up to the end has come: the system holds it
    /// already, so its length is bounded. True when the end was found.
    pub(crate) fn keep_rest(&mut self) -> Result<bool, InboundEnd> {
        if self.is_cut || !self.pass_over()? {
            return Ok(false);
        }
        let Some(socket) = &self.socket else { return Ok(true) };
        let mut rest = self.buffer[self.start..self.end].to_vec();
        let before = rest.len();
        let outcome = read_all(socket, &mut rest);
        self.taken += (rest.len() - before) as u64;
        (self.start, self.end, self.kept) = (0, rest.len(), rest.len());
        self.buffer = rest;
        // What is read later goes into a buffer that has room.
        match outcome {
            Ok(true) => self.socket = None,
            _ => self.buffer.resize(self.end + PEEK, 0),
        }
        outcome.map_err(InboundEnd::System)
    }
}

/// Adds all that is there; true if that is all there will be.
fn read_all(socket: &Socket, rest: &mut Vec<u8>) -> Result<bool, Errno> {
    loop {
        let at = rest.len();
        rest.resize(at + CHUNK, 0);
        let result = retry_on_intr(|| recv(socket, &mut rest[at..], RecvFlags::DONTWAIT));
        rest.truncate(at + result.map_or(0, |(n, _)| n));
        match result {
            Ok((0, _)) => return Ok(true),
            Ok(_) => {}
            Err(Errno::AGAIN) => return Ok(false),
            Err(e) => return Err(e),
        }
    }
}

/// One read into a landing and a little beyond: bytes got, bytes beyond, whether more may be waiting.
fn read_landing(
    socket: &Socket,
    len: usize,
    at: &mut usize,
    landing: &mut Landing,
    buffer: &mut [u8],
) -> Result<(usize, usize, bool), InboundEnd> {
    let rest = len - *at;
    let slot = landing.slice_from(*at).filter(|slot| !slot.is_empty());
    let (n, wanted) = match slot {
        Some(slot) => {
            let slot_len = slot.len().min(rest);
            let slot = &mut slot[..slot_len];
            let beyond = if slot_len == rest { buffer.len() } else { 0 };
            let wanted = slot_len + beyond;
            let mut parts = [IoSliceMut::new(slot), IoSliceMut::new(&mut buffer[..beyond])];
            (got(readv(socket, &mut parts).map(|n| (n, n)))?, wanted)
        }
        None => {
            let mut scratch = [0; CHUNK];
            let wanted = rest.min(CHUNK);
            (get(socket, &mut scratch[..wanted])?, wanted)
        }
    };
    let landed = n.min(rest);
    *at += landed;
    Ok((n, n - landed, n == wanted))
}

/// One read: bytes got; 0 where nothing is there at the moment.
fn get(socket: &Socket, into: &mut [u8]) -> Result<usize, InboundEnd> {
    got(recv(socket, into, RecvFlags::DONTWAIT))
}

/// Bytes read; 0 where nothing is there at the moment.
fn got<T>(result: Result<(usize, T), Errno>) -> Result<usize, InboundEnd> {
    match result {
        Ok((0, _)) => Err(InboundEnd::Closed(false)),
        Ok((n, _)) => Ok(n),
        Err(Errno::AGAIN | Errno::INTR) => Ok(0),
        Err(e) => Err(InboundEnd::System(e)),
    }
}
