//! The frame that arrives in pieces: its landing, and how much of it is missing.

use ferry_method::{Counters, Header, Landing, PeerId, Sink};

/// Where frames go and are counted.
pub(crate) struct Out<'a> {
    pub(crate) peer: PeerId,
    pub(crate) max_frame: usize,
    pub(crate) counters: &'a mut Counters,
    pub(crate) sink: &'a mut dyn Sink,
}

impl Out<'_> {
    /// Delivers a frame that is at hand.
    pub(crate) fn whole(&mut self, header: &Header, payload: &[u8]) {
        self.count(payload.len());
        self.sink.frame(self.peer, header, payload);
    }

    fn count(&mut self, len: usize) {
        self.counters.frames_received += 1;
        self.counters.bytes_received += len as u64;
    }
}

struct InFlight {
    header: Header,
    len: usize,
    /// Bytes of which no chunk has begun.
    unclaimed: usize,
    /// Bytes that are not in their place.
    missing: usize,
    landing: Landing,
}

/// At most one frame of a link is begun and not finished.
#[derive(Default)]
pub(crate) struct FrameAssembly {
    frame: Option<InFlight>,
    /// Frames in chunks that were begun.
    long: u32,
    /// Length of the longest frame that was begun.
    longest: usize,
}

impl FrameAssembly {
    pub(crate) fn is_busy(&self) -> bool {
        self.frame.is_some()
    }

    /// Begins a frame whose payload follows its header.
    pub(crate) fn begin(&mut self, header: &Header, len: usize, out: &mut Out<'_>) {
        self.put(header, len, 0, out);
    }

    /// Begins a frame whose payload comes in chunks.
    pub(crate) fn begin_long(&mut self, header: &Header, len: usize, out: &mut Out<'_>) {
        self.long = self.long.wrapping_add(1);
        self.put(header, len, len, out);
    }

    fn put(&mut self, header: &Header, len: usize, unclaimed: usize, out: &mut Out<'_>) {
        self.longest = self.longest.max(len);
        let landing = out.sink.begin(out.peer, header, len);
        self.frame = Some(InFlight { header: *header, len, unclaimed, missing: len, landing });
    }

    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    /// Whether a chunk belongs to a frame that is yet to begin.
    pub(crate) fn is_early(&self, record: &Header) -> bool {
        let ahead = (record.bits as u32).wrapping_sub(self.long);
        u32::try_from(record.bits).is_ok() && (1..=u32::MAX / 2).contains(&ahead)
    }

    /// Where the chunk that begins belongs and how long it is; why not, if it makes no sense.
    pub(crate) fn chunk(&mut self, record: &Header) -> Result<(usize, usize), String> {
        let frame = self.frame.as_mut().filter(|_| record.bits == u64::from(self.long));
        let frame = frame.ok_or("a chunk of no frame")?;
        let place = |word: u64| usize::try_from(word).ok();
        let (at, len) = place(record.words[0])
            .zip(place(record.words[1]))
            .filter(|(at, len)| at.checked_add(*len).is_some_and(|end| end <= frame.len))
            .filter(|(_, len)| (1..=frame.unclaimed).contains(len))
            .ok_or_else(|| format!("a chunk beyond its frame of {} bytes", frame.len))?;
        frame.unclaimed -= len;
        Ok((at, len))
    }

    /// The place for the payload's bytes from `at` on, `len` at most; `None` if nobody wants them.
    pub(crate) fn slot(&mut self, at: usize, len: usize) -> Option<&mut [u8]> {
        let slot = self.frame.as_mut()?.landing.slice_from(at)?;
        let len = len.min(slot.len());
        Some(&mut slot[..len]).filter(|slot| !slot.is_empty())
    }

    /// `n` more bytes are in their place.
    pub(crate) fn landed(&mut self, n: usize) {
        if let Some(frame) = &mut self.frame {
            frame.missing -= n;
        }
    }

    /// Delivers the frame if nothing of it is missing.
    pub(crate) fn finish_if_complete(&mut self, out: &mut Out<'_>) -> bool {
        match self.frame.take_if(|frame| frame.missing == 0) {
            Some(frame) => {
                out.count(frame.len);
                out.sink.finish(out.peer, &frame.header, frame.landing);
                true
            }
            None => false,
        }
    }
}
