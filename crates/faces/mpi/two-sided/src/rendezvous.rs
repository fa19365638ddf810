//! Messages that are announced: their data waits at the sender.

use crate::frames::envelope;
use crate::kept::{Kept, KeptBody};
use crate::two_sided::TwoSided;
use ferry_transfer::{Announced, Announcement, RequestId};
use ferry_wire::{Header, PeerId};

impl TwoSided {
    pub(crate) fn request_to_send(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        let envelope = envelope(peer, header);
        let [sender, len] = header.words;
        let Announcement { number, word, address } = Announcement::decode(header, payload);
        if let Some(number) = number
            && self.parked != 0
        {
            self.unpark(peer, envelope.context, number);
        }
        let Some(place) = self.place(&envelope, number) else {
            return self.came_twice(peer);
        };
        match self.meet(&envelope, len, place) {
            Some(request) => {
                self.transfer.consume(peer, None);
                let (tag, sender) = (envelope.tag, RequestId(sender));
                let message = Announced { peer, tag, sender, len, address };
                self.clear_suitable(request, message, word);
            }
            None if self.transfer.keep(peer, None) => {
                let body = KeptBody::AtSender { address };
                self.keep(envelope, Kept { len, body, sender: Some(sender), word }, place);
            }
            None => return,
        }
        self.placed(&envelope, place);
    }

    /// A request to send whose number has come. It had been offered before, and taken: its sender did not
    /// know that yet.
    #[cold]
    fn came_twice(&mut self, peer: PeerId) {
        let about = self.with(peer);
        match about.taken.checked_sub(1) {
            Some(rest) => {
                about.taken = rest;
                self.transfer.consume(peer, None);
            }
            None => self.transfer.count_nonsense(),
        }
    }
}
