//! An implementation on a UDP socket.

use std::io::{Error, ErrorKind, Result};
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use socket2::SockRef;

use crate::end::{Message, Now, PeerEnd, State};

/// How long to look again and again before sleeping in the system.
const SPIN: Duration = Duration::from_micros(100);
/// Without a sign of the peer for so long, it is gone.
const SILENCE: Duration = Duration::from_secs(20);
/// Bytes of datagrams that the system may hold for a socket.
const BUFFER: usize = 4 << 20;

pub(crate) struct Wire {
    end: Box<dyn PeerEnd>,
    socket: UdpSocket,
    peer: Option<SocketAddr>,
    start: Instant,
    heard: Instant,
    room: Vec<u8>,
}

impl Wire {
    /// Waits for the association. The listening side takes the first that speaks for its peer.
    pub(crate) fn new(end: Box<dyn PeerEnd>, at: SocketAddr, connects: bool) -> Result<Self> {
        let own = if connects { SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0)) } else { at };
        let socket = UdpSocket::bind(own)?;
        SockRef::from(&socket).set_recv_buffer_size(BUFFER)?;
        socket.set_nonblocking(true)?;
        let (start, peer) = (Instant::now(), connects.then_some(at));
        let mut wire = Self { end, socket, peer, start, heard: start, room: vec![0; 1 << 16] };
        if connects {
            let now = wire.now();
            wire.end.connect(now);
        }
        while wire.end.state() != State::Up {
            wire.turn(true)?;
        }
        Ok(wire)
    }

    fn now(&self) -> Now {
        self.start.elapsed()
    }

    /// Sends a message, waiting for room.
    pub(crate) fn send(&mut self, message: &Message) -> Result<()> {
        loop {
            let now = self.now();
            let sent = self.end.send(now, message);
            self.turn(!sent)?;
            if sent {
                return Ok(());
            }
        }
    }

    /// The next message; none when the association has ended.
    pub(crate) fn receive(&mut self) -> Result<Option<Message>> {
        loop {
            let now = self.now();
            if let Some(message) = self.end.receive(now) {
                return Ok(Some(message));
            }
            if matches!(self.end.state(), State::Closed | State::Lost(_)) {
                return Ok(None);
            }
            self.turn(true)?;
        }
    }

    /// Ends the association.
    pub(crate) fn close(mut self) -> Result<()> {
        let now = self.now();
        self.end.shutdown(now);
        while self.end.state() == State::Up || self.end.state() == State::Waiting {
            self.turn(true)?;
        }
        self.turn(false)
    }

    /// Carries packets both ways; if asked to, waits until there is something to do.
    fn turn(&mut self, wait: bool) -> Result<()> {
        self.flush()?;
        let begin = Instant::now();
        let mut got = self.read()?;
        while wait && !got && begin.elapsed() < SPIN {
            std::thread::yield_now();
            got = self.read()?;
        }
        if wait && !got {
            self.sleep()?;
            self.read()?;
        }
        let now = self.now();
        if self.end.next_due().is_some_and(|due| due <= now) {
            self.end.on_timer(now);
        }
        self.flush()
    }

    fn flush(&mut self) -> Result<()> {
        let Some(peer) = self.peer else { return Ok(()) };
        let now = self.now();
        while let Some(packet) = self.end.transmit(now) {
            match self.socket.send_to(&packet, peer) {
                // Lost, as packets are; the peer may not be there yet.
                Err(why) if why.kind() == ErrorKind::WouldBlock => {}
                Err(why) if why.kind() == ErrorKind::ConnectionRefused => {}
                outcome => drop(outcome?),
            }
        }
        Ok(())
    }

    /// Takes what has come, and answers now and then; whether there was anything.
    fn read(&mut self) -> Result<bool> {
        for count in 0..32 {
            match self.socket.recv_from(&mut self.room) {
                Ok((size, from)) => {
                    self.peer = Some(from);
                    self.heard = Instant::now();
                    let now = self.now();
                    self.end.handle(now, self.room[..size].to_vec());
                }
                Err(why) if why.kind() == ErrorKind::ConnectionRefused => {}
                Err(why) if why.kind() == ErrorKind::WouldBlock => return Ok(count > 0),
                Err(why) => return Err(why),
            }
        }
        Ok(true)
    }

    /// Sleeps until something comes or is due.
    fn sleep(&mut self) -> Result<()> {
        if self.heard.elapsed() > SILENCE {
            return Err(Error::new(ErrorKind::TimedOut, "nothing was heard of the other side"));
        }
        let due = self.end.next_due().map_or(SILENCE, |due| due.saturating_sub(self.now()));
        let timeout = due.clamp(Duration::from_micros(50), Duration::from_secs(1));
        let timeout = rustix::time::Timespec::try_from(timeout).map_err(Error::other)?;
        let mut sockets = [rustix::event::PollFd::new(&self.socket, rustix::event::PollFlags::IN)];
        match rustix::event::poll(&mut sockets, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(why) => Err(why.into()),
        }
    }
}
