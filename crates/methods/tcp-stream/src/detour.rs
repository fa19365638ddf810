//! Peers to whom nothing gets through: their streams go on through another method.
//!
//! What the peer's kernel has acknowledged its process can read, cut or not. So each connection keeps a copy of
//! the rest alone. On a detour it goes on in a tunnel, which says whose bytes follow and from where on; the
//! receiver takes what its system holds, passes over what it has, and goes on. Since it looks for that only when
//! the tunnel is there, nothing can have been acknowledged that it does not find.

use crate::NAME;
use crate::events::Token;
use crate::inbound::Inbound;
use crate::method::TcpStreamMethod;
use crate::outbound::Outbound;
use crate::peer::StreamPeer;
use ferry_method::{Method, MethodError, PeerId, Pulse, Sink};
use ferry_method_tcp::door::Tunnels;
use socket2::Socket;
use std::io;

/// The first byte of a parcel: it belongs to the connection of stream 0, or to another stream.
pub(crate) const CONTROL: u8 = 0;
const STREAMS: u8 = 1;

/// What goes through another method.
#[derive(Default)]
pub(crate) struct StreamDetours {
    /// Connections through it.
    pub(crate) tunnels: Tunnels,
    /// Peers whose streams are to go there.
    pub(crate) fresh: Vec<PeerId>,
    /// There are such peers.
    pub(crate) has_any: bool,
}

impl TcpStreamMethod {
    /// Whether another method may carry on what is under way with a peer, should the network fail.
    pub(crate) fn may_be_helped(&self, peer: PeerId) -> bool {
        let is_there = |entry: &StreamPeer| !entry.is_over() && !entry.departed;
        self.options.tcp.replay
            && self.closing.is_none()
            && self.peers.get(peer).is_some_and(is_there)
    }

    pub(crate) fn is_detoured(&self, peer: PeerId) -> bool {
        self.peers.get(peer).is_some_and(|entry| entry.is_detoured)
    }

    /// Whether the loss of a peer has to wait, as another method may get through to it.
    pub(crate) fn doubts(&self, peer: PeerId, why: &MethodError, sink: &mut dyn Sink) -> bool {
        self.may_be_helped(peer) && !self.is_detoured(peer) && sink.doubt(peer, why)
    }

    /// Of the control connection and of all streams that go out, together.
    pub(crate) fn pulse_of(&self, peer: PeerId) -> Option<Pulse> {
        let control = self.control.pulse(peer);
        let slots = &self.peers.get(peer)?.outgoing;
        if slots.is_empty() {
            return control;
        }
        let pulses =
            slots.values().filter_map(|slot| self.outbound.get(*slot)).map(Outbound::pulse);
        Some(pulses.fold(control.unwrap_or_default(), |all, one| Pulse {
            waits: all.waits || one.waits,
            heard: all.heard.wrapping_add(one.heard),
        }))
    }

    pub(crate) fn begin_detour(&mut self, peer: PeerId) -> bool {
        if !self.may_be_helped(peer) || !self.control.take_detour(peer) {
            return false;
        }
        let entry = self.peers.entry(peer);
        (entry.is_detoured, entry.suspicion) = (true, None);
        self.rounds.suspects.retain(|of| *of != peer);
        self.detours.fresh.push(peer);
        self.detours.has_any = true;
        true
    }

    pub(crate) fn take_parcel(&mut self, peer: PeerId, parcel: &[u8]) {
        match parcel.split_first() {
            Some((&CONTROL, parcel)) => self.control.parcel(peer, parcel),
            Some((&STREAMS, parcel)) => {
                self.detours.tunnels.take(peer, parcel, self.listener.is_some())
            }
            _ => {}
        }
    }

    /// Takes in what came by other means, and hands over what is to go there.
    #[cold]
    pub(crate) fn tend_detours(&mut self, sink: &mut dyn Sink) -> usize {
        let mut fresh = std::mem::take(&mut self.detours.fresh);
        fresh.retain(|peer| !self.move_streams(*peer));
        self.detours.fresh = fresh;
        let mut handled = self.detours.tunnels.pass(&mut |peer, parcel| {
            let parcel = [&[STREAMS], parcel].concat();
            sink.parcel(peer, &parcel)
        });
        // By now they hold their introductions, so that they are taken up in order.
        for (peer, socket) in self.detours.tunnels.callers() {
            if self.events.watch(&socket, Token::Inbound(self.inbound.next()), false).is_ok() {
                self.take_in(peer, socket, true, sink);
                handled += 1;
            }
        }
        handled
    }

