//! Messages between two processes.

use crate::Example;
use ferry::{Communicator, Result, Source, Tag};

pub(crate) const ALL: &[Example] = &[
    ("simple", simple),
    ("send_receive", send_receive),
    ("send_receive_replace", send_receive_replace),
    ("ring", ring),
    ("any_source", any_source),
    ("probe", probe),
    ("buffered", buffered),
    ("synchronous", synchronous),
    ("nobody", nobody),
];

fn neighbours(comm: &Communicator) -> (usize, usize) {
    let (me, size) = (comm.rank(), comm.size());
    ((me + size - 1) % size, (me + 1) % size)
}

/// A vector goes to the next rank, whose length its receiver does not know.
fn simple(comm: &Communicator) -> Result<()> {
    let (left, right) = neighbours(comm);
    comm.send(&vec![1.5; 3 + comm.rank()], right, 0)?;
    let (numbers, status) = comm.receive_vec::<f64>(left, 0)?;
    assert_eq!((numbers, status.source()), (vec![1.5; 3 + left], left));
    Ok(())
}

/// Both directions at once, without a deadlock.
fn send_receive(comm: &Communicator) -> Result<()> {
    let (left, right) = neighbours(comm);
    let mut came = 0;
    comm.send_receive(&comm.rank(), right, 0, &mut came, left, 0)?;
    assert_eq!(came, left);
    Ok(())
}

/// A token passes all ranks.
/// One buffer goes round.
fn send_receive_replace(comm: &Communicator) -> Result<()> {
    let (left, right) = neighbours(comm);
    let mut passed = [comm.rank(); 3];
    comm.send_receive_replace(&mut passed[..], right, 0, left, 0)?;
    assert_eq!(passed, [left; 3]);
    Ok(())
}

fn ring(comm: &Communicator) -> Result<()> {
    let (left, right) = neighbours(comm);
    if comm.rank() == 0 {
        comm.send(&1usize, right, 0)?;
        assert_eq!(comm.receive::<usize>(left, 0)?.0, comm.size());
    } else {
        let (token, _) = comm.receive::<usize>(left, 0)?;
        comm.send(&(token + 1), right, 0)?;
    }
    Ok(())
}

/// Rank 0 takes what comes first.
fn any_source(comm: &Communicator) -> Result<()> {
    comm.send(&comm.rank(), 0, comm.rank() as i32)?;
    if comm.rank() == 0 {
        for _ in 0..comm.size() {
            let (rank, status) = comm.receive::<usize>(Source::Any, Tag::Any)?;
            assert_eq!((rank, rank), (status.source(), status.tag() as usize));
        }
    }
    Ok(())
}

/// Looking at a message before it is received.
fn probe(comm: &Communicator) -> Result<()> {
    let (left, right) = neighbours(comm);
    comm.send(&[7u8; 11][..], right, 5)?;
    let message = comm.matched_probe(left, Tag::Any)?;
    assert_eq!((message.status().tag(), message.status().count::<u8>()), (5, Some(11)));
    assert_eq!(message.receive_vec::<u8>()?.0, [7; 11]);
    Ok(())
}

/// A send that never waits for its receiver.
fn buffered(comm: &Communicator) -> Result<()> {
    let (left, right) = neighbours(comm);
    comm.attach_buffer(None)?;
    comm.send_buffered(&vec![comm.rank(); 200_000], right, 0)?;
    assert_eq!(comm.receive_vec::<usize>(left, 0)?.0, vec![left; 200_000]);
    comm.detach_buffer()
}

/// Sends that are complete when, or only allowed after, their receives have begun.
fn synchronous(comm: &Communicator) -> Result<()> {
    let (left, right) = neighbours(comm);
    let mut came = [0; 2];
    let [first, second] = &mut came;
    ferry::scope(|scope| {
        let receives =
            vec![comm.irecv(scope, first, left, 0)?, comm.irecv(scope, second, left, 1)?];
        comm.barrier()?;
        comm.send_synchronous(&comm.rank(), right, 0)?;
        comm.send_ready(&comm.rank(), right, 1)?;
        ferry::wait_all(receives).map(drop)
    })?;
    assert_eq!(came, [left; 2]);
    Ok(())
}

/// A shift without periodic ends, where the outer ranks' neighbours are nobody.
fn nobody(comm: &Communicator) -> Result<()> {
    let me = comm.rank();
    let (left, right) = (me.checked_sub(1), Some(me + 1).filter(|right| *right < comm.size()));
    let mut came = usize::MAX;
    comm.send_receive(&me, right, 0, &mut came, left, 0)?;
    assert_eq!(left, (came != usize::MAX).then_some(came));
    Ok(())
}
