//! Floods hold no memory (RFC 9260 §5.1.3): what strangers send is answered and forgotten. Every byte
//! that is allocated is counted, which is why these tests are a program of their own.

use std::alloc::{GlobalAlloc, Layout, System};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicIsize, Ordering};
use std::time::Duration;

use ferry_sctp_core::endpoint::{Endpoint, EndpointConfig};
use ferry_sctp_core::serial::Tsn;
use ferry_sctp_core::wire::chunk::{CookieEcho, Heartbeat, Init, ShutdownAck};
use ferry_sctp_core::wire::{Chunk, CommonHeader, PacketWriter, Parameters, VerificationTag};

/// The system's allocator, which also knows how many bytes are out.
struct Counting;

static HELD: AtomicIsize = AtomicIsize::new(0);

// SAFETY: every call goes to the system's allocator as it came; counting touches no memory of it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size() as isize, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size() as isize, Ordering::Relaxed);
        // SAFETY: the pointer came from `System.alloc` with this layout, as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What an endpoint may hold more after a flood than before: queues that have grown once.
const SLACK: isize = 64 << 10;
/// What an endpoint whose answers nobody fetches may hold: a bounded queue of them.
const WAITING: isize = 1 << 20;

fn endpoint() -> Endpoint {
    Endpoint::new(EndpointConfig::new(5000), [7; 32])
}

/// The `n`th stranger.
fn stranger(n: u32) -> SocketAddr {
    SocketAddr::new(IpAddr::V4(Ipv4Addr::from(0x0A00_0000 + n)), 5001)
}

fn packet(tag: u32, chunk: &Chunk<'_>) -> Vec<u8> {
    let verification_tag = VerificationTag(tag);
    let header = CommonHeader { source_port: 5001, destination_port: 5000, verification_tag };
    let mut out = Vec::new();
    let mut writer = PacketWriter::begin(&mut out, header, 1500);
    writer.push(chunk).expect("it fits");
    writer.finish(Default::default());
    out
}

fn init(n: u32) -> Vec<u8> {
    let init = Init {
        initiate_tag: VerificationTag(n + 1),
        receiver_window: 1 << 20,
        outbound_streams: 10,
        inbound_streams: 10,
        initial_tsn: Tsn(n),
        parameters: Parameters::empty(),
    };
    packet(0, &Chunk::Init(init))
}

fn drain(end: &mut Endpoint, now: Duration, out: &mut Vec<u8>) -> usize {
    let mut packets = 0;
    out.clear();
    while end.poll_transmit(now, out, 16).is_some() {
        packets += 1;
        out.clear();
    }
    packets
}

/// What is held more after `count` packets than after the first hundred, and the answers.
fn flood(
    count: u32,
    step: Duration,
    fetch: bool,
    mut question: impl FnMut(u32) -> Vec<u8>,
) -> (isize, usize, Endpoint) {
    let (mut end, mut now, mut out) =
        (endpoint(), Duration::from_secs(1), Vec::with_capacity(4096));
    let (mut before, mut answers) = (0, 0);
    for n in 0..count {
        if n == 100 {
            before = HELD.load(Ordering::Relaxed);
        }
        now += step;
        end.handle(now, question(n).into(), stranger(n), None);
        if fetch {
            answers += drain(&mut end, now, &mut out);
        }
    }
    (HELD.load(Ordering::Relaxed) - before, answers, end)
}

fn init_flood() {
    // So slow that the budget for strangers answers each; nothing is kept of any.
    let apart = Duration::from_millis(1);
    let (held, answers, end) = flood(100_000, apart, true, init);
    assert_eq!(answers, 100_000);
    assert!(held <= SLACK, "{held} bytes are held for INITs");
    assert_eq!(end.associations().count(), 0);
}

fn init_flood_without_answers() {
    let (held, _, mut end) = flood(100_000, Duration::ZERO, false, init);
    assert!(held <= WAITING, "{held} bytes wait to be sent");
    let sent = drain(&mut end, Duration::from_secs(1), &mut Vec::new());
    assert!(sent > 0 && sent < 100_000, "{sent} answers");
    assert_eq!(end.associations().count(), 0);
}

fn cookie_flood() {
    let (held, answers, end) = flood(100_000, Duration::ZERO, true, |n| {
        let cookie = [n as u8; 100];
        packet(n, &Chunk::CookieEcho(CookieEcho { cookie: &cookie }))
    });
    assert_eq!((answers, end.associations().count()), (0, 0));
    assert!(held <= SLACK, "{held} bytes are held for forged cookies");
    assert_eq!(end.counters().forged_cookies, 100_000);
}

fn flood_out_of_the_blue() {
    for chunk in [Chunk::Heartbeat(Heartbeat { info: b"hello" }), Chunk::ShutdownAck(ShutdownAck)] {
        let (held, _, end) = flood(100_000, Duration::ZERO, true, |n| packet(n + 1, &chunk));
        assert!(held <= SLACK, "{held} bytes are held for {chunk:?}");
        assert_eq!(end.associations().count(), 0);
        assert_eq!(end.counters().out_of_the_blue, 100_000);
    }
}

/// One after the other, since all of them look at one count.
#[test]
fn floods_hold_no_memory() {
    init_flood();
    init_flood_without_answers();
    cookie_flood();
    flood_out_of_the_blue();
}
