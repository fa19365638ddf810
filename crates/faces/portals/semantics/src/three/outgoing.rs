//! What an interface has to send.

use crate::data::{OutgoingData, OwnBytes};
use crate::handle::PortalsHandle;
use crate::outgoing_queue::{OutgoingItem, PromptAnswer};
use crate::process::PortalsProcess;
use crate::three::accept::OperationCourse;
use crate::three::head::{AnswerHead, RequestHead};

/// The head of what is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutgoingHead {
    /// A request.
    Request(RequestHead),
    /// An answer.
    Answer(AnswerHead),
}

/// What is to be said once it is out ([`crate::three::PortalsInterface::sent`]).
#[derive(Default, Debug)]
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

impl OutgoingOperation {
    /// An answer, and whose end its departure is.
    pub(crate) fn answer(
        to: PortalsProcess,
        head: AnswerHead,
        data: OutgoingData,
        departure: Option<SendingEnd>,
    ) -> Self {
        let (head, after) = (OutgoingHead::Answer(head), AfterSending(departure));
        OutgoingOperation { to, head, data, after }
    }
}

impl From<PromptAnswer<AnswerHead>> for OutgoingOperation {
    fn from(answer: PromptAnswer<AnswerHead>) -> Self {
        let data = OutgoingData::Own(OwnBytes::from_slice(answer.bytes()));
        OutgoingOperation::answer(answer.to, answer.head, data, None)
    }
}

impl OutgoingItem for OutgoingOperation {
    type Answer = AnswerHead;
}
