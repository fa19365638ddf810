//! Where arrivals go.

use crate::MethodError;
use ferry_sys::WriteRegion;
use ferry_wire::{Header, PeerId};

/// The place for a payload that arrives in pieces.
#[derive(Debug)]
pub enum Landing {
    /// The user's own memory; exactly as long as the payload or longer.
    Memory(WriteRegion),
    /// A place inside the user's memory: the payload begins at byte `start` of the region.
    Part {
        /// The whole region.
        region: WriteRegion,
        /// Where in it the payload begins.
        start: usize,
    },
    /// A buffer of Ferry's; its length is at least the payload's.
    Heap(Vec<u8>),
    /// Nobody wants it.
    Discard,
    /// Leave it where it is: read no further in this stream until
    /// [`Method::resume`](crate::Method::resume) says where it goes. Only for methods that control the
    /// flow of single streams, and never on stream 0.
    Hold,
}

impl Landing {
    /// The bytes from `at` on, to be filled; `None` where the payload is to be thrown away.
    pub fn slice_from(&mut self, at: usize) -> Option<&mut [u8]> {
        match self {
            Landing::Memory(region) => region.as_mut_slice().get_mut(at..),
            Landing::Part { region, start } => {
                region.as_mut_slice().get_mut(start.checked_add(at)?..)
            }
            Landing::Heap(bytes) => bytes.get_mut(at..),
            Landing::Discard | Landing::Hold => None,
        }
    }
}

/// Takes frames from a method: the link layer's dispatcher.
///
/// A method delivers each frame either whole with `frame`, or with `begin`, its own copying into the
/// landing, and `finish`. Between the two no other frame of the same (peer, stream) is delivered; frames
/// of the peer's other streams may be. A method that controls the flow of single streams asks `begin`
/// for every frame on a stream other than 0, however short, so that it can be told to hold it.
pub trait Sink {
    /// A frame whose payload is at hand.
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]);

    /// A frame that may be held ([`Header::HOLDABLE`]) and whose payload is at hand: true if somebody has waited
    /// for it and has it now. False: nothing was done, and `begin` says what becomes of it.
    fn take(&mut self, _peer: PeerId, _header: &Header, _payload: &[u8]) -> bool {
        false
    }

    /// A frame of `len` payload bytes has begun: where should they go?
    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing;

    /// All payload bytes of a begun frame are in their landing.
    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing);

    /// Takes what a method sends to `peer` while that has taken a detour
    /// ([`Method::take_detour`](crate::Method::take_detour)). False: there is no room now.
    fn parcel(&mut self, _peer: PeerId, _parcel: &[u8]) -> bool {
        false
    }

    /// A method that could take a detour is about to declare a peer lost. True: it had better wait, since
    /// another way is looked for; it asks again after some time, until it is sent on a detour, the peer is
    /// heard of, or the answer is false.
    fn doubt(&mut self, _peer: PeerId, _why: &MethodError) -> bool {
        false
    }

    /// A peer can no longer be reached by this method; begun frames of its never finish.
    fn lost(&mut self, peer: PeerId, why: MethodError);

    /// A peer has closed its links in good order. What it sent before arrives all the same, so that this is no loss;
    /// whoever waits for more than that waits in vain.
    fn departed(&mut self, _peer: PeerId) {}
}
