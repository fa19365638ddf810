//! Files.

use ferry::{
    Communicator, DataRepresentation, Equivalence, ErrorClass, Field, File, FileOptions,
    FilePattern, Layout, Op, Result, Universe, View,
};
use std::io::SeekFrom;

/// A name that all ranks of a job know and no other job has.
fn path(comm: &Communicator, what: &str) -> Result<String> {
    let mut number = std::process::id();
    comm.broadcast(&mut number, 0)?;
    let name = format!("ferry-rust-{what}-{number}");
    Ok(std::env::temp_dir().join(name).to_string_lossy().into_owned())
}

fn fresh(comm: &Communicator, what: &str) -> Result<File> {
    let options = FileOptions::new().read(true).write(true).create(true).delete_on_close(true);
    options.open(comm, &path(comm, what)?)
}

/// A file that was lost with a view that was refused is not closed, so nobody deletes it.
fn clear_away(comm: &Communicator, what: &str) -> Result<()> {
    let path = path(comm, what)?;
    comm.barrier()?;
    if comm.rank() == 0 {
        std::fs::remove_file(path).expect("it is there");
    }
    Ok(())
}

pub(super) fn each_sees_its_own_part() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let file = fresh(&world, "parts")?;
    let file = file.see(&FilePattern::<u32>::strided(2 * me, 2, 2 * size)?.behind(8))?;
    let mine: Vec<u32> = (0..10).map(|n| (10 * me + n) as u32).collect();
    file.write_all(&mine)?;
    assert_eq!(file.position()?, 10);
    assert_eq!(file.byte_of(2)?, 8 + 8 * (size + me) as u64);
    file.sync()?;
    let file = file.see(&FilePattern::<u32>::whole()?.behind(8))?;
    let mut all = vec![0; 10 * size];
    assert_eq!(file.read_at_all(0, &mut all)?.count::<u32>(), Some(10 * size));
    for (place, number) in all.iter().enumerate() {
        let (round, rank) = (place / (2 * size), place / 2 % size);
        assert_eq!(*number as usize, 10 * rank + 2 * round + place % 2);
    }
    // What is behind the end is short.
    let mut beyond = [7; 4];
    let status = file.read_at(10 * size as u64 - 1, &mut beyond[..])?;
    assert_eq!((status.count::<u32>(), beyond[1]), (Some(1), 7));
    assert_eq!(file.size()?, 8 + 40 * size as u64);
    file.close()?;
    universe.finalize()
}

pub(super) fn arrays_are_dealt_out() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let mut grid = [0, 0];
    ferry::balanced_dims(world.size(), &mut grid)?;
    let file = fresh(&world, "dealt")?;
    let pattern = FilePattern::<f64>::dealt(&[7, 9], &grid, world.rank())?;
    let file = file.see(&pattern)?;
    file.write_at_all(0, &vec![world.rank() as f64; pattern.len()])?;
    assert_eq!(world.all_reduce(&pattern.len(), &Op::sum())?, 63);
    let file = file.see(&FilePattern::<f64>::array(&[7, 9], &[0..7, 0..9])?)?;
    let mut all = vec![-1.0; 63];
    file.read_at_all(0, &mut all)?;
    let blocks = [7usize.div_ceil(grid[0]), 9usize.div_ceil(grid[1])];
    let owner = |at: usize| (at / 9 / blocks[0]) * grid[1] + at % 9 / blocks[1];
    assert!(all.iter().enumerate().all(|(at, rank)| *rank == owner(at) as f64), "{all:?}");
    file.close()?;
    universe.finalize()
}

pub(super) fn pointers_move() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let file = fresh(&world, "pointers")?.see(&FilePattern::<u64>::whole()?)?;
    file.write_ordered(&vec![me as u64; me + 1])?;
    let total = size * (size + 1) / 2;
    assert_eq!(file.position_shared()?, total as u64);
    world.barrier()?;
    file.seek_shared(SeekFrom::Start(0))?;
    let mut mine = vec![0; me + 1];
    file.read_ordered(&mut mine)?;
    assert_eq!(mine, vec![me as u64; me + 1]);
    world.barrier()?;
    // Each takes one number, whatever the order; together they take all that there are.
    file.seek_shared(SeekFrom::End(-(size as i64)))?;
    let mut one = 0;
    assert_eq!(file.read_shared(&mut one)?.count::<u64>(), Some(1));
    let last = (0..size).flat_map(|rank| vec![rank; rank + 1]).rev().take(size).sum::<usize>();
    assert_eq!(world.all_reduce(&one, &Op::sum())?, last as u64);
    // Pointers of their own.
    assert_eq!(file.seek(SeekFrom::End(-1))?, total as u64 - 1);
    assert_eq!(file.seek(SeekFrom::Start(3))?, 3);
    assert_eq!(file.seek(SeekFrom::Current(-1))?, 2);
    file.close()?;
    universe.finalize()
}

