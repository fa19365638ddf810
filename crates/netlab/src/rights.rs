//! What a laboratory needs from the system.

use std::path::Path;

/// Why no laboratory can be built here; `None` if one can.
pub fn missing() -> Option<String> {
    if !rustix::process::geteuid().is_root() {
        return Some(
            "emulated networks need root: they are network namespaces with TUN devices".into(),
        );
    }
    if !Path::new("/dev/net/tun").exists() {
        return Some("there is no /dev/net/tun: load the kernel module `tun`".into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    for program in ["ip", "sh", "grep"] {
        if !std::env::split_paths(&path).any(|dir| dir.join(program).is_file()) {
            return Some(format!(
                "the program `{program}` is missing (Debian's package for `ip`: iproute2)"
            ));
        }
    }
    None
}
