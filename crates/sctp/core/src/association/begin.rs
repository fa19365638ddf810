//! How an association begins: INIT and COOKIE-ECHO of the active end, the cookie at the other
//! (RFC 9260 §5.1, §5.2).

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use bytes::Bytes;

use super::transfer::Transfer;
use super::{
    Association, AssociationConfig, AssociationEvent, AssociationState, Handshake, Loss,
    ShutdownState,
};
use crate::Now;
use crate::handshake::{Cookie, HandshakeOffer, NegotiatedTerms, Refusal};
use crate::path::PathSet;
use crate::random::Random;
use crate::wire::chunk::InitAck;
use crate::wire::{Cause, ChunkType, VerificationTag};

/// Cookies that went stale on their way before the handshake is given up.
const MAX_STALE: u32 = 4;

impl Association {
    /// The active end: INIT will leave.
    pub(crate) fn connect(
        now: Now,
        config: AssociationConfig,
        port: u16,
        peer_port: u16,
        addresses: &[SocketAddr],
        tag: VerificationTag,
        seed: [u8; 32],
    ) -> Self {
        let mut random = Random::new(&seed, b"association");
        let initial = crate::serial::Tsn(random.u32());
        let own = HandshakeOffer::own(&config, tag, initial, random.seed());
        let mut paths = PathSet::new(now, addresses[0], config.paths, random.u32());
        for &address in &addresses[1..] {
            // More addresses than are kept are of no use here.
            let _ = paths.add(now, address, false, random.u32());
        }
        let timeout = config.paths.rto.initial;
        let mut this =
            Self::with(config, AssociationState::CookieWait, port, peer_port, own, paths, random);
        this.called = addresses.iter().map(SocketAddr::ip).collect();
        this.handshake = Handshake { send: true, timeout, ..Handshake::default() };
        this.active_at = now;
        this
    }

    /// The passive end, or either in a collision: the cookie came back (RFC 9260 §5.1 D).
    pub(crate) fn from_cookie(
        now: Now,
        config: AssociationConfig,
        cookie: &Cookie,
        from: SocketAddr,
        to: Option<IpAddr>,
        seed: [u8; 32],
    ) -> Result<Self, String> {
        let mut random = Random::new(&seed, b"association");
        let agreed = NegotiatedTerms::of(&config, &cookie.own, &cookie.peer)?;
        let mut paths = PathSet::new(now, from, config.paths, random.u32());
        if let Some(path) = paths.get_mut(paths.primary()) {
            path.set_source(to);
        }
        // The COOKIE-ECHO may have been sent more than once.
        let trip = now.saturating_sub(cookie.made);
        paths.suppose_round_trip(paths.primary(), trip, config.paths.rto.initial);
        let (port, peer_port) = (cookie.destination_port, cookie.source_port);
        let own = cookie.own.clone();
        let mut this =
            Self::with(config, AssociationState::Established, port, peer_port, own, paths, random);
        this.learn_addresses(now, &cookie.peer.addresses, from.port());
        this.stand(now, &cookie.peer, agreed);
        let path = this.paths.find(from);
        this.queue(ChunkType::CookieAck, Vec::new(), path);
        Ok(this)
    }

    fn with(
        config: AssociationConfig,
        state: AssociationState,
        port: u16,
        peer_port: u16,
        own: HandshakeOffer,
        paths: PathSet,
        random: Random,
    ) -> Self {
        Self {
            config,
            state,
            port,
            peer_port,
            own,
            peer_tag: VerificationTag::ZERO,
            tie: None,
            paths,
            called: Vec::new(),
            handshake: Handshake::default(),
            ending: ShutdownState::default(),
            transfer: None,
            control: std::collections::VecDeque::new(),
            questions: std::collections::VecDeque::new(),
            events: std::collections::VecDeque::new(),
            counters: super::AssociationCounters::default(),
            random,
            opportunity: true,
            has_taken_data: false,
            readable: false,
            active_at: Now::ZERO,
            silent_from: None,
        }
    }

