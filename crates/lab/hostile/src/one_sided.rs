//! Access to windows of MPI, with the datatypes that it describes.

use crate::play::{SIZE, links, load};
use ferry_link::{Face, Links};
use ferry_method::{Landing, MethodError, PeerId, Sink};
use ferry_one_sided::control::{CONTROL_LEN, ControlPage, LockMode};
use ferry_one_sided::{AttachedMemory, OneSided, WindowMember, WindowMemory, WindowPlan};
use ferry_sys::{Arena, OwnedBuffer};
use ferry_transfer::{Limits, Transfer};
use ferry_wire::Header;
use std::time::Duration;

/// Bytes of the window.
const LEN: usize = 4096;

/// Windows and transfers, and nothing else.
struct WindowFace {
    windows: OneSided,
    transfer: Transfer,
}

impl Sink for WindowFace {
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        self.windows.frame(&mut self.transfer, peer, header, payload);
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        self.windows.begin(peer, header, len)
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        self.windows.finish(&mut self.transfer, peer, header, landing);
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.windows.lose(&mut self.transfer, peer);
        self.transfer.lose(peer, &why.to_string());
    }
}

impl Face for WindowFace {
    fn flush(&mut self, links: &mut Links) -> usize {
        self.windows.retry_locks(&mut self.transfer);
        self.transfer.flush(links)
    }
}

/// A window whose members are all processes.
fn plan(number: u32, memory: WindowMemory, control: ControlPage) -> WindowPlan {
    let member = |rank| WindowMember { peer: PeerId(rank), shares_memory: rank == 1 };
    WindowPlan { number, memory, control, members: (0..SIZE).map(member).collect() }
}

/// One input.
pub fn run(bytes: &[u8]) {
    let (link, tape) = links();
    let (mut links, room) = (Links::new(link), OwnedBuffer::new(4 * LEN));
    let pages: Vec<OwnedBuffer> = (0..2).map(|_| OwnedBuffer::new(CONTROL_LEN)).collect();
    let controls: Vec<ControlPage> =
        pages.iter().map(|page| ControlPage::of(page.arena(CONTROL_LEN))).collect();
    // What is beside the windows stays as it is.
    let whole: Arena = room.arena(4 * LEN);
    let (windows, transfer) = (OneSided::default(), Transfer::new(SIZE, Limits::default(), false));
    let mut face = WindowFace { windows, transfer };
    face.windows.open(plan(4, WindowMemory::Whole(whole.part(LEN, LEN)), controls[0]));
    let dynamic = WindowMemory::Attached(AttachedMemory::default());
    face.windows.open(plan(6, dynamic, controls[1]));
    for start in [3 * LEN - 64, 3 * LEN - 32] {
        assert!(face.windows.attach(6, whole.part(start, 32)));
    }
    assert!(controls[1].try_lock(LockMode::Exclusive, 0));
    load(&tape, bytes);
    for round in 0..3 {
        links.poll(Duration::ZERO, &mut face);
        face.flush(&mut links);
        if round == 1 {
            controls[1].unlock(LockMode::Exclusive, 0);
        }
    }
    let is_untouched = |start: usize, len| {
        let there = whole.read(start, len);
        there.as_slice().iter().all(|byte| *byte == 0)
    };
    assert!(is_untouched(0, LEN), "it wrote before the window");
    assert!(is_untouched(2 * LEN, LEN - 64), "it wrote between the windows");
    assert!(is_untouched(3 * LEN, LEN), "it wrote behind the windows");
}
