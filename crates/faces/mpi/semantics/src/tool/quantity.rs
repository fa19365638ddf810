//! What performance variables measure, and where it is found.

use super::ElementType;
use super::state::Tools;
use crate::init::{Phase, phase};
use crate::lane;
use crate::process::{Process, enter_lane};
use ferry_link::{LinkSight, MethodReport};
use ferry_two_sided::Transfer;
use ferry_wire::PeerId;
use std::time::Duration;

/// A value of a performance variable.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Figure {
    /// The value of an enumeration.
    Item(i32),
    /// Something counted.
    Number(u64),
    /// Seconds, or a part of something.
    Real(f64),
}

impl Figure {
    /// Nothing, as an element of this type.
    pub(super) fn zero(element: ElementType) -> Self {
        match element {
            ElementType::Int => Figure::Item(0),
            ElementType::Double => Figure::Real(0.0),
            _ => Figure::Number(0),
        }
    }

    /// As it lies in memory.
    pub(super) fn bytes(self) -> Vec<u8> {
        match self {
            Figure::Item(value) => value.to_ne_bytes().to_vec(),
            Figure::Number(value) => value.to_ne_bytes().to_vec(),
            Figure::Real(value) => value.to_ne_bytes().to_vec(),
        }
    }

    /// The element that lies like this in memory.
    pub(super) fn of_bytes(element: ElementType, bytes: &[u8]) -> Option<Self> {
        Some(match element {
            ElementType::Int => Figure::Item(i32::from_ne_bytes(bytes.try_into().ok()?)),
            ElementType::Double => Figure::Real(f64::from_ne_bytes(bytes.try_into().ok()?)),
            _ => Figure::Number(u64::from_ne_bytes(bytes.try_into().ok()?)),
        })
    }

    /// This, and what has come to `before` since.
    pub(super) fn plus(self, now: Figure, before: Figure) -> Self {
        match (self, now, before) {
            (Figure::Number(sum), Figure::Number(now), Figure::Number(before)) => {
                Figure::Number(sum.wrapping_add(now.saturating_sub(before)))
            }
            (Figure::Real(sum), Figure::Real(now), Figure::Real(before)) => {
                Figure::Real(sum + (now - before).max(0.0))
            }
            _ => now,
        }
    }

    /// The larger one.
    pub(super) fn most(self, other: Figure) -> Self {
        match (self, other) {
            (Figure::Number(one), Figure::Number(other)) => Figure::Number(one.max(other)),
            (Figure::Real(one), Figure::Real(other)) => Figure::Real(one.max(other)),
            _ => other,
        }
    }
}

/// Where a performance variable finds what it measures.
#[derive(Clone, Debug)]
pub(super) enum Quantity {
    /// Whether or not there is a process.
    Always(fn() -> Figure),
    /// In the process.
    OfProcess(fn(&mut Process) -> Figure),
    /// At its link to each member of a communicator.
    OfLink(fn(&LinkSight) -> Figure),
    /// The method of each of these links.
    MethodOfLink,
    /// At a method of the process, by its name.
    OfMethod(String, fn(&MethodReport) -> Figure),
}

impl Quantity {
    /// Whether it is one for each member of a communicator.
    pub(super) fn is_of_links(&self) -> bool {
        matches!(self, Quantity::OfLink(_) | Quantity::MethodOfLink)
    }

    /// What is found now, in all lanes of the process; at the link to `peer`, if it is of links.
    pub(super) fn figure(
        &self,
        process: &mut Process,
        peer: PeerId,
        methods: &[String],
        (element, is_sum): (ElementType, bool),
    ) -> Figure {
        let own = self.figure_of(process, peer, methods, element);
        if matches!(self, Quantity::Always(_)) || matches!(own, Figure::Item(_)) {
            return own;
        }
        lane::open().fold(own, |found, lane| {
            let figure = self.figure_of(&mut enter_lane(lane), peer, methods, element);
            if is_sum { found.plus(figure, Figure::zero(element)) } else { found.most(figure) }
        })
    }

    fn figure_of(
        &self,
        process: &mut Process,
        peer: PeerId,
        methods: &[String],
        element: ElementType,
    ) -> Figure {
        match self {
            Quantity::Always(find) => find(),
            Quantity::OfProcess(find) => find(process),
            Quantity::OfLink(find) => find(&process.runtime.links.sight(peer)),
            Quantity::MethodOfLink => {
                let name = process.runtime.links.sight(peer).method;
                Figure::Item(name.map_or(0, |name| number_of(methods, name)))
            }
            Quantity::OfMethod(name, find) => {
                let all = process.runtime.links.home().methods();
                let of = all.iter().find(|method| method.name == name);
                of.map_or(Figure::zero(element), find)
            }
        }
    }
}

/// The number of a method in its enumeration.
pub(super) fn number_of(methods: &[String], name: &str) -> i32 {
    methods.iter().position(|known| known == name).unwrap_or(0) as i32
}

/// The figure of a process that is not there any more, or not yet.
pub(super) fn last_of(tools: &Tools, variable: usize, at: usize) -> Figure {
    let known = &tools.variables[variable];
    if let Quantity::Always(find) = known.quantity {
        return find();
    }
    let kept = tools.last.get(variable).and_then(|figures| figures.get(at));
    kept.copied().unwrap_or(Figure::zero(known.element))
}

pub(super) fn number(value: usize) -> Figure {
    Figure::Number(value as u64)
}

pub(super) fn seconds(time: Duration) -> Figure {
    Figure::Real(time.as_secs_f64())
}

/// Where the process stands.
pub(super) fn life() -> Figure {
    Figure::Item(match phase() {
        Phase::Before => 0,
        Phase::Running => 1,
        Phase::After => 2,
    })
}

/// The part of all messages that came before their receives.
pub(super) fn unexpected_share(process: &mut Process) -> Figure {
    let (expected, unexpected) = process.runtime.face.arrived();
    let all = expected + unexpected;
    Figure::Real(if all == 0 { 0.0 } else { unexpected as f64 / all as f64 })
}

/// The transfers of a process.
pub(super) fn transfers(process: &Process) -> &Transfer {
    &process.runtime.face.transfer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_lie_in_memory_as_they_are() {
        for (element, figure) in [
            (ElementType::Int, Figure::Item(-3)),
            (ElementType::Long, Figure::Number(u64::MAX)),
            (ElementType::Double, Figure::Real(0.25)),
        ] {
            let bytes = figure.bytes();
            assert_eq!(bytes.len(), element.size());
            assert_eq!(Figure::of_bytes(element, &bytes), Some(figure));
            assert_eq!(Figure::of_bytes(element, &bytes[1..]), None);
        }
    }

    #[test]
    fn what_has_come_since_is_added_and_what_began_anew_is_not() {
        let number = Figure::Number;
        assert_eq!(number(5).plus(number(12), number(10)), number(7));
        assert_eq!(
            number(5).plus(number(3), number(10)),
            number(5),
            "another connection counts anew"
        );
        assert_eq!(number(5).most(number(3)), number(5));
        let real = Figure::Real;
        assert_eq!(real(1.0).plus(real(2.5), real(2.0)), real(1.5));
    }
}
