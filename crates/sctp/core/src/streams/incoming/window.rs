//! How much more may come: the window of the association and the limits of streams.

use super::{InboundStream, InboundStreams, OVERHEAD};
use crate::wire::StreamId;

/// What a stream that is counted apart may cost, in multiples of its window.
const ASIDE: usize = 8;

/// A stream's limit is told when it has risen by this part of the window, so that some of these chunks,
/// which nobody acknowledges, may be lost before the sender has to stop and ask.
const PARTS_TOLD: u32 = 8;

impl InboundStreams {
    /// Whether something of this cost may be held. On a stream that is counted apart its limit, which is
    /// of bytes, is the bound; small messages cost several times their bytes.
    ///
    /// Otherwise the peer is told of [`Self::window`]; what comes beyond, since small messages cost more
    /// than their bytes, is held up to one and a half times the configured window, and up to twice if it
    /// is next in line and may free the rest.
    pub(super) fn has_room(&self, stream: &InboundStream, cost: usize, in_line: bool) -> bool {
        if let Some(own) = self.config.stream_window.filter(|_| stream.aside) {
            let most = (own as usize).saturating_mul(ASIDE);
            return stream.held.saturating_add(cost) <= most;
        }
        let window = self.config.window;
        let most =
            if in_line { window.saturating_mul(2) } else { window.saturating_add(window / 2) };
        self.held.saturating_add(cost) <= most
    }

    /// A fragment is held.
    pub(super) fn charge(&mut self, stream: u16, len: usize) {
        let found = &mut self.streams[usize::from(stream)];
        found.held += len + OVERHEAD;
        found.received += len as u64;
        if found.aside {
            self.aside += len + OVERHEAD;
        } else {
            self.held += len + OVERHEAD;
        }
        if self.held > self.config.window / 4 * 3 {
            self.press();
        }
    }

    /// A fragment was not held after all.
    pub(super) fn refund(&mut self, stream: u16, len: usize) {
        let found = &mut self.streams[usize::from(stream)];
        found.held -= len + OVERHEAD;
        found.received -= len as u64;
        if found.aside {
            self.aside -= len + OVERHEAD;
        } else {
            self.held -= len + OVERHEAD;
        }
    }

    /// Bytes of `fragments` fragments that ended were read or dropped.
    pub(super) fn discard(&mut self, stream: u16, bytes: usize, fragments: usize) {
        let cost = bytes + fragments * OVERHEAD;
        let found = &mut self.streams[usize::from(stream)];
        found.held -= cost;
        found.consumed += bytes as u64;
        if found.aside {
            self.aside -= cost;
        } else {
            self.held -= cost;
        }
        if self.held < self.config.window / 2 {
            self.pressed = false;
        }
        let part = u64::from(self.config.stream_window.unwrap_or(0) / PARTS_TOLD);
        self.list_update(stream, part.max(1));
    }

    /// Has the stream's limit told if it has risen by this much.
    pub(super) fn list_update(&mut self, stream: u16, least: u64) {
        let Some(own) = self.config.stream_window.map(u64::from) else {
            return;
        };
        let found = &mut self.streams[usize::from(stream)];
        if !found.update_listed && found.consumed + own >= found.advertised + least {
            found.update_listed = true;
            self.updates.push_back(stream);
        }
    }

    /// The window runs short: what can be delivered in part becomes readable, or messages that fill the
    /// window together, none of them long, would stop each other for ever.
    pub(super) fn press(&mut self) {
        if self.pressed {
            return;
        }
        self.pressed = true;
        for index in 0..self.streams.len() {
            self.settle_order(index as u16);
        }
        let mut from = (0, true, 0);
        while let Some((&place, &key)) = self.known.range(from..).next() {
            from = (place.0, place.1, place.2 + 1);
            if place.1 {
                self.offer(key);
                self.list(place.0);
            }
        }
        self.press_unordered_data();
    }

    fn press_unordered_data(&mut self) {
        let mut from = 0;
        while let Some((&tsn, &key)) = self.tails.range(from..).next() {
            from = tsn + 1;
            let Some((unordered, stream)) = self.messages.get(key).map(|m| (m.unordered, m.stream))
            else {
                continue;
            };
            if unordered {
                self.offer(key);
                self.list(stream);
            }
        }
    }

    /// Cost of all that is held, streams counted apart included: bytes and [`OVERHEAD`] for each fragment.
    #[must_use]
    pub const fn held(&self) -> usize {
        self.held + self.aside
    }

    /// Bytes that the peer may send: the advertised receiver window (RFC 9260 §3.3.4). A window of less
    /// than a `packet`, or than a quarter of all, is told as none, so that the peer does not fill it with
    /// scraps.
    #[must_use]
    pub fn window(&self, packet: usize) -> u32 {
        let free = self.config.window.saturating_sub(self.held);
        let least = packet.min(self.config.window / 4);
        u32::try_from(if free < least { 0 } else { free }).unwrap_or(u32::MAX)
    }

    /// The same, and notes that it was told to the peer.
    pub fn advertise(&mut self, packet: usize) -> u32 {
        let window = self.window(packet);
        self.advertised = window as usize;
        window
    }

    /// Whether the reader has made so much room since the last [`Self::advertise`] that the peer should
    /// hear of it at once: a quarter of the window, or two packets if it had heard of less than one.
    #[must_use]
    pub fn window_update_due(&self, packet: usize) -> bool {
        let quarter = self.config.window / 4;
        let grown = (self.window(packet) as usize).saturating_sub(self.advertised);
        let step = if self.advertised < packet { quarter.min(2 * packet) } else { quarter };
        grown > 0 && grown >= step
    }

    /// The peer may send on the stream up to this many bytes, counted from its beginning; `None` without
    /// flow control by stream. It rises as the stream is read.
    #[must_use]
    pub fn limit(&self, stream: StreamId) -> Option<u64> {
        let own = u64::from(self.config.stream_window?);
        Some(self.streams.get(usize::from(stream.0))?.consumed + own)
    }

    /// The sender knows of no more than `known`: the stream's limit, if it is higher.
    pub fn renew_limit(&mut self, stream: StreamId, known: u64) -> Option<u64> {
        let limit = self.limit(stream).filter(|limit| *limit > known)?;
        let found = self.streams.get_mut(usize::from(stream.0))?;
        found.advertised = found.advertised.max(limit);
        Some(limit)
    }

    /// The next stream whose limit has risen by an eighth of its window, or by less while its reader waits
    /// for the rest of a message, to be told to the peer.
    /// Limits count from the beginning of the stream, so one that is lost is made good by any later one,
    /// or by telling [`Self::limit`] again.
    pub fn poll_limit(&mut self) -> Option<(StreamId, u64)> {
        let stream = StreamId(self.updates.pop_front()?);
        let limit = self.limit(stream)?;
        let found = &mut self.streams[usize::from(stream.0)];
        found.update_listed = false;
        found.advertised = limit;
        Some((stream, limit))
    }

    /// A stream that the reader leaves alone for a while is counted against its own limit, apart from the
    /// window that all share, so that it takes nothing from the others. False without flow control by
    /// stream, whose limits bound what is counted apart.
    pub fn hold(&mut self, stream: StreamId, apart: bool) -> bool {
        let Some(found) = self.streams.get_mut(usize::from(stream.0)) else {
            return false;
        };
        if self.config.stream_window.is_none() || !self.config.interleaving {
            return false;
        }
        if found.aside != apart {
            found.aside = apart;
            if apart {
                self.held -= found.held;
                self.aside += found.held;
            } else {
                self.aside -= found.held;
                self.held += found.held;
            }
        }
        true
    }
}
