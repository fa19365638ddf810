//! Streams from a peer: frames off each, straight into their landings, and streams that are held.

use crate::fetch::ReadExtent;
use crate::hello::PayloadKind;
use crate::timed_association::TimedAssociation;
use ferry_method::{Header, Landing, StreamKey};
use ferry_sctp_core::streams::{MessagePiece, Read};
use ferry_session::{Delivery, Nonsense, nonsense};
use ferry_wire::{HEADER_LEN, KeyMap};

/// Longest message that is no frame.
const LONGEST_NOTE: usize = 4 << 10;

/// What is next in a stream.
enum FrameStage {
    /// The rest of a header, of which these bytes are here.
    Header([u8; HEADER_LEN], usize),
    /// The rest of a payload that has a place; before it come `skip` bytes of a header that was looked at.
    Payload { header: Header, len: usize, got: usize, landing: Landing, skip: usize },
    /// A frame that waits to be let go, and the bytes of its header that are unread.
    Held(Header, usize, usize),
    /// The rest of something that is no frame.
    Note(PayloadKind, Vec<u8>),
}

/// What is in front of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StreamFront {
    /// Nothing that could be read.
    Nothing,
    /// A frame, about which all is known.
    Seen,
    /// Something else, or a frame whose header has not come in one piece.
    Other,
}

const NEXT: FrameStage = FrameStage::Header([0; HEADER_LEN], 0);

struct FrameStream {
    state: FrameStage,
    /// Whose it is, where each context and tag has its own.
    key: Option<StreamKey>,
}

/// All streams from a peer.
pub(crate) struct Incoming {
    /// Streams can be held, so that the sink is asked about every frame but those of stream 0.
    may_hold: bool,
    streams: Vec<FrameStream>,
    /// Where streams can be held: the stream of each key.
    places: KeyMap<StreamKey, u16>,
    /// Streams on which a frame waits to be let go.
    held: usize,
    /// Streams to be read without an event.
    pub(crate) resumed: Vec<u16>,
    /// Streams that the peer has left and of which all is read; it has not heard of it.
    pub(crate) left: Vec<u16>,
    /// Streams that the peer has read to the end of what was left.
    pub(crate) freed: Vec<u16>,
}

impl Incoming {
    pub(crate) fn new(may_hold: bool) -> Self {
        Incoming {
            may_hold,
            streams: Vec::new(),
            places: KeyMap::default(),
            held: 0,
            resumed: Vec::new(),
            left: Vec::new(),
            freed: Vec::new(),
        }
    }

    /// Streams on which something came.
    pub(crate) fn used(&self) -> usize {
        match self.may_hold {
            true => self.places.len(),
            false => self.streams.len(),
        }
    }

    /// Streams on which a frame waits to be let go.
    pub(crate) fn held(&self) -> usize {
        self.held
    }

    /// The stream of a context and tag, once something has come on it.
    #[inline]
    pub(crate) fn number(&self, key: StreamKey) -> Option<u16> {
        self.places.get(&key).copied()
    }

    /// Whether the next poll has something to do without an event.
    #[inline]
    pub(crate) fn owes(&self) -> bool {
        !self.resumed.is_empty() || !self.left.is_empty() || !self.freed.is_empty()
    }

    /// Reads the next frame of a stream; whatever follows waits for a poll, or to be fetched too.
    pub(crate) fn fetch(
        &mut self,
        line: &mut TimedAssociation<'_>,
        number: u16,
        out: &mut Delivery<'_>,
    ) -> Result<usize, Nonsense> {
        if self.resumed.last() == Some(&number) {
            self.resumed.pop();
        }
        self.read(line, number, ReadExtent::Frame, out)
    }

    /// Says where the held frame of a stream goes; the landing comes back if none is held.
    pub(crate) fn resume(
        &mut self,
        line: &mut TimedAssociation<'_>,
        key: StreamKey,
        landing: Landing,
    ) -> Result<(), Landing> {
        let Some(&number) = self.places.get(&key) else { return Err(landing) };
        let Some(stream) = self.streams.get_mut(usize::from(number)) else { return Err(landing) };
        let FrameStage::Held(header, len, skip) = stream.state else { return Err(landing) };
        stream.state = FrameStage::Payload { header, len, got: 0, landing, skip };
        self.held -= 1;
        line.hold(number, false);
        self.resumed.push(number);
        Ok(())
    }

