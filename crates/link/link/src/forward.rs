//! Forwarding: a frame for a peer travels through others that relay it.
//!
//! A frame is cut into pieces, each a frame of its own from neighbour to neighbour: the first begins with
//! the encoded header, the rest is payload. Pieces of a pair (origin, destination) keep one order. A
//! relay holds at most [`WINDOW`] bytes of a pair: the neighbour that sends spends credit for each piece
//! and gets it back when the piece has left the relay. The destination needs no window, since pieces go
//! straight to the handlers.
//!
//! Whoever can go no further says so to the origin, and to the destination when the origin is gone
//! ([`loss`]). What arrives is in [`arrive`].

mod arrive;
mod loss;
pub(crate) mod rules;
mod sending;
mod straight;

use crate::context::{Context, LinkError};
use crate::gate::{LEAVE, LEFT};
use crate::traffic::FrameTally;
use crate::{ForwardRules, TrafficClass};
use ferry_method::{Attributes, Header, Landing, MethodError, PeerId, RemoteReading, Scope};
use ferry_wire::{HEADER_LEN, HandlerId, Share};
use std::collections::{HashMap, VecDeque};

/// A piece of a frame; word 0: the pair; bits: relays passed so far.
pub(crate) const FORWARD: HandlerId = Share::LINKS.id(2);
/// Room at a relay is given back; word 0: the pair, word 1: bytes.
pub(crate) const FORWARD_CREDIT: HandlerId = Share::LINKS.id(3);
/// A process is gone; word 0: (who, whom to tell); bits: relays passed. Payload: why.
pub(crate) const FORWARD_LOST: HandlerId = Share::LINKS.id(4);

/// The piece begins a frame.
pub(crate) const FIRST: u8 = 1;
/// The piece ends a frame.
pub(crate) const LAST: u8 = 2;

/// Bytes of a pair that a relay holds at most.
pub(crate) const WINDOW: usize = 256 << 10;
/// Longest piece.
pub(crate) const PIECE: usize = 32 << 10;
/// What a piece counts beside its bytes.
pub(crate) const PIECE_COST: usize = 64;
/// Relays on a way, at most.
pub(crate) const MOST_HOPS: u64 = 4;

/// Two ends of a way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ends {
    pub(crate) origin: PeerId,
    pub(crate) to: PeerId,
}

impl Ends {
    pub(crate) fn word(self) -> u64 {
        u64::from(self.origin.0) | u64::from(self.to.0) << 32
    }

    pub(crate) fn of_word(word: u64) -> Self {
        Ends { origin: PeerId(word as u32), to: PeerId((word >> 32) as u32) }
    }
}

/// A piece that waits here.
pub(crate) struct ForwardPiece {
    pub(crate) flags: u8,
    pub(crate) hops: u64,
    /// What the neighbour that sent it has spent for it.
    pub(crate) charge: usize,
    pub(crate) bytes: Vec<u8>,
}

impl ForwardPiece {
    /// What sending it to a relay costs.
    pub(crate) fn cost(&self) -> usize {
        self.bytes.len() + PIECE_COST
    }
}

/// What passes here from one origin to one destination.
pub(crate) struct RelayPassage {
    /// The neighbour that sends (this process itself for what begins here), and by which method.
    pub(crate) from: (PeerId, usize),
    /// The neighbour to send to.
    pub(crate) next: PeerId,
    queue: VecDeque<ForwardPiece>,
    /// Charge of what waits, the piece that is being sent included.
    pub(crate) queued: usize,
    /// Room at the next neighbour, where that is a relay.
    pub(crate) credit: usize,
    /// Credit to be given back.
    owed: usize,
    /// A frame of this process is handed over in part.
    halfway: bool,
    in_turn: bool,
    pub(crate) lost: bool,
}

/// A neighbour that pieces are sent to.
struct Hop {
    slot: u8,
    /// Pairs with pieces that may go, in turn.
    turn: VecDeque<Ends>,
    /// The piece that is being sent: its charge and its bytes.
    sending: Option<(Ends, usize, usize)>,
}

/// A frame that arrives in pieces.
pub(crate) struct ForwardAssembly {
    pub(crate) header: Header,
    pub(crate) landing: Landing,
    pub(crate) at: usize,
    pub(crate) len: usize,
}

