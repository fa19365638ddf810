//! Processes of several jobs, and intercommunicators.

use ferry::{
    Blocks, ChildProgram, Communicator, ErrorClass, InterRoot, Intercommunicator, ListeningPort,
};
use ferry::{Op, Result, Session, Universe};
use std::time::Duration;

/// Even ranks on one side, odd ones on the other.
fn halves(world: &Communicator) -> Result<Intercommunicator> {
    let side = world.rank() % 2;
    let half = world.split(Some(side as u32), 0)?.expect("all give a colour");
    half.intercommunicator(0, world, 1 - side, 3)
}

/// Rank `root` of the side that `is_here` is the root.
fn root(pair: &Intercommunicator, is_here: bool, root: usize) -> InterRoot {
    match is_here {
        true if pair.rank() == root => InterRoot::Me,
        true => InterRoot::Beside,
        false => InterRoot::There(root),
    }
}

/// What holds between any two groups; `is_first`: this one sends first.
fn exchange(pair: &Intercommunicator, is_first: bool) -> Result<()> {
    let (me, here, there) = (pair.rank(), pair.size(), pair.remote_size());
    // To every process of the other side, its number and ours.
    let data = [(me, is_first); 3];
    ferry::scope(|scope| {
        for dest in 0..there {
            let _left_to_the_scope = pair.isend(scope, &data[..], dest, 5)?;
        }
        for source in 0..there {
            let (came, status) = pair.receive_vec::<(usize, bool)>(source, 5)?;
            assert_eq!((&came[..], status.source()), (&[(source, !is_first); 3][..], source));
        }
        Ok(())
    })?;
    assert_eq!(pair.send(&1, there, 0).unwrap_err().class(), ErrorClass::RANK);
    pair.barrier()?;
    for from_first in [true, false] {
        let is_here = from_first == is_first;
        let at = root(pair, is_here, 0);
        let mut word = if at == InterRoot::Me { [7, 8] } else { [0, 0] };
        pair.broadcast(&mut word[..], at)?;
        assert_eq!(word == [7, 8], !is_here || me == 0);
        // From the other side to the root.
        let gathered = pair.gather(&me, at)?;
        assert_eq!(gathered, (at == InterRoot::Me).then(|| (0..there).collect()));
        let sum = pair.reduce(&(me + 1), &Op::sum(), at)?;
        assert_eq!(sum, (at == InterRoot::Me).then(|| (1..=there).sum()));
        let all: Vec<usize> = (0..2 * there).collect();
        let mut mine = [99; 2];
        pair.scatter_into((at == InterRoot::Me).then_some(&all[..]), &mut mine[..], at)?;
        assert_eq!(mine, if is_here { [99; 2] } else { [2 * me, 2 * me + 1] });
    }
    assert_eq!(pair.all_gather(&me)?, (0..there).collect::<Vec<_>>());
    assert_eq!(pair.all_reduce(&1usize, &Op::sum())?, there);
    let came = pair.all_to_all(&vec![(me, is_first); there])?;
    assert_eq!(came, (0..there).map(|rank| (rank, !is_first)).collect::<Vec<_>>());
    let all = pair.merge(!is_first)?;
    assert_eq!(all.size(), here + there);
    assert_eq!(all.rank(), if is_first { me } else { there + me });
    Ok(())
}

pub(super) fn two_groups_talk() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let pair = halves(&world)?;
    exchange(&pair, world.rank().is_multiple_of(2))?;
    exchange(&pair.dup()?, world.rank() % 2 == 1)?;
    assert_eq!(
        (pair.group()?.size(), pair.remote_group().size()),
        (pair.size(), pair.remote_size())
    );
    pair.set_name("halves")?;
    assert_eq!(pair.name()?, "halves");
    // Those with the same number on both sides, as far as there are such.
    if let Some(couple) = pair.split(Some(pair.rank() as u32), 0)? {
        assert_eq!((couple.size(), couple.remote_size()), (1, 1));
        couple.disconnect()?;
    }
    pair.disconnect()?;
    universe.finalize()
}

