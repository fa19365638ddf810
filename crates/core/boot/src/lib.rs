//! Ferry: from configuration and launcher to links.
//!
//! [`start`] asks the launcher who this process is, opens the methods that the configuration wants,
//! and publishes how it can be reached. This is the one place that names concrete methods.
#![forbid(unsafe_code)]
// Lines for people go out in one piece: `ferry_sys::tell`.
#![deny(clippy::print_stderr)]

mod apart;
mod crowd;
mod directory;
mod error;
mod lanes;
pub mod methods;
mod more;
mod pair;
mod place;
mod rules;
mod survey;

pub use directory::ProtocolNumber;
pub use error::BootError;
pub use lanes::{lanes, lanes_wanted};
pub use more::{MoreMethod, open_more};
pub use pair::{WorldSetting, pair, world};
pub use place::{LauncherFacts, Neighbours};
pub use survey::{SurveyedMethod, is_for_bad_paths, reason_not_to_open, survey};

use directory::{LauncherDirectory, PublicationRound};
use ferry_config::Config;
use ferry_link::{Context, Directory, ForwardRules, PollInterval};
use ferry_method::{Identity, JobId};
use ferry_sys::Clock;
use methods::Opening;
use std::sync::PoisonError;

/// A process with its links.
pub struct StartedProcess {
    /// Its end of all links.
    pub link: Context,
    /// Who it is.
    pub identity: Identity,
    /// Where it stands in its job.
    pub place: LauncherFacts,
    /// The clock by which its methods are told the time.
    pub clock: Clock,
    /// Some method can read the memory of its peers.
    pub remote_reads: bool,
}

/// Opens the methods and publishes how this process can be reached; returns once all processes of the
/// job have. `agreed`: numbers that must be the same in all of them; a peer with others is not talked
/// to.
pub fn start(config: &Config, agreed: &[ProtocolNumber]) -> Result<StartedProcess, BootError> {
    start_at(LauncherFacts::of_launcher()?, config, agreed)
}

/// The same for a process that has asked the launcher for its place already.
pub fn start_at(
    mut place: LauncherFacts,
    config: &Config,
    agreed: &[ProtocolNumber],
) -> Result<StartedProcess, BootError> {
    apart::introduce(&place)?;
    let secret = job_secret(&place)?;
    let identity = Identity {
        job: JobId(ferry_pmi::job_number(&secret)),
        me: place.me,
        size: place.size,
        secret,
        host: methods::host_name(),
    };
    let clock = Clock::start();
    apart::say(&place)?;
    let (mut link, mut remote_reads) =
        open_links(config, &identity, &place, clock, agreed, PublicationRound::First)?;
    place.tell_crowd(config.auto_flag("wait.oversubscribed"))?;
    directory::publish(&place, &link.table(), agreed, PublicationRound::First)?;
    if apart::is_any(&place)? {
        // Nobody has used these links yet; fixed ports are free again once they are gone.
        drop(link);
        (link, remote_reads) =
            open_links(config, &identity, &place, clock, agreed, PublicationRound::Apart)?;
        directory::publish(&place, &link.table(), agreed, PublicationRound::Apart)?;
    }
    place.ask_for_contenders()?;
    place.hear_crowd()?;
    Ok(StartedProcess { link, identity, place, clock, remote_reads })
}

/// Whether a process could start with a configuration, as far as that alone can tell: what the system or the other
/// processes say of it is found out by [`start`].
///
/// # Errors
/// What [`start`] would fail with.
pub fn check(config: &Config) -> Result<(), BootError> {
    forwarding(config)?;
    rules::policy(config)?;
    methods::wanted(config)?;
    intervals(config).map(drop)
}

fn forwarding(config: &Config) -> Result<ForwardRules, BootError> {
    ForwardRules::parse(config.text("forward")).map_err(|why| BootError::new("forward", why))
}

/// Links of their own beside those that a process has, to the same processes: whoever has met them tells
/// them what these publish, and `directory` what they do.
///
/// # Errors
/// When a method cannot be opened once more.
pub fn links_beside(
    config: &Config,
    identity: &Identity,
    place: &LauncherFacts,
    clock: Clock,
    directory: Box<dyn Directory>,
) -> Result<Context, BootError> {
    let apart = apart::is_any(place)?;
    let forwarding = ForwardRules::default();
    let opening = Opening {
        config,
        identity,
        neighbours: place.neighbours(),
        surroundings: apart::surroundings(place, apart)?,
        apart,
        forwarding: &forwarding,
        clock,
    };
    let methods = methods::open(&opening)?;
    let (policy, intervals) = (rules::policy(config)?, intervals(config)?);
    let mut link = Context::new(place.me, place.size, methods, policy, &intervals, directory);
    link.set_facts(rules::facts());
    Ok(link)
}

/// Opens the methods; also whether one of them can read the memory of its peers.
fn open_links(
    config: &Config,
    identity: &Identity,
    place: &LauncherFacts,
    clock: Clock,
    agreed: &[ProtocolNumber],
    round: PublicationRound,
) -> Result<(Context, bool), BootError> {
    let forwarding = forwarding(config)?;
    let policy = rules::policy(config)?;
    let apart = round == PublicationRound::Apart;
    let opening = Opening {
        config,
        identity,
        neighbours: place.neighbours(),
        surroundings: apart::surroundings(place, apart)?,
        apart,
        forwarding: &forwarding,
        clock,
    };
    let methods = methods::open(&opening)?;
    let remote_reads = methods.iter().any(|m| m.attributes().remote_reads);
    let directory = Box::new(LauncherDirectory::new(place, agreed, round));
    let intervals = intervals(config)?;
    let mut link = Context::new(place.me, place.size, methods, policy, &intervals, directory);
    link.set_forwarding(forwarding);
    link.set_facts(rules::facts());
    link.wait_by_threads(config.list("poll.waiter"))
        .map_err(|e| BootError::new("poll.waiter", e))?;
    Ok((link, remote_reads))
}

/// Intervals that the configuration fixes by `poll.skip`. Names of methods are checked here, those of
/// `poll.waiter` too.
fn intervals(config: &Config) -> Result<Vec<(String, PollInterval)>, BootError> {
    methods::check_all("poll.waiter", config)?;
    let mut intervals = Vec::new();
    for word in config.list("poll.skip") {
        let parts = word.split_once(':');
        let parts = parts.and_then(|(name, polls)| Some((name.trim(), polls.trim().parse().ok()?)));
        let Some((name, polls)) = parts else {
            let why = format!("`{word}` is not of the form method:polls, like tcp:20");
            return Err(BootError::of_parameter("poll.skip", config, why));
        };
        methods::check(name, config)
            .map_err(|why| BootError::of_parameter("poll.skip", config, why))?;
        intervals.push((name.to_owned(), interval(polls)));
    }
    Ok(intervals)
}

fn interval(polls: u32) -> PollInterval {
    if polls == 0 { PollInterval::Adaptive } else { PollInterval::Fixed(polls) }
}

/// The job's secret: the launcher's or rank 0's; a process without a launcher makes its own.
fn job_secret(place: &LauncherFacts) -> Result<[u8; 32], BootError> {
    let Some(launcher) = &place.launcher else { return random() };
    let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
    client.job_secret().map_err(|e| BootError::new("asking the launcher for the job's secret", e))
}

fn random() -> Result<[u8; 32], BootError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|e| BootError::new("asking for randomness", e))?;
    Ok(bytes)
}
