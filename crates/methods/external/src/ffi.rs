//! The border to C: loading, calling, being called. All `unsafe` of this crate is here.
//!
//! A module runs in this process with all its rights, so it is trusted to keep to the interface; what
//! can be checked cheaply (null pointers, lengths, tickets, ranks) is checked nevertheless.

use crate::check;
use crate::landings::{Begun, Landings};
use crate::table::{
    CAttributes, CCounters, CHeader, CIdentity, COption, CSink, DESCRIPTOR_MAX, Functions,
    INTERFACE, ModuleTable, TEXT_MAX,
};
use ferry_method::{Header, Identity, Landing, PeerId, Sink};
use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW, Symbol};
use rustix::process::Pid;
use std::any::Any;
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

const ENTRY: &str = "ferry_method_entry";

/// A module that was loaded for good.
pub(crate) struct Module {
    pub(crate) name: &'static str,
    functions: Functions,
}

/// Loads a file and checks its table.
pub(crate) fn load(path: &Path) -> Result<Module, String> {
    // SAFETY: initialisers of the module run; that they do no harm was tried in a child process, and
    // who names a module in the configuration trusts it.
    let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }
        .map_err(|e| format!("it cannot be loaded: {e}"))?;
    type Entry = unsafe extern "C" fn(u32) -> *const ModuleTable;
    // SAFETY: the interface says that a symbol of this name is a function of this type.
    let entry: Symbol<Entry> = unsafe { library.get(ENTRY.as_bytes()) }
        .map_err(|_| format!("it has no function {ENTRY}: no module for Ferry"))?;
    // SAFETY: the function takes any version.
    let table = unsafe { entry(INTERFACE) };
    // Its code and its table must outlive everything that was made from them.
    std::mem::forget(library);
    if table.is_null() {
        return Err(format!("it does not speak version {INTERFACE} of the interface"));
    }
    // SAFETY: not null, and the two first words are the same in all versions.
    let (interface, size) = unsafe { ((*table).interface, (*table).size) };
    if interface != INTERFACE {
        return Err(format!("it speaks version {interface} of the interface, not {INTERFACE}"));
    }
    let expected = size_of::<ModuleTable>();
    if (size as usize) < expected {
        return Err(format!("its table has {size} bytes where version {INTERFACE} has {expected}"));
    }
    // SAFETY: a table of this version and at least this size, which stays as long as the module.
    let table: &'static ModuleTable = unsafe { &*table };
    let functions = table.functions().map_err(|name| format!("its function '{name}' is null"))?;
    if table.name.is_null() {
        return Err("it has no name".to_owned());
    }
    // SAFETY: not null; the interface says that it ends with a zero.
    let name = unsafe { CStr::from_ptr(table.name) };
    let name: &'static str = name.to_str().map_err(|_| "its name is not UTF-8".to_owned())?;
    check::name(name)?;
    Ok(Module { name, functions })
}

/// Runs something in a child process, which then ends without running what this process has
/// registered for its own end.
///
/// The child of a process with several threads has the one that forked only; glibc keeps its heap and
/// its loader usable there. Whoever waits for the child sets a limit, for code that waits for others.
pub(crate) fn in_child(run: impl FnOnce()) -> std::io::Result<Pid> {
    // SAFETY: the child runs what it was given on the one thread it has, and ends right here.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        // A panic must not unwind into a second life of the caller.
        let _ = catch_unwind(AssertUnwindSafe(run));
        // SAFETY: ends the process at once.
        unsafe { libc::_exit(0) }
    }
    Pid::from_raw(pid).filter(|_| pid > 0).ok_or_else(std::io::Error::last_os_error)
}

/// Room for an explanation.
pub(crate) struct Text([u8; TEXT_MAX]);

impl Text {
    fn new() -> Self {
        Text([0; TEXT_MAX])
    }

    fn as_mut_ptr(&mut self) -> *mut c_char {
        self.0.as_mut_ptr().cast()
    }

