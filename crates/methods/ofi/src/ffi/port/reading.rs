//! Reads of peers' memory, straight to where a frame lands.

use super::{FabricAddress, Port, ReadEnd, Sent};
use crate::ffi::memory::Places;
use ferry_method::Landing;
use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::NonNull;

/// Reads that may be under way.
const READS: usize = 64;

/// Memory of a peer's, as the peer has told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RemotePlace {
    pub(crate) key: u64,
    pub(crate) address: u64,
    pub(crate) len: u32,
}

/// Where a frame of a peer's lands, while the provider may write there.
struct Lent {
    /// Nobody but the provider touches its bytes until no read is under way.
    landing: Landing,
    start: NonNull<u8>,
    len: usize,
    under_way: usize,
}

// SAFETY: the pointer is to the landing's memory, which may be filled by any thread.
unsafe impl Send for Lent {}

/// Reads under way.
pub(super) struct Reads {
    /// A context for each; the places have no other use.
    contexts: Places,
    free: Vec<usize>,
    /// From which peers they read, and their numbers.
    owners: Vec<(u32, u32)>,
    /// By peers, as each has one frame at a time.
    lent: HashMap<u32, Lent>,
}

impl Reads {
    pub(super) fn new() -> Reads {
        let (free, owners) = ((0..READS).collect(), vec![(0, 0); READS]);
        Reads { contexts: Places::new(READS, 1), free, owners, lent: HashMap::new() }
    }
}

impl Port {
    /// Takes the place where a frame of a peer's lands, to be read into.
    ///
    /// # Errors
    /// It has none, or the provider refuses to write there.
    pub(crate) fn lend(&mut self, peer: u32, mut landing: Landing) -> Result<(), String> {
        let bytes = landing.slice_from(0).ok_or("what is thrown away is not read")?;
        let (start, len) = (NonNull::from(&mut *bytes).cast::<u8>(), bytes.len());
        if self.offer.registers {
            // SAFETY: the landing is kept, and given back only after the registration has ended.
            unsafe { self.fabric.register_landing(self.library, peer, start.as_ptr(), len)? };
        }
        self.reads.lent.insert(peer, Lent { landing, start, len, under_way: 0 });
        Ok(())
    }

    /// Reads memory of a peer's to byte `at` of where its frame lands.
    pub(crate) fn read_into(
        &mut self,
        (peer, from): (u32, FabricAddress),
        number: u32,
        at: usize,
        place: &RemotePlace,
    ) -> Sent {
        let (Some(lent), len) = (self.reads.lent.get_mut(&peer), place.len as usize) else {
            return Sent::Failed("there is no place for what is read".to_owned());
        };
        if len > lent.len || at > lent.len - len {
            return Sent::Failed(format!("{len} bytes at {at} of {}", lent.len));
        }
        let Some(&slot) = self.reads.free.last() else { return Sent::NoBuffer };
        let endpoint = match self.fabric.endpoint() {
            Ok(endpoint) => endpoint,
            Err(why) => return Sent::Failed(why),
        };
        let (desc, context) =
            (self.fabric.landing_description(peer), self.reads.contexts.context(slot));
        // SAFETY: the endpoint is open and has this table, as it was offered with it. The bytes are within the
        // landing, which is left alone until the completion, and so is the context, since its slot is not free;
        // both are dropped only after the endpoint was closed.
        let result = unsafe {
            let to = lent.start.as_ptr().add(at).cast();
            let read = (*(*endpoint).rma).read;
            read(endpoint, to, len, desc, from.0, place.address, place.key, context)
        };
        if result == 0 {
            lent.under_way += 1;
            self.reads.free.pop();
            self.reads.owners[slot] = (peer, number);
        }
        self.judge(result)
    }

    /// Gives back where a frame of a peer's lands, unless a read is under way.
    pub(crate) fn take_back(&mut self, peer: u32) -> Option<Landing> {
        if self.reads.lent.get(&peer)?.under_way > 0 {
            return None;
        }
        self.fabric.forget_landing(peer);
        self.reads.lent.remove(&peer).map(|lent| lent.landing)
    }

    /// What ends with the completion of a context, if that is a read's.
    pub(super) fn end_of_read(
        &mut self,
        context: *mut c_void,
        failure: Option<String>,
    ) -> Option<ReadEnd> {
        let slot = self.reads.contexts.place_of(context)?;
        let (peer, number) = self.reads.owners[slot];
        self.reads.free.push(slot);
        self.reads.lent.get_mut(&peer)?.under_way -= 1;
        Some(ReadEnd { peer, number, failure, landing: self.take_back(peer) })
    }
}

#[cfg(test)]
mod tests;
