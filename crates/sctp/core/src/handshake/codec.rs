//! A cookie as bytes: few of them, since an INIT ACK goes to whoever claims to have sent an INIT, and
//! must not be worth the claim. Only this end ever reads them, and only behind a valid seal; even so
//! nothing here relies on what they say.

use std::net::{IpAddr, SocketAddr, SocketAddrV6};
use std::time::Duration;

use super::{Cookie, HandshakeOffer};
use crate::Now;
use crate::authentication::AuthOffer;
use crate::path::MAX_PATHS;
use crate::serial::Tsn;
use crate::wire::{ChunkType, HmacId, PacketBuffer, VerificationTag};

/// Appends `cookie`, its time of making in microseconds since `origin`, its life in milliseconds.
pub(super) fn encode(cookie: &Cookie, origin: Now, out: &mut Vec<u8>) {
    let v6 = cookie.to.is_some_and(|to| to.is_ipv6());
    out.put_u8(bits(&[cookie.from.is_ipv6(), cookie.to.is_some(), v6, cookie.tie.is_some()]));
    out.put_u32(number(cookie.made.saturating_sub(origin).as_micros()));
    out.put_u32(number(cookie.life.as_millis()));
    out.put_u16(cookie.source_port);
    out.put_u16(cookie.destination_port);
    put_ip(out, cookie.from.ip());
    out.put_u16(cookie.from.port());
    if let SocketAddr::V6(from) = cookie.from {
        out.put_u32(from.scope_id());
    }
    if let Some(to) = cookie.to {
        put_ip(out, to);
    }
    if let Some((local, peer)) = cookie.tie {
        out.put_u32(local.0);
        out.put_u32(peer.0);
    }
    put_offer(out, &cookie.own);
    put_offer(out, &cookie.peer);
}

/// Reads what [`encode`] wrote; `None` for anything else.
pub(super) fn decode(bytes: &[u8], origin: Now) -> Option<Cookie> {
    let mut input = Input(bytes);
    let [from_v6, has_to, to_v6, has_tie] = input.bits()?;
    let cookie = Cookie {
        made: origin.saturating_add(Duration::from_micros(input.u32()?.into())),
        life: Duration::from_millis(input.u32()?.into()),
        source_port: input.u16()?,
        destination_port: input.u16()?,
        from: input.socket_address(from_v6)?,
        to: when(has_to, || input.ip(to_v6))?,
        tie: when(has_tie, || Some((input.tag()?, input.tag()?)))?,
        own: input.offer()?,
        peer: input.offer()?,
    };
    (input.0.is_empty() && (has_to || !to_v6)).then_some(cookie)
}

fn put_offer(out: &mut Vec<u8>, offer: &HandshakeOffer) {
    let chunks = offer.authentication.as_ref().and_then(|auth| auth.chunks.as_ref());
    out.put_u8(bits(&[
        offer.ipv4,
        offer.ipv6,
        offer.partial_reliability,
        offer.interleaving,
        offer.interleaved_skips,
        offer.re_configuration,
        offer.dynamic_addresses,
    ]));
    out.put_u8(bits(&[
        offer.zero_checksum.is_some(),
        offer.adaptation.is_some(),
        offer.stream_window.is_some(),
        offer.authentication.is_some(),
        chunks.is_some(),
    ]));
    out.put_u32(offer.tag.0);
    out.put_u32(offer.window);
    out.put_u16(offer.outbound);
    out.put_u16(offer.inbound);
    out.put_u32(offer.initial_tsn.0);
    for number in [offer.zero_checksum, offer.adaptation, offer.stream_window] {
        number.into_iter().for_each(|number| out.put_u32(number));
    }
    put_len(out, offer.addresses.len());
    for address in &offer.addresses {
        out.put_u8(address.is_ipv6().into());
        put_ip(out, *address);
    }
    if let Some(auth) = &offer.authentication {
        put_auth(out, auth);
    }
}