    /// Reads one stream until there is no more, or no more may be read; the number of frames and pieces.
    pub(crate) fn read(
        &mut self,
        line: &mut TimedAssociation<'_>,
        number: u16,
        extent: ReadExtent,
        out: &mut Delivery<'_>,
    ) -> Result<usize, Nonsense> {
        let at = usize::from(number);
        if self.streams.len() <= at {
            self.streams.resize_with(at + 1, || FrameStream { state: NEXT, key: None });
        }
        let mut handled = 0;
        loop {
            let wanted = match &self.streams[at].state {
                FrameStage::Held(..) => return Ok(handled),
                // It was held after its header, and nothing follows that.
                FrameStage::Payload { len: 0, skip: 0, .. } => {
                    handled += 1;
                    self.finish(number, out)?;
                    continue;
                }
                FrameStage::Header(_, 0) if handled > 0 && extent == ReadExtent::Frame => {
                    if line.front(number).is_some() {
                        self.resumed.push(number);
                    }
                    return Ok(handled);
                }
                // A frame that may be held has to stay where it is, or what follows its header.
                FrameStage::Header(_, 0) if self.may_hold && number != 0 => {
                    match self.look(line, number, out)? {
                        StreamFront::Nothing => return Ok(handled),
                        StreamFront::Seen => {
                            handled += 1;
                            continue;
                        }
                        StreamFront::Other => HEADER_LEN,
                    }
                }
                FrameStage::Header(_, n) if self.may_hold && number != 0 => HEADER_LEN - n,
                _ => usize::MAX,
            };
            match line.read(number, wanted) {
                None => return Ok(handled),
                Some(Read::Aborted { .. }) => {
                    return nonsense("it gave a frame up that it had begun");
                }
                Some(Read::Piece(piece)) => {
                    handled += 1;
                    self.take(line, number, &piece, out)?;
                }
            }
        }
    }

    /// Looks at a frame that begins, without reading it.
    fn look(
        &mut self,
        line: &mut TimedAssociation<'_>,
        number: u16,
        out: &mut Delivery<'_>,
    ) -> Result<StreamFront, Nonsense> {
        let Some((bytes, protocol, is_last)) = line.front(number) else {
            return Ok(StreamFront::Nothing);
        };
        let Some((&head, rest)) = bytes.split_first_chunk::<HEADER_LEN>() else {
            return Ok(StreamFront::Other);
        };
        if PayloadKind::of(protocol.0) != Some(PayloadKind::Frame) {
            return Ok(StreamFront::Other);
        }
        let here = (rest.len(), is_last);
        let (header, len) = self.header(number, &head, here, out)?;
        if is_last && out.take(&header, rest) {
            // It has been copied.
            line.read(number, usize::MAX);
            return Ok(StreamFront::Seen);
        }
        let stream = &mut self.streams[usize::from(number)];
        stream.state = match out.begin(&header, len) {
            Landing::Hold => {
                self.held += 1;
                line.hold(number, true);
                FrameStage::Held(header, len, HEADER_LEN)
            }
            landing => FrameStage::Payload { header, len, got: 0, landing, skip: HEADER_LEN },
        };
        Ok(StreamFront::Seen)
    }

    /// The header of a frame that begins, with so many bytes of its payload at hand, if it makes sense on
    /// this stream.
    fn header(
        &mut self,
        number: u16,
        head: &[u8; HEADER_LEN],
        (here, is_last): (usize, bool),
        out: &Delivery<'_>,
    ) -> Result<(Header, usize), Nonsense> {
        let (header, len) = out.header(head)?;
        if is_last && here != len || !is_last && (len == 0 || here > len) {
            return nonsense(format!("a frame that says {len} bytes and has others"));
        }
        let key = header.stream_key();
        if self.may_hold && key != StreamKey(0) {
            self.place(number, key)?;
        } else if self.may_hold && number != 0 {
            return nonsense("a frame of the control stream on another");
        }
        Ok((header, len))
    }

    /// Takes a piece of a message.
    fn take(
        &mut self,
        line: &mut TimedAssociation<'_>,
        number: u16,
        piece: &MessagePiece,
        out: &mut Delivery<'_>,
    ) -> Result<(), Nonsense> {
        let stream = &mut self.streams[usize::from(number)];
        if piece.first {
            match PayloadKind::of(piece.protocol.0) {
                Some(PayloadKind::Frame) => {}
                Some(kind @ (PayloadKind::Leave | PayloadKind::Free)) => {
                    stream.state = FrameStage::Note(kind, Vec::new());
                }
                Some(PayloadKind::Hello) => return nonsense("it says hello again"),
                None => return nonsense(format!("a message of kind {}", piece.protocol)),
            }
        }
        let mut bytes = &piece.payload[..];
        if let FrameStage::Note(_, note) = &mut stream.state {
            if note.len() + bytes.len() > LONGEST_NOTE {
                return nonsense("a note without end");
            }
            note.extend_from_slice(bytes);
            return if piece.last { self.note(number) } else { Ok(()) };
        }
        if let FrameStage::Header(head, n) = &mut stream.state {
            // Most frames come whole.
            let taken = bytes.len().min(HEADER_LEN - *n);
            head[*n..*n + taken].copy_from_slice(&bytes[..taken]);
            *n += taken;
            bytes = &bytes[taken..];
            if *n < HEADER_LEN {
                return if piece.last { nonsense("a frame without a header") } else { Ok(()) };
            }
            let head = *head;
            if self.begin(line, number, &head, bytes, piece.last, out)? {
                return Ok(());
            }
        }
        self.fill(number, bytes, piece.last, out)
    }

