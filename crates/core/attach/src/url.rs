//! Where one attaches: `ferry://host:port/path#key`.

use crate::{DoorKey, KEY_LEN};
use std::fmt;
use std::str::FromStr;

/// No URL is longer.
const LONGEST: usize = 1024;
/// What every URL begins with.
const SCHEME: &str = "ferry://";

/// Why a text is no URL to attach by.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{url}' is no URL to attach by: {why}; expected ferry://host:port/path#key")]
pub struct UrlError {
    url: String,
    why: &'static str,
}

/// The parts of a URL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Url {
    /// Name or address; an IPv6 address without its brackets.
    pub host: String,
    /// The port.
    pub port: u16,
    /// What follows, without the slash: it belongs to the program.
    pub path: String,
    /// What one must know to be let in.
    pub key: Option<DoorKey>,
}

/// Takes a URL apart.
///
/// ```
/// let url = ferry_attach::split_url("ferry://node7:4711/weather/north").unwrap();
/// assert_eq!((url.host.as_str(), url.port, url.path.as_str()), ("node7", 4711, "weather/north"));
/// assert!(ferry_attach::split_url("http://node7:80/").is_err());
/// ```
pub fn split_url(url: &str) -> Result<Url, UrlError> {
    let bad = |why| UrlError { url: shown(url), why };
    if url.len() > LONGEST {
        return Err(bad("it is longer than 1024 bytes"));
    }
    let rest = url.strip_prefix(SCHEME).ok_or_else(|| bad("it does not begin with ferry://"))?;
    let (rest, key) = match rest.split_once('#') {
        Some((rest, key)) => (rest, Some(key)),
        None => (rest, None),
    };
    let (place, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (host, port) = match place.strip_prefix('[') {
        Some(inner) => {
            let (host, port) = inner.split_once(']').ok_or_else(|| bad("a bracket is missing"))?;
            (host, port.strip_prefix(':').ok_or_else(|| bad("the port is missing"))?)
        }
        None => place.rsplit_once(':').ok_or_else(|| bad("the port is missing"))?,
    };
    let port: u16 = port.parse().map_err(|_| bad("the port is no number below 65536"))?;
    if host.is_empty() || host.contains(char::is_whitespace) {
        return Err(bad("the host is missing"));
    }
    if port == 0 {
        return Err(bad("nobody listens on port 0"));
    }
    let key = key.map(|key| parse_key(key).ok_or_else(|| bad("the key is not 32 hex digits")));
    Ok(Url { host: host.into(), port, path: path.into(), key: key.transpose()? })
}

/// A URL for messages: short, and without its key.
fn shown(url: &str) -> String {
    let without = url.split('#').next().unwrap_or_default();
    let mut shown: String = without.chars().take(80).collect();
    if shown.len() < without.len() {
        shown.push('…');
    }
    shown
}

fn parse_key(text: &str) -> Option<DoorKey> {
    let mut key = [0; KEY_LEN];
    if text.len() != 2 * KEY_LEN || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    for (at, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(key)
}

impl Url {
    /// The URL without its key, for messages.
    pub fn without_key(&self) -> String {
        let host = match self.host.contains(':') {
            true => format!("[{}]", self.host),
            false => self.host.clone(),
        };
        format!("{SCHEME}{host}:{}/{}", self.port, self.path)
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.without_key())?;
        if let Some(key) = self.key {
            f.write_str("#")?;
            key.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        }
        Ok(())
    }
}

impl FromStr for Url {
    type Err = UrlError;

    fn from_str(text: &str) -> Result<Self, UrlError> {
        split_url(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(
            host in "[a-z0-9.]{1,20}|::1|fd00::7", port in 1u16.., path in "[a-z/0-9]{0,20}",
            key: Option<DoorKey>,
        ) {
            let url = Url { host, port, path, key };
            prop_assert_eq!(split_url(&url.to_string()), Ok(url));
        }

        #[test]
        fn any_text_is_survived(text: String) {
            let _ = split_url(&text);
            let _ = split_url(&format!("ferry://{text}"));
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (url, why) in [
            ("http://a:1/", "begin with ferry://"),
            ("ferry://a/", "port is missing"),
            ("ferry://:1/", "host is missing"),
            ("ferry://a:0/", "port 0"),
            ("ferry://a:70000/", "no number"),
            ("ferry://[::1/", "bracket"),
            ("ferry://a:1/#12", "32 hex digits"),
        ] {
            let error = split_url(url).unwrap_err().to_string();
            assert!(error.contains(why), "{url}: {error}");
        }
    }

    #[test]
    fn an_error_does_not_show_the_key() {
        let error = split_url("ferry://a:x/#00112233445566778899aabbccddeeff").unwrap_err();
        assert!(!error.to_string().contains("0011"), "{error}");
    }
}
