//! Connections to peers through another method.
//!
//! Such a connection is a pair of local sockets at either end. One of the pair is a connection as any other; what
//! is written to it comes out of the other and goes to the peer in parcels. Each end says how much it has passed
//! on, so that whoever does not read holds the other end back as a transport would.

use ferry_method::PeerId;
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};
use socket2::{Domain, Socket, Type};
use std::cell::{Cell, RefCell};
use std::io;

/// Bits of a parcel's first byte: the tunnel was opened by the parcel's sender, it begins, it ends.
const SENDERS: u8 = 1;
const BEGINS: u8 = 2;
const ENDS: u8 = 4;
/// The same of one that only says how many bytes its sender has passed on.
const PASSED: u8 = 8;
/// The first byte and the tunnel's number.
const HEAD: usize = 5;
/// Bytes of a parcel, and parcels of a tunnel in one poll.
const PIECE: usize = 64 << 10;
const PIECES: usize = 8;
/// Bytes of a tunnel that may be under way, and after how many its other end speaks up.
const WINDOW: u64 = 512 << 10;
const STEP: u64 = WINDOW / 4;

/// A connection through another method.
struct Tunnel {
    peer: PeerId,
    /// Counted by the end that opened it.
    number: u32,
    is_own: bool,
    /// The peer knows of it.
    is_known: bool,
    /// What the connection of this end is joined to.
    outer: Socket,
    /// Bytes of the peer for which there was no room.
    incoming: Vec<u8>,
    /// A parcel that found no room.
    unsent: Option<Vec<u8>>,
    /// The peer has nothing more to say.
    has_ended: bool,
    /// Bytes given to the peer, and those that it has passed on.
    given: u64,
    taken: u64,
    /// Bytes of the peer that were passed on, and those that it knows of.
    passed: u64,
    told: u64,
}

/// Connections to peers through another method.
#[derive(Default)]
pub struct Tunnels {
    all: RefCell<Vec<Tunnel>>,
    next: Cell<u32>,
    /// Connections that peers have opened.
    callers: Vec<(PeerId, Socket)>,
}

fn pair() -> io::Result<(Socket, Socket)> {
    let pair = || Socket::pair(Domain::UNIX, Type::STREAM, None);
    let (inner, outer) = ferry_sys::with_descriptors(pair)?;
    inner.set_nonblocking(true)?;
    outer.set_nonblocking(true)?;
    Ok((inner, outer))
}

impl Tunnels {
    /// Opens a connection to a peer: a non-blocking socket.
    ///
    /// # Errors
    /// There is no descriptor for it.
    pub fn open(&self, peer: PeerId) -> io::Result<Socket> {
        let (inner, outer) = pair()?;
        let number = self.next.replace(self.next.get().wrapping_add(1));
        self.all.borrow_mut().push(Tunnel::new(peer, number, true, outer));
        Ok(inner)
    }

    /// Connections that peers have opened, in that order: each is to be asked for once.
    pub fn callers(&mut self) -> Vec<(PeerId, Socket)> {
        std::mem::take(&mut self.callers)
    }

    /// Whether there is something to be handed over.
    pub fn has_output(&self) -> bool {
        !self.callers.is_empty() || self.all.borrow().iter().any(Tunnel::has_output)
    }

    /// Passes on what peers have said, and gives what is to go to them to `give`, which says whether there was
    /// room. The number of parcels that were given.
    pub fn pass(&self, give: &mut dyn FnMut(PeerId, &[u8]) -> bool) -> usize {
        let (mut buffer, mut given, mut is_full) = (vec![0; PIECE], 0, false);
        self.all.borrow_mut().retain_mut(|tunnel| {
            let goes_on = tunnel.fill();
            for _ in 0..PIECES {
                // One that was opened later may not get ahead.
                let parcel = if is_full { None } else { tunnel.next(&mut buffer) };
                let Some(parcel) = parcel else { break };
                if !give(tunnel.peer, &parcel) {
                    (tunnel.unsent, is_full) = (Some(parcel), true);
                    break;
                }
                given += 1;
                if parcel[0] & ENDS != 0 {
                    return false;
                }
            }
            goes_on
        });
        given
    }

    /// Takes a parcel of a peer's tunnels; with `accepts`, also of one that it opens.
    pub fn take(&mut self, peer: PeerId, parcel: &[u8], accepts: bool) {
        let Some((head, bytes)) = parcel.split_at_checked(HEAD) else { return };
        let (flags, number) = (head[0], [head[1], head[2], head[3], head[4]]);
        let (number, is_own) = (u32::from_le_bytes(number), flags & SENDERS == 0);
        let mut all = self.all.borrow_mut();
        if flags & BEGINS != 0
            && accepts
            && let Ok((inner, outer)) = pair()
        {
            self.callers.push((peer, inner));
            all.push(Tunnel::new(peer, number, false, outer));
        }
        let this = |t: &&mut Tunnel| (t.peer, t.number, t.is_own) == (peer, number, is_own);
        if let Some(tunnel) = all.iter_mut().find(this) {
            tunnel.hear(flags, bytes);
        }
    }
}

