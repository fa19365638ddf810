//! What an operation says of its target.

use crate::accumulate::Update;
use crate::frames::Words;
use ferry_datatype::{Basic, Datatype};
use ferry_op::BuiltinOp;
use ferry_transfer::RequestId;
use std::sync::Arc;

/// The target's buffer: `count` of a datatype, `place` bytes from the beginning of its window on; in a dynamic
/// window `place` is an address.
#[derive(Clone, Debug)]
pub struct TargetBuffer {
    /// Where.
    pub place: u64,
    /// How many.
    pub count: u64,
    /// Of what.
    pub datatype: Arc<Datatype>,
}

impl TargetBuffer {
    /// Place and length, if the data lie in a row.
    pub(crate) fn row(&self) -> Option<(u64, u64)> {
        let (offset, len) = self.datatype.contiguous_region(self.count)?;
        Some((self.place.wrapping_add_signed(offset), len))
    }

    /// Bytes of data.
    pub(crate) fn len(&self) -> usize {
        self.datatype.packed_size(self.count).map_or(usize::MAX, |len| len as usize)
    }
}

/// What is wanted of the target's data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// That they are replaced (`MPI_Put`).
    Put,
    /// That they are sent (`MPI_Get`).
    Get,
    /// That they are updated (`MPI_Accumulate`).
    Update(Update),
    /// The same, and that they are sent as they were (`MPI_Get_accumulate`).
    Fetch(Update),
}

/// `MPI_NO_OP` and nothing in an operation without arithmetic.
const NO_BASIC: u64 = 0;

fn encode_update(update: Option<Update>) -> u64 {
    update
        .map_or(NO_BASIC, |Update { op, basic }| op.handle() as u64 | (basic.handle() as u64) << 16)
}

fn decode_update(word: u64) -> Option<Update> {
    let op = BuiltinOp::from_handle((word & 0xffff) as usize)?;
    let basic = Basic::from_handle((word >> 16) as usize)?;
    op.supports(basic).then_some(Update { op, basic })
}

/// Stands for no receive.
const NOBODY: u64 = u64::MAX;

/// The receive of a word.
pub(crate) fn receiver_of(word: u64) -> Option<RequestId> {
    (word != NOBODY).then_some(RequestId(word))
}

/// The word of a receive.
pub(crate) fn word_of(receiver: Option<RequestId>) -> u64 {
    receiver.map_or(NOBODY, |id| id.0)
}

/// What a frame of [`UPDATE`](crate::frames::UPDATE) begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UpdateHead {
    pub(crate) update: Update,
    /// The receive that gets the old elements, if one does, and where in it.
    pub(crate) receiver: Option<RequestId>,
    pub(crate) position: u64,
    /// Bytes of elements; the operands follow, but those of `MPI_NO_OP`.
    pub(crate) len: u64,
}

impl UpdateHead {
    pub(crate) const LEN: usize = 32;

    pub(crate) fn encode(self) -> [u8; Self::LEN] {
        let receiver = word_of(self.receiver);
        let words = [encode_update(Some(self.update)), receiver, self.position, self.len];
        let mut bytes = [0; Self::LEN];
        for (place, word) in bytes.chunks_exact_mut(8).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// The head, and what follows it.
    pub(crate) fn decode(payload: &[u8]) -> Option<(Self, &[u8])> {
        let mut words = Words(payload);
        let update = decode_update(words.take()?)?;
        let receiver = receiver_of(words.take()?);
        let (position, len) = (words.take()?, words.take()?);
        let operands = words.0;
        let expected = if update.op == BuiltinOp::NoOp { 0 } else { len };
        let whole = len.is_multiple_of(update.basic.size() as u64);
        let fits = operands.len() as u64 == expected && whole;
        fits.then_some((UpdateHead { update, receiver, position, len }, operands))
    }
}

/// What a frame of [`OPERATION`](crate::frames::OPERATION) says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OperationHead {
    pub(crate) wanted: Wanted,
    /// The number that its sender has given the datatype.
    pub(crate) datatype: u32,
    pub(crate) count: u64,
    pub(crate) place: u64,
    pub(crate) receiver: Option<RequestId>,
}

impl OperationHead {
    pub(crate) fn encode(self) -> Vec<u8> {
        let (kind, update) = match self.wanted {
            Wanted::Put => (0, None),
            Wanted::Get => (1, None),
            Wanted::Update(update) => (2, Some(update)),
            Wanted::Fetch(update) => (3, Some(update)),
        };
        let receiver = word_of(self.receiver);
        let update = encode_update(update);
        let words = [kind, update, u64::from(self.datatype), self.count, self.place, receiver];
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    pub(crate) fn decode(payload: &[u8]) -> Option<Self> {
        let mut words = Words(payload);
        let (kind, update) = (words.take()?, words.take()?);
        let wanted = match kind {
            0 => Wanted::Put,
            1 => Wanted::Get,
            2 => Wanted::Update(decode_update(update)?),
            3 => Wanted::Fetch(decode_update(update)?),
            _ => return None,
        };
        let datatype = u32::try_from(words.take()?).ok()?;
        let (count, place) = (words.take()?, words.take()?);
        let receiver = receiver_of(words.take()?);
        let is_whole = words.0.is_empty();
        is_whole.then_some(OperationHead { wanted, datatype, count, place, receiver })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_as_they_were_written() {
        let update = Update { op: BuiltinOp::Sum, basic: Basic::Double };
        let receiver = Some(RequestId(7 << 32 | 1));
        let head = UpdateHead { update, receiver, position: 16, len: 8 };
        let mut bytes = head.encode().to_vec();
        assert!(UpdateHead::decode(&bytes).is_none(), "without its operand");
        bytes.extend(1f64.to_le_bytes());
        assert_eq!(UpdateHead::decode(&bytes), Some((head, &1f64.to_le_bytes()[..])));
        for wanted in [Wanted::Put, Wanted::Get, Wanted::Update(update), Wanted::Fetch(update)] {
            let (datatype, count, place) = (3, 4, 1 << 40);
            let head = OperationHead { wanted, datatype, count, place, receiver: None };
            let bytes = head.encode();
            assert_eq!(OperationHead::decode(&bytes), Some(head));
            assert!((0..bytes.len()).all(|len| OperationHead::decode(&bytes[..len]).is_none()));
        }
    }

    #[test]
    fn an_operation_that_is_none_of_the_datatype_is_refused() {
        let update = Update { op: BuiltinOp::Band, basic: Basic::Double };
        let head = UpdateHead { update, receiver: None, position: 0, len: 0 };
        assert!(UpdateHead::decode(&head.encode()).is_none());
    }
}
