//! By which method the frames to one peer go.

use crate::lane::{Channel, Lane};
use crate::switch::Switch;
use ferry_method::{Header, PeerId};
use ferry_wire::ContextId;
use std::collections::VecDeque;

/// No method chosen yet.
pub(crate) const UNCHOSEN: u8 = u8::MAX;

/// The way to one peer: what every send looks at.
#[derive(Clone, Copy)]
pub(crate) struct Route {
    /// Method of each lane.
    pub(crate) ways: [u8; 3],
    /// Something about this peer is out of the ordinary: see its [`Detour`].
    pub(crate) has_detour: bool,
    /// Frames of each lane that their method has taken in part.
    pub(crate) halfway: [u16; 3],
}

impl Route {
    pub(crate) const NONE: Route =
        Route { ways: [UNCHOSEN; 3], has_detour: false, halfway: [0; 3] };

    /// Notes how a send ended: `before` and `after` are the marks of progress.
    #[inline]
    pub(crate) fn note(&mut self, lane: Lane, before: usize, after: usize, taken: bool) {
        let halfway = &mut self.halfway[lane as usize];
        if taken {
            *halfway -= u16::from(before != 0 && *halfway != 0);
        } else {
            *halfway += u16::from(before == 0 && after != 0);
        }
    }
}

/// What is out of the ordinary about a peer.
#[derive(Default)]
pub(crate) struct Detour {
    /// Contexts with a method of their own.
    pub(crate) contexts: Vec<Branch>,
    /// Changes of method under way.
    pub(crate) switches: Vec<Switch>,
    /// The peer is reached through this one.
    pub(crate) relay: Option<PeerId>,
    /// Frames of the link layer's own that wait for their method.
    pub(crate) own: VecDeque<OwnFrame>,
}

/// A frame of the link layer's own.
pub(crate) struct OwnFrame {
    pub(crate) slot: u8,
    pub(crate) header: Header,
    pub(crate) payload: Vec<u8>,
    pub(crate) done: usize,
}

/// A context with a method of its own.
pub(crate) struct Branch {
    pub(crate) context: ContextId,
    pub(crate) way: u8,
    pub(crate) halfway: u16,
}

impl Detour {
    pub(crate) fn is_empty(&self) -> bool {
        self.contexts.is_empty()
            && self.switches.is_empty()
            && self.relay.is_none()
            && self.own.is_empty()
    }

    pub(crate) fn branch(&mut self, context: ContextId) -> Option<&mut Branch> {
        self.contexts.iter_mut().find(|branch| branch.context == context)
    }

    /// The channel on which a frame goes.
    pub(crate) fn channel(&self, lane: Lane, context: ContextId) -> Channel {
        let own = lane != Lane::Control && self.contexts.iter().any(|b| b.context == context);
        if own { Channel::Context(context) } else { Channel::Lane(lane) }
    }
}

/// The context of a frame that belongs to one.
pub(crate) fn context_of(header: &Header) -> ContextId {
    ContextId((header.bits >> 32) as u32)
}
