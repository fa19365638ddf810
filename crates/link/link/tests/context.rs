//! Selection, the directory, the poll schedule, handlers and closing, with methods that count.

use ferry_link::{
    Context, DescriptorTable, Directory, Face, Faces, Guest, LinkError, Policy, PollInterval,
    Taken, TrafficClass,
};
use ferry_method::{
    Applicable, Armed, Attributes, Descriptor, Header, Landing, Method, MethodError, Now, PeerId,
    Scope, Sink, WaitSource,
};
use ferry_wire::{ContextId, Share};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What a method was asked to do, and what it is to answer.
#[derive(Default)]
struct Counts {
    polls: AtomicUsize,
    sends: AtomicUsize,
    attached: AtomicUsize,
    armed: AtomicUsize,
    disarmed: AtomicUsize,
    /// Polls of `close` until all is drained.
    undrained: AtomicUsize,
    /// Every poll finds a frame for this handler.
    busy: AtomicBool,
    /// Arming says that something has come.
    arrived: AtomicBool,
    /// Attaching shows that there is no way.
    closed: AtomicBool,
    /// Every poll finds that rank 1 asks whether the method gets through.
    asked: AtomicBool,
    /// All peers have said goodbye.
    left: AtomicBool,
}

struct Counting {
    name: &'static str,
    attributes: Attributes,
    counts: Arc<Counts>,
}

/// A method within the host with this latency and cost of a poll in nanoseconds.
fn method(name: &'static str, latency: u64, poll_cost: u64) -> Counting {
    let attributes = Attributes {
        scope: Scope::Host,
        latency: Duration::from_nanos(latency),
        poll_cost: Duration::from_nanos(poll_cost),
        ..ferry_conformance::plain_attributes()
    };
    Counting { name, attributes, counts: Arc::default() }
}

impl Method for Counting {
    ferry_conformance::plain!(name attributes counters);

    fn descriptor(&self) -> Descriptor {
        Descriptor { method: self.name.into(), bytes: b"here".to_vec() }
    }

    fn applicable(&self, remote: &Descriptor) -> Applicable {
        if remote.bytes == b"here" { Applicable::Yes } else { Applicable::No("too far".into()) }
    }

    fn attach(&mut self, peer: PeerId, _: &Descriptor) -> Result<(), MethodError> {
        self.counts.attached.fetch_add(1, Relaxed);
        if self.counts.closed.load(Relaxed) {
            let why = "the door is shut".into();
            return Err(MethodError::Unreachable { peer, method: self.name, why });
        }
        Ok(())
    }

    fn send(
        &mut self,
        _: PeerId,
        _: &Header,
        _: &[u8],
        _: &mut usize,
    ) -> Result<bool, MethodError> {
        self.counts.sends.fetch_add(1, Relaxed);
        Ok(true)
    }

    fn poll(&mut self, _: Now, sink: &mut dyn Sink) -> usize {
        self.counts.polls.fetch_add(1, Relaxed);
        if self.counts.asked.load(Relaxed) {
            sink.frame(PeerId(1), &Header::new(Share::LINKS.id(5)), b"");
            return 1;
        }
        if !self.counts.busy.load(Relaxed) {
            return 0;
        }
        sink.frame(PeerId(1), &Header::new(Share::GUESTS.id(7)), b"abc");
        1
    }

    fn wait_source(&self) -> WaitSource {
        WaitSource::Never
    }

    fn arm(&mut self, _: bool) -> Armed {
        self.counts.armed.fetch_add(1, Relaxed);
        if self.counts.arrived.load(Relaxed) { Armed::Busy } else { Armed::Ready(5) }
    }

    fn disarm(&mut self) {
        self.counts.disarmed.fetch_add(1, Relaxed);
    }

    fn has_departed(&self, _: PeerId) -> bool {
        self.counts.left.load(Relaxed)
    }

    fn close(&mut self, _: Now, _: &mut dyn Sink) -> bool {
        self.counts.undrained.fetch_update(Relaxed, Relaxed, |n| n.checked_sub(1)).is_err()
    }
}

/// Publishes one table for everybody and notes who is asked for.
#[derive(Clone, Default)]
struct Book {
    entries: Vec<Descriptor>,
    asked: Arc<Mutex<Vec<u32>>>,
}

impl Book {
    fn of(entries: &[(&str, &str)]) -> Self {
        let entry =
            |(m, b): &(&str, &str)| Descriptor { method: (*m).into(), bytes: b.as_bytes().into() };
        Book { entries: entries.iter().map(entry).collect(), asked: Arc::default() }
    }

    fn asked(&self) -> Vec<u32> {
        self.asked.lock().expect("one thread").clone()
    }
}

