//! What an interface has to send.

use crate::handle::PortalsHandle;
use crate::process::PortalsProcess;
use crate::three::accept::OperationCourse;
use crate::three::head::{AnswerHead, RequestHead};
use crate::three::memory::LentPieces;
use ferry_sys::ReadRegion;
use smallvec::SmallVec;

/// Few bytes in one piece.
pub(crate) type Gathered = SmallVec<[u8; 64]>;

/// The head of what is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutgoingHead {
    /// A request.
    Request(RequestHead),
    /// An answer.
    Answer(AnswerHead),
}

/// The bytes behind it.
#[derive(Debug)]
pub enum OutgoingData {
    /// The program's memory, piece by piece.
    Lent(LentPieces),
    /// Bytes of the interface's own.
    Own(Vec<u8>),
}

impl OutgoingData {
    /// None.
    pub(crate) const NOTHING: OutgoingData = OutgoingData::Own(Vec::new());

    /// Bytes.
    pub fn len(&self) -> usize {
        match self {
            OutgoingData::Lent(pieces) => pieces.iter().map(ReadRegion::len).sum(),
            OutgoingData::Own(bytes) => bytes.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One piece after the other.
    pub(crate) fn piece(&self, number: usize) -> Option<&[u8]> {
        match self {
            OutgoingData::Lent(pieces) => pieces.get(number).map(ReadRegion::as_slice),
            OutgoingData::Own(bytes) => (number == 0).then_some(bytes),
        }
    }

    /// All of them in one.
    pub fn gather(&self) -> Gathered {
        match self {
            OutgoingData::Lent(pieces) => pieces.iter().fold(Gathered::new(), |mut all, piece| {
                all.extend_from_slice(piece.as_slice());
                all
            }),
            OutgoingData::Own(bytes) => Gathered::from_slice(bytes),
        }
    }
}

/// What is to be said once it is out ([`crate::three::PortalsInterface::sent`]).
#[derive(Debug)]
pub struct AfterSending(pub(crate) Option<SendingEnd>);

/// Whose end its departure is.
#[derive(Debug)]
pub(crate) struct SendingEnd {
    pub(crate) descriptor: PortalsHandle,
    pub(crate) course: OperationCourse,
}

/// Something to be sent: to one process, in the order of what goes there.
#[derive(Debug)]
pub struct OutgoingOperation {
    /// To whom.
    pub to: PortalsProcess,
    /// Its head.
    pub head: OutgoingHead,
    /// The bytes behind it.
    pub data: OutgoingData,
    /// What it is the end of.
    pub after: AfterSending,
}
