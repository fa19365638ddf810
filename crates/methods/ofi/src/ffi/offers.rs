//! What providers offer here (`fi_getinfo`).

use super::layout::{
    DomainAttr, FI_CONTEXT, FI_CONTEXT2, FI_EP_RDM, FI_MR_ALLOCATED, FI_MR_ENDPOINT, FI_MR_LOCAL,
    FI_MR_PROV_KEY, FI_MR_VIRT_ADDR, FI_MSG, FI_MULTI_RECV, FI_ORDER_SAS, FI_ORDER_STRICT, FI_READ,
    FI_RECV, FI_REMOTE_READ, FI_RMA, FI_SEND, FI_THREAD_DOMAIN, Info,
};
use super::library::Library;
use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr::{NonNull, null, null_mut};

/// What is asked for.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Query<'a> {
    /// One provider by its name, `tcp` or `verbs;ofi_rxm`; none: whatever there is.
    pub(crate) provider: Option<&'a str>,
    /// Messages to one peer are to arrive in the order in which they were sent.
    pub(crate) ordered: bool,
    /// One receive buffer is to take many messages.
    pub(crate) shared_buffers: bool,
    /// Memory of peers is to be read.
    pub(crate) reads: bool,
}

/// A way to open an endpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Offer {
    /// The provider's name, with those of the layers over it: `tcp;ofi_rxm`.
    pub(crate) provider: String,
    /// Which of its devices.
    pub(crate) domain: String,
    /// It wants what Ferry does not do.
    pub(crate) is_strange: bool,
    /// How its addresses are written.
    pub(crate) format: u32,
    /// Its protocol's number.
    pub(crate) protocol: u32,
    /// Most bytes of a message.
    pub(crate) max_message: usize,
    /// Most bytes that it takes without needing the buffer any longer.
    pub(crate) inject: usize,
    /// Most sends and receives that may be under way.
    pub(super) depths: (usize, usize),
    /// One receive buffer takes many messages.
    pub(super) shared_buffers: bool,
    /// Memory must be registered before it is sent from or received into.
    pub(super) registers: bool,
    /// How memory is lent to peers, which read it; `None`: they cannot.
    pub(super) lending: Option<Lending>,
}

/// What peers must know of memory that they read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lending {
    /// A place is told by its address, and not by its distance from the beginning.
    pub(super) by_address: bool,
    /// Keys are the provider's choice.
    pub(super) chooses_keys: bool,
    /// Bits of a key that may be set otherwise.
    pub(super) key_mask: u64,
}

impl Lending {
    fn of(domain: &DomainAttr) -> Lending {
        let unused = 64 - 8 * domain.mr_key_size.clamp(1, 8) as u32;
        Lending {
            by_address: domain.mr_mode & FI_MR_VIRT_ADDR != 0,
            chooses_keys: domain.mr_mode & FI_MR_PROV_KEY != 0,
            key_mask: u64::MAX >> unused,
        }
    }
}

#[cfg(test)]
impl Offer {
    /// One that asks for nothing.
    pub(crate) fn plain() -> Offer {
        Offer {
            provider: String::new(),
            domain: String::new(),
            is_strange: false,
            format: 2,
            protocol: 1,
            max_message: usize::MAX,
            inject: 64,
            depths: (64, 64),
            shared_buffers: true,
            registers: false,
            lending: None,
        }
    }
}

/// All offers that fit a query, in the order of the library's preference.
pub(crate) struct Offers {
    pub(super) library: &'static Library,
    head: NonNull<Info>,
    pub(crate) list: Vec<Offer>,
}

impl Drop for Offers {
    fn drop(&mut self) {
        // SAFETY: made by `fi_getinfo`, freed once.
        unsafe { (self.library.freeinfo)(self.head.as_ptr()) }
    }
}

impl Offers {
    /// Asks the library.
    ///
    /// # Errors
    /// What it answers where there is none.
    pub(crate) fn ask(library: &'static Library, query: Query<'_>) -> Result<Offers, String> {
        let hints = Hints::new(library, query)?;
        let mut head = null_mut();
        // SAFETY: the hints are valid during the call, and node and service may be null.
        let result = unsafe {
            (library.getinfo)(library.spoken(), null(), null(), 0, hints.0.as_ptr(), &raw mut head)
        };
        let head = NonNull::new(head).filter(|_| result == 0);
        let head = head.ok_or_else(|| library.explain(result as isize))?;
        let mut offers = Offers { library, head, list: Vec::new() };
        let mut next = head.as_ptr();
        while !next.is_null() {
            // SAFETY: a node of the list that the library made, which lives as long as `offers`.
            let info = unsafe { &*next };
            // SAFETY: as above; the attributes it points to live as long.
            let mut offer = unsafe { read(info) }.ok_or("an offer without attributes")?;
            offer.lending = offer.lending.filter(|_| query.reads);
            offers.list.push(offer);
            next = info.next;
        }
        Ok(offers)
    }

