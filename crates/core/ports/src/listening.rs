//! Sockets that listen, and the thread that takes who comes.

use crate::stream::PortStream;
use crate::{PortError, name::ADDRESSES_MAX};
use ferry_sys::with_descriptors;
use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};
use rustix::fd::OwnedFd;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::ops::RangeInclusive;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr as LocalAddress, UnixListener, UnixStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Callers that are served at once; more are turned away.
const VISITORS_MAX: usize = 32;

/// Where a caller came in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entrance {
    Tcp,
    /// Within the host.
    Local,
}

/// A socket in the kernel's abstract namespace: it has no file and vanishes with its process.
pub(crate) fn listen_locally(name: &str) -> io::Result<UnixListener> {
    let address = LocalAddress::from_abstract_name(name)?;
    let listener = with_descriptors(|| UnixListener::bind_addr(&address))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Calls such a socket.
pub(crate) fn call_locally(name: &str) -> io::Result<PortStream> {
    let address = LocalAddress::from_abstract_name(name)?;
    with_descriptors(|| UnixStream::connect_addr(&address)).map(PortStream::local)
}

/// A socket that others reach over TCP, at one of these ports if any are named.
pub(crate) fn listen_over_tcp(ports: Option<RangeInclusive<u16>>) -> io::Result<TcpListener> {
    let mut last = io::Error::other("no port is allowed");
    for port in ports.unwrap_or(0..=0) {
        let all: [IpAddr; 2] = [Ipv6Addr::UNSPECIFIED.into(), Ipv4Addr::UNSPECIFIED.into()];
        for ip in all {
            match with_descriptors(|| TcpListener::bind(SocketAddr::from((ip, port)))) {
                Ok(listener) => {
                    listener.set_nonblocking(true)?;
                    return Ok(listener);
                }
                Err(e) => last = e,
            }
        }
    }
    Err(last)
}

/// The addresses of this host by which others may reach it, its own loopback last.
pub(crate) fn own_addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let is_usual = |ip: &IpAddr| match ip {
        IpAddr::V4(v4) => !v4.is_link_local(),
        IpAddr::V6(v6) => !v6.is_unicast_link_local(),
    };
    let mut addresses: Vec<IpAddr> = interfaces.iter().map(|i| i.ip()).filter(is_usual).collect();
    addresses.sort_by_key(|ip| (ip.is_loopback(), ip.is_ipv6()));
    addresses.truncate(ADDRESSES_MAX);
    addresses
}

/// What is done with a caller.
pub(crate) type Serve = dyn Fn(PortStream, Entrance) + Send + Sync;

/// By which sockets are told to listen no more.
pub(crate) struct ListeningEnd {
    /// Readable once they are to be closed.
    wish: OwnedFd,
    are_closed: Mutex<bool>,
    closed: Condvar,
}

impl ListeningEnd {
    pub(crate) fn new() -> Result<Arc<ListeningEnd>, PortError> {
        let wish = with_descriptors(|| eventfd(0, EventfdFlags::CLOEXEC));
        let wish = wish.map_err(PortError::system("preparing to listen"))?;
        let (are_closed, closed) = Default::default();
        Ok(Arc::new(ListeningEnd { wish, are_closed, closed }))
    }

    fn ask(&self) {
        let _ = rustix::io::write(&self.wish, &1u64.to_ne_bytes());
    }

    /// Has the sockets closed, and waits until they are: then others may have their names.
    pub(crate) fn close(&self) {
        self.ask();
        let are_closed = self.are_closed.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.closed.wait_while(are_closed, |are_closed| !*are_closed));
    }

    fn note_closed(&self) {
        *self.are_closed.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.closed.notify_all();
    }
}

/// Sockets that listen until this is dropped, or told to end.
pub(crate) struct Listening {
    end: Arc<ListeningEnd>,
    thread: Option<JoinHandle<()>>,
}

impl Listening {
    /// Serves who calls, each in a thread of its own, until `end`.
    pub(crate) fn begin(
        end: Arc<ListeningEnd>,
        over_tcp: Option<TcpListener>,
        locally: Option<UnixListener>,
        serve: impl Fn(PortStream, Entrance) + Send + Sync + 'static,
    ) -> Result<Listening, PortError> {
        let until = end.clone();
        let keeper = Keeper { over_tcp, locally, serve: Arc::new(serve), visitors: Arc::default() };
        let thread = std::thread::Builder::new().name("ferry-port".into());
        let keep = move || {
            keeper.keep(&until.wish);
            drop(keeper);
            until.note_closed();
        };
        let thread = thread.spawn(keep).map_err(PortError::system("preparing to listen"))?;
        Ok(Listening { end, thread: Some(thread) })
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.end.ask();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Keeper {
    over_tcp: Option<TcpListener>,
    locally: Option<UnixListener>,
    serve: Arc<Serve>,
    visitors: Arc<AtomicUsize>,
}

impl Keeper {
    fn keep(&self, stop: &OwnedFd) {
        loop {
            let mut fds = vec![PollFd::new(stop, PollFlags::IN)];
            fds.extend(self.over_tcp.iter().map(|l| PollFd::new(l, PollFlags::IN)));
            fds.extend(self.locally.iter().map(|l| PollFd::new(l, PollFlags::IN)));
            let waited = poll(&mut fds, None);
            if !fds[0].revents().is_empty() || waited.is_err_and(|e| e != rustix::io::Errno::INTR) {
                return;
            }
            if let Some(listener) = &self.over_tcp {
                let came = with_descriptors(|| listener.accept());
                self.admit(came.map(|(stream, _)| PortStream::tcp(stream)), Entrance::Tcp);
            }
            if let Some(listener) = &self.locally {
                let came = with_descriptors(|| listener.accept());
                self.admit(came.map(|(stream, _)| PortStream::local(stream)), Entrance::Local);
            }
        }
    }

    fn admit(&self, came: io::Result<PortStream>, entrance: Entrance) {
        let stream = match came {
            Ok(stream) => stream,
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
            // Short of descriptors: those who wait go on waiting.
            Err(_) => return std::thread::sleep(Duration::from_millis(20)),
        };
        if self.visitors.fetch_add(1, Ordering::Relaxed) >= VISITORS_MAX {
            self.visitors.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        let (serve, visitors) = (self.serve.clone(), self.visitors.clone());
        let thread = std::thread::Builder::new().name("ferry-caller".into());
        let spawned = thread.spawn(move || {
            serve(stream, entrance);
            visitors.fetch_sub(1, Ordering::Relaxed);
        });
        if spawned.is_err() {
            self.visitors.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
