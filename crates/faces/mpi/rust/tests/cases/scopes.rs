//! Non-blocking messages.

use ferry::{Completed, ErrorClass, Op, Result, Tag, Universe};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(super) fn many_requests() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let sent: Vec<Vec<usize>> = (0..size * 20).map(|i| vec![me * 1000 + i; i * 50]).collect();
    let mut came: Vec<Vec<usize>> =
        (0..size * 20).map(|i| vec![0; (i / size * size + me) * 50]).collect();
    ferry::scope(|scope| {
        let mut receives = Vec::new();
        for (i, room) in came.iter_mut().enumerate() {
            receives.push(world.irecv(scope, room, i % size, (i / size) as i32)?);
        }
        for (i, data) in sent.iter().enumerate() {
            let _ = world.isend(scope, data, i % size, (i / size) as i32)?;
        }
        let mut found = 0;
        while let Some(Completed { buffer, done, .. }) = ferry::wait_any(&mut receives)? {
            assert_eq!(done.count::<usize>(), Some(buffer.len()));
            found += 1;
        }
        assert_eq!(found, 20 * size);
        Ok(())
    })?;
    for (i, room) in came.iter().enumerate() {
        let value = (i % size) * 1000 + i / size * size + me;
        assert!(room.iter().all(|v| *v == value), "{i}: {room:?} instead of {value}");
    }
    universe.finalize()
}

pub(super) fn forgotten_requests_are_waited_for() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let other = 1 - world.rank();
    let data = vec![world.rank() as u32 + 1; 500_000];
    let mut room = vec![0; 500_000];
    ferry::scope(|scope| {
        Box::leak(Box::new(world.irecv(scope, &mut room, other, 0)?));
        Box::leak(Box::new(world.isend(scope, &data, other, 0)?));
        Ok(())
    })?;
    assert!(room.iter().all(|v| *v == other as u32 + 1));
    universe.finalize()
}

pub(super) fn panics_cancel_receives() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let other = 1 - world.rank();
    let mut room = [0u32; 10];
    let panic = catch_unwind(AssertUnwindSafe(|| {
        ferry::scope(|scope| {
            let _ = world.irecv(scope, &mut room[..], other, 0)?;
            if room_is_full() { Ok(()) } else { panic!("on purpose") }
        })
    }));
    assert!(panic.is_err());
    let failed = ferry::scope(|scope| {
        let _ = world.irecv(scope, &mut room[..], other, 0)?;
        world.send(&1, 99, 0)
    });
    assert_eq!(failed.unwrap_err().class(), ErrorClass::RANK);
    world.barrier()?;
    // Neither of the two receives takes this.
    let mut came = 0u32;
    world.send_receive(&7u32, other, 0, &mut came, other, 0)?;
    assert_eq!((came, room), (7, [0; 10]));
    universe.finalize()
}

fn room_is_full() -> bool {
    std::env::args().count() > 1000
}

pub(super) fn errors_come_at_the_end() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let other = 1 - world.rank();
    let (mut small, mut fits) = ([0u8; 4], [0u8; 8]);
    let result = ferry::scope(|scope| {
        let _ = world.irecv(scope, &mut small[..], other, 0)?;
        let _ = world.irecv(scope, &mut fits[..], other, 1)?;
        world.send(&[1u8; 8], other, 0)?;
        world.send(&[2u8; 8], other, 1)
    });
    assert_eq!(result.unwrap_err().class(), ErrorClass::TRUNCATE);
    assert_eq!(fits, [2; 8]);
    universe.finalize()
}

pub(super) fn synchronous_sends_wait() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let value = 5u8;
    if world.rank() == 0 {
        ferry::scope(|scope| {
            let request = world.isend_synchronous(scope, &value, 1, 0)?;
            assert!(!request.is_complete()?, "nobody has received yet");
            world.send(&(), 1, 1)?;
            request.wait()
        })?;
    } else {
        world.receive::<()>(0, 1)?;
        assert_eq!(world.receive::<u8>(0, 0)?.0, 5);
    }
    universe.finalize()
}

pub(super) fn failures_leave_the_other_requests() -> Result<()> {
    let universe = Universe::init()?;
    let own = universe.self_comm();
    let (mut a, mut b, mut c) = ([0u8; 1], [0u8; 1], [0u8; 1]);
    ferry::scope(|scope| {
        let mut requests = vec![
            own.irecv(scope, &mut a[..], 0, 0)?,
            own.irecv(scope, &mut b[..], 0, 1)?,
            own.irecv(scope, &mut c[..], 0, 2)?,
        ];
        own.send(&[1u8][..], 0, 0)?;
        own.send(&[1u8, 2][..], 0, 1)?;
        let failed = ferry::wait_some(&mut requests).map(drop).unwrap_err();
        assert_eq!((failed.class(), requests.len()), (ErrorClass::TRUNCATE, 2));
        let some = ferry::wait_some(&mut requests)?;
        assert_eq!((some.len(), some[0].index, some[0].buffer[0]), (1, 0, 1));
        own.send(&[3u8][..], 0, 2)?;
        assert_eq!(ferry::wait_some(&mut requests)?[0].buffer[0], 3);
        assert!(requests.is_empty());
        Ok(())
    })?;
    universe.finalize()
}

