//! How a guest is booted.

/// Modules every guest loads, in the order in which they need each other: SCTP's, netem's, and what
/// turns arriving packets over to netem.
const MODULES: [&str; 13] = [
    "crypto/hmac",
    "lib/crc-ccitt",
    "net/ipv6/ipv6",
    "net/ipv4/udp_tunnel",
    "net/ipv6/ip6_udp_tunnel",
    "net/sctp/sctp",
    "net/sctp/sctp_diag",
    "net/sched/sch_netem",
    "net/sched/sch_ingress",
    "net/sched/cls_matchall",
    "net/sched/act_mirred",
    "drivers/net/ifb",
    "drivers/net/veth",
];

/// What a guest is like.
#[derive(Clone, Debug)]
pub struct Boot {
    /// Memory in MiB.
    pub memory: u32,
    /// Kernel parameters by their dotted names, set before anything runs.
    pub sysctl: Vec<(String, String)>,
}

impl Default for Boot {
    /// Half a gigabyte, and socket buffers that hold long messages.
    fn default() -> Self {
        let buffers = ["rmem_max", "wmem_max", "rmem_default", "wmem_default"];
        let raised = |name: &str| (format!("net.core.{name}"), (4 << 20).to_string());
        let mut sysctl: Vec<_> = buffers.into_iter().map(raised).collect();
        for name in ["sctp_rmem", "sctp_wmem"] {
            sysctl.push((format!("net.sctp.{name}"), "4096 4194304 4194304".into()));
        }
        Self { memory: 512, sysctl }
    }
}

impl Boot {
    /// Sets a kernel parameter, by its dotted name.
    pub fn with_sysctl(mut self, name: &str, value: impl ToString) -> Self {
        self.sysctl.push((name.into(), value.to_string()));
        self
    }

    /// The list of modules as the guest's first program reads it.
    pub(crate) fn modules() -> String {
        MODULES.join(",")
    }

    /// The guest's shell script: configures it, then runs `DIR/command-N.sh` for every line `N` it is
    /// given and marks the end of each.
    pub(crate) fn script(&self, dir: &str, mark: &str, address: &str) -> String {
        let set = |(name, value): &(String, String)| {
            let path = name.replace('.', "/");
            format!("echo '{value}' > /proc/sys/{path} || exit 9\n")
        };
        let sysctl: String = self.sysctl.iter().map(set).collect();
        // Trains of SCTP packets, which the kernel leaves to devices to cut, the device drops; and netem
        // would lose them whole.
        format!(
            "export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n\
             export HOME=/dev/shm TMPDIR=/dev/shm\n\
             cd /dev/shm\n\
             ip link set lo up || exit 9\n\
             ip addr add {address}/24 dev vec0 || exit 9\n\
             ip link set vec0 gso_max_size 1500 || exit 9\n\
             ip link set vec0 up || exit 9\n\
             {sysctl}\
             echo '{mark} ready'\n\
             while read -r n; do\n\
             sh '{dir}/command-'\"$n\".sh 2>&1\n\
             printf '\\n{mark} %s\\n' \"$?\"\n\
             done\n"
        )
    }
}
