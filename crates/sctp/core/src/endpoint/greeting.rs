//! INIT and COOKIE-ECHO: the half of the handshake that keeps no state (RFC 9260 §5.1 B, D; §5.2).

use bytes::Bytes;

use super::Endpoint;
use super::stranger::Asker;
use crate::association::{Association, AssociationConfig, AssociationState, VerifiedPacket};
use crate::handshake::{
    Cookie, CookieError, Duplicate, HandshakeOffer, NegotiatedTerms, Refusal, cookie_life,
    is_unicast, judge, new_addresses,
};
use crate::serial::Tsn;
use crate::wire::chunk::{Abort, ErrorChunk, Init, RawChunk};
use crate::wire::{Cause, Causes, Chunk, ChunkType, Packet, Parameter, VerificationTag};

impl Endpoint {
    /// INIT (RFC 9260 §5.1 B). It comes alone, with a tag of zero (§8.5.1 A).
    pub(super) fn on_init(&mut self, asker: &Asker, packet: &Packet<'_>) {
        let mut chunks = packet.chunks();
        let first = chunks.next();
        let alone = chunks.next().is_none();
        let zero = packet.header.verification_tag == VerificationTag::ZERO;
        if !alone || !zero || packet.has_zero_checksum() && !packet_is_sealed(packet) {
            self.counters.misplaced += 1;
            return;
        }
        let init = match first {
            Some(Ok(Chunk::Init(init))) => init,
            Some(Err(error)) => return self.counters.malformed(error.kind),
            _ => return,
        };
        if !is_unicast(asker.from.ip()) {
            self.counters.refused_inits += 1;
            return;
        }
        match HandshakeOffer::read(&init) {
            Ok((mut peer, unrecognized)) => {
                peer.keep_from(asker.from.ip());
                self.greet(asker, &init, peer, &unrecognized);
            }
            Err(refusal) => {
                self.counters.refused_inits += 1;
                if !matches!(refusal, Refusal::NoTag) {
                    refusal.with_cause(|cause| {
                        self.answer_abort(asker, init.initiate_tag, cause);
                    });
                }
            }
        }
    }

    fn greet(&mut self, asker: &Asker, init: &Init<'_>, peer: HandshakeOffer, unrecognized: &[u8]) {
        let known = self.slots.by_peer(asker.from.ip(), asker.header.source_port);
        let mut tie = None;
        let mut own = None;
        let mut config = self.config.association.clone();
        if let Some(index) = known
            && let Some(association) = self.slots.at(index)
        {
            match association.state() {
                // Both ends began: the answer offers what our INIT did (RFC 9260 §5.2.1).
                AssociationState::CookieWait | AssociationState::CookieEchoed => {
                    own = Some(association.own_offer().clone());
                }
                AssociationState::ShutdownAckSent => {
                    // Its sender missed the SHUTDOWN-COMPLETE: it is told again (RFC 9260 §9.2).
                    association.repeat_ending();
                    return self.after(index);
                }
                _ => {
                    let mut addresses: Vec<_> = association.addresses().collect();
                    addresses.push(asker.from.ip());
                    let strange = new_addresses(&addresses, &peer);
                    if !strange.is_empty() {
                        return self.refuse_restart(asker, init, &strange);
                    }
                    tie = Some(association.tie());
                }
            }
            config = association.config().clone();
        } else if !self.config.accepts {
            self.counters.refused_inits += 1;
            let causes = Causes::empty();
            let abort = Abort { reflected_tag: false, causes };
            return self.answer_chunk(asker, init.initiate_tag, &abort);
        } else if self.slots.live() >= self.config.most_associations {
            self.counters.refused_inits += 1;
            return self.answer_abort(asker, init.initiate_tag, Cause::OutOfResource);
        }
        if config.authentication.is_some() && peer.authentication.is_none() {
            // The cookie would be refused anyway; this answer is shorter than one.
            self.counters.refused_inits += 1;
            let cause = Cause::ProtocolViolation(b"authentication is demanded");
            return self.answer_abort(asker, init.initiate_tag, cause);
        }
        let own = own.unwrap_or_else(|| self.new_offer(&config, &peer, asker));
        let cookie = Cookie {
            made: asker.now,
            life: cookie_life(config.cookie_life, init),
            source_port: asker.header.source_port,
            destination_port: asker.header.destination_port,
            from: asker.from,
            to: asker.to,
            own,
            peer,
            tie,
        };
        let sealed = self.cookies.seal(asker.now, &cookie);
        self.counters.inits += 1;
        self.answer(asker, init.initiate_tag, |writer| {
            cookie.own.push_init_ack(writer, &sealed, unrecognized).is_ok()
        });
    }

