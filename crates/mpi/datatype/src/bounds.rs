//! Size, bounds and alignment of a typemap (MPI-5.0 §5.1, §5.1.6 to §5.1.8).

use crate::{Basic, DatatypeError};

/// Where the typemap's bytes and markers lie, relative to the buffer's address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Bounds {
    pub(crate) lb: i64,
    pub(crate) ub: i64,
    /// The bounds were set by hand (resized, subarray, darray): derived types inherit them and
    /// ignore what unmarked data reach beyond (MPI-5.0 §5.1.6).
    pub(crate) marked: bool,
    pub(crate) true_lb: i64,
    pub(crate) true_ub: i64,
    /// Bytes of data.
    pub(crate) size: u64,
    /// Basic elements; a pair counts for two.
    pub(crate) elements: u64,
    /// Largest alignment of a basic element; 1 without any.
    pub(crate) alignment: i64,
}

impl Bounds {
    pub(crate) fn of_basic(basic: Basic) -> Self {
        Self {
            lb: 0,
            ub: basic.extent() as i64,
            marked: false,
            true_lb: 0,
            true_ub: basic.true_extent() as i64,
            size: basic.size() as u64,
            elements: basic.elements(),
            alignment: basic.alignment() as i64,
        }
    }

    pub(crate) fn extent(&self) -> i64 {
        self.ub - self.lb
    }
}

/// Joins the bounds of children placed at displacements.
#[derive(Default)]
pub(crate) struct Joiner {
    bounds: Option<(i128, i128)>,
    data: Option<(i128, i128)>,
    marked: bool,
    size: u128,
    elements: u128,
    alignment: i64,
}

fn hull(old: Option<(i128, i128)>, low: i128, high: i128) -> Option<(i128, i128)> {
    Some(old.map_or((low, high), |(l, h)| (l.min(low), h.max(high))))
}

impl Joiner {
    /// Places `copies` of a child whose displacements reach from `low` to `high`.
    pub(crate) fn place(&mut self, child: &Bounds, copies: u128, low: i128, high: i128) {
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
        } else if !child.marked {
            return;
        }
        if child.marked && !self.marked {
            self.marked = true;
            self.bounds = None;
        }
        if child.marked == self.marked {
            let (from, to) = (i128::from(child.lb), i128::from(child.ub));
            // A negative extent is legal, so low + lb and high + ub need not be ordered.
            self.bounds = Some(match self.bounds {
                None => (low + from, high + to),
                Some((l, h)) => (l.min(low + from), h.max(high + to)),
            });
        }
    }

    /// Places `count` blocks `stride` bytes apart, each of `blocklength` children in a row.
    pub(crate) fn place_vector(
        &mut self,
        child: &Bounds,
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
    pub(crate) fn finish(self, pad: bool) -> Result<Bounds, DatatypeError> {
        let alignment = self.alignment.max(1);
        let (lb, mut ub) = self.bounds.unwrap_or((0, 0));
        if pad && !self.marked {
            let gap = (ub - lb).rem_euclid(i128::from(alignment));
            ub += if gap == 0 { 0 } else { i128::from(alignment) - gap };
        }
        let (true_lb, true_ub) = self.data.unwrap_or((0, 0));
        narrow(ub - lb)?;
        narrow(true_ub - true_lb)?;
        let count = |n: u128| {
            u64::try_from(n).ok().filter(|n| *n <= i64::MAX as u64).ok_or(DatatypeError::Overflow)
        };
        Ok(Bounds {
            lb: narrow(lb)?,
            ub: narrow(ub)?,
            marked: self.marked,
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
