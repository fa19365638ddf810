//! Where others attach.

use super::messages::{AttachHello, DoorAnswer, Person};
use super::pair::OpenedHalf;
use super::talk::{AttachLine, AttachTalk, Say, derive, peek};
use super::{Approval, Approve, KEY_LEN, Visitor};
use crate::fault::{Fault, FaultKind};
use crate::nexus::Core;
use crate::{Nexus, NexusError, Startpoint, Url};
use ferry_wire::Reader;
use rustix::event::{EventfdFlags, PollFd, PollFlags};
use rustix::fd::OwnedFd;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

/// Visitors that are served at once; more are turned away.
const MOST_VISITORS: usize = 16;
/// How long a visitor may take for its part.
const PATIENCE: Duration = Duration::from_secs(10);
/// What the path of a URL for one endpoint begins with.
const CAPABILITY: char = '@';

/// The doors of a process.
#[derive(Default)]
pub(crate) struct Doors {
    open: Mutex<Vec<Door>>,
    refused: Arc<AtomicU64>,
}

struct Door {
    url: Url,
    key: [u8; KEY_LEN],
    stop: Arc<OwnedFd>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread of a door knows.
struct Keeper {
    core: Weak<Core>,
    key: [u8; KEY_LEN],
    approve: Arc<Approve>,
    refused: Arc<AtomicU64>,
    visitors: AtomicUsize,
}

impl Doors {
    fn lock(&self) -> MutexGuard<'_, Vec<Door>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Visitors that were turned away.
    pub(crate) fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    pub(crate) fn open(
        &self,
        nexus: &Nexus,
        bind: SocketAddr,
        approve: Arc<Approve>,
    ) -> Result<Url, NexusError> {
        let failed = |e: std::io::Error| NexusError::start(&format!("listening at {bind}"), e);
        let listener = TcpListener::bind(bind).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let mut key = [0; KEY_LEN];
        getrandom::fill(&mut key).map_err(|e| NexusError::start("asking for randomness", e))?;
        let host = advertised(address.ip()).to_string();
        let url = Url { host, port: address.port(), path: String::new(), key: Some(key) };
        let stop = ferry_sys::with_descriptors(|| rustix::event::eventfd(0, EventfdFlags::CLOEXEC));
        let stop = Arc::new(stop.map_err(failed)?);
        let (core, refused) = (Arc::downgrade(&nexus.core), self.refused.clone());
        let visitors = AtomicUsize::new(0);
        let keeper = Arc::new(Keeper { core, key, approve, refused, visitors });
        let until = stop.clone();
        let thread = std::thread::Builder::new().name("nexus-door".into());
        let thread = thread.spawn(move || keeper.keep(&listener, &until)).map_err(failed)?;
        self.lock().push(Door { url: url.clone(), key, stop, thread: Some(thread) });
        Ok(url)
    }

    /// Closes the door at a port.
    pub(crate) fn close(&self, port: u16) -> bool {
        let mut open = self.lock();
        let found = open.iter().position(|door| door.url.port == port);
        let door = found.map(|at| open.remove(at));
        drop(open);
        door.is_some()
    }

    pub(crate) fn close_all(&self) {
        let doors = std::mem::take(&mut *self.lock());
        drop(doors);
    }

