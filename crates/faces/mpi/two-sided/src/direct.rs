//! Messages that stay in their streams, when their method is left (direct design).

use crate::kept::{Filled, Filling, Kept, KeptBody};
use crate::two_sided::TwoSided;
use ferry_link::Links;
use ferry_method::Landing;
use ferry_transfer::RequestId;
use ferry_wire::PeerId;

impl TwoSided {
    /// Whoever leaves a method waits until all that it sent by it has come, so held messages are read
    /// without a receive that wants them. Returns how many.
    pub(crate) fn read_held(&mut self, peer: PeerId, link: &mut Links) -> usize {
        let in_stream = |kept: &Kept| matches!(kept.body, KeptBody::InStream(_));
        let held =
            self.matcher.kept_where(|envelope, kept| envelope.source == peer.0 && in_stream(kept));
        let is_probed = |(_, held): &(&RequestId, &crate::kept::Held)| {
            held.peer == peer && in_stream(&held.kept)
        };
        let probed: Vec<RequestId> =
            self.probed.iter().filter(is_probed).map(|(request, _)| *request).collect();
        let count = held.len() + probed.len();
        for id in held {
            let Some(kept) = self.matcher.kept_mut(id) else { continue };
            let (len, sender) = (kept.len, kept.sender);
            let body = std::mem::replace(&mut kept.body, KeptBody::Reading);
            self.read_in(peer, Kept { len, body, sender }, Filled::Kept(id), link);
        }
        for request in probed {
            if let Some(held) = self.probed.remove(&request) {
                self.read_in(peer, held.kept, Filled::Claimed(request), link);
            }
        }
        count
    }

    /// Reads a held message into memory of Ferry's.
    fn read_in(&mut self, peer: PeerId, kept: Kept, of: Filled, link: &mut Links) {
        let Kept { len, body, sender } = kept;
        let KeptBody::InStream(arrival) = body else { return };
        self.begin_filling(Filling { peer, arrival, sender, of });
        let landing = Landing::Heap(vec![0; len as usize]);
        self.transfer.resume_into(link, (peer, arrival), landing);
    }
}
