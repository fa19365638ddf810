//! Operations of other processes under way, and where their bytes go.

use crate::four::event::NiEvent;
use crate::four::initiate::ReplyCourse;
use crate::handle::PortalsHandle;
use crate::memory::DescriptorMemory;
use crate::process::PortalsProcess;
use crate::version::ArrivalPlace;
use ferry_sys::WriteRegion;

/// An operation of another process under way at an entry.
#[derive(Debug)]
pub(crate) struct TargetCourse {
    pub(crate) entry: PortalsHandle,
    /// The unexpected header that tells of it.
    pub(crate) header: Option<u64>,
    /// What its end will tell; an event of its own is promised for it.
    pub(crate) event: NiEvent,
    /// Where in the entry.
    pub(crate) offset: u64,
}

/// Bytes that come into memory of this process.
#[derive(Debug)]
pub struct Delivery {
    pub(crate) memory: DescriptorMemory,
    pub(crate) offset: u64,
    pub(crate) wanted: u64,
    pub(crate) end: DeliveryEnd,
}

/// Whose end their coming is.
#[derive(Debug)]
pub(crate) enum DeliveryEnd {
    /// That of a put of another process, which may want to know.
    Put(TargetCourse, PortalsProcess, u64),
    /// That of what this process asked for.
    Reply(ReplyCourse),
}

impl ArrivalPlace for Delivery {
    fn wanted(&self) -> u64 {
        self.wanted
    }

    fn region(&self, start: u64, len: u64) -> Option<WriteRegion> {
        let end = start.checked_add(len)?;
        if end > self.wanted {
            return None;
        }
        self.memory.region(self.offset + start, len)
    }

    fn write(&self, start: u64, bytes: &[u8]) {
        let wanted = self.wanted.saturating_sub(start).min(bytes.len() as u64);
        self.memory.write(self.offset + start, &bytes[..wanted as usize]);
    }
}
