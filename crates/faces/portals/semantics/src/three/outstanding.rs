//! Requests that wait for their answers.

use crate::handle::PortalsHandle;
use crate::three::head::AnswerKind;
use crate::three::initiate::{LocalPart, RemotePlace};

/// A request that waits for its answer.
#[derive(Debug)]
pub(crate) struct Outstanding {
    /// What was asked.
    pub(crate) of: RemotePlace,
    /// What is to come.
    pub(crate) kind: AnswerKind,
    pub(crate) descriptor: PortalsHandle,
    /// Where in that what comes goes.
    pub(crate) part: LocalPart,
}
