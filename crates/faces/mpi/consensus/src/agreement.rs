//! One process's part in an agreement.

use crate::message::{AgreementMessage, Joined, Offer, Outcome, Said};
use crate::rank_set::RankSet;
use std::collections::BTreeMap;

/// Messages to be sent, each to a rank.
type Outbox<V> = Vec<(u32, AgreementMessage<V>)>;

/// What a process does for an agreement.
#[derive(Clone, Debug)]
enum Part<V> {
    /// It has told the leader what it brings, and waits.
    Follows,
    /// It leads, and waits for what others bring.
    Gathers,
    /// It leads, and waits for those who have not accepted.
    Proposes { outcome: Outcome<V>, accepted: RankSet },
    /// It knows the outcome.
    Knows(Outcome<V>),
}

/// One process's part in an agreement.
#[derive(Clone, Debug)]
pub struct Agreement<V> {
    size: u32,
    me: u32,
    own: V,
    failed: RankSet,
    /// The last leader that was heeded; earlier ones are not heeded any more.
    leader: u32,
    accepted: Option<(u32, Outcome<V>)>,
    offers: BTreeMap<u32, Offer<V>>,
    part: Part<V>,
    /// Earlier leaders that have spoken after later ones: they learn the outcome.
    passed_over: RankSet,
}

impl<V: Joined> Agreement<V> {
    /// Begins as rank `me` of `size`, which brings `own` and knows of these deaths. Messages go to `out`.
    pub fn begin(size: u32, me: u32, own: V, failed: RankSet, out: &mut Outbox<V>) -> Self {
        let mut this = Agreement {
            size,
            me,
            own,
            failed,
            leader: 0,
            accepted: None,
            offers: BTreeMap::new(),
            part: Part::Follows,
            passed_over: RankSet::default(),
        };
        this.leader = this.first_alive();
        this.turn_to_leader(out);
        this
    }

    /// What was agreed on, once it is known.
    pub fn outcome(&self) -> Option<&Outcome<V>> {
        match &self.part {
            Part::Knows(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// A rank has died.
    pub fn note_death(&mut self, rank: u32, out: &mut Outbox<V>) {
        self.learn_deaths([rank].into_iter().collect(), out);
    }

    /// A message of a rank has come.
    pub fn receive(&mut self, from: u32, message: AgreementMessage<V>, out: &mut Outbox<V>) {
        if from >= self.size || from == self.me {
            return;
        }
        if let Part::Knows(outcome) = &self.part {
            if !matches!(message.0, Said::Accept | Said::Decide(_)) {
                out.push((from, AgreementMessage(Said::Decide(outcome.clone()))));
            }
            return;
        }
        match message.0 {
            Said::Offer(offer) => {
                let failed = offer.failed.clone();
                self.offers.insert(from, offer);
                self.learn_deaths(failed, out);
            }
            Said::Ask if self.heeds(from) => self.turn_to_leader(out),
            Said::Propose(outcome) if self.heeds(from) => {
                self.accepted = Some((from, outcome));
                out.push((from, AgreementMessage(Said::Accept)));
            }
            Said::Accept => {
                if let Part::Proposes { accepted, .. } = &mut self.part {
                    accepted.insert(from);
                }
                self.advance(out);
            }
            Said::Decide(outcome) => self.decide(outcome, out),
            // It leads no more, as others know.
            Said::Ask | Said::Propose(_) => {}
        }
    }

    fn first_alive(&self) -> u32 {
        (0..self.me).find(|rank| !self.failed.contains(*rank)).unwrap_or(self.me)
    }

    fn others_alive(&self) -> impl Iterator<Item = u32> {
        (0..self.size).filter(|rank| *rank != self.me && !self.failed.contains(*rank))
    }

    /// Whether a leader is heeded: the latest is, and whoever leads after it.
    fn heeds(&mut self, leader: u32) -> bool {
        if leader < self.leader || self.leader == self.me {
            self.passed_over.insert(leader);
            return false;
        }
        self.leader = leader;
        true
    }

    fn learn_deaths(&mut self, failed: RankSet, out: &mut Outbox<V>) {
        for rank in failed.iter().filter(|rank| *rank != self.me && *rank < self.size) {
            self.failed.insert(rank);
        }
        if self.outcome().is_some() {
            return;
        }
        let leader = self.first_alive();
        if leader > self.leader {
            self.leader = leader;
            self.turn_to_leader(out);
        } else {
            self.advance(out);
        }
    }

    fn offer(&self) -> Offer<V> {
        let (own, failed) = (self.own.clone(), self.failed.clone());
        Offer { own, failed, accepted: self.accepted.clone() }
    }

    /// Brings to the leader what this one has, or begins to lead.
    fn turn_to_leader(&mut self, out: &mut Outbox<V>) {
        let offer = self.offer();
        if self.leader != self.me {
            return out.push((self.leader, AgreementMessage(Said::Offer(offer))));
        }
        self.offers.insert(self.me, offer);
        self.part = Part::Gathers;
        if self.me != 0 {
            let asked = self.others_alive().filter(|rank| !self.offers.contains_key(rank));
            out.extend(asked.map(|rank| (rank, AgreementMessage(Said::Ask))));
        }
        self.advance(out);
    }

    /// Whether so many, the dead perhaps among them, can be all who live: mostly not, and nobody need be asked for.
    fn are_enough(&self, count: usize) -> bool {
        count + self.failed.len() >= self.size as usize
    }

    /// Goes on as a leader, if this one is.
    fn advance(&mut self, out: &mut Outbox<V>) {
        if matches!(self.part, Part::Gathers)
            && self.are_enough(self.offers.len())
            && self.others_alive().all(|rank| self.offers.contains_key(&rank))
        {
            self.propose(out);
        }
        if let Part::Proposes { outcome, accepted } = &self.part
            && self.are_enough(accepted.len() + 1)
            && self.others_alive().all(|rank| accepted.contains(rank))
        {
            let outcome = outcome.clone();
            self.offers.clear();
            self.tell_all(&Said::Decide(outcome.clone()), out);
            self.decide(outcome, out);
        }
    }

    /// What an earlier leader may have decided stands; else all contributions are joined.
    fn propose(&mut self, out: &mut Outbox<V>) {
        let accepted = self.offers.values().filter_map(|offer| offer.accepted.as_ref());
        let latest = accepted.max_by_key(|(leader, _)| *leader);
        let outcome = latest.map(|(_, outcome)| outcome.clone()).unwrap_or_else(|| {
            let mut value = self.own.clone();
            self.offers.values().for_each(|offer| value.join(&offer.own));
            Outcome { value, failed: self.failed.clone() }
        });
        self.accepted = Some((self.me, outcome.clone()));
        self.tell_all(&Said::Propose(outcome.clone()), out);
        self.part = Part::Proposes { outcome, accepted: RankSet::default() };
    }

    fn tell_all(&self, what: &Said<V>, out: &mut Outbox<V>) {
        out.extend(self.others_alive().map(|rank| (rank, AgreementMessage(what.clone()))));
    }

    /// Who has brought something here expects this one to lead, which it need not do any more.
    fn decide(&mut self, outcome: Outcome<V>, out: &mut Outbox<V>) {
        let told = AgreementMessage(Said::Decide(outcome.clone()));
        let expect = self.offers.keys().copied().filter(|rank| *rank != self.me);
        let expect = expect.filter(|rank| !self.passed_over.contains(*rank));
        out.extend(self.passed_over.iter().chain(expect).map(|rank| (rank, told.clone())));
        self.passed_over = RankSet::default();
        self.offers = BTreeMap::new();
        self.part = Part::Knows(outcome);
    }
}