    /// A header is here, and what came with it: asks where the payload goes. True if nothing is left to
    /// do with the piece.
    fn begin(
        &mut self,
        line: &mut TimedAssociation<'_>,
        number: u16,
        head: &[u8; HEADER_LEN],
        bytes: &[u8],
        is_last: bool,
        out: &mut Delivery<'_>,
    ) -> Result<bool, Nonsense> {
        let (header, len) = self.header(number, head, (bytes.len(), is_last), out)?;
        let is_asked = self.may_hold && header.stream_key() != StreamKey(0);
        let stream = &mut self.streams[usize::from(number)];
        if is_last && !is_asked {
            stream.state = NEXT;
            out.frame(&header, bytes);
            return Ok(true);
        }
        match out.begin(&header, len) {
            Landing::Hold if is_asked && bytes.is_empty() => {
                self.held += 1;
                stream.state = FrameStage::Held(header, len, 0);
                line.hold(number, true);
                Ok(true)
            }
            Landing::Hold => nonsense("a frame that cannot be held"),
            landing => {
                stream.state = FrameStage::Payload { header, len, got: 0, landing, skip: 0 };
                Ok(false)
            }
        }
    }

    /// Each context and tag has a stream of its own, and each stream one of these at a time.
    fn place(&mut self, number: u16, key: StreamKey) -> Result<(), Nonsense> {
        let stream = &mut self.streams[usize::from(number)];
        if number == 0 {
            return nonsense("a frame of another stream on the control stream");
        }
        if stream.key.is_some_and(|own| own != key) {
            return nonsense("a frame on the stream of others");
        }
        if stream.key.is_none() {
            if self.places.insert(key, number).is_some() {
                return nonsense("two streams for one context and tag");
            }
            stream.key = Some(key);
        }
        Ok(())
    }

    /// Puts bytes of a payload into their landing.
    fn fill(
        &mut self,
        number: u16,
        bytes: &[u8],
        is_last: bool,
        out: &mut Delivery<'_>,
    ) -> Result<(), Nonsense> {
        let stream = &mut self.streams[usize::from(number)];
        let FrameStage::Payload { len, got, landing, skip, .. } = &mut stream.state else {
            return nonsense("a stream out of step");
        };
        let bytes = bytes.get(std::mem::take(skip)..).unwrap_or_default();
        if bytes.len() > *len - *got || is_last && bytes.len() < *len - *got {
            return nonsense(format!("a frame that says {len} bytes and has others"));
        }
        if let Some(place) = landing.slice_from(*got) {
            let n = place.len().min(bytes.len());
            place[..n].copy_from_slice(&bytes[..n]);
        }
        *got += bytes.len();
        match is_last {
            true => self.finish(number, out),
            false => Ok(()),
        }
    }

    fn finish(&mut self, number: u16, out: &mut Delivery<'_>) -> Result<(), Nonsense> {
        let stream = &mut self.streams[usize::from(number)];
        match std::mem::replace(&mut stream.state, NEXT) {
            FrameStage::Payload { header, len, landing, .. } => {
                out.finish(&header, len, landing);
                Ok(())
            }
            _ => nonsense("a stream out of step"),
        }
    }

    /// Something that is no frame is complete.
    fn note(&mut self, number: u16) -> Result<(), Nonsense> {
        let stream = &mut self.streams[usize::from(number)];
        let FrameStage::Note(kind, note) = std::mem::replace(&mut stream.state, NEXT) else {
            return nonsense("a stream out of step");
        };
        match kind {
            PayloadKind::Leave if number != 0 && self.may_hold => {
                // Nothing may have been said on it yet.
                if let Some(key) = stream.key.take() {
                    self.places.remove(&key);
                }
                self.left.push(number);
                Ok(())
            }
            PayloadKind::Free if number == 0 && note.len() % 2 == 0 => {
                let numbers = note.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]]));
                self.freed.extend(numbers);
                Ok(())
            }
            _ => nonsense("a note in the wrong place"),
        }
    }
}