    /// The URL for one endpoint.
    pub(crate) fn capability(&self, endpoint: u64) -> Option<Url> {
        let open = self.lock();
        let door = open.first()?;
        let key = Some(capability_key(&door.key, endpoint));
        Some(Url { path: format!("{CAPABILITY}{endpoint:016x}"), key, ..door.url.clone() })
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

/// What a URL for one endpoint has for a key: it opens the door to that endpoint alone.
fn capability_key(key: &[u8; KEY_LEN], endpoint: u64) -> [u8; KEY_LEN] {
    let derived = derive(key, b"ferry endpoint", &[&endpoint.to_le_bytes()]);
    derived[..KEY_LEN].try_into().unwrap_or_default()
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

impl Keeper {
    /// Lets visitors in until the door is closed.
    fn keep(self: &Arc<Self>, listener: &TcpListener, stop: &OwnedFd) {
        loop {
            let mut fds = [PollFd::new(listener, PollFlags::IN), PollFd::new(stop, PollFlags::IN)];
            let waited = rustix::event::poll(&mut fds, None);
            if !fds[1].revents().is_empty() {
                return;
            }
            match listener.accept() {
                Ok((stream, address)) => self.admit(stream, address),
                Err(e) if e.kind() == std::io::ErrorKind::WouldBlock => {}
                // Short of descriptors: those who wait go on waiting.
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
            if waited.is_err_and(|e| e != rustix::io::Errno::INTR) {
                return;
            }
        }
    }

    fn admit(self: &Arc<Self>, stream: TcpStream, address: SocketAddr) {
        if self.visitors.fetch_add(1, Ordering::Relaxed) >= MOST_VISITORS {
            self.visitors.fetch_sub(1, Ordering::Relaxed);
            self.refused.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let keeper = self.clone();
        let thread = std::thread::Builder::new().name("nexus-visitor".into());
        let spawned = thread.spawn(move || {
            let visit = std::panic::AssertUnwindSafe(|| keeper.visit(&stream, address));
            // A callback that panics has said so.
            let _ = std::panic::catch_unwind(visit);
            keeper.visitors.fetch_sub(1, Ordering::Relaxed);
        });
        if spawned.is_err() {
            self.visitors.fetch_sub(1, Ordering::Relaxed);
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Serves a visitor; whoever is turned away is counted and told of as a fault.
    fn visit(&self, stream: &TcpStream, address: SocketAddr) {
        let Some(core) = self.core.upgrade() else { return };
        let nexus = Nexus { core };
        if let Err((kind, why)) = self.serve(&nexus, stream, address) {
            self.refused.fetch_add(1, Ordering::Relaxed);
            let mut state = nexus.lock();
            state.fault(Fault::new(kind, None, format!("{address}: {why}")));
            state.call_sleepers();
        }
    }

    fn serve(
        &self,
        nexus: &Nexus,
        stream: &TcpStream,
        address: SocketAddr,
    ) -> Result<(), (FaultKind, String)> {
        let failed = |why: String| (FaultKind::AcceptAttachFailed, why);
        let fail = |why: &dyn std::fmt::Display| failed(why.to_string());
        let (_, _) = (stream.set_nonblocking(false), stream.set_nodelay(true));
        let clock = ferry_sys::Clock::start();
        let mut line = AttachLine { stream, clock, deadline: PATIENCE };

        let message = line.receive().map_err(|e| fail(&e))?;
        let hello = peek(Say::Hello, &message).map_err(|e| fail(&e))?;
        let hello = AttachHello::decode(hello).map_err(|e| fail(&e))?;
        let endpoint = endpoint_of(&hello.path);
        let key = endpoint.map_or(self.key, |endpoint| capability_key(&self.key, endpoint));
        let mut talk = AttachTalk::new(&key);
        talk.open(Say::Hello, &message).map_err(|e| fail(&e))?;

        let me = Person { home: nexus.home(), host: nexus.core.identity.host.clone() };
        let mut mine = [0; super::talk::NONCE_LEN];
        getrandom::fill(&mut mine).map_err(|e| fail(&e))?;
        let mut challenge = mine.to_vec();
        me.put(&mut challenge);
        let challenge = talk.seal(Say::Challenge, &challenge);
        line.send(&challenge).map_err(|e| fail(&e))?;

        let message = line.receive().map_err(|e| fail(&e))?;
        let mut r = Reader::new(talk.open(Say::Proof, &message).map_err(|e| fail(&e))?);
        let person = Person::get(&mut r).map_err(|e| fail(&e))?;
        let table = r.rest().to_vec();

        // The program may take longer than a stranger.
        let visitor = Visitor { path: hello.path, home: person.home, address };
        let approval = match endpoint {
            Some(endpoint) => of_endpoint(nexus, endpoint),
            None => (self.approve)(&visitor),
        };
        line.deadline = clock.now() + PATIENCE;
        let startpoint = match approval {
            Approval::Accept(startpoint) => startpoint,
            Approval::Refuse(why) => {
                let refused = talk.seal(Say::Verdict, &DoorAnswer::Refused(why.clone()).encode());
                let kind = match endpoint {
                    Some(_) => FaultKind::BadUrl,
                    None => FaultKind::AcceptAttachFailed,
                };
                let _ = line.send(&refused);
                return Err((kind, format!("refused: {why}")));
            }
        };
        let half = OpenedHalf::open(nexus, &key, [&hello.nonce, &mine], 0, &person);
        let half = half.map_err(|e| fail(&e))?;
        let verdict = DoorAnswer::Accepted { startpoint: startpoint.encode(), table: half.table() };
        if !verdict.fits() {
            let why = "the startpoint is too long to be handed out at a door";
            let refused = talk.seal(Say::Verdict, &DoorAnswer::Refused(why.into()).encode());
            let _ = line.send(&refused);
            return Err(failed(why.into()));
        }
        let attachment = half.join(&person, table);
        let added = nexus.enter().and_then(|mut state| state.add_world(attachment));
        let peer = added.map_err(|e| fail(&e))?;
        let accepted = talk.seal(Say::Verdict, &verdict.encode());
        line.send(&accepted).map_err(|e| {
            nexus.lock().remove_world(peer);
            fail(&e)
        })
    }
}

/// The endpoint that a path names, if it is one of those that startpoints carry.
fn endpoint_of(path: &str) -> Option<u64> {
    let digits = path.strip_prefix(CAPABILITY).filter(|digits| digits.len() == 16)?;
    u64::from_str_radix(digits, 16).ok()
}

/// Whoever has the key of an endpoint's URL was given a startpoint for it.
fn of_endpoint(nexus: &Nexus, endpoint: u64) -> Approval {
    match nexus.lock().has_endpoint(endpoint) {
        true => Approval::Accept(Startpoint::to_own(nexus, endpoint)),
        false => Approval::Refuse("the endpoint is not there any more".into()),
    }
}