    fn new_offer(
        &mut self,
        config: &AssociationConfig,
        peer: &HandshakeOffer,
        asker: &Asker,
    ) -> HandshakeOffer {
        let tag = self.new_tag();
        let initial = Tsn(self.random.u32());
        let mut own = HandshakeOffer::own(config, tag, initial, self.random.seed());
        own.keep_for(peer, asker.from.ip());
        own
    }

    /// A tag that no association has.
    pub(super) fn new_tag(&mut self) -> VerificationTag {
        loop {
            let tag = VerificationTag(self.random.nonzero());
            if self.slots.by_tag(tag).is_none() {
                return tag;
            }
        }
    }

    fn refuse_restart(&mut self, asker: &Asker, init: &Init<'_>, strange: &[std::net::IpAddr]) {
        self.counters.refused_restarts += 1;
        let list: Vec<_> = strange.iter().copied().map(Parameter::Address).collect();
        let mut bytes = Vec::new();
        crate::wire::parameter::append(&list, &mut bytes);
        self.answer_abort(asker, init.initiate_tag, Cause::RestartWithNewAddresses(&bytes));
    }

    /// COOKIE-ECHO (RFC 9260 §5.1 D, §5.1.5, §5.2.4), first in its packet or behind an AUTH.
    pub(super) fn on_cookie_echo(&mut self, asker: &Asker, packet: &Packet<'_>, datagram: &Bytes) {
        let mut raws = packet.raw_chunks().map_while(Result::ok);
        let Some(first) = raws.next() else { return };
        let (auth, echo) = match first.chunk_type {
            ChunkType::Auth => (Some(first), raws.next()),
            _ => (None, Some(first)),
        };
        let Some(echo) = echo.filter(|raw| raw.chunk_type == ChunkType::CookieEcho) else {
            self.counters.misplaced += 1;
            return;
        };
        let cookie = match self.cookies.open(asker.now, echo.value) {
            Ok(cookie) => cookie,
            Err(CookieError::Forged) => {
                self.counters.forged_cookies += 1;
                return;
            }
            Err(CookieError::Stale { by, cookie }) => {
                // One that fits an association that stands is good all the same (RFC 9260 §5.2.4 3).
                let index = self.standing(asker, &cookie);
                let tags = index.and_then(|index| self.slots.at(index)).map(|a| a.tags());
                if tags.is_none_or(|tags| judge(&tags, &cookie) != Duplicate::Again) {
                    return self.answer_stale(asker, by, &cookie);
                }
                *cookie
            }
        };
        if !fits(asker, packet, &cookie) {
            self.counters.misplaced += 1;
            return;
        }
        let Some(index) = self.seat(asker, packet, &cookie, auth.as_ref()) else { return };
        let after = echo.offset + crate::wire::padded(echo.bytes.len());
        let (now, from, to) = (asker.now, asker.from, asker.to);
        let authenticated = auth.is_some();
        let packet = *packet;
        let arrival = VerifiedPacket { now, datagram, packet, from, to, after, authenticated };
        self.hand(index, &arrival);
    }

    fn standing(&self, asker: &Asker, cookie: &Cookie) -> Option<u32> {
        let by_tag = self.slots.by_tag(cookie.own.tag);
        by_tag.or_else(|| self.slots.by_peer(asker.from.ip(), asker.header.source_port))
    }

    fn answer_stale(&mut self, asker: &Asker, by: std::time::Duration, cookie: &Cookie) {
        self.counters.stale_cookies += 1;
        let microseconds = u32::try_from(by.as_micros()).unwrap_or(u32::MAX);
        let causes = [Cause::StaleCookie(microseconds)];
        let error = ErrorChunk { causes: Causes::of(&causes) };
        self.answer_chunk(asker, cookie.peer.tag, &error);
    }

