//! Calls of the program's threads that have not returned: as told to whoever wants to end MPI beside them, and where MPI
//! has ended all the same.

use super::{Process, enter_lane};
use crate::constants::MPI_ERR_OTHER;
use crate::init::{self, Phase};
use crate::lane::{self, Lane};
use crate::request::{OperationOwner, StatusRole};
use ferry_two_sided::RequestId;
use std::time::Duration;

/// A thread that begins to wait tells what for when it looks from outside or sleeps. So many times it is given time for
/// that, and no more: what is told is an error all the same.
const LOOKS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(1);

/// Says which threads of the program wait in calls, and one of these as far as it is known; `None`: none waits. May
/// pause. The state is not entered.
pub(crate) fn blocked_calls() -> Option<String> {
    lane::all().find_map(blocked_calls_in)
}

fn blocked_calls_in(lane: Lane) -> Option<String> {
    for look in 1.. {
        let process = enter_lane(lane);
        let threads = process.runtime.watch.waiting_threads();
        if threads == 0 {
            break;
        }
        let awaited: Vec<Option<u64>> = process.runtime.watch.awaited_operations().collect();
        if awaited.len() == threads || look == LOOKS {
            let known = awaited.into_iter().flatten();
            let call = known.filter_map(|id| process.call_of(RequestId(id))).next();
            return Some(in_words(threads, call.as_deref()));
        }
        drop(process);
        std::thread::sleep(PAUSE);
    }
    None
}

fn in_words(threads: usize, call: Option<&str>) -> String {
    match (threads, call) {
        (1, Some(call)) => format!("another thread of this process waits in {call}"),
        (1, None) => "another thread of this process waits in an MPI call".into(),
        (_, Some(call)) => {
            format!(
                "{threads} other threads of this process wait in MPI calls, one of them in {call}"
            )
        }
        (_, None) => format!("{threads} other threads of this process wait in MPI calls"),
    }
}

impl Process {
    /// The call that waits for an operation, in words.
    fn call_of(&self, operation: RequestId) -> Option<String> {
        let owner = OperationOwner::of(self.runtime.face.transfer.label(operation)?);
        let call = match owner.role() {
            _ if owner.is_internal() => "a collective call".into(),
            StatusRole::Send => "a send".into(),
            StatusRole::ReceiveFrom(source) => format!("a receive from rank {source}"),
            StatusRole::Receive => "a receive from MPI_ANY_SOURCE".to_owned(),
        };
        let name = self.comms.get(owner.comm()).map(|entry| entry.name.as_str());
        Some(match name.filter(|name| !name.is_empty()) {
            Some(name) => format!("{call} on {name}"),
            None => format!("{call} on a communicator without a name"),
        })
    }
}

/// Calls look whether MPI runs before they enter: this one has overlapped with the end of MPI in another thread.
#[cold]
pub(super) fn not_running() -> ! {
    const OVERLAP: &str = "MPI ended in another thread while this one was in a call: all calls have to return before \
                           MPI_Finalize is called (MPI-5.0 §11.6)";
    match init::phase() {
        Phase::After => init::fail(MPI_ERR_OTHER, OVERLAP),
        _ => panic!("MPI was used before it was initialised"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_counted_and_one_call_is_named() {
        let call = Some("a send on MPI_COMM_WORLD");
        assert_eq!(
            in_words(1, call),
            "another thread of this process waits in a send on MPI_COMM_WORLD"
        );
        assert!(in_words(1, None).ends_with("thread of this process waits in an MPI call"));
        assert!(
            in_words(3, call).starts_with("3 other threads of this process wait in MPI calls, ")
        );
        assert!(in_words(2, None).ends_with("wait in MPI calls"));
    }
}
