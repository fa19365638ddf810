//! Startpoints that are bound to several processes and reach them by one datagram.

use crate::cast::{CastReply, CastSender, KeptCast};
use crate::group::number_of;
use crate::inbox::{JOIN, JOINED, PARTED, ROUND, ROUND_ASKED, ROUND_HAD};
use crate::state::NexusState;
use crate::{Buffer, Nexus, NexusError, Startpoint};
use ferry_method::{Header, PeerId};
use ferry_runtime::TICK;
use std::net::SocketAddr;
use std::sync::Arc;

/// The stream of a startpoint, until no copy of it is left.
pub(crate) struct OwnCast {
    nexus: Nexus,
    stream: u32,
    /// Of the startpoint's links it carries the first so many, but for those to this process.
    pub(crate) links: usize,
}

impl Drop for OwnCast {
    fn drop(&mut self) {
        if let Ok(mut state) = self.nexus.enter() {
            state.end_cast(self.stream);
        }
    }
}

impl Startpoint {
    /// From now on its requests go to the processes of its endpoints by IP multicast, one datagram for all,
    /// where all of them can: each has `udp` open and joins the group of this address and port. What is lost
    /// comes again, and requests arrive in order and once, as they do otherwise. Each is one datagram then,
    /// without lent slices. Waits for the processes' answers; whether they can.
    ///
    /// Endpoints that it is bound to afterwards get requests of their own, and so do those of this process.
    ///
    /// # Errors
    /// If it is unbound, the address is none of a group, this process has no method that sends to groups, an
    /// endpoint's process is of another job; or in a non-threaded handler.
    pub fn use_multicast(&mut self, address: SocketAddr) -> Result<bool, NexusError> {
        if self.links.is_empty() {
            return Err(NexusError::Unbound);
        }
        if self.nexus.must_not_wait() {
            return Err(NexusError::WouldWait { what: "agreeing on multicast" });
        }
        drop(self.nexus.group(address)?);
        let me = self.nexus.home();
        let mut targets: Vec<(PeerId, u32, u64)> = Vec::new();
        for link in self.links.iter().filter(|link| link.home != me) {
            let target = link.target(&self.nexus)?;
            targets.push((target.peer, target.channel, target.endpoint));
        }
        let agreed = self.nexus.begin_cast(address, &targets)?;
        self.cast = agreed.map(|stream| {
            let (nexus, links) = (self.nexus.clone(), self.links.len());
            Arc::new(OwnCast { nexus, stream, links })
        });
        Ok(self.cast.is_some())
    }

    /// Sends a request by multicast, and to the others by themselves.
    #[cold]
    pub(crate) fn send_cast(
        &self,
        cast: &OwnCast,
        handler: u32,
        buffer: &Buffer<'_>,
    ) -> Result<(), NexusError> {
        let me = self.nexus.home();
        let mut result = self.nexus.cast(cast.stream, handler, buffer);
        let others = self.links.iter().enumerate();
        for (_, link) in others.filter(|(at, link)| *at >= cast.links || link.home == me) {
            let target = link.target(&self.nexus);
            let sent = target.and_then(|to| self.nexus.send(&to, handler, buffer));
            result = result.and(sent);
        }
        result
    }
}

impl Nexus {
    /// Asks processes to take part in a stream; `None`: not all can.
    fn begin_cast(
        &self,
        address: SocketAddr,
        targets: &[(PeerId, u32, u64)],
    ) -> Result<Option<u32>, NexusError> {
        let mut state = self.enter()?;
        let elsewhere = |peer: PeerId| !state.runtime.face.worlds.is_of_job(peer);
        if targets.iter().any(|(peer, ..)| elsewhere(*peer)) {
            let why = "multicast is within a job; an endpoint's process is of another one";
            return Err(NexusError::Usage(why.into()));
        }
        let mut peers: Vec<PeerId> = targets.iter().map(|(peer, ..)| *peer).collect();
        peers.sort_unstable();
        peers.dedup();
        let face = &mut state.runtime.face;
        face.casts.last = face.casts.last.wrapping_add(1);
        let stream = face.casts.last;
        face.casts.sending.insert(stream, CastSender::new(address, &peers));
        for (peer, channel, endpoint) in targets {
            let bits = u64::from(*channel) << 32;
            let header = Header { bits, words: [*endpoint, stream.into()], ..Header::new(JOIN) };
            face.worlds.post(*peer, header, address.to_string().into_bytes(), 0);
        }
        state.call_sleepers();
        drop(state);
        let answered = |state: &NexusState| -> Option<bool> {
            let targets = &state.runtime.face.casts.sending.get(&stream)?.targets;
            let all = targets.iter().map(|target| target.joined).collect::<Option<Vec<bool>>>()?;
            Some(all.into_iter().all(|joined| joined))
        };
        self.wait_until(None, || answered(&self.lock()).is_some())?;
        let mut state = self.enter()?;
        if answered(&state) == Some(true) {
            return Ok(Some(stream));
        }
        state.end_cast(stream);
        Ok(None)
    }

