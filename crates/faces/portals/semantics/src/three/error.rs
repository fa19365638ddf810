//! Why a call is refused.

/// Why a call is refused; the numbers are those of `portals3.h`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[repr(i32)]
pub enum PortalsError {
    /// No such access entry.
    #[error("there is no access entry of that number")]
    AcIndexInvalid = 1,
    /// No event.
    #[error("the event queue is empty")]
    EqEmpty = 3,
    /// No such queue.
    #[error("this is no event queue of the interface")]
    EqInvalid = 4,
    /// No such object.
    #[error("this handle names nothing")]
    HandleInvalid = 6,
    /// A descriptor that cannot be.
    #[error("the memory descriptor is not sound: its region, its queue or the part asked for")]
    MdIllegal = 8,
    /// No such descriptor, or one that takes no part any more.
    #[error("this is no active memory descriptor")]
    MdInvalid = 9,
    /// Operations are under way.
    #[error("operations on the memory descriptor are under way")]
    MdInUse = 10,
    /// Events were not read, or operations are under way.
    #[error("the queue has events that were not read: the memory descriptor stays as it was")]
    MdNoUpdate = 11,
    /// No such entry.
    #[error("this is no match entry")]
    MeInvalid = 12,
    /// It has a descriptor, or operations are under way.
    #[error("the match entry is in use")]
    MeInUse = 13,
    /// As many entries as a list may have.
    #[error("the match list is as long as it may be")]
    MeListTooLong = 14,
    /// No room for another object.
    #[error("there is no room for another object of this kind")]
    NoSpace = 17,
    /// No portal without entries.
    #[error("every portal has entries")]
    PtFull = 20,
    /// No such portal.
    #[error("there is no portal of that number")]
    PtIndexInvalid = 21,
    /// No such register.
    #[error("there is no status register of that number")]
    SrIndexInvalid = 23,
}
