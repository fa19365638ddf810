//! Two users, their endpoints and the network, and the promises that are held against them.

use std::time::Duration;

use ferry_netem::LinkSettings;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent, Loss, UserError};
use ferry_sctp_core::endpoint::{AssociationId, EndpointError};
use ferry_sctp_core::streams::{MessageOptions, Reliability, SendError};
use ferry_sctp_core::wire::StreamId;

use super::ledger::{Ledger, Message};
use super::operation::{Kept, Operation, network};
use crate::common::s;
use crate::common::script::endpoint;
use crate::common::sim::{Change, Sim};

/// Where a run begins.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) configs: [AssociationConfig; 2],
    pub(crate) networks: Vec<LinkSettings>,
}

/// How an association ended at one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Closed,
    Lost(Loss),
}

#[derive(Debug)]
struct Side {
    id: AssociationId,
    ledger: Ledger,
    greedy: bool,
    ending: Option<Ending>,
    shutting: bool,
}

/// Two ends with an association between them, which is begun anew when it ended.
pub(crate) struct World {
    pub(crate) sim: Sim,
    setup: Setup,
    sides: [Side; 2],
    generation: u32,
    /// Ids that ended and were released.
    gone: [Vec<AssociationId>; 2],
}

/// Longest time that anything may take once the network is whole.
const PATIENCE: Duration = Duration::from_secs(180);

impl World {
    pub(crate) fn new(seed: u64, setup: &Setup) -> Self {
        let [a, b] = &setup.configs;
        let (a, b) = (endpoint(a.clone()), endpoint(b.clone()));
        let mut sim = Sim::pair(seed, &a, &b, &vec![LinkSettings::default(); setup.networks.len()]);
        let sides = Self::begin(&mut sim, 0, 0);
        let mut world =
            Self { sim, setup: setup.clone(), sides, generation: 0, gone: Default::default() };
        world.spoil();
        world
    }

    /// Side `first` opens.
    fn begin(sim: &mut Sim, generation: u32, first: usize) -> [Side; 2] {
        let (here, there) = sim.open(first, 1 - first);
        let side = |host: usize| Side {
            id: if host == first { here } else { there },
            ledger: Ledger::new((generation << 1 | host as u32) & 0xFF),
            greedy: true,
            ending: None,
            shutting: false,
        };
        [side(0), side(1)]
    }

    /// The network becomes what the setup says.
    fn spoil(&mut self) {
        for (path, settings) in self.setup.networks.clone().into_iter().enumerate() {
            self.sim.change(Change::Set(path, settings));
        }
    }

    /// The network becomes perfect.
    fn heal(&mut self) {
        for path in 0..self.sim.paths {
            self.sim.change(Change::Heal(path));
            let delay = "2ms".parse().expect("a time");
            self.sim.change(Change::Set(path, LinkSettings::default().delay(delay)));
        }
    }

    pub(crate) fn perform(&mut self, operation: &Operation) {
        match operation.clone() {
            Operation::Send { side, stream, size, unordered, kept } => {
                self.send(side, stream, size, unordered, kept);
            }
            Operation::Read { side, pieces, most } => {
                for _ in 0..pieces {
                    if !self.read_any(side, most) {
                        break;
                    }
                }
            }
            Operation::ReadStream { side, stream } => while self.read_one(side, stream) {},
            Operation::Greedy { side, greedy } => self.sides[side].greedy = greedy,
            Operation::Hold { side, stream, apart } => {
                let id = self.sides[side].id;
                let windows = self.sim.end(side).has_stream_windows(id);
                let held = self.sim.end(side).hold(id, StreamId(stream), apart);
                assert!(!held || windows, "only with flow control by stream");
            }
            Operation::Reset { side, streams } => self.reset(side, &streams, false),
            Operation::ResetPeer { side, streams } => self.reset(side, &streams, true),
            Operation::AddStreams { side, outbound, inbound } => {
                let (now, id) = (self.sim.now, self.sides[side].id);
                let _ = self.sim.end(side).add_streams(now, id, outbound, inbound);
            }
            Operation::Wait(time) => {
                let until = self.sim.now + time;
                self.run_until(until);
            }
            Operation::Spoil { path, how } if path < self.sim.paths => {
                self.sim.change(Change::Set(path, network(how)));
            }
            Operation::Cut { path, time } if path < self.sim.paths => {
                self.sim.change(Change::Cut(path));
                let at = self.sim.now + time;
                self.sim.plan(at, Change::Heal(path));
            }
            Operation::Port { path, port } if path < self.sim.paths => {
                self.sim.change(Change::Port { host: 0, path, port });
            }
            Operation::Spoil { .. } | Operation::Cut { .. } | Operation::Port { .. } => {}
            Operation::Shutdown { side, both } => self.shutdown(side, both),
            Operation::Abort { side } => self.abort(side),
        }
        self.settle();
        for side in &self.sides {
            assert_eq!(side.ending, None, "nobody wanted an end: {:#?}", self.sim.now);
        }
    }

