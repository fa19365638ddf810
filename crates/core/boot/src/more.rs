//! Methods that are opened while a process runs.

use crate::methods::{self, Opening};
use crate::{LauncherFacts, Neighbours};
use ferry_config::Config;
use ferry_link::ForwardRules;
use ferry_method::{Identity, Method, MethodError};
use ferry_sys::Clock;
use std::path::Path;

/// What is to be opened.
#[derive(Clone, Copy, Debug)]
pub enum MoreMethod<'a> {
    /// One of Ferry's, with filters behind its name or without.
    Named(&'a str),
    /// What a shared object brings.
    Module(&'a Path),
}

/// Opens one more method for the process of this identity, with the parameters that the configuration has.
///
/// # Errors
/// When there is none of that name, or it cannot be opened.
pub fn open_more(
    what: MoreMethod<'_>,
    config: &Config,
    identity: &Identity,
    place: Option<&LauncherFacts>,
    clock: Clock,
) -> Result<Box<dyn Method>, MethodError> {
    let alone = || Neighbours { job: identity.size, here: 1, local_rank: identity.me.0 };
    let forwarding = ForwardRules::default();
    let opening = Opening {
        config,
        identity,
        neighbours: place.map_or_else(alone, LauncherFacts::neighbours),
        surroundings: crate::apart::on_its_own(),
        apart: false,
        forwarding: &forwarding,
        clock,
    };
    match what {
        MoreMethod::Named(name) => methods::open_one(name, &opening),
        MoreMethod::Module(path) => methods::open_module(path, &opening),
    }
}
