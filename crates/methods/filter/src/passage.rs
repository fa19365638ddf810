//! The way of an arrival from the method inside to the sink outside.

use crate::codec::check_len;
use crate::envelope::{self, EnvelopeKind, OpenedFrame, WHOLE, WRAPPED};
use crate::peer::FilterPeer;
use crate::seal::{BrokenFrame, Opener};
use crate::state::FilterState;
use ferry_method::{Header, Landing, MethodError, PeerId, Sink};

/// Stands between the method inside and the sink outside for the time of a poll.
pub(crate) struct FilterPassage<'a> {
    pub(crate) state: &'a mut FilterState,
    pub(crate) outside: &'a mut dyn Sink,
}

/// Whether a frame must go through [`FilterPassage::unwrap`].
fn is_wrapped(header: &Header) -> bool {
    header.handler == WRAPPED
}

impl FilterPassage<'_> {
    fn peer(&mut self, peer: PeerId) -> &mut FilterPeer {
        self.state.peers.entry(peer).or_default()
    }

    fn is_gone(&self, peer: PeerId) -> bool {
        self.state.peers.get(&peer).is_some_and(|p| p.gone.is_some())
    }

    /// Counts a frame that makes no sense; over a reliable method, where chance cannot have changed
    /// or repeated it, the link ends.
    fn refuse(&mut self, peer: PeerId, why: String) {
        self.state.counters.refused += 1;
        if self.state.reliable {
            let method = self.state.name;
            self.end(peer, MethodError::Nonsense { peer, method, why });
        }
    }

    fn end(&mut self, peer: PeerId, why: MethodError) {
        self.peer(peer).end(why.clone());
        self.outside.lost(peer, why);
    }

    /// Whether frames may come as they are.
    fn may_be_plain(&mut self, peer: PeerId) -> bool {
        if self.state.keys.is_some() {
            self.refuse(peer, "a frame that is not encrypted".to_owned());
        }
        self.state.keys.is_none()
    }

    /// Decrypts, unpacks and delivers.
    fn unwrap(&mut self, peer: PeerId, outer: &Header, bytes: &mut [u8]) {
        let FilterState { keys, peers, reliable, max_frame, .. } = &mut *self.state;
        let opened = match keys {
            None => Ok(&*bytes),
            Some(keys) => {
                let entry = peers.entry(peer).or_default();
                match entry.salt {
                    Some(salt) if salt != outer.words[1] => Err(BrokenFrame::Forged.why()),
                    _ => Opener::open(&mut entry.opener, keys, peer, outer, bytes, *reliable)
                        .map_err(|e| e.why()),
                }
            }
        };
        let opened = opened.and_then(|plain| envelope::open(outer, plain, *max_frame));
        let delivered = opened.and_then(|opened| self.deliver(peer, &opened));
        if let Err(why) = delivered {
            self.refuse(peer, why);
        }
    }

    fn deliver(&mut self, peer: PeerId, opened: &OpenedFrame<'_>) -> Result<(), String> {
        if opened.kind == EnvelopeKind::Plain {
            self.state.count_received(opened.len);
            self.outside.frame(peer, &opened.header, opened.body);
            return Ok(());
        }
        check_len(opened.kind, opened.body, opened.len)?;
        if opened.len >= WHOLE {
            return self.land(peer, opened);
        }
        let mut payload = self.state.buffer();
        payload.resize(opened.len, 0);
        self.state.codec.unpack(opened.kind, opened.body, &mut payload)?;
        self.state.count_received(opened.len);
        self.outside.frame(peer, &opened.header, &payload);
        self.state.recycle(payload);
        Ok(())
    }

    /// Unpacks straight to where the payload goes.
    fn land(&mut self, peer: PeerId, opened: &OpenedFrame<'_>) -> Result<(), String> {
        let mut landing = self.outside.begin(peer, &opened.header, opened.len);
        if let Landing::Hold = landing {
            return Err("a frame that was held where no stream can be".to_owned());
        }
        let place = landing.slice_from(0).and_then(|place| place.get_mut(..opened.len));
        if let Some(place) = place {
            // A frame that breaks off here never finishes: the link is lost with it.
            if let Err(why) = self.state.codec.unpack(opened.kind, opened.body, place) {
                self.state.counters.refused += 1;
                let method = self.state.name;
                self.end(peer, MethodError::Nonsense { peer, method, why });
                return Ok(());
            }
        }
        self.state.count_received(opened.len);
        self.outside.finish(peer, &opened.header, landing);
        Ok(())
    }
}

impl Sink for FilterPassage<'_> {
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        if self.is_gone(peer) {
            return;
        }
        if is_wrapped(header) {
            let mut bytes = self.state.buffer();
            bytes.extend_from_slice(payload);
            self.unwrap(peer, header, &mut bytes);
            self.state.recycle(bytes);
        } else if self.may_be_plain(peer) {
            self.state.count_received(payload.len());
            self.outside.frame(peer, header, payload);
        }
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        if self.is_gone(peer) {
            return Landing::Discard;
        }
        if is_wrapped(header) {
            if len > self.state.max_wire {
                let most = self.state.max_wire;
                self.refuse(peer, format!("a frame of {len} bytes where {most} is the most"));
                return Landing::Discard;
            }
            let mut bytes = self.state.buffer();
            bytes.resize(len, 0);
            return Landing::Heap(bytes);
        }
        if !self.may_be_plain(peer) {
            return Landing::Discard;
        }
        self.peer(peer).begun.insert(header.stream_key(), len);
        self.outside.begin(peer, header, len)
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        if self.is_gone(peer) {
            return;
        }
        if !is_wrapped(header) {
            if let Some(len) = self.peer(peer).begun.remove(&header.stream_key()) {
                self.state.count_received(len);
                self.outside.finish(peer, header, landing);
            }
        } else if let Landing::Heap(mut bytes) = landing {
            self.unwrap(peer, header, &mut bytes);
            self.state.recycle(bytes);
        }
    }

    fn parcel(&mut self, peer: PeerId, parcel: &[u8]) -> bool {
        self.outside.parcel(peer, parcel)
    }

    fn doubt(&mut self, peer: PeerId, why: &MethodError) -> bool {
        self.outside.doubt(peer, why)
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        if !self.is_gone(peer) {
            self.end(peer, why);
        }
    }

    fn departed(&mut self, peer: PeerId) {
        if !self.is_gone(peer) {
            self.outside.departed(peer);
        }
    }
}
