//! Views, topologies, non-blocking collectives, and what else there is between processes.

use ferry::{Blocks, Edge, ErrorClass, Op, Result, Source, Tag, Universe, View, ViewMut};

pub(super) fn halos_without_packing() -> Result<()> {
    const ROWS: usize = 200;
    const COLUMNS: usize = 302;
    let universe = Universe::init()?;
    let world = universe.world();
    let Some(row) = world.create_cartesian(&[world.size()], &[false])? else { unreachable!() };
    let me = row.rank();
    let mut field: Vec<(u8, f64)> = vec![(me as u8, me as f64); ROWS * COLUMNS];
    let (left, right) = row.shift(0, 1)?;
    // A column goes right, where it becomes the first; another goes left, where it becomes the last.
    let copy = field.clone();
    for (column, to, place, from) in [(COLUMNS - 2, right, 0, left), (1, left, COLUMNS - 1, right)]
    {
        let sent = View::array(&copy, &[ROWS, COLUMNS], &[0..ROWS, column..column + 1])?;
        let mut came = ViewMut::strided(&mut field[place..], 1, COLUMNS, ROWS)?;
        let status = row.send_receive(&sent, to, 0, &mut came, from, 0)?;
        assert_eq!(status.is_from_nobody(), from.is_none());
    }
    for (n, cell) in field.iter().enumerate() {
        let owner = match n % COLUMNS {
            0 => left.unwrap_or(me),
            n if n == COLUMNS - 1 => right.unwrap_or(me),
            _ => me,
        };
        assert_eq!(*cell, (owner as u8, owner as f64), "{n}");
    }
    universe.finalize()
}

pub(super) fn views_are_checked() -> Result<()> {
    let universe = Universe::init()?;
    let comm = universe.self_comm();
    let data: Vec<u16> = (0..24).collect();
    let class = |result: Result<View<'_, u16>>| result.err().map(|error| error.class());
    assert_eq!(class(View::strided(&data, 2, 5, 5)), None);
    assert_eq!(class(View::strided(&data, 2, 6, 5)), Some(ErrorClass::ARG));
    assert_eq!(class(View::strided(&data, 2, 1, 5)), Some(ErrorClass::ARG));
    assert_eq!(class(View::strided(&data, 2, usize::MAX, 5)), Some(ErrorClass::ARG));
    assert_eq!(class(View::array(&data, &[4, 5], &[0..1, 0..1])), Some(ErrorClass::ARG));
    assert_eq!(class(View::array(&data, &[4, 6], &[0..1, 2..7])), Some(ErrorClass::ARG));
    assert_eq!(class(View::pieces(&data, &[3..5, 4..6])), Some(ErrorClass::ARG));
    let cube = View::array(&data, &[2, 3, 4], &[1..2, 0..2, 1..3])?;
    let mut room = [9u16; 10];
    let mut pieces = ViewMut::pieces(&mut room, &[0..1, 4..6, 9..10])?;
    assert_eq!((cube.len(), pieces.len()), (4, 4));
    comm.send_receive(&cube, 0, 0, &mut pieces, 0, 0)?;
    assert_eq!(room, [13, 9, 9, 9, 14, 17, 9, 9, 9, 18]);
    universe.finalize()
}

