//! Windows: epochs, accesses, what others see.

use ferry::{
    Address, AttributeKey, ErrorClass, LockMode, MemoryModel, Op, Result, Threading, Universe,
    WindowFlavor,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(ferry::Equivalence, Clone, Copy, Debug, PartialEq)]
struct Cell {
    charge: u8,
    energy: f64,
    hot: bool,
}

const EMPTY: Cell = Cell { charge: 0, energy: 0.0, hot: false };

pub(super) fn fences_separate_epochs() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let (left, right) = ((me + size - 1) % size, (me + 1) % size);
    let window = world.allocate_window::<Cell>(3)?;
    let own = Cell { charge: me as u8, energy: me as f64 / 2.0, hot: me % 2 == 0 };
    let epoch = window.fence()?;
    epoch.put(&[own, own][..], right, 1)?;
    epoch.fence()?;
    let of_left = Cell { charge: left as u8, energy: left as f64 / 2.0, hot: left % 2 == 0 };
    assert_eq!(window.local().to_vec()?, [EMPTY, of_left, of_left]);
    assert_eq!(epoch.get_vec(2, right, 1)?, [own, own]);
    epoch.end()?;
    let late = window.fence()?;
    drop(late);
    // The epoch is still open: it ends with the window.
    window.free()?;
    universe.finalize()
}

pub(super) fn long_and_strange_data() -> Result<()> {
    const LEN: usize = 300_000;
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let right = (me + 1) % size;
    let window = world.create_window(vec![(0u8, 0f64); LEN])?;
    let data: Vec<_> = (0..LEN).map(|n| ((n + me) as u8, n as f64)).collect();
    let epoch = window.lock(LockMode::Exclusive, right)?;
    epoch.put(&data, right, 0)?;
    epoch.flush()?;
    assert_eq!(epoch.get_vec(LEN, right, 0)?, data);
    epoch.unlock()?;
    world.barrier()?;
    let left = (me + size - 1) % size;
    let came = window.reclaim()?;
    assert!(came.iter().enumerate().all(|(n, item)| *item == ((n + left) as u8, n as f64)));
    universe.finalize()
}

pub(super) fn nothing_comes_between() -> Result<()> {
    const ROUNDS: usize = 200;
    let universe = Universe::init()?;
    let world = universe.world();
    let size = world.size();
    let window = world.allocate_window::<i32>(4)?;
    let epoch = window.lock_all()?;
    for round in 0..ROUNDS {
        epoch.accumulate(&[1, 2][..], &Op::sum(), 0, 0)?;
        let before = epoch.fetch_and_op(&1, &Op::sum(), round % size, 2)?;
        assert!((0..(ROUNDS * size) as i32).contains(&before));
        loop {
            let seen = epoch.get_accumulate(&0, &Op::no_op(), 0, 3)?;
            if epoch.compare_and_swap(&seen, &(seen + 1), 0, 3)? == seen {
                break;
            }
        }
    }
    epoch.unlock_all()?;
    world.barrier()?;
    let epoch = window.lock(LockMode::Shared, 0)?;
    let all = (ROUNDS * size) as i32;
    assert_eq!(epoch.get_vec(2, 0, 0)?, [all, 2 * all]);
    assert_eq!(epoch.get(0, 3)?, all);
    epoch.unlock()?;
    let sum = world.all_reduce(&window.local().get(2), &Op::sum())?;
    assert_eq!(sum, all);
    window.free()?;
    universe.finalize()
}

pub(super) fn arrays_are_accumulated_whole() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let window = world.allocate_window::<[f64; 3]>(2)?;
    let epoch = window.fence()?;
    let before = epoch.fetch_and_op(&[1.0, 2.0, 3.0], &Op::sum(), 0, 1)?;
    assert_eq!(before[1], 2.0 * before[0]);
    epoch.fence()?;
    let all = world.size() as f64;
    assert_eq!(epoch.get(0, 1)?, [all, 2.0 * all, 3.0 * all]);
    let custom = Op::custom(|_: &[[f64; 3]], _: &mut [[f64; 3]]| {});
    let refused = epoch.accumulate(&[0.0; 3], &custom, 0, 0).unwrap_err();
    assert_eq!(refused.class(), ErrorClass::OP);
    epoch.end()?;
    window.free()?;
    universe.finalize()
}

