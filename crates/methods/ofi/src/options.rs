//! What can be asked of the method.

use std::time::Duration;

/// Parameters of the method; the defaults need no thought.
#[derive(Clone, Debug, Default)]
pub struct OfiOptions {
    /// Path of libfabric; `None`: as the system finds `libfabric.so.1`.
    pub library: Option<String>,
    /// The provider, by its name: `tcp`, `efa`. `None`: the fastest there is.
    pub provider: Option<String>,
    /// Which of the provider's devices: `eth0`, `mlx5_0`. `None`: the one that libfabric names first.
    pub domain: Option<String>,
    /// Only a provider over a fabric will do.
    pub only_fabric: bool,
    /// Most bytes of a packet; `None`: what suits the provider.
    pub packet: Option<usize>,
    /// Bytes of packets that a peer may have received and not looked at; the same at both ends. `None`: what suits the
    /// provider, mostly 1 MiB.
    pub window: Option<u32>,
    /// Payloads from this length on are read from the sender's memory; 0 or `None`: none are.
    pub read_from: Option<usize>,
    /// How long a peer may answer no greeting; `None`: five minutes.
    pub connect_timeout: Option<Duration>,
}

impl OfiOptions {
    /// From which length on payloads are read, if any are.
    pub(crate) fn reads_from(&self) -> Option<usize> {
        self.read_from.filter(|from| *from > 0)
    }
}
