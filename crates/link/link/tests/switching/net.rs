//! Methods in memory, in virtual time: every stream has delays of its own, frames are taken and
//! delivered in pieces, room is bounded. They check that the link layer keeps to their contract.

use fastrand::Rng;
use ferry_method::{
    Attributes, Header, Landing, Method, MethodError, Now, PeerId, Pulse, Quality, Sink, StreamKey,
};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A frame on its way.
struct Parcel {
    header: Header,
    payload: Vec<u8>,
    due: u64,
}

/// From, to, method, stream (0 where a method has one only).
type Lane = (u32, u32, usize, StreamKey);

/// All that is on its way between all processes.
#[derive(Default)]
pub(crate) struct Net {
    lanes: HashMap<Lane, VecDeque<Parcel>>,
    /// Microseconds in which delays are measured; 0: one.
    unit: u64,
    /// Of a hundred packets one is lost, by whatever method.
    pub(crate) is_lossy: bool,
    /// How long methods say that a round trip takes.
    pub(crate) round_trip: Duration,
    /// Methods that seldom take anything.
    pub(crate) narrow: Vec<&'static str>,
    /// Methods that get nothing through.
    pub(crate) blocked: Vec<&'static str>,
    /// Methods whose packets are lost, from now on; nobody is told.
    pub(crate) cut: Vec<&'static str>,
    /// Round trips until the connections of a method are open, of those that open any.
    pub(crate) opening: Vec<(&'static str, u64)>,
    /// Methods whose hosts answer after a round trip, where not all do.
    pub(crate) answers: Vec<&'static str>,
    /// When a method was first used between two.
    called: HashMap<(u32, u32, usize), u64>,
    /// Methods of processes that would declare a peer lost.
    pub(crate) doubted: Vec<(&'static str, u32, PeerId)>,
    /// Frames that were acknowledged: from, to, method.
    acknowledged: HashMap<(u32, u32, usize), u64>,
}

impl Net {
    /// One that loses packets, which the first method bears badly, and whose delays are so many times longer.
    pub(crate) fn lossy(unit: u64) -> Net {
        Net { unit, is_lossy: true, narrow: vec!["one"], ..Net::default() }
    }

    /// Whether a method was used at all.
    pub(crate) fn was_called(&self, name: &str) -> bool {
        self.called.keys().any(|(_, _, number)| NAMES[*number] == name)
    }

    pub(crate) fn is_empty(&self) -> bool {
        // What was asked by a method that is cut stays there.
        let counts = |lane: &Lane| !self.cut.contains(&NAMES[lane.2]);
        self.lanes.iter().all(|(lane, frames)| frames.is_empty() || !counts(lane))
    }
}

pub(crate) type Shared = Arc<Mutex<Net>>;

/// A payload that arrives in pieces.
struct Arriving {
    parcel: Parcel,
    landing: Option<Landing>,
    copied: usize,
}

pub(crate) struct Wire {
    name: &'static str,
    number: usize,
    attributes: Attributes,
    me: u32,
    size: u32,
    net: Shared,
    rng: Rng,
    /// Long delays are many.
    is_rough: bool,
    now: u64,
    /// Frames taken in part: by peer and stream.
    begun: HashMap<(u32, StreamKey), (Header, usize)>,
    arriving: HashMap<(u32, StreamKey), Arriving>,
    /// By peer.
    quality: HashMap<u32, Quality>,
    /// Peers to whom the packets go by another method.
    detours: HashSet<u32>,
    /// What came by another method: from, stream.
    detoured: HashMap<(u32, StreamKey), VecDeque<Parcel>>,
    /// Peers that cannot be reached, of which nobody has heard yet.
    unreachable: Vec<PeerId>,
}

pub(crate) const NAMES: [&str; 4] = ["one", "many", "held", "slow"];

/// Room of a stream in frames; where all share one, it is this for each of a dozen.
const ROOM: usize = 3;

impl Wire {
    pub(crate) fn new(number: usize, me: u32, size: u32, net: &Shared, seed: u64) -> Self {
        let streams = if matches!(NAMES[number], "one" | "slow") { 1 } else { 100 };
        let attributes = Attributes {
            latency: Duration::from_nanos(1 + number as u64),
            streams,
            stream_flow_control: NAMES[number] == "held",
            ..ferry_conformance::plain_attributes()
        };
        let mut rng = Rng::with_seed(seed);
        let is_rough = rng.bool();
        let (begun, arriving) = (HashMap::new(), HashMap::new());
        let net = net.clone();
        let name = NAMES[number];
        let (quality, unreachable) = (HashMap::new(), Vec::new());
        Wire {
            name,
            number,
            attributes,
            me,
            size,
            net,
            rng,
            is_rough,
            now: 0,
            begun,
            arriving,
            quality,
            detours: HashSet::new(),
            detoured: HashMap::new(),
            unreachable,
        }
    }

    /// Round trips since the connection to a peer was begun; `None`: the method opens none.
    fn trips(&self, net: &mut Net, peer: PeerId, calls: bool) -> Option<(u64, u64)> {
        let (_, needed) = *net.opening.iter().find(|(name, _)| *name == self.name)?;
        let pair = (self.me.min(peer.0), self.me.max(peer.0), self.number);
        if calls {
            net.called.entry(pair).or_insert(self.now);
        }
        let since = net.called.get(&pair)?;
        let trip = net.round_trip.as_micros() as u64 / net.unit.max(1);
        Some(((self.now - since) / trip.max(1), needed))
    }

    fn stream(&self, header: &Header) -> StreamKey {
        if self.attributes.streams == 1 { StreamKey(0) } else { header.stream_key() }
    }

    /// The next delay of a stream.
    fn delay(&mut self) -> u64 {
        let longest = if self.name == "slow" { 30 } else { 4 };
        let (odds, most) = if self.is_rough { (8, 400) } else { (32, longest * 40) };
        if self.rng.u64(..odds) == 0 { self.rng.u64(..most) } else { self.rng.u64(1..longest) }
    }

    /// The next frame of a stream that has come.
    fn next_parcel(&mut self, from: u32, stream: StreamKey) -> Option<Parcel> {
        let mut guard = self.net.lock().expect("one thread");
        let net = &mut *guard;
        let is_late = net.cut.contains(&self.name) && !self.detours.contains(&from);
        if is_late {
            return None;
        }
        let lane = match self.detours.contains(&from) {
            true => self.detoured.get_mut(&(from, stream))?,
            false => net.lanes.get_mut(&(from, self.me, self.number, stream))?,
        };
        if lane.front().is_none_or(|parcel| parcel.due > self.now) {
            return None;
        }
        *net.acknowledged.entry((from, self.me, self.number)).or_default() += 1;
        lane.pop_front()
    }

    /// Gives what is on its way to peers on a detour to whoever carries it.
    fn send_detoured(&mut self, sink: &mut dyn Sink) -> usize {
        let own = |lane: &&Lane| lane.0 == self.me && lane.2 == self.number;
        let net = self.net.lock().expect("one thread");
        let mut lanes: Vec<Lane> = net.lanes.keys().filter(own).copied().collect();
        drop(net);
        lanes.sort();
        let mut moved = 0;
        for lane in lanes.into_iter().filter(|lane| self.detours.contains(&lane.1)) {
            loop {
                let mut net = self.net.lock().expect("one thread");
                let first = net.lanes.get_mut(&lane).and_then(VecDeque::pop_front);
                drop(net);
                let Some(parcel) = first else { break };
                let mut bytes = lane.3.0.to_le_bytes().to_vec();
                bytes.extend(parcel.header.encode(parcel.payload.len() as u32));
                bytes.extend(&parcel.payload);
                assert!(sink.parcel(PeerId(lane.1), &bytes), "there is room");
                moved += 1;
            }
        }
        moved
    }

    fn deliver(&mut self, from: u32, stream: StreamKey, sink: &mut dyn Sink) -> usize {
        let mut moved = 0;
        loop {
            if let Some(arriving) = self.arriving.get_mut(&(from, stream)) {
                let Some(landing) = &mut arriving.landing else { return moved };
                let len = arriving.parcel.payload.len();
                let piece = if self.rng.u8(..3) == 0 { self.rng.usize(1..40) } else { 0 };
                let end = (arriving.copied + piece).min(len);
                if let Some(into) = landing.slice_from(arriving.copied) {
                    let piece = &arriving.parcel.payload[arriving.copied..end];
                    into[..piece.len()].copy_from_slice(piece);
                }
                arriving.copied = end;
                moved += 1;
                if end < len {
                    return moved;
                }
                let Some(whole) = self.arriving.remove(&(from, stream)) else { return moved };
                let landing = whole.landing.expect("it was there");
                sink.finish(PeerId(from), &whole.parcel.header, landing);
                continue;
            }
            let Some(parcel) = self.next_parcel(from, stream) else { return moved };
            moved += 1;
            let must_ask = self.attributes.stream_flow_control && stream != StreamKey(0);
            if !must_ask && self.rng.bool() {
                sink.frame(PeerId(from), &parcel.header, &parcel.payload);
                continue;
            }
            let landing = sink.begin(PeerId(from), &parcel.header, parcel.payload.len());
            let landing = (!matches!(landing, Landing::Hold)).then_some(landing);
            self.arriving.insert((from, stream), Arriving { parcel, landing, copied: 0 });
        }
    }
}

impl Method for Wire {
    ferry_conformance::plain!(name attributes descriptor applicable attach sleep counters close);

    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        let stream = self.stream(header);
        match self.begun.get(&(peer.0, stream)) {
            Some(begun) => {
                assert_eq!(*begun, (*header, *done), "{}: another frame is begun", self.name);
            }
            None => assert_eq!(*done, 0, "{}: this frame was begun elsewhere", self.name),
        }
        let mut net = self.net.lock().expect("one thread");
        if net.blocked.contains(&self.name) {
            self.unreachable.push(peer);
            return Ok(false);
        }
        if self.trips(&mut net, peer, true).is_some_and(|(gone, needed)| gone < needed) {
            return Ok(false);
        }
        if *done == 0 && net.narrow.contains(&self.name) && self.rng.u8(..100) != 0 {
            return Ok(false);
        }
        let lane = net.lanes.entry((self.me, peer.0, self.number, stream)).or_default();
        let room = if self.attributes.streams == 1 { 12 * ROOM } else { ROOM };
        if lane.len() >= room && *done == 0 {
            return Ok(false);
        }
        let last = lane.back().map_or(0, |parcel| parcel.due);
        drop(net);
        if !payload.is_empty() && self.rng.u8(..4) != 0 {
            let more = self.rng.usize(..payload.len() / 2 + 1);
            if *done + more < payload.len() {
                *done += more;
                if *done != 0 {
                    self.begun.insert((peer.0, stream), (*header, *done));
                }
                return Ok(false);
            }
        }
        self.begun.remove(&(peer.0, stream));
        let due = last.max(self.now + self.delay());
        let parcel = Parcel { header: *header, payload: payload.to_vec(), due };
        let mut net = self.net.lock().expect("one thread");
        net.lanes.entry((self.me, peer.0, self.number, stream)).or_default().push_back(parcel);
        let quality = self.quality.entry(peer.0).or_default();
        quality.sent += 100;
        quality.lost += u64::from(net.is_lossy);
        quality.round_trip = net.round_trip;
        Ok(true)
    }

    fn poll(&mut self, now: Now, sink: &mut dyn Sink) -> usize {
        let unit = self.net.lock().expect("one thread").unit.max(1);
        self.now = now.as_micros() as u64 / unit;
        for peer in self.unreachable.drain(..) {
            let why = "a firewall".into();
            sink.lost(peer, MethodError::Unreachable { peer, method: self.name, why });
        }
        let mut moved = self.send_detoured(sink);
        let doubted = self.net.lock().expect("one thread").doubted.clone();
        let own = |doubted: &&(&str, u32, PeerId)| (doubted.0, doubted.1) == (self.name, self.me);
        for (_, _, peer) in doubted.iter().filter(own) {
            let why = "nobody answers".into();
            let why = MethodError::Lost { peer: *peer, method: self.name, why };
            if !self.detours.contains(&peer.0) && !sink.doubt(*peer, &why) {
                sink.lost(*peer, why);
            }
        }
        let mut lanes: Vec<(u32, StreamKey)> = {
            let net = self.net.lock().expect("one thread");
            let own =
                |lane: &&Lane| lane.1 == self.me && lane.2 == self.number && lane.0 < self.size;
            let known = net.lanes.keys().filter(own).map(|lane| (lane.0, lane.3));
            known.chain(self.detoured.keys().copied()).collect()
        };
        lanes.sort();
        lanes.dedup();
        self.rng.shuffle(&mut lanes);
        for (from, stream) in lanes {
            moved += self.deliver(from, stream, sink);
        }
        moved
    }

    fn resume(
        &mut self,
        peer: PeerId,
        stream: StreamKey,
        landing: Landing,
    ) -> Result<(), MethodError> {
        let arriving = self.arriving.get_mut(&(peer.0, stream)).expect("something is held");
        assert!(arriving.landing.is_none(), "it is held");
        arriving.landing = Some(landing);
        Ok(())
    }

    fn quality(&self, peer: PeerId) -> Option<Quality> {
        let mut net = self.net.lock().expect("one thread");
        let is_answered = self.trips(&mut net, peer, false).is_some_and(|(gone, _)| gone > 0)
            && (net.answers.is_empty() || net.answers.contains(&self.name));
        let round_trip = net.round_trip;
        let answered = is_answered.then_some(Quality { round_trip, ..Quality::default() });
        self.quality.get(&peer.0).copied().or(answered)
    }

    fn pulse(&self, peer: PeerId) -> Option<Pulse> {
        let net = self.net.lock().expect("one thread");
        let own = |lane: &Lane| (lane.0, lane.1, lane.2) == (self.me, peer.0, self.number);
        let waits = net.lanes.iter().any(|(lane, frames)| own(lane) && !frames.is_empty());
        let heard = net.acknowledged.get(&(self.me, peer.0, self.number));
        Some(Pulse { waits, heard: heard.copied().unwrap_or_default() })
    }

    fn take_detour(&mut self, peer: PeerId) -> bool {
        self.detours.insert(peer.0);
        true
    }

    fn parcel(&mut self, peer: PeerId, parcel: &[u8]) {
        let (stream, rest) = parcel.split_at(8);
        let stream = StreamKey(u64::from_le_bytes(stream.try_into().expect("eight bytes")));
        let (header, len) = Header::decode(rest).expect("a header");
        let payload = rest[rest.len() - len as usize..].to_vec();
        let due = self.now;
        let lane = self.detoured.entry((peer.0, stream)).or_default();
        lane.push_back(Parcel { header, payload, due });
    }
}