pub(super) fn requests_in_epochs() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let window = world.allocate_window::<u64>(1000 * size)?;
    let epoch = window.lock_all()?;
    let data = vec![me as u64 + 1; 1000];
    let mut before = vec![7; 1000];
    ferry::scope(|scope| {
        let puts: Vec<_> = (0..size)
            .map(|rank| epoch.rput(scope, &data, rank, 1000 * me))
            .collect::<Result<_>>()?;
        ferry::wait_all(puts)?;
        epoch.flush_all()?;
        epoch.raccumulate(scope, &data, &Op::sum(), me, 1000 * me)?.wait()?;
        epoch
            .rget_accumulate(scope, &data, &mut before, &Op::replace(), me, 1000 * me)?
            .wait()
            .map(drop)
    })?;
    assert!(before.iter().all(|value| *value == 2 * (me as u64 + 1)));
    epoch.unlock_all()?;
    world.barrier()?;
    let all = window.local().to_vec()?;
    assert!(all.chunks(1000).zip(1..).all(|(part, rank)| part.iter().all(|v| *v == rank)));
    window.free()?;
    universe.finalize()
}

pub(super) fn targets_post_and_wait() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let window = world.allocate_window::<usize>(size)?;
    let others: Vec<usize> = (0..size).filter(|rank| *rank != me).collect();
    for round in 1..20 {
        let exposed = window.post(&others)?;
        let epoch = window.start(&others)?;
        for rank in &others {
            epoch.put(&(me * round), *rank, me)?;
        }
        // Dropped, it completes.
        drop(epoch);
        exposed.wait()?;
        let came = window.local().to_vec()?;
        assert!(others.iter().all(|rank| came[*rank] == rank * round), "{came:?}");
        world.barrier()?;
    }
    window.free()?;
    universe.finalize()
}

pub(super) fn memory_comes_and_goes() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let right = (me + 1) % size;
    let window = world.create_dynamic_window::<u32>()?;
    let (a, b) = (window.attach(vec![1; 10])?, window.attach(vec![2; 10])?);
    let addresses = world.all_gather(&[u64::from(a.address()), u64::from(b.address())])?;
    let [first, second] = addresses[right].map(Address::from);
    let epoch = window.lock(LockMode::Shared, right)?;
    epoch.put(&[me as u32; 5][..], right, second.element::<u32>(5))?;
    assert_eq!(epoch.get_vec(10, right, first)?, [1; 10]);
    epoch.unlock()?;
    world.barrier()?;
    let left = (me + size - 1) % size;
    assert_eq!(a.cells().to_vec()?, [1; 10]);
    let back = window.detach(b)?;
    assert_eq!(back[..5], [2; 5]);
    assert_eq!(back[5..], [left as u32; 5]);
    world.barrier()?;
    let epoch = window.lock(LockMode::Shared, right)?;
    let refused = epoch.get(right, second).and_then(|_| epoch.flush());
    assert_eq!(refused.unwrap_err().class(), ErrorClass::RMA_RANGE);
    drop(epoch);
    window.free()?;
    universe.finalize()
}

pub(super) fn what_windows_refuse() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let me = world.rank();
    let window = world.allocate_window::<u16>(10)?;
    let epoch = window.lock(LockMode::Shared, me)?;
    let class = |result: Result<()>| result.unwrap_err().class();
    assert_eq!(class(epoch.put(&[0; 2][..], me, 9)), ErrorClass::RMA_RANGE);
    for far in [usize::MAX, usize::MAX / 2, usize::MAX / 4] {
        assert_eq!(class(epoch.put(&0, me, far)), ErrorClass::RMA_RANGE);
    }
    let error = epoch.put(&[][..], me, usize::MAX).unwrap_err();
    assert!(error.message().starts_with(&format!("element {} ", usize::MAX)), "{error}");
    let error = epoch.accumulate(&1, &Op::custom(|_, _| {}), me, 0).unwrap_err();
    assert!(error.message().starts_with("windows need a predefined operation"), "{error}");
    let cells = world.allocate_window::<Cell>(1)?;
    let error = cells.lock(LockMode::Shared, me)?.accumulate(&EMPTY, &Op::replace(), me, 0);
    let error = error.unwrap_err();
    assert!(error.message().starts_with("MPI_REPLACE needs numbers or truth values"), "{error}");
    cells.free()?;
    assert_eq!(class(epoch.put(&0, 99, 0)), ErrorClass::RANK);
    assert_eq!(class(epoch.put(&0, 1 - me, 0)), ErrorClass::RMA_SYNC);
    assert_eq!(
        window.lock(LockMode::Shared, me).err().map(|e| e.class()),
        Some(ErrorClass::RMA_SYNC)
    );
    epoch.unlock()?;
    let other = match me {
        0 => world.allocate_window::<f32>(1).map(drop),
        _ => world.allocate_window::<u32>(1).map(drop),
    };
    assert_eq!(class(other), ErrorClass::TYPE);
    assert_eq!(class(world.allocate_window::<()>(1).map(drop)), ErrorClass::TYPE);
    window.free()?;
    universe.finalize()
}

