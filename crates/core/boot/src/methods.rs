//! Methods as configured: which are opened, and with which options.

mod external;
mod filters;
#[cfg(feature = "ofi")]
mod ofi;
#[cfg(feature = "quic")]
mod quic;
#[cfg(feature = "sctp")]
mod sctp;
mod shm;
mod tcp;
mod tcp_stream;
mod udp;

#[cfg(feature = "quic")]
pub use quic::quic_options;
#[cfg(feature = "sctp")]
pub use sctp::sctp_options;
pub use shm::shm_options;
pub use tcp::tcp_options;

use crate::{BootError, Neighbours};
use ferry_config::{Config, Origin};
use ferry_link::ForwardRules;
use ferry_method::{Identity, Method, MethodError};
use ferry_method_local::LocalMethod;
use ferry_method_shm::Surroundings;
use ferry_pmi::place;
use ferry_sys::Clock;
use filters::stages_of;

/// What a method is opened with.
pub struct Opening<'a> {
    /// Parameters.
    pub config: &'a Config,
    /// Who this process is.
    pub identity: &'a Identity,
    /// Who else is on its host.
    pub neighbours: Neighbours,
    /// What shared memory needs to know of its host.
    pub surroundings: Surroundings,
    /// Some processes of a host may not reach each other through shared memory.
    pub apart: bool,
    /// Who relays for whom.
    pub forwarding: &'a ForwardRules,
    /// The clock by which methods are told the time.
    pub clock: Clock,
}

/// A method that Ferry has.
pub struct CatalogueEntry {
    /// Its name.
    pub name: &'static str,
    /// It can leave a message in its stream until a receive wants it: the direct design needs that.
    pub holds: bool,
    open: fn(&Opening<'_>) -> Result<Box<dyn Method>, MethodError>,
}

/// All methods, in the order in which people think of them. `local` is always opened.
pub static CATALOGUE: &[CatalogueEntry] = &[
    CatalogueEntry { name: "shm", holds: false, open: shm::open },
    CatalogueEntry { name: "tcp", holds: false, open: tcp::open },
    CatalogueEntry { name: "tcp-stream", holds: true, open: tcp_stream::open },
    CatalogueEntry { name: "mptcp", holds: false, open: tcp::open_multipath },
    #[cfg(feature = "sctp")]
    CatalogueEntry { name: "sctp", holds: true, open: sctp::open },
    #[cfg(feature = "quic")]
    CatalogueEntry { name: "quic", holds: true, open: quic::open },
    CatalogueEntry { name: "udp", holds: false, open: udp::open },
    #[cfg(feature = "ofi")]
    CatalogueEntry { name: "ofi", holds: false, open: ofi::open },
];

/// Methods that a program was built without, by the feature that is off.
const LEFT_OUT: &[&str] = &[
    #[cfg(not(feature = "sctp"))]
    "sctp",
    #[cfg(not(feature = "quic"))]
    "quic",
    #[cfg(not(feature = "ofi"))]
    "ofi",
];

/// What is to do about it.
fn left_out(feature: &str) -> String {
    format!("this program was built without; build it with the feature \"{feature}\" of ferry")
}

/// The names of all methods.
pub fn names() -> Vec<&'static str> {
    ["local"].into_iter().chain(CATALOGUE.iter().map(|entry| entry.name)).collect()
}

fn entry(name: &str) -> Option<&'static CatalogueEntry> {
    CATALOGUE.iter().find(|entry| entry.name == name)
}

/// Whether the direct design is asked for.
pub fn is_direct(config: &Config) -> bool {
    config.text("p2p") == "direct"
}

/// The methods that the configuration asks for, in its order; empty for all.
///
/// # Errors
/// When there is none of that name, or one that cannot serve the direct design.
pub fn wanted(config: &Config) -> Result<&[String], BootError> {
    // What nobody asked for may have been left out.
    for parameter in NAMING.iter().filter(|name| *config.origin(name) != Origin::Default) {
        check_all(parameter, config)?;
    }
    Ok(config.list("methods"))
}

/// Parameters that name the methods to open.
const NAMING: [&str; 3] = ["methods", "open", "adapt.methods"];

/// Looks at the names that a parameter lists.
pub(crate) fn check_all(parameter: &str, config: &Config) -> Result<(), BootError> {
    let mut names = config.list(parameter).iter();
    let checked = names.try_for_each(|name| check(name, config));
    checked.map_err(|why| BootError::of_parameter(parameter, config, why))
}

