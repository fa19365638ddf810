//! One-sided access as it crosses links. Each frame says for itself where its bytes go, so that nothing is
//! kept of what is half there; all frames to a process keep one order, with its messages too.

use crate::reduction::Element;
use crate::state::MpLiteState;
use crate::windows::{AccumulateKind, WindowNumber, WindowSignal};
use ferry_link::{LinkError, Links, TrafficClass};
use ferry_method::{Header, Landing};
use ferry_sys::{ReadRegion, WriteRegion};
use ferry_transfer::{Body, QueuedFrame, RecvSpace};
use ferry_two_sided::{Label, Mode, OutgoingMessage, RequestId, SendData};
use ferry_wire::{ContextId, HandlerId, PeerId, Share};

/// Bytes for a window; words: where in it, its number.
const PUT: HandlerId = Share::ONE_SIDED.id(0);
/// The same, to be combined with what is there; the high half of the second word is the kind.
const ACCUMULATE: HandlerId = Share::ONE_SIDED.id(1);
/// Bytes are asked for; words as for a put, payload: the receive that they go to, how many.
const GET: HandlerId = Share::ONE_SIDED.id(2);
/// Word of a window; words: which signal, the window's number.
const SIGNAL: HandlerId = Share::ONE_SIDED.id(3);
/// Bytes that are copied at once.
const SHORT: usize = 1024;

/// What is done with bytes at their window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WindowUse {
    Put,
    Accumulate(AccumulateKind),
}

/// Where in a process's window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WindowPlace {
    pub(crate) window: WindowNumber,
    /// In bytes.
    pub(crate) offset: u64,
}

impl WindowPlace {
    fn of(header: &Header) -> Self {
        let window = WindowNumber((header.words[1] as u32).cast_signed());
        WindowPlace { window, offset: header.words[0] }
    }

    fn header(self, handler: HandlerId, high: u8) -> Header {
        let number = u64::from(self.window.0.cast_unsigned());
        Header { words: [self.offset, number | u64::from(high) << 32], ..Header::new(handler) }
    }
}

impl MpLiteState {
    /// Sends bytes to a window. What is short is copied: then this is over, and `None`.
    pub(crate) fn send_to_window(
        &mut self,
        links: &mut Links,
        (to, place): (u32, WindowPlace),
        usage: WindowUse,
        data: ReadRegion,
    ) -> Result<Option<RequestId>, LinkError> {
        let header = match usage {
            WindowUse::Put => place.header(PUT, 0),
            WindowUse::Accumulate(kind) => place.header(ACCUMULATE, kind.number()),
        };
        let (peer, class) = (PeerId(to), TrafficClass::Message);
        let transfer = &mut self.two_sided.transfer;
        let len = data.len();
        if len <= SHORT {
            let body = Body::Packed(data.as_slice().to_vec());
            transfer.enqueue(peer, QueuedFrame { header, class, body, done: 0, completes: None });
            return Ok(None);
        }
        // Whole numbers go in each frame.
        let most = links.attributes(peer, class, ContextId(0))?.fragment / f64::SIZE * f64::SIZE;
        let request = transfer.send(OutgoingMessage {
            to: peer,
            context: ContextId(0),
            tag: 0,
            data: SendData::Region(data),
            mode: Mode::Standard,
            word: 0,
            label: Label::default(),
        });
        self.queue_parts((peer, header), request, (len, most.max(f64::SIZE)));
        Ok(Some(request))
    }

    /// Queues the frames of a request's data, each of so many bytes at most.
    fn queue_parts(
        &mut self,
        (peer, first): (PeerId, Header),
        request: RequestId,
        (len, most): (usize, usize),
    ) {
        for start in (0..len).step_by(most) {
            let end = len.min(start + most);
            let header = Header { words: [first.words[0] + start as u64, first.words[1]], ..first };
            let (class, body) = (TrafficClass::Message, Body::Of { request, range: start..end });
            let completes = (end == len).then_some(request);
            let frame = QueuedFrame { header, class, body, done: 0, completes };
            self.two_sided.transfer.enqueue(peer, frame);
        }
    }

    /// Asks for bytes of a window.
    pub(crate) fn ask_window(
        &mut self,
        to: u32,
        place: WindowPlace,
        memory: WriteRegion,
    ) -> RequestId {
        let (peer, len) = (PeerId(to), memory.len() as u64);
        let transfer = &mut self.two_sided.transfer;
        let request = transfer.fetch(peer, RecvSpace::Region(memory), Label::default());
        let (header, class) = (place.header(GET, 0), TrafficClass::Message);
        let payload = [request.0.to_le_bytes(), len.to_le_bytes()].concat();
        let body = Body::Short(payload.into());
        transfer.enqueue(peer, QueuedFrame { header, class, body, done: 0, completes: None });
        request
    }

