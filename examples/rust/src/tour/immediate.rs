//! Operations that go on while the program does something else.

use crate::Example;
use ferry::{Blocks, Communicator, Op, Result};

pub(crate) const ALL: &[Example] = &[
    ("immediate", immediate),
    ("immediate_multiple_requests", immediate_multiple_requests),
    ("immediate_multiple_test", immediate_multiple_test),
    ("immediate_mixed", immediate_mixed),
    ("immediate_barrier", immediate_barrier),
    ("immediate_broadcast", immediate_broadcast),
    ("immediate_gather", immediate_gather),
    ("immediate_scatter", immediate_scatter),
    ("immediate_all_to_all", immediate_all_to_all),
    ("immediate_reduce", immediate_reduce),
    ("immediate_scan", immediate_scan),
    ("immediate_user_operations", immediate_user_operations),
    ("immediate_reduce_scatter", immediate_reduce_scatter),
    ("immediate_all_to_all_varcount", immediate_all_to_all_varcount),
    ("immediate_duplicate", immediate_duplicate),
    ("cancel", cancel),
    ("own_errors", own_errors),
];

fn immediate(comm: &Communicator) -> Result<()> {
    let (data, mut came) = (comm.rank() as f64, 0.0);
    let size = comm.size();
    ferry::scope(|scope| {
        let receive = comm.irecv(scope, &mut came, (comm.rank() + size - 1) % size, 0)?;
        let send = comm.isend(scope, &data, (comm.rank() + 1) % size, 0)?;
        while !receive.is_complete()? {
            std::hint::spin_loop();
        }
        receive.wait()?;
        send.wait()
    })?;
    assert_eq!(came as usize, (comm.rank() + size - 1) % size);
    Ok(())
}

/// Everybody sends to everybody, and all is waited for at once.
fn immediate_multiple_requests(comm: &Communicator) -> Result<()> {
    let mut rooms = vec![[0; 100]; comm.size()];
    let data = [comm.rank(); 100];
    ferry::scope(|scope| {
        let mut requests = Vec::new();
        for (rank, room) in rooms.iter_mut().enumerate() {
            requests.push(comm.irecv(scope, &mut room[..], rank, 0)?.mixed());
            requests.push(comm.isend(scope, &data[..], rank, 0)?.mixed());
        }
        ferry::wait_all(requests).map(drop)
    })?;
    assert!(rooms.iter().enumerate().all(|(rank, room)| *room == [rank; 100]));
    Ok(())
}

/// What has come is used while the rest is on its way.
fn immediate_multiple_test(comm: &Communicator) -> Result<()> {
    let mut rooms = vec![0; comm.size()];
    let mut sum = 0;
    ferry::scope(|scope| {
        let mut requests = rooms
            .iter_mut()
            .enumerate()
            .map(|(rank, room)| comm.irecv(scope, room, rank, 0))
            .collect::<Result<Vec<_>>>()?;
        for rank in 0..comm.size() {
            comm.send(&comm.rank(), rank, 0)?;
        }
        while !requests.is_empty() {
            sum += ferry::test_some(&mut requests)?.iter().map(|done| *done.buffer).sum::<usize>();
        }
        Ok(())
    })?;
    assert_eq!(sum, (0..comm.size()).sum());
    Ok(())
}

/// Messages and collectives are waited for together.
fn immediate_mixed(comm: &Communicator) -> Result<()> {
    let (mine, mut sum, mut came) = (comm.rank(), 0, 0);
    ferry::scope(|scope| {
        let mut requests = vec![
            comm.irecv(scope, &mut came, comm.rank(), 0)?.mixed(),
            comm.isend(scope, &mine, comm.rank(), 0)?.mixed(),
            comm.iall_reduce_into(scope, &mine, &mut sum, &Op::sum())?.mixed(),
        ];
        while ferry::wait_any(&mut requests)?.is_some() {}
        Ok(())
    })?;
    assert_eq!((came, sum), (mine, (0..comm.size()).sum()));
    Ok(())
}

fn immediate_barrier(comm: &Communicator) -> Result<()> {
    ferry::scope(|scope| comm.ibarrier(scope)?.wait())
}

fn immediate_broadcast(comm: &Communicator) -> Result<()> {
    let mut table = if comm.rank() == 0 { [3u16; 1000] } else { [0; 1000] };
    ferry::scope(|scope| comm.ibroadcast(scope, &mut table[..], 0)?.wait().map(drop))?;
    assert_eq!(table, [3; 1000]);
    Ok(())
}

fn immediate_gather(comm: &Communicator) -> Result<()> {
    let (mine, mut all, mut of_root) = (comm.rank(), vec![0; comm.size()], vec![0; comm.size()]);
    ferry::scope(|scope| {
        let room = (comm.rank() == 0).then_some(&mut of_root[..]);
        let of_root = comm.igather_into(scope, &mine, room, 0)?;
        comm.iall_gather_into(scope, &mine, &mut all)?.wait()?;
        of_root.wait().map(drop)
    })?;
    assert!(all.iter().copied().eq(0..comm.size()));
    assert!(comm.rank() > 0 || of_root == all);
    Ok(())
}

