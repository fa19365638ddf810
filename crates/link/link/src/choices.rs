//! What was wished for, and by whom: cost, then rules, then a communicator's info, then calls.

use crate::DescriptorTable;
use crate::context::{Context, LinkError};
use crate::facts::Facts;
use crate::policy::Policy;
use crate::route::{Strand, UNCHOSEN};
use crate::rule::{Rule, Who};
use crate::traffic_class::TrafficClass;
use ferry_method::PeerId;
use ferry_wire::ContextId;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// Methods that some traffic should use, the first that fits, and who says so.
pub(crate) struct Wish {
    pub(crate) methods: Vec<String>,
    pub(crate) by: String,
}

/// A context that rules may name or that has wishes of its own.
struct Named {
    name: String,
    methods: Vec<String>,
    members: Vec<PeerId>,
}

/// All that choices depend on beside the policy.
#[derive(Default)]
pub(crate) struct Choices {
    /// Of this process.
    pub(crate) facts: Facts,
    /// Each table once.
    pub(crate) shared: HashSet<Arc<DescriptorTable>>,
    contexts: BTreeMap<u32, Named>,
    /// What was changed by calls.
    pub(crate) called: HashSet<(PeerId, Strand)>,
    /// The time as it was last told.
    now: Duration,
    /// When the next rule comes into force.
    due: Duration,
    /// When links are looked at next.
    pub(crate) look: Duration,
    /// When methods are looked at next that may be silent.
    pub(crate) silence: Duration,
    /// The earliest of these.
    wake: Duration,
}

impl Choices {
    pub(crate) fn of(policy: &Policy) -> Self {
        // Without methods to change to there is nothing to look for.
        let is_off = policy.adaptation.methods.is_empty();
        let look = if is_off { Duration::MAX } else { Duration::ZERO };
        let mut choices = Choices { look, silence: Duration::MAX, ..Choices::default() };
        choices.await_next(&policy.rules);
        choices
    }

    /// Finds out when there is something to do next.
    pub(crate) fn await_next(&mut self, rules: &[Rule]) {
        let later = rules.iter().map(|rule| rule.after).filter(|after| *after > self.now);
        self.due = later.min().unwrap_or(Duration::MAX);
        self.wake = self.due.min(self.look).min(self.silence);
    }

    /// The time as it was last told.
    pub(crate) fn now(&self) -> Duration {
        self.now
    }

    /// Tells the time; whether a rule has come into force, or links are to be looked at.
    #[inline]
    pub(crate) fn tell(&mut self, now: Duration) -> bool {
        self.now = now;
        now >= self.wake
    }
}

impl Context {
    /// What this process publishes about itself beside its methods, for the rules of others.
    pub fn set_facts(&mut self, facts: Facts) {
        self.choices.facts = facts;
    }

    /// The rules, later ones winning.
    pub fn rules(&self) -> &[Rule] {
        &self.policy.rules
    }

    /// Makes a context known by the name that rules may use ("" for none), with the methods that its
    /// messages and bulk data should use among `members` (those of the communicator's info keys; none:
    /// rules and cost decide). Links that are in use change without losing or reordering anything.
    ///
    /// # Errors
    /// When no method of those asked for reaches a member that was already talked to. For others this
    /// is an error of the first send.
    pub fn set_context(
        &mut self,
        context: ContextId,
        name: &str,
        methods: &[String],
        members: &[PeerId],
    ) -> Result<(), LinkError> {
        let is_plain = methods.is_empty() && !self.is_named_by_rules(name);
        let was_known = self.choices.contexts.contains_key(&context.0);
        if is_plain && !was_known {
            return Ok(());
        }
        let named =
            Named { name: name.into(), methods: methods.to_vec(), members: members.to_vec() };
        self.choices.contexts.insert(context.0, named);
        let chosen: Vec<PeerId> =
            members.iter().copied().filter(|peer| self.is_chosen(*peer)).collect();
        for peer in chosen {
            for class in [TrafficClass::Message, TrafficClass::Bulk] {
                self.review(peer, Strand { context: Some(context), class })?;
            }
        }
        Ok(())
    }

    /// Forgets a context that has ended; nothing of it may be under way.
    pub fn forget_context(&mut self, context: ContextId) {
        self.choices.contexts.remove(&context.0);
        self.choices.called.retain(|(_, strand)| strand.context != Some(context));
        let peers: Vec<PeerId> = self.detours.keys().copied().collect();
        for peer in peers {
            let detour = self.detour(peer);
            let own = Some(context);
            detour.contexts.retain(|branch| branch.context != context);
            detour.switches.retain(|switch| switch.strand.context != own);
            self.settle_detour(peer);
        }
    }

    fn is_named_by_rules(&self, name: &str) -> bool {
        !name.is_empty()
            && self.policy.rules.iter().any(|rule| rule.communicator.as_deref() == Some(name))
    }

    /// Contexts with wishes that a peer is a member of.
    pub(crate) fn contexts_with(&self, peer: PeerId) -> Vec<ContextId> {
        let contexts = self.choices.contexts.iter();
        let of_peer = contexts.filter(|(_, named)| named.members.contains(&peer));
        of_peer.filter(|_| peer != self.me).map(|(context, _)| ContextId(*context)).collect()
    }

    /// Whether a context has methods of its own, even where they are those of its traffic classes at present.
    pub(crate) fn stands_alone(&self, context: ContextId) -> bool {
        self.choices.contexts.get(&context.0).is_some_and(|named| !named.methods.is_empty())
    }