/// What lies around a field comes from four neighbours, straight to its place.
pub(super) fn halos_in_place() -> Result<()> {
    const N: usize = 50;
    let universe = Universe::init()?;
    let world = universe.world();
    let mut dims = [0, 0];
    ferry::balanced_dims(world.size(), &mut dims)?;
    let Some(grid) = world.create_cartesian(&dims, &[true, false])? else { unreachable!() };
    let me = grid.rank() as f32;
    let mut field = vec![me; N * N];
    let inner = field.clone();
    let part = |rows, columns| View::array(&inner, &[N, N], &[rows, columns]);
    let edges = [
        part(1..2, 1..N - 1)?,
        part(N - 2..N - 1, 1..N - 1)?,
        part(1..N - 1, 1..2)?,
        part(1..N - 1, N - 2..N - 1)?,
    ];
    let halo: [&[_]; 4] =
        [&[0..1, 1..N - 1], &[N - 1..N, 1..N - 1], &[1..N - 1, 0..1], &[1..N - 1, N - 1..N]];
    let mut came = ViewMut::arrays(&mut field, &[N, N], &halo)?;
    grid.neighbor_exchange(&edges, &mut came)?;
    let ((up, down), (left, right)) = (grid.shift(0, 1)?, grid.shift(1, 1)?);
    let expected = |rank: Option<usize>| rank.map_or(me, |rank| rank as f32);
    for n in 1..N - 1 {
        let around = [field[n], field[(N - 1) * N + n], field[n * N], field[n * N + N - 1]];
        assert_eq!(around, [up, down, left, right].map(expected), "{n}");
        assert!(field[n * N + 1..n * N + N - 1].iter().all(|value| *value == me));
    }
    let overlapping = ViewMut::arrays(&mut field, &[N, N], &[&[0..1, 0..N], &[0..N, 0..1]]);
    assert_eq!(overlapping.err().map(|error| error.class()), Some(ErrorClass::ARG));
    universe.finalize()
}

pub(super) fn graphs_have_neighbours() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    // Rank 0 says it all: everybody sends to rank 0.
    let edges: Vec<_> =
        (1..size).map(|source| Edge { source, destination: 0, weight: source as u32 }).collect();
    let star = world.create_graph(if me == 0 { &edges } else { &[] })?;
    let expected = if me == 0 { (1..size).collect() } else { Vec::new() };
    let mut sources = star.sources();
    sources.sort_unstable();
    assert_eq!((sources, star.destinations().len()), (expected, usize::from(me > 0)));
    let mut came = vec![0; star.sources().len()];
    ferry::scope(|scope| {
        let data = &*Box::leak(vec![me; star.destinations().len()].into_boxed_slice());
        star.ineighbor_all_to_all_into(scope, data, &mut came)?.wait().map(drop)
    })?;
    assert_eq!(came, star.sources());
    assert_eq!(star.neighbor_all_gather(&me)?, star.sources());
    let refused = world.neighbor_all_gather(&me).unwrap_err();
    assert_eq!(refused.class(), ErrorClass::TOPOLOGY);
    universe.finalize()
}

/// A row of processes without an end: of who is beyond there are empty blocks.
pub(super) fn blocks_go_to_neighbours() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let Some(row) = world.create_cartesian(&[world.size()], &[false])? else { unreachable!() };
    let me = row.rank();
    let (left, right) = row.shift(0, 1)?;
    let sides = [left, right];
    let lens: Vec<usize> = sides.iter().map(|rank| rank.map_or(0, |rank| rank + 1)).collect();
    let expected: Vec<_> =
        sides.iter().flatten().flat_map(|rank| vec![(*rank as u8, true); rank + 1]).collect();
    let expected = Blocks::new(expected, lens.clone())?;
    let mine = vec![(me as u8, true); me + 1];
    assert_eq!(row.neighbor_all_gather_varcount(&mine)?, expected);
    // What goes beyond the ends goes nowhere.
    let both = Blocks::new([&mine[..], &mine[..]].concat(), vec![me + 1; 2])?;
    assert_eq!(row.neighbor_all_to_all_varcount(&both)?, expected);
    let total = expected.items().len();
    let (mut gathered, mut exchanged) = (vec![(9, false); total], vec![(9, false); total]);
    let mut ranks = [usize::MAX; 2];
    ferry::scope(|scope| {
        let _ = row.ineighbor_all_gather_varcount_into(scope, &mine, &mut gathered, &lens)?;
        let _ = row.ineighbor_all_to_all_varcount_into(scope, &both, &mut exchanged, &lens)?;
        row.ineighbor_all_gather_into(scope, &me, &mut ranks)?.wait().map(drop)
    })?;
    assert_eq!((&gathered[..], &exchanged[..]), (expected.items(), expected.items()));
    assert_eq!(ranks, sides.map(|rank| rank.unwrap_or(usize::MAX)));

    let mut again = row.repeated_neighbor_all_to_all(vec![me, me + 100], 1)?;
    let mut same = row.repeated_neighbor_all_gather(vec![me])?;
    for _ in 0..2 {
        let (a, b) = (again.start()?, same.start()?);
        b.wait()?;
        a.wait()?;
        assert_eq!(again.output()?, [left.map_or(0, |r| r + 100), right.unwrap_or(0)]);
        assert_eq!(same.output()?, sides.map(|rank| rank.unwrap_or(0)));
    }
    let class = |error: ferry::Error| error.class();
    let short = row.neighbor_all_to_all_varcount(&expected.clone()).map(drop);
    assert!(short.is_ok(), "as many blocks as neighbours");
    let none = Blocks::new(mine, vec![me + 1])?;
    let refused = row.neighbor_all_to_all_varcount(&none).map(drop).map_err(class);
    assert_eq!(refused, Err(ErrorClass::COUNT));
    let refused = world.neighbor_all_gather_varcount(&[1]).map(drop).map_err(class);
    assert_eq!(refused, Err(ErrorClass::TOPOLOGY));
    universe.finalize()
}

