//! Requests and answers of Portals, and the bytes behind them.

use crate::play::{SIZE, links, load};
use ferry_link::{Faces, Links, NoFace};
use ferry_portals::three::{
    DescriptorMemory, DescriptorOptions, DescriptorSpec, EntrySpec, InsertPlace, InterfaceLimits,
    PortalsError, PortalsInterface, RemotePlace,
};
use ferry_portals::{
    PortalsFace, PortalsProcess, PortalsState, ProcessNames, ProcessPattern, Requester,
};
use ferry_sys::OwnedBuffer;
use ferry_wire::Share;
use std::time::Duration;

/// Bytes of each descriptor.
const LEN: usize = 4096;

fn name(rank: u32) -> PortalsProcess {
    PortalsProcess { nid: 1, pid: rank }
}

/// Places for whatever is asked, and requests that wait for answers.
fn furnish(interface: &mut PortalsInterface, memory: &OwnedBuffer) -> Result<(), PortalsError> {
    let options = DescriptorOptions::OP_PUT | DescriptorOptions::OP_GET;
    let spec = |options| DescriptorSpec {
        memory: DescriptorMemory::Whole(memory.arena(LEN)),
        threshold: None,
        max_size: 0,
        options: DescriptorOptions(options),
        user: [0; 3],
        events: None,
    };
    for (pt_index, more) in
        [(0, 0), (1, DescriptorOptions::MANAGE_REMOTE), (2, DescriptorOptions::TRUNCATE)]
    {
        let processes = ProcessPattern::ANY;
        let entry = EntrySpec { processes, match_bits: 0, ignore_bits: !1, unlinks: false };
        let entry = interface.me_attach(pt_index, &entry, InsertPlace::After)?;
        interface.md_attach(entry, spec(options | more), false)?;
    }
    let own = interface.md_bind(spec(0), false)?;
    for rank in 1..SIZE {
        let process = name(rank);
        let to = RemotePlace { process, pt_index: 0, ac_index: 0, match_bits: 0, offset: 0 };
        interface.get(own, None, &to)?;
        interface.put(own, None, true, &to, 0)?;
    }
    Ok(())
}

/// One input.
pub fn run(bytes: &[u8]) {
    let (link, tape) = links();
    let (mut links, memory) = (Links::new(link), OwnedBuffer::new(LEN));
    let mut state = PortalsState::new(ProcessNames::new((0..SIZE).map(name).collect()));
    let me = Requester { process: name(0), uid: 0, jid: 0 };
    let interface = PortalsInterface::new(0, me, InterfaceLimits::MOST);
    furnish(state.interfaces.open(interface), &memory).expect("there is room");
    let face = PortalsFace::new(state);
    let mut faces = Faces::new(NoFace, &[]);
    faces.register(Share::PORTALS, Box::new(face)).expect("nobody else is there");
    load(&tape, bytes);
    for _ in 0..3 {
        links.poll(Duration::ZERO, &mut faces);
        faces.flush(&mut links);
    }
}