    fn read(&self) -> String {
        let end = self.0.iter().position(|b| *b == 0).unwrap_or(TEXT_MAX);
        String::from_utf8_lossy(&self.0[..end]).into_owned()
    }
}

/// A negative result and what was said about it.
pub(crate) type Failure = (i32, String);

/// One instance of a module's method.
pub(crate) struct Instance {
    module: &'static Module,
    raw: *mut c_void,
}

// SAFETY: the interface says that calls may come from different threads, one at a time; that they
// come one at a time is seen to by `&mut self` and by `Instance` not being `Sync`.
unsafe impl Send for Instance {}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: made by `open`, freed once.
        unsafe { (self.module.functions.free)(self.raw) }
    }
}

impl Instance {
    pub(crate) fn open(
        module: &'static Module,
        identity: &Identity,
        options: &[(CString, CString)],
    ) -> Result<Self, Failure> {
        let host = CString::new(identity.host.replace('\0', "")).unwrap_or_default();
        let (job, me, size) = (identity.job.0, identity.me.0, identity.size);
        let c = CIdentity { job, me, size, secret: identity.secret, host: host.as_ptr() };
        let options: Vec<COption> = options
            .iter()
            .map(|(name, value)| COption { name: name.as_ptr(), value: value.as_ptr() })
            .collect();
        let (mut raw, mut why) = (std::ptr::null_mut(), Text::new());
        // SAFETY: all pointers are valid during the call, as the interface says.
        let result = unsafe {
            let open = module.functions.open;
            open(&c, options.as_ptr(), options.len(), &mut raw, why.as_mut_ptr())
        };
        if result != 0 || raw.is_null() {
            return Err((result.min(-1), why.read()));
        }
        Ok(Instance { module, raw })
    }

    pub(crate) fn attributes(&mut self) -> CAttributes {
        let mut into = CAttributes::default();
        // SAFETY: a live instance; `into` is plain numbers and valid during the call.
        unsafe { (self.module.functions.attributes)(self.raw, &mut into) }
        into
    }

    /// The descriptor, or the number that was answered instead of its length.
    pub(crate) fn descriptor(&mut self) -> Result<Vec<u8>, i32> {
        let mut bytes = [0; DESCRIPTOR_MAX];
        // SAFETY: a live instance; there is room for as many bytes as are allowed.
        let len = unsafe {
            (self.module.functions.descriptor)(self.raw, bytes.as_mut_ptr(), bytes.len())
        };
        let slice = usize::try_from(len).ok().and_then(|len| bytes.get(..len));
        slice.map(<[u8]>::to_vec).ok_or(len)
    }

    pub(crate) fn applicable(&self, bytes: &[u8]) -> Result<(), Failure> {
        let mut why = Text::new();
        // SAFETY: a live instance; the pointers are valid during the call.
        let result = unsafe {
            let applicable = self.module.functions.applicable;
            applicable(self.raw, bytes.as_ptr(), bytes.len(), why.as_mut_ptr())
        };
        if result == 0 { Ok(()) } else { Err((result, why.read())) }
    }

    pub(crate) fn attach(&mut self, peer: PeerId, bytes: &[u8]) -> Result<(), Failure> {
        let mut why = Text::new();
        // SAFETY: as above.
        let result = unsafe {
            let attach = self.module.functions.attach;
            attach(self.raw, peer.0, bytes.as_ptr(), bytes.len(), why.as_mut_ptr())
        };
        if result == 0 { Ok(()) } else { Err((result, why.read())) }
    }

