//! Stream 0 and what the two ends tell each other beside the streams: both go over the connection of
//! the method `tcp`, which also finds out when a peer dies.

use crate::NAME;
use crate::detour::CONTROL;
use crate::method::TcpStreamMethod;
use crate::outbound::lost;
use crate::peer::{ControlErrand, StreamPeer};
use ferry_method::{Header, Landing, Method, MethodError, Now, PeerId, Sink, StreamId, StreamKey};
use ferry_session::PeerTable;

/// A frame between the two methods. Frames of users on the control connection are on stream 0.
fn private(errand: ControlErrand) -> Header {
    Header { stream: StreamId(1), bits: errand as u64, ..Header::default() }
}

/// The same error as one of this method.
pub(crate) fn renamed(e: MethodError) -> MethodError {
    let method = NAME;
    match e {
        MethodError::UnknownPeer(peer, _) => MethodError::UnknownPeer(peer, method),
        MethodError::Unreachable { peer, why, .. } => {
            MethodError::Unreachable { peer, method, why }
        }
        MethodError::Lost { peer, why, .. } => MethodError::Lost { peer, method, why },
        MethodError::Nonsense { peer, why, .. } => MethodError::Nonsense { peer, method, why },
        MethodError::BadDescriptor { why, .. } => MethodError::BadDescriptor { method, why },
        MethodError::Unsupported { what, .. } => MethodError::Unsupported { method, what },
        other => other,
    }
}

/// Between the control connections and the user's sink.
struct Through<'a> {
    peers: &'a mut PeerTable<StreamPeer>,
    sink: &'a mut dyn Sink,
    /// Losses to be told when the streams were read to their ends.
    losses: Vec<(PeerId, MethodError)>,
    /// Private frames that came.
    private: u64,
    /// Peers that ask for idle streams to end.
    spare: Vec<PeerId>,
}

impl Through<'_> {
    fn hear(&mut self, peer: PeerId, header: &Header, len: usize) {
        self.private += 1;
        let entry = self.peers.entry(peer);
        entry.met = true;
        let all = [ControlErrand::Greeting, ControlErrand::Farewell, ControlErrand::Spare];
        let plausible = header.stream_key() == StreamKey(1) && len == 0;
        match all.into_iter().find(|e| plausible && *e as u64 == header.bits) {
            Some(ControlErrand::Greeting) => {}
            Some(ControlErrand::Farewell) => self.departed(peer),
            Some(ControlErrand::Spare) => self.spare.push(peer),
            None => {
                let why = "a frame of a stream on the connection of stream 0".to_owned();
                self.losses.push((peer, MethodError::Nonsense { peer, method: NAME, why }));
            }
        }
    }
}

impl Sink for Through<'_> {
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        if header.stream_key() != StreamKey(0) {
            return self.hear(peer, header, payload.len());
        }
        let entry = self.peers.entry(peer);
        entry.met = true;
        if !entry.is_over() {
            self.sink.frame(peer, header, payload);
        }
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        let entry = self.peers.entry(peer);
        if header.stream_key() != StreamKey(0) || entry.is_over() {
            return Landing::Discard;
        }
        entry.control_begun = true;
        self.sink.begin(peer, header, len)
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        if header.stream_key() != StreamKey(0) {
            return self.hear(peer, header, usize::MAX);
        }
        let entry = self.peers.entry(peer);
        entry.met = true;
        if !std::mem::take(&mut entry.control_begun) {
            return;
        }
        if let Some(why) = entry.doomed.clone() {
            self.losses.push((peer, why));
        }
        self.sink.finish(peer, header, landing);
    }

    fn parcel(&mut self, peer: PeerId, parcel: &[u8]) -> bool {
        self.sink.parcel(peer, &[&[CONTROL], parcel].concat())
    }

    fn doubt(&mut self, peer: PeerId, why: &MethodError) -> bool {
        self.sink.doubt(peer, &renamed(why.clone()))
    }

    fn departed(&mut self, peer: PeerId) {
        let entry = self.peers.entry(peer);
        if !std::mem::replace(&mut entry.departed, true) && !entry.is_over() {
            self.sink.departed(peer);
        }
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.peers.entry(peer).control_begun = false;
        self.losses.push((peer, renamed(why)));
    }
}

