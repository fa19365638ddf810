//! Blocking messages.

use ferry::{Communicator, Equivalence, ErrorClass, Result, Source, Tag, Universe, ViewMut};

#[derive(Equivalence, Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Particle {
    kind: u8,
    position: [f64; 3],
    alive: bool,
    spin: Spin,
    neighbours: (u16, i64),
}

#[derive(Equivalence, Clone, Copy, Debug, PartialEq)]
struct Spin(i8, f32);

#[derive(Equivalence, Clone, Copy, Debug, PartialEq)]
struct Pair<T> {
    first: T,
    second: T,
}

fn particle(seed: usize) -> Particle {
    Particle {
        kind: seed as u8,
        position: [seed as f64, -1.0, 0.25],
        alive: seed.is_multiple_of(2),
        spin: Spin((seed as i8).wrapping_neg(), 0.5),
        neighbours: (seed as u16, -(seed as i64)),
    }
}

fn ring(world: &Communicator) -> (usize, usize) {
    let (me, size) = (world.rank(), world.size());
    ((me + size - 1) % size, (me + 1) % size)
}

pub(super) fn values_go_round() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (left, right) = ring(&world);
    let mut came = particle(100);
    world.send_receive(&particle(world.rank()), right, 1, &mut came, left, 1)?;
    assert_eq!(came, particle(left));

    let pairs = vec![Pair { first: world.rank() as u32, second: 9 }; 1000];
    let mut came = vec![Pair { first: 0, second: 0 }; 1000];
    world.send_receive(&pairs, right, 2, &mut came, left, 2)?;
    assert!(came.iter().all(|pair| *pair == Pair { first: left as u32, second: 9 }));

    let huge = u128::MAX - world.rank() as u128;
    let mut came = 0;
    world.send_receive(&huge, right, 3, &mut came, left, 3)?;
    assert_eq!(came, u128::MAX - left as u128);
    universe.finalize()
}

pub(super) fn any_source_and_tag() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    if world.rank() > 0 {
        for tag in 0..10 {
            world.send(&vec![world.rank(); tag], 0, tag as i32)?;
        }
        return universe.finalize();
    }
    let mut next = vec![0; world.size()];
    for _ in 0..10 * (world.size() - 1) {
        let (items, status) = world.receive_vec::<usize>(Source::Any, Tag::Any)?;
        let (source, tag) = (status.source(), status.tag());
        assert_eq!(items, vec![source; tag as usize]);
        assert_eq!(tag, next[source], "messages of one rank keep their order");
        next[source] += 1;
    }
    assert_eq!(world.try_probe(Source::Any, Tag::Any)?, None);
    universe.finalize()
}

pub(super) fn long_messages() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let other = 1 - world.rank();
    for len in [0, 1, 4096, 70_000, 3_000_000] {
        let numbers: Vec<u64> = (0..len).map(|i| i * 3 + world.rank() as u64).collect();
        let mut came = vec![0; len as usize];
        world.send_receive(&numbers, other, 0, &mut came, other, 0)?;
        assert!(came.iter().zip(0..).all(|(n, i)| *n == i * 3 + other as u64));

        let particles: Vec<_> = (0..len as usize / 8).map(particle).collect();
        if world.rank() == 0 {
            world.send(&particles, 1, 1)?;
        } else {
            assert_eq!(world.receive_vec::<Particle>(0, 1)?.0, particles);
        }
    }
    universe.finalize()
}

pub(super) fn gaps_are_not_sent() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    if world.rank() == 0 {
        world.send(&(1u8, 2u64), 1, 0)?;
    } else {
        let (bytes, status) = world.receive_vec::<u8>(0, 0)?;
        assert_eq!((bytes.len(), status.bytes()), (9, 9));
        assert_eq!(bytes[0], 1);
        assert_eq!(bytes[1..], 2u64.to_ne_bytes());
    }
    universe.finalize()
}

pub(super) fn nonsense_becomes_true() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    if world.rank() == 0 {
        world.send(&[0u8, 1, 2, 255][..], 1, 0)?;
        world.send(&[7u8, 3][..], 1, 1)?;
    } else {
        let (truths, _) = world.receive_vec::<bool>(0, 0)?;
        assert_eq!(truths, [false, true, true, true]);
        let mut value = (0u8, false);
        ferry::scope(|scope| world.irecv(scope, &mut value, 0, 1)?.wait())?;
        assert_eq!(value, (7, true));
    }
    universe.finalize()
}

