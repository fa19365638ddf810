//! Lists of hosts: on the command line and in files.

use crate::error::LaunchError;
use std::path::Path;

/// A host and how many ranks it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Host {
    /// Its name or address.
    pub name: String,
    /// How many ranks it takes, when that was said.
    pub slots: Option<u32>,
}

/// Reads `a,b:2,[fe80::1]:4`.
///
/// # Errors
/// When a name is empty or a number is none.
pub fn parse_list(text: &str) -> Result<Vec<Host>, LaunchError> {
    let hosts = text.split(',').map(|word| parse_host(word.trim()));
    hosts.collect::<Result<_, _>>().map_err(|problem| {
        LaunchError::usage(format!("host list {text:?}: {problem}; write it as a,b:2"))
    })
}

/// Reads a file with a host per line: `name`, `name:2`, `name slots=2`; `#` begins a comment.
///
/// # Errors
/// When the file cannot be read or a line is malformed; the error names file and line.
pub fn read(path: &Path) -> Result<Vec<Host>, LaunchError> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|e| LaunchError::usage(format!("cannot read the hostfile {shown}: {e}")))?;
    parse(&text, &shown.to_string())
}

/// The hosts of a hostfile's text; `shown`: how errors name it.
///
/// # Errors
/// When a line is malformed, or there is no host.
pub fn parse(text: &str, shown: &str) -> Result<Vec<Host>, LaunchError> {
    let mut hosts = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        hosts.push(
            parse_line(line).map_err(|problem| {
                LaunchError::usage(format!("{shown}:{}: {problem}", number + 1))
            })?,
        );
    }
    if hosts.is_empty() {
        return Err(LaunchError::usage(format!("the hostfile {shown} names no host")));
    }
    Ok(hosts)
}

fn parse_line(line: &str) -> Result<Host, String> {
    let mut words = line.split_whitespace();
    let mut host = parse_host(words.next().unwrap_or_default())?;
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match key {
            "slots" => host.slots = Some(parse_slots(value)?),
            // What the peers' files may say beside, and what does not change the number of ranks.
            "user" if !value.is_empty() => host.name = format!("{value}@{}", host.name),
            "max_slots" | "max-slots" | "binding" | "ifname" => {}
            _ => {
                return Err(format!(
                    "unknown word {word:?}; a line is `name`, `name:N` or `name slots=N`"
                ));
            }
        }
    }
    Ok(host)
}

fn parse_host(word: &str) -> Result<Host, String> {
    let (name, slots) = match word.strip_prefix('[') {
        Some(rest) => {
            let (name, after) = rest.split_once(']').ok_or("a [ without ]")?;
            (name, after.strip_prefix(':'))
        }
        None => match word.split_once(':') {
            // More than one colon without brackets: an IPv6 address.
            Some((_, rest)) if rest.contains(':') => (word, None),
            Some((name, slots)) => (name, Some(slots)),
            None => (word, None),
        },
    };
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '%' | '@');
    if name.is_empty() || name.starts_with('-') || !name.chars().all(fits) {
        return Err(format!("{word:?} is not the name of a host"));
    }
    Ok(Host { name: name.to_owned(), slots: slots.map(parse_slots).transpose()? })
}

pub(crate) fn parse_slots(text: &str) -> Result<u32, String> {
    let slots = text.parse().ok().filter(|&n| (1..=1_000_000).contains(&n));
    slots.ok_or_else(|| format!("{text:?} is not a number of ranks"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(name: &str, slots: Option<u32>) -> Host {
        Host { name: name.into(), slots }
    }

    #[test]
    fn lists() {
        assert_eq!(parse_list("a,b:2").unwrap(), [host("a", None), host("b", Some(2))]);
        assert_eq!(parse_list("[fe80::1]:4").unwrap(), [host("fe80::1", Some(4))]);
        assert_eq!(parse_list("fe80::1").unwrap(), [host("fe80::1", None)]);
        for wrong in ["", "a,,b", "a:0", "a:x", "-oProxyCommand=x", "a b", "[x"] {
            assert_eq!(parse_list(wrong).unwrap_err().status, 2, "{wrong:?}");
        }
    }

    #[test]
    fn lines() {
        assert_eq!(parse_line("a slots=3"), Ok(host("a", Some(3))));
        assert_eq!(parse_line("a:2 binding=x"), Ok(host("a", Some(2))));
        assert_eq!(parse_line("a user=me slots=2"), Ok(host("me@a", Some(2))));
        assert!(parse_line("a slots=many").is_err());
        assert!(parse_line("a cpus=3").is_err());
    }
}
