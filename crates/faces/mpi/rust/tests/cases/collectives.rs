//! Collectives and reductions.

use ferry::{Blocks, Equivalence, ErrorClass, Op, Result, Universe};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Equivalence, Clone, Copy, Debug, Default, PartialEq)]
struct Gappy {
    byte: u8,
    number: u64,
}

fn gappy(n: usize) -> Gappy {
    Gappy { byte: n as u8, number: n as u64 * 1000 }
}

pub(super) fn data_moves() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    for root in 0..size {
        let mut data = vec![if me == root { gappy(root) } else { Gappy::default() }; 300];
        world.broadcast(&mut data, root)?;
        assert!(data.iter().all(|item| *item == gappy(root)));

        let all = world.gather(&[gappy(me), gappy(me + 1)][..], root)?;
        let expected: Vec<_> = (0..size).flat_map(|r| [gappy(r), gappy(r + 1)]).collect();
        assert_eq!(all, (me == root).then_some(expected.clone()));

        let mut mine = [Gappy::default(); 2];
        world.scatter_into((me == root).then_some(&expected), &mut mine[..], root)?;
        assert_eq!(mine, [gappy(me), gappy(me + 1)]);
        world.barrier()?;
    }
    assert_eq!(world.all_gather(&gappy(me))?, (0..size).map(gappy).collect::<Vec<_>>());
    let row: Vec<_> = (0..size).map(|to| me * 100 + to).collect();
    let column: Vec<_> = (0..size).map(|from| from * 100 + me).collect();
    assert_eq!(world.all_to_all(&row)?, column);
    universe.finalize()
}

pub(super) fn blocks_of_any_length() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let lens: Vec<usize> = (0..size).map(|rank| (rank * 7) % 4).collect();
    let items = |rank: usize| vec![gappy(rank); lens[rank]];
    let whole = Blocks::new((0..size).flat_map(items).collect(), lens.clone())?;
    for root in 0..size {
        let gathered = world.gather_varcount(&items(me), root)?;
        assert_eq!(gathered, (me == root).then_some(whole.clone()));
        let mine = world.scatter_varcount((me == root).then_some(&whole), root)?;
        assert_eq!(mine, items(me));
        let mut data = if me == root { items(root) } else { vec![gappy(99)] };
        world.broadcast_vec(&mut data, root)?;
        assert_eq!(data, items(root));
    }
    assert_eq!(world.all_gather_varcount(&items(me))?, whole);
    let out = Blocks::new(vec![me; me * size], vec![me; size])?;
    let came = world.all_to_all_varcount(&out)?;
    assert!(came.iter().enumerate().all(|(rank, block)| block == vec![rank; rank]));
    universe.finalize()
}

pub(super) fn reductions() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let total = size * (size - 1) / 2;
    let vector = vec![me as f64; 5000];
    let sums = world.all_reduce(&vector, &Op::sum())?;
    assert_eq!(sums, vec![total as f64; 5000]);
    for root in 0..size {
        let product = world.reduce(&[2i128, 3][..], &Op::product(), root)?;
        let powers = vec![2i128.pow(size as u32), 3i128.pow(size as u32)];
        assert_eq!(product, (me == root).then_some(powers));
    }
    assert_eq!(
        world.all_reduce(&[[me as u16, 1], [2, 3]], &Op::max())?,
        [[size as u16 - 1, 1], [2, 3]]
    );
    assert_eq!(world.all_reduce(&(1u32 << me), &Op::bit_or())?, (1 << size) - 1);
    assert!(world.all_reduce(&(me == 0), &Op::or())?);
    assert_eq!(world.all_reduce(&(me == 0), &Op::and())?, size == 1);
    assert_eq!(world.scan(&me, &Op::sum())?, me * (me + 1) / 2);
    let before = world.exclusive_scan(&(me + 1), &Op::product())?;
    assert_eq!(before, (me > 0).then(|| (1..=me).product()));
    let mine = world.reduce_scatter_block(&(0..3 * size).collect::<Vec<_>>(), &Op::sum())?;
    assert_eq!(mine, (3 * me..3 * me + 3).map(|n| n * size).collect::<Vec<_>>());
    let mut minimum = [me as i32 - 3, 4];
    world.all_reduce_in_place(&mut minimum[..], &Op::min())?;
    assert_eq!(minimum, [-3, 4]);
    universe.finalize()
}

