//! Reading and writing the memory of other processes, which need not call for it.

use crate::error::MpLiteError;
use crate::messages::{MessageNumber, MessageUnderWay, MessageWay};
use crate::process::MpLite;
use crate::window_frames::{WindowPlace, WindowUse};
use crate::windows::{AccumulateKind, WindowNumber};
use ferry_sys::Arena;
use ferry_two_sided::RequestId;

/// Memory in a process's window: which window, whose memory, and from which element on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RemoteElement {
    /// The window.
    pub window: WindowNumber,
    /// The process.
    pub node: u32,
    /// The first element, of that process's length of elements.
    pub element: i32,
}

/// A place that was looked for and is there.
struct FoundPlace {
    place: WindowPlace,
    node: u32,
    /// Bytes of an element.
    unit: usize,
}

impl MpLite {
    /// Where a place is, if `bytes` from there on are within the window.
    fn find(
        &self,
        RemoteElement { window, node, element }: RemoteElement,
        bytes: impl FnOnce(usize) -> Option<usize>,
    ) -> Result<(FoundPlace, usize), MpLiteError> {
        let mut state = self.home.state();
        let shape = state.windows.get(window)?.shapes.get(node as usize).copied();
        let shape = shape.ok_or_else(|| self.no_such_node(node))?;
        let outside =
            MpLiteError::OutsideWindow { window: window.0, node, element, has: shape.bytes };
        let unit = shape.unit as usize;
        let offset = u64::try_from(element).ok().and_then(|at| at.checked_mul(shape.unit));
        let found = offset.zip(bytes(unit)).filter(|(offset, len)| {
            offset.checked_add(*len as u64).is_some_and(|end| end <= shape.bytes)
        });
        let (offset, len) = found.ok_or(outside)?;
        Ok((FoundPlace { place: WindowPlace { window, offset }, node, unit }, len))
    }

    /// Begins to write; `None`: it is over.
    fn start_write(
        &self,
        data: Arena,
        usage: WindowUse,
        FoundPlace { place, node, .. }: FoundPlace,
    ) -> Result<Option<RequestId>, MpLiteError> {
        let mut state = self.home.state();
        if node == self.node() {
            let memory = state.windows.get(place.window)?.memory;
            // As large as was found before.
            let start = place.offset as usize;
            match usage {
                WindowUse::Put => data.copy(0, &memory, start, data.len()),
                WindowUse::Accumulate(kind) => {
                    let bytes = data.read(0, data.len()).as_slice().to_vec();
                    kind.apply(memory.write(start, bytes.len()).as_mut_slice(), &bytes);
                }
            }
            return Ok(None);
        }
        let (face, links) = state.parts();
        let region = data.read(0, data.len());
        let sent = face.send_to_window(links, (node, place), usage, region);
        state.send();
        sent.map_err(|error| MpLiteError::Links(error.to_string()))
    }

    fn number_of(
        &self,
        way: MessageWay,
        request: Option<RequestId>,
        (node, bytes): (u32, usize),
    ) -> Result<MessageNumber, MpLiteError> {
        let message = MessageUnderWay { way, request, node: node as i32, bytes, tag: -1 };
        self.home.state().messages.add(message)
    }

    /// Begins to write elements into another process's memory; they are counted in the length that they have
    /// there. The data are lent until the message is waited for. No elements are no message.
    ///
    /// # Errors
    /// If they are not within the window, or too much is under way.
    pub fn put_begin(&self, data: Arena, to: RemoteElement) -> Result<MessageNumber, MpLiteError> {
        let (found, bytes) = self.find(to, |_| Some(data.len()))?;
        if bytes == 0 {
            return Ok(MessageNumber::OVER);
        }
        let node = found.node;
        let request = self.start_write(data, WindowUse::Put, found)?;
        self.number_of(MessageWay::Put, request, (node, bytes))
    }

