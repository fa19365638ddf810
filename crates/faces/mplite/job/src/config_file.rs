//! `.mplite.config`: who runs where.
//!
//! The first line is the number of processes, the second that of network interfaces of each host, the third
//! the program with its arguments; then a line for each process, with its number and the names or addresses
//! of its host's interfaces.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Most processes.
pub const MOST_PROCESSES: u32 = 1024;
/// Most interfaces of a host.
pub const MOST_INTERFACES: usize = 4;

/// A process's line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcessLine {
    /// The interfaces of its host; the first names it.
    pub interfaces: Vec<String>,
}

impl ProcessLine {
    /// The host.
    pub fn host(&self) -> &str {
        self.interfaces.first().map_or("", String::as_str)
    }
}

/// What the file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigFile {
    /// Interfaces of each host.
    pub interfaces: usize,
    /// The program and its arguments, as a line.
    pub program: String,
    /// By number.
    pub processes: Vec<ProcessLine>,
}

/// Why it is no such file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfigFileError {
    /// It cannot be read.
    #[error("cannot read {}: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// A line is wrong.
    #[error("{}:{line}: {found:?} is not what was expected: {expected}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// What it says; nothing if it is not there.
        found: String,
        /// What it should say.
        expected: String,
    },
}

/// A line, with its number.
struct ConfigLines<'a> {
    path: &'a Path,
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    last: usize,
}

impl<'a> ConfigLines<'a> {
    fn next(&mut self) -> &'a str {
        match self.lines.next() {
            Some((index, line)) => {
                self.last = index + 1;
                line.trim()
            }
            None => {
                self.last += 1;
                ""
            }
        }
    }

    fn wrong(&self, found: &str, expected: impl Into<String>) -> ConfigFileError {
        let found = found.chars().take(120).collect();
        let (path, line) = (self.path.to_owned(), self.last);
        ConfigFileError::Line { path, line, found, expected: expected.into() }
    }

    /// A number from 1 to `most`.
    fn number(&mut self, what: &str, most: usize) -> Result<usize, ConfigFileError> {
        let line = self.next();
        let number = line.parse().ok().filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| self.wrong(line, format!("{what}, from 1 to {most}")))
    }
}

impl ConfigFile {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or a line is wrong: the error names file and line.
    pub fn read(path: &Path) -> Result<Self, ConfigFileError> {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|why| ConfigFileError::Unreadable {
            path: path.to_owned(),
            why: why.to_string(),
        })?;
        ConfigFile::parse(&text, path)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If a line is wrong.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigFileError> {
        let mut lines = ConfigLines { path, lines: text.lines().enumerate(), last: 0 };
        let count = lines.number("the number of processes", MOST_PROCESSES as usize)?;
        let interfaces = lines.number("the number of interfaces of each host", MOST_INTERFACES)?;
        let program = lines.next();
        if program.is_empty() {
            return Err(lines.wrong("", "the program and its arguments"));
        }
        let mut processes = Vec::new();
        for number in 0..count {
            processes.push(process_line(&mut lines, (number, count), interfaces)?);
        }
        if let Some((index, line)) = lines.lines.find(|(_, line)| !line.trim().is_empty()) {
            lines.last = index + 1;
            return Err(lines.wrong(line, format!("nothing after {count} lines of processes")));
        }
        Ok(ConfigFile { interfaces, program: program.to_owned(), processes })
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n{}\n{}\n", self.processes.len(), self.interfaces, self.program);
        for (number, process) in self.processes.iter().enumerate() {
            let _ = writeln!(text, "{number} {}", process.interfaces.join(" "));
        }
        text
    }

    /// The number of each process's host, in the order in which hosts are first named.
    pub fn nodes(&self) -> Vec<u32> {
        let mut hosts: Vec<&str> = Vec::new();
        let mut node = |host| {
            let known = hosts.iter().position(|other| *other == host);
            known.unwrap_or_else(|| {
                hosts.push(host);
                hosts.len() - 1
            }) as u32
        };
        self.processes.iter().map(|process| node(process.host())).collect()
    }
}

fn process_line(
    lines: &mut ConfigLines<'_>,
    (number, count): (usize, usize),
    interfaces: usize,
) -> Result<ProcessLine, ConfigFileError> {
    let line = lines.next();
    let mut words = line.split_whitespace();
    let expected = || {
        let names =
            if interfaces == 1 { "its host".into() } else { format!("{interfaces} interfaces") };
        format!("the line of process {number} of {count}: `{number}` and {names}")
    };
    if words.next().and_then(|word| word.parse().ok()) != Some(number) {
        return Err(lines.wrong(line, expected()));
    }
    let names: Vec<String> = words.map(str::to_owned).collect();
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '%');
    let are_names = names.iter().all(|name| !name.starts_with('-') && name.chars().all(fits));
    if names.len() != interfaces || !are_names {
        return Err(lines.wrong(line, expected()));
    }
    Ok(ProcessLine { interfaces: names })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PONG: &str = "2\n1\n./pong 7\n0 minerva\n1 minerva\n";

    fn wrong(text: &str) -> String {
        ConfigFile::parse(text, Path::new("dir/.mplite.config")).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        let config = ConfigFile::parse(PONG, Path::new("")).unwrap();
        assert_eq!((config.processes.len(), config.interfaces), (2, 1));
        assert_eq!((config.program.as_str(), config.processes[1].host()), ("./pong 7", "minerva"));
        assert_eq!(config.text(), PONG);
        let two = ConfigFile::parse("3\n2\np\n0 a a2\n1 b b2\n2 a a2\n", Path::new("")).unwrap();
        assert_eq!(two.nodes(), [0, 1, 0]);
        assert_eq!(two.processes[2].interfaces, ["a", "a2"]);
    }

    #[test]
    fn a_wrong_line_is_named_with_what_was_expected() {
        let cases = [
            ("", ":1: \"\" is not what was expected: the number of processes, from 1 to 1024"),
            ("-2\n1\np\n0 a\n", ":1: \"-2\""),
            ("2\nfive\np\n", ":2: \"five\" is not what was expected: the number of interfaces"),
            ("2\n1\n\n0 a\n1 b\n", ":3: \"\" is not what was expected: the program"),
            ("2\n1\np\n0 a\n", ":5: \"\" is not what was expected: the line of process 1 of 2"),
            ("2\n1\np\n0 a\n2 b\n", ":5: \"2 b\" is not what was expected: the line of process 1"),
            (
                "1\n2\np\n0 a\n",
                ":4: \"0 a\" is not what was expected: the line of process 0 of 1: `0` and 2",
            ),
            ("1\n1\np\n0 -oProxyCommand=x\n", ":4: \"0 -oProxyCommand=x\""),
            ("1\n1\np\n0 a\n1 b\n", ":5: \"1 b\" is not what was expected: nothing after 1"),
        ];
        for (text, says) in cases {
            let told = wrong(text);
            assert!(told.starts_with("dir/.mplite.config") && told.contains(says), "{told}");
        }
        let missing = ConfigFile::read(Path::new("/nowhere/.mplite.config")).unwrap_err();
        assert!(
            missing.to_string().starts_with("cannot read /nowhere/.mplite.config"),
            "{missing}"
        );
    }

    proptest! {
        #[test]
        fn any_text_is_borne(text: String) {
            let _ = ConfigFile::parse(&text, Path::new(""));
        }
    }
}
