//! What others ask of this process's memory.

use crate::accumulate::{self, Scattered, Update};
use crate::batch;
use crate::frames::{REFUSED, Words, header, with_bytes};
use crate::one_sided::{OneSided, WindowRank};
use crate::operation::{OperationHead, TargetBuffer, UpdateHead, Wanted, word_of};
use crate::window::{OpenOperation, OpenWindow, fits};
use ferry_datatype::{Datatype, UserMemoryMut};
use ferry_op::BuiltinOp;
use ferry_sys::Arena;
use ferry_transfer::{Gather, RequestId, SendData, Transfer};
use ferry_wire::{Header, PeerId};
use std::sync::Arc;

/// The class of accesses outside of a window (`MPI_ERR_RMA_RANGE`).
const OUTSIDE: u64 = 48;
/// Old elements are sent in answers of so many bytes at most.
const ANSWER: usize = 32 << 10;

/// Elements of a window that do not lie in a row, to be sent.
struct Gathered {
    memory: UserMemoryMut,
    datatype: Arc<Datatype>,
    count: u64,
    len: usize,
}

impl Gather for Gathered {
    fn len(&self) -> usize {
        self.len
    }

    fn read(&self, at: usize, out: &mut [u8]) {
        self.datatype.pack(&self.memory.reader(), self.count, at as u64, out);
    }
}

/// The memory of a window, seen from a place in it.
fn seen_from((memory, place): (Arena, usize)) -> UserMemoryMut {
    UserMemoryMut::within(&memory, -(place as i64))
}

impl OneSided {
    fn window_of(&self, header: &Header) -> Option<&OpenWindow> {
        self.windows.get(&u32::try_from(header.words[1]).ok()?)
    }

    /// The memory in which a row of bytes goes that come.
    pub(crate) fn place_of(&self, header: &Header, len: usize) -> Option<Arena> {
        self.window_of(header)?.memory.row(header.words[0], len as u64)
    }

    /// Tells an origin that its operation was refused; what it waits for fails.
    pub(crate) fn refuse(
        transfer: &mut Transfer,
        peer: PeerId,
        of: &Header,
        receiver: Option<RequestId>,
    ) -> Option<()> {
        let header = header(REFUSED, OUTSIDE, of.words[1] as u32);
        let receiver = word_of(receiver).to_le_bytes();
        batch::enqueue(transfer, peer, with_bytes(header, receiver.to_vec()));
        Some(())
    }

    pub(crate) fn put_here(
        &mut self,
        transfer: &mut Transfer,
        peer: PeerId,
        header: &Header,
        bytes: &[u8],
    ) -> Option<()> {
        let Some(memory) = self.place_of(header, bytes.len()) else {
            return Self::refuse(transfer, peer, header, None);
        };
        memory.write(0, bytes.len()).as_mut_slice().copy_from_slice(bytes);
        Some(())
    }

    pub(crate) fn get_here(
        &mut self,
        transfer: &mut Transfer,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
    ) -> Option<()> {
        let mut words = Words(payload);
        let (receiver, len) = (RequestId(words.take()?), words.take()?);
        let Some(memory) = self.window_of(header)?.memory.row(header.words[0], len) else {
            return Self::refuse(transfer, peer, header, Some(receiver));
        };
        let data = SendData::Region(memory.read(0, len as usize));
        transfer.serve(peer, data, receiver).then_some(())
    }

    pub(crate) fn update_here(
        &mut self,
        transfer: &mut Transfer,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
    ) -> Option<()> {
        let (head, operands) = UpdateHead::decode(payload)?;
        let window = self.window_of(header)?;
        let Some(memory) = window.memory.row(header.words[0], head.len) else {
            return Self::refuse(transfer, peer, header, head.receiver);
        };
        let zeros =
            if head.update.op == BuiltinOp::NoOp { vec![0; head.len as usize] } else { vec![] };
        let operands = if zeros.is_empty() { operands } else { &zeros };
        let Some(receiver) = head.receiver else {
            accumulate::update(&memory, &window.control, head.update, operands, None);
            return Some(());
        };
        let mut old = vec![0; operands.len()];
        accumulate::update(&memory, &window.control, head.update, operands, Some(&mut old));
        transfer.answer(peer, receiver, head.position, old);
        Some(())
    }

