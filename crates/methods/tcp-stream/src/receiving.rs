//! Streams that come in: accepted, proven, named and read.

use crate::dial::is_out_of_descriptors;
use crate::events::Token;
use crate::inbound::{Inbound, InboundEnd, Out};
use crate::method::TcpStreamMethod;
use crate::outbound::{describe_break, lost};
use crate::peer::ControlErrand;
use crate::{NAME, VERSION};
use ferry_method::{MethodError, PeerId, Sink};
use ferry_method_tcp::door::{Acceptance, Greeted, Greeter, settle, tune};
use socket2::Socket;
use std::time::Duration;

/// Connections that may wait to prove themselves at a time.
const MAX_GREETERS: usize = 512;
/// Connections taken in one poll.
const ACCEPTS: usize = 64;
/// Nothing is accepted for so long when there are no descriptors or no places.
const DEAF: Duration = Duration::from_millis(50);

impl TcpStreamMethod {
    pub(crate) fn accept(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        while handled < ACCEPTS {
            if self.greeters.len() >= MAX_GREETERS && !self.drop_stranger() {
                self.be_deaf();
                break;
            }
            let Some(listener) = &self.listener else { break };
            match ferry_sys::with_descriptors(|| listener.socket.accept()) {
                Ok((socket, _)) => {
                    handled += 1;
                    if socket.set_nonblocking(true).is_ok() && tune(&socket).is_ok() {
                        self.greet(socket, sink);
                    }
                }
                Err(e) if is_out_of_descriptors(&e) => {
                    self.shortage.trouble = Some(format!(
                        "streams that want to come in wait, as no descriptor is left ({e}); raise \
                         `ulimit -n`"
                    ));
                    self.be_deaf();
                    self.ask_for_descriptors();
                    break;
                }
                // Nothing there, or one that has left again.
                Err(_) => break,
            }
        }
        handled
    }

    /// Turns away the stranger who has waited longest; false if there is none.
    fn drop_stranger(&mut self) -> bool {
        let strangers = self.greeters.iter().filter(|(_, greeter)| greeter.is_stranger());
        let oldest = strangers.min_by_key(|(_, greeter)| greeter.deadline());
        let Some((slot, _)) = oldest else { return false };
        self.greeters.remove(slot);
        self.tally.counters.refused += 1;
        true
    }

    /// Leaves those who come in waiting for a while.
    fn be_deaf(&mut self) {
        if let Some(listener) = &self.listener {
            self.events.forget(&listener.socket);
        }
        let until = self.now + DEAF;
        self.shortage.deaf_until = Some(until);
        self.note_deadline(until);
    }

    /// Asks the senders of streams to end those that are idle.
    fn ask_for_descriptors(&mut self) {
        for peer in self.peers.ids() {
            let entry = self.peers.get(peer);
            if entry.is_some_and(|entry| !entry.incoming.is_empty() && !entry.is_over()) {
                self.tell(peer, ControlErrand::Spare);
            }
        }
    }

    /// Hears those who come in again.
    pub(crate) fn hear_again(&mut self, sink: &mut dyn Sink) -> usize {
        self.shortage.deaf_until = None;
        let Some(listener) = &self.listener else { return 0 };
        if self.events.watch(&listener.socket, Token::Listener, false).is_err() {
            self.be_deaf();
            return 0;
        }
        self.accept(sink)
    }

    fn greet(&mut self, socket: Socket, sink: &mut dyn Sink) {
        let slot = self.greeters.next();
        if self.events.watch(&socket, Token::Greeter(slot), false).is_err() {
            return;
        }
        let greeter = Greeter::new(socket, &self.identity, VERSION, self.now);
        self.note_deadline(greeter.deadline());
        self.greeters.insert(greeter);
        self.step_greeter(slot, sink);
    }

