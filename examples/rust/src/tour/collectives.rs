//! What all processes do together.

use crate::Example;
use ferry::{Blocks, Communicator, Op, Result};

pub(crate) const ALL: &[Example] = &[
    ("barrier", Communicator::barrier),
    ("broadcast", broadcast),
    ("gather", gather),
    ("scatter", scatter),
    ("all_to_all", all_to_all),
    ("gather_varcount", gather_varcount),
    ("scatter_varcount", scatter_varcount),
    ("reduce", reduce),
    ("scan", scan),
    ("user_operations", user_operations),
    ("reduce_local", reduce_local),
    ("reduce_scatter", reduce_scatter),
];

fn broadcast(comm: &Communicator) -> Result<()> {
    let mut text = if comm.rank() == 0 { b"to all".to_vec() } else { Vec::new() };
    comm.broadcast_vec(&mut text, 0)?;
    assert_eq!(text, b"to all");
    Ok(())
}

fn gather(comm: &Communicator) -> Result<()> {
    let squares = comm.gather(&(comm.rank() * comm.rank()), 0)?;
    assert_eq!(squares.is_some(), comm.rank() == 0);
    let pairs = comm.all_gather(&[comm.rank(), 7])?;
    assert!(pairs.iter().enumerate().all(|(rank, pair)| *pair == [rank, 7]));
    Ok(())
}

fn scatter(comm: &Communicator) -> Result<()> {
    let table: Vec<usize> = (0..3 * comm.size()).collect();
    let mut mine = [0; 3];
    comm.scatter_into((comm.rank() == 0).then_some(&table), &mut mine[..], 0)?;
    assert_eq!(mine[0], 3 * comm.rank());
    Ok(())
}

fn all_to_all(comm: &Communicator) -> Result<()> {
    let came = comm.all_to_all(&vec![comm.rank(); comm.size()])?;
    assert!(came.into_iter().eq(0..comm.size()));
    Ok(())
}

fn gather_varcount(comm: &Communicator) -> Result<()> {
    let blocks = comm.all_gather_varcount(&vec![comm.rank(); comm.rank()])?;
    assert!(blocks.iter().enumerate().all(|(rank, block)| block == vec![rank; rank]));
    Ok(())
}

fn scatter_varcount(comm: &Communicator) -> Result<()> {
    let counts: Vec<usize> = (1..=comm.size()).collect();
    let blocks = Blocks::new(vec![2.5; counts.iter().sum()], counts)?;
    let mine = comm.scatter_varcount((comm.rank() == 0).then_some(&blocks), 0)?;
    assert_eq!(mine, vec![2.5; comm.rank() + 1]);
    Ok(())
}

fn reduce(comm: &Communicator) -> Result<()> {
    if let Some(sum) = comm.reduce(&1usize, &Op::sum(), 0)? {
        assert_eq!(sum, comm.size());
    }
    assert!(comm.all_reduce(&true, &Op::and())?);
    assert_eq!(comm.all_reduce(&[comm.rank(), 1][..], &Op::max())?, [comm.size() - 1, 1]);
    Ok(())
}

fn scan(comm: &Communicator) -> Result<()> {
    assert_eq!(comm.scan(&1usize, &Op::sum())?, comm.rank() + 1);
    Ok(())
}

/// The longest run of equal numbers in a row that is spread over all processes would need such an operation.
fn user_operations(comm: &Communicator) -> Result<()> {
    let first = Op::custom(|a: &[(i32, u32)], b: &mut [(i32, u32)]| {
        for (earlier, later) in a.iter().zip(b) {
            if earlier.0 >= later.0 {
                *later = *earlier;
            }
        }
    });
    let mine = (-((comm.rank() as i32) - 1).abs(), comm.rank() as u32);
    let (_, rank) = comm.all_reduce(&mine, &first)?;
    assert_eq!(rank as usize, 1.min(comm.size() - 1));
    Ok(())
}

fn reduce_local(_: &Communicator) -> Result<()> {
    let mut product = [2, 3];
    Op::product().reduce_local(&[10, 100][..], &mut product[..])?;
    assert_eq!(product, [20, 300]);
    Ok(())
}

/// Each process gets so many of the sums as it has a rank.
fn reduce_scatter(comm: &Communicator) -> Result<()> {
    let counts: Vec<usize> = (0..comm.size()).collect();
    let data = vec![1; counts.iter().sum()];
    let sums = comm.reduce_scatter_varcount(&data, &counts, &Op::sum())?;
    assert_eq!(sums, vec![comm.size() as i32; comm.rank()]);
    Ok(())
}
