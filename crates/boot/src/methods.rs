//! Methods as configured: which are opened, and with which options.

use crate::{BootError, Neighbours};
use ferry_config::Config;
use ferry_method::{Identity, Method};
use ferry_method_local::LocalMethod;
use ferry_method_shm::{ShmMethod, ShmOptions};
use ferry_method_tcp::{TcpMethod, TcpOptions};

/// The methods there are.
pub const NAMES: [&str; 3] = ["local", "shm", "tcp"];

/// The methods that the configuration asks for, in its order; empty for all.
///
/// # Errors
/// When there is none of that name.
pub fn wanted(config: &Config) -> Result<&[String], BootError> {
    let wanted = config.list("methods");
    match wanted.iter().find(|name| !NAMES.contains(&name.as_str())) {
        None => Ok(wanted),
        Some(unknown) => {
            let there = NAMES.join(", ");
            Err(BootError::new("methods", format!("there is no method '{unknown}'; there are {there}")))
        }
    }
}

/// Opens what a job can need: shared memory where several ranks share the host, TCP where some do
/// not, or what the configuration asks for.
pub(crate) fn open(
    config: &Config,
    identity: &Identity,
    neighbours: Neighbours,
) -> Result<Vec<Box<dyn Method>>, BootError> {
    let wanted = wanted(config)?;
    let allowed = |name: &str| wanted.is_empty() || wanted.iter().any(|w| w == name);
    let mut methods: Vec<Box<dyn Method>> = vec![Box::new(LocalMethod::new(identity))];
    if allowed("shm") && neighbours.here > 1 {
        let shm = ShmMethod::new(identity, shm_options(config));
        methods.push(Box::new(shm.map_err(|e| BootError::new("shared memory", e))?));
    }
    let only_tcp = neighbours.job > 1 && methods.len() == 1;
    if allowed("tcp") && (neighbours.span_hosts() || only_tcp) {
        let tcp = TcpMethod::new(identity.clone(), tcp_options(config, neighbours.local_rank));
        methods.push(Box::new(tcp.map_err(|e| BootError::new("TCP", e))?));
    }
    Ok(methods)
}

/// Options of shared memory.
pub fn shm_options(config: &Config) -> ShmOptions {
    let mut options = ShmOptions::default();
    let set = |name: &str, into: &mut usize| {
        if let Some(value) = config.auto_size(name) {
            *into = value as usize;
        }
    };
    if let Some(cells) = config.auto_number("shm.ring_cells") {
        options.cells = cells as usize;
    }
    set("shm.bulk_bytes", &mut options.bulk);
    set("shm.piece", &mut options.piece);
    set("shm.eager_limit", &mut options.eager_limit);
    set("shm.fragment", &mut options.fragment);
    options.remote_read_from = remote_read_from(config, options.remote_read_from);
    options
}

/// From which size on long messages are read from their senders' memory, where the system lets it
/// be done at all.
fn remote_read_from(config: &Config, default: Option<usize>) -> Option<usize> {
    let threshold = config.auto_size("shm.cma_threshold").map(|size| size as usize);
    let from = match config.auto_flag("shm.cma") {
        Some(true) => Some(threshold.or(default).unwrap_or(0)),
        Some(false) => None,
        None => default.map(|from| threshold.unwrap_or(from)),
    };
    from.filter(|_| ferry_sys::cross_memory_attach_works())
}

/// Options of TCP. `local_rank`: the process's place among those of its host.
pub fn tcp_options(config: &Config, local_rank: u32) -> TcpOptions {
    let mut options = TcpOptions {
        interfaces: config.list("tcp.interface").to_vec(),
        port_range: config.ports("tcp.port_range"),
        connect_timeout: config.duration("tcp.connect_timeout"),
        local_rank,
        ..TcpOptions::default()
    };
    options.port = u16::try_from(config.number("tcp.port")).ok().filter(|port| *port != 0);
    let size = |name: &str| config.auto_size(name).map(|v| v as usize);
    options.eager_limit = size("tcp.eager_limit").unwrap_or(options.eager_limit);
    options.fragment = size("tcp.fragment").unwrap_or(options.fragment);
    options.send_buffer = size("tcp.send_buffer");
    options.recv_buffer = size("tcp.recv_buffer");
    options
}

/// Names what two processes must share to reach each other through shared memory: the kernel, the
/// network namespace (a host of its own in tests and containers) and the process namespace.
pub fn host_name() -> String {
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let space = |name: &str| {
        let link = std::fs::read_link(format!("/proc/self/ns/{name}")).unwrap_or_default();
        link.to_string_lossy().chars().filter(char::is_ascii_digit).collect::<String>()
    };
    let host = rustix::system::uname();
    let name = host.nodename().to_string_lossy();
    format!("{name}/{}/{}/{}", boot.trim(), space("net"), space("pid"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_read_as_what_it_is() {
        let defaults = shm_options(&Config::new());
        assert_eq!(defaults.remote_read_from, ShmOptions::default().remote_read_from);
        let timeout = tcp_options(&Config::new(), 0).connect_timeout;
        assert_eq!(timeout, TcpOptions::default().connect_timeout);
    }

    #[test]
    fn cross_memory_attach_is_on_where_asked_for_and_possible() {
        let from = |pairs: &[(&'static str, &'static str)]| {
            shm_options(&Config::with(pairs.iter().copied()).unwrap()).remote_read_from
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
    }
}