    /// What is wished for some traffic to a peer; the strongest wish.
    pub(crate) fn wish(
        &self,
        peer: PeerId,
        class: TrafficClass,
        context: Option<ContextId>,
        facts: &Facts,
    ) -> Option<Wish> {
        if peer == self.me {
            return None;
        }
        let named = context.and_then(|context| self.choices.contexts.get(&context.0));
        if let Some(named) = named.filter(|named| !named.methods.is_empty()) {
            let by = "the communicator's info".into();
            return Some(Wish { methods: named.methods.clone(), by });
        }
        let name = named.map(|named| named.name.as_str());
        let rule = self.rules_for(peer, facts).filter(|rule| rule.directs(class, name)).last()?;
        Some(Wish { methods: rule.methods.clone(), by: rule.origin.clone() })
    }

    /// Rules in force for a peer.
    fn rules_for(&self, peer: PeerId, facts: &Facts) -> impl Iterator<Item = &Rule> {
        let from = Who { rank: self.me, facts: &self.choices.facts };
        let to = Who { rank: peer, facts };
        let now = self.choices.now;
        self.policy.rules.iter().filter(move |rule| rule.joins(from, to, now))
    }

    /// Sets the parameters that rules give to the link to a peer by one method.
    pub(crate) fn tune_by_rules(
        &mut self,
        index: usize,
        peer: PeerId,
        facts: &Facts,
    ) -> Result<(), LinkError> {
        let name = self.slots[index].method.name();
        let rules = self.rules_for(peer, facts);
        let settings: Vec<_> = rules
            .flat_map(|rule| rule.set.iter().map(|setting| (rule.origin.clone(), setting.clone())))
            .filter(|(_, setting)| setting.method == name)
            .collect();
        for (origin, setting) in settings {
            let method = &mut self.slots[index].method;
            let tuned = method.tune(peer, &setting.parameter, &setting.value);
            tuned.map_err(|why| LinkError::Rule { origin, peer, why })?;
        }
        Ok(())
    }

    /// A link to the peer was chosen, and leads there without a relay.
    pub(crate) fn is_chosen(&self, peer: PeerId) -> bool {
        let route = self.routes.get(peer.0 as usize);
        route.is_some_and(|route| route.ways[0] != UNCHOSEN) && self.relay_of(peer).is_none()
    }

    /// Changes the method of a strand where the wishes have changed, unless a call decided.
    fn review(&mut self, peer: PeerId, strand: Strand) -> Result<(), LinkError> {
        if peer == self.me || self.choices.called.contains(&(peer, strand)) {
            return Ok(());
        }
        let table = self.table_of(peer)?;
        let pick = self.pick(peer, strand.class, strand.context, &table)?;
        let common = self.routes[peer.0 as usize].ways;
        let aim = self.detours.get(&peer).map(|detour| detour.aim(common, strand));
        let to = pick.index as u8;
        let differs = to != aim.unwrap_or(common[strand.class as usize]);
        if differs || strand.context.is_some_and(|context| self.stands_alone(context)) {
            self.attach(pick.index, peer, &table)?;
            self.known.reasons.insert((peer, to), pick.why);
            self.change_strand(peer, strand, to);
        }
        Ok(())
    }

    /// Applies rules that have come into force, and looks at links when it is time for that.
    #[cold]
    #[inline(never)]
    pub(crate) fn attend_to_choices(&mut self) {
        if self.choices.now >= self.choices.due {
            self.apply_late_rules();
        }
        if self.choices.now >= self.choices.look {
            self.look_at_links();
        }
        if self.choices.now >= self.choices.silence {
            self.look_for_silence();
        }
        self.choices.await_next(&self.policy.rules);
    }

    /// Looks at all links again, since a rule has come into force.
    fn apply_late_rules(&mut self) {
        let peers = (0..self.routes.len() as u32).map(PeerId);
        let chosen: Vec<PeerId> = peers.filter(|peer| self.is_chosen(*peer)).collect();
        for peer in chosen {
            if let Err(why) = self.tune_again(peer) {
                self.note_failure(peer, &why);
            }
            self.review_all(peer);
        }
    }

    /// Looks at a link again, since wishes or circumstances have changed. What cannot be changed stays,
    /// and the link's reason says why.
    pub(crate) fn review_all(&mut self, peer: PeerId) {
        let common = TrafficClass::ALL.map(|class| Strand { context: None, class });
        let own = self.contexts_with(peer).into_iter().flat_map(|context| {
            [TrafficClass::Message, TrafficClass::Bulk]
                .map(|class| Strand { context: Some(context), class })
        });
        let strands: Vec<Strand> = common.into_iter().chain(own).collect();
        let reviewed = strands.into_iter().try_for_each(|strand| self.review(peer, strand));
        if let Err(why) = reviewed {
            self.note_failure(peer, &why);
        }
    }

    fn note_failure(&mut self, peer: PeerId, why: &LinkError) {
        let way = self.routes[peer.0 as usize].ways[TrafficClass::Message as usize];
        self.known.reasons.insert((peer, way), format!("used before; {why}"));
    }

    fn tune_again(&mut self, peer: PeerId) -> Result<(), LinkError> {
        let table = self.table_of(peer)?;
        for index in 0..self.slots.len() {
            if self.known.attached.contains(&(index as u8, peer)) {
                self.tune_by_rules(index, peer, table.facts())?;
            }
        }
        Ok(())
    }
}
