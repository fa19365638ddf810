//! Ferry: from configuration and launcher to links.
//!
//! [`start`] asks the launcher who this process is, opens the methods that the configuration wants,
//! and publishes how it can be reached. This is the one place that names concrete methods.
#![forbid(unsafe_code)]

mod directory;
mod error;
pub mod methods;
mod pair;
mod place;

pub use directory::Agreed;
pub use error::BootError;
pub use pair::pair;
pub use place::{Neighbours, Place};

use directory::LauncherDirectory;
use ferry_config::Config;
use ferry_link::{Context, ForwardRules, Policy, PollInterval};
use ferry_method::{Identity, JobId};
use methods::Opening;
use std::sync::PoisonError;

/// A process with its links.
pub struct Started {
    /// Its end of all links.
    pub link: Context,
    /// Who it is.
    pub identity: Identity,
    /// Where it stands in its job.
    pub place: Place,
    /// Some method can read the memory of its peers.
    pub remote_reads: bool,
}

/// Opens the methods and publishes how this process can be reached; returns once all processes of the
/// job have. `agreed`: numbers that must be the same in all of them; a peer with others is not talked
/// to.
pub fn start(config: &Config, agreed: &[Agreed]) -> Result<Started, BootError> {
    let place = Place::of_launcher()?;
    let secret = job_secret(&place)?;
    let identity = Identity {
        job: JobId(u64::from_le_bytes(secret[..8].try_into().unwrap_or_default())),
        me: place.me,
        size: place.size,
        secret,
        host: methods::host_name(),
    };
    let forwarding = ForwardRules::parse(config.text("forward"));
    let forwarding = forwarding.map_err(|why| BootError::new("forward", why))?;
    let neighbours = place.neighbours();
    let opening = Opening { config, identity: &identity, neighbours, forwarding: &forwarding };
    let methods = methods::open(&opening)?;
    let policy = Policy { only: config.list("methods").to_vec() };
    let directory = LauncherDirectory::new(place.launcher.clone(), agreed.to_vec());
    let remote_reads = methods.iter().any(|m| m.attributes().remote_read_from.is_some());
    let directory = Box::new(directory);
    let intervals = intervals(config);
    let mut link = Context::new(place.me, place.size, methods, policy, &intervals, directory);
    link.set_forwarding(forwarding);
    directory::publish(&place, &link.table(), agreed)?;
    Ok(Started { link, identity, place, remote_reads })
}

fn intervals(config: &Config) -> Vec<(String, PollInterval)> {
    let skip = config.number("poll.skip_tcp") as u32;
    if skip == 0 { vec![] } else { vec![("tcp".into(), PollInterval::Fixed(skip))] }
}

/// The job's secret: the launcher's or rank 0's; a process without a launcher makes its own.
fn job_secret(place: &Place) -> Result<[u8; 32], BootError> {
    let Some(launcher) = &place.launcher else { return random() };
    let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
    client.job_secret().map_err(|e| BootError::new("asking the launcher for the job's secret", e))
}

fn random() -> Result<[u8; 32], BootError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|e| BootError::new("asking for randomness", e))?;
    Ok(bytes)
}
