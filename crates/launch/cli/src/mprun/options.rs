//! The command line of `mprun`.

use super::MprunError;
use ferry_mplite_job::config_file::{MOST_INTERFACES, MOST_PROCESSES};
use std::path::PathBuf;

pub(super) const HELP: &str = "\
mprun: starts MP_Lite jobs

mprun [options] [program [arguments]]

Without hosts the job is the one of .mplite.config; with -np the first of its processes.

  -np N, -n N        processes
  -h HOST...         their hosts, a name for each process (and each of its interfaces)
  -s HOST            all processes on this host
  -H FILE            hosts, one a line: a process for each
  -PE FILE, -sge FILE
                     hosts of the Grid Engine, with the number of processes in the second column
  -pbs               hosts of the file that PBS_NODEFILE names
  -a ANCHOR          hosts that are numbered, from this name on: node10, node11, ...
  -nics M, -ni M     interfaces of each host, 1 to 4: long messages use all
  -c FILE            the configuration is this file
  -job NAME          name of the job among those of the folder: its files are .node.NAME.RANK and so on
  -launcher COMMAND  what reaches other hosts, `ssh {host}` if nothing is said
  --help

MprunOptions come before the program. `man mprun` says more.
";

/// Where the hosts come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum HostSource {
    /// Names, one after the other.
    Names(Vec<String>),
    /// One for all.
    One(String),
    /// One a line.
    Lines(PathBuf),
    /// One a line, with a number of processes.
    Slots(PathBuf),
    /// From this name on.
    Anchor(String),
}

/// Where the configuration comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ConfigSource {
    /// A file; `.mplite.config` if none is named.
    Config(Option<PathBuf>),
    /// The command line.
    Hosts(HostSource),
}

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MprunOptions {
    pub(super) source: ConfigSource,
    pub(super) count: Option<usize>,
    pub(super) interfaces: usize,
    pub(super) job: Option<String>,
    /// The program and its arguments; none: those of the configuration.
    pub(super) program: Vec<String>,
    /// What is the launcher's business.
    pub(super) passed: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum MprunRequest {
    Help,
    Run(Box<MprunOptions>),
}

/// MprunWords that are left.
struct MprunWords<'a>(std::slice::Iter<'a, String>);

impl MprunWords<'_> {
    fn value(&mut self, option: &str) -> Result<String, MprunError> {
        let value = self.0.next().cloned();
        value.ok_or_else(|| MprunError::new(format!("option {option} needs a value")))
    }

    fn number(&mut self, option: &str, most: usize) -> Result<usize, MprunError> {
        let text = self.value(option)?;
        let number = text.parse().ok().filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| {
            MprunError::new(format!("option {option}: {text:?} is not a number from 1 to {most}"))
        })
    }

    /// As many names as there are processes and interfaces.
    fn names(&mut self, count: Option<usize>, interfaces: usize) -> Result<HostSource, MprunError> {
        let count = count.ok_or_else(|| {
            MprunError::new("number of processors never specified: -np N comes before -h")
        })?;
        let names: Vec<String> = self.0.by_ref().take(count * interfaces).cloned().collect();
        let missing = names.len() < count * interfaces || names.iter().any(|n| n.starts_with('-'));
        if missing {
            return Err(MprunError::new(format!(
                "list of hosts incomplete: -h needs {} names, one for each of {count} processes{}",
                count * interfaces,
                if interfaces > 1 { " and each interface" } else { "" }
            )));
        }
        Ok(HostSource::Names(names))
    }
}

impl Default for MprunOptions {
    fn default() -> Self {
        MprunOptions {
            source: ConfigSource::Config(None),
            count: None,
            interfaces: 1,
            job: None,
            program: Vec::new(),
            passed: Vec::new(),
        }
    }
}

/// Reads the words that follow the program's name.
pub(super) fn parse(words: &[String]) -> Result<MprunRequest, MprunError> {
    let mut options = MprunOptions::default();
    let mut words = MprunWords(words.iter());
    while let Some(word) = words.0.next() {
        if ["--help", "-help", "--usage", "-usage"].contains(&word.as_str()) {
            return Ok(MprunRequest::Help);
        }
        if !word.starts_with('-') {
            options.program.push(word.clone());
            options.program.extend(words.0.by_ref().cloned());
            break;
        }
        if options.set(word, &mut words)? {
            continue;
        }
        let hosts = options.hosts(word, &mut words)?;
        options.source = ConfigSource::Hosts(hosts.ok_or_else(|| unknown(word))?);
    }
    Ok(MprunRequest::Run(Box::new(options)))
}

