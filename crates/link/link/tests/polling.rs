//! Polling only some methods, waiting by threads, and measuring, with methods that count.

use ferry_link::{Context, DescriptorTable, Directory, Policy, PollInterval};
use ferry_method::{
    Armed, Attributes, Header, Landing, Method, MethodError, Now, PeerId, Sink, WaitSource,
};
use rustix::event::{EventfdFlags, eventfd};
use rustix::fd::{AsFd, AsRawFd, OwnedFd};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

/// A method that finds one frame for each that was put in.
struct Counting {
    name: &'static str,
    attributes: Attributes,
    state: Arc<State>,
}

struct State {
    polls: AtomicUsize,
    arms: AtomicUsize,
    frames: AtomicUsize,
    /// Readable while there are frames.
    event: OwnedFd,
}

impl State {
    fn put(&self) {
        self.frames.fetch_add(1, SeqCst);
        rustix::io::write(self.event.as_fd(), &1u64.to_ne_bytes()).expect("room");
    }

    fn polls(&self) -> usize {
        self.polls.swap(0, SeqCst)
    }
}

fn method(name: &'static str, poll_cost: u64) -> (Box<dyn Method>, Arc<State>) {
    let attributes = Attributes {
        latency: Duration::from_nanos(poll_cost),
        poll_cost: Duration::from_nanos(poll_cost),
        ..ferry_conformance::plain_attributes()
    };
    let event = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).expect("a descriptor");
    let none = AtomicUsize::default;
    let state = Arc::new(State { polls: none(), arms: none(), frames: none(), event });
    (Box::new(Counting { name, attributes, state: state.clone() }), state)
}

impl Method for Counting {
    ferry_conformance::plain!(name attributes descriptor applicable attach counters close);

    fn send(
        &mut self,
        _: PeerId,
        _: &Header,
        _: &[u8],
        _: &mut usize,
    ) -> Result<bool, MethodError> {
        Ok(true)
    }

    fn poll(&mut self, _: Now, sink: &mut dyn Sink) -> usize {
        self.state.polls.fetch_add(1, SeqCst);
        let taken = self.state.frames.fetch_update(SeqCst, SeqCst, |n| n.checked_sub(1));
        if taken.is_err() {
            let _ = rustix::io::read(self.state.event.as_fd(), &mut [0; 8]);
            return 0;
        }
        sink.frame(PeerId(1), &Header::default(), b"abc");
        1
    }

    fn wait_source(&self) -> WaitSource {
        if self.name == "deaf" {
            return WaitSource::Never;
        }
        WaitSource::Fd(self.state.event.as_raw_fd())
    }

    fn arm(&mut self, _: bool) -> Armed {
        self.state.arms.fetch_add(1, SeqCst);
        if self.state.frames.load(SeqCst) == 0 { Armed::Ready(3) } else { Armed::Busy }
    }

    fn disarm(&mut self) {}
}

struct Nowhere;

impl Directory for Nowhere {
    fn lookup(&mut self, _: PeerId) -> Result<Vec<u8>, String> {
        Ok(DescriptorTable::default().encode())
    }
}

type Parts = (Context, Arc<State>, Arc<State>);

fn cheap_and(name: &'static str, intervals: &[(String, PollInterval)]) -> Parts {
    let ((cheap, of_cheap), (dear, of_dear)) = (method("cheap", 10), method(name, 2000));
    let methods = vec![cheap, dear];
    let policy = Policy::default();
    let link = Context::new(PeerId(0), 2, methods, policy, intervals, Box::new(Nowhere));
    (link, of_cheap, of_dear)
}

/// Counts frames.
#[derive(Default)]
struct Seen(usize);

impl Sink for Seen {
    fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {
        self.0 += 1;
    }

    fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
        Landing::Discard
    }

    fn finish(&mut self, _: PeerId, _: &Header, _: Landing) {}

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        panic!("lost {peer}: {why}");
    }
}