    /// Sends a request of a stream.
    fn cast(&self, stream: u32, handler: u32, buffer: &Buffer<'_>) -> Result<(), NexusError> {
        let mut patience = self.begin_waiting();
        loop {
            let mut state = self.enter()?;
            let may_wait = !self.must_not_wait();
            let sending = state.runtime.face.casts.sending.get(&stream);
            if !may_wait || !sending.is_some_and(CastSender::is_full) {
                return state.cast_now(stream, handler, buffer);
            }
            drop(state);
            if self.progress()?.0 != 0 {
                patience.renew();
            } else {
                self.rest(&mut patience, TICK, true, &mut || false);
            }
        }
    }
}

impl NexusState {
    fn cast_now(
        &mut self,
        stream: u32,
        handler: u32,
        buffer: &Buffer<'_>,
    ) -> Result<(), NexusError> {
        let now = self.runtime.pace.now();
        let runtime = &mut self.runtime;
        let Some((most, method)) = runtime.links.home_mut().multicast() else {
            return Err(NexusError::Usage("the method that sends to groups is gone".into()));
        };
        if buffer.len() > most || !buffer.parts.is_empty() {
            let hint = "a request by multicast is one datagram, without lent slices";
            return Err(NexusError::TooLong { len: buffer.len(), most, hint });
        }
        let Some(sender) = runtime.face.casts.sending.get_mut(&stream) else { return Ok(()) };
        if sender.targets.is_empty() {
            return Ok(());
        }
        let address = sender.address;
        let number = sender.push(KeptCast { handler, bytes: buffer.bytes.clone() }, now);
        // Without room it is lost here, and comes again.
        let _ = method.send_to_group(address, &round(stream, number, handler), &buffer.bytes);
        self.call_sleepers();
        Ok(())
    }

    /// Ends a stream of this process's: what is kept comes over the links, before the end does.
    pub(crate) fn end_cast(&mut self, stream: u32) {
        let Some(sender) = self.runtime.face.casts.sending.remove(&stream) else { return };
        for target in &sender.targets {
            self.cast_again(stream, &sender, target.peer, sender.lacked_by(target));
            self.say_of_cast(target.peer, PARTED, stream, [0, 0]);
        }
        self.call_sleepers();
    }

    /// Sends what a target lacks over its link.
    fn cast_again(&mut self, stream: u32, sender: &CastSender, to: PeerId, from: u64) {
        for number in from..sender.next() {
            let Some(kept) = sender.request(number) else { continue };
            let header = round(stream, number, kept.handler);
            self.runtime.face.worlds.post(to, header, kept.bytes.clone(), 0);
        }
    }

    fn say_of_cast(
        &mut self,
        to: PeerId,
        what: ferry_method::HandlerId,
        stream: u32,
        say: [u64; 2],
    ) {
        let header = Header { bits: say[1], words: [say[0], stream.into()], ..Header::new(what) };
        self.runtime.face.worlds.post(to, header, Vec::new(), 0);
    }

    /// What a process says about a stream.
    pub(crate) fn take_cast(&mut self, from: PeerId, header: &Header, bytes: Vec<u8>) {
        let stream = header.words[1] as u32;
        let is_sound = self.runtime.face.worlds.is_of_job(from)
            && match header.handler {
                JOIN => self.join_cast(from, stream, header.words[0], &bytes),
                JOINED => self.cast_joined(from, stream, header.words[0] != 0),
                ROUND => self.take_round(from, stream, header, bytes),
                ROUND_ASKED => self.reply_cast(from, stream, header.words[0]),
                ROUND_HAD => self.cast_had(from, stream, header.words[0], header.bits as u32 != 0),
                _ => self.leave_cast(from, stream),
            };
        if !is_sound {
            self.runtime.face.inbox.refused += 1;
        }
        self.call_sleepers();
    }