/// All that a process forwards, has forwarded and gets forwarded.
#[derive(Default)]
pub(crate) struct Forwarder {
    pub(crate) rules: ForwardRules,
    /// The way to a relay is being chosen: it is a straight one.
    choosing: bool,
    pub(crate) passages: HashMap<Ends, RelayPassage>,
    hops: HashMap<PeerId, Hop>,
    /// Neighbours with a piece that waits for its method.
    busy: Vec<PeerId>,
    /// What the way to each peer behind a relay can do.
    profiles: HashMap<PeerId, Attributes>,
    /// Frames under way to this process, by origin.
    pub(crate) arriving: HashMap<PeerId, ForwardAssembly>,
    /// Through whom frames of an origin have come.
    pub(crate) sources: HashMap<PeerId, PeerId>,
    /// Peers behind relays that are gone, and why.
    pub(crate) gone: HashMap<PeerId, String>,
    /// Those of them that the handlers have not heard of.
    pub(crate) reports: Vec<PeerId>,
    pub(crate) report: ForwardReport,
}

/// What a process has relayed for others.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct ForwardReport {
    /// Pieces and their bytes sent on.
    pub relayed: FrameTally,
    /// Bytes that wait here, with 64 for each piece.
    pub held: usize,
    /// The most that ever waited.
    pub most_held: usize,
    /// Frames about forwarding that made no sense, or exceeded their window.
    pub refused: u64,
}

impl Forwarder {
    /// Nothing waits for its method or to be told.
    pub(crate) fn is_calm(&self) -> bool {
        self.busy.is_empty() && self.reports.is_empty()
    }

    pub(crate) fn has_output(&self) -> bool {
        !self.busy.is_empty()
    }

    /// What is known of a pair that comes from and goes to these neighbours.
    pub(crate) fn passage(
        &mut self,
        pair: Ends,
        from: (PeerId, usize),
        next: PeerId,
    ) -> &mut RelayPassage {
        self.passages.entry(pair).or_insert_with(|| RelayPassage {
            from,
            next,
            queue: VecDeque::new(),
            queued: 0,
            credit: WINDOW,
            owed: 0,
            halfway: false,
            in_turn: false,
            lost: false,
        })
    }

    /// Puts a piece at the end of its pair's queue. `relays`: it is not this process's own.
    pub(crate) fn push(&mut self, pair: Ends, piece: ForwardPiece, relays: bool) {
        let Some(passage) = self.passages.get_mut(&pair) else { return };
        passage.queued += piece.charge;
        if relays {
            self.report.held += piece.charge;
            self.report.most_held = self.report.most_held.max(self.report.held);
        }
        passage.queue.push_back(piece);
        self.give_turn(pair);
    }

    /// The pair's pieces may go.
    pub(crate) fn give_turn(&mut self, pair: Ends) {
        let Some(passage) = self.passages.get_mut(&pair) else { return };
        if !passage.in_turn
            && !passage.queue.is_empty()
            && let Some(hop) = self.hops.get_mut(&passage.next)
        {
            passage.in_turn = true;
            hop.turn.push_back(pair);
        }
    }

    /// The next piece for a neighbour that there is credit for.
    fn next_piece(&mut self, next: PeerId) -> Option<(Ends, ForwardPiece)> {
        let hop = self.hops.get_mut(&next)?;
        while let Some(pair) = hop.turn.pop_front() {
            let Some(passage) = self.passages.get_mut(&pair) else { continue };
            passage.in_turn = false;
            let cost = passage.queue.front().map_or(0, ForwardPiece::cost);
            let to_relay = pair.to != next;
            if to_relay && passage.credit < cost {
                continue;
            }
            let Some(piece) = passage.queue.pop_front() else { continue };
            if to_relay {
                passage.credit -= cost;
            }
            hop.sending = Some((pair, piece.charge, piece.bytes.len()));
            self.give_turn(pair);
            return Some((pair, piece));
        }
        None
    }

    /// Throws away what waits of a pair.
    pub(crate) fn drop_passage(&mut self, pair: Ends, me: PeerId) {
        let Some(passage) = self.passages.get_mut(&pair) else { return };
        let waiting: usize = passage.queue.iter().map(|piece| piece.charge).sum();
        passage.queue.clear();
        passage.queued -= waiting;
        passage.lost = true;
        passage.halfway = false;
        if pair.origin != me {
            self.report.held -= waiting;
        }
    }

    /// Forgets a neighbour that is gone; what was being sent to it is not held any more.
    pub(crate) fn drop_hop(&mut self, next: PeerId, me: PeerId) {
        self.busy.retain(|busy| *busy != next);
        if let Some((pair, charge, _)) = self.hops.remove(&next).and_then(|hop| hop.sending)
            && pair.origin != me
        {
            self.report.held -= charge;
        }
    }
}

impl Context {
    /// Who relays for whom, by configuration. To be said before anything is sent.
    pub fn set_forwarding(&mut self, rules: ForwardRules) {
        self.forwarder.rules = rules;
    }

    /// Whether this process relays for others. If it does, it then knows the ways to all, and can go on
    /// while the directory does not answer.
    pub fn prepare_to_relay(&mut self) -> bool {
        let relays =
            self.forwarder.rules.names(self.me) || self.forwarder.report.relayed.frames != 0;
        if relays {
            for peer in (0..self.routes.len() as u32).map(PeerId) {
                // Who cannot be reached is told when something is to be relayed there.
                let _ = self.choose(peer, TrafficClass::Message);
            }
        }
        relays
    }

