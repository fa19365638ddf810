//! Work that blocks elsewhere than on the links.

use super::{Process, enter, wait_until};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Does something that may block in a thread of its own, and moves everything on meanwhile: others may depend on
/// this process. Where no thread can be had, they have to wait.
pub(crate) fn aside<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    aside_watching(|_| (), work)
}

/// The same; `watch` looks at the state after each round of progress, and may tell the work what it sees.
pub(crate) fn aside_watching<T: Send>(
    mut watch: impl FnMut(&Process),
    work: impl FnOnce() -> T + Send,
) -> T {
    let (is_done, alarm) = (AtomicBool::new(false), enter().alarm());
    let (work, result) = (Mutex::new(Some(work)), Mutex::new(None));
    let take = || work.lock().ok().and_then(|mut work| work.take());
    std::thread::scope(|scope| {
        let run = || {
            if let (Some(work), Ok(mut result)) = (take(), result.lock()) {
                *result = Some(work());
            }
            is_done.store(true, Ordering::Release);
            alarm.ring();
        };
        let thread = std::thread::Builder::new().name("ferry-aside".into());
        if thread.spawn_scoped(scope, run).is_ok() {
            wait_until(|process| {
                watch(process);
                is_done.load(Ordering::Acquire).then_some(())
            });
        }
    });
    if let Some(work) = take() {
        return work();
    }
    let result = result.into_inner().unwrap_or_default();
    result.expect("the thread has ended, and a panic ends the process")
}
