//! A cookie as bytes. Only this end ever reads them, and only behind a valid seal; even so nothing here
//! relies on what they say.

use std::net::{IpAddr, Ipv6Addr, SocketAddr, SocketAddrV6};
use std::time::Duration;

use super::{Cookie, Offer};
use crate::authentication::AuthOffer;
use crate::path::MAX_PATHS;
use crate::serial::Tsn;
use crate::wire::{Buffer, ChunkType, HmacId, VerificationTag};

/// Appends `cookie`.
pub(super) fn encode(cookie: &Cookie, out: &mut Vec<u8>) {
    put_duration(out, cookie.made);
    put_duration(out, cookie.life);
    out.put_u16(cookie.source_port);
    out.put_u16(cookie.destination_port);
    put_address(out, cookie.from.ip());
    out.put_u16(cookie.from.port());
    out.put_u32(match cookie.from {
        SocketAddr::V4(_) => 0,
        SocketAddr::V6(from) => from.scope_id(),
    });
    put_option(out, cookie.to, put_address);
    put_option(out, cookie.tie, |out, (local, peer)| {
        out.put_u32(local.0);
        out.put_u32(peer.0);
    });
    put_offer(out, &cookie.own);
    put_offer(out, &cookie.peer);
}

/// Reads what [`encode`] wrote; `None` for anything else.
pub(super) fn decode(bytes: &[u8]) -> Option<Cookie> {
    let mut input = Input(bytes);
    let cookie = Cookie {
        made: input.duration()?,
        life: input.duration()?,
        source_port: input.u16()?,
        destination_port: input.u16()?,
        from: input.socket_address()?,
        to: input.option(Input::address)?,
        tie: input.option(|input| Some((input.tag()?, input.tag()?)))?,
        own: input.offer()?,
        peer: input.offer()?,
    };
    input.0.is_empty().then_some(cookie)
}

fn put_duration(out: &mut Vec<u8>, duration: Duration) {
    let nanos = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
    out.put(&nanos.to_be_bytes());
}

fn put_address(out: &mut Vec<u8>, address: IpAddr) {
    match address {
        IpAddr::V4(address) => {
            out.put_u8(4);
            out.put(&address.octets());
        }
        IpAddr::V6(address) => {
            out.put_u8(6);
            out.put(&address.octets());
        }
    }
}

fn put_option<T>(out: &mut Vec<u8>, value: Option<T>, put: impl FnOnce(&mut Vec<u8>, T)) {
    out.put_u8(value.is_some().into());
    if let Some(value) = value {
        put(out, value);
    }
}

fn put_len(out: &mut Vec<u8>, len: usize) {
    // Own lists and those read from a peer are bounded far below this.
    out.put_u16(u16::try_from(len).unwrap_or(u16::MAX));
}

fn put_offer(out: &mut Vec<u8>, offer: &Offer) {
    out.put_u32(offer.tag.0);
    out.put_u32(offer.window);
    out.put_u16(offer.outbound);
    out.put_u16(offer.inbound);
    out.put_u32(offer.initial_tsn.0);
    out.put_u8(flags(offer));
    put_len(out, offer.addresses.len());
    offer.addresses.iter().for_each(|address| put_address(out, *address));
    for number in [offer.zero_checksum, offer.adaptation, offer.stream_window] {
        put_option(out, number, |out, number| out.put_u32(number));
    }
    put_option(out, offer.authentication.as_ref(), put_auth);
}

fn flags(offer: &Offer) -> u8 {
    let flags = [
        offer.ipv4,
        offer.ipv6,
        offer.partial_reliability,
        offer.interleaving,
        offer.interleaved_skips,
        offer.re_configuration,
        offer.dynamic_addresses,
    ];
    flags.iter().rev().fold(0, |bits, flag| bits << 1 | u8::from(*flag))
}

fn put_auth(out: &mut Vec<u8>, auth: &AuthOffer) {
    put_len(out, auth.random.len());
    out.put(&auth.random);
    put_option(out, auth.chunks.as_ref(), |out, chunks| {
        put_len(out, chunks.len());
        chunks.iter().for_each(|kind| out.put_u8(kind.0));
    });
    put_len(out, auth.algorithms.len());
    auth.algorithms.iter().for_each(|id| out.put_u16(id.0));
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

    fn tag(&mut self) -> Option<VerificationTag> {
        self.u32().map(VerificationTag)
    }

    fn duration(&mut self) -> Option<Duration> {
        self.array().map(u64::from_be_bytes).map(Duration::from_nanos)
    }

    fn address(&mut self) -> Option<IpAddr> {
        match self.u8()? {
            4 => self.array::<4>().map(IpAddr::from),
            6 => self.array::<16>().map(IpAddr::from),
            _ => None,
        }
    }

    fn socket_address(&mut self) -> Option<SocketAddr> {
        let (ip, port, scope) = (self.address()?, self.u16()?, self.u32()?);
        let with_scope = |ip: Ipv6Addr| SocketAddrV6::new(ip, port, 0, scope).into();
        Some(match ip {
            IpAddr::V4(ip) => (ip, port).into(),
            IpAddr::V6(ip) => with_scope(ip),
        })
    }

    /// The outer `None` is for bytes that make no sense.
    fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.u8()? {
            0 => Some(None),
            1 => read(self).map(Some),
            _ => None,
        }
    }

    fn list<T>(
        &mut self,
        most: usize,
        mut read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let len = usize::from(self.u16()?);
        if len > most {
            return None;
        }
        (0..len).map(|_| read(self)).collect()
    }

    fn offer(&mut self) -> Option<Offer> {
        let (tag, window, outbound, inbound) = (self.tag()?, self.u32()?, self.u16()?, self.u16()?);
        let (initial_tsn, flags) = (Tsn(self.u32()?), self.u8()?);
        let flag = |bit: u8| flags >> bit & 1 == 1;
        Some(Offer {
            tag,
            window,
            outbound,
            inbound,
            initial_tsn,
            ipv4: flag(0),
            ipv6: flag(1),
            partial_reliability: flag(2),
            interleaving: flag(3),
            interleaved_skips: flag(4),
            re_configuration: flag(5),
            dynamic_addresses: flag(6),
            addresses: self.list(MAX_PATHS, Self::address)?,
            zero_checksum: self.option(Self::u32)?,
            adaptation: self.option(Self::u32)?,
            stream_window: self.option(Self::u32)?,
            authentication: self.option(Self::auth)?,
        })
    }

    fn auth(&mut self) -> Option<AuthOffer> {
        Some(AuthOffer {
            random: self.list(AuthOffer::RANDOM, Self::u8)?,
            chunks: self.option(|input| {
                input.list(AuthOffer::MOST_CHUNKS, |input| input.u8().map(ChunkType))
            })?,
            algorithms: self.list(AuthOffer::MOST_ALGORITHMS, |input| input.u16().map(HmacId))?,
        })
    }
}
