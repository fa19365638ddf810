//! Several operations at once, and who waits for them how.

use crate::Example;
use ferry::{Blocks, Communicator, Generalized, Result, Source, Tag};

pub(crate) const ALL: &[Example] = &[
    ("wait_all", wait_all),
    ("wait_any", wait_any),
    ("wait_some", wait_some),
    ("test_all", test_all),
    ("immediate_multiple_barrier", immediate_multiple_barrier),
    ("immediate_gather_varcount", immediate_gather_varcount),
    ("immediate_all_gather_varcount", immediate_all_gather_varcount),
    ("immediate_scatter_varcount", immediate_scatter_varcount),
    ("immediate_exclusive_scan", immediate_exclusive_scan),
    ("immediate_modes", immediate_modes),
    ("immediate_probe", immediate_probe),
    ("ready_send", ready_send),
    ("own_operation", own_operation),
];

/// A round of the ring for each of a few numbers.
fn wait_all(comm: &Communicator) -> Result<()> {
    let (me, size) = (comm.rank(), comm.size());
    let numbers: Vec<usize> = (0..4).map(|n| 10 * me + n).collect();
    let mut came = [0; 4];
    ferry::scope(|scope| {
        let receives = came
            .iter_mut()
            .zip(0..)
            .map(|(room, tag)| comm.irecv(scope, room, (me + size - 1) % size, tag));
        let receives = receives.collect::<Result<Vec<_>>>()?;
        for (number, tag) in numbers.iter().zip(0..) {
            let _ = comm.isend(scope, number, (me + 1) % size, tag)?;
        }
        let tags: Vec<i32> = ferry::wait_all(receives)?.iter().map(|s| s.tag()).collect();
        assert_eq!(tags, [0, 1, 2, 3]);
        Ok(())
    })?;
    assert_eq!(came[3], 10 * ((me + size - 1) % size) + 3);
    Ok(())
}

/// Rank 0 takes what comes first.
fn wait_any(comm: &Communicator) -> Result<()> {
    if comm.rank() != 0 {
        return comm.send(&comm.rank(), 0, 0);
    }
    let mut rooms = vec![0; comm.size() - 1];
    ferry::scope(|scope| {
        let posted = rooms.iter_mut().zip(1..).map(|(room, rank)| comm.irecv(scope, room, rank, 0));
        let mut requests = posted.collect::<Result<Vec<_>>>()?;
        let mut ranks = Vec::new();
        while let Some(first) = ferry::wait_any(&mut requests)? {
            assert_eq!(*first.buffer, first.done.source());
            ranks.push(*first.buffer);
        }
        ranks.sort_unstable();
        assert!(ranks.into_iter().eq(1..comm.size()));
        Ok(())
    })
}

/// The same, taking all that has come.
fn wait_some(comm: &Communicator) -> Result<()> {
    if comm.rank() != 0 {
        return comm.send(&[comm.rank(); 10][..], 0, 0);
    }
    let mut rooms = vec![[0usize; 10]; comm.size() - 1];
    ferry::scope(|scope| {
        let posted = rooms.iter_mut().map(|room| comm.irecv(scope, &mut room[..], Source::Any, 0));
        let mut requests = posted.collect::<Result<Vec<_>>>()?;
        let mut seen = 0;
        while !requests.is_empty() {
            seen += ferry::wait_some(&mut requests)?.len();
        }
        assert_eq!(seen, comm.size() - 1);
        Ok(())
    })
}

fn immediate_multiple_barrier(comm: &Communicator) -> Result<()> {
    ferry::scope(|scope| {
        let barriers = (0..3).map(|_| comm.ibarrier(scope)).collect::<Result<Vec<_>>>()?;
        ferry::wait_all(barriers).map(drop)
    })
}

/// Rank r has r + 1 numbers.
fn lengths(comm: &Communicator) -> (Vec<usize>, Vec<usize>) {
    let counts: Vec<usize> = (1..=comm.size()).collect();
    let all = (0..comm.size()).flat_map(|rank| vec![rank; rank + 1]).collect();
    (counts, all)
}

fn immediate_gather_varcount(comm: &Communicator) -> Result<()> {
    let (counts, expected) = lengths(comm);
    let (mine, mut all) = (vec![comm.rank(); comm.rank() + 1], vec![0; expected.len()]);
    ferry::scope(|scope| {
        let room = (comm.rank() == 0).then_some((&mut all[..], &counts[..]));
        comm.igather_varcount_into(scope, &mine, room, 0)?.wait().map(drop)
    })?;
    assert!(comm.rank() != 0 || all == expected);
    Ok(())
}

