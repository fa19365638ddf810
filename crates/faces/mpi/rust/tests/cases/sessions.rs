//! Sessions, with and without a universe.

use ferry::{ErrorClass, GroupOrder, Op, Result, Session, Threading, Universe};

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
