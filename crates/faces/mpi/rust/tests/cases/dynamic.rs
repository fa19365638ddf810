//! Processes of several jobs, and intercommunicators.

use ferry::{ChildProgram, Communicator, ErrorClass, InterRoot, Intercommunicator, ListeningPort};
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
