//! Quantities as people write them: `1%`, `10ms`, `100mbit`, `64KiB`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A text is not the quantity that was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {expected}")]
pub struct UnitError {
    /// What was read.
    pub text: String,
    /// What would have been right, with an example.
    pub expected: &'static str,
}

/// A probability: `1%`, `0.5%`.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Probability(f64);

/// A time: `50us`, `10ms`, `1.5s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Span(pub Duration);

/// Bits per second, in powers of 1000: `56kbit`, `100mbit`, `2.5gbit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Rate(u64);

/// Bytes: `1500B`, `64KiB`, `1MB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Size(pub u64);

impl Probability {
    /// A probability from 0 to 1.
    ///
    /// # Errors
    /// Anything outside, and what is no number.
    pub fn new(probability: f64) -> Result<Self, UnitError> {
        if (0.0..=1.0).contains(&probability) {
            return Ok(Self(probability));
        }
        Err(UnitError { text: probability.to_string(), expected: "a probability from 0 to 1" })
    }

    /// From 0 to 1.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Rate {
    /// So many bits in a second.
    ///
    /// # Errors
    /// Zero, which no packet would ever pass: cut the link instead.
    pub fn bits_per_second(bits: u64) -> Result<Self, UnitError> {
        if bits > 0 {
            return Ok(Self(bits));
        }
        Err(UnitError { text: "0".into(), expected: "a rate above zero" })
    }

    /// Bits in a second, never zero.
    pub fn get(self) -> u64 {
        self.0
    }

    /// How long so many bytes occupy the line, rounded up to a nanosecond.
    pub fn time_of(self, bytes: u64) -> Duration {
        let nanos = (u128::from(bytes) * 8_000_000_000).div_ceil(u128::from(self.0));
        Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
    }
}

/// The number a text begins with, times the factor of its unit.
fn measure(text: &str, units: &[(&str, f64)], expected: &'static str) -> Result<f64, UnitError> {
    let refuse = || UnitError { text: text.to_owned(), expected };
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit = unit.trim();
    let known = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit));
    let (_, factor) = known.ok_or_else(refuse)?;
    let number: f64 = number.parse().map_err(|_| refuse())?;
    Some(number * factor).filter(|value| value.is_finite() && *value < 1e18).ok_or_else(refuse)
}

/// A measured value as a whole number: `measure` bounds it.
fn whole(value: f64) -> u64 {
    value.round() as u64
}

impl FromStr for Probability {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        let expected = "a share like `1%` or `0.25%`, at most `100%`";
        let value = measure(text, &[("%", 0.01)], expected)?;
        Self::new(value).map_err(|_| UnitError { text: text.to_owned(), expected })
    }
}

impl FromStr for Span {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        let units = [("ns", 1.0), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9), ("min", 60e9)];
        let nanos = measure(text, &units, "a time like `50us`, `10ms` or `1.5s`")?;
        Ok(Self(Duration::from_nanos(whole(nanos))))
    }
}

impl FromStr for Rate {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        let units = [("bit", 1.0), ("kbit", 1e3), ("mbit", 1e6), ("gbit", 1e9)];
        let expected = "a rate like `100mbit` or `1gbit`, above zero";
        Self::bits_per_second(whole(measure(text, &units, expected)?))
            .map_err(|_| UnitError { text: text.to_owned(), expected })
    }
}

impl FromStr for Size {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        let units = [
            ("b", 1.0),
            ("kb", 1e3),
            ("mb", 1e6),
            ("kib", 1024.0),
            ("mib", 1024.0 * 1024.0),
            ("gib", 1024.0 * 1024.0 * 1024.0),
        ];
        Ok(Self(whole(measure(text, &units, "a size like `1500B`, `64KiB` or `1MB`")?)))
    }
}

/// The largest unit that leaves a number of at least one.
fn shown(f: &mut fmt::Formatter<'_>, value: u64, units: &[(u64, &str)]) -> fmt::Result {
    let fits = units.iter().find(|(factor, _)| value >= *factor).or(units.last());
    let (factor, unit) = fits.copied().unwrap_or((1, ""));
    match value % factor {
        0 => write!(f, "{}{unit}", value / factor),
        // Ten digits carry every value that has been written with a unit.
        _ => write!(f, "{}{unit}", value as f64 / factor as f64),
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = (self.0 * 1e8).round() / 1e6;
        write!(f, "{percent}%")
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = u64::try_from(self.0.as_nanos()).unwrap_or(u64::MAX);
        shown(f, nanos, &[(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us"), (1, "ns")])
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(1_000_000_000, "gbit"), (1_000_000, "mbit"), (1_000, "kbit"), (1, "bit")];
        shown(f, self.0, &units)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shown(f, self.0, &[(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1, "B")])
    }
}

macro_rules! by_text {
    ($($quantity:ty),*) => {$(
        impl TryFrom<String> for $quantity {
            type Error = UnitError;

            fn try_from(text: String) -> Result<Self, UnitError> {
                text.parse()
            }
        }

        impl From<$quantity> for String {
            fn from(value: $quantity) -> String {
                value.to_string()
            }
        }
    )*};
}

by_text!(Probability, Span, Rate, Size);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_and_written() {
        for text in ["1%", "0.25%", "100%", "0%"] {
            assert_eq!(text.parse::<Probability>().expect(text).to_string(), text);
        }
        for text in ["50us", "10ms", "1.5s", "7ns", "0ns"] {
            assert_eq!(text.parse::<Span>().expect(text).to_string(), text);
        }
        for text in ["56kbit", "100mbit", "2.5gbit"] {
            assert_eq!(text.parse::<Rate>().expect(text).to_string(), text);
        }
        for text in ["1500B", "64KiB", "3MiB"] {
            let size: Size = text.parse().expect(text);
            assert_eq!(size.to_string().parse::<Size>(), Ok(size));
        }
    }

    #[test]
    fn refused() {
        for text in ["1", "101%", "-1%", "%", "1.2.3%", "nan%", ""] {
            assert!(text.parse::<Probability>().is_err(), "{text}");
        }
        for text in ["10", "10 parsecs", "1e3ms", "99999999999999999999s"] {
            assert!(text.parse::<Span>().is_err(), "{text}");
        }
        for text in ["0mbit", "100mb", "fast"] {
            assert!(text.parse::<Rate>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_byte_takes_eight_bits_of_time() {
        let rate: Rate = "100mbit".parse().expect("a rate");
        assert_eq!(rate.time_of(1500), Duration::from_micros(120));
    }
}
