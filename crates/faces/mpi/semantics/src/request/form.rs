//! Requests as programs keep them.

use crate::handle::RequestHandle;
use crate::lane::Lane;
use crate::process::Process;

/// How a program keeps the handle of a request, which is for its ABI to say.
pub trait RequestForm {
    /// Of a request that was made: never the null one.
    fn made(handle: RequestHandle) -> Self;
    /// The lane that has it; `None`: it is predefined, and of any.
    fn lane(&self) -> Option<Lane>;
    /// The request that it names, asked of its lane.
    fn request(&self, process: &Process) -> RequestHandle;
    /// It names none from now on.
    fn clear(&mut self);
}

/// The standard's ABI.
impl RequestForm for RequestHandle {
    #[inline(always)]
    fn made(handle: RequestHandle) -> Self {
        handle
    }

    #[inline(always)]
    fn lane(&self) -> Option<Lane> {
        (!self.is_predefined()).then(|| Lane::of(*self))
    }

    #[inline(always)]
    fn request(&self, _process: &Process) -> RequestHandle {
        *self
    }

    #[inline(always)]
    fn clear(&mut self) {
        *self = RequestHandle::NULL;
    }
}
