//! By which method the frames to one peer go.

use crate::first_contact::FirstContact;
use crate::switch::Switch;
use crate::traffic_class::{LinkPart, TrafficClass};
use ferry_method::{Header, PeerId};
use ferry_wire::ContextId;
use std::collections::VecDeque;

/// No method chosen yet.
pub(crate) const UNCHOSEN: u8 = u8::MAX;

/// The way to one peer: what every send looks at.
#[derive(Clone, Copy)]
pub(crate) struct Route {
    /// Method of each traffic class.
    pub(crate) ways: [u8; 3],
    /// Something about this peer is out of the ordinary: see its [`Detour`].
    pub(crate) has_detour: bool,
}

impl Route {
    pub(crate) const NONE: Route = Route { ways: [UNCHOSEN; 3], has_detour: false };
}

/// The smallest part of a link that has a method of its own: a traffic class, of all contexts or of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Strand {
    /// `None`: of all contexts that have no branch.
    pub(crate) context: Option<ContextId>,
    pub(crate) class: TrafficClass,
}

impl Strand {
    /// The strands of a channel.
    pub(crate) fn of(channel: LinkPart) -> Vec<Strand> {
        let own = |context, class| Strand { context: Some(context), class };
        match channel {
            LinkPart::Class(class) => vec![Strand { context: None, class }],
            LinkPart::Context(context) => {
                vec![own(context, TrafficClass::Message), own(context, TrafficClass::Bulk)]
            }
        }
    }
}

/// What is out of the ordinary about a peer.
#[derive(Default)]
pub(crate) struct Detour {
    /// Contexts with methods of their own.
    pub(crate) contexts: Vec<Branch>,
    /// Changes of method under way.
    pub(crate) switches: Vec<Switch>,
    /// The peer is reached through this one.
    pub(crate) relay: Option<PeerId>,
    /// Frames of the link layer's own that wait for their method.
    pub(crate) own: VecDeque<OwnFrame>,
    /// Frames wait for what the path turns out to be.
    pub(crate) contact: Option<FirstContact>,
}

/// A frame of the link layer's own.
pub(crate) struct OwnFrame {
    pub(crate) slot: u8,
    pub(crate) header: Header,
    pub(crate) payload: Vec<u8>,
    pub(crate) done: usize,
}

/// A context with methods of its own.
pub(crate) struct Branch {
    pub(crate) context: ContextId,
    /// Method of each traffic class; control frames go with those of all contexts.
    pub(crate) ways: [u8; 3],
    /// Classes that go by their method even to a peer behind a relay.
    pub(crate) is_straight: [bool; 3],
}

impl Branch {
    pub(crate) fn new(context: ContextId, ways: [u8; 3]) -> Self {
        Branch { context, ways, is_straight: [false; 3] }
    }
}

impl Detour {
    pub(crate) fn is_empty(&self) -> bool {
        self.contexts.is_empty()
            && self.switches.is_empty()
            && self.relay.is_none()
            && self.own.is_empty()
            && self.contact.is_none()
    }

    pub(crate) fn branch(&self, context: ContextId) -> Option<&Branch> {
        self.contexts.iter().find(|branch| branch.context == context)
    }

    pub(crate) fn branch_mut(&mut self, context: ContextId) -> Option<&mut Branch> {
        self.contexts.iter_mut().find(|branch| branch.context == context)
    }

    /// Through whom a strand goes, if not straight.
    pub(crate) fn relay_for(&self, strand: Strand) -> Option<PeerId> {
        let own = strand.context.and_then(|context| self.branch(context));
        let is_straight = own.is_some_and(|branch| branch.is_straight[strand.class as usize]);
        if is_straight { None } else { self.relay }
    }

    /// The strand on which a frame goes, and its method; `common`: those of all contexts.
    pub(crate) fn way(
        &self,
        common: [u8; 3],
        class: TrafficClass,
        context: ContextId,
    ) -> (Strand, u8) {
        let own = self.branch(context).filter(|_| class != TrafficClass::Control);
        let strand = Strand { context: own.map(|branch| branch.context), class };
        (strand, own.map_or(common, |branch| branch.ways)[class as usize])
    }
}
