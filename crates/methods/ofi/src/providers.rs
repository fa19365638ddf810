//! What is known of providers, and which one is used where nobody has chosen.

use crate::ffi::Offer;
use crate::link::WINDOW;
use ferry_method::Scope;
use std::path::Path;
use std::time::Duration;

/// Packets of a provider are at most so long; longer frames are cut. Fabrics, and layers over others, send up to the
/// first length without asking the receiver; those over the system's sockets gain by fewer calls.
const USUAL: usize = 16 << 10;
const OVER_SOCKETS: usize = 64 << 10;

/// A provider, or what carries it.
#[derive(Debug)]
pub(crate) struct Provider {
    /// Its name without the layers over it.
    name: &'static str,
    /// It has a network of its own, and is worth being chosen by cost.
    pub(crate) is_fabric: bool,
    pub(crate) scope: Scope,
    /// As vendors state them; of software, so that Ferry's own methods go first.
    pub(crate) latency: Duration,
    pub(crate) bandwidth: f64,
    packet: usize,
    /// Bytes of packets that a peer may have under way.
    pub(crate) window: u32,
}

const fn fabric(name: &'static str, nanos: u64, bandwidth: f64) -> Provider {
    let latency = Duration::from_nanos(nanos);
    let scope = Scope::Network;
    Provider { name, is_fabric: true, scope, latency, bandwidth, packet: USUAL, window: WINDOW }
}

const fn software(name: &'static str, micros: u64, scope: Scope) -> Provider {
    let latency = Duration::from_micros(micros);
    let (is_fabric, bandwidth, packet) = (false, 0.8e9, OVER_SOCKETS);
    Provider { name, is_fabric, scope, latency, bandwidth, packet, window: WINDOW }
}

/// Over UDP a layer, `ofi_rxd`, sends again what is lost. From libfabric 1.16 on (its issue 8212) packets that come before
/// their buffers do can take each other's places, which little under way at a time does not bring out.
const fn careful(name: &'static str) -> Provider {
    Provider { packet: 8 << 10, window: 16 << 10, ..software(name, 40, Scope::Network) }
}

/// In the order of preference.
static PROVIDERS: &[Provider] = &[
    fabric("cxi", 2_000, 25e9),
    fabric("opx", 1_500, 12e9),
    fabric("psm3", 2_000, 12e9),
    fabric("psm2", 1_500, 12e9),
    fabric("efa", 8_000, 12e9),
    fabric("verbs", 2_000, 12e9),
    software("tcp", 20, Scope::Network),
    software("net", 20, Scope::Network),
    careful("udp"),
    software("shm", 20, Scope::Host),
];

/// One that this version does not know: it is used where it is named.
static OTHER: Provider = software("", 40, Scope::Network);

/// Two ends of it that both send much wait for ever: its thread takes nothing until a whole header has come, and the kernel
/// lets none come while the memory of the connection is charged with what was read before. libfabric 2.0 has it no more.
const STANDS_STILL: &str = "sockets";

/// What is known of the provider of that name, layers included.
pub(crate) fn of(name: &str) -> &'static Provider {
    let core = name.split(';').next().unwrap_or(name);
    PROVIDERS.iter().find(|provider| provider.name == core).unwrap_or(&OTHER)
}

/// Most bytes of a packet by the provider of that name, layers included.
pub(crate) fn packet_of(name: &str) -> usize {
    let most = if name.contains(';') { USUAL } else { OVER_SOCKETS };
    of(name).packet.min(most)
}

/// Whether the system has a device that a provider over a fabric could use. A look at two folders, so that
/// libfabric is not loaded where there is none.
pub fn may_have_fabric() -> bool {
    let has_entries = |folder: &str| {
        Path::new(folder).read_dir().is_ok_and(|mut entries| entries.next().is_some())
    };
    ["/sys/class/infiniband", "/sys/class/cxi"].into_iter().any(has_entries)
}

/// Where the provider of an offer stands in the order of preference.
pub(crate) fn place(offer: &Offer) -> usize {
    let known = of(&offer.provider);
    let found = PROVIDERS.iter().position(|provider| std::ptr::eq(provider, known));
    found.unwrap_or(PROVIDERS.len())
}

