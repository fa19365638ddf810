//! Memory that peers read long messages from. It is registered once and for all, and what is to be read is copied
//! there: so no registration is ever of memory that the program has freed or mapped anew.

use super::Port;
use super::reading::RemotePlace;
use crate::ffi::fabric::Fabric;
use crate::ffi::library::Library;
use crate::ffi::memory::Places;
use crate::ffi::offers::Offer;

/// Pieces that may lie ready for peers, and bytes of each: together little beside a core's share of a cache.
const PLACES: usize = 16;
const PIECE: usize = 128 << 10;

/// The memory, and what peers must know of it.
pub(super) struct Stage {
    places: Places,
    key: u64,
    /// What its beginning is called.
    start: u64,
}

impl Stage {
    /// Registers the memory; `None`: peers cannot read with this provider.
    pub(super) fn open(
        fabric: &mut Fabric,
        library: &Library,
        offer: &Offer,
        key: u64,
    ) -> Option<Stage> {
        let lending = offer.lending.filter(|_| fabric.can_read())?;
        let places = Places::new(PLACES, PIECE.min(offer.max_message));
        let key = if lending.chooses_keys { 0 } else { key & lending.key_mask };
        // SAFETY: the port drops the places after the fabric.
        let key = unsafe { fabric.lend(library, &places, key) }.ok()?;
        let start = if lending.by_address { places.at(0) as u64 } else { 0 };
        Some(Stage { places, key, start })
    }
}

impl Port {
    /// Pieces of messages that may lie ready to be read, and bytes of each; none where peers cannot read.
    pub(crate) fn room_to_lend(&self) -> (usize, usize) {
        self.stage.as_ref().map_or((0, 0), |stage| (stage.places.count, stage.places.each))
    }

    /// Lays a piece in a place, for a peer to read it; `None`: peers cannot read.
    ///
    /// # Panics
    /// When it is longer than a place.
    pub(crate) fn lay_ready(&mut self, place: usize, piece: &[u8]) -> Option<RemotePlace> {
        let stage = self.stage.as_mut()?;
        let len = stage.places.fill(place, &[piece]) as u32;
        let address = stage.start + (place * stage.places.each) as u64;
        Some(RemotePlace { key: stage.key, address, len })
    }
}
