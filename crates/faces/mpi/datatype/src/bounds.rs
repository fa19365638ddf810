//! Size, bounds and alignment of a typemap (MPI-5.0 §5.1, §5.1.6 to §5.1.8).

use crate::{Basic, DatatypeError, Marker};

/// Where the typemap's bytes and markers lie, relative to the buffer's address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TypeBounds {
    pub(crate) lb: i64,
    pub(crate) ub: i64,
    /// The lower bound was set by hand (resized, subarray, darray, or MPI-1's marker): derived types
    /// inherit it and ignore what unmarked data reach beyond (MPI-5.0 §5.1.6).
    pub(crate) lb_marked: bool,
    /// The same of the upper bound.
    pub(crate) ub_marked: bool,
    pub(crate) true_lb: i64,
    pub(crate) true_ub: i64,
    /// Bytes of data.
    pub(crate) size: u64,
    /// Basic elements; a pair counts for two.
    pub(crate) elements: u64,
    /// Largest alignment of a basic element; 1 without any.
    pub(crate) alignment: i64,
}

impl TypeBounds {
    pub(crate) fn of_basic(basic: Basic) -> Self {
        Self {
            lb: 0,
            ub: basic.extent() as i64,
            lb_marked: false,
            ub_marked: false,
            true_lb: 0,
            true_ub: basic.true_extent() as i64,
            size: basic.size() as u64,
            elements: basic.elements(),
            alignment: basic.alignment() as i64,
        }
    }

    /// Those of a marker: no data, and one bound at 0.
    pub(crate) fn of_marker(marker: Marker) -> Self {
        Self {
            lb_marked: marker == Marker::Lower,
            ub_marked: marker == Marker::Upper,
            alignment: 1,
            ..Self::default()
        }
    }

    /// Whether a bound was set by hand.
    fn is_marked(&self) -> bool {
        self.lb_marked || self.ub_marked
    }

    pub(crate) fn extent(&self) -> i64 {
        self.ub - self.lb
    }
}

/// The least or greatest bound of several, where marked ones make unmarked ones mean nothing.
#[derive(Default)]
struct BoundEdge {
    at: Option<i128>,
    marked: bool,
}

impl BoundEdge {
    fn join(&mut self, at: i128, marked: bool, better: fn(i128, i128) -> i128) {
        if marked && !self.marked {
            (self.at, self.marked) = (None, true);
        }
        if marked == self.marked {
            self.at = Some(self.at.map_or(at, |old| better(old, at)));
        }
    }
}

/// Joins the bounds of children placed at displacements.
#[derive(Default)]
pub(crate) struct Joiner {
    // A negative extent is legal, so the two need not be ordered.
    low: BoundEdge,
    high: BoundEdge,
    data: Option<(i128, i128)>,
    size: u128,
    elements: u128,
    alignment: i64,
}

fn hull(old: Option<(i128, i128)>, low: i128, high: i128) -> Option<(i128, i128)> {
    Some(old.map_or((low, high), |(l, h)| (l.min(low), h.max(high))))
}

impl Joiner {
    /// Places `copies` of a child whose displacements reach from `low` to `high`.
    pub(crate) fn place(&mut self, child: &TypeBounds, copies: u128, low: i128, high: i128) {
        if copies == 0 {
            return;
        }
        self.size = self.size.saturating_add(copies.saturating_mul(u128::from(child.size)));
        self.elements =
            self.elements.saturating_add(copies.saturating_mul(u128::from(child.elements)));
        if child.size > 0 {
            self.alignment = self.alignment.max(child.alignment);
            let (from, to) = (i128::from(child.true_lb), i128::from(child.true_ub));
            self.data = hull(self.data, low + from, high + to);
        } else if !child.is_marked() {
            return;
        }
        self.low.join(low + i128::from(child.lb), child.lb_marked, i128::min);
        self.high.join(high + i128::from(child.ub), child.ub_marked, i128::max);
    }

    /// Places `count` blocks `stride` bytes apart, each of `blocklength` children in a row.
    pub(crate) fn place_vector(
        &mut self,
        child: &TypeBounds,
        displacement: i64,
        (count, stride): (i64, i64),
        blocklength: i64,
    ) -> Result<(), DatatypeError> {
        if count == 0 || blocklength == 0 {
            return Ok(());
        }
        let reach = |n: i64, step: i64| i128::from(n - 1) * i128::from(step);
        let (outer, inner) = (reach(count, stride), reach(blocklength, child.extent()));
        let base = i128::from(displacement);
        let low = base + outer.min(0) + inner.min(0);
        let high = base + outer.max(0) + inner.max(0);
        if low.abs().max(high.abs()) > i128::from(i64::MAX) {
            return Err(DatatypeError::Overflow);
        }
        let copies = (count as u128) * (blocklength as u128);
        self.place(child, copies, low, high);
        Ok(())
    }

    /// The joint bounds; `pad` rounds the extent up to the alignment, as a C compiler would.
    pub(crate) fn finish(self, pad: bool) -> Result<TypeBounds, DatatypeError> {
        let alignment = self.alignment.max(1);
        let (lb, mut ub) = (self.low.at.unwrap_or(0), self.high.at.unwrap_or(0));
        if pad && !self.high.marked {
            let gap = (ub - lb).rem_euclid(i128::from(alignment));
            ub += if gap == 0 { 0 } else { i128::from(alignment) - gap };
        }
        let (true_lb, true_ub) = self.data.unwrap_or((0, 0));
        narrow(ub - lb)?;
        narrow(true_ub - true_lb)?;
        let count = |n: u128| {
            u64::try_from(n).ok().filter(|n| *n <= i64::MAX as u64).ok_or(DatatypeError::Overflow)
        };
        Ok(TypeBounds {
            lb: narrow(lb)?,
            ub: narrow(ub)?,
            lb_marked: self.low.marked,
            ub_marked: self.high.marked,
            true_lb: narrow(true_lb)?,
            true_ub: narrow(true_ub)?,
            size: count(self.size)?,
            elements: count(self.elements)?,
            alignment,
        })
    }
}

fn narrow(value: i128) -> Result<i64, DatatypeError> {
    i64::try_from(value).map_err(|_| DatatypeError::Overflow)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(parts: &[(TypeBounds, i64)], pad: bool) -> (i64, i64) {
        let mut joiner = Joiner::default();
        for (part, at) in parts {
            joiner.place_vector(part, *at, (1, 0), 1).unwrap();
        }
        let bounds = joiner.finish(pad).unwrap();
        (bounds.lb, bounds.ub)
    }

    #[test]
    fn each_marker_sets_its_own_bound() {
        let [lower, upper] = [Marker::Lower, Marker::Upper].map(TypeBounds::of_marker);
        let int = TypeBounds::of_basic(Basic::Int);
        assert_eq!(joined(&[(lower, -3), (int, 0), (upper, 6)], true), (-3, 6));
        assert_eq!(joined(&[(int, 0), (upper, 2)], true), (0, 2));
        assert_eq!(joined(&[(upper, 12), (int, 0), (upper, 9)], true), (0, 12));
        // The unmarked end is found and rounded as ever.
        assert_eq!(joined(&[(lower, -3), (int, 0)], true), (-3, 5));
        assert_eq!(joined(&[(lower, -3), (int, 0)], false), (-3, 4));
        assert_eq!(joined(&[(lower, 8)], true), (8, 8));
    }
}