    /// The result, 0 or above, of a send.
    pub(crate) fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut u64,
    ) -> Result<i32, Failure> {
        let (header, mut why) = (CHeader::from(header), Text::new());
        // SAFETY: as above; the module reads `payload.len()` bytes of the payload at most.
        let result = unsafe {
            let (send, bytes) = (self.module.functions.send, payload.as_ptr().cast());
            send(self.raw, peer.0, &header, bytes, payload.len(), done, why.as_mut_ptr())
        };
        if result >= 0 { Ok(result) } else { Err((result, why.read())) }
    }

    pub(crate) fn tune(&mut self, peer: PeerId, name: &CStr, value: &CStr) -> Result<(), Failure> {
        let mut why = Text::new();
        // SAFETY: a live instance; the pointers are valid during the call.
        let result = unsafe {
            let tune = self.module.functions.tune;
            tune(self.raw, peer.0, name.as_ptr(), value.as_ptr(), why.as_mut_ptr())
        };
        if result == 0 { Ok(()) } else { Err((result, why.read())) }
    }

    /// Polls, or closes; the sink's panics go on from here.
    pub(crate) fn drive(&mut self, now: u64, closing: bool, context: &mut Context<'_>) -> i32 {
        let sink = CSink {
            context: std::ptr::from_mut(context).cast(),
            frame: on_frame,
            begin: on_begin,
            finish: on_finish,
            lost: on_lost,
            departed: on_departed,
        };
        let functions = &self.module.functions;
        let function = if closing { functions.close } else { functions.poll };
        // SAFETY: a live instance; the sink's functions are called during the call only, when the
        // context is valid and not used by anybody else.
        let result = unsafe { function(self.raw, now, &sink) };
        if let Some(panic) = context.panic.take() {
            std::panic::resume_unwind(panic);
        }
        result
    }

    pub(crate) fn wait_fd(&self) -> i32 {
        // SAFETY: a live instance.
        unsafe { (self.module.functions.wait_fd)(self.raw) }
    }

    pub(crate) fn arm(&mut self) -> i32 {
        // SAFETY: a live instance.
        unsafe { (self.module.functions.arm)(self.raw) }
    }

    pub(crate) fn disarm(&mut self) {
        // SAFETY: a live instance.
        unsafe { (self.module.functions.disarm)(self.raw) }
    }

    pub(crate) fn counters(&self) -> CCounters {
        let mut into = CCounters::default();
        // SAFETY: a live instance; `into` is plain numbers and valid during the call.
        unsafe { (self.module.functions.counters)(self.raw, &mut into) }
        into
    }

    pub(crate) fn has_pending_output(&self) -> bool {
        // SAFETY: a live instance.
        unsafe { (self.module.functions.pending_output)(self.raw) != 0 }
    }

    pub(crate) fn describe(&self, peer: PeerId) -> Option<String> {
        let mut text = Text::new();
        // SAFETY: a live instance; there is room for as many bytes as are said.
        let len = unsafe {
            (self.module.functions.describe)(self.raw, peer.0, text.as_mut_ptr(), TEXT_MAX)
        };
        (len > 0).then(|| text.read())
    }
}

/// What the sink's functions work on during a call of `poll` or `close`.
pub(crate) struct Context<'a> {
    pub(crate) sink: &'a mut dyn Sink,
    pub(crate) landings: &'a mut Landings,
    /// Peers that have said goodbye.
    pub(crate) departed: &'a mut BTreeSet<PeerId>,
    pub(crate) size: u32,
    pub(crate) max_frame: usize,
    /// Calls that made no sense.
    pub(crate) refused: u64,
    /// What a reported loss means.
    pub(crate) on_lost: &'a dyn Fn(PeerId, Failure) -> ferry_method::MethodError,
    pub(crate) panic: Option<Box<dyn Any + Send>>,
}

impl Context<'_> {
    fn is_sound(&mut self, peer: u32, header: *const CHeader, len: usize) -> bool {
        let sound = peer < self.size && !header.is_null() && len <= self.max_frame;
        self.refused += u64::from(!sound);
        sound
    }
}

