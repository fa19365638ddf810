//! A node that cannot be reached, or not any more.

use std::io;

/// The connection to a node is gone before its work was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lost {
    /// Exit status for mpiexec.
    pub(crate) status: u8,
    /// Whether its proxy had answered.
    pub(crate) began: bool,
    pub(crate) text: String,
}

impl Lost {
    /// The launch command cannot be run.
    pub(super) fn start(host: &str, shown: &str, program: &str, error: io::Error) -> Lost {
        let (status, text) = match error.kind() {
            io::ErrorKind::NotFound if program == "ssh" => (
                127,
                "there is no ssh here; install it (apt install openssh-client, dnf install openssh-clients) or name another command with --launcher".into(),
            ),
            io::ErrorKind::NotFound => {
                (127, format!("the launcher's command {program} does not exist"))
            }
            io::ErrorKind::PermissionDenied => {
                (126, format!("the launcher's command {program} is not executable"))
            }
            _ => (1, format!("cannot run `{shown}`: {error}")),
        };
        Lost { status, began: false, text: format!("host {host}: {text}") }
    }
}
