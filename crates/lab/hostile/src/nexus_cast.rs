//! Requests by multicast that is made reliable, at who sends and who gets them, and startpoints with descriptor
//! tables and methods of their own.

use crate::play::{SIZE, identity, links, load};
use ferry_config::Config;
use ferry_nexus::{Buffer, Nexus, NexusError, Request};
use ferry_wire::{Header, Share};

/// Requests that the sender keeps for those who lack them.
const SENT: u32 = 3;
/// What the frame about joining is called in the protocol.
const JOINED: u8 = 6;

/// The frames by which all others take part in this process's first stream.
fn joined() -> Vec<u8> {
    let header = Header { words: [1, 1], ..Header::new(Share::NEXUS.id(JOINED)) };
    let frame = |sender: u32| {
        let mut frame = vec![sender as u8 - 1, 0, 0];
        frame.extend(header.encode(0));
        frame
    };
    (1..SIZE).flat_map(frame).collect()
}

/// Uses what comes as a program would: reads, and sends to where a startpoint leads.
fn serve(request: &mut Request<'_>) {
    while let Ok(mut startpoint) = request.get_startpoint() {
        let _ = startpoint.methods();
        let _ = startpoint.method();
        let _ = startpoint.set_method("player");
        let _ = startpoint.send_rsr(1, Buffer::new().put(1u32).put_startpoint(&startpoint));
    }
    let _ = request.buffer.get_vec::<f64>().is_ok() || request.buffer.get_str().is_ok();
}

fn play(bytes: &[u8]) -> Result<(), NexusError> {
    let (link, tape) = links();
    let nexus = Nexus::over(link, identity(0), &Config::new())?;
    nexus.on_fault(|_| {});
    let root = nexus.endpoint().handler(0, serve).unknown(serve).open_root()?;
    load(&tape, &joined());
    let mut all = nexus.startpoint_to(1)?;
    for rank in 2..SIZE {
        all.join(&nexus.startpoint_to(rank)?);
    }
    let address = "239.255.7.7:4000".parse().expect("an address");
    assert!(all.use_multicast(address)?, "all take part");
    for number in 0..SENT {
        all.send_rsr(0, Buffer::new().put(number))?;
    }
    load(&tape, bytes);
    for _ in 0..3 {
        nexus.poll()?;
    }
    drop((root, all));
    nexus.poll().map(drop)
}

/// One input.
pub fn run(bytes: &[u8]) {
    // With a callback for faults nothing of what comes is an error here.
    play(bytes).expect("it bears what comes");
}