/// What nobody has received when its sender panics was never sent.
pub(super) fn panics_take_sends_back() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    if world.rank() == 0 {
        let data = vec![1u64; 1 << 20];
        let panic = catch_unwind(AssertUnwindSafe(|| {
            ferry::scope(|scope| {
                let _ = world.isend(scope, &data, 1, 5)?;
                if room_is_full() { Ok(()) } else { panic!("on purpose") }
            })
        }));
        assert!(panic.is_err());
    }
    world.barrier()?;
    assert_eq!(world.try_probe(0, Tag::Any)?, None);
    universe.finalize()
}

/// The other rank never comes to this barrier.
pub(super) fn panics_amid_collectives_end_the_job() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    if world.rank() == 1 {
        ferry::scope(|scope| {
            let _ = world.ibarrier(scope)?;
            if room_is_full() { Ok(()) } else { panic!("on purpose") }
        })?;
    }
    world.receive::<u8>(1, 0)?;
    universe.finalize()
}

/// A function goes when its reduction has ended. If that panics, nothing of the scope goes on.
pub(super) fn panics_of_drops_end_the_rest() -> Result<()> {
    struct Fragile;
    impl Fragile {
        fn touch(&self) {}
    }
    impl Drop for Fragile {
        fn drop(&mut self) {
            panic!("on purpose");
        }
    }
    let universe = Universe::init()?;
    let own = universe.self_comm();
    let (mine, mut sum, mut room) = (1, 0, 0);
    let panic = catch_unwind(AssertUnwindSafe(|| {
        ferry::scope(|scope| {
            let fragile = Fragile;
            let op = Op::custom(move |_: &[i32], _: &mut [i32]| fragile.touch());
            let _ = own.iall_reduce_into(scope, &mine, &mut sum, &op)?;
            let _ = own.irecv(scope, &mut room, 0, 5)?;
            Ok(())
        })
    }));
    assert!(panic.is_err());
    own.send(&7, 0, 5)?;
    assert_eq!(own.receive::<i32>(0, 5)?.0, 7, "the receive was taken back");
    assert_eq!((sum, room), (1, 0));
    universe.finalize()
}

pub(super) fn collectives_are_not_taken_back() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (mine, mut all) = (world.rank(), [7; 2]);
    ferry::scope(|scope| {
        let gathering = world.iall_gather_into(scope, &mine, &mut all)?;
        let refused = gathering.cancel().map(drop).unwrap_err();
        assert_eq!(refused.class(), ErrorClass::REQUEST);
        Ok(())
    })?;
    assert_eq!(all, [0, 1], "the scope has waited");

    let mut sum = world.repeated_all_reduce(vec![1], &Op::sum())?;
    let refused = sum.start()?.cancel().map(drop).unwrap_err();
    assert_eq!(refused.class(), ErrorClass::REQUEST);
    sum.resume().expect("it goes on").wait()?;
    assert_eq!(sum.output()?, [2]);

    let window = world.allocate_window::<u32>(4)?;
    let (epoch, value) = (window.fence()?, 3);
    ferry::scope(|scope| {
        let put = epoch.rput(scope, &value, 1 - world.rank(), 0)?;
        // It may be complete already.
        let refused = put.cancel().map(drop);
        assert!(refused.is_ok() || refused.is_err_and(|e| e.class() == ErrorClass::REQUEST));
        Ok(())
    })?;
    epoch.end()?;
    assert_eq!(window.local().get(0), 3);
    window.free()?;
    universe.finalize()
}

pub(super) fn requests_are_tested() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let (left, right) = ((me + size - 1) % size, (me + 1) % size);
    let mut rooms = [0usize; 5];
    ferry::scope(|scope| {
        let receives =
            rooms.iter_mut().zip(0..).map(|(room, tag)| world.irecv(scope, room, left, tag));
        let mut receives = receives.collect::<Result<Vec<_>>>()?;
        assert!(ferry::test_all(&mut receives)?.is_none(), "nobody has sent");
        assert!(ferry::test_any(&mut receives)?.is_none());
        assert!(ferry::test_some(&mut receives)?.is_empty());
        world.barrier()?;
        world.send(&3usize, right, 3)?;
        let first = loop {
            if let Some(first) = ferry::test_any(&mut receives)? {
                break first;
            }
        };
        assert_eq!((first.index, *first.buffer, receives.len()), (3, 3, 4));
        world.barrier()?;
        world.send(&1usize, right, 1)?;
        let some = loop {
            let some = ferry::test_some(&mut receives)?;
            if !some.is_empty() {
                break some;
            }
        };
        assert_eq!((some[0].index, some[0].done.tag(), receives.len()), (1, 1, 3));
        world.barrier()?;
        [0, 2, 4].into_iter().try_for_each(|tag| world.send(&(tag as usize), right, tag))?;
        let statuses = loop {
            if let Some(statuses) = ferry::test_all(&mut receives)? {
                break statuses;
            }
        };
        assert!(statuses.iter().map(|status| status.tag()).eq([0, 2, 4]) && receives.is_empty());
        assert!(ferry::test_all(&mut receives)?.is_some_and(|none| none.is_empty()));
        assert!(ferry::test_any(&mut receives)?.is_none());
        Ok(())
    })?;
    assert_eq!(rooms, [0, 1, 2, 3, 4]);
    universe.finalize()
}