    fn join_cast(&mut self, from: PeerId, stream: u32, endpoint: u64, address: &[u8]) -> bool {
        let address = std::str::from_utf8(address).ok().and_then(|text| text.parse().ok());
        let Some(address) = address else { return false };
        let joined = match self.runtime.links.home_mut().multicast() {
            Some((_, method)) => method.join(address).is_ok(),
            None => false,
        };
        let casts = &mut self.runtime.face.casts;
        let joined = joined && casts.join((from, stream), address, endpoint).is_some();
        self.say_of_cast(from, JOINED, stream, [joined.into(), 0]);
        true
    }

    fn cast_joined(&mut self, from: PeerId, stream: u32, joined: bool) -> bool {
        let sender = self.runtime.face.casts.sending.get_mut(&stream);
        let target = sender.and_then(|s| s.targets.iter_mut().find(|target| target.peer == from));
        let Some(target) = target else { return false };
        // Of several endpoints of a process each is answered for.
        target.joined = Some(target.joined.unwrap_or(true) && joined);
        true
    }

    fn take_round(&mut self, from: PeerId, stream: u32, header: &Header, bytes: Vec<u8>) -> bool {
        let face = &mut *self.runtime.face;
        let request = KeptCast { handler: header.bits as u32, bytes };
        // Datagrams of a stream that has ended may still come.
        let taken = face.casts.take((from, stream), header.words[0], request, &mut face.inbox);
        if let Some(reply) = taken {
            self.say_reply(from, stream, reply);
        }
        true
    }

    fn reply_cast(&mut self, from: PeerId, stream: u32, sent: u64) -> bool {
        let receiver = self.runtime.face.casts.receiving.get_mut(&(from, stream));
        let Some(reply) = receiver.map(|receiver| receiver.answer(sent)) else { return false };
        self.say_reply(from, stream, reply);
        true
    }

    fn say_reply(&mut self, to: PeerId, stream: u32, reply: CastReply) {
        let (has, lacks) = match reply {
            CastReply::Nothing => return,
            CastReply::Has(has) => (has, 0),
            CastReply::Lacks(has) => (has, 1),
        };
        self.say_of_cast(to, ROUND_HAD, stream, [has, lacks]);
    }

    fn cast_had(&mut self, from: PeerId, stream: u32, has: u64, lacks: bool) -> bool {
        let now = self.runtime.pace.now();
        let casts = &mut self.runtime.face.casts;
        let Some(mut sender) = casts.sending.remove(&stream) else { return true };
        let is_sound = sender.has(from, has, now);
        if is_sound && lacks {
            self.cast_again(stream, &sender, from, has);
        }
        self.runtime.face.casts.sending.insert(stream, sender);
        is_sound
    }

    fn leave_cast(&mut self, from: PeerId, stream: u32) -> bool {
        let casts = &mut self.runtime.face.casts;
        let Some(receiver) = casts.receiving.remove(&(from, stream)) else { return false };
        self.leave_group(receiver.address);
        true
    }

    /// Leaves a group that nothing here needs any more.
    fn leave_group(&mut self, address: SocketAddr) {
        let mut streams = self.runtime.face.casts.receiving.values();
        if streams.any(|stream| stream.address == address) {
            return;
        }
        if !self.groups.contains_key(&number_of(address))
            && let Some((_, method)) = self.runtime.links.home_mut().multicast()
        {
            // One that was left already needs no leaving.
            let _ = method.leave(address);
        }
    }

    /// Asks those that have said nothing for long.
    #[cold]
    pub(crate) fn tend_casts(&mut self) {
        let now = self.runtime.pace.now();
        let sending = &mut self.runtime.face.casts.sending;
        let asking: Vec<(u32, u64, Vec<PeerId>)> = sending
            .iter_mut()
            .map(|(n, sender)| (*n, sender.next(), sender.unheard(now)))
            .collect();
        for (stream, sent, peers) in asking {
            peers
                .into_iter()
                .for_each(|peer| self.say_of_cast(peer, ROUND_ASKED, stream, [sent, 0]));
        }
    }

    /// A process is gone: its streams are over, and nobody waits for it.
    pub(crate) fn forget_casts(&mut self, peer: PeerId) {
        let of_peer = self.runtime.face.casts.receiving.iter().filter(|((of, _), _)| *of == peer);
        let addresses: Vec<SocketAddr> = of_peer.map(|(_, receiver)| receiver.address).collect();
        self.runtime.face.casts.forget(peer);
        addresses.into_iter().for_each(|address| self.leave_group(address));
    }
}

/// The head of a request of a stream.
fn round(stream: u32, number: u64, handler: u32) -> Header {
    Header { bits: handler.into(), words: [number, stream.into()], ..Header::new(ROUND) }
}
