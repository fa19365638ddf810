//! What has happened to links, and how each does, for whoever watches a process.

use super::Links;
use crate::context::Context;
use crate::events::{LinkEvent, LinkTally};
use crate::traffic::Traffic;
use crate::traffic_class::TrafficClass;
use ferry_method::{PeerId, Quality};

/// What went to and came from a peer by whatever method, and how its path does.
#[derive(Clone, Copy, Default, Debug)]
pub struct LinkSight {
    /// What went by all methods.
    pub traffic: Traffic,
    /// The method by which messages go, if one was chosen.
    pub method: Option<&'static str>,
    /// How the path of that method does, where it can tell.
    pub quality: Option<Quality>,
}

impl Context {
    /// How the link to a peer does. Nothing is chosen or opened for it.
    fn sight(&self, peer: PeerId) -> LinkSight {
        let mut sight = LinkSight::default();
        for slot in &self.slots {
            sight.traffic += slot.traffic_of(peer);
        }
        let way = self.routes.get(peer.0 as usize).map(|route| route.ways);
        let way = way.map(|ways| usize::from(ways[TrafficClass::Message as usize]));
        if let Some(slot) = way.and_then(|way| self.slots.get(way)) {
            sight.method = Some(slot.method.name());
            sight.quality = slot.method.quality(peer);
        }
        sight
    }
}

impl Links {
    /// How the link to a process does; nothing of one that no world has.
    pub fn sight(&self, peer: PeerId) -> LinkSight {
        if self.home.has(peer) {
            return self.home.sight(peer);
        }
        let met = self.met.iter().find(|met| met.numbers().contains(&peer.0));
        met.map_or_else(LinkSight::default, |met| met.context.sight(PeerId(peer.0 - met.first)))
    }

    /// How often what has happened to links of worlds that are still known.
    pub fn tally(&self) -> LinkTally {
        self.each().fold(LinkTally::default(), |sum, links| sum.with(links.events.tally))
    }

    /// Whether what happens to links is noted from now on, for [`Links::take_events`].
    pub fn note_events(&mut self, are_wanted: bool) {
        self.events_are_wanted = are_wanted;
        self.each_mut().for_each(|links| links.note_events(are_wanted));
    }

    /// Whether something is noted.
    pub fn has_events(&self) -> bool {
        self.each().any(|links| links.events.has_news())
    }

    /// What was noted since this was asked, and how much there was beside it.
    pub fn take_events(&mut self) -> (Vec<LinkEvent>, LinkTally) {
        let (mut noted, mut missed) = self.home.take_events();
        for met in &mut self.met {
            let (more, beside) = met.context.take_events();
            noted.extend(more.into_iter().map(|event| event.in_world(met.first)));
            missed = missed.with(beside);
        }
        (noted, missed)
    }
}
