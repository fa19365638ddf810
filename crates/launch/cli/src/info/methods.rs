//! Methods: what they can do here, or why they cannot be used.

use ferry_boot::{SurveyedMethod, survey};
use ferry_config::Config;
use ferry_method::{RemoteReading, Scope};
use ferry_transfer::protocol;
use serde::Serialize;
use std::io::{self, Write};
use std::net::IpAddr;

#[derive(Serialize)]
pub(super) struct MethodFound {
    name: &'static str,
    /// Why it cannot be used.
    unusable: Option<String>,
    abilities: Option<Abilities>,
    /// Addresses it would publish.
    addresses: Vec<IpAddr>,
    /// Jobs open it without being asked to.
    by_default: bool,
    /// Jobs of several hosts open it for links whose path turns out bad.
    for_bad_paths: bool,
}

impl MethodFound {
    /// Where jobs open it, if not wherever it can be of use.
    fn place(&self) -> Option<&'static str> {
        self.abilities.as_ref().filter(|_| !self.by_default)?;
        Some(match self.for_bad_paths {
            true => {
                "between hosts, for links whose path turns out bad (`adapt.methods`), and where named"
            }
            false => "only where `methods`, `open`, `adapt.methods` or a rule names it",
        })
    }
}

/// What a method can do and what it costs; see [`Attributes`](ferry_method::Attributes).
#[derive(Serialize)]
struct Abilities {
    reach: &'static str,
    latency_ns: u128,
    bytes_per_second: f64,
    poll_ns: u128,
    /// Which protocol carries messages of which length.
    protocols: Vec<Carried>,
    eager_limit: usize,
    fragment: usize,
    /// Longer payloads stream through the room of a pair in pieces.
    piece: Option<usize>,
    max_frame: usize,
    remote_read_from: Option<usize>,
    /// Longer messages are read from peers' memory where that proves quicker.
    remote_reads_measured: bool,
    reliable: bool,
    confidential: bool,
    streams: u16,
    /// One stream can be held back without the others.
    stream_flow_control: bool,
    several_paths: bool,
    multicast: bool,
}

/// Lengths in bytes, both ends included, and what carries messages of these lengths.
#[derive(Serialize)]
struct Carried {
    protocol: String,
    from: usize,
    /// `None`: there is no end.
    to: Option<usize>,
}

impl Carried {
    fn by((protocol, from, to): protocol::Carries) -> Self {
        Carried { protocol: protocol.to_string(), from, to }
    }

    fn words(&self) -> String {
        match self.to {
            Some(to) => format!("{} to {to}", self.protocol),
            None if self.from == 0 => self.protocol.clone(),
            None => format!("{} from {}", self.protocol, self.from),
        }
    }
}

impl Abilities {
    fn of(found: &SurveyedMethod, is_direct: bool) -> Self {
        let attributes = &found.attributes;
        let protocols = protocol::table(attributes, is_direct).into_iter().map(Carried::by);
        Abilities {
            reach: match attributes.scope {
                Scope::Process => "within a process",
                Scope::Host => "within a host",
                Scope::Network => "across a network",
            },
            latency_ns: attributes.latency.as_nanos(),
            bytes_per_second: attributes.bandwidth,
            poll_ns: attributes.poll_cost.as_nanos(),
            protocols: protocols.collect(),
            eager_limit: attributes.eager_limit,
            fragment: attributes.fragment,
            piece: found.piece,
            max_frame: attributes.max_frame,
            remote_read_from: match attributes.remote_reading {
                RemoteReading::From(from) => Some(from),
                RemoteReading::Never | RemoteReading::Measured => None,
            },
            remote_reads_measured: attributes.remote_reading == RemoteReading::Measured,
            reliable: attributes.reliable,
            confidential: attributes.confidential,
            streams: attributes.streams,
            stream_flow_control: attributes.stream_flow_control,
            several_paths: attributes.several_paths,
            multicast: attributes.multicast,
        }
    }

