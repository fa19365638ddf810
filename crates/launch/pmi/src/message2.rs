//! The wire format of PMI-2: six characters of decimal length, then `key=value;` pairs in which a
//! semicolon within a value is doubled.

use std::fmt;

/// Length of the length.
pub const HEADER: usize = 6;

/// Longest body that Ferry accepts.
pub const BODY_ACCEPTED: usize = 64 * 1024;

/// Most pairs that a message may have.
const PAIRS_MAX: usize = 256;

/// A message of PMI-2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pmi2Message {
    pairs: Vec<(String, String)>,
}

/// Bytes are not a PMI-2 message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MalformedMessage {
    /// The six characters of the header are no number, or one above [`BODY_ACCEPTED`].
    #[error("the length before the message is wrong")]
    Length,
    /// The body is not text.
    #[error("the message holds bytes that are not text")]
    NotText,
    /// The first pair is not `cmd=`.
    #[error("the message does not begin with cmd=")]
    NoCommand,
    /// A pair has no `=`, or there are too many pairs.
    #[error("the message is not made of key=value; pairs")]
    Pairs,
}

impl Pmi2Message {
    /// A message with the command `cmd`.
    pub fn new(cmd: &str) -> Self {
        Pmi2Message { pairs: vec![("cmd".into(), cmd.into())] }
    }

    /// Adds a pair.
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        self.pairs.push((key.into(), value.to_string()));
        self
    }

    /// The command's name.
    pub fn command(&self) -> &str {
        self.pairs.first().map_or("", |(_, value)| value)
    }

    /// The value of the first pair with this key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().skip(1).find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// All pairs behind the command, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().skip(1).map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The length announced by a header.
    pub fn body_length(header: &[u8; HEADER]) -> Result<usize, MalformedMessage> {
        let text = std::str::from_utf8(header).map_err(|_| MalformedMessage::Length)?;
        let text = text.trim_matches([' ', '\0']);
        if !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(MalformedMessage::Length);
        }
        let length: usize = text.parse().map_err(|_| MalformedMessage::Length)?;
        if length > BODY_ACCEPTED {
            return Err(MalformedMessage::Length);
        }
        Ok(length)
    }

    /// Reads the body of a message.
    pub fn parse(body: &[u8]) -> Result<Self, MalformedMessage> {
        let text = std::str::from_utf8(body).map_err(|_| MalformedMessage::NotText)?;
        let mut pairs = Vec::new();
        let mut rest = text.trim_end_matches(['\n', '\0']);
        while !rest.is_empty() {
            let (key, after) = rest.split_once('=').ok_or(MalformedMessage::Pairs)?;
            let (value, after) = value_of(after);
            if pairs.len() == PAIRS_MAX {
                return Err(MalformedMessage::Pairs);
            }
            pairs.push((key.trim_start().to_owned(), value));
            rest = after;
        }
        match pairs.first() {
            Some((key, value)) if key == "cmd" && !value.is_empty() => Ok(Pmi2Message { pairs }),
            _ => Err(MalformedMessage::NoCommand),
        }
    }

    /// The bytes to send: header and body.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = String::new();
        for (key, value) in &self.pairs {
            body.push_str(key);
            body.push('=');
            body.push_str(&value.replace(';', ";;"));
            body.push(';');
        }
        format!("{:6}{body}", body.len()).into_bytes()
    }
}

/// Takes a value off the front: up to a semicolon that is not doubled.
fn value_of(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut rest = text;
    loop {
        let Some((head, tail)) = rest.split_once(';') else {
            value.push_str(rest);
            return (value, "");
        };
        value.push_str(head);
        match tail.strip_prefix(';') {
            Some(tail) => {
                value.push(';');
                rest = tail;
            }
            None => return (value, tail),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_what_it_writes() {
        let message = Pmi2Message::new("kvs-put").with("key", "a").with("value", "x;y=z;");
        let bytes = message.to_bytes();
        assert_eq!(bytes, b"    33cmd=kvs-put;key=a;value=x;;y=z;;;");
        let header = bytes.first_chunk().unwrap();
        assert_eq!(Pmi2Message::body_length(header), Ok(bytes.len() - HEADER));
        assert_eq!(Pmi2Message::parse(&bytes[HEADER..]), Ok(message));
    }

    #[test]
    fn refuses_hostile_lengths() {
        for header in
            [b"999999", b"-00001", b"+00001", b"abcdef", b"\xff\xff\xff\xff\xff\xff", b"      "]
        {
            assert_eq!(Pmi2Message::body_length(header), Err(MalformedMessage::Length));
        }
    }

    #[test]
    fn refuses_what_has_no_command() {
        assert_eq!(Pmi2Message::parse(b""), Err(MalformedMessage::NoCommand));
        assert_eq!(Pmi2Message::parse(b"cmd"), Err(MalformedMessage::Pairs));
        assert_eq!(Pmi2Message::parse(b"key=cmd;"), Err(MalformedMessage::NoCommand));
    }

    proptest! {
        #[test]
        fn garbage_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
            let _ = Pmi2Message::parse(&bytes);
        }

        #[test]
        fn every_value_survives(values in proptest::collection::vec("[^\\x00\\n]{0,40}", 1..8)) {
            let mut message = Pmi2Message::new("x");
            for (i, value) in values.iter().enumerate() {
                message = message.with(&format!("k{i}"), value);
            }
            let bytes = message.to_bytes();
            let back = Pmi2Message::parse(&bytes[HEADER..]).unwrap();
            prop_assert_eq!(back, message);
        }
    }
}
