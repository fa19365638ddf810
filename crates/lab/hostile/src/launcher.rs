//! Frames between mpiexec and its proxies, host lists and hostfiles.

/// One input.
pub fn run(bytes: &[u8]) {
    let _ = ferry_launch::is_frame(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = ferry_launch::hostfile::parse_list(text);
        let _ = ferry_launch::hostfile::parse(text, "the hostfile");
    }
}
