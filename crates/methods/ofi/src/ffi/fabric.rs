//! The objects of libfabric, each closed when it is dropped.

use super::layout::{
    AvAttr, CqAttr, FI_CQ_FORMAT_DATA, FI_ENABLE, FI_GETWAIT, FI_RECV, FI_SEND, FI_WAIT_FD,
    FI_WAIT_NONE, Fid, FidAv, FidCq, FidDomain, FidEp, FidFabric, FidMr, Info,
};
use super::library::Library;
use super::memory::Places;
use rustix::fd::RawFd;
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
    pub(super) endpoint: Opened<FidEp>,
    /// Memory to send from and to receive into, where the provider wants to know of it.
    registered: Vec<Opened<FidMr>>,
    pub(super) queue: Opened<FidCq>,
    pub(super) addresses: Opened<FidAv>,
    pub(super) domain: Opened<FidDomain>,
    fabric: Opened<FidFabric>,
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
            endpoint,
            registered: Vec::new(),
            queue,
            addresses,
            domain,
            fabric,
            descriptor,
        };
        this.enable()
            .map_err(|code| format!("enabling the endpoint: {}", library.explain(code as isize)))?;
        Ok(this)
    }

    fn enable(&self) -> Result<(), c_int> {
        let sound = |result: c_int| if result == 0 { Ok(()) } else { Err(result) };
        sound(self.endpoint.bind(&self.addresses, 0))?;
        sound(self.endpoint.bind(&self.queue, FI_SEND | FI_RECV))?;
        let fid = self.endpoint.fid();
        // SAFETY: the endpoint is open; the command has no argument.
        sound(unsafe { ((*(*fid).ops).control)(fid, FI_ENABLE, null_mut()) })?;
        // SAFETY: the endpoint is open.
        let endpoint = unsafe { &*self.endpoint.as_ptr() };
        let is_whole = !endpoint.cm.is_null() && !endpoint.msg.is_null() && !endpoint.ops.is_null();
        if is_whole { Ok(()) } else { Err(libc::ENOSYS) }
    }

    /// Where others reach the endpoint.
    pub(super) fn name(&self, library: &Library) -> Result<Vec<u8>, String> {
        let mut bytes = vec![0; 256];
        let mut len = bytes.len();
        // SAFETY: the endpoint is open and has this table; there are `len` bytes.
        let result = unsafe {
            let cm = &*(*self.endpoint.as_ptr()).cm;
            (cm.getname)(self.endpoint.fid(), bytes.as_mut_ptr().cast(), &raw mut len)
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

    /// Makes memory known to the provider, which must outlive this.
    pub(super) fn register(
        &mut self,
        library: &Library,
        places: &Places,
        access: u64,
    ) -> Result<(), String> {
        let key = self.registered.len() as u64 + 1;
        let (start, len) = (places.at(0).cast_const().cast(), places.each * places.count);
        let (domain, mut made) = (self.domain.as_ptr(), null_mut());
        // SAFETY: the domain is open. The memory outlives its registration, as the caller has promised.
        let result = unsafe {
            if (*domain).mr.is_null() {
                return Err("it has no registration of memory".to_owned());
            }
            let reg = (*(*domain).mr).reg;
            reg(self.domain.fid(), start, len, access, 0, key, 0, &raw mut made, null_mut())
        };
        self.registered.push(Opened::new("registering memory", result, made, library)?);
        Ok(())
    }

    /// What sends and receives name registered memory by, in the order of registration; null where there is none.
    pub(super) fn description(&self, memory: usize) -> *mut c_void {
        // SAFETY: the registration is open.
        let description = |memory: &Opened<FidMr>| unsafe { (*memory.as_ptr()).mem_desc };
        self.registered.get(memory).map_or(null_mut(), description)
    }
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