/// x -> ax + b modulo 256, in a struct with gaps: composition is associative and not commutative.
#[derive(Equivalence, Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Line {
    a: u8,
    b: u32,
    seen: bool,
}

fn then(first: &Line, second: &Line) -> Line {
    let b = (first.b * u32::from(second.a) + second.b) % 256;
    Line { a: first.a.wrapping_mul(second.a), b, seen: first.seen || second.seen }
}

pub(super) fn custom_operations_keep_the_order() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let op = Op::custom(|a: &[Line], b: &mut [Line]| {
        b.iter_mut().zip(a).for_each(|(b, a)| *b = then(a, b));
    });
    let line = |rank: usize, i: usize| Line {
        a: (2 * rank + i) as u8 | 1,
        b: (rank + 5 * i) as u32 % 256,
        seen: rank == i,
    };
    let upto =
        |rank: usize, i: usize| (1..=rank).fold(line(0, i), |all, rank| then(&all, &line(rank, i)));
    for len in [1, 700] {
        let mine: Vec<_> = (0..len).map(|i| line(me, i)).collect();
        let all: Vec<_> = (0..len).map(|i| upto(size - 1, i)).collect();
        assert_eq!(world.all_reduce(&mine, &op)?, all);
        for root in 0..size {
            assert_eq!(world.reduce(&mine, &op, root)?, (me == root).then(|| all.clone()));
        }
        assert_eq!(world.scan(&mine, &op)?, (0..len).map(|i| upto(me, i)).collect::<Vec<_>>());
    }
    let longest = Op::custom(|a: &[[u64; 3]], b: &mut [[u64; 3]]| {
        b.iter_mut().zip(a).for_each(|(b, a)| *b = (*a).max(*b));
    });
    let result = world.all_reduce(&[me as u64 % 2, me as u64, 1], &longest.commutative())?;
    let expected = (0..size as u64).map(|r| [r % 2, r, 1]).max();
    assert_eq!(Some(result), expected);
    universe.finalize()
}

pub(super) fn panics_in_operations_are_passed_on() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let op = Op::custom(|_: &[u32], _: &mut [u32]| panic!("on purpose"));
    let reduced = catch_unwind(AssertUnwindSafe(|| world.reduce(&[1; 10][..], &op, 0)));
    assert!(reduced.is_err() || world.rank() > 0, "the root combines in every algorithm");
    assert_eq!(world.all_reduce(&1usize, &Op::sum())?, world.size());
    universe.finalize()
}

/// The request outlives the operation, and what the function holds goes when it may.
pub(super) fn custom_operations_go_on_by_themselves() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let composed = || {
        let held = universe.self_comm().dup()?;
        Ok::<_, ferry::Error>(Op::custom(move |a: &[Line], b: &mut [Line]| {
            assert_eq!(held.size(), 1);
            b.iter_mut().zip(a).for_each(|(b, a)| *b = then(a, b));
        }))
    };
    let line = |rank: usize, i: usize| Line {
        a: (2 * rank + i) as u8 | 1,
        b: (rank + 5 * i) as u32 % 256,
        seen: rank == i,
    };
    let upto =
        |rank: usize, i: usize| (1..=rank).fold(line(0, i), |all, rank| then(&all, &line(rank, i)));
    for len in [1, 700] {
        let mine: Vec<_> = (0..len).map(|i| line(me, i)).collect();
        let all: Vec<_> = (0..len).map(|i| upto(size - 1, i)).collect();
        let (mut everywhere, mut at_root, mut scanned) = (mine.clone(), mine.clone(), mine.clone());
        ferry::scope(|scope| {
            let _ = world.iall_reduce_into(scope, &mine, &mut everywhere, &composed()?)?;
            let room = (me == 0).then_some(&mut at_root[..]);
            let reduced = world.ireduce_into(scope, &mine, room, &composed()?, 0)?;
            let scan = world.iscan_into(scope, &mine, &mut scanned, &composed()?)?;
            scan.wait()?;
            reduced.wait().map(drop)
        })?;
        assert_eq!(everywhere, all);
        assert!(me > 0 || at_root == all);
        assert!(scanned.iter().enumerate().all(|(i, line)| *line == upto(me, i)));

        let mut again = world.repeated_all_reduce(mine, &composed()?)?;
        for _ in 0..2 {
            again.start()?.wait()?;
            assert_eq!(again.output()?, all);
        }
    }
    let mut local = [line(1, 0)];
    composed()?.reduce_local(&line(0, 0), &mut local[..])?;
    assert_eq!(local, [then(&line(0, 0), &line(1, 0))]);
    Op::sum().reduce_local(&[1.5, 2.0][..], &mut [1.0, 1.0][..])?;
    universe.finalize()
}