pub(super) fn groups_are_joined_without_a_communicator() -> Result<()> {
    let session = Session::begin()?;
    let all = session.group("mpi://WORLD")?;
    let (even, odd): (Vec<_>, Vec<_>) = (0..all.size()).partition(|rank| rank % 2 == 0);
    let (even, odd) = (all.include(&even)?, all.include(&odd)?);
    let is_first = even.rank().is_some();
    let (own, other) = if is_first { (even, odd) } else { (odd, even) };
    let pair = own.intercommunicator(0, &other, 0, "even and odd")?;
    exchange(&pair, is_first)?;
    drop(pair);
    session.end()
}

/// The program itself, as another case.
fn child(case: &str, count: usize) -> ChildProgram {
    let me = std::env::current_exe().expect("this program's own file");
    ChildProgram::new(&me, count).args(["--rank", case])
}

pub(super) fn children_are_spawned() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    assert!(universe.parent()?.is_none());
    let children = world.spawn(&child("is_a_child", 2), 0)?;
    assert_eq!(children.remote_size(), 2);
    exchange(&children, true)?;
    children.disconnect()?;
    let root = world.size() - 1;
    let several = [child("is_a_child", 1), child("is_a_child", 2)];
    let spawned = world.spawn_multiple(&several, root)?;
    assert_eq!(spawned.outcomes(), [None; 3]);
    let children = spawned.joined()?;
    exchange(&children, true)?;
    children.disconnect()?;
    let missing = ChildProgram::new("/no/such/program", 1);
    let spawned = world.spawn_multiple(&[missing], 0)?;
    assert_eq!(spawned.outcomes(), [Some(ErrorClass::SPAWN)]);
    assert_eq!(spawned.joined().unwrap_err().class(), ErrorClass::SPAWN);
    universe.finalize()
}

pub(super) fn is_a_child() -> Result<()> {
    let universe = Universe::init()?;
    let Some(parents) = universe.parent()? else { return universe.finalize() };
    assert!(universe.program_number().is_some());
    exchange(&parents, false)?;
    // It was not freed with the first that was asked for.
    let again = universe.parent()?.expect("as before");
    assert_eq!(again.as_raw(), parents.as_raw());
    drop(parents);
    again.disconnect()?;
    universe.finalize()
}

pub(super) fn ports_join_groups() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let is_server = world.rank().is_multiple_of(2);
    let half = world.split(Some(u32::from(is_server)), 0)?.expect("all give a colour");
    let mut number = std::process::id();
    world.broadcast(&mut number, 0)?;
    let service = format!("ferry-rust-test-{number}");
    let pair = if is_server {
        let port = if half.rank() == 0 { Some(ListeningPort::open()?) } else { None };
        let name = port.as_ref().map_or("", ListeningPort::name);
        if half.rank() == 0 {
            ferry::publish_service(&service, name)?;
            let taken = ferry::publish_service(&service, name).unwrap_err();
            assert_eq!(taken.class(), ErrorClass::SERVICE);
        }
        world.barrier()?;
        let pair = half.accept_within(name, 0, Duration::from_secs(100))?;
        if half.rank() == 0 {
            ferry::withdraw_service(&service)?;
        }
        pair
    } else {
        world.barrier()?;
        let name = match half.rank() {
            0 => ferry::look_up_service(&service)?,
            _ => String::new(),
        };
        half.connect(&name, 0)?
    };
    exchange(&pair, is_server)?;
    pair.disconnect()?;
    world.barrier()?;
    let gone = ferry::look_up_service(&service).unwrap_err();
    assert_eq!(gone.class(), ErrorClass::NAME);
    universe.finalize()
}

pub(super) fn sockets_join_processes() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let mut number = std::process::id();
    world.broadcast(&mut number, 0)?;
    let name = std::env::temp_dir().join(format!("ferry-rust-join-{number}"));
    let socket = if world.rank() == 0 {
        let listener = std::os::unix::net::UnixListener::bind(&name).expect("a socket");
        world.barrier()?;
        listener.accept().expect("a caller").0
    } else {
        world.barrier()?;
        std::os::unix::net::UnixStream::connect(&name).expect("a listener")
    };
    exchange(&ferry::join(&socket)?, world.rank() == 0)?;
    if world.rank() == 0 {
        std::fs::remove_file(&name).expect("its own");
    }
    universe.finalize()
}