    pub(crate) fn step_greeter(&mut self, slot: u32, sink: &mut dyn Sink) -> usize {
        let now = self.now;
        let Some(greeter) = self.greeters.get_mut(slot) else { return 0 };
        let outcome = greeter.step(now);
        if let Greeted::Going = outcome {
            return 0;
        }
        let Some(greeter) = self.greeters.remove(slot) else { return 0 };
        match outcome {
            Greeted::Going | Greeted::Left => {}
            Greeted::Stranger => self.tally.counters.refused += 1,
            Greeted::OtherVersion(..) => {
                self.tally.counters.refused += 1;
                // The control connections tell both ends.
                drop(greeter.conclude(Acceptance::Version));
            }
            Greeted::Proven(peer) => self.admit(peer, greeter, sink),
        }
        1
    }

    fn admit(&mut self, peer: PeerId, greeter: Greeter, sink: &mut dyn Sink) {
        let closes =
            self.closing.is_some() || self.peers.get(peer).is_some_and(|entry| entry.is_over());
        let verdict = if closes { Acceptance::Refuse } else { Acceptance::Accept };
        let theirs = greeter.terms();
        let Ok(socket) = greeter.conclude(verdict) else { return };
        settle(&socket, theirs);
        if !closes
            && self.events.change(&socket, Token::Inbound(self.inbound.next()), false).is_ok()
        {
            self.take_in(peer, socket, false, sink);
        }
    }

    /// Takes in a connection that is watched under the next number.
    pub(crate) fn take_in(
        &mut self,
        peer: PeerId,
        socket: Socket,
        is_tunnel: bool,
        sink: &mut dyn Sink,
    ) {
        if self.peers.entry(peer).is_over() {
            return;
        }
        let slot = self.inbound.insert(Inbound::new(peer, socket, is_tunnel));
        self.inbound_event(slot, sink);
    }

    /// Turns away whoever has been silent for too long.
    pub(crate) fn expire_greeters(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        for slot in self.greeters.numbers() {
            // It may have spoken while nobody listened.
            handled += self.step_greeter(slot, sink);
            if self.greeters.get(slot).is_some_and(|greeter| greeter.deadline() <= self.now) {
                self.greeters.remove(slot);
                self.tally.counters.refused += 1;
                handled += 1;
            }
        }
        handled
    }

    /// Whether it is the connection that its stream is read from.
    pub(crate) fn is_front(&self, inbound: &Inbound, slot: u32) -> bool {
        let entry = self.peers.get(inbound.peer);
        let queue = entry.zip(inbound.key()).and_then(|(entry, key)| entry.incoming.get(&key));
        queue.is_some_and(|queue| queue.front() == Some(&slot))
    }

    pub(crate) fn inbound_event(&mut self, slot: u32, sink: &mut dyn Sink) -> usize {
        let Some(inbound) = self.inbound.get_mut(slot) else { return 0 };
        if inbound.name.is_none() {
            return match inbound.read_name() {
                Ok(true) => self.place(slot, sink),
                Ok(false) => 0,
                Err(nonsense @ InboundEnd::Nonsense(_)) => self.inbound_broke(slot, nonsense, sink),
                // Its sender has given it up before it said anything.
                Err(_) => {
                    self.retire(slot);
                    1
                }
            };
        }
        let Some(inbound) = self.inbound.get(slot) else { return 0 };
        if !inbound.is_held() && self.is_front(inbound, slot) {
            return self.receive_from(slot, sink);
        }
        if !inbound.is_aside {
            // More comes on a stream that is held: only then is it worth a word to the system.
            self.set_aside(slot);
            return 0;
        }
        self.keep_rest(slot, sink)
    }

    /// A connection has said what it is.
    fn place(&mut self, slot: u32, sink: &mut dyn Sink) -> usize {
        let Some(inbound) = self.inbound.get(slot) else { return 0 };
        if inbound.is_tunnel {
            return self.join(slot, sink);
        }
        let number = inbound.name.map(|name| name.number).unwrap_or_default();
        if self.peers.entry(inbound.peer).seen.insert(number) {
            return self.enqueue(slot, sink);
        }
        // It was late: a tunnel has taken its place.
        self.retire(slot);
        1
    }

