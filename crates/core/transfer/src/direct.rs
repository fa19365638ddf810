//! Direct: messages that stay in their streams until they are wanted.

use crate::peer::{ArrivalKey, ArrivingFrame};
use crate::recv::Whole;
use crate::request::RequestId;
use crate::transfer::Transfer;
use ferry_link::Links;
use ferry_method::Landing;
use ferry_wire::{PeerId, StreamKey};

/// A message that waits in its stream for the receive that took it.
#[derive(Clone, Copy)]
pub(crate) struct Resume {
    peer: PeerId,
    arrival: ArrivalKey,
    /// `None`: nobody wants it, and it is thrown away.
    request: Option<RequestId>,
    sender: Option<u64>,
    len: usize,
}

impl Resume {
    pub(crate) fn peer(&self) -> PeerId {
        self.peer
    }

    pub(crate) fn request(&self) -> Option<RequestId> {
        self.request
    }
}

impl Transfer {
    /// Lets a message that waits in its stream come to a receive, or to nobody. `sender` is told when all
    /// has come, if it waits for the match.
    pub fn resume(
        &mut self,
        (peer, arrival): (PeerId, ArrivalKey),
        request: Option<RequestId>,
        sender: Option<u64>,
        len: usize,
    ) {
        self.owes = true;
        self.resumes.push_back(Resume { peer, arrival, request, sender, len });
    }

    /// Whether messages are to be let come.
    #[inline]
    pub fn has_resumes(&self) -> bool {
        !self.resumes.is_empty()
    }

    /// Lets the method read the next of them into its receive, and says whose it is and its stream: the next
    /// poll finds it, or whoever fetches the stream.
    pub fn resume_next(&mut self, link: &mut Links) -> Option<(PeerId, StreamKey)> {
        let Resume { peer, arrival, request, sender, len } = self.resumes.pop_front()?;
        // A request that is none takes nothing.
        let request = request.unwrap_or(RequestId(u64::MAX));
        let landing = self.landing_of(request, len);
        let whole = Whole { request, sender, len };
        self.begin_incoming(peer, arrival, ArrivingFrame::Whole(whole));
        self.resume_into(link, (peer, arrival), landing);
        Some((peer, arrival.stream))
    }

    /// Lets a method read a held message into memory of its face's.
    pub fn resume_into(
        &mut self,
        link: &mut Links,
        (peer, arrival): (PeerId, ArrivalKey),
        landing: Landing,
    ) {
        if let Err(why) = link.resume(peer, arrival.stream, landing) {
            self.mourn(peer, &why.to_string());
        }
    }
}
