//! A stream that goes out: its connection from the first frame to the end mark.

use crate::dial::Dial;
use crate::{END, NAME};
use ferry_method::{Header, MethodError, Now, PeerId, StreamKey};
use ferry_wire::HEADER_LEN;
use rustix::io::Errno;
use rustix::net::{
    RecvFlags, SendAncillaryBuffer, SendFlags, Shutdown, recv, send, sendmsg, shutdown,
};
use socket2::Socket;
use std::io::{self, IoSlice};

/// Frames up to this size are put together before they are sent.
const TOGETHER: usize = 512;

/// How far the connection has come.
pub(crate) enum Stage {
    /// It is being opened.
    Dialing(Box<Dial>),
    /// Frames travel.
    Up,
    /// The end mark is on its way, so many bytes of it still to be sent; then the receiver is waited
    /// for.
    Ending(usize),
}

/// A stream that goes out.
pub(crate) struct Outbound {
    pub(crate) peer: PeerId,
    pub(crate) key: StreamKey,
    pub(crate) stage: Stage,
    /// Nothing while it is being opened.
    pub(crate) socket: Option<Socket>,
    /// When it was used last, in sends.
    pub(crate) used: u64,
    /// When it was up.
    pub(crate) since: Now,
    /// A frame went through.
    pub(crate) in_use: bool,
    /// A frame is partly sent.
    mid_frame: bool,
    /// A send found no room; cleared when one goes through.
    pub(crate) blocked: bool,
    /// It is on the list of those that wait for room.
    pub(crate) listed: bool,
    /// Events for room to send are asked for.
    pub(crate) watches_room: bool,
}

/// What was read where nothing but the end should come.
pub(crate) enum Heard {
    Nothing,
    /// The receiver closed.
    End,
    /// The connection broke, or bytes came that nobody sends.
    Broken(String),
}

impl Outbound {
    pub(crate) fn new(peer: PeerId, key: StreamKey, dial: Dial, used: u64) -> Self {
        Outbound {
            peer,
            key,
            stage: Stage::Dialing(Box::new(dial)),
            socket: None,
            used,
            since: Now::ZERO,
            in_use: false,
            mid_frame: false,
            blocked: false,
            listed: false,
            watches_room: false,
        }
    }

    /// Names the stream to the receiver: the first message after the proof.
    pub(crate) fn introduce(&mut self, socket: Socket, now: Now) -> io::Result<()> {
        let name = self.key.0.to_le_bytes();
        // The buffer of a connection that was just made has room for eight bytes.
        match send(&socket, &name, SendFlags::NOSIGNAL | SendFlags::DONTWAIT)? {
            n if n == name.len() => {
                (self.stage, self.socket, self.since) = (Stage::Up, Some(socket), now);
                Ok(())
            }
            _ => Err(io::ErrorKind::WriteZero.into()),
        }
    }

    /// Sends as much of the frame as there is room for; true when all of it is in.
    pub(crate) fn send(
        &mut self,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> io::Result<bool> {
        let (Stage::Up, Some(socket)) = (&self.stage, &self.socket) else { return Ok(false) };
        let head = header.encode(payload.len() as u32);
        let total = HEADER_LEN + payload.len();
        while *done < total {
            let rest = &payload[done.saturating_sub(HEADER_LEN)..];
            match put(socket, &head[(*done).min(HEADER_LEN)..], rest) {
                Ok(n) => *done += n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(e) => return Err(e.into()),
            }
        }
        self.blocked = *done < total;
        self.mid_frame = self.blocked && *done > 0;
        self.in_use |= !self.blocked;
        Ok(!self.blocked)
    }

    /// Whether it could give way to another stream.
    pub(crate) fn is_idle(&self) -> bool {
        matches!(self.stage, Stage::Up) && !self.mid_frame
    }

    /// Bytes of the end mark still to be sent.
    pub(crate) fn unsent(&self) -> usize {
        match self.stage {
            Stage::Ending(rest) => rest,
            _ => 0,
        }
    }

    /// Ends it: with the mark, unless a frame is partly out, which cannot be finished any more. True
    /// when the mark is out.
    pub(crate) fn end(&mut self) -> bool {
        if matches!(self.stage, Stage::Up) {
            self.stage = Stage::Ending(if self.mid_frame { 0 } else { HEADER_LEN });
            self.blocked = false;
        }
        self.flush_end()
    }

    /// Moves the end mark on; true when it is out.
    pub(crate) fn flush_end(&mut self) -> bool {
        let (Stage::Ending(rest), Some(socket)) = (&mut self.stage, &self.socket) else {
            return true;
        };
        let mark = Header::default().encode(END);
        while *rest > 0 {
            match put(socket, &mark[HEADER_LEN - *rest..], &[]) {
                Ok(n) => *rest -= n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return false,
                // The receiver is gone, which reading finds.
                Err(_) => *rest = 0,
            }
        }
        let _ = shutdown(socket, Shutdown::Write);
        true
    }

    /// Reads what the receiver says: nothing but its end.
    pub(crate) fn hear(&self) -> Heard {
        let Some(socket) = &self.socket else { return Heard::Nothing };
        match recv(socket, &mut [0; 8], RecvFlags::DONTWAIT) {
            Ok((0, _)) => Heard::End,
            Ok(_) => Heard::Broken("it sent bytes the wrong way on a stream".to_owned()),
            Err(Errno::AGAIN | Errno::INTR) => Heard::Nothing,
            Err(e) => Heard::Broken(describe_break(&e.into())),
        }
    }
}

/// One system call for both parts; never a signal, never a wait.
fn put(socket: &Socket, head: &[u8], payload: &[u8]) -> Result<usize, Errno> {
    let flags = SendFlags::NOSIGNAL | SendFlags::DONTWAIT;
    let len = head.len() + payload.len();
    if head.is_empty() || payload.is_empty() {
        let only = if head.is_empty() { payload } else { head };
        send(socket, only, flags)
    } else if len <= TOGETHER {
        let mut whole = [0; TOGETHER];
        whole[..head.len()].copy_from_slice(head);
        whole[head.len()..len].copy_from_slice(payload);
        send(socket, &whole[..len], flags)
    } else {
        let parts = [IoSlice::new(head), IoSlice::new(payload)];
        sendmsg(socket, &parts, &mut SendAncillaryBuffer::default(), flags)
    }
}

/// What a broken connection means, for people.
pub(crate) fn describe_break(e: &io::Error) -> String {
    match e.kind() {
        io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset => {
            "its process ended or was killed".to_owned()
        }
        _ => e.to_string(),
    }
}

/// The link to a peer is lost.
pub(crate) fn lost(peer: PeerId, why: impl Into<String>) -> MethodError {
    MethodError::Lost { peer, method: NAME, why: why.into() }
}
