//! Type signatures: the basic elements in order, whatever their places (MPI-5.0 §5.1, §5.1.11).

use std::slice;
use std::sync::Arc;

use crate::shape::{Block, Shape};
use crate::{Basic, Datatype, Format};

enum SignatureFrame<'a> {
    Repeat(&'a Datatype, u64),
    Fields(slice::Iter<'a, (Block, Arc<Datatype>)>),
}

impl<'a> SignatureFrame<'a> {
    fn expand(datatype: &'a Datatype) -> Self {
        match &datatype.shape {
            Shape::Basic(_) => SignatureFrame::Repeat(datatype, 1),
            Shape::Vector { count, blocklength, child, .. } => {
                SignatureFrame::Repeat(child, count.wrapping_mul(*blocklength) as u64)
            }
            Shape::Blocks { blocks, child } => {
                SignatureFrame::Repeat(child, blocks.iter().map(|block| block.len as u64).sum())
            }
            Shape::Struct(fields) => SignatureFrame::Fields(fields.iter()),
        }
    }
}

/// The signature as runs of equal basic elements; neighbours differ. See [`Datatype::basics`].
pub struct Basics<'a> {
    stack: Vec<SignatureFrame<'a>>,
    ahead: Option<(Basic, u64)>,
}

impl Basics<'_> {
    fn run(&mut self) -> Option<(Basic, u64)> {
        loop {
            let next = match self.stack.last_mut()? {
                SignatureFrame::Repeat(_, 0) => None,
                SignatureFrame::Repeat(datatype, _) if datatype.size() == 0 => None,
                SignatureFrame::Repeat(datatype, copies) => match datatype.uniform_basic() {
                    Some(basic) => {
                        let each = datatype.size() / basic.size() as u64;
                        let count = copies.saturating_mul(each);
                        self.stack.pop();
                        return Some((basic, count));
                    }
                    None => {
                        *copies -= 1;
                        Some(SignatureFrame::expand(datatype))
                    }
                },
                SignatureFrame::Fields(fields) => fields
                    .next()
                    .map(|(block, child)| SignatureFrame::Repeat(child, block.len as u64)),
            };
            match next {
                Some(frame) => self.stack.push(frame),
                None => drop(self.stack.pop()),
            }
        }
    }
}

impl Iterator for Basics<'_> {
    type Item = (Basic, u64);

    fn next(&mut self) -> Option<Self::Item> {
        let (basic, mut count) = self.ahead.take().or_else(|| self.run())?;
        while let Some((next, more)) = self.run() {
            if next != basic {
                self.ahead = Some((next, more));
                break;
            }
            count = count.saturating_add(more);
        }
        Some((basic, count))
    }
}

/// Runs of scalars: pairs are taken apart.
pub(crate) struct Scalars<'a> {
    basics: Basics<'a>,
    pairs: u64,
    pair: Option<(Basic, Basic)>,
    second: bool,
}

impl Iterator for Scalars<'_> {
    type Item = (Basic, u64);

    fn next(&mut self) -> Option<Self::Item> {
        if self.pairs == 0 {
            let (basic, count) = self.basics.next()?;
            match basic.format() {
                Format::Pair(value, index) if value == index => return Some((value, 2 * count)),
                Format::Pair(value, index) => {
                    (self.pairs, self.pair, self.second) = (count, Some((value, index)), false)
                }
                _ => return Some((basic, count)),
            }
        }
        let (value, index) = self.pair?;
        self.second = !self.second;
        if self.second {
            return Some((value, 1));
        }
        self.pairs -= 1;
        Some((index, 1))
    }
}

/// Whether two sequences of runs are equal when runs are joined.
fn same_runs(
    mut left: impl Iterator<Item = (Basic, u64)>,
    mut right: impl Iterator<Item = (Basic, u64)>,
) -> bool {
    let (mut a, mut b) = (left.next(), right.next());
    loop {
        match (a, b) {
            (None, None) => return true,
            (Some((x, n)), Some((y, m))) if x == y => {
                let both = n.min(m);
                a = if n > both { Some((x, n - both)) } else { left.next() };
                b = if m > both { Some((y, m - both)) } else { right.next() };
            }
            _ => return false,
        }
    }
}

impl Datatype {
    /// The signature of one element, run by run. It is produced as it is read: a datatype of many
    /// alternating elements needs no memory for them.
    pub fn basics(&self) -> Basics<'_> {
        Basics { stack: vec![SignatureFrame::Repeat(self, 1)], ahead: None }
    }

    /// Whether `count` elements of this and `other_count` of the other datatype have the same
    /// signature. Pairs equal a structure of their parts. The rules for `MPI_BYTE` and `MPI_PACKED`
    /// are the caller's (MPI-5.0 §3.3.1).
    pub fn signature_equal(&self, count: u64, other: &Datatype, other_count: u64) -> bool {
        let sizes = [(self, count), (other, other_count)]
            .map(|(datatype, count)| u128::from(datatype.size()) * u128::from(count));
        if sizes[0] != sizes[1] {
            return false;
        }
        if std::ptr::eq(self, other) || sizes[0] == 0 {
            return true;
        }
        if let (Some(a), Some(b)) = (self.uniform_basic(), other.uniform_basic())
            && a == b
        {
            return true;
        }
        same_runs(self.scalars(count), other.scalars(other_count))
    }

    /// The signature of so many elements, in scalars.
    pub(crate) fn scalars(&self, count: u64) -> Scalars<'_> {
        let basics = Basics { stack: vec![SignatureFrame::Repeat(self, count)], ahead: None };
        Scalars { basics, pairs: 0, pair: None, second: false }
    }

    /// Whole elements in so many bytes of data (`MPI_Get_count`); `None` stands for
    /// `MPI_UNDEFINED`.
    pub fn get_count(&self, bytes: u64) -> Option<u64> {
        match self.size() {
            0 => (bytes == 0).then_some(0),
            size => bytes.is_multiple_of(size).then_some(bytes / size),
        }
    }

    /// Basic elements in so many bytes of data (`MPI_Get_elements`, MPI-5.0 §5.1.11), a pair
    /// counting for two; `None` stands for `MPI_UNDEFINED`.
    pub fn get_elements(&self, bytes: u64) -> Option<u64> {
        if self.size() == 0 {
            return (bytes == 0).then_some(0);
        }
        let whole = (bytes / self.size()).checked_mul(self.elements())?;
        whole.checked_add(self.elements_within(bytes % self.size())?)
    }

    /// Basic elements in the first bytes of one element.
    fn elements_within(&self, bytes: u64) -> Option<u64> {
        let (mut left, mut found) = (bytes, 0u64);
        let mut frame = SignatureFrame::expand(self);
        while left > 0 {
            let (child, copies) = match &mut frame {
                SignatureFrame::Repeat(child, copies) => (*child, std::mem::take(copies)),
                SignatureFrame::Fields(fields) => match fields.next() {
                    Some((block, child)) => (child.as_ref(), block.len as u64),
                    None => break,
                },
            };
            if child.size() == 0 {
                continue;
            }
            let whole = copies.min(left / child.size());
            found = found.checked_add(whole.checked_mul(child.elements())?)?;
            left -= whole * child.size();
            if left > 0 && whole < copies {
                let Shape::Basic(basic) = child.shape else {
                    frame = SignatureFrame::expand(child);
                    continue;
                };
                let Format::Pair(value, _) = basic.format() else { return None };
                return (left == value.size() as u64).then(|| found.checked_add(1))?;
            }
        }
        Some(found)
    }
}