    /// Tells a process, or this one, something about a window, and whoever is to hear of that.
    pub(crate) fn tell(&mut self, to: u32, window: WindowNumber, signal: WindowSignal) {
        let mut waiting = vec![(to, signal)];
        while let Some((to, signal)) = waiting.pop() {
            if to == self.me {
                waiting.extend(self.windows.hear(to, window, signal));
                continue;
            }
            let place = WindowPlace { window, offset: signal as u64 };
            let frame = QueuedFrame::bare(place.header(SIGNAL, 0), TrafficClass::Message);
            self.two_sided.transfer.enqueue(PeerId(to), frame);
        }
    }

    /// A frame has come, whole. Not in line: messages pass it by.
    #[inline(never)]
    pub(crate) fn window_frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        let done = match header.handler {
            PUT => self.put_here(header, payload),
            ACCUMULATE => self.accumulate_here(header, payload),
            GET => self.serve_window(peer, header, payload),
            SIGNAL => self.hear_signal(peer, header, payload),
            _ => None,
        };
        if done.is_none() {
            self.windows.nonsense += 1;
        }
    }

    /// Where bytes go that begin to come.
    pub(crate) fn begin_window_frame(&mut self, header: &Header, len: usize) -> Landing {
        let place = WindowPlace::of(header);
        let within = |window: &mut crate::windows::MemoryWindow| {
            Some((window.within(place.offset, len)?, window.memory))
        };
        let found = self.windows.get(place.window).ok().and_then(within);
        match (header.handler, found) {
            (PUT, Some((start, memory))) => Landing::Memory(memory.write(start, len)),
            // As long as a part of a window at most.
            (ACCUMULATE, Some(_)) => Landing::Heap(vec![0; len]),
            (GET | SIGNAL, _) if len <= SHORT => Landing::Heap(vec![0; len]),
            _ => {
                self.windows.nonsense += 1;
                Landing::Discard
            }
        }
    }

    /// They have come.
    pub(crate) fn finish_window_frame(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        if let Landing::Heap(bytes) = landing {
            self.window_frame(peer, header, &bytes);
        }
    }

    fn put_here(&mut self, header: &Header, bytes: &[u8]) -> Option<()> {
        let place = WindowPlace::of(header);
        let window = self.windows.get(place.window).ok()?;
        let start = window.within(place.offset, bytes.len())?;
        window.memory.write(start, bytes.len()).as_mut_slice().copy_from_slice(bytes);
        Some(())
    }

    fn accumulate_here(&mut self, header: &Header, bytes: &[u8]) -> Option<()> {
        let place = WindowPlace::of(header);
        let number = i32::try_from(header.words[1] >> 32).ok()?;
        let kind = AccumulateKind::of_number(number)?;
        let window = self.windows.get(place.window).ok()?;
        let start = window.within(place.offset, bytes.len())?;
        let mut there = window.memory.write(start, bytes.len());
        let are_whole = bytes.len().is_multiple_of(kind.size());
        are_whole.then(|| kind.apply(there.as_mut_slice(), bytes))
    }

    fn serve_window(&mut self, peer: PeerId, header: &Header, payload: &[u8]) -> Option<()> {
        let place = WindowPlace::of(header);
        let (receiver, len) = payload.split_first_chunk()?;
        let len = usize::try_from(u64::from_le_bytes(len.try_into().ok()?)).ok()?;
        let window = self.windows.get(place.window).ok()?;
        let data = window.memory.read(window.within(place.offset, len)?, len);
        let receiver = RequestId(u64::from_le_bytes(*receiver));
        self.two_sided.transfer.serve(peer, SendData::Region(data), receiver).then_some(())
    }

    fn hear_signal(&mut self, peer: PeerId, header: &Header, payload: &[u8]) -> Option<()> {
        let WindowPlace { window, offset } = WindowPlace::of(header);
        let signal = WindowSignal::of_number(offset).filter(|_| payload.is_empty())?;
        for (to, answer) in self.windows.hear(peer.0, window, signal) {
            self.tell(to, window, answer);
        }
        Some(())
    }

    /// A process is gone: its locks go to others.
    pub(crate) fn part_from_windows(&mut self, peer: PeerId) {
        for (window, to, signal) in self.windows.forget(peer.0) {
            self.tell(to, window, signal);
        }
    }
}