/// Whether there can be a method of this name; if not, why.
pub(crate) fn check(name: &str, config: &Config) -> Result<(), String> {
    if name == "local" {
        return Ok(());
    }
    let (inner, _) = stages_of(name).map_err(|e| e.to_string())?;
    let Some(entry) = entry(inner) else {
        if LEFT_OUT.contains(&inner) {
            return Err(format!("'{inner}' is a method that {}", left_out(inner)));
        }
        if !config.list("external").is_empty() {
            return Ok(());
        }
        let there = names().join(", ");
        let nearest = ferry_config::nearest(inner, names().into_iter().map(String::from));
        let meant = nearest.map_or(String::new(), |name| format!(" (did you mean {name}?)"));
        return Err(format!(
            "there is no method '{inner}'{meant}; there are {there}, each also with +compress, +encrypt \
             or +compress+encrypt behind its name"
        ));
    };
    if is_direct(config) && !entry.holds {
        let holding: Vec<&str> = CATALOGUE.iter().filter(|e| e.holds).map(|e| e.name).collect();
        let holding = holding
            .split_last()
            .map_or_else(String::new, |(last, others)| format!("{} and {last}", others.join(", ")));
        return Err(format!(
            "p2p = direct leaves messages in their streams, which {name} cannot do; {holding} can"
        ));
    }
    Ok(())
}

/// Opens what a job can need: shared memory where several ranks share the host, TCP where some do
/// not, or what the configuration asks for; not what another rank relays.
pub(crate) fn open(opening: &Opening<'_>) -> Result<Vec<Box<dyn Method>>, BootError> {
    let mut methods: Vec<Box<dyn Method>> = vec![Box::new(LocalMethod::new(opening.identity))];
    let names = to_open(opening)?;
    let is_own = |name: &&String| stages_of(name).is_ok_and(|(inner, _)| entry(inner).is_some());
    for name in names.iter().filter(is_own) {
        methods.push(open_one(name, opening).map_err(|e| BootError::of_method(name, e))?);
    }
    if opening.neighbours.job > 1 {
        let modules = external::open_all(opening);
        methods.extend(modules.map_err(|e| BootError::of_method("external", e))?);
    }
    open_for_bad_paths(opening, &mut methods)?;
    #[cfg(feature = "ofi")]
    open_for_fabric(opening, &mut methods);
    match names.iter().find(|name| !methods.iter().any(|m| m.name() == name.as_str())) {
        None => Ok(methods),
        Some(missing) => {
            let why =
                format!("there is no method '{missing}', neither Ferry's nor an external one");
            let lists = |parameter: &&&str| opening.config.list(parameter).contains(missing);
            Err(match NAMING.iter().find(lists) {
                Some(parameter) => BootError::of_parameter(parameter, opening.config, why),
                None => BootError::new("a rule", why),
            })
        }
    }
}

/// Opens methods for paths that turn out lossy or long, where some ranks are on other hosts. With
/// `methods` they are among those; where another rank relays, links are its to look after.
fn open_for_bad_paths(
    opening: &Opening<'_>,
    methods: &mut Vec<Box<dyn Method>>,
) -> Result<(), BootError> {
    let Opening { config, identity, neighbours, forwarding, .. } = opening;
    let usual = by_default(opening);
    let relayed = usual.iter().any(|name| forwarding.spares(identity.me, name));
    if !config.list("methods").is_empty() || !neighbours.span_hosts() || relayed {
        return Ok(());
    }
    for name in config.list("adapt.methods") {
        if methods.iter().any(|method| method.name() == name) {
            continue;
        }
        match open_one(name, opening) {
            Ok(method) => methods.push(method),
            // Nobody asked for it: links stay as they are.
            Err(_) if *config.origin("adapt.methods") == Origin::Default => {}
            Err(e) => return Err(BootError::of_method(name, e)),
        }
    }
    Ok(())
}

/// Opens `ofi` where nothing else is asked for, some ranks are on other hosts, and there is a fabric. Nobody asked for
/// it: where it cannot be opened, links are as they would be without.
#[cfg(feature = "ofi")]
fn open_for_fabric(opening: &Opening<'_>, methods: &mut Vec<Box<dyn Method>>) {
    let Opening { config, identity, neighbours, forwarding, .. } = opening;
    let is_open = methods.iter().any(|method| method.name() == "ofi");
    let is_asked_for = !config.list("methods").is_empty() || is_direct(config);
    let is_relayed = by_default(opening).iter().any(|name| forwarding.spares(identity.me, name));
    if !is_open && !is_asked_for && !is_relayed && neighbours.span_hosts() {
        methods.extend(ofi::open_over_fabric(opening));
    }
}

/// Whether jobs open a method without being asked to where it can be of use.
pub(crate) fn is_by_default(name: &str) -> bool {
    match name {
        "local" | "shm" | "tcp" => true,
        #[cfg(feature = "ofi")]
        "ofi" => ferry_method_ofi::may_have_fabric(),
        _ => false,
    }
}

pub(crate) fn open_one(name: &str, opening: &Opening<'_>) -> Result<Box<dyn Method>, MethodError> {
    if name == "local" {
        return Ok(Box::new(LocalMethod::new(opening.identity)));
    }
    let (inner, stages) = stages_of(name)?;
    let Some(entry) = entry(inner) else {
        let why = format!("there is no method '{inner}'");
        return Err(MethodError::Configuration { parameter: "methods", why });
    };
    filters::wrap((entry.open)(opening)?, stages, opening)
}