impl Tunnel {
    fn new(peer: PeerId, number: u32, is_own: bool, outer: Socket) -> Self {
        Tunnel {
            peer,
            number,
            is_own,
            is_known: !is_own,
            outer,
            incoming: Vec::new(),
            unsent: None,
            has_ended: false,
            given: 0,
            taken: 0,
            passed: 0,
            told: 0,
        }
    }

    fn hear(&mut self, flags: u8, bytes: &[u8]) {
        if flags & PASSED == 0 {
            self.incoming.extend(bytes);
            self.has_ended |= flags & ENDS != 0;
        } else if let Ok(passed) = bytes.try_into() {
            self.taken = self.taken.max(u64::from_le_bytes(passed).min(self.given));
        }
    }

    /// Bytes that may be given now.
    fn room(&self) -> usize {
        (WINDOW - (self.given - self.taken)).min(PIECE as u64) as usize
    }

    fn is_to_tell(&self) -> bool {
        self.passed - self.told >= STEP
    }

    fn has_output(&self) -> bool {
        let peek = RecvFlags::PEEK | RecvFlags::DONTWAIT;
        let has_more = || self.room() > 0 && recv(&self.outer, &mut [0; 1], peek).is_ok();
        self.unsent.is_some() || self.is_to_tell() || has_more()
    }

    /// Passes on what the peer said; false when there is nothing more to come.
    fn fill(&mut self) -> bool {
        while !self.incoming.is_empty() {
            match send(&self.outer, &self.incoming, SendFlags::NOSIGNAL | SendFlags::DONTWAIT) {
                Ok(n) => {
                    self.incoming.drain(..n);
                    self.passed += n as u64;
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return true,
                // This end has given the connection up; it says so below.
                Err(_) => self.incoming.clear(),
            }
        }
        !self.has_ended
    }

    /// The next parcel, if there is one.
    fn next(&mut self, buffer: &mut [u8]) -> Option<Vec<u8>> {
        if let Some(parcel) = self.unsent.take() {
            return Some(parcel);
        }
        if self.is_to_tell() {
            self.told = self.passed;
            return Some(self.parcel(PASSED, &self.passed.to_le_bytes()));
        }
        let room = self.room();
        if room == 0 {
            return None;
        }
        let (len, ends) = match recv(&self.outer, &mut buffer[..room], RecvFlags::DONTWAIT) {
            Ok((0, _)) => (0, true),
            Ok((n, _)) => (n, false),
            Err(Errno::AGAIN | Errno::INTR) => return None,
            Err(_) => (0, true),
        };
        self.given += len as u64;
        let begins = !std::mem::replace(&mut self.is_known, true);
        let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        Some(self.parcel(bit(begins, BEGINS) | bit(ends, ENDS), &buffer[..len]))
    }

    fn parcel(&self, flags: u8, bytes: &[u8]) -> Vec<u8> {
        let mut parcel = vec![flags | if self.is_own { SENDERS } else { 0 }];
        parcel.extend(self.number.to_le_bytes());
        parcel.extend(bytes);
        parcel
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    const PEER: PeerId = PeerId(1);

    /// Everything that is to go from one to the other goes there.
    fn carry(from: &Tunnels, to: &mut Tunnels) -> usize {
        let mut parcels = Vec::new();
        let given = from.pass(&mut |_, parcel| {
            parcels.push(parcel.to_vec());
            true
        });
        parcels.iter().for_each(|parcel| to.take(PEER, parcel, true));
        given
    }

    #[test]
    fn whoever_does_not_read_holds_the_other_end_back() {
        let (mut here, mut there) = (Tunnels::default(), Tunnels::default());
        let mut own = here.open(PEER).unwrap();
        let (mut written, mut read) = (0, 0);
        let write = |own: &mut Socket| own.write(&[7; 10_000]).unwrap_or(0);
        for _ in 0..1000 {
            written += write(&mut own);
            carry(&here, &mut there);
            carry(&there, &mut here);
        }
        assert!((WINDOW as usize..4 * WINDOW as usize).contains(&written), "{written} bytes");
        assert!(!here.has_output() && write(&mut own) == 0, "nobody reads");
        let mut theirs = there.callers().remove(0).1;
        drop(own);
        let mut buffer = vec![0; 1 << 16];
        while read < written {
            read += theirs.read(&mut buffer).unwrap_or(0);
            carry(&there, &mut here);
            carry(&here, &mut there);
        }
        there.pass(&mut |_, _| true);
        assert_eq!((theirs.read(&mut buffer).unwrap(), read), (0, written));
        assert!(here.all.borrow().is_empty() && there.all.borrow().is_empty());
    }
}