/// Blocks of any lengths; rank r of the first side gives r + 1 elements, of the other r + 2.
fn given(rank: usize, is_first: bool) -> usize {
    rank + if is_first { 1 } else { 2 }
}

fn blocks_go_across(pair: &Intercommunicator, is_first: bool) -> Result<()> {
    let (me, there) = (pair.rank(), pair.remote_size());
    let own = vec![(me, is_first); given(me, is_first)];
    let theirs: Vec<usize> = (0..there).map(|rank| given(rank, !is_first)).collect();
    let block_of = |rank: usize| vec![(rank, !is_first); theirs[rank]];
    let are_theirs = |blocks: &Blocks<(usize, bool)>| {
        blocks.counts() == theirs && (0..there).all(|rank| blocks.block(rank) == block_of(rank))
    };
    assert!(are_theirs(&pair.all_gather_varcount(&own)?));
    let to_each = Blocks::new(own.repeat(there), vec![own.len(); there])?;
    assert!(are_theirs(&pair.all_to_all_varcount(&to_each)?));
    for from_first in [true, false] {
        let at = root(pair, from_first == is_first, 0);
        let gathered = pair.gather_varcount(&own, at)?;
        assert_eq!(gathered.as_ref().map(are_theirs), (at == InterRoot::Me).then_some(true));
        // The root's block for a rank tells which one it is.
        let items: Vec<usize> = (0..there).flat_map(|rank| vec![rank; rank + 1]).collect();
        let dealt = Blocks::new(items, (1..=there).collect())?;
        let mine = pair.scatter_varcount((at == InterRoot::Me).then_some(&dealt), at)?;
        let expected = if from_first == is_first { vec![] } else { vec![me; me + 1] };
        assert_eq!(mine, expected);
    }
    // Both give as many elements, and each group deals the sums among its own.
    let total = pair.size() * there;
    let counts = vec![there; pair.size()];
    let sums = pair.reduce_scatter_varcount(&vec![1usize; total], &counts, &Op::sum())?;
    assert_eq!(sums, vec![there; there]);
    let refused = pair.reduce_scatter_varcount(&[1usize], &[1; 99], &Op::sum());
    assert_eq!(refused.unwrap_err().class(), ErrorClass::COUNT);
    Ok(())
}

fn blocks_go_across_later(pair: &Intercommunicator, is_first: bool) -> Result<()> {
    let (me, there) = (pair.rank(), pair.remote_size());
    let own = vec![(me, is_first); given(me, is_first)];
    let theirs: Vec<usize> = (0..there).map(|rank| given(rank, !is_first)).collect();
    let all: Vec<_> = (0..there).flat_map(|rank| vec![(rank, !is_first); theirs[rank]]).collect();
    let nothing = vec![(0, false); all.len()];
    let to_each = Blocks::new(own.repeat(there), vec![own.len(); there])?;
    let (mut gathered, mut exchanged) = (nothing.clone(), nothing.clone());
    let mut dealt = vec![0usize; there];
    let (ones, counts) = (vec![1usize; pair.size() * there], vec![there; pair.size()]);
    ferry::scope(|scope| {
        let barrier = pair.ibarrier(scope)?;
        let _ = pair.iall_gather_varcount_into(scope, &own, &mut gathered, &theirs)?;
        let exchange = pair.iall_to_all_varcount_into(scope, &to_each, &mut exchanged, &theirs)?;
        let sums = &Op::sum();
        let _ = pair.ireduce_scatter_varcount_into(scope, &ones, &mut dealt, &counts, sums)?;
        exchange.wait()?;
        barrier.wait()
    })?;
    assert_eq!((&gathered, &exchanged, dealt), (&all, &all, vec![there; there]));
    for from_first in [true, false] {
        let at = root(pair, from_first == is_first, 0);
        let is_root = at == InterRoot::Me;
        let mut room = nothing.clone();
        let items: Vec<usize> = (0..there).flat_map(|rank| vec![rank; rank + 1]).collect();
        let pieces = Blocks::new(items, (1..=there).collect())?;
        let mut mine = vec![99; if from_first == is_first { 0 } else { me + 1 }];
        ferry::scope(|scope| {
            let to = is_root.then_some((&mut room[..], &theirs[..]));
            let _ = pair.igather_varcount_into(scope, &own, to, at)?;
            let from = is_root.then_some(&pieces);
            pair.iscatter_varcount_into(scope, from, &mut mine, at)?.wait().map(drop)
        })?;
        assert_eq!(room, if is_root { all.clone() } else { nothing.clone() });
        assert!(mine.iter().all(|item| *item == me));
        // What does not fit is refused before the others hear of anything.
        let mut short = [(0, false); 3];
        let refused = ferry::scope(|scope| match is_root {
            true => {
                let room = Some((&mut short[..], &[3; 77][..]));
                pair.igather_varcount_into(scope, &[], room, at).map(drop)
            }
            false => Ok(()),
        });
        assert_eq!(refused.err().map(|e| e.class()), is_root.then_some(ErrorClass::COUNT));
    }
    Ok(())
}

