//! Functions of the program's as reductions call them.

use crate::buffer::Combine;
use crate::error::{Error, ErrorClass};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError};

/// A function of the program's that an operation calls while it goes on.
pub(crate) trait ProgramFunction: Send + Sync {
    /// What a call has panicked with, once.
    fn take_panic(&self) -> Option<CaughtPanic>;
}

/// What a function has panicked with.
pub(crate) struct CaughtPanic(Box<dyn Any + Send>);

impl CaughtPanic {
    pub(crate) fn resume(self) -> ! {
        resume_unwind(self.0)
    }

    pub(crate) fn into_error(self) -> Error {
        let words = self.0.downcast_ref::<&str>().copied();
        let words = words.or_else(|| self.0.downcast_ref::<String>().map(String::as_str));
        let text = format!(
            "the function of Op::custom panicked ({}), and the result has no meaning",
            words.unwrap_or("with something that is no text")
        );
        Error::new(ErrorClass::OP, text)
    }
}

/// A function whose panics wait: messages of the reduction are under way while it is called.
pub(super) struct GuardedFunction<T> {
    combine: Arc<Combine<T>>,
    caught: Mutex<Option<CaughtPanic>>,
}

impl<T> GuardedFunction<T> {
    pub(super) fn new(combine: Arc<Combine<T>>) -> Arc<Self> {
        Arc::new(GuardedFunction { combine, caught: Mutex::new(None) })
    }

    /// Calls it, unless it has panicked.
    pub(super) fn call(&self, a: &[T], b: &mut [T]) {
        let mut caught = self.caught.lock().unwrap_or_else(PoisonError::into_inner);
        if caught.is_none() {
            let called = catch_unwind(AssertUnwindSafe(|| (self.combine)(a, b)));
            *caught = called.err().map(CaughtPanic);
        }
    }
}

impl<T> ProgramFunction for GuardedFunction<T> {
    fn take_panic(&self) -> Option<CaughtPanic> {
        self.caught.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