    pub(crate) fn swap_here(
        &mut self,
        transfer: &mut Transfer,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
    ) -> Option<()> {
        let mut words = Words(payload);
        let receiver = RequestId(words.take()?);
        let size = words.0.len() / 2;
        let both = words.0.split_at(size);
        if !words.0.len().is_multiple_of(2) || !(1..=16).contains(&size) {
            return None;
        }
        let window = self.window_of(header)?;
        let Some(memory) = window.memory.row(header.words[0], size as u64) else {
            return Self::refuse(transfer, peer, header, Some(receiver));
        };
        let mut old = vec![0; size];
        accumulate::compare_and_swap(&memory, &window.control, both, &mut old);
        transfer.answer(peer, receiver, 0, old);
        Some(())
    }

    /// An operation on a datatype begins.
    pub(crate) fn begin_operation(
        &mut self,
        transfer: &mut Transfer,
        (peer, at): (PeerId, WindowRank),
        header: &Header,
        payload: &[u8],
    ) -> Option<()> {
        let OperationHead { wanted, datatype, count, place, receiver } =
            OperationHead::decode(payload)?;
        let datatype = self.heard.get(&peer)?.get(datatype)?.clone();
        let buffer = TargetBuffer { place, count, datatype };
        let window = self.windows.get_mut(&at.window)?;
        let open = &mut window.members[at.rank as usize].origin.open;
        *open = None;
        buffer.datatype.packed_size(count)?;
        if !fits(&buffer.datatype, wanted) {
            return None;
        }
        let Some(memory) = window.memory.find(place, buffer.datatype.span(count)) else {
            return Self::refuse(transfer, peer, header, receiver);
        };
        let operation = OpenOperation { wanted, buffer, receiver, memory };
        match wanted {
            Wanted::Get => return operation.send_all(transfer, peer),
            Wanted::Fetch(update) if update.op == BuiltinOp::NoOp => {
                return operation.fetch_all(window, transfer, peer, update);
            }
            _ => *open = Some(operation),
        }
        Some(())
    }

    /// A piece of it has come. One of an operation that was refused has nowhere to go.
    pub(crate) fn piece_here(
        &mut self,
        transfer: &mut Transfer,
        (peer, at): (PeerId, WindowRank),
        header: &Header,
        bytes: &[u8],
    ) -> Option<()> {
        let window = self.windows.get_mut(&at.window)?;
        let control = window.control;
        let Some(operation) = &window.member(at.rank).origin.open else { return Some(()) };
        let position = header.words[0];
        let end = position.checked_add(bytes.len() as u64)?;
        if end > operation.buffer.len() as u64 {
            return None;
        }
        let (update, old) = match operation.wanted {
            Wanted::Put => {
                let (memory, count) = (seen_from(operation.memory), operation.buffer.count);
                operation.datatype().unpack(&memory, count, position, bytes);
                return Some(());
            }
            Wanted::Get => return None,
            Wanted::Update(update) => (update, None),
            Wanted::Fetch(update) => (update, Some(vec![0; bytes.len()])),
        };
        let size = update.basic.size() as u64;
        if !position.is_multiple_of(size) || !end.is_multiple_of(size) {
            return None;
        }
        let mut old = old;
        let part = (position, bytes);
        operation.scattered().update(&control, update, part, old.as_deref_mut());
        if let Some((old, receiver)) = old.zip(operation.receiver) {
            transfer.answer(peer, receiver, position, old);
        }
        Some(())
    }
}

impl OpenOperation {
    fn scattered(&self) -> Scattered<'_> {
        let (memory, place) = (&self.memory.0, self.memory.1);
        Scattered { memory, place, datatype: self.datatype(), count: self.buffer.count }
    }

    /// Sends all of its data.
    fn send_all(&self, transfer: &mut Transfer, peer: PeerId) -> Option<()> {
        let (datatype, count) = (self.buffer.datatype.clone(), self.buffer.count);
        let len = self.buffer.len();
        let gathered = Gathered { memory: seen_from(self.memory), datatype, count, len };
        transfer.serve(peer, SendData::Gather(Box::new(gathered)), self.receiver?).then_some(())
    }

    /// Sends all of its data, each element as a whole.
    fn fetch_all(
        &self,
        window: &OpenWindow,
        transfer: &mut Transfer,
        peer: PeerId,
        update: Update,
    ) -> Option<()> {
        let (receiver, len, size) = (self.receiver?, self.buffer.len(), update.basic.size());
        for start in (0..len).step_by(ANSWER / size * size) {
            let nothing = vec![0; (len - start).min(ANSWER / size * size)];
            let mut old = nothing.clone();
            let part = (start as u64, &nothing[..]);
            self.scattered().update(&window.control, update, part, Some(&mut old));
            transfer.answer(peer, receiver, start as u64, old);
        }
        Some(())
    }
}
