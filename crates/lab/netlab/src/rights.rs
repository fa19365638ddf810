//! What a laboratory needs from the system.

use std::fs::File;

/// Makes network devices and addresses.
const CAP_NET_ADMIN: u32 = 12;
/// Makes and enters namespaces.
const CAP_SYS_ADMIN: u32 = 21;

/// Why no laboratory can be built here; `None` if one can.
pub fn missing() -> Option<String> {
    if !rustix::process::geteuid().is_root() {
        return Some(
            "emulated networks need root: they are network namespaces with TUN devices".into(),
        );
    }
    for (name, number) in [("CAP_NET_ADMIN", CAP_NET_ADMIN), ("CAP_SYS_ADMIN", CAP_SYS_ADMIN)] {
        if capabilities().is_some_and(|held| held & (1 << number) == 0) {
            return Some(format!("emulated networks need {name}, which root does not have here"));
        }
    }
    if let Err(error) = File::options().read(true).write(true).open("/dev/net/tun") {
        return Some(format!("emulated networks need /dev/net/tun (kernel module `tun`): {error}"));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    for (program, package) in [("ip", "iproute2"), ("sh", "dash"), ("grep", "grep")] {
        if !std::env::split_paths(&path).any(|dir| dir.join(program).is_file()) {
            return Some(format!(
                "the program `{program}` is missing (Debian's package: {package})"
            ));
        }
    }
    None
}

/// The effective capabilities of this process.
fn capabilities() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("CapEff:"))?;
    u64::from_str_radix(line.trim(), 16).ok()
}
