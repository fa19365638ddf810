//! What a message says of itself, and what a receive asks for (MPI-5.0 §3.2.3, §3.2.4).

use crate::index::QueueKey;
use ferry_wire::ContextId;

/// The ignore bits of a receive with any tag: the low half of the match bits.
pub const ANY_TAG_IGNORE: u64 = 0xffff_ffff;

/// What a message carries besides its data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Envelope {
    /// The communication context.
    pub context: ContextId,
    /// The sender's number in the job, whatever its rank in the communicator.
    pub source: u32,
    /// The sender's tag.
    pub tag: i32,
}

/// What a receive or a probe accepts; `None` is a wildcard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Selector {
    /// The communication context, never wild.
    pub context: ContextId,
    /// The sender's number in the job, or any.
    pub source: Option<u32>,
    /// The tag, or any.
    pub tag: Option<i32>,
}

impl Selector {
    /// Whether a message with this envelope may be received here.
    #[inline]
    pub fn accepts(&self, envelope: &Envelope) -> bool {
        self.context == envelope.context
            && self.source.is_none_or(|source| source == envelope.source)
            && self.tag.is_none_or(|tag| tag == envelope.tag)
    }

    #[inline]
    pub(crate) fn class(&self) -> Class {
        match (self.source, self.tag) {
            (Some(_), Some(_)) => Class::Exact,
            (None, Some(_)) => Class::AnySource,
            (Some(_), None) => Class::AnyTag,
            (None, None) => Class::Any,
        }
    }

    /// The key in the index of this selector's own class.
    #[inline]
    pub(crate) fn key(&self) -> MatchKey {
        MatchKey::new(self.context, self.source.unwrap_or(0), self.tag.unwrap_or(0))
    }
}

impl From<&Envelope> for Selector {
    /// The selector that accepts this envelope only.
    fn from(envelope: &Envelope) -> Self {
        Selector {
            context: envelope.context,
            source: Some(envelope.source),
            tag: Some(envelope.tag),
        }
    }
}

/// Which parts of a selector are wild.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Exact,
    AnySource,
    AnyTag,
    Any,
}

impl Class {
    pub(crate) const COUNT: usize = 4;
    pub(crate) const ALL: [Class; Self::COUNT] =
        [Class::Exact, Class::AnySource, Class::AnyTag, Class::Any];

    /// The key that a selector of this class has if it accepts the envelope.
    #[inline]
    pub(crate) fn key_of(self, envelope: &Envelope) -> MatchKey {
        let Envelope { context, source, tag } = *envelope;
        match self {
            Class::Exact => MatchKey::new(context, source, tag),
            Class::AnySource => MatchKey::new(context, 0, tag),
            Class::AnyTag => MatchKey::new(context, source, 0),
            Class::Any => MatchKey::new(context, 0, 0),
        }
    }
}

/// Match bits and source, with zeroes where the class is wild.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MatchKey {
    pub(crate) bits: u64,
    pub(crate) source: u32,
}

impl MatchKey {
    #[inline]
    fn new(context: ContextId, source: u32, tag: i32) -> Self {
        MatchKey { bits: u64::from(context.0) << 32 | u64::from(tag.cast_unsigned()), source }
    }
}

impl QueueKey for MatchKey {
    const SOME: Self = MatchKey { bits: 0, source: 0 };

    #[inline]
    fn hash(self) -> u32 {
        spread(self.bits, u64::from(self.source))
    }
}

/// One wide multiplication, its halves folded: enough to spread ranks and tags in sequence.
#[inline]
pub(crate) fn spread(bits: u64, source: u64) -> u32 {
    let a = bits ^ 0x9e37_79b9_7f4a_7c15;
    let b = source.rotate_left(40) ^ 0xd1b5_4a32_d192_ed03;
    let product = u128::from(a) * u128::from(b);
    let folded = product as u64 ^ (product >> 64) as u64;
    (folded ^ folded >> 32) as u32
}
