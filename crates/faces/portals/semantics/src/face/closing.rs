//! Interfaces that are closed. Their memory is the program's again from then on: what others are still to get of it goes
//! on from copies, and what comes for it is thrown away.

use super::{PortalsLinks, PortalsState};
use crate::four::{NetworkInterfaces, NiKind};
use crate::version::PortalsVersion;

impl<V: PortalsVersion> PortalsLinks<V> {
    /// Nothing under way is an interface's any more: nobody is told of its end, in whatever interface is open there then.
    fn detach(&mut self, interface: u8) {
        self.sending.detach(interface);
        for place in self.arriving.detach(interface) {
            self.interfaces.give_up(interface, place);
        }
    }

    /// Whether nothing is written to memory of interfaces that were closed. A method has the place of a frame until it
    /// is all there, and cannot be told otherwise.
    pub fn has_landed(&self) -> bool {
        !self.arriving.land_unwanted()
    }

    /// The links are closed: nothing comes any more.
    pub(crate) fn links_closed(&mut self) {
        self.arriving.clear();
    }
}

impl PortalsState {
    /// Closes an interface, with all that it has. Its memory may be used again once [`PortalsLinks::has_landed`].
    pub fn close(&mut self, number: u8) {
        self.detach(number);
        self.interfaces.close(number);
    }
}

impl PortalsLinks<NetworkInterfaces> {
    /// Closes an interface, with all that it has if it was opened no more often. Then its memory may be used again once
    /// [`PortalsLinks::has_landed`].
    pub fn close(&mut self, kind: NiKind) {
        if self.interfaces.is_last_use(kind) {
            self.detach(kind.number());
        }
        self.interfaces.close(kind);
    }
}
