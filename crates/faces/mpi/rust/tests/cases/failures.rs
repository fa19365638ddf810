//! Ranks that fail while others wait for them.

use ferry::{Communicator, ErrorClass, Op, Result, Source, Tag, Threading, Universe};
use ferry_mpi::process::enter;
use std::process::ExitCode;
use std::thread;

pub(super) fn errors_end_the_job() -> Result<()> {
    let ended = ferry::run(|universe| {
        let world = universe.world();
        if world.rank() == 1 {
            return Err("no bananas".into());
        }
        world.receive::<u8>(1, 0)?;
        Ok(())
    });
    assert_eq!(ended, ExitCode::FAILURE);
    std::process::exit(1)
}

pub(super) fn panics_end_the_job() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    if world.rank() == 1 {
        panic!("a rank has to fail in this test");
    }
    world.receive::<u8>(1, 0)?;
    universe.finalize()
}

/// What came before the loss is still found; nothing else will come. Other ranks may still send.
pub(super) fn probes_of_a_lost_peer_fail() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    world.send(&7, 0, 1)?;
    assert_eq!(world.probe(0, 1)?.tag(), 1);
    let peer = enter().identity.me;
    enter().runtime.face.lose(peer, "unplugged");
    assert_eq!(world.probe(0, 1)?.tag(), 1);
    assert_eq!(world.receive::<i32>(0, 1)?.0, 7);
    let errors = [
        world.probe(0, 1).map(drop),
        world.try_probe(0, Tag::Any).map(drop),
        world.matched_probe(0, Tag::Any).map(drop),
        world.try_matched_probe(0, 1).map(drop),
    ];
    for error in errors {
        let error = error.unwrap_err();
        assert_eq!(error.class(), ErrorClass::PROC_ABORTED);
        assert!(error.message().contains("unplugged"), "{error}");
    }
    assert_eq!(world.try_probe(Source::Any, Tag::Any)?, None);
    universe.finalize()
}

/// One gives a communicator up: all are released, and go on with another.
pub(super) fn revoked_communicators_release_all() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let team = world.dup()?;
    if world.rank() == 0 {
        team.revoke()?;
    } else {
        let error = team.receive::<u8>(0, 0).unwrap_err();
        assert_eq!(error.class(), ErrorClass::REVOKED);
    }
    assert!(team.is_revoked()?);
    assert_eq!(team.barrier().unwrap_err().class(), ErrorClass::REVOKED);
    assert_eq!((team.failed()?, team.acknowledge_failed(9)?), (vec![], 0));
    let agreed = team.agree(!(1 << world.rank()))?;
    assert!(agreed.failure.is_none());
    assert_eq!(agreed.flags, -1 << world.size());
    let left = team.shrink()?;
    assert_eq!((left.rank(), left.size()), (world.rank(), world.size()));
    assert_eq!(left.all_reduce(&1, &Op::sum())?, world.size() as i32);
    universe.finalize()
}

/// One gives a window up: those who wait for its lock or at a fence are released.
pub(super) fn revoked_windows_release_all() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let window = world.allocate_window::<i32>(4)?;
    assert!(!window.is_revoked()?);
    world.barrier()?;
    if world.rank() == 0 {
        window.revoke()?;
    } else {
        let error = loop {
            if let Err(error) = window.fence() {
                break error;
            }
        };
        assert_eq!(error.class(), ErrorClass::REVOKED);
    }
    assert!(window.is_revoked()?);
    let refused = window.lock_all().err().map(|error| error.class());
    assert_eq!(refused, Some(ErrorClass::REVOKED));
    assert_eq!(window.failed()?, []);
    universe.finalize()
}

/// The state that they wait in stays.
pub(super) fn nothing_ends_beside_waiting_threads() -> Result<()> {
    let universe = Universe::init_with(Threading::Multiple)?;
    let world = universe.world();
    if world.rank() == 0 {
        world.receive::<u8>(1, 0)?;
        return universe.finalize();
    }
    let mine = world.clone();
    thread::spawn(move || mine.receive::<u8>(Source::Any, 5));
    while !enter().runtime.watch.are_any_waiting() {
        thread::yield_now();
    }
    universe.finalize()
}

