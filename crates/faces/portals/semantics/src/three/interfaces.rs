//! The interfaces of a process.

use crate::handle::PortalsHandle;
use crate::three::interface::PortalsInterface;

/// The interfaces of a process, by number.
#[derive(Default)]
pub struct Interfaces {
    open: [Option<Box<PortalsInterface>>; PortalsHandle::INTERFACES],
}

impl Interfaces {
    /// Adds one; of two of the same number the first stays.
    pub fn open(&mut self, interface: PortalsInterface) -> &mut PortalsInterface {
        self.open[usize::from(interface.number)].get_or_insert_with(|| Box::new(interface))
    }

    /// Closes one, with all that it has.
    pub fn close(&mut self, number: u8) -> Option<PortalsInterface> {
        self.open.get_mut(usize::from(number))?.take().map(|interface| *interface)
    }

    /// One by its number.
    pub fn get_mut(&mut self, number: u8) -> Option<&mut PortalsInterface> {
        self.open.get_mut(usize::from(number))?.as_deref_mut()
    }

    /// All of them.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut PortalsInterface> {
        self.open.iter_mut().filter_map(Option::as_deref_mut)
    }

    /// Whether one has something to send.
    pub fn has_outgoing(&self) -> bool {
        self.open.iter().flatten().any(|interface| interface.has_outgoing())
    }

    /// Grows with every event.
    pub fn news(&self) -> u64 {
        self.open.iter().flatten().map(|interface| interface.posted()).sum()
    }
}
