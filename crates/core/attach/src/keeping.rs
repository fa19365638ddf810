//! How visitors are let in.

use crate::messages::{AttachHello, Person};
use crate::secret::{Nonce, random};
use crate::talk::{AttachLine, AttachTalk, Say, peek};
use crate::visit::{DoorVisit, Visitor};
use crate::{AttachError, DoorKey};
use ferry_wire::Reader;
use rustix::event::{PollFd, PollFlags};
use rustix::fd::OwnedFd;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// Visitors that are served at once; more are turned away.
const MOST_VISITORS: usize = 16;
/// How long a visitor may take for its part.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the owner of a door decides, in threads of the door.
pub trait DoorKeeper: Send + Sync + 'static {
    /// Why somebody was turned away.
    type Why: From<AttachError>;

    /// What is spoken behind the door; who wants to speak something else is turned away.
    fn face(&self) -> &str;

    /// Who visitors are told that they have come to; `None`: it has ended, and nobody is let in.
    fn owner(&self) -> Option<Person>;

    /// By which key one comes in with a URL of this path, at a door with this key.
    fn key(&self, door: &DoorKey, _path: &str) -> DoorKey {
        *door
    }

    /// Answers a visitor.
    ///
    /// # Errors
    /// When it is not let in.
    fn receive(&self, visit: DoorVisit<'_>) -> Result<(), Self::Why>;

    /// Somebody was turned away.
    fn turned_away(&self, _from: SocketAddr, _why: Self::Why) {}
}

/// What the threads of a door know.
pub(crate) struct Keeping<K> {
    keeper: K,
    key: DoorKey,
    refused: Arc<AtomicU64>,
    visitors: AtomicUsize,
}

impl<K: DoorKeeper> Keeping<K> {
    pub(crate) fn new(keeper: K, key: DoorKey, refused: Arc<AtomicU64>) -> Self {
        Keeping { keeper, key, refused, visitors: AtomicUsize::new(0) }
    }

    /// Lets visitors in until the door is closed.
    pub(crate) fn keep(self: &Arc<Self>, listener: &TcpListener, stop: &OwnedFd) {
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
        let keeping = self.clone();
        let thread = std::thread::Builder::new().name("ferry-visitor".into());
        let spawned = thread.spawn(move || {
            let visit = std::panic::AssertUnwindSafe(|| keeping.visit(&stream, address));
            // A callback that panics has said so.
            let _ = std::panic::catch_unwind(visit);
            keeping.visitors.fetch_sub(1, Ordering::Relaxed);
        });
        if spawned.is_err() {
            self.visitors.fetch_sub(1, Ordering::Relaxed);
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Serves a visitor; whoever is turned away is counted.
    fn visit(&self, stream: &TcpStream, address: SocketAddr) {
        let Some(owner) = self.keeper.owner() else { return };
        let greeted = self.greet(&owner, stream, address).map_err(K::Why::from);
        if let Err(why) = greeted.and_then(|visit| self.keeper.receive(visit)) {
            self.refused.fetch_add(1, Ordering::Relaxed);
            self.keeper.turned_away(address, why);
        }
    }

    /// Hears who it is and whether it has the key.
    fn greet<'a>(
        &self,
        owner: &Person,
        stream: &'a TcpStream,
        address: SocketAddr,
    ) -> Result<DoorVisit<'a>, AttachError> {
        let (_, _) = (stream.set_nonblocking(false), stream.set_nodelay(true));
        let clock = ferry_sys::Clock::start();
        let mut line = AttachLine { stream, clock, deadline: PATIENCE, is_known: false };

        let message = line.receive().map_err(AttachError::unreachable)?;
        let hello = peek(Say::Hello, &message).map_err(AttachError::unreachable)?;
        let hello = AttachHello::decode(hello).map_err(AttachError::unreachable)?;
        let key = self.keeper.key(&self.key, &hello.path);
        let mut talk = AttachTalk::new(&key);
        talk.open(Say::Hello, &message).map_err(AttachError::unreachable)?;

        let mine: Nonce = random()?;
        let mut challenge = mine.to_vec();
        owner.put(&mut challenge);
        let challenge = talk.seal(Say::Challenge, &challenge);
        line.send(&challenge).map_err(AttachError::unreachable)?;
        // Its hello may be somebody else's, said once more; the proof is not.
        line.is_known = true;

        let message = line.receive().map_err(AttachError::unreachable)?;
        let proof = talk.open(Say::Proof, &message).map_err(AttachError::unreachable)?;
        let mut r = Reader::new(proof);
        let person = Person::get(&mut r).map_err(AttachError::unreachable)?;
        let visitor = Visitor { path: hello.path, person, address, word: r.rest().to_vec() };
        let nonces = [hello.nonce, mine];
        let visit = DoorVisit { visitor, key, nonces, talk, line, patience: PATIENCE };
        if hello.face == self.keeper.face() {
            return Ok(visit);
        }
        let why = format!("this is a door of {}, not of {}", self.keeper.face(), hello.face);
        visit.refuse(&why);
        Err(AttachError::Refused(why))
    }
}