impl TcpStreamMethod {
    /// A frame of stream 0.
    pub(crate) fn send_control(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        if !self.run_errands(peer)? {
            return Ok(false);
        }
        let taken = self.control.send(peer, header, payload, done).map_err(renamed)?;
        let entry = self.peers.entry(peer);
        // What is not begun may never be offered again.
        entry.control_is_busy = !taken && *done != 0;
        entry.met |= taken;
        Ok(taken)
    }

    /// Tells a peer what is to be told; true when all of it is out.
    fn run_errands(&mut self, peer: PeerId) -> Result<bool, MethodError> {
        loop {
            let Some(entry) = self.peers.get_mut(peer) else { return Ok(true) };
            let Some(&errand) = entry.errands.front() else { return Ok(true) };
            let done = &mut entry.errand_done;
            let sent = self.control.send(peer, &private(errand), &[], done).map_err(renamed);
            if let Ok(false) = sent {
                return Ok(false);
            }
            entry.errands.pop_front();
            entry.errand_done = 0;
            sent?;
            entry.met = true;
            self.tally.private_sent += 1;
        }
    }

    /// Has a peer be told something, unless it is about to be anyway.
    pub(crate) fn tell(&mut self, peer: PeerId, errand: ControlErrand) {
        let entry = self.peers.entry(peer);
        if !entry.errands.contains(&errand) {
            entry.errands.push_back(errand);
            self.rounds.messengers.push(peer);
        }
    }

    /// Goes on telling what is to be told; true when all of it is out.
    pub(crate) fn poll_errands(&mut self) -> bool {
        if self.rounds.messengers.is_empty() {
            return true;
        }
        let mut peers = std::mem::take(&mut self.rounds.messengers);
        peers.retain(|&peer| {
            let busy = self.peers.get(peer).is_some_and(|entry| entry.control_is_busy);
            // Of errors the control connection tells by itself.
            busy || matches!(self.run_errands(peer), Ok(false))
        });
        self.rounds.messengers.append(&mut peers);
        self.rounds.messengers.is_empty()
    }

    /// Sees to it that there is a control connection to a peer; true if there is.
    pub(crate) fn meet(&mut self, peer: PeerId) -> Result<bool, MethodError> {
        let entry = self.peers.entry(peer);
        if entry.met {
            return Ok(true);
        }
        if entry.control_is_busy {
            // The frame that is under way opens the connection.
            return Ok(false);
        }
        self.tell(peer, ControlErrand::Greeting);
        self.run_errands(peer)
    }

    /// Tells all who have heard of this process that it closes; true when that is out. Whoever waits
    /// for the rest of a frame sees a broken connection, as it should.
    pub(crate) fn say_farewell(&mut self) -> bool {
        for peer in self.peers.ids() {
            let Some(entry) = self.peers.get_mut(peer) else { continue };
            let is_told = entry.farewell || entry.is_detoured;
            if !entry.met || entry.control_is_busy || entry.gone.is_some() || is_told {
                continue;
            }
            entry.farewell = true;
            self.tell(peer, ControlErrand::Farewell);
        }
        self.poll_errands()
    }

    /// Polls the control connections.
    pub(crate) fn poll_control(&mut self, now: Now, sink: &mut dyn Sink) -> usize {
        self.through(sink, |control, through| control.poll(now, through))
    }

    /// Closes them; true when nothing remains to be drained.
    pub(crate) fn close_control(&mut self, now: Now, sink: &mut dyn Sink) -> bool {
        self.through(sink, |control, through| control.close(now, through))
    }

    fn through<R>(
        &mut self,
        sink: &mut dyn Sink,
        act: impl FnOnce(&mut ferry_method_tcp::TcpMethod, &mut dyn Sink) -> R,
    ) -> R {
        let (losses, spare) = (Vec::new(), Vec::new());
        let mut through = Through { peers: &mut self.peers, sink, losses, private: 0, spare };
        let result = act(&mut self.control, &mut through);
        let Through { losses, private, spare, .. } = through;
        self.tally.private_received += private;
        for peer in spare {
            self.spare(peer);
        }
        for (peer, why) in losses {
            self.lose(peer, why, sink);
        }
        result
    }

    /// The error of sending to one who has said farewell; the first is a loss.
    pub(crate) fn too_late(&mut self, peer: PeerId) -> MethodError {
        let why = lost(peer, "it has said goodbye and takes nothing any more");
        self.rounds.reports.push((peer, why.clone()));
        why
    }
}
