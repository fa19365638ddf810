//! Memory descriptors: what an operation may do with which memory.

use crate::handle::PortalsHandle;
use crate::memory::DescriptorMemory;

/// What operations a descriptor allows and how; the bits are those of `portals3.h`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DescriptorOptions(pub u32);

impl DescriptorOptions {
    /// Puts find it.
    pub const OP_PUT: u32 = 0x001;
    /// Gets find it.
    pub const OP_GET: u32 = 0x002;
    /// Who asks says where in it; otherwise it goes on behind what came last.
    pub const MANAGE_REMOTE: u32 = 0x004;
    /// What does not fit is cut.
    pub const TRUNCATE: u32 = 0x008;
    /// No acknowledgements, whoever wants them.
    pub const ACK_DISABLE: u32 = 0x010;
    /// Its memory is of pieces.
    pub const IOVEC: u32 = 0x020;
    /// It is spent once there is less room than its `max_size`.
    pub const MAX_SIZE: u32 = 0x040;
    /// No events for beginnings.
    pub const EVENT_START_DISABLE: u32 = 0x080;
    /// No events for ends.
    pub const EVENT_END_DISABLE: u32 = 0x100;

    /// Whether all of these bits are set.
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits == bits
    }
}

/// A memory descriptor as a program describes it.
#[derive(Clone, Debug)]
pub struct DescriptorSpec {
    /// Its memory.
    pub memory: DescriptorMemory,
    /// How many operations it takes part in; `None`: without end.
    pub threshold: Option<u32>,
    /// See [`DescriptorOptions::MAX_SIZE`].
    pub max_size: u64,
    /// What it allows.
    pub options: DescriptorOptions,
    /// Three words of the program's own.
    pub user: [u64; 3],
    /// Where its events go.
    pub events: Option<PortalsHandle>,
}

/// What a descriptor says besides where its memory is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DescriptorTerms {
    /// As in [`DescriptorSpec::threshold`].
    pub threshold: Option<u32>,
    /// As in [`DescriptorSpec::max_size`].
    pub max_size: u64,
    /// What it allows.
    pub options: DescriptorOptions,
    /// Three words of the program's own.
    pub user: [u64; 3],
    /// Where its events go.
    pub events: Option<PortalsHandle>,
}

impl DescriptorSpec {
    /// All but its memory.
    #[inline]
    pub fn terms(&self) -> DescriptorTerms {
        let DescriptorSpec { threshold, max_size, options, user, events, .. } = *self;
        DescriptorTerms { threshold, max_size, options, user, events }
    }
}

/// A descriptor.
#[derive(Debug)]
pub(crate) struct MemoryDescriptor {
    pub(crate) spec: DescriptorSpec,
    /// The entry by which requests find it.
    pub(crate) entry: Option<PortalsHandle>,
    /// It goes once it is spent and nothing is under way.
    pub(crate) unlinks: bool,
    /// Operations under way.
    pub(crate) pending: u32,
    /// Answers that may still come.
    pub(crate) awaited: u32,
    local_offset: u64,
    /// There is less room than its `max_size`.
    is_full: bool,
}

impl MemoryDescriptor {
    pub(crate) fn new(spec: DescriptorSpec, entry: Option<PortalsHandle>, unlinks: bool) -> Self {
        MemoryDescriptor {
            spec,
            entry,
            unlinks,
            pending: 0,
            awaited: 0,
            local_offset: 0,
            is_full: false,
        }
    }

    /// It is another from now on, under the same name.
    pub(crate) fn renew(&mut self, spec: DescriptorSpec) {
        (self.spec, self.local_offset, self.is_full) = (spec, 0, false);
    }

    /// Whether it takes part in further operations.
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        self.spec.threshold != Some(0) && !self.is_full
    }

    /// Where in it a request for `length` bytes goes that names this offset, and how many of them: none
    /// that it does not allow.
    #[inline(always)]
    pub(crate) fn accepts(&self, operations: u32, offset: u64, length: u64) -> Option<(u64, u64)> {
        let options = self.spec.options;
        if !self.is_active() || !options.has(operations) {
            return None;
        }
        let offset =
            if options.has(DescriptorOptions::MANAGE_REMOTE) { offset } else { self.local_offset };
        let room = self.spec.memory.len().checked_sub(offset)?;
        match options.has(DescriptorOptions::TRUNCATE) {
            true => Some((offset, length.min(room))),
            false => (length <= room).then_some((offset, length)),
        }
    }

    /// Whether it goes: it is spent, nothing is under way, and it was to go then.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.pending == 0 && self.unlinks && !self.is_active()
    }

    /// An operation that can make events begins.
    #[inline]
    pub(crate) fn consume(&mut self) {
        if let Some(threshold) = &mut self.spec.threshold {
            *threshold = threshold.saturating_sub(1);
        }
    }

    /// A request was accepted that moves so many bytes.
    #[inline(always)]
    pub(crate) fn advance(&mut self, length: u64) {
        let options = self.spec.options;
        if options.has(DescriptorOptions::MANAGE_REMOTE) {
            return;
        }
        self.local_offset += length;
        let room = self.spec.memory.len().saturating_sub(self.local_offset);
        self.is_full |= options.has(DescriptorOptions::MAX_SIZE) && room < self.spec.max_size;
    }
}
