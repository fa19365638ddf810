//! What an interface has to send.

use crate::data::{OutgoingData, OwnBytes};
use crate::four::head::{OperationHead, ResultHead};
use crate::four::initiate::SendCourse;
use crate::four::target::TargetCourse;
use crate::outgoing_queue::{OutgoingItem, PromptAnswer};
use crate::process::PortalsProcess;

/// The head of what is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NiHead {
    /// A request.
    Operation(OperationHead),
    /// What a request has come to.
    Result(ResultHead),
}

/// What is to be said once something is out.
#[derive(Default, Debug)]
pub struct AfterNiSending(pub(crate) NiDeparture);

/// Whose end its departure is.
#[derive(Default, Debug)]
pub(crate) enum NiDeparture {
    /// Nobody's.
    #[default]
    Nothing,
    /// This process's memory may be used again.
    Sent(SendCourse),
    /// What another process asked for has left.
    Served(TargetCourse),
}

/// Something to be sent: to one process, in the order of what goes there.
#[derive(Debug)]
pub(crate) struct NiOutgoing {
    pub(crate) to: PortalsProcess,
    pub(crate) head: NiHead,
    pub(crate) data: OutgoingData,
    pub(crate) after: NiDeparture,
}

impl From<PromptAnswer<ResultHead>> for NiOutgoing {
    fn from(answer: PromptAnswer<ResultHead>) -> Self {
        NiOutgoing {
            to: answer.to,
            head: NiHead::Result(answer.head),
            data: OutgoingData::Own(OwnBytes::from_slice(answer.bytes())),
            after: NiDeparture::Nothing,
        }
    }
}

impl OutgoingItem for NiOutgoing {
    type Answer = ResultHead;
}