    fn send(&mut self, side: usize, stream: u16, size: usize, unordered: bool, kept: Kept) {
        let now = self.sim.now;
        let here = &mut self.sides[side];
        let number = here.ledger.next();
        let (reliability, reliable) = match kept {
            Kept::Always => (Reliability::Full, true),
            Kept::For(time) => (Reliability::Until(now + Duration::from_millis(time)), false),
            Kept::Retransmissions(most) => (Reliability::Retransmissions(most), false),
            Kept::Priority(priority) => (Reliability::Priority(priority), false),
        };
        let options = MessageOptions {
            protocol: here.ledger.protocol(number),
            unordered,
            immediate: number.is_multiple_of(5),
            ends_with_bytes: number.is_multiple_of(2),
            reliability,
            context: number as u64 + 1,
        };
        let message = Message {
            stream,
            unordered,
            len: size,
            reliable,
            delivered: false,
            abandoned: false,
            untouched: false,
            received: false,
        };
        let bytes = here.ledger.bytes(number, 0, size);
        let id = here.id;
        let sent = self.sim.end(side).send(now, id, StreamId(stream), options, bytes.into(), true);
        match sent {
            Ok(accepted) => {
                assert!(accepted.bytes > 0 && accepted.bytes <= size);
                self.sides[side].ledger.accepted(message, accepted.bytes);
            }
            Err(EndpointError::Association(UserError::Send(
                SendError::Full { .. } | SendError::NoSuchStream { .. } | SendError::MessageOpen(_),
            ))) => {}
            Err(other) => panic!("a message was refused: {other}"),
        }
    }

    /// Hands over more of the messages that were taken in part.
    fn append(&mut self, side: usize) {
        let streams: Vec<u16> = self.sides[side].ledger.open.keys().copied().collect();
        for stream in streams {
            let (now, here) = (self.sim.now, &self.sides[side]);
            let open = here.ledger.open[&stream];
            let len = here.ledger.messages[open.number].len;
            let id = here.id;
            if self.sim.end(side).free(id, StreamId(stream)) == 0 {
                continue;
            }
            let bytes = self.sides[side].ledger.bytes(open.number, open.offset, len - open.offset);
            match self.sim.end(side).append(now, id, StreamId(stream), bytes.into(), true) {
                Ok(taken) => {
                    let ledger = &mut self.sides[side].ledger;
                    let offset = open.offset + taken;
                    ledger.open.get_mut(&stream).expect("it is open").offset = offset;
                    if offset == len {
                        ledger.open.remove(&stream);
                    }
                }
                Err(full) if full.is_full() => {}
                Err(EndpointError::Association(UserError::Send(SendError::Abandoned(_)))) => {
                    let ledger = &mut self.sides[side].ledger;
                    assert!(!ledger.messages[open.number].reliable, "given up, though to be kept");
                    ledger.open.remove(&stream);
                }
                Err(other) => panic!("the rest of a message was refused: {other}"),
            }
        }
    }

    fn read_any(&mut self, side: usize, most: usize) -> bool {
        let id = self.sides[side].id;
        let Some(read) = self.sim.end(side).receive_from(id, most) else { return false };
        self.sides[1 - side].ledger.read(&read);
        true
    }