impl Directory for Book {
    fn lookup(&mut self, peer: PeerId) -> Result<Vec<u8>, String> {
        self.asked.lock().expect("one thread").push(peer.0);
        if peer.0 == 9 {
            return Err("it has published nothing".into());
        }
        Ok(DescriptorTable::new(self.entries.clone()).encode())
    }
}

fn context(methods: Vec<Counting>, only: &[&str], book: &Book) -> Context {
    with_intervals(methods, only, book, &[])
}

fn with_intervals(
    methods: Vec<Counting>,
    only: &[&str],
    book: &Book,
    intervals: &[(String, PollInterval)],
) -> Context {
    let methods = methods.into_iter().map(|m| Box::new(m) as Box<dyn Method>).collect();
    let only = only.iter().map(|name| (*name).to_owned()).collect();
    let policy = Policy { only, ..Policy::default() };
    Context::new(PeerId(0), 10, methods, policy, intervals, Box::new(book.clone()))
}

fn send(link: &mut Context, to: u32) -> Result<bool, LinkError> {
    link.send(PeerId(to), TrafficClass::Message, &Header::default(), b"x", &mut 0)
}

fn chosen(link: &mut Context, to: u32) -> &'static str {
    send(link, to).expect("a link");
    let links = link.links();
    links.iter().find(|l| l.peer == PeerId(to)).expect("just chosen").method
}

fn both() -> Book {
    Book::of(&[("slow", "here"), ("fast", "here")])
}

#[test]
fn the_first_applicable_method_of_the_peers_table_is_chosen() {
    let methods = || vec![method("slow", 900, 10), method("fast", 100, 10)];
    // A process publishes what it has in its own order: the cheapest first, if it has no other.
    let own = context(methods(), &[], &both()).table();
    let names: Vec<&str> = own.entries().iter().map(|entry| entry.method.as_str()).collect();
    assert_eq!(names, ["fast", "slow"]);
    let preferring = context(methods(), &["slow", "fast"], &both()).table();
    assert_eq!(preferring.entries()[0].method, "slow");
    let of_cost = Book::of(&[("fast", "here"), ("slow", "here")]);
    let mut link = context(methods(), &[], &of_cost);
    assert_eq!(chosen(&mut link, 1), "fast");
    assert!(link.links()[0].why.contains("by cost"), "{:?}", link.links());
    let mut link = context(methods(), &[], &Book::of(&[("slow", "here"), ("fast", "here")]));
    assert_eq!(chosen(&mut link, 1), "slow");
    assert!(link.links()[0].why.contains("as the peer has them"), "{:?}", link.links());
    let far = Book::of(&[("fast", "elsewhere"), ("slow", "here")]);
    let mut link = context(methods(), &[], &far);
    assert_eq!(chosen(&mut link, 1), "slow");
    assert!(link.links()[0].why.contains("fast: too far"), "{:?}", link.links());
}

#[test]
fn the_configuration_has_its_way() {
    let methods = || vec![method("slow", 900, 10), method("fast", 100, 10)];
    assert_eq!(chosen(&mut context(methods(), &["slow"], &both()), 1), "slow");
    assert_eq!(chosen(&mut context(methods(), &["slow", "fast"], &both()), 1), "slow");
    let only_fast = Book::of(&[("fast", "here")]);
    assert_eq!(chosen(&mut context(methods(), &["slow", "fast"], &only_fast), 1), "fast");
}

#[test]
fn a_process_reaches_itself_by_a_method_within_the_process() {
    let mut local = method("local", 10_000, 10);
    local.attributes.scope = Scope::Process;
    let mut link = context(vec![method("fast", 1, 10), local], &["fast"], &both());
    assert_eq!(chosen(&mut link, 0), "local");
    assert_eq!(chosen(&mut link, 1), "fast");
}

#[test]
fn a_method_that_turns_out_to_lead_nowhere_gives_way_to_the_next() {
    let methods = || vec![method("a", 1, 10), method("b", 2, 10)];
    let book = Book::of(&[("a", "here"), ("b", "here")]);
    let one = methods();
    one[0].counts.closed.store(true, Relaxed);
    let tried = one[0].counts.clone();
    let mut link = context(one, &[], &book);
    assert_eq!(chosen(&mut link, 1), "b");
    assert_eq!(tried.attached.load(Relaxed), 1, "tried once, not for every kind of traffic");
    let none = methods();
    none.iter().for_each(|method| method.counts.closed.store(true, Relaxed));
    let error = send(&mut context(none, &[], &book), 1).expect_err("nothing reaches").to_string();
    assert!(error.matches("the door is shut").count() == 2, "{error}");
}

