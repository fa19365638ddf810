//! What a proxy says first.

use crate::frame::NAME;

/// Whether a proxy has spoken that has another version.
pub(super) fn opens_otherwise(buffer: &[u8]) -> bool {
    let mut at = buffer.windows(NAME.len()).enumerate().filter(|(_, window)| *window == NAME);
    let version = at.next().map(|(at, _)| &buffer[at + NAME.len()..]);
    version.is_some_and(|rest| rest.iter().take_while(|b| b.is_ascii_digit()).count() < rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_of_another_version_is_known_by_its_opening() {
        assert!(opens_otherwise(b"welcome\n\nferry-proxy 1\n"));
        // It has not said all.
        assert!(!opens_otherwise(b"welcome\n\nferry-proxy 1"));
        assert!(!opens_otherwise(b"welcome, ferry-proxy 1\n"));
        assert!(!opens_otherwise(b""));
    }
}
