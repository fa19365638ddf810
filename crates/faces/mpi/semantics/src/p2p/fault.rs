//! What is told of messages that fail.

use crate::constants::{MPI_ERR_OTHER, MPI_ERR_PROC_ABORTED, MPI_ERR_TRUNCATE, MPI_ERR_TYPE};
use crate::error::Error;
use crate::status::Status;
use ferry_link::LinkError;
use ferry_two_sided::TransferFault;

#[cold]
pub(crate) fn link_error(error: &LinkError) -> Error {
    let class = match error {
        LinkError::Method(ferry_method::MethodError::Lost { .. }) => MPI_ERR_PROC_ABORTED,
        _ => MPI_ERR_OTHER,
    };
    Error::new(class, error.to_string())
}

#[cold]
pub(crate) fn fault_error(fault: &TransferFault) -> Error {
    match fault {
        TransferFault::Truncated { sent, room } => Error::new(
            MPI_ERR_TRUNCATE,
            format!("a message of {sent} bytes met a receive buffer of {room} bytes"),
        ),
        TransferFault::Lost { peer, why } => {
            Error::new(MPI_ERR_PROC_ABORTED, format!("rank {peer} of the job is gone: {why}"))
        }
        TransferFault::Refused { code, why } => Error::new(*code, why.to_string()),
        TransferFault::Unlike { what } => Error::new(MPI_ERR_TYPE, what.to_string()),
    }
}

#[cold]
pub(super) fn truncated(status: &Status, sent: u64, room: u64) -> Error {
    let text = format!(
        "a message of {sent} bytes from rank {} with tag {} met a receive buffer of {room} bytes",
        status.source, status.tag
    );
    Error::new(MPI_ERR_TRUNCATE, text)
}

#[cold]
pub(super) fn unlike(what: &str, status: &Status, comm: Option<&str>) -> Error {
    let named = comm.filter(|name| !name.is_empty());
    let on = named.map_or_else(String::new, |name| format!(" on {name}"));
    let text = format!(
        "{what}: from rank {} with tag {}{on}; make both sides agree",
        status.source, status.tag
    );
    Error::new(MPI_ERR_TYPE, text)
}