    /// All streams to a peer go on in tunnels; false if there are no descriptors for that now.
    fn move_streams(&mut self, peer: PeerId) -> bool {
        let network = |out: &Outbound| out.peer == peer && !out.is_tunnel;
        let slots = self.outbound.iter().filter(|(_, out)| network(out)).map(|(slot, _)| slot);
        let slots: Vec<u32> = slots.collect();
        slots.into_iter().all(|slot| self.move_stream(slot).is_ok())
    }

    pub(crate) fn move_stream(&mut self, slot: u32) -> io::Result<()> {
        let Some(out) = self.outbound.get_mut(slot) else { return Ok(()) };
        let tunnel = self.detours.tunnels.open(out.peer)?;
        // With the first room goes what may not have arrived.
        self.events.watch(&tunnel, Token::Outbound(slot), true)?;
        if let Some(socket) = &out.socket {
            self.events.forget(socket);
        }
        let entry = self.peers.entry(out.peer);
        let result = out.move_to(tunnel, || entry.next_number(), self.now);
        self.demand.dialing.retain(|other| *other != slot);
        result
    }

    /// A tunnel has said whose bytes follow: those of a connection that has come in, or of a new one.
    pub(crate) fn join(&mut self, slot: u32, sink: &mut dyn Sink) -> usize {
        let Some((peer, name)) = self.inbound.get(slot).and_then(|i| Some((i.peer, i.name?)))
        else {
            return 0;
        };
        match self.find_inbound(peer, name.number, sink) {
            Some(old) => {
                let tunnel = self.inbound.remove(slot).and_then(|tunnel| tunnel.socket);
                tunnel.map_or(1, |tunnel| self.carry_on(old, tunnel, name.from, sink))
            }
            None if self.peers.entry(peer).seen.insert(name.number) => match name.from {
                0 => self.enqueue(slot, sink),
                _ => self.begin_amid(peer, sink),
            },
            // All of it was taken in; that it is closed says so.
            None => {
                self.retire(slot);
                1
            }
        }
    }

    /// The connection over the network that a peer has given a number.
    fn find_inbound(&mut self, peer: PeerId, number: u64, sink: &mut dyn Sink) -> Option<u32> {
        // It may have said so without having been heard yet.
        let nameless = self.inbound.iter().filter(|(_, i)| i.peer == peer && i.name.is_none());
        for slot in nameless.map(|(slot, _)| slot).collect::<Vec<u32>>() {
            self.inbound_event(slot, sink);
        }
        let has_number = |i: &Inbound| i.name.is_some_and(|name| name.number == number);
        let is_it = |i: &Inbound| i.peer == peer && !i.is_tunnel && has_number(i);
        self.inbound.iter().find(|(_, i)| is_it(i)).map(|(slot, _)| slot)
    }

    /// A connection that has come in goes on in a tunnel.
    fn carry_on(&mut self, slot: u32, tunnel: Socket, from: u64, sink: &mut dyn Sink) -> usize {
        self.events.forget(&tunnel);
        while self.receive_from(slot, sink) > 0 {}
        let Some(inbound) = self.inbound.get_mut(slot) else { return 1 };
        if let Some(socket) = &inbound.socket {
            self.events.forget(socket);
        }
        let (peer, before) = (inbound.peer, inbound.kept);
        let is_sound = inbound.move_to(tunnel, from);
        self.tally.kept = self.tally.kept - before + inbound.kept;
        if !is_sound {
            return self.begin_amid(peer, sink);
        }
        match self.is_to_be_read(slot) {
            true => self.take_up(slot),
            false => self.set_aside(slot),
        }
        1
    }

    fn begin_amid(&mut self, peer: PeerId, sink: &mut dyn Sink) -> usize {
        self.tally.counters.refused += 1;
        let why = "a stream goes on behind what has come of it".to_owned();
        self.lose(peer, MethodError::Nonsense { peer, method: NAME, why }, sink);
        1
    }

    /// Forgets connections to a peer that broke and that nobody will carry on.
    pub(crate) fn drop_broken(&mut self, peer: PeerId) {
        let inbound = self.inbound.iter().filter(|(_, i)| i.peer == peer && i.is_cut);
        for slot in inbound.map(|(slot, _)| slot).collect::<Vec<u32>>() {
            self.retire(slot);
        }
        let outbound = self.outbound.iter().filter(|(_, out)| out.peer == peer && out.is_cut());
        for slot in outbound.map(|(slot, _)| slot).collect::<Vec<u32>>() {
            self.remove_outbound(slot);
        }
    }
}
