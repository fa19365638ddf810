//! Sends, and the calls that the first of them to a peer begins.

use super::link::{KernelAssociation, KernelCall, KernelRole};
use super::method::{KernelSctp, VERSION};
use super::socket::KernelPayloadKind;
use crate::session::{OfKernel, PeerState, Peers, lost, unreachable};
use ferry_method::{Header, MethodError, Now, PeerId};
use ferry_method_tcp::door::{Acceptance, HandshakeStep as Greeting, HandshakeTalk};
use ferry_session::{SessionMethod, check_len};
use ferry_sys::SctpAssociation;
use std::time::Duration;

/// Before a peer that gave no answer is called again.
const AGAIN: Duration = Duration::from_secs(1);
/// An attempt that fails sooner than any INIT is repeated was refused, not unheard.
const AT_ONCE: Duration = Duration::from_millis(100);
/// So many times in a row a peer may turn a call away, as it does when the greeting comes too late.
const MOST_TURNED_AWAY: u32 = 3;

impl SessionMethod<OfKernel> for KernelSctp {
    fn peers(&mut self) -> &mut Peers<OfKernel> {
        &mut self.peers
    }

    fn is_closing(&self) -> bool {
        self.closing_since.is_some()
    }

    fn begin_call(&mut self, peer: PeerId) -> Result<(), MethodError> {
        let contact = self.peers.entry(peer).contact.clone();
        let candidates = contact.map(|contact| self.candidates(&contact)).unwrap_or(Ok(Vec::new()));
        let call = KernelCall {
            candidates: candidates.unwrap_or_default(),
            tried: 0,
            attempt: None,
            is_silent: false,
            turned_away: 0,
            error: None,
            begun: self.now,
            again: None,
        };
        self.peers.set(peer, PeerState::Calling(Box::new(call)));
        self.attempt(peer);
        Ok(())
    }

    /// What it sent before it left is still read, and its parting is no loss.
    fn sent_to_departed(&mut self, _: PeerId, why: MethodError) -> MethodError {
        why
    }
}

impl KernelSctp {
    pub(super) fn send_frame(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        check_len("sctp.fragment", payload.len(), self.attributes.max_frame)?;
        let Some(association) = self.peers.link(peer).copied() else {
            return self.send_later(peer);
        };
        let Some(link) = self.links.get_mut(&association) else { return self.send_later(peer) };
        if link.said_goodbye || link.heard_goodbye {
            return self.send_later(peer);
        }
        match link.outgoing.send(&self.wire, association, (header, payload), done) {
            Ok(true) => {
                self.counters.frames_sent += 1;
                self.counters.bytes_sent += payload.len() as u64;
                Ok(true)
            }
            Ok(false) => {
                self.is_full = true;
                Ok(false)
            }
            // That it is over can be known to the kernel before what came last is read, and why.
            Err(_) if *link.refused_after.get_or_insert(self.looks) == self.looks => Ok(false),
            Err(error) => {
                self.give_up(association, "broken");
                Err(self.gone(peer, lost(peer, format!("it takes nothing any more ({error})"))))
            }
        }
    }

    /// Tries the next address of a peer, or gives it up.
    pub(super) fn attempt(&mut self, peer: PeerId) {
        let (now, timeout) = (self.now, self.options.connect_timeout);
        loop {
            let Some(call) = self.peers.call_mut(peer) else { return };
            call.again = None;
            if call.tried >= call.candidates.len() {
                if !call.is_silent || now >= call.begun + timeout {
                    return self.hang_up(peer);
                }
                (call.tried, call.is_silent) = (0, false);
                call.again = Some(now + AGAIN);
                return;
            }
            let address = call.candidates[call.tried];
            call.tried += 1;
            match self.wire.connect(address) {
                Ok(association) => {
                    call.attempt = Some((association, now));
                    let talk = HandshakeTalk::new(&self.identity, VERSION, Some(peer));
                    let role = KernelRole::Attempt { peer, talk, is_proven: false };
                    let link = KernelAssociation::new(role, self.pool());
                    self.links.insert(association, link);
                    // The kernel sends it as soon as the association stands, whatever this process does.
                    return self.greet(association, Greeting::Hello, Acceptance::None);
                }
                Err(error) if is_there_already(&error) => {
                    // The peer has called meanwhile: its greeting will come, or it goes away again.
                    call.tried -= 1;
                    call.again = Some(now + AGAIN);
                    return;
                }
                Err(error) => call.error = Some(error),
            }
        }
    }

