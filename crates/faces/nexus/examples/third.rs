//! A startpoint goes round: `mpiexec -n 3 third`. Rank 0 makes an endpoint and gives its startpoint to
//! rank 1, which gives it to rank 2, and so on; each says who it is to the endpoint.

use ferry_config::Config;
use ferry_nexus::{Buffer, Nexus};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

const PASS: u32 = 0;
const TELL: u32 = 1;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let nexus = Nexus::start(&Config::load()?)?;
    let (rank, size) = (nexus.rank(), nexus.size());
    let told = Arc::new(AtomicU32::new(0));
    let count = told.clone();
    let listener = nexus
        .endpoint()
        .handler(TELL, move |request| {
            let rank = request.buffer.get::<u32>().unwrap_or(u32::MAX);
            println!("rank {rank} has the startpoint");
            count.fetch_add(1, SeqCst);
        })
        .open()?;
    let next = if rank + 1 < size { Some(nexus.startpoint_to(rank + 1)?) } else { None };
    let onward = next.clone();
    let _root = nexus
        .endpoint()
        .handler(PASS, move |request| {
            let passed = request.get_startpoint().and_then(|startpoint| {
                startpoint.send_rsr(TELL, Buffer::new().put(rank))?;
                let mut buffer = Buffer::new();
                buffer.put_startpoint(&startpoint);
                onward.as_ref().map_or(Ok(()), |next| next.send_rsr(PASS, &buffer))
            });
            if let Err(why) = passed {
                eprintln!("rank {rank}: {why}");
            }
        })
        .open_root()?;
    if rank == 0 {
        if let Some(next) = &next {
            next.send_rsr(PASS, Buffer::new().put_startpoint(&listener.startpoint()))?;
        }
        nexus.wait_until(None, || told.load(SeqCst) == size - 1)?;
    }
    nexus.finish()?;
    Ok(())
}
