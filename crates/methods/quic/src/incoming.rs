//! Streams from a peer: frames off each, straight into their landings, and streams that are held.

use crate::core::{Read, Session, StreamId, StreamReader};
use crate::outgoing::KEY_LEN;
use ferry_method::{Header, Landing, StreamKey};
use ferry_session::{Delivery, Nonsense, nonsense};
use ferry_wire::{HEADER_LEN, KeyMap};
use std::collections::VecDeque;

/// What is next in a stream.
enum ReadingState {
    /// The key: these bytes of it are here.
    Key([u8; KEY_LEN], usize),
    /// A header: these bytes of it are here.
    Header([u8; HEADER_LEN], usize),
    /// The payload of a frame on the control stream that was not begun.
    Short(Header, usize),
    /// The rest of a payload.
    Payload { header: Header, len: usize, got: usize, landing: Landing },
    /// A frame that waits to be let go.
    Held(Header, usize),
}

const NEXT_FRAME: ReadingState = ReadingState::Header([0; HEADER_LEN], 0);

struct ReceiveStream {
    key: Option<StreamKey>,
    state: ReadingState,
    /// Another stream of the same key comes first.
    is_behind: bool,
}

/// How much of a stream is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StreamExtent {
    /// What there is.
    All,
    /// A frame, or as much of it as there is.
    Frame,
}

/// How far a stream was read.
enum Reached {
    /// A frame is whole, and no more was asked for.
    Frame,
    /// There is no more at present.
    End,
    /// It is held, or waits for an earlier one of its key.
    Hold,
    /// Nothing will follow.
    Finish,
}

/// All streams from a peer.
#[derive(Default)]
pub(crate) struct Incoming {
    streams: KeyMap<StreamId, ReceiveStream>,
    /// The stream of each key that is read at present.
    owners: KeyMap<StreamKey, StreamId>,
    /// Later streams of a key, in order.
    behind: KeyMap<StreamKey, VecDeque<StreamId>>,
    /// Streams that may have something to read.
    ready: Vec<StreamId>,
    /// Streams on which a frame waits to be let go.
    held: usize,
    said_goodbye: bool,
}

impl Incoming {
    /// Streams that are open.
    pub(crate) fn len(&self) -> usize {
        self.streams.len()
    }

    /// Streams whose bytes stay unread.
    pub(crate) fn unread(&self) -> usize {
        self.held + self.behind.values().map(VecDeque::len).sum::<usize>()
    }

    /// Whether the peer has ended its control stream, and with it all.
    pub(crate) fn said_goodbye(&self) -> bool {
        self.said_goodbye
    }

    /// The peer opened a stream.
    pub(crate) fn opened(&mut self, id: StreamId) {
        let state = ReadingState::Key([0; KEY_LEN], 0);
        self.streams.insert(id, ReceiveStream { key: None, state, is_behind: false });
        self.ready.push(id);
    }

    /// A stream may have something to read.
    pub(crate) fn readable(&mut self, id: StreamId) {
        if self.ready.last() != Some(&id) {
            self.ready.push(id);
        }
    }

    /// Whether anything may be there to read.
    pub(crate) fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// The stream of a key that is read at present.
    #[inline]
    pub(crate) fn stream(&self, key: StreamKey) -> Option<StreamId> {
        self.owners.get(&key).copied()
    }

    /// Whether a stream was let go, or was not read to its end.
    #[inline]
    pub(crate) fn is_ready(&self, id: StreamId) -> bool {
        self.ready.contains(&id)
    }

    /// Reads the next frame of a stream; whatever follows waits for a poll, or to be fetched too.
    pub(crate) fn fetch(
        &mut self,
        id: StreamId,
        session: &mut Session,
        out: &mut Delivery<'_>,
    ) -> Result<usize, Nonsense> {
        if self.ready.last() == Some(&id) {
            self.ready.pop();
        }
        self.read_stream(id, StreamExtent::Frame, session, out)
    }

