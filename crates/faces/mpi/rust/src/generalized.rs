//! Generalised requests: operations that the program carries out itself, and that are waited for like those of MPI
//! (MPI-5.0 §13.2).

use crate::buffer::finish;
use crate::error::{Result, in_call};
use crate::request::{Mixed, Request};
use crate::scope::{OperationKind, Scope, ScopeOperation};
use crate::universe::admit;
use ferry_mpi::Status as RawStatus;
use ferry_mpi::constants::{MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_ERR_OTHER, MPI_SUCCESS};
use ferry_mpi::handle::RequestHandle;
use ferry_mpi::request::{self, GeneralizedFunctions};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An operation of the program's. It is dropped when it is complete and has been waited for (`free_fn`).
pub trait Generalized: Send + Sync + 'static {
    /// What the status tells of the operation, once it is complete (`query_fn`).
    fn outcome(&self) -> GeneralizedOutcome {
        GeneralizedOutcome::default()
    }

    /// Somebody wants to take the operation back, which may be complete (`cancel_fn`). It has to become complete all the
    /// same.
    fn cancel(&self, is_complete: bool) {
        let _ = is_complete;
    }
}

/// What the status of an operation of the program's tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GeneralizedOutcome {
    /// [`Status::bytes`](crate::Status::bytes).
    pub bytes: u64,
    /// [`Status::source`](crate::Status::source), if there is one.
    pub source: Option<usize>,
    /// [`Status::tag`](crate::Status::tag), if there is one.
    pub tag: Option<i32>,
    /// It was taken back: [`Request::cancel`] tells nothing then.
    pub is_cancelled: bool,
}

/// An operation is under way as long as this is there. Whoever carries it out, in whatever thread, says by
/// [`complete`](Completer::complete) that it is complete. Dropped without that, it has failed, with an error of class
/// [`ErrorClass::OTHER`](crate::ErrorClass::OTHER).
#[must_use = "the operation fails when this is dropped"]
#[derive(Debug)]
pub struct Completer {
    handle: RequestHandle,
    has_failed: Arc<AtomicBool>,
}

struct Functions<G> {
    operation: std::sync::Mutex<Option<Arc<G>>>,
    has_failed: Arc<AtomicBool>,
}

impl<G: Generalized> Functions<G> {
    fn operation(&self) -> Option<Arc<G>> {
        self.operation.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}

/// Runs a function of the program's that must not unwind through MPI.
fn guarded(function: impl FnOnce() -> i32) -> i32 {
    catch_unwind(AssertUnwindSafe(function)).unwrap_or(MPI_ERR_OTHER)
}

impl<G: Generalized> GeneralizedFunctions for Functions<G> {
    fn query(&self, status: &mut RawStatus) -> i32 {
        if self.has_failed() {
            return MPI_ERR_OTHER;
        }
        guarded(|| {
            let told = self.operation().map(|operation| operation.outcome()).unwrap_or_default();
            let GeneralizedOutcome { bytes, source, tag, is_cancelled } = told;
            let source = source.and_then(|rank| i32::try_from(rank).ok());
            let (source, tag) = (source.unwrap_or(MPI_ANY_SOURCE), tag.unwrap_or(MPI_ANY_TAG));
            *status = RawStatus::message(source, tag, bytes);
            status.set_cancelled(is_cancelled);
            MPI_SUCCESS
        })
    }

    fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Acquire)
    }

    fn free(&self) -> i32 {
        guarded(|| {
            let operation =
                self.operation.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
            drop(operation);
            MPI_SUCCESS
        })
    }

    fn cancel(&self, is_complete: bool) -> i32 {
        guarded(|| {
            if let Some(operation) = self.operation() {
                operation.cancel(is_complete);
            }
            MPI_SUCCESS
        })
    }
}

impl<'scope> Scope<'scope, '_> {
    /// Starts an operation that the program carries out itself (`MPI_Grequest_start`): a request to wait for beside
    /// others, and what says that it is complete. The scope waits for it as for all, so that another thread has to
    /// complete it, or this one before the scope ends.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// use ferry::{Generalized, GeneralizedOutcome, Threading, Universe};
    /// use std::sync::{Arc, Mutex};
    ///
    /// struct Summing(Arc<Mutex<u64>>);
    ///
    /// impl Generalized for Summing {
    ///     fn outcome(&self) -> GeneralizedOutcome {
    ///         GeneralizedOutcome { bytes: 8, ..Default::default() }
    ///     }
    /// }
    ///
    /// let universe = Universe::init_with(Threading::Multiple)?;
    /// let world = universe.world();
    /// let sum = Arc::new(Mutex::new(0));
    /// ferry::scope(|scope| {
    ///     let (summed, completer) = scope.start_generalized(Summing(sum.clone()))?;
    ///     let thread = std::thread::spawn({
    ///         let sum = sum.clone();
    ///         move || {
    ///             *sum.lock().unwrap() = (1..=100).sum();
    ///             completer.complete()
    ///         }
    ///     });
    ///     let statuses = ferry::wait_all([summed, world.ibarrier(scope)?.mixed()])?;
    ///     assert_eq!(statuses[0].bytes(), 8);
    ///     thread.join().unwrap()
    /// })?;
    /// assert_eq!(*sum.lock().unwrap(), 5050);
    /// universe.finalize()
    /// # }
    /// ```
    ///
    /// # Errors
    /// When this thread may not use MPI.
    pub fn start_generalized(
        &'scope self,
        operation: impl Generalized,
    ) -> Result<(Request<'scope, Mixed>, Completer)> {
        in_call("start_generalized", || {
            admit()?;
            let has_failed = Arc::new(AtomicBool::new(false));
            let operation = std::sync::Mutex::new(Some(Arc::new(operation)));
            let functions = Functions { operation, has_failed: has_failed.clone() };
            let handle = request::start_generalized(functions);
            let request = self.holding(ScopeOperation::new(handle, OperationKind::Own));
            Ok((request, Completer { handle, has_failed }))
        })
    }
}

impl Completer {
    /// The operation is complete (`MPI_Grequest_complete`).
    ///
    /// # Errors
    /// When this thread may not use MPI: see [`Threading`](crate::Threading).
    pub fn complete(self) -> Result<()> {
        in_call("complete", || {
            admit()?;
            let this = ManuallyDrop::new(self);
            Ok(finish(|| request::complete_generalized(this.handle))?)
        })
    }
}

impl Drop for Completer {
    fn drop(&mut self) {
        self.has_failed.store(true, Ordering::Release);
        if admit().is_ok() {
            let _ = finish(|| request::complete_generalized(self.handle));
        }
    }
}
