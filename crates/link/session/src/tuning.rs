//! Parameters of a single link, changed while it is used: how their values are read.

use ferry_config::text;
use ferry_method::{MethodError, PeerId};
use std::str::FromStr;
use std::time::Duration;

/// How times are written.
const TIME: &str = "a time with its unit, like 20ms, 1.5s or 2min";

/// What somebody wishes for one link.
#[derive(Clone, Copy, Debug)]
pub struct Tuning<'a> {
    /// The method's name.
    pub method: &'static str,
    /// The parameter, without the method's name.
    pub parameter: &'a str,
    /// Its value.
    pub value: &'a str,
}

/// Each of these takes the parameter's full name, for the error that names what would be right.
impl Tuning<'_> {
    fn wrong(&self, parameter: &'static str, wanted: &str) -> MethodError {
        let why = format!("'{}' is not {wanted}", self.value);
        MethodError::Configuration { parameter, why }
    }

    /// A time that is not zero.
    ///
    /// # Errors
    /// When the value is none.
    pub fn time(&self, parameter: &'static str) -> Result<Duration, MethodError> {
        let time = text::duration(self.value).filter(|time| !time.is_zero());
        time.ok_or_else(|| self.wrong(parameter, TIME))
    }

    /// A time; `None`: never.
    ///
    /// # Errors
    /// When the value is neither.
    pub fn time_or_never(&self, parameter: &'static str) -> Result<Option<Duration>, MethodError> {
        let is_never = ["0", "off"].contains(&self.value);
        let time = if is_never { Some(Duration::ZERO) } else { text::duration(self.value) };
        let time = time.ok_or_else(|| self.wrong(parameter, &format!("{TIME}, or 0 for never")))?;
        Ok((!time.is_zero()).then_some(time))
    }

    /// A number of bytes from 1 on.
    ///
    /// # Errors
    /// When the value is none.
    pub fn size(&self, parameter: &'static str) -> Result<u64, MethodError> {
        let size = text::size(self.value).filter(|bytes| *bytes > 0);
        size.ok_or_else(|| self.wrong(parameter, "a size, like 65536, 64K or 4M"))
    }

    /// Yes or no.
    ///
    /// # Errors
    /// When the value is neither.
    pub fn flag(&self, parameter: &'static str) -> Result<bool, MethodError> {
        text::flag(self.value).ok_or_else(|| self.wrong(parameter, "yes or no"))
    }

    /// One of several words.
    ///
    /// # Errors
    /// When the value is none of them.
    pub fn choice<T: FromStr>(
        &self,
        parameter: &'static str,
        words: &str,
    ) -> Result<T, MethodError> {
        self.value.parse().map_err(|_| self.wrong(parameter, &format!("one of {words}")))
    }

    /// There is no such parameter of a single link; `all`: those that there are.
    pub fn unknown(&self, all: &str) -> MethodError {
        let what = format!("change '{}' of a single link; it can change {all}", self.parameter);
        MethodError::Unsupported { method: self.method, what }
    }

    /// There is no link to be changed.
    pub fn not_open(&self, peer: PeerId) -> MethodError {
        let what =
            format!("change '{}' of a link that is not open, to rank {peer}", self.parameter);
        MethodError::Unsupported { method: self.method, what }
    }

    /// What carries the link refuses.
    pub fn refused(&self, peer: PeerId, why: impl std::fmt::Display) -> MethodError {
        let what = format!("change '{}' of the link to rank {peer}: {why}", self.parameter);
        MethodError::Unsupported { method: self.method, what }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "telegraph.value";

    fn tuning(value: &str) -> Tuning<'_> {
        Tuning { method: "telegraph", parameter: "value", value }
    }

    #[test]
    fn values_are_read() {
        let ms = Duration::from_millis;
        assert_eq!(tuning("1.5s").time(NAME).unwrap(), ms(1500));
        assert_eq!(tuning("20ms").time_or_never(NAME).unwrap(), Some(ms(20)));
        for never in ["0", "0ms", "off"] {
            assert_eq!(tuning(never).time_or_never(NAME).unwrap(), None);
        }
        assert_eq!(tuning("64K").size(NAME).unwrap(), 65536);
        assert!(tuning("on").flag(NAME).unwrap());
        assert_eq!(tuning("7").choice::<u8>(NAME, "0 to 255").unwrap(), 7);
    }

    #[test]
    fn what_is_none_is_refused_by_name() {
        for value in ["", "5", "9e99s", "0", "99999999999G", "\u{b5}", "maybe"] {
            let error = tuning(value).time(NAME).unwrap_err().to_string();
            assert!(error.contains(NAME) && error.contains(value), "{error}");
            assert_eq!(tuning(value).time_or_never(NAME).is_err(), value != "0", "{value}");
        }
        for value in ["", "0", "99999999999G", "\u{b5}"] {
            assert!(tuning(value).size(NAME).is_err(), "{value}");
        }
        assert!(tuning("maybe").flag(NAME).is_err());
        let error = tuning("300").choice::<u8>(NAME, "0 to 255").unwrap_err().to_string();
        assert!(error.contains("one of 0 to 255"), "{error}");
        assert!(tuning("1").unknown("colour").to_string().contains("colour"));
    }
}
