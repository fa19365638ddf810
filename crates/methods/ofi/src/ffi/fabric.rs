//! The objects of libfabric, each closed when it is dropped.

use super::layout::{
    AvAttr, CqAttr, FI_CQ_FORMAT_DATA, FI_ENABLE, FI_GETWAIT, FI_READ, FI_RECV, FI_REMOTE_READ,
    FI_SEND, FI_WAIT_FD, FI_WAIT_NONE, Fid, FidAv, FidCq, FidDomain, FidEp, FidFabric, FidMr, Info,
};
use super::library::Library;
use super::memory::Places;
use rustix::fd::RawFd;
use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::ptr::{NonNull, null, null_mut};

/// An object that is open. All begin with a [`Fid`].
pub(super) struct Opened<T>(NonNull<T>);

// SAFETY: objects may be used by any thread, one at a time within a domain (`FI_THREAD_DOMAIN`); all of a
// domain belong to one `Port`, which is not `Sync`.
unsafe impl<T> Send for Opened<T> {}

impl<T> Drop for Opened<T> {
    fn drop(&mut self) {
        let fid = self.fid();
        // SAFETY: open until now, and closed once. Whoever holds objects drops those first that use others.
        unsafe { ((*(*fid).ops).close)(fid) };
    }
}

impl<T> Opened<T> {
    /// What an opening function has given, if it did well.
    fn new(doing: &str, result: c_int, object: *mut T, library: &Library) -> Result<Self, String> {
        match NonNull::new(object).filter(|_| result == 0) {
            Some(object) => Ok(Opened(object)),
            None => Err(format!("{doing}: {}", library.explain(result as isize))),
        }
    }

    pub(super) fn as_ptr(&self) -> *mut T {
        self.0.as_ptr()
    }

    fn fid(&self) -> *mut Fid {
        self.0.as_ptr().cast()
    }

    fn bind<U>(&self, other: &Opened<U>, flags: u64) -> c_int {
        // SAFETY: both are open.
        unsafe { ((*(*self.fid()).ops).bind)(self.fid(), other.fid(), flags) }
    }
}

/// An endpoint with all that it needs; dropped in this order.
pub(super) struct Fabric {
    /// `None`: it was closed before the rest.
    endpoint: Option<Opened<FidEp>>,
    /// Memory to send from and to receive into, where the provider wants to know of it.
    registered: Vec<Opened<FidMr>>,
    /// Memory that peers read, and by peers what is read from them into, where the provider wants to know of it.
    lent: Option<Opened<FidMr>>,
    landings: HashMap<u32, Opened<FidMr>>,
    pub(super) queue: Opened<FidCq>,
    pub(super) addresses: Opened<FidAv>,
    pub(super) domain: Opened<FidDomain>,
    fabric: Opened<FidFabric>,
    /// Keys that were used.
    keys: u64,
    /// What becomes readable when something has come, if the provider has that.
    pub(super) descriptor: Option<RawFd>,
}

impl Fabric {
    /// Opens an endpoint as offered; its completion queue has room for `entries`.
    pub(super) fn open(
        library: &Library,
        info: NonNull<Info>,
        entries: usize,
    ) -> Result<Fabric, String> {
        let info = info.as_ptr();
        let mut made = null_mut();
        // SAFETY: an offer of the library's own, which the caller holds.
        let result = unsafe { (library.fabric)((*info).fabric_attr, &raw mut made, null_mut()) };
        let fabric = Opened::new("opening the fabric", result, made, library)?;
        let mut made = null_mut();
        // SAFETY: the fabric is open, and the offer is as above.
        let result = unsafe {
            ((*(*fabric.as_ptr()).ops).domain)(fabric.as_ptr(), info, &raw mut made, null_mut())
        };
        let domain = Opened::new("opening the domain", result, made, library)?;
        let addresses = open_addresses(library, &domain)?;
        let (queue, descriptor) = open_queue(library, &domain, entries)?;
        let mut made = null_mut();
        // SAFETY: the domain is open, and the offer is as above.
        let result = unsafe {
            ((*(*domain.as_ptr()).ops).endpoint)(domain.as_ptr(), info, &raw mut made, null_mut())
        };
        let endpoint = Opened::new("opening an endpoint", result, made, library)?;
        let this = Fabric {
            endpoint: Some(endpoint),
            registered: Vec::new(),
            lent: None,
            landings: HashMap::new(),
            queue,
            addresses,
            domain,
            fabric,
            keys: 0,
            descriptor,
        };
        this.enable()
            .map_err(|code| format!("enabling the endpoint: {}", library.explain(code as isize)))?;
        Ok(this)
    }