    /// Writes elements into another process's memory. When this returns the data may be used again.
    ///
    /// # Errors
    /// If they are not within the window, or the process is gone.
    pub fn put(&self, data: Arena, to: RemoteElement) -> Result<(), MpLiteError> {
        let (found, _) = self.find(to, |_| Some(data.len()))?;
        let request = self.start_write(data, WindowUse::Put, found)?;
        request.map_or(Ok(()), |request| self.release(request))
    }

    /// Combines numbers with those in another process's memory; each one is changed as a whole.
    ///
    /// # Errors
    /// As [`MpLite::put`], and if these are no numbers of the kind.
    pub fn accumulate(
        &self,
        data: Arena,
        kind: AccumulateKind,
        to: RemoteElement,
    ) -> Result<(), MpLiteError> {
        let (found, _) = self.find(to, |_| Some(data.len()))?;
        let request = self.start_accumulate(data, kind, found)?;
        request.map_or(Ok(()), |request| self.release(request))
    }

    /// The same, begun; as [`MpLite::put_begin`].
    ///
    /// # Errors
    /// As [`MpLite::accumulate`], or if too much is under way.
    pub fn accumulate_begin(
        &self,
        data: Arena,
        kind: AccumulateKind,
        to: RemoteElement,
    ) -> Result<MessageNumber, MpLiteError> {
        let (found, bytes) = self.find(to, |_| Some(data.len()))?;
        if bytes == 0 {
            return Ok(MessageNumber::OVER);
        }
        let node = found.node;
        let request = self.start_accumulate(data, kind, found)?;
        self.number_of(MessageWay::Put, request, (node, bytes))
    }

    fn start_accumulate(
        &self,
        data: Arena,
        kind: AccumulateKind,
        found: FoundPlace,
    ) -> Result<Option<RequestId>, MpLiteError> {
        if !data.len().is_multiple_of(kind.size()) {
            return Err(MpLiteError::NotWhole { bytes: data.len(), of: kind.size() });
        }
        self.start_write(data, WindowUse::Accumulate(kind), found)
    }

    /// Bytes of an element of a process's window.
    ///
    /// # Errors
    /// If there is no such window.
    pub fn unit_of(&self, window: WindowNumber, node: u32) -> Result<usize, MpLiteError> {
        let nowhere = RemoteElement { window, node, element: 0 };
        Ok(self.find(nowhere, |_| Some(0))?.0.unit)
    }

    fn start_read(
        &self,
        memory: Arena,
        FoundPlace { place, node, .. }: FoundPlace,
    ) -> Result<Option<RequestId>, MpLiteError> {
        let mut state = self.home.state();
        if node == self.node() {
            let window = state.windows.get(place.window)?.memory;
            window.copy(place.offset as usize, &memory, 0, memory.len());
            return Ok(None);
        }
        let request = state.ask_window(node, place, memory.write(0, memory.len()));
        state.windows.get(place.window)?.gets.push(request);
        state.send();
        Ok(Some(request))
    }

    /// Reads elements of another process's memory.
    ///
    /// # Errors
    /// If they are not within the window, or the process is gone.
    pub fn get(&self, memory: Arena, from: RemoteElement) -> Result<(), MpLiteError> {
        let (found, bytes) = self.find(from, |_| Some(memory.len()))?;
        if bytes == 0 {
            return Ok(());
        }
        let Some(request) = self.start_read(memory, found)? else { return Ok(()) };
        self.complete(request, || format!("{bytes} bytes of the window of node {}", from.node))
            .map(drop)
    }

    /// Begins to read; the memory is lent until the message is waited for. No elements are no message.
    ///
    /// # Errors
    /// If they are not within the window, or too much is under way.
    pub fn get_begin(
        &self,
        memory: Arena,
        from: RemoteElement,
    ) -> Result<MessageNumber, MpLiteError> {
        let (found, bytes) = self.find(from, |_| Some(memory.len()))?;
        if bytes == 0 {
            return Ok(MessageNumber::OVER);
        }
        let request = self.start_read(memory, found)?;
        self.number_of(MessageWay::Get, request, (from.node, bytes))
    }
}
