//! Requests and results of Portals 4, and the bytes behind them.

use crate::play::{SIZE, links, load};
use ferry_link::{Faces, Links, NoFace};
use ferry_portals::four::{
    AckRequest, DescriptorMemory, EntryDescription, EntryList, EntryOptions, LocalPlace, MdOptions,
    MdSpec, Movement, NetworkInterface, NetworkInterfaces, NiError, NiKind, NiLimits, NiProcess,
    OperationKind, PtOptions, Trigger,
};
use ferry_portals::{PortalsGuest, PortalsLinks, PortalsProcess, ProcessNames};
use ferry_sys::OwnedBuffer;
use ferry_wire::Share;
use std::time::Duration;

/// Bytes of each place.
const LEN: usize = 4096;
const BOTH: u32 = EntryOptions::OP_PUT | EntryOptions::OP_GET;

fn name(rank: u32) -> PortalsProcess {
    PortalsProcess { nid: 1, pid: rank }
}

/// Portals with entries of all kinds: those that stay, that are used once, that manage their offsets, and
/// those for the rest, with and without flow control.
fn furnish_portals(interface: &mut NetworkInterface, memory: &OwnedBuffer) -> Result<(), NiError> {
    let counter = interface.ct_alloc()?;
    let spec = |options, ignore_bits| EntryDescription {
        memory: DescriptorMemory::Whole(memory.arena(LEN)),
        counter: Some(counter),
        uid: None,
        options: EntryOptions(options | EntryOptions::CT_COMM | EntryOptions::CT_OVERFLOW),
        match_id: NiProcess([NiProcess::ANY_RANK; 2]),
        match_bits: 0,
        ignore_bits,
        min_free: 64,
    };
    for (index, flow) in [(0, 0), (1, PtOptions::FLOWCTRL)] {
        let queue = interface.eq_alloc(8)?;
        interface.pt_alloc(PtOptions(flow), Some(queue), Some(index))?;
        interface.append((index, EntryList::Priority), spec(BOTH, 1), 0)?;
        interface.append(
            (index, EntryList::Priority),
            spec(BOTH | EntryOptions::USE_ONCE, 2),
            0,
        )?;
        let local = BOTH | EntryOptions::MANAGE_LOCAL | EntryOptions::NO_TRUNCATE;
        interface.append((index, EntryList::Priority), spec(local, 4), 0)?;
        let rest = BOTH | EntryOptions::MANAGE_LOCAL;
        interface.append((index, EntryList::Overflow), spec(rest, !0), 0)?;
    }
    Ok(())
}

/// Requests that wait for results, and one that waits for what comes.
fn furnish(interface: &mut NetworkInterface, memory: &OwnedBuffer) -> Result<(), NiError> {
    furnish_portals(interface, memory)?;
    let (queue, counter) = (interface.eq_alloc(8)?, interface.ct_alloc()?);
    let descriptor = interface.md_bind(MdSpec {
        memory: DescriptorMemory::Whole(memory.arena(LEN)),
        options: MdOptions(MdOptions::CT_REPLY | MdOptions::CT_ACK),
        events: Some(queue),
        counter: Some(counter),
    })?;
    let place = Some(LocalPlace { descriptor, offset: 0 });
    for rank in 1..SIZE {
        let put = Movement { from: place, ..put_to(rank) };
        let get = Movement {
            kind: OperationKind::Get,
            into: place,
            ack: AckRequest::None,
            ..put_to(rank)
        };
        interface.start(&get)?;
        interface.start(&put)?;
        interface.start_at(&put, Trigger { counter, threshold: 2 })?;
    }
    Ok(())
}

/// A put of nothing yet.
fn put_to(rank: u32) -> Movement {
    Movement {
        kind: OperationKind::Put,
        from: None,
        into: None,
        length: LEN as u64,
        ack: AckRequest::Full,
        target: NiProcess([rank, 0]),
        pt_index: 0,
        match_bits: 0,
        offset: 0,
        user_ptr: 0,
        hdr_data: 0,
        operand: [0; 32],
    }
}

/// One input.
pub fn run(bytes: &[u8]) {
    let (link, tape) = links();
    let (mut links, memory) = (Links::new(link), OwnedBuffer::new(LEN));
    let names: Vec<PortalsProcess> = (0..SIZE).map(name).collect();
    let mut state = PortalsLinks::<NetworkInterfaces>::new(ProcessNames::new(names.clone()));
    // With matching and by rank.
    let kind = NiKind::from_number(3).expect("there are four");
    let limits = NiLimits { max_unexpected_headers: 8, ..NiLimits::USUAL };
    let interface = state.interfaces.open(kind, (name(0), 0), &names, limits);
    furnish(interface, &memory).expect("there is room");
    let face = PortalsGuest::new(state);
    let mut faces = Faces::new(NoFace, &[]);
    faces.register(Share::PORTALS, Box::new(face.clone())).expect("nobody else is there");
    load(&tape, bytes);
    for round in 0..3 {
        links.poll(Duration::ZERO, &mut faces);
        faces.flush(&mut links);
        append_one(&face, kind, round, &memory);
    }
}

/// The program appends an entry amid what comes.
fn append_one(
    face: &PortalsGuest<NetworkInterfaces>,
    kind: NiKind,
    bits: u64,
    memory: &OwnedBuffer,
) {
    let mut state = face.lock();
    let Some(interface) = state.interfaces.get_mut(kind) else { return };
    let spec = EntryDescription {
        memory: DescriptorMemory::Whole(memory.arena(LEN)),
        counter: None,
        uid: None,
        options: EntryOptions(BOTH),
        match_id: NiProcess([NiProcess::ANY_RANK; 2]),
        match_bits: bits,
        ignore_bits: 0xff,
        min_free: 0,
    };
    // A list may be full by now.
    let _ = interface.append((0, EntryList::Priority), spec, 0);
}
