//! The wire format of PMI-1: a line of `key=value` words, parted by blanks.

use std::fmt;

/// Longest line that Ferry sends, its newline included.
pub const LINE_MAX: usize = 1024;

/// Longest line that Ferry accepts: some launchers and libraries exceed their own limit a little.
pub const LINE_ACCEPTED: usize = 64 * 1024;

/// Most words that a line may have.
const WORDS_MAX: usize = 256;

/// A message of PMI-1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pmi1Message {
    words: Vec<(String, String)>,
}

/// A line is not a PMI-1 message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MalformedLine {
    /// Longer than [`LINE_ACCEPTED`].
    #[error("the line is too long")]
    TooLong,
    /// Not UTF-8, or with control characters.
    #[error("the line holds bytes that are not text")]
    NotText,
    /// The first word is neither `cmd=` nor `mcmd=`.
    #[error("the line does not begin with cmd= or mcmd=")]
    NoCommand,
    /// More words than any message has.
    #[error("the line has too many words")]
    TooManyWords,
}

impl Pmi1Message {
    /// A message with the command `cmd`.
    pub fn new(cmd: &str) -> Self {
        Pmi1Message { words: vec![("cmd".into(), cmd.into())] }
    }

    /// Adds a word. Blanks and newlines in the value become underscores, for the format has no
    /// way to write them.
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        let value = value.to_string();
        let clean = |c: char| if c.is_whitespace() || c.is_control() { '_' } else { c };
        self.words.push((key.into(), value.chars().map(clean).collect()));
        self
    }

    /// The command's name.
    pub fn command(&self) -> &str {
        self.words.first().map_or("", |(_, value)| value)
    }

    /// Whether this opens a message of several lines (`mcmd=`), which ends with `endcmd`.
    pub fn is_multiline(&self) -> bool {
        self.words.first().is_some_and(|(key, _)| key == "mcmd")
    }

    /// The value of the first word with this key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.words.iter().skip(1).find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// The value of a word as a number.
    pub fn number<T: std::str::FromStr>(&self, key: &str) -> Option<T> {
        self.get(key)?.parse().ok()
    }

    /// Reads a line, with or without its newline. A word without `=` has an empty value. The word
    /// `value=` takes the rest of the line, for values with blanks do occur.
    pub fn parse(line: &[u8]) -> Result<Self, MalformedLine> {
        if line.len() > LINE_ACCEPTED {
            return Err(MalformedLine::TooLong);
        }
        let line = std::str::from_utf8(line).map_err(|_| MalformedLine::NotText)?;
        let line = line.trim_matches(['\n', '\r', ' ', '\0']);
        if line.chars().any(|c| c.is_control() && c != '\t') {
            return Err(MalformedLine::NotText);
        }
        let mut words = Vec::new();
        for word in line.split([' ', '\t']).filter(|word| !word.is_empty()) {
            if words.len() == WORDS_MAX {
                return Err(MalformedLine::TooManyWords);
            }
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            words.push((key.to_owned(), value.to_owned()));
        }
        match words.first() {
            Some((key, value)) if (key == "cmd" || key == "mcmd") && !value.is_empty() => {
                Ok(Pmi1Message { words })
            }
            _ => Err(MalformedLine::NoCommand),
        }
    }

    /// The line to send, with its newline.
    pub fn to_line(&self) -> String {
        let mut line = String::with_capacity(64);
        for (key, value) in &self.words {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(key);
            line.push('=');
            line.push_str(value);
        }
        line.push('\n');
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_what_it_writes() {
        let message = Pmi1Message::new("put").with("key", "a").with("value", "x=y;z");
        let line = message.to_line();
        assert_eq!(line, "cmd=put key=a value=x=y;z\n");
        assert_eq!(Pmi1Message::parse(line.as_bytes()), Ok(message));
    }

    #[test]
    fn refuses_lines_without_a_command() {
        assert_eq!(Pmi1Message::parse(b""), Err(MalformedLine::NoCommand));
        assert_eq!(Pmi1Message::parse(b"rank=3\n"), Err(MalformedLine::NoCommand));
        assert_eq!(Pmi1Message::parse(b"cmd=\n"), Err(MalformedLine::NoCommand));
        assert_eq!(Pmi1Message::parse(&[b'c', 0xff]), Err(MalformedLine::NotText));
        assert_eq!(Pmi1Message::parse(&vec![b'c'; LINE_ACCEPTED + 1]), Err(MalformedLine::TooLong));
    }

    #[test]
    fn blanks_cannot_forge_words() {
        let line = Pmi1Message::new("put").with("value", "a rank=7\ncmd=abort").to_line();
        let back = Pmi1Message::parse(line.as_bytes()).unwrap();
        assert_eq!(back.get("value"), Some("a_rank=7_cmd=abort"));
        assert_eq!(back.get("rank"), None);
    }

    proptest! {
        #[test]
        fn garbage_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
            let _ = Pmi1Message::parse(&bytes);
        }
    }
}