    fn read_one(&mut self, side: usize, stream: u16) -> bool {
        let id = self.sides[side].id;
        let stream = StreamId(stream);
        let ready = self.sim.end(side).peek(id, stream);
        let listed = self.sim.end(side).readable_streams(id).any(|found| found == stream);
        let read = self.sim.end(side).read(id, stream, usize::MAX);
        assert_eq!(ready.is_some(), read.is_some(), "what can be seen can be read");
        assert_eq!(listed, read.is_some(), "what is listed can be read");
        let Some(read) = read else { return false };
        self.sides[1 - side].ledger.read(&read);
        true
    }

    fn reset(&mut self, side: usize, streams: &[u16], peer: bool) {
        let (now, id) = (self.sim.now, self.sides[side].id);
        let streams: Vec<StreamId> = streams.iter().map(|stream| StreamId(*stream)).collect();
        // Refused where a stream does not exist, is being reset, or the peer cannot.
        let end = self.sim.end(side);
        let _ = if peer {
            end.reset_peer_streams(now, id, &streams)
        } else {
            end.reset_streams(now, id, &streams)
        };
    }

    /// Lets time pass while the users do what they do.
    fn run_until(&mut self, until: Duration) {
        loop {
            self.settle();
            if !self.sim.step(until) {
                break;
            }
        }
        self.settle();
    }

    /// The users act, packets leave, promises are checked.
    fn settle(&mut self) {
        for side in 0..2 {
            self.append(side);
            if self.sides[side].greedy {
                while self.read_any(side, usize::MAX) {}
            }
            self.sim.flush(side);
            self.events(side);
            self.check_memory(side);
        }
    }

    fn events(&mut self, side: usize) {
        while let Some((id, event)) = self.sim.hosts[side].events.pop_front() {
            assert!(
                !self.gone[side].contains(&id),
                "{event:?} of an association that was released"
            );
            let here = &mut self.sides[side];
            assert_eq!(id, here.id, "{event:?} of an association that nobody knows");
            assert_eq!(here.ending, None, "{event:?} after the last event");
            match event {
                AssociationEvent::Closed => here.ending = Some(Ending::Closed),
                AssociationEvent::Lost(why) => here.ending = Some(Ending::Lost(why)),
                AssociationEvent::Delivered { context } => here.ledger.delivered(context),
                AssociationEvent::Abandoned { context, sent } => {
                    here.ledger.abandoned(context, sent)
                }
                AssociationEvent::Restarted { .. } => panic!("nobody began anew"),
                AssociationEvent::PeerError(cause) => panic!("the peer complains: {cause}"),
                AssociationEvent::Up { .. } => {}
                AssociationEvent::PeerShutsDown => {
                    assert!(self.sides[1 - side].shutting, "the peer did not begin the end");
                }
                _ => {}
            }
        }
    }

    /// What is held stays within what was set.
    fn check_memory(&mut self, side: usize) {
        let id = self.sides[side].id;
        let Some(report) = self.sim.end(side).report(id) else { return };
        let config = &self.setup.configs[side];
        let window = config.receive_window as usize;
        let apart = config.stream_window.map_or(0, |window| 2 * window as usize) * 16;
        let held = report.receive_held;
        assert!(held <= 2 * window + apart, "{held} bytes held unread, of {window}");
        let most = config.send_buffer + config.send_buffer / 4;
        assert!(report.send_held <= most, "{} bytes held to send", report.send_held);
        for path in &report.paths {
            assert!(path.cwnd > 0 && path.rto > Duration::ZERO && path.mtu >= 576, "{path:?}");
        }
    }

    /// Lets the users act until both ends say that it is over.
    fn until_over(&mut self, what: &str) {
        let until = self.sim.now + PATIENCE;
        for side in &mut self.sides {
            side.greedy = true;
        }
        self.settle();
        while self.sides.iter().any(|side| side.ending.is_none()) {
            let going_on = self.sim.step(until);
            self.settle();
            assert!(going_on, "{what} did not end: {:#?}", self.state());
        }
    }