/// Polls; how many frames came.
fn poll(link: &mut Context, times: usize) -> usize {
    let mut seen = Seen::default();
    for _ in 0..times {
        link.poll(Duration::ZERO, &mut seen);
    }
    seen.0
}

#[test]
fn only_named_methods_are_polled_in_a_section() {
    let (mut link, cheap, dear) = cheap_and("dear", &[("dear".into(), PollInterval::Fixed(10))]);
    link.poll_only(Some(&["cheap"])).expect("it is there");
    assert_eq!(link.methods()[1].interval, None);
    dear.put();
    assert_eq!(poll(&mut link, 100), 0);
    assert_eq!((cheap.polls(), dear.polls()), (100, 0));
    // A sleep is ended by any method, and what has come is taken.
    assert_eq!(link.arm(false), None);
    assert_eq!(poll(&mut link, 100), 1);
    assert_eq!(dear.polls(), 1);
    link.poll_only(None).expect("nothing is named");
    poll(&mut link, 100);
    assert_eq!((dear.polls(), link.methods()[1].interval), (10, Some(10)));
    let error = link.poll_only(Some(&["pigeon"])).unwrap_err().to_string();
    assert!(error.contains("'pigeon'") && error.contains("cheap, dear"), "{error}");
}

/// Polls until `frames` have come by the thread's call; it calls sooner or later.
fn poll_for(link: &mut Context, frames: usize) {
    let mut seen = 0;
    while seen < frames {
        seen += poll(link, 1);
        std::thread::yield_now();
    }
}

#[test]
fn a_method_with_a_waiter_is_polled_when_something_has_come() {
    let (mut link, _, dear) = cheap_and("dear", &[]);
    link.wait_by_threads(&["dear".into()]).expect("it has a descriptor");
    assert!(link.methods()[1].has_waiter);
    poll(&mut link, 1);
    dear.polls();
    poll(&mut link, 100_000);
    assert_eq!(dear.polls(), 0, "nothing has come");
    for round in 1..=50 {
        (0..round % 4).for_each(|_| dear.put());
        poll_for(&mut link, round % 4);
    }
    assert_eq!(dear.frames.load(SeqCst), 0);
}

#[test]
fn a_watched_method_is_armed_by_its_waiter_and_looked_at_as_time_passes() {
    let (mut link, _, dear) = cheap_and("dear", &[]);
    link.wait_by_threads(&["dear".into()]).expect("it has a descriptor");
    poll(&mut link, 1);
    let arms = dear.arms.load(SeqCst);
    assert_eq!(arms, 1);
    assert_eq!(link.arm(false), Some(vec![3, 0]));
    assert_eq!(dear.arms.load(SeqCst), arms, "it is armed already");
    link.disarm();
    dear.polls();
    let mut seen = Seen::default();
    link.poll(Duration::from_secs(1), &mut seen);
    link.poll(Duration::from_secs(2), &mut seen);
    assert_eq!(dear.polls(), 2);
}

#[test]
fn a_method_without_a_descriptor_gets_no_waiter() {
    let (mut link, ..) = cheap_and("deaf", &[]);
    let error = link.wait_by_threads(&["deaf".into()]).unwrap_err().to_string();
    assert!(error.contains("deaf") && error.contains("descriptor"), "{error}");
    link.wait_by_threads(&["pigeon".into()]).expect("what is not open needs none");
}

#[test]
fn what_polls_cost_is_measured_and_decides_how_often_they_are() {
    let (mut link, _, dear) = cheap_and("dear", &[]);
    poll(&mut link, 100_000);
    let before = dear.polls();
    // By this clock every poll takes 10 ns.
    let time = Cell::new(0);
    let clock = || {
        time.set(time.get() + 10);
        Duration::from_nanos(time.get())
    };
    let mut seen = Seen::default();
    for _ in 0..20_000 {
        link.poll_timed(&mut seen, &clock);
    }
    assert!(link.methods()[1].poll_cost < Duration::from_nanos(15));
    dear.polls();
    poll(&mut link, 100_000);
    assert!(dear.polls() > 10 * before);
}
