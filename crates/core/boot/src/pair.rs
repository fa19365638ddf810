//! Links of processes that were started independently and have found each other.

use crate::methods::{self, Opening};
use crate::{BootError, Neighbours};
use ferry_config::Config;
use ferry_link::{Context, Directory, ForwardRules};
use ferry_method::Identity;
use ferry_sys::Clock;

/// The links of a process with one other: a job of two for the methods. `same_host`: the two name
/// their host alike. `clock` is by which the methods are told the time, `directory` tells what the other publishes, once it has.
pub fn pair(
    config: &Config,
    identity: &Identity,
    same_host: bool,
    clock: Clock,
    directory: Box<dyn Directory>,
) -> Result<Context, BootError> {
    // As if others were elsewhere: on one host there is a second way if shared memory is none.
    let here = if same_host { 2 } else { 1 };
    let neighbours = Neighbours { job: here + 1, here, local_rank: identity.me.0 };
    let none = ForwardRules::default();
    let setting = WorldSetting { neighbours, apart: false, forwarding: &none };
    world((config, clock), identity, &setting, directory)
}

/// How the processes of a world that were not started together stand to each other.
#[derive(Debug)]
pub struct WorldSetting<'a> {
    /// How many there are, and how many of them on this host.
    pub neighbours: Neighbours,
    /// Nobody has looked whether those of one host find each other: there is a second way beside shared memory.
    pub apart: bool,
    /// Who relays, as far as this process's own methods go; what is to be done with it is said to the links later
    /// ([`Context::set_forwarding`]).
    pub forwarding: &'a ForwardRules,
}

/// The links of a process with others that were started independently of it, as a job of all of them for the
/// methods. `directory` tells what they publish, once they have.
///
/// # Errors
/// When no method opens.
pub fn world(
    (config, clock): (&Config, Clock),
    identity: &Identity,
    setting: &WorldSetting<'_>,
    directory: Box<dyn Directory>,
) -> Result<Context, BootError> {
    let policy = crate::rules::policy(config)?;
    let opening = Opening {
        config,
        identity,
        neighbours: setting.neighbours,
        surroundings: crate::apart::on_its_own(),
        apart: setting.apart,
        forwarding: setting.forwarding,
        clock,
    };
    let methods = methods::open(&opening)?;
    let intervals = crate::intervals(config)?;
    let mut link = Context::new(identity.me, identity.size, methods, policy, &intervals, directory);
    link.set_facts(crate::rules::facts());
    link.wait_by_threads(config.list("poll.waiter"))
        .map_err(|e| BootError::new("poll.waiter", e))?;
    Ok(link)
}
