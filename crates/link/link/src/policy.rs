//! In which order methods are tried.

use crate::path_watch::Adaptation;
use crate::rule::Rule;
use ferry_method::{Attributes, Scope};
use std::time::Duration;

/// Rules for choosing a method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Policy {
    /// Only these, in this order; empty: all, cheapest first. `local` is always there.
    pub only: Vec<String>,
    /// Exceptions; later ones win.
    pub rules: Vec<Rule>,
    /// When links change their method by themselves.
    pub adaptation: Adaptation,
    /// A method that gets nothing through for so long is left, where another does; `None`: never.
    pub failover_after: Option<Duration>,
}

impl Policy {
    /// Position of a method in the order of trial; `None`: never. Lower is earlier.
    pub fn rank(&self, name: &str, attributes: &Attributes) -> Option<(usize, u128)> {
        let cost = attributes.latency.as_nanos();
        if attributes.scope == Scope::Process {
            return Some((0, cost));
        }
        if !attributes.reliable {
            return None;
        }
        if self.only.is_empty() {
            return Some((1, cost));
        }
        self.only.iter().position(|wanted| wanted == name).map(|at| (1 + at, cost))
    }
}
