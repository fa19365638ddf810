//! Why a call is refused.

/// Why a call is refused; the numbers are those of `portals4.h`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[repr(i32)]
pub enum NiError {
    /// An argument that cannot be.
    #[error("an argument is not valid: a handle, an index, a range or an option")]
    ArgInvalid = 1,
    /// No event.
    #[error("the event queue is empty")]
    EqEmpty = 4,
    /// Operations are under way.
    #[error("operations are under way on it")]
    InUse = 7,
    /// As many entries as a list may have.
    #[error("the list is as long as it may be")]
    ListTooLong = 8,
    /// No room for another object or operation.
    #[error("there is no room for another of this kind")]
    NoSpace = 10,
    /// The number belongs to another process.
    #[error("another process has that number")]
    PidInUse = 11,
    /// No portal is free.
    #[error("every entry of the portal table is allocated")]
    PtFull = 12,
    /// Flow control needs a queue.
    #[error("flow control needs an event queue to tell of it")]
    PtEqNeeded = 13,
    /// The portal is allocated, or has entries.
    #[error("the entry of the portal table is in use")]
    PtInUse = 14,
}
