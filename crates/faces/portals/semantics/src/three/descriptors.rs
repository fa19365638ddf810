//! Calls on memory descriptors.

use crate::handle::PortalsHandle;
use crate::three::descriptor::{DescriptorSpec, MemoryDescriptor};
use crate::three::error::PortalsError;
use crate::three::interface::PortalsInterface;

impl PortalsInterface {
    /// Whether a descriptor can be as described.
    fn check_spec(&self, spec: &DescriptorSpec) -> Result<(), PortalsError> {
        if spec.memory.count() > self.limits.max_md_iovecs {
            return Err(PortalsError::MdIllegal);
        }
        match spec.events {
            Some(queue) if queue.interface() != self.number => Err(PortalsError::MdIllegal),
            Some(queue) if self.queues.get(queue).is_none() => Err(PortalsError::EqInvalid),
            _ => Ok(()),
        }
    }

    /// Gives an entry the descriptor that it leads to. `unlinks`: the descriptor goes once it is spent.
    ///
    /// # Errors
    /// When there is no such entry or it has one, the descriptor cannot be, or there is no room.
    pub fn md_attach(
        &mut self,
        entry: PortalsHandle,
        spec: DescriptorSpec,
        unlinks: bool,
    ) -> Result<PortalsHandle, PortalsError> {
        let state = self.entries.get(entry).ok_or(PortalsError::MeInvalid)?;
        if state.descriptor.is_some() {
            return Err(PortalsError::MeInUse);
        }
        self.check_spec(&spec)?;
        let descriptor = MemoryDescriptor::new(spec, Some(entry), unlinks);
        let handle = self.descriptors.insert(descriptor).ok_or(PortalsError::NoSpace)?;
        if let Some(state) = self.entries.get_mut(entry) {
            state.descriptor = Some(handle);
        }
        Ok(handle)
    }

    /// Makes a descriptor for requests of this process.
    ///
    /// # Errors
    /// When it cannot be, or there is no room.
    pub fn md_bind(
        &mut self,
        spec: DescriptorSpec,
        unlinks: bool,
    ) -> Result<PortalsHandle, PortalsError> {
        self.check_spec(&spec)?;
        let descriptor = MemoryDescriptor::new(spec, None, unlinks);
        self.descriptors.insert(descriptor).ok_or(PortalsError::NoSpace)
    }

    /// Gives a descriptor up, and its entry if that goes with it.
    ///
    /// # Errors
    /// When there is none, or operations on it are under way.
    pub fn md_unlink(&mut self, descriptor: PortalsHandle) -> Result<(), PortalsError> {
        let state = self.descriptors.get(descriptor).ok_or(PortalsError::MdInvalid)?;
        if state.pending > 0 {
            return Err(PortalsError::MdInUse);
        }
        self.remove_descriptor(descriptor);
        Ok(())
    }

    /// A descriptor as it is.
    ///
    /// # Errors
    /// When there is none.
    pub fn md_state(&self, descriptor: PortalsHandle) -> Result<&DescriptorSpec, PortalsError> {
        Ok(&self.descriptors.get(descriptor).ok_or(PortalsError::MdInvalid)?.spec)
    }

    /// Makes a descriptor another under the same name, if every event of a queue was read and none is to come
    /// for what is under way; without a queue in any case.
    ///
    /// # Errors
    /// When there is no such descriptor or queue, the new one cannot be, or the condition does not hold: then
    /// it stays as it was.
    pub fn md_update(
        &mut self,
        descriptor: PortalsHandle,
        spec: DescriptorSpec,
        unless: Option<PortalsHandle>,
    ) -> Result<(), PortalsError> {
        let state = self.descriptors.get(descriptor).ok_or(PortalsError::MdInvalid)?;
        self.check_spec(&spec)?;
        if let Some(queue) = unless {
            let queue = self.queues.get(queue).ok_or(PortalsError::EqInvalid)?;
            if !queue.is_empty() || queue.promised > 0 || state.pending > 0 {
                return Err(PortalsError::MdNoUpdate);
            }
        }
        if let Some(state) = self.descriptors.get_mut(descriptor) {
            state.renew(spec);
        }
        Ok(())
    }

    /// Forgets a descriptor, and what answers it waits for.
    pub(crate) fn remove_descriptor(&mut self, descriptor: PortalsHandle) {
        let Some(state) = self.descriptors.remove(descriptor) else { return };
        if state.awaited > 0 {
            self.outstanding.give_up(|request| request.descriptor == descriptor);
        }
        if let Some(entry) = state.entry {
            self.leave_entry(entry);
        }
    }
}
