//! Kinds of traffic, for each of which a link may use another method.

use ferry_wire::ContextId;

/// What a frame is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum TrafficClass {
    /// Acknowledgements, clearances, credit: needs no order with anything else.
    Control = 0,
    /// Messages that are matched: within a context their order is kept.
    Message = 1,
    /// Fragments of long messages: they name their receive and need no order.
    Bulk = 2,
}

impl TrafficClass {
    /// All kinds.
    pub const ALL: [TrafficClass; 3] =
        [TrafficClass::Control, TrafficClass::Message, TrafficClass::Bulk];

    /// Its name in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            TrafficClass::Control => "control",
            TrafficClass::Message => "small",
            TrafficClass::Bulk => "bulk",
        }
    }

    /// The kind of this name.
    pub fn of_name(name: &str) -> Option<TrafficClass> {
        TrafficClass::ALL.into_iter().find(|class| class.name() == name)
    }
}

/// A part of a link that has a method of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LinkPart {
    /// Everything of a kind, except what has a channel of its own.
    Class(TrafficClass),
    /// The messages and bulk data of one communication context.
    Context(ContextId),
}
