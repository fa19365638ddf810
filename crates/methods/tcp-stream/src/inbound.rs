//! A stream that comes in: frames off one connection, each straight into its landing.

use crate::{END, MAX_FRAME};
use ferry_method::{Counters, Header, Landing, PeerId, Sink, StreamKey};
use ferry_wire::HEADER_LEN;
use rustix::io::{Errno, readv};
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
pub(crate) enum Broken {
    /// The sender closed without the end mark; whether within a frame.
    Closed(bool),
    /// The system gave up on the connection.
    System(Errno),
    /// Something that no sender says.
    Nonsense(String),
}

enum Stage {
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
    /// Its name, once told.
    pub(crate) key: Option<StreamKey>,
    name: [u8; 8],
    named: usize,
    /// Nothing when the rest of the stream is in the buffer.
    pub(crate) socket: Option<Socket>,
    buffer: Vec<u8>,
    /// Where the unread bytes of the buffer are.
    start: usize,
    end: usize,
    stage: Stage,
    /// Bytes that this process keeps for it, as it is held.
    pub(crate) kept: usize,
}

impl Inbound {
    pub(crate) fn new(peer: PeerId, socket: Socket) -> Self {
        Inbound {
            peer,
            key: None,
            name: [0; 8],
            named: 0,
            socket: Some(socket),
            buffer: Vec::new(),
            start: 0,
            end: 0,
            stage: Stage::Between,
            kept: 0,
        }
    }

    pub(crate) fn is_held(&self) -> bool {
        matches!(self.stage, Stage::Held(..))
    }

    pub(crate) fn has_ended(&self) -> bool {
        matches!(self.stage, Stage::Ended)
    }

    /// Reads the name of the stream; true once it is known.
    pub(crate) fn read_name(&mut self) -> Result<bool, Broken> {
        while let (Some(socket), None) = (&self.socket, self.key) {
            match got(recv(socket, &mut self.name[self.named..], RecvFlags::DONTWAIT))? {
                0 => return Ok(false),
                n => self.named += n,
            }
            if self.named < self.name.len() {
                continue;
            }
            let key = u64::from_le_bytes(self.name);
            if key == 0 || (key > u64::from(u16::MAX) && key >> 63 == 0) {
                return Err(Broken::Nonsense(format!("{key} names no stream")));
            }
            self.key = Some(StreamKey(key));
        }
        Ok(true)
    }

    /// Says where the held frame goes. False if none is held.
    pub(crate) fn resume(&mut self, landing: Landing) -> bool {
        let Stage::Held(header, len) = self.stage else { return false };
        self.stage = Stage::Landing(header, len, 0, landing);
        true
    }

    /// Reads what is there and delivers it. Returns the number of frames and pieces.
    pub(crate) fn receive(&mut self, out: &mut Out<'_>) -> Result<usize, Broken> {
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

    /// One read: bytes got, and whether more may be waiting.
    fn read(&mut self) -> Result<(usize, bool), Broken> {
        let mid_frame = self.start < self.end || !matches!(self.stage, Stage::Between);
        let Some(socket) = &self.socket else { return Err(Broken::Closed(mid_frame)) };
        if self.buffer.is_empty() {
            self.buffer = vec![0; PEEK];
        }
        let result = match &mut self.stage {
            Stage::Landing(_, len, at, landing) => {
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
                got(recv(socket, room, RecvFlags::DONTWAIT)).map(|n| {
                    self.end += n;
                    (n, n == wanted)
                })
            }
        };
        result.map_err(|e| match e {
            Broken::Closed(_) => Broken::Closed(mid_frame),
            other => other,
        })
    }

    /// Delivers what the buffer holds, until more is needed, a frame is held or the end came.
    fn deliver(&mut self, out: &mut Out<'_>) -> Result<usize, Broken> {
        let mut frames = 0;
        loop {
            match std::mem::replace(&mut self.stage, Stage::Between) {
                Stage::Between => {
                    let Ok((header, len)) = Header::decode(&self.buffer[self.start..self.end])
                    else {
                        return Ok(frames);
                    };
                    self.start += HEADER_LEN;
                    self.stage = self.begin(header, len, out)?;
                    frames += 1;
                }
                Stage::Landing(header, len, at, mut landing) => {
                    let at = at + self.absorb(len - at, at, &mut landing);
                    if at < len {
                        self.stage = Stage::Landing(header, len, at, landing);
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
    fn begin(&mut self, header: Header, len: u32, out: &mut Out<'_>) -> Result<Stage, Broken> {
        if len == END {
            return match self.start == self.end {
                true => Ok(Stage::Ended),
                false => Err(Broken::Nonsense("bytes after the end of a stream".to_owned())),
            };
        }
        let len = len as usize;
        if len > MAX_FRAME {
            let why = format!("a frame of {len} bytes where {MAX_FRAME} is the most");
            return Err(Broken::Nonsense(why));
        }
        if Some(header.stream_key()) != self.key {
            return Err(Broken::Nonsense("a frame on the stream of another".to_owned()));
        }
        Ok(match out.sink.begin(self.peer, &header, len) {
            Landing::Hold => Stage::Held(header, len),
            landing => Stage::Landing(header, len, 0, landing),
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
    pub(crate) fn keep_rest(&mut self) -> Result<bool, Broken> {
        let Some(socket) = &self.socket else { return Ok(true) };
        let mut rest = self.buffer[self.start..self.end].to_vec();
        let mut ended = false;
        loop {
            let at = rest.len();
            rest.resize(at + CHUNK, 0);
            match recv(socket, &mut rest[at..], RecvFlags::DONTWAIT) {
                Ok((n, _)) => rest.truncate(at + n),
                Err(e) => {
                    rest.truncate(at);
                    match e {
                        Errno::INTR => continue,
                        Errno::AGAIN => break,
                        e => return Err(Broken::System(e)),
                    }
                }
            }
            if rest.len() == at {
                ended = true;
                break;
            }
        }
        (self.start, self.end, self.kept) = (0, rest.len(), rest.len());
        self.buffer = rest;
        // What is read later goes into a buffer that has room.
        if ended {
            self.socket = None;
        } else {
            self.buffer.resize(self.end + PEEK, 0);
        }
        Ok(ended)
    }
}

/// One read into a landing and a little beyond: bytes got, bytes beyond, whether more may be waiting.
fn read_landing(
    socket: &Socket,
    len: usize,
    at: &mut usize,
    landing: &mut Landing,
    buffer: &mut [u8],
) -> Result<(usize, usize, bool), Broken> {
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
            (got(recv(socket, &mut scratch[..wanted], RecvFlags::DONTWAIT))?, wanted)
        }
    };
    let landed = n.min(rest);
    *at += landed;
    Ok((n, n - landed, n == wanted))
}

/// Bytes read; 0 where nothing is there at the moment.
fn got<T>(result: Result<(usize, T), Errno>) -> Result<usize, Broken> {
    match result {
        Ok((0, _)) => Err(Broken::Closed(false)),
        Ok((n, _)) => Ok(n),
        Err(Errno::AGAIN | Errno::INTR) => Ok(0),
        Err(e) => Err(Broken::System(e)),
    }
}