/// Runs a sink's function; no panic passes through C, and after one nothing is delivered any more.
///
/// # Safety
/// `context` is that of a call of [`Instance::drive`] that has not returned.
unsafe fn with<T>(context: *mut c_void, none: T, run: impl FnOnce(&mut Context<'_>) -> T) -> T {
    // SAFETY: the caller's promise; calls of the sink do not nest.
    let Some(context) = (unsafe { context.cast::<Context<'_>>().as_mut() }) else { return none };
    if context.panic.is_some() {
        return none;
    }
    match catch_unwind(AssertUnwindSafe(|| run(context))) {
        Ok(value) => value,
        Err(panic) => {
            context.panic = Some(panic);
            none
        }
    }
}

unsafe extern "C" fn on_frame(
    context: *mut c_void,
    peer: u32,
    header: *const CHeader,
    payload: *const c_void,
    len: usize,
) {
    let deliver = |context: &mut Context<'_>| {
        if !context.is_sound(peer, header, len) || (payload.is_null() && len > 0) {
            return;
        }
        // SAFETY: not null; the interface says that both are valid during the call.
        let (header, bytes) = unsafe {
            let bytes =
                if len == 0 { &[] } else { std::slice::from_raw_parts(payload.cast(), len) };
            (Header::from(&*header), bytes)
        };
        context.sink.frame(PeerId(peer), &header, bytes);
    };
    // SAFETY: the module passes the context on that it was given.
    unsafe { with(context, (), deliver) }
}

unsafe extern "C" fn on_begin(
    context: *mut c_void,
    peer: u32,
    header: *const CHeader,
    len: usize,
    ticket: *mut u64,
) -> *mut c_void {
    let begin = |context: &mut Context<'_>| {
        let is_sound = context.is_sound(peer, header, len) && !ticket.is_null();
        if !is_sound {
            return std::ptr::null_mut();
        }
        // SAFETY: not null; the interface says that it is valid during the call.
        let header = unsafe { Header::from(&*header) };
        let landing = match context.sink.begin(PeerId(peer), &header, len) {
            // Nobody may hold what was not offered to be held.
            Landing::Hold => Landing::Discard,
            landing => landing,
        };
        let (issued, landing) =
            context.landings.keep(Begun { peer: PeerId(peer), header, landing });
        // SAFETY: not null, a number of the module's.
        unsafe { ticket.write(issued) };
        // The memory does not move with the landing: it is the user's, or on the heap.
        let place = landing.slice_from(0).filter(|place| place.len() >= len);
        place.map_or(std::ptr::null_mut(), |place| place.as_mut_ptr().cast())
    };
    // SAFETY: as above.
    unsafe { with(context, std::ptr::null_mut(), begin) }
}

unsafe extern "C" fn on_finish(context: *mut c_void, peer: u32, ticket: u64) {
    let finish = |context: &mut Context<'_>| match context.landings.take(PeerId(peer), ticket) {
        Some(begun) => context.sink.finish(begun.peer, &begun.header, begun.landing),
        None => context.refused += 1,
    };
    // SAFETY: as above.
    unsafe { with(context, (), finish) }
}

unsafe extern "C" fn on_lost(context: *mut c_void, peer: u32, result: i32, why: *const c_char) {
    let lose = |context: &mut Context<'_>| {
        if peer >= context.size {
            context.refused += 1;
            return;
        }
        let text = match why.is_null() {
            true => "no reason was given".into(),
            // SAFETY: not null; the interface says that it ends with a zero.
            false => unsafe { CStr::from_ptr(why) }.to_string_lossy(),
        };
        context.landings.forget(PeerId(peer));
        let error = (context.on_lost)(PeerId(peer), (result, text.into_owned()));
        context.sink.lost(PeerId(peer), error);
    };
    // SAFETY: as above.
    unsafe { with(context, (), lose) }
}

unsafe extern "C" fn on_departed(context: *mut c_void, peer: u32) {
    let part = |context: &mut Context<'_>| match peer < context.size {
        true => {
            context.departed.insert(PeerId(peer));
            context.sink.departed(PeerId(peer));
        }
        false => context.refused += 1,
    };
    // SAFETY: as above.
    unsafe { with(context, (), part) }
}