pub(super) fn lengths_are_checked() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    if world.rank() == 0 {
        for tag in 0..4 {
            world.send(&[1u8, 2, 3][..], 1, tag)?;
        }
        return universe.finalize();
    }
    let mut room = [0u8; 2];
    let error = world.receive_into(&mut room[..], 0, 0).unwrap_err();
    assert_eq!(error.class(), ErrorClass::TRUNCATE);
    let error = world.receive::<u64>(0, 1).unwrap_err();
    assert_eq!(error.class(), ErrorClass::TYPE, "{error}");
    let error = world.receive_vec::<u16>(0, 2).unwrap_err();
    assert_eq!(error.class(), ErrorClass::TYPE, "{error}");
    assert_eq!(world.receive::<[u8; 3]>(0, 3)?.0, [1, 2, 3]);
    assert_eq!(world.send(&0, 2, 0).unwrap_err().class(), ErrorClass::RANK);
    assert_eq!(world.send(&0, 0, -5).unwrap_err().class(), ErrorClass::TAG);
    assert_eq!(world.receive::<u8>(7, 0).unwrap_err().class(), ErrorClass::RANK);
    universe.finalize()
}

pub(super) fn dropped_messages_are_thrown_away() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    if world.rank() == 0 {
        for len in [1, 1_000_000] {
            world.send(&vec![1u8; len], 1, 0)?;
            world.send_synchronous(&2u8, 1, 0)?;
        }
    } else {
        for _ in 0..2 {
            drop(world.matched_probe(0, Tag::Any)?);
            assert_eq!(world.receive::<u8>(0, 0)?.0, 2);
        }
    }
    universe.finalize()
}

/// What a message of the wrong type is told as, whichever way it travels and is received.
pub(super) fn types_are_compared() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let other = 1 - world.rank();
    // Short, in pieces, and announced.
    for len in [1, 1000, 30_000, 500_000] {
        let (numbers, mut room) = (vec![7i32; len], vec![-1f32; len]);
        if world.rank() == 0 {
            world.send(&numbers, 1, 1)?;
            world.send_synchronous(&numbers, 1, 2)?;
            ferry::scope(|scope| world.isend(scope, &numbers, 1, 3)?.wait())?;
            world.send(&numbers, 1, 4)?;
            world.attach_buffer(None)?;
            world.send_buffered(&numbers, 1, 5)?;
            world.detach_buffer()?;
            world.send(&numbers, 1, 6)?;
        } else {
            // Some are waited for, others are here already.
            let blocking = world.receive_into(&mut room, 0, 1).unwrap_err();
            let synchronous = world.receive_into(&mut room, 0, Tag::Any).unwrap_err();
            let result = ferry::scope(|scope| world.irecv(scope, &mut room, 0, 3)?.wait());
            let message = world.matched_probe(0, 4)?;
            let probed = message.receive_into(&mut room).unwrap_err();
            let vector = world.receive_vec::<f32>(Source::Any, 5).unwrap_err();
            for (error, tag) in
                [blocking, synchronous, result.unwrap_err(), probed, vector].into_iter().zip(1..)
            {
                assert_eq!(error.class(), ErrorClass::TYPE, "{error}");
                let (text, from) = (error.message(), format!("rank 0 with tag {tag}"));
                for word in ["i32", "f32", &from, "MPI_COMM_WORLD"] {
                    assert!(text.contains(word), "{word} is not in '{text}'");
                }
            }
            assert!(room.iter().all(|number| *number == -1.0), "nothing is written");
            assert_eq!(world.receive_vec::<i32>(0, 6)?.0, numbers);
        }
        let mut came = [0u16];
        world.send_receive(&[other as u16][..], other, 7, &mut came[..], other, 7)?;
    }
    universe.finalize()
}

/// The same numbers in other shapes are the same; bytes are whatever one makes of them.
pub(super) fn shapes_do_not_matter() -> Result<()> {
    let universe = Universe::init()?;
    let comm = universe.self_comm();
    comm.send(&[1f64, 2.0, 3.0, 4.0], 0, 0)?;
    assert_eq!(comm.receive_vec::<(f64, [f64; 1])>(0, 0)?.0, [(1.0, [2.0]), (3.0, [4.0])]);
    comm.send(&[(1u8, 2i16), (3, 4)][..], 0, 0)?;
    assert_eq!(comm.receive::<(u8, i16, u8, i16)>(0, 0)?.0, (1, 2, 3, 4));
    comm.send(&5usize, 0, 0)?;
    assert_eq!(comm.receive::<u64>(0, 0)?.0, 5);
    comm.send(&particle(1), 0, 0)?;
    assert_eq!(comm.receive_vec::<u8>(0, 0)?.0.len(), 1 + 24 + 1 + 5 + 10);
    comm.send(&1.5f32.to_ne_bytes()[..], 0, 0)?;
    assert_eq!(comm.receive::<f32>(0, 0)?.0, 1.5);

    comm.send(&(1u32, 2i64), 0, 0)?;
    let error = comm.receive::<(i64, u32)>(0, 0).unwrap_err();
    let (sent, expected) = (error.message().contains("(u32, i64)"), "(i64, u32)");
    assert!(sent && error.message().contains(expected), "{error}");
    comm.send(&particle(2), 0, 0)?;
    let error = comm.receive_vec::<Pair<f64>>(0, 0).unwrap_err();
    assert!(error.message().contains("Pair<f64>"), "{error}");
    universe.finalize()
}