    /// Puts a connection behind those of its stream.
    pub(crate) fn enqueue(&mut self, slot: u32, sink: &mut dyn Sink) -> usize {
        let Some(inbound) = self.inbound.get(slot) else { return 0 };
        let (peer, key) = (inbound.peer, inbound.key().unwrap_or_default());
        let queue = self.peers.entry(peer).incoming.entry(key).or_default();
        queue.push_back(slot);
        if queue.len() > 1 {
            self.set_aside(slot);
            return 1;
        }
        1 + self.receive_from(slot, sink)
    }

    /// Whether what comes on it is to be delivered.
    pub(crate) fn is_to_be_read(&self, slot: u32) -> bool {
        let is_next = |inbound: &Inbound| !inbound.is_held() && self.is_front(inbound, slot);
        self.inbound.get(slot).is_some_and(is_next)
    }

    /// Reads a stream and delivers what comes; nothing of one that is held or follows another.
    pub(crate) fn receive_from(&mut self, slot: u32, sink: &mut dyn Sink) -> usize {
        if !self.is_to_be_read(slot) {
            return 0;
        }
        let Some(inbound) = self.inbound.get_mut(slot) else { return 0 };
        match inbound.receive(&mut Out { counters: &mut self.tally.counters, sink }) {
            Ok(n) => {
                if inbound.has_ended() {
                    self.retire(slot);
                    return n + 1;
                }
                n
            }
            Err(broken) => self.inbound_broke(slot, broken, sink),
        }
    }

    /// A connection has ended; the next one of its stream, if there is one, takes its place.
    pub(crate) fn retire(&mut self, slot: u32) {
        let Some(inbound) = self.inbound.remove(slot) else { return };
        self.tally.kept -= inbound.kept;
        if let Some(socket) = &inbound.socket {
            self.events.forget(socket);
        }
        let (Some(key), Some(entry)) = (inbound.key(), self.peers.get_mut(inbound.peer)) else {
            return;
        };
        let Some(queue) = entry.incoming.get_mut(&key) else { return };
        let was_front = queue.front() == Some(&slot);
        queue.retain(|s| *s != slot);
        match queue.front().copied() {
            Some(next) if was_front => self.take_up(next),
            Some(_) => {}
            None => drop(entry.incoming.remove(&key)),
        }
    }

    /// Keeps a connection that broke, if another method may bring the rest; whatever has come is taken.
    fn cut_inbound(&mut self, slot: u32) -> bool {
        let Some(inbound) = self.inbound.get(slot) else { return false };
        if inbound.is_tunnel || !self.may_be_helped(inbound.peer) {
            return false;
        }
        let socket = self.inbound.get_mut(slot).and_then(Inbound::cut);
        socket.iter().for_each(|socket| self.events.forget(socket));
        true
    }

    pub(crate) fn inbound_broke(
        &mut self,
        slot: u32,
        broken: InboundEnd,
        sink: &mut dyn Sink,
    ) -> usize {
        let Some(inbound) = self.inbound.get(slot) else { return 0 };
        let peer = inbound.peer;
        let may_go_on = !matches!(broken, InboundEnd::Nonsense(_)) && self.cut_inbound(slot);
        if !may_go_on {
            self.retire(slot);
        }
        let (why, mid_frame) = match broken {
            InboundEnd::Nonsense(why) => {
                self.tally.counters.refused += 1;
                self.lose(peer, MethodError::Nonsense { peer, method: NAME, why }, sink);
                return 1;
            }
            InboundEnd::Closed(mid_frame) => {
                ("its process ended without a goodbye".to_owned(), mid_frame)
            }
            InboundEnd::System(e) => (describe_break(&e.into()), false),
        };
        if may_go_on && self.is_detoured(peer) {
            return 1;
        }
        match self.peers.get(peer).is_some_and(|entry| entry.departed) {
            true if mid_frame => self.lose(peer, lost(peer, why), sink),
            true => {}
            false => self.suspect(peer, why, mid_frame),
        }
        1
    }
}
