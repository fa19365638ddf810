//! Functions of the program's that borrow, lent to a scope.

use super::{BorrowingCombine, Combine};
use crate::equivalence::Equivalence;
use crate::scope::Scope;
use std::cell::RefCell;
use std::sync::{Arc, PoisonError, RwLock};

/// A function of a custom operation that is lent for some time, and gone afterwards, whoever still has this.
pub(crate) struct LentCombine<T>(RwLock<Option<Box<Combine<T>>>>);

impl<T> LentCombine<T> {
    /// Calls it. False: it is not lent any more.
    pub(crate) fn call(&self, operand: &[T], into: &mut [T]) -> bool {
        let lent = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let Some(combine) = &*lent else { return false };
        combine(operand, into);
        true
    }

    /// Whether it is lent.
    pub(crate) fn is_lent(&self) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

/// What was lent until somebody ends it.
trait Loan {
    /// It is used no more when this returns.
    fn end(&self);
}

impl<T> Loan for LentCombine<T> {
    fn end(&self) {
        // A call under way ends first. What the function holds goes when nothing is locked.
        let gone = self.0.write().unwrap_or_else(PoisonError::into_inner).take();
        drop(gone);
    }
}

/// A loan that ends when this is dropped.
struct LoanEnd(Arc<dyn Loan>);

impl Drop for LoanEnd {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The functions that a scope was lent. They are gone when this is.
#[derive(Default)]
pub(crate) struct Loans(RefCell<Vec<LoanEnd>>);

impl Loans {
    /// Takes a function for as long as this lives.
    ///
    /// # Safety
    /// This is dropped before `'a` ends, whatever happens.
    pub(crate) unsafe fn take<'a, T: Equivalence>(
        &self,
        combine: impl Fn(&[T], &mut [T]) + Send + Sync + 'a,
    ) -> Arc<LentCombine<T>> {
        type Lent<'a, T> = Box<BorrowingCombine<'a, T>>;
        let combine: Lent<'a, T> = Box::new(combine);
        // SAFETY: the two differ in the lifetime alone. It is called and dropped by `LentCombine` only: behind its lock,
        // until `LoanEnd` has taken it out, which the caller vouches to be before `'a` ends.
        let combine = unsafe { std::mem::transmute::<Lent<'a, T>, Lent<'static, T>>(combine) };
        let lent = Arc::new(LentCombine(RwLock::new(Some(combine))));
        self.0.borrow_mut().push(LoanEnd(lent.clone()));
        lent
    }
}

/// Lends a scope a function, until the scope ends.
pub(crate) fn lend_function<'scope, T: Equivalence>(
    scope: &'scope Scope<'scope, '_>,
    combine: impl Fn(&[T], &mut [T]) + Send + Sync + 'scope,
) -> Arc<LentCombine<T>> {
    // SAFETY: a scope is a variable of `try_scope`, which drops it before it returns. Its body has to do with any lifetime
    // `'scope` (it is `for<'scope>`), so that what has this one is borrowed from outside of that call.
    unsafe { scope.loans.take(combine) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn a_lent_function_is_gone_with_its_scope() {
        let calls = AtomicU32::new(0);
        let kept = {
            let loans = Loans::default();
            let count = |_: &[u8], _: &mut [u8]| {
                calls.fetch_add(1, Ordering::Relaxed);
            };
            // SAFETY: `calls` outlives `loans`.
            let lent = unsafe { loans.take(count) };
            assert!(lent.call(&[], &mut []) && lent.is_lent());
            lent
        };
        assert!(!kept.call(&[], &mut []) && !kept.is_lent());
        assert_eq!(calls.load(Ordering::Relaxed), 1);
    }
}
