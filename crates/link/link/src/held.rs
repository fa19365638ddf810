//! Frames that handlers have left in their streams ([`Landing::Hold`](ferry_method::Landing::Hold)).

use ferry_method::{PeerId, StreamKey};
use ferry_wire::KeyMap;
use smallvec::SmallVec;

/// The methods that hold a frame on a stream: one, or more while a method is being changed, in order.
type Holders = SmallVec<[usize; 2]>;

/// Which methods hold frames on which streams.
#[derive(Default)]
pub(crate) struct HeldFrames(KeyMap<(PeerId, StreamKey), Holders>);

impl HeldFrames {
    /// A method holds a frame from now on.
    #[inline]
    pub(crate) fn add(&mut self, peer: PeerId, stream: StreamKey, slot: usize) {
        self.0.entry((peer, stream)).or_default().push(slot);
    }

    /// The method that holds the earliest frame on a stream, which is to go on.
    #[inline]
    pub(crate) fn take(&mut self, peer: PeerId, stream: StreamKey) -> Option<usize> {
        let holders = self.0.get_mut(&(peer, stream))?;
        let slot = holders.remove(0);
        if holders.is_empty() {
            self.0.remove(&(peer, stream));
        }
        Some(slot)
    }

    /// Whether a method holds frames of a peer.
    pub(crate) fn is_held(&self, peer: PeerId, slot: usize) -> bool {
        self.0.iter().any(|((of, _), holders)| *of == peer && holders.contains(&slot))
    }

    /// A peer is gone, with all its streams.
    pub(crate) fn forget(&mut self, peer: PeerId) {
        self.0.retain(|(of, _), _| *of != peer);
    }
}
