//! Requests that wait for their answers.

use crate::handle::PortalsHandle;
use crate::process::PortalsProcess;
use crate::three::head::AnswerKind;
use crate::three::initiate::LocalPart;

/// A request that waits for its answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outstanding {
    /// Who is asked.
    pub(crate) process: PortalsProcess,
    /// For which portal.
    pub(crate) pt_index: u32,
    /// By these match bits.
    pub(crate) match_bits: u64,
    /// What is to come.
    pub(crate) kind: AnswerKind,
    pub(crate) descriptor: PortalsHandle,
    /// Where in that what comes goes.
    pub(crate) part: LocalPart,
}