#[test]
fn every_reason_is_given_where_nothing_reaches() {
    let mut lossy = method("lossy", 1, 10);
    lossy.attributes.reliable = false;
    let methods = vec![method("a", 1, 10), method("b", 1, 10), method("c", 1, 10), lossy];
    let book = Book::of(&[("a", "elsewhere"), ("c", "here"), ("lossy", "here")]);
    let error = send(&mut context(methods, &["a", "b"], &book), 1).expect_err("nothing reaches");
    assert!(matches!(error, LinkError::NoMethod { peer: PeerId(1), .. }));
    let text = error.to_string();
    for reason in [
        "a: too far",
        "b: the peer does not have it",
        "c: the configuration leaves it out",
        "lossy: it is not reliable",
    ] {
        assert!(text.contains(reason), "{reason} in: {text}");
    }
}

#[test]
fn the_directory_is_asked_once_for_those_talked_to() {
    let book = both();
    let fast = method("fast", 100, 10);
    let counts = fast.counts.clone();
    let mut link = context(vec![fast], &[], &book);
    link.table();
    assert!(book.asked().is_empty(), "nobody was talked to");
    for to in [3, 1, 3, 3, 1] {
        send(&mut link, to).expect("a link");
        link.attributes(PeerId(to), TrafficClass::Message, ContextId(0)).expect("a link");
    }
    assert_eq!(book.asked(), [3, 1]);
    assert_eq!((counts.attached.load(Relaxed), counts.sends.load(Relaxed)), (2, 5));
}

#[test]
fn unknown_ranks_and_missing_tables_are_errors() {
    let book = both();
    let mut link = context(vec![method("fast", 100, 10)], &[], &book);
    let error = send(&mut link, 9).expect_err("no table").to_string();
    assert!(error.contains("rank 9") && error.contains("published nothing"), "{error}");
    let error = send(&mut link, 10).expect_err("no rank").to_string();
    assert_eq!(error, "there is no rank 10");
    assert_eq!(book.asked(), [9]);
}

/// What came to a face: frames, and losses of peers.
#[derive(Clone, Default)]
struct Seen {
    frames: Arc<AtomicUsize>,
    lost: Arc<AtomicUsize>,
}

impl Seen {
    fn frames(&self) -> usize {
        self.frames.load(Relaxed)
    }
}

impl Sink for Seen {
    fn frame(&mut self, peer: PeerId, _: &Header, payload: &[u8]) {
        assert_eq!((peer, payload), (PeerId(1), &b"abc"[..]));
        self.frames.fetch_add(1, Relaxed);
    }

    fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
        Landing::Discard
    }

    fn finish(&mut self, _: PeerId, _: &Header, _: Landing) {}

    fn lost(&mut self, _: PeerId, _: MethodError) {
        self.lost.fetch_add(1, Relaxed);
    }
}

impl Face for Seen {}

impl Guest for Seen {}

fn poll(link: &mut Context, times: usize) -> Seen {
    let mut seen = Seen::default();
    for _ in 0..times {
        link.poll(Duration::ZERO, &mut seen);
    }
    seen
}

/// A context of a cheap and an expensive method, and their counts.
fn cheap_and_dear(intervals: &[(String, PollInterval)]) -> (Context, Arc<Counts>, Arc<Counts>) {
    let (cheap, dear) = (method("cheap", 100, 10), method("dear", 900, 2000));
    let counts = (cheap.counts.clone(), dear.counts.clone());
    let link = with_intervals(vec![cheap, dear], &[], &both(), intervals);
    (link, counts.0, counts.1)
}

#[test]
fn a_dear_idle_method_is_polled_rarely_and_a_busy_one_always() {
    let (mut link, cheap, dear) = cheap_and_dear(&[]);
    poll(&mut link, 100_000);
    assert_eq!(cheap.polls.swap(0, Relaxed), 100_000);
    let idle = dear.polls.swap(0, Relaxed);
    assert!((10..200).contains(&idle), "{idle} polls");

    dear.busy.store(true, Relaxed);
    link.hurry();
    let seen = poll(&mut link, 1000);
    assert_eq!((dear.polls.load(Relaxed), seen.frames()), (1000, 1000));
    assert_eq!(link.methods()[1].interval, Some(1));
}

#[test]
fn a_dear_idle_method_is_found_without_being_hurried() {
    let (mut link, _, dear) = cheap_and_dear(&[]);
    poll(&mut link, 100_000);
    dear.busy.store(true, Relaxed);
    assert!(poll(&mut link, 4096).frames() > 0);
}