pub(super) fn panics_in_later_operations_are_errors() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (data, mut sum) = ([1u32; 10], [0; 10]);
    let is_root = world.rank() == 0;
    let class = |result: Result<()>| result.err().map(|error| error.class());
    let op = Op::custom(|_: &[u32], _: &mut [u32]| panic!("on purpose"));
    let waited = ferry::scope(|scope| {
        let room = is_root.then_some(&mut sum[..]);
        world.ireduce_into(scope, &data[..], room, &op, 0)?.wait().map(drop)
    });
    assert!(!is_root || waited.as_ref().is_err_and(|e| e.message().contains("on purpose")));
    let left = ferry::scope(|scope| {
        let room = is_root.then_some(&mut sum[..]);
        let _ = world.ireduce_into(scope, &data[..], room, &op, 0)?;
        Ok(())
    });
    for outcome in [waited, left] {
        let found = class(outcome);
        assert!(found == Some(ErrorClass::OP) || found.is_none() && !is_root, "{found:?}");
    }
    let mut again = world.repeated_reduce(vec![1u32; 10], &op, 0)?;
    let found = class(again.start()?.wait().map(drop));
    assert!(found == Some(ErrorClass::OP) || found.is_none() && !is_root, "{found:?}");
    assert_eq!(world.all_reduce(&1usize, &Op::sum())?, world.size());
    universe.finalize()
}

pub(super) fn pieces_of_any_length() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let counts: Vec<usize> = (0..size).map(|rank| (rank * 5 + 2) % 4).collect();
    let before: usize = counts[..me].iter().sum();
    let total: usize = counts.iter().sum();
    // Arrays are several numbers each.
    let data: Vec<[u64; 2]> = (0..total as u64).map(|i| [i, me as u64]).collect();
    let ranks = (0..size as u64).sum();
    let expected: Vec<_> =
        (before..before + counts[me]).map(|i| [(i * size) as u64, ranks]).collect();
    assert_eq!(world.reduce_scatter_varcount(&data, &counts, &Op::sum())?, expected);
    let (mut mine, mut block) = (vec![[0; 2]; counts[me]], vec![0u32; 3]);
    let votes: Vec<u32> = (0..3 * size as u32).collect();
    let out = Blocks::new((0..size).flat_map(|to| vec![(me, to); to + me]).collect(), {
        (0..size).map(|to| to + me).collect()
    })?;
    let lens: Vec<usize> = (0..size).map(|from| from + me).collect();
    let mut came = vec![(9, 9); lens.iter().sum()];
    ferry::scope(|scope| {
        let sum = &Op::sum();
        let _ = world.ireduce_scatter_varcount_into(scope, &data, &mut mine, &counts, sum)?;
        let _ = world.ireduce_scatter_block_into(scope, &votes, &mut block, &Op::max())?;
        let _ = world.iall_to_all_varcount_into(scope, &out, &mut came, &lens)?;
        Ok(())
    })?;
    assert_eq!(mine, expected);
    assert!(block.iter().copied().eq(3 * me as u32..3 * me as u32 + 3));
    let expected: Vec<_> = (0..size).flat_map(|from| vec![(from, me); from + me]).collect();
    assert_eq!(came, expected);

    let class = |result: Result<()>| result.unwrap_err().class();
    let (none, short) = (&[][..], &data[..data.len() - 1]);
    assert_eq!(
        class(world.reduce_scatter_varcount(&data, none, &Op::sum()).map(drop)),
        ErrorClass::COUNT
    );
    assert_eq!(
        class(world.reduce_scatter_varcount(short, &counts, &Op::sum()).map(drop)),
        ErrorClass::COUNT
    );
    assert_eq!(class(Op::sum().reduce_local(&[1, 2][..], &mut 1)), ErrorClass::COUNT);
    universe.finalize()
}