pub(super) fn panics_of_threads_end_the_job() -> Result<()> {
    let universe = Universe::init_with(Threading::Multiple)?;
    let world = universe.world();
    std::thread::scope(|threads| {
        threads.spawn(|| assert_eq!(world.rank(), 0, "a thread has to fail in this test"));
    });
    world.receive::<u8>(1, 0)?;
    universe.finalize()
}

/// Rank 1 fails by a call, as programs do with `?`.
fn fails_on_1(world: &Communicator) -> Result<()> {
    if world.rank() == 1 { world.send(&1u8, 77, 0) } else { Ok(()) }
}

pub(super) fn early_errors_end_the_job() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    fails_on_1(&world)?;
    world.receive::<u8>(1, 0)?;
    universe.finalize()
}

pub(super) fn early_errors_beside_threads() -> Result<()> {
    let universe = Universe::init_with(Threading::Multiple)?;
    let world = universe.world();
    let mine = world.clone();
    std::thread::spawn(move || mine.receive::<u8>(Source::Any, 5));
    fails_on_1(&world)?;
    world.receive::<u8>(1, 0)?;
    universe.finalize()
}

pub(super) fn exits_end_the_job() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    if world.rank() == 1 {
        std::process::exit(3);
    }
    world.receive::<u8>(1, 0)?;
    universe.finalize()
}

pub(super) fn exits_after_the_drop() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    if world.rank() == 1 {
        drop(universe);
        std::process::exit(4);
    }
    world.receive::<u8>(1, 0)?;
    universe.finalize()
}

pub(super) fn quiet_exits_end_the_job() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    if world.rank() == 1 {
        std::process::exit(0);
    }
    world.receive::<u8>(1, 0)?;
    universe.finalize()
}

/// What was sent before the drop arrives, although the sender says nothing more.
pub(super) fn drops_finalise() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    if me == 0 {
        (1..size).try_for_each(|to| world.send(&vec![to; 100_000], to, 0))?;
    } else {
        assert_eq!(world.receive_vec::<usize>(0, 0)?.0, [me; 100_000]);
    }
    Ok(())
}

pub(super) fn drops_in_odd_order() -> Result<()> {
    let held: (Communicator, Communicator);
    let universe = Universe::init()?;
    let world = universe.world();
    held = (world.dup()?, world.split(Some(0), 0)?.expect("a colour was given"));
    assert_eq!(held.0.all_reduce(&1usize, &Op::sum())?, world.size());
    drop(universe);
    let refused = held.1.barrier().unwrap_err();
    assert_eq!(refused.class(), ErrorClass::OTHER);
    assert!(format!("{refused:?}").contains("finalised"), "{refused:?}");
    assert!(Universe::init().is_err(), "MPI starts once");
    Ok(())
}

pub(super) fn drops_in_scopes() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let mut room = [7; 4];
    let result = ferry::scope(|scope| {
        let _ = world.irecv(scope, &mut room[..], Source::Any, 5)?;
        drop(universe);
        Ok(())
    });
    assert_eq!(result.unwrap_err().class(), ErrorClass::OTHER);
    assert_eq!(room, [7; 4]);
    Ok(())
}

pub(super) fn levels_of_run() -> Result<()> {
    let ended = ferry::run_with(Threading::Multiple, |universe| {
        assert_eq!(universe.threading(), Threading::Multiple);
        let world = universe.world();
        let summed = std::thread::scope(|threads| {
            let sum = threads.spawn(|| world.all_reduce(&1usize, &Op::sum()));
            sum.join().expect("it does not panic")
        });
        assert_eq!(summed?, world.size());
        Ok(())
    });
    assert_eq!(ended, ExitCode::SUCCESS);
    Ok(())
}