pub(super) fn grids_and_their_parts() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let mut dims = [0, 0];
    ferry::balanced_dims(world.size(), &mut dims)?;
    let Some(grid) = world.create_cartesian(&dims, &[true, false])? else { unreachable!() };
    let here = grid.coordinates(grid.rank())?;
    let wide: Vec<i64> = here.iter().map(|c| *c as i64).collect();
    assert_eq!(grid.rank_at(&wide)?, Some(grid.rank()));
    assert_eq!(grid.rank_at(&[wide[0], -1])?, None);
    let rows = grid.sub(&[false, true])?;
    assert_eq!((rows.size(), rows.rank()), (dims[1], here[1]));
    let mut came = [0; 4];
    let sent: Vec<usize> = (0..4).map(|n| 10 * grid.rank() + n).collect();
    grid.neighbor_all_to_all_into(&sent, &mut came)?;
    let (up, _) = grid.shift(0, 1)?;
    // What it sent forwards in the first dimension.
    assert_eq!(came[0], up.map_or(0, |up| 10 * up + 1));
    universe.finalize()
}

pub(super) fn collectives_that_do_not_block() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let mut table = if me == 0 { vec![(3u8, true); 100] } else { vec![(0, false); 100] };
    let (mut all, mut parts) = (vec![0; size], vec![0; size]);
    let (mut sum, mut before, mut of_root) = (0, 0, vec![0; size]);
    let mut mine = [0; 2];
    let pairs: Vec<usize> = (0..2 * size).collect();
    ferry::scope(|scope| {
        let is_root = me == size - 1;
        let requests = vec![
            world.ibroadcast(scope, &mut table, 0)?.mixed(),
            world.iall_gather_into(scope, &me, &mut all)?.mixed(),
            world.iall_to_all_into(scope, &pairs[..size], &mut parts)?.mixed(),
            world.iall_reduce_into(scope, &me, &mut sum, &Op::sum())?.mixed(),
            world.iexclusive_scan_into(scope, &me, &mut before, &Op::sum())?.mixed(),
            world.igather_into(scope, &me, is_root.then_some(&mut of_root[..]), size - 1)?.mixed(),
            world.iscatter_into(scope, Some(&pairs[..]), &mut mine[..], 0)?.mixed(),
            world.ibarrier(scope)?.mixed(),
        ];
        ferry::wait_all(requests).map(drop)
    })?;
    let ranks: Vec<usize> = (0..size).collect();
    assert_eq!(table, [(3, true); 100]);
    assert_eq!((&all, &parts), (&ranks, &vec![me; size]));
    assert_eq!((sum, mine), (size * (size - 1) / 2, [2 * me, 2 * me + 1]));
    assert_eq!(before, (0..me).sum());
    assert!(me != size - 1 || of_root == ranks);
    let mut product = [0.0];
    ferry::scope(|scope| {
        let room = (me == 0).then_some(&mut product[..]);
        world.ireduce_into(scope, &2.0, room, &Op::product(), 0)?.wait().map(drop)
    })?;
    assert!(me != 0 || product == [2f64.powi(size as i32)]);
    universe.finalize()
}