/// Which offer to open: of the wished domain, if one is wished, by the order of preference, and of one provider the
/// library's first.
///
/// # Errors
/// Why none can be.
pub(crate) fn choose(
    offers: &[Offer],
    domain: Option<&str>,
    only_fabric: bool,
) -> Result<usize, String> {
    let in_domain = |offer: &&Offer| domain.is_none_or(|domain| offer.domain == domain);
    if !offers.iter().any(|offer| in_domain(&offer)) {
        let mut there: Vec<&str> = offers.iter().map(|offer| offer.domain.as_str()).collect();
        there.sort_unstable();
        there.dedup();
        let (wished, there) = (domain.unwrap_or_default(), there.join(", "));
        return Err(format!("no provider has the domain '{wished}'; there are {there}"));
    }
    let fits = |offer: &Offer| {
        in_domain(&offer)
            && !offer.is_strange
            && offer.provider != STANDS_STILL
            && offer.max_message >= 4096
            && (!only_fabric || of(&offer.provider).is_fabric)
    };
    let fitting = offers.iter().enumerate().filter(|(_, offer)| fits(offer));
    let best = fitting.min_by_key(|(index, offer)| (place(offer), *index));
    let stands_still = || offers.iter().all(|offer| offer.provider == STANDS_STILL);
    best.map(|(index, _)| index).ok_or_else(|| match only_fabric {
        true => "there is no provider over a fabric".to_owned(),
        false if stands_still() => {
            "its provider 'sockets' can stand still where both ends send much: name 'tcp'"
                .to_owned()
        }
        false => "its providers ask for what Ferry does not do".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(provider: &str, domain: &str) -> Offer {
        let mut offer = Offer::plain();
        (offer.provider, offer.domain) = (provider.to_owned(), domain.to_owned());
        offer
    }

    #[test]
    fn fabrics_go_before_software_and_what_is_strange_is_left_out() {
        let mut offers = vec![
            offer("shm", "shm"),
            offer("tcp;ofi_rxm", "eth0"),
            offer("tcp;ofi_rxm", "lo"),
            offer("verbs;ofi_rxm", "mlx5_0"),
        ];
        assert_eq!(choose(&offers, None, false), Ok(3));
        assert_eq!(choose(&offers, None, true), Ok(3));
        assert_eq!(choose(&offers, Some("lo"), false), Ok(2));
        assert!(choose(&offers, Some("eth7"), false).unwrap_err().contains("eth0, lo, mlx5_0"));
        offers[3].is_strange = true;
        assert_eq!(choose(&offers, None, false), Ok(1));
        assert!(choose(&offers, None, true).unwrap_err().contains("no provider over a fabric"));
    }

    #[test]
    fn what_stands_still_is_never_chosen() {
        let mut offers = vec![offer("sockets", "lo")];
        assert!(choose(&offers, None, false).unwrap_err().contains("name 'tcp'"));
        offers.push(offer("udp;ofi_rxd", "lo"));
        assert_eq!(choose(&offers, None, false), Ok(1));
    }

    #[test]
    fn little_is_under_way_where_that_is_dangerous() {
        assert_eq!((packet_of("udp;ofi_rxd"), of("udp;ofi_rxd").window), (8 << 10, 16 << 10));
        assert_eq!((packet_of("verbs;ofi_rxm"), of("verbs;ofi_rxm").window), (USUAL, WINDOW));
        assert_eq!(packet_of("tcp"), OVER_SOCKETS);
    }

    #[test]
    fn layers_are_none_of_a_provider_s_name() {
        assert!(of("efa").is_fabric && of("verbs;ofi_rxm").is_fabric);
        assert!(!of("udp;ofi_rxd").is_fabric && !of("tcp").is_fabric && !of("pigeon").is_fabric);
        assert_eq!(of("shm").scope, Scope::Host);
    }

    #[test]
    fn software_is_dearer_than_ferry_s_own_tcp() {
        let tcp = Duration::from_micros(10);
        let is_dearer = |provider: &Provider| provider.latency > tcp;
        assert!(PROVIDERS.iter().chain([&OTHER]).all(|p| is_dearer(p) != p.is_fabric));
    }
}
