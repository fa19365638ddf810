//! Ports that a user allows.

use std::ops::RangeInclusive;

/// Ports that a user allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ports {
    /// Whatever the system gives.
    Any,
    /// This one for the first process of a host, those that follow for the others.
    From(u16),
    /// Any of these.
    Within(RangeInclusive<u16>),
}

impl Ports {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Ports::Any);
        }
        let port = |text: &str| text.trim().parse().ok().filter(|port: &u16| *port != 0);
        match text.split_once('-') {
            None => port(text).map(Ports::From),
            Some((low, high)) => {
                let range = port(low)?..=port(high)?;
                (!range.is_empty()).then_some(Ports::Within(range))
            }
        }
    }

    /// All of them, for those who may take any that is free; `None`: whatever the system gives.
    pub fn range(&self) -> Option<RangeInclusive<u16>> {
        match self {
            Ports::Any => None,
            Ports::From(port) => Some(*port..=u16::MAX),
            Ports::Within(range) => Some(range.clone()),
        }
    }
}
