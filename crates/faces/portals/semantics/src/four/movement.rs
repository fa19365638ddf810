//! What a program asks to be moved, and whether that can be.

use crate::four::atomic::{AtomicDatatype, AtomicOperation, OperandUse};
use crate::four::error::NiError;
use crate::four::head::OperationKind;
use crate::four::interface::NetworkInterface;
use crate::four::name::NiProcess;
use crate::four::options::MdOptions;
use crate::handle::PortalsHandle;
use crate::process::PortalsProcess;

/// What the initiator is told of what it has sent; the numbers are those of `portals4.h`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AckRequest {
    /// Nothing.
    None = 0,
    /// What it has come to, by an event and a counter.
    Full = 1,
    /// By a counter alone.
    Counting = 2,
    /// That it is over, by a counter alone.
    Completion = 3,
}

/// A place in a descriptor's memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalPlace {
    /// The descriptor.
    pub descriptor: PortalsHandle,
    /// Where in it.
    pub offset: u64,
}

/// Bytes to be moved.
#[derive(Clone, Copy, Debug)]
pub struct Movement {
    /// What is asked.
    pub kind: OperationKind,
    /// What is sent.
    pub from: Option<LocalPlace>,
    /// Where comes what is asked for.
    pub into: Option<LocalPlace>,
    /// Bytes.
    pub length: u64,
    /// What is told of what is sent.
    pub ack: AckRequest,
    /// The target.
    pub target: NiProcess,
    /// Its portal.
    pub pt_index: u32,
    /// Match bits.
    pub match_bits: u64,
    /// Where in the target's memory.
    pub offset: u64,
    /// A word of the program's own.
    pub user_ptr: u64,
    /// A word for the target.
    pub hdr_data: u64,
    /// The operand of a swap that has one.
    pub operand: [u8; 32],
}

/// Bytes to be put, of which nobody but their target is told, or to be got, as most are: what is out of the ordinary is
/// a [`Movement`].
#[derive(Clone, Copy, Debug)]
pub struct PlainMovement {
    /// Where they are here.
    pub local: LocalPlace,
    /// Bytes.
    pub length: u64,
    /// The target.
    pub target: NiProcess,
    /// Its portal.
    pub pt_index: u32,
    /// Match bits.
    pub match_bits: u64,
    /// Where in the target's memory.
    pub offset: u64,
    /// A word of the program's own.
    pub user_ptr: u64,
    /// A word for the target of a put.
    pub hdr_data: u64,
}

impl PlainMovement {
    /// The same as any other.
    #[cold]
    pub(crate) fn movement(&self, kind: OperationKind) -> Movement {
        let is_put = kind == OperationKind::Put;
        Movement {
            kind,
            from: is_put.then_some(self.local),
            into: (!is_put).then_some(self.local),
            length: self.length,
            ack: AckRequest::None,
            target: self.target,
            pt_index: self.pt_index,
            match_bits: self.match_bits,
            offset: self.offset,
            user_ptr: self.user_ptr,
            hdr_data: self.hdr_data,
            operand: [0; 32],
        }
    }
}

impl NetworkInterface {
    /// Whether bytes can be moved so, and to which process.
    #[inline]
    pub(crate) fn check_movement(&self, movement: &Movement) -> Result<PortalsProcess, NiError> {
        let most = match movement.kind.atomic() {
            None => self.limits.max_msg_size,
            Some(of) => self.check_operation(movement, of)?,
        };
        if movement.length > most || movement.pt_index as usize > self.limits.max_pt_index {
            return Err(NiError::ArgInvalid);
        }
        if let Some(place) = movement.from {
            self.check_source(movement, place)?;
        }
        if let Some(place) = movement.into {
            self.check_place(place, movement.length)?;
        }
        self.process_of(movement.target)
    }

    /// Whether an atomic operation is one, and how many bytes it may have.
    fn check_operation(
        &self,
        movement: &Movement,
        (operation, datatype): (AtomicOperation, AtomicDatatype),
    ) -> Result<u64, NiError> {
        let size = datatype.size() as u64;
        let is_swap = operation.operand() != OperandUse::NoSwap;
        let is_sound = operation.is_on(datatype)
            && is_swap == matches!(movement.kind, OperationKind::Swap(..))
            && movement.length.is_multiple_of(size);
        if !is_sound {
            return Err(NiError::ArgInvalid);
        }
        Ok(match (operation.operand(), movement.kind) {
            (OperandUse::OneItem, _) => size,
            (_, OperationKind::Atomic(..)) => self.limits.max_atomic_size,
            _ => self.limits.max_fetch_atomic_size,
        })
    }

    #[inline]
    fn check_place(&self, place: LocalPlace, length: u64) -> Result<MdOptions, NiError> {
        let bound = self.descriptors.get(place.descriptor).ok_or(NiError::ArgInvalid)?;
        let end = place.offset.checked_add(length);
        match end.is_some_and(|end| end <= bound.spec.memory.len()) {
            true => Ok(bound.spec.options),
            false => Err(NiError::ArgInvalid),
        }
    }

    #[inline]
    fn check_source(&self, movement: &Movement, place: LocalPlace) -> Result<(), NiError> {
        let options = self.check_place(place, movement.length)?;
        let is_volatile = options.has(MdOptions::VOLATILE);
        if is_volatile && movement.length > self.limits.max_volatile_size {
            return Err(NiError::ArgInvalid);
        }
        let bound = self.descriptors.get(place.descriptor).ok_or(NiError::ArgInvalid)?;
        let can_tell = match movement.ack {
            AckRequest::Full => bound.spec.events.is_some(),
            AckRequest::Counting => bound.spec.counter.is_some(),
            AckRequest::None | AckRequest::Completion => true,
        };
        if can_tell { Ok(()) } else { Err(NiError::ArgInvalid) }
    }
}
