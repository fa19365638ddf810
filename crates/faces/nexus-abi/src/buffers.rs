//! Buffers.

use crate::code::{Code, Done, Failure, told};
use crate::pointer::{given, place};
use crate::table::{Handle, Table};
use ferry_nexus::Buffer;
use std::ffi::{c_int, c_long};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The buffers that the program knows.
pub(crate) static BUFFERS: Table<BufferObject> = Table::new("buffer");

/// A buffer; none while it is being sent, as handlers run meanwhile.
pub(crate) struct BufferObject {
    buffer: Mutex<Option<Buffer<'static>>>,
    /// It stays when the handler that got it has returned.
    saved: AtomicBool,
}

impl BufferObject {
    fn new(buffer: Buffer<'static>, saved: bool) -> Self {
        BufferObject { buffer: Mutex::new(Some(buffer)), saved: AtomicBool::new(saved) }
    }

    /// What came with a request.
    pub(crate) fn arrived(buffer: Buffer<'static>) -> Self {
        BufferObject::new(buffer, false)
    }

    pub(crate) fn is_saved(&self) -> bool {
        self.saved.load(Ordering::Acquire)
    }

    /// Does something with the buffer.
    pub(crate) fn with<T>(&self, act: impl FnOnce(&mut Buffer<'static>) -> Done<T>) -> Done<T> {
        let mut buffer = self.buffer.lock().unwrap_or_else(PoisonError::into_inner);
        act(buffer.as_mut().ok_or_else(being_sent)?)
    }

    /// The same, with nobody kept from asking for it meanwhile.
    pub(crate) fn while_taken(&self, act: impl FnOnce(&Buffer<'static>) -> Done) -> Done {
        let place = || self.buffer.lock().unwrap_or_else(PoisonError::into_inner);
        let buffer = place().take().ok_or_else(being_sent)?;
        let done = act(&buffer);
        *place() = Some(buffer);
        done
    }
}

fn being_sent() -> Failure {
    Failure::new(Code::Busy, "the buffer is being sent")
}

/// Does something with the buffer of a number.
pub(crate) fn with<T>(
    of: *const Handle,
    act: impl FnOnce(&mut Buffer<'static>) -> Done<T>,
) -> Done<T> {
    BUFFERS.get(given(of, "a buffer")?)?.with(act)
}

/// `nexus_buffer_init`: `size` bytes to begin with; it grows. How much is put directly needs not be known.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_buffer_init(to: *mut Handle, size: c_long, _direct: c_int) -> c_int {
    /// More than this comes when it is needed.
    const MOST: usize = 1 << 30;
    told(place(to, "a buffer").map(|to| {
        let size = usize::try_from(size).unwrap_or_default().min(MOST);
        *to = BUFFERS.add(BufferObject::new(Buffer::with_capacity(size), true));
    }))
}

/// `nexus_buffer_destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_buffer_destroy(of: *mut Handle) -> c_int {
    told(place(of, "a buffer").and_then(|handle| {
        BUFFERS.remove(*handle)?;
        *handle = Handle::default();
        Ok(())
    }))
}

/// `nexus_buffer_save`: a handler's buffer stays until it is destroyed.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_buffer_save(of: *const Handle) -> c_int {
    told(given(of, "a buffer").and_then(|handle| {
        BUFFERS.get(handle)?.saved.store(true, Ordering::Release);
        Ok(())
    }))
}

/// `nexus_buffer_clear`: takes everything out.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_buffer_clear(of: *const Handle) -> c_int {
    told(with(of, |buffer| {
        buffer.clear();
        Ok(())
    }))
}

/// `nexus_check_buffer_size`: how many bytes would travel.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_check_buffer_size(of: *const Handle, size: *mut c_long) -> c_int {
    told(place(size, "the size").and_then(|size| {
        *size = with(of, |buffer| Ok(buffer.len()))? as c_long;
        Ok(())
    }))
}
