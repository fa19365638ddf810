//! Partitioned communication.

use ferry::{ErrorClass, Result, Threading, Universe};

pub(super) fn parts_leave_in_any_order() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let mut send = world.partitioned_send::<(u8, u32)>(6, 1000, (me + 1) % size, 3)?;
    let mut receive = world.partitioned_receive::<(u8, u32)>(4, 1500, (me + size - 1) % size, 3)?;
    let left = (me + size - 1) % size;
    for round in 0..5u32 {
        let (sending, receiving) = (send.start()?, receive.start()?);
        for index in [3, 5, 0, 4, 2, 1] {
            let mut part = sending.part(index)?;
            part.fill((me as u8, round * 10 + index as u32));
            part.ready()?;
        }
        let last = loop {
            if let Some(part) = receiving.part(3)? {
                break part.to_vec();
            }
        };
        assert_eq!(last[1499], (left as u8, round * 10 + 5));
        sending.wait()?;
        let all = receiving.wait()?;
        assert_eq!(all.len(), 6000);
        assert!((0..6000).all(|n| all[n] == (left as u8, round * 10 + n as u32 / 1000)));
    }
    universe.finalize()
}

pub(super) fn threads_fill_parts() -> Result<()> {
    let universe = Universe::init_with(Threading::Multiple)?;
    let world = universe.world();
    if world.rank() == 0 {
        let mut send = world.partitioned_send::<u64>(4, 5000, 1, 0)?;
        let sending = send.start()?;
        std::thread::scope(|threads| {
            for index in 0..4 {
                let sending = &sending;
                threads.spawn(move || {
                    let mut part = sending.part(index).unwrap();
                    part.iter_mut().zip(0..).for_each(|(place, n)| *place = n * index as u64);
                    part.ready().unwrap();
                });
            }
        });
        sending.wait()?;
    } else {
        let mut receive = world.partitioned_receive::<u64>(1, 20_000, 0, 0)?;
        let all = receive.start()?.wait()?;
        assert!((0..20_000).all(|n| all[n] == (n % 5000 * (n / 5000)) as u64));
    }
    universe.finalize()
}

pub(super) fn rounds_end_before_the_next() -> Result<()> {
    let universe = Universe::init()?;
    let comm = universe.self_comm();
    let mut send = comm.partitioned_send::<bool>(2, 1, 0, 0)?;
    let mut receive = comm.partitioned_receive::<bool>(2, 1, 0, 0)?;
    let sending = send.start()?;
    assert_eq!(sending.part(2).err().map(|e| e.class()), Some(ErrorClass::ARG));
    let first = sending.part(0)?;
    assert_eq!(sending.part(0).err().map(|e| e.class()), Some(ErrorClass::ARG));
    first.ready()?;
    assert_eq!(sending.wait().unwrap_err().class(), ErrorClass::REQUEST, "part 1 is not ready");
    assert_eq!(send.start().err().map(|e| e.class()), Some(ErrorClass::REQUEST));
    drop(receive.start()?);
    assert_eq!(receive.start().err().map(|e| e.class()), Some(ErrorClass::REQUEST));
    // Both are dropped while they are under way, and keep their memory.
    drop((send, receive));
    Ok(())
}
