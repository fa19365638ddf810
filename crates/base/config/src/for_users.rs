//! The parameters that people are shown first.

use crate::Parameter;

/// Those that a user may need; the others are for who knows why.
static FOR_USERS: &[&str] = &[
    "methods",
    "open",
    "forward",
    "keep_going",
    "rules",
    "adapt.methods",
    "link.failover_after",
    "p2p",
    "lanes",
    "progress",
    "progress.signal",
    "control",
    "control.ports",
    "control.tree_width",
    "ports.key",
    "ports.range",
    "report_links",
    "report_links_as",
    "wait.oversubscribed",
    "p2p.unexpected_budget",
    "tcp.interface",
    "tcp.ports",
    "tcp.connect_timeout",
    "tcp.stripes",
    "tcp.congestion",
    "quic.interface",
    "quic.ports",
    "sctp.interface",
    "sctp.ports",
    "sctp.transport",
    "sctp.auth",
    "sctp.multipath",
    "udp.interface",
    "udp.ports",
    "udp.multicast_interface",
    "udp.multicast_ttl",
    "ofi.provider",
    "ofi.domain",
    "ofi.library",
    "compress.level",
    "encrypt.cipher",
    "external",
    "external.options",
];

impl Parameter {
    /// Whether a user may need it; otherwise it is for who knows why.
    pub fn is_for_users(&self) -> bool {
        FOR_USERS.contains(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PARAMETERS;

    #[test]
    fn what_is_for_users_is_there() {
        let shown = PARAMETERS.iter().filter(|parameter| parameter.is_for_users());
        assert_eq!(shown.count(), FOR_USERS.len());
    }
}
