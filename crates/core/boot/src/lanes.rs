//! Links of their own for threads that use different communicators: in shared memory, beside those of the job.

use crate::directory::{LauncherDirectory, PublicationRound, publish_lanes};
use crate::methods::{self, Opening};
use crate::{BootError, LauncherFacts, apart, rules};
use ferry_config::Config;
use ferry_link::{Context, ForwardRules};
use ferry_method::Identity;
use ferry_method_local::LocalMethod;
use ferry_sys::Clock;

/// How many lanes a configuration asks for, and can have. Lanes are of shared memory, are looked after by the program's
/// calls, and know neither what `check = yes` compares nor of deaths that are survived.
pub fn lanes_wanted(config: &Config) -> u32 {
    let methods = config.list("methods");
    let has_memory = methods.is_empty() || methods.iter().any(|name| name == "shm");
    let is_plain =
        !methods::is_direct(config) && !config.flag("check") && !config.flag("keep_going");
    match config.text("progress") {
        // Rules choose methods for communicators by name.
        "poll" if has_memory && is_plain && config.rules().is_empty() => {
            config.number("lanes") as u32
        }
        _ => 0,
    }
}

/// Opens the links of `count` lanes and publishes how they are reached; returns once all processes of the job have. None
/// where processes of a host may not find each other. With each whether its method can read the memory of its peers.
///
/// # Errors
/// When shared memory cannot be opened once more.
pub fn lanes(
    config: &Config,
    identity: &Identity,
    place: &LauncherFacts,
    clock: Clock,
    count: u32,
) -> Result<Vec<(Context, bool)>, BootError> {
    if count == 0 || place.nodes.is_none() || apart::is_any(place)? {
        return Ok(Vec::new());
    }
    // Whoever is alone on its host has nobody to meet there, but all wait for all.
    let count = if place.neighbours().here > 1 { count as u8 } else { 0 };
    let lanes = (1..=count).map(|lane| open(config, identity, place, clock, lane));
    let (links, reads): (Vec<_>, Vec<_>) =
        lanes.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    publish_lanes(place, &links)?;
    Ok(links.into_iter().zip(reads).collect())
}

fn open(
    config: &Config,
    identity: &Identity,
    place: &LauncherFacts,
    clock: Clock,
    lane: u8,
) -> Result<(Context, bool), BootError> {
    let forwarding = ForwardRules::default();
    let surroundings = apart::surroundings(place, false)?;
    let neighbours = place.neighbours();
    let opening = Opening {
        config,
        identity,
        neighbours,
        surroundings,
        apart: false,
        forwarding: &forwarding,
        clock,
    };
    let shm = methods::open_one("shm", &opening).map_err(|e| BootError::of_method("shm", e))?;
    let can_read = shm.attributes().remote_reads;
    // The rules of the job's links name methods that are not here.
    let policy = rules::policy(&Config::new())?;
    let directory = Box::new(LauncherDirectory::new(place, &[], PublicationRound::Lane(lane)));
    let methods = vec![Box::new(LocalMethod::new(identity)), shm];
    let mut link = Context::new(place.me, place.size, methods, policy, &[], directory);
    link.set_facts(rules::facts());
    Ok((link, can_read))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_are_wanted_beside_what_they_do_not_know() {
        let wanted = |other: (&'static str, &'static str)| {
            let config = Config::with([("lanes", "3"), other]).expect("a configuration");
            lanes_wanted(&config)
        };
        for with in [("methods", "tcp,shm"), ("methods", ""), ("progress", "poll")] {
            assert_eq!(wanted(with), 3, "{with:?}");
        }
        let without = [
            ("methods", "tcp"),
            ("p2p", "direct"),
            ("check", "yes"),
            ("keep_going", "yes"),
            ("progress", "thread"),
        ];
        for with in without {
            assert_eq!(wanted(with), 0, "{with:?}");
        }
        assert_eq!(lanes_wanted(&Config::new()), 0);
    }
}