pub(super) fn lengths_are_checked_first() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let class = |result: Result<()>| result.unwrap_err().class();
    assert_eq!(class(world.all_gather_into(&1, &mut [0; 5])), ErrorClass::COUNT);
    assert_eq!(class(world.all_to_all(&[1, 2, 3]).map(drop)), ErrorClass::COUNT);
    assert_eq!(class(world.broadcast(&mut 1, 2)), ErrorClass::ROOT);
    let me = world.rank();
    assert_eq!(class(world.gather_into(&1, None, me)), ErrorClass::BUFFER);
    assert_eq!(class(Blocks::new(vec![1, 2], vec![1]).map(drop)), ErrorClass::COUNT);
    assert_eq!(class(world.all_reduce_into(&1, &mut vec![1, 2], &Op::sum())), ErrorClass::COUNT);
    // These are for windows.
    assert_eq!(class(world.all_reduce(&1, &Op::replace()).map(drop)), ErrorClass::OP);
    assert_eq!(class(world.all_reduce(&1, &Op::no_op()).map(drop)), ErrorClass::OP);
    universe.finalize()
}

/// What they borrow is there until the scope has waited for all that uses it.
pub(super) fn operations_borrow_in_scopes() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let next: Vec<usize> = (0..7).map(|a| (a + 1) % 7).collect();
    let calls = AtomicUsize::new(0);
    let ones = vec![1usize; 1000];
    let (mut sums, mut scanned, mut again) = (vec![0; 1000], vec![0; 1000], 0);
    let kept = ferry::scope(|scope| {
        let add = Op::custom_in(scope, |a: &[usize], b: &mut [usize]| {
            calls.fetch_add(1, Ordering::Relaxed);
            b.iter_mut().zip(a).for_each(|(b, a)| (0..*a).for_each(|_| *b = next[*b]));
        });
        let _ = world.iall_reduce_into(scope, &ones, &mut sums, &add)?;
        let scan = world.iscan_into(scope, &ones, &mut scanned, &add)?;
        assert_eq!(world.all_reduce(&1usize, &add.clone().commutative())?, size % 7);
        scan.wait()?;
        // A scope within has it as well.
        ferry::scope(|inner| {
            world.iall_reduce_into(inner, &1usize, &mut again, &add)?.wait().map(drop)
        })?;
        Ok(add)
    })?;
    assert_eq!((sums, scanned), (vec![size % 7; 1000], vec![(me + 1) % 7; 1000]));
    assert_eq!((again, calls.load(Ordering::Relaxed) > 0), (size % 7, size > 1));
    drop(next);
    let classes = [
        world.all_reduce(&1usize, &kept).unwrap_err().class(),
        kept.reduce_local(&1usize, &mut again).unwrap_err().class(),
        ferry::scope(|scope| {
            world.iall_reduce_into(scope, &1, &mut again, &kept)?.wait().map(drop)
        })
        .unwrap_err()
        .class(),
    ];
    assert_eq!(classes, [ErrorClass::OP; 3], "it is gone with its scope");
    universe.finalize()
}