pub(super) fn sends_of_every_kind() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let other = 1 - world.rank();
    world.attach_buffer(Some(2_000_000))?;
    // Nobody receives yet, in either direction.
    world.send_buffered(&vec![7u8; 1_000_000], other, 1)?;
    let full = world.send_buffered(&vec![7u8; 2_000_000], other, 1).unwrap_err();
    assert_eq!(full.class(), ErrorClass::BUFFER);
    assert_eq!(world.receive_vec::<u8>(other, 1)?.0, vec![7; 1_000_000]);
    world.detach_buffer()?;
    world.send(&1, None, 0)?;
    let status = world.receive_into(&mut 5, Source::Nobody, Tag::Any)?;
    assert!(status.is_from_nobody() && status.bytes() == 0);
    let mut room = 0;
    ferry::scope(|scope| {
        let receive = world.irecv(scope, &mut room, other, 2)?;
        world.barrier()?;
        world.send_ready(&9, other, 2)?;
        receive.wait()?;
        // A send that nobody receives is taken back.
        let (_, done) = world.isend_synchronous(scope, &9, other, 3)?.cancel()?;
        assert!(done.is_none());
        Ok(())
    })?;
    assert_eq!(room, 9);
    universe.finalize()
}

pub(super) fn names_and_hints() -> Result<()> {
    let universe = Universe::init()?;
    let comm = universe.world().dup()?;
    comm.set_name("halo")?;
    comm.set_info(&[("mpi_assert_no_any_tag", "true"), ("unknown", "x")])?;
    let info = comm.info()?;
    assert!(info.contains(&("mpi_assert_no_any_tag".into(), "true".into())), "{info:?}");
    assert!(!info.iter().any(|(key, _)| key == "unknown"));
    assert_eq!(comm.name()?, "halo");
    universe.finalize()
}

/// Blocks of any lengths, of which all know how long they are.
pub(super) fn blocks_that_do_not_wait() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let counts: Vec<usize> = (0..size).collect();
    let mine = vec![me; me];
    let expected: Vec<usize> = (0..size).flat_map(|rank| vec![rank; rank]).collect();
    let (mut gathered, mut all) = (vec![0; expected.len()], vec![0; expected.len()]);
    let blocks = ferry::Blocks::new(expected.clone(), counts.clone())?;
    let mut scattered = vec![0; me];
    ferry::scope(|scope| {
        let room = (me == 0).then_some((&mut gathered[..], &counts[..]));
        let _ = world.igather_varcount_into(scope, &mine, room, 0)?;
        let _ = world.iall_gather_varcount_into(scope, &mine, &mut all, &counts)?;
        let blocks = (me == 0).then_some(&blocks);
        let _ = world.iscatter_varcount_into(scope, blocks, &mut scattered, 0)?;
        Ok(())
    })?;
    assert_eq!((&all, &scattered), (&expected, &mine));
    assert!(me != 0 || gathered == expected);
    let mut short = vec![0; expected.len() + 1];
    let error = ferry::scope(|scope| {
        world.iall_gather_varcount_into(scope, &mine, &mut short, &counts)?.wait().map(drop)
    });
    assert_eq!(error.unwrap_err().class(), ferry::ErrorClass::COUNT);
    let place = world.map_cartesian(&[size], &[true])?;
    assert!(place.is_some_and(|rank| rank < size));
    universe.finalize()
}
