//! An endpoint by which all peers are spoken to: packets out, packets in.

use super::fabric::Fabric;
use super::layout::{
    CqEntry, CqErrEntry, FI_ADDR_UNSPEC, FI_EAGAIN, FI_EAVAIL, FI_EOVERRUN, FI_ETRUNC, FI_RECV,
    FI_SEND, format,
};
use super::library::Library;
use super::memory::Places;
use super::offers::{Offer, Offers};
use ferry_method::Landing;
use lending::Stage;
use reading::Reads;
use rustix::fd::RawFd;

mod lending;
mod reading;
mod receiving;

pub(crate) use reading::RemotePlace;

/// Packets that may be under way from buffers of the port's own.
const SLOTS: usize = 64;
/// Receive buffers that take many packets each, and how many bytes of them.
const SHARED: (usize, usize) = (4, 256 << 10);
/// Receive buffers that take one packet each.
const SINGLE: usize = 128;
/// Completions taken by one call.
const BATCH: usize = 32;
/// Entries of the completion queue.
const ENTRIES: usize = 4096;
/// In which order memory is registered.
const OUT: usize = 0;
const INTO: usize = 1;

/// A peer's address, as the provider numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FabricAddress(u64);

/// What became of a packet.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Sent {
    /// It is taken.
    Taken,
    /// There are no buffers; a completion tells of room.
    NoBuffer,
    /// The provider takes none now, and does not tell when it will.
    Busy,
    /// It refuses.
    Failed(String),
}

/// What came of a look at the completion queue.
pub(crate) enum Event<'a> {
    /// A packet, which stays for the call.
    Arrived(&'a [u8]),
    /// A packet to the peer of this number did not get there.
    Failed {
        /// Which peer the sender named.
        peer: Option<u32>,
        /// What the provider says.
        why: String,
    },
    /// Something that nobody of the job sends: it was longer than a packet.
    Refused,
    /// A read has ended.
    Read(ReadEnd),
    /// The endpoint is of no use any more, for this reason. Nothing comes after that, and no read is under way.
    Broken(String),
}

/// The end of a read from a peer.
pub(crate) struct ReadEnd {
    /// From whom, and the number that the read had.
    pub(crate) peer: u32,
    pub(crate) number: u32,
    /// Why it came to nothing, if it did.
    pub(crate) failure: Option<String>,
    /// Where it landed, unless another read of that peer's is under way.
    pub(crate) landing: Option<Landing>,
}

/// Buffers to send from and to receive into.
fn buffers(offer: &Offer, packet: usize) -> (Places, Places) {
    let out = Places::new(SLOTS.min(offer.depths.0.max(1)), packet);
    let into = match offer.shared_buffers {
        true => Places::new(SHARED.0, SHARED.1.max(4 * packet)),
        false => Places::new(SINGLE.min(offer.depths.1.max(1)), packet),
    };
    (out, into)
}

/// An open endpoint with its buffers.
pub(crate) struct Port {
    library: &'static Library,
    // Dropped in this order: the endpoint before the memory that it uses.
    fabric: Fabric,
    out: Places,
    into: Places,
    /// What peers read.
    stage: Option<Stage>,
    reads: Reads,
    offer: Offer,
    address: Vec<u8>,
    /// Slots of `out` that nothing is under way from.
    free: Vec<usize>,
    /// To which peers packets are under way.
    owners: Vec<u32>,
    /// Places of `into` that the provider would not take back yet.
    to_post: Vec<usize>,
    /// It is of no use any more.
    is_broken: bool,
}

impl Port {
    /// Opens one of the offers, for packets of `packet` bytes at most. `key`: what peers must not guess.
    ///
    /// # Errors
    /// What failed, and what the provider says.
    pub(crate) fn open(
        offers: &Offers,
        index: usize,
        packet: usize,
        key: u64,
    ) -> Result<Port, String> {
        let (library, offer) = (offers.library, offers.list[index].clone());
        let (out, into) = buffers(&offer, packet);
        // After the memory, so that it is closed before that is freed.
        let mut fabric = Fabric::open(library, offers.info(index), ENTRIES)?;
        let address = fabric.name(library)?;
        if offer.registers {
            // SAFETY: the port drops this memory after the fabric.
            unsafe {
                fabric.register(library, &out, FI_SEND)?;
                fabric.register(library, &into, FI_RECV)?;
            }
        }
        let stage = Stage::open(&mut fabric, library, &offer, key);
        let (free, owners) = ((0..out.count).collect(), vec![0; out.count]);
        let (reads, to_post) = (Reads::new(), (0..into.count).collect());
        let mut port = Port {
            library,
            fabric,
            out,
            into,
            stage,
            reads,
            offer,
            address,
            free,
            owners,
            to_post,
            is_broken: false,
        };
        port.set_least_room(packet)?;
        port.post()?;
        Ok(port)
    }