fn equal_blocks_go_across_later(pair: &Intercommunicator, is_first: bool) -> Result<()> {
    let (me, there) = (pair.rank(), pair.remote_size());
    let ranks: Vec<usize> = (0..there).collect();
    let mine = vec![me; there];
    let (mut gathered, mut exchanged, mut sum) = (vec![0; there], vec![0; there], 0);
    ferry::scope(|scope| {
        let _ = pair.iall_gather_into(scope, &me, &mut gathered)?;
        let reduced = pair.iall_reduce_into(scope, &1usize, &mut sum, &Op::sum())?;
        let _ = pair.iall_to_all_into(scope, &mine, &mut exchanged)?;
        reduced.wait().map(drop)
    })?;
    assert_eq!((&gathered, &exchanged, sum), (&ranks, &ranks, there));
    for from_first in [true, false] {
        let is_here = from_first == is_first;
        let at = root(pair, is_here, 0);
        let is_root = at == InterRoot::Me;
        let mut word = if is_root { [7, 8] } else { [0, 0] };
        let (mut room, mut sums, mut dealt) = (vec![99; there], [0; 1], 99);
        ferry::scope(|scope| {
            let told = pair.ibroadcast(scope, &mut word[..], at)?;
            let _ = pair.igather_into(scope, &me, is_root.then_some(&mut room[..]), at)?;
            let most = is_root.then_some(&mut sums[..]);
            let _ = pair.ireduce_into(scope, &me, most, &Op::max(), at)?;
            let _ = pair.iscatter_into(scope, is_root.then_some(&ranks[..]), &mut dealt, at)?;
            told.wait().map(drop)
        })?;
        assert_eq!(word == [7, 8], !is_here || me == 0);
        assert_eq!(room, if is_root { ranks.clone() } else { vec![99; there] });
        assert_eq!(sums, if is_root { [there - 1] } else { [0] });
        assert_eq!(dealt, if is_here { 99 } else { me });
    }
    Ok(())
}

pub(super) fn groups_exchange_blocks() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (pair, is_first) = (halves(&world)?, world.rank().is_multiple_of(2));
    blocks_go_across(&pair, is_first)?;
    blocks_go_across_later(&pair, is_first)?;
    equal_blocks_go_across_later(&pair, is_first)?;
    let mut passed = [pair.rank(); 3];
    if pair.rank() < pair.remote_size() {
        let partner = pair.rank();
        ferry::scope(|scope| {
            pair.isend_receive_replace(scope, &mut passed[..], partner, 9, partner, 9)?.wait()
        })?;
        assert_eq!(passed, [partner; 3]);
        let status = pair.send_receive_replace(&mut passed[..], partner, 9, partner, 9)?;
        assert_eq!(status.source(), partner);
    }
    universe.finalize()
}

pub(super) fn pairs_are_duplicated_meanwhile() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (pair, is_first) = (halves(&world)?, world.rank().is_multiple_of(2));
    let (first, second) = ferry::scope(|scope| {
        // Nobody waits for this one, and it goes.
        drop(pair.idup(scope)?);
        let (first, second) = (pair.idup(scope)?, pair.idup(scope)?);
        while !second.is_complete()? {}
        Ok((first.wait()?, second.wait()?))
    })?;
    drop(pair);
    for twin in [&first, &second] {
        exchange(twin, is_first)?;
    }
    assert_eq!((first.size() + first.remote_size(), first.rank()), (world.size(), second.rank()));
    universe.finalize()
}
