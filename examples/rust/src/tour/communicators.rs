//! Processes and their sets.

use crate::Example;
use ferry::{Communicator, GroupOrder, Op, Result, Session, Threading};

pub(crate) const ALL: &[Example] = &[
    ("environment", environment),
    ("duplicate", duplicate),
    ("split", split),
    ("group", group),
    ("self", alone),
    ("session", session),
    ("threads", threads),
];

fn environment(comm: &Communicator) -> Result<()> {
    let start = ferry::time();
    assert!(!ferry::processor_name().is_empty() && ferry::time() >= start);
    assert!(ferry::standard_version() >= (5, 0) && ferry::library_version().contains("Ferry"));
    assert_eq!(comm.name()?, "environment");
    Ok(())
}

fn duplicate(comm: &Communicator) -> Result<()> {
    let library = comm.dup()?;
    library.send(&1, comm.rank(), 0)?;
    assert!(comm.try_probe(comm.rank(), 0)?.is_none(), "messages never meet");
    library.receive::<i32>(comm.rank(), 0).map(drop)
}

fn split(comm: &Communicator) -> Result<()> {
    let half = comm.split(Some(comm.rank() as u32 % 2), -(comm.rank() as i32))?;
    let Some(half) = half else { unreachable!("all give a colour") };
    let ranks = half.all_gather(&comm.rank())?;
    assert!(ranks.windows(2).all(|pair| pair[0] == pair[1] + 2));
    assert!(comm.split_shared()?.size() <= comm.size());
    Ok(())
}

fn group(comm: &Communicator) -> Result<()> {
    let all = comm.group()?;
    let first = all.include(&[0])?;
    let others = all.exclude(&[0])?;
    assert_eq!(first.union(&others)?.compare(&all), GroupOrder::Same);
    assert_eq!(first.intersection(&others)?.size(), 0);
    assert_eq!(all.translate(0, &others)?, None);
    // Only the members call.
    let mine = if comm.rank() == 0 { first } else { others };
    let Some(part) = comm.create_group(&mine, 0)? else { unreachable!("it is a member") };
    assert_eq!(part.size(), mine.size());
    Ok(())
}

fn alone(comm: &Communicator) -> Result<()> {
    let Some(alone) = comm.split(Some(comm.rank() as u32), 0)? else { unreachable!() };
    alone.send("to myself".as_bytes(), 0, 0)?;
    assert_eq!(alone.receive_vec::<u8>(0, 0)?.0, b"to myself");
    Ok(())
}

/// A library that uses MPI without asking the program for a communicator.
fn session(_: &Communicator) -> Result<()> {
    let session = Session::begin_with(Threading::Multiple)?;
    let everybody = session.group("mpi://WORLD")?;
    let comm = everybody.communicator("tour")?;
    assert_eq!(comm.all_reduce(&1usize, &Op::sum())?, everybody.size());
    drop(comm);
    session.end()
}

fn threads(comm: &Communicator) -> Result<()> {
    std::thread::scope(|threads| {
        for tag in 0..4 {
            threads.spawn(move || comm.send(&(10 * tag), comm.rank(), tag).expect("a send"));
        }
        for tag in (0..4).rev() {
            assert_eq!(comm.receive::<i32>(comm.rank(), tag)?.0, 10 * tag);
        }
        Ok(())
    })
}