    /// Until all that was to be kept has arrived.
    fn until_complete(&mut self) {
        let until = self.sim.now + PATIENCE;
        for side in 0..2 {
            self.sides[side].greedy = true;
        }
        self.settle();
        while !self.sides.iter().all(|side| side.ledger.is_complete()) {
            let going_on = self.sim.step(until);
            self.settle();
            for side in &self.sides {
                assert_eq!(side.ending, None, "lost on the way");
            }
            assert!(going_on, "no progress on a network that is whole: {:#?}", self.state());
        }
    }

    fn shutdown(&mut self, side: usize, both: bool) {
        self.heal();
        // An end in order needs messages to have an end.
        for side in &mut self.sides {
            side.greedy = true;
        }
        let until = self.sim.now + PATIENCE;
        self.settle();
        while self.sides.iter().any(|side| !side.ledger.open.is_empty()) {
            let going_on = self.sim.step(until);
            self.settle();
            assert!(going_on, "a message was never taken whole: {:#?}", self.state());
        }
        self.spoil();
        let ends = if both { vec![side, 1 - side] } else { vec![side] };
        for side in ends {
            let (now, id) = (self.sim.now, self.sides[side].id);
            self.sides[side].shutting = true;
            self.sim.end(side).shutdown(now, id).expect("the association stands");
        }
        let bad = self.sim.now + s(1);
        self.run_until(bad);
        self.heal();
        self.until_over("the orderly end");
        for side in &self.sides {
            assert_eq!(side.ending, Some(Ending::Closed));
            side.ledger.close();
        }
        self.again(side);
    }

    fn abort(&mut self, side: usize) {
        let (now, id) = (self.sim.now, self.sides[side].id);
        self.sim.end(side).abort(now, id, b"by the user");
        self.settle();
        assert_eq!(self.sides[side].ending, Some(Ending::Lost(Loss::Aborted)), "at once");
        // The ABORT may be lost; then the other end finds out by asking, if it still knows where to ask.
        self.heal();
        self.until_over("the end at once");
        let other = self.sides[1 - side].ending.clone();
        assert!(
            matches!(
                other,
                Some(Ending::Lost(Loss::AbortedByPeer { .. } | Loss::Unreachable { .. }))
            ),
            "{other:?}"
        );
        self.again(1 - side);
    }

    /// The ended association is released and another begun.
    fn again(&mut self, first: usize) {
        self.release();
        self.generation += 1;
        self.sides = Self::begin(&mut self.sim, self.generation, first);
        self.spoil();
    }

    fn release(&mut self) {
        for side in 0..2 {
            let id = self.sides[side].id;
            self.sim.end(side).release(id);
            self.gone[side].push(id);
            let end = self.sim.end(side);
            assert_eq!(end.associations().count(), 0, "what was released is forgotten");
            assert!(end.report(id).is_none());
            assert_eq!(end.receive(usize::MAX), None);
            self.sim.flush(side);
            self.events(side);
        }
    }

    /// The network is whole: everything arrives, the association ends, nothing is left.
    pub(crate) fn finish(mut self) {
        self.heal();
        self.until_complete();
        self.shutdown(0, false);
        // Two ends that have nothing to say and are done with it.
        self.heal();
        let until = self.sim.now + s(60);
        self.run_until(until);
        for side in 0..2 {
            let (now, id) = (self.sim.now, self.sides[side].id);
            self.sim.end(side).abort(now, id, b"");
            self.settle();
        }
        self.until_over("the last association");
        self.release();
        let until = self.sim.now + s(60);
        self.run_until_quiet(until);
    }

    fn run_until_quiet(&mut self, until: Duration) {
        while self.sim.step(until) {}
        assert_eq!(self.sim.in_transit(), 0, "endpoints without associations talk");
        for host in &mut self.sim.hosts {
            assert_eq!(
                host.endpoint.next_due(),
                None,
                "an endpoint without associations has timers"
            );
            assert!(host.events.is_empty());
        }
    }

    fn state(&mut self) -> Vec<String> {
        (0..2)
            .map(|side| {
                let report = self.sim.end(side).report(self.sides[side].id);
                let due = self.sim.end(side).next_due();
                let here = &self.sides[side];
                let (missing, open) = (here.ledger.missing(), &here.ledger.open);
                format!("side {side}: due {due:?}, missing {missing:?}, open {open:?}, {report:#?}")
            })
            .collect()
    }
}