fn unknown(option: &str) -> MprunError {
    const OF_OTHERS: [&str; 6] = ["-mpi", "-mpi2", "-sp", "-poe", "-suffix", "-local_launch"];
    MprunError::new(if OF_OTHERS.contains(&option) {
        format!("option {option} is for other systems' launchers; MPI programs start by mpiexec")
    } else {
        format!("unknown option {option}; `mprun --help` lists the options")
    })
}

impl MprunOptions {
    /// Takes an option that does not name hosts. False: it is another.
    fn set(&mut self, word: &str, words: &mut MprunWords<'_>) -> Result<bool, MprunError> {
        match word {
            "-np" | "-n" => self.count = Some(words.number(word, MOST_PROCESSES as usize)?),
            "-nics" | "-ni" => self.interfaces = words.number(word, MOST_INTERFACES)?,
            "-job" => self.job = Some(words.value(word)?),
            "-launcher" => self.passed.push((word.to_owned(), words.value(word)?)),
            "-c" => self.source = ConfigSource::Config(Some(words.value(word)?.into())),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The hosts that an option names, if it does.
    fn hosts(
        &self,
        word: &str,
        words: &mut MprunWords<'_>,
    ) -> Result<Option<HostSource>, MprunError> {
        Ok(Some(match word {
            "-h" => words.names(self.count, self.interfaces)?,
            "-s" | "-smp" => HostSource::One(words.value(word)?),
            "-H" => HostSource::Lines(words.value(word)?.into()),
            "-PE" | "-sge" => HostSource::Slots(words.value(word)?.into()),
            "-a" => HostSource::Anchor(words.value(word)?),
            "-pbs" => HostSource::Lines(node_file()?),
            _ => return Ok(None),
        }))
    }
}

fn node_file() -> Result<PathBuf, MprunError> {
    let file = std::env::var_os("PBS_NODEFILE");
    let file = file.ok_or_else(|| MprunError::new("option -pbs: PBS_NODEFILE is not set"))?;
    Ok(file.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<MprunRequest, MprunError> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse(&words)
    }

    fn run(line: &str) -> MprunOptions {
        match parsed(line) {
            Ok(MprunRequest::Run(options)) => *options,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn words_of_the_script_are_known() {
        let options = run("-np 2 -nics 2 -h a a2 b b2 ./pong -n 7");
        let names = ["a", "a2", "b", "b2"].map(str::to_owned).to_vec();
        assert_eq!(options.source, ConfigSource::Hosts(HostSource::Names(names)));
        assert_eq!((options.count, options.interfaces), (Some(2), 2));
        assert_eq!(options.program, ["./pong", "-n", "7"]);
        assert_eq!(run("").source, ConfigSource::Config(None));
        assert_eq!(run("-c f").source, ConfigSource::Config(Some("f".into())));
        assert_eq!(run("-np 4 -s me p").source, ConfigSource::Hosts(HostSource::One("me".into())));
        assert_eq!(run("-job x -H f p").job.as_deref(), Some("x"));
        assert_eq!(parsed("-np 2 --help"), Ok(MprunRequest::Help));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let cases = [
            ("-np", "option -np needs a value"),
            ("-np 0 p", "\"0\" is not a number from 1 to 1024"),
            ("-nics 5", "\"5\" is not a number from 1 to 4"),
            ("-h a b p", "number of processors never specified"),
            ("-np 3 -h a b", "list of hosts incomplete: -h needs 3 names"),
            ("-np 2 -h a -s", "list of hosts incomplete"),
            ("-np 2 -o p", "unknown option -o"),
            ("-mpi -np 2 p", "MPI programs start by mpiexec"),
        ];
        for (line, says) in cases {
            let told = parsed(line).unwrap_err().to_string();
            assert!(told.contains(says), "{line}: {told}");
        }
    }
}