fn immediate_all_gather_varcount(comm: &Communicator) -> Result<()> {
    let (counts, expected) = lengths(comm);
    let (mine, mut all) = (vec![comm.rank(); comm.rank() + 1], vec![0; expected.len()]);
    ferry::scope(|scope| {
        comm.iall_gather_varcount_into(scope, &mine, &mut all, &counts)?.wait().map(drop)
    })?;
    assert_eq!(all, expected);
    Ok(())
}

fn immediate_scatter_varcount(comm: &Communicator) -> Result<()> {
    let (counts, items) = lengths(comm);
    let blocks = Blocks::new(items, counts)?;
    let mut mine = vec![0; comm.rank() + 1];
    ferry::scope(|scope| {
        let blocks = (comm.rank() == 0).then_some(&blocks);
        comm.iscatter_varcount_into(scope, blocks, &mut mine, 0)?.wait().map(drop)
    })?;
    assert_eq!(mine, vec![comm.rank(); comm.rank() + 1]);
    Ok(())
}

fn immediate_exclusive_scan(comm: &Communicator) -> Result<()> {
    let (mine, mut before) = (comm.rank(), 0);
    ferry::scope(|scope| {
        comm.iexclusive_scan_into(scope, &mine, &mut before, &ferry::Op::sum())?.wait().map(drop)
    })?;
    assert!(comm.rank() == 0 || before == (0..comm.rank()).sum());
    Ok(())
}

/// A send of each mode, to a neighbour that is ready for all.
fn immediate_modes(comm: &Communicator) -> Result<()> {
    let (me, size) = (comm.rank(), comm.size());
    let (left, right) = ((me + size - 1) % size, (me + 1) % size);
    let mut rooms = [0; 3];
    ferry::scope(|scope| {
        let [a, b, c] = &mut rooms;
        let receives = [
            comm.irecv(scope, a, left, 0)?,
            comm.irecv(scope, b, left, 1)?,
            comm.irecv(scope, c, left, 2)?,
        ];
        comm.barrier()?;
        let _ = comm.isend(scope, &1, right, 0)?;
        let _ = comm.isend_synchronous(scope, &2, right, 1)?;
        let _ = comm.isend_ready(scope, &3, right, 2)?;
        ferry::wait_all(receives).map(drop)
    })?;
    assert_eq!(rooms, [1, 2, 3]);
    Ok(())
}

/// Looks until a message is there, and takes it away from all others.
fn immediate_probe(comm: &Communicator) -> Result<()> {
    comm.send(&vec![comm.rank() as f32; 7], (comm.rank() + 1) % comm.size(), 3)?;
    let message = loop {
        if let Some(message) = comm.try_matched_probe(Source::Any, Tag::Any)? {
            break message;
        }
    };
    assert_eq!((message.status().tag(), message.status().count::<f32>()), (3, Some(7)));
    let (numbers, status) = message.receive_vec::<f32>()?;
    assert!(numbers.iter().all(|number| *number == status.source() as f32));
    Ok(())
}

/// The receive has begun when the others hear of it.
fn ready_send(comm: &Communicator) -> Result<()> {
    if comm.rank() != 0 {
        comm.barrier()?;
        return comm.send_ready(&comm.rank(), 0, 0);
    }
    let mut rooms = vec![0; comm.size() - 1];
    ferry::scope(|scope| {
        let posted = rooms.iter_mut().zip(1..).map(|(room, rank)| comm.irecv(scope, room, rank, 0));
        let receives = posted.collect::<Result<Vec<_>>>()?;
        comm.barrier()?;
        ferry::wait_all(receives).map(drop)
    })?;
    assert!(rooms.into_iter().eq(1..comm.size()));
    Ok(())
}

/// The program does something else until everything has come.
fn test_all(comm: &Communicator) -> Result<()> {
    let (mut rooms, mut rounds) = ([0; 3], 0);
    ferry::scope(|scope| {
        let posted =
            rooms.iter_mut().zip(0..).map(|(room, tag)| comm.irecv(scope, room, comm.rank(), tag));
        let mut receives = posted.collect::<Result<Vec<_>>>()?;
        while ferry::test_all(&mut receives)?.is_none() {
            if rounds < 3 {
                comm.send(&rounds, comm.rank(), rounds)?;
            }
            rounds += 1;
        }
        Ok(())
    })?;
    assert_eq!(rooms, [0, 1, 2]);
    Ok(())
}

/// Something that the program does itself, waited for beside a barrier.
fn own_operation(comm: &Communicator) -> Result<()> {
    struct Computing;
    impl Generalized for Computing {}
    ferry::scope(|scope| {
        let (computed, completer) = scope.start_generalized(Computing)?;
        let barrier = comm.ibarrier(scope)?.mixed();
        let thread = std::thread::spawn(move || completer.complete());
        ferry::wait_all([computed, barrier])?;
        thread.join().expect("it does not panic")
    })
}
