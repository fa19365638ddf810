//! Frames of a peer on their way to the sink.

use ferry_method::{Counters, Header, Landing, PeerId, Sink};

/// Where the frames of a peer go and are counted.
pub struct Delivery<'a> {
    /// Whose they are.
    pub peer: PeerId,
    /// Longer ones are not believed.
    pub max_frame: usize,
    /// What counts them.
    pub counters: &'a mut Counters,
    /// Where they go.
    pub sink: &'a mut dyn Sink,
}

/// Why what a peer sends makes no sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nonsense(pub String);

/// The peer's words make no sense.
///
/// # Errors
/// Always.
pub fn nonsense<T>(why: impl Into<String>) -> Result<T, Nonsense> {
    Err(Nonsense(why.into()))
}

impl Delivery<'_> {
    /// A header as it came, and the payload's length.
    ///
    /// # Errors
    /// When it is none, or says a length that nobody sends.
    pub fn header(&self, bytes: &[u8]) -> Result<(Header, usize), Nonsense> {
        let Ok((header, len)) = Header::decode(bytes) else {
            return nonsense("a header that is none");
        };
        let len = len as usize;
        if len > self.max_frame {
            return nonsense(format!("a frame of {len} bytes"));
        }
        Ok((header, len))
    }

    /// Delivers a frame that is at hand.
    pub fn frame(&mut self, header: &Header, payload: &[u8]) {
        self.count(payload.len());
        self.sink.frame(self.peer, header, payload);
    }

    /// Offers a frame that is at hand and may be held; true: it is delivered.
    #[inline]
    pub fn take(&mut self, header: &Header, payload: &[u8]) -> bool {
        let is_taken =
            header.flags & Header::HOLDABLE != 0 && self.sink.take(self.peer, header, payload);
        if is_taken {
            self.count(payload.len());
        }
        is_taken
    }

    /// Asks where a payload of `len` bytes goes.
    pub fn begin(&mut self, header: &Header, len: usize) -> Landing {
        self.sink.begin(self.peer, header, len)
    }

    /// Delivers a begun frame of which all `len` bytes are in their landing.
    pub fn finish(&mut self, header: &Header, len: usize, landing: Landing) {
        self.count(len);
        self.sink.finish(self.peer, header, landing);
    }

    fn count(&mut self, len: usize) {
        self.counters.frames_received += 1;
        self.counters.bytes_received += len as u64;
    }
}
