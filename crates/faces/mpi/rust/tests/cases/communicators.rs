//! Communicators, threads, and the end of MPI.

use ferry::{
    Communicator, ErrorClass, Intercommunicator, Likeness, Op, Result, Source, Tag, Threading,
    Universe,
};
use ferry_mpi::comm::{self, WORLD, create};
use ferry_mpi::info::Info;
use ferry_mpi::process::enter;
use ferry_mpi::{comm::idup, request};
use std::thread;

pub(super) fn split_and_dup() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let copy = world.dup()?;
    assert_eq!((copy.rank(), copy.size()), (me, size));
    copy.send(&1, me, 0)?;
    assert_eq!(world.try_probe(Source::Any, Tag::Any)?, None, "contexts are apart");
    assert_eq!(copy.receive::<i32>(me, 0)?.0, 1);

    let half = world.split(Some(me as u32 % 2), -(me as i32))?.expect("a colour was given");
    assert_eq!(half.size(), (size + 1 - me % 2) / 2);
    assert_eq!(
        half.all_gather(&me)?,
        (0..size).rev().filter(|r| r % 2 == me % 2).collect::<Vec<_>>()
    );
    let some = world.split((me == 0).then_some(0), 0)?;
    assert_eq!(some.map(|comm| comm.size()), (me == 0).then_some(1));
    assert_eq!(world.split(Some(u32::MAX), 0).unwrap_err().class(), ErrorClass::ARG);
    assert_eq!(world.split_shared()?.size(), size);
    // Many come and go.
    for _ in 0..50 {
        assert_eq!(world.dup()?.all_reduce(&1usize, &Op::sum())?, size);
    }
    universe.finalize()
}

/// `MPI_Comm_idup_with_info`: the links learn of the hints when the context is known.
pub(super) fn later_duplicates_heed_hints() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    assert_eq!(world.all_reduce(&1usize, &Op::sum())?, 2);
    let mut hints = Info::new();
    hints.set("ferry_methods", "shm")?;
    let (copy, mut request) = idup::idup(WORLD, hints)?;
    request::wait(&mut request)?;
    let process = enter();
    let context = format!("context {}", process.comm(copy)?.context);
    let links = process.runtime.links.links();
    let carrier = links.iter().find(|link| link.carries.contains(&context));
    assert_eq!(carrier.map(|link| link.method), Some("shm"), "{links:?}");
    drop(process);
    comm::free(copy)?;
    universe.finalize()
}

pub(super) fn duplicates_come_later() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let size = world.size();
    let (first, second) = ferry::scope(|scope| {
        // Nobody waits for this one, and it goes.
        drop(world.idup(scope)?);
        let (first, second) = (world.idup(scope)?, world.idup(scope)?);
        while !second.is_complete()? {}
        Ok((first.wait()?, second.wait()?))
    })?;
    assert_eq!((first.rank(), first.size()), (world.rank(), size));
    first.send(&1, first.rank(), 0)?;
    assert_eq!(second.try_probe(Source::Any, Tag::Any)?, None, "contexts are apart");
    assert_eq!(world.try_probe(Source::Any, Tag::Any)?, None);
    assert_eq!(first.receive::<i32>(Source::Any, 0)?.0, 1);
    assert_eq!(second.all_reduce(&1usize, &Op::sum())?, size);
    universe.finalize()
}

pub(super) fn handles_are_looked_up() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let class = |taken: Result<Communicator>| taken.unwrap_err().class();
    assert_eq!(Communicator::from_raw(world.as_raw())?.compare(&world)?, Likeness::Same);
    for nonsense in [0, 1, 0x1000_0000, usize::MAX] {
        assert_eq!(class(Communicator::from_raw(nonsense)), ErrorClass::COMM);
        assert_eq!(class(Communicator::borrow_raw(nonsense)), ErrorClass::COMM);
    }
    // One that C has made, and keeps.
    let made = create::dup(WORLD, Info::new())?;
    drop(Communicator::borrow_raw(made.0)?);
    let taken = Communicator::from_raw(made.0)?;
    assert_eq!(taken.all_reduce(&1usize, &Op::sum())?, world.size());
    drop(taken);
    assert_eq!(class(Communicator::from_raw(made.0)), ErrorClass::COMM, "it was freed");
    if world.size() == 2 {
        let me = world.rank();
        let half = world.split(Some(me as u32), 0)?.expect("a colour was given");
        let pair = half.intercommunicator(0, &world, 1 - me, 7)?;
        assert_eq!(class(Communicator::from_raw(pair.as_raw())), ErrorClass::COMM);
        let refused = Intercommunicator::from_raw(world.as_raw()).unwrap_err();
        assert_eq!(refused.class(), ErrorClass::COMM);
        let between = pair.dup()?;
        let taken = Intercommunicator::from_raw(between.as_raw())?;
        std::mem::forget(between);
        assert_eq!(taken.all_gather(&me)?, [1 - me]);
    }
    universe.finalize()
}

pub(super) fn threads_share_communicators() -> Result<()> {
    let universe = Universe::init_with(Threading::Multiple)?;
    let world = universe.world();
    let other = 1 - world.rank();
    thread::scope(|threads| {
        for tag in 0..4 {
            let world = &world;
            threads.spawn(move || {
                for round in 0..200u32 {
                    let mut came = [0u32; 100];
                    let sent = [round * 10 + tag as u32; 100];
                    let status =
                        world.send_receive(&sent, other, tag, &mut came, other, tag).unwrap();
                    assert_eq!((came, status.tag()), (sent, tag));
                }
            });
        }
    });
    assert_eq!(universe.threading(), Threading::Multiple);
    universe.finalize()
}

pub(super) fn other_threads_are_refused() -> Result<()> {
    let universe = Universe::init_with(Threading::Funneled)?;
    let world = universe.world();
    let me = world.rank();
    thread::scope(|threads| {
        let world = &world;
        let refused = threads.spawn(move || {
            assert_eq!(world.barrier().unwrap_err().class(), ErrorClass::COMM);
            assert_eq!(world.send(&1, me, 0).unwrap_err().class(), ErrorClass::COMM);
            let mut room = 0;
            let result = ferry::scope(|scope| world.irecv(scope, &mut room, me, 0)?.wait());
            assert_eq!(result.unwrap_err().class(), ErrorClass::COMM);
            drop(world.clone());
        });
        assert!(refused.join().is_ok());
    });
    world.barrier()?;
    universe.finalize()
}

pub(super) fn after_the_end_there_are_errors() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let copy = world.dup()?;
    let mut room = [0; 4];
    let result = ferry::scope(|scope| {
        let receive = world.irecv(scope, &mut room[..], Source::Any, 5)?;
        universe.finalize()?;
        receive.wait()
    });
    assert_eq!(result.unwrap_err().class(), ErrorClass::OTHER);
    assert_eq!(copy.barrier().unwrap_err().class(), ErrorClass::OTHER);
    assert!(Universe::init().is_err(), "MPI starts once");
    drop(copy);
    Ok(())
}
