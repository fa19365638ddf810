//! Control connections over SCTP: what mpiexec and its proxies say to each other travels in the streams of
//! an association instead of the pipes of the launch command.
//!
//! The launch command still starts the proxy. Through its pipe mpiexec hands over a key and learns where the
//! proxy listens ([`address`]); then mpiexec calls, from the one socket that it has for all proxies
//! ([`exchange`]). Both ends prove in the handshake that they have the key (RFC 4895), and everything is
//! sealed besides ([`seal`]), since it would be readable on the way otherwise, the job's secret included.
//! Frames and their meaning stay as they are over pipes ([`crate::frame`]); each kind has its lane
//! ([`ControlStream`], [`line`]), so that lost or plentiful output does not hold up the rest.

mod address;
mod clock;
mod connection;
mod exchange;
mod seal;
mod settings;
#[cfg(test)]
mod tests;

pub(crate) use exchange::{ControlExchange, MPIEXEC, PeerNews};
pub(crate) use seal::{ControlKey, KEY_LEN};

use crate::error::LaunchError;
use crate::frame::Order;
use crate::options::Options;
use crate::spec::NodeEvent;
use crate::tree::TreeWidth;
use ferry_config::{Config, Origin};
use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The streams of a control association.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ControlStream {
    /// Everything that is not named below.
    Control,
    /// Standard output of ranks.
    Output,
    /// Standard error of ranks.
    Error,
    /// Standard input of ranks.
    Input,
}

impl ControlStream {
    /// All of them, each at its number.
    pub(crate) const ALL: [ControlStream; 4] =
        [ControlStream::Control, ControlStream::Output, ControlStream::Error, ControlStream::Input];
    /// Those on which events come.
    pub(crate) const OF_EVENTS: [ControlStream; 3] =
        [ControlStream::Control, ControlStream::Output, ControlStream::Error];

    /// The lane of an order.
    pub(crate) fn of_order(order: &Order) -> ControlStream {
        match order {
            Order::Stdin(_) | Order::StdinEnd => ControlStream::Input,
            _ => ControlStream::Control,
        }
    }

    /// The lanes of an event. The last one goes on all: it is true when it has come on each.
    pub(crate) fn of_event(event: &NodeEvent) -> &'static [ControlStream] {
        match event {
            NodeEvent::Output { stream: 1, .. } | NodeEvent::OutputEnd { stream: 1, .. } => {
                &[ControlStream::Output]
            }
            NodeEvent::Output { .. } | NodeEvent::OutputEnd { .. } => &[ControlStream::Error],
            NodeEvent::Done => &ControlStream::OF_EVENTS,
            _ => &[ControlStream::Control],
        }
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// What carries orders and events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ControlCarrier {
    /// The launch command's own connection: with ssh or rsh, TCP.
    Pipe,
    /// SCTP in UDP datagrams.
    Sctp,
}

/// How control connections are to be.
#[derive(Clone, Debug)]
pub(crate) struct ControlSettings {
    pub(crate) carrier: ControlCarrier,
    /// After so long without a sign of life the other end counts as lost.
    pub(crate) timeout: Duration,
    /// UDP ports on which proxies may listen; any if there are none.
    pub(crate) ports: Option<RangeInclusive<u16>>,
    /// How many hosts a launcher calls.
    pub(crate) tree: TreeWidth,
}

impl ControlSettings {
    /// What files, environment and the command line say, the latter winning.
    ///
    /// # Errors
    /// When one of them says something that cannot be.
    pub(crate) fn of(options: &Options) -> Result<ControlSettings, LaunchError> {
        let wrong = |e: ferry_config::ConfigError| LaunchError::usage(e.to_string());
        let mut config = Config::load().map_err(wrong)?;
        for pair in &options.sets {
            config.set_pair(pair).map_err(wrong)?;
        }
        if let Some(word) = &options.control {
            config.set("control", word, Origin::CommandLine).map_err(wrong)?;
        }
        if let Some(width) = options.tree_width {
            let width = width.to_string();
            config.set(TREE_WIDTH, &width, Origin::CommandLine).map_err(wrong)?;
        }
        let width = config.number(TREE_WIDTH) as u32;
        if width == 1 {
            return Err(LaunchError::usage(format!("{TREE_WIDTH}: {ONE_IS_NO_TREE}")));
        }
        let is_chosen = *config.origin(TREE_WIDTH) != Origin::Default;
        let sctp = config.text("control") == "sctp";
        Ok(ControlSettings {
            carrier: if sctp { ControlCarrier::Sctp } else { ControlCarrier::Pipe },
            timeout: config.duration("control.timeout").max(SHORTEST_TIMEOUT),
            ports: config.ports("control.ports").range(),
            tree: TreeWidth { width, is_chosen },
        })
    }
}

/// The parameter of the tree of launchers.
const TREE_WIDTH: &str = "control.tree_width";
/// Why a tree cannot have this width.
pub(crate) const ONE_IS_NO_TREE: &str =
    "of width 1 it would be a chain of hosts; expected 2 or more, or 0 for no tree";

/// Below this, a busy host would look like a dead one.
const SHORTEST_TIMEOUT: Duration = Duration::from_secs(1);

/// What a proxy needs to be called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Invitation {
    pub(crate) key: ControlKey,
    pub(crate) timeout: Duration,
    pub(crate) ports: Option<RangeInclusive<u16>>,
}

/// Where a proxy listens.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listening {
    /// The UDP port, which is the SCTP port too.
    pub port: u16,
    /// Addresses of its host, the likeliest first.
    pub addresses: Vec<IpAddr>,
}

/// Most addresses of one host.
pub(crate) const MOST_ADDRESSES: usize = 16;
