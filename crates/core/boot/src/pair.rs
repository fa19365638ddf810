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
    open(config, identity, neighbours, false, clock, directory)
}

/// The links of a process of a world whose processes were not started together: `neighbours` says who of them
/// names its host as this one does. `directory` tells what the others publish, once they have.
///
/// # Errors
/// When no method opens.
pub fn world(
    config: &Config,
    identity: &Identity,
    neighbours: Neighbours,
    clock: Clock,
    directory: Box<dyn Directory>,
) -> Result<Context, BootError> {
    // Nobody has looked whether those of one host find each other: there is a second way beside shared memory.
    open(config, identity, neighbours, true, clock, directory)
}

fn open(
    config: &Config,
    identity: &Identity,
    neighbours: Neighbours,
    apart: bool,
    clock: Clock,
    directory: Box<dyn Directory>,
) -> Result<Context, BootError> {
    let policy = crate::rules::policy(config)?;
    let forwarding = ForwardRules::default();
    let opening = Opening {
        config,
        identity,
        neighbours,
        surroundings: crate::apart::on_its_own(),
        apart,
        forwarding: &forwarding,
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
