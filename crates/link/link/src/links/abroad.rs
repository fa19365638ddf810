//! What comes from a world met later, under the numbers that its processes have here.

use ferry_method::{Header, Landing, MethodError, PeerId, Sink};

/// A face, as the links of such a world see it.
pub(super) struct Abroad<'a, F> {
    /// The number of the world's first process.
    pub(super) first: u32,
    pub(super) face: &'a mut F,
}

impl<F> Abroad<'_, F> {
    fn here(&self, peer: PeerId) -> PeerId {
        PeerId(peer.0 + self.first)
    }
}

impl<F: Sink> Sink for Abroad<'_, F> {
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        self.face.frame(self.here(peer), header, payload);
    }

    fn take(&mut self, peer: PeerId, header: &Header, payload: &[u8]) -> bool {
        self.face.take(self.here(peer), header, payload)
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        self.face.begin(self.here(peer), header, len)
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        self.face.finish(self.here(peer), header, landing);
    }

    fn parcel(&mut self, peer: PeerId, parcel: &[u8]) -> bool {
        self.face.parcel(self.here(peer), parcel)
    }

    fn doubt(&mut self, peer: PeerId, why: &MethodError) -> bool {
        self.face.doubt(self.here(peer), why)
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.face.lost(self.here(peer), why);
    }

    fn departed(&mut self, peer: PeerId) {
        self.face.departed(self.here(peer));
    }
}
