//! Non-blocking messages.

use ferry::{Completed, ErrorClass, Result, Universe};
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
