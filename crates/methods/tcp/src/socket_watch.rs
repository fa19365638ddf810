//! What a method waits on that serves all its peers by the same sockets: these, and a timer.

use crate::events::{Events, Mark};
use ferry_method::{Armed, MethodError, SignalTarget, WaitSource};
use std::io;
use std::os::fd::AsFd;
use std::time::Duration;

/// Whom an event concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SocketMark {
    Timer,
    Socket,
}

impl Mark for SocketMark {
    const TIMER: Self = SocketMark::Timer;

    fn encode(self) -> u64 {
        u64::from(self == SocketMark::Socket)
    }

    fn decode(data: u64) -> Self {
        if data == 0 { SocketMark::Timer } else { SocketMark::Socket }
    }
}

/// Some sockets that belong to no peer in particular, and a timer.
pub struct SocketWatch {
    events: Events<SocketMark>,
    tells_of_room: bool,
}

impl SocketWatch {
    /// Wakes sleepers by what comes to these sockets.
    ///
    /// # Errors
    /// A refusal of the system.
    pub fn over(sockets: impl IntoIterator<Item = impl AsFd>) -> Result<Self, MethodError> {
        let events =
            Events::new().map_err(|e| MethodError::system("making an epoll descriptor", e))?;
        let watch = SocketWatch { events, tells_of_room: false };
        sockets.into_iter().try_for_each(|socket| watch.add(socket))?;
        Ok(watch)
    }

    /// Also wakes them by what comes to this one. It ends when the socket is closed.
    ///
    /// # Errors
    /// A refusal of the system.
    pub fn add(&self, socket: impl AsFd) -> Result<(), MethodError> {
        let watching = self.events.watch(socket, SocketMark::Socket, false);
        watching.map_err(|e| MethodError::system("watching a socket", e))
    }

    /// What becomes readable when something has happened.
    pub fn wait_source(&self) -> WaitSource {
        WaitSource::Fd(self.events.raw())
    }

    /// From now on a thread is told by signals besides; see
    /// [`Method::tell_by_signal`](ferry_method::Method::tell_by_signal).
    pub fn tell_by_signal(&mut self, target: &SignalTarget) -> bool {
        self.events.tell_by_signal(target)
    }

    /// Whether it also wakes by room to send.
    pub fn tells_of_room(&self) -> bool {
        self.tells_of_room
    }

    /// Also wakes by room to send on these sockets, or no longer.
    ///
    /// # Errors
    /// A refusal of the system.
    pub fn tell_of_room(
        &mut self,
        sockets: impl IntoIterator<Item = impl AsFd>,
        room: bool,
    ) -> io::Result<()> {
        if room != self.tells_of_room {
            for socket in sockets {
                self.events.change(socket, SocketMark::Socket, room)?;
            }
            self.tells_of_room = room;
        }
        Ok(())
    }

    /// Whether there is room to send on a socket of which it tells so.
    pub fn has_room(&self) -> bool {
        let mut happened = Vec::new();
        self.events.take(&mut happened);
        happened.contains(&(SocketMark::Socket, true))
    }

    /// Prepares to sleep, until `due` has passed at the longest; `room`: something waits for room on these
    /// sockets.
    pub fn arm(
        &mut self,
        sockets: impl IntoIterator<Item = impl AsFd>,
        room: bool,
        due: Option<Duration>,
    ) -> Armed {
        match self.tell_of_room(sockets, room).and_then(|()| self.events.set_timer(due)) {
            Ok(()) => Armed::Ready(0),
            // Whoever cannot be sure of being woken must not sleep.
            Err(_) => Armed::Busy,
        }
    }

    /// The sleep is over.
    pub fn disarm(&mut self) {
        // A timer that rang would go on ringing.
        let _ = self.events.set_timer(None);
    }
}
