//! What the method waits on: one epoll descriptor over its sockets.

use ferry_method::MethodError;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use std::net::UdpSocket;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// The epoll descriptor; nobody asks it who is ready, as the sockets are few.
pub(crate) struct Events {
    epoll: OwnedFd,
}

impl Events {
    pub(crate) fn new() -> Result<Self, MethodError> {
        let epoll = epoll::create(CreateFlags::CLOEXEC)
            .map_err(|e| MethodError::system("making an epoll descriptor", e))?;
        Ok(Events { epoll })
    }

    pub(crate) fn raw(&self) -> RawFd {
        self.epoll.as_raw_fd()
    }

    /// Wakes sleepers by what comes to a socket.
    pub(crate) fn watch(&self, socket: &UdpSocket) -> Result<(), MethodError> {
        epoll::add(&self.epoll, socket, EventData::new_u64(0), EventFlags::IN)
            .map_err(|e| MethodError::system("watching a UDP socket", e))
    }

    /// Also wakes them when there is room to send, or no longer; false if the system refuses.
    pub(crate) fn watch_room(&self, socket: &UdpSocket, room: bool) -> bool {
        let interest = if room { EventFlags::IN | EventFlags::OUT } else { EventFlags::IN };
        epoll::modify(&self.epoll, socket, EventData::new_u64(0), interest).is_ok()
    }
}
