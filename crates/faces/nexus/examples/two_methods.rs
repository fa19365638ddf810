//! Two startpoints to one process by two methods, and enquiry:
//! `mpiexec -n 2 -genv FERRY_METHODS shm,tcp two_methods`.

use ferry_config::Config;
use ferry_nexus::{Buffer, Nexus};

const REQUESTS: u64 = 1000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let nexus = Nexus::start(&Config::load()?)?;
    let _root = nexus.endpoint().handler(0, |_| {}).open_root()?;
    if nexus.rank() == 0 {
        let control = nexus.startpoint_to(1)?;
        let mut data = control.clone();
        data.set_method("tcp")?;
        let field = vec![1.5f64; 10_000];
        for n in 0..REQUESTS {
            control.send_rsr(0, Buffer::new().put(n))?;
            data.send_rsr(0, Buffer::new().put(n).put_lent(&field))?;
        }
        println!("control goes by {}, data by {}", control.method()?, data.method()?);
        for way in data.methods()? {
            let sent = way.traffic.sent;
            let why = way.against.unwrap_or(way.why);
            println!("{:8}{:>8} frames {:>12} bytes  {why}", way.method, sent.frames, sent.bytes);
        }
    } else {
        nexus.wait_until(None, || nexus.served() == 2 * REQUESTS)?;
    }
    nexus.finish()?;
    Ok(())
}
