//! What happens to links, for whoever wants to know: how often, and what.

use crate::context::Context;
use crate::path_watch::Trouble;
use crate::route::Strand;
use crate::traffic_class::TrafficClass;
use ferry_method::PeerId;

/// So many events are noted until they are asked for; of others only the number is known.
const MOST: usize = 1024;

/// Something that has happened to a link.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LinkEvent {
    /// Something that goes to a peer goes by another method.
    Changed {
        /// To whom.
        peer: PeerId,
        /// By which method it went.
        from: &'static str,
        /// By which it goes.
        to: &'static str,
    },
    /// A peer was lost.
    Lost {
        /// Whom.
        peer: PeerId,
    },
    /// The path to a peer was found in trouble.
    Trouble {
        /// To whom.
        peer: PeerId,
        /// By which method its packets go.
        method: &'static str,
        /// What is wrong.
        kind: PathTrouble,
    },
}

/// What is wrong with a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PathTrouble {
    /// This part of the packets is lost.
    Lossy(f64),
    /// The round trip takes so many seconds.
    Long(f64),
    /// Nothing gets through.
    Silent,
}

impl From<Trouble> for PathTrouble {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Lossy(share) => PathTrouble::Lossy(share),
            Trouble::Long(time) => PathTrouble::Long(time.as_secs_f64()),
        }
    }
}

impl LinkEvent {
    /// The same where peers have other numbers.
    pub(crate) fn in_world(self, first: u32) -> Self {
        let here = |peer: PeerId| PeerId(peer.0 + first);
        match self {
            LinkEvent::Changed { peer, from, to } => {
                LinkEvent::Changed { peer: here(peer), from, to }
            }
            LinkEvent::Lost { peer } => LinkEvent::Lost { peer: here(peer) },
            LinkEvent::Trouble { peer, method, kind } => {
                LinkEvent::Trouble { peer: here(peer), method, kind }
            }
        }
    }
}

/// How often what has happened to links.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct LinkTally {
    /// Something went by another method from then on.
    pub changes: u64,
    /// Peers were lost.
    pub losses: u64,
    /// Paths were found in trouble.
    pub troubles: u64,
    /// Links went on by another method as theirs got nothing through.
    pub failovers: u64,
}

impl LinkTally {
    /// One more of this kind.
    fn add(&mut self, event: LinkEvent) {
        match event {
            LinkEvent::Changed { .. } => self.changes += 1,
            LinkEvent::Lost { .. } => self.losses += 1,
            LinkEvent::Trouble { .. } => self.troubles += 1,
        }
    }

    pub(crate) fn with(self, other: LinkTally) -> LinkTally {
        LinkTally {
            changes: self.changes + other.changes,
            losses: self.losses + other.losses,
            troubles: self.troubles + other.troubles,
            failovers: self.failovers + other.failovers,
        }
    }
}

/// What has happened to the links of a world.
#[derive(Default)]
pub(crate) struct LinkEvents {
    pub(crate) tally: LinkTally,
    are_wanted: bool,
    noted: Vec<LinkEvent>,
    /// How many of each kind could not be noted.
    missed: LinkTally,
}

impl LinkEvents {
    pub(crate) fn add(&mut self, event: LinkEvent) {
        self.tally.add(event);
        match self.are_wanted {
            true if self.noted.len() < MOST => self.noted.push(event),
            true => self.missed.add(event),
            false => {}
        }
    }

    pub(crate) fn want(&mut self, are_wanted: bool) {
        self.are_wanted = are_wanted;
        if !are_wanted {
            self.take();
        }
    }

    pub(crate) fn has_news(&self) -> bool {
        !self.noted.is_empty()
    }

    /// Events noted since this was asked, and how many there were beside them.
    pub(crate) fn take(&mut self) -> (Vec<LinkEvent>, LinkTally) {
        (std::mem::take(&mut self.noted), std::mem::take(&mut self.missed))
    }
}

impl Context {
    /// Whether what happens to links is noted from now on, for [`Context::take_events`].
    pub fn note_events(&mut self, are_wanted: bool) {
        self.events.want(are_wanted);
    }

    /// What was noted since this was asked, and how much there was beside it.
    pub fn take_events(&mut self) -> (Vec<LinkEvent>, LinkTally) {
        self.events.take()
    }

    /// Tells of a change; of those of a whole link once, when its messages change.
    pub(crate) fn note_change(&mut self, peer: PeerId, strand: Strand, to: u8) {
        if strand.class != TrafficClass::Message {
            return;
        }
        let common = self.routes[peer.0 as usize].ways;
        let from = self
            .detours
            .get(&peer)
            .map_or(common[strand.class as usize], |detour| detour.way_of(common, strand));
        if from != to {
            let name = |way: u8| self.slots[way as usize].method.name();
            let (from, to) = (name(from), name(to));
            self.events.add(LinkEvent::Changed { peer, from, to });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_wants_is_counted_and_the_rest_is_bounded() {
        let lost = LinkEvent::Lost { peer: PeerId(1) };
        let mut events = LinkEvents::default();
        events.add(lost);
        assert!(!events.has_news());
        events.want(true);
        (0..MOST + 2).for_each(|_| events.add(lost));
        let (noted, missed) = events.take();
        assert_eq!((noted.len(), missed), (MOST, LinkTally { losses: 2, ..LinkTally::default() }));
        assert_eq!(noted[0].in_world(4), LinkEvent::Lost { peer: PeerId(5) });
        assert_eq!(events.tally.losses, MOST as u64 + 3);
    }
}