pub(super) fn threads_share_windows() -> Result<()> {
    const ROUNDS: u64 = 300;
    let universe = Universe::init_with(Threading::Multiple)?;
    let world = universe.world();
    let window = world.allocate_window::<u64>(2)?;
    let epoch = window.lock_all()?;
    std::thread::scope(|threads| {
        for _ in 0..3 {
            threads.spawn(|| {
                for round in 0..ROUNDS {
                    epoch.accumulate(&1, &Op::sum(), 0, 0).unwrap();
                    // Others may look and write at any time.
                    window.local().set(1, round);
                    assert!(window.local().get(1) < ROUNDS);
                }
            });
        }
    });
    epoch.unlock_all()?;
    world.barrier()?;
    assert!(world.rank() > 0 || window.local().get(0) == 3 * ROUNDS * world.size() as u64);
    window.free()?;
    universe.finalize()
}

pub(super) fn views_outlive_everything() -> Result<()> {
    let universe = Universe::init()?;
    let node = universe.world().split_shared()?;
    let window = node.allocate_shared_window::<(u8, u32)>(3)?;
    window.local().fill((node.rank() as u8, 9));
    node.barrier()?;
    let neighbour = window.neighbour(node.size() - 1)?;
    assert_eq!(neighbour.cells().get(2), (node.size() as u8 - 1, 9));
    node.barrier()?;
    let forgotten = node.allocate_window::<u8>(10)?;
    window.free()?;
    universe.finalize()?;
    assert_eq!(neighbour.cells().to_vec()?[0].1, 9);
    forgotten.local().set(3, 7);
    assert_eq!(forgotten.local().part(3..5)?.to_vec()?, [7, 0]);
    Ok(())
}

pub(super) fn own_vectors_are_no_neighbours() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    world.with_window(&mut [1u64; 4], |window| {
        let refused = window.neighbour(world.rank()).map(drop).unwrap_err();
        assert_eq!(refused.class(), ErrorClass::RMA_SHARED);
        assert_eq!(window.local().to_vec()?, [1; 4]);
        Ok(())
    })?;
    universe.finalize()
}

struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

pub(super) fn windows_carry_values() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let dropped = Arc::new(AtomicUsize::new(0));
    let count = || dropped.load(Ordering::Relaxed);
    let (counted, words) = (AttributeKey::of_windows()?, AttributeKey::of_windows()?);
    let first = world.allocate_window::<u16>(3)?;
    let second = world.create_dynamic_window::<u8>()?;
    assert!(first.attribute(&counted)?.is_none() && first.attribute(&words)?.is_none());
    for window in 0..2 {
        let value = Counted(dropped.clone());
        match window {
            0 => first.set_attribute(&counted, value)?,
            _ => second.set_attribute(&counted, value)?,
        }
    }
    first.set_attribute(&words, "kept")?;
    first.set_attribute(&counted, Counted(dropped.clone()))?;
    assert_eq!(count(), 1, "the first was replaced");
    assert_eq!(first.attribute(&words)?.as_deref(), Some(&"kept"));
    second.delete_attribute(&counted)?;
    assert_eq!((count(), second.attribute(&counted)?.is_none()), (2, true));
    assert!(second.delete_attribute(&counted).is_err(), "it is gone");
    second.free()?;
    first.free()?;
    assert_eq!(count(), 3, "those of windows that are freed go");
    universe.finalize()
}

pub(super) fn windows_tell_of_themselves() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let len = world.rank() + 1;
    let allocated = world.allocate_window::<[u32; 3]>(len)?;
    assert_eq!((allocated.bytes()?, allocated.displacement_unit()?), (12 * len, 12));
    assert_eq!(allocated.flavor()?, WindowFlavor::Allocated);
    assert_eq!(allocated.memory_model()?, MemoryModel::Unified);
    let items = vec![1.5f64; len];
    let base = items.as_ptr().addr();
    let created = world.create_window(items)?;
    assert_eq!((created.base()?, created.bytes()?), (base, 8 * len));
    assert_eq!(created.flavor()?, WindowFlavor::Created);
    let shared = world.split_shared()?.allocate_shared_window::<u8>(len)?;
    assert_eq!((shared.flavor()?, shared.bytes()?), (WindowFlavor::Shared, len));
    let dynamic = world.create_dynamic_window::<f64>()?;
    assert_eq!((dynamic.flavor()?, dynamic.bytes()?), (WindowFlavor::Dynamic, 0));
    assert_eq!((dynamic.base()?, dynamic.displacement_unit()?), (0, 1));
    dynamic.free()?;
    shared.free()?;
    created.free()?;
    allocated.free()?;
    universe.finalize()
}