    /// Paths to the addresses that the peer named; over UDP they share the port its packets come from
    /// (RFC 6951 §5.3).
    fn learn_addresses(&mut self, now: Now, addresses: &[IpAddr], port: u16) {
        for &address in addresses {
            let jitter = self.random.u32();
            // What is beyond the bound is not used (RFC 9260 §5.1.2 leaves the choice).
            let _ = self.paths.add(now, SocketAddr::new(address, port), false, jitter);
        }
    }

    /// Both offers are known: streams exist, and the user may send.
    fn stand(&mut self, now: Now, peer: &HandshakeOffer, agreed: NegotiatedTerms) {
        self.prepare(peer, agreed);
        self.establish(now);
    }

    fn prepare(&mut self, peer: &HandshakeOffer, agreed: NegotiatedTerms) {
        self.peer_tag = peer.tag;
        self.transfer = Some(Transfer::new(&self.config, &self.own, peer, agreed));
    }

    fn establish(&mut self, now: Now) {
        let Some(transfer) = &self.transfer else { return };
        let (outbound_streams, inbound_streams) =
            (transfer.agreed.outbound, transfer.agreed.inbound);
        self.state = AssociationState::Established;
        self.handshake = Handshake::default();
        self.active_at = now;
        self.opportunity = true;
        self.tell(AssociationEvent::Up { outbound_streams, inbound_streams });
    }

    /// INIT-ACK (RFC 9260 §5.1 C); in any other state it is old and dropped (§5.2.3).
    pub(super) fn on_init_ack(&mut self, now: Now, ack: &InitAck<'_>, from: SocketAddr) {
        if self.state != AssociationState::CookieWait {
            return;
        }
        let read = match ack.cookie() {
            Some(cookie) => HandshakeOffer::read(&ack.0).map(|(peer, rest)| (peer, cookie, rest)),
            None => Err(Refusal::MissingCookie),
        };
        let (mut peer, cookie, unrecognized) = match read {
            Ok(read) => read,
            Err(refusal) => {
                self.peer_tag = ack.0.initiate_tag;
                let value = refusal.with_cause(encoded);
                let what = "its INIT ACK cannot be used".to_owned();
                return self.abort_with(now, value, Loss::Violation(what));
            }
        };
        let agreed = match NegotiatedTerms::of(&self.config, &self.own, &peer) {
            Ok(agreed) => agreed,
            Err(why) => {
                self.peer_tag = peer.tag;
                let value = encoded(Cause::ProtocolViolation(b"authentication is demanded"));
                return self.abort_with(now, value, Loss::Unacceptable(why));
            }
        };
        self.time_handshake(now, from);
        peer.keep_from(from.ip());
        self.adopt_primary(from);
        self.learn_addresses(now, &peer.addresses, from.port());
        self.prepare(&peer, agreed);
        self.state = AssociationState::CookieEchoed;
        let timeout = self
            .paths
            .get(self.paths.primary())
            .map_or(self.config.paths.rto.initial, |path| path.rto().current());
        self.handshake = Handshake {
            cookie: Bytes::copy_from_slice(cookie),
            send: true,
            timeout,
            stale: self.handshake.stale,
            ..Handshake::default()
        };
        if !unrecognized.is_empty() {
            // RFC 9260 §5.1: reported with the COOKIE-ECHO, which goes first.
            let value = encoded(Cause::UnrecognizedParameters(&unrecognized));
            self.queue(ChunkType::Error, value, None);
        }
        self.opportunity = true;
    }

    /// INIT or COOKIE-ECHO was answered: what that says of the round trip.
    fn time_handshake(&mut self, now: Now, from: SocketAddr) {
        let Handshake { sent_at, tries, timeout, .. } = self.handshake;
        let Some((sent, path)) = sent_at.zip(self.paths.find(from)) else { return };
        let trip = now.saturating_sub(sent);
        match tries {
            0 => self.paths.on_round_trip(path, trip),
            _ => self.paths.suppose_round_trip(path, trip, timeout),
        }
    }

