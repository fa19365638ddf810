//! Memory of others, and messages in parts.

use crate::Example;
use ferry::{Communicator, ErrorClass, LockMode, Op, Result};

pub(crate) const ALL: &[Example] = &[
    ("window_fence", window_fence),
    ("window_lock", window_lock),
    ("window_post", window_post),
    ("window_shared", window_shared),
    ("partitioned", partitioned),
];

fn window_fence(comm: &Communicator) -> Result<()> {
    let (me, size) = (comm.rank(), comm.size());
    let window = comm.create_window(vec![0.0; size])?;
    let epoch = window.fence()?;
    for rank in 0..size {
        epoch.put(&(me as f64), rank, me)?;
    }
    epoch.end()?;
    let all = window.reclaim()?;
    assert!(all.iter().enumerate().all(|(rank, value)| *value == rank as f64));
    Ok(())
}

/// Tasks are handed out by a counter that rank 0 takes no part in.
fn window_lock(comm: &Communicator) -> Result<()> {
    const TASKS: u64 = 100;
    let counter = comm.allocate_window::<u64>(if comm.rank() == 0 { 1 } else { 0 })?;
    let mut done = 0u64;
    let epoch = counter.lock_all()?;
    while epoch.fetch_and_op(&1, &Op::sum(), 0, 0)? < TASKS {
        done += 1;
    }
    epoch.unlock_all()?;
    assert_eq!(comm.all_reduce(&done, &Op::sum())?, TASKS);
    let epoch = counter.lock(LockMode::Exclusive, 0)?;
    assert!(epoch.get(0, 0)? > TASKS);
    epoch.unlock()?;
    counter.free()
}

/// Only neighbours wait for each other.
fn window_post(comm: &Communicator) -> Result<()> {
    let (me, size) = (comm.rank(), comm.size());
    let (left, right) = ((me + size - 1) % size, (me + 1) % size);
    let window = comm.allocate_window::<usize>(1)?;
    let exposed = window.post(&[left])?;
    let epoch = window.start(&[right])?;
    epoch.put(&me, right, 0)?;
    epoch.complete()?;
    exposed.wait()?;
    assert_eq!(window.local().get(0), left);
    window.free()
}

fn window_shared(comm: &Communicator) -> Result<()> {
    let node = comm.split_shared()?;
    let window = match node.allocate_shared_window::<u32>(10) {
        // Its processes share a host, but were told to use another method than shared memory.
        Err(error) if error.class() == ErrorClass::RMA_SHARED => return Ok(()),
        window => window?,
    };
    window.local().fill(node.rank() as u32);
    node.barrier()?;
    let last = window.neighbour(node.size() - 1)?;
    assert_eq!(last.cells().to_vec()?, [node.size() as u32 - 1; 10]);
    window.free()
}

/// The parts of a message are computed by threads and leave one by one.
fn partitioned(comm: &Communicator) -> Result<()> {
    let (me, size) = (comm.rank(), comm.size());
    let mut send = comm.partitioned_send::<usize>(4, 100, (me + 1) % size, 0)?;
    let mut receive = comm.partitioned_receive::<usize>(1, 400, (me + size - 1) % size, 0)?;
    let (sending, receiving) = (send.start()?, receive.start()?);
    std::thread::scope(|threads| {
        for index in 0..4 {
            let sending = &sending;
            threads.spawn(move || {
                let mut part = sending.part(index).expect("a part");
                part.fill(me * 10 + index);
                part.ready().expect("it leaves");
            });
        }
    });
    sending.wait()?;
    let left = (me + size - 1) % size;
    assert!(receiving.wait()?.iter().enumerate().all(|(n, v)| *v == left * 10 + n / 100));
    Ok(())
}
