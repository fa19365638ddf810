//! Memory descriptors: what this process sends, and where comes what it asks for.

use crate::four::error::NiError;
use crate::four::interface::NetworkInterface;
use crate::four::options::MdOptions;
use crate::handle::PortalsHandle;
use crate::memory::DescriptorMemory;

/// A memory descriptor as a program describes it.
#[derive(Clone, Debug)]
pub struct MdSpec {
    /// Its memory.
    pub memory: DescriptorMemory,
    /// How it is used.
    pub options: MdOptions,
    /// Where its events go.
    pub events: Option<PortalsHandle>,
    /// What counts them.
    pub counter: Option<PortalsHandle>,
}

/// A descriptor.
#[derive(Debug)]
pub(crate) struct BoundDescriptor {
    pub(crate) spec: MdSpec,
    /// Operations that use it.
    pub(crate) pending: u32,
}

/// What hears of a descriptor's operations.
#[derive(Clone, Copy)]
pub(crate) struct MdListeners {
    pub(crate) options: MdOptions,
    pub(crate) events: Option<PortalsHandle>,
    pub(crate) counter: Option<PortalsHandle>,
}

impl BoundDescriptor {
    #[inline(always)]
    pub(crate) fn listeners(&self) -> MdListeners {
        let MdSpec { options, events, counter, .. } = self.spec;
        MdListeners { options, events, counter }
    }
}

impl NetworkInterface {
    /// Makes a descriptor.
    ///
    /// # Errors
    /// When it cannot be, or there is no room.
    pub fn md_bind(&mut self, spec: MdSpec) -> Result<PortalsHandle, NiError> {
        let is_sound = spec.memory.count() <= self.limits.max_iovecs
            && spec.options.0 & !(MdOptions::ALL | 1) == 0
            && spec.events.is_none_or(|queue| self.queues.get(queue).is_some())
            && spec.counter.is_none_or(|counter| self.counters.get(counter).is_some());
        if !is_sound {
            return Err(NiError::ArgInvalid);
        }
        let descriptor = BoundDescriptor { spec, pending: 0 };
        self.descriptors.insert(descriptor).ok_or(NiError::NoSpace)
    }

    /// Gives a descriptor up.
    ///
    /// # Errors
    /// When there is none, or operations use it.
    pub fn md_release(&mut self, descriptor: PortalsHandle) -> Result<(), NiError> {
        let bound = self.descriptors.get(descriptor).ok_or(NiError::ArgInvalid)?;
        if bound.pending > 0 {
            return Err(NiError::InUse);
        }
        self.descriptors.remove(descriptor);
        Ok(())
    }

    /// An operation uses a descriptor, or does so no longer.
    pub(crate) fn hold(&mut self, descriptor: PortalsHandle) {
        if let Some(bound) = self.descriptors.get_mut(descriptor) {
            bound.pending += 1;
        }
    }

    pub(crate) fn let_go(&mut self, descriptor: PortalsHandle) {
        if let Some(bound) = self.descriptors.get_mut(descriptor) {
            bound.pending -= 1;
        }
    }
}
