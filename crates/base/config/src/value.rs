//! From text to typed values.

use std::time::Duration;

use crate::parameter::{Parameter, ValueKind};
use crate::ports::Ports;

/// A value of the type its parameter has.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Auto,
    Text(String),
    List(Vec<String>),
    Flag(bool),
    Number(u64),
    Duration(Duration),
    Float(f64),
    Ports(Ports),
}

/// `None` if the parameter does not take this text.
pub(crate) fn parse(parameter: &Parameter, text: &str) -> Option<Value> {
    if text.contains(['\n', '\r', '\0']) {
        return None;
    }
    let text = text.trim();
    if parameter.auto && text.eq_ignore_ascii_case("auto") {
        return Some(Value::Auto);
    }
    Some(match parameter.kind {
        ValueKind::Text => Value::Text(text.into()),
        ValueKind::List => Value::List(list(text)),
        ValueKind::Choice(words) => Value::Text(choice(words, text)?.into()),
        ValueKind::Flag => Value::Flag(flag(text)?),
        ValueKind::Number(max) => Value::Number(whole(text).filter(|&number| number <= max)?),
        ValueKind::Size => Value::Number(size(text)?),
        ValueKind::Duration => Value::Duration(duration(text)?),
        ValueKind::Float => {
            Value::Float(text.parse().ok().filter(|number: &f64| number.is_finite())?)
        }
        ValueKind::Ports => Value::Ports(Ports::parse(text)?),
    })
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(String::from).collect()
}

fn choice(words: &'static [&'static str], text: &str) -> Option<&'static str> {
    words.iter().find(|word| word.eq_ignore_ascii_case(text)).copied()
}

/// `yes`, `on`, `true` or `1`, and their contraries.
pub fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "on" | "true" | "1" => Some(true),
        "no" | "off" | "false" | "0" => Some(false),
        _ => None,
    }
}

/// Digits, with underscores as TOML allows them.
fn whole(text: &str) -> Option<u64> {
    if !text.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    text.replace('_', "").parse().ok()
}

/// Number and suffix.
fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    (text[..end].trim_end(), &text[end..])
}

/// Bytes, with a power of 1024 as suffix: `64k`, `3M`, `2GiB`.
pub fn size(text: &str) -> Option<u64> {
    let (number, suffix) = split(text);
    let shift = match suffix.to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kib" => 10,
        "m" | "mib" => 20,
        "g" | "gib" => 30,
        "t" | "tib" => 40,
        _ => return None,
    };
    whole(number)?.checked_mul(1 << shift)
}

/// A number and `ns`, `us`, `ms`, `s` or `min`; 0 needs no unit.
pub fn duration(text: &str) -> Option<Duration> {
    let (number, suffix) = split(text);
    let unit = match suffix {
        "ns" => 1e-9,
        "us" | "\u{b5}s" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "min" => 60.0,
        "" if number == "0" => 1.0,
        _ => return None,
    };
    if !number.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let number: f64 = number.parse().ok()?;
    Duration::try_from_secs_f64(number * unit).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn of(kind: ValueKind) -> Parameter {
        Parameter { name: "x", kind, auto: false, default: "", unit: "", doc: "" }
    }

    #[test]
    fn sizes() {
        let size = |text| parse(&of(ValueKind::Size), text);
        for (text, bytes) in [("0", 0), ("65536", 65536), ("64k", 65536), ("64 KiB", 65536)] {
            assert_eq!(size(text), Some(Value::Number(bytes)), "{text}");
        }
        assert_eq!(size("3M"), Some(Value::Number(3 << 20)));
        assert_eq!(size("2GiB"), Some(Value::Number(2 << 30)));
        assert_eq!(size("1_000"), Some(Value::Number(1000)));
        for text in ["", "k", "-1", "+1", "64kB", "1.5M", "64k2", "16777216T", "1e3"] {
            assert_eq!(size(text), None, "{text}");
        }
    }

    #[test]
    fn durations() {
        let duration = |text| parse(&of(ValueKind::Duration), text);
        for (text, nanoseconds) in [
            ("20us", 20_000),
            ("5 ms", 5_000_000),
            ("1.5s", 1_500_000_000),
            ("2min", 120_000_000_000),
            ("7ns", 7),
            ("0", 0),
        ] {
            let expected = Value::Duration(Duration::from_nanos(nanoseconds));
            assert_eq!(duration(text), Some(expected), "{text}");
        }
        for text in ["", "10", "s", "-1s", "1h", "infs", "1e300s", "NaNs"] {
            assert_eq!(duration(text), None, "{text}");
        }
    }

    #[test]
    fn flags_choices_and_numbers() {
        assert_eq!(parse(&of(ValueKind::Flag), "On"), Some(Value::Flag(true)));
        assert_eq!(parse(&of(ValueKind::Flag), "false"), Some(Value::Flag(false)));
        assert_eq!(parse(&of(ValueKind::Flag), "maybe"), None);
        let words = ValueKind::Choice(&["poll", "thread"]);
        assert_eq!(parse(&of(words), "Thread"), Some(Value::Text("thread".into())));
        assert_eq!(parse(&of(words), "threads"), None);
        assert_eq!(parse(&of(ValueKind::Number(65535)), "65535"), Some(Value::Number(65535)));
        assert_eq!(parse(&of(ValueKind::Number(65535)), "65536"), None);
        assert_eq!(parse(&of(ValueKind::Float), "0.25"), Some(Value::Float(0.25)));
        assert_eq!(parse(&of(ValueKind::Float), "inf"), None);
    }

    #[test]
    fn lists_and_port_ranges() {
        let words = Value::List(vec!["shm".into(), "tcp".into()]);
        assert_eq!(parse(&of(ValueKind::List), " shm, tcp,"), Some(words));
        assert_eq!(parse(&of(ValueKind::List), ""), Some(Value::List(vec![])));
        let ports = |text| parse(&of(ValueKind::Ports), text);
        assert_eq!(ports(""), Some(Value::Ports(Ports::Any)));
        assert_eq!(ports("10-20"), Some(Value::Ports(Ports::Within(10..=20))));
        assert_eq!(ports("10"), Some(Value::Ports(Ports::From(10))));
        for text in ["20-10", "0-5", "0", "10-", "70000", "10-70000", "a-b"] {
            assert_eq!(parse(&of(ValueKind::Ports), text), None, "{text}");
        }
    }

    #[test]
    fn auto_only_where_it_is_offered() {
        let offered = Parameter { auto: true, ..of(ValueKind::Size) };
        assert_eq!(parse(&offered, "auto"), Some(Value::Auto));
        assert_eq!(parse(&of(ValueKind::Size), "auto"), None);
    }

    #[test]
    fn no_value_spans_lines() {
        assert_eq!(parse(&of(ValueKind::Text), "a\nmethods=tcp"), None);
        assert_eq!(parse(&of(ValueKind::Size), "\n64k"), None);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_taken_or_refused(text in ".{0,24}") {
            for parameter in crate::PARAMETERS {
                let _ = parse(parameter, &text);
            }
        }
    }
}
