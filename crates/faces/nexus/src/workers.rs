//! Threads for threaded handlers: one for each request that runs, up to a bound.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// An idle thread ends after this long.
const IDLE: Duration = Duration::from_secs(10);

type WorkerTask = Box<dyn FnOnce() + Send>;

/// The pool.
pub(crate) struct Workers {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    call: Condvar,
    /// Bytes of requests that wait for a thread.
    waiting: AtomicUsize,
    most: usize,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<(WorkerTask, usize)>,
    idle: usize,
    threads: usize,
    ending: bool,
    handles: Vec<JoinHandle<()>>,
}

impl Workers {
    /// A pool of at most `most` threads; none is started yet.
    pub(crate) fn new(most: usize) -> Self {
        let queue = Mutex::default();
        let (call, waiting, most) = (Condvar::new(), AtomicUsize::new(0), most.max(1));
        Workers { shared: Arc::new(Shared { queue, call, waiting, most }) }
    }

    /// Bytes of requests that wait for a thread.
    #[inline]
    pub(crate) fn waiting(&self) -> usize {
        self.shared.waiting.load(Ordering::Relaxed)
    }

    /// Runs `job` in a thread of the pool; a new one if all are busy and there may be more. `weight`:
    /// the bytes that it holds.
    pub(crate) fn run(&self, weight: usize, job: WorkerTask) {
        let mut queue = self.shared.lock();
        self.shared.waiting.fetch_add(weight, Ordering::Relaxed);
        queue.jobs.push_back((job, weight));
        if queue.jobs.len() > queue.idle && queue.threads < self.shared.most {
            let shared = self.shared.clone();
            let builder = std::thread::Builder::new().name("nexus-handler".into());
            // A system that gives no thread lets the request wait for one that there is.
            if let Ok(handle) = builder.spawn(move || shared.work()) {
                queue.threads += 1;
                queue.handles.retain(|handle| !handle.is_finished());
                queue.handles.push(handle);
            }
        }
        self.shared.call.notify_one();
    }

    /// Waits until all requests have run; there are no threads then.
    pub(crate) fn finish(&self) {
        let mut queue = self.shared.lock();
        queue.ending = true;
        let handles = std::mem::take(&mut queue.handles);
        drop(queue);
        self.shared.call.notify_all();
        let me = std::thread::current().id();
        for handle in handles.into_iter().filter(|handle| handle.thread().id() != me) {
            // A handler that panicked has said so.
            let _ = handle.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut queue = self.lock();
        loop {
            if let Some((job, weight)) = queue.jobs.pop_front() {
                drop(queue);
                self.waiting.fetch_sub(weight, Ordering::Relaxed);
                // A handler that panics has said so; the thread serves the next request.
                let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
                queue = self.lock();
                continue;
            }
            if queue.ending {
                queue.threads -= 1;
                return;
            }
            queue.idle += 1;
            let (woken, timeout) =
                self.call.wait_timeout(queue, IDLE).unwrap_or_else(PoisonError::into_inner);
            queue = woken;
            queue.idle -= 1;
            if timeout.timed_out() && queue.jobs.is_empty() {
                queue.threads -= 1;
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn requests_that_wait_for_each_other_run_at_once() {
        let workers = Workers::new(8);
        let (to_first, from_second) = mpsc::channel::<u32>();
        let (to_test, from_first) = mpsc::channel();
        workers.run(1, Box::new(move || to_test.send(from_second.recv().unwrap()).unwrap()));
        workers.run(1, Box::new(move || to_first.send(5).unwrap()));
        assert_eq!(from_first.recv().unwrap(), 5);
        workers.finish();
    }

    #[test]
    fn there_are_never_more_threads_than_allowed_and_all_requests_run() {
        let workers = Workers::new(2);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        for _ in 0..50 {
            let (now, most) = (now.clone(), most.clone());
            workers.run(
                3,
                Box::new(move || {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::yield_now();
                    now.fetch_sub(1, Ordering::SeqCst);
                }),
            );
        }
        workers.finish();
        assert_eq!(workers.waiting(), 0);
        assert!((1..=2).contains(&most.load(Ordering::SeqCst)));
    }

    #[test]
    fn a_handler_that_panics_leaves_the_pool_alive() {
        let workers = Workers::new(1);
        let (to_test, from_second) = mpsc::channel();
        workers.run(0, Box::new(|| panic!("on purpose")));
        workers.run(0, Box::new(move || to_test.send(1).unwrap()));
        assert_eq!(from_second.recv().unwrap(), 1);
        workers.finish();
    }
}