    /// Whether this process is to relay for others.
    pub fn is_relay(&self) -> bool {
        self.forwarder.rules.names(self.me)
    }

    /// What this process has relayed.
    pub fn forwarded(&self) -> ForwardReport {
        self.forwarder.report
    }

    /// Sends everything for `peer` through `relay` from now on. To be said before the first frame, since
    /// frames on two ways have no order.
    ///
    /// # Errors
    /// The relay is one of the two ends or cannot itself be reached straight, or the link is in use.
    pub fn forward_through(&mut self, peer: PeerId, relay: PeerId) -> Result<(), LinkError> {
        let no = |why: &str| {
            let why = format!("it cannot be reached through rank {relay}: {why}");
            Err(LinkError::NoMethod { peer, why })
        };
        if peer.0 as usize >= self.routes.len() {
            return Err(LinkError::NoRank { peer });
        }
        if relay == self.me || relay == peer || peer == self.me {
            return no("a relay is neither of the two ends");
        }
        if self.slots.iter().any(|slot| slot.traffic_of(peer).sent.frames != 0) {
            return no("frames were sent to it already");
        }
        self.forwarder.choosing = true;
        let slot = self.hop(relay);
        self.forwarder.choosing = false;
        let slot = slot?;
        let first = self.local_attributes[slot as usize].clone();
        self.forwarder.profiles.insert(peer, profile(first));
        self.routes[peer.0 as usize].ways = [slot; 3];
        self.detour(peer).relay = Some(relay);
        self.known.reasons.insert((peer, slot), format!("through rank {relay}"));
        Ok(())
    }

    /// Chooses a method for `peer`, or the relay that the configuration wants where that method would
    /// be used, or where there is none.
    pub(crate) fn select_or_forward(&mut self, peer: PeerId) -> Result<(), LinkError> {
        let chosen = self.select(peer);
        if self.forwarder.rules.is_empty() || self.forwarder.choosing || peer == self.me {
            return chosen;
        }
        let by = match &chosen {
            Ok(()) => {
                let way = self.routes[peer.0 as usize].ways[TrafficClass::Message as usize];
                Some(self.slots[way as usize].method.name())
            }
            Err(LinkError::NoMethod { .. }) => None,
            Err(_) => return chosen,
        };
        match self.forwarder.rules.relay(self.me, peer, by) {
            Some(relay) => self.forward_through(peer, relay),
            None => chosen,
        }
    }

    /// Through whom `peer` is reached, if not straight.
    pub(crate) fn relay_of(&self, peer: PeerId) -> Option<PeerId> {
        self.detours.get(&peer)?.relay
    }

    /// What the way to a peer behind a relay can do.
    pub(crate) fn profile(&self, peer: PeerId) -> Option<&Attributes> {
        self.relay_of(peer).and_then(|_| self.forwarder.profiles.get(&peer))
    }

    /// The method by which pieces go to a neighbour: the same always, as they have to keep their order.
    pub(crate) fn hop(&mut self, next: PeerId) -> Result<u8, LinkError> {
        if let Some(hop) = self.forwarder.hops.get(&next) {
            return Ok(hop.slot);
        }
        let slot = self.choose(next, TrafficClass::Message)? as u8;
        if let Some(relay) = self.relay_of(next) {
            let why = format!("rank {next} is to relay and is itself behind rank {relay}");
            return Err(LinkError::NoMethod { peer: next, why });
        }
        let hop = Hop { slot, turn: VecDeque::new(), sending: None };
        self.forwarder.hops.insert(next, hop);
        Ok(slot)
    }
}

/// Whether a frame of the link layer's own may be forwarded.
pub(crate) fn may_pass(handler: HandlerId) -> bool {
    !Share::LINKS.contains(handler) || handler == LEFT || handler == LEAVE
}

/// What a way can do that begins with a method of these attributes.
fn profile(first: Attributes) -> Attributes {
    Attributes {
        scope: Scope::Network,
        latency: first.latency * 2,
        eager_limit: first.eager_limit.min(PIECE - HEADER_LEN),
        fragment: PIECE - HEADER_LEN,
        max_frame: 1 << 30,
        streams: 1,
        stream_flow_control: false,
        multicast: false,
        several_paths: false,
        confidential: false,
        shares_memory: false,
        remote_reads: false,
        remote_reading: RemoteReading::Never,
        ..first
    }
}

/// A peer behind a relay is gone.
pub(crate) fn gone(peer: PeerId, why: &str) -> MethodError {
    MethodError::Lost { peer, method: "forward", why: why.into() }
}
