//! What the links carry for: a version of Portals, without input or output.

use crate::data::OutgoingData;
use crate::process::PortalsProcess;
use ferry_sys::WriteRegion;
use ferry_wire::Short;
use smallvec::SmallVec;

/// Bytes that are no head.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a head that makes no sense")]
pub struct HeadError;

impl From<Short> for HeadError {
    fn from(_: Short) -> Self {
        HeadError
    }
}

/// A head as it crosses a link.
pub(crate) type FrameHead = SmallVec<[u8; 64]>;

/// Something to be sent: to one process, in the order of what goes there.
pub struct OutgoingFrames<A> {
    /// To whom.
    pub to: PortalsProcess,
    /// Of which interface.
    pub interface: u8,
    /// Its head.
    pub head: SmallVec<[u8; 64]>,
    /// The bytes behind it.
    pub data: OutgoingData,
    /// What it is the end of.
    pub after: A,
}

/// What a head says of the bytes behind it.
pub struct IncomingBytes<P> {
    /// Of which interface.
    pub interface: u8,
    /// How many come.
    pub total: u64,
    /// Where they go; `None`: nobody wants them, or they were taken.
    pub place: Option<P>,
}

/// Where bytes go that come.
pub trait ArrivalPlace {
    /// How many are wanted; those behind are cut.
    fn wanted(&self) -> u64;

    /// Where `len` bytes go that are at `start` of those that come, if all are wanted and lie in one piece.
    fn region(&self, start: u64, len: u64) -> Option<WriteRegion>;

    /// Puts bytes in place that are at `start` of those that come, as far as they are wanted.
    fn write(&self, start: u64, bytes: &[u8]);
}

/// A version of Portals: what it keeps for a process, and what it does with what comes.
pub trait PortalsVersion: Default + Send + 'static {
    /// The first of its handlers among those of Portals.
    const FIRST_HANDLER: u8;
    /// Where bytes go that come.
    type Place: ArrivalPlace + Send;
    /// What is to be said once something is out.
    type After: Send;

    /// The next thing to be sent.
    fn next_frames(&mut self) -> Option<OutgoingFrames<Self::After>>;

    /// Whether there is something to be sent.
    fn has_outgoing(&self) -> bool;

    /// All of what was to be sent is out, or never will be.
    fn sent(&mut self, interface: u8, after: Self::After, has_failed: bool);

    /// A head has come, with its bytes if they are few.
    ///
    /// # Errors
    /// When it is none, or for an interface that there is not.
    fn head(
        &mut self,
        from: PortalsProcess,
        head: &[u8],
        payload: &[u8],
    ) -> Result<IncomingBytes<Self::Place>, HeadError>;

    /// All bytes that come are in place, or will never come.
    fn finish(&mut self, interface: u8, place: Self::Place, has_failed: bool);

    /// A process is gone: it answers nothing.
    fn lost(&mut self, process: PortalsProcess);

    /// Grows with everything that the program may wait for.
    fn news(&self) -> u64;
}