    /// No address is left to try.
    fn hang_up(&mut self, peer: PeerId) {
        let Some(call) = self.peers.call_mut(peer) else { return };
        let each: Vec<String> = call.candidates.iter().map(ToString::to_string).collect();
        let answer = match **call {
            KernelCall { turned_away: 1.., .. } => {
                "whoever listens there ends every association".into()
            }
            KernelCall { is_silent: true, .. } => "no answer".into(),
            KernelCall { error: Some(ref error), .. } => error.to_string(),
            _ => "nobody listens there".to_owned(),
        };
        let why = unreachable(peer, format!("{}: {answer}", each.join(", ")));
        self.gone(peer, why);
    }

    /// An association that was to be the link to a peer came to nothing; `stood`: somebody listened.
    pub(super) fn attempt_failed(
        &mut self,
        peer: PeerId,
        association: SctpAssociation,
        stood: bool,
    ) {
        let now = self.now;
        let Some(call) = self.peers.call_mut(peer) else { return };
        match call.attempt {
            Some((attempt, _)) if attempt != association => return,
            Some(_) if stood => {
                call.turned_away += 1;
                call.is_silent |= call.turned_away < MOST_TURNED_AWAY;
            }
            Some((_, since)) => call.is_silent |= now >= since + AT_ONCE,
            None => {}
        }
        call.attempt = None;
        self.attempt(peer);
    }

    /// Nobody looked for so long: whoever is called, or has called, is given that time.
    #[cold]
    pub(super) fn forgive(&mut self, missed: Duration) {
        let now = self.now;
        for entry in self.peers.iter_mut() {
            if let PeerState::Calling(call) = entry.state_mut() {
                call.begun = (call.begun + missed).min(now);
            }
        }
        for link in self.links.values_mut() {
            if let KernelRole::Caller { deadline: Some(deadline), .. } = &mut link.role {
                *deadline += missed;
            }
        }
    }

    /// Calls those again whose time has come.
    pub(super) fn call_again(&mut self) {
        let is_due = |call: &KernelCall| call.again.is_some_and(|again| again <= self.now);
        let due = self.peers.calls().filter(|(_, call)| is_due(call));
        let due: Vec<PeerId> = due.map(|(peer, _)| peer).collect();
        due.into_iter().for_each(|peer| self.attempt(peer));
    }

    /// When something is to be done that no event tells of.
    pub(super) fn next_due(&self) -> Option<Now> {
        let caller = |link: &KernelAssociation| match link.role {
            KernelRole::Caller { deadline, .. } => deadline,
            _ => None,
        };
        let calls = self.peers.calls().filter_map(|(_, call)| call.again).min();
        let callers = match self.callers {
            0 => None,
            _ => self.links.values().filter_map(caller).min(),
        };
        [calls, callers].into_iter().flatten().min()
    }

    /// Says something small, now or when there is room.
    pub(super) fn say(
        &mut self,
        association: SctpAssociation,
        kind: KernelPayloadKind,
        bytes: &[u8],
    ) {
        let is_next = self.unsaid.is_empty();
        // Of an association that is over events tell.
        if !is_next || matches!(self.wire.send((association, 0), kind, [bytes, &[]]), Ok(false)) {
            self.unsaid.push((association, kind, bytes.to_vec()));
        }
    }

    /// Says what found no room before.
    pub(super) fn say_the_rest(&mut self) {
        let wire = &self.wire;
        let is_full = |(association, kind, bytes): &(_, _, Vec<u8>)| {
            matches!(wire.send((*association, 0), *kind, [bytes, &[]]), Ok(false))
        };
        let first_left = self.unsaid.iter().position(is_full).unwrap_or(self.unsaid.len());
        self.unsaid.drain(..first_left);
    }
}

/// Whether an association with the address exists: the other end has begun it.
fn is_there_already(error: &std::io::Error) -> bool {
    const ALREADY: i32 = 114;
    const CONNECTED: i32 = 106;
    matches!(error.raw_os_error(), Some(ALREADY | CONNECTED))
}