    fn words(&self) -> String {
        let confidential = match (self.confidential, self.reach) {
            (true, "across a network") => "encrypted",
            (true, _) => "stays within the host",
            (false, _) => "not encrypted",
        };
        let mut words = vec![
            if self.reliable { "reliable" } else { "may lose frames: never chosen for messages" },
            confidential,
            if self.streams > 1 { "several streams" } else { "one stream per peer" },
        ];
        words.extend(self.stream_flow_control.then_some("each held back by itself"));
        words.extend(self.several_paths.then_some("several paths"));
        words.extend(self.multicast.then_some("multicast"));
        let reads = match (self.remote_read_from, self.remote_reads_measured) {
            (Some(from), _) => format!(", reads peers' memory from {from} B"),
            (None, true) => ", reads peers' memory where that proves quicker".into(),
            (None, false) => String::new(),
        };
        format!(
            "{}; about {} ns and {:.1} GB/s, an empty look {} ns; {}{}",
            self.reach,
            self.latency_ns,
            self.bytes_per_second / 1e9,
            self.poll_ns,
            words.join(", "),
            reads,
        )
    }
}

/// Opens every method as a rank would, and closes it again.
pub(super) fn find(config: &Config) -> Vec<MethodFound> {
    let is_direct = ferry_boot::methods::is_direct(config);
    let told = |(name, found): (&'static str, Result<SurveyedMethod, String>)| match found {
        Ok(found) => MethodFound {
            name,
            unusable: None,
            abilities: Some(Abilities::of(&found, is_direct)),
            by_default: found.by_default,
            for_bad_paths: found.for_bad_paths,
            addresses: found.addresses,
        },
        Err(why) => MethodFound {
            name,
            unusable: Some(why),
            abilities: None,
            addresses: Vec::new(),
            by_default: false,
            for_bad_paths: false,
        },
    };
    survey(config).into_iter().map(told).collect()
}

pub(super) fn write(methods: &[MethodFound], out: &mut impl Write) -> io::Result<()> {
    let width = width(methods);
    for method in methods {
        let MethodFound { name, unusable, abilities, addresses, .. } = method;
        let words = match (abilities, unusable) {
            (Some(abilities), _) => abilities.words(),
            (None, why) => format!("not usable: {}", why.as_deref().unwrap_or("unknown")),
        };
        writeln!(out, "{name:<width$}{words}")?;
        if let Some(place) = method.place() {
            writeln!(out, "{:width$}{place}", "")?;
        }
        if !addresses.is_empty() {
            let addresses: Vec<String> = addresses.iter().map(IpAddr::to_string).collect();
            writeln!(out, "{:width$}publishes {}", "", addresses.join(", "))?;
        }
    }
    Ok(())
}

fn width(methods: &[MethodFound]) -> usize {
    methods.iter().map(|method| method.name.len()).max().unwrap_or(0) + 2
}

pub(super) fn write_sizes(methods: &[MethodFound], out: &mut impl Write) -> io::Result<()> {
    let width = width(methods);
    let columns = ["method", "fragment", "piece", "longest frame", "protocols"];
    let line = |cells: [String; 5]| {
        let [name, fragment, piece, frame, protocols] = cells;
        format!("{name:<width$}{fragment:>12}{piece:>8}{frame:>15}   {protocols}")
    };
    writeln!(out, "{}", line(columns.map(str::to_owned)))?;
    for MethodFound { name, abilities, .. } in methods {
        let Some(abilities) = abilities.as_ref().filter(|found| found.reliable) else { continue };
        let piece = abilities.piece.map_or("-".into(), |piece| piece.to_string());
        let Abilities { fragment, max_frame, protocols, .. } = abilities;
        let [fragment, frame] = [fragment, max_frame].map(usize::to_string);
        let protocols: Vec<String> = protocols.iter().map(Carried::words).collect();
        writeln!(out, "{}", line([(*name).into(), fragment, piece, frame, protocols.join(", ")]))?;
    }
    Ok(())
}