    fn enable(&self) -> Result<(), c_int> {
        let sound = |result: c_int| if result == 0 { Ok(()) } else { Err(result) };
        let endpoint = self.endpoint.as_ref().ok_or(libc::ENOSYS)?;
        sound(endpoint.bind(&self.addresses, 0))?;
        sound(endpoint.bind(&self.queue, FI_SEND | FI_RECV))?;
        let fid = endpoint.fid();
        // SAFETY: the endpoint is open; the command has no argument.
        sound(unsafe { ((*(*fid).ops).control)(fid, FI_ENABLE, null_mut()) })?;
        // SAFETY: the endpoint is open.
        let endpoint = unsafe { &*endpoint.as_ptr() };
        let is_whole = !endpoint.cm.is_null() && !endpoint.msg.is_null() && !endpoint.ops.is_null();
        if is_whole { Ok(()) } else { Err(libc::ENOSYS) }
    }

    /// The endpoint, unless it was closed.
    ///
    /// # Errors
    /// That it was.
    pub(super) fn endpoint(&self) -> Result<*mut FidEp, String> {
        let endpoint = self.endpoint.as_ref().map(Opened::as_ptr);
        endpoint.ok_or_else(|| "the endpoint was closed".to_owned())
    }

    /// Whether memory of peers can be read.
    pub(super) fn can_read(&self) -> bool {
        // SAFETY: an endpoint that is open.
        self.endpoint().is_ok_and(|endpoint| unsafe { !(*endpoint).rma.is_null() })
    }

    /// Closes the endpoint: nothing is written to any memory from then on.
    pub(super) fn close_endpoint(&mut self) {
        self.endpoint = None;
        self.landings.clear();
    }

    /// Where others reach the endpoint.
    pub(super) fn name(&self, library: &Library) -> Result<Vec<u8>, String> {
        let endpoint = self.endpoint()?;
        let mut bytes = vec![0; 256];
        let mut len = bytes.len();
        // SAFETY: the endpoint is open and has this table; there are `len` bytes.
        let result = unsafe {
            let cm = &*(*endpoint).cm;
            (cm.getname)(endpoint.cast(), bytes.as_mut_ptr().cast(), &raw mut len)
        };
        if result != 0 || len > bytes.len() {
            return Err(format!("asking for its address: {}", library.explain(result as isize)));
        }
        bytes.truncate(len);
        Ok(bytes)
    }

    /// Whether the descriptor will tell of whatever comes from now on, nothing being there yet.
    pub(super) fn may_sleep(&self) -> bool {
        let mut fids = [self.queue.fid()];
        // SAFETY: both objects are open, and the list has one.
        let result = unsafe {
            ((*(*self.fabric.as_ptr()).ops).trywait)(self.fabric.as_ptr(), fids.as_mut_ptr(), 1)
        };
        result == 0
    }

    /// Makes memory known to the provider, to send from or to receive into.
    ///
    /// # Safety
    /// It outlives this.
    pub(super) unsafe fn register(
        &mut self,
        library: &Library,
        places: &Places,
        access: u64,
    ) -> Result<(), String> {
        let (start, len) = (places.at(0), places.each * places.count);
        let key = self.next_key();
        // SAFETY: as the caller says.
        let made = unsafe { self.registration(library, start, len, access, key)? };
        self.registered.push(made);
        Ok(())
    }

    /// Lets peers read memory by a key, if the provider chooses none; the key that was chosen.
    ///
    /// # Safety
    /// It outlives this.
    pub(super) unsafe fn lend(
        &mut self,
        library: &Library,
        places: &Places,
        key: u64,
    ) -> Result<u64, String> {
        let (start, len) = (places.at(0), places.each * places.count);
        // SAFETY: as the caller says.
        let made = unsafe { self.registration(library, start, len, FI_REMOTE_READ, key)? };
        // SAFETY: it is open.
        let key = unsafe { (*made.as_ptr()).key };
        self.lent = Some(made);
        Ok(key)
    }