    /// What was opened.
    pub(crate) fn offer(&self) -> &Offer {
        &self.offer
    }

    /// Where others reach it.
    pub(crate) fn address(&self) -> &[u8] {
        &self.address
    }

    /// What to wait on.
    pub(crate) fn descriptor(&self) -> Option<RawFd> {
        self.fabric.descriptor
    }

    /// Whether nothing is there, and the descriptor, if there is one, will tell of whatever comes from now on.
    pub(crate) fn may_sleep(&self) -> bool {
        let is_told = || self.fabric.descriptor.is_none() || self.fabric.may_sleep();
        self.is_broken || self.to_post.is_empty() && is_told()
    }

    /// Whether packets are under way from the port's buffers.
    pub(crate) fn is_sending(&self) -> bool {
        !self.is_broken && self.free.len() < self.out.count
    }

    /// Whether bytes have the form of an address of this provider's.
    pub(crate) fn is_address(&self, bytes: &[u8]) -> bool {
        match self.offer.format {
            format::STR => {
                bytes.len() <= 128
                    && bytes.last() == Some(&0)
                    && bytes.starts_with(&self.address[..3])
            }
            format::SOCKADDR | format::SOCKADDR_IN | format::SOCKADDR_IN6 => {
                // The family comes first, then the port, which is never 0.
                bytes.len() == self.address.len()
                    && bytes.len() > 4
                    && bytes[..2] == self.address[..2]
                    && bytes[2..4] != [0, 0]
            }
            _ => bytes.len() == self.address.len(),
        }
    }

    /// Whether an address is one of this host's own, whoever asks.
    pub(crate) fn is_of_host_alone(&self, bytes: &[u8]) -> bool {
        match self.offer.format {
            format::STR => true,
            format::SOCKADDR_IN => bytes.get(4) == Some(&127),
            format::SOCKADDR_IN6 => {
                let ip = bytes.get(8..24).and_then(|ip| <[u8; 16]>::try_from(ip).ok());
                ip.is_some_and(|ip| std::net::Ipv6Addr::from(ip).is_loopback())
            }
            _ => false,
        }
    }

    /// Makes an address known.
    pub(crate) fn insert(&mut self, address: &[u8]) -> Result<FabricAddress, String> {
        if !self.is_address(address) {
            return Err(format!(
                "{} bytes are no address of {}",
                address.len(),
                self.offer.provider
            ));
        }
        let mut number = FI_ADDR_UNSPEC;
        let av = self.fabric.addresses.as_ptr();
        // SAFETY: the address vector is open, and the address has the length that this provider's have.
        let inserted = unsafe {
            let insert = (*(*av).ops).insert;
            insert(av, address.as_ptr().cast(), 1, &raw mut number, 0, std::ptr::null_mut())
        };
        match inserted {
            1 if number != FI_ADDR_UNSPEC => Ok(FabricAddress(number)),
            result => {
                Err(format!("its address is refused: {}", self.library.explain(result as isize)))
            }
        }
    }

    /// Sends a packet that consists of these parts. `peer`: whom to name if it does not get there. A short one
    /// may be taken without a completion, unless that `is_awaited`.
    pub(crate) fn send(
        &mut self,
        to: FabricAddress,
        peer: u32,
        parts: &[&[u8]],
        is_awaited: bool,
    ) -> Sent {
        let Some(&slot) = self.free.last() else { return Sent::NoBuffer };
        let len = self.out.fill(slot, parts);
        let start = self.out.at(slot).cast_const().cast();
        let endpoint = match self.fabric.endpoint() {
            Ok(endpoint) => endpoint,
            Err(why) => return Sent::Failed(why),
        };
        // SAFETY: the endpoint is open and has this table. The provider has done with the bytes on return.
        let inject = || unsafe { ((*(*endpoint).msg).inject)(endpoint, start, len, to.0) };
        if len <= self.offer.inject && !is_awaited {
            return self.judge(inject());
        }
        let (desc, context) = (self.fabric.description(OUT), self.out.context(slot));
        // SAFETY: as above; the place and its context are left alone until the completion, since the slot
        // is not free, and the endpoint is closed before they are freed.
        let result =
            unsafe { ((*(*endpoint).msg).send)(endpoint, start, len, desc, to.0, context) };
        if result == 0 {
            self.free.pop();
            self.owners[slot] = peer;
        }
        self.judge(result)
    }

