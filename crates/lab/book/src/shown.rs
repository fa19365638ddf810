//! What a page says that came out, beside what did.

/// The first line that is shown and did not come out. `...` in a line stands for anything, also where it begins or ends; in
/// which order lines come out is not said.
pub fn missing_line<'a>(shown: &'a str, came_out: &str) -> Option<&'a str> {
    let came = |pattern: &&str| came_out.lines().any(|line| fits(pattern.trim(), line.trim()));
    shown.lines().filter(|line| !line.trim().is_empty()).find(|pattern| !came(pattern))
}

/// Whether a line is as the pattern says.
fn fits(pattern: &str, line: &str) -> bool {
    let mut pieces = pattern.split("...");
    let Some(mut rest) = pieces.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let mut pieces = pieces.peekable();
    if pieces.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            return rest.ends_with(piece);
        }
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_stand_for_anything() {
        assert!(fits("a...c", "abc") && fits("a...c", "ac") && fits("...b...", "abc"));
        assert!(fits("...", "") && fits("a...b...c", "a-b-b-c") && fits("...c", "abc"));
        assert!(!fits("a...c", "abcd") && !fits("a", "ab") && !fits("b...", "ab"));
        assert!(!fits("a...b...c", "acb") && !fits("ab...b", "ab"));
    }

    #[test]
    fn lines_may_come_in_any_order() {
        assert_eq!(missing_line("one\ntwo\n", "two\nother\none\n"), None);
        assert_eq!(missing_line("one\n\nthree\n", "two\none\n"), Some("three"));
    }
}