    /// The address that answered is the one to talk to.
    fn adopt_primary(&mut self, from: SocketAddr) {
        if let Some(path) = self.paths.find(from) {
            self.paths.confirm(path);
            // It is confirmed, so this cannot fail.
            let _ = self.paths.set_primary(path);
            while self.paths.poll().is_some() {}
        }
    }

    /// COOKIE-ACK (RFC 9260 §5.1 E); dropped in any state but one (§5.2.5).
    pub(super) fn on_cookie_ack(&mut self, now: Now, from: SocketAddr) {
        if self.state != AssociationState::CookieEchoed {
            return;
        }
        self.time_handshake(now, from);
        self.establish(now);
    }

    /// The peer found our cookie too old: a new INIT asks for a longer life (RFC 9260 §5.2.6).
    pub(super) fn on_stale_cookie(&mut self, staleness: Duration) {
        if self.state != AssociationState::CookieEchoed {
            return;
        }
        let stale = self.handshake.stale + 1;
        let tries = self.handshake.tries;
        self.state = AssociationState::CookieWait;
        self.peer_tag = VerificationTag::ZERO;
        self.transfer = None;
        self.handshake = Handshake {
            send: true,
            stale,
            timeout: self.config.paths.rto.initial,
            preserve: Some(staleness.saturating_add(Duration::from_secs(1))),
            tries: if stale >= MAX_STALE { self.config.max_init_retransmits } else { tries },
            ..Handshake::default()
        };
    }

    /// A COOKIE-ECHO of ours was answered by the association of a crossing handshake, or repeats itself
    /// (RFC 9260 §5.2.4 D): the peer wants a COOKIE-ACK.
    pub(crate) fn on_cookie_again(&mut self, now: Now, from: SocketAddr) {
        if self.state == AssociationState::CookieEchoed {
            self.establish(now);
        }
        let path = self.paths.find(from);
        if self.state == AssociationState::ShutdownAckSent {
            return;
        }
        self.queue(ChunkType::CookieAck, Vec::new(), path);
    }

    /// A cookie for a new association came while this one ends (RFC 9260 §5.2.4, note to action A).
    pub(crate) fn on_cookie_while_ending(&mut self, from: SocketAddr) {
        let path = self.paths.find(from);
        self.ending.send = true;
        let value = encoded(Cause::CookieWhileShuttingDown);
        self.queue(ChunkType::Error, value, path);
    }

    /// Whether data went either way: the peer has this association, and a cookie of another of its tags is
    /// for a second one. RFC 9260 §5.2.4 B takes that one in any state, and with it numbers begin anew that
    /// the peer has acknowledged.
    pub(crate) fn is_in_use(&self) -> bool {
        let Some(transfer) = self.transfer.as_ref().filter(|_| self.state.is_up()) else {
            return false;
        };
        let has_acked = transfer.outstanding.acked() != self.own.initial_tsn.previous();
        has_acked || self.counters.sacks_sent > 0
    }

    /// Takes the place of `old`, whose peer began anew (RFC 9260 §5.2.4 A) or whose handshake crossed the
    /// peer's (B); what the user was not told yet is kept.
    pub(crate) fn succeed(&mut self, old: &mut Self, restart: bool) {
        let mut events = std::mem::take(&mut old.events);
        for event in std::mem::take(&mut self.events) {
            events.push_back(match event {
                AssociationEvent::Up { outbound_streams, inbound_streams } if restart => {
                    AssociationEvent::Restarted { outbound_streams, inbound_streams }
                }
                other => other,
            });
        }
        self.events = events;
        self.counters = old.counters;
        if !restart {
            // Other addresses that the user named stay known.
            self.called = std::mem::take(&mut old.called);
            for path in old.paths.iter() {
                let jitter = self.random.u32();
                let _ = self.paths.add(Now::ZERO, path.addr(), false, jitter);
            }
        }
    }
}

/// One cause as bytes: the value of an ABORT or ERROR chunk.
pub(super) fn encoded(cause: Cause<'_>) -> Vec<u8> {
    let mut value = Vec::new();
    crate::wire::Causes::of(&[cause]).encode(&mut value);
    value
}