    fn judge(&self, result: isize) -> Sent {
        match result {
            0 => Sent::Taken,
            result if result == -FI_EAGAIN => Sent::Busy,
            result => Sent::Failed(self.library.explain(result)),
        }
    }

    /// Takes completions, about `most` of them. Returns how many there were.
    pub(crate) fn read(&mut self, most: usize, mut on: impl FnMut(Event<'_>)) -> usize {
        let mut taken = 0;
        while taken < most && !self.is_broken {
            let some = self.read_some(&mut on);
            taken += some;
            // The provider had no more. To ask it again at once is a look at all of its sockets, for which what has come
            // would wait.
            if some < BATCH {
                break;
            }
        }
        if !self.to_post.is_empty() && !self.is_broken {
            // What is refused now is tried again with the next look, unless nothing can come any more.
            match self.post() {
                Err(why) if self.to_post.len() == self.into.count => self.break_down(why, &mut on),
                _ => {}
            }
        }
        taken
    }

    /// Takes some completions at once.
    fn read_some(&mut self, on: &mut impl FnMut(Event<'_>)) -> usize {
        let mut entries = [CqEntry::EMPTY; BATCH];
        let queue = self.fabric.queue.as_ptr();
        // SAFETY: the queue is open and has this format; there is room for as many entries.
        let count = unsafe { ((*(*queue).ops).read)(queue, entries.as_mut_ptr().cast(), BATCH) };
        match usize::try_from(count) {
            Ok(count) => {
                let entries = &entries[..count.min(BATCH)];
                entries.iter().for_each(|entry| self.complete(entry, on));
                entries.len()
            }
            Err(_) if count == -FI_EAVAIL => usize::from(self.read_error(on)),
            Err(_) if count == -FI_EAGAIN => 0,
            Err(_) => {
                let why = format!("its completion queue: {}", self.library.explain(count));
                self.break_down(why, on);
                1
            }
        }
    }

    /// Closes the endpoint, for which this is the reason.
    pub(crate) fn break_down(&mut self, why: String, on: &mut impl FnMut(Event<'_>)) {
        self.is_broken = true;
        self.fabric.close_endpoint();
        self.reads = Reads::new();
        on(Event::Broken(why));
    }

    fn complete(&mut self, entry: &CqEntry, on: &mut impl FnMut(Event<'_>)) {
        if let Some(slot) = self.out.place_of(entry.op_context) {
            self.free.push(slot);
        } else if let Some(place) = self.into.place_of(entry.op_context) {
            let at = match self.offer.shared_buffers {
                true => entry.buf.cast_const().cast(),
                false => self.into.at(place).cast_const(),
            };
            if entry.flags & FI_RECV != 0
                && entry.len > 0
                && let Some(packet) = self.into.arrived(place, at, entry.len)
            {
                on(Event::Arrived(packet));
            }
            self.note_emptied(place, entry.flags);
        } else if let Some(end) = self.end_of_read(entry.op_context, None) {
            on(Event::Read(end));
        }
    }

    /// Takes an error from the queue; false: there was none.
    fn read_error(&mut self, on: &mut impl FnMut(Event<'_>)) -> bool {
        // SAFETY: numbers and pointers, which may all be zero.
        let mut entry: CqErrEntry = unsafe { std::mem::zeroed() };
        let queue = self.fabric.queue.as_ptr();
        // SAFETY: the queue is open; the entry is valid, and larger than any version's.
        let count = unsafe { ((*(*queue).ops).readerr)(queue, &raw mut entry, 0) };
        if count != 1 {
            return false;
        }
        if let Some(place) = self.into.place_of(entry.op_context) {
            // Whoever sends can make this happen, so that it says nothing of the endpoint.
            self.note_emptied(place, entry.flags);
            if entry.err as isize == FI_ETRUNC {
                on(Event::Refused);
            }
            return true;
        }
        if entry.err as isize == FI_EOVERRUN {
            self.break_down("its completion queue has overflowed".to_owned(), on);
            return true;
        }
        let why = self.library.explain(entry.err as isize);
        if let Some(slot) = self.out.place_of(entry.op_context) {
            self.free.push(slot);
            on(Event::Failed { peer: Some(self.owners[slot]), why });
        } else if let Some(end) = self.end_of_read(entry.op_context, Some(why.clone())) {
            on(Event::Read(end));
        } else {
            on(Event::Failed { peer: None, why });
        }
        true
    }
}
