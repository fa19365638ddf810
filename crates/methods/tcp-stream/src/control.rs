//! Stream 0 and what the two ends tell each other beside the streams: both go over the connection of
//! the method `tcp`, which also finds out when a peer dies.

use crate::NAME;
use crate::method::TcpStreamMethod;
use crate::outbound::lost;
use crate::peer::{Farewell, Peers};
use ferry_method::{Header, Landing, Method, MethodError, Now, PeerId, Sink, StreamId, StreamKey};

/// Says nothing but that the link is up.
const GREETING: u64 = 1;
/// The sender closes in good order; streams that end now are no loss.
const FAREWELL: u64 = 2;

/// A frame between the two methods. Frames of users on the control connection are on stream 0.
fn private(word: u64) -> Header {
    Header { stream: StreamId(1), bits: word, ..Header::default() }
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
    peers: &'a mut Peers,
    sink: &'a mut dyn Sink,
    /// Losses to be told when the streams were read to their ends.
    losses: Vec<(PeerId, MethodError)>,
    /// Private frames that came.
    private: u64,
}

impl Through<'_> {
    fn hear(&mut self, peer: PeerId, header: &Header, len: usize) {
        self.private += 1;
        let entry = self.peers.entry(peer);
        entry.met = true;
        match (header.stream_key(), header.bits, len) {
            (StreamKey(1), GREETING, 0) => {}
            (StreamKey(1), FAREWELL, 0) => entry.departed = true,
            _ => {
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
        if entry.gone.is_none() {
            self.sink.frame(peer, header, payload);
        }
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        if header.stream_key() != StreamKey(0) || self.peers.is_gone(peer) {
            return Landing::Discard;
        }
        self.sink.begin(peer, header, len)
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        if header.stream_key() != StreamKey(0) {
            return self.hear(peer, header, usize::MAX);
        }
        let entry = self.peers.entry(peer);
        entry.met = true;
        if entry.gone.is_none() {
            self.sink.finish(peer, header, landing);
        }
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
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
        if !self.send_greeting(peer)? {
            return Ok(false);
        }
        let taken = self.control.send(peer, header, payload, done).map_err(renamed)?;
        let entry = self.peers.entry(peer);
        entry.control_is_busy = !taken;
        entry.met |= taken;
        Ok(taken)
    }

    /// Finishes a greeting that was begun; true if none is under way.
    fn send_greeting(&mut self, peer: PeerId) -> Result<bool, MethodError> {
        let Some(mut done) = self.peers.get(peer).and_then(|entry| entry.greeting) else {
            return Ok(true);
        };
        let sent = self.control.send(peer, &private(GREETING), &[], &mut done);
        let taken = sent.map_err(renamed)?;
        self.private.0 += u64::from(taken);
        let entry = self.peers.entry(peer);
        entry.greeting = (!taken).then_some(done);
        entry.met |= taken;
        Ok(taken)
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
        entry.greeting.get_or_insert(0);
        self.send_greeting(peer)
    }

    /// Tells all who have heard of this process that it closes; true when that is out.
    pub(crate) fn say_farewell(&mut self) -> bool {
        let mut all = true;
        for peer in self.peers.ids() {
            let Some(entry) = self.peers.get_mut(peer) else { continue };
            let goes = entry.met && !entry.control_is_busy && entry.gone.is_none();
            if !goes || entry.greeting.is_some() || entry.farewell == Farewell::Said {
                continue;
            }
            let mut done = if let Farewell::Saying(done) = entry.farewell { done } else { 0 };
            let sent = self.control.send(peer, &private(FAREWELL), &[], &mut done);
            let Some(entry) = self.peers.get_mut(peer) else { continue };
            entry.farewell = match sent {
                Ok(false) => {
                    all = false;
                    Farewell::Saying(done)
                }
                // Whoever has gone before needs no farewell.
                Ok(true) | Err(_) => Farewell::Said,
            };
            self.private.0 += u64::from(matches!(sent, Ok(true)));
        }
        all
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
        let mut through = Through { peers: &mut self.peers, sink, losses: Vec::new(), private: 0 };
        let result = act(&mut self.control, &mut through);
        let Through { losses, private, .. } = through;
        self.private.1 += private;
        for (peer, why) in losses {
            self.lose(peer, why, sink);
        }
        result
    }

    /// The error of sending to one who has said farewell; the first is a loss.
    pub(crate) fn too_late(&mut self, peer: PeerId) -> MethodError {
        let why = lost(peer, "it has said goodbye and takes nothing any more");
        self.reports.push((peer, why.clone()));
        why
    }
}