    /// Finds or makes the association of a cookie; `None` if it is refused.
    fn seat(
        &mut self,
        asker: &Asker,
        packet: &Packet<'_>,
        cookie: &Cookie,
        auth: Option<&RawChunk<'_>>,
    ) -> Option<u32> {
        let standing = self.standing(asker, cookie);
        let config = match standing.and_then(|index| self.slots.at(index)) {
            Some(association) => association.config().clone(),
            None => self.config.association.clone(),
        };
        let agreed = match NegotiatedTerms::of(&config, &cookie.own, &cookie.peer) {
            Ok(agreed) => agreed,
            Err(why) => {
                self.counters.refused_inits += 1;
                let cause = Cause::ProtocolViolation(why.as_bytes());
                self.answer_abort(asker, cookie.peer.tag, cause);
                return None;
            }
        };
        if !self.is_authentic(packet, &agreed, auth) {
            return None;
        }
        let Some(index) = standing else {
            if self.cookies.is_spent(cookie) {
                // Recorded and sent again, or the peer never heard that the association has ended.
                self.counters.late_cookies += 1;
                self.answer_chunk(
                    asker,
                    cookie.peer.tag,
                    &Abort { reflected_tag: false, causes: Causes::empty() },
                );
                return None;
            }
            if self.slots.live() >= self.config.most_associations {
                self.counters.refused_inits += 1;
                self.answer_abort(asker, cookie.peer.tag, Cause::OutOfResource);
                return None;
            }
            let association = self.found(asker, cookie, config)?;
            self.counters.associations += 1;
            return Some(self.slots.insert(association).slot);
        };
        let association = self.slots.at(index)?;
        match judge(&association.tags(), cookie) {
            Duplicate::Again => association.on_cookie_again(asker.now, asker.from),
            Duplicate::Restart if association.state() == AssociationState::ShutdownAckSent => {
                association.on_cookie_while_ending(asker.from);
                self.after(index);
                return None;
            }
            Duplicate::Collision if association.is_in_use() => {
                self.counters.late_cookies += 1;
                return None;
            }
            Duplicate::Restart => self.take_over(asker, index, cookie, config, true)?,
            Duplicate::Collision => self.take_over(asker, index, cookie, config, false)?,
            Duplicate::Late | Duplicate::Unknown => {
                self.counters.late_cookies += 1;
                return None;
            }
        }
        Some(index)
    }

    /// RFC 4895 §6.3: the key is known once both offers are, so the AUTH before the cookie can be
    /// checked before anything is kept.
    fn is_authentic(
        &mut self,
        packet: &Packet<'_>,
        agreed: &NegotiatedTerms,
        auth: Option<&RawChunk<'_>>,
    ) -> bool {
        let Some(authentication) = &agreed.authentication else {
            return true;
        };
        let Some(raw) = auth else {
            let demanded = authentication.demanded(ChunkType::CookieEcho);
            self.counters.unauthenticated += u64::from(demanded);
            return !demanded;
        };
        let good = match Chunk::decode(raw) {
            Ok(Chunk::Auth(chunk)) => {
                authentication.verify(packet.bytes(), &chunk, raw.offset).is_ok()
            }
            _ => false,
        };
        self.counters.forged += u64::from(!good);
        good
    }

    fn found(
        &mut self,
        asker: &Asker,
        cookie: &Cookie,
        config: AssociationConfig,
    ) -> Option<Association> {
        let seed = self.random.seed();
        self.cookies.spend(asker.now, cookie);
        // Whether the offers fit was looked at before.
        Association::from_cookie(asker.now, config, cookie, asker.from, asker.to, seed).ok()
    }

    fn take_over(
        &mut self,
        asker: &Asker,
        index: u32,
        cookie: &Cookie,
        config: AssociationConfig,
        restart: bool,
    ) -> Option<()> {
        let mut association = self.found(asker, cookie, config)?;
        association.succeed(self.slots.at(index)?, restart);
        self.slots.replace(index, association);
        Some(())
    }
}

/// Whether a packet without a checksum is one whose checksum happens to be zero.
fn packet_is_sealed(packet: &Packet<'_>) -> bool {
    crate::wire::checksum::checksum(packet.bytes()) == 0
}

/// Whether the packet is of the association that the cookie was made for (RFC 9260 §5.1.5 3).
fn fits(asker: &Asker, packet: &Packet<'_>, cookie: &Cookie) -> bool {
    let ports = (cookie.source_port, cookie.destination_port);
    let address = asker.from.ip();
    packet.header.verification_tag == cookie.own.tag
        && ports == (packet.header.source_port, packet.header.destination_port)
        && (address == cookie.from.ip() || cookie.peer.addresses.contains(&address))
}
