//! Where a process is, as far as others are concerned that look for its descriptors in `/proc`.

use rustix::process::{DumpableBehavior, dumpable_behavior, geteuid};
use std::fs;

/// Variable in which Ferry's launcher tells its ranks where it is itself.
pub const VARIABLE: &str = "FERRY_NODE_PLACE";

/// Variable of a job whose other ranks go on when one has died: `1`.
pub const KEEP_GOING: &str = "FERRY_KEEP_GOING";

/// Variable in which Ferry's launcher tells a rank of such a job the descriptor at which it is told of deaths, in this
/// and any other of the launcher's jobs ([`crate::Death`]).
pub const DEATHS: &str = "FERRY_NODE_DEATHS";

/// What two processes must have alike to open each other's descriptors through `/proc`: kernel, process
/// namespace, user namespace and user, with strokes between them. Empty if others cannot find this
/// process there, whoever they are.
pub fn of_process() -> String {
    // A /proc of another process namespace knows this process by another number, or not at all.
    let number = fs::read_link("/proc/self").unwrap_or_default();
    let is_shown = number.to_str() == Some(&std::process::id().to_string());
    // The kernel shows the descriptors of one that must not be dumped to nobody of its own user.
    let is_open = !matches!(dumpable_behavior(), Ok(DumpableBehavior::NotDumpable));
    let words = (boot(), namespace("pid"), namespace("user"));
    let (Some(boot), Some(pid), Some(user)) = words else { return String::new() };
    if !is_shown || !is_open {
        return String::new();
    }
    format!("{boot}/{pid}/{user}/{}", geteuid().as_raw())
}

/// What names the kernel that runs, until it is started anew.
pub fn boot() -> Option<String> {
    let id = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some(id.trim().to_owned()).filter(|id| !id.is_empty())
}

/// The number of this process's namespace of a kind (`net`, `pid`, ...).
pub fn namespace(kind: &str) -> Option<String> {
    let link = fs::read_link(format!("/proc/self/ns/{kind}")).ok()?;
    let number: String = link.to_string_lossy().chars().filter(char::is_ascii_digit).collect();
    Some(number).filter(|number| !number.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_four_words_or_none() {
        let place = of_process();
        assert!(place.is_empty() || place.split('/').filter(|word| !word.is_empty()).count() == 4);
        assert_eq!(place, of_process());
        assert_eq!(namespace("pigeon"), None);
    }
}
