//! Requests for operations of the program's own.

use ferry::{
    Completer, ErrorClass, Generalized, GeneralizedOutcome, Mixed, Request, Result, Threading,
    Universe,
};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

/// What became of an operation.
#[derive(Default)]
struct Course {
    cancelled: AtomicU32,
    freed: AtomicU32,
    completer: Mutex<Option<Completer>>,
}

struct Operation(Arc<Course>, u64);

impl Generalized for Operation {
    fn outcome(&self) -> GeneralizedOutcome {
        let is_cancelled = self.0.cancelled.load(Ordering::SeqCst) != 0;
        GeneralizedOutcome { bytes: self.1, source: Some(7), tag: Some(9), is_cancelled }
    }

    fn cancel(&self, is_complete: bool) {
        if is_complete {
            return;
        }
        self.0.cancelled.fetch_add(1, Ordering::SeqCst);
        let completer = self.0.completer.lock().unwrap().take();
        completer.unwrap().complete().unwrap();
    }
}

impl Drop for Operation {
    fn drop(&mut self) {
        self.0.freed.fetch_add(1, Ordering::SeqCst);
    }
}

pub(super) fn threads_complete_operations() -> Result<()> {
    let universe = Universe::init_with(Threading::Multiple)?;
    let world = universe.world();
    let courses: Vec<Arc<Course>> = (0..20).map(|_| Arc::default()).collect();
    ferry::scope(|scope| {
        let mut requests: Vec<Request<'_, Mixed>> = Vec::new();
        let mut threads = Vec::new();
        for (course, bytes) in courses.iter().zip(0..) {
            let operation = Operation(course.clone(), bytes);
            let (request, completer) = scope.start_generalized(operation)?;
            requests.push(request);
            threads.push(std::thread::spawn(move || completer.complete()));
        }
        requests.push(world.ibarrier(scope)?.mixed());
        while let Some(done) = ferry::wait_any(&mut requests)? {
            let status = done.done;
            if status.bytes() != 0 {
                assert_eq!((status.source(), status.tag()), (7, 9));
            }
        }
        threads.into_iter().try_for_each(|thread| thread.join().unwrap())
    })?;
    assert!(courses.iter().all(|course| course.freed.load(Ordering::SeqCst) == 1));
    universe.finalize()
}

pub(super) fn what_is_dropped_fails() -> Result<()> {
    let universe = Universe::init()?;
    let course = Arc::<Course>::default();
    ferry::scope(|scope| {
        let (request, completer) = scope.start_generalized(Operation(course.clone(), 1))?;
        assert!(!request.is_complete()?);
        drop(completer);
        let error = request.wait().unwrap_err();
        assert_eq!(error.class(), ErrorClass::OTHER, "{error}");
        // Nobody waits for this one but the scope.
        let (_, completer) = scope.start_generalized(Operation(course.clone(), 1))?;
        completer.complete()
    })?;
    assert_eq!(course.freed.load(Ordering::SeqCst), 2);
    universe.finalize()
}

pub(super) fn what_is_cancelled_is_told() -> Result<()> {
    let universe = Universe::init()?;
    let course = Arc::<Course>::default();
    ferry::scope(|scope| {
        let (request, completer) = scope.start_generalized(Operation(course.clone(), 1))?;
        *course.completer.lock().unwrap() = Some(completer);
        let (_, told) = request.cancel()?;
        assert!(told.is_none(), "it was taken back");
        Ok(())
    })?;
    assert_eq!(course.cancelled.load(Ordering::SeqCst), 1);
    assert_eq!(course.freed.load(Ordering::SeqCst), 1);
    universe.finalize()
}
