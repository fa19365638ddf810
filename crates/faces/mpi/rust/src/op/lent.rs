//! Operations whose functions borrow.

use super::{Op, OpKind};
use crate::buffer::{self, LentCombine};
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result};
use crate::scope::Scope;
use std::sync::Arc;

impl<T: Equivalence> Op<T> {
    /// The same as [`custom`](Op::custom) with a function that borrows, from whatever outlives the scope. It is for
    /// reductions of that scope or others within it, blocking ones and such as do not block.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Op;
    /// // Numbers of a ring, by a table.
    /// let next: Vec<usize> = (0..7).map(|a| (a + 1) % 7).collect();
    /// let (one, mut sum) = (1, 0);
    /// ferry::scope(|scope| {
    ///     let add = Op::custom_in(scope, |a: &[usize], b: &mut [usize]| {
    ///         b.iter_mut().zip(a).for_each(|(b, a)| (0..*a).for_each(|_| *b = next[*b]));
    ///     });
    ///     world.iall_reduce_into(scope, &one, &mut sum, &add.commutative())?.wait().map(drop)
    /// })?;
    /// assert_eq!(sum, world.size() % 7);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// What it borrows has to outlive the scope:
    ///
    /// ```compile_fail,E0597
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Op;
    /// ferry::scope(|scope| {
    ///     let factor = 3;
    ///     let op = Op::custom_in(scope, |a: &[i32], b: &mut [i32]| b[0] += factor * a[0]);
    ///     world.all_reduce(&1, &op).map(drop)
    /// })?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A reduction with it is an error of class [`ErrorClass::OP`] when the scope has ended.
    pub fn custom_in<'scope>(
        scope: &'scope Scope<'scope, '_>,
        combine: impl Fn(&[T], &mut [T]) + Send + Sync + 'scope,
    ) -> Self {
        let lent = buffer::lend_function(scope, combine);
        let called = lent.clone();
        let combine = move |a: &[T], b: &mut [T]| {
            // It is looked at before each reduction, and a scope waits for those that do not block.
            assert!(called.call(a, b), "the scope of the operation has ended");
        };
        Op(OpKind::Custom { combine: Arc::new(combine), commutes: false, lent: Some(lent) })
    }
}

/// Whether an operation's function is there.
pub(super) fn check_lent<T>(lent: Option<&LentCombine<T>>) -> Result<()> {
    if lent.is_none_or(LentCombine::is_lent) {
        return Ok(());
    }
    let text = "the function of Op::custom_in is gone with its scope; reduce within that, or make the operation with \
                Op::custom";
    Err(Error::new(ErrorClass::OP, text))
}