    /// Says where the held frame of a stream goes; the landing comes back if none is held.
    pub(crate) fn resume(&mut self, key: StreamKey, landing: Landing) -> Result<(), Landing> {
        let Some(id) = self.owners.get(&key) else { return Err(landing) };
        let Some(stream) = self.streams.get_mut(id) else { return Err(landing) };
        let ReadingState::Held(header, len) = stream.state else { return Err(landing) };
        stream.state = ReadingState::Payload { header, len, got: 0, landing };
        self.held -= 1;
        self.ready.push(*id);
        Ok(())
    }

    /// Reads what there is; the number of frames and pieces.
    pub(crate) fn read(
        &mut self,
        session: &mut Session,
        out: &mut Delivery<'_>,
    ) -> Result<usize, Nonsense> {
        let mut handled = 0;
        // In the order in which they became readable; reading one may make another so.
        let mut at = 0;
        while let Some(&id) = self.ready.get(at) {
            at += 1;
            handled += self.read_stream(id, StreamExtent::All, session, out)?;
        }
        self.ready.clear();
        Ok(handled)
    }

    fn read_stream(
        &mut self,
        id: StreamId,
        extent: StreamExtent,
        session: &mut Session,
        out: &mut Delivery<'_>,
    ) -> Result<usize, Nonsense> {
        let mut handled = 0;
        loop {
            let Some(stream) = self.streams.get_mut(&id) else { return Ok(handled) };
            if stream.is_behind || matches!(stream.state, ReadingState::Held(..)) {
                return Ok(handled);
            }
            let named = stream.key.is_some();
            let read =
                session.with_reader(id, |reader| stream.read(reader, extent, &mut handled, out));
            // A stream that is closed has been read to its end.
            let reached = read.unwrap_or(Ok(Reached::Finish))?;
            if !named && let Some(key) = stream.key {
                self.place(id, key);
                continue;
            }
            match reached {
                Reached::End => {}
                Reached::Frame => self.ready.push(id),
                Reached::Hold => self.held += 1,
                Reached::Finish => self.finish(id)?,
            }
            return Ok(handled);
        }
    }

    /// Finds a stream's place among those of its key.
    fn place(&mut self, id: StreamId, key: StreamKey) {
        if *self.owners.entry(key).or_insert(id) != id {
            self.behind.entry(key).or_default().push_back(id);
            if let Some(stream) = self.streams.get_mut(&id) {
                stream.is_behind = true;
            }
        }
    }

    /// A stream was read to its end: the next of its key has its turn.
    fn finish(&mut self, id: StreamId) -> Result<(), Nonsense> {
        let Some(stream) = self.streams.remove(&id) else { return Ok(()) };
        if !matches!(stream.state, ReadingState::Header(_, 0) | ReadingState::Key(_, 0)) {
            return nonsense("a stream ended within a frame");
        }
        let Some(key) = stream.key else { return Ok(()) };
        self.said_goodbye |= key == StreamKey(0);
        self.owners.remove(&key);
        if let Some(waiting) = self.behind.get_mut(&key) {
            if let Some(next) = waiting.pop_front() {
                self.owners.insert(key, next);
                self.ready.push(next);
                if let Some(stream) = self.streams.get_mut(&next) {
                    stream.is_behind = false;
                }
            }
            if waiting.is_empty() {
                self.behind.remove(&key);
            }
        }
        Ok(())
    }
}

