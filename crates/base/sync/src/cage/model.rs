//! What loom sees of the cage in every interleaving.

use super::*;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, fence};

/// One thread leaves an errand while another enters and leaves: it has been run when both are done.
#[test]
fn no_errand_is_lost() {
    struct Errands {
        left: Arc<AtomicU32>,
        done: u32,
    }
    loom::model(|| {
        let left = Arc::new(AtomicU32::new(0));
        let errands = Errands { left: left.clone(), done: 0 };
        let run = |e: &mut Errands| e.done += e.left.swap(0, Ordering::Relaxed);
        let cage = Arc::new(Cage::with_errands(errands, run));
        cage.share();
        cage.enter().done = 0;
        cage.expect_errands();
        let other = cage.clone();
        let thread = loom::thread::spawn(move || drop(other.enter()));
        left.store(1, Ordering::Relaxed);
        cage.send_errand();
        thread.join().unwrap();
        assert_eq!((left.load(Ordering::Relaxed), cage.enter().done), (0, 1));
    });
}

/// One thread enters again and again, another shares the cage and enters: loom sees whether both were ever
/// inside at once.
#[test]
fn one_is_inside_at_a_time() {
    loom::model(|| {
        let cage = Arc::new(Cage::new(UnsafeCell::new(0)));
        let count = |cage: &Cage<UnsafeCell<u32>>| {
            // SAFETY: the guard is the only one; loom would tell.
            cage.enter().with_mut(|value| unsafe { *value += 1 });
        };
        let other = cage.clone();
        let thread = loom::thread::spawn(move || {
            other.share_with(|| fence(Ordering::SeqCst));
            count(&other);
        });
        count(&cage);
        count(&cage);
        thread.join().unwrap();
        // SAFETY: as above.
        assert_eq!(cage.enter().with(|value| unsafe { *value }), 3);
    });
}
