//! What is known of a parameter before it has a value.

/// The type of a parameter's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// Any text.
    Text,
    /// Words separated by commas; may be empty.
    List,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `yes` or `no`, also `on`/`off`, `true`/`false`, `1`/`0`.
    Flag,
    /// A whole number, at most this one.
    Number(u64),
    /// Bytes; `k`, `M`, `G` and `T` (or `KiB`, ...) are powers of 1024.
    Size,
    /// A time with its unit: `ns`, `us`, `ms`, `s` or `min`.
    Duration,
    /// A number with or without a fraction.
    Float,
    /// `LOW-HIGH`, `PORT` for that and those that follow, or empty for any.
    Ports,
}

impl ValueKind {
    /// What a value must look like, to be read after "expected".
    pub(crate) fn expected(self) -> String {
        match self {
            ValueKind::Text => "text without line breaks".into(),
            ValueKind::List => "words separated by commas".into(),
            ValueKind::Choice(words) => format!("one of {}", words.join(", ")),
            ValueKind::Flag => "yes or no".into(),
            ValueKind::Number(u64::MAX) => "a whole number".into(),
            ValueKind::Number(max) => format!("a whole number from 0 to {max}"),
            ValueKind::Size => "a size like 65536, 64k, 64KiB or 1M".into(),
            ValueKind::Duration => "a time with its unit, like 20us, 5ms, 1.5s or 2min".into(),
            ValueKind::Float => "a number".into(),
            ValueKind::Ports => "a range of ports like 5000-5100, a first port, or nothing".into(),
        }
    }
}

/// A parameter of Ferry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The name, its groups separated by dots.
    pub name: &'static str,
    /// The type of its values.
    pub kind: ValueKind,
    /// Takes `auto` as well: Ferry decides.
    pub auto: bool,
    /// The built-in value, as it would be written.
    pub default: &'static str,
    /// What a plain number counts; empty where that says nothing.
    pub unit: &'static str,
    /// One line that says what it does.
    pub doc: &'static str,
}

impl Parameter {
    /// The environment variable that sets it.
    pub fn variable(&self) -> String {
        format!("FERRY_{}", self.name.to_ascii_uppercase().replace('.', "_"))
    }

    /// What a value must look like, to be read after "expected".
    pub fn expected(&self) -> String {
        let expected = self.kind.expected();
        if self.auto && self.kind != ValueKind::Text {
            format!("auto or {expected}")
        } else {
            expected
        }
    }
}