    /// Makes memory known that is read into from a peer, until [`Fabric::forget_landing`].
    ///
    /// # Safety
    /// It is left alone until then.
    pub(super) unsafe fn register_landing(
        &mut self,
        library: &Library,
        peer: u32,
        start: *mut u8,
        len: usize,
    ) -> Result<(), String> {
        let key = self.next_key();
        // SAFETY: as the caller says.
        let made = unsafe { self.registration(library, start, len, FI_READ, key)? };
        self.landings.insert(peer, made);
        Ok(())
    }

    /// What is read from a peer lands there no more.
    pub(super) fn forget_landing(&mut self, peer: u32) {
        self.landings.remove(&peer);
    }

    /// What reads name the memory by that they are for; null where the provider does not want to know.
    pub(super) fn landing_description(&self, peer: u32) -> *mut c_void {
        self.landings.get(&peer).map_or(null_mut(), description_of)
    }

    /// A key that no registration has, for memory that no peer reaches.
    fn next_key(&mut self) -> u64 {
        self.keys += 1;
        self.keys
    }

    /// # Safety
    /// The memory is there as long as the registration.
    unsafe fn registration(
        &self,
        library: &Library,
        start: *const u8,
        len: usize,
        access: u64,
        key: u64,
    ) -> Result<Opened<FidMr>, String> {
        let (domain, mut made) = (self.domain.as_ptr(), null_mut());
        // SAFETY: the domain is open, and the memory is there as the caller says.
        let result = unsafe {
            if (*domain).mr.is_null() {
                return Err("it has no registration of memory".to_owned());
            }
            let (reg, fid) = ((*(*domain).mr).reg, self.domain.fid());
            reg(fid, start.cast(), len, access, 0, key, 0, &raw mut made, null_mut())
        };
        Opened::new("registering memory", result, made, library)
    }

    /// What sends and receives name registered memory by, in the order of registration; null where there is none.
    pub(super) fn description(&self, memory: usize) -> *mut c_void {
        self.registered.get(memory).map_or(null_mut(), description_of)
    }
}

fn description_of(memory: &Opened<FidMr>) -> *mut c_void {
    // SAFETY: the registration is open.
    unsafe { (*memory.as_ptr()).mem_desc }
}

fn open_addresses(library: &Library, domain: &Opened<FidDomain>) -> Result<Opened<FidAv>, String> {
    let mut attr = AvAttr {
        kind: 0,
        rx_ctx_bits: 0,
        count: 0,
        ep_per_node: 0,
        name: null(),
        map_addr: null_mut(),
        flags: 0,
    };
    let mut made = null_mut();
    // SAFETY: the domain is open; the attributes are valid during the call.
    let result = unsafe {
        let ops = &*(*domain.as_ptr()).ops;
        (ops.av_open)(domain.as_ptr(), &raw mut attr, &raw mut made, null_mut())
    };
    Opened::new("opening an address vector", result, made, library)
}

/// A completion queue; with a descriptor to wait on if the provider has any.
fn open_queue(
    library: &Library,
    domain: &Opened<FidDomain>,
    size: usize,
) -> Result<(Opened<FidCq>, Option<RawFd>), String> {
    let open = |wait_obj| {
        let mut attr = CqAttr {
            size,
            flags: 0,
            format: FI_CQ_FORMAT_DATA,
            wait_obj,
            signaling_vector: 0,
            wait_cond: 0,
            wait_set: null_mut(),
        };
        let mut made = null_mut();
        // SAFETY: as for the address vector.
        let result = unsafe {
            let ops = &*(*domain.as_ptr()).ops;
            (ops.cq_open)(domain.as_ptr(), &raw mut attr, &raw mut made, null_mut())
        };
        Opened::new("opening a completion queue", result, made, library)
    };
    if let Ok(queue) = open(FI_WAIT_FD) {
        let (fid, mut descriptor): (_, RawFd) = (queue.fid(), -1);
        // SAFETY: the queue is open, and has a descriptor to be stored in an int.
        let result =
            unsafe { ((*(*fid).ops).control)(fid, FI_GETWAIT, (&raw mut descriptor).cast()) };
        if result == 0 && descriptor >= 0 {
            return Ok((queue, Some(descriptor)));
        }
    }
    Ok((open(FI_WAIT_NONE)?, None))
}
