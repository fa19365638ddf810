//! Which frame is for whom.

use crate::frames::{
    ASK, EAGER, EAGER_SYNC, HELD, NONE_HELD, NOTICE, OFFER, RTS, SKIP, TAKE, WITHDRAW, WITHDRAWN,
};
use crate::two_sided::TwoSided;
use ferry_method::{Landing, MethodError, Sink};
use ferry_transfer::Announcement;
use ferry_wire::{HandlerId, Header, PeerId};

/// A handler of whole frames.
type FrameHandler = fn(&mut TwoSided, PeerId, &Header, &[u8]);

impl Sink for TwoSided {
    #[inline]
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        match header.handler {
            EAGER => self.eager(peer, header, payload),
            EAGER_SYNC => self.eager_whole(peer, header, payload),
            handler => match control_of(handler) {
                Some(frame) => frame(self, peer, header, payload),
                None => self.transfer.frame(peer, header, payload),
            },
        }
    }

    #[inline]
    fn take(&mut self, peer: PeerId, header: &Header, payload: &[u8]) -> bool {
        let is_message = matches!(header.handler, EAGER | EAGER_SYNC);
        is_message && self.take_direct(peer, header, payload)
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        match header.handler {
            EAGER | EAGER_SYNC => self.begin_eager(peer, header, len),
            // A method may deliver any frame in pieces, even a short one for which it had little room.
            handler if control_of(handler).is_some() && len <= Announcement::LONGEST => {
                Landing::Heap(vec![0; len])
            }
            NOTICE if len <= self.longest_notice() => Landing::Heap(vec![0; len]),
            _ => self.transfer.begin_frame(peer, header, len),
        }
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        match (header.handler, control_of(header.handler)) {
            (EAGER | EAGER_SYNC, _) => self.finish_eager(peer, header, landing),
            (_, None) => self.transfer.finish_frame(peer, header, landing),
            (_, Some(frame)) => {
                if let Landing::Heap(bytes) = landing {
                    frame(self, peer, header, &bytes);
                }
            }
        }
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.lose(peer, &why.to_string());
    }
}

/// What a control frame of messages does; its payload is short.
#[inline]
fn control_of(handler: HandlerId) -> Option<FrameHandler> {
    Some(match handler {
        RTS => TwoSided::request_to_send,
        HELD => TwoSided::held,
        ASK => TwoSided::ask,
        OFFER => TwoSided::offered,
        NONE_HELD => TwoSided::none_held,
        TAKE => TwoSided::taken,
        SKIP => TwoSided::skipped,
        WITHDRAW => TwoSided::withdraw,
        WITHDRAWN => TwoSided::withdrawn,
        NOTICE => TwoSided::notice,
        _ => return None,
    })
}
