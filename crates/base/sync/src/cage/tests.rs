use super::*;
use std::sync::atomic::AtomicU32;

#[test]
fn threads_take_turns_once_shared() {
    let cage = Cage::new(0u64);
    cage.share();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..1000).for_each(|_| *cage.enter() += 1));
        }
    });
    assert_eq!(*cage.enter(), 4000);
}

#[test]
fn whoever_waits_gets_its_turn_before_the_one_that_stays() {
    const ROUNDS: u64 = 200;
    let cage = Cage::new(0u64);
    cage.share();
    std::thread::scope(|scope| {
        let mut inside = cage.enter();
        scope.spawn(|| (0..ROUNDS).for_each(|_| *cage.enter() += 1));
        let mut seen = 0;
        while seen < ROUNDS {
            let Some(turn) = cage.turn() else {
                // The other is between two entries, or waits for the processor.
                drop(inside);
                std::thread::yield_now();
                inside = cage.enter();
                seen = *inside;
                continue;
            };
            drop(inside);
            cage.give_turn(turn);
            inside = cage.enter();
            assert!(*inside > seen, "it was passed over");
            seen = *inside;
        }
    });
}

#[test]
fn who_is_alone_visits_without_a_guard() {
    let cage = Cage::new(7);
    let add = |value: &mut i32| {
        *value += 1;
        *value
    };
    assert!(matches!(cage.visit(add), Ok(8)));
    let inside = cage.enter();
    assert!(cage.visit(add).is_err(), "somebody is inside");
    drop(inside);
    assert!(matches!(cage.visit(add), Ok(9)));
    let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _ = cage.visit(|_| panic!("a mistake"));
    }));
    assert!(broken.is_err());
    assert_eq!(*cage.enter(), 9, "it has left");
    cage.share();
    assert!(cage.visit(add).is_err(), "others may come");
}

#[test]
#[should_panic(expected = "MPI_THREAD_MULTIPLE")]
fn a_second_entry_is_caught() {
    let cage = Cage::new(());
    let _first = cage.enter();
    let _second = cage.enter();
}

/// However many leave errands beside one that enters and leaves, each is run, and nobody waits.
#[test]
fn errands_are_run_by_whoever_leaves() {
    static LEFT: AtomicU32 = AtomicU32::new(0);
    let cage = Cage::with_errands(0u32, |done| *done += LEFT.swap(0, Ordering::Acquire));
    cage.share();
    let inside = cage.enter();
    cage.expect_errands();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..1000 {
                    LEFT.fetch_add(1, Ordering::Release);
                    cage.send_errand();
                }
            });
        }
        while LEFT.load(Ordering::Relaxed) < 4000 {
            std::thread::yield_now();
        }
        assert_eq!(*inside, 0, "they run when it leaves");
        drop(inside);
    });
    assert_eq!((LEFT.load(Ordering::Relaxed), *cage.enter()), (0, 4000));
}

/// A thread that asks for it comes in while another, which knows of no others, enters again and again.
#[test]
fn it_can_be_shared_while_somebody_is_inside() {
    let cage = Cage::new((0u64, 0u64));
    let inside = cage.enter();
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            cage.share_with(|| std::sync::atomic::fence(Ordering::SeqCst));
            (0..1000).for_each(|_| cage.enter().0 += 1);
        });
        while !cage.is_shared() {
            std::thread::yield_now();
        }
        assert_eq!(inside.0, 0, "it waits for the one that was inside");
        drop(inside);
        (0..1000).for_each(|_| cage.enter().1 += 1);
        other.join().expect("it is well");
    });
    assert_eq!(*cage.enter(), (1000, 1000));
}