pub(super) fn one_buffer_goes_round() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let (left, right) = ((me + size - 1) % size, (me + 1) % size);
    for len in [0, 3, 100_000] {
        let mut passed = vec![(me as u8, me == 0); len];
        let status = world.send_receive_replace(&mut passed, right, 4, left, 4)?;
        assert_eq!((status.source(), status.count::<(u8, bool)>()), (left, Some(len)));
        assert!(passed.iter().all(|item| *item == (left as u8, left == 0)));
    }
    // A column, where it lies.
    let mut matrix = [me; 12];
    let mut column = ViewMut::strided(&mut matrix, 1, 4, 3)?;
    world.send_receive_replace(&mut column, right, 5, left, 5)?;
    assert_eq!(matrix[..5], [left, me, me, me, left]);
    let mut kept = 7;
    world.send_receive_replace(&mut kept, None, 0, Source::Nobody, 0)?;
    assert_eq!(kept, 7);
    universe.finalize()
}

pub(super) fn taken_messages_come_later() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    for len in [3, 300_000] {
        if world.rank() == 0 {
            world.attach_buffer(None)?;
            let data = vec![true; len];
            ferry::scope(|scope| world.isend_buffered(scope, &data, 1, 0)?.wait())?;
            world.detach_buffer()?;
            continue;
        }
        let (mut room, mut small) = (vec![false; len + 1], [0u8; 2]);
        let status = ferry::scope(|scope| {
            world.matched_probe(0, 0)?.ireceive_into(scope, &mut room)?.wait()
        })?;
        assert_eq!(status.count::<bool>(), Some(len));
        assert!(room[..len].iter().all(|is| *is) && !room[len]);
        universe.self_comm().send(&[1u8, 2, 3][..], 0, 0)?;
        let message = universe.self_comm().matched_probe(0, 0)?;
        let cut = ferry::scope(|scope| message.ireceive_into(scope, &mut small[..])?.wait());
        assert_eq!(cut.unwrap_err().class(), ErrorClass::TRUNCATE);
    }
    universe.finalize()
}

pub(super) fn nobody_is_named() -> Result<()> {
    let universe = Universe::init()?;
    let comm = universe.self_comm();
    let error = comm.receive::<i32>(Source::Nobody, 0).unwrap_err();
    assert_eq!(error.class(), ErrorClass::TYPE);
    assert!(error.message().starts_with("nobody sends 1 of i32"), "{error}");
    let mut room = 7;
    assert!(comm.receive_into(&mut room, Source::Nobody, 0)?.is_from_nobody());
    assert_eq!(room, 7);
    universe.finalize()
}

pub(super) fn one_buffer_goes_round_meanwhile() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let (left, right) = ((me + size - 1) % size, (me + 1) % size);
    for len in [0, 3, 100_000] {
        let mut passed = vec![(me as u8, me == 0); len];
        let status = ferry::scope(|scope| {
            world.isend_receive_replace(scope, &mut passed, right, 4, left, 4)?.wait()
        })?;
        assert_eq!((status.source(), status.count::<(u8, bool)>()), (left, Some(len)));
        assert!(passed.iter().all(|item| *item == (left as u8, left == 0)));
    }
    // Two at a time, a column where it lies and one that nobody waits for.
    let (mut matrix, mut other) = ([me; 12], me);
    let mut column = ViewMut::strided(&mut matrix, 1, 4, 3)?;
    ferry::scope(|scope| {
        let first = world.isend_receive_replace(scope, &mut column, right, 5, left, 5)?;
        let _ = world.isend_receive_replace(scope, &mut other, left, 6, right, 6)?;
        first.wait().map(drop)
    })?;
    assert_eq!((&matrix[..5], other), (&[left, me, me, me, left][..], right));
    // Nothing comes: the buffer stays as it is, and the copy goes out, however long it is.
    for len in [1, 300_000] {
        let mut kept = vec![me; len];
        ferry::scope(|scope| {
            let exchange = world.isend_receive_replace(scope, &mut kept, me, 7, me, 8)?;
            assert!(exchange.cancel()?.1.is_none(), "it was taken back");
            Ok(())
        })?;
        assert_eq!(kept, vec![me; len]);
        assert_eq!(world.receive_vec::<usize>(me, 7)?.0, kept);
    }
    universe.finalize()
}