impl ReceiveStream {
    /// Reads until there is no more, or no more may be read. Stops once the key is known.
    fn read(
        &mut self,
        reader: &mut StreamReader<'_>,
        extent: StreamExtent,
        handled: &mut usize,
        out: &mut Delivery<'_>,
    ) -> Result<Reached, Nonsense> {
        let was_named = self.key.is_some();
        loop {
            let is_between = matches!(self.state, ReadingState::Header(_, 0));
            if is_between && *handled > 0 && extent == StreamExtent::Frame {
                return Ok(Reached::Frame);
            }
            let wanted = match &self.state {
                ReadingState::Key(_, n) => KEY_LEN - n,
                ReadingState::Header(_, n) => HEADER_LEN - n,
                ReadingState::Short(_, len) => *len,
                ReadingState::Payload { len, got, .. } => len - got,
                ReadingState::Held(..) => return Ok(Reached::Hold),
            };
            if wanted == 0 {
                self.complete(handled, out)?;
                continue;
            }
            match reader.next(wanted) {
                Read::Bytes(bytes) => self.take(&bytes, handled, out)?,
                Read::Blocked => return Ok(Reached::End),
                Read::Finished => return Ok(Reached::Finish),
                Read::Reset if self.key.is_none() => {
                    self.state = ReadingState::Key([0; KEY_LEN], 0);
                    return Ok(Reached::Finish);
                }
                Read::Reset => return nonsense("it gave a frame up that it had begun"),
            }
            if self.key.is_some() != was_named {
                return Ok(Reached::End);
            }
        }
    }

    /// Takes bytes, at most as many as the state wants.
    fn take(
        &mut self,
        bytes: &[u8],
        handled: &mut usize,
        out: &mut Delivery<'_>,
    ) -> Result<(), Nonsense> {
        match &mut self.state {
            ReadingState::Key(key, n) => {
                key[*n..*n + bytes.len()].copy_from_slice(bytes);
                *n += bytes.len();
                if *n == KEY_LEN {
                    self.key = Some(StreamKey(u64::from_le_bytes(*key)));
                    self.state = NEXT_FRAME;
                }
            }
            ReadingState::Header(header, n) => {
                header[*n..*n + bytes.len()].copy_from_slice(bytes);
                *n += bytes.len();
                if *n == HEADER_LEN {
                    let header = *header;
                    self.begin(&header, out)?;
                }
            }
            ReadingState::Short(header, len) if bytes.len() == *len => {
                let header = *header;
                self.state = NEXT_FRAME;
                *handled += 1;
                out.frame(&header, bytes);
            }
            ReadingState::Short(header, len) => {
                let (header, len) = (*header, *len);
                let landing = out.begin(&header, len);
                self.state = ReadingState::Payload { header, len, got: 0, landing };
                return self.take(bytes, handled, out);
            }
            ReadingState::Payload { got, landing, .. } => {
                if let Some(place) = landing.slice_from(*got) {
                    let n = place.len().min(bytes.len());
                    place[..n].copy_from_slice(&bytes[..n]);
                }
                *got += bytes.len();
                *handled += 1;
            }
            ReadingState::Held(..) => {}
        }
        Ok(())
    }

    /// A header is here: asks where its payload goes.
    fn begin(&mut self, header: &[u8; HEADER_LEN], out: &mut Delivery<'_>) -> Result<(), Nonsense> {
        let (header, len) = out.header(header)?;
        if self.key != Some(header.stream_key()) {
            return nonsense("a frame on the stream of others");
        }
        self.state = match header.stream_key() {
            StreamKey(0) => ReadingState::Short(header, len),
            _ => match out.begin(&header, len) {
                Landing::Hold => ReadingState::Held(header, len),
                landing => ReadingState::Payload { header, len, got: 0, landing },
            },
        };
        Ok(())
    }

    /// Nothing more is wanted: the frame is whole.
    fn complete(&mut self, handled: &mut usize, out: &mut Delivery<'_>) -> Result<(), Nonsense> {
        match std::mem::replace(&mut self.state, NEXT_FRAME) {
            ReadingState::Payload { header, len, landing, .. } => {
                *handled += 1;
                out.finish(&header, len, landing);
                Ok(())
            }
            ReadingState::Short(header, _) => {
                *handled += 1;
                out.frame(&header, &[]);
                Ok(())
            }
            _ => nonsense("a stream out of step"),
        }
    }
}