fn put_auth(out: &mut Vec<u8>, auth: &AuthOffer) {
    put_len(out, auth.random.len());
    out.put(&auth.random);
    if let Some(chunks) = &auth.chunks {
        put_len(out, chunks.len());
        chunks.iter().for_each(|kind| out.put_u8(kind.0));
    }
    put_len(out, auth.algorithms.len());
    auth.algorithms.iter().for_each(|id| out.put_u16(id.0));
}

fn put_ip(out: &mut Vec<u8>, address: IpAddr) {
    match address {
        IpAddr::V4(address) => out.put(&address.octets()),
        IpAddr::V6(address) => out.put(&address.octets()),
    }
}

/// Own lists, and those read from a peer, are never longer.
fn put_len(out: &mut Vec<u8>, len: usize) {
    out.put_u8(u8::try_from(len).unwrap_or(u8::MAX));
}

fn number(value: u128) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// At most eight flags, the first in the lowest bit.
fn bits(flags: &[bool]) -> u8 {
    flags.iter().rev().fold(0, |bits, flag| bits << 1 | u8::from(*flag))
}

/// Reads what is there only if `present`; the outer `None` is for bytes that make no sense.
fn when<T>(present: bool, read: impl FnOnce() -> Option<T>) -> Option<Option<T>> {
    if present { read().map(Some) } else { Some(None) }
}

/// Bytes that are read from the front.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*array)
    }

    fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_be_bytes)
    }

    fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_be_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_be_bytes)
    }

    /// Flags; `None` if others are set than there are.
    fn bits<const N: usize>(&mut self) -> Option<[bool; N]> {
        let byte = self.u8()?;
        let flags = std::array::from_fn(|bit| byte >> bit & 1 == 1);
        (bits(&flags) == byte).then_some(flags)
    }

    fn tag(&mut self) -> Option<VerificationTag> {
        self.u32().map(VerificationTag)
    }

    fn ip(&mut self, v6: bool) -> Option<IpAddr> {
        if v6 { self.array::<16>().map(IpAddr::from) } else { self.array::<4>().map(IpAddr::from) }
    }

    fn socket_address(&mut self, v6: bool) -> Option<SocketAddr> {
        let (ip, port) = (self.ip(v6)?, self.u16()?);
        Some(match ip {
            IpAddr::V4(ip) => (ip, port).into(),
            IpAddr::V6(ip) => SocketAddrV6::new(ip, port, 0, self.u32()?).into(),
        })
    }

    fn list<T>(
        &mut self,
        most: usize,
        mut read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let len = usize::from(self.u8()?);
        if len > most {
            return None;
        }
        (0..len).map(|_| read(self)).collect()
    }

    fn offer(&mut self) -> Option<HandshakeOffer> {
        let [ipv4, ipv6, partial_reliability, interleaving, interleaved_skips, re, dynamic] =
            self.bits()?;
        let [zero_checksum, adaptation, stream_window, authentication, chunks] = self.bits()?;
        if chunks && !authentication {
            return None;
        }
        Some(HandshakeOffer {
            ipv4,
            ipv6,
            partial_reliability,
            interleaving,
            interleaved_skips,
            re_configuration: re,
            dynamic_addresses: dynamic,
            tag: self.tag()?,
            window: self.u32()?,
            outbound: self.u16()?,
            inbound: self.u16()?,
            initial_tsn: Tsn(self.u32()?),
            zero_checksum: when(zero_checksum, || self.u32())?,
            adaptation: when(adaptation, || self.u32())?,
            stream_window: when(stream_window, || self.u32())?,
            addresses: self.list(MAX_PATHS, |input| match input.u8()? {
                v6 @ 0..2 => input.ip(v6 == 1),
                _ => None,
            })?,
            authentication: when(authentication, || self.auth(chunks))?,
        })
    }

    fn auth(&mut self, chunks: bool) -> Option<AuthOffer> {
        let kind = |input: &mut Self| input.u8().map(ChunkType);
        Some(AuthOffer {
            random: self.list(AuthOffer::RANDOM, Self::u8)?,
            chunks: when(chunks, || self.list(AuthOffer::MOST_CHUNKS, kind))?,
            algorithms: self.list(AuthOffer::MOST_ALGORITHMS, |input| input.u16().map(HmacId))?,
        })
    }
}
