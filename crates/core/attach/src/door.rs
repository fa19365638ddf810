//! Where others knock.

use crate::keeping::{DoorKeeper, Keeping};
use crate::secret::random;
use crate::{AttachError, DoorKey, Url};
use rustix::event::EventfdFlags;
use rustix::fd::OwnedFd;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;

/// An open door. Nobody comes in any more once it is dropped; who is inside stays.
pub struct Door {
    url: Url,
    key: DoorKey,
    refused: Arc<AtomicU64>,
    stop: Arc<OwnedFd>,
    thread: Option<JoinHandle<()>>,
}

impl Door {
    /// Listens at `bind` (port 0: any; an unspecified address: all) in a thread of its own, which asks `keeper`
    /// about everyone who knows the key.
    ///
    /// # Errors
    /// If the system does not let it listen there.
    pub fn open<K: DoorKeeper>(bind: SocketAddr, keeper: K) -> Result<Door, AttachError> {
        let failed = |e: std::io::Error| AttachError::start(&format!("listening at {bind}"), e);
        let listener = TcpListener::bind(bind).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let key: DoorKey = random()?;
        let host = advertised(address.ip()).to_string();
        let url = Url { host, port: address.port(), path: String::new(), key: Some(key) };
        let stop = ferry_sys::with_descriptors(|| rustix::event::eventfd(0, EventfdFlags::CLOEXEC));
        let stop = Arc::new(stop.map_err(failed)?);
        let refused = Arc::new(AtomicU64::new(0));
        let keeping = Arc::new(Keeping::new(keeper, key, refused.clone()));
        let until = stop.clone();
        let thread = std::thread::Builder::new().name("ferry-door".into());
        let thread = thread.spawn(move || keeping.keep(&listener, &until)).map_err(failed)?;
        Ok(Door { url, key, refused, stop, thread: Some(thread) })
    }

    /// By what others come here. Its path may be changed to anything.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The key that opens it.
    pub fn key(&self) -> &DoorKey {
        &self.key
    }

    /// Visitors that were turned away.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        let _ = rustix::io::write(&*self.stop, &1u64.to_ne_bytes());
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

/// The address that others are told for one that is listened at.
fn advertised(ip: IpAddr) -> IpAddr {
    if !ip.is_unspecified() {
        return ip;
    }
    // The address from which this host would reach others (documentation addresses; nothing is sent).
    let towards: [(IpAddr, IpAddr); 2] = [
        (Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into()),
        (Ipv6Addr::UNSPECIFIED.into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into()),
    ];
    let own = towards.into_iter().filter(|(from, _)| from.is_ipv4() || ip.is_ipv6());
    let own = own.filter_map(|(from, to)| {
        let socket = UdpSocket::bind((from, 0)).ok()?;
        socket.connect((to, 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    });
    let loopback = match ip {
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    own.into_iter().next().unwrap_or(loopback)
}
