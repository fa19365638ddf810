//! Which environment variables the ranks get.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Which variables of mpiexec's own environment are passed on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Inherit {
    /// All (the default).
    All,
    /// None.
    None,
    /// These.
    Listed(Vec<String>),
}

impl Inherit {
    /// Reads names with commas between.
    pub(super) fn listed(names: &str) -> Inherit {
        Inherit::Listed(names.split(',').map(|name| name.trim().to_owned()).collect())
    }
}

/// Changes to the environment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Environment {
    /// What is passed on, when said.
    pub inherit: Option<Inherit>,
    /// Variables set, in order.
    pub set: Vec<(OsString, OsString)>,
}

/// Variables that belong to a host and would be wrong on another.
const OF_A_HOST: [&str; 8] = [
    "HOSTNAME",
    "SSH_CONNECTION",
    "SSH_CLIENT",
    "SSH_TTY",
    "SSH_AUTH_SOCK",
    "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
    "XDG_RUNTIME_DIR",
];

impl Environment {
    /// Sets a variable.
    pub(crate) fn set(&mut self, name: OsString, value: OsString) {
        self.set.push((name, value));
    }

    /// `NAME=VALUE` sets, `NAME` passes on the own value if there is one.
    pub(super) fn export(&mut self, text: &OsStr) {
        match split(text) {
            Some((name, value)) => self.set(name, value),
            None => {
                if let Some(value) = std::env::var_os(text) {
                    self.set(text.to_owned(), value);
                }
            }
        }
    }

    /// The variables of a program: what is inherited, then the job's, then its own settings.
    /// `own` is mpiexec's environment.
    pub fn resolve(
        job: &Environment,
        app: &Environment,
        own: impl Iterator<Item = (OsString, OsString)>,
        remote: bool,
    ) -> Vec<(OsString, OsString)> {
        let inherit = app.inherit.as_ref().or(job.inherit.as_ref()).unwrap_or(&Inherit::All);
        let passed = |name: &OsStr| match inherit {
            Inherit::All => !remote || !OF_A_HOST.iter().any(|n| name == *n),
            Inherit::None => false,
            Inherit::Listed(names) => names.iter().any(|n| name == n.as_str()),
        };
        let mut env: Vec<_> = own.filter(|(name, _)| passed(name)).collect();
        env.extend(job.set.iter().chain(&app.set).cloned());
        env
    }

    /// Whether a remote host's own environment is the ground.
    pub fn inherits_all(job: &Environment, app: &Environment) -> bool {
        matches!(app.inherit.as_ref().or(job.inherit.as_ref()), None | Some(Inherit::All))
    }
}

/// Splits at the first `=`.
pub(crate) fn split(text: &OsStr) -> Option<(OsString, OsString)> {
    let bytes = text.as_bytes();
    let at = bytes.iter().position(|&b| b == b'=')?;
    let part = |bytes: &[u8]| OsString::from_vec(bytes.to_vec());
    Some((part(&bytes[..at]), part(&bytes[at + 1..])))
}
