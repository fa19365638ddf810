//! Two ends, a network between them, and a clock that jumps to whatever happens next.

use std::collections::VecDeque;
use std::time::Duration;

use ferry_netem::PathEnd::{A, B};
use ferry_netem::{LinkSettings, NetemPath, Reorder, Span};

use crate::end::{Message, Now, PeerEnd, State};

/// What an Ethernet leaves for SCTP beside the headers of IP and UDP.
const MTU: u32 = 1500 - 20 - 8;

/// A quick network that loses nothing.
pub(crate) fn clean() -> LinkSettings {
    LinkSettings::default().delay(span("1ms")).mtu(MTU)
}

fn span(text: &str) -> Span {
    text.parse().expect("a span")
}

/// A network that loses 2 % and turns the order of 5 % around.
pub(crate) fn bad() -> LinkSettings {
    let reorder = Reorder { share: "5%".parse().expect("a share"), extra: span("3ms") };
    clean().loss("2%".parse().expect("a loss")).reorder(reorder)
}

pub(crate) struct World {
    pub(crate) ends: [Box<dyn PeerEnd>; 2],
    pub(crate) path: NetemPath<Vec<u8>>,
    pub(crate) now: Now,
    /// Messages that each end has still to send, and those that it was given.
    outbox: [VecDeque<Message>; 2],
    pub(crate) inbox: [Vec<Message>; 2],
    /// Ends that do not read at present.
    pub(crate) asleep: [bool; 2],
}

impl World {
    pub(crate) fn new(ends: [Box<dyn PeerEnd>; 2], network: LinkSettings, seed: u64) -> Self {
        Self {
            ends,
            path: NetemPath::new(network, seed),
            now: Now::ZERO,
            outbox: Default::default(),
            inbox: Default::default(),
            asleep: [false; 2],
        }
    }

    /// Connects from the given end and waits until both are up.
    pub(crate) fn connect(&mut self, from: usize) {
        self.ends[from].connect(self.now);
        self.until("both ends are up", 60, |world| world.all(&State::Up));
    }

    pub(crate) fn all(&self, state: &State) -> bool {
        self.ends.iter().all(|end| end.state() == *state)
    }

    pub(crate) fn send(&mut self, from: usize, message: Message) {
        self.outbox[from].push_back(message);
    }

    /// Whether every message given to [`World::send`] is in the hands of its end.
    pub(crate) fn is_all_taken(&self) -> bool {
        self.outbox.iter().all(VecDeque::is_empty)
    }

    /// Lets things happen until `done`, for `seconds` at most.
    pub(crate) fn until(&mut self, what: &str, seconds: u64, done: impl Fn(&Self) -> bool) {
        let limit = self.now + Duration::from_secs(seconds);
        loop {
            self.settle();
            if done(self) {
                return;
            }
            let states = [self.ends[0].state(), self.ends[1].state()];
            let counts = [self.inbox[0].len(), self.inbox[1].len()];
            let next = self.next_due();
            let seen = format!("states {states:?}, received {counts:?}, next {next:?}");
            let of = self.ends[0].describe();
            assert!(self.now < limit, "not within {seconds} s: {what}; {seen} {of}");
            self.advance(next.unwrap_or(limit).min(limit));
        }
    }

    /// Lets things happen for a while.
    pub(crate) fn pass(&mut self, time: Duration) {
        let limit = self.now + time;
        while self.now < limit {
            self.settle();
            let next = self.next_due();
            self.advance(next.unwrap_or(limit).min(limit));
        }
        self.settle();
    }

    /// Waits for so many messages at an end.
    pub(crate) fn receive(&mut self, at: usize, count: usize, seconds: u64) {
        self.until(&format!("{count} messages"), seconds, |world| world.inbox[at].len() >= count);
    }

    fn next_due(&mut self) -> Option<Now> {
        let timers = self.ends.iter_mut().filter_map(|end| end.next_due());
        timers.chain(self.path.next_due()).min()
    }

    /// Time goes on by a microsecond at least, so that an end which is always due cannot stop it.
    fn advance(&mut self, to: Now) {
        self.now = to.max(self.now + Duration::from_micros(1));
        for end in &mut self.ends {
            if end.next_due().is_some_and(|due| due <= self.now) {
                end.on_timer(self.now);
            }
        }
    }

    /// All that happens without time going on.
    fn settle(&mut self) {
        for (at, side) in [A, B].into_iter().enumerate() {
            while let Some(packet) = self.path.receive(self.now, side) {
                self.ends[at].handle(self.now, packet);
            }
            self.user(at);
            while let Some(packet) = self.ends[at].transmit(self.now) {
                self.path.send(self.now, side, packet);
            }
        }
    }

    /// What the user of an end does: reads what is there, sends while there is room.
    fn user(&mut self, at: usize) {
        let end = &mut self.ends[at];
        while !self.asleep[at]
            && let Some(message) = end.receive(self.now)
        {
            self.inbox[at].push(message);
        }
        while let Some(message) = self.outbox[at].front()
            && end.state() == State::Up
            && end.send(self.now, message)
        {
            self.outbox[at].pop_front();
        }
    }
}