#[test]
fn a_fixed_interval_is_kept_busy_or_not() {
    let (mut link, cheap, dear) = cheap_and_dear(&[("dear".into(), PollInterval::Fixed(20))]);
    poll(&mut link, 1000);
    assert_eq!((cheap.polls.load(Relaxed), dear.polls.swap(0, Relaxed)), (1000, 50));
    dear.busy.store(true, Relaxed);
    poll(&mut link, 1000);
    assert_eq!(dear.polls.load(Relaxed), 50);
}

#[test]
fn after_hurry_and_after_sleep_all_are_polled() {
    let (mut link, _, dear) = cheap_and_dear(&[]);
    poll(&mut link, 10_000);
    let before = dear.polls.load(Relaxed);
    link.hurry();
    poll(&mut link, 1);
    assert_eq!(dear.polls.load(Relaxed), before + 1);
    assert_eq!(link.arm(true), Some(vec![5, 5]));
    link.disarm();
    poll(&mut link, 1);
    assert_eq!(dear.polls.load(Relaxed), before + 2);
}

#[test]
fn what_arming_finds_is_polled_at_once() {
    let (mut link, cheap, dear) = cheap_and_dear(&[]);
    poll(&mut link, 10_000);
    dear.arrived.store(true, Relaxed);
    dear.busy.store(true, Relaxed);
    assert_eq!(link.arm(false), None);
    assert_eq!(cheap.armed.load(Relaxed), cheap.disarmed.load(Relaxed));
    assert_eq!(poll(&mut link, 1).frames(), 1);
}

#[test]
fn a_method_within_the_process_is_polled_after_sends_only() {
    let mut local = method("local", 1, 10);
    local.attributes.scope = Scope::Process;
    let counts = local.counts.clone();
    let book = both();
    let mut link = context(vec![method("fast", 100, 10), local], &[], &book);
    poll(&mut link, 100);
    assert_eq!(counts.polls.load(Relaxed), 0);
    send(&mut link, 0).expect("a link");
    poll(&mut link, 100);
    assert_eq!(counts.polls.load(Relaxed), 1, "once, as it found nothing");
    assert!(book.asked().is_empty(), "its own table is at hand");
}

#[test]
fn frames_go_to_the_face_of_their_handler() {
    let busy = method("fast", 100, 10);
    busy.counts.busy.store(true, Relaxed);
    let mut link = context(vec![busy], &[], &both());
    let mut own = Faces::new(Seen::default(), &[Share::TWO_SIDED]);
    assert_eq!(link.poll(Duration::ZERO, &mut own), 1);
    let guest = Seen::default();
    own.register(Share::GUESTS.part(0, 8), Box::new(guest.clone())).expect("it is free");
    link.poll(Duration::ZERO, &mut own);
    assert_eq!((own.frames(), guest.frames()), (1, 1));
    own.lost(PeerId(1), MethodError::UnknownPeer(PeerId(1), "fast"));
    assert_eq!([&*own, &guest].map(|seen| seen.lost.load(Relaxed)), [1, 1]);
}

#[test]
fn nothing_of_the_links_own_is_sent_to_who_has_left() {
    let only = method("fast", 100, 10);
    let counts = only.counts.clone();
    let mut link = context(vec![only], &[], &both());
    let mut sends_of = |has_left| {
        let before = counts.sends.load(Relaxed);
        counts.left.store(has_left, Relaxed);
        counts.asked.store(false, Relaxed);
        link.greet(PeerId(1)).expect("a way there");
        let greetings = counts.sends.load(Relaxed) - before;
        counts.asked.store(true, Relaxed);
        poll(&mut link, 1);
        (greetings, counts.sends.load(Relaxed) - before - greetings)
    };
    assert_eq!(sends_of(false), (1, 1));
    assert_eq!(sends_of(true), (0, 0));
    assert_eq!(sends_of(false), (1, 1));
}

#[test]
fn a_share_has_one_face() {
    let mut own = Faces::new(Seen::default(), &[Share::TWO_SIDED]);
    let mut register = |share| own.register(share, Box::new(Seen::default()));
    register(Share::GUESTS.part(0, 8)).expect("it is free");
    for share in [Share::TWO_SIDED, Share::LINKS, Share::GUESTS, Share::GUESTS.part(7, 1)] {
        assert_eq!(register(share), Err(Taken(share)));
    }
    register(Share::GUESTS.part(8, 1)).expect("it is free");
}

#[test]
fn a_context_is_closed_when_all_its_methods_are() {
    let (mut link, cheap, dear) = cheap_and_dear(&[]);
    cheap.undrained.store(1, Relaxed);
    dear.undrained.store(3, Relaxed);
    let mut seen = Seen::default();
    let closings = (0..).take_while(|_| !link.close(Duration::ZERO, &mut seen)).count();
    assert_eq!(closings, 3);
}