/// Loads a module.
pub(crate) fn open_module(
    path: &std::path::Path,
    opening: &Opening<'_>,
) -> Result<Box<dyn Method>, MethodError> {
    external::open(path, opening)
}

/// The names of what is to be opened besides `local`, each once.
fn to_open(opening: &Opening<'_>) -> Result<Vec<String>, BootError> {
    let Opening { config, identity, neighbours, forwarding, .. } = opening;
    let wanted = wanted(config)?;
    if neighbours.job == 1 {
        return Ok(Vec::new());
    }
    let mut names: Vec<String> = match wanted {
        [] if is_direct(config) => vec!["tcp-stream".into()],
        [] => by_default(opening),
        wanted => wanted.to_vec(),
    };
    names.extend_from_slice(config.list("open"));
    names.extend(config.rules().iter().flat_map(|rule| rule.methods.iter().cloned()));
    // Shared memory with nobody is of no use.
    names.retain(|name| name != "local" && (name != "shm" || neighbours.here > 1));
    let spared = |name: &String| forwarding.spares(identity.me, name);
    if !names.is_empty() && names.iter().all(spared) {
        let all = names.join(", ");
        let why = format!("another rank relays {all}, and nothing is left to reach it by");
        return Err(BootError::new("forward", why));
    }
    names.retain(|name| !spared(name));
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    Ok(names)
}

fn by_default(Opening { neighbours, apart, .. }: &Opening<'_>) -> Vec<String> {
    let shm = (neighbours.here > 1).then(|| "shm".to_owned());
    let tcp = (neighbours.span_hosts() || shm.is_none() || *apart).then(|| "tcp".to_owned());
    shm.into_iter().chain(tcp).collect()
}

/// Names what makes a host for networks: the kernel and the network namespace (a host of its own in
/// tests and containers). Empty where the system does not tell.
pub fn host_name() -> String {
    let words = place::boot().zip(place::namespace("net"));
    words.map_or_else(String::new, |(boot, net)| format!("{boot}/{net}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_method::RemoteReading;
    use ferry_method_tcp::TcpOptions;

    #[test]
    fn what_was_left_out_is_named() {
        let config = Config::new();
        for name in LEFT_OUT {
            let why = check(name, &config).unwrap_err();
            assert!(why.contains("was built without") && why.contains(name), "{why}");
        }
        let filtered = check("tcp+encrypt", &config);
        assert_eq!(filtered.is_err(), cfg!(not(feature = "filters")), "{filtered:?}");
        assert!(wanted(&config).unwrap().is_empty(), "defaults may name what was left out");
    }

    #[test]
    fn every_option_is_read_as_what_it_is() {
        let defaults = shm_options(&Config::new());
        let possible = ferry_sys::cross_memory_attach_works();
        let reading = if possible { RemoteReading::Measured } else { RemoteReading::Never };
        assert_eq!(defaults.remote_reading, reading);
        let timeout = tcp_options(&Config::new(), 0).connect_timeout;
        assert_eq!(timeout, TcpOptions::default().connect_timeout);
    }

    #[test]
    fn cross_memory_attach_is_on_where_asked_for_and_possible() {
        let from = |pairs: &[(&'static str, &'static str)]| {
            let config = Config::with(pairs.iter().copied()).unwrap();
            match shm_options(&config).remote_reading {
                RemoteReading::From(from) => Some(from),
                RemoteReading::Never | RemoteReading::Measured => None,
            }
        };
        let possible = ferry_sys::cross_memory_attach_works();
        assert_eq!(from(&[("shm.cma", "yes")]), possible.then_some(0));
        let both = [("shm.cma", "yes"), ("shm.cma_threshold", "1M")];
        assert_eq!(from(&both), possible.then_some(1 << 20));
        assert_eq!(from(&[("shm.cma", "no"), ("shm.cma_threshold", "1M")]), None);
    }

    #[test]
    fn several_interfaces_are_passed_on() {
        let config = Config::with([("tcp.interface", "lo,10.0.0.0/8")]).unwrap();
        assert_eq!(tcp_options(&config, 0).interfaces, ["lo", "10.0.0.0/8"]);
    }

    #[test]
    fn a_method_that_does_not_exist_is_named() {
        let config = Config::with([("methods", "shm,pigeon")]).unwrap();
        assert!(wanted(&config).unwrap_err().to_string().contains("'pigeon'"));
        let error = |parameter: &'static str, name: &'static str| {
            let config = Config::with([(parameter, name)]).unwrap();
            wanted(&config).unwrap_err().to_string()
        };
        let near = error("open", "tpc");
        assert!(near.starts_with("program: `open`: there is no method 'tpc' (did you"), "{near}");
        assert!(near.contains("did you mean tcp?"), "{near}");
        assert!(!error("adapt.methods", "pigeon").contains("did you mean"));
    }
}
