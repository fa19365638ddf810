//! Methods: what they can do here, or why they cannot be used.

use ferry_boot::methods::{host_name, names, shm_options, tcp_options, wanted};
use ferry_config::Config;
use ferry_method::{Attributes, Identity, JobId, Method, MethodError, PeerId, Scope};
use ferry_method_local::LocalMethod;
use ferry_method_shm::ShmMethod;
use ferry_method_tcp::TcpMethod;
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
}

/// What a method can do and what it costs; see [`Attributes`].
#[derive(Serialize)]
struct Abilities {
    reach: &'static str,
    latency_ns: u128,
    bytes_per_second: f64,
    poll_ns: u128,
    eager_limit: usize,
    fragment: usize,
    /// Longer payloads stream through the room of a pair in pieces.
    piece: Option<usize>,
    max_frame: usize,
    remote_read_from: Option<usize>,
    reliable: bool,
    confidential: bool,
    streams: u16,
}

impl Abilities {
    fn of(attributes: &Attributes, piece: Option<usize>) -> Self {
        Abilities {
            reach: match attributes.scope {
                Scope::Process => "within a process",
                Scope::Host => "within a host",
                Scope::Network => "across a network",
            },
            latency_ns: attributes.latency.as_nanos(),
            bytes_per_second: attributes.bandwidth,
            poll_ns: attributes.poll_cost.as_nanos(),
            eager_limit: attributes.eager_limit,
            fragment: attributes.fragment,
            piece,
            max_frame: attributes.max_frame,
            remote_read_from: attributes.remote_read_from,
            reliable: attributes.reliable,
            confidential: attributes.confidential,
            streams: attributes.streams,
        }
    }

    fn words(&self) -> String {
        let told = |yes, then: &'static str, otherwise| if yes { then } else { otherwise };
        let reads =
            self.remote_read_from.map(|from| format!(", reads peers' memory from {from} B"));
        format!(
            "{}; about {} ns and {:.1} GB/s, an empty look {} ns; {}, {}, {}{}",
            self.reach,
            self.latency_ns,
            self.bytes_per_second / 1e9,
            self.poll_ns,
            told(self.reliable, "reliable", "may lose frames"),
            told(self.confidential, "stays within the host", "not encrypted"),
            told(self.streams > 1, "several streams", "one stream per peer"),
            reads.unwrap_or_default(),
        )
    }
}

/// Opens every method as a rank would, and closes it again.
pub(super) fn find(config: &Config) -> Vec<MethodFound> {
    names().into_iter().map(|name| find_one(name, config)).collect()
}

fn find_one(name: &'static str, config: &Config) -> MethodFound {
    let mut found = MethodFound { name, unusable: None, abilities: None, addresses: Vec::new() };
    match wanted(config) {
        Ok(wanted) if name == "local" || wanted.is_empty() => {}
        Ok(wanted) if wanted.iter().any(|w| w == name) => {}
        Ok(_) => {
            let by = super::origin(config, "methods");
            found.unusable = Some(format!("`methods` leaves it out ({by})"));
            return found;
        }
        Err(error) => {
            found.unusable = Some(error.to_string());
            return found;
        }
    }
    match open(name, config) {
        Ok((abilities, addresses)) => {
            found.abilities = Some(abilities);
            found.addresses = addresses;
        }
        Err(error) => found.unusable = Some(error.to_string()),
    }
    found
}

fn open(name: &str, config: &Config) -> Result<(Abilities, Vec<IpAddr>), MethodError> {
    let identity = Identity {
        job: JobId(0),
        me: PeerId(0),
        size: 2,
        // Nobody is ever told of these ends, so there is nothing to prove.
        secret: [0; 32],
        host: host_name(),
    };
    Ok(match name {
        "shm" => {
            let options = shm_options(config);
            let piece = Some(options.piece);
            let shm = ShmMethod::new(&identity, options)?;
            (Abilities::of(shm.attributes(), piece), Vec::new())
        }
        "tcp" => {
            let tcp = TcpMethod::new(identity, tcp_options(config, 0))?;
            (Abilities::of(tcp.attributes(), None), tcp.addresses())
        }
        _ => (Abilities::of(LocalMethod::new(&identity).attributes(), None), Vec::new()),
    })
}

pub(super) fn write(methods: &[MethodFound], out: &mut impl Write) -> io::Result<()> {
    for MethodFound { name, unusable, abilities, addresses } in methods {
        let words = match (abilities, unusable) {
            (Some(abilities), _) => abilities.words(),
            (None, why) => format!("not usable: {}", why.as_deref().unwrap_or("unknown")),
        };
        writeln!(out, "{name:<7}{words}")?;
        if !addresses.is_empty() {
            let addresses: Vec<String> = addresses.iter().map(IpAddr::to_string).collect();
            writeln!(out, "       publishes {}", addresses.join(", "))?;
        }
    }
    Ok(())
}

pub(super) fn write_sizes(methods: &[MethodFound], out: &mut impl Write) -> io::Result<()> {
    let columns = ["method", "sent at once", "fragment", "piece", "longest frame", "read remotely"];
    let line = |cells: [String; 6]| {
        let [name, eager, fragment, piece, frame, read] = cells;
        format!("{name:<8}{eager:>14}{fragment:>12}{piece:>8}{frame:>15}{read:>16}")
    };
    writeln!(out, "{}", line(columns.map(str::to_owned)))?;
    for MethodFound { name, abilities, .. } in methods {
        let Some(abilities) = abilities else { continue };
        let piece = abilities.piece.map_or("-".into(), |piece| piece.to_string());
        let read = abilities.remote_read_from.map_or("never".into(), |from| format!("from {from}"));
        let Abilities { eager_limit, fragment, max_frame, .. } = abilities;
        let [eager, fragment, frame] = [eager_limit, fragment, max_frame].map(usize::to_string);
        writeln!(out, "{}", line([(*name).into(), eager, fragment, piece, frame, read]))?;
    }
    Ok(())
}
