//! Sessions, with and without a universe.

use ferry::{ErrorClass, GroupOrder, Op, Result, Session, Threading, Universe};
use ferry_mpi::process::enter;

pub(super) fn sessions_come_and_go() -> Result<()> {
    for round in 0..3 {
        let (a, b) = (Session::begin()?, Session::begin()?);
        assert!(a.process_sets()?.iter().any(|name| name == "mpi://WORLD"));
        let everybody = a.group("mpi://WORLD")?;
        let of_a = everybody.communicator(&format!("round {round}, a"))?;
        let of_b = b.group("mpi://WORLD")?.communicator(&format!("round {round}, b"))?;
        assert_eq!(of_a.all_reduce(&1usize, &Op::sum())?, everybody.size());
        a.end()?;
        assert_eq!(of_b.all_reduce(&1usize, &Op::sum())?, everybody.size());
        let refused = b.group("mpi://NOBODY").unwrap_err();
        assert_eq!(refused.class(), ErrorClass::ARG);
        drop(b);
        assert_eq!(of_b.barrier().unwrap_err().class(), ErrorClass::OTHER);
    }
    Ok(())
}

pub(super) fn sessions_beside_the_universe() -> Result<()> {
    let session = Session::begin_with(Threading::Multiple)?;
    let universe = Universe::init()?;
    assert_eq!(universe.threading(), Threading::Multiple);
    let comm = session.group("mpi://WORLD")?.communicator("beside")?;
    assert_eq!(comm.group()?.compare(&universe.world().group()?), GroupOrder::Same);
    std::thread::scope(|threads| {
        threads.spawn(|| comm.barrier().unwrap());
    });
    universe.finalize()?;
    comm.barrier()?;
    session.end()
}

pub(super) fn other_threads_begin_no_session() -> Result<()> {
    let universe = Universe::init()?;
    let refused = std::thread::spawn(|| Session::begin().map(drop)).join().unwrap();
    assert_eq!(refused.unwrap_err().class(), ErrorClass::COMM);
    universe.finalize()
}

pub(super) fn a_later_life_knows_nothing_of_the_former() -> Result<()> {
    let universe = Universe::init()?;
    let own = universe.self_comm();
    let (old, mut room) = (own.dup()?, [(0u8, 0u16)]);
    let mut repeated = old.repeated_receive(vec![0u64; 4], 0, 1)?;
    ferry::scope(|scope| {
        let _ = own.isend(scope, &[(1u8, 2u16)][..], 0, 0)?;
        own.receive_into(&mut room[..], 0, 0).map(drop)
    })?;
    universe.finalize()?;
    // Names of objects that were made before are not given again.
    let session = Session::begin()?;
    let comm = session.group("mpi://SELF")?.communicator("later")?;
    let mut other = comm.repeated_receive(vec![0u64; 4], 0, 1)?;
    assert_eq!(old.barrier().unwrap_err().class(), ErrorClass::COMM);
    assert_eq!(repeated.start().map(drop).unwrap_err().class(), ErrorClass::REQUEST);
    drop((old, repeated));
    let round = other.start()?;
    comm.send(&[7u64; 4][..], 0, 1)?;
    round.wait()?;
    assert_eq!(other.output()?, [7; 4]);
    // Datatypes are made anew.
    ferry::scope(|scope| {
        let _ = comm.isend(scope, &[(3u32, 4u8)][..], 0, 0)?;
        let (came, _) = comm.receive::<(u32, u8)>(0, 0)?;
        assert_eq!(came, (3, 4));
        Ok(())
    })?;
    let mut small = [(0u8, 0u16)];
    comm.send(&(5u8, 6u16), 0, 0)?;
    comm.receive_into(&mut small[..], 0, 0)?;
    assert_eq!((room, small), ([(1, 2)], [(5, 6)]));
    drop((comm, other));
    session.end()
}

pub(super) fn scopes_hold_off_other_threads() -> Result<()> {
    let universe = Universe::init()?;
    let own = universe.self_comm();
    let mut room = 0;
    let ended = ferry::scope(|scope| {
        let _ = own.irecv(scope, &mut room, 0, 0)?;
        drop(universe);
        // This scope enters MPI still.
        let refused = std::thread::spawn(|| Session::begin().map(drop)).join().unwrap();
        assert!(refused.is_err());
        Ok(())
    });
    assert_eq!(ended.unwrap_err().class(), ErrorClass::OTHER);
    std::thread::spawn(|| Session::begin()?.end()).join().unwrap()
}

/// Who waits in a session of its own is nobody's whom the universe would leave behind.
pub(super) fn universes_end_beside_waiting_sessions() -> Result<()> {
    let universe = Universe::init_with(Threading::Multiple)?;
    let (ready, is_ready) = std::sync::mpsc::channel();
    let (sent, is_sent) = std::sync::mpsc::channel();
    let waiter = std::thread::spawn(move || {
        let session = Session::begin_with(Threading::Multiple)?;
        let comm = session.group("mpi://SELF")?.communicator("waits")?;
        ready.send(comm.clone()).expect("somebody listens");
        assert_eq!(comm.receive::<i32>(0, 0)?.0, 7);
        is_sent.recv().expect("it was sent");
        session.end()
    });
    let comm = is_ready.recv().expect("the thread goes on");
    while !enter().runtime.watch.are_any_waiting() {
        std::thread::yield_now();
    }
    universe.finalize()?;
    comm.send(&7, 0, 0)?;
    drop(comm);
    sent.send(()).expect("the thread waits for this");
    waiter.join().expect("it does not panic")
}
