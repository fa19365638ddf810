//! A stream that goes out: its connection from the first frame to the end mark.

use crate::dial::Dial;
use crate::introduction::Introduction;
use crate::{END, NAME};
use ferry_method::{Header, MethodError, Now, PeerId, Pulse, StreamKey};
use ferry_method_tcp::door::Outbox;
use ferry_sys::{tcp_answers, tcp_unacknowledged};
use ferry_wire::HEADER_LEN;
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, Shutdown, recv, send, shutdown};
use socket2::Socket;
use std::io;

/// Bytes that are kept before the system is asked again how many of them have arrived.
const ENOUGH: usize = 32 << 10;

/// How far the connection has come.
pub(crate) enum OutboundStage {
    /// It is being opened.
    Dialing(Box<Dial>),
    /// Frames travel.
    Up,
    /// The end mark is on its way; then the receiver is waited for.
    Ending,
}

/// A stream that goes out.
pub(crate) struct Outbound {
    pub(crate) peer: PeerId,
    pub(crate) key: StreamKey,
    pub(crate) stage: OutboundStage,
    /// Nothing while it is being opened, and when it broke and may be carried on.
    pub(crate) socket: Option<Socket>,
    /// Its number among the connections to the peer, once introduced.
    number: Option<u64>,
    /// It goes through another method.
    pub(crate) is_tunnel: bool,
    /// What the receiver's system may not have.
    outbox: Outbox,
    /// How many bytes of that make it worth while to ask.
    ask_at: usize,
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
    pub(crate) fn new(peer: PeerId, key: StreamKey, dial: Dial, keep: bool, used: u64) -> Self {
        Outbound {
            peer,
            key,
            stage: OutboundStage::Dialing(Box::new(dial)),
            socket: None,
            number: None,
            is_tunnel: false,
            // The system's room for what is unacknowledged is bound enough.
            outbox: Outbox::new(keep, usize::MAX),
            ask_at: ENOUGH,
            used,
            since: Now::ZERO,
            in_use: false,
            mid_frame: false,
            blocked: false,
            listed: false,
            watches_room: false,
        }
    }

    /// Says what it is to the receiver: the first message after the proof.
    pub(crate) fn introduce(&mut self, socket: Socket, number: u64, now: Now) -> io::Result<()> {
        self.number = Some(number);
        self.begin(&socket, number, 0)?;
        (self.stage, self.socket, self.since) = (OutboundStage::Up, Some(socket), now);
        Ok(())
    }

    fn begin(&self, socket: &Socket, number: u64, from: u64) -> io::Result<()> {
        let name = Introduction { key: self.key, number, from }.encode();
        // The buffer of a connection that was just made has room for so little.
        match send(socket, &name, SendFlags::NOSIGNAL | SendFlags::DONTWAIT)? {
            n if n == name.len() => Ok(()),
            _ => Err(io::ErrorKind::WriteZero.into()),
        }
    }

    /// Goes on through another method, with what the receiver's system may not have. Events for room are asked
    /// for.
    pub(crate) fn move_to(
        &mut self,
        tunnel: Socket,
        number: impl FnOnce() -> u64,
        now: Now,
    ) -> io::Result<()> {
        self.ask();
        let number = self.number.unwrap_or_else(number);
        let from = self.outbox.begin_again();
        self.begin(&tunnel, number, from)?;
        if let OutboundStage::Dialing(_) = self.stage {
            (self.stage, self.since) = (OutboundStage::Up, now);
        }
        (self.socket, self.number) = (Some(tunnel), Some(number));
        (self.is_tunnel, self.watches_room) = (true, true);
        Ok(())
    }

    /// Asks the system how much has arrived, and forgets that.
    fn ask(&mut self) {
        let keeps = self.outbox.keeps();
        if let Some(socket) = self.socket.as_ref().filter(|_| keeps)
            && let Ok(unacknowledged) = tcp_unacknowledged(socket)
        {
            self.outbox.acknowledge(unacknowledged);
        }
        self.ask_at = self.outbox.kept() + ENOUGH;
    }

    /// It broke: what may not have arrived stays, if it was kept.
    pub(crate) fn cut(&mut self) -> Option<Socket> {
        self.ask();
        self.socket.take()
    }

    /// Whether it broke and waits to be carried on.
    pub(crate) fn is_cut(&self) -> bool {
        self.socket.is_none() && !matches!(self.stage, OutboundStage::Dialing(_))
    }

    /// Whether what may not have arrived is there.
    pub(crate) fn keeps(&self) -> bool {
        self.outbox.keeps()
    }

    /// Whether anything is heard from the receiver's system.
    pub(crate) fn pulse(&self) -> Pulse {
        let answers = self.socket.as_ref().and_then(|socket| tcp_answers(socket).ok());
        match (&self.stage, answers) {
            (OutboundStage::Dialing(dial), _) => Pulse { waits: !dial.is_waited_for(), heard: 0 },
            (_, Some(now)) => Pulse { waits: now.is_awaited, heard: now.segments.into() },
            (_, None) => Pulse { waits: !self.is_tunnel, heard: 0 },
        }
    }

    /// Sends as much of the frame as there is room for; true when all of it is in.
    pub(crate) fn send(
        &mut self,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> io::Result<bool> {
        let (OutboundStage::Up, Some(socket)) = (&self.stage, &self.socket) else {
            return Ok(false);
        };
        let head = header.encode(payload.len() as u32);
        let total = HEADER_LEN + payload.len();
        while *done < total {
            let rest = &payload[done.saturating_sub(HEADER_LEN)..];
            *done += self.outbox.send(socket, &head[(*done).min(HEADER_LEN)..], rest)?;
            if self.outbox.is_full {
                break;
            }
        }
        self.blocked = *done < total;
        self.mid_frame = self.blocked && *done > 0;
        self.in_use |= !self.blocked;
        if self.outbox.kept() >= self.ask_at {
            self.ask();
        }
        Ok(!self.blocked)
    }

    /// Whether it could give way to another stream.
    pub(crate) fn is_idle(&self) -> bool {
        matches!(self.stage, OutboundStage::Up) && !self.mid_frame
    }

    /// Whether something of it waits for room.
    pub(crate) fn has_unsent(&self) -> bool {
        self.outbox.has_unsent()
    }

    /// Ends it: with the mark, unless a frame is partly out, which cannot be finished any more. True
    /// when the mark is out.
    pub(crate) fn end(&mut self) -> bool {
        if matches!(self.stage, OutboundStage::Up) {
            self.stage = OutboundStage::Ending;
            self.blocked = false;
            if !self.mid_frame {
                self.outbox.append(&Header::default().encode(END));
            }
        }
        self.flush()
    }

    /// Moves on what waits for room; true when all of it is out.
    pub(crate) fn flush(&mut self) -> bool {
        let Some(socket) = &self.socket else { return true };
        match self.outbox.flush(socket) {
            Ok(true) => {}
            Ok(false) => return false,
            // The receiver is gone, which reading finds.
            Err(_) => return true,
        }
        if let OutboundStage::Ending = self.stage {
            let _ = shutdown(socket, Shutdown::Write);
        }
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