pub(super) fn accesses_that_do_not_block() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let file = fresh(&world, "started")?.see(&FilePattern::<i16>::whole()?)?;
    // Every second element of the memory.
    let numbers: Vec<i16> = (0..2000).map(|n| n + me as i16).collect();
    let even = View::strided(&numbers, 1, 2, 1000)?;
    ferry::scope(|scope| {
        let one = file.iwrite_at(scope, 1000 * me as u64, &even)?;
        one.wait()?;
        let _left_to_the_scope = file.iwrite_at_all(scope, (1000 * (size + me)) as u64, &even)?;
        Ok(())
    })?;
    file.sync()?;
    world.barrier()?;
    file.sync()?;
    let right = (me + 1) % size;
    let (mut first, mut second) = ([0; 1000], [0; 1000]);
    ferry::scope(|scope| {
        let requests = [
            file.iread_at(scope, 1000 * right as u64, &mut first[..])?,
            file.iread_at_all(scope, (1000 * (size + right)) as u64, &mut second[..])?,
        ];
        let done = ferry::wait_all(requests)?;
        assert!(done.iter().all(|status| status.count::<i16>() == Some(1000)));
        Ok(())
    })?;
    assert!((0..1000).all(|n| first[n] == (2 * n + right) as i16));
    assert_eq!(first, second);
    // Split ones own their elements.
    file.seek(SeekFrom::Start(1000 * me as u64))?;
    let reading = file.read_all_begin(vec![0i16; 1000])?;
    assert_eq!(file.sync().unwrap_err().class(), ErrorClass::OTHER, "one is under way");
    let (mine, status) = reading.end()?;
    assert_eq!((mine[999], status.count::<i16>()), (1998 + me as i16, Some(1000)));
    drop(file.write_ordered_begin(mine)?);
    drop(file.read_at_all_begin(0, vec![0; 10])?);
    file.close()?;
    universe.finalize()
}

#[derive(Equivalence, Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
struct Reading {
    time: u16,
    value: f64,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Reordered {
    first: u64,
    second: u64,
}

#[allow(unsafe_code)]
// SAFETY: the layout names all bytes of the two fields, the second one first.
unsafe impl Equivalence for Reordered {
    const LAYOUT: Layout = Layout::Struct {
        fields: &[
            Field { offset: std::mem::offset_of!(Reordered, second), layout: &u64::LAYOUT },
            Field { offset: std::mem::offset_of!(Reordered, first), layout: &u64::LAYOUT },
        ],
    };
}

pub(super) fn other_representations() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let file = fresh(&world, "external")?;
    let pattern = FilePattern::<u32>::whole()?.stored_as(DataRepresentation::External32);
    let file = file.see(&pattern)?;
    if world.rank() == 0 {
        file.write_at(0, &0x0102_0304u32)?;
    }
    file.sync()?;
    world.barrier()?;
    file.sync()?;
    assert_eq!((file.stored_size()?, file.size()?), (4, 4));
    let file = file.see(&FilePattern::<u8>::whole()?)?;
    let mut bytes = [0; 4];
    file.read_at_all(0, &mut bytes[..])?;
    assert_eq!(bytes, [1, 2, 3, 4], "the greatest byte comes first");
    // Structs have their gaps in the file, and nothing is read into those of memory.
    let file = file.see(&FilePattern::<Reading>::whole()?)?;
    let sent = [Reading { time: 1, value: 0.5 }, Reading { time: 2, value: 1.5 }];
    file.write_at_all(2 * world.rank() as u64, &sent[..])?;
    let mut came = [Reading::default(); 2];
    file.read_at(2 * world.rank() as u64, &mut came[..])?;
    assert_eq!(came, sent);
    file.close()?;
    // Here the order in memory is sure to be another than that of the fields.
    let file = fresh(&world, "reordered")?;
    let refused = file.see(&FilePattern::<Reordered>::whole()?).unwrap_err();
    assert_eq!(refused.class(), ErrorClass::TYPE);
    clear_away(&world, "reordered")?;
    let file = fresh(&world, "unknown")?;
    let unknown = DataRepresentation::Registered("nobody's".into());
    let refused = file.see(&FilePattern::<u8>::whole()?.stored_as(unknown)).unwrap_err();
    assert_eq!(refused.class(), ErrorClass::UNSUPPORTED_DATAREP);
    clear_away(&world, "unknown")?;
    universe.finalize()
}

pub(super) fn what_files_refuse() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let path = path(&world, "refuse")?;
    let class = |tried: Result<File>| tried.unwrap_err().class();
    let create = FileOptions::new().write(true).create(true);
    assert_eq!(class(FileOptions::new().read(true).open(&world, &path)), ErrorClass::NO_SUCH_FILE);
    assert_eq!(class(FileOptions::new().open(&world, &path)), ErrorClass::AMODE);
    create.clone().hint("cb_nodes", "1").open(&world, &path)?.close()?;
    assert_eq!(class(create.exclusive(true).open(&world, &path)), ErrorClass::FILE_EXISTS);
    let file = FileOptions::new().read(true).delete_on_close(true).open(&world, &path)?;
    assert_eq!(file.write_at(0, &1u8).unwrap_err().class(), ErrorClass::READ_ONLY);
    assert_eq!(file.set_size(5).unwrap_err().class(), ErrorClass::READ_ONLY);
    assert_eq!(file.seek(SeekFrom::Current(-1)).unwrap_err().class(), ErrorClass::ARG);
    assert_eq!(file.read_at(u64::MAX, &mut [0u8; 1][..]).unwrap_err().class(), ErrorClass::ARG);
    assert_eq!(FilePattern::<u8>::strided(3, 2, 4).unwrap_err().class(), ErrorClass::ARG);
    assert_eq!(FilePattern::<u8>::dealt(&[3], &[0], 0).unwrap_err().class(), ErrorClass::DIMS);
    assert_eq!(file.group()?.size(), world.size());
    assert!(!file.is_atomic()?);
    file.set_atomic(true)?;
    assert!(file.is_atomic()?);
    file.close()?;
    world.barrier()?;
    if world.rank() == 0 {
        let gone = ferry::delete_file(&path).unwrap_err();
        assert_eq!(gone.class(), ErrorClass::NO_SUCH_FILE);
    }
    universe.finalize()
}