    /// The structure behind an offer of the list.
    pub(super) fn info(&self, index: usize) -> NonNull<Info> {
        let mut at = self.head;
        for _ in 0..index {
            // SAFETY: nodes of the list, which live as long as this.
            at = NonNull::new(unsafe { at.as_ref() }.next).expect("as many as in the list");
        }
        at
    }
}

/// What it takes to read from peers, and to let them.
const READS: u64 = FI_RMA | FI_READ | FI_REMOTE_READ;

/// What an offer says.
///
/// # Safety
/// What it points to must be as the interface has it.
unsafe fn read(info: &Info) -> Option<Offer> {
    // SAFETY: null, or valid, as the caller says.
    let (tx, rx, ep, domain, fabric) = unsafe {
        (
            info.tx_attr.as_ref()?,
            info.rx_attr.as_ref()?,
            info.ep_attr.as_ref()?,
            info.domain_attr.as_ref()?,
            info.fabric_attr.as_ref()?,
        )
    };
    let wants = info.mode | tx.mode | rx.mode;
    let registers = domain.mr_mode & FI_MR_LOCAL != 0;
    let is_bound = domain.mr_mode & FI_MR_ENDPOINT != 0;
    let reads = info.caps & READS == READS && !is_bound;
    Some(Offer {
        // SAFETY: texts, or null.
        provider: unsafe { text(fabric.prov_name) },
        // SAFETY: as above.
        domain: unsafe { text(domain.name) },
        is_strange: wants & !(FI_CONTEXT | FI_CONTEXT2) != 0 || registers && is_bound,
        format: info.addr_format,
        protocol: ep.protocol,
        max_message: ep.max_msg_size,
        inject: tx.inject_size,
        depths: (tx.size, rx.size),
        // Elsewhere a buffer may come back while an earlier message is still being written into it.
        shared_buffers: info.caps & FI_MULTI_RECV != 0
            && rx.comp_order & FI_ORDER_STRICT == FI_ORDER_STRICT,
        registers,
        lending: reads.then(|| Lending::of(domain)),
    })
}

/// # Safety
/// Null, or a text that ends with a zero.
unsafe fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: as the caller says.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// What is wished for, as the library wants it.
struct Hints(NonNull<Info>, &'static Library);

impl Drop for Hints {
    fn drop(&mut self) {
        // SAFETY: made by `fi_dupinfo`, freed once, together with the name in it.
        unsafe { (self.1.freeinfo)(self.0.as_ptr()) }
    }
}

impl Hints {
    fn new(library: &'static Library, query: Query<'_>) -> Result<Hints, String> {
        const MEMORY: c_int =
            FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
        // SAFETY: null asks for an empty structure.
        let info = NonNull::new(unsafe { (library.dupinfo)(null()) });
        let mut hints = Hints(info.ok_or("no memory")?, library);
        let name = query.provider.map(CString::new).transpose();
        let name = name.map_err(|_| "a name of a provider has a zero byte".to_owned())?;
        // SAFETY: nobody else has the structure; its attributes were made with it, or are null.
        let attributes = unsafe {
            let info = hints.0.as_mut();
            info.caps = FI_MSG | FI_SEND | FI_RECV;
            if query.shared_buffers {
                info.caps |= FI_MULTI_RECV;
            }
            if query.reads {
                info.caps |= READS;
            }
            info.mode = FI_CONTEXT | FI_CONTEXT2;
            let all = (info.tx_attr.as_mut(), info.rx_attr.as_mut(), info.ep_attr.as_mut());
            (all, info.domain_attr.as_mut(), info.fabric_attr.as_mut())
        };
        let ((Some(tx), Some(rx), Some(ep)), Some(domain), Some(fabric)) = attributes else {
            return Err("its empty structure lacks attributes".to_owned());
        };
        let order = if query.ordered { FI_ORDER_SAS } else { 0 };
        (tx.msg_order, rx.msg_order) = (order, order);
        ep.kind = FI_EP_RDM;
        (domain.threading, domain.mr_mode) = (FI_THREAD_DOMAIN, MEMORY);
        if let Some(name) = name {
            // SAFETY: copies a text; the library frees the copy with the structure.
            fabric.prov_name = unsafe { libc::strdup(name.as_ptr()) };
        }
        Ok(hints)
    }
}
