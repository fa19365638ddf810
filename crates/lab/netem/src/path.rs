//! Two ends: one path between them, or several.

use std::time::Duration;

use crate::counters::Fate;
use crate::dice::derived;
use crate::link::Link;
use crate::packet::Packet;
use crate::settings::LinkSettings;

/// One of a path's two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PathEnd {
    /// The first.
    A,
    /// The second.
    B,
}

impl PathEnd {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// Both directions of a link between two ends.
#[derive(Debug, Clone)]
pub struct NetemPath<P> {
    /// Indexed by the end that sends.
    links: [Link<P>; 2],
}

impl<P: Packet> NetemPath<P> {
    /// Behaves alike in both directions, with chance of its own in each.
    pub fn new(settings: LinkSettings, seed: u64) -> Self {
        Self::asymmetric([settings, settings], seed)
    }

    /// With settings for what A sends and for what B sends.
    pub fn asymmetric([from_a, from_b]: [LinkSettings; 2], seed: u64) -> Self {
        let links = [Link::new(from_a, derived(seed, 0)), Link::new(from_b, derived(seed, 1))];
        Self { links }
    }

    /// The direction that carries what this end sends.
    pub fn from(&self, end: PathEnd) -> &Link<P> {
        &self.links[end as usize]
    }

    /// The same, to change.
    pub fn from_mut(&mut self, end: PathEnd) -> &mut Link<P> {
        &mut self.links[end as usize]
    }

    /// Sends from this end.
    pub fn send(&mut self, now: Duration, from: PathEnd, packet: P) -> Fate {
        self.from_mut(from).push(now, packet)
    }

    /// What has arrived at this end by `now`.
    pub fn receive(&mut self, now: Duration, at: PathEnd) -> Option<P> {
        self.from_mut(at.other()).poll(now)
    }

    /// When something arrives next at either end.
    pub fn next_due(&self) -> Option<Duration> {
        self.links.iter().filter_map(Link::next_due).min()
    }

    /// Cuts both directions.
    pub fn cut(&mut self) {
        self.links.iter_mut().for_each(Link::cut);
    }

    /// Heals both directions.
    pub fn heal(&mut self) {
        self.links.iter_mut().for_each(Link::heal);
    }
}

/// Several paths between the same two ends.
#[derive(Debug, Clone)]
pub struct Paths<P> {
    paths: Vec<NetemPath<P>>,
}

impl<P: Packet> Paths<P> {
    /// One path for each of the settings.
    pub fn new(settings: &[LinkSettings], seed: u64) -> Self {
        let paths = settings.iter().zip(2..);
        Self { paths: paths.map(|(each, i)| NetemPath::new(*each, derived(seed, i))).collect() }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.paths.len()
    }

    /// One of them.
    ///
    /// # Panics
    /// If there is no such path.
    pub fn path(&mut self, index: usize) -> &mut NetemPath<P> {
        &mut self.paths[index]
    }

    /// Sends from this end on a path.
    ///
    /// # Panics
    /// If there is no such path.
    pub fn send(&mut self, now: Duration, from: PathEnd, path: usize, packet: P) -> Fate {
        self.paths[path].send(now, from, packet)
    }

    /// What has arrived at this end by `now`, and on which path.
    pub fn receive(&mut self, now: Duration, at: PathEnd) -> Option<(usize, P)> {
        let mut paths = self.paths.iter_mut().enumerate();
        paths.find_map(|(index, path)| Some((index, path.receive(now, at)?)))
    }

    /// When something arrives next anywhere.
    pub fn next_due(&self) -> Option<Duration> {
        self.paths.iter().filter_map(NetemPath::next_due).min()
    }
}