fn immediate_scatter(comm: &Communicator) -> Result<()> {
    let all: Vec<usize> = (0..comm.size()).collect();
    let mut mine = 0;
    ferry::scope(|scope| {
        comm.iscatter_into(scope, Some(&all[..]), &mut mine, 0)?.wait().map(drop)
    })?;
    assert_eq!(mine, comm.rank());
    Ok(())
}

fn immediate_all_to_all(comm: &Communicator) -> Result<()> {
    let (data, mut came) = (vec![comm.rank(); comm.size()], vec![0; comm.size()]);
    ferry::scope(|scope| comm.iall_to_all_into(scope, &data, &mut came)?.wait().map(drop))?;
    assert!(came.iter().copied().eq(0..comm.size()));
    Ok(())
}

fn immediate_reduce(comm: &Communicator) -> Result<()> {
    let (mine, mut largest) = (comm.rank(), [0]);
    ferry::scope(|scope| {
        let room = (comm.rank() == 0).then_some(&mut largest[..]);
        comm.ireduce_into(scope, &mine, room, &Op::max(), 0)?.wait().map(drop)
    })?;
    assert!(comm.rank() > 0 || largest == [comm.size() - 1]);
    Ok(())
}

fn immediate_scan(comm: &Communicator) -> Result<()> {
    let (mine, mut sum) = (comm.rank(), 0);
    ferry::scope(|scope| comm.iscan_into(scope, &mine, &mut sum, &Op::sum())?.wait().map(drop))?;
    assert_eq!(sum, (0..=comm.rank()).sum());
    Ok(())
}

/// The operation may go before the request does.
fn immediate_user_operations(comm: &Communicator) -> Result<()> {
    let (mine, mut shortest) = ([comm.rank() + 3, comm.size()], [0; 2]);
    ferry::scope(|scope| {
        let least = Op::custom(|a: &[usize], b: &mut [usize]| {
            b.iter_mut().zip(a).for_each(|(b, a)| *b = (*a).min(*b));
        });
        let request =
            comm.iall_reduce_into(scope, &mine[..], &mut shortest[..], &least.commutative())?;
        request.wait().map(drop)
    })?;
    assert_eq!(shortest, [3, comm.size()]);
    Ok(())
}

fn immediate_reduce_scatter(comm: &Communicator) -> Result<()> {
    let counts: Vec<usize> = (1..=comm.size()).collect();
    let data = vec![2u64; counts.iter().sum()];
    let (mut mine, mut block) = (vec![0; comm.rank() + 1], [0; 2]);
    let pairs = vec![comm.rank() as u32; 2 * comm.size()];
    ferry::scope(|scope| {
        let (sum, max) = (Op::sum(), Op::max());
        let sums = comm.ireduce_scatter_varcount_into(scope, &data, &mut mine, &counts, &sum)?;
        comm.ireduce_scatter_block_into(scope, &pairs, &mut block, &max)?.wait()?;
        sums.wait().map(drop)
    })?;
    assert_eq!(mine, vec![2 * comm.size() as u64; comm.rank() + 1]);
    assert_eq!(block, [comm.size() as u32 - 1; 2]);
    Ok(())
}

/// Each sends every process as many elements as it has a rank.
fn immediate_all_to_all_varcount(comm: &Communicator) -> Result<()> {
    let (me, size) = (comm.rank(), comm.size());
    let data = Blocks::new(vec![me; me * size], vec![me; size])?;
    let counts: Vec<usize> = (0..size).collect();
    let mut came = vec![0; counts.iter().sum()];
    ferry::scope(|scope| {
        comm.iall_to_all_varcount_into(scope, &data, &mut came, &counts)?.wait().map(drop)
    })?;
    assert!(came.into_iter().eq((0..size).flat_map(|from| vec![from; from])));
    Ok(())
}

fn immediate_duplicate(comm: &Communicator) -> Result<()> {
    let twin = ferry::scope(|scope| comm.idup(scope)?.wait())?;
    assert_eq!(twin.all_reduce(&1usize, &Op::sum())?, comm.size());
    Ok(())
}

/// A receive that nobody answers is taken back.
fn cancel(comm: &Communicator) -> Result<()> {
    let mut room = 5;
    ferry::scope(|scope| {
        let (_, done) = comm.irecv(scope, &mut room, comm.rank(), 0)?.cancel()?;
        assert!(done.is_none());
        Ok(())
    })
}

/// A scope may end with errors of the program's own.
fn own_errors(comm: &Communicator) -> Result<()> {
    #[derive(Debug)]
    enum TourError {
        Odd,
        Ferry,
    }
    impl From<ferry::Error> for TourError {
        fn from(_: ferry::Error) -> Self {
            TourError::Ferry
        }
    }
    let mut room = 0;
    let outcome = ferry::try_scope(|scope| {
        let receive = comm.irecv(scope, &mut room, comm.rank(), 0)?;
        comm.send(&3, comm.rank(), 0)?;
        let (number, _) = receive.wait_buffer()?;
        if *number % 2 == 0 { Ok(()) } else { Err(TourError::Odd) }
    });
    assert!(matches!(outcome, Err(TourError::Odd)));
    Ok(())
}
